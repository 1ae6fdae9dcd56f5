"""Random maps (KC-18): a drawn wedge of cells, repeated for every seat around a centre."""

import math
from functools import lru_cache
from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidValue
from pentarch.engine.kingdom.board import Board
from pentarch.engine.kingdom.maps import (
    CENTRE_GARRISON,
    RANDOM_ATTEMPTS,
    RANDOM_CANVAS,
    RANDOM_CASTLE_TAX,
    RANDOM_CENTRE_TAX,
    RANDOM_GARRISONS,
    RANDOM_SIZES,
    RANDOM_TAXES,
    RANDOM_TITLE,
    RandomSize,
)
from pentarch.engine.kingdom.tables import HOME_TAX, MOST_LANDS

SEA_CELL: Final = "sea"
HOME_CELL: Final = "home"
CASTLE_CELLS: Final[Words] = ("castle1", "castle2", "castle3")
TAX_CELLS: Final[Words] = ("1", "2")


def grow_wedge(seats: int, size: str, chance: Chance) -> list[str]:
    """Draw the wedge of a random map (KC-18): shuffles until one passes, then the taxes."""
    shape = RANDOM_SIZES[size]
    home = (shape.rings - 1) * shape.columns + (shape.columns - 1) // 2
    cells = [cell for cell in range(shape.rings * shape.columns) if cell != home]
    wedge: list[str] = []
    for _ in range(RANDOM_ATTEMPTS):
        order = cells.copy()
        chance.shuffle(order)
        wedge = _attempt(seats, shape, order, shape.seas)
        if wedge:
            break
    if not wedge:
        wedge = _attempt(seats, shape, cells, 0)
    for cell, word in enumerate(wedge):
        if not word:
            wedge[cell] = str(chance.choice(RANDOM_TAXES))
    return wedge


@lru_cache(maxsize=256)
def _random_board(seats: int, size: str, wedge: "tuple[str, ...]") -> Board:
    shape = RANDOM_SIZES[size]
    board = Board("random", size, list(wedge), seats)
    board.title = RANDOM_TITLE
    board.width = RANDOM_CANVAS
    board.height = RANDOM_CANVAS
    board.castles_to_win = shape.castles_to_win_two if seats == 2 else shape.castles_to_win_more
    board.max_rounds = shape.max_rounds
    around = seats * shape.columns
    numbers = _number_cells(seats, shape, wedge)
    home_column = (shape.columns - 1) // 2
    for spot, area in enumerate(numbers):
        ring, column = divmod(spot, around)
        word = wedge[ring * shape.columns + column % shape.columns]
        radius = 200 + 280 * ring / (shape.rings - 1)
        turn = (column - home_column) - 0.5 * (ring + 1 - shape.rings)
        angle = math.radians(360 * turn / around - 90)
        castle, garrison, tax = "", "", 0
        if word == HOME_CELL:
            castle, tax = f"home{column // shape.columns + 1}", HOME_TAX
        elif word in CASTLE_CELLS:
            castle, tax = "neutral", RANDOM_CASTLE_TAX
            garrison = RANDOM_GARRISONS[CASTLE_CELLS.index(word)]
        elif word in TAX_CELLS:
            tax = int(word)
        board.add(
            area,
            x=round(500 + radius * math.cos(angle)),
            y=round(500 + radius * math.sin(angle)),
            tax=tax,
            castle=castle,
            garrison=garrison,
        )
        for other in _cell_neighbours(spot, shape.rings, around):
            board.join(area, numbers[other])
    centre = sum(1 for area in numbers if area < MOST_LANDS)
    board.add(
        centre, x=500, y=500, tax=RANDOM_CENTRE_TAX, castle="neutral", garrison=CENTRE_GARRISON
    )
    for seat in range(seats):
        board.join(centre, numbers[seat * shape.columns])
    board.finish()
    return board


def random_board(seats: int, size: str, wedge: list[str]) -> Board:
    """The board that a wedge makes. Raises InvalidValue for a wedge that cannot have been drawn."""
    shape = RANDOM_SIZES[size]
    home = (shape.rings - 1) * shape.columns + (shape.columns - 1) // 2
    castles = sorted(word for word in wedge if word in CASTLE_CELLS)
    plain = [word for word in wedge if word in TAX_CELLS]
    seas = wedge.count(SEA_CELL)
    if (
        len(wedge) != shape.rings * shape.columns
        or wedge[home] != HOME_CELL
        or castles != list(CASTLE_CELLS[: shape.castles])
        or seas not in (0, shape.seas)
        or len(plain) + seas + len(castles) + 1 != len(wedge)
    ):
        raise InvalidValue("the wedge of the random map does not fit its size")
    return _random_board(seats, size, tuple(wedge))


def _attempt(seats: int, shape: RandomSize, order: list[int], seas: int) -> list[str]:
    """The wedge that a shuffle gives, plain land still blank; empty when it is rejected."""
    wedge = [""] * (shape.rings * shape.columns)
    wedge[(shape.rings - 1) * shape.columns + (shape.columns - 1) // 2] = HOME_CELL
    for cell in order[:seas]:
        wedge[cell] = SEA_CELL
    if not _is_whole(seats, shape, wedge):
        return []
    taken = 0
    for cell in order[seas:]:
        if taken < shape.castles and _can_be_castle(seats, shape, wedge, cell):
            wedge[cell] = CASTLE_CELLS[taken]
            taken += 1
    return wedge if taken == shape.castles else []


def _is_whole(seats: int, shape: RandomSize, wedge: list[str]) -> bool:
    """Whether all land hangs together by land, and a home has two ways out by land."""
    around = seats * shape.columns
    spots = shape.rings * around
    is_land = [
        wedge[spot // around * shape.columns + spot % shape.columns] != SEA_CELL
        for spot in range(spots)
    ]
    home = (shape.rings - 1) * around + (shape.columns - 1) // 2
    if sum(1 for other in _cell_neighbours(home, shape.rings, around) if is_land[other]) < 2:
        return False
    # The centre touches the first cell of each wedge on the innermost ring.
    edge = [seat * shape.columns for seat in range(seats) if is_land[seat * shape.columns]]
    reached = set(edge)
    while edge:
        spot = edge.pop()
        for other in _cell_neighbours(spot, shape.rings, around):
            if is_land[other] and other not in reached:
                reached.add(other)
                edge.append(other)
    return len(reached) == sum(is_land)


def _can_be_castle(seats: int, shape: RandomSize, wedge: list[str], cell: int) -> bool:
    """Castles stand apart from homes, from the centre and from each other, their copies too."""
    around = seats * shape.columns
    ring, column = divmod(cell, shape.columns)
    if ring == 0 and column == 0:
        return False
    for other in _cell_neighbours(ring * around + column, shape.rings, around):
        copy = other // around * shape.columns + other % shape.columns
        if copy == cell or wedge[copy] == HOME_CELL or wedge[copy] in CASTLE_CELLS:
            return False
    return True


def _cell_neighbours(spot: int, rings: int, around: int) -> list[int]:
    """Cells beside, outside and inside a cell; a spot is ring * around + column."""
    ring, column = divmod(spot, around)
    before, after = (column - 1) % around, (column + 1) % around
    found = [ring * around + after, ring * around + before]
    if ring + 1 < rings:
        found += [(ring + 1) * around + column, (ring + 1) * around + after]
    if ring > 0:
        found += [(ring - 1) * around + column, (ring - 1) * around + before]
    return found


def _number_cells(seats: int, shape: RandomSize, wedge: "tuple[str, ...]") -> list[int]:
    """The area of each cell: numbered by wedge, ring and column, land and sea apart."""
    around = seats * shape.columns
    numbers = [0] * (shape.rings * around)
    land, sea = 0, MOST_LANDS
    for seat in range(seats):
        for cell, word in enumerate(wedge):
            ring, column = divmod(cell, shape.columns)
            spot = ring * around + seat * shape.columns + column
            if word == SEA_CELL:
                numbers[spot] = sea
                sea += 1
            else:
                numbers[spot] = land
                land += 1
    return numbers
