"""The board of the Battle Display: hexes, distances, lines, and what is drawn on its two sides."""

from typing import Final

ROWS: Final = "abcdefghi"
WIDTH: Final = 11
BATTLE_HEXES: Final = len(ROWS) * WIDTH
_FIRST: Final = tuple((row + 1) // 2 + 1 for row in range(len(ROWS)))
# Row index and number of every hex; both count as in the printed names (a = 1).
ROW: Final = [hex // WIDTH + 1 for hex in range(BATTLE_HEXES)]
NUMBER: Final = [_FIRST[hex // WIDTH] + hex % WIDTH for hex in range(BATTLE_HEXES)]
BATTLE_NAMES: Final = tuple(f"{ROWS[ROW[h] - 1]}{NUMBER[h]}" for h in range(BATTLE_HEXES))
_STEPS: Final[tuple[tuple[int, int], ...]] = ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1))


def _at(row: int, number: int) -> int:
    """The hex at a row and number, or -1."""
    if not 1 <= row <= len(ROWS):
        return -1
    column = number - _FIRST[row - 1]
    return (row - 1) * WIDTH + column if 0 <= column < WIDTH else -1


def _named(names: str) -> "list[int]":
    return [BATTLE_NAMES.index(name) for name in names.split()]


def _flags(names: str) -> "list[int]":
    marked = _named(names)
    return [1 if hex in marked else 0 for hex in range(BATTLE_HEXES)]


def _straight_steps() -> "list[list[int]]":
    """For each hex, the six hexes next to it in the order of the steps (-1: none)."""
    return [[_at(ROW[h] + dr, NUMBER[h] + dn) for dr, dn in _STEPS] for h in range(BATTLE_HEXES)]


_STRAIGHT: Final = _straight_steps()
BESIDE: Final = [[n for n in steps if n >= 0] for steps in _STRAIGHT]


def battle_distance(one: int, other: int) -> int:
    """Hexes between two hexes of the display."""
    dr = ROW[one] - ROW[other]
    dn = NUMBER[one] - NUMBER[other]
    return max(abs(dr), abs(dn), abs(dn - dr))


DISTANCE: Final = [
    [battle_distance(one, other) for other in range(BATTLE_HEXES)] for one in range(BATTLE_HEXES)
]

OPEN_TENTS: Final = _named("g6 h5 h6 i6 i7 i8")
CITY_TENTS: Final = _named("a2 a3 b2 b3 i5 i6")
GRAVEYARD: Final = _flags("c2 d3 e3 f4 g4 c12 d13 e13 f14 g14")
AREA: Final = _named(
    "a9 a10 a11 b10 b11 b12 c10 c11 d11 d12 e11 e12 f12 f13 g12 g13 h13 h14 h15 i13 i14 i15"
)
IN_AREA: Final = [1 if hex in AREA else 0 for hex in range(BATTLE_HEXES)]
# Targets of a breach: nine wall hexes, then the two towers.
WALL_HEXES: Final = _named("a8 b9 c9 d10 e10 f11 g11 h12 i12")
TOWER_HEXES: Final = _named("c10 g12")
WORKS_HEXES: Final = WALL_HEXES + TOWER_HEXES
WORK_AT: Final = [
    WORKS_HEXES.index(hex) if hex in WORKS_HEXES else -1 for hex in range(BATTLE_HEXES)
]
FIRST_TOWER: Final = len(WALL_HEXES)
DRAWBRIDGE: Final = BATTLE_NAMES.index("e10")
# The wall hexes next to each tower, as positions in WORKS_HEXES.
TOWER_WALLS: Final[tuple[list[int], ...]] = (
    [WORK_AT[hex] for hex in _named("b9 c9 d10")],
    [WORK_AT[hex] for hex in _named("f11 g11 h12")],
)
STONES: Final[tuple[list[int], ...]] = (_flags("b7 d7 f9"), _flags("d6 g8"))
WOODS: Final[tuple[list[int], ...]] = (_flags("a6 c6 e8 g8 h10"), _flags("c5 e6 h9"))
FORDS: Final[tuple[list[int], ...]] = (_flags("d9 e9 f10 g10"), _flags("c8 d9 f10 g10"))
GUARD_ARCHER_HEXES: Final = _named("e12 d12 f13 c11 g13")
GUARD_HEXES: Final = _named("e11 d11 f12 c10 g12 b10 h13")


def _stone_before(target: int) -> "list[tuple[int, int]]":
    """Pairs (neighbour of the target, hex beyond it in a straight line)."""
    pairs: list[tuple[int, int]] = []
    for way in range(6):
        neighbour = _STRAIGHT[target][way]
        if neighbour < 0:
            continue
        beyond = _STRAIGHT[neighbour][way]
        while beyond >= 0:
            pairs.append((neighbour, beyond))
            beyond = _STRAIGHT[beyond][way]
    return pairs


_BEHIND: Final = [
    {beyond: neighbour for neighbour, beyond in _stone_before(target)}
    for target in range(BATTLE_HEXES)
]


def screen(shooter: int, target: int) -> int:
    """The hex next to the target whose stone would hide it from the shooter, or -1.

    HW-19.4.1.3.a: only along straight lines, and only a stone right in front of the target.
    """
    return _BEHIND[target].get(shooter, -1)
