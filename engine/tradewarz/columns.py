"""The plain form of a state: columns of numbers by name, and single numbers in a fixed order.

Every part of a state writes itself into `Columns` and reads itself from a `Reader`. Parts of one
kind, such as the houses, follow each other in the same columns.
"""

from typing import final

from pentarch.engine.errors import InvalidValue
from pentarch.engine.tradewarz.seats import Seats, seats_of


@final
class Columns:
    """What a state's parts have written."""

    def __init__(self) -> None:
        self.lists: dict[str, list[int]] = {}
        self.scalars: list[int] = []

    def add(self, name: str, numbers: list[int]) -> None:
        """More numbers at the end of a column."""
        column = self.lists.get(name)
        if column is None:
            self.lists[name] = numbers.copy()
        else:
            column += numbers


@final
class Reader:
    """Gives back what was written, in the same order; raises InvalidValue when it does not fit."""

    def __init__(self, lists: "dict[str, list[int]]", scalars: list[int]) -> None:
        self._lists = lists
        self._scalars = scalars
        self._read: dict[str, int] = {}
        self._scalars_read = 0

    def take(self, name: str, count: int) -> list[int]:
        """The next numbers of a column."""
        start = self._read.get(name, 0)
        found = self._column(name)[start : start + count]
        if len(found) != count:
            raise InvalidValue(f"{name!r} is too short")
        self._read[name] = start + count
        return found

    def one(self, name: str) -> int:
        """The next number of a column."""
        return self.take(name, 1)[0]

    def rest(self, name: str) -> list[int]:
        """All that is left of a column."""
        return self.take(name, len(self._column(name)) - self._read.get(name, 0))

    def flag(self, name: str) -> bool:
        """The next number of a column as yes or no."""
        return _flag(self.one(name))

    def seats(self, name: str) -> Seats:
        """The next number of a column as a set of seats."""
        return seats_of(self.one(name))

    def scalar(self) -> int:
        """The next single number."""
        if self._scalars_read >= len(self._scalars):
            raise InvalidValue("'scalars' is too short")
        self._scalars_read += 1
        return self._scalars[self._scalars_read - 1]

    def flag_scalar(self) -> bool:
        """The next single number as yes or no."""
        return _flag(self.scalar())

    def seats_scalar(self) -> Seats:
        """The next single number as a set of seats."""
        return seats_of(self.scalar())

    def finish(self) -> None:
        """Refuse what nobody has read."""
        if self._scalars_read != len(self._scalars):
            raise InvalidValue("'scalars' has another length")
        for name, column in self._lists.items():
            if self._read.get(name, 0) != len(column):
                raise InvalidValue(f"{name!r} has another length")

    def _column(self, name: str) -> list[int]:
        column = self._lists.get(name)
        if column is None:
            raise InvalidValue(f"{name!r} is missing")
        return column


def _flag(number: int) -> bool:
    if number not in (0, 1):
        raise InvalidValue("a flag is 0 or 1")
    return number == 1
