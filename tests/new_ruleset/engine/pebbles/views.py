"""The state as plain values. Nothing is hidden: every view is the whole state."""

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.pebbles.state import State
from pentarch.engine.plain import Json, ints


def view(state: State, seat: "Seat | None") -> Json:
    """What a seat may know: everything."""
    return dump(state)


def dump(state: State) -> Json:
    """The whole state."""
    return {
        "options": state.settings.options.plain(),
        "heap": state.heap,
        "taken": ints(state.taken),
        "active": SEAT_NAMES[state.active],
    }
