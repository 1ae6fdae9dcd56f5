"""`pentarch house`: one command, its forms, and a bot that is placed."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

HOUSE = (
    *("house", "township", "--bot", "random", "--bot", "greedy", "--bot", "greedy:raider"),
    *("--seats", "2", "--rounds", "1", "--seed", "5", "--option", "round_cap=5"),
)


def test_a_table_json_and_markdown_say_the_same(pentarch: Any, tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path / "house"))
    text = pentarch(*HOUSE, *folder)
    assert text.code == 0
    [report] = pentarch(*HOUSE, *folder, "--json").json["houses"]
    page = pentarch(*HOUSE, *folder, "--markdown").out
    assert report["matches"] == 6
    assert len(report["matchups"]) == 6
    for row in report["ratings"]["all"]:
        rating = f"{row['rating']:.0f} ± "
        assert f"| {row['bot']} | {rating}" in page
        assert rating in text.out
    assert "6 matches (rounds 1, seed 5)" in page
    assert f"`{' '.join(['pentarch', *HOUSE]).replace('--option', '-o')}`" in page


def test_the_table_is_drawn_without_anything_from_elsewhere(pentarch: Any, tmp_path: Path) -> None:
    file = tmp_path / "ladder.svg"
    drawn = pentarch(*HOUSE, "--folder", str(tmp_path / "house"), "--svg", str(file), "--json")
    [report] = drawn.json["houses"]
    svg = file.read_text(encoding="utf-8")
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert "@font-face" not in svg
    assert "url(http" not in svg
    for row in report["ratings"]["all"]:
        assert str(row["bot"]) in svg
        assert f"{row['rating']:.0f}" in svg


def test_a_placed_bot_is_rated_with_the_house(pentarch: Any, tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path / "house"))
    assert pentarch(*HOUSE, *folder).code == 0
    kept = set((tmp_path / "house").iterdir())
    [report] = pentarch(*HOUSE, *folder, "--place", "greedy:builder", "--json").json["houses"]
    assert {row["bot"]: row["matches"] for row in report["ratings"]["all"]} == {
        "random": 6,
        "greedy": 6,
        "greedy:raider": 6,
        "greedy:builder": 6,
    }
    assert len(set((tmp_path / "house").iterdir()) - kept) == 3


def test_tables_and_bots_that_do_not_exist_are_refused(pentarch: Any, tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path / "house"))
    assert pentarch("house", "heroes", "--seats", "4", *folder).code == 2
    assert pentarch("house", "nosuch", *folder).code == 2
    refused = pentarch(*HOUSE, *folder, "--place", "nobody")
    assert (refused.code, refused.out) == (2, "")
    assert not (tmp_path / "house").exists()
