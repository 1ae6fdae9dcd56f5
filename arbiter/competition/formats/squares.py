"""Who sits where in the matches of a block: squares in which everybody sits everywhere once."""

from collections.abc import Sequence

from pentarch.arbiter.competition.ratings import BotId


def square(seats: int) -> list[list[int]]:
    """A Latin square: row r lists who sits at seats 0, 1, ... in match r.

    Two and three seats rotate. Above, the rows are shifts of the zigzag 0, 1, n-1, 2, n-2, ...: for
    an even n this is a Williams square, in which everybody sits right after everybody else exactly
    once. For an odd n no such square exists up to seven; everybody then sits beside everybody else
    exactly twice, and the mirrored square swaps before and after.
    """
    first = list(range(seats)) if seats <= 3 else _zigzag(seats)
    return [[(place + row) % seats for place in first] for row in range(seats)]


def seatings(lineup: Sequence[BotId], *, mirrored: bool) -> tuple[tuple[BotId, ...], ...]:
    """The seatings of a block, one per match. Mirrored: the same with every row reversed.

    Where the square of an odd table is not balanced by itself, a plain and a mirrored block are.
    """
    rows = square(len(lineup))
    if mirrored:
        rows = [row[::-1] for row in rows]
    return tuple(tuple(lineup[place] for place in row) for row in rows)


def _zigzag(seats: int) -> list[int]:
    order = [0]
    for step in range(1, seats):
        order.append((step + 1) // 2 if step % 2 else seats - step // 2)
    return order
