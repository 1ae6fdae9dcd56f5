"""Live Elo: zero-sum, match by match, pulled towards the truth."""

from collections.abc import Iterable

import pytest

from pentarch.arbiter.competition.ratings import MatchResult
from pentarch.arbiter.competition.ratings.elo import START, K, after_match, expected_score
from tests.arbiter.simulation import random_blocks


def after_all(results: Iterable[MatchResult]) -> dict[str, float]:
    ratings: dict[str, float] = {}
    for result in results:
        before = [ratings.get(bot, START) for bot in result.bots]
        ratings |= dict(zip(result.bots, after_match(before, result.ranks), strict=True))
    return ratings


def test_a_win_between_equals_moves_half_of_k() -> None:
    assert after_match([1500, 1500], [1, 2]) == [1500 + K / 2, 1500 - K / 2]


def test_400_points_ahead_means_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(0) == 0.5


def test_a_table_of_n_counts_as_all_its_duels() -> None:
    assert after_match([1500] * 3, [1, 2, 2]) == [1500 + K / 2, 1500 - K / 4, 1500 - K / 4]


def test_the_order_of_the_seats_is_irrelevant() -> None:
    forth = after_match([1600, 1450, 1500], [2, 1, 3])
    back = after_match([1500, 1450, 1600], [3, 1, 2])
    assert forth == pytest.approx(back[::-1])


def test_nothing_is_created_or_lost() -> None:
    results = random_blocks({"a": 0.0, "b": 1.0, "c": -1.0, "d": 0.5}, seats=3, count=30, seed=1)
    assert sum(after_all(results).values()) == pytest.approx(4 * START)


def test_every_match_starts_from_where_the_one_before_it_ended() -> None:
    # A win each, between equals: the second counts a little more, since it was expected less.
    lost = after_match(after_match([START, START], [1, 2]), [2, 1])[0] - START
    assert lost == pytest.approx(-0.368, abs=0.001)


def test_it_finds_the_order_of_clear_differences() -> None:
    strengths = {f"b{k}": 1.2 * k for k in range(5)}
    ratings = after_all(random_blocks(strengths, seats=2, count=400, seed=3))
    assert sorted(ratings, key=lambda bot: ratings[bot]) == sorted(strengths)
