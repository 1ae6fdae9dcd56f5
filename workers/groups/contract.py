"""What a group is: one bot's process tree, what it may use, and how it is stopped."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from pentarch.workers.delays import Delay


class NoGroups(Exception):
    """This host lets the worker make no control groups. The message says why."""


@dataclass(frozen=True)
class Share:
    """What one group may use at most."""

    memory: int
    """Bytes, shared memory and swap included."""
    tasks: int
    """Processes and threads, the sandbox's own included."""


class Group(ABC):
    """One bot's process tree, from before its start until after its end."""

    entrances: list[Path]
    """A process that writes 0 to each of these files is in the group, with all it starts."""

    def begin(self, root: int) -> None:  # noqa: B027 - the kernel's groups know their processes
        """The tree's first process has been started."""

    @abstractmethod
    def cpu(self) -> float:
        """The CPU seconds that the tree has used, ended processes included."""

    @abstractmethod
    def delay(self) -> Delay:
        """How long the tree has wanted to run so far while nothing of it got a core."""

    @abstractmethod
    def tasks(self) -> int:
        """How many processes and threads it has now."""

    @abstractmethod
    def overuse(self) -> str:
        """How the tree went beyond its memory, in words; empty if it did not."""

    def is_crowded(self) -> bool:
        """Whether the tree has ever wanted more processes than it may have, as far as is known."""
        return False

    @abstractmethod
    def freeze(self) -> None:
        """Let nothing of the tree run from now on. Does not wait for it."""

    @abstractmethod
    def thaw(self) -> None:
        """Let it run again."""

    @abstractmethod
    def end(self) -> None:
        """Kill everything in the tree, frozen or not, wait until it is gone, and forget it."""


class Separation(ABC):
    """How this host keeps the trees of bots apart."""

    name: str

    @abstractmethod
    def make(self, slot: int, share: Share) -> Group:
        """A new group for the bot of this slot, which the caller has claimed."""

    def clean(self) -> list[str]:
        """End and remove the groups whose workers are gone; their names."""
        return []
