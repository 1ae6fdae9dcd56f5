"""Soldiers who leave: RETREAT, recalls for want of support, and moving out of a capital."""

from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.battle import (
    disband,
    own_buildings_with_room,
    place_loose,
    start_battle,
)
from pentarch.engine.tradewarz.places import (
    buildings,
    capacity,
    distances,
    is_occupied,
    lift_unit,
    place_unit,
    put,
    release_unit,
    room,
    squad_limit,
    take,
    unit_with,
)
from pentarch.engine.tradewarz.state import MOVING_OUT, RECALLING, State
from pentarch.engine.tradewarz.tables import GATE_LIMIT, GATES, NONE, SPACE_NAMES, SPACES

# Retreat.


def _fits(state: State, seat: int, start: int, goal: int) -> bool:
    """Whether the whole squad on `start`, with its super unit, has room on `goal`."""
    size = state.army[seat * SPACES + start]
    if goal == state.gate_of[seat]:
        # TW-RET.4: an occupied gate is fought for, so room does not matter.
        return is_occupied(state, seat) or state.army[seat * SPACES + goal] + size <= GATE_LIMIT
    if goal == start or state.here[goal] & ~state.friends[seat]:
        return False
    if state.crowd[goal] + size > squad_limit(state, seat):
        return False
    return unit_with(state, seat, start) == NONE or state.unit_at[goal] == NONE


def _refuges(state: State, seat: int, start: int) -> list[int]:
    """TW-RET.1, TW-RET.3: the own gate, and the nearest own buildings that take the whole squad."""
    found = [state.gate_of[seat]] if _fits(state, seat, start, state.gate_of[seat]) else []
    sites = [site for site in buildings(state, seat) if _fits(state, seat, start, site)]
    if not sites:
        return found
    far = distances(state, start)
    least = min(far[site] for site in sites)
    return found + [site for site in sites if far[site] == least]


def retreat_refusal(state: State, seat: int, start: int, goal: int) -> "Refusal | None":
    """Whether a squad may retreat there."""
    home = state.gate_of[seat]
    if start == home or not state.here[start] >> seat & 1:
        return refusals.NO_SQUAD
    if goal in _refuges(state, seat, start):
        return None
    if goal == home or (state.owner[goal] == seat and not _fits(state, seat, start, goal)):
        return refusals.NO_ROOM_TO_RETREAT
    return refusals.NOT_NEAREST


def _squads(state: State, seat: int) -> list[int]:
    home = state.gate_of[seat]
    return [s for s in range(SPACES) if state.here[s] >> seat & 1 and s != home]


def can_retreat(state: State, seat: int) -> bool:
    """Whether any squad has somewhere to go."""
    if not state.squads[seat]:
        return False
    sites = [state.gate_of[seat], *buildings(state, seat)]
    return any(_fits(state, seat, start, goal) for start in _squads(state, seat) for goal in sites)


def legal_retreats(state: State, seat: int) -> list[Command]:
    """Every squad with each of its refuges."""
    return [
        commands.RETREAT_TO.of(start, goal)
        for start in _squads(state, seat)
        for goal in _refuges(state, seat, start)
    ]


def retreat(state: State, seat: int, start: int, goal: int, events: list[Event]) -> None:
    """TW-RET.2, TW-RET.4: the squad moves at once, or fights for its own gate."""
    size = state.army[seat * SPACES + start]
    unit = unit_with(state, seat, start)
    events.append(Event("retreated", seat, (SPACE_NAMES[start], SPACE_NAMES[goal])))
    if goal == state.gate_of[seat] and is_occupied(state, seat):
        start_battle(state, seat, start, goal, size, unit, events)
        return
    take(state, seat, start, size)
    put(state, seat, goal, size)
    if unit != NONE:
        place_unit(state, unit, seat, goal)


# Recall.


def overstretched(state: State) -> int:
    """TW-SUP.3: the first seat, from the acting one in turn order, with too many in the field."""
    for ahead in range(state.seats):
        seat = state.order[(state.turn + ahead) % state.seats]
        if state.field[seat] > capacity(state, seat):
            return seat
    return NONE


def ask_recall(state: State, seat: int, then: int) -> None:
    """The seat recalls soldiers; `then` is the decision that goes on afterwards."""
    state.recaller = seat
    state.after_recall = then
    state.phase = RECALLING


def recall_refusal(state: State, seat: int, space: int) -> "Refusal | None":
    """TW-SUP.3: a field soldier of the seat's choice."""
    if space == state.gate_of[seat] or not state.here[space] >> seat & 1:
        return refusals.NO_FIELD_SOLDIER
    return None


def legal_recalls(state: State, seat: int) -> list[Command]:
    """The squads a soldier can be recalled from."""
    return [commands.RECALL.of(space) for space in _squads(state, seat)]


def recall(state: State, seat: int, space: int, events: list[Event]) -> None:
    """TW-SUP.4, TW-SUP.5: one soldier returns to the gate, or to the reserve."""
    take(state, seat, space, 1)
    release_unit(state, space)
    home = state.gate_of[seat]
    if room(state, seat, home) > 0:
        put(state, seat, home, 1)
    else:
        state.reserve[seat] += 1
    events.append(Event("recalled", seat, (SPACE_NAMES[space],)))


# Moving out of a conquered capital.


def next_move_out(state: State) -> bool:
    """TW-CAP.11: lift the next conquering army off its gate. False when none is left."""
    for seat in state.order:
        for gate in range(GATES):
            if gate == state.gate_of[seat] or not state.here[gate] >> seat & 1:
                continue
            unit = unit_with(state, seat, gate)
            if unit != NONE:
                lift_unit(state, unit)
            state.loose = state.army[seat * SPACES + gate]
            state.loose_seat = seat
            state.loose_unit = unit
            state.placed = []
            take(state, seat, gate, state.loose)
            if can_move_out(state):
                state.phase = MOVING_OUT
                return True
            disband(state)
    return False


def can_move_out(state: State) -> bool:
    """Whether any place has room for one of the conquerors."""
    seat = state.loose_seat
    if room(state, seat, state.gate_of[seat]) > 0:
        return True
    return len(own_buildings_with_room(state, seat)) > 0


def move_out_refusal(state: State, space: int) -> "Refusal | None":
    """TW-CAP.11, TW-CAP.12: own buildings first, then the own gate."""
    seat = state.loose_seat
    if space == state.gate_of[seat]:
        if own_buildings_with_room(state, seat):
            return refusals.BUILDINGS_FIRST
    elif state.owner[space] != seat:
        return refusals.NOT_OWN_BUILDING
    return None if room(state, seat, space) > 0 else refusals.NO_ROOM


def legal_moves_out(state: State) -> list[Command]:
    """Where the conquerors may go."""
    sites = own_buildings_with_room(state, state.loose_seat)
    if not sites:
        sites = [state.gate_of[state.loose_seat]]
    return [commands.MOVEOUT.of(space) for space in sites]


def move_out(state: State, space: int) -> bool:
    """As many as fit go to a space. True when all have found a place or there is none left."""
    place_loose(state, space)
    if state.loose and can_move_out(state):
        return False
    disband(state)
    return True
