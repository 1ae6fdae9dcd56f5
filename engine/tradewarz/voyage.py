"""Before year 1: the map, the cards, the posts, the houses, and the race around the continent."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.board import Gate, Land, Post
from pentarch.engine.tradewarz.cards import (
    BATTLE_COPIES,
    BATTLE_TYPES,
    EQUAL_DEAL,
    morale_pack,
)
from pentarch.engine.tradewarz.decisions import OwnChoice
from pentarch.engine.tradewarz.house import Deck
from pentarch.engine.tradewarz.lattice import (
    GATE_SQUARES,
    GATES,
    INNER_TILES,
    RIM_TILES,
    SPACE_NAMES,
    SPACES,
    TILES,
    TOUCHING,
)
from pentarch.engine.tradewarz.places import put
from pentarch.engine.tradewarz.settings import Settings
from pentarch.engine.tradewarz.state import HOUSES, POSTS, SAILING, House, State
from pentarch.engine.tradewarz.tables import (
    ANCHORS,
    BLUE_DIE,
    DECK,
    DOCK_GAP,
    HOUSE_NAMES,
    LAKE,
    LUMBER,
    MINING,
    MOUNTAIN,
    NONE,
    RED_DIE,
    RESOURCE_NAMES,
    SOLDIER_LIMIT,
    START_RESOURCE,
    START_SOLDIERS,
    TERRAINS,
    TOKENS,
    WHEAT,
)
from pentarch.engine.tradewarz.year import begin_turn

GATE_SIDES: Final = frozenset(space for pair in GATE_SQUARES for space in pair)
_ROLL_ROUNDS: Final = 20


def prepare(settings: Settings, seats: int, chance: Chance) -> State:
    """Lay the map, deal the cards, and wait for the first post or house."""
    state = State(settings, Land(deal_tiles(chance)), seats)
    if not settings.posts_by_seats:
        squares = scatter_posts(state.land, len(state.posts), chance)
        state.posts = [Post(square, NONE) for square in squares]
        state.decision = HOUSES
    _deal_battle_cards(state, chance)
    state.morale = morale_pack()
    chance.shuffle(state.morale)
    return state


def deal_tiles(chance: Chance) -> list[int]:
    """TW-MAP.1, TW-MAP.2, TW-MAP.3: fields on the rim, then fields and obstacles inside."""
    fields = _tiles_of(WHEAT) + _tiles_of(LUMBER) + _tiles_of(MINING)
    chance.shuffle(fields)
    terrain = [0] * TILES
    for place, kind in zip(RIM_TILES, fields, strict=False):
        terrain[place] = kind
    inner = fields[len(RIM_TILES) :] + _tiles_of(MOUNTAIN) + _tiles_of(LAKE)
    chance.shuffle(inner)
    for place, kind in zip(INNER_TILES, inner, strict=True):
        terrain[place] = kind
    return terrain


def _tiles_of(kind: int) -> list[int]:
    return [kind] * TERRAINS[kind].count


def touches_obstacle(land: Land, space: int) -> bool:
    """TW-TP.1: whether a lake or mountain touches the square."""
    return len(land.fields[space]) < len(TOUCHING[space])


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


def _deal_battle_cards(state: State, chance: Chance) -> None:
    """TW-CARD.1: six cards each, shuffled into a stack."""
    equal = state.settings.equal_deal
    pack = [kind for kind in range(BATTLE_TYPES) for _ in range(BATTLE_COPIES)]
    if not equal:
        chance.shuffle(pack)
    for house in state.houses:
        cards = list(EQUAL_DEAL) if equal else pack[:DECK]
        pack = pack[DECK:]
        known = [cards.count(kind) if equal else 0 for kind in range(BATTLE_TYPES)]
        cards.sort()
        chance.shuffle(cards)
        house.deck = Deck(cards, 0, (), known)


# Posts placed by the seats.


def _next_post(state: State) -> int:
    for number, post in enumerate(state.posts):
        if post.square == NONE:
            return number
    return NONE


class PlacePost(Branch[State]):
    """A seat lays the next post; the next seat lays the one after it."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        number = _next_post(state)
        return [commands.POST.of(number, space - GATES) for space in range(GATES, SPACES)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        number, space = command.args[0], command.args[1] + GATES
        if number != _next_post(state):
            return refusals.OTHER_POST
        if state.post_at(space) != NONE:
            return refusals.POST_TAKEN
        if space in GATE_SIDES:
            return refusals.POST_BY_GATE
        if not touches_obstacle(state.land, space):
            return refusals.POST_WITHOUT_OBSTACLE
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        number, space = command.args[0], command.args[1] + GATES
        state.posts[number] = Post(space, state.posts[number].owner)
        if _next_post(state) != NONE:
            state.seat = (state.seat + 1) % state.seats
            return
        state.decision = HOUSES
        state.seat = 0


class PlacePosts(OwnChoice):
    """Where the next post lies."""

    def __init__(self) -> None:
        super().__init__(POSTS, [PlacePost(commands.POST)])


# Houses.


class TakeHouse(Branch[State]):
    """TW-SEA.1: each house is taken once; after the last one the sailing order is rolled."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.HOUSE.of(banner) for banner in range(len(HOUSE_NAMES))]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        taken = any(house.banner == command.args[0] for house in state.houses)
        return refusals.HOUSE_TAKEN if taken else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.acting().banner = command.args[0]
        if state.seat + 1 < state.seats:
            state.seat += 1
            return
        state.order = _roll_order(list(range(state.seats)), chance, events, _ROLL_ROUNDS)
        state.decision = SAILING
        state.turn = 0
        _roll_sea(state, chance, events)


class ChooseHouse(OwnChoice):
    """Under which banner the seat sails."""

    def __init__(self) -> None:
        super().__init__(HOUSES, [TakeHouse(commands.HOUSE)])


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


def _roll_sea(state: State, chance: Chance, events: list[Event]) -> None:
    """TW-SEA.4: both dice for the ship whose turn it is."""
    state.seat = state.order[state.turn]
    red, blue = RED_DIE[chance.die(6) - 1], BLUE_DIE[chance.die(6) - 1]
    state.march.roll = red + blue
    events.append(Event("sail_roll", state.seat, (red, blue)))


def _next_ship(state: State, chance: Chance, events: list[Event]) -> None:
    """TW-SEA.5: the next ship at sea rolls; once all have docked the first year begins."""
    for ahead in range(1, state.seats + 1):
        turn = (state.turn + ahead) % state.seats
        if state.houses[state.order[turn]].gate == NONE:
            state.turn = turn
            _roll_sea(state, chance, events)
            return
    state.march.roll = 0
    state.turn = 0
    begin_turn(state)


def _dock_refusal(state: State, house: House, dock: int) -> "Refusal | None":
    """TW-SEA.6, TW-SEA.7, TW-SEA.9: whether the ship may end its voyage at a dock."""
    if state.gates[dock].owner != NONE:
        return refusals.DOCK_TAKEN
    place = (dock + 1) * DOCK_GAP
    while place <= house.ship:
        place += ANCHORS
    if place > house.ship + state.march.roll:
        return refusals.DOCK_OUT_OF_REACH
    if state.settings.full_lap and place < ANCHORS:
        return refusals.LAP_FIRST
    return None


class Dock(Branch[State]):
    """TW-SEA.10, TW-CAP.1: the capital stands, two soldiers and six of each resource arrive."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.DOCK.of(dock) for dock in range(GATES)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return _dock_refusal(state, state.houses[seat], command.args[0])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house, dock = state.houses[seat], command.args[0]
        house.gate = dock
        state.gates[dock] = Gate(seat, state.gates[dock].conquered)
        house.reserve = SOLDIER_LIMIT - START_SOLDIERS
        house.goods = [START_RESOURCE] * len(RESOURCE_NAMES)
        house.tokens = [token.count for token in TOKENS]
        put(state, house, dock, START_SOLDIERS)
        events.append(Event("docked", seat, (SPACE_NAMES[dock],)))
        _next_ship(state, chance, events)


class SailOn(Branch[State]):
    """TW-SEA.8: the ship goes on by the whole roll; after a lap it docks as soon as it can."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.SAIL.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        if house.ship >= ANCHORS:
            for dock in range(GATES):
                if _dock_refusal(state, house, dock) is None:
                    return refusals.MUST_DOCK
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.houses[seat].ship += state.march.roll
        _next_ship(state, chance, events)


class Sail(OwnChoice):
    """Docks within reach, and sailing on."""

    def __init__(self) -> None:
        super().__init__(SAILING, [Dock(commands.DOCK), SailOn(commands.SAIL)])
