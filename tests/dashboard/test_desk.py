"""The organiser's desk in a real browser, on real services."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.referee.keys import new_secret
from pentarch.arbiter.store import (
    Ask,
    announcements,
    bots,
    matches,
    owners,
    quotas,
    seasons,
    tournaments,
)
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.arbiter.store.words import Good, MatchState, TournamentState, VersionState
from pentarch.dashboard.server.doors import COOKIE
from tests.builtin_bots import add_builtin
from tests.dashboard.access import violations
from tests.dashboard.houses import House, open_house
from tests.dashboard.serving import settled, shoot, visit
from tests.needs import needs_redis

pytestmark = [pytest.mark.timeout(900), needs_redis]

PARTS = {
    "tournaments": "Tournaments",
    "versions": "Versions",
    "teams": "Teams",
    "matches": "Void and re-run",
    "owners": "Owners and quotas",
    "faults": "Faults",
    "announcements": "Announcements",
    "audit": "Audit",
}
PLAN = """
title = "Autumn"
access = "public"
weight = 2.0

[[disciplines]]
ruleset = "township"
seats = [2]
options = { round_cap = 12 }
ladder = { division_size = 4 }
single_elimination = { blocks = 1 }
"""
HOSTILE = "Finals <b>at</b> [noon](ladder), *really*"
Look = Literal["light", "dark", "narrow"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("desk")) as house:
        yield house


@contextmanager
def signed_in(browser: Browser, house: House, who: str, look: Look = "light") -> Iterator[Page]:
    """A page of somebody whose cookie says who they are."""
    with browser.new_context(
        viewport={"width": 420 if look == "narrow" else 1360, "height": 1000},
        color_scheme="dark" if look == "dark" else "light",
    ) as context:
        if who:
            context.add_cookies(
                [{"name": COOKIE, "value": house.hall.tokens[who], "url": house.address}]
            )
        yield context.new_page()


@pytest.fixture
def admin(browser: Browser, house: House) -> Iterator[Page]:
    with signed_in(browser, house, "admin") as page:
        yield page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tick(page: Page, label: str) -> None:
    page.locator("label", has_text=label).first.click()


def sees(page: Page, text: str) -> None:
    """Wait for words, and until the page is drawn: before, what was there can stand beside it."""
    expect(page.get_by_text(text).first).to_be_visible()
    settled(page)


@pytest.mark.parametrize("look", ["light", "dark", "narrow"])
def test_every_part_can_be_used_by_everybody(browser: Browser, house: House, look: Look) -> None:
    with signed_in(browser, house, "admin", look) as page:
        visit(page, f"{house.address}/desk", "Desk")
        sees(page, "Announce a season")
        assert violations(page) == []
        shoot(page, f"desk-seasons-{look}")
        for part, title in PARTS.items():
            visit(page, f"{house.address}/desk?part={part}", title)
            assert violations(page) == [], part
            shoot(page, f"desk-{part}-{look}")


def test_an_announcement_stands_on_every_page_until_it_is_taken_back(
    browser: Browser, house: House, admin: Page
) -> None:
    visit(admin, f"{house.address}/desk?part=announcements", "Announcements")
    admin.get_by_label("Text", exact=True).fill(HOSTILE)
    press(admin, "Announce")
    sees(admin, "stands on every page")
    with signed_in(browser, house, "") as page:
        for name, heading in (("ladder", "Ladder"), ("bots", "Bots"), ("health", "Health")):
            visit(page, f"{house.address}/{name}", heading)
            told = page.get_by_test_id("stAlert").filter(has_text="really")
            expect(told).to_contain_text(HOSTILE)
            assert told.get_by_role("link").count() == 0
        assert violations(page) == []
        shoot(page, "announcement")
    visit(admin, f"{house.address}/desk?part=announcements", "Announcements")
    press(admin, "Take it back")
    sees(admin, "is taken back")
    expect(admin.get_by_test_id("stAlert").filter(has_text="really")).to_have_count(0)
    with house.hall.store.reading() as session:
        assert not announcements.page(session, Ask(), house.hall.store.now()).items


def test_a_season_is_announced_dated_and_moved(house: House, admin: Page) -> None:
    visit(admin, f"{house.address}/desk", "Desk")
    admin.get_by_label("Title").fill("Class of spring")
    admin.get_by_role("combobox", name="Rulesets").fill("Town")
    admin.get_by_role("option", name="Township").click()
    admin.keyboard.press("Escape")
    admin.get_by_label("Opens, UTC").fill("some day")
    press(admin, "Announce the season")
    sees(admin, "is no time; write it as")
    # What was entered is still there.
    expect(admin.get_by_label("Title")).to_have_value("Class of spring")
    admin.get_by_label("Opens, UTC").fill("2099-03-01 12:00")
    press(admin, "Announce the season")
    sees(admin, "Season 1 is announced")
    admin.get_by_role("link", name="Class of spring").click()
    admin.wait_for_url("**season=1**")
    expect(admin.get_by_label("Opens, UTC")).to_have_value("2099-03-01 12:00:00")
    admin.get_by_label("Closes, UTC").fill("2099-04-01 12:00")
    press(admin, "Change them")
    sees(admin, "The dates of season 1 are changed")
    press(admin, "Bring it there")
    sees(admin, "Tick the box to confirm it")
    assert phase(house) is Phase.ANNOUNCED
    tick(admin, "A season does not go back")
    press(admin, "Bring it there")
    sees(admin, "Season 1 is open")
    assert phase(house) is Phase.OPEN
    with house.hall.store.reading() as session:
        row = seasons.get(session, 1)
        assert row.close_time is not None
        assert (row.title, row.close_time.year) == ("Class of spring", 2099)
    admin.get_by_label("Bot", exact=True).fill("random")
    press(admin, "Do it")
    sees(admin, "random is out of season 1")
    assert violations(admin) == []
    shoot(admin, "desk-season")


def phase(house: House) -> Phase:
    with house.hall.store.reading() as session:
        return seasons.get(session, 1).phase


def test_owners_are_invited_shut_out_and_given_quotas(house: House, admin: Page) -> None:
    visit(admin, f"{house.address}/desk?part=owners", "Owners and quotas")
    sees(admin, "rival")
    admin.get_by_label("Name of the owner").fill("guest")
    press(admin, "Make a link")
    expect(admin.get_by_test_id("stCode")).to_have_text(re.compile(r"/join\?code=join_"))
    admin.get_by_label("Owner", exact=True).first.fill("rival")
    press(admin, "Do it")
    sees(admin, "Tick the box to confirm it")
    tick(admin, "I am sure")
    press(admin, "Do it")
    sees(admin, "rival is shut out")
    admin.get_by_label("Owner", exact=True).last.fill("author")
    admin.get_by_label("The most; empty: as everybody", exact=True).fill("5")
    press(admin, "Set it")
    sees(admin, "The quota of author is changed")
    with house.hall.store.reading() as session:
        assert owners.by_name(session, "rival").disable_time is not None
        author = owners.by_name(session, "author").id
        usual = dict.fromkeys(Good, 0.0)
        now = house.hall.store.now()
        most = {one.good: one.most for one in quotas.standings(session, author, usual, now)}
    assert most[Good.VERSIONS] == 5
    with house.hall.store.writing() as session:
        owners.enable(session, "rival")


def test_a_season_is_announced_by_a_plan(house: House, admin: Page) -> None:
    visit(admin, f"{house.address}/desk", "Desk")
    admin.get_by_label("Plan, in TOML").fill("title =")
    press(admin, "Announce it")
    sees(admin, "this is no TOML")
    admin.get_by_label("Plan, in TOML").fill(PLAN)
    press(admin, "Announce it")
    sees(admin, "is announced")
    with house.hall.store.reading() as session:
        row = seasons.page(session, Ask()).items[0]
        assert (row.title, row.weight) == ("Autumn", 2.0)
        [discipline] = row.disciplines
        assert discipline.options["round_cap"] == 12
        assert discipline.ladder["division_size"] == 4


def test_a_team_is_made_and_a_tournament_paused_and_ended(house: House, admin: Page) -> None:
    visit(admin, f"{house.address}/desk?part=teams", "Teams")
    admin.get_by_label("Name of the team").fill("crew")
    press(admin, "Make it")
    sees(admin, "There is the team crew")
    admin.get_by_label("Team", exact=True).fill("crew")
    admin.get_by_label("Person").fill("rival")
    press(admin, "Do it")
    sees(admin, "rival is in the team crew: member")
    sees(admin, "admin (captain), rival (member)")
    with house.hall.store.writing() as session:
        found = [bots.find_version(session, name).id for name in ("greedy@1", "random@1")]
        author = owners.by_name(session, "author").id
        cup = started(session, author, found, house.hall.store.now())
        retired = add_builtin(session, author, "old", house.hall.store.now(), build="random")
    visit(admin, f"{house.address}/desk?part=tournaments", "Tournaments")
    steer_tournament(admin, cup, "pause it")
    sees(admin, f"Tournament {cup} is paused")
    assert tournament_state(house, cup) is TournamentState.PAUSED
    steer_tournament(admin, cup, "end it now")
    sees(admin, "Tick the box to confirm it")
    tick(admin, "I am sure")
    press(admin, "Do it")
    sees(admin, f"Tournament {cup} is cancelled")
    assert tournament_state(house, cup) is TournamentState.CANCELLED
    visit(admin, f"{house.address}/desk?part=versions", "Versions")
    admin.get_by_label("Bot", exact=True).fill("old")
    tick(admin, "It cannot be undone")
    press(admin, "Retire it")
    sees(admin, "is retired")
    with house.hall.store.reading() as session:
        assert bots.version(session, retired.id).state is VersionState.RETIRED


def started(session: Session, owner: int, versions: list[int], now: datetime) -> int:
    """A tournament of somebody's that runs."""
    new = NewTournament(
        owner_id=owner,
        title="Cup",
        ruleset="township",
        format="round_robin",
        settings={"blocks": 1},
        options={},
        clock={},
        seats=[2],
        secret=new_secret(7),
        seed=7,
        is_rated=False,
        versions=versions,
    )
    return tournaments.start(session, tournaments.create(session, new, now).id, now).id


def steer_tournament(page: Page, id: int, way: str) -> None:
    page.get_by_label("Tournament", exact=True).first.fill(str(id))
    page.get_by_role("combobox", name="What to do").click()
    page.get_by_role("option", name=way).click()
    page.get_by_label("Reason, where it ends now").fill("it rains")
    press(page, "Do it")


def tournament_state(house: House, id: int) -> TournamentState:
    with house.hall.store.reading() as session:
        return tournaments.get(session, id).state


def test_a_match_is_run_again_and_the_audit_says_so(house: House, admin: Page) -> None:
    id = house.hall.queue_between("township", ["greedy@1", "random@1"], seed=1)
    visit(admin, f"{house.address}/desk?part=matches", "Void and re-run")
    admin.get_by_label("Match", exact=True).fill(str(id))
    admin.get_by_role("combobox", name="What to do").click()
    admin.get_by_role("option", name="void it and play it again").click()
    admin.get_by_label("Reason, shown with the match").fill("the host <b>slept</b>")
    tick(admin, "It cannot be undone")
    press(admin, "Do it")
    sees(admin, "is played instead")
    with house.hall.store.reading() as session:
        assert matches.get(session, id).state is MatchState.VOID
        queued = matches.page(session, Ask(), Filter(state=MatchState.QUEUED)).items
    assert len(queued) == 1
    press(admin, "Do it")
    sees(admin, "was run again before")
    expect(admin.get_by_label("Reason, shown with the match")).to_have_value(
        "the host <b>slept</b>"
    )
    press(admin, "Audit")
    sees(admin, "rerun match")
    sees(admin, f"again {queued[0].id}, reason the host <b>slept</b>")
    shoot(admin, "desk-audit")


def check_stranger(page: Page) -> None:
    sees(page, "The desk is for administrators")


def check_author(page: Page) -> None:
    sees(page, "Announce a season")
    expect(page.get_by_role("button", name="Audit")).to_have_count(0)
    page.get_by_role("combobox", name="Who takes part").click()
    expect(page.get_by_role("option")).to_have_text(["private", "practice"])
    page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("who", "check", "is_listed"),
    [("", check_stranger, 0), ("reader", check_stranger, 0), ("author", check_author, 1)],
)
@pytest.mark.parametrize("part", ["audit", "seasons"])
def test_the_desk_offers_what_somebody_may_do(
    browser: Browser,
    house: House,
    who: str,
    part: str,
    check: Callable[[Page], None],
    is_listed: int,
) -> None:
    with signed_in(browser, house, who) as page:
        # So wide that no page is behind a menu.
        page.set_viewport_size({"width": 2400, "height": 1000})
        visit(page, f"{house.address}/desk?part={part}", "Desk")
        check(page)
        settled(page)
        expect(page.get_by_role("link", name="Desk", exact=True)).to_have_count(is_listed)
