"""A state from plain values. They come from outside: whatever does not fit is refused."""

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.options import choose
from pentarch.engine.pebbles.settings import OPTIONS, Settings
from pentarch.engine.pebbles.state import State
from pentarch.engine.plain import (
    Json,
    as_dict,
    field,
    int_field,
    ints_field,
    number_of,
    require,
    within,
)

KEYS = {"options", "heap", "taken", "active"}


def load(value: Json) -> State:
    """The state that `dump` gave. Raises InvalidValue for anything else."""
    require(set(as_dict(value, "a state")) == KEYS, "a state of Pebbles")
    try:
        options = choose(OPTIONS, as_dict(field(value, "options"), "the options"))
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error
    require(options.plain() == field(value, "options"), "complete options")
    settings = Settings(options)
    taken = ints_field(value, "taken")
    require(2 <= len(taken) <= 4 and min(taken) >= 0, "the pebbles of two to four seats")
    heap = within(int_field(value, "heap"), 0, settings.heap, "the heap")
    require(heap + sum(taken) <= settings.heap, "as many pebbles as there were")
    seats = {name: seat for seat, name in enumerate(SEAT_NAMES[: len(taken)])}
    active = number_of(field(value, "active"), seats, "a seat of this match")
    return State(settings, heap, taken, active)
