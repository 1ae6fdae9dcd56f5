"""Ladder: goes on for ever, and always plays the blocks that settle the order soonest.

Blocks are chosen in waves. A wave is a function of the results of all waves but the one before it
(so that the workers have that one while the next is chosen), of who was seated so far, and of the
entries: arrival order, capacity and restarts do not matter. A block that was handed out stays as it
is, whatever happens to entries and results afterwards.

Every block is chosen in this order of need:

1. a bot that waits too long: its last block lies `max_wait` minus the number of bots back;
2. a bot with fewer than `placement` blocks: new versions are placed first;
3. a bot that has had far more blocks at tables of one size than of another;
4. the pair whose next blocks settle most (see `worth`).

With divisions, bots of different ones do not meet, unless a table could not be filled. With equal
owners, an owner's bots weigh together as much as one in the ratings and never meet: copies of a bot
move nobody else. Nor do they take the ladder over: while an owner of several has had more seats
than owners have on average, others come first.

The others at its table are those it settles most with. Since every block seats the bot that waits
longest once anybody is due, nobody waits more than `max_wait` blocks.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, final

from pentarch.arbiter.competition.formats.ladder.divisions import divided
from pentarch.arbiter.competition.formats.ladder.selection import Attendance, Chooser
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.plan import Block, History
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.slots import Runs, forfeits_of, with_withdrawals
from pentarch.arbiter.competition.formats.standings import Standing, withdrawn
from pentarch.arbiter.competition.ratings import (
    REPLICATES,
    BotId,
    MatchResult,
    Ranking,
    Score,
    Tally,
    rate,
)
from pentarch.arbiter.competition.ratings.table import POINTS

_UNDER_WAY: Final = 1
"""How many waves may be under way while the next is chosen."""

_GROWTH: Final = 50

_Key: TypeAlias = tuple[int, tuple[tuple[BotId, int], ...], tuple[Block, ...]]
"""What a wave was chosen from: waves known, absences, and the blocks handed out already."""


@final
class _Memory:
    """What was worked out before. It only saves time and never changes an answer.

    `base` are the blocks of the first waves, all handed out and over. Of these, `waves` waves are
    counted in `tally`, `runs` and `seats`, and in `rated` if its intervals say when to end.
    """

    def __init__(self, seed: int, rated: Callable[[], Tally | None]) -> None:
        self._seed: Final = seed
        self._rated: Final = rated
        self.base: tuple[Block, ...] = ()
        self.voids: frozenset[str] = frozenset()
        self.chosen: dict[int, tuple[_Key, list[Block]]] = {}
        self.forget()

    def forget(self) -> None:
        """Count from the first wave again."""
        self.waves = 0
        self.tally = Tally(seed=self._seed, replicates=0)
        self.rated = self._rated()
        self.runs = Runs()
        self.seats = Attendance()
        self.divisions: dict[int, dict[BotId, int]] = {}
        self.chosen.clear()

    def check(self, history: History) -> None:
        """Keep only what holds for this history."""
        if self.voids != history.voids or history.issued[: len(self.base)] != self.base:
            self.base = ()
            self.voids = history.voids
            self.forget()

    def count(self, history: History, blocks: Sequence[Block]) -> None:
        """Count one more wave. Always wave by wave: then sums are the same to the last bit."""
        found: dict[str, tuple[MatchResult, ...]] = {}
        for block in blocks:
            self.seats.take(block)
            results = history.complete(block)
            if results is not None:
                found |= block.units(results)
                matches = len(block.seatings)
                self.runs.count(block.number, block.bots, forfeits_of(results), matches)
        self.tally.add(found)
        if self.rated is not None:
            self.rated.add(found)
        self.waves += 1

    def keep(self, first: int, key: "_Key", blocks: list[Block]) -> None:
        """Remember a wave, and forget the oldest beyond a handful."""
        self.chosen[first] = (key, blocks)
        for old in sorted(self.chosen)[:-4]:
            del self.chosen[old]


@dataclass(frozen=True)
class Ladder(Scheduler):
    """`wave` is how many blocks are chosen together, `placement` how many a new version has to play
    before others come first. See the module for the rest."""

    settings: LadderSettings
    wave: int = 8
    placement: int = 4
    _memory: _Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.wave < 1 or self.placement < 0:
            raise InvalidPlan("a wave has at least one block")
        least = 2 * len(self.plan.entries)
        if 0 < self.settings.max_wait < least:
            raise InvalidPlan(f"max_wait must be at least {least}, twice the number of bots, or 0")
        object.__setattr__(self, "_memory", _Memory(self.plan.seed, self._settling_tally))

    @property
    def longest_wait(self) -> int:
        """No bot lies further than this many blocks back."""
        return self.settings.max_wait or 8 * len(self.plan.entries)

    @property
    def are_owners_equal(self) -> bool:
        """Whether owners weigh the same and their own bots do not meet; one alone has no rivals."""
        return bool(self.settings.equal_owners) and len(set(self.plan.owners.values())) > 1

    def introduce(self, tally: Tally) -> None:
        super().introduce(tally)
        if self.are_owners_equal:
            for bot, owner in self.plan.owners.items():
                tally.own(bot, owner, bot.rpartition("@")[0] or bot)

    def due(self, history: History) -> list[Block]:
        return [block for block in self._open(history) if not _is_over(history, block)]

    def is_finished(self, history: History) -> bool:
        has_end = self.settings.max_blocks > 0 or self.settings.settled_width > 0
        return has_end and not self.due(history)

    def expected_blocks(self) -> tuple[int, int]:
        """Both 0 for a ladder without end."""
        most = self.settings.max_blocks
        return (0 if self.settings.settled_width else most), most

    def standings(self, history: History) -> list[Standing]:
        """By fitted rating."""
        return self.table(history, self.ratings(history, replicates=0))

    def table(self, history: History, ratings: Ranking) -> list[Standing]:
        runs = Runs()
        for row in ratings.rows:
            if row.forfeits:
                runs = self._runs(history)
                break
        fallen = with_withdrawals(history, runs.absent)
        self._memory.check(history)
        last = max((block.number for block in history.issued), default=0)
        divisions = self._divisions(history, last)
        lines = []
        for row in ratings.rows:
            note, is_out = withdrawn(fallen, row.bot)
            if row.bot in divisions and not is_out:
                note = f"division {divisions[row.bot]}"
            lines.append(
                Standing(row.rank, row.bot, row.rating, (), row.blocks, row.forfeits, note, is_out)
            )
        return lines

    def ratings(self, history: History, *, replicates: int) -> Ranking:
        """The fitted ratings over all complete blocks."""
        tally = Tally(seed=self.plan.seed, replicates=replicates)
        self.introduce(tally)
        tally.add(history.units(history.issued))
        return rate(tally)

    def forecast(self, history: History) -> Score:
        """Each block against the ratings that those before it gave, fitted anew by the wave, and in
        a long ladder as often as it has grown by a fiftieth."""
        tally, score = Tally(seed=self.plan.seed, replicates=0), Score()
        self.introduce(tally)
        elos: dict[BotId, float] = {}
        fresh: dict[str, tuple[MatchResult, ...]] = {}
        for block in sorted(history.issued, key=lambda block: block.number):
            results = history.complete(block)
            if results is None:
                continue
            score.add(results, elos)
            fresh |= block.units(results)
            if len(fresh) >= max(self.wave, len(tally.blocks) // _GROWTH):
                tally.add(fresh)
                fresh = {}
                fit = tally.fit()
                ratings = zip(fit.bots, POINTS * fit.strengths[:, 0], strict=True)
                elos = {bot: rating for bot, rating in ratings if tally.counts[bot].blocks}
        return score

    def _open(self, history: History) -> list[Block]:
        """The blocks of all waves that can be chosen by now and are not over as a whole."""
        memory = self._memory
        memory.check(history)
        issued = {block.number: block for block in history.issued[len(memory.base) :]}
        blocks = list(memory.base)
        over = len(blocks) // self.wave
        while not self.settings.max_blocks or len(blocks) < self.settings.max_blocks:
            wave = len(blocks) // self.wave
            while over < wave and all(_is_over(history, b) for b in self._of_wave(blocks, over)):
                over += 1
            if over < wave - _UNDER_WAY:
                break
            numbers = range(len(blocks), self._end_of(wave))
            if all(number in issued for number in numbers):
                blocks += [issued[number] for number in numbers]
                continue
            chosen = self._choose(history, blocks, numbers, issued)
            blocks += chosen
            if len(chosen) < len(numbers):
                break
        done = over * self.wave
        if tuple(blocks[:done]) == history.issued[:done]:
            memory.base = history.issued[:done]
        return blocks[done:]

    def _end_of(self, wave: int) -> int:
        end = (wave + 1) * self.wave
        return min(end, self.settings.max_blocks) if self.settings.max_blocks else end

    def _of_wave(self, blocks: Sequence[Block], wave: int) -> Sequence[Block]:
        return blocks[wave * self.wave : (wave + 1) * self.wave]

    def _choose(
        self,
        history: History,
        blocks: Sequence[Block],
        numbers: range,
        issued: Mapping[int, Block],
    ) -> list[Block]:
        """The blocks of a wave; those handed out stay. `blocks` are all before it."""
        memory = self._memory
        waves = max(0, len(blocks) // self.wave - _UNDER_WAY)
        if memory.waves > waves:
            memory.forget()
        while memory.waves < waves:
            memory.count(history, self._of_wave(blocks, memory.waves))
        absent = with_withdrawals(history, memory.runs.absent)
        kept = tuple(issued[number] for number in numbers if number in issued)
        key = (waves, tuple(sorted(absent.items())), kept)
        found = memory.chosen.get(numbers.start)
        if found is not None and found[0] == key:
            return found[1]
        chosen: list[Block] = []
        if not self._is_settled(absent):
            divisions = self._divisions(history, numbers.start)
            table = Chooser(
                self.plan,
                self.longest_wait,
                self.placement,
                memory.seats.copy(),
                divisions,
                masses=self._masses() if self.are_owners_equal else None,
            )
            table.know(memory.tally)
            for block in blocks[waves * self.wave :]:
                table.seat(block)
            chosen = self._seated(table, numbers, absent, issued)
        memory.keep(numbers.start, key, chosen)
        return chosen

    def _seated(
        self,
        table: Chooser,
        numbers: range,
        absent: dict[BotId, int],
        issued: Mapping[int, Block],
    ) -> list[Block]:
        chosen = []
        for number in numbers:
            block = issued.get(number)
            if block is None:
                lineup = table.lineup(number, absent)
                if not lineup:
                    break
                block = self.plan.block(f"b{number}", number, lineup)
            table.seat(block)
            chosen.append(block)
        return chosen

    def _divisions(self, history: History, number: int) -> dict[BotId, int]:
        """The divisions in which the block of a number is played, by what was known at the last
        set time before it."""
        size = self.settings.division_size
        period = number // self.settings.division_blocks
        if not size or not period:
            return {}
        memory = self._memory
        if period not in memory.divisions:
            wave = period * self.settings.division_blocks // self.wave
            known = max(0, wave - _UNDER_WAY) * self.wave
            blocks = [block for block in history.issued if block.number < known]
            tally = Tally(seed=self.plan.seed, replicates=0)
            self.introduce(tally)
            tally.add(history.units(blocks))
            absent = with_withdrawals(history, {})
            gone = [bot for bot, leaves in absent.items() if leaves <= known]
            memory.divisions[period] = divided(
                rate(tally).rows, size=size, placement=self.placement, absent=gone
            )
        return memory.divisions[period]

    def _is_settled(self, absent: Mapping[BotId, int]) -> bool:
        """Whether the intervals of all who still play are narrow enough."""
        tally, width = self._memory.rated, self.settings.settled_width
        if tally is None or not tally.blocks:
            return False
        tally.restart()
        rows = {row.bot: row for row in rate(tally).rows}
        playing = [bot for bot in self.plan.bots if bot not in absent]
        return all(
            bot in rows and rows[bot].interval.high - rows[bot].interval.low <= width
            for bot in playing
        )

    def _masses(self) -> dict[BotId, float]:
        """What every bot weighs."""
        tally = Tally(replicates=0)
        self.introduce(tally)
        return dict(zip(tally.bots, tally.masses().tolist(), strict=True))

    def _settling_tally(self) -> Tally | None:
        """A tally with the intervals that end the ladder; None where they do not."""
        if not self.settings.settled_width:
            return None
        tally = Tally(seed=self.plan.seed, replicates=REPLICATES)
        self.introduce(tally)
        return tally

    def _runs(self, history: History) -> Runs:
        runs = Runs()
        for block in sorted(history.issued, key=lambda block: block.number):
            results = history.complete(block)
            if results is not None:
                forfeits = forfeits_of(results)
                runs.count(block.number, block.bots, forfeits, len(block.seatings))
        return runs


def _is_over(history: History, block: Block) -> bool:
    """Whether a block will bring nothing more; a ladder does not replace void blocks."""
    return block.id in history.voids or history.complete(block) is not None
