"""Nash averaging, and the test for cycles that decides where it is shown."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch.arbiter.competition.ratings import (
    MatchResult,
    Tally,
    by_block,
    find_cycles,
    nash_ratings,
)
from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.arbiter.competition.ratings.nash import SIGNIFICANT, mixes
from pentarch.engine.chance import Seeded, derive
from tests.arbiter.competition.ratings.test_fit import some_strengths
from tests.arbiter.simulation import SEAT_EFFECTS, random_blocks

ROCKS = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])


def achieved(logits: Floats, masses: Floats) -> tuple[Floats, Floats]:
    """The mix, and what each bot achieves against it."""
    (mix,) = mixes(logits[None], masses)
    return mix, logits @ mix


def circle(bots: int, blocks: int, lead: float, seed: int) -> list[MatchResult]:
    """Duels in which a bot of one third beats those of the next, by that logit."""
    chance = Seeded(derive(seed, "circle"))
    results = []
    for number in range(blocks):
        names = [f"b{k:02d}" for k in range(bots)]
        chance.shuffle(names)
        first, second = names[:2]
        steps = (int(second[1:]) - int(first[1:])) % 3
        logit = (0.0, lead, -lead)[steps]
        for turn, pair in enumerate(((first, second), (second, first))):
            is_won = chance.below(1 << 30) / (1 << 30) < 1 / (1 + math.exp(-logit))
            winner = first if is_won else second
            ranks = (1, 2) if pair[0] == winner else (2, 1)
            results.append(
                MatchResult(f"c{seed}-{number}.{turn}", f"c{seed}-{number}", pair, ranks)
            )
    return results


def fitted(results: list[MatchResult], seed: int) -> Tally:
    tally = Tally(seed=seed)
    tally.add(by_block(results))
    tally.fit()
    return tally


def test_rock_paper_and_scissors_share_the_mix_and_nobody_is_better() -> None:
    mix, points = achieved(ROCKS, np.ones(3))
    assert mix == pytest.approx([1 / 3] * 3)
    assert points == pytest.approx([0, 0, 0], abs=1e-9)


def test_the_one_that_beats_everybody_is_the_mix() -> None:
    logits = np.array([[0.0, 1.0, 2.0], [-1.0, 0.0, 3.0], [-2.0, -3.0, 0.0]])
    mix, points = achieved(logits, np.ones(3))
    assert mix == pytest.approx([1, 0, 0], abs=1e-6)
    assert points == pytest.approx([0, -1, -2], abs=1e-6)


def test_among_equals_a_copy_moves_others_unless_it_shares_the_mass() -> None:
    # Two bots are even; the third loses to one of them by more than to the other.
    plain = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 3.0], [-1.0, -3.0, 0.0]])
    doubled = plain[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    _, before = achieved(plain, np.ones(3))
    _, moved = achieved(doubled, np.ones(4))
    _, kept = achieved(doubled, np.array([0.5, 0.5, 1.0, 1.0]))
    assert before[2] == pytest.approx(-2, abs=1e-6)
    assert moved[3] == pytest.approx(-5 / 3, abs=1e-6)
    assert kept[3] == pytest.approx(-2, abs=1e-6)


@settings(max_examples=60)
@given(st.data())
def test_exact_copies_change_nobody_elses_rating(data: st.DataObject) -> None:
    bots = data.draw(st.integers(2, 6))
    # Round numbers, so that ties and several equally good mixes come up.
    logits = np.zeros((bots, bots))
    for row in range(bots):
        for column in range(row):
            logits[row, column] = data.draw(st.integers(-12, 12)) / 4
    logits -= logits.T
    copied = data.draw(st.integers(0, bots - 1))
    copies = data.draw(st.integers(2, 10))
    mix, points = achieved(logits, np.ones(bots))
    places = [*range(bots), *[copied] * (copies - 1)]
    masses = np.ones(len(places))
    masses[[copied, *range(bots, len(places))]] = 1 / copies
    grown, crowded = achieved(logits[np.ix_(places, places)], masses)
    assert crowded[:bots] == pytest.approx(points, abs=1e-6)
    assert crowded[bots:] == pytest.approx(points[copied], abs=1e-6)
    together = grown[copied] + grown[bots:].sum()
    assert together == pytest.approx(mix[copied], abs=1e-6)


def test_chance_alone_makes_no_cycles() -> None:
    found = []
    for run in range(12):
        results = random_blocks(
            some_strengths(8, 300 + run),
            seats=2 + run % 3,
            count=120,
            seed=run,
            seat_effects=SEAT_EFFECTS,
            is_luck_shared=run % 2 == 1,
        )
        found.append(find_cycles(fitted(results, run).residuals()).by_chance)
    assert min(found) >= SIGNIFICANT


def test_a_circle_is_found_and_everybody_in_it_rated_alike() -> None:
    tally = fitted(circle(9, 300, 1.2, 1), 1)
    left = tally.residuals()
    assert find_cycles(left).are_significant
    rows = nash_ratings(tally, left, tally.fit().strengths)
    for third in range(3):
        assert 0.15 < sum(r.share for r in rows if int(r.bot[1:]) % 3 == third) < 0.6
    for row in rows:
        assert row.interval.low <= row.rating <= row.interval.high
    assert {row.rank for row in rows} <= set(range(1, 10))


@pytest.mark.long
@pytest.mark.parametrize(("bots", "seats", "blocks"), [(8, 2, 160), (20, 2, 600), (20, 4, 150)])
def test_cycles_are_seen_in_at_most_one_run_of_a_hundred_without_any(
    bots: int, seats: int, blocks: int
) -> None:
    found = []
    for run in range(100):
        strengths = some_strengths(bots, 100 + run)
        results = random_blocks(strengths, seats=seats, count=blocks, seed=run)
        found.append(find_cycles(fitted(results, run).residuals()).are_significant)
    print(f"{bots} bots, {seats} seats, {blocks} blocks: {sum(found)} of 100")
    assert sum(found) <= 3
