"""How a combat begins: who fights, and with which stacks."""

from typing import Final

from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.combat import GUARDS, Combat
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_COMBAT, State
from pentarch.engine.heroes.tables import (
    LEVELS,
    NEUTRAL,
    RACE_UNITS,
    STACK_LIMIT,
    UNITS,
    Unit,
)
from pentarch.engine.heroes.world.map import HEX_NAMES

_BY_LEVEL: Final = sorted(UNITS, key=lambda unit: (unit.level, unit.number))


def attack_seat(play: Play, hero: Hero, hex: int, defender: int) -> None:
    """A Hero attacks the Heroes and the garrison of a seat in a hex."""
    combat = Combat(METHODS[play.state.method], hex, (hero.seat, defender))
    _lead(play.state, combat, hero)
    site = play.state.sites[hex]
    if site.owner == defender:
        _add_levels(combat, 1, play.state.players[defender].race, site.units)
    _begin(play, combat)


def attack_city(play: Play, hero: Hero, city: City) -> None:
    """A Hero besieges a City or Camp."""
    combat = Combat(METHODS[play.state.method], city.hex, (hero.seat, city.holder))
    combat.city = city.race
    _lead(play.state, combat, hero)
    for unit in _BY_LEVEL:
        _add_pool(combat, 1, unit, city.garrison[unit.number])
    _begin(play, combat)


def attack_guards(play: Play, hero: Hero, home: int) -> None:
    """A Hero attacks the guards of the hex he has entered."""
    combat = Combat(METHODS[play.state.method], home, (hero.seat, GUARDS))
    _lead(play.state, combat, hero)
    _add_guards(play.state, combat, 1, home)
    _begin(play, combat)


def guards_attack(play: Play, home: int, hex: int, seat: int) -> None:
    """Guards attack the Heroes of a seat in a hex."""
    combat = Combat(METHODS[play.state.method], hex, (GUARDS, seat))
    combat.reaction = True
    # HW-2.0.c: guards have the initiative when they react, else the original defender.
    combat.initiative = 0
    _add_guards(play.state, combat, 0, home)
    _add_defenders(play.state, combat)
    site = play.state.sites[hex]
    if site.owner == seat:
        _add_levels(combat, 1, play.state.players[seat].race, site.units)
    _begin(play, combat)


def _begin(play: Play, combat: Combat) -> None:
    play.state.combat = combat
    play.state.push(T_COMBAT)
    kind = "siege" if combat.is_siege() else "field"
    play.note("combat", combat.seats[0], HEX_NAMES[combat.hex], kind)


def _lead(state: State, combat: Combat, hero: Hero) -> None:
    """The attacking Hero and those who defend."""
    combat.reaction = hero.hex != combat.hex
    combat.leads[0] = hero.number
    _add_army(combat, 0, hero)
    _add_defenders(state, combat)


def _add_defenders(state: State, combat: Combat) -> None:
    heroes = [
        hero for hero in state.heroes if hero.seat == combat.seats[1] and hero.hex == combat.hex
    ]
    combat.heroes = [hero.number for hero in heroes]
    combat.leads[1] = leading_hero(heroes)
    for hero in heroes:
        _add_army(combat, 1, hero)


def leading_hero(heroes: list[Hero]) -> int:
    """The Hero whose values count for a side (HW-8.0.g), or -1."""
    best = -1
    level = 0
    for hero in heroes:
        if best < 0 or hero.level > level:
            best, level = hero.number, hero.level
    return best


def _add_army(combat: Combat, side: int, hero: Hero) -> None:
    for place, section in enumerate(hero.sections):
        if section.count:
            combat.add_stack(side, section.unit, section.count, hero.number, place)


def _add_guards(state: State, combat: Combat, side: int, home: int) -> None:
    combat.home = home
    combat.giants = state.sites[home].guard_level()
    _add_levels(combat, side, NEUTRAL, state.sites[home].units)


def _add_levels(combat: Combat, side: int, race: int, counts: "tuple[int, ...]") -> None:
    for level in range(LEVELS):
        _add_pool(combat, side, RACE_UNITS[race][level], counts[level])


def _add_pool(combat: Combat, side: int, unit: Unit, count: int) -> None:
    """Stacks of at most twenty, as few as possible (HW-8.2.a)."""
    while count > 0:
        combat.add_stack(side, unit, min(count, STACK_LIMIT))
        count -= STACK_LIMIT
