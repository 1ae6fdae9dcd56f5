"""Before year 1: the map, the cards, the posts, the houses, and the race around the continent."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.places import put
from pentarch.engine.tradewarz.state import HOUSES, POSTS, SAILING, Land, Settings, State, blank
from pentarch.engine.tradewarz.tables import (
    ANCHORS,
    BATTLE_COPIES,
    BATTLE_TYPES,
    BLUE_DIE,
    DECK,
    DOCK_GAP,
    EQUAL_DEAL,
    GATE_SQUARES,
    GATES,
    HOUSE_NAMES,
    INNER_TILES,
    LAKE,
    LUMBER,
    MANY_SEATS,
    MORALE_COPIES,
    MORALE_TYPES,
    MOUNTAIN,
    NONE,
    POSTS_FEW,
    POSTS_MANY,
    RED_DIE,
    RIM_TILES,
    SOLDIER_LIMIT,
    SPACE_NAMES,
    SPACES,
    START_RESOURCE,
    START_SOLDIERS,
    TERRAIN_COUNTS,
    TILES,
    TOKENS,
    TOUCHING,
    WHEAT,
)

GATE_SIDES: Final = frozenset(space for pair in GATE_SQUARES for space in pair)
_ROLL_ROUNDS: Final = 20


def prepare(settings: Settings, seats: int, chance: Chance) -> State:
    """Lay the map, deal the cards, and wait for the first post or house."""
    state = blank(settings, Land(deal_tiles(chance)), seats)
    posts = POSTS_MANY if seats >= MANY_SEATS else POSTS_FEW
    state.post_square = [NONE] * posts
    state.post_owner = [NONE] * posts
    state.phase = POSTS
    if not settings.posts_by_seats:
        state.post_square = scatter_posts(state.land, posts, chance)
        state.phase = HOUSES
    deal_battle_cards(state, chance)
    state.morale = [kind for kind in range(MORALE_TYPES) for _ in range(MORALE_COPIES[kind])]
    chance.shuffle(state.morale)
    return state


def deal_tiles(chance: Chance) -> list[int]:
    """TW-MAP.1, TW-MAP.2, TW-MAP.3: fields on the rim, then fields and obstacles inside."""
    fields = [kind for kind in (WHEAT, LUMBER, 2) for _ in range(TERRAIN_COUNTS[kind])]
    chance.shuffle(fields)
    terrain = [0] * TILES
    for place, kind in zip(RIM_TILES, fields, strict=False):
        terrain[place] = kind
    inner = fields[len(RIM_TILES) :]
    inner += [MOUNTAIN] * TERRAIN_COUNTS[MOUNTAIN] + [LAKE] * TERRAIN_COUNTS[LAKE]
    chance.shuffle(inner)
    for place, kind in zip(INNER_TILES, inner, strict=True):
        terrain[place] = kind
    return terrain


def touches_obstacle(land: Land, space: int) -> bool:
    """TW-TP.1: whether a lake or mountain touches the square."""
    return any(land.terrain[place] >= MOUNTAIN for place in TOUCHING[space])


def scatter_posts(land: Land, posts: int, chance: Chance) -> list[int]:
    """Random squares by obstacles, within reach, away from the gates and from each other."""
    ashore = _reachable(land)
    first = [
        space
        for space in range(GATES, SPACES)
        if touches_obstacle(land, space) and ashore[space] and space not in GATE_SIDES
    ]
    chance.shuffle(first)
    chosen: list[int] = []
    for least in (2, 1):
        for space in first:
            if len(chosen) < posts and all(_apart(space, other) >= least for other in chosen):
                chosen.append(space)
    for space in range(GATES, SPACES):
        if len(chosen) < posts and touches_obstacle(land, space) and space not in chosen:
            chosen.append(space)
    return chosen


def _apart(one: int, other: int) -> int:
    a, b = one - GATES, other - GATES
    return abs(a // 6 - b // 6) + abs(a % 6 - b % 6)


def _reachable(land: Land) -> list[bool]:
    """The squares joined to the outer ring by open channels."""
    seen = [False] * SPACES
    seen[GATES] = True
    queue = [GATES]
    for space in queue:
        for other in land.near[space]:
            if other >= GATES and not seen[other]:
                seen[other] = True
                queue.append(other)
    return seen


def deal_battle_cards(state: State, chance: Chance) -> None:
    """TW-CARD.1: six cards each, shuffled into a stack."""
    pack = [kind for kind in range(BATTLE_TYPES) for _ in range(BATTLE_COPIES)]
    if not state.settings.equal_deal:
        chance.shuffle(pack)
    for seat in range(state.seats):
        six = pack[seat * DECK : (seat + 1) * DECK]
        if state.settings.equal_deal:
            six = list(EQUAL_DEAL)
            for kind in six:
                state.known[seat * BATTLE_TYPES + kind] += 1
        stack(state, seat, six, chance)


def stack(state: State, seat: int, cards: list[int], chance: Chance) -> None:
    """TW-CARD.5: shuffle six cards, taken in table order, into a new face-down stack."""
    cards.sort()
    chance.shuffle(cards)
    state.deck[seat * DECK : (seat + 1) * DECK] = cards
    state.drawn[seat] = 0
    state.unseen[seat] = 0


# Posts placed by the seats.


def post_refusal(state: State, post: int, space: int) -> "Refusal | None":
    """Whether the next post may lie there."""
    if post >= len(state.post_square) or state.post_square.index(NONE) != post:
        return refusals.OTHER_POST
    if space in state.post_square:
        return refusals.POST_TAKEN
    if space in GATE_SIDES:
        return refusals.POST_BY_GATE
    if not touches_obstacle(state.land, space):
        return refusals.POST_WITHOUT_OBSTACLE
    return None


def legal_posts(state: State) -> list[Command]:
    """Where the next post may lie."""
    post = state.post_square.index(NONE)
    return [
        commands.POST.of(post, space - GATES)
        for space in range(GATES, SPACES)
        if post_refusal(state, post, space) is None
    ]


def place_post(state: State, post: int, space: int) -> None:
    """A seat lays the next post; the next seat lays the one after it."""
    state.post_square[post] = space
    if NONE in state.post_square:
        state.seat = (state.seat + 1) % state.seats
        return
    state.phase = HOUSES
    state.seat = 0


# Houses.


def house_refusal(state: State, house: int) -> "Refusal | None":
    """TW-SEA.1: each house is taken once."""
    return refusals.HOUSE_TAKEN if house in state.house else None


def legal_houses(state: State) -> list[Command]:
    """The houses left."""
    return [
        commands.HOUSE.of(h) for h in range(len(HOUSE_NAMES)) if house_refusal(state, h) is None
    ]


def choose_house(state: State, house: int, chance: Chance, events: list[Event]) -> bool:
    """Take a house; after the last one the sailing order is rolled. True once ships sail."""
    state.house[state.seat] = house
    if state.seat + 1 < state.seats:
        state.seat += 1
        return False
    state.order = _roll_order(list(range(state.seats)), chance, events, _ROLL_ROUNDS)
    state.phase = SAILING
    state.turn = 0
    state.seat = state.order[0]
    roll_sea(state, chance, events)
    return True


def _roll_order(seats: list[int], chance: Chance, events: list[Event], rounds: int) -> list[int]:
    """TW-SEA.3: by descending sums; who is tied rolls again."""
    if len(seats) < 2:
        return seats
    if not rounds:
        chance.shuffle(seats)
        return seats
    sums: list[int] = []
    for seat in seats:
        red, blue = RED_DIE[chance.die(6) - 1], BLUE_DIE[chance.die(6) - 1]
        events.append(Event("order_roll", seat, (red, blue)))
        sums.append(red + blue)
    order: list[int] = []
    for value in sorted(set(sums), reverse=True):
        tied = [seat for seat, rolled in zip(seats, sums, strict=True) if rolled == value]
        order += _roll_order(tied, chance, events, rounds - 1)
    return order


# Sailing.


def roll_sea(state: State, chance: Chance, events: list[Event]) -> None:
    """TW-SEA.4: both dice for the ship whose turn it is."""
    red, blue = RED_DIE[chance.die(6) - 1], BLUE_DIE[chance.die(6) - 1]
    state.roll = red + blue
    events.append(Event("sail_roll", state.seat, (red, blue)))


def dock_refusal(state: State, dock: int) -> "Refusal | None":
    """TW-SEA.6, TW-SEA.7, TW-SEA.9: whether the ship may end its voyage at a dock."""
    if state.gate_owner[dock] != NONE:
        return refusals.DOCK_TAKEN
    at = state.ship[state.seat]
    place = (dock + 1) * DOCK_GAP
    while place <= at:
        place += ANCHORS
    if place > at + state.roll:
        return refusals.DOCK_OUT_OF_REACH
    if state.settings.full_lap and place < ANCHORS:
        return refusals.LAP_FIRST
    return None


def sail_refusal(state: State) -> "Refusal | None":
    """TW-SEA.8: after a lap a ship docks as soon as it can."""
    if state.ship[state.seat] >= ANCHORS:
        for dock in range(GATES):
            if dock_refusal(state, dock) is None:
                return refusals.MUST_DOCK
    return None


def legal_sailing(state: State) -> list[Command]:
    """Docks within reach, and sailing on."""
    listed = [commands.DOCK.of(dock) for dock in range(GATES) if dock_refusal(state, dock) is None]
    if not listed or state.ship[state.seat] < ANCHORS:
        listed.append(commands.SAIL.of())
    return listed


def sail(state: State) -> None:
    """The ship goes on by the whole roll."""
    state.ship[state.seat] += state.roll


def land(state: State, dock: int, events: list[Event]) -> None:
    """TW-SEA.10, TW-CAP.1: the capital stands, two soldiers and six of each resource arrive."""
    seat = state.seat
    state.gate_of[seat] = dock
    state.gate_owner[dock] = seat
    state.reserve[seat] = SOLDIER_LIMIT - START_SOLDIERS
    for resource in range(4):
        state.resources[seat * 4 + resource] = START_RESOURCE
    for token, count in enumerate(TOKENS):
        state.tokens[seat * len(TOKENS) + token] = count
    put(state, seat, dock, START_SOLDIERS)
    events.append(Event("docked", seat, (SPACE_NAMES[dock],)))


def next_ship(state: State, chance: Chance, events: list[Event]) -> bool:
    """TW-SEA.5: the next ship at sea rolls. False once all have docked."""
    for ahead in range(1, state.seats + 1):
        turn = (state.turn + ahead) % state.seats
        if state.gate_of[state.order[turn]] == NONE:
            state.turn = turn
            state.seat = state.order[turn]
            roll_sea(state, chance, events)
            return True
    return False
