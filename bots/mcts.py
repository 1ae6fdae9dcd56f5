"""The search bot: one Monte Carlo search for every ruleset, which improves on the greedy bot.

What the ruleset's greedy bot (the guide) would do is the answer unless something else is shown to
be better. Alternatives are the plans of the guide's other styles, where it has some, and lines that
leave the plan at one command. Each is played on many times beside the guide's own line, in pairs:
from the same sampled state, with the same luck, the guide deciding for every seat. Rounds of
successive halving drop the worse half of the alternatives and double the pairs of the others. A
line wins such a heat when its lead is clear of the noise.

Heats make a tree of the seat's own commands, of which only what promises something is looked at.
A line that has won is the one to beat, and lines that leave it at a later command are the next
heat. Where nothing wins, the best of the others are gone on with, once: two commands in a row may
be worth something of which each alone is worth nothing. The style of the last winner stays until
another one wins.

Chance and hidden things average out over luck and sampled states. With a budget of simulations
(playouts) the bot is deterministic. Everything comes from the public interface of rulesets.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Final

from pentarch.bots.evaluation import Appraiser, Standing
from pentarch.bots.greedy import USUAL
from pentarch.bots.greedy.policy import Policy
from pentarch.bots.lines import Lead, Line, lead
from pentarch.bots.playout import Guide, Horizon, Playout, stylists
from pentarch.bots.sdk.bot import Answer, Bot, Start, Turn
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command

_STANDING: Final = Standing()


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
    """The simulations of a decision when the budget does not say, ..."""
    effort: int = 1_000_000
    """... and after how many steps of playouts it begins no more of them."""
    breadth: int = 24
    """The most alternatives that are tried beside a line."""
    roots: int = 6
    """When nothing leads a plan, how many alternatives are gone on with at a second command."""
    reach: int = 3
    """How many commands after those that are settled a line may be left."""
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
    appraiser: Appraiser = _STANDING
    """What the states at the ends of playouts are worth."""


_SETTINGS: Final = Settings(Horizon(laps=100))
# An answer that is a whole turn of many commands: wide and impatient.
_PLANNER: Final = Settings(Horizon(laps=100), patience=1)
# Where the guide is slow: few alternatives, and none that take two commands.
_SLOW: Final = Settings(Horizon(laps=100), breadth=8, roots=0, patience=1, caution=1.5)
TUNED: Final = {
    "capital": Settings(
        Horizon(laps=100), usual=600, effort=150_000, patience=8, caution=1.25, enough=128
    ),
    "heroes": replace(_SLOW, horizon=Horizon(laps=6), style="careful", usual=32, breadth=6),
    "kingdom": replace(_PLANNER, style="raider", usual=128),
    "township": replace(_PLANNER, style="mason", usual=192),
    "tradewarz": replace(_SLOW, style="conqueror", usual=48),
}
"""Settings of the rulesets for which the usual ones do not fit."""
_SHORT: Final = 2
"""A match of heroes with so few Rounds is another one: a first army of many cheap units wins it."""


def settings_for(start: Start) -> Settings:
    """What fits a match that begins."""
    settings = TUNED.get(start.ruleset.info.id, _SETTINGS)
    rounds = start.options.get("rounds")
    if start.ruleset.info.id == "heroes" and isinstance(rounds, int) and rounds <= _SHORT:
        return replace(settings, style="settler")
    return settings


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
        self._settings = self._given or self.settings_of(start)
        self._guide = Guide(start)
        self._style = self._settings.style
        # Playouts reset the guide's bots; these see the real decisions only.
        self._advisers = stylists(start.ruleset.info.id)
        for policy in self._advisers.values():
            policy.reset(start.seed)

    def settings_of(self, start: Start) -> Settings:
        """The knobs of a match that begins when none were given."""
        return settings_for(start)

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
        self.steps = 0
        self.lead = 0.0
        self.style = plan.style
        self._ruleset: Final = turn.ruleset
        self._seat: Final = turn.seat
        self._legal: Final = turn.legal
        self._plan: Final = plan
        self._guide: Final = guide
        self._settings: Final = settings
        self._seed: Final = seed
        self._chance: Final = Seeded(seed)
        self._worlds: Final = self._draw_worlds(turn)
        self._seen: Final[set[tuple[str, bytes]]] = set()
        self._most: float = 0.0
        self._effort: float = inf
        self._until: float = inf

    def run(self, budget: Budget) -> list[Command]:
        """The commands to give: the plan, or the start of a line that is better."""
        settings = self._settings
        if budget.seconds is not None:
            self._most = inf
            self._until = time.perf_counter() + budget.seconds
        elif budget.simulations is not None:
            self._most = float(budget.simulations)
        else:
            self._most = float(settings.usual)
            self._effort = float(settings.effort)
        best = self._climb()
        if best is not self._plan:
            self.lead = lead(best, self._plan).mean
            self.style = best.style
        return best.commands

    def _draw_worlds(self, turn: Turn) -> list[Any]:
        """States to simulate from: a single one when everything is known."""
        if turn.ruleset.info.is_open:
            return [turn.sample(self._chance)]
        return [turn.sample(self._chance) for _ in range(self._settings.worlds)]

    def _climb(self) -> Line:
        """The plan, or what clearly leads it, or what clearly leads that, and so on."""
        best = self._plan
        self._play(best)
        fresh: Iterator[Line] = self._first_alternatives()
        is_deeper = False
        while True:
            winner, others = self._heat(best, fresh)
            if self._is_spent():
                return winner or best
            if winner is not None:
                best = winner
                fresh = self._departures([winner])
            elif is_deeper or not others:
                return best
            else:
                is_deeper = True
                fresh = self._departures(others[: self._settings.roots])

    def _heat(self, base: Line, candidates: Iterator[Line]) -> tuple[Line | None, list[Line]]:
        """The candidate that clearly leads the base, if there is one, and the others, the most
        promising first."""
        lines = self._first_round(candidates)
        pairs = 1
        dropped: list[Line] = []
        while True:
            leads = [(lead(line, base).mean, line) for line in lines]
            leads.sort(key=lambda pair: -pair[0])
            half = (len(leads) + 1) // 2
            kept = [line for _, line in leads[:half]]
            dropped = [line for _, line in leads[half:]] + dropped
            if pairs >= self._settings.patience:
                kept = [line for mean, line in leads[:half] if mean > 0.0]
                dropped = [line for mean, line in leads[:half] if mean <= 0.0] + dropped
            lines = kept
            pairs *= 2
            for line in lines:
                while len(line.values) < pairs and not self._is_spent():
                    self._pair(line, base)
            if not lines or self._is_decided(lines, base) or self._is_spent():
                clear = [line for line in lines if self._is_clear(line, base)]
                best = max(clear, key=lambda line: lead(line, base).mean, default=None)
                return best, [line for line in lines if line is not best] + dropped

    def _first_round(self, candidates: Iterator[Line]) -> list[Line]:
        """Alternatives that make a difference, each with one pair."""
        lines: list[Line] = []
        breadth = min(self._settings.breadth, self._most // 4)
        for line in candidates:
            if len(lines) >= breadth or self._is_spent():
                break
            self._play(line)
            if line.values:
                lines.append(line)
        return lines

    def _is_spent(self) -> bool:
        """Whether there is no room for another pair."""
        return (
            self.simulations + 2 > self._most
            or self.steps >= self._effort
            or time.perf_counter() >= self._until
        )

    def _is_decided(self, lines: list[Line], base: Line) -> bool:
        """Whether more pairs would hardly change what is thought of the one line that is left."""
        line = lines[0]
        if len(lines) > 1 or len(line.values) < self._settings.enough:
            return False
        ahead = lead(line, base)
        return self._is_clear(line, base) or ahead.mean < self._settings.doubt * ahead.error

    def _is_clear(self, line: Line, base: Line) -> bool:
        settings = self._settings
        # The first pair flatters: by it the line was picked out of many.
        tested: Lead = lead(line, base, first=1)
        if tested.pairs < settings.fewest:
            return False
        return tested.mean > settings.caution * tested.error + settings.margin

    def _first_alternatives(self) -> Iterator[Line]:
        """Other styles, then lines that leave the plan at one command."""
        for style in self._guide.styles:
            if style != self.style:
                plan = self._guide.plan(
                    self._worlds[0], self._seat, self._legal, self._chance, style
                )
                # One that would do the same now can wait.
                if plan != self._plan.commands:
                    yield Line(plan, style)
                    # In that style for a turn only, where a plan is a turn.
                    if len(plan) > 1:
                        yield Line(plan, self.style)
        first = [[command] for command in self._legal if command != self._plan.commands[0]]
        self._chance.shuffle(first)
        for commands in first:
            yield Line(commands, self.style, 1)
        later: list[Line] = []
        self._depart(self._plan, 1, len(self._plan.commands), later)
        self._chance.shuffle(later)
        yield from later

    def _departures(self, roots: list[Line]) -> Iterator[Line]:
        """Lines that leave one of the roots soon after what is settled of it."""
        found: list[Line] = []
        for root in roots:
            self._depart(root, root.settled, root.settled + self._settings.reach, found)
        self._chance.shuffle(found)
        yield from found

    def _depart(self, root: Line, first: int, last: int, found: list[Line]) -> None:
        """Add the lines that leave a root, as the guide would go on with it, at one command."""
        ruleset, seat = self._ruleset, self._seat
        state = ruleset.copy(self._worlds[0])
        chance = Seeded(self._seed)
        played: list[Command] = []
        left = [*reversed(root.commands)]
        self._guide.begin(self._seed)
        # Only the seat's own decisions, and nothing that chance had a part in.
        while len(played) < last and not chance.position and seat in ruleset.to_act(state):
            legal = ruleset.legal(state, seat)
            if not left:
                left = self._guide.plan(state, seat, legal, self._chance, root.style)
                left.reverse()
            command = left.pop()
            if command not in legal:
                return
            if len(played) >= first:
                for other in legal:
                    if other != command:
                        found.append(Line([*played, other], root.style, len(played) + 1))
            ruleset.apply(state, seat, command, chance)
            played.append(command)
        self.steps += len(played)

    def _pair(self, line: Line, base: Line) -> None:
        """One more pair for a line."""
        if len(base.values) <= len(line.values):
            self._play(base)
        self._play(line)

    def _play(self, line: Line) -> None:
        """Play a line on under its next luck, unless it comes to the same as one tried before."""
        index = len(line.values)
        state = self._ruleset.copy(self._worlds[index % len(self._worlds)])
        luck = derive(self._seed, "luck", index)
        playout = Playout(self._guide, state, self._seat, line.commands, luck, line.style)
        playout.finish_turn()
        if index > 0 or self._is_new(playout, line.style):
            self.simulations += 1
            playout.play_on(self._settings.horizon)
            worths = self._settings.appraiser.appraise(self._ruleset, playout.state)
            line.values.append(worths[self._seat])
        self.steps += playout.steps

    def _is_new(self, playout: Playout, style: str) -> bool:
        """Whether no line of the style tried before has led to this state; the order of commands
        often differs where nothing else does."""
        mark = (style, self._ruleset.fingerprint(playout.state))
        is_new = mark not in self._seen
        self._seen.add(mark)
        return is_new
