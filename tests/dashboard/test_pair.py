"""Two records side by side in a real browser, stepping together to where they part."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pentarch.dashboard.viewer.page import pair_page
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, record_of
from tests.dashboard.access import violations
from tests.dashboard.serving import picture
from tests.dashboard.test_boards import HOSTILE, Opened, opened
from tests.playing import play_random, ruleset_of

__all__ = ["opened"]
OPTIONS: dict[str, Json] = {"round_cap": 5}
PARTED = 20
NAMES = (HOSTILE[0], "second")


def played(seed: int = 7) -> Match[Any]:
    return play_random(Match(ruleset_of("township"), 2, OPTIONS, seed), 7)


def recorded(match: Match[Any], annotations: Json = None) -> Record:
    return record_of(match, ["one", HOSTILE[1]], annotations)


def branch(origin: Match[Any]) -> Record:
    """The same match, played on otherwise from a step of it."""
    match = Match(ruleset_of("township"), 2, OPTIONS, 7)
    for step in origin.steps[: PARTED - 1]:
        match.play(step.seat, step.command)
    seat = match.to_act()[0]
    done = origin.steps[PARTED - 1].command
    match.play(seat, next(one for one in match.legal(seat) if one != done))
    play_random(match, 3)
    parent: Json = {"digest": recorded(origin).final_digest.hex(), "step": PARTED}
    return recorded(match, {"parent": parent})


def shown(opened: Opened, folder: Path, records: tuple[Record, Record], step: int = 0) -> Page:
    path = folder / "pair.html"
    path.write_text(pair_page(records, NAMES), encoding="utf-8")
    opened.page.goto("about:blank")
    opened.page.goto(f"{path.as_uri()}#step={step}")
    expect(opened.page.locator(".picture svg").first).to_be_visible()
    return opened.page


def positions(page: Page) -> list[int]:
    return [int(words.split("/")[0]) for words in page.locator(".count").all_inner_texts()]


def test_both_step_together_to_the_first_difference(tmp_path: Path, opened: Opened) -> None:
    origin = played()
    other = branch(origin)
    page = shown(opened, tmp_path, (recorded(origin), other))
    told = page.locator(".pair > header p")
    expect(told).to_contain_text(f"{NAMES[1]} was played on from {NAMES[0]}, from step {PARTED}.")
    expect(told).to_contain_text(f"The first difference is step {PARTED}.")
    expect(told).to_contain_text(origin.ruleset.phrase(origin.steps[PARTED - 1].command))
    assert positions(page) == [0, 0]
    page.keyboard.press("ArrowRight")
    assert positions(page) == [1, 1]
    page.get_by_role("button", name="next step (right)").last.click()
    assert positions(page) == [2, 2]
    page.get_by_role("button", name="to the first difference").click()
    assert positions(page) == [PARTED, PARTED]
    sides = page.locator(".side .picture").all_inner_texts()
    assert sides[0] != sides[1]
    page.get_by_role("button", name="previous step (left)").first.click()
    boards = [side.inner_html() for side in page.locator(".side .picture").all()]
    assert boards[0] == boards[1]
    # The longer one goes on, the other one waits at its end.
    page.keyboard.press("End")
    assert positions(page)[0] == len(origin.steps)
    assert positions(page)[1] == min(len(other.steps), len(origin.steps))
    assert page.locator(".pentarch img").count() == 0
    page.get_by_role("button", name="to the first difference").click()
    picture(page, "pair")
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    picture(page, "pair-phone")


@pytest.mark.parametrize(
    ("seed", "words"), [(7, "Both are the same, step for step."), (8, "They begin differently.")]
)
def test_records_that_are_the_same_and_that_never_were(
    seed: int, words: str, tmp_path: Path, opened: Opened
) -> None:
    one = Match(ruleset_of("kingdom"), 2, {"max_rounds": 5, "map": "random"}, 7)
    other = Match(ruleset_of("kingdom"), 2, {"max_rounds": 5, "map": "random"}, seed)
    records = (recorded(play_random(one, 7)), recorded(play_random(other, 7)))
    page = shown(opened, tmp_path, records, step=5)
    expect(page.locator(".pair > header p")).to_have_text(words)
    assert positions(page) == [5, 5]
