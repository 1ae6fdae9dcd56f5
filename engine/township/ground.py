"""Phase 3: breaking ground (TS-7)."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.township.commands import BREAK, SKIPPED
from pentarch.engine.township.refusals import NO_CARD
from pentarch.engine.township.state import WORKING, Building, State
from pentarch.engine.township.tables import FULL, KINDS

_BREAKS: Final = [BREAK(kind.number) for kind in KINDS]


@final
class Break(Branch[State]):
    """A new building, all in ruins."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _BREAKS

    def legal(self, state: State, seat: Seat) -> list[Command]:
        """The same by one look at the town, where most sets have a card left."""
        listed = _BREAKS.copy()
        for kind in reversed(state.towns[seat].spent_kinds()):
            del listed[kind.number]
        return listed

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        kind = KINDS[command.args[0]]
        return NO_CARD if state.towns[seat].free_site(kind) is None else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """TS-7.2."""
        town = state.towns[seat]
        site = town.free_site(KINDS[command.args[0]])
        assert site is not None
        town.add(Building(site, FULL, 0, 0, False))
        state.decision = WORKING


@final
class Pass(Branch[State]):
    """No new building (TS-7.1)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [SKIPPED]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.decision = WORKING
