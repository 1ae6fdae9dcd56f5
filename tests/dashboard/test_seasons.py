"""The page of seasons: phases with the time left, tables, entries and rules."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import streamlit as st
from playwright.sync_api import Browser, expect

from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.competition.seasons.phases import Phase, Timetable
from pentarch.arbiter.competition.seasons.policies import Policies, RecordsTold
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import season_phases
from pentarch.arbiter.store.season_archives import move_out
from pentarch.workers.package_cache import PackageCache
from tests.arbiter.store.test_season_archives import AWAY
from tests.dashboard.scenes import HOSTILE
from tests.dashboard.serving import serving, shoot
from tests.dashboard.test_pages import run, shown, table_with
from tests.seasons import add_season, look, played
from tests.stores import new_store
from tests.tournaments import START, add_bots
from tests.workers.hosts import At, Noted

DAY = timedelta(days=1)


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[At]:
    """A season that is open, with results, and the host that conducts it."""
    monkeypatch.setenv("PENTARCH_DATA", str(tmp_path))
    monkeypatch.delenv("PENTARCH_DATABASE", raising=False)
    settings.cache_clear()
    st.cache_data.clear()
    store = new_store(tmp_path / "pentarch.db")
    dates = Timetable(START + DAY, START + 2 * DAY, START + 3 * DAY, START + 4 * DAY)
    host = At(store, Noted(), PackageCache(tmp_path / "packages"), "conductor", time=START)
    with store.writing() as session:
        add_bots(session, 6)
        kept = Policies(RecordsTold.SEASON, 30, f"Be kind. {HOSTILE}")
        id = add_season(session, timetable=dates, policies=kept)
    played(look(host, START + DAY), id)
    yield host
    store.close()
    settings.cache_clear()
    st.cache_resource.clear()


def test_a_season_shows_its_phases_table_entries_and_rules(season: At) -> None:
    assert table_with(run("seasons"), "phase")["phase"] == ["open"]
    app = run("seasons", season=1)
    assert app.title[0].value == "Spring"
    assert {metric.label: metric.value for metric in app.metric}["Phase"] == "open"
    assert {metric.label: metric.value for metric in app.metric}["Time left"] != "-"
    phases = table_with(app, "begins")
    assert phases["phase"][:3] == ["announced", "open", "frozen"]
    assert "2030-01-03 00:00:00 UTC" in phases["begins"]
    assert sorted(table_with(app, "95 % interval")["bot"])[0] == "b00@1"
    assert sum(map(int, table_with(app, "came out ahead")["comparisons"])) > 0
    said = shown(app)
    assert "a coin has 0.693" in said
    assert "when the season is closed" in said.replace("\\", "")
    assert "deleted after 30 days" in said
    assert "<img" not in said
    assert HOSTILE in app.code[0].value


def test_a_closed_season_shows_its_final_table_and_secret(season: At) -> None:
    played(look(season, START + 3 * DAY), 1)
    look(replace(season), START + 4 * DAY)
    st.cache_data.clear()
    app = run("seasons", season=1)
    assert (
        table_with(app, "came to")["came to"]
        == ["stage 2"] * 2 + ["stage 1"] * 2 + ["the ladder"] * 2
    )
    assert "Secret " in shown(app)
    assert "There is no season 99" in shown(run("seasons", season=99))


def test_pages_of_a_season_that_is_away_say_so_and_how_it_comes_back(
    season: At, tmp_path: Path
) -> None:
    played(look(season, START + 3 * DAY), 1)
    look(replace(season), START + 4 * DAY)
    move_out(season.store, 1, str(tmp_path / "away"), Signer(tmp_path))
    st.cache_data.clear()
    app = run("seasons", season=1)
    assert table_with(app, "came to")["came to"][0] == "stage 2"
    assert AWAY in shown(app).replace("\\", "")
    cup = run("tournaments", tournament=1)
    assert cup.title[0].value.startswith("Spring")
    for page in (cup, run("replay", match=1), run("live", match=1)):
        assert AWAY in shown(page).replace("\\", ""), page
        assert not page.exception


def test_phases_say_when_a_hand_began_them(season: At) -> None:
    with season.store.writing() as session:
        id = add_season(session)
        season_phases.move(session, id, Phase.OPEN, START + DAY)
        season_phases.move(session, id, Phase.FROZEN, START + 2 * DAY)
    phases = table_with(run("seasons", season=id), "begins")
    assert phases["begins"][:4] == [
        "",
        "2030-01-02 00:00:00 UTC",
        "2030-01-03 00:00:00 UTC",
        "by hand",
    ]


def test_the_page_in_a_browser(season: At, tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path) as served, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"http://{served.address.removeprefix('http://')}/seasons?season=1")
        expect(page.get_by_role("heading", name="Rules of the season")).to_be_visible()
        expect(page.get_by_text("b00@1").first).to_be_visible()
        shoot(page, "season")
