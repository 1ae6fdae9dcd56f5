"""Charts are made of the rows they are given, and of nothing else."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest

from pentarch.bots.analysis import Estimate, Point
from pentarch.dashboard import figures
from pentarch.dashboard.data import Cell, EloPoint, LadderLine
from tests.dashboard.scenes import HOSTILE


def line(ref: str, elo: float, fit: float | None) -> LadderLine:
    low, high = (None, None) if fit is None else (fit - 50, fit + 50)
    counts = (9, 5, 1, 3)
    return LadderLine(1, 1, ref, ref, "owner", elo, fit, low, high, 1, 2, *counts, None, None, None)


def values_of(figure: figures.Figure) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = figure["data"]["values"]
    return rows


def test_ratings_are_ordered_and_fall_back_to_live_elo() -> None:
    drawn = figures.rating_intervals([line("a", 1500, 1480), line(HOSTILE, 1600, None)])
    root = ElementTree.fromstring(drawn)
    dots = [(one.get("title"), one.get("style") or "") for one in root.iter("b")]
    assert [title for title, _ in dots] == [f"{HOSTILE}: 1600, live Elo", "a: 1480"]
    assert ["transparent" in style for _, style in dots] == [True, False]
    assert len(list(root.iter("i"))) == 1
    names = [row[0].text for row in root if len(row)]
    assert names == [HOSTILE[:29] + "…", "a", None]


def test_one_rating_alone_can_be_drawn() -> None:
    for elo in (1500.0, 1523.4):
        assert ElementTree.fromstring(figures.rating_intervals([line("a", elo, None)])) is not None


def test_a_trend_tells_its_ends_in_words() -> None:
    root = ElementTree.fromstring(figures.trend("queued", [3, 9, 1, 4]))
    assert root.get("aria-label") == "queued: from 3 to 4, 1 to 9 between"
    points = (root[0].get("points") or "").split()
    assert [point.partition(",")[2] for point in points] == ["17.0", "2.0", "22.0", "14.5"]
    assert ElementTree.fromstring(figures.trend("void", [0])) is not None


def test_history_keeps_names_as_values() -> None:
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    assert values_of(figures.elo_history([EloPoint(HOSTILE, moment, 1512.34, 7)])) == [
        {"bot": HOSTILE, "time": "2026-01-02T00:00:00+00:00", "elo": 1512.3, "match": 7}
    ]


def test_the_matchup_map_writes_numbers_where_they_fit() -> None:
    _, numbers = figures.matchup_map([Cell("a", "b", 4, 0.75)], ["a", "b"])["layer"]
    assert numbers["mark"]["type"] == "text"
    assert numbers["encoding"]["opacity"]["condition"]["test"] == "width > 64"


def light(colour: Sequence[float]) -> float:
    """The relative luminance of WCAG."""
    parts = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def rgb(code: str) -> list[float]:
    return [int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)]


@pytest.mark.parametrize("score", [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0])
def test_the_numbers_of_the_matchup_map_can_be_read(score: float) -> None:
    """WCAG 2.2 AA: 4.5 to 1."""
    _, numbers = figures.matchup_map([Cell("a", "b", 4, score)], ["a", "b"])["layer"]
    ink = light(rgb(numbers["encoding"]["color"]["value"]))
    low, middle, high = map(rgb, figures.SCORES)
    begin, end, share = (low, middle, 2 * score) if score < 0.5 else (middle, high, 2 * score - 1)
    ground = light([a + share * (b - a) for a, b in zip(begin, end, strict=True)])
    assert (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05) >= 4.5


def test_the_chances_of_seats_are_lines_and_turning_points_are_rules() -> None:
    chances = {0: (0.5, 0.5), 10: (0.6, 0.4), 20: (0.0, 1.0)}
    curve = [(step, Point(Estimate(two, 24), Estimate(two, 24))) for step, two in chances.items()]
    figure = figures.chances(curve, ["a", "a"], [10])
    rules, lines = figure["layer"]
    assert [value["step"] for value in rules["data"]["values"]] == [10]
    assert lines["encoding"]["color"]["sort"] == ["p1 a", "p2 a"], "two seats of one bot"
    assert figure["data"]["values"][-1] == {"step": 20, "seat": "p2 a", "chance": 1.0}


def test_the_chances_with_everything_known_are_thin_lines_where_they_differ() -> None:
    curve = [(3, Point(Estimate((0.7, 0.6), 24), Estimate((0.55, 0.45), 24)))]
    figure = figures.chances(curve, ["a", "b"], [])
    _, thin, lines = figure["layer"]
    assert [value["chance"] for value in thin["data"]["values"]] == [0.55, 0.45]
    assert [value["chance"] for value in figure["data"]["values"]] == [0.7, 0.6]
    assert "data" not in lines
