"""Calibration: what analyses said of seats, beside what came of it."""

from pathlib import Path
from typing import Any

import pytest

from pentarch.bench.calibration import EDGES, Effort, Statement, Trial, calibration, rows
from pentarch.bench.fitting import fit, spread
from pentarch.bots.analysis.calibration import Logistic, Spread
from pentarch.engine.chance import Seeded


def test_statements_stand_in_rows_by_the_chance_that_was_told() -> None:
    said = [
        Statement(0, 0.6, 1.0),
        Statement(0, 0.64, 0.0),
        Statement(1, 0.55, 1.0),
        Statement(1, 0.65, 0.5),
        Statement(2, 0.0, 0.0),
        Statement(2, 1.0, 1.0),
    ]
    found: Any = rows(said)
    assert [(row["from"], row["to"]) for row in found] == [
        (0.0, 0.05),
        (0.55, 0.65),
        (0.65, 0.75),
        (0.95, 1.0),
    ]
    middle = found[1]
    assert (middle["statements"], middle["matches"]) == (3, 2)
    assert middle["told"] == round((0.6 + 0.64 + 0.55) / 3, 4)
    assert middle["won"] == round(2 / 3, 4)
    low, high = middle["interval"]
    assert low < middle["won"] < high
    assert sum(row["statements"] for row in found) == len(said)
    assert sorted(EDGES) == list(EDGES)


def test_the_command_plays_looks_and_prints_the_table(pentarch: Any, tmp_path: Path) -> None:
    line = ["bench", "--calibration", "--ruleset", "capital", "--matches", "3", "--playouts", "8"]
    told = pentarch(*line, "--json").json
    [table] = told["calibration"]
    assert (table["ruleset"], table["matches"]) == ("capital", 3)
    assert table["bots"] == ["greedy", "greedy"]
    assert sum(row["statements"] for row in table["rows"]) == 12, "four of each match"
    assert sum(row["statements"] for row in table["tried"]["rows"]) == 4, "one match is kept apart"
    shown = pentarch(*line).out
    assert "positions" in shown
    assert "curve of one half" in shown
    assert "spread of what playouts gave" in shown
    assert pentarch("bench", "--service", "--matches", "3").code == 2

    # What is kept is not played again, whoever goes on with it.
    file = tmp_path / "kept"
    some = [*line, "--keep", str(file), "--json"]
    some[some.index("3")] = "1"
    assert pentarch(*some).json["calibration"][0]["matches"] == 1
    with file.open("a") as kept:
        kept.write('[["capital", ["gr')
    assert pentarch(*line, "--keep", str(file), "--jobs", "2", "--json").json == told
    assert len(file.read_text().splitlines()) == 3
    changed = file.read_text().replace("1.0", "0.25").replace("0.0]", "0.75]")
    file.write_text(changed)
    assert pentarch(*line, "--keep", str(file), "--json").json != told, "the file was read"
    assert file.read_text() == changed
    file.write_text("something else\n")
    assert pentarch(*line, "--keep", str(file)).code == 2


def test_no_match_is_begun_after_the_time() -> None:
    table = calibration(Trial("capital", 50, playouts=8), Effort(until=0.0))
    assert (table["matches"], table["rows"]) == (0, [])


def test_a_curve_makes_chances_true_that_are_too_bold() -> None:
    """What is given 10 or 90 % comes true in three of ten and seven of ten."""
    said = [(0.1, won) for won in [1.0] * 300 + [0.0] * 700]
    said += [(0.9, won) for won in [1.0] * 700 + [0.0] * 300]
    curve = fit(said)
    assert curve(0.1) == pytest.approx(0.3, abs=0.01)
    assert curve(0.9) == pytest.approx(0.7, abs=0.01)
    assert curve(0.5) == pytest.approx(0.5, abs=0.01)
    assert 0 < curve(0.0) < curve(1.0) < 1
    assert fit([]) == Logistic(0.0, 1.0), "nothing is known: nothing changes"


def test_the_spread_of_chances_is_found_in_playouts_alone() -> None:
    """Three of four positions are even, the others as good as decided."""
    chance = Seeded(1)

    def share(likely: int) -> float:
        return sum(chance.below(100) < likely for _ in range(48)) / 48

    found = spread([share((50, 50, 50, 99 if n % 2 else 1)[n % 4]) for n in range(2000)], 48, 2)
    assert found.even == pytest.approx(0.75, abs=0.04)
    assert found.strength > 100
    assert found.others < 0.5


def test_a_small_lead_is_mostly_luck_where_many_positions_are_even() -> None:
    even, decided = Spread(0.9, 30.0, 0.3), Spread(0.1, 30.0, 0.3)
    assert 0.5 < even.expected(0.6, 48, 2) < 0.57 < decided.expected(0.6, 48, 2) < 0.6
    assert even.expected(1.0, 48, 2) > 0.99
    # Of three seats a third is even.
    assert 1 / 3 < even.expected(0.4, 48, 3) < 0.38 < even.expected(0.4, 48, 2)
    # However far from even, and after however many playouts.
    assert even.expected(0.0, 1_000_000, 2) < 1e-6
