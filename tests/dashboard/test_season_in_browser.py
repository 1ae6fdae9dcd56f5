"""A season in a real browser, from signing in to after-play, on real services.

People come by a link and by an OpenID provider, upload through the form, and look at the tables; an
administrator steers at the desk. The arbiter and a node are killed while it runs. The final table
on the page must be the one of an undisturbed season with the same seed.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from pentarch.arbiter.competition.seasons.bundle import check_season
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import owners
from pentarch.arbiter.store.models import Match
from pentarch.cli.processes import is_listening
from tests.dashboard.houses import House, open_house
from tests.dashboard.people import provider, sign_in
from tests.dashboard.serving import PATIENCE, shoot, unfold, visit
from tests.dashboard.test_desk import press, sees, signed_in, tick
from tests.needs import needs_redis, needs_sandbox
from tests.nodes import Node, start_arbiter
from tests.processes import free_ports
from tests.waiting import until
from tests.whole_season import (
    TINY,
    WHOLE,
    Size,
    Table,
    are_finals_over,
    bot,
    fill_up,
    is_active,
    person,
    plan_text,
    settled,
    source,
    submit,
    undisturbed,
)

pytestmark = [needs_redis, needs_sandbox]

LADDER = "the ladder"
NODES = (("play", "--concurrency", "1"), ("verify",), ("validate",))


@dataclass
class Club:
    """A house whose arbiter and nodes are the real programs."""

    house: House
    folder: Path
    port: int

    def __post_init__(self) -> None:
        self.nodes = [Node(self.folder, *arguments) for arguments in NODES]
        self.start_arbiter()

    @property
    def listen(self) -> str:
        """Where its arbiter is."""
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        """Where the dashboard is."""
        return self.house.address

    def start_arbiter(self) -> None:
        self.arbiter = start_arbiter(self.folder, self.listen)
        until(lambda: is_listening(self.listen), what="the arbiter listens")

    def kill_arbiter(self) -> None:
        self.arbiter.kill()
        self.arbiter.wait()

    def replace_player(self) -> None:
        """Kill the node that plays, as when its machine dies; another one comes."""
        self.nodes[0].kill()
        self.nodes[0] = Node(self.folder, "play", "--concurrency", "2")

    def close(self) -> None:
        self.kill_arbiter()
        for node in self.nodes:
            node.kill()


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    [port] = free_ports(1)
    with provider(tmp_path) as named:
        for name, value in named.items():
            monkeypatch.setenv(name, value)
        settings.cache_clear()
        try:
            with open_house(tmp_path, bots={}, arbiter=f"127.0.0.1:{port}") as house:
                made = Club(house, tmp_path / "hall", port)
                yield made
                made.close()
        finally:
            monkeypatch.undo()
            settings.cache_clear()


@contextmanager
def window(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1360, "height": 1000}) as context:
        yield context.new_page()


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(TINY, id="tiny", marks=pytest.mark.timeout(900)),
        pytest.param(WHOLE, id="whole", marks=[pytest.mark.long, pytest.mark.timeout(7200)]),
    ],
)
def test_a_season_in_a_browser_comes_out_the_same_whoever_dies(
    club: Club, browser: Browser, tmp_path: Path, size: Size
) -> None:
    store = club.house.hall.store
    with ExitStack() as open_windows:
        admin = open_windows.enter_context(signed_in(browser, club.house, "admin"))
        announce(club, admin, size)
        people = [open_windows.enter_context(window(browser)) for _ in range(size.owners)]
        for number, page in enumerate(people):
            come(club, admin, page, number)
            if number < size.uploads:
                fill_in(club, page, bot(number), source(number))
                press(page, "Submit")
                sees(page, "is active")
        tokens = [make_token(club, page) for page in people]
        for number in range(size.owners, size.uploads):
            submit(club.port, tokens[number % size.owners], number)
            until(lambda: is_active(store, number), what=f"{bot(number)} is validated")  # noqa: B023
        fill_up(store, size)
        first, second = people[:2]
        steer(club, admin, "open")
        until(lambda: settled(store, 1) >= 4, what="some matches are over")
        club.kill_arbiter()
        club.replace_player()
        look_at_ladder(club, first, size)
        visit(admin, f"{club.address}/account", "Account")
        sees(admin, "The arbiter does not answer")
        club.start_arbiter()
        press(admin, "Try again")
        sees(admin, "Signed in as admin")
        steer(club, admin, "frozen")
        be_refused(club, second)
        steer(club, admin, "finals")
        until(
            lambda: are_finals_over(store, 1, size),
            patience=3600 if size is WHOLE else 300,
            what="the finals are over",
        )
        steer(club, admin, "closed")
        disturbed = look_at_table(club, first)
        fetch_bundle(first, tmp_path / "season.zip", size)
        steer(club, admin, "after")
        before = settled(store, 1)
        until(lambda: settled(store, 1) > before, what="after-play is played")
        challenge(club, first, bot(size.bots - 1))
    assert len(disturbed) == size.bots
    assert disturbed == undisturbed(tmp_path, size)


def announce(club: Club, page: Page, size: Size) -> None:
    visit(page, f"{club.address}/desk", "Desk")
    page.get_by_label("Plan, in TOML").fill(plan_text(size))
    press(page, "Announce it")
    sees(page, "Season 1 is announced")


def come(club: Club, admin: Page, page: Page, number: int) -> None:
    """Somebody is invited at the desk and comes: by the link alone, or known to the provider."""
    name = person(number)
    visit(admin, f"{club.address}/desk?part=owners", "Owners and quotas")
    admin.get_by_label("Name of the owner").fill(name)
    press(admin, "Make a link")
    sees(admin, f"Give this link to {name}")
    code = admin.get_by_test_id("stCode").inner_text().strip().partition("code=")[2]
    if number % 2:
        sign_in(page, club.address, f"{name}@club")
        page.goto(f"{club.address}/join?code={code}")
        page.get_by_role("link", name="Accept it with the club").click()
    else:
        page.goto(f"{club.address}/join?code={code}")
    page.get_by_role("button", name="Accept").click()
    sees(page, f"Signed in as {name}")


def make_token(club: Club, page: Page) -> str:
    """A token that somebody makes for their further bots."""
    visit(page, f"{club.address}/account", "Account")
    page.get_by_label("What it is for").fill("my other bots")
    press(page, "Make it")
    sees(page, "Copy it now")
    return page.get_by_test_id("stCode").inner_text().strip()


def fill_in(club: Club, page: Page, name: str, program: str) -> None:
    """Fill in the form for the season, all but pressing its button."""
    visit(page, f"{club.address}/submit", "Submit a bot")
    page.locator("input[type=file]").set_input_files(
        {"name": f"{name}.py", "mimeType": "text/x-python", "buffer": program.encode()}
    )
    sees(page, f"{name}.py")
    page.get_by_label("Name of the bot").fill(name)
    page.get_by_role("combobox", name="Rulesets").fill("Town")
    page.get_by_role("option", name="Township").click()
    page.keyboard.press("Escape")
    page.get_by_role("combobox", name="For the season").click()
    page.get_by_role("option", name="1: Season").click()


def steer(club: Club, page: Page, phase: str) -> None:
    """Bring the season to a phase at the desk."""
    visit(page, f"{club.address}/desk?part=seasons&season=1", "Season")
    page.get_by_role("combobox", name="Bring it to").click()
    page.get_by_role("option", name=phase, exact=True).click()
    tick(page, "A season does not go back")
    press(page, "Bring it there")
    sees(page, f"Season 1 is {phase}")


def look_at_ladder(club: Club, page: Page, size: Size) -> None:
    visit(page, f"{club.address}/seasons?season=1", "Season")
    for number in range(size.bots):
        sees(page, f"{bot(number)}@1")
    expect(page.get_by_text("95 % interval").first).to_be_visible()
    expect(page.get_by_role("link", name="Steer it at the desk")).to_have_count(0)
    shoot(page, "season-ladder")


def be_refused(club: Club, page: Page) -> None:
    """An upload for the season comes too late; another is told that it stays out."""
    fill_in(club, page, "late", source(0))
    press(page, "Submit")
    sees(page, "It was not taken")
    sees(page, "takes no new versions: it is frozen since")
    shoot(page, "season-frozen")
    expect(page.get_by_label("Name of the bot")).to_have_value("late")
    page.get_by_role("combobox", name="For the season").click()
    page.get_by_role("option", name="any that it enters").click()
    press(page, "Submit")
    sees(page, "Season 1 takes no new versions")
    sees(page, "is active")


def look_at_table(club: Club, page: Page) -> Table:
    """The final table as the page has it."""
    visit(page, f"{club.address}/seasons?season=1", "Season")
    sees(page, "came to")
    rows = page.get_by_role("row").filter(has_text="@1").all()
    shoot(page, "season-closed")
    told = [row.get_by_role("cell").all_inner_texts() for row in rows]
    return [
        (int(rank), ref.partition("@")[0], 0 if came == LADDER else int(came.split()[-1]))
        for rank, ref, _, came in told
    ]


def fetch_bundle(page: Page, file: Path, size: Size) -> None:
    with page.expect_download(timeout=PATIENCE) as download:
        press(page, "Download the signed bundle")
    download.value.save_as(file)
    checked = check_season(file)
    assert checked.findings == ()
    assert checked.records >= 2 * size.blocks


def challenge(club: Club, page: Page, rival: str) -> None:
    """After the season its bots are challenged as before."""
    visit(page, f"{club.address}/bots?bot={rival}", rival)
    unfold(page, "Challenge it")
    page.get_by_label("Your bot").fill(bot(0))
    page.get_by_role("combobox", name="Ruleset").click()
    page.get_by_role("option", name="Township").click()
    press(page, "Challenge")
    sees(page, "Queued: match")
    with club.house.hall.store.reading() as session:
        asked = Match.owner_id == owners.by_name(session, person(0)).id
        assert session.scalars(select(Match.is_rated).where(asked)).all() == [False, False]
