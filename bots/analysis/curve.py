"""The curve of a match: each seat's chance to win along it.

It is known at some moments only, and they are chosen where they tell most: first a few that are
spread evenly, then always one in the middle of the stretch over which the chances change most.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final

from pentarch.bots.analysis.estimate import Estimate, Estimator
from pentarch.bots.analysis.moments import Moment

SPREAD: Final = 12
"""How many moments are looked at first, wherever the chances change."""
PLAYOUTS: Final = 24
"""How many playouts each moment gets at a time."""
_CLEAR: Final = 1.5
"""A swing of fewer standard errors is taken for noise."""


@dataclass(frozen=True)
class Point:
    """The chances at a moment: by what each seat knew, and with everything known."""

    believed: Estimate
    known: Estimate


class Curve:
    """Points by the number of the moment. The one behind the last moment is the result."""

    def __init__(
        self, moments: Sequence[Moment], result: Sequence[float], estimator: Estimator
    ) -> None:
        end = Estimate(tuple(result), PLAYOUTS)
        self.moments: Final = moments
        self.points: Final[dict[int, Point]] = {len(moments): Point(end, end)}
        self._estimator: Final = estimator

    def grow(self) -> Iterator[None]:
        """Look at one more moment at a time, until there is no stretch worth dividing."""
        if self.moments:
            self.look(0)
            yield
        while stretch := self._longest() if len(self.points) <= SPREAD else self._steepest():
            self.look(sum(stretch) // 2)
            yield

    def look(self, number: int) -> None:
        """Look at a moment, or look at it again to know it better; the end is known."""
        if number == len(self.moments):
            return
        moment, old = self.moments[number], self.points.get(number)
        begin = 0 if old is None else old.believed.count
        numbers = range(begin, begin + PLAYOUTS)
        believed = self._estimator.believed(moment, numbers)
        is_open = moment.ruleset.info.is_open
        known = believed if is_open else self._estimator.known(moment, numbers)
        if old is not None:
            believed, known = old.believed.joined(believed), old.known.joined(known)
        self.points[number] = Point(believed, known)

    def stretches(self) -> list[tuple[int, int]]:
        """Neighbouring moments that have been looked at."""
        return [*pairwise(sorted(self.points))]

    def swing(self, stretch: tuple[int, int]) -> float:
        """How much a seat's chance changes over a stretch, by what the seats knew."""
        begin, end = stretch
        return self.points[begin].believed.swing(self.points[end].believed)

    def turns(self) -> list[int]:
        """The decisions whose both sides are known, those with the largest swings first.

        Whose chance it is does not matter: a command can undo its seat, or another one.
        """
        single = [number for number in self.points if number + 1 in self.points]
        return sorted(single, key=lambda number: (-self.swing((number, number + 1)), number))

    def noise(self, stretch: tuple[int, int]) -> float:
        """What a swing over a stretch must exceed to mean anything."""
        begin, end = stretch
        return _CLEAR * hypot(self.points[begin].believed.error, self.points[end].believed.error)

    def _longest(self) -> tuple[int, int] | None:
        """The longest stretch that can be divided, the first of them."""
        return max(self._divisible(), key=lambda stretch: stretch[1] - stretch[0], default=None)

    def _steepest(self) -> tuple[int, int] | None:
        """The stretch with the largest swing that is clear of the noise and can be divided."""
        clear = [
            stretch for stretch in self._divisible() if self.swing(stretch) > self.noise(stretch)
        ]
        return max(clear, key=self.swing, default=None)

    def _divisible(self) -> list[tuple[int, int]]:
        return [stretch for stretch in self.stretches() if stretch[1] - stretch[0] > 1]
