"""The turn of a seat: free actions before the main action, and the choice of the main action."""

from typing import Final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.building import can_build, can_buy, can_recruit
from pentarch.engine.tradewarz.cards import discard
from pentarch.engine.tradewarz.diplomacy import ally_refusal, break_refusal, trade_refusal
from pentarch.engine.tradewarz.economy import gain
from pentarch.engine.tradewarz.places import is_occupied, put, room
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BAZAAR,
    BUILD,
    EC05,
    EC06,
    EC13,
    FREEMASONS,
    MARCH,
    MORALE_GIFTS,
    MORALE_NAMES,
    MORALE_TYPES,
    RECRUIT,
    RESOURCES,
    RETREAT,
    SCHOLARS,
    TECH,
    TOKENS,
    TURN_CARDS,
    VOLUNTEERS,
)
from pentarch.engine.tradewarz.withdrawal import can_retreat

BARTER_PRICE: Final = 2
MOST_BARTERS: Final = 1
MOST_EXCHANGES: Final = 2
PAIRS: Final = [commands.RESOURCES.of(i, j) for i in range(4) for j in range(i, 4)]
TRIPLES: Final = [
    commands.RESOURCES_3.of(i, j, k) for i in range(4) for j in range(i, 4) for k in range(j, 4)
]

# Free actions (TW-TURN.8).


def play_refusal(state: State, seat: int, card: int) -> "Refusal | None":
    """TW-CARD.7, TW-REC.5: a `turn` card in the hand."""
    if card not in TURN_CARDS:
        return refusals.WRONG_WINDOW
    if not state.hand[seat * MORALE_TYPES + card]:
        return refusals.NO_CARD
    if card == VOLUNTEERS and (
        not state.reserve[seat]
        or is_occupied(state, seat)
        or room(state, seat, state.gate_of[seat]) < 1
    ):
        return refusals.NO_VOLUNTEERS
    return None


def play(state: State, seat: int, card: int, events: list[Event]) -> None:
    """The effect of a `turn` card."""
    discard(state, seat, card)
    events.append(Event("morale", seat, (MORALE_NAMES[card],)))
    if card <= BAZAAR:
        for resource in range(4):
            gain(state, seat, resource, MORALE_GIFTS[card][resource], events)
    elif card == FREEMASONS:
        state.masons += 1
    elif card == SCHOLARS:
        state.scholars += 1
    else:
        state.reserve[seat] -= 1
        put(state, seat, state.gate_of[seat], 1)


def barter_refusal(state: State, seat: int, paid: int, taken: int) -> "Refusal | None":
    """Barter House: two of one for one of another, once a turn."""
    if state.tech_owner[EC06] != seat or state.barters >= MOST_BARTERS:
        return refusals.NO_BARTER
    return _swap_refusal(state, seat, paid, taken, BARTER_PRICE)


def exchange_refusal(state: State, seat: int, paid: int, taken: int) -> "Refusal | None":
    """Grand Exchange: one for one, twice a turn."""
    if state.tech_owner[EC13] != seat or state.exchanges >= MOST_EXCHANGES:
        return refusals.NO_EXCHANGE
    return _swap_refusal(state, seat, paid, taken, 1)


def _swap_refusal(state: State, seat: int, paid: int, taken: int, price: int) -> "Refusal | None":
    if paid == taken:
        return refusals.SAME_RESOURCE
    return None if state.resources[seat * 4 + paid] >= price else refusals.CANNOT_PAY


def swap(state: State, seat: int, paid: int, taken: int, price: int, events: list[Event]) -> None:
    """Pay one resource to the bank and take one of another."""
    state.resources[seat * 4 + paid] -= price
    gain(state, seat, taken, 1, events)


# Main actions.


def has_token(state: State, seat: int, token: int) -> bool:
    """TW-TURN.4: whether a token of the kind is left this year."""
    return state.tokens[seat * len(TOKENS) + token] > 0


def spend(state: State, seat: int, token: int) -> None:
    """Put a token on the season."""
    state.tokens[seat * len(TOKENS) + token] -= 1


def main_refusal(state: State, seat: int, verb: Verb) -> "Refusal | None":
    """TW-TURN.4, TW-TURN.6: whether a main action without arguments may be chosen."""
    if verb is commands.MARCH:
        if not has_token(state, seat, MARCH):
            return refusals.NO_TOKEN
        gate = state.gate_of[seat]
        manned = state.squads[seat] or state.here[gate] >> seat & 1
        return None if manned else refusals.NO_SOLDIER
    if verb is commands.BUILD:
        if not has_token(state, seat, BUILD):
            return refusals.NO_TOKEN
        return None if can_build(state, seat) else refusals.NOTHING_TO_BUILD
    if verb is commands.RECRUIT:
        if not has_token(state, seat, RECRUIT):
            return refusals.NO_TOKEN
        return None if can_recruit(state, seat) else refusals.NOBODY_TO_RECRUIT
    if verb is commands.TECH:
        if not has_token(state, seat, TECH):
            return refusals.NO_TOKEN
        return None if can_buy(state, seat) else refusals.NO_TECH_TO_BUY
    if not has_token(state, seat, RETREAT):
        return refusals.NO_TOKEN
    return None if can_retreat(state, seat) else refusals.NO_RETREAT


def harvest_refusal(state: State, seat: int, named: "tuple[int, ...]") -> "Refusal | None":
    """TW-RES.1: the resources a RESOURCES token may name."""
    if not has_token(state, seat, RESOURCES):
        return refusals.NO_TOKEN
    if len(named) != (3 if state.tech_owner[EC05] == seat else 2):
        return refusals.WRONG_HARVEST
    for index in range(1, len(named)):
        if named[index - 1] > named[index]:
            return refusals.TABLE_ORDER
    return None


def harvest(state: State, seat: int, named: "tuple[int, ...]", events: list[Event]) -> None:
    """One of each resource named."""
    for resource in named:
        gain(state, seat, resource, 1, events)


def pass_refusal(state: State, seat: int) -> "Refusal | None":
    """TW-TURN.6: passing is only for those who can do nothing else."""
    return refusals.MUST_ACT if _mains(state, seat) else None


def _mains(state: State, seat: int) -> list[Command]:
    listed = [verb() for verb in MAIN_VERBS if main_refusal(state, seat, verb) is None]
    if has_token(state, seat, RESOURCES):
        listed += TRIPLES if state.tech_owner[EC05] == seat else PAIRS
    return listed


MAIN_VERBS: Final[tuple[Verb, ...]] = (
    commands.MARCH,
    commands.BUILD,
    commands.RECRUIT,
    commands.TECH,
    commands.RETREAT,
)


def legal_turn(state: State, seat: int) -> list[Command]:
    """Free actions first, then the main ones; pass only when there is no main one."""
    listed: list[Command] = []
    first = seat * MORALE_TYPES
    for card in TURN_CARDS:
        if state.hand[first + card] and play_refusal(state, seat, card) is None:
            listed.append(commands.PLAY.of(card))
    for other in range(state.seats):
        if trade_refusal(state, seat, other) is None:
            listed.append(commands.TRADE.of(other))
    for other in range(state.seats):
        if ally_refusal(state, seat, other) is None:
            listed.append(commands.ALLY.of(other))
    if break_refusal(state, seat) is None:
        listed.append(commands.BREAK.of())
    if state.tech_owner[EC06] == seat:
        for paid in range(4):
            for taken in range(4):
                if barter_refusal(state, seat, paid, taken) is None:
                    listed.append(commands.BARTER.of(paid, taken))
    if state.tech_owner[EC13] == seat:
        for paid in range(4):
            for taken in range(4):
                if exchange_refusal(state, seat, paid, taken) is None:
                    listed.append(commands.EXCHANGE.of(paid, taken))
    mains = _mains(state, seat)
    if not mains:
        mains = [commands.PASS.of()]
    return listed + mains
