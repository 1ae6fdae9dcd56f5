"""The state: a heap, and what each seat has taken."""

from pentarch.engine.packing import packed
from pentarch.engine.pebbles.settings import Settings


class State:
    """Everything that there is in a match. `active` is the seat whose turn it is."""

    def __init__(self, settings: Settings, heap: int, taken: list[int], active: int) -> None:
        self.settings = settings
        self.heap = heap
        self.taken = taken
        self.active = active

    def copy(self) -> "State":
        """An independent state; settings never change and are shared."""
        return State(self.settings, self.heap, self.taken.copy(), self.active)

    def pack(self) -> bytes:
        """Its fingerprint."""
        return packed([self.heap, self.active, *self.taken])
