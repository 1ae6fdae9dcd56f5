"""Predictions are scored as they should be."""

import math

import pytest

from pentarch.arbiter.competition.ratings import MatchResult, Score, rate_results
from tests.arbiter.competition.ratings.test_fit import some_strengths
from tests.arbiter.simulation import random_blocks


def test_a_comparison_costs_the_logarithm_of_its_chance() -> None:
    score = Score()
    elos = {"a": 1900.0, "b": 1500.0}
    score.add([MatchResult("m", "m", ("a", "b"), (1, 2))], elos)
    assert score.loss == pytest.approx(-math.log(10 / 11))
    score.add([MatchResult("n", "n", ("a", "b"), (2, 1))], elos)
    assert score.loss == pytest.approx(-math.log(10 / 11) - math.log(1 / 11))
    (found,) = [one for one in score.bins if one.comparisons]
    assert (found.comparisons, found.won) == (2, 1)
    assert found.expected == pytest.approx(20 / 11)


def test_what_cannot_be_predicted_is_left_out() -> None:
    score = Score()
    level = MatchResult("m", "m", ("a", "b"), (1, 1))
    new = MatchResult("n", "n", ("a", "c"), (1, 2))
    itself = MatchResult("o", "o", ("a", "a"), (1, 2))
    score.add([level, new, itself], {"a": 1500.0, "b": 1500.0})
    assert score.comparisons == 0
    assert score.mean_loss == pytest.approx(math.log(2))


def test_an_upset_against_any_odds_costs_a_bounded_amount() -> None:
    score = Score()
    score.add([MatchResult("m", "m", ("a", "b"), (2, 1))], {"a": 1e9, "b": 0.0})
    assert math.isfinite(score.loss)
    assert score.bins[-1].comparisons == 1


def test_ratings_fitted_to_one_half_predict_the_other_and_are_calibrated() -> None:
    strengths = some_strengths(8, 3)
    known = random_blocks(strengths, seats=2, count=400, seed=1)
    new = random_blocks(strengths, seats=2, count=400, seed=2)
    elos = {row.bot: row.rating for row in rate_results(known, replicates=0).rows}
    score = Score()
    score.add(new, elos)
    assert score.comparisons == len(new)
    assert score.mean_loss < 0.6
    for one in score.bins:
        if one.comparisons >= 50:
            spread = 4 * math.sqrt(0.25 / one.comparisons)
            assert abs(one.expected - one.won) / one.comparisons < spread
