"""Small states of Heroes vs Warlords and ways to play from them.

The world has twelve tiles, T01 on t1 and so on, with knights on place 1. Armies are texts such as
`5xl1 2xl3 1xmerc`; hexes are named as on the map.
"""

from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.heroes import RULESET, flow, production
from pentarch.engine.heroes.display import BATTLE_NAMES
from pentarch.engine.heroes.orders import stack_at
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_STOCK,
    C_UNITS,
    CITY_SIZE,
    H_ABILITY,
    H_FROM,
    H_HEX,
    H_SECTION,
    H_STATUS,
    HERO_SIZE,
    IN_PLAY,
    S_CLEAN,
    S_TURNS,
    T_ENTER,
    T_FLOW,
    Combat,
    State,
)
from pentarch.engine.heroes.tables import BUILDINGS, MERC, SECTIONS, UNIT_WORDS
from pentarch.engine.heroes.tiles import TILE_NAMES
from pentarch.engine.heroes.turns import begin_turn
from pentarch.engine.heroes.world import DIRECTIONS, HEX_NAMES, SLOT_NAMES, TERRAIN_SLOTS
from pentarch.engine.plain import Json
from tests.playing import new_state, texts

K, A, B = range(3)


def fresh(seats: int = 2, **options: Json) -> State:
    """A match before its first decision."""
    state: State = new_state(RULESET, seats, {"tiles": 12, **options}, Seeded(1))
    return state


def start(seats: int = 2, *, war: bool = False, **options: Json) -> State:
    """The first turn of seat 0, every army 10xl2; in war all tiles are face up."""
    state = fresh(seats, start_placement="auto", **options)
    for seat in range(seats):
        RULESET.apply(state, seat, RULESET.read("buy l2 10"), Seeded(1))
    for slot in range(12):
        state.tile[slot] = slot
        state.face[slot] = 1 if war else 0
    state.round = 1
    turn(state, 0)
    return state


def turn(state: State, seat: Seat, *, sequence: int = 1) -> None:
    """Begin the turn of a seat, in seat order."""
    state.agenda = [(T_FLOW, 0, 0)]
    state.combat = None
    state.stage = S_TURNS
    state.sequence = sequence
    state.sequence_order = [s for s in range(state.seats) if state.fallen[s] == 0]
    state.turn_index = state.sequence_order.index(seat)
    begin_turn(Play(state, Scripted([])), seat)
    if state.cities[B * CITY_SIZE + C_HOLDER] == seat:
        state.agenda.pop()


def at(name: str) -> int:
    """The number of a hex."""
    return HEX_NAMES.index(name)


def bhex(name: str) -> int:
    """The number of a hex on the Battle Display."""
    return BATTLE_NAMES.index(name)


def lay(state: State, slot: str, tile: str) -> None:
    """Put a tile face up on a slot, in exchange with the one that lay there."""
    spot, wanted = SLOT_NAMES.index(slot), TILE_NAMES.index(tile)
    for other in range(TERRAIN_SLOTS):
        if state.tile[other] == wanted:
            state.tile[other] = state.tile[spot]
    state.tile[spot] = wanted
    state.face[spot] = 1


def army(state: State, hero: int, units: str) -> None:
    """Fill a Hero's display."""
    row = hero * HERO_SIZE + H_SECTION
    race = state.race[hero // 2]
    state.heroes[row : row + 2 * SECTIONS] = [0] * (2 * SECTIONS)
    for section, item in enumerate(units.split()):
        count, word = item.split("x")
        state.heroes[row + 2 * section] = unit(race, word)
        state.heroes[row + 2 * section + 1] = int(count)


def unit(race: int, word: str) -> int:
    """A unit's code."""
    return MERC if word == "merc" else race * 6 + UNIT_WORDS.index(word)


def hero(state: State, number: int, where: str, units: str = "", **abilities: int) -> None:
    """Put a Hero on the map with an army and, if given, abilities."""
    row = number * HERO_SIZE
    state.heroes[row + H_STATUS] = IN_PLAY
    state.heroes[row + H_HEX] = at(where)
    state.heroes[row + H_FROM] = at(where)
    army(state, number, units)
    for name, value in abilities.items():
        which = ("attack", "defense", "initiative", "movement").index(name)
        state.heroes[row + H_ABILITY + which] = value


def shown(state: State, hero: int) -> str:
    """A Hero's army as text."""
    row = hero * HERO_SIZE + H_SECTION
    words = []
    for slot in range(row, row + 2 * SECTIONS, 2):
        if state.heroes[slot + 1]:
            code = state.heroes[slot]
            word = "merc" if code == MERC else UNIT_WORDS[code % 6]
            words.append(f"{state.heroes[slot + 1]}x{word}")
    return " ".join(words)


def value(state: State, hero: int, field: int) -> int:
    """One number of a Hero."""
    return state.heroes[hero * HERO_SIZE + field]


def give(state: State, hero: int, field: int, number: int) -> None:
    """Set one number of a Hero."""
    state.heroes[hero * HERO_SIZE + field] = number


def guards(state: State, where: str, units: str, owner: Seat = -1) -> None:
    """Put guards, or a garrison of an owner, into a hex."""
    hex = at(where)
    state.units[hex * 6 : hex * 6 + 6] = bytes(6)
    state.owner[hex] = owner + 1
    state.mark[hex] |= 1
    for item in units.split():
        count, word = item.split("x")
        state.units[hex * 6 + UNIT_WORDS.index(word)] = int(count)


def left(state: State, where: str) -> str:
    """The guards or garrison of a hex as text."""
    hex = at(where)
    counts = state.units[hex * 6 : hex * 6 + 6]
    return " ".join(f"{n}xl{i + 1}" for i, n in enumerate(counts) if n)


def city(
    state: State,
    which: int,
    *,
    stock: tuple[int, int, int, int] | None = None,
    built: str = "",
    garrison: str = "",
    holder: Seat | None = None,
) -> None:
    """Furnish a City or Camp; its garrison is of its own race."""
    row = which * CITY_SIZE
    if stock is not None:
        state.cities[row + C_STOCK : row + C_STOCK + 4] = list(stock)
    for name in built.split():
        state.cities[row + C_BUILT] |= 1 << BUILDINGS.index(name)
    for item in garrison.split():
        count, word = item.split("x")
        state.cities[row + C_UNITS + unit(which, word)] = int(count)
    if holder is not None:
        state.cities[row + C_HOLDER] = holder


def stock(state: State, which: int) -> tuple[int, ...]:
    """Gold, crystal, stone, wood of a City."""
    row = which * CITY_SIZE + C_STOCK
    return tuple(state.cities[row : row + 4])


def garrison(state: State, which: int, word: str, race: int = -1) -> int:
    """Units of a kind in a City's garrison."""
    code = unit(which if race < 0 else race, word)
    return state.cities[which * CITY_SIZE + C_UNITS + code]


def city_value(state: State, which: int, field: int) -> int:
    """One number of a City."""
    return state.cities[which * CITY_SIZE + field]


def where(state: State, hero: int) -> str | None:
    """The hex a Hero stands in."""
    hex = value(state, hero, H_HEX)
    return HEX_NAMES[hex] if hex >= 0 else None


def camp_hex(state: State) -> str:
    """Where the Camp stands."""
    return HEX_NAMES[city_value(state, B, C_HEX)]


def acting(state: State) -> Seat:
    """The first seat to act."""
    return RULESET.to_act(state)[0]


def legal(state: State, seat: Seat = -1) -> list[str]:
    """What a seat (by default the one to act) may say."""
    return texts(RULESET.legal(state, acting(state) if seat < 0 else seat))


def check(state: State, text: str, seat: Seat = -1) -> Refusal | None:
    """Why a seat (by default the one to act) may not say it, or None."""
    return RULESET.check(state, acting(state) if seat < 0 else seat, RULESET.read(text))


def say(state: State, text: str, *dice: int, seat: Seat = -1) -> list[Event]:
    """Play one command; exactly these dice and draws are used."""
    who = acting(state) if seat < 0 else seat
    refusal = RULESET.check(state, who, RULESET.read(text))
    assert refusal is None, f"{text}: {refusal}; legal: {legal(state, who)}"
    chance = Scripted(list(dice))
    events = RULESET.apply(state, who, RULESET.read(text), chance)
    assert chance.position == len(dice), f"{text}: dice left over"
    return events


def go(state: State, number: int, target: str, *dice: int) -> list[Event]:
    """Move a Hero to a neighbouring hex."""
    return say(state, walk(state, number, target), *dice)


def walk(state: State, number: int, target: str) -> str:
    """The command that moves a Hero to a neighbouring hex."""
    near = state.world.neighbours[value(state, number, H_HEX) * 6 :][:6]
    return f"move {number % 2 + 1} {DIRECTIONS[near.index(at(target))]}"


def names(events: list[Event]) -> list[str]:
    """The names of events."""
    return [event.name for event in events]


def combat(state: State) -> Combat:
    """The combat that goes on."""
    assert state.combat is not None
    return state.combat


def stack(state: State, name: str) -> int:
    """The position of a stack by its id."""
    side = 0 if name.startswith("att") else 60
    return stack_at(combat(state), side + int(name[3:]) - 1)


def count(state: State, name: str) -> int:
    """Units in a stack."""
    return combat(state).count[stack(state, name)]


def produce(state: State) -> None:
    """Go straight to production."""
    state.sequence = 3
    state.agenda = [(T_FLOW, 0, 0)]
    state.turn_index = len(state.sequence_order) - 1
    before = list(state.cities)
    p = Play(state, Scripted([]))
    flow.go_on(p)
    # Income came on the way; the tests of production want round numbers.
    state.cities = before
    state.shown_cities = before.copy()


def clean_up(state: State, *dice: int) -> list[Event]:
    """Clean Up, victory check, and the start of the next Round."""
    state.stage = S_CLEAN
    state.agenda = [(T_FLOW, 0, 0)]
    p = Play(state, Scripted(list(dice)))
    flow.go_on(p)
    return p.events


def income(state: State) -> None:
    """One Turn 4."""
    production.collect_income(Play(state, Scripted([])))


def is_entering(state: State) -> bool:
    """Whether a Hero's entry is not finished."""
    return any(task[0] == T_ENTER for task in state.agenda)
