"""Simulations a second of the search bot, and of OpenSpiel's driven the same way.

Each searches decisions spread over one match. One of our simulations plays on with greedy bots to
the ruleset's horizon; one of OpenSpiel's is a walk down its tree and a random rollout to the end,
so a ratio compares what searches are made of, not who plays better.
"""

from importlib import import_module
from importlib.util import find_spec
from math import inf, sqrt
from typing import Any, Final, TypeVar

from pentarch.bench.engine import Looped, Subject
from pentarch.bots.mcts import Budget, Mcts
from pentarch.bots.playout import Guide
from pentarch.bots.sdk import Clock, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.match import Match

T = TypeVar("T")

BUDGET: Final = 8
"""Simulations of a decision."""
_POSITIONS: Final = 6
_SEED: Final = 7
_NO_CLOCK: Final = Clock(inf, 0.0, inf)
_MEGABYTES: Final = 100


class Simulations:
    """The search bot of one ruleset, two seats, at decisions of a match between greedy bots."""

    def __init__(self, id: str) -> None:
        self._ruleset: Final = registry.get(id)
        match = Match(self._ruleset, 2, {}, _SEED)
        self._options: Final = match.options.plain()
        self._decisions: Final = _spread(self._played(match))

    def search(self, seed: int) -> int:
        """All decisions, by a bot of that seed; the simulations."""
        return sum(self._search(*decision, seed) for decision in self._decisions)

    def _search(self, state: Any, seat: Seat, legal: list[Command], seed: int) -> int:
        ruleset = self._ruleset
        bot = Mcts(Budget(simulations=BUDGET))
        bot.start(self._start(seat, seed))
        turn = Turn(ruleset, seat, 2, 1, legal, _NO_CLOCK, lambda: ruleset.view(state, seat))
        bot.decide(turn)
        made = turn.notes["simulations"]
        assert isinstance(made, int)
        return made

    def _start(self, seat: Seat, seed: int) -> Start:
        return Start(self._ruleset, seat, 2, self._options, ["mcts", "mcts"], seed)

    def _played(self, match: Match[Any]) -> list[tuple[Any, Seat, list[Command]]]:
        """Play the match; its decisions that are some."""
        guide = Guide(self._start(0, _SEED))
        guide.begin(_SEED)
        chance = Seeded(_SEED)
        decisions: list[tuple[Any, Seat, list[Command]]] = []
        plans: list[list[Command]] = [[], []]
        while acting := match.to_act():
            seat = acting[0]
            legal = match.legal(seat)
            if not plans[seat] or plans[seat][0] not in legal:
                if len(legal) > 1:
                    decisions.append((self._ruleset.copy(match.state), seat, legal))
                plans[seat] = guide.plan(match.state, seat, legal, chance)
            match.submit(seat, plans[seat].pop(0))
        return decisions


class OpenSpielSearch:
    """OpenSpiel's Monte Carlo tree search with random rollouts, in Python or in C++."""

    def __init__(self, name: str) -> None:
        spiel: Any = import_module("pyspiel")
        self._spiel: Final[Any] = spiel
        self._rules: Final[Any] = spiel.load_game(name)
        self._states: Final = _spread(self._played())

    def search_in_python(self, seed: int) -> int:
        """All decisions by the bot in Python; the simulations."""
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
        numpy: Any = import_module("numpy")
        luck = numpy.random.RandomState(seed)
        rollouts = mcts.RandomRolloutEvaluator(1, luck)
        bot = mcts.MCTSBot(self._rules, sqrt(2), BUDGET, rollouts, solve=False, random_state=luck)
        return self._searched(bot)

    def search_in_c(self, seed: int) -> int:
        """All decisions by the bot in C++; the simulations."""
        rollouts = self._spiel.RandomRolloutEvaluator(1, seed)
        bot = self._spiel.MCTSBot(
            self._rules, rollouts, sqrt(2), BUDGET, _MEGABYTES, False, seed, False
        )
        return self._searched(bot)

    def _searched(self, bot: Any) -> int:
        for state in self._states:
            bot.mcts_search(state)
        return BUDGET * len(self._states)

    def _played(self) -> list[Any]:
        """The decisions of a random match."""
        chance = Seeded(_SEED)
        state = self._rules.new_initial_state()
        states: list[Any] = []
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.chance_outcomes())[0])
                continue
            states.append(state.clone())
            state.apply_action(chance.choice(state.legal_actions()))
        return states


def peers() -> list[Subject]:
    """OpenSpiel's searches, where it is installed."""
    if find_spec("pyspiel") is None:
        return []
    found: list[Subject] = []
    for name in ("chess", "backgammon"):
        search = OpenSpielSearch(name)
        found.append(Looped(f"open_spiel {name}, Python", search.search_in_python))
        found.append(Looped(f"open_spiel {name}, C++", search.search_in_c))
    return found


def _spread(items: list[T]) -> list[T]:
    return [items[i * len(items) // _POSITIONS] for i in range(_POSITIONS)]
