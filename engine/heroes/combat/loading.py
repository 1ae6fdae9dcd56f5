"""A combat from its plain values."""

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes.combat.board import BATTLE_NAMES, WORKS_HEXES
from pentarch.engine.heroes.combat.combat import COMBAT_NUMBERS, GUARDS, PHASES, Combat
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.combat.stack import STACK_FLAGS, STRIKE_KEYS, Stack, Strike
from pentarch.engine.heroes.commands import SECTION_WORDS
from pentarch.engine.heroes.readers import (
    MOST,
    exactly,
    hex_of,
    index,
    number,
    numbers,
    word_of,
    words_in,
)
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import LETTERS, UNIT_NAMES, UNITS
from pentarch.engine.plain import Json, field, list_field, str_field


def load_combat(state: State, value: Json) -> Combat:
    """The combat of a dump or a view."""
    names = (*SEAT_NAMES[: state.seats], "guards")
    sides = exactly(list_field(value, "seats"), 2, "seats")
    seats = [index(name, names, "seats") for name in sides]
    one, other = [GUARDS if seat == state.seats else seat for seat in seats]
    hex = hex_of(str_field(value, "hex"), "hex")
    combat = Combat(METHODS[state.method], hex, (one, other))
    combat.home = hex_of(field(value, "guards_from"), "guards_from")
    city = field(value, "city")
    combat.city = -1 if city is None else index(city, LETTERS, "city")
    heroes = state.hero_names()
    leading = exactly(list_field(value, "leading"), 2, "leading")
    combat.leads = [-1 if name is None else index(name, heroes, "leading") for name in leading]
    combat.heroes = [index(name, heroes, "heroes") for name in list_field(value, "heroes")]
    combat.phase = word_of(field(value, "phase"), PHASES, "phase")
    aim = field(value, "aim")
    combat.aim = -1 if aim is None else index(aim, BATTLE_NAMES, "aim")
    combat.towers = numbers(field(value, "towers"), "towers", 2, 0, 2)
    combat.works = numbers(field(value, "works"), "works", len(WORKS_HEXES), 0, 2)
    combat.seized = numbers(field(value, "seized"), "seized", 2, 0, 1)
    combat.used = numbers(field(value, "skill_used"), "skill_used", 2, 0, 1)
    combat.killed = numbers(field(value, "killed"), "killed", 2, 0, MOST)
    combat.worth = numbers(field(value, "worth"), "worth", 2, 0, MOST)
    _load_numbers(combat, value)
    for item in list_field(value, "stacks"):
        combat.append(_load_stack(combat, heroes, item))
    _load_strikes(combat, value)
    return combat


def _load_numbers(combat: Combat, value: Json) -> None:
    found = [number(value, name, 0, 999) for name in COMBAT_NUMBERS]
    combat.reaction, combat.busy, combat.breached = found[0] > 0, found[5] > 0, found[10] > 0
    combat.actor, combat.round, combat.initiative, combat.quiet = found[1:5]
    combat.passes, combat.sub, combat.cursor, combat.wall = found[6:10]
    combat.giants = found[11]
    if combat.actor > 1 or combat.initiative > 1 or combat.wall > 2:
        raise InvalidValue("a combat has two sides and one wall")


def _load_stack(combat: Combat, heroes: list[str], item: Json) -> Stack:
    side = 0 if str_field(item, "stack").startswith("att") else 1
    unit = UNITS[index(field(item, "unit"), UNIT_NAMES, "unit")]
    count = number(item, "count", 0, 60)
    stack = Stack(len(combat.stacks), side, len(combat.sides[side]), unit, count)
    if stack.name != str_field(item, "stack"):
        raise InvalidValue("'stacks' are not in the order of their ids")
    stack.start = number(item, "start", 0, 60)
    stack.damage = number(item, "damage", 0, 9)
    source = str_field(item, "from")
    if source != "garrison":
        hero, _, section = source.partition(".")
        stack.hero = index(hero, heroes, "from")
        stack.section = index(section, SECTION_WORDS, "from")
    hex = field(item, "hex")
    stack.hex = -1 if hex is None else index(hex, BATTLE_NAMES, "hex")
    stack.tower = number(item, "tower", 0, 2)
    flags = words_in(field(item, "flags"), STACK_FLAGS, "flags")
    stack.attacked, stack.moved, stack.fired = 0 in flags, 1 in flags, 2 in flags
    stack.adjacent, stack.freed = 3 in flags, 4 in flags
    stack.gone, stack.blessed = 5 in flags, 6 in flags
    stack.bonus = number(item, "bonus", 0, 20)
    stack.pressed = number(item, "pressed", 0, 99)
    return stack


def _load_strikes(combat: Combat, value: Json) -> None:
    most = len(combat.stacks) - 1
    strike = field(value, "strike")
    if strike is not None:
        found = [number(strike, key, -1, MOST) for key in STRIKE_KEYS]
        if any(not 0 <= stack <= most for stack in found[:2]) or found[7] > most:
            raise InvalidValue("'strike' names stacks that are not there")
        combat.strike = _strike(found)
    for pair in list_field(value, "plan"):
        stack, target = numbers(pair, "plan", 2, 0, most)
        combat.plan.append((stack, target))


def _strike(values: list[int]) -> Strike:
    strike = Strike(values[0], values[1], values[2] > 0)
    strike.attack_die, strike.defense_die, strike.stage = values[3:6]
    strike.hits, strike.victim = values[6:8]
    strike.attack_extra, strike.defense_extra = values[8:10]
    return strike
