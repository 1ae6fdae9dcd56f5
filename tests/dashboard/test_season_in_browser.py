"""A season in a real browser, from signing in to after-play.

People come by a link and by an OpenID provider, upload through the form, and look at the tables; an
administrator steers at the desk. Matches are played, verified and conducted for real, in this
process.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from playwright.sync_api import Browser, Page, expect

from pentarch.arbiter.competition.seasons.bundle import check_season
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Ask, bots, matches, owners, seasons
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.words import MatchState, VersionState
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.workers.conductor import conduct_all
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import WithToken
from tests.dashboard.houses import House, open_house
from tests.dashboard.people import invited, provider, sign_in
from tests.dashboard.serving import PATIENCE, shoot, unfold, visit
from tests.dashboard.test_desk import press, sees, signed_in, tick
from tests.needs import needs_redis, needs_sandbox
from tests.threads import Background
from tests.tournaments import waiting

pytestmark = [pytest.mark.timeout(900), needs_redis, needs_sandbox]

BOT = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class First(Bot):
    def decide(self, turn):
        return turn.legal[0]

play_hosted(First)
"""
PEOPLE = ("ann", "ben", "author", "rival")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with provider(tmp_path) as named:
        # The arbiter runs in this process, the dashboard in one of its own.
        for name, value in {**named, "PENTARCH_DATA": str(tmp_path)}.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()
        try:
            with open_house(tmp_path) as house:
                yield house
        finally:
            monkeypatch.undo()
            settings.cache_clear()


@contextmanager
def window(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1360, "height": 1000}) as context:
        yield context.new_page()


def test_a_season_in_a_browser(house: House, browser: Browser, tmp_path: Path) -> None:
    with (
        window(browser) as ann,
        window(browser) as ben,
        signed_in(browser, house, "admin") as admin,
    ):
        come_by_link(house, ann)
        come_by_provider(house, ben)
        announce(house)
        steer(house, admin, "open")
        submit(house, ann, "ann-bot")
        with Background(house.hall.validated):
            press(ann, "Submit")
            sees(ann, "is active")
        assert state(house, "ann-bot@1") is VersionState.ACTIVE
        play_on(house)
        look_at_ladder(house, ann)
        steer(house, admin, "frozen")
        be_refused(house, ben)
        steer(house, admin, "finals")
        play_on(house)
        steer(house, admin, "closed")
        fetch_bundle(house, ann, tmp_path / "season.zip")
        steer(house, admin, "after")
        challenge(house, ann)


def come_by_link(house: House, page: Page) -> None:
    page.goto(f"{house.address}/join?code={invited(house.hall, 'ann')}")
    page.get_by_role("button", name="Accept").click()
    sees(page, "Signed in as ann")


def come_by_provider(house: House, page: Page) -> None:
    sign_in(page, house.address, "ben@club")
    page.goto(f"{house.address}/join?code={invited(house.hall, 'ben')}")
    page.get_by_role("link", name="Accept it with the club").click()
    page.get_by_role("button", name="Accept").click()
    sees(page, "Signed in as ben")


def announce(house: House) -> None:
    """A season that takes no longer than it must: the form of the desk makes others."""
    plan = pb.SeasonPlan(access=pb.SeasonPlan.ACCESS_PRIVATE, invited=PEOPLE, seed=7)
    one = plan.disciplines.add(
        ruleset="township", seats=[2], options={"round_cap": "5"}, field=3, cut=2
    )
    one.ladder.max_blocks = 6
    one.round_robin.blocks = 1
    # More than a busy machine takes.
    one.time_control.bank.FromSeconds(600)
    one.time_control.cap.FromSeconds(300)
    plain = grpc.insecure_channel(f"127.0.0.1:{house.hall.port}")
    with grpc.intercept_channel(plain, WithToken(house.hall.tokens["admin"])) as channel:
        request = pb.CreateSeasonRequest(request_id="one", title="Class", plan=plan)
        SeasonServiceStub(channel).CreateSeason(request)


def steer(house: House, page: Page, phase: str) -> None:
    """Bring the season to a phase at the desk."""
    visit(page, f"{house.address}/desk?part=seasons&season=1", "Class")
    page.get_by_role("combobox", name="Bring it to").click()
    page.get_by_role("option", name=phase, exact=True).click()
    tick(page, "A season does not go back")
    press(page, "Bring it there")
    sees(page, f"Season 1 is {phase}")


def submit(house: House, page: Page, name: str) -> None:
    """Fill in the form for the season, all but pressing its button."""
    visit(page, f"{house.address}/submit", "Submit a bot")
    page.locator("input[type=file]").set_input_files(
        {"name": f"{name}.py", "mimeType": "text/x-python", "buffer": BOT.encode()}
    )
    sees(page, f"{name}.py")
    page.get_by_label("Name of the bot").fill(name)
    page.get_by_role("combobox", name="Rulesets").fill("Town")
    page.get_by_role("option", name="Township").click()
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name="For the season").click()
    page.get_by_role("option", name="1: Class").click()


def state(house: House, ref: str) -> VersionState:
    with house.hall.store.reading() as session:
        return bots.find_version(session, ref).state


def play_on(house: House) -> None:
    """Conduct the season and play its matches until nothing is left to do."""
    hall, is_last = house.hall, False
    for _ in range(100):
        conduct_all(hall.host)
        with hall.store.reading() as session:
            [discipline] = seasons.get(session, 1).disciplines
            parts = [part.tournament_id for part in discipline.tournaments]
            ids = [id for part in parts for id in waiting(session, part)]
        if not ids and is_last:
            return
        # What is played may lead to more; nothing twice in a row is the end.
        is_last = not ids
        verify_matches(hall.verifier, play_matches(hall.host, ids))
    raise AssertionError("the season does not come to rest")


def look_at_ladder(house: House, page: Page) -> None:
    visit(page, f"{house.address}/seasons?season=1", "Class")
    for bot in ("ann-bot@1", "greedy@1", "random@1"):
        sees(page, bot)
    expect(page.get_by_text("95 % interval").first).to_be_visible()
    expect(page.get_by_role("link", name="Steer it at the desk")).to_have_count(0)
    shoot(page, "season-ladder")


def be_refused(house: House, page: Page) -> None:
    """An upload for the season comes too late; another is told that it stays out."""
    submit(house, page, "ben-bot")
    press(page, "Submit")
    sees(page, "It was not taken")
    sees(page, "takes no new versions: it is frozen since")
    shoot(page, "season-frozen")
    expect(page.get_by_label("Name of the bot")).to_have_value("ben-bot")
    page.get_by_role("combobox", name="For the season").click()
    page.get_by_role("option", name="any that it enters").click()
    press(page, "Submit")
    sees(page, "Season 1 takes no new versions")
    sees(page, "waits for a worker")


def fetch_bundle(house: House, page: Page, file: Path) -> None:
    visit(page, f"{house.address}/seasons?season=1", "Class")
    sees(page, "came to")
    for stage in ("stage 2", "stage 1"):
        sees(page, stage)
    with page.expect_download(timeout=PATIENCE) as download:
        press(page, "Download the signed bundle")
    download.value.save_as(file)
    checked = check_season(file)
    assert checked.findings == ()
    assert checked.records >= 12
    shoot(page, "season-closed")


def challenge(house: House, page: Page) -> None:
    """After the season its bots are challenged as before."""
    visit(page, f"{house.address}/bots?bot=greedy", "greedy")
    unfold(page, "Challenge it")
    page.get_by_label("Your bot").fill("ann-bot")
    page.get_by_role("combobox", name="Ruleset").click()
    page.get_by_role("option", name="Township").click()
    press(page, "Challenge")
    sees(page, "Queued: match")
    with house.hall.store.reading() as session:
        ann = owners.by_name(session, "ann").id
        queued = matches.page(session, Ask(), Filter(state=MatchState.QUEUED)).items
        assert [match.is_rated for match in queued if match.owner_id == ann] == [False, False]
