"""Fits that have no room for a fit of every replicate: the same ratings, with the same widths."""

import numpy as np
import pytest

from pentarch.arbiter.competition.ratings import (
    MatchResult,
    Tally,
    by_block,
    find_cycles,
    rate,
)
from pentarch.arbiter.competition.ratings.nash import matchup_logits
from pentarch.arbiter.competition.ratings.table import POINTS
from tests.arbiter.competition.ratings.test_fit import coverage, duel, some_strengths, tally_of
from tests.arbiter.competition.ratings.test_nash import circle
from tests.arbiter.simulation import SEAT_EFFECTS, random_blocks

NOWHERE = 0
"""No room at all."""


def simulated(seats: int, count: int, *, seed: int = 4) -> list[MatchResult]:
    return random_blocks(
        some_strengths(12, 1),
        seats=seats,
        count=count,
        seed=seed,
        seat_effects=SEAT_EFFECTS,
        tie_width=0.1,
    )


@pytest.mark.parametrize("seats", [2, 4])
def test_the_ratings_are_those_of_a_fit_with_room(seats: int) -> None:
    results = simulated(seats, 300)
    wide, narrow = rate(tally_of(results, room=NOWHERE)), rate(tally_of(results))
    for row in narrow.rows:
        other = wide.rows[wide.places[row.bot]]
        assert other.rating == pytest.approx(row.rating, abs=1e-6)
        width, others = (one.interval.high - one.interval.low for one in (row, other))
        assert others == pytest.approx(width, rel=0.08)
        assert (other.wins, other.draws, other.losses) == (row.wins, row.draws, row.losses)
    assert wide.tie_chances == pytest.approx(narrow.tie_chances)
    for ours, theirs in zip(wide.seat_effects, narrow.seat_effects, strict=True):
        assert ours.effect == pytest.approx(theirs.effect, abs=1e-6)
    # The replicates are nearly the same ones, not only equally wide.
    places = [wide.places[row.bot] for row in narrow.rows]
    drawn = narrow.draws[:, 1:] - narrow.draws[:, :1]
    wide_drawn = wide.draws[places, 1:] - wide.draws[places, :1]
    assert np.corrcoef(drawn.ravel(), wide_drawn.ravel())[0, 1] > 0.96


def test_the_order_in_which_blocks_come_and_go_makes_no_difference() -> None:
    blocks = by_block(simulated(3, 60))
    ids = sorted(blocks)
    tally = Tally(room=NOWHERE)
    for id in reversed(ids):
        tally.add({id: blocks[id]})
    tally.remove(ids[::5])
    rate(tally)
    tally.remove(ids[1::5])
    tally.add({id: blocks[id] for id in ids[::5]})
    kept = [result for id in ids if id not in ids[1::5] for result in blocks[id]]
    at_once = rate(tally_of(kept, room=NOWHERE))
    step_by_step = rate(tally)
    for row in at_once.rows:
        other = step_by_step.rows[step_by_step.places[row.bot]]
        assert other.rating == pytest.approx(row.rating, abs=1e-6)
        assert other.interval.low == pytest.approx(row.interval.low, abs=1e-6)


def test_a_tally_that_outgrows_its_room_forgets_nothing() -> None:
    blocks = by_block(simulated(2, 200))
    ids = sorted(blocks)
    # Of twelve bots after a few blocks: room for them, not for all of their cells.
    growing = Tally(room=201 * (12 * 12 + 60))
    for start in range(0, len(ids), 20):
        growing.add({id: blocks[id] for id in ids[start : start + 20]})
        rate(growing)
    whole = rate(tally_of([r for id in ids for r in blocks[id]], room=NOWHERE))
    for row in rate(growing).rows:
        other = whole.rows[whole.places[row.bot]]
        assert row.rating == pytest.approx(other.rating, abs=1e-6)
        assert row.interval.low == pytest.approx(other.interval.low, abs=1e-6)


def test_a_newcomer_and_one_who_won_everything_are_as_uncertain() -> None:
    results = [*simulated(2, 200), *(duel(f"w{k}", "winner", "b03") for k in range(6))]
    wide, narrow = tally_of(results, room=NOWHERE), tally_of(results)
    for tally in (wide, narrow):
        tally.enter(["new"])
    ours, theirs = rate(wide), rate(narrow)
    for bot, least, most in (("new", 0.95, 1.05), ("winner", 0.7, 1.5)):
        widths = [
            table.rows[table.places[bot]].interval.high - table.rows[table.places[bot]].interval.low
            for table in (ours, theirs)
        ]
        assert least < widths[0] / widths[1] < most


@pytest.mark.parametrize(("seats", "blocks"), [(2, 160), (4, 60)])
def test_intervals_cover_the_truth(seats: int, blocks: int) -> None:
    found = coverage(seats=seats, blocks=blocks, runs=50, room=NOWHERE)
    print(f"{seats} seats, {blocks} blocks: {found:.1%} covered")
    assert 0.91 <= found <= 0.985


def test_cycles_are_found_and_none_where_there_are_none() -> None:
    for results, lead in ((circle(9, 400, 1.0, 3), True), (circle(9, 400, 0.0, 3), False)):
        wide, narrow = tally_of(results, room=NOWHERE), tally_of(results)
        ours, theirs = rate(wide), rate(narrow)
        left, other = wide.residuals(), narrow.residuals()
        assert find_cycles(left).are_significant is lead
        assert find_cycles(left).by_chance == pytest.approx(find_cycles(other).by_chance, abs=0.15)
        assert left.surplus[:, 0] == pytest.approx(other.surplus[:, 0], abs=1e-6)
        strengths = [
            table.draws[[table.places[bot] for bot in tally.bots]] / POINTS
            for table, tally in ((ours, wide), (theirs, narrow))
        ]
        logits = [matchup_logits(*one) for one in zip((left, other), strengths, strict=True)]
        assert logits[0][0] == pytest.approx(logits[1][0], abs=1e-6)
        spread, others = (found[1:].std(axis=0) for found in logits)
        assert spread == pytest.approx(others, rel=0.25, abs=0.05)
