"""The search bot: one Monte Carlo search for every ruleset, which improves on the greedy bot.

What the ruleset's greedy bot (the guide) would do is the answer unless something else is shown to
be better. Alternatives are the plans of the guide's other styles, where it has some, and lines that
leave the plan at one command. Each is played on many times beside the guide's own line, in pairs:
from the same sampled state, with the same luck, the guide deciding for every seat. Rounds of
successive halving drop the worse half of the alternatives and double the pairs of the others. A
line is chosen when its lead is clear of the noise, and its style stays until another one is chosen.

Chance and hidden things average out over luck and sampled states. With a budget of simulations
(playouts) the bot is deterministic. Everything comes from the public interface of rulesets.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Any, Final

from pentarch.bots.evaluation import USUAL as USUAL_APPRAISER
from pentarch.bots.evaluation import Appraiser
from pentarch.bots.greedy import USUAL
from pentarch.bots.greedy.policy import Policy
from pentarch.bots.playout import Guide, Horizon, Playout, stylists
from pentarch.bots.sdk.bot import Answer, Bot, Start, Turn
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command


@dataclass(frozen=True)
class Budget:
    """How much thought goes into a decision: simulations, or seconds when `seconds` is given.

    With neither it is the ruleset's usual number of simulations.
    """

    simulations: int | None = None
    seconds: float | None = None


@dataclass(frozen=True)
class Settings:
    """The knobs of the search."""

    horizon: Horizon
    """Where playouts end."""
    style: str = USUAL
    """The style of the guide that a match is begun with."""
    usual: int = 200
    """The simulations of a decision when the budget does not say."""
    breadth: int = 24
    """The most alternatives that are tried."""
    patience: int = 4
    """Pairs after which an alternative that does not lead is dropped."""
    fewest: int = 5
    """Pairs after its first that it takes to choose an alternative, ..."""
    caution: float = 2.0
    """... by how many standard errors it has to lead the guide's line, ..."""
    margin: float = 0.003
    """... and by how much more."""
    enough: int = 32
    """With this many pairs a clear lead is believed, whatever is left of the budget, ..."""
    doubt: float = 0.0
    """... and one of fewer standard errors than this is given up."""
    worlds: int = 24
    """How many states are drawn per decision where something is hidden."""
    appraiser: Appraiser = USUAL_APPRAISER
    """What says what the ends of playouts are worth."""


_SETTINGS: Final = Settings(Horizon(laps=100))
# An answer that is a whole turn of many commands: wide and impatient.
_PLANNER: Final = Settings(Horizon(laps=100), usual=64, patience=1)
TUNED: Final = {
    "capital": Settings(Horizon(laps=100), usual=128, patience=8, caution=1.25),
    "heroes": Settings(
        Horizon(laps=6), style="settler", usual=32, breadth=6, patience=1, caution=1.5
    ),
    "kingdom": replace(_PLANNER, usual=48),
    "township": _PLANNER,
    "tradewarz": Settings(Horizon(laps=24, steps=80), usual=48, breadth=8, patience=1, caution=1.5),
}
"""Settings of the rulesets for which the usual ones do not fit."""


@dataclass
class Line:
    """Commands of the searching seat, and by how much they led the guide's line in each pair."""

    commands: list[Command]
    style: str = USUAL
    """How the guide plays on for the searching seat."""
    leads: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.leads) / len(self.leads)

    @property
    def error(self) -> float:
        """The standard error of the mean; it takes two pairs to know one."""
        size, mean = len(self.leads), self.mean
        if size < 2:
            return inf
        return sqrt(sum((lead - mean) ** 2 for lead in self.leads) / (size - 1) / size)


class Mcts(Bot):
    """Searches for `budget` before every decision that is one."""

    def __init__(self, budget: Budget, settings: Settings | None = None) -> None:
        self.budget: Final = budget
        self._given: Final = settings
        self._settings = _SETTINGS
        self._seed = 0
        self._guide: Guide | None = None
        self._style = USUAL
        self._advisers: dict[str, Policy] = {}

    def start(self, start: Start) -> None:
        self._seed = start.seed
        self._settings = self._given or self.settings_of(start.ruleset.info.id)
        self._guide = Guide(start)
        self._style = self._settings.style
        # Playouts reset the guide's bots; these see the real decisions only.
        self._advisers = stylists(start.ruleset.info.id)
        for policy in self._advisers.values():
            policy.reset(start.seed)

    def settings_of(self, ruleset: str) -> Settings:
        """The knobs for a ruleset when none were given."""
        return TUNED.get(ruleset, _SETTINGS)

    def decide(self, turn: Turn) -> Answer:
        answer = self.commands(turn)
        return answer if len(answer) > 1 else answer[0]

    def commands(self, turn: Turn) -> list[Command]:
        """The commands to give."""
        if len(turn.legal) == 1:
            return turn.legal[:1]
        assert self._guide is not None
        seed = derive(self._seed, turn.sequence)
        plan = Line(self._advice(turn), self._style)
        search = Search(turn, plan, self._guide, self._settings, seed)
        answer = search.run(self.budget)
        self._style = search.style
        turn.note("simulations", search.simulations)
        turn.note("lead", round(search.lead, 3))
        return answer

    def _advice(self, turn: Turn) -> list[Command]:
        """What the greedy bot would do here."""
        if not self._advisers:
            return turn.legal[:1]
        return self._advisers[self._style].plan(turn.sample(), turn.seat, turn.legal)


class Search:
    """The search of one decision, for something better than a plan."""

    def __init__(self, turn: Turn, plan: Line, guide: Guide, settings: Settings, seed: int) -> None:
        self.simulations = 0
        self.lead = 0.0
        self.style = plan.style
        self._ruleset: Final = turn.ruleset
        self._seat: Final = turn.seat
        self._legal: Final = turn.legal
        self._plan: Final = plan.commands
        self._guide: Final = guide
        self._settings: Final = settings
        self._seed: Final = seed
        self._chance: Final = Seeded(seed)
        self._worlds: Final = self._draw_worlds(turn)
        self._yardstick: Final[list[float]] = []
        self._seen: Final[set[tuple[str, bytes]]] = set()
        self._most: float = 0.0
        self._until: float = inf

    def run(self, budget: Budget) -> list[Command]:
        """The commands to give: the plan, or the start of a line that is better."""
        if budget.seconds is not None:
            self._most = inf
            self._until = time.perf_counter() + budget.seconds
        else:
            self._most = float(budget.simulations or self._settings.usual)
        best = self._race()
        if best is None:
            return self._plan
        self.lead = best.mean
        self.style = best.style
        return best.commands

    def _draw_worlds(self, turn: Turn) -> list[Any]:
        """States to simulate from: a single one when everything is known."""
        if turn.ruleset.info.is_open:
            return [turn.sample(self._chance)]
        return [turn.sample(self._chance) for _ in range(self._settings.worlds)]

    def _race(self) -> Line | None:
        """The alternative that clearly leads the plan, if there is one."""
        self._measure()
        lines = self._first_round()
        pairs = 1
        while True:
            lines.sort(key=lambda line: -line.mean)
            del lines[(len(lines) + 1) // 2 :]
            if pairs >= self._settings.patience:
                lines = [line for line in lines if line.mean > 0.0]
            pairs *= 2
            for line in lines:
                while len(line.leads) < pairs and not self._is_spent():
                    self._pair(line)
            if not lines or self._is_decided(lines) or self._is_spent():
                clear = [line for line in lines if self._is_clear(line)]
                return max(clear, key=lambda line: line.mean, default=None)

    def _first_round(self) -> list[Line]:
        """Alternatives that make a difference, each with one pair."""
        lines: list[Line] = []
        breadth = min(self._settings.breadth, self._most // 4)
        for line in self._alternatives():
            if len(lines) >= breadth or self._is_spent():
                break
            self._pair(line)
            if line.leads:
                lines.append(line)
        return lines

    def _is_spent(self) -> bool:
        """Whether there is no room for another pair."""
        return self.simulations + 2 > self._most or time.perf_counter() >= self._until

    def _is_decided(self, lines: list[Line]) -> bool:
        """Whether more pairs would hardly change what is thought of the one line that is left."""
        line = lines[0]
        if len(lines) > 1 or len(line.leads) < self._settings.enough:
            return False
        return self._is_clear(line) or line.mean < self._settings.doubt * line.error

    def _is_clear(self, line: Line) -> bool:
        settings = self._settings
        # The first pair flatters: by it the line was picked out of many.
        tested = replace(line, leads=line.leads[1:])
        if len(tested.leads) < settings.fewest:
            return False
        return tested.mean > settings.caution * tested.error + settings.margin

    def _alternatives(self) -> Iterator[Line]:
        """Other styles, then lines that leave the plan at one command: the first, then others."""
        for style in self._guide.styles:
            if style != self.style:
                plan = self._guide.plan(
                    self._worlds[0], self._seat, self._legal, self._chance, style
                )
                # One that would do the same now can wait.
                if plan != self._plan:
                    yield Line(plan, style)
        first = [[command] for command in self._legal if command != self._plan[0]]
        self._chance.shuffle(first)
        for commands in first:
            yield Line(commands, self.style)
        later = self._later_alternatives()
        self._chance.shuffle(later)
        for commands in later:
            yield Line(commands, self.style)

    def _later_alternatives(self) -> list[list[Command]]:
        ruleset, seat, plan = self._ruleset, self._seat, self._plan
        state = ruleset.copy(self._worlds[0])
        chance = Seeded(self._seed)
        lines: list[list[Command]] = []
        for position in range(1, len(plan)):
            command = plan[position - 1]
            if ruleset.check(state, seat, command) is not None:
                break
            ruleset.apply(state, seat, command, chance)
            # Only the seat's own decisions, and nothing that chance had a part in.
            if chance.position or seat not in ruleset.to_act(state):
                break
            for other in ruleset.legal(state, seat):
                if other != plan[position]:
                    lines.append([*plan[:position], other])
        return lines

    def _pair(self, line: Line) -> None:
        """One more pair for a line, unless it comes to the same as one tried before."""
        index = len(line.leads)
        if index == len(self._yardstick):
            self._measure()
        playout = self._playout(line, index)
        if index > 0 or self._is_new(playout, line.style):
            line.leads.append(self._value(playout) - self._yardstick[index])

    def _measure(self) -> None:
        """Play the plan itself on, under the next luck."""
        playout = self._playout(Line(self._plan, self.style), len(self._yardstick))
        self._is_new(playout, self.style)
        self._yardstick.append(self._value(playout))

    def _is_new(self, playout: Playout, style: str) -> bool:
        """Whether no line of the style tried before has led to this state; the order of commands
        often differs where nothing else does."""
        mark = (style, self._ruleset.fingerprint(playout.state))
        is_new = mark not in self._seen
        self._seen.add(mark)
        return is_new

    def _playout(self, line: Line, index: int) -> Playout:
        """A playout at the end of the seat's turn, with the luck of its number."""
        state = self._ruleset.copy(self._worlds[index % len(self._worlds)])
        luck = derive(self._seed, "luck", index)
        playout = Playout(self._guide, state, self._seat, line.commands, luck, line.style)
        playout.finish_turn()
        return playout

    def _value(self, playout: Playout) -> float:
        self.simulations += 1
        playout.play_on(self._settings.horizon)
        appraiser = self._settings.appraiser
        return appraiser.appraise(self._ruleset, playout.state)[self._seat]
