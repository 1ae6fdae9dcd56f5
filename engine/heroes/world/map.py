"""The map: slots, hexes, neighbours and distances. Tiles are never rotated.

Hex number = slot * 7 + position; slots 0 to 23 are t1 to t24, 24 to 26 the start tiles k, a, b.
"""

from typing import Final, final

from pentarch.engine.core import Numbers, Words
from pentarch.engine.heroes.tables import LETTERS
from pentarch.engine.heroes.world.tile import HEXES, POSITIONS

DIRECTIONS: Final[Words] = ("n", "ne", "se", "s", "sw", "nw")
STEP_Q: Final[Numbers] = (0, 1, 1, 0, -1, -1)
STEP_R: Final[Numbers] = (-1, -1, 0, 1, 1, 0)
TERRAIN_SLOTS: Final = 24
SLOTS: Final = 27
WORLD_HEXES: Final = SLOTS * HEXES
SLOT_NAMES: Final[Words] = tuple(f"t{i}" for i in range(1, TERRAIN_SLOTS + 1)) + LETTERS
HEX_NAMES: Final = tuple(f"{slot}.{name}" for slot in SLOT_NAMES for name in POSITIONS)


def slot_of(hex: int) -> int:
    """The slot whose tile a hex is on."""
    return hex // HEXES


def place_of(hex: int) -> int:
    """The position of a hex on its tile."""
    return hex % HEXES


def home_of(hex: int) -> int:
    """The race on whose start tile a hex is; below 0: it is on none."""
    return slot_of(hex) - TERRAIN_SLOTS


def centre_of(slot: int) -> int:
    """The hex in the middle of a slot's tile."""
    return slot * HEXES


# Lattice coordinates of t1 to t24: rings around the point where t1, t2 and t3 meet.
LATTICE: Final[tuple[tuple[int, int], ...]] = (
    (1, 0),
    (0, 1),
    (0, 0),
    (1, -1),
    (1, 1),
    (-1, 1),
    (0, -1),
    (2, -1),
    (2, 0),
    (0, 2),
    (-1, 2),
    (-1, 0),
    (1, -2),
    (2, -2),
    (2, 1),
    (1, 2),
    (-2, 2),
    (-2, 1),
    (3, -1),
    (-1, 3),
    (-1, -1),
    (0, -2),
    (3, -2),
    (3, 0),
)
# Where start tiles may lie, by number of terrain tiles (from 12), clockwise from north.
START_PLACES: Final[tuple[tuple[tuple[int, int], ...], ...]] = (
    ((1, -2), (2, -2), (3, -1), (2, 1), (1, 2), (-1, 3), (-2, 2), (-2, 1), (-1, -1)),
    ((0, -2), (2, -2), (3, -1), (2, 1), (1, 2), (-1, 3), (-2, 2), (-2, 1), (-1, -1)),
    ((0, -2), (2, -3), (3, -2), (3, -1), (2, 1), (1, 2), (-1, 3), (-2, 2), (-2, 1), (-1, -1)),
    ((0, -2), (2, -3), (3, -2), (3, -1), (3, 0), (1, 2), (-1, 3), (-2, 2), (-2, 1), (-1, -1)),
    (
        (0, -2),
        (2, -3),
        (3, -2),
        (3, -1),
        (3, 0),
        (2, 2),
        (0, 3),
        (-1, 3),
        (-2, 2),
        (-2, 1),
        (-1, -1),
    ),
    (
        (0, -2),
        (2, -3),
        (3, -2),
        (3, -1),
        (3, 0),
        (2, 2),
        (0, 3),
        (-1, 3),
        (-2, 3),
        (-2, 1),
        (-1, -1),
    ),
    (
        (0, -2),
        (2, -3),
        (3, -2),
        (3, -1),
        (3, 0),
        (2, 2),
        (0, 3),
        (-1, 3),
        (-2, 3),
        (-3, 2),
        (-2, 0),
        (-1, -1),
    ),
    (
        (0, -2),
        (2, -3),
        (3, -2),
        (3, 0),
        (2, 2),
        (0, 3),
        (-1, 3),
        (-2, 3),
        (-3, 2),
        (-2, 0),
        (-1, -1),
    ),
    ((0, -2), (2, -3), (3, -2), (3, 0), (2, 2), (0, 3), (-2, 3), (-3, 2), (-2, 0), (-1, -1)),
    ((0, -2), (2, -3), (3, -2), (3, 0), (2, 2), (0, 3), (-2, 3), (-3, 2), (-2, 0)),
    ((1, -3), (2, -3), (3, -2), (3, 0), (2, 2), (0, 3), (-2, 3), (-3, 2), (-2, 0), (-1, -2)),
    (
        (1, -3),
        (2, -3),
        (3, -3),
        (4, -2),
        (3, 0),
        (2, 2),
        (0, 3),
        (-2, 3),
        (-3, 2),
        (-2, 0),
        (-1, -2),
    ),
    (
        (1, -3),
        (2, -3),
        (3, -3),
        (4, -2),
        (4, -1),
        (3, 1),
        (2, 2),
        (0, 3),
        (-2, 3),
        (-3, 2),
        (-2, 0),
        (-1, -2),
    ),
)
FEWEST_TILES: Final = 12
MOST_PLACES: Final = 12


def centre_q(a: int, b: int) -> int:
    """Axial q of the centre of slot (a, b)."""
    return 2 * a - b


def centre_r(a: int, b: int) -> int:
    """Axial r of the centre of slot (a, b)."""
    return a + 3 * b


def axial_distance(dq: int, dr: int) -> int:
    """Steps between two hexes whose axial coordinates differ by that much."""
    return max(abs(dq), abs(dr), abs(dq + dr))


def place_distance(tiles: int, one: int, other: int) -> int:
    """Hexes between the centres of two start places."""
    places = START_PLACES[tiles - FEWEST_TILES]
    a1, b1 = places[one]
    a2, b2 = places[other]
    return axial_distance(centre_q(a1, b1) - centre_q(a2, b2), centre_r(a1, b1) - centre_r(a2, b2))


@final
class World:
    """Where every hex lies and what it touches, for one arrangement of slots.

    `neighbours[hex][direction]` is a hex or -1, `near[hex]` lists those that are there; `hexes`
    lists all that exist.
    """

    def __init__(self, tiles: int, places: "tuple[int, int, int]") -> None:
        self.hexes: list[int] = []
        self.q = [0] * WORLD_HEXES
        self.r = [0] * WORLD_HEXES
        spots = [(slot, LATTICE[slot]) for slot in range(tiles)]
        for race, place in enumerate(places):
            if place >= 0:
                spots.append((TERRAIN_SLOTS + race, START_PLACES[tiles - FEWEST_TILES][place]))
        found: dict[tuple[int, int], int] = {}
        for slot, (a, b) in spots:
            for position in range(HEXES):
                q, r = centre_q(a, b), centre_r(a, b)
                if position > 0:
                    q += STEP_Q[position - 1]
                    r += STEP_R[position - 1]
                hex = slot * HEXES + position
                self.hexes.append(hex)
                self.q[hex] = q
                self.r[hex] = r
                found[(q, r)] = hex
        self.neighbours: list[list[int]] = [[-1] * 6 for _ in range(WORLD_HEXES)]
        for hex in self.hexes:
            for way in range(6):
                spot = (self.q[hex] + STEP_Q[way], self.r[hex] + STEP_R[way])
                self.neighbours[hex][way] = found.get(spot, -1)
        self.near: list[list[int]] = [
            [hex for hex in around if hex >= 0] for around in self.neighbours
        ]

    def distance(self, one: int, other: int) -> int:
        """Hexes from one to another, as the crow flies."""
        return axial_distance(self.q[one] - self.q[other], self.r[one] - self.r[other])


_WORLDS: Final[dict[tuple[int, int, int, int], World]] = {}


def world_of(tiles: int, places: "tuple[int, int, int]") -> World:
    """The world with that many terrain tiles and the start tiles on those places (-1: none)."""
    key = (tiles, places[0], places[1], places[2])
    world = _WORLDS.get(key)
    if world is None:
        world = World(tiles, places)
        _WORLDS[key] = world
    return world


NO_WORLD: Final = world_of(12, (-1, -1, -1))
