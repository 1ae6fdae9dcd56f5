"""The state drawn in plain text."""

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.pebbles.state import State


def text(state: State) -> str:
    """The heap, and what everybody has."""
    taken = ", ".join(f"{SEAT_NAMES[seat]} {count}" for seat, count in enumerate(state.taken))
    return f"heap {'o' * state.heap or '-'}\n{taken}"
