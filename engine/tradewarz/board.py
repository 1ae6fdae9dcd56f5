"""What lies and stands on the map: land, squares, buildings, posts, gates, super units.

All but the land are never changed, only replaced, so that copies of a state share them.
"""

from functools import lru_cache
from typing import Final, final

from pentarch.engine.tradewarz.columns import Columns, Reader
from pentarch.engine.tradewarz.lattice import (
    CHANNELS,
    DIAGONAL_WAYS,
    GATE_SQUARES,
    GATES,
    SPACES,
    TOUCHING,
)
from pentarch.engine.tradewarz.seats import NOBODY, Seats
from pentarch.engine.tradewarz.tables import CAPITAL, MOUNTAIN, NONE, NOTHING, TERRAINS


@final
class Land:
    """TW-MAP.4: the tiles, and what follows from them; the same in all states of a match."""

    def __init__(self, terrain: list[int]) -> None:
        self.terrain: Final = terrain
        near: list[list[int]] = [[] for _ in range(SPACES)]
        shut: list[list[int]] = [[] for _ in range(SPACES)]
        for channel in CHANNELS:
            blocked = terrain[channel.left] >= MOUNTAIN and terrain[channel.right] >= MOUNTAIN
            rows = shut if blocked else near
            rows[channel.one].append(channel.other)
            rows[channel.other].append(channel.one)
        for gate in range(GATES):
            for space in GATE_SQUARES[gate]:
                near[gate].append(space)
                near[space].append(gate)
        self.near: Final = [sorted(row) for row in near]
        """Spaces joined by an open channel or a gate step."""
        self.shut: Final = [sorted(row) for row in shut]
        """Squares beyond a blocked channel."""
        self.fields: Final = [
            [place for place in row if terrain[place] < MOUNTAIN] for row in TOUCHING
        ]
        """The tiles around each square that bear a silo."""
        self.structures: Final = [
            TERRAINS[terrain[diagonal.tile]].structure for diagonal in DIAGONAL_WAYS
        ]
        """The structure that suits each diagonal."""


@lru_cache(maxsize=64)
def land_of(terrain: bytes) -> Land:
    """The land with these tiles; made once for all states of a match."""
    return Land(list(terrain))


@final
class Building:
    """A settlement, village or castle, with the year it was built and the tiles of its silos."""

    __slots__ = ("kind", "owner", "second_silo", "silo", "year")

    def __init__(self, kind: int, owner: int, year: int, silo: int, second_silo: int) -> None:
        self.kind: Final = kind
        self.owner: Final = owner
        self.year: Final = year
        self.silo: Final = silo
        self.second_silo: Final = second_silo

    def silos(self) -> list[int]:
        """The tiles of its silos."""
        return [place for place in (self.silo, self.second_silo) if place != NONE]

    def taken_by(self, seat: int) -> "Building":
        """The same building in other hands."""
        return Building(self.kind, seat, self.year, self.silo, self.second_silo)

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.kind, self.owner, self.year, self.silo, self.second_silo]

    def dump(self, columns: Columns) -> None:
        columns.add("kind", [self.kind])
        columns.add("owner", [self.owner])
        columns.add("built", [self.year])
        columns.add("silos", [self.silo, self.second_silo])


def load_building(reader: Reader) -> Building:
    """The building that `dump` wrote."""
    kind, owner, year = reader.one("kind"), reader.one("owner"), reader.one("built")
    silo, second = reader.take("silos", 2)
    if kind == NOTHING and owner == NONE and year == 0 and silo == NONE and second == NONE:
        return NO_BUILDING
    return Building(kind, owner, year, silo, second)


NO_BUILDING: Final = Building(NOTHING, NONE, 0, NONE, NONE)


@final
class Square:
    """A space: its building, who stands there and how many, and the super unit among them.

    Only the building is its own; the rest follows from armies and super units.
    """

    __slots__ = ("building", "crowd", "here", "unit")

    def __init__(self, building: Building, here: Seats, crowd: int, unit: int) -> None:
        self.building: Final = building
        self.here: Final = here
        self.crowd: Final = crowd
        self.unit: Final = unit

    def manned(self, here: Seats, crowd: int) -> "Square":
        """The square with other soldiers on it."""
        return Square(self.building, here, crowd, self.unit)

    def with_building(self, building: Building) -> "Square":
        """The square with another building."""
        return Square(building, self.here, self.crowd, self.unit)

    def with_unit(self, unit: int) -> "Square":
        """The square with another super unit, or none."""
        return Square(self.building, self.here, self.crowd, unit)


EMPTY_SQUARE: Final = Square(NO_BUILDING, NOBODY, 0, NONE)


@final
class Post:
    """A trading post: where it lies (NONE before it is placed), and who owns it."""

    __slots__ = ("owner", "square")

    def __init__(self, square: int, owner: int) -> None:
        self.square: Final = square
        self.owner: Final = owner

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.square, self.owner]

    def dump(self, columns: Columns) -> None:
        columns.add("post_square", [self.square])
        columns.add("post_owner", [self.owner])


def load_post(reader: Reader) -> Post:
    """The post that `dump` wrote."""
    return Post(reader.one("post_square"), reader.one("post_owner"))


@final
class Gate:
    """A gate: whose capital lies behind it, and the year in which that was last conquered."""

    __slots__ = ("conquered", "owner")

    def __init__(self, owner: int, conquered: int) -> None:
        self.owner: Final = owner
        self.conquered: Final = conquered

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.owner, self.conquered]

    def dump(self, columns: Columns) -> None:
        columns.add("gate_owner", [self.owner])
        columns.add("conquered", [self.conquered])


def load_gate(reader: Reader) -> Gate:
    """The gate that `dump` wrote."""
    return Gate(reader.one("gate_owner"), reader.one("conquered"))


NO_GATE: Final = Gate(NONE, 0)


@final
class Station:
    """Where a super unit is: with whose squad on which space, or indoors in a capital."""

    __slots__ = ("holder", "space")

    def __init__(self, space: int, holder: int) -> None:
        self.space: Final = space
        self.holder: Final = holder

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.space, self.holder]

    def dump(self, columns: Columns) -> None:
        columns.add("unit_space", [self.space])
        columns.add("unit_holder", [self.holder])


def load_station(reader: Reader) -> Station:
    """The station that `dump` wrote."""
    return Station(reader.one("unit_space"), reader.one("unit_holder"))


INDOORS: Final = Station(CAPITAL, NONE)
