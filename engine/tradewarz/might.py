"""Might: the strength, kills and blocks that both sides bring to a battle before their cards."""

from pentarch.engine.tradewarz.lattice import GATES
from pentarch.engine.tradewarz.places import is_occupied, units_kept
from pentarch.engine.tradewarz.state import House, State
from pentarch.engine.tradewarz.tables import (
    CASTLE,
    CASTLE_MIGHT,
    NONE,
    WALL_MIGHT,
    Might,
)
from pentarch.engine.tradewarz.techs import UNITS


def attack_might(state: State, house: House, space: int, unit: int) -> Might:
    """TW-BAT.6, TW-BAT.7, TW-TEC.5: military techs and super unit of an attacker."""
    siege = _is_siege(state, space)
    might = house.powers.attack
    if siege:
        might = might.plus(house.powers.siege)
    if unit != NONE:
        might = might.plus(UNITS[unit].might)
        if siege:
            might = might.plus(Might(UNITS[unit].siege_strength, 0, 0))
    return might


def _is_siege(state: State, space: int) -> bool:
    """Whether the attack is on a castle, or on a capital that is in its owner's hands."""
    if space >= GATES:
        return state.building(space).kind == CASTLE
    return not is_occupied(state, state.houses[state.gates[space].owner])


def defence_might(state: State, house: House, space: int) -> Might:
    """TW-BAT.6, TW-BAT.7, TW-BAT.17: techs, super unit, castle, walls and militia of a defender."""
    building, powers = state.building(space), house.powers
    home = space == house.gate
    built = building.owner == house.seat
    stronghold = home or (built and building.kind == CASTLE)
    might = powers.defence
    if home or built:
        might = might.plus(powers.building_defence)
    if stronghold:
        might = might.plus(powers.stronghold_defence)
    unit = defending_unit(state, house, space)
    if unit != NONE:
        might = might.plus(UNITS[unit].might)
    if home:
        return might.plus(WALL_MIGHT)
    if stronghold:
        return might.plus(CASTLE_MIGHT)
    if built and not state.squares[space].crowd:
        return might.plus(powers.militia)
    return might


def defending_unit(state: State, house: House, space: int) -> int:
    """The super unit that fights along; at a manned own gate the best one kept (TW-SUN.6)."""
    if space != house.gate:
        return state.squares[space].unit
    best = NONE
    if state.squares[space].crowd:
        for unit in units_kept(state, house.seat):
            if best == NONE or UNITS[unit].might.total() > UNITS[best].might.total():
                best = unit
    return best


def blunted(might: Might, unit: int) -> Might:
    """What is left of a side's might when the other side's super unit takes blocks off."""
    if unit == NONE:
        return might
    return Might(might.strength, might.kills, max(0, might.blocks - UNITS[unit].blunts))
