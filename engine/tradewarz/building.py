"""BUILD, RECRUIT and BUY TECH."""

from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.economy import award, can_pay, less, pay
from pentarch.engine.tradewarz.places import (
    capacity,
    is_occupied,
    lift_unit,
    place_unit,
    put,
    put_up,
    room,
)
from pentarch.engine.tradewarz.state import APPOINTING, TECHING, State
from pentarch.engine.tradewarz.tables import (
    BUILDERS_DISCOUNT,
    BUILDING_NAMES,
    CASTLE,
    CASTLE_COST,
    CATEGORY_NAMES,
    EC08,
    EC09,
    EC10,
    EC12,
    GATES,
    MASONS_DISCOUNT,
    MOST_CASTLES,
    MOST_SITES,
    MOST_UNITS,
    MOST_VILLAGES,
    MOUNTAIN,
    MUSTER,
    NONE,
    RECRUIT_COST,
    SCHOLARS_DISCOUNT,
    SETTLEMENT,
    SETTLEMENT_COST,
    SPACE_NAMES,
    SPACES,
    TECH_COSTS,
    TECH_NAMES,
    TOP_LEVEL,
    TOUCHING,
    UNIT_NAMES,
    UNIT_OF_TECH,
    UNITS,
    UNIVERSITY_COSTS,
    UPGRADE_COST,
    VILLAGE,
    VILLAGE_COST,
    category_of,
    level_of,
)


def building_cost(
    state: State, seat: int, cost: "tuple[int, int, int, int]"
) -> "tuple[int, int, int, int]":
    """A building's cost for the seat now: Master Builders and Free Masons make it cheaper."""
    if state.tech_owner[EC10] == seat:
        cost = less(cost, BUILDERS_DISCOUNT, 1)
    return less(cost, MASONS_DISCOUNT, state.masons)


def site_refusal(state: State, seat: int, space: int) -> "Refusal | None":
    """TW-BLD.2, TW-BLD.3, TW-BLD.4, TW-TP.11: where a building may be started, posts included."""
    if not state.here[space] >> seat & 1:
        return refusals.NO_BUILDER
    if state.kind[space]:
        return refusals.SITE_TAKEN
    if state.settlements[seat] + state.villages[seat] >= MOST_SITES:
        return refusals.NO_SITES_LEFT
    return None


def silo_refusal(state: State, space: int, place: int) -> "Refusal | None":
    """TW-BLD.5, TW-BLD.7, TW-BLD.8: a silo stands on a field that touches the square."""
    if place not in TOUCHING[space] or state.land.terrain[place] >= MOUNTAIN:
        return refusals.NO_FIELD
    return None


def settle_refusal(state: State, seat: int, space: int, place: int) -> "Refusal | None":
    """A new settlement with its silo."""
    refusal = site_refusal(state, seat, space) or silo_refusal(state, space, place)
    if refusal is not None:
        return refusal
    if not can_pay(state, seat, building_cost(state, seat, SETTLEMENT_COST)):
        return refusals.CANNOT_PAY
    return None


def found_refusal(state: State, seat: int, space: int, first: int, second: int) -> "Refusal | None":
    """TW-BLD.6: a village built directly, with its two silos."""
    if first > second:
        return refusals.TILES_SWAPPED
    refusal = (
        site_refusal(state, seat, space)
        or silo_refusal(state, space, first)
        or silo_refusal(state, space, second)
    )
    if refusal is not None:
        return refusal
    if state.villages[seat] >= MOST_VILLAGES:
        return refusals.NO_VILLAGES_LEFT
    if not can_pay(state, seat, building_cost(state, seat, VILLAGE_COST)):
        return refusals.CANNOT_PAY
    return None


def upgrade_refusal(state: State, seat: int, space: int, place: int) -> "Refusal | None":
    """TW-BLD.10: an own settlement becomes a village."""
    if state.owner[space] != seat or state.kind[space] != SETTLEMENT:
        return refusals.NO_SETTLEMENT
    refusal = silo_refusal(state, space, place)
    if refusal is not None:
        return refusal
    if state.villages[seat] >= MOST_VILLAGES:
        return refusals.NO_VILLAGES_LEFT
    if not can_pay(state, seat, building_cost(state, seat, UPGRADE_COST)):
        return refusals.CANNOT_PAY
    return None


def castle_refusal(state: State, seat: int, space: int) -> "Refusal | None":
    """TW-CAS.1, TW-CAS.2: a castle on an own village of an earlier year."""
    if state.owner[space] != seat or state.kind[space] != VILLAGE:
        return refusals.NO_VILLAGE
    if state.built[space] == state.year:
        return refusals.VILLAGE_TOO_NEW
    if state.castles_built[seat] >= MOST_CASTLES:
        return refusals.NO_CASTLES_LEFT
    if not can_pay(state, seat, building_cost(state, seat, CASTLE_COST)):
        return refusals.CANNOT_PAY
    return None


def university_cost(
    state: State, seat: int, category: int, level: int
) -> "tuple[int, int, int, int]":
    """TW-UNI.2: all levels from the present one up to `level`, less what scholars take off."""
    total = [0, 0, 0, 0]
    for step in range(state.schools[seat * 3 + category], level):
        for resource in range(4):
            total[resource] += UNIVERSITY_COSTS[category][step][resource]
    gold = max(0, total[0] - SCHOLARS_DISCOUNT * state.scholars)
    return (gold, total[1], total[2], total[3])


def university_refusal(state: State, seat: int, category: int, level: int) -> "Refusal | None":
    """TW-UNI.1, TW-UNI.2, TW-UNI.5: raising a university, whoever stands on the gate."""
    if level <= state.schools[seat * 3 + category]:
        return refusals.LEVEL_REACHED
    if not can_pay(state, seat, university_cost(state, seat, category, level)):
        return refusals.CANNOT_PAY
    return None


def _new_sites(state: State, seat: int) -> list[int]:
    bit = 1 << seat
    here, kind = state.here, state.kind
    return [s for s in range(GATES, SPACES) if here[s] & bit and not kind[s]]


def _fields(state: State, space: int) -> list[int]:
    terrain = state.land.terrain
    return [place for place in TOUCHING[space] if terrain[place] < MOUNTAIN]


def can_build(state: State, seat: int) -> bool:
    """Whether anything at all can be built."""
    for category in range(3):
        level = state.schools[seat * 3 + category] + 1
        if level <= TOP_LEVEL and university_refusal(state, seat, category, level) is None:
            return True
    if state.settlements[seat] + state.villages[seat] < MOST_SITES and can_pay(
        state, seat, building_cost(state, seat, SETTLEMENT_COST)
    ):
        for space in _new_sites(state, seat):
            if _fields(state, space):
                return True
    if not state.settlements[seat] and not state.villages[seat]:
        return False
    upgrade = (
        state.settlements[seat] > 0
        and state.villages[seat] < MOST_VILLAGES
        and can_pay(state, seat, building_cost(state, seat, UPGRADE_COST))
    )
    castle = state.castles_built[seat] < MOST_CASTLES and can_pay(
        state, seat, building_cost(state, seat, CASTLE_COST)
    )
    if not upgrade and not castle:
        return False
    for space in range(GATES, SPACES):
        if state.owner[space] == seat:
            if upgrade and state.kind[space] == SETTLEMENT:
                return True
            if castle and castle_refusal(state, seat, space) is None:
                return True
    return False


def legal_buildings(state: State, seat: int) -> list[Command]:
    """Everything the seat can build now."""
    listed: list[Command] = []
    for space in _new_sites(state, seat):
        fields = _fields(state, space)
        if not fields:
            continue
        if settle_refusal(state, seat, space, fields[0]) is None:
            for place in fields:
                listed.append(commands.SETTLE.of(space - GATES, place))
        if found_refusal(state, seat, space, fields[0], fields[0]) is None:
            for index, first in enumerate(fields):
                for second in fields[index:]:
                    listed.append(commands.FOUND.of(space - GATES, first, second))
    for space in range(GATES, SPACES):
        if state.owner[space] != seat:
            continue
        if state.kind[space] == SETTLEMENT:
            for place in _fields(state, space):
                if upgrade_refusal(state, seat, space, place) is None:
                    listed.append(commands.UPGRADE.of(space - GATES, place))
        elif castle_refusal(state, seat, space) is None:
            listed.append(commands.FORTIFY.of(space - GATES))
    for category in range(3):
        for level in range(state.schools[seat * 3 + category] + 1, TOP_LEVEL + 1):
            if university_refusal(state, seat, category, level) is not None:
                break
            listed.append(commands.RAISE.of(category, level - 1))
    return listed


def build_settlement(state: State, seat: int, space: int, place: int, events: list[Event]) -> None:
    """Pay for a settlement and set it up."""
    pay(state, seat, building_cost(state, seat, SETTLEMENT_COST))
    _set_up(state, seat, space, SETTLEMENT, events)
    state.silos[2 * space] = place


def build_village(
    state: State, seat: int, space: int, first: int, second: int, events: list[Event]
) -> None:
    """Pay for a village and set it up."""
    pay(state, seat, building_cost(state, seat, VILLAGE_COST))
    _set_up(state, seat, space, VILLAGE, events)
    state.silos[2 * space] = first
    state.silos[2 * space + 1] = second


def upgrade(state: State, seat: int, space: int, place: int, events: list[Event]) -> None:
    """Pay for an upgrade; the second silo joins the first."""
    pay(state, seat, building_cost(state, seat, UPGRADE_COST))
    _set_up(state, seat, space, VILLAGE, events)
    state.silos[2 * space + 1] = place


def build_castle(state: State, seat: int, space: int, events: list[Event]) -> None:
    """TW-CAS.3: pay for a castle; its silver Xadla comes with it."""
    pay(state, seat, building_cost(state, seat, CASTLE_COST))
    _set_up(state, seat, space, CASTLE, events)
    state.castles_built[seat] += 1


def _set_up(state: State, seat: int, space: int, kind: int, events: list[Event]) -> None:
    put_up(state, seat, space, kind)
    state.built[space] = state.year
    state.masons = 0
    events.append(Event("built", seat, (BUILDING_NAMES[kind], SPACE_NAMES[space])))


def raise_university(
    state: State, seat: int, category: int, level: int, events: list[Event]
) -> None:
    """TW-UNI.3, TW-UNI.4: pay for levels that stay; the fourth gives a golden Xadla."""
    pay(state, seat, university_cost(state, seat, category, level))
    state.schools[seat * 3 + category] = level
    state.scholars = 0
    events.append(Event("university", seat, (CATEGORY_NAMES[category], level)))
    if level == TOP_LEVEL:
        award(state, seat, 1, "university", events)


# Recruiting.


def recruit_cost(state: State, seat: int, times: int) -> "tuple[int, int, int, int]":
    """TW-REC.1: the cost of a soldier, single at the gate, double at a building."""
    wheat = RECRUIT_COST[3] - 1 if state.tech_owner[EC08] == seat else RECRUIT_COST[3]
    return (RECRUIT_COST[0] * times, 0, 0, wheat * times)


def muster_gate_refusal(state: State, seat: int) -> "Refusal | None":
    """TW-CAP.8: a recruit at the own gate."""
    if is_occupied(state, seat):
        return refusals.CAPITAL_LOST
    if not state.reserve[seat]:
        return refusals.NO_RESERVE
    if not can_pay(state, seat, recruit_cost(state, seat, 1)):
        return refusals.CANNOT_PAY
    if room(state, seat, state.gate_of[seat]) < 1:
        return refusals.NO_ROOM_FOR_RECRUIT
    return None


def muster_refusal(state: State, seat: int, space: int) -> "Refusal | None":
    """TW-CAP.8, TW-REC.2: a recruit at an own building, for the double cost."""
    if is_occupied(state, seat):
        return refusals.CAPITAL_LOST
    if state.owner[space] != seat:
        return refusals.NO_BUILDING
    if not state.reserve[seat]:
        return refusals.NO_RESERVE
    if not can_pay(state, seat, recruit_cost(state, seat, 2)):
        return refusals.CANNOT_PAY
    if room(state, seat, space) < 1:
        return refusals.NO_ROOM_FOR_RECRUIT
    if state.field[seat] >= capacity(state, seat):
        return refusals.NO_SUPPORT_FOR_RECRUIT
    return None


def can_recruit(state: State, seat: int) -> bool:
    """Whether anybody can be recruited anywhere."""
    if not state.reserve[seat] or not can_pay(state, seat, recruit_cost(state, seat, 1)):
        return False
    if muster_gate_refusal(state, seat) is None:
        return True
    if not can_pay(state, seat, recruit_cost(state, seat, 2)):
        return False
    return any(
        state.owner[space] == seat and muster_refusal(state, seat, space) is None
        for space in range(GATES, SPACES)
    )


def legal_recruits(state: State, seat: int) -> list[Command]:
    """Where a recruit may be placed, and being done."""
    listed: list[Command] = []
    if muster_gate_refusal(state, seat) is None:
        listed.append(commands.MUSTER_GATE.of())
    for space in range(GATES, SPACES):
        if state.owner[space] == seat and muster_refusal(state, seat, space) is None:
            listed.append(commands.MUSTER_AT.of(space - GATES))
    if state.gained:
        listed.append(commands.DONE.of())
    return listed


def recruit(state: State, seat: int, space: int, times: int, events: list[Event]) -> None:
    """Pay for a soldier and bring him from the reserve."""
    pay(state, seat, recruit_cost(state, seat, times))
    state.reserve[seat] -= 1
    put(state, seat, space, 1)
    state.gained += 1
    events.append(Event("recruited", seat, (SPACE_NAMES[space],)))


def done_refusal(state: State) -> "Refusal | None":
    """TW-REC.1, TW-TEC.4: a token is spent on at least one."""
    return None if state.gained else refusals.ONE_AT_LEAST


# Techs.


def tech_cost(state: State, seat: int, category: int, level: int) -> "tuple[int, int, int, int]":
    """A tech's price for the seat now: Open Archives and scholars take gold off."""
    gold, lumber, mining, wheat = TECH_COSTS[category][level - 1]
    if state.tech_owner[EC12] == seat:
        gold -= 1
    return (max(0, gold - SCHOLARS_DISCOUNT * state.scholars), lumber, mining, wheat)


def level_refusal(state: State, seat: int, category: int, level: int) -> "Refusal | None":
    """TW-TEC.1, TW-TEC.2: whether techs of a level are open to the seat, and affordable."""
    if state.schools[seat * 3 + category] < level:
        return refusals.NO_UNIVERSITY
    first = category * 16
    for lower in range(level - 1):
        owners = state.tech_owner[first + 4 * lower : first + 4 * lower + 4]
        if seat not in owners and NONE in owners:
            return refusals.LOWER_TECH_FIRST
    if not can_pay(state, seat, tech_cost(state, seat, category, level)):
        return refusals.CANNOT_PAY
    return None


def buy_refusal(state: State, seat: int, tech: int) -> "Refusal | None":
    """TW-TEC.1, TW-TEC.2, TW-TEC.3, TW-SUN.5: whether the seat may buy a tech."""
    if state.tech_owner[tech] != NONE:
        return refusals.TECH_OWNED
    refusal = level_refusal(state, seat, category_of(tech), level_of(tech))
    if refusal is not None:
        return refusal
    if UNIT_OF_TECH[tech] != NONE and units_owned(state, seat) >= MOST_UNITS:
        return refusals.UNITS_FULL
    return None


def units_owned(state: State, seat: int) -> int:
    """How many super units the seat has bought."""
    count = 0
    for tech in UNITS:
        if state.tech_owner[tech] == seat:
            count += 1
    return count


def legal_techs(state: State, seat: int) -> list[Command]:
    """The techs the seat can buy now, and being done."""
    listed = [commands.BUY.of(tech) for tech in _buyable(state, seat)]
    if state.gained:
        listed.append(commands.DONE.of())
    return listed


def can_buy(state: State, seat: int) -> bool:
    """Whether any tech can be bought."""
    if not (state.schools[seat * 3] or state.schools[seat * 3 + 1] or state.schools[seat * 3 + 2]):
        return False
    return len(_buyable(state, seat)) > 0


def _buyable(state: State, seat: int) -> list[int]:
    found: list[int] = []
    owners = state.tech_owner
    full = units_owned(state, seat) >= MOST_UNITS
    for category in range(3):
        for level in range(1, state.schools[seat * 3 + category] + 1):
            refusal = level_refusal(state, seat, category, level)
            if refusal is refusals.LOWER_TECH_FIRST:
                break
            if refusal is not None:
                continue
            first = category * 16 + 4 * (level - 1)
            for tech in range(first, first + 4):
                if owners[tech] == NONE and not (full and UNIT_OF_TECH[tech] != NONE):
                    found.append(tech)
    return found


def buy(state: State, seat: int, tech: int, events: list[Event]) -> None:
    """TW-TEC.3, TW-TEC.6: the tech is the seat's from now on; a super unit is then appointed."""
    pay(state, seat, tech_cost(state, seat, category_of(tech), level_of(tech)))
    state.tech_owner[tech] = seat
    state.scholars = 0
    state.gained += 1
    events.append(Event("bought", seat, (TECH_NAMES[tech],)))
    if tech == EC09:
        state.reserve[seat] += MUSTER
    unit = UNIT_OF_TECH[tech]
    if unit != NONE:
        lift_unit(state, unit)
        state.appointed = unit
        state.phase = APPOINTING


# Appointing a super unit.


def appoint_refusal(state: State, seat: int, unit: int, space: int) -> "Refusal | None":
    """TW-SUN.1: an own squad without super unit."""
    if unit != state.appointed:
        return refusals.OTHER_UNIT
    if (
        space == state.gate_of[seat]
        or not state.here[space] >> seat & 1
        or state.unit_at[space] != NONE
    ):
        return refusals.NO_SQUAD_FOR_UNIT
    return None


def appoint_home_refusal(state: State, seat: int, unit: int) -> "Refusal | None":
    """TW-SUN.1: the soldiers at the own gate are an army too; without any army it waits there."""
    if unit != state.appointed:
        return refusals.OTHER_UNIT
    if state.here[state.gate_of[seat]] >> seat & 1 or not _squads_for(state, seat, unit):
        return None
    return refusals.NOBODY_AT_HOME


def _squads_for(state: State, seat: int, unit: int) -> list[int]:
    return [s for s in range(SPACES) if appoint_refusal(state, seat, unit, s) is None]


def legal_appointments(state: State, seat: int) -> list[Command]:
    """The squads that can take the super unit, and the capital."""
    unit = state.appointed
    listed = [commands.APPOINT.of(unit, space) for space in _squads_for(state, seat, unit)]
    if appoint_home_refusal(state, seat, unit) is None:
        listed.append(commands.APPOINT_HOME.of(unit))
    return listed


def appoint(state: State, seat: int, space: int, events: list[Event]) -> None:
    """The super unit joins a squad, or stays in the capital (NONE); buying goes on."""
    unit = state.appointed
    state.appointed = NONE
    state.phase = TECHING
    if space != NONE:
        place_unit(state, unit, seat, space)
        events.append(Event("appointed", seat, (UNIT_NAMES[unit], SPACE_NAMES[space])))
