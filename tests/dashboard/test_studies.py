"""Studies in a real browser on real services: written on the board, kept, read, changed, deleted;
and what bots note of places, drawn."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from pentarch import Bot, Turn, play
from pentarch.dashboard.viewer import page as viewer_page
from pentarch.engine.plain import Json, list_field
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.dashboard.access import violations
from tests.dashboard.houses import House, open_house
from tests.dashboard.serving import PATIENCE, settled, shoot, unfold, visit

pytestmark = pytest.mark.timeout(900)
HOSTILE = "<img src=x onerror=alert(1)> **bold** [x](javascript:alert(2))"
SHORT: dict[str, Json] = {"round_cap": 5}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Match 1 was played at Township, and match 2."""
    with open_house(tmp_path_factory.mktemp("house")) as house:
        for seed in (1, 2):
            match_id = house.hall.queue_between(
                "township", ["greedy@1", "random@1"], seed=seed, options=SHORT
            )
            play_matches(house.hall.host, [match_id])
            verify_matches(house.hall.verifier, [match_id])
        yield house


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("dialog", lambda dialog: errors.append(f"a dialog opened: {dialog.message}"))
    yield page
    page.close()
    assert errors == []


def open_notebook(page: Page, address: str) -> None:
    visit(page, address, "Match 1")
    notebook = page.locator(".notebook")
    if notebook.get_attribute("open") is None:
        notebook.locator("summary").click()
    expect(page.get_by_label("what to say about this step")).to_be_visible()


def step(page: Page, number: int) -> None:
    """Go to a step of the match that is shown."""
    page.get_by_label("step", exact=True).fill(str(number))
    expect(page.locator(".count")).to_have_text(re.compile(rf"^{number} /"))


def token(page: Page, form: str) -> Locator:
    """The field for a token in a form."""
    return page.locator(f".st-key-{form}-token input")


def save(page: Page, house: House, title: str) -> str:
    """Save what is in the notebook as the author; the id of the study."""
    page.get_by_role("button", name="Save as a study").click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("What it is about").fill(HOSTILE)
    page.get_by_text("public: listed").click()
    token(page, "study").fill(house.hall.tokens["author"])
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(re.compile("^Page 1 of"))).to_be_visible(timeout=PATIENCE)
    settled(page)
    found = re.search(r"study=([a-z0-9]{16})", page.url)
    assert found, page.url
    return found[1]


def test_steps_are_marked_on_the_board_kept_and_read_page_by_page(house: House, page: Page) -> None:
    open_notebook(page, f"{house.address}/replay?match=1&step=3")
    words, places = (
        page.get_by_label("what to say about this step"),
        page.get_by_label("marked places and arrows"),
    )
    words.fill(f"Look here. {HOSTILE}")
    page.get_by_role("button", name="mark", exact=True).click()
    page.locator('.pentarch .target[data-key="p1.farm1"]').click()
    expect(places).to_have_value("p1.farm1")
    page.get_by_role("button", name="arrow", exact=True).click()
    for key in ("p1.woodlot1", "p2.farm1"):
        page.locator(f'.pentarch .target[data-key="{key}"]').click()
    expect(places).to_have_value("p1.farm1, p1.woodlot1 > p2.farm1")
    expect(page.locator(".pentarch .mark")).to_have_count(1)
    expect(page.locator(".pentarch .mark-arrow")).to_have_count(1)
    step(page, 5)
    expect(words).to_have_value("")
    expect(page.locator(".pentarch .mark")).to_have_count(0)
    # By the keyboard alone, and keys that step do not while somebody writes.
    words.focus()
    page.keyboard.type("And then this ")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Tab")
    page.keyboard.type("p2, nowhere, p1 > p2")
    expect(page.locator(".count")).to_have_text([re.compile("^5 /")])
    expect(page.locator(".pentarch .mark")).to_have_count(1)
    expect(page.locator(".notebook li")).to_have_count(2)
    assert violations(page) == []
    shoot(page, "notebook-light")
    id = save(page, house, f"How it was won {HOSTILE}")

    comment = page.locator(".pentarch .comment")
    expect(comment).to_have_text(f"Look here. {HOSTILE}")
    expect(page.get_by_text("Page 1 of 2")).to_be_visible()
    expect(page.locator(".count")).to_have_text(re.compile("^3 /"))
    expect(page.locator(".pentarch .mark-arrow")).to_have_count(1)
    assert page.locator("img[src=x]").count() == 0
    assert violations(page) == []
    shoot(page, "study-light")
    page.get_by_role("button", name="Next", exact=True).click()
    # For a moment the board of the page before is there, too.
    expect(comment).to_have_text(["And then this "], timeout=PATIENCE)
    expect(page.locator(".count")).to_have_text([re.compile("^5 /")])
    page.goto(f"{house.address}/studies?study={id}&page=2")
    expect(page.get_by_text("Page 2 of 2")).to_be_visible(timeout=PATIENCE)
    expect(comment).to_have_text(["And then this "], timeout=PATIENCE)
    page.get_by_label("step", exact=True).fill("3")
    expect(comment).to_have_text(f"Look here. {HOSTILE}")


def test_a_study_is_found_changed_imported_and_deleted(
    house: House, page: Page, tmp_path: Path
) -> None:
    open_notebook(page, f"{house.address}/replay?match=1&step=4")
    page.get_by_label("what to say about this step").fill("First")
    id = save(page, house, "To be changed")
    visit(page, f"{house.address}/replay?match=1", "Match 1")
    expect(page.get_by_text("Study: To be changed, by author")).to_be_visible()

    open_notebook(page, f"{house.address}/replay?match=1&step=4&study={id}")
    expect(page.get_by_label("what to say about this step")).to_have_value("First")
    page.get_by_label("what to say about this step").fill("Second")
    assert save(page, house, "Changed") == id
    expect(page.locator(".pentarch .comment")).to_have_text(["Second"])

    with page.expect_download() as got:
        page.get_by_role("button", name="JSON").click()
    file = tmp_path / "study.json"
    got.value.save_as(file)
    content = json.loads(file.read_text())
    assert (content["title"], content["pages"][0]["text"]) == ("Changed", "Second")
    file.write_text(json.dumps({**content, "title": "Imported"}))
    visit(page, f"{house.address}/studies", "Studies")
    unfold(page, "Import a study")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("button", name="Import", exact=True)).to_be_enabled(timeout=PATIENCE)
    token(page, "studies-import").fill(house.hall.tokens["rival"])
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="Imported")).to_be_visible(timeout=PATIENCE)

    visit(page, f"{house.address}/studies?study={id}", "Changed")
    unfold(page, "Change or delete")
    token(page, "study-delete").fill(house.hall.tokens["rival"])
    page.get_by_text("I want to delete this study").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("belongs to somebody else")).to_be_visible(timeout=PATIENCE)
    token(page, "study-delete").fill(house.hall.tokens["author"])
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Studies", exact=True)).to_be_visible(timeout=PATIENCE)
    settled(page)
    assert violations(page) == []
    shoot(page, "studies-light")
    visit(page, f"{house.address}/studies?study={id}", "Studies")
    expect(page.get_by_text("There is no such study")).to_be_visible()


class Pointer(Bot):
    """Notes places: one by the name in its commands, one that no board has, and an arrow."""

    def decide(self, turn: Turn) -> str:
        turn.note("marks", ["farm1", "nowhere", 7, "<b>"])
        turn.note("arrows", [["farm1", "p2"], ["farm1"], "x"])
        return turn.legal[0].text


def test_what_a_bot_notes_of_places_is_drawn_for_those_who_may_know(
    page: Page, tmp_path: Path
) -> None:
    record = play("township", [Pointer(), "random"], seed=1, options={"round_cap": 5})
    file = tmp_path / "match.html"
    file.write_text(viewer_page.page(record))
    notes: Any = list_field(record.annotations, "notes")
    noted = next(step for step, seat, _ in notes if seat == 0)
    page.goto(f"{file.as_uri()}#step={noted}")
    mark = page.locator(".pentarch .mark")
    expect(mark).to_have_count(1)
    expect(page.locator(".pentarch .mark-arrow")).to_have_count(1)
    page.get_by_label("whose view").select_option("p2")
    expect(mark).to_have_count(0)
