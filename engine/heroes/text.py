"""The state drawn in plain text: the world, the seats, and the combat if there is one."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.heroes.display import BATTLE_HEXES, BATTLE_NAMES, GRAVEYARD, ROWS, WIDTH
from pentarch.engine.heroes.scoring import (
    army_strength,
    city_strength,
    levels_of,
    mines_of,
    strength_of,
)
from pentarch.engine.heroes.state import (
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_STOCK,
    CITY_SIZE,
    H_EP,
    H_HEX,
    H_LEVEL,
    H_MP,
    H_SECTION,
    HERO_SIZE,
    NO_WORLD,
    O_ROUNDS,
    PHASES,
    Combat,
    State,
    ability,
    feature_at,
    heroes_at,
    in_play,
)
from pentarch.engine.heroes.strikes import on_display, stack_name
from pentarch.engine.heroes.tables import (
    BUILDINGS,
    HERO_NAMES,
    LETTERS,
    LEVEL,
    MERC,
    RACES,
    SECTIONS,
)
from pentarch.engine.heroes.tiles import HEXES
from pentarch.engine.heroes.world import HEX_NAMES

# One letter per feature: gold, crystal, stone, wood, ruin, tower, outpost, holy place, recruits.
_LETTERS: Final = ".gcswRTOHM.."


def draw(state: State) -> str:
    """The whole state in at most a hundred columns."""
    head = (
        f"Round {state.round}/{state.opt[O_ROUNDS]} sequence {state.sequence} "
        f"{'war' if state.war else 'peace'} method {state.method}"
    )
    if state.active >= 0:
        head += f" turn of {SEAT_NAMES[state.active]}"
    lines = [head]
    if state.world is not NO_WORLD:
        lines += _draw_world(state)
    for seat in range(state.seats):
        lines += _draw_seat(state, seat)
    if state.combat is not None:
        lines += _draw_combat(state, state.combat)
    return "\n".join(lines) + "\n"


def _draw_world(state: State) -> list[str]:
    """Flat-top hexes: a column per q, half rows by q. Three letters a hex."""
    world = state.world
    rows = [2 * world.r[hex] + world.q[hex] for hex in world.hexes]
    columns = [world.q[hex] for hex in world.hexes]
    top, left = min(rows), min(columns)
    grid = [[" "] * (4 * (max(columns) - left) + 4) for _ in range(max(rows) - top + 1)]
    for hex, row, column in zip(world.hexes, rows, columns, strict=True):
        start = 4 * (column - left)
        grid[row - top][start : start + 3] = list(_draw_hex(state, hex))
    return ["".join(row).rstrip() for row in grid]


def _draw_hex(state: State, hex: int) -> str:
    if not state.face[hex // HEXES]:
        return "###"
    owner = state.owner[hex]
    mark = "p" + str(owner) if owner else ""
    units = sum(state.units[hex * 6 : hex * 6 + 6])
    middle = _LETTERS[feature_at(state, hex)]
    for city in range(3):
        if state.cities[city * CITY_SIZE + C_HEX] == hex:
            middle = LETTERS[city].upper()
    right = "!" if units and not owner else (str(owner) if mark else ".")
    heroes = heroes_at(state, hex)
    left = "."
    if heroes:
        left = LETTERS[state.race[heroes[0] // 2]] if len(heroes) == 1 else "2"
    return left + middle + right


def _draw_seat(state: State, seat: int) -> list[str]:
    out = "" if state.fallen[seat] == 0 else " defeated"
    lines = [
        f"{SEAT_NAMES[seat]} {RACES[state.race[seat]]}{out}: mines {mines_of(state, seat)} "
        f"levels {levels_of(state, seat)} army {strength_of(state, seat)}"
    ]
    for hero in (2 * seat, 2 * seat + 1):
        if in_play(state, hero):
            row = hero * HERO_SIZE
            values = "/".join(str(ability(state, hero, which)) for which in range(4))
            name = HERO_NAMES[2 * state.race[seat] + hero % 2]
            lines.append(
                f"  {name} {HEX_NAMES[state.heroes[row + H_HEX]]} "
                f"level {state.heroes[row + H_LEVEL]} ep {state.heroes[row + H_EP]} {values} "
                f"mp {state.heroes[row + H_MP]} army {army_strength(state, hero)}: "
                + _army(state, hero)
            )
    for city in range(3):
        row = city * CITY_SIZE
        if state.cities[row + C_HOLDER] == seat:
            stock = "/".join(str(state.cities[row + C_STOCK + kind]) for kind in range(4))
            built = [
                name
                for index, name in enumerate(BUILDINGS)
                if index and (state.cities[row + C_BUILT] >> index) & 1
            ]
            lines.append(
                f"  city {LETTERS[city]} stock {stock} garrison {city_strength(state, city)} "
                + " ".join(built)[:60]
            )
    return lines


def _army(state: State, hero: int) -> str:
    start = hero * HERO_SIZE + H_SECTION
    words: list[str] = []
    for slot in range(start, start + 2 * SECTIONS, 2):
        if state.heroes[slot + 1]:
            words.append(f"{state.heroes[slot + 1]}x{_unit(state.heroes[slot])}")
    return " ".join(words)


def _unit(unit: int) -> str:
    return "M" if unit == MERC else f"L{LEVEL[unit]}"


def _draw_combat(state: State, c: Combat) -> list[str]:
    sides = [SEAT_NAMES[seat] if seat >= 0 else "guards" for seat in c.seat]
    lines = [
        f"combat in {HEX_NAMES[c.hex]}: {sides[0]} against {sides[1]}, round {c.round}, "
        f"{PHASES[c.phase]}, initiative {sides[c.initiative]}"
    ]
    for side in range(2):
        stacks = [
            f"{stack_name(c, stack)} {c.count[stack]}x{_unit(c.unit[stack])}"
            for stack in c.order[side]
            if c.count[stack]
        ]
        lines.append("  " + ", ".join(stacks)[:96])
    if on_display(state):
        lines += _draw_display(c)
    return lines


def _draw_display(c: Combat) -> list[str]:
    cells = ["xx" if GRAVEYARD[hex] else " ." for hex in range(BATTLE_HEXES)]
    for stack, place in enumerate(c.place):
        if place >= 0 and c.count[stack]:
            number = c.order[c.side[stack]].index(stack) + 1
            cells[place] = f"{'ad'[c.side[stack]]}{number}"[:2]
    lines: list[str] = []
    for row, letter in enumerate(ROWS):
        indent = " " * (2 - row % 2)
        first = BATTLE_NAMES[row * WIDTH]
        lines.append(
            f"  {letter}{indent}"
            + " ".join(cells[row * WIDTH : row * WIDTH + WIDTH])
            + f"  {first}.."
        )
    return lines
