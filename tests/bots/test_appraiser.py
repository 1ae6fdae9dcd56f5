"""A search that is told by somebody else what states are worth."""

from dataclasses import replace
from typing import Any

from pentarch.bots.evaluation import Appraiser, appraise
from pentarch.bots.lines import Line
from pentarch.bots.mcts import Budget, Search
from pentarch.bots.playout import Guide
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.ruleset import Ruleset
from pentarch.engine.township.commands import SKIPPED
from tests.bots.test_mcts import EAGER, start_of, turn_of


class Contrary(Appraiser):
    """Wants to lose."""

    def appraise(self, ruleset: Ruleset[Any], state: Any) -> list[float]:
        return [1.0 - value for value in appraise(ruleset, state)]


def test_a_search_wants_what_its_appraiser_values() -> None:
    """Building nothing in the first turn is behind in the long run, which is just what it wants."""
    match = Match(registry.get("township"), 2, {"round_cap": 12}, 3)
    turn = turn_of(match, 0)
    found = []
    for settings in (EAGER, replace(EAGER, appraiser=Contrary())):
        search = Search(turn, Line([SKIPPED]), Guide(start_of(match, 0)), settings, 5)
        found.append(search.run(Budget(simulations=60)))
    assert found[0] != found[1]
