"""Small TradeWarz states, and ways to play from them. Places and cards go by their names."""

from pentarch.engine.chance import Chance, Scripted, Seeded
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.board import Building, Gate, Land, Post
from pentarch.engine.tradewarz.cards import BATTLE_NAMES, MORALE_NAMES, morale_pack
from pentarch.engine.tradewarz.house import Deck
from pentarch.engine.tradewarz.lattice import GATES, SPACE_NAMES, SPACES, TILE_NAMES
from pentarch.engine.tradewarz.might import attack_might, defence_might
from pentarch.engine.tradewarz.places import place_unit, put, put_up
from pentarch.engine.tradewarz.seats import NOBODY
from pentarch.engine.tradewarz.settings import Settings
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BUILDING_NAMES,
    BUILDINGS,
    NONE,
    RESOURCE_NAMES,
    SOLDIER_LIMIT,
    TERRAIN_NAMES,
    TOKENS,
    WHEAT,
    Might,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, UNIT_NAMES
from pentarch.engine.tradewarz.voyage import deal_tiles
from pentarch.engine.tradewarz.year import begin_turn
from tests.playing import texts

DOCKS = (0, 2, 4, 6, 1, 3)
POST_SQUARES = ("s22", "s55", "s52", "s25")
PASSIVE = "resources gold gold"
OBSTACLES = "c3=lumber d3=mountain e3=mountain d4=lake"
SIX = ("bc05", "bc05", "bc05", "bc05", "bc05", "bc05")


def space(name: str) -> int:
    """The number of a space."""
    return SPACE_NAMES.index(name)


def land(tiles: str = "") -> Land:
    """Wheat everywhere but for tiles such as `c3=lake d4=mountain`."""
    terrain = [WHEAT] * len(TILE_NAMES)
    for word in tiles.split():
        name, _, kind = word.partition("=")
        terrain[TILE_NAMES.index(name)] = TERRAIN_NAMES.index(kind)
    return Land(terrain)


def start(
    seats: int = 2, tiles: str = "", *, empty: bool = False, real: bool = False, **options: Json
) -> State:
    """Year 1, summer, p1 to act; two soldiers on every gate unless `empty`, five of all goods.

    A `real` map has all the tiles it should, so that its views and dumps can be read back.
    """
    settings = Settings(choose(RULESET.info.options, options).values)
    ground = Land(deal_tiles(Seeded(1))) if real else land(tiles)
    state = State(settings, ground, seats)
    state.posts = [Post(space(name), NONE) for name in POST_SQUARES[: len(state.posts)]]
    state.morale = morale_pack()
    for house in state.houses:
        house.gate = DOCKS[house.seat]
        house.banner = house.seat
        house.reserve = SOLDIER_LIMIT
        house.goods = [5, 5, 5, 5]
        house.tokens = [token.count for token in TOKENS]
        state.gates[house.gate] = Gate(house.seat, 0)
        deck(state, house.seat, *SIX)
    if not empty:
        for seat in range(seats):
            army(state, seat, gate(seat), 2)
    begin_turn(state)
    return state


def gate(seat: Seat) -> str:
    """The name of a seat's gate in these states."""
    return SPACE_NAMES[DOCKS[seat]]


def army(state: State, seat: Seat, where: str, count: int) -> None:
    """Put soldiers from the reserve somewhere."""
    if count:
        state.houses[seat].reserve -= count
        put(state, state.houses[seat], space(where), count)


def soldiers(state: State, seat: Seat, where: str) -> int:
    """How many soldiers of a seat stand somewhere."""
    return state.houses[seat].army[space(where)]


def building(state: State, seat: Seat, where: str, kind: str, *silos: str) -> None:
    """Set up a building of an earlier year; silos default to the first tile it touches."""
    row = BUILDINGS[BUILDING_NAMES.index(kind)]
    default = f"{'abcdefg'[(space(where) - GATES) // 6]}{(space(where) - GATES) % 6 + 1}"
    tiles = [TILE_NAMES.index(silo) for silo in silos or (default,) * row.silos]
    silo, second, *_ = [*tiles, NONE, NONE]
    put_up(state, space(where), Building(BUILDING_NAMES.index(kind), seat, 0, silo, second))


def own(state: State, seat: Seat, *names: str) -> None:
    """Give techs to a seat; super units wait in the capital."""
    for name in names:
        state.sell_tech(TECH_NAMES.index(name), state.houses[seat])


def accompany(state: State, seat: Seat, unit: str, where: str) -> None:
    """A super unit goes with the seat's squad."""
    place_unit(state, UNIT_NAMES.index(unit), state.houses[seat], space(where))


def unit_place(state: State, unit: str) -> str:
    """Where a super unit is."""
    place = state.stations[UNIT_NAMES.index(unit)].space
    return SPACE_NAMES[place] if place < SPACES else "capital"


def deck(state: State, seat: Seat, *names: str) -> None:
    """The first cards of a seat's stack, from the top; the rest stays."""
    house = state.houses[seat]
    cards = [BATTLE_NAMES.index(name) for name in names] + house.deck.cards[len(names) :]
    house.deck = Deck(cards, house.deck.drawn, house.deck.unseen, house.deck.known)


def hold(state: State, seat: Seat, *names: str) -> None:
    """Morale cards from the deck to a seat's hand."""
    for name in names:
        kind = MORALE_NAMES.index(name)
        state.morale.remove(kind)
        state.houses[seat].hand[kind] += 1


def held(state: State, seat: Seat, name: str) -> int:
    """How many of a morale card a seat holds."""
    return state.houses[seat].hand[MORALE_NAMES.index(name)]


def goods(state: State, seat: Seat) -> list[int]:
    """Gold, lumber, mining, wheat."""
    return state.houses[seat].goods.copy()


def stock(state: State, seat: Seat, gold: int, lumber: int, mining: int, wheat: int) -> None:
    """Set a seat's counters."""
    state.houses[seat].goods = [gold, lumber, mining, wheat]


def ally(state: State, *seats: Seat) -> None:
    """Make seats allies."""
    circle = NOBODY
    for seat in seats:
        circle = circle.plus(seat)
    for seat in seats:
        state.houses[seat].friends = circle


def circles(state: State) -> list[list[Seat]]:
    """The alliance of each seat, itself included."""
    return [house.friends.members for house in state.houses]


def golden(state: State) -> list[int]:
    """The golden Xadlas of all seats."""
    return [house.golden for house in state.houses]


def give_golden(state: State, *counts: int) -> None:
    """Set the golden Xadlas of all seats."""
    for house, count in zip(state.houses, counts, strict=True):
        house.golden = count


def hold_posts(state: State, *owners: Seat) -> None:
    """Set the owners of the posts, NONE for nobody."""
    for number, owner in enumerate(owners):
        state.posts[number] = Post(state.posts[number].square, owner)


def silos(state: State, where: str) -> list[int]:
    """The tiles of a building's silos."""
    return state.building(space(where)).silos()


def draw(state: State, seat: Seat, count: int) -> None:
    """The first cards of a seat's stack are used up, unknown to all."""
    deck = state.houses[seat].deck
    state.houses[seat].deck = Deck(deck.cards, count, deck.unseen, deck.known)


def attack_values(state: State, seat: Seat, where: int, unit: int) -> list[int]:
    """Strength, kills and blocks of an attacker's techs and super unit."""
    return parts(attack_might(state, state.houses[seat], where, unit))


def defence_values(state: State, seat: Seat, where: int) -> list[int]:
    """Strength, kills and blocks of a defender's techs, super unit and walls."""
    return parts(defence_might(state, state.houses[seat], where))


def parts(might: Might) -> list[int]:
    """Strength, kills, blocks."""
    return [might.strength, might.kills, might.blocks]


def check(state: State, seat: Seat, text: str) -> Refusal | None:
    """Why a command is refused; and `legal` must say the same."""
    command = RULESET.read(text)
    refusal = RULESET.check(state, seat, command)
    assert (refusal is None) == (command in RULESET.legal(state, seat)), text
    return refusal


def do(state: State, seat: Seat, *commands: str, dice: tuple[int, ...] = ()) -> list[Event]:
    """Check and apply commands of one seat; `dice` are die faces, then everything is seeded."""
    chance: Chance = Scripted(list(dice)) if dice else Seeded(5)
    events: list[Event] = []
    for text in commands:
        refusal = check(state, seat, text)
        assert refusal is None, f"{text}: {refusal}"
        events += RULESET.apply(state, seat, RULESET.read(text), chance)
    return events


def legal(state: State, seat: Seat) -> list[str]:
    """The texts of what a seat may do."""
    return texts(RULESET.legal(state, seat))


def ready(state: State) -> list[Event]:
    """Both sides of a battle are ready."""
    events: list[Event] = []
    for seat in RULESET.to_act(state):
        events += do(state, seat, "ready")
    return events


def attack(state: State, seat: Seat, start: str, goal: str, count: int) -> list[Event]:
    """March one step into a battle and fight it without morale cards."""
    do(state, seat, "march", dice=(4,))
    do(state, seat, f"move {start} {count}", f"step {goal}")
    return ready(state)


def names(events: list[Event]) -> list[str]:
    """The names of events, in order."""
    return [event.name for event in events]


def values(events: list[Event], name: str) -> list[tuple[int | str, ...]]:
    """What the events of a name say."""
    return [event.values for event in events if event.name == name]


def gains(state: State, seat: Seat, resource: str) -> int:
    """One counter of a seat."""
    return state.houses[seat].goods[RESOURCE_NAMES.index(resource)]


def end_year(state: State) -> list[Event]:
    """Let everybody gather resources on the last turns of spring, until the year has ended."""
    state.season = 4
    state.turn = 0
    begin_turn(state)
    events: list[Event] = []
    for seat in list(state.order):
        if RULESET.to_act(state) == [seat]:
            state.houses[seat].tokens[3] = 2
            events += do(state, seat, "resources gold gold")
    return events


def field_battle(mine: int, theirs: int, first: str = "bc05", second: str = "bc05") -> State:
    """p1 on s33 against p2 on s34 in the open; the second cards as given; not yet joined."""
    state = start()
    for seat in (0, 1):
        building(state, seat, ("s11", "s66")[seat], "castle")
    army(state, 0, "s33", mine)
    army(state, 1, "s34", theirs)
    deck(state, 0, "bc01", first)
    deck(state, 1, "bc02", second)
    return state


def join(state: State, count: int) -> None:
    """p1 marches from s33 into the battle on s34."""
    do(state, 0, "march", dice=(4,))
    do(state, 0, f"move s33 {count}", "step s34")


def gather(state: State, *seats: int) -> None:
    """Seats spend a RESOURCES token each, which they always have here."""
    for seat in seats:
        state.houses[seat].tokens[3] = 2
        stock(state, seat, 5, 5, 5, 5)
        do(state, seat, PASSIVE)


def season(state: State) -> None:
    """Everybody gathers for one season."""
    gather(state, *state.order)


def marching(state: State, face: int = 4) -> State:
    """p1 has rolled (face 1: one step, 2: two, 4: three)."""
    do(state, 0, "march", dice=(face,))
    return state
