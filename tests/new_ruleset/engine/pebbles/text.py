"""A view to be read."""

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.pebbles.settings import OPTIONS
from pentarch.engine.plain import Json, int_field, ints_field
from pentarch.engine.prose import fill, page, unusual


def draw(view: Json) -> str:
    """The heap, and what everybody has."""
    taken = [f"{SEAT_NAMES[seat]} {count}" for seat, count in enumerate(ints_field(view, "taken"))]
    heap = "o" * int_field(view, "heap") or "-"
    head = fill("Heap: {heap} pebbles, {active} takes next", view)
    return page([*unusual(view, OPTIONS), head, heap, ", ".join(taken)])
