"""States that a seat could be in for all it knows: with nothing hidden, the one it sees."""

from pentarch.engine.plain import Json
from pentarch.engine.township.loading import load
from pentarch.engine.township.state import State


def sample(view: Json) -> State:
    """The state of a view. Raises InvalidValue for what no match could show."""
    return load(view)
