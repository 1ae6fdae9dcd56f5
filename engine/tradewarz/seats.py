"""Sets of seats: who stands on a space, who is allied, who has won."""

from typing import Final, final

from pentarch.engine.core import MAX_SEATS, Seat
from pentarch.engine.errors import InvalidValue


@final
class Seats:
    """A set of seats. All there can be are made once, so equal sets are the same object."""

    __slots__ = ("count", "mask", "members")

    def __init__(self, mask: int) -> None:
        self.mask: Final = mask
        """A bit for each member: the form in which states are kept."""
        self.members: Final = [seat for seat in range(MAX_SEATS) if mask >> seat & 1]
        self.count: Final = len(self.members)

    def has(self, seat: Seat) -> bool:
        """Whether a seat is one of them; nobody (NONE) never is."""
        return self.mask >> seat & 1 != 0

    def has_other(self, seat: Seat) -> bool:
        """Whether anybody but the seat is one of them."""
        return self.mask & ~(1 << seat) != 0

    def within(self, others: "Seats") -> bool:
        """Whether all of them are among the others."""
        return not self.mask & ~others.mask

    def fits(self, seats: int) -> bool:
        """Whether all of them are among the first so many seats."""
        return self.mask < 1 << seats

    def meets(self, others: "Seats") -> bool:
        """Whether any of them is among the others."""
        return self.mask & others.mask != 0

    def plus(self, seat: Seat) -> "Seats":
        """The set with one more."""
        return _ALL[self.mask | 1 << seat]

    def minus(self, seat: Seat) -> "Seats":
        """The set without one."""
        return _ALL[self.mask & ~(1 << seat)]


_ALL: Final = [Seats(mask) for mask in range(1 << MAX_SEATS)]
NOBODY: Final = _ALL[0]


def seats_of(mask: int) -> Seats:
    """The set with these bits. Raises InvalidValue."""
    if not 0 <= mask < len(_ALL):
        raise InvalidValue("a set of seats has a bit for each")
    return _ALL[mask]


def alone(seat: Seat) -> Seats:
    """The set of one seat."""
    return NOBODY.plus(seat)
