"""Blocks: squares, seatings, seeds, lineups, and plans that cannot be held."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch.arbiter.competition.formats.lineups import all_pairs, dealt_lineups, even_lineups
from pentarch.arbiter.competition.formats.plan import Entry, History, Plan
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.squares import seatings, square
from pentarch.arbiter.competition.formats.swiss.matching import (
    has_perfect_matching,
    largest_matching,
)
from pentarch.arbiter.competition.ratings import InvalidResult, MatchResult
from tests.arbiter.simulation import plan_of, play_block

SIZES = [2, 3, 4, 5, 6]


@pytest.mark.parametrize("seats", SIZES)
def test_everybody_sits_everywhere_once(seats: int) -> None:
    rows = square(seats)
    assert all(sorted(row) == list(range(seats)) for row in rows)
    assert all(sorted(column) == list(range(seats)) for column in zip(*rows, strict=True))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_at_even_tables_everybody_sits_after_everybody_else_once(seats: int) -> None:
    after = Counter((row[k], row[k + 1]) for row in square(seats) for k in range(seats - 1))
    assert set(after) == set(permutations(range(seats), 2))
    assert set(after.values()) == {1}


@pytest.mark.parametrize("seats", [3, 5])
def test_at_odd_tables_a_plain_and_a_mirrored_block_do_the_same(seats: int) -> None:
    lineup = [f"b{k}" for k in range(seats)]
    rows = seatings(lineup, mirrored=False) + seatings(lineup, mirrored=True)
    after = Counter((row[k], row[k + 1]) for row in rows for k in range(seats - 1))
    assert set(after) == set(permutations(lineup, 2))
    assert set(after.values()) == {2}


def test_a_block_depends_on_its_place_alone() -> None:
    plan = plan_of(4, seats=(4,))
    block = plan.block("b7", 7, plan.bots)
    assert block == plan.block("b7", 7, plan.bots)
    assert len(block.seatings) == len(set(block.match_ids)) == 4
    assert block.id != plan.block("b7", 7, plan.bots, again=1).id


def test_a_history_knows_a_block_only_when_it_is_whole_and_its_own() -> None:
    plan = plan_of(2)
    block = plan.block("b0", 0, plan.bots)
    results = play_block(block, dict.fromkeys(plan.bots, 0.0))
    assert History(results=tuple(results[:1])).complete(block) is None
    assert History(results=tuple(results[::-1])).complete(block) == tuple(results)
    assert History(results=tuple(results), voids=frozenset([block.id])).complete(block) is None
    swapped = MatchResult(block.match_ids[0], block.id, block.seatings[1], (1, 2))
    with pytest.raises(InvalidResult, match="other bots"):
        History(results=(swapped,)).complete(block)
    stranger = MatchResult("elsewhere", block.id, block.seatings[0], (1, 2))
    with pytest.raises(InvalidResult, match="no match of block"):
        History(results=(stranger,)).complete(block)


@pytest.mark.parametrize("count", [2, 3, 6, 9])
def test_all_pairs_meet_equally_often(count: int) -> None:
    bots = [f"b{k}" for k in range(count)]
    met = Counter(frozenset(pair) for pair in all_pairs(bots, 3))
    assert set(met) == {frozenset(pair) for pair in combinations(bots, 2)}
    assert set(met.values()) == {3}


@settings(max_examples=60)
@given(st.integers(3, 6), st.integers(0, 12), st.integers(1, 3), st.integers(0, 5))
def test_even_lineups_let_everybody_meet_and_sit_equally_often(
    seats: int, more: int, meetings: int, seed: int
) -> None:
    bots = [f"b{k:02d}" for k in range(seats + more)]
    lineups = even_lineups(
        bots, seats, meetings=meetings, may_share=lambda one, two: True, seed=seed
    )
    assert all(len(set(lineup)) == seats for lineup in lineups)
    met = Counter(frozenset(pair) for lineup in lineups for pair in combinations(lineup, 2))
    assert all(met[frozenset(pair)] >= meetings for pair in combinations(bots, 2))
    taken = Counter(bot for lineup in lineups for bot in lineup)
    assert max(taken.values()) - min(taken.values()) <= 1


@settings(max_examples=40)
@given(st.integers(3, 4), st.integers(4, 8), st.integers(1, 3))
def test_bots_of_one_owner_never_share_a_larger_table(
    seats: int, owners: int, per_owner: int
) -> None:
    plan = plan_of(owners * per_owner, seats=(seats,), per_owner=per_owner)
    lineups = even_lineups(
        plan.bots,
        seats,
        meetings=1,
        may_share=lambda one, two: plan.may_share(seats, one, two),
        seed=1,
    )
    for lineup in lineups:
        assert len({plan.owners[bot] for bot in lineup}) == seats
    met = {frozenset(pair) for lineup in lineups for pair in combinations(lineup, 2)}
    for one, two in combinations(plan.bots, 2):
        assert (frozenset((one, two)) in met) == (plan.owners[one] != plan.owners[two])


def test_dealt_lineups_seat_everybody_at_least_as_often_as_asked() -> None:
    bots = [f"b{k}" for k in range(7)]
    lineups = dealt_lineups(bots, 3, rounds=2, may_share=lambda one, two: True, seed=3)
    taken = Counter(bot for lineup in lineups for bot in lineup)
    assert len(lineups) == 5
    assert set(taken.values()) <= {2, 3}


@settings(max_examples=150)
@given(st.integers(1, 9), st.data())
def test_the_matching_is_as_large_as_can_be(count: int, data: st.DataObject) -> None:
    edges = [pair for pair in combinations(range(count), 2) if data.draw(st.booleans())]
    graph = [[b if a == node else a for a, b in edges if node in (a, b)] for node in range(count)]
    partner = largest_matching(graph)
    pairs = {tuple(sorted((node, other))) for node, other in enumerate(partner) if other != -1}
    assert pairs <= set(edges)
    assert all(partner[partner[node]] == node for node in range(count) if partner[node] != -1)
    assert len(pairs) == _largest(edges, frozenset())
    assert has_perfect_matching(graph) == (2 * len(pairs) == count)


def _largest(edges: list[tuple[int, int]], used: frozenset[int]) -> int:
    best = 0
    for place, (one, two) in enumerate(edges):
        if one not in used and two not in used:
            best = max(best, 1 + _largest(edges[place + 1 :], used | {one, two}))
    return best


def test_plans_that_cannot_be_held_are_refused() -> None:
    one, two = Entry("a", "x"), Entry("b", "x")
    with pytest.raises(InvalidPlan, match="entered twice"):
        Plan("t", 1, (one, one))
    with pytest.raises(InvalidPlan, match="2 to 6 seats"):
        Plan("t", 1, (one, two), (7,))
    with pytest.raises(InvalidPlan, match="cannot fill"):
        Plan("t", 1, (one, two), (3,))
    with pytest.raises(InvalidPlan, match="owners"):
        Plan("t", 1, (one, two, Entry("c", "y")), (3,))
    with pytest.raises(InvalidPlan, match="each once"):
        Plan("t", 1, (one, two), (2, 2))
