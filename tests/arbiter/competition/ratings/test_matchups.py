"""The matchup matrix, cycles, and the rating across rulesets."""

import pytest

from pentarch.arbiter.competition.ratings import (
    MatchResult,
    cycles,
    matchups,
    overall,
    rate_results,
)
from tests.arbiter.simulation import random_blocks


def duels(ahead: str, behind: str, count: int, label: str) -> list[MatchResult]:
    return [
        MatchResult(
            f"{label}{ahead}{behind}{k}", f"{label}{ahead}{behind}{k}", (ahead, behind), (1, 2)
        )
        for k in range(count)
    ]


def test_a_cell_counts_comparisons_from_both_sides() -> None:
    results = [*duels("a", "b", 6, "x"), *duels("b", "a", 2, "y")]
    results.append(MatchResult("z", "z", ("b", "a"), (1, 1)))
    table = matchups(results)
    cell, mirrored = table.cells["a", "b"], table.cells["b", "a"]
    assert (cell.ahead, cell.level, cell.behind, cell.blocks) == (6, 1, 2, 9)
    assert (mirrored.ahead, mirrored.level, mirrored.behind) == (2, 1, 6)
    assert cell.score == pytest.approx(6.5 / 9)
    assert mirrored.score == pytest.approx(1 - cell.score)
    assert cell.evidence == -mirrored.evidence > 0


def test_at_a_table_of_three_every_pair_is_compared() -> None:
    table = matchups([MatchResult("m", "m", ("a", "b", "c"), (1, 2, 3))])
    assert len(table.cells) == 6
    assert table.cells["a", "c"].ahead == 1


def test_a_bot_has_no_matchup_with_itself() -> None:
    assert matchups([MatchResult("m", "m", ("a", "a"), (1, 2))]).cells == {}


def test_one_match_is_little_evidence() -> None:
    assert matchups(duels("a", "b", 1, "x")).cells["a", "b"].evidence < 1
    assert matchups(duels("a", "b", 30, "x")).cells["a", "b"].evidence > 4


def test_a_cycle_is_found_with_its_evidence() -> None:
    results = []
    for ahead, behind in (("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")):
        results += duels(ahead, behind, 20, "x") + duels(behind, ahead, 5, "y")
    results += duels("rock", "stone", 20, "x") + duels("paper", "stone", 20, "x")
    table = matchups(results)
    found = cycles(table)
    assert [cycle.bots for cycle in found] == [("paper", "rock", "scissors")]
    assert [leg.score for leg in found[0].matchups] == [0.8, 0.8, 0.8]
    assert found[0].evidence > 3
    assert found[0].by_chance < 0.001
    # All three are equal in the fit: only the matrix shows what goes on.
    rows = {row.bot: row.rating for row in rate_results(results, replicates=0).rows}
    assert rows["rock"] == pytest.approx(rows["scissors"], abs=250)


def test_transitive_bots_show_no_strong_cycle() -> None:
    strengths = {f"b{k}": 0.7 * k for k in range(8)}
    found = cycles(matchups(random_blocks(strengths, seats=2, count=400, seed=5)))
    assert all(cycle.by_chance > 0.2 for cycle in found)


def test_the_overall_rating_is_the_mean_over_rulesets() -> None:
    here = rate_results(duels("a", "b", 6, "x") + duels("b", "a", 2, "x"))
    there = rate_results(duels("a", "b", 2, "y") + duels("b", "a", 6, "y"))
    found = overall({"here": here, "there": there})
    assert [row.rating for row in found.rows] == pytest.approx([1500, 1500])
    assert [row.rank for row in found.rows] == [1, 1]
    weighted = overall({"here": here, "there": there}, weights={"here": 3.0, "there": 1.0})
    assert weighted.rows[0].bot == "a"
    gap = here.rows[0].rating - 1500
    assert weighted.rows[0].rating - 1500 == pytest.approx(gap / 2)


def test_a_bot_without_a_rating_in_some_ruleset_is_listed_apart() -> None:
    here = rate_results(duels("a", "b", 5, "x") + duels("c", "a", 9, "x"))
    there = rate_results(duels("a", "b", 5, "y"))
    found = overall({"here": here, "there": there})
    assert [row.bot for row in found.rows] == ["a", "b"]
    assert found.incomplete == {"c": ("there",)}
    assert (
        overall({"here": rate_results(duels("a", "b", 1, "x")), "none": rate_results([])}).rows
        == ()
    )
