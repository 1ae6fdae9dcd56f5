"""Live Elo: zero-sum, even for copies, pulled towards the truth."""

import pytest

from pentarch.arbiter.competition.ratings import Result
from pentarch.arbiter.competition.ratings.elo import K, after_block, after_blocks, expected_score
from tests.arbiter.simulation import random_blocks


def test_a_win_between_equals_moves_half_of_k() -> None:
    ratings = after_block({}, [Result("m", "m", ("a", "b"), (1, 2))])
    assert ratings == {"a": 1500 + K / 2, "b": 1500 - K / 2}


def test_400_points_ahead_means_ten_to_one() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(0) == 0.5


def test_a_table_of_n_counts_as_all_its_duels() -> None:
    ratings = after_block({}, [Result("m", "m", ("a", "b", "c"), (1, 2, 2))])
    assert ratings == {"a": 1500 + K / 2, "b": 1500 - K / 4, "c": 1500 - K / 4}


def test_nothing_is_created_or_lost() -> None:
    results = random_blocks({"a": 0.0, "b": 1.0, "c": -1.0, "d": 0.5}, seats=3, count=30, seed=1)
    ratings = after_blocks([[result] for result in results])
    assert sum(ratings.values()) == pytest.approx(4 * 1500)


def test_the_order_inside_a_block_is_irrelevant() -> None:
    results = random_blocks({"a": 0.0, "b": 1.0, "c": -1.0}, seats=3, count=1, seed=2)
    start = {"a": 1600.0, "b": 1450.0, "c": 1500.0}
    assert after_block(start, results) == after_block(start, results[::-1])


def test_copies_come_out_exactly_even() -> None:
    block = [
        Result("m.0", "m", ("a", "copy"), (1, 2)),
        Result("m.1", "m", ("copy", "a"), (1, 2)),
    ]
    assert after_block({}, block) == {"a": 1500, "copy": 1500}


def test_a_bot_at_two_seats_does_not_play_itself() -> None:
    assert after_block({}, [Result("m", "m", ("a", "a"), (1, 2))]) == {"a": 1500}


def test_it_finds_the_order_of_clear_differences() -> None:
    strengths = {f"b{k}": 1.2 * k for k in range(5)}
    results = random_blocks(strengths, seats=2, count=400, seed=3)
    ratings = after_blocks([[result] for result in results])
    assert sorted(ratings, key=lambda bot: ratings[bot]) == sorted(strengths)
