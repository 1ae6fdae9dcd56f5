"""Calibration: what analyses said of seats, beside what came of it."""

from typing import Any

from pentarch.bench.calibration import EDGES, Statement, rows


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


def test_the_command_plays_analyses_and_prints_the_table(pentarch: Any) -> None:
    line = ["bench", "--calibration", "--ruleset", "capital", "--matches", "2", "--playouts", "50"]
    told = pentarch(*line, "--json").json
    [table] = told["calibration"]
    assert (table["ruleset"], table["matches"]) == ("capital", 2)
    assert table["bots"] == ["greedy", "greedy"]
    # What one seat of two has, the other has not.
    assert sum(row["statements"] * row["won"] for row in table["rows"]) > 0
    count = sum(row["statements"] for row in table["rows"])
    share = sum(row["statements"] * row["won"] for row in table["rows"]) / count
    assert abs(share - 0.5) < 0.001
    assert pentarch(*line, "--json").json == told
    assert "positions" in pentarch(*line).out
    assert pentarch("bench", "--service", "--matches", "3").code == 2
