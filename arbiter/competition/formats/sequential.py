"""Test: is version A better than version B? A sequential probability ratio test on block scores.

A block gives one number, A's mean score x in it (a win 1, a tie 1/2): between two seats one of 0,
1/4, 1/2, 3/4, 1. The two hypotheses are about the expected score, written in points of Elo:
s = 1 / (1 + 10 ** (-points / 400)). The distribution of x is not assumed: under either hypothesis
it is the likeliest one with that mean, given what was seen (the generalised test, "pentanomial" for
two seats). After n blocks

    llr = sum over blocks of log(p1(x) / p0(x)),   p(x) = share(x) / (1 + t * (x - s))

with t such that the mean under p is s. H1 is accepted at log((1 - beta) / alpha), rejected at
log(beta / (1 - alpha)), but not before a sixth of the blocks that a test of fixed length between
coins would take: a few blocks say too little of how much x varies, and a run of even ones would
pass for certainty. Because x is a whole block, what the key and the seats contribute is
inside x and cancels: that is where matches are saved. A block whose matches have keys of their own,
because somebody in it could remember, is one number too: its seats still cancel, and all that the
test needs is that blocks are independent of each other.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from scipy.special import ndtri

from pentarch.arbiter.competition.formats.plan import Block, History, InvalidPlan
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.slots import Fate, Slot, settle
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.ratings import Interval
from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.elo import expected_score

_SUPPORT: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
_PSEUDO_BLOCKS: Final = 0.2
"""Weight of every score that was not seen yet, so that no outcome is held impossible."""
_MOST_STEPS: Final = 60
_TOLERANCE: Final = 1e-10
_COIN_VARIANCE: Final = 0.125
_LEAST_SHARE: Final = 6
_TWO_SIDED: Final = 1.959963984540054


class Verdict(StrEnum):
    """What the test says."""

    ACCEPT = "accept"
    REJECT = "reject"
    CONTINUE = "continue"
    UNDECIDED = "undecided"


EXIT_CODES: Final = {
    Verdict.ACCEPT: 0,
    Verdict.REJECT: 1,
    Verdict.CONTINUE: 3,
    Verdict.UNDECIDED: 3,
}
"""For CI. 2 is left to errors of use."""


@dataclass(frozen=True)
class Hypotheses:
    """H0: A is at most `low` points better; H1: at least `high`. Error rates alpha and beta."""

    low: float = 0.0
    high: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise InvalidPlan("the second hypothesis must lie above the first")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise InvalidPlan("error rates lie between 0 and one half")

    @property
    def bounds(self) -> tuple[float, float]:
        """Reject at or below the first, accept at or above the second."""
        lower = math.log(self.beta / (1 - self.alpha))
        upper = math.log((1 - self.beta) / self.alpha)
        return lower, upper

    @property
    def least_blocks(self) -> int:
        """No verdict is given on fewer blocks."""
        return math.ceil(fixed_length(_COIN_VARIANCE, self) / _LEAST_SHARE)


@dataclass(frozen=True)
class Report:
    """Where the test stands after `blocks` blocks.

    `score` is A's mean, `points` the same in Elo, the interval 95 % for a fixed number of blocks
    (after an early stop the estimate leans a little towards the verdict).
    """

    verdict: Verdict
    blocks: int
    matches: int
    llr: float
    bounds: tuple[float, float]
    score: float
    points: float
    interval: Interval
    forfeits: tuple[int, int]

    @property
    def exit_code(self) -> int:
        """0 accepted, 1 rejected, 3 neither."""
        return EXIT_CODES[self.verdict]


@dataclass(frozen=True)
class SequentialTest(Scheduler):
    """The first entry (A) against the second (B), at tables of two.

    The verdict is that of the first number of blocks, counted in the order of numbers, at which a
    bound is crossed; blocks beyond it that were already under way change nothing. `most_blocks`
    may be 0: then nothing but a bound ends it. `ahead` is how many blocks may be under way at once.
    """

    hypotheses: Hypotheses = Hypotheses()
    most_blocks: int = 10_000
    ahead: int = 16

    def __post_init__(self) -> None:
        if len(self.plan.entries) != 2 or self.plan.seats != (2,):
            raise InvalidPlan("a test is between two versions, at tables of two")
        if self.most_blocks < 0 or self.ahead < 1:
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
        return 1, self.most_blocks

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

    def report(self, history: History) -> Report:
        """Verdict, likelihood ratio, estimate and interval."""
        scores, pending, forfeits = self._prefix(history)
        stop = self._stop(scores)
        count = len(scores) if stop is None else stop
        counted = np.array(scores[:count])
        llr = float(likelihood_ratios(counted, self.hypotheses)[-1]) if count else 0.0
        lower, upper = self.hypotheses.bounds
        verdict = Verdict.CONTINUE if pending else Verdict.UNDECIDED
        if stop is not None:
            verdict = Verdict.ACCEPT if llr >= upper else Verdict.REJECT
        score = float(counted.mean()) if count else 0.5
        reach = _TWO_SIDED * _standard_error(counted)
        return Report(
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
        last = self.most_blocks or sys.maxsize
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
        return stopping_time(np.array(scores), self.hypotheses)


def stopping_time(scores: Floats, hypotheses: Hypotheses) -> int | None:
    """After how many of the block scores the test stops, or None."""
    if not len(scores):
        return None
    lower, upper = hypotheses.bounds
    ratios = likelihood_ratios(scores, hypotheses)
    first = hypotheses.least_blocks - 1
    crossed = np.flatnonzero((ratios[first:] <= lower) | (ratios[first:] >= upper))
    return first + int(crossed[0]) + 1 if len(crossed) else None


def likelihood_ratios(scores: Floats, hypotheses: Hypotheses) -> Floats:
    """The log-likelihood ratio after 1, 2, ... blocks."""
    support = np.unique(np.concatenate([scores, _SUPPORT]))
    seen = np.cumsum(scores[:, None] == support, axis=0).astype(np.float64)
    weights = np.maximum(seen, _PSEUDO_BLOCKS)
    total = weights.sum(axis=1, keepdims=True)
    shares = weights / total
    fits = []
    for points in (hypotheses.low, hypotheses.high):
        offsets = support - expected_score(points)
        fits.append(np.log1p(_tilts(shares, offsets)[:, None] * offsets))
    ratios: Floats = (weights * (fits[0] - fits[1])).sum(axis=1)
    return ratios


def points_of(score: float) -> float:
    """An expected score in points of Elo; infinite at 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def fixed_length(variance: float, hypotheses: Hypotheses) -> int:
    """Blocks a test of fixed length needs for the same error rates, if x has that variance."""
    reach = float(ndtri(1 - hypotheses.alpha)) + float(ndtri(1 - hypotheses.beta))
    apart = expected_score(hypotheses.high) - expected_score(hypotheses.low)
    return math.ceil(variance * (reach / apart) ** 2)


def _tilts(shares: Floats, offsets: Floats) -> Floats:
    """For every row the t with sum of share * offset / (1 + t * offset) = 0.

    The sum falls with t and runs from plus to minus infinity on the interval where all
    1 + t * offset are positive: Newton steps, and a bisection where one would leave the bracket.
    """
    low = np.full(len(shares), -1 / offsets.max())
    high = np.full(len(shares), -1 / offsets.min())
    tilt = np.zeros(len(shares))
    for _ in range(_MOST_STEPS):
        parts = offsets / (1 + tilt[:, None] * offsets)
        value = (shares * parts).sum(axis=1)
        low = np.where(value > 0, tilt, low)
        high = np.where(value > 0, high, tilt)
        step = value / (shares * parts**2).sum(axis=1)
        inside = ((low < tilt + step) & (tilt + step < high)) | (np.abs(step) < _TOLERANCE)
        following = np.where(inside, tilt + step, (low + high) / 2)
        moved = float(np.abs(following - tilt).max())
        tilt = following
        if moved < _TOLERANCE:
            break
    return tilt


def _standard_error(scores: Floats) -> float:
    """Of the mean of block scores, with one even pair of coin flips added for caution."""
    if not len(scores):
        return 0.5
    squares = float(((scores - scores.mean()) ** 2).sum()) + _COIN_VARIANCE
    return math.sqrt(squares / len(scores) / len(scores))
