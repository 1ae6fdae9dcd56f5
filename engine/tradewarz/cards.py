"""Battle decks and morale cards: burning, revealing, drawing, discarding."""

from pentarch.engine.chance import Chance
from pentarch.engine.core import Event
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BATTLE_NAMES,
    BATTLE_TYPES,
    DECK,
    MORALE_NAMES,
    MORALE_TYPES,
)
from pentarch.engine.tradewarz.voyage import stack


def top_card(state: State, seat: int) -> int:
    """The next card of the seat's stack."""
    return state.deck[seat * DECK + state.drawn[seat]]


def burned_card(state: State, seat: int) -> int:
    """The card burned last."""
    return state.deck[seat * DECK + state.drawn[seat] - 1]


def draw_open(state: State, seat: int, name: str, events: list[Event]) -> int:
    """TW-CARD.3, TW-CARD.4: the top card goes face up on the used pile for all to see."""
    card = top_card(state, seat)
    state.drawn[seat] += 1
    events.append(Event(name, seat, (BATTLE_NAMES[card],)))
    seen = 0
    for place in range(state.drawn[seat]):
        if state.deck[seat * DECK + place] == card and not state.unseen[seat] >> place & 1:
            seen += 1
    index = seat * BATTLE_TYPES + card
    if seen > state.known[index]:
        state.known[index] = seen
    return card


def draw_unseen(state: State, seat: int) -> None:
    """TW-BAT.22: the second card of a cancelled battle is used up without being shown."""
    state.unseen[seat] |= 1 << state.drawn[seat]
    state.drawn[seat] += 1


def renew(state: State, seat: int, chance: Chance, events: list[Event]) -> None:
    """TW-CARD.5: an empty stack is made anew from the used pile."""
    if state.drawn[seat] == DECK:
        stack(state, seat, state.deck[seat * DECK : (seat + 1) * DECK], chance)
        events.append(Event("reshuffled", seat))


def draw_morale(state: State, seat: int, events: list[Event]) -> None:
    """TW-CARD.6, TW-CARD.8: the top morale card goes to any hand; an empty deck gives nothing."""
    if state.morale:
        card = state.morale.pop(0)
        state.hand[seat * MORALE_TYPES + card] += 1
        events.append(Event("morale_drawn", seat))
        events.append(Event("morale_card", seat, (MORALE_NAMES[card],), to=(seat,)))


def discard(state: State, seat: int, card: int) -> None:
    """TW-CARD.7: a played card goes from the hand under the deck."""
    state.hand[seat * MORALE_TYPES + card] -= 1
    state.morale.append(card)
