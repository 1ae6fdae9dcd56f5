"""A City or Camp: its holder, buildings, stock and garrison. There is one for each race."""

from typing import Final, final

from pentarch.engine.core import SEAT_NAMES, Numbers
from pentarch.engine.heroes.hero import raised
from pentarch.engine.heroes.tables import (
    BUILDINGS,
    GARDE,
    GOLD,
    LEVELS,
    RACES,
    RESOURCES,
    TOWER1,
    TOWER2,
    UNIT_COUNT,
    UNITS,
    WALL2,
    WALL3,
    Unit,
)
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.plain import Json, ints, strs

_ARMY: Final = (1 << (GARDE + 1)) - 1


@final
class Buildings:
    """A set of buildings by their numbers. It is replaced, never changed."""

    def __init__(self, bits: int = 0) -> None:
        self.bits: Final = bits

    def has(self, building: int) -> bool:
        """Whether it stands."""
        return (self.bits >> building) & 1 == 1

    def plus(self, building: int) -> "Buildings":
        """With one more."""
        return Buildings(self.bits | 1 << building)

    def army_only(self) -> "Buildings":
        """What is left after a conquest (HW-8.12.c)."""
        return Buildings(self.bits & _ARMY)

    def names(self) -> list[str]:
        """Their names."""
        return [building.name for building in BUILDINGS if self.has(building.number)]


NO_BUILDINGS: Final = Buildings()
NO_STOCK: Final[Numbers] = (0, 0, 0, 0)
NO_GARRISON: Final[Numbers] = (0,) * UNIT_COUNT


@final
class City:
    """The City or Camp of a race; nobody holds it: -1. `razed`: it was conquered once.

    `stored` are the honour points in the special building. Copies share stock and garrison, which
    are replaced, never changed.
    """

    __slots__ = (
        "buildings",
        "garrison",
        "hex",
        "holder",
        "race",
        "razed",
        "stock",
        "stored",
    )

    def __init__(
        self,
        race: int,
        holder: int = -1,
        hex: int = -1,
        buildings: Buildings = NO_BUILDINGS,
        stored: int = 0,
        razed: bool = False,
        stock: Numbers = NO_STOCK,
        garrison: Numbers = NO_GARRISON,
    ) -> None:
        self.race = race
        self.holder = holder
        self.hex = hex
        self.buildings = buildings
        self.stored = stored
        self.razed = razed
        self.stock = stock
        self.garrison = garrison

    def copy(self) -> "City":
        """An independent City."""
        return City(
            self.race,
            self.holder,
            self.hex,
            self.buildings,
            self.stored,
            self.razed,
            self.stock,
            self.garrison,
        )

    def has(self, building: int) -> bool:
        """Whether a building stands here."""
        return self.buildings.has(building)

    def build(self, building: int) -> None:
        """A building stands from now on."""
        self.buildings = self.buildings.plus(building)

    def works_level(self) -> int:
        """Defensive works: 1, 2 or 3."""
        return 1 + self.has(WALL2) + self.has(WALL3)

    def structure_points(self) -> int:
        """SP of its works (HW-4.3.1.1.*)."""
        return RACES[self.race].points[self.works_level() - 1]

    def towers(self) -> int:
        """Towers built."""
        return self.has(TOWER1) + self.has(TOWER2)

    def income(self) -> int:
        """Gold per Turn 4 (HW-4.3.5.b)."""
        return 1 + sum(b.gold for b in BUILDINGS if b.gold and self.has(b.number))

    def units(self) -> int:
        """Units in the garrison."""
        return sum(self.garrison)

    def strength(self) -> int:
        """Levels of all units in the garrison."""
        total = 0
        for unit, count in enumerate(self.garrison):
            if count:
                total += UNITS[unit].level * count
        return total

    def own_units(self, race: int) -> Numbers:
        """The units of a race in the garrison, by level."""
        return self.garrison[race * LEVELS : race * LEVELS + LEVELS]

    def dismiss(self) -> None:
        """The garrison is gone."""
        self.garrison = NO_GARRISON

    def station(self, unit: Unit, number: int) -> None:
        """Units come to the garrison, or leave it."""
        self.garrison = raised(self.garrison, unit.number, number)

    def store(self, kind: int, amount: int) -> None:
        """Resources come into the stock, or go."""
        self.stock = raised(self.stock, kind, amount)

    def gold(self) -> int:
        """Gold in the stock."""
        return self.stock[GOLD]

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        numbers += [self.race, self.holder, self.hex, self.buildings.bits, self.stored]
        numbers.append(int(self.razed))
        numbers += self.stock
        numbers += self.garrison

    def dump(self) -> Json:
        """Its plain values."""
        garrison: dict[str, Json] = {
            UNITS[unit].name: count for unit, count in enumerate(self.garrison) if count
        }
        return {
            "city": RACES[self.race].letter,
            "holder": SEAT_NAMES[self.holder] if self.holder >= 0 else None,
            "hex": HEX_NAMES[self.hex] if self.hex >= 0 else None,
            "buildings": strs(self.buildings.names()),
            "stock": dict(zip(RESOURCES, ints(list(self.stock)), strict=True)),
            "stored_honor": self.stored,
            "razed": self.razed,
            "garrison": garrison,
        }
