"""Resources and Xadlas: paying, gaining, the dial, awards."""

from pentarch.engine.core import Event
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    DIAL_FALL,
    DIAL_FALL_GOLDEN_AGE,
    DIAL_TOP,
    EC16,
    GOLDEN_XADLAS,
    NONE,
    RESOURCE_NAMES,
    SPACES,
)


def can_pay(state: State, seat: int, cost: "tuple[int, int, int, int]") -> bool:
    """TW-BLD.15: whether the seat's counters hold the cost."""
    base = seat * 4
    stock = state.resources
    return (
        stock[base] >= cost[0]
        and stock[base + 1] >= cost[1]
        and stock[base + 2] >= cost[2]
        and stock[base + 3] >= cost[3]
    )


def pay(state: State, seat: int, cost: "tuple[int, int, int, int]") -> None:
    """Take a cost off the counters."""
    base = seat * 4
    for resource in range(4):
        state.resources[base + resource] -= cost[resource]


def less(
    cost: "tuple[int, int, int, int]", off: "tuple[int, int, int, int]", times: int
) -> "tuple[int, int, int, int]":
    """A cost reduced `times` by `off`, nothing below 0."""
    if not times:
        return cost
    return (
        max(0, cost[0] - off[0] * times),
        max(0, cost[1] - off[1] * times),
        max(0, cost[2] - off[2] * times),
        max(0, cost[3] - off[3] * times),
    )


def gain(state: State, seat: int, resource: int, count: int, events: list[Event]) -> None:
    """TW-RES.2, TW-RES.3: raise a counter; at 21 it pays a golden Xadla and falls back."""
    index = seat * 4 + resource
    state.resources[index] += count
    while state.resources[index] >= DIAL_TOP:
        fall = DIAL_FALL_GOLDEN_AGE if state.tech_owner[EC16] == seat else DIAL_FALL
        state.resources[index] -= fall
        events.append(Event("dial", seat, (RESOURCE_NAMES[resource],)))
        award(state, seat, 1, "dial", events)


def award(state: State, seat: int, count: int, source: str, events: list[Event]) -> None:
    """TW-LEN.12, TW-XAD.1: golden Xadlas from the supply; `source` says what for."""
    for _ in range(count):
        if sum(state.golden) >= GOLDEN_XADLAS:
            return
        state.golden[seat] += 1
        events.append(Event("golden", seat, (source,)))


def posts_of(state: State, seat: int) -> int:
    """How many trading posts the seat owns."""
    return state.post_owner.count(seat)


def xadlas(state: State, seat: int) -> int:
    """TW-LEN.3, TW-TP.7, TW-XAD.2: golden Xadlas, and the silver ones of castles and posts."""
    return state.golden[seat] + state.castles[seat] + state.post_owner.count(seat)


def settle_posts(state: State, events: list[Event]) -> None:
    """TW-TP.4, TW-TP.6, TW-TP.8: bring the recorded ownership of the posts up to date."""
    for post, square in enumerate(state.post_square):
        owner = state.owner[square]
        if owner == NONE:
            owner = state.post_owner[post]
            here = state.here[square]
            if owner == NONE or not here >> owner & 1:
                owner = NONE
                most = 0
                for seat in range(state.seats):
                    count = state.army[seat * SPACES + square]
                    if count > most:
                        most = count
                        owner = seat
        if owner != state.post_owner[post]:
            state.post_owner[post] = owner
            events.append(Event("post", -1 if owner == NONE else owner, (post + 1,)))
