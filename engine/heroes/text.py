"""The state drawn in plain text: the world, the seats, and the combat if there is one."""

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.score import levels_of, mines_of, strength_of
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import LETTERS, RACES, Unit
from pentarch.engine.heroes.world.map import HEX_NAMES, NO_WORLD


def draw(state: State) -> str:
    """The whole state in at most a hundred columns."""
    head = (
        f"Round {state.round}/{state.settings.rounds} sequence {state.sequence} "
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
        lines += _draw_combat(state.combat)
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
    if not state.is_up(hex):
        return "###"
    site = state.sites[hex]
    city = state.city_at(hex)
    middle = state.feature(hex).letter if city is None else LETTERS[city.race].upper()
    right = str(site.owner + 1) if site.owner >= 0 else "."
    if site.has_guards():
        right = "!"
    heroes = state.heroes_at(hex)
    left = "."
    if heroes:
        left = LETTERS[heroes[0].race] if len(heroes) == 1 else "2"
    return left + middle + right


def _draw_seat(state: State, seat: int) -> list[str]:
    player = state.players[seat]
    out = "" if player.is_alive() else " defeated"
    head = (
        f"{SEAT_NAMES[seat]} {RACES[player.race].name}{out}: mines {mines_of(state, seat)} "
        f"levels {levels_of(state, seat)} army {strength_of(state, seat)}"
    )
    heroes = [_draw_hero(hero) for hero in state.pair(seat) if hero.in_play()]
    return [head, *heroes, *[_draw_city(city) for city in state.held(seat)]]


def _draw_hero(hero: Hero) -> str:
    values = "/".join([str(hero.ability(which)) for which in range(4)])
    sections = [section for section in hero.sections if section.count]
    return (
        f"  {hero.name} {HEX_NAMES[hero.hex]} "
        f"level {hero.level} ep {hero.experience} {values} "
        f"mp {hero.mp} army {hero.strength()}: "
        + " ".join([f"{section.count}x{_unit(section.unit)}" for section in sections])
    )


def _draw_city(city: City) -> str:
    stock = "/".join([str(amount) for amount in city.stock])
    built = " ".join(city.buildings.names()[1:])[:60]
    return f"  city {LETTERS[city.race]} stock {stock} garrison {city.strength()} {built}"


def _unit(unit: Unit) -> str:
    return "M" if unit.is_merc else f"L{unit.level}"


def _draw_combat(combat: Combat) -> list[str]:
    sides = [SEAT_NAMES[seat] if seat >= 0 else "guards" for seat in combat.seats]
    lines = [
        f"combat in {HEX_NAMES[combat.hex]}: {sides[0]} against {sides[1]}, "
        f"round {combat.round}, {combat.phase}, initiative {sides[combat.initiative]}"
    ]
    for side in combat.sides:
        stacks = [
            f"{stack.name} {stack.count}x{_unit(stack.unit)}" for stack in side if stack.count
        ]
        lines.append("  " + ", ".join(stacks)[:96])
    return lines + combat.method.battlefield.draw(combat)
