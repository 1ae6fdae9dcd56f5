"""The hand at the end of a turn: a card for the partner, and the cards that are kept (CP-6.3)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import GIVE, KEEP, KEEPS, PASS
from pentarch.engine.capital.state import DECIDE_GIVE, DECIDE_KEEP, State
from pentarch.engine.capital.tables import CARDS, SEATS
from pentarch.engine.capital.turn import Closing, Listed, SeatChoice, begin_keeping, finish_keeping
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat


def _refusal(state: State, command: Command) -> "Refusal | None":
    in_hand = CARDS[command.args[0]] in state.acting().hand
    return None if in_hand else refusals.NOT_IN_HAND


@final
class Give(Listed):
    """One card goes to the partner (CP-12.8)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return [GIVE.of(card.id) for card in state.realms[seat].distinct_hand()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return _refusal(state, command)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        ally = state.living_partner(seat)
        card = CARDS[command.args[0]]
        state.realms[seat].play(card)
        state.realms[ally].hand.append(card)
        events.append(Event("gave", seat, (SEATS[ally],)))
        events.append(Event("gave_card", seat, (card.slug,), (seat, ally)))
        begin_keeping(state, chance, events)


@final
class GiveNothing(Closing):
    """The partner gets no card."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        begin_keeping(state, chance, events)


@final
class Keep(Listed):
    """One card more is kept; after the last the others go and new ones come (CP-6.4)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return [KEEPS[rank] for rank in state.realms[seat].hand_ranks()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return _refusal(state, command)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        realm = state.realms[seat]
        card = CARDS[command.args[0]]
        realm.play(card)
        realm.kept = [*realm.kept, card]
        if len(realm.kept) >= realm.tracker.store:
            finish_keeping(state, chance, events)


@final
class KeepChoice(SeatChoice):
    """A card of the hand."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        """Without detours: nothing is asked more often."""
        return self.deeds[0].legal(state, seat)


GIVE_DECISION: Final = SeatChoice(DECIDE_GIVE, [Give(GIVE)], GiveNothing(PASS))
KEEP_DECISION: Final = KeepChoice(DECIDE_KEEP, [Keep(KEEP)])
