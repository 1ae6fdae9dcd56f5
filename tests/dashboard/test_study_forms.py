"""The forms of studies keep what was entered: see test_forms.py."""

import json
from random import Random

import pytest
from playwright.sync_api import expect

from pentarch.arbiter.store import Ask, studies
from pentarch.arbiter.studies.drafts import StudyDraft, StudyPage, Visibility
from tests.dashboard.houses import House
from tests.dashboard.typist import Fill, Rounds, Typist, filling

# A busy machine needs long for all the services, and ten rounds need long on any.
pytestmark = pytest.mark.timeout(3600)


@filling("study")
def test_a_study_is_kept_as_it_was_written_last(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, write)


def write(typist: Typist, number: int, random: Random) -> None:
    match_id, step = typist.scene.replay, random.randint(2, 9)
    typist.visit(f"replay?match={match_id}&step={step}", f"Match {match_id}")
    typist.page.locator(".notebook summary").click()
    typist.type("what to say about this step", "first")
    typist.press("Save as a study")
    typist.type("Title", f"study {number}")
    typist.type("What it is about", "a step")
    typist.page.get_by_text("public: listed").click()
    # Written once more on the board, while the form is there.
    typist.type("what to say about this step", "second")
    typist.press("Save as a study")
    typist.page.locator(".st-key-study-token input").fill(typist.house.hall.tokens["author"])
    typist.press("Save")
    typist.sees("Page 1 of 1")
    kept = newest(typist.house)
    assert (kept.title, kept.text) == (f"study {number}", "a step")
    assert kept.visibility is Visibility.PUBLIC
    assert [(page.step, page.text) for page in kept.pages] == [(step, "second")]


@filling("studies-own", "studies-import", "study-delete")
def test_a_study_is_imported_and_deleted_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, bring)


def bring(typist: Typist, number: int, random: Random) -> None:
    secret, title = typist.house.hall.tokens["rival"], f"brought {number}"
    page = StudyPage(typist.scene.replay, random.randint(2, 9), text="look")
    content = StudyDraft(title, "", Visibility.UNLISTED, (page,)).plain()
    typist.visit("studies", "Studies")
    typist.unfold("Import a study")
    typist.page.locator("input[type=file]").set_input_files(
        {
            "name": "study.json",
            "mimeType": "application/json",
            "buffer": json.dumps(content).encode(),
        }
    )
    # Another form of the page, and this one's field, while the file is under way.
    own, imported = (
        typist.page.locator(f".st-key-studies-{form}-token input") for form in ("own", "import")
    )
    own.fill(secret)
    imported.fill(secret)
    typist.page.locator(".st-key-studies-own-show button").click()
    typist.press("Import")
    expect(typist.page.get_by_role("heading", name=title)).to_be_visible()
    assert newest(typist.house).pages == (page,)
    typist.unfold("Change or delete")
    typist.page.locator(".st-key-study-delete-token input").fill(secret)
    typist.press("Delete")
    typist.tick("I want to delete this study")
    typist.sees("Say that you are sure")
    typist.press("Delete")
    expect(typist.page.get_by_role("heading", name="Studies", exact=True)).to_be_visible()
    with typist.house.hall.store.reading() as session:
        left = studies.page(session, Ask(100), is_own=True).items
    assert title not in [row.title for row in left]


def newest(house: House) -> StudyDraft:
    """The study that was made last."""
    with house.hall.store.reading() as session:
        row = studies.page(session, Ask(1), is_own=True).items[0]
        return studies.draft_of(studies.get(session, row.name))
