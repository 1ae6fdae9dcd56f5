"""Positions laid out by hand in which one command is best, and a proof that it is.

`tests/positions/<ruleset>.py` lists the positions of a ruleset as `POSITIONS`, made with the words
of `tests/engine/<ruleset>/build.py`. Whoever wants to know whether something can play takes them
by `positions(ruleset)`: the analysis of records, a search bot, an author's own bot.

A position with `is_last` is so near to the end of the match that `worths` looks at every way on.
"""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pentarch.bots.analysis.estimate import shares
from pentarch.engine.chance import Seeded
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset

_LUCKS: Final = (1, 2, 3)
_MOST: Final = 20_000


@dataclass(frozen=True)
class Position:
    """A state, whose turn it is, and the command that is better than all others."""

    name: str
    state: Callable[[], Any]
    """Makes the state anew; the seat has a decision in it."""
    seat: Seat
    best: str
    """The text of the command."""
    why: str
    also: tuple[str, ...] = ()
    """Other commands that are as good, because they lead to the same."""
    options: Mapping[str, Json] = field(default_factory=dict)
    """The options of the match that differ from the usual ones."""
    is_last: bool = True
    """Whether all that can follow is little enough to be played through."""


def positions(ruleset: str) -> list[Position]:
    """The positions of a ruleset."""
    module = importlib.import_module(f"tests.positions.{ruleset}")
    found: list[Position] = module.POSITIONS
    return found


class TooMuch(Exception):
    """More can follow from a position than is looked at."""


def worths(ruleset: Ruleset[Any], position: Position, *, most: int = _MOST) -> dict[str, float]:
    """What part of the win each legal command is worth when everybody plays on as well as possible.

    Chance is a few fixed lucks, of which the mean is taken. Raises TooMuch, for more than `most`
    states.
    """
    return _Proof(ruleset, position.seat, most).worths(position.state())


class _Proof:
    """All ways on from a state: its seat takes the best of them, the others the worst for it."""

    def __init__(self, ruleset: Ruleset[Any], seat: Seat, most: int) -> None:
        self._ruleset: Final = ruleset
        self._seat: Final = seat
        self._most: Final = most
        self._known: Final[dict[bytes, float]] = {}

    def worths(self, state: Any) -> dict[str, float]:
        found: dict[str, float] = {}
        acting = self._acting(state)
        for command in self._ruleset.legal(state, acting):
            worth = 0.0
            for luck in _LUCKS:
                after = self._ruleset.copy(state)
                chance = Seeded(luck)
                self._ruleset.apply(after, acting, command, chance)
                worth += self._worth(after)
                if not chance.position:
                    worth *= len(_LUCKS)
                    break
            found[command.text] = worth / len(_LUCKS)
        return found

    def _acting(self, state: Any) -> Seat:
        """Who is looked at next: of several who decide at once, the others come last."""
        acting = self._ruleset.to_act(state)
        return self._seat if self._seat in acting else acting[0]

    def _worth(self, state: Any) -> float:
        if outcome := self._ruleset.outcome(state):
            return shares(outcome)[self._seat]
        mark = self._ruleset.fingerprint(state)
        if mark not in self._known:
            if len(self._known) >= self._most:
                raise TooMuch
            values = self.worths(state).values()
            is_own = self._acting(state) == self._seat
            self._known[mark] = max(values) if is_own else min(values)
        return self._known[mark]
