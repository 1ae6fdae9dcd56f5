"""What positions are worth."""

import pytest

from pentarch.bots.evaluation import WEIGHTS, ahead, appraise, promise, worth
from pentarch.engine import registry
from pentarch.engine.core import Outcome
from pentarch.engine.match import Match


def test_values_come_from_ranks_and_scores() -> None:
    outcome = Outcome(ranks=[1, 2, 2], scores=[9, 4, 4], rule="X-1", reason="x", natural=True)
    assert worth(outcome, rank_weight=1.0) == [1.0, 0.25, 0.25]
    first, second, third = worth(outcome, rank_weight=0.0)
    assert first == pytest.approx(10**4 / (10**4 + 5**4))
    assert second == third == pytest.approx(1.0 - first)


def test_negative_scores_are_values_too() -> None:
    outcome = Outcome(ranks=[2, 1], scores=[-9, -4], rule="X-1", reason="x", natural=True)
    worse, better = worth(outcome, rank_weight=0.0)
    assert 0 < worse < better < 1


def test_measures_are_compared_with_the_most_promising_rival() -> None:
    measures = {"army": [4, 4, 1], "gold": [9, 0, 0]}
    first, second, third = promise(measures, {"army": 0.4, "gold": 0.1})
    assert first == pytest.approx(0.5 + 0.1 * 9 / 10)
    assert second == pytest.approx(0.5 - 0.1 * 9 / 10)
    assert third < second
    assert ahead([0, 0], 0, 1) == 0.0


@pytest.mark.parametrize("id", registry.IDS)
def test_every_position_has_a_value_for_each_seat(id: str) -> None:
    ruleset = registry.get(id)
    match = Match(ruleset, ruleset.info.max_seats, {}, 1)
    values = appraise(ruleset, match.state)
    assert len(values) == match.seats
    assert all(0 <= value <= 1 for value in values)


@pytest.mark.parametrize("id", WEIGHTS)
def test_weights_name_the_measures_and_keep_values_within_bounds(id: str) -> None:
    ruleset = registry.get(id)
    assert set(WEIGHTS[id]) <= set(ruleset.measures(Match(ruleset, 2, {}, 0).state))
    assert sum(abs(weight) for weight in WEIGHTS[id].values()) < 1.0
