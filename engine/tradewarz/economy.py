"""Resources, Xadlas and cards in hand: gaining, awards, income, posts, morale."""

from pentarch.engine.core import Event, Seat
from pentarch.engine.tradewarz.board import Post
from pentarch.engine.tradewarz.cards import MORALE_NAMES
from pentarch.engine.tradewarz.state import House, State
from pentarch.engine.tradewarz.tables import (
    BUILDINGS,
    CASTLE,
    DIAL_FALL,
    DIAL_TOP,
    ECONOMY,
    GOLD,
    GOLDEN_XADLAS,
    NONE,
    POST_GOLD,
    POST_GOLD_ECONOMY,
    POST_GOLD_LEVEL,
    RESOURCE_NAMES,
    VILLAGE,
    WEALTH_ABOVE,
    Cost,
)


def less(cost: Cost, off: Cost, times: int) -> Cost:
    """A cost reduced `times` by `off`, nothing below 0."""
    if not times:
        return cost
    return (
        max(0, cost[0] - off[0] * times),
        max(0, cost[1] - off[1] * times),
        max(0, cost[2] - off[2] * times),
        max(0, cost[3] - off[3] * times),
    )


def gain(state: State, house: House, resource: int, count: int, events: list[Event]) -> None:
    """TW-RES.2, TW-RES.3: raise a counter; at 21 it pays a golden Xadla and falls back."""
    house.goods[resource] += count
    while house.goods[resource] >= DIAL_TOP:
        house.goods[resource] -= DIAL_FALL - house.powers.dial
        events.append(Event("dial", house.seat, (RESOURCE_NAMES[resource],)))
        award(state, house, 1, "dial", events)


def award(state: State, house: House, count: int, source: str, events: list[Event]) -> None:
    """TW-LEN.12, TW-XAD.1: golden Xadlas from the supply; `source` says what for."""
    for _ in range(count):
        if state.golden_out() >= GOLDEN_XADLAS:
            return
        house.golden += 1
        events.append(Event("golden", house.seat, (source,)))


def wealth_line(house: House) -> int:
    """TW-YEAR.5, TW-RES.4: what all four counters must exceed; Barter House lowers it."""
    return WEALTH_ABOVE - house.powers.wealth


def income(state: State, seat: Seat) -> list[int]:
    """TW-YEAR.1, TW-YEAR.2 without the capital's part: buildings, posts and techs.

    TW-BLD.12, TW-BLD.13: silos and villages. TW-TP.10: posts.
    """
    house = state.houses[seat]
    powers = house.powers
    posts = state.posts_of(seat)
    rich = house.schools[ECONOMY] >= POST_GOLD_LEVEL
    yields = list(powers.yearly)
    yields[GOLD] += BUILDINGS[VILLAGE].gold * house.villages
    yields[GOLD] += BUILDINGS[CASTLE].gold * house.castles
    yields[GOLD] += posts * (POST_GOLD_ECONOMY if rich else POST_GOLD)
    yields[GOLD] += posts * powers.gold_per_post
    yields[GOLD] += house.settlements * powers.gold_per_settlement
    for space in state.buildings_of(seat):
        for place in state.building(space).silos():
            yields[state.land.terrain[place]] += 1
    return yields


def settle_posts(state: State, events: list[Event]) -> None:
    """TW-TP.4, TW-TP.6, TW-TP.8: bring the recorded ownership of the posts up to date."""
    for number, post in enumerate(state.posts):
        owner = _post_owner(state, post)
        if owner != post.owner:
            state.posts[number] = Post(post.square, owner)
            events.append(Event("post", -1 if owner == NONE else owner, (number + 1,)))


def _post_owner(state: State, post: Post) -> int:
    """The building's owner, else who owned it and still stands there, else who has most there."""
    square = state.squares[post.square]
    if square.building.owner != NONE:
        return square.building.owner
    if square.here.has(post.owner):
        return post.owner
    return strongest(state, post.square)


def strongest(state: State, space: int) -> int:
    """Who has most soldiers on a space, the lowest seat of several; NONE if nobody is there."""
    most, found = 0, NONE
    for house in state.houses:
        if house.army[space] > most:
            most = house.army[space]
            found = house.seat
    return found


def draw_morale(state: State, seat: Seat, events: list[Event]) -> None:
    """TW-CARD.6, TW-CARD.8: the top morale card goes to any hand; an empty deck gives nothing."""
    if state.morale:
        card, *state.morale = state.morale
        state.houses[seat].hand[card] += 1
        events.append(Event("morale_drawn", seat))
        events.append(Event("morale_card", seat, (MORALE_NAMES[card],), to=(seat,)))


def discard(state: State, house: House, card: int) -> None:
    """TW-CARD.7: a played card goes from the hand under the deck."""
    house.hand[card] -= 1
    state.morale = [*state.morale, card]
