"""A seat's chance to win a position, estimated by playing it on many times.

Playouts go to the end of the match with the ruleset's greedy bot at every seat. A win that is
shared counts in parts, so the chances of all seats add up to one, as long as all know the same.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from pentarch.bots.analysis.moments import Moment
from pentarch.bots.playout import Guide, Horizon, Playout
from pentarch.bots.sdk import Start
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import Outcome, Seat
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset

_FOREVER: Final = 1 << 40
_NOBODY: Final = -1


@dataclass(frozen=True)
class Estimate:
    """Each seat's chance to win, and the number of playouts behind each."""

    chances: tuple[float, ...]
    count: int

    @property
    def error(self) -> float:
        """The standard error of the chance that is known least; never quite 0."""
        # As if two more playouts had been played, one won and one lost.
        parts = [(chance * self.count + 1) / (self.count + 2) for chance in self.chances]
        return max(sqrt(part * (1 - part) / (self.count + 2)) for part in parts)

    def joined(self, other: "Estimate") -> "Estimate":
        """Both together."""
        count = self.count + other.count
        pairs = zip(self.chances, other.chances, strict=True)
        return Estimate(tuple((a * self.count + b * other.count) / count for a, b in pairs), count)

    def swing(self, other: "Estimate") -> float:
        """The largest change of a seat's chance from this to the other."""
        return max(abs(b - a) for a, b in zip(self.chances, other.chances, strict=True))


class Estimator:
    """Plays moments of one match on.

    Playouts of the same number meet the same luck in every moment. Two moments of one turn often
    lead to the same playouts then, and what they differ by is no noise.
    """

    def __init__(
        self, ruleset: Ruleset[Any], options: dict[str, Json], bots: list[str], seed: int
    ) -> None:
        self.playouts = 0
        self._ruleset: Final = ruleset
        self._seats: Final = len(bots)
        self._seed: Final = seed
        # No seat is searched for: every seat's bot draws anew in every playout.
        self._guide: Final = Guide(Start(ruleset, _NOBODY, len(bots), options, bots, 0))

    def known(self, moment: Moment, numbers: range) -> Estimate:
        """Each seat's chance when everything is known, hidden things too."""
        return self._estimate(moment, lambda _: self._ruleset.copy(moment.state), numbers, ())

    def believed(self, moment: Moment, numbers: range) -> Estimate:
        """Each seat's chance by what that seat knew; its own, so they need not add up to one."""
        if self._ruleset.info.is_open:
            return self.known(moment, numbers)
        chances = [self.hoped(moment, seat, numbers) for seat in range(self._seats)]
        return Estimate(tuple(chances), len(numbers))

    def hoped(
        self, moment: Moment, seat: Seat, numbers: range, line: Sequence[Command] = ()
    ) -> float:
        """A seat's chance by what it knew; after `line` of the seat that decides, if one is given.

        What the seat did not know is drawn anew for each playout.
        """
        view = moment.view(seat)

        def world(luck: int) -> Any:
            return self._ruleset.sample(view, seat, Seeded(derive(luck, "hidden")))

        return self._estimate(moment, world, numbers, line).chances[seat]

    def _estimate(
        self,
        moment: Moment,
        world: Callable[[int], Any],
        numbers: range,
        line: Sequence[Command],
    ) -> Estimate:
        won = [0.0] * self._seats
        for number in numbers:
            luck = derive(self._seed, "playout", number)
            state = world(luck)
            first = moment.seat if line else self._ruleset.to_act(state)[0]
            playout = Playout(self._guide, state, first, line, luck)
            playout.play_on(Horizon(_FOREVER, most=self._ruleset.info.max_steps))
            for seat, part in enumerate(self._shares(playout.state, moment.lost)):
                won[seat] += part
        self.playouts += len(numbers)
        return Estimate(tuple(part / len(numbers) for part in won), len(numbers))

    def _shares(self, state: Any, lost: Collection[Seat]) -> list[float]:
        return shares(self._ruleset.outcome(state) or self._ruleset.adjudicate(state), lost)


def shares(outcome: Outcome, lost: Collection[Seat] = ()) -> list[float]:
    """What part of the win each seat has; those who have `lost` by a fault get none of it."""
    ranks = [rank if seat not in lost else _FOREVER for seat, rank in enumerate(outcome.ranks)]
    winners = ranks.count(min(ranks))
    return [1 / winners if rank == min(ranks) else 0.0 for rank in ranks]
