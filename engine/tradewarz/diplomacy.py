"""Trading and alliances."""

from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, Event, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.economy import gain
from pentarch.engine.tradewarz.places import find_refuge, lift_unit, take, unit_with
from pentarch.engine.tradewarz.state import ALLYING, ANSWERING, GIVING, TURN, WANTING, State
from pentarch.engine.tradewarz.tables import (
    ALLIANCE_GOLD,
    GATES,
    GOLD,
    MOST_OFFERS,
    MOST_TRADED,
    NONE,
    RESOURCE_NAMES,
    SPACES,
    UNITS,
)

# Trading.


def trade_refusal(state: State, seat: int, partner: int) -> "Refusal | None":
    """TW-TRD.1, TW-TRD.4: whether an offer may be made to a partner."""
    if not state.settings.trading:
        return refusals.NO_TRADING
    if partner >= state.seats or partner == seat:
        return refusals.NOT_A_PARTNER
    if state.offers >= MOST_OFFERS:
        return refusals.NO_OFFERS_LEFT
    for resource in range(4):
        if state.resources[seat * 4 + resource] and has_other(state, partner, resource):
            return None
    return refusals.NOTHING_TO_TRADE


def has_other(state: State, seat: int, resource: int) -> bool:
    """Whether the seat has any resource but this one."""
    base = seat * 4
    stock = state.resources
    return (
        stock[base] + stock[base + 1] + stock[base + 2] + stock[base + 3] > stock[base + resource]
    )


def open_offer(state: State, partner: int) -> None:
    """The offer is made in two steps: what is given, what is wanted."""
    state.offers += 1
    state.partner = partner
    state.phase = GIVING


def give_refusal(state: State, seat: int, resource: int, count: int) -> "Refusal | None":
    """TW-TRD.2, TW-TRD.5: what the offerer can give."""
    if state.resources[seat * 4 + resource] < count:
        return refusals.NOT_IN_STOCK
    return None if has_other(state, state.partner, resource) else refusals.NOTHING_TO_TRADE


def want_refusal(state: State, resource: int, count: int) -> "Refusal | None":
    """TW-TRD.2: what the partner can give for it."""
    if resource == state.give:
        return refusals.SAME_GOODS
    if state.resources[state.partner * 4 + resource] < count:
        return refusals.NOT_IN_STOCK
    return None


def legal_gifts(state: State, seat: int) -> list[Command]:
    """What may be offered."""
    return [
        commands.GIVE.of(resource, count - 1)
        for resource in range(4)
        for count in range(1, MOST_TRADED + 1)
        if give_refusal(state, seat, resource, count) is None
    ]


def legal_wants(state: State) -> list[Command]:
    """What may be asked for."""
    return [
        commands.WANT.of(resource, count - 1)
        for resource in range(4)
        for count in range(1, MOST_TRADED + 1)
        if want_refusal(state, resource, count) is None
    ]


def name_gift(state: State, resource: int, count: int) -> None:
    """The first half of the offer."""
    state.give = resource
    state.give_count = count
    state.phase = WANTING


def name_want(state: State, resource: int, count: int, events: list[Event]) -> None:
    """The second half: the offer is public and waits for its answer."""
    state.want = resource
    state.want_count = count
    state.phase = ANSWERING
    values = (
        SEAT_NAMES[state.partner],
        state.give_count,
        RESOURCE_NAMES[state.give],
        count,
        RESOURCE_NAMES[resource],
    )
    events.append(Event("offered", state.seat, values))


def answer_offer(state: State, accepted: bool, events: list[Event]) -> None:
    """TW-TRD.3: exchange at once, or nothing."""
    seat, partner = state.seat, state.partner
    events.append(Event("traded" if accepted else "declined", partner))
    if accepted:
        state.resources[seat * 4 + state.give] -= state.give_count
        state.resources[partner * 4 + state.want] -= state.want_count
        gain(state, seat, state.want, state.want_count, events)
        gain(state, partner, state.give, state.give_count, events)
    state.partner = NONE
    state.give = NONE
    state.give_count = 0
    state.want = NONE
    state.want_count = 0
    state.phase = TURN


# Alliances.


def members(state: State, seat: int) -> int:
    """How many seats are in the seat's alliance, itself included."""
    return state.friends[seat].bit_count()


def ally_refusal(state: State, seat: int, other: int) -> "Refusal | None":
    """TW-ALL.1, TW-ALL.3, TW-ALL.4, TW-ALL.5, TW-ALL.7: whether an alliance may be proposed."""
    if not state.settings.alliances or state.seats < 3:
        return refusals.NO_ALLIANCES
    if other >= state.seats or other == seat:
        return refusals.NOT_A_PARTNER
    if state.proposed:
        return refusals.PROPOSED_ALREADY
    if state.barred[seat] or state.barred[other]:
        return refusals.TOO_SOON
    if members(state, other) > 1:
        return refusals.ALREADY_ALLIED
    size = members(state, seat) + 1
    if size > state.settings.alliance_max or size >= state.seats:
        return refusals.ALLIANCE_FULL
    lone = members(state, seat) == 1
    if state.resources[other * 4] < ALLIANCE_GOLD or (
        lone and state.resources[seat * 4] < ALLIANCE_GOLD
    ):
        return refusals.NO_ALLIANCE_GOLD
    circle = state.friends[seat] | 1 << other
    for gate in range(GATES):
        owner = state.gate_owner[gate]
        if owner != NONE and circle >> owner & 1 and state.here[gate] & circle & ~(1 << owner):
            return refusals.CAPITAL_BETWEEN
    return None


def propose(state: State, other: int, events: list[Event]) -> None:
    """TW-ALL.2: the invited seat answers first, then the other members in seat order."""
    state.proposed = 1
    state.partner = other
    state.asked = state.friends[state.seat] & ~(1 << state.seat) | 1 << other
    state.phase = ALLYING
    events.append(Event("proposed", state.seat, (SEAT_NAMES[other],)))


def answering_seat(state: State) -> int:
    """Who answers the proposal now."""
    if state.asked >> state.partner & 1:
        return state.partner
    return (state.asked & -state.asked).bit_length() - 1


def answer_proposal(state: State, accepted: bool, events: list[Event]) -> None:
    """TW-ALL.2, TW-ALL.3: one refusal ends it; when all agree the joining seats pay."""
    if accepted:
        state.asked &= ~(1 << answering_seat(state))
        if state.asked:
            return
        _join(state, events)
    else:
        events.append(Event("declined", answering_seat(state)))
    state.asked = 0
    state.partner = NONE
    state.phase = TURN


def _join(state: State, events: list[Event]) -> None:
    seat, other = state.seat, state.partner
    if members(state, seat) == 1:
        state.resources[seat * 4 + GOLD] -= ALLIANCE_GOLD
    state.resources[other * 4 + GOLD] -= ALLIANCE_GOLD
    circle = state.friends[seat] | 1 << other
    for member in range(state.seats):
        if circle >> member & 1:
            state.friends[member] = circle
    events.append(Event("allied", seat, (SEAT_NAMES[other],)))


def break_refusal(state: State, seat: int) -> "Refusal | None":
    """TW-ALL.6: breaking takes an alliance and four gold for each other member."""
    others = members(state, seat) - 1
    if not others:
        return refusals.NOT_ALLIED
    if state.resources[seat * 4 + GOLD] < ALLIANCE_GOLD * others:
        return refusals.NO_BREAKING_GOLD
    return None


def break_alliance(state: State, seat: int, events: list[Event]) -> None:
    """TW-ALL.6, TW-ALL.7, TW-ALL.10, TW-ALL.11: pay, leave, part."""
    events.append(Event("broke", seat))
    former = [other for other in range(state.seats) if state.friends[seat] >> other & 1]
    former.remove(seat)
    state.resources[seat * 4 + GOLD] -= ALLIANCE_GOLD * len(former)
    state.friends[seat] = 1 << seat
    for other in former:
        state.friends[other] &= ~(1 << seat)
        gain(state, other, GOLD, ALLIANCE_GOLD, events)
    state.barred[seat] = 1
    _return_lent(state, seat)
    _part(state, seat, former)


def _return_lent(state: State, seat: int) -> None:
    """Super units lent to or by the leaving seat go back to their owners' capitals."""
    for unit, tech in enumerate(UNITS):
        holder = state.unit_holder[unit]
        owner = state.tech_owner[tech]
        if holder not in (NONE, owner) and seat in (holder, owner):
            lift_unit(state, unit)


def _part(state: State, seat: int, former: list[int]) -> None:
    """TW-ALL.11: guests are all lifted before the first of them looks for a refuge."""
    guests: list[tuple[int, int, int, int]] = []
    for space in range(GATES, SPACES):
        owner = state.owner[space]
        here = state.here[space]
        leaving = former if owner == seat else [seat]
        if owner == NONE and here == 1 << seat:
            continue
        for guest in leaving:
            if here >> guest & 1:
                unit = unit_with(state, guest, space)
                if unit != NONE:
                    lift_unit(state, unit)
                count = state.army[guest * SPACES + space]
                take(state, guest, space, count)
                guests.append((guest, space, count, unit))
    for guest, space, count, unit in guests:
        find_refuge(state, guest, space, count, unit)
