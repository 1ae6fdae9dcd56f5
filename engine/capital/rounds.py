"""Turns and rounds: who comes next, and the cap (CP-3.2, CP-3.4, CP-11.8)."""

from pentarch.engine.capital import building
from pentarch.engine.capital.state import DECIDE_NOTHING, ENDED_CAP, MOVED, PHASE_OVER, State
from pentarch.engine.capital.tables import ALIVE, KEEP_ALL, WON_ATTACK
from pentarch.engine.core import Event


def end_turn(state: State, events: "list[Event]") -> None:
    """Clear the turn's marks and begin the next living seat's turn, or end at the cap."""
    seat = state.active
    realm = state.realms[seat]
    for position in range(WON_ATTACK, KEEP_ALL + 1):
        realm.tally[position] = 0
    units = realm.units
    for position, unit in enumerate(units):
        units[position] = unit & ~MOVED
    seats = len(state.realms)
    while True:
        seat += 1
        if seat == seats:
            seat = 0
            if state.round >= state.setting.round_cap:
                state.phase = PHASE_OVER
                state.decision = DECIDE_NOTHING
                state.ending = ENDED_CAP
                events.append(Event("round_cap", -1, (state.round,)))
                return
            state.round += 1
        if state.realms[seat].tally[ALIVE]:
            break
    begin_turn(state, seat, events)


def begin_turn(state: State, seat: int, events: "list[Event]") -> None:
    """The seat's Build phase opens (CP-3.1)."""
    state.active = seat
    building.begin(state)
    events.append(Event("turn", seat, (state.round,)))
