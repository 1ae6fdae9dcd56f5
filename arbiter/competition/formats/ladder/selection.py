"""Who plays the next block of a ladder: by waits, placements, table sizes, and what it settles."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, final

import numpy as np

from pentarch.arbiter.competition.formats.ladder.divisions import Divisions, may_meet
from pentarch.arbiter.competition.formats.ladder.worth import after_pair, pair_worths
from pentarch.arbiter.competition.formats.plan import CROWD, Block, Plan
from pentarch.arbiter.competition.ratings import BotId, Tally
from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.model import STRENGTH_SPREAD

_DIGITS: Final = 9
_SETTLED: Final = 1e-4
"""A worth below this settles nothing: then whoever waits longest plays."""
NONE: Final[Divisions] = {}
_UNEVEN: Final = 3
"""How many more blocks a bot may have at one table size than at another."""


@final
class Attendance:
    """Who sat how often, when last, and at tables of which size."""

    def __init__(self) -> None:
        self.last: dict[BotId, int] = {}
        self.taken: dict[BotId, int] = {}
        self.per_count: dict[tuple[BotId, int], int] = {}

    def take(self, block: Block) -> None:
        """Count a block."""
        for bot in block.bots:
            self.last[bot] = max(self.last.get(bot, -1), block.number)
            self.taken[bot] = self.taken.get(bot, 0) + 1
            self.per_count[bot, block.seats] = self.per_count.get((bot, block.seats), 0) + 1

    def copy(self) -> "Attendance":
        """The same counts, to go on with."""
        twin = Attendance()
        twin.last.update(self.last)
        twin.taken.update(self.taken)
        twin.per_count.update(self.per_count)
        return twin


@final
class Chooser:
    """Who may be seated next: strengths and their covariance, waits, and counts."""

    def __init__(
        self,
        plan: Plan,
        longest_wait: int,
        placement: int,
        seats: Attendance,
        divisions: Divisions | None = None,
        *,
        masses: Mapping[BotId, float] | None = None,
    ) -> None:
        """`masses` are what bots weigh where owners are equal; then those of one do not meet."""
        self.plan = plan
        self.longest_wait = longest_wait
        self.placement = placement
        self.numbers = {bot: number for number, bot in enumerate(plan.bots)}
        size = len(plan.bots)
        self.means: Floats = np.zeros(size)
        self.covariance: Floats = np.eye(size) * STRENGTH_SPREAD**2
        self.seats = seats
        self.divisions = divisions or {}
        self.are_owners_apart = masses is not None
        self.sharing = [bot for bot in plan.bots if masses is not None and masses[bot] < 1]
        """The bots of owners who have several here."""
        self.last = {
            entry.bot: max(entry.joins - 1, seats.last.get(entry.bot, -1)) for entry in plan.entries
        }
        size_of_smallest = min(plan.seats)
        self.apart = np.array(
            [[not self._may_share(size_of_smallest, a, b) for b in plan.bots] for a in plan.bots]
        )
        if self.divisions:
            self.apart |= np.array(
                [[not may_meet(self.divisions, a, b) for b in plan.bots] for a in plan.bots]
            )

    def know(self, tally: Tally) -> None:
        """Take over what the results say; bots without any keep the prior."""
        if not tally.blocks:
            return
        tally.restart()
        fit = tally.fit()
        rows = [row for row, bot in enumerate(fit.bots) if bot in self.numbers]
        places = [self.numbers[fit.bots[row]] for row in rows]
        self.means[places] = fit.strengths[rows, 0]
        self.covariance[np.ix_(places, places)] = fit.covariance[np.ix_(rows, rows)]

    def seat(self, block: Block) -> None:
        """Count a block whose result is not known, and expect it to tell something all the same."""
        self.seats.take(block)
        for bot in block.bots:
            if bot in self.numbers:
                self.last[bot] = max(self.last[bot], block.number)
        places = [self.numbers[bot] for bot in block.bots if bot in self.numbers]
        for place, one in enumerate(places):
            for two in places[:place]:
                self.covariance = after_pair(self.means, self.covariance, one, two)

    def lineup(self, number: int, absent: dict[BotId, int]) -> tuple[BotId, ...]:
        """Who plays the block of that number; empty when no table can be filled."""
        present = [
            entry.bot
            for entry in self.plan.entries
            if entry.joins <= number < absent.get(entry.bot, number + 1)
        ]
        if len(present) < 2:
            return ()
        worths = np.round(pair_worths(self.means, self.covariance), _DIGITS)
        worths[self.apart] = -1.0
        early = self._early()
        first = self._first(number, present, worths, early)
        # A division that cannot fill a table must not bring the ladder to a stop.
        for divisions in (self.divisions, NONE) if self.divisions else (NONE,):
            for seats in sorted(self.plan.seats, key=lambda seats: self._had(first, seats)):
                lineup = self._filled(first, seats, present, worths, divisions, early)
                if len(lineup) == seats:
                    return tuple(lineup)
        return ()

    def _early(self) -> set[BotId]:
        """The bots whose owners have had more than their share of the seats so far: others come
        first, so that nobody fills a ladder with copies."""
        taken = Counter[str]()
        for bot, blocks in self.seats.taken.items():
            taken[self.plan.owners[bot]] += blocks
        owners = len(set(self.plan.owners.values()))
        most = taken.total() / owners + self.placement
        return {bot for bot in self.sharing if taken[self.plan.owners[bot]] > most}

    def _first(
        self, number: int, present: Sequence[BotId], worths: Floats, early: set[BotId]
    ) -> list[BotId]:
        """The bot, or the pair, for whose sake the block is played."""
        due = [
            bot
            for bot in present
            if number - self.last[bot] >= self.longest_wait - len(self.plan.entries)
        ]
        if due:
            return [min(due, key=lambda bot: (self.last[bot], bot))]
        present = [bot for bot in present if bot not in early] or present
        taken = self.seats.taken
        new = [bot for bot in present if taken.get(bot, 0) < self.placement]
        if new:
            return [min(new, key=lambda bot: (taken.get(bot, 0), self.last[bot], bot))]
        uneven = [bot for bot in present if self._unevenness(bot) > _UNEVEN]
        if uneven:
            return [min(uneven, key=lambda bot: (-self._unevenness(bot), bot))]
        places = [self.numbers[bot] for bot in present]
        part = worths[np.ix_(places, places)]
        if part.max() < _SETTLED:
            return [min(present, key=lambda bot: (self.last[bot], bot))]
        one, two = np.unravel_index(int(part.argmax()), part.shape)
        return [present[int(one)], present[int(two)]]

    def _may_share(self, seats: int, first: BotId, second: BotId) -> bool:
        """Whether two bots may meet; with owners apart all tables are like those of many seats."""
        return self.plan.may_share(CROWD if self.are_owners_apart else seats, first, second)

    def _had(self, bots: Iterable[BotId], seats: int) -> int:
        """How many blocks these bots had at tables of that size."""
        return sum(self.seats.per_count.get((bot, seats), 0) for bot in bots)

    def _unevenness(self, bot: BotId) -> int:
        had = [self._had([bot], seats) for seats in self.plan.seats]
        return max(had) - min(had)

    def _is_short_of(self, bot: BotId, seats: int) -> bool:
        """Whether a bot may well fill up a table of that size: it has not had too many of them."""
        fewest = min(self._had([bot], size) for size in self.plan.seats)
        return self._had([bot], seats) < fewest + _UNEVEN

    def _filled(
        self,
        first: Iterable[BotId],
        seats: int,
        present: Sequence[BotId],
        worths: Floats,
        divisions: Divisions,
        early: set[BotId],
    ) -> list[BotId]:
        lineup = list(first)
        if len(lineup) == 2 and not self._may_share(seats, *lineup):
            lineup = lineup[:1]
        while len(lineup) < seats:
            able = [
                bot
                for bot in present
                if bot not in lineup
                and all(self._may_share(seats, bot, other) for other in lineup)
                and all(may_meet(divisions, bot, other) for other in lineup)
            ]
            if not able:
                break
            able = [bot for bot in able if bot not in early] or able
            able = [bot for bot in able if self._is_short_of(bot, seats)] or able
            gains = {
                bot: sum(worths[self.numbers[bot], self.numbers[other]] for other in lineup)
                for bot in able
            }
            lineup.append(min(able, key=lambda bot: (-gains[bot], self.last[bot], bot)))
        return lineup
