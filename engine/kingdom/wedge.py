"""Random maps (KC-18): a drawn wedge of cells, repeated for every seat around a centre."""

import math
from functools import lru_cache
from typing import Final, final

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


@final
class Rings:
    """Cells in rings around a centre, numbered ring by ring; the innermost ring comes first."""

    def __init__(self, rings: int, columns: int) -> None:
        self.rings: Final = rings
        self.columns: Final = columns

    def size(self) -> int:
        """How many cells there are."""
        return self.rings * self.columns

    def cell(self, ring: int, column: int) -> int:
        """The number of a cell; columns go round."""
        return ring * self.columns + column % self.columns

    def ring(self, cell: int) -> int:
        """The ring that a cell is in."""
        return cell // self.columns

    def column(self, cell: int) -> int:
        """The column that a cell is in."""
        return cell % self.columns

    def neighbours(self, cell: int) -> list[int]:
        """The cells beside, outside and inside a cell."""
        ring, column = self.ring(cell), self.column(cell)
        found = [self.cell(ring, column + 1), self.cell(ring, column - 1)]
        if ring + 1 < self.rings:
            found += [self.cell(ring + 1, column), self.cell(ring + 1, column + 1)]
        if ring > 0:
            found += [self.cell(ring - 1, column), self.cell(ring - 1, column - 1)]
        return found


def _one_wedge(shape: RandomSize) -> Rings:
    return Rings(shape.rings, shape.columns)


def _all_wedges(seats: int, shape: RandomSize) -> Rings:
    return Rings(shape.rings, seats * shape.columns)


def _home(shape: RandomSize, cells: Rings) -> int:
    """The home of the first seat: in the middle of the outermost ring of its wedge."""
    return cells.cell(shape.rings - 1, (shape.columns - 1) // 2)


def _inner_edge(seats: int, shape: RandomSize) -> list[int]:
    """What the centre touches: the first cell of each wedge on the innermost ring."""
    whole = _all_wedges(seats, shape)
    return [whole.cell(0, seat * shape.columns) for seat in range(seats)]


def grow_wedge(seats: int, size: str, chance: Chance) -> list[str]:
    """Draw the wedge of a random map (KC-18): shuffles until one passes, then the taxes."""
    shape = RANDOM_SIZES[size]
    rings = _one_wedge(shape)
    home = _home(shape, rings)
    cells = [cell for cell in range(rings.size()) if cell != home]
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
    part, whole = _one_wedge(shape), _all_wedges(seats, shape)
    numbers = _number_cells(seats, shape, wedge)
    home_column = (shape.columns - 1) // 2
    for cell, area in enumerate(numbers):
        ring, column = whole.ring(cell), whole.column(cell)
        word = wedge[part.cell(ring, column)]
        radius = 200 + 280 * ring / (shape.rings - 1)
        turn = (column - home_column) - 0.5 * (ring + 1 - shape.rings)
        angle = math.radians(360 * turn / whole.columns - 90)
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
        for other in whole.neighbours(cell):
            board.join(area, numbers[other])
    centre = sum(1 for area in numbers if area < MOST_LANDS)
    board.add(
        centre, x=500, y=500, tax=RANDOM_CENTRE_TAX, castle="neutral", garrison=CENTRE_GARRISON
    )
    for cell in _inner_edge(seats, shape):
        board.join(centre, numbers[cell])
    board.finish()
    return board


def random_board(seats: int, size: str, wedge: list[str]) -> Board:
    """The board that a wedge makes. Raises InvalidValue for a wedge that cannot have been drawn."""
    shape = RANDOM_SIZES[size]
    cells = _one_wedge(shape)
    castles = sorted(word for word in wedge if word in CASTLE_CELLS)
    plain = [word for word in wedge if word in TAX_CELLS]
    seas = wedge.count(SEA_CELL)
    if (
        len(wedge) != cells.size()
        or wedge[_home(shape, cells)] != HOME_CELL
        or castles != list(CASTLE_CELLS[: shape.castles])
        or seas not in (0, shape.seas)
        or len(plain) + seas + len(castles) + 1 != len(wedge)
    ):
        raise InvalidValue("the wedge of the random map does not fit its size")
    return _random_board(seats, size, tuple(wedge))


def _attempt(seats: int, shape: RandomSize, order: list[int], seas: int) -> list[str]:
    """The wedge that a shuffle gives, plain land still blank; empty when it is rejected."""
    cells = _one_wedge(shape)
    wedge = [""] * cells.size()
    wedge[_home(shape, cells)] = HOME_CELL
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
    part, whole = _one_wedge(shape), _all_wedges(seats, shape)
    is_land = [
        wedge[part.cell(whole.ring(cell), whole.column(cell))] != SEA_CELL
        for cell in range(whole.size())
    ]
    if sum(1 for other in whole.neighbours(_home(shape, whole)) if is_land[other]) < 2:
        return False
    edge = [cell for cell in _inner_edge(seats, shape) if is_land[cell]]
    reached = set(edge)
    while edge:
        for other in whole.neighbours(edge.pop()):
            if is_land[other] and other not in reached:
                reached.add(other)
                edge.append(other)
    return len(reached) == sum(is_land)


def _can_be_castle(seats: int, shape: RandomSize, wedge: list[str], cell: int) -> bool:
    """Castles stand apart from homes, from the centre and from each other, their copies too."""
    part, whole = _one_wedge(shape), _all_wedges(seats, shape)
    if cell == 0:
        return False
    for other in whole.neighbours(whole.cell(part.ring(cell), part.column(cell))):
        copy = part.cell(whole.ring(other), whole.column(other))
        if copy == cell or wedge[copy] == HOME_CELL or wedge[copy] in CASTLE_CELLS:
            return False
    return True


def _number_cells(seats: int, shape: RandomSize, wedge: "tuple[str, ...]") -> list[int]:
    """The area of each cell: numbered by wedge, ring and column, land and sea apart."""
    part, whole = _one_wedge(shape), _all_wedges(seats, shape)
    numbers = [0] * whole.size()
    land, sea = 0, MOST_LANDS
    for seat in range(seats):
        for cell, word in enumerate(wedge):
            spot = whole.cell(part.ring(cell), seat * shape.columns + part.column(cell))
            if word == SEA_CELL:
                numbers[spot] = sea
                sea += 1
            else:
                numbers[spot] = land
                land += 1
    return numbers
