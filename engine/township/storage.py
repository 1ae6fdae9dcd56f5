"""Phase 5: surplus goods (TS-12)."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.township import campaign, depletion, turn
from pentarch.engine.township.actors import ActiveDecision
from pentarch.engine.township.commands import DISCARD
from pentarch.engine.township.refusals import NOT_DISCARDABLE
from pentarch.engine.township.state import DISCARDING, State, Town
from pentarch.engine.township.tables import GOODS, GRAIN

_DISCARDS: Final = [DISCARD(good) for good in range(len(GOODS))]


def begin(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """Grain first, nobody is asked about it."""
    spoil_grain(state, town, events)
    store(state, town, chance, events)


def spoil_grain(state: State, town: Town, events: list[Event]) -> None:
    """TS-12.1, TS-12.3."""
    surplus = town.stock[GRAIN] - town.grain_room()
    if surplus > 0:
        town.stock[GRAIN] -= surplus
        events.append(Event("spoiled", state.active, (surplus, GOODS[GRAIN])))


def store(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """Ask until everything fits (TS-12.4); then phase 6, and 7 or 8."""
    if town.goods() > town.goods_room():
        state.decision = DISCARDING
        return
    depletion.roll(state, town, chance, events)
    if town.mustered:
        campaign.begin(state)
    else:
        turn.end(state, events)  # TS-14.6


@final
class Discard(ActiveDecision):
    """One piece of anything but grain goes."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _DISCARDS

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not DISCARD:
            return WRONG_DECISION
        good = command.args[0]
        return None if good != GRAIN and state.towns[seat].stock[good] else NOT_DISCARDABLE

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        town = state.towns[seat]
        town.stock[command.args[0]] -= 1
        store(state, town, chance, events)
