"""Playouts: a position played on by the greedy bots, and what is reached worth to each seat.

A playout is a line of commands for one seat, then the guide (the ruleset's greedy bot) for every
seat until the match is over or the horizon is reached. Playouts with the same luck meet the same
draws turn by turn, so that two lines can be compared pair by pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pentarch.bots.greedy import USUAL, greedy, tried_styles
from pentarch.bots.greedy.policy import Policy
from pentarch.bots.sdk.bot import Start
from pentarch.engine.chance import Chance, Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat

# More draws than a turn can need: every turn of a playout has a stretch of the luck of its own.
_STRETCH: Final = 1 << 20
_NOBODY: Final = -1


@dataclass(frozen=True)
class Horizon:
    """Where playouts end: after `laps` returns of the turn, but not before `steps` steps.

    Reactions pass the turn to and fro quickly, hence the steps. `most` bounds them in any case.
    """

    laps: int
    steps: int = 0
    most: int = 2000


class Guide:
    """The policy of playouts: the ruleset's greedy bot, or any legal command if it has none."""

    def __init__(self, start: Start) -> None:
        self.ruleset: Final = start.ruleset
        self._seat: Final[Seat] = start.seat
        self._seed: Final[int] = start.seed
        self._policies: Final = guides(start.ruleset.info.id, start.seats)
        self._own: Final = stylists(start.ruleset.info.id)

    def begin(self, luck: int) -> None:
        """Forget earlier playouts: bots that draw or remember would tell equal playouts apart.

        The searching seat's bots keep their seed, those of the others are anybody's guess.
        """
        for seat, policy in enumerate(self._policies):
            if seat != self._seat:
                policy.reset(derive(luck, seat))
        for policy in self._own.values():
            policy.reset(self._seed)

    @property
    def styles(self) -> list[str]:
        """The styles in which the searching seat can be played."""
        return [*self._own]

    def plan(
        self, state: Any, seat: Seat, legal: list[Command], chance: Chance, style: str = USUAL
    ) -> list[Command]:
        """What the guide would do in a known state; the first command is legal.

        The style is that of the searching seat; the others are played as usual.
        """
        if not self._policies:
            return [chance.choice(legal)]
        policy = self._own[style] if seat == self._seat else self._policies[seat]
        return policy.plan(state, seat, legal)


def guides(ruleset: str, count: int) -> list[Policy]:
    """Greedy bots for a ruleset; none at all when it has no greedy bot."""
    try:
        return [greedy(ruleset) for _ in range(count)]
    except ModuleNotFoundError:
        return []


def stylists(ruleset: str) -> dict[str, Policy]:
    """A greedy bot of each style to try, the usual one first; none without a greedy bot."""
    try:
        return {style: greedy(ruleset, style) for style in tried_styles(ruleset)}
    except ModuleNotFoundError:
        return {}


class Playout:
    """One playout under way: a state, the commands still planned for each seat, and its luck.

    The searching seat is played in a style, the others as usual.
    """

    def __init__(
        self,
        guide: Guide,
        state: Any,
        seat: Seat,
        line: Sequence[Command],
        luck: int,
        style: str = USUAL,
    ) -> None:
        self.state: Final = state
        self._ruleset: Final = guide.ruleset
        self._guide: Final = guide
        self._seat: Final = seat
        self._style: Final = style
        self._chance: Final = Seeded(luck)
        self._plans: Final[dict[Seat, list[Command]]] = {seat: [*reversed(line)]}
        self._last = seat
        self._turns = 0
        self._laps = 0
        self.steps = 0
        # Who made a plan last, and how many draws had been made then.
        self._planner: Seat = _NOBODY
        self._drawn = 0
        guide.begin(luck)

    def finish_turn(self) -> None:
        """Play until another seat decides; at first the searching seat goes before all others."""
        ruleset, seat = self._ruleset, self._seat
        while seat in ruleset.to_act(self.state):
            self._step(seat)

    def play_on(self, horizon: Horizon) -> None:
        """Play to the end of the match or to the horizon."""
        to_act, state = self._ruleset.to_act, self.state
        while acting := to_act(state):
            seat = acting[0]
            if seat != self._last:
                self._turns += 1
                self._chance.position = self._turns * _STRETCH
                if seat == self._seat:
                    self._laps += 1
                    if self._laps >= horizon.laps and self.steps >= horizon.steps:
                        return
                self._last = seat
            if self.steps >= horizon.most:
                return
            self._step(seat)

    def play_steps(self, count: int) -> list[tuple[Seat, Command]]:
        """Play so many steps, or to the end of the match; what they were."""
        played: list[tuple[Seat, Command]] = []
        while len(played) < count and (acting := self._ruleset.to_act(self.state)):
            played.append((acting[0], self._step(acting[0])))
        return played

    def _step(self, seat: Seat) -> Command:
        self.steps += 1
        command = self._next(seat)
        self._ruleset.apply(self.state, seat, command, self._chance)
        return command

    def _next(self, seat: Seat) -> Command:
        """What a seat does next: what it has planned, if it still can, or something new."""
        ruleset, state = self._ruleset, self.state
        if seat != self._planner:
            self._planner = _NOBODY
        plan = self._plans.get(seat)
        if plan:
            command = plan.pop()
            # As long as nothing else happens the guide's plans can be relied on.
            is_sure = self._planner == seat and self._drawn == self._chance.position
            if is_sure or ruleset.check(state, seat, command) is None:
                return command
        legal = ruleset.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        plan = self._guide.plan(state, seat, legal, self._chance, self._style)
        plan.reverse()
        self._plans[seat] = plan
        self._planner = seat
        self._drawn = self._chance.position
        return plan.pop()
