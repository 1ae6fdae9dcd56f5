"""The beginning: cities by rule, by lot or by choice, and the deal (CP-13)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import CHOOSE_CITY
from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.piles import draw
from pentarch.engine.capital.rows import CityKind
from pentarch.engine.capital.state import DECIDE_CITY, State
from pentarch.engine.capital.tables import (
    ADVANCED_CITIES,
    DECK_CARDS,
    LEGENDARY_CARDS,
    STANDARD_CITY,
    START_HAND,
)
from pentarch.engine.capital.turn import SeatChoice, begin_turn
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch


def begin(state: State, chance: Chance, events: "list[Event]") -> None:
    """Give out the cities and deal; where cities are chosen, the last seat chooses first."""
    if state.settings.cities_by_choice:
        state.decision = DECIDE_CITY
        state.actor = len(state.realms) - 1
        return
    if state.settings.cities_by_lot:
        _draw_lots(state, chance)
    else:
        for realm in state.realms:
            realm.take_city(STANDARD_CITY)
    deal(state, chance, events)


def _draw_lots(state: State, chance: Chance) -> None:
    """Different advanced cities by lot (CH-1)."""
    cities = ADVANCED_CITIES.copy()
    chance.shuffle(cities)
    for seat, realm in enumerate(state.realms):
        realm.take_city(cities[seat])


def deal(state: State, chance: Chance, events: "list[Event]") -> None:
    """Shuffle the decks (CH-2, CH-3), draw the starting hands and begin round 1."""
    cards = DECK_CARDS.copy()
    chance.shuffle(cards)
    state.deck = Deck(cards)
    if state.settings.quests:
        state.legendary = LEGENDARY_CARDS.copy()
        chance.shuffle(state.legendary)
    for seat in range(len(state.realms)):
        draw(state, seat, START_HAND + state.settings.late_seat_cards * seat, chance, events)
    begin_turn(state, 0, events)


def _is_taken(state: State, kind: CityKind) -> bool:
    return any([realm.city.kind is kind for realm in state.realms])


@final
class ChooseCity(Branch[State]):
    """An advanced city that nobody has yet; after p1 the cards are dealt (CP-13.2)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [CHOOSE_CITY.of(word) for word in range(len(ADVANCED_CITIES))]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        is_taken = _is_taken(state, ADVANCED_CITIES[command.args[0]])
        return refusals.CITY_TAKEN if is_taken else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        kind = ADVANCED_CITIES[command.args[0]]
        state.realms[seat].take_city(kind)
        events.append(Event("city", seat, (kind.id,)))
        if seat > 0:
            state.actor = seat - 1
            return
        deal(state, chance, events)


CITY_DECISION: Final = SeatChoice(DECIDE_CITY, [ChooseCity(CHOOSE_CITY)])
