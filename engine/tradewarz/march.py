"""MARCH: the roll, groups, steps, structures, teleporting, lending and raids."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.battle import start_battle
from pentarch.engine.tradewarz.cards import discard
from pentarch.engine.tradewarz.economy import can_pay, gain, less, pay
from pentarch.engine.tradewarz.places import (
    capacity,
    destroy,
    place_unit,
    put,
    squad_limit,
    take,
    unit_with,
    units_kept,
)
from pentarch.engine.tradewarz.state import GROUPS, RECALLING, STEPS, State
from pentarch.engine.tradewarz.tables import (
    BRIDGE,
    CASTLE,
    CROSSINGS,
    DIAGONAL_ENDS,
    EN04,
    EN14,
    FAIRWINDS,
    GATE_LIMIT,
    GATES,
    GOLD,
    LINKS_FEW,
    LINKS_MANY,
    LONGEST_ROLL,
    MANY_SEATS,
    MI04,
    MI10,
    MORALE_TYPES,
    MOST_SQUADS,
    NONE,
    PLUNDER_GOLD,
    ROAD,
    SEASON_DICE,
    SKY_LANTERNS,
    SPACE_NAMES,
    SPACES,
    STRUCTURE_COSTS,
    STRUCTURE_NAMES,
    STRUCTURE_OF_TERRAIN,
    STRUCTURE_SUPPLY,
    UNIT_NAMES,
    UNITS,
)


def start_march(state: State, chance: Chance, events: list[Event]) -> None:
    """TW-MAR.1: roll the season's die."""
    roll = SEASON_DICE[state.season][chance.die(6) - 1]
    events.append(Event("march_roll", state.seat, (roll,)))
    if roll == 1 and state.tech_owner[MI04] == state.seat:
        roll = 2
    state.roll = roll
    state.grouped = 0
    state.moved = [0] * SPACES
    state.phase = GROUPS


# Choosing a group.


def winds_refusal(state: State, seat: int) -> "Refusal | None":
    """TW-MAR.2: fair winds come after the roll and before the first group."""
    if not state.hand[seat * MORALE_TYPES + FAIRWINDS]:
        return refusals.NO_CARD
    if state.grouped:
        return refusals.TOO_LATE_FOR_WINDS
    return refusals.WINDS_AT_BEST if state.roll >= LONGEST_ROLL else None


def play_winds(state: State, seat: int, events: list[Event]) -> None:
    """The roll becomes the best there is."""
    discard(state, seat, FAIRWINDS)
    state.roll = LONGEST_ROLL
    events.append(Event("morale", seat, ("fairwinds",)))


def group_refusal(state: State, seat: int, space: int, size: int, unit: int) -> "Refusal | None":
    """TW-MAR.3, TW-MAR.4, TW-MAR.5, TW-MAR.19: whether it may be formed; `unit` may be NONE."""
    standing = state.army[seat * SPACES + space]
    if size > standing - state.moved[space]:
        return refusals.NO_SUCH_GROUP
    if size > squad_limit(state, seat):
        return refusals.SQUAD_TOO_LARGE
    if unit == NONE:
        if size == standing and unit_with(state, seat, space) != NONE:
            return refusals.UNIT_GOES_ALONG
    elif space == state.gate_of[seat]:
        if unit not in units_kept(state, seat):
            return refusals.NO_SUCH_UNIT
    elif unit_with(state, seat, space) != unit:
        return refusals.NO_SUCH_UNIT
    return None if can_step(state, seat, space, size, unit) else refusals.NO_STEP


def can_step(state: State, seat: int, space: int, size: int, unit: int) -> bool:
    """Whether a group there has any step at all."""
    for other in state.land.near[space]:
        if entry_refusal(state, seat, size, unit, space, other) is None:
            return True
    if unit == SKY_LANTERNS:
        for other in state.land.shut[space]:
            if entry_refusal(state, seat, size, unit, space, other) is None:
                return True
    for diagonal, other in CROSSINGS[space]:
        if entry_refusal(state, seat, size, unit, space, other) is None and (
            state.structures[diagonal]
            or structure_refusal(state, seat, _fitting(state, diagonal), diagonal) is None
        ):
            return True
    for other in linked_squares(state, space):
        if warp_refusal(state, seat, size, unit, space, other) is None:
            return True
    return False


def has_group(state: State, seat: int) -> bool:
    """TW-MAR.18: whether any group can be formed."""
    for space in range(SPACES):
        rested = state.army[seat * SPACES + space] - state.moved[space]
        if rested <= 0:
            continue
        if group_refusal(state, seat, space, 1, NONE) is None:
            return True
        for size in range(1, min(rested, squad_limit(state, seat)) + 1):
            for unit in (NONE, *range(len(UNITS))):
                if group_refusal(state, seat, space, size, unit) is None:
                    return True
    return False


def legal_groups(state: State, seat: int) -> list[Command]:
    """Fair winds, every group that can be formed, and the end of the march."""
    listed: list[Command] = []
    if state.hand[seat * MORALE_TYPES + FAIRWINDS] and winds_refusal(state, seat) is None:
        listed.append(commands.PLAY.of(FAIRWINDS))
    limit = squad_limit(state, seat)
    first = seat * SPACES
    bit = 1 << seat
    here = state.here
    for space in range(SPACES):
        if not here[space] & bit:
            continue
        rested = state.army[first + space] - state.moved[space]
        if rested <= 0:
            continue
        units = units_kept(state, seat) if space == state.gate_of[seat] else []
        if space != state.gate_of[seat] and unit_with(state, seat, space) != NONE:
            units = [state.unit_at[space]]
        for size in range(1, min(limit, rested) + 1):
            if group_refusal(state, seat, space, size, NONE) is None:
                listed.append(commands.MOVE.of(space, size - 1))
            for unit in units:
                if group_refusal(state, seat, space, size, unit) is None:
                    listed.append(commands.MOVE_WITH.of(space, size - 1, unit))
    listed.append(commands.END.of())
    return listed


def form_group(state: State, space: int, size: int, unit: int) -> None:
    """The group becomes active."""
    state.grouped = 1
    state.group_at = space
    state.group_size = size
    state.group_unit = unit
    state.group_left = state.roll
    state.group_made = 0
    state.phase = STEPS


def clear_march(state: State) -> None:
    """Forget the group and who has moved."""
    state.roll = 0
    state.grouped = 0
    state.moved = [0] * SPACES
    clear_group(state)


def clear_group(state: State) -> None:
    """Forget the active group."""
    state.group_at = NONE
    state.group_size = 0
    state.group_unit = NONE
    state.group_left = 0
    state.group_made = 0


# Steps.


def entry_refusal(
    state: State, seat: int, size: int, unit: int, start: int, goal: int
) -> "Refusal | None":
    """Whether a group on `start` may set foot on `goal`, whatever the way.

    TW-MAR.12 and TW-ALL.9: room. TW-MAR.13: squads. TW-MAR.14 and TW-SUP.2: support.
    TW-MAR.15, TW-MAR.16: gates.
    """
    here = state.here[goal]
    mine = 1 << seat
    home = state.gate_of[seat]
    if goal == home:
        if not here & ~mine and state.army[seat * SPACES + goal] + size > GATE_LIMIT:
            return refusals.GATE_FULL
        return None
    friends = state.friends[seat]
    if goal < GATES:
        owner = state.gate_owner[goal]
        if owner == NONE:
            return refusals.NO_GATE
        if friends >> owner & 1 or here & friends & ~mine:
            return refusals.ALLIED_GATE
    if here and not here & ~friends:
        if state.crowd[goal] + size > squad_limit(state, seat):
            return refusals.SQUAD_FULL
        if unit != NONE and state.unit_at[goal] != NONE:
            return refusals.TWO_UNITS
    if not here & mine:
        squads = state.squads[seat] + 1
        if start != home and state.army[seat * SPACES + start] == size:
            squads -= 1
        if squads > MOST_SQUADS:
            return refusals.TOO_MANY_SQUADS
    if start == home and state.field[seat] + size > capacity(state, seat):
        return refusals.UNSUPPORTED
    return None


def step_refusal(state: State, seat: int, goal: int) -> "Refusal | None":
    """TW-MAR.6, TW-MAR.7: a step over a channel, a structure or out of a gate."""
    start = state.group_at
    if not state.group_left:
        return refusals.NO_STEPS_LEFT
    if goal not in state.land.near[start] and not _has_structure(state, start, goal):
        if goal not in state.land.shut[start]:
            return refusals.NOT_JOINED
        if state.group_unit != SKY_LANTERNS:
            return refusals.BLOCKED
    return entry_refusal(state, seat, state.group_size, state.group_unit, start, goal)


def _has_structure(state: State, start: int, goal: int) -> bool:
    """TW-MAR.10: whether a structure joins the two, whoever laid it."""
    for diagonal, other in CROSSINGS[start]:
        if other == goal:
            return state.structures[diagonal] != 0
    return False


def _fitting(state: State, diagonal: int) -> int:
    """The structure that suits the diagonal's tile."""
    return STRUCTURE_OF_TERRAIN[state.land.terrain[DIAGONAL_ENDS[diagonal][0]]]


def structure_refusal(state: State, seat: int, structure: int, diagonal: int) -> "Refusal | None":
    """TW-MAR.9: terrain, limits, supply and cost of a new structure."""
    if _fitting(state, diagonal) != structure:
        return refusals.WRONG_TERRAIN
    if state.structures[diagonal] or (structure == BRIDGE and state.structures[diagonal ^ 1]):
        return refusals.STRUCTURE_THERE
    if not can_pay(state, seat, structure_cost(state, seat, structure)):
        return refusals.CANNOT_PAY
    if structures_laid(state, structure) >= STRUCTURE_SUPPLY[structure]:
        return refusals.NO_STRUCTURES_LEFT
    return None


def structure_cost(state: State, seat: int, structure: int) -> "tuple[int, int, int, int]":
    """What a structure costs the seat; Road Crews make it cheaper."""
    cost = STRUCTURE_COSTS[structure]
    if state.tech_owner[EN04] != seat:
        return cost
    if structure == ROAD:
        return (0, 0, 0, 0)
    return less(cost, (0, 1, 0, 0) if structure == BRIDGE else (0, 0, 1, 0), 1)


def structures_laid(state: State, structure: int) -> int:
    """How many structures of a kind stand on the map."""
    count = 0
    for diagonal, laid in enumerate(state.structures):
        if laid and _fitting(state, diagonal) == structure:
            count += 1
    return count


def lay_refusal(state: State, seat: int, structure: int, goal: int) -> "Refusal | None":
    """TW-MAR.8, TW-MAR.11: building on a diagonal and marching over it in one step."""
    if not state.group_left:
        return refusals.NO_STEPS_LEFT
    start = state.group_at
    for diagonal, other in CROSSINGS[start]:
        if other == goal:
            refusal = structure_refusal(state, seat, structure, diagonal)
            if refusal is not None:
                return refusal
            return entry_refusal(state, seat, state.group_size, state.group_unit, start, goal)
    return refusals.NO_DIAGONAL


def linked_squares(state: State, space: int) -> list[int]:
    """TW-TP.2, TW-TP.3: the squares of the posts linked with the one on this space."""
    if space not in state.post_square:
        return []
    links = LINKS_MANY if state.seats >= MANY_SEATS else LINKS_FEW
    return [state.post_square[post] for post in links[state.post_square.index(space)]]


def warp_refusal(
    state: State, seat: int, size: int, unit: int, start: int, goal: int
) -> "Refusal | None":
    """TW-TP.4, TW-TP.5: teleporting between linked posts of one seat."""
    if start not in state.post_square:
        return refusals.NOT_ON_POST
    if goal not in linked_squares(state, start):
        return refusals.NOT_LINKED
    if state.owner[goal] != seat and not state.here[goal] >> seat & 1:
        return refusals.POST_NOT_HELD
    return entry_refusal(state, seat, size, unit, start, goal)


def warp_step_refusal(state: State, seat: int, goal: int) -> "Refusal | None":
    """Teleporting is a step like any other."""
    if not state.group_left:
        return refusals.NO_STEPS_LEFT
    size, unit = state.group_size, state.group_unit
    return warp_refusal(state, seat, size, unit, state.group_at, goal)


def lend_refusal(state: State, seat: int, unit: int) -> "Refusal | None":
    """TW-ALL.10: an own super unit may stay with an ally's squad."""
    if state.group_unit != unit or state.tech_owner[UNITS[unit]] != seat:
        return refusals.NOT_OWN_UNIT
    if state.group_at < GATES or not state.here[state.group_at] & ~(1 << seat):
        return refusals.NOBODY_TO_LEND
    if not state.group_made and not can_step(state, seat, state.group_at, state.group_size, NONE):
        return refusals.NO_STEP
    return None


def stop_refusal(state: State) -> "Refusal | None":
    """TW-MAR.5: at least one step."""
    return None if state.group_made else refusals.STEP_FIRST


def legal_steps(state: State, seat: int) -> list[Command]:
    """What the active group may do next."""
    listed: list[Command] = []
    start = state.group_at
    size = state.group_size
    unit = state.group_unit
    if state.group_left:
        for goal in state.land.near[start]:
            if entry_refusal(state, seat, size, unit, start, goal) is None:
                listed.append(commands.STEP.of(goal))
        if unit == SKY_LANTERNS:
            for goal in state.land.shut[start]:
                if entry_refusal(state, seat, size, unit, start, goal) is None:
                    listed.append(commands.STEP.of(goal))
        for diagonal, goal in CROSSINGS[start]:
            if entry_refusal(state, seat, size, unit, start, goal) is not None:
                continue
            if state.structures[diagonal]:
                listed.append(commands.STEP.of(goal))
            else:
                structure = _fitting(state, diagonal)
                if structure_refusal(state, seat, structure, diagonal) is None:
                    listed.append(commands.LAY.of(structure, goal - GATES))
        for goal in linked_squares(state, start):
            if warp_refusal(state, seat, size, unit, start, goal) is None:
                listed.append(commands.WARP.of(goal - GATES))
    if unit != NONE and lend_refusal(state, seat, unit) is None:
        listed.append(commands.LEND.of(unit))
    if state.group_made:
        listed.append(commands.STOP.of())
    return listed


def is_defended(state: State, seat: int, goal: int) -> bool:
    """TW-MAR.17, TW-RAID.2, TW-ALL.8: whether setting foot there starts a battle."""
    here = state.here[goal]
    if goal == state.gate_of[seat]:
        return here & ~(1 << seat) != 0  # TW-CAP.10
    if goal < GATES:
        return not here >> seat & 1
    if here & ~state.friends[seat]:
        return True
    owner = state.owner[goal]
    if owner == NONE or state.friends[seat] >> owner & 1:
        return False
    return state.kind[goal] == CASTLE or state.tech_owner[EN14] == owner


def lay(state: State, seat: int, structure: int, goal: int, events: list[Event]) -> None:
    """Pay for a structure; the step over it follows."""
    pay(state, seat, structure_cost(state, seat, structure))
    for diagonal, other in CROSSINGS[state.group_at]:
        if other == goal:
            state.structures[diagonal] = 1
    place = SPACE_NAMES[state.group_at]
    events.append(Event("laid", seat, (STRUCTURE_NAMES[structure], place, SPACE_NAMES[goal])))


def walk(state: State, seat: int, goal: int, events: list[Event]) -> None:
    """One step of the active group, with the battle or raid (TW-RAID.3, TW-RAID.5) it leads to."""
    start = state.group_at
    state.group_left -= 1
    state.group_made += 1
    if is_defended(state, seat, goal):
        start_battle(state, seat, start, goal, state.group_size, state.group_unit, events)
        return
    take(state, seat, start, state.group_size)
    put(state, seat, goal, state.group_size)
    state.group_at = goal
    unit = state.group_unit
    if unit != NONE:
        place_unit(state, unit, seat, goal)
        if goal == state.gate_of[seat] and state.tech_owner[UNITS[unit]] != seat:
            state.group_unit = NONE
    owner = state.owner[goal]
    if owner != NONE and not state.friends[seat] >> owner & 1:
        raid(state, seat, goal, events)


def raid(state: State, seat: int, space: int, events: list[Event]) -> None:
    """TW-RAID.1, TW-RAID.4: an unguarded settlement or village falls; its owner settles support."""
    victim = state.owner[space]
    destroy(state, space)
    events.append(Event("raid", seat, (SPACE_NAMES[space],)))
    if state.tech_owner[MI10] == seat:
        gain(state, seat, GOLD, PLUNDER_GOLD, events)  # TW-BAT.25
    if state.field[victim] > capacity(state, victim):
        state.recaller = victim
        state.after_recall = STEPS
        state.phase = RECALLING


def lend(state: State, seat: int, unit: int, events: list[Event]) -> None:
    """The ally of the lowest seat on the square takes the super unit over."""
    space = state.group_at
    for ally in range(state.seats):
        if ally != seat and state.here[space] >> ally & 1:
            place_unit(state, unit, ally, space)
            events.append(Event("lent", seat, (UNIT_NAMES[unit], SPACE_NAMES[space])))
            break
    state.group_unit = NONE


def stop(state: State) -> None:
    """The group rests: its soldiers have moved."""
    state.moved[state.group_at] += state.group_size
    clear_group(state)
    state.phase = GROUPS
