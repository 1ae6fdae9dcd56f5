"""Charts are made of the rows they are given, and of nothing else."""

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

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


def test_the_chances_of_seats_are_lines_and_turning_points_are_rules() -> None:
    figure = figures.chances([0, 10, 20], [(0.5, 0.5), (0.6, 0.4), (0.0, 1.0)], ["a", "a"], [10])
    rules, lines = figure["layer"]
    assert [value["step"] for value in rules["data"]["values"]] == [10]
    assert lines["encoding"]["color"]["sort"] == ["p1 a", "p2 a"], "two seats of one bot"
    assert figure["data"]["values"][-1] == {"step": 20, "seat": "p2 a", "chance": 1.0}
