"""The version test: error rates, savings and verdicts."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from pentarch.arbiter.competition.formats.plan import History
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.version_report import VersionVerdict
from pentarch.arbiter.competition.formats.version_test.likelihood import (
    bounds,
    fixed_length,
    likelihood_ratios,
    points_of,
    stopping_time,
)
from pentarch.arbiter.competition.formats.version_test.scheduler import VersionTest
from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.elo import expected_score
from tests.arbiter.simulation import plan_of, play_block, run

SCORES = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
SHAPES = {
    "independent matches": [1, 0, 2, 0, 1],
    "the seat decides": [1, 0, 10, 0, 1],
    "many ties": [1, 4, 10, 4, 1],
    "the seed decides": [1, 0, 0, 0, 1],
}


def with_mean(shape: Sequence[float], mean: float) -> Floats:
    """The shape tilted exponentially so that its mean is right."""
    low, high = -50.0, 50.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        weights = np.array(shape) * np.exp(middle * (SCORES - mean))
        if float((weights * (SCORES - mean)).sum()) > 0:
            high = middle
        else:
            low = middle
    return np.asarray(weights / weights.sum(), dtype=np.float64)


def simulate(
    shape: Sequence[float], hypotheses: VersionTestSettings, true: float, *, runs: int, most: int
) -> tuple[float, float, int]:
    """Share of accepted tests, mean number of blocks, and what a fixed length would take."""
    chances = with_mean(shape, expected_score(true))
    random = np.random.default_rng(2026)
    accepted, blocks = 0, []
    _, upper = bounds(hypotheses)
    for _ in range(runs):
        scores = random.choice(SCORES, p=chances, size=most)
        stop = stopping_time(scores, hypotheses)
        blocks.append(stop or most)
        if stop is not None:
            accepted += bool(likelihood_ratios(scores[:stop], hypotheses)[-1] >= upper)
    mean = float(chances @ SCORES)
    variance = float(chances @ (SCORES - mean) ** 2)
    return accepted / runs, float(np.mean(blocks)), fixed_length(variance, hypotheses)


def check_error_rates(
    shape: Sequence[float], hypotheses: VersionTestSettings, *, runs: int, most: int
) -> str:
    wrongly, blocks_0, fixed_0 = simulate(
        shape, hypotheses, hypotheses.elo_low, runs=runs, most=most
    )
    rightly, blocks_1, fixed_1 = simulate(
        shape, hypotheses, hypotheses.elo_high, runs=runs, most=most
    )
    # Two standard errors of a rate of 5 % over that many runs; docs/tournaments.md has all shapes.
    slack = 2 * math.sqrt(0.05 * 0.95 / runs)
    assert wrongly <= hypotheses.alpha + slack
    assert 1 - rightly <= hypotheses.beta + slack
    assert blocks_1 < fixed_1
    assert blocks_0 < fixed_0
    return (
        f"false alarms {wrongly:.1%}, misses {1 - rightly:.1%}, blocks {blocks_0:.0f} under H0 and "
        f"{blocks_1:.0f} under H1, fixed length {fixed_0} and {fixed_1}"
    )


@pytest.mark.parametrize(
    ("shape", "points"),
    [("independent matches", 100), ("the seat decides", 60), ("many ties", 60)],
)
def test_error_rates_are_kept_with_fewer_blocks_than_a_fixed_length(
    shape: str, points: float
) -> None:
    report = check_error_rates(
        SHAPES[shape], VersionTestSettings(elo_high=points), runs=1000, most=300
    )
    print(f"{shape}: {report}")


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("points", "most"), [(100, 400), (60, 1000), (40, 4000)])
def test_the_same_for_all_shapes_and_closer_hypotheses(
    shape: str, points: float, most: int
) -> None:
    report = check_error_rates(
        SHAPES[shape], VersionTestSettings(elo_high=points), runs=1000, most=most
    )
    print(f"{shape}, {points:.0f} points: {report}")


def test_a_clear_difference_is_accepted_and_the_reverse_rejected() -> None:
    plan = plan_of(2)
    test = VersionTest(plan, VersionTestSettings(elo_high=100))
    better = test.report(run(test, {"b00": 1.5, "b01": 0.0}))
    assert better.verdict is VersionVerdict.ACCEPT
    assert better.llr >= better.bounds[1]
    assert better.interval.low < better.points < better.interval.high
    assert better.points > 100
    worse = test.report(run(test, {"b00": 0.0, "b01": 1.5}))
    assert worse.verdict is VersionVerdict.REJECT
    assert worse.matches == 2 * worse.blocks


def test_it_says_continue_until_it_knows_and_undecided_at_the_end() -> None:
    test = VersionTest(plan_of(2), VersionTestSettings(elo_high=10, max_blocks=6))
    start = test.report(History())
    assert (start.verdict, start.points) == (VersionVerdict.CONTINUE, 0)
    end = test.report(run(test, {"b00": 0.1, "b01": 0.0}))
    assert (end.verdict, end.blocks) == (VersionVerdict.UNDECIDED, 6)


def test_blocks_after_the_crossing_change_nothing() -> None:
    test = VersionTest(plan_of(2), VersionTestSettings(elo_high=200), ahead=40)
    strengths = {"b00": 2.0, "b01": 0.0}
    blocks = test.next_blocks(History(), 40)
    results = tuple(r for block in blocks for r in play_block(block, strengths))
    report = test.report(History(results=results))
    assert report.blocks < 40
    fewer = tuple(r for block in blocks[: report.blocks] for r in play_block(block, strengths))
    assert test.report(History(results=fewer)) == report
    assert test.is_finished(History(results=fewer))


def test_places_end_a_few_blocks_after_the_verdict() -> None:
    test = VersionTest(plan_of(2), VersionTestSettings(elo_high=200), ahead=5)
    history = run(test, {"b00": 2.0, "b01": 0.0})
    last = test.report(history).blocks + 5
    assert [slot.label for slot in test.places(history)] == [f"b{n}" for n in range(last)]
    assert {block.number for block in history.issued} <= {*range(last)}


def test_a_missing_block_holds_the_count_back() -> None:
    test = VersionTest(plan_of(2), VersionTestSettings(), ahead=5)
    blocks = test.next_blocks(History(), 5)
    later = tuple(r for block in blocks[1:] for r in play_block(block, {"b00": 0.0, "b01": 0.0}))
    assert test.report(History(results=later)).blocks == 0
    assert [block.id for block in test.due(History(results=later))] == [blocks[0].id]


def test_a_bot_against_its_copy_is_exactly_even_in_every_block() -> None:
    # The first seat always wins: rotation makes every block one half.
    test = VersionTest(plan_of(2), VersionTestSettings(elo_high=60, max_blocks=400))
    history = History()
    while blocks := test.next_blocks(history, 100):
        results = []
        for block in blocks:
            for result in play_block(block, {"b00": 0.0, "b01": 0.0}, seat_effects=(99.0, 0.0)):
                results.append(result)
        history = history.after(issued=blocks, results=results)
    report = test.report(history)
    assert report.score == 0.5
    assert report.points == 0
    assert report.verdict is VersionVerdict.REJECT


def test_points_and_scores_are_two_ways_to_say_the_same() -> None:
    assert points_of(expected_score(123.0)) == pytest.approx(123.0)
    assert points_of(0.0) == -math.inf
    assert points_of(1.0) == math.inf


def test_tests_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidPlan, match="two versions"):
        VersionTest(plan_of(3), VersionTestSettings())
    with pytest.raises(InvalidPlan, match="above elo_low"):
        VersionTestSettings(elo_low=10, elo_high=10)
    with pytest.raises(InvalidPlan, match="alpha is a number from"):
        VersionTestSettings(elo_high=10, alpha=0.6)
    with pytest.raises(InvalidPlan, match="needs blocks"):
        VersionTest(plan_of(2), VersionTestSettings(), ahead=0)
