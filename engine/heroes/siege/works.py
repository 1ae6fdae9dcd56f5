"""Breaching on the Battle Display: nine wall hexes and two towers, each with its condition."""

from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.board import (
    DISTANCE,
    FIRST_TOWER,
    IN_AREA,
    TOWER_WALLS,
    WORK_AT,
    WORKS_HEXES,
)
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.siege.wall import DESTROYED, breach_result, bury_in_tower
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import INITIATIVE


def city_of(state: State, combat: Combat) -> City:
    """The besieged City or Camp."""
    return state.cities[combat.city]


def tower_of(state: State, combat: Combat, stack: Stack) -> int:
    """The undestroyed tower (1 or 2) in whose hex a stack stands, or 0."""
    if combat.city < 0 or stack.side == 0 or stack.hex < 0:
        return 0
    work = WORK_AT[stack.hex]
    tower = work - FIRST_TOWER + 1
    if tower < 1 or tower > city_of(state, combat).towers() or combat.works[work] == DESTROYED:
        return 0
    return tower


def is_tower_hex(state: State, combat: Combat, hex: int) -> bool:
    """Whether a tower was built in a hex."""
    if combat.city < 0:
        return False
    return 0 <= WORK_AT[hex] - FIRST_TOWER < city_of(state, combat).towers()


def is_city_hex(state: State, combat: Combat, hex: int) -> bool:
    """City hexes of the display (HW-19.4.1.9.a): the area without destroyed or standing towers."""
    if combat.city < 0 or not IN_AREA[hex]:
        return False
    work = WORK_AT[hex]
    return work < 0 or work - FIRST_TOWER >= city_of(state, combat).towers()


def aim_targets(state: State, combat: Combat) -> list[int]:
    """Hexes that a breach may be aimed at (HW-19.17.2.a)."""
    walls = WORKS_HEXES[:FIRST_TOWER]
    hexes = [hex for work, hex in enumerate(walls) if combat.works[work] < DESTROYED]
    for tower in range(city_of(state, combat).towers()):
        work = FIRST_TOWER + tower
        is_open = any(combat.works[wall] == DESTROYED for wall in TOWER_WALLS[tower])
        if is_open and combat.works[work] < DESTROYED:
            hexes.append(WORKS_HEXES[work])
    return hexes


def shift_targets(state: State, combat: Combat) -> list[int]:
    """Where the defender may move a missed aim (HW-19.17.2.b)."""
    reach = city_of(state, combat).works_level() - 1
    return [hex for hex in aim_targets(state, combat) if DISTANCE[combat.aim][hex] <= reach]


def aim(play: Play, combat: Combat, hex: int) -> bool:
    """Aim at a hex; whether it was hit, so that no shift is asked."""
    combat.aim = hex
    combat.breached = True
    combat.busy = True
    roll = play.chance.die(20)
    play.note("aim_roll", combat.seats[0], roll)
    return roll <= play.state.heroes[combat.leads[0]].ability(INITIATIVE)


def hit_works(play: Play, combat: Combat, hex: int) -> None:
    """The effect on the hex hit (HW-19.17.2.c to e)."""
    work = WORK_AT[hex]
    result = breach_result(play, combat, combat.works[work])
    combat.aim = -1
    if result == combat.works[work]:
        return
    combat.works[work] = result
    if work >= FIRST_TOWER:
        for stack in combat.stacks:
            if stack.hex == hex and stack.count:
                bury_in_tower(play, combat, stack, result)
                return
