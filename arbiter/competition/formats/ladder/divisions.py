"""Divisions: a ladder split by rank, so that bots meet those of their own strength.

At set times, counted in blocks, the bots that have played enough to be placed are put in order by
rating and cut into divisions of one size; the last takes the rest. Whoever stands higher than
before is promoted by that, whoever stands lower demoted. A bot that is not placed yet is in no
division, and may meet anybody: that is how it is placed. Ratings are one fit over all blocks, which
promotions, demotions and newcomers tie together.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from pentarch.arbiter.competition.ratings import BotId, Rating

Divisions: TypeAlias = Mapping[BotId, int]
"""The division of every bot that has one, from 1, the best."""


def divided(
    rows: Sequence[Rating], *, size: int, placement: int, absent: Collection[BotId]
) -> dict[BotId, int]:
    """The divisions of the bots of a table, best first, that play on and have been placed."""
    placed = [row.bot for row in rows if row.blocks >= placement and row.bot not in absent]
    last = max(1, len(placed) // size)
    return {bot: min(last, 1 + number // size) for number, bot in enumerate(placed)}


def may_meet(divisions: Divisions, first: BotId, second: BotId) -> bool:
    """Whether two bots are of one division, or one of them is in none."""
    if first not in divisions or second not in divisions:
        return True
    return divisions[first] == divisions[second]
