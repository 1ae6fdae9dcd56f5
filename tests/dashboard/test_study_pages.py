"""The pages of studies, run by Streamlit's own test harness on a small store."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, owners, studies
from pentarch.arbiter.studies.drafts import StudyDraft, StudyPage, Visibility
from tests.dashboard import scenes
from tests.dashboard.scenes import HOSTILE, Scene
from tests.dashboard.test_pages import _use, boards, run, shown, table_with


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Scene, Path]]:
    folder = tmp_path_factory.mktemp("store")
    yield scenes.build(folder), folder
    st.cache_resource.clear()


@pytest.fixture
def ids(scene: tuple[Scene, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """A public study of two pages with hostile words, and one that is not listed."""
    made, folder = scene
    _use(monkeypatch, folder)
    pages = (
        StudyPage(made.replay, 2, "", f"first {HOSTILE}", ("p1",), (("p1", "p2"),)),
        StudyPage(made.replay, 4, "", "second"),
    )
    store = Store(made.url)
    found: dict[str, str] = {}
    with store.writing() as session:
        owner = owners.create(session, f"writer-{folder.name}-{len(HOSTILE)}", store.now())
        for visibility in Visibility:
            draft = StudyDraft(f"{visibility} {HOSTILE}", HOSTILE, visibility, pages)
            found[visibility] = studies.create(session, owner.id, draft, store.now()).name
    store.close()
    yield found
    settings.cache_clear()


def test_studies_are_listed_and_read_as_text(
    ids: dict[str, str], scene: tuple[Scene, Path]
) -> None:
    listed = table_with(run("studies"), "title")
    assert listed["title"] == [f"public {HOSTILE}"], "what is not listed has an address only"
    for id in ids.values():
        app = run("studies", study=id)
        assert boards(app) == 1
        assert "Page 1 of 2" in shown(app)
        assert "![x]" not in shown(app)
    app = run("studies", study=ids["unlisted"], page=2)
    assert "Page 2 of 2" in shown(app)
    assert "Page 2 of 2" in shown(run("studies", study=ids["unlisted"], page=99))
    assert "There is no such study" in shown(run("studies", study="nothing"))
    replay = run("replay", match=scene[0].replay)
    assert boards(replay) == 1
    assert f"study={ids['public']}" in str([item.proto for item in replay.get("page_link")])
    assert ids["unlisted"] not in str([item.proto for item in replay.get("page_link")])
    changing = run("replay", match=scene[0].replay, study=ids["public"])
    assert boards(changing) == 1
    assert "There is no such study any more" in shown(
        run("replay", match=scene[0].replay, study="nothing")
    )
