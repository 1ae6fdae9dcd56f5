"""Version test: is version A better than version B? See `likelihood` for how that is decided."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from pentarch.arbiter.competition.formats.plan import Block, History
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.slots import Fate, Slot, settle
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.formats.version_report import VersionReport, VersionVerdict
from pentarch.arbiter.competition.formats.version_test.likelihood import (
    bounds,
    likelihood_ratios,
    points_of,
    standard_error,
    stopping_time,
)
from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.competition.ratings import Interval

_TWO_SIDED: Final = 1.959963984540054


@dataclass(frozen=True)
class VersionTest(Scheduler):
    """The first entry (A) against the second (B), at tables of two.

    The verdict is that of the first number of blocks, counted in the order of numbers, at which a
    bound is crossed; blocks beyond it that were already under way change nothing. `ahead` is how
    many blocks may be under way at once.
    """

    is_recounted: ClassVar[bool] = True

    settings: VersionTestSettings
    ahead: int = 16

    def __post_init__(self) -> None:
        if len(self.plan.entries) != 2 or self.plan.seats != (2,):
            raise InvalidPlan("a test is between two versions, at tables of two")
        if self.ahead < 1:
            raise InvalidPlan("a test needs blocks")

    def due(self, history: History) -> list[Block]:
        scores, pending, _ = self._prefix(history)
        if self._stop(scores) is not None:
            return []
        return pending

    def is_finished(self, history: History) -> bool:
        return not self.due(history)

    def expected_blocks(self) -> tuple[int, int]:
        """The most is 0 when there is no limit."""
        return 1, self.settings.max_blocks

    def standings(self, history: History) -> list[Standing]:
        """A and B by mean score; the report says what it means."""
        report = self.report(history)
        one, two = self.plan.bots
        scores = {one: report.score, two: 1 - report.score}
        forfeits = dict(zip((one, two), report.forfeits, strict=True))
        return [
            Standing(
                1 + sum(1 for other in scores.values() if other > scores[bot]),
                bot,
                scores[bot],
                (),
                report.blocks,
                forfeits[bot],
                str(report.verdict) if bot == one else "",
            )
            for bot in sorted(scores, key=lambda bot: (-scores[bot], bot))
        ]

    def counting(self, history: History) -> list[Block]:
        """Those up to the verdict: what was under way beyond it changes nothing."""
        scores, _, _ = self._prefix(history)
        stop = self._stop(scores)
        if stop is None:
            return list(history.issued)
        blocks = sorted(history.issued, key=lambda block: block.number)
        complete = [block for block in blocks if history.complete(block) is not None]
        return complete[:stop]

    def places(self, history: History) -> Sequence[Slot]:
        """Blocks may have been under way beyond the verdict, but no more of them than that."""
        last = max((block.number for block in self.counting(history)), default=-1)
        return [self._slot(number) for number in range(last + 1 + self.ahead)]

    def report(self, history: History) -> VersionReport:
        """VersionVerdict, likelihood ratio, estimate and interval."""
        scores, pending, forfeits = self._prefix(history)
        stop = self._stop(scores)
        count = len(scores) if stop is None else stop
        counted = np.array(scores[:count])
        llr = float(likelihood_ratios(counted, self.settings)[-1]) if count else 0.0
        lower, upper = bounds(self.settings)
        verdict = VersionVerdict.CONTINUE if pending else VersionVerdict.UNDECIDED
        if stop is not None:
            verdict = VersionVerdict.ACCEPT if llr >= upper else VersionVerdict.REJECT
        score = float(counted.mean()) if count else 0.5
        reach = _TWO_SIDED * standard_error(counted)
        return VersionReport(
            verdict=verdict,
            blocks=count,
            matches=2 * count,
            llr=llr,
            bounds=(lower, upper),
            score=score,
            points=points_of(score),
            interval=Interval(points_of(score - reach), points_of(score + reach)),
            forfeits=(
                sum(pair[0] for pair in forfeits[:count]),
                sum(pair[1] for pair in forfeits[:count]),
            ),
        )

    def _prefix(self, history: History) -> tuple[list[float], list[Block], list[tuple[int, int]]]:
        """A's scores and the forfeits up to the first pending block, and what is pending."""
        one, two = self.plan.bots
        scores: list[float] = []
        forfeits: list[tuple[int, int]] = []
        pending: list[Block] = []
        last = self.settings.max_blocks or sys.maxsize
        number = -1
        while (number := number + 1) < last:
            done = settle(self.plan, history, [self._slot(number)])[0]
            if done.fate is Fate.WALKOVER:
                break
            if done.fate is Fate.PENDING and done.block is not None:
                if not pending:
                    last = min(last, number + self.ahead)
                pending.append(done.block)
            if done.fate is Fate.PLAYED and not pending:
                scores.append(done.duels[one, two])
                forfeits.append((done.forfeits.get(one, 0), done.forfeits.get(two, 0)))
        return scores, pending, forfeits

    def _slot(self, number: int) -> Slot:
        one, two = self.plan.bots
        return Slot(f"b{number}", number, (one, two))

    def _stop(self, scores: Sequence[float]) -> int | None:
        """After how many blocks a bound is crossed for the first time."""
        return stopping_time(np.array(scores), self.settings)
