"""Commands as actions: three ways, each of which can be turned into the others without loss.

listed     the place in the list of legal commands: small, for every ruleset
numbered   the command's number in the ruleset's table: stable from state to state, where the table
           is small enough for a mask
factored   the verb and the word of each of its slots, for tables of any size
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from operator import index
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pentarch.engine.commands import Command
from pentarch.engine.ruleset import Ruleset

Action: TypeAlias = int | npt.NDArray[np.int64]
Mask: TypeAlias = npt.NDArray[np.int8]

MOST_NUMBERED: Final = 200_000
MOST_LISTED: Final = 1_024
"""Legal commands that `listed` can tell apart: four times what any match offered."""


class NoAction(ValueError):
    """The action means no command that is legal now."""


class Actions(ABC):
    """One way to number the commands of a ruleset.

    `sizes` says how many values each part of an action has; a single part is a plain number. A mask
    is the masks of the parts one after another: for several parts, what each of them can be by
    itself.
    """

    sizes: list[int]

    @abstractmethod
    def command(self, legal: Sequence[Command], action: Action) -> Command:
        """The command that an action means, out of the legal ones. Raises NoAction."""

    @abstractmethod
    def action(self, legal: Sequence[Command], command: Command) -> Action:
        """The action that means a command. Raises NoAction for one that is not legal."""

    @abstractmethod
    def mask(self, legal: Sequence[Command]) -> Mask:
        """1 for everything that can be part of a legal action, else 0."""

    def holds(self, action: Action) -> bool:
        """Whether an action could mean a command in some state: it has these parts and sizes."""
        parts = np.asarray(action)
        if parts.dtype.kind not in "iu" or parts.size != len(self.sizes) or parts.ndim > 1:
            return False
        return bool(((parts >= 0) & (parts < self.sizes)).all())

    def idle(self) -> Mask:
        """The mask of a seat that is not asked: 0 in every part, and nothing else."""
        mask = np.zeros(sum(self.sizes), np.int8)
        at = 0
        for size in self.sizes:
            mask[at] = 1
            at += size
        return mask


class Listed(Actions):
    """The place in the list of legal commands."""

    def __init__(self, most: int = MOST_LISTED) -> None:
        self.sizes = [most]

    def command(self, legal: Sequence[Command], action: Action) -> Command:
        place = index(action)
        if not 0 <= place < min(len(legal), self.sizes[0]):
            raise NoAction(f"{place} is not a place in a list of {len(legal)} legal commands")
        return legal[place]

    def action(self, legal: Sequence[Command], command: Command) -> Action:
        for place, each in enumerate(legal[: self.sizes[0]]):
            if each is command:
                return place
        raise NoAction(f"{command.text!r} is not legal now")

    def mask(self, legal: Sequence[Command]) -> Mask:
        """See Actions. Raises ValueError for a list that is too long."""
        most = self.sizes[0]
        if len(legal) > most:
            raise ValueError(
                f"{len(legal)} commands are legal, and 'listed' tells {most} apart; use 'factored'"
            )
        mask = np.zeros(most, np.int8)
        mask[: len(legal)] = 1
        return mask


class Numbered(Actions):
    """The number of a command. Raises ValueError for a ruleset with too many of them."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self._table: Final = ruleset.commands
        if self._table.size > MOST_NUMBERED:
            raise ValueError(
                f"{ruleset.info.id} has {self._table.size} commands: too many for one number each; "
                "use 'listed' or 'factored'"
            )
        self.sizes = [self._table.size]

    def command(self, legal: Sequence[Command], action: Action) -> Command:
        number = index(action)
        for command in legal:
            if command.number == number:
                return command
        raise NoAction(f"command number {number} is not legal now")

    def action(self, legal: Sequence[Command], command: Command) -> Action:
        return _legal(legal, command).number

    def mask(self, legal: Sequence[Command]) -> Mask:
        mask = np.zeros(self.sizes[0], np.int8)
        mask[[command.number for command in legal]] = 1
        return mask


class Factored(Actions):
    """The verb, then a word for each slot that any verb has; slots that a verb lacks are 0."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        verbs = ruleset.commands.verbs
        slots = max(len(verb.slots) for verb in verbs)
        self._verb_of: Final = {verb: place for place, verb in enumerate(verbs)}
        widths = [
            max(len(verb.slots[slot]) for verb in verbs if len(verb.slots) > slot)
            for slot in range(slots)
        ]
        self.sizes = [len(verbs), *widths]
        starts = np.cumsum([0, *self.sizes[:-1]])
        self._starts: Final = [int(start) for start in starts]

    def command(self, legal: Sequence[Command], action: Action) -> Command:
        wanted = [index(part) for part in np.atleast_1d(action)]
        for command in legal:
            if self._parts(command) == wanted:
                return command
        raise NoAction(f"{wanted} is no legal command now")

    def action(self, legal: Sequence[Command], command: Command) -> Action:
        return np.array(self._parts(_legal(legal, command)), np.int64)

    def mask(self, legal: Sequence[Command]) -> Mask:
        mask = np.zeros(sum(self.sizes), np.int8)
        for command in legal:
            for start, part in zip(self._starts, self._parts(command), strict=True):
                mask[start + part] = 1
        return mask

    def _parts(self, command: Command) -> list[int]:
        lacking = len(self.sizes) - 1 - len(command.args)
        return [self._verb_of[command.verb], *command.args, *[0] * lacking]


def actions_of(ruleset: Ruleset[Any], way: str) -> Actions:
    """One of the three ways by its name. Raises ValueError."""
    if way == "listed":
        return Listed()
    if way == "numbered":
        return Numbered(ruleset)
    if way == "factored":
        return Factored(ruleset)
    raise ValueError(f"actions are 'listed', 'numbered' or 'factored', not {way!r}")


def _legal(legal: Sequence[Command], command: Command) -> Command:
    if any(each is command for each in legal):
        return command
    raise NoAction(f"{command.text!r} is not legal now")
