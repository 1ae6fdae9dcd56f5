"""A state that a seat could be in for all it knows: here there is only one."""

from pentarch.engine.chance import Chance
from pentarch.engine.core import Seat
from pentarch.engine.pebbles.loading import load
from pentarch.engine.pebbles.state import State
from pentarch.engine.plain import Json


def sample(view: Json, seat: Seat, chance: Chance) -> State:
    """Nothing has to be drawn."""
    return load(view)
