"""The analysis of a record: the curve, then a closer look at where it turned.

A decision that turned the match is weighed by what its seat knew: as the position stood, after the
command under fresh luck, and as things then really went. The first difference is what the decision
did, the second is what luck did, and what came to light. Beside it stands what the search bot would
have done, weighed in the same way.

With a budget of playouts the result is the same on every machine. Every look gives a better
analysis than the one before, so that there is something to show all the time.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pentarch.bots.analysis.advice import advise
from pentarch.bots.analysis.calibration import told
from pentarch.bots.analysis.curve import PLAYOUTS, Curve, Point
from pentarch.bots.analysis.estimate import Estimate, Estimator, shares
from pentarch.bots.analysis.moments import Moment, moments
from pentarch.bots.analysis.report import Analysis, TurningPoint
from pentarch.bots.sdk import Start
from pentarch.engine import registry
from pentarch.engine.chance import derive
from pentarch.engine.commands import Command
from pentarch.engine.record import Record

USUAL: Final = 4_000
"""The playouts of an analysis, when nobody says."""
TURNING_POINTS: Final = 5
"""How many decisions are looked at closely."""
_CURVE_SHARE: Final = 0.5
_CLOSER: Final = 4
"""How many times the usual playouts a closer look takes."""


@dataclass(frozen=True)
class AnalysisBudget:
    """How much is played: a number of playouts, or seconds when they are given."""

    playouts: int = USUAL
    seconds: float | None = None


def analyse(record: Record, budget: AnalysisBudget, seed: int = 0) -> Iterator[Analysis]:
    """Better and better analyses of a record. Raises an EngineError where it fits no rules here."""
    return _Analyst(record, budget, seed).run()


class _Analyst:
    def __init__(self, record: Record, budget: AnalysisBudget, seed: int) -> None:
        ruleset = registry.get(record.ruleset)
        self._record: Final = record
        self._budget: Final = budget
        self._seed: Final = seed
        self._estimator: Final = Estimator(ruleset, record.options, record.bots, seed)
        self._moments: Final = list(moments(record))
        lost = [forfeit.seat for forfeit in record.forfeits]
        result = shares(record.outcome, lost)
        self._curve: Final = Curve(self._moments, result, self._estimator)
        self._points: Final[list[TurningPoint]] = []
        self._began: Final = time.monotonic()

    def run(self) -> Iterator[Analysis]:
        for _ in self._curve.grow():
            yield self._so_far()
            if self._spent() >= _CURVE_SHARE:
                break
        for number in self._curve.turns():
            if self._spent() >= 1:
                break
            self._look_again(number)
            turn = (number, number + 1)
            if self._curve.swing(turn) > self._curve.noise(turn):
                self._points.append(self._weigh(number))
                yield self._so_far()
            if len(self._points) == TURNING_POINTS:
                break
        yield self._so_far(is_whole=True)

    def _spent(self) -> float:
        """The part of the budget that has been used."""
        if self._budget.seconds is not None:
            return (time.monotonic() - self._began) / max(self._budget.seconds, 1e-9)
        return self._estimator.playouts / max(self._budget.playouts, 1)

    def _so_far(self, *, is_whole: bool = False) -> Analysis:
        steps = len(self._record.steps)
        curve = [
            (self._step(number), Point(self._told(number), self._curve.points[number].known))
            for number in sorted(self._curve.points)
        ]
        points = sorted(self._points, key=lambda point: point.step)
        return Analysis(steps, curve, points, self._estimator.playouts, is_whole)

    def _told(self, number: int) -> Estimate:
        """What the seats are told of their chances at a moment; of the end, the result."""
        believed = self._curve.points[number].believed
        if number == len(self._moments):
            return believed
        chances = [self._calibrated(won, believed.count) for won in believed.chances]
        return Estimate(tuple(chances), believed.count)

    def _calibrated(self, won: float, playouts: int) -> float:
        return told(self._record.ruleset, won, playouts, self._record.seats)

    def _step(self, number: int) -> int:
        """After how many steps a moment comes."""
        is_end = number == len(self._moments)
        return len(self._record.steps) if is_end else self._moments[number].step - 1

    def _look_again(self, number: int) -> None:
        """Some of the largest swings were only noise: know both ends of it better."""
        for end in (number, number + 1):
            if end in self._curve.points and self._curve.points[end].believed.count <= PLAYOUTS:
                for _ in range(_CLOSER - 1):
                    self._curve.look(end)

    def _weigh(self, number: int) -> TurningPoint:
        moment = self._moments[number]
        advice = advise(moment, self._start(moment), self._simulations())
        decided = self._hope(moment, [moment.command])
        is_same = advice.commands[0] == moment.command
        return TurningPoint(
            moment.step,
            moment.seat,
            moment.command.text,
            self._told(number).chances,
            decided,
            self._told(number + 1).chances,
            [command.text for command in advice.commands],
            decided if is_same else self._hope(moment, advice.commands),
            [(seat, command.text) for seat, command in advice.line],
        )

    def _hope(self, moment: Moment, line: list[Command]) -> float:
        numbers = range(_CLOSER * PLAYOUTS)
        hoped = self._estimator.hoped(moment, moment.seat, numbers, line)
        return self._calibrated(hoped, len(numbers))

    def _simulations(self) -> int | None:
        """What the search bot may use for one piece of advice; None is its usual budget."""
        return None if self._budget.playouts >= USUAL else max(8, self._budget.playouts // 20)

    def _start(self, moment: Moment) -> Start:
        record = self._record
        return Start(
            moment.ruleset,
            moment.seat,
            record.seats,
            record.options,
            record.bots,
            derive(self._seed, moment.step),
        )
