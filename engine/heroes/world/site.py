"""Sites: what has changed on a hex; and the Recruitment Locations of the start tiles."""

from typing import Final, final

from pentarch.engine.core import SEAT_NAMES, Numbers, Words
from pentarch.engine.heroes.tables import LEVELS
from pentarch.engine.plain import Json, ints, strs

NOBODY: Final[Numbers] = (0,) * LEVELS
MARKS: Final[Words] = ("activated", "explored", "cleared", "visited")


@final
class Site:
    """A hex: who controls it, its marks, the Heroes marked at a tower, its guards or garrison.

    Copies of a state share their sites; `State.alter` gives one that may be changed.
    """

    __slots__ = (
        "activated",
        "cleared",
        "explored",
        "owner",
        "units",
        "used",
        "visited",
    )

    def __init__(self) -> None:
        self.owner = -1
        self.activated = False
        self.explored = False
        self.cleared = False
        self.visited = False
        self.used: Numbers = ()
        self.units = NOBODY  # by level

    def copy(self) -> "Site":
        """An independent site."""
        twin = Site()
        twin.owner = self.owner
        twin.activated = self.activated
        twin.explored = self.explored
        twin.cleared = self.cleared
        twin.visited = self.visited
        twin.used = self.used
        twin.units = self.units
        return twin

    def has_guards(self) -> bool:
        """Whether active neutral guards stand here."""
        return self.owner < 0 and self.units != NOBODY

    def guard_level(self) -> int:
        """The highest level among those who stand here."""
        for level in range(LEVELS, 0, -1):
            if self.units[level - 1]:
                return level
        return 0

    def add(self, word: int, number: int) -> None:
        """Units of a level come, or go."""
        units = list(self.units)
        units[word] += number
        self.units = tuple(units)

    def use(self, hero: int) -> None:
        """A Hero has had the benefit of a tower."""
        self.used = tuple(sorted({*self.used, hero}))

    def unmark(self) -> None:
        """Take all marks away, but not those of Heroes."""
        self.activated = self.explored = self.cleared = self.visited = False

    def marks(self) -> list[str]:
        """The words of its marks."""
        flags = (self.activated, self.explored, self.cleared, self.visited)
        return [word for word, is_set in zip(MARKS, flags, strict=True) if is_set]

    def is_blank(self) -> bool:
        """Whether nothing has changed here."""
        return (
            self.owner < 0
            and self.units == NOBODY
            and not self.used
            and not (self.activated or self.explored or self.cleared or self.visited)
        )

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        marks = self.activated + 2 * self.explored + 4 * self.cleared + 8 * self.visited
        numbers.append(self.owner)
        numbers.append(marks)
        numbers.append(len(self.used))
        numbers.extend(self.used)
        numbers.extend(self.units)

    def dump(self, heroes: list[str]) -> Json:
        """Its plain values; `heroes` are the names of all Heroes."""
        return {
            "owner": SEAT_NAMES[self.owner] if self.owner >= 0 else None,
            "marks": strs(self.marks()),
            "used_by": [heroes[hero] for hero in self.used],
            "units": ints(list(self.units)),
        }


BLANK: Final = Site()

GROUND_IDLE: Final = "idle"
GROUND_ACTIVE: Final = "active"
GROUND_MERCS: Final = "mercenaries"
GROUNDS: Final[Words] = (GROUND_IDLE, GROUND_ACTIVE, GROUND_MERCS)


@final
class Ground:
    """A Recruitment Location: what it is used for, and the units waiting there.

    It is replaced, never changed.
    """

    def __init__(self, status: str = GROUND_IDLE, units: int = 0) -> None:
        self.status: Final = status
        self.units: Final = units

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        numbers.append(GROUNDS.index(self.status))
        numbers.append(self.units)

    def dump(self) -> Json:
        """Its plain values."""
        return {"status": self.status, "units": self.units}
