"""The lie of the land that is the same in every match: spaces, tiles, channels, diagonals.

Spaces are numbered in their lexicographic order: the eight gates, then the 36 march squares.
"""

from typing import Final, final

from pentarch.engine.core import Numbers, Words

GATES: Final = 8
SQUARES: Final = 36
SPACES: Final = GATES + SQUARES
TILES: Final = 49
DIAGONALS: Final = 50


def square(x: int, y: int) -> int:
    """The space number of march square sxy."""
    return GATES + (x - 1) * 6 + y - 1


def tile(x: int, y: int) -> int:
    """The number of the tile in column x and row y."""
    return (x - 1) * 7 + y - 1


GATE_NAMES: Final = tuple(f"gate{k}" for k in range(1, GATES + 1))
SQUARE_NAMES: Final = tuple(f"s{x}{y}" for x in range(1, 7) for y in range(1, 7))
SPACE_NAMES: Final[Words] = GATE_NAMES + SQUARE_NAMES
TILE_NAMES: Final = tuple(f"{'abcdefg'[x - 1]}{y}" for x in range(1, 8) for y in range(1, 8))
START_TILES: Final[Numbers] = (
    tile(1, 3), tile(1, 5), tile(3, 7), tile(5, 7), tile(7, 5), tile(7, 3), tile(5, 1), tile(3, 1)
)  # fmt: skip
"""The tile that each capital stands on."""
GATE_SQUARES: Final[tuple[Numbers, ...]] = (
    (square(1, 2), square(1, 3)),
    (square(1, 4), square(1, 5)),
    (square(2, 6), square(3, 6)),
    (square(4, 6), square(5, 6)),
    (square(6, 4), square(6, 5)),
    (square(6, 2), square(6, 3)),
    (square(4, 1), square(5, 1)),
    (square(2, 1), square(3, 1)),
)
RIM_TILES: Final = tuple(
    [tile(1, y) for y in range(1, 8)]
    + [tile(x, 7) for x in range(2, 8)]
    + [tile(7, y) for y in range(6, 0, -1)]
    + [tile(x, 1) for x in range(6, 1, -1)]
)
INNER_TILES: Final = tuple(tile(x, y) for y in range(2, 7) for x in range(2, 7))


def _touching() -> "tuple[Numbers, ...]":
    rows: list[Numbers] = [() for _ in range(GATES)]
    for x in range(1, 7):
        for y in range(1, 7):
            rows.append((tile(x, y), tile(x, y + 1), tile(x + 1, y), tile(x + 1, y + 1)))
    return tuple(rows)


TOUCHING: Final = _touching()
"""TW-MAP.5: the four tiles around each square, in the order of their names; gates touch none."""


@final
class Channel:
    """A way between two squares that lie side by side, and the two tiles it passes between."""

    def __init__(self, one: int, other: int, left: int, right: int) -> None:
        self.one: Final = one
        self.other: Final = other
        self.left: Final = left
        self.right: Final = right


@final
class Diagonal:
    """A way across a tile, from one square to another; open once a structure is laid."""

    def __init__(self, tile: int, one: int, other: int) -> None:
        self.tile: Final = tile
        self.one: Final = one
        self.other: Final = other


@final
class Crossing:
    """A diagonal seen from one of its ends."""

    def __init__(self, diagonal: int, goal: int) -> None:
        self.diagonal: Final = diagonal
        self.goal: Final = goal


def _channels() -> "tuple[Channel, ...]":
    rows: list[Channel] = []
    for x in range(1, 7):
        for y in range(1, 7):
            here = square(x, y)
            if x < 6:
                rows.append(Channel(here, square(x + 1, y), tile(x + 1, y), tile(x + 1, y + 1)))
            if y < 6:
                rows.append(Channel(here, square(x, y + 1), tile(x, y + 1), tile(x + 1, y + 1)))
    return tuple(rows)


def _diagonals() -> "tuple[Diagonal, ...]":
    rows: list[Diagonal] = []
    for x in range(2, 7):
        for y in range(2, 7):
            rows.append(Diagonal(tile(x, y), square(x - 1, y - 1), square(x, y)))
            rows.append(Diagonal(tile(x, y), square(x - 1, y), square(x, y - 1)))
    return tuple(rows)


def _crossings() -> "tuple[tuple[Crossing, ...], ...]":
    rows: list[list[Crossing]] = [[] for _ in range(SPACES)]
    for index, diagonal in enumerate(DIAGONAL_WAYS):
        rows[diagonal.one].append(Crossing(index, diagonal.other))
        rows[diagonal.other].append(Crossing(index, diagonal.one))
    return tuple(tuple(sorted(row, key=_by_goal)) for row in rows)


def _by_goal(crossing: Crossing) -> int:
    return crossing.goal


CHANNELS: Final = _channels()
DIAGONAL_WAYS: Final = _diagonals()
"""The two diagonals of one tile stand side by side, at 2k and 2k + 1."""
CROSSINGS: Final = _crossings()
"""For each space the diagonals that start there, by the square at the other end."""
