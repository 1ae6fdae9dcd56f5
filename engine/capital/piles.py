"""The shared piles: drawing, discarding, and what becomes of cards that leave the table (CP-2)."""

from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.places import Building, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import State
from pentarch.engine.capital.units import Unit
from pentarch.engine.chance import Chance
from pentarch.engine.core import Event, Seat, Words


def slugs(cards: list[Card]) -> Words:
    """The names of cards, as events tell them."""
    return tuple([card.slug for card in cards])


def discard(state: State, card: Card) -> None:
    """To the discard pile, or under the Legendary Deck (CP-2.1, CP-2.11)."""
    discard_all(state, [card])


def discard_all(state: State, cards: list[Card]) -> None:
    """Several, one after another."""
    for card in cards:
        if card.legendary:
            state.legendary.append(card)
        else:
            state.discard.append(card)


def draw(state: State, seat: Seat, count: int, chance: Chance, events: "list[Event]") -> None:
    """Draw cards; an empty Deck is made anew from the discard pile (CP-2.10)."""
    drawn = state.deck.draw(count)
    while len(drawn) < count and state.discard:
        chance.shuffle(state.discard)
        state.deck, state.discard = Deck(state.discard), []
        events.append(Event("reshuffled", -1, (state.deck.size(),)))
        drawn += state.deck.draw(count - len(drawn))
    state.realms[seat].hand.extend(drawn)
    events.append(Event("drew", seat, (len(drawn),)))
    if drawn:
        events.append(Event("drew_cards", seat, slugs(drawn), state.confidants(seat)))


def discard_building(state: State, realm: Realm, building: Building) -> None:
    """Discard a building with all that lies under it (CP-2.12, CP-5.16)."""
    discard_units(state, realm, building.location)
    realm.remove_building(building)
    if building.settled is not None:
        discard(state, building.settled)
    discard(state, building.card)


def discard_units(state: State, realm: Realm, location: Location) -> None:
    """Discard troops, then mercenaries, in order of arrival.

    Who is on the battlefield stays there, without a home.
    """
    left: list[Unit] = []
    mercenaries: list[Card] = []
    for unit in realm.units:
        if unit.location is not location:
            left.append(unit)
        elif unit.is_fighting:
            left.append(unit.homeless())
        elif unit.card.is_troop:
            discard(state, unit.card)
        else:
            mercenaries.append(unit.card)
    discard_all(state, mercenaries)
    realm.units = left
