"""Ladder: goes on for ever, and always plays the blocks that settle the order soonest.

Blocks are chosen in waves. A wave is a function of the results of all waves but the one before it
(so that the workers have that one while the next is chosen), of who was seated so far, and of the
entries: arrival order, capacity and restarts do not matter.

Every block is chosen in this order of need:

1. a bot that waits too long: its last block lies `max_wait` minus the number of bots back;
2. a bot with fewer than `placement` blocks: new versions are placed first;
3. a bot that has had far more blocks at tables of one size than of another;
4. the pair whose next blocks settle most (see `worth`).

The others at its table are those it settles most with. Since every block seats the bot that waits
longest once anybody is due, nobody waits more than `max_wait` blocks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

import numpy as np

from arbiter.ratings import BlockId, BotId, Ratings, Tally, rate
from arbiter.ratings.comparisons import Floats
from arbiter.ratings.model import STRENGTH_SPREAD
from arbiter.tournaments.plan import Block, History, InvalidPlan, Plan
from arbiter.tournaments.scheduler import Scheduler
from arbiter.tournaments.slots import Fate, Settled, Slot, absences, forfeits_of
from arbiter.tournaments.standings import Standing
from arbiter.tournaments.worth import after_pair, pair_worths

_DIGITS: Final = 9
_UNDER_WAY: Final = 1
"""How many waves may be under way while the next is chosen."""

_SETTLED: Final = 1e-4
"""A worth below this settles nothing: then whoever waits longest plays."""
_UNEVEN: Final = 3
"""How many more blocks a bot may have at one table size than at another."""

_Known: TypeAlias = tuple[BlockId, ...]


@final
class _Memory:
    """The tally of the first `waves` waves, and the last waves chosen.

    It only saves time and never changes an answer.
    """

    def __init__(self) -> None:
        self.waves = 0
        self.known: _Known = ()
        self.tally = Tally(replicates=0)
        self.chosen: dict[int, tuple[_Known, dict[BotId, int], list[Block]]] = {}

    def recall(self, first: int, known: _Known, absent: dict[BotId, int]) -> list[Block] | None:
        """The wave that starts with that number, if it was chosen from the same knowledge."""
        found = self.chosen.get(first)
        if found is None or found[:2] != (known, absent):
            return None
        return found[2]

    def keep(
        self, first: int, known: _Known, absent: dict[BotId, int], blocks: list[Block]
    ) -> None:
        """Remember a wave, and forget the oldest beyond a handful."""
        self.chosen[first] = (known, absent, blocks)
        for old in sorted(self.chosen)[:-4]:
            del self.chosen[old]


@dataclass(frozen=True)
class Ladder(Scheduler):
    """`most_blocks` ends it (None: never). See the module for the rest."""

    most_blocks: int | None = None
    wave: int = 8
    placement: int = 4
    max_wait: int = 0
    """In blocks; 0 stands for eight times the number of entries. At least twice that number."""
    _memory: _Memory = field(default_factory=_Memory, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.wave < 1 or self.placement < 0:
            raise InvalidPlan("a wave has at least one block")
        if self.most_blocks is not None and self.most_blocks < 1:
            raise InvalidPlan("a ladder has at least one block")
        if self.max_wait and self.max_wait < 2 * len(self.plan.entries):
            raise InvalidPlan(f"the longest wait must be at least {2 * len(self.plan.entries)}")

    @property
    def longest_wait(self) -> int:
        """No bot lies further than this many blocks back."""
        return self.max_wait or 8 * len(self.plan.entries)

    def due(self, history: History) -> list[Block]:
        return [block for block in self._blocks(history) if not _is_over(history, block)]

    def is_finished(self, history: History) -> bool:
        return self.most_blocks is not None and not self.due(history)

    def expected_blocks(self) -> tuple[int, int]:
        most = self.most_blocks or 0
        return most, most

    def standings(self, history: History) -> list[Standing]:
        """By fitted rating."""
        fallen = {withdrawal.bot for withdrawal in history.withdrawals}
        return [
            Standing(
                row.rank,
                row.bot,
                row.rating,
                (),
                row.blocks,
                row.forfeits,
                "withdrawn" if row.bot in fallen else "",
            )
            for row in self.ratings(history, replicates=0).rows
        ]

    def ratings(self, history: History, *, replicates: int) -> Ratings:
        """The fitted ratings over all complete blocks."""
        tally = Tally(seed=self.plan.seed, replicates=replicates)
        tally.enter(self.plan.bots)
        done = ((block.id, history.complete(block)) for block in history.issued)
        tally.add({id: results for id, results in done if results is not None})
        return rate(tally)

    def _blocks(self, history: History) -> list[Block]:
        """Every block of all waves that can be chosen by now, in the order of numbers."""
        issued = {block.number: block for block in history.issued}
        blocks: list[Block] = []
        over = 0
        while self.most_blocks is None or len(blocks) < self.most_blocks:
            wave = len(blocks) // self.wave
            while over < wave and all(
                _is_over(history, block) for block in self._of_wave(blocks, over)
            ):
                over += 1
            if over < wave - _UNDER_WAY:
                break
            numbers = range(len(blocks), self._end_of(wave))
            if all(number in issued for number in numbers):
                blocks += [issued[number] for number in numbers]
                continue
            chosen = self._choose(history, blocks, numbers)
            blocks += chosen
            if not chosen:
                break
        return blocks

    def _end_of(self, wave: int) -> int:
        end = (wave + 1) * self.wave
        return end if self.most_blocks is None else min(end, self.most_blocks)

    def _of_wave(self, blocks: Sequence[Block], wave: int) -> Sequence[Block]:
        return blocks[wave * self.wave : (wave + 1) * self.wave]

    def _choose(self, history: History, blocks: Sequence[Block], numbers: range) -> list[Block]:
        """The blocks of a wave. `blocks` are all before it."""
        waves = max(0, len(blocks) // self.wave - _UNDER_WAY)
        earlier = blocks[: waves * self.wave]
        known = tuple(block.id for block in earlier if history.complete(block) is not None)
        absent = absences(history, [_settled(history, block) for block in earlier])
        chosen = self._memory.recall(numbers.start, known, absent)
        if chosen is not None:
            return chosen
        table = _Table(self.plan, self.longest_wait, self.placement)
        table.know(self._tally(history, blocks, waves, known))
        for block in blocks:
            table.seat(block, is_known=block.number < len(earlier))
        chosen = []
        for number in numbers:
            lineup = table.lineup(number, absent)
            if not lineup:
                break
            block = self.plan.block(f"b{number}", number, lineup)
            table.seat(block, is_known=False)
            chosen.append(block)
        self._memory.keep(numbers.start, known, absent, chosen)
        return chosen

    def _tally(self, history: History, blocks: Sequence[Block], waves: int, known: _Known) -> Tally:
        """The tally of the first waves, always added up wave by wave: the same to the last bit."""
        memory = self._memory
        if memory.waves > waves or known[: len(memory.known)] != memory.known:
            memory.tally, memory.waves = Tally(replicates=0), 0
        for wave in range(memory.waves, waves):
            found = ((block.id, history.complete(block)) for block in self._of_wave(blocks, wave))
            memory.tally.add({id: results for id, results in found if results is not None})
        memory.waves, memory.known = waves, known
        return memory.tally


@final
class _Table:
    """Who may be seated next: strengths and their covariance, waits, and counts."""

    def __init__(self, plan: Plan, longest_wait: int, placement: int) -> None:
        self.plan = plan
        self.longest_wait = longest_wait
        self.placement = placement
        self.numbers = {bot: number for number, bot in enumerate(plan.bots)}
        size = len(plan.bots)
        self.means: Floats = np.zeros(size)
        self.covariance: Floats = np.eye(size) * STRENGTH_SPREAD**2
        self.last = {entry.bot: entry.joins - 1 for entry in plan.entries}
        self.seated = dict.fromkeys(plan.bots, 0)
        size_of_smallest = min(plan.seats)
        self.apart = np.array(
            [[not plan.may_share(size_of_smallest, a, b) for b in plan.bots] for a in plan.bots]
        )
        self.per_count = {(bot, seats): 0 for bot in plan.bots for seats in plan.seats}

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

    def seat(self, block: Block, *, is_known: bool) -> None:
        """Count a block; if its result is not known, expect it to tell something all the same."""
        for bot in block.bots:
            if bot in self.numbers:
                self.last[bot] = max(self.last[bot], block.number)
                self.seated[bot] += 1
                self.per_count[bot, block.seats] = self.per_count.get((bot, block.seats), 0) + 1
        if is_known:
            return
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
        first = self._first(number, present, worths)
        for seats in sorted(self.plan.seats, key=lambda seats: self._had(first, seats)):
            lineup = self._filled(first, seats, present, worths)
            if len(lineup) == seats:
                return tuple(lineup)
        return ()

    def _first(self, number: int, present: Sequence[BotId], worths: Floats) -> list[BotId]:
        """The bot, or the pair, for whose sake the block is played."""
        due = [
            bot
            for bot in present
            if number - self.last[bot] >= self.longest_wait - len(self.plan.entries)
        ]
        if due:
            return [min(due, key=lambda bot: (self.last[bot], bot))]
        new = [bot for bot in present if self.seated[bot] < self.placement]
        if new:
            return [min(new, key=lambda bot: (self.seated[bot], self.last[bot], bot))]
        uneven = [bot for bot in present if self._unevenness(bot) > _UNEVEN]
        if uneven:
            return [min(uneven, key=lambda bot: (-self._unevenness(bot), bot))]
        places = [self.numbers[bot] for bot in present]
        part = worths[np.ix_(places, places)]
        if part.max() < _SETTLED:
            return [min(present, key=lambda bot: (self.last[bot], bot))]
        one, two = np.unravel_index(int(part.argmax()), part.shape)
        return [present[int(one)], present[int(two)]]

    def _had(self, bots: Iterable[BotId], seats: int) -> int:
        """How many blocks these bots had at tables of that size."""
        return sum(self.per_count[bot, seats] for bot in bots)

    def _unevenness(self, bot: BotId) -> int:
        had = [self.per_count[bot, seats] for seats in self.plan.seats]
        return max(had) - min(had)

    def _is_short_of(self, bot: BotId, seats: int) -> bool:
        """Whether a bot may well fill up a table of that size: it has not had too many of them."""
        fewest = min(self.per_count[bot, size] for size in self.plan.seats)
        return self.per_count[bot, seats] < fewest + _UNEVEN

    def _filled(
        self, first: Iterable[BotId], seats: int, present: Sequence[BotId], worths: Floats
    ) -> list[BotId]:
        lineup = list(first)
        if len(lineup) == 2 and not self.plan.may_share(seats, *lineup):
            lineup = lineup[:1]
        while len(lineup) < seats:
            able = [
                bot
                for bot in present
                if bot not in lineup
                and all(self.plan.may_share(seats, bot, other) for other in lineup)
            ]
            if not able:
                break
            able = [bot for bot in able if self._is_short_of(bot, seats)] or able
            gains = {
                bot: sum(worths[self.numbers[bot], self.numbers[other]] for other in lineup)
                for bot in able
            }
            lineup.append(min(able, key=lambda bot: (-gains[bot], self.last[bot], bot)))
        return lineup


def _is_over(history: History, block: Block) -> bool:
    """Whether a block will bring nothing more; a ladder does not replace void blocks."""
    return block.id in history.voids or history.complete(block) is not None


def _settled(history: History, block: Block) -> Settled:
    """A block as `absences` wants it."""
    slot = Slot(block.id, block.number, block.bots)
    results = history.complete(block)
    if results is None:
        return Settled(slot, Fate.DROPPED)
    return Settled(slot, Fate.PLAYED, block, forfeits=forfeits_of(results))
