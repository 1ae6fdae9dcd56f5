"""Forms keep what was entered, whatever is sent in between: a fast typist in a real browser, and a
server whose answers come up to two seconds late.

One round of each runs always; `pytest -m long` fills every form fifty times, ten at once.
"""

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect
from sqlalchemy.orm import Session

from pentarch.arbiter.store import Ask, bots, matches, seasons, validations
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.models import Match, Tournament
from pentarch.dashboard.server.doors import COOKIE
from pentarch.engine import registry
from tests.dashboard import scenes
from tests.dashboard.delaying import Delays
from tests.dashboard.houses import House, open_house
from tests.dashboard.serving import PATIENCE, visit
from tests.waiting import until

LATE = 2.0
TEN = [range(first, first + 10) for first in range(0, 50, 10)]
# A busy machine needs long for all the services, and ten rounds need long on any.
pytestmark = pytest.mark.timeout(3600)
rounds = pytest.mark.parametrize(
    "numbers",
    [range(1), *(pytest.param(ten, marks=pytest.mark.long) for ten in TEN)],
    ids=["once", *(f"from{ten.start}" for ten in TEN)],
)


class Typist:
    """Somebody who fills in the forms of a dashboard, and does not wait for it."""

    def __init__(self, house: House, delays: Delays, page: Page) -> None:
        self.house = house
        self.page = page
        self._delays = delays

    def visit(self, path: str, heading: str) -> None:
        """Open a page; only what comes after that is late."""
        with self._delays.paused():
            visit(self.page, f"{self._delays.address}/{path}", heading)

    def visit_as(self, who: str, path: str, heading: str) -> None:
        """Open a page with the cookie of somebody, which no other page gets."""
        token = self.house.hall.tokens[who]
        self.page.context.add_cookies(
            [{"name": COOKIE, "value": token, "url": self._delays.address}]
        )
        self.visit(path, heading)
        self.page.context.clear_cookies()

    def type(self, label: str, text: str) -> None:
        """Type into a field."""
        self.page.get_by_label(label, exact=True).first.fill(text)

    def choose(self, label: str, *options: str) -> None:
        """Choose from a list: open it, type the beginning, take what is offered."""
        field = self.page.get_by_role("combobox", name=label, exact=True).first
        for option in options:
            field.click()
            field.fill(option)
            self.page.get_by_role("option", name=option, exact=True).click()
        if len(options) > 1:
            self.page.keyboard.press("Escape")

    def press(self, button: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=button, exact=True).click()

    def sees(self, text: str) -> None:
        """Wait for words on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def still_reads(self, label: str, text: str) -> None:
        """What is in a field."""
        expect(self.page.get_by_label(label, exact=True).first).to_have_value(text)

    def waits_for_address(self, **query: str) -> None:
        """Wait until the address says this and nothing else."""
        wanted = {name: [value] for name, value in query.items()}
        self.page.wait_for_url(lambda url: parse_qs(urlsplit(url).query) == wanted)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    scene = scenes.build(tmp_path_factory.mktemp("store"))
    with open_house(tmp_path_factory.mktemp("house"), scene.url) as house:
        yield house


@pytest.fixture(scope="module")
def delays(house: House) -> Iterator[Delays]:
    delays = Delays(int(house.address.rpartition(":")[2]))
    yield delays
    delays.close()


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps the files of the pages."""
    context = browser.new_context(viewport={"width": 1360, "height": 1000})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def fill(house: House, delays: Delays, context: BrowserContext) -> Callable[..., None]:
    """Fill in a form in numbered rounds, each in a window of its own with other delays."""

    def fill(numbers: range, form: Callable[[Typist, int, Random], None]) -> None:
        lost = [f"round {n}: {error}" for n in numbers if (error := fill_once(n, form))]
        assert not lost, f"{len(lost)} of {len(numbers)}\n" + "\n".join(lost)

    def fill_once(number: int, form: Callable[[Typist, int, Random], None]) -> str:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        delays.begin(number, LATE)
        try:
            form(Typist(house, delays, page), number, Random(number))
        except (AssertionError, Error) as error:
            errors.append(str(error))
        page.close()
        return "\n".join(errors)

    return fill


@rounds
def test_a_bot_is_submitted_as_it_was_entered(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, submit)


def submit(typist: Typist, number: int, random: Random) -> None:
    name, chosen = f"typed-{number}", random.sample(registry.IDS, 2)
    typist.visit("bots", "Bots")
    typist.page.get_by_text("Submit a bot").click()
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.type("Name of the bot", name)
    typist.choose("Rulesets", *[registry.get(id).info.title for id in chosen])
    typist.page.locator("input[type=file]").set_input_files(
        {"name": f"{name}.zip", "mimeType": "application/zip", "buffer": archive()}
    )
    typist.choose("Language", "Rust")
    typist.type("Entry point", "target/release/bot")
    typist.type("Build command", "cargo build")
    typist.press("Submit")
    # The next one, while the answer to the first and what validation says are under way.
    typist.type("Name of the bot", "next")
    typist.choose("Language", "Python")
    until(lambda: reject(typist.house), PATIENCE / 1000)
    typist.sees("was rejected: it is only a test")
    typist.still_reads("Name of the bot", "next")
    typist.still_reads("Entry point", "target/release/bot")
    typist.still_reads("Language", "Python")
    with typist.house.hall.store.reading() as session:
        version = bots.find_version(session, f"{name}@1")
        assert {played.ruleset for played in version.rulesets} == set(chosen)
        assert (version.language, version.entry_point) == ("rust", "target/release/bot")
        assert version.build_command == "cargo build"


@rounds
def test_a_tournament_is_made_as_it_was_entered(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, create)


def create(typist: Typist, number: int, random: Random) -> None:
    ruleset, title = random.choice(registry.IDS), f"cup {number}"
    typist.visit("tournaments", "Tournaments")
    typist.page.get_by_text("Create a tournament").click()
    typist.page.get_by_text("Create: Swiss").click()
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.type("Title", title)
    typist.choose("Ruleset", registry.get(ruleset).info.title)
    typist.type("Seats", "3")
    typist.type("Rounds", "7")
    typist.choose("Bots, best first", "greedy", "random", "mcts")
    typist.press("Dry run")
    typist.type("Title", f"{title}, renamed")
    typist.sees("It would come to")
    typist.still_reads("Title", f"{title}, renamed")
    typist.press("Create and start")
    typist.page.wait_for_url("**/tournaments?tournament=*")
    made = int(typist.page.url.rpartition("=")[2])
    with typist.house.hall.store.reading() as session:
        row = session.get_one(Tournament, made)
        assert (row.ruleset, row.title, row.seats) == (ruleset, f"{title}, renamed", [3])
        assert (row.format, row.settings["rounds"]) == ("swiss", 7)


@rounds
def test_a_season_is_announced_as_it_was_entered(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, organise)


def organise(typist: Typist, number: int, random: Random) -> None:
    ruleset, title = random.choice(registry.IDS), f"season {number}"
    typist.visit_as("admin", "desk", "Desk")
    typist.type("Title", title)
    typist.choose("Who takes part", "private")
    typist.choose("Rulesets", registry.get(ruleset).info.title)
    typist.page.keyboard.press("Escape")
    typist.type("Bots in the finals, 0 for all", "8")
    typist.type("Opens, UTC", "2099-03-01 12:00")
    typist.type("Rules of conduct", "Be kind.")
    typist.press("Announce the season")
    typist.type("Title", f"{title}, the next")
    typist.sees("is announced")
    typist.still_reads("Title", f"{title}, the next")
    typist.still_reads("Rules of conduct", "Be kind.")
    with typist.house.hall.store.reading() as session:
        row = seasons.page(session, Ask(1)).items[0]
        assert (row.title, row.access, row.policies["conduct"]) == (title, "private", "Be kind.")
        assert [(one.ruleset, one.finals["field"]) for one in row.disciplines] == [(ruleset, 8)]
        assert row.open_time == datetime(2099, 3, 1, 12, tzinfo=UTC)


@rounds
def test_a_person_sits_down_as_was_entered(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, sit_down)


def sit_down(typist: Typist, number: int, random: Random) -> None:
    seat = random.randrange(3)
    takers = ["greedy", "random"]
    takers.insert(seat, "you")
    typist.visit("play", "Play")
    typist.page.locator(".st-key-turn-play-capital-active button").click()
    for name, taker in zip(("p1", "p2", "p3"), takers, strict=True):
        typist.choose(f"{name} is", taker)
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.type("Your name at the table", f"person-{number}")
    typist.page.get_by_role("tab", name="Options and seed").click()
    typist.type("round cap", "12")
    typist.choose("mode", "short")
    typist.type("Seed", str(number))
    typist.press("Start")
    typist.sees("The match waits for a worker")
    with typist.house.hall.store.reading() as session:
        match = newest(session)
        assert (match.ruleset, match.seed) == ("capital", number)
        assert (match.options["round_cap"], match.options["mode"]) == (12, "short")
        sat = [one.version.ref.partition("@")[0] for one in match.seats]
    takers[seat] = f"person-{number}"
    assert sat == takers
    typist.press("Give up")
    typist.sees("All rulesets")


@rounds
def test_filters_hold_what_was_entered_last(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, filter_matches)


def filter_matches(typist: Typist, number: int, random: Random) -> None:
    typist.visit("matches", "Matches")
    typist.choose("Ruleset", "Kingdom Command")
    typist.choose("State", "settled: rated, or private and over")
    typist.type("Bot", "bot-001")
    typist.press("Show")
    # Before the answer comes.
    typist.choose("Ruleset", "Township")
    typist.type("Bot", "bot-002")
    typist.press("Show")
    typist.choose("State", "void: counts for nothing")
    typist.waits_for_address(ruleset="township", state="rated", bot="bot-002")
    typist.still_reads("Ruleset", "Township")
    typist.still_reads("Bot", "bot-002")
    typist.still_reads("State", "void: counts for nothing")
    typist.press("Show")
    typist.waits_for_address(ruleset="township", state="void", bot="bot-002")
    typist.page.go_back()
    typist.waits_for_address(ruleset="township", state="rated", bot="bot-002")
    typist.still_reads("State", "settled: rated, or private and over")


@rounds
def test_a_list_is_filtered_on_coming_back_to_it(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, filter_bots)


def filter_bots(typist: Typist, number: int, random: Random) -> None:
    typist.visit("bots?bot=greedy", "greedy")
    typist.press("All bots")
    typist.choose("Ruleset", "Capital")
    typist.press("Show")
    typist.waits_for_address(ruleset="capital")
    typist.still_reads("Ruleset", "Capital")


@rounds
def test_versions_to_plot_are_all_kept(fill: Callable[..., None], numbers: range) -> None:
    fill(numbers, plot)


def plot(typist: Typist, number: int, random: Random) -> None:
    typist.visit("ladder?ruleset=township", "Ladder")
    typist.page.get_by_role("tab", name="History").click()
    field = typist.page.get_by_role("combobox", name="Versions", exact=True)
    chosen = typist.page.locator("[data-testid=stMultiSelect] [data-tag]")
    expect(chosen).to_have_count(5)
    field.click()
    options = typist.page.get_by_role("option")
    for more in range(2):
        # The list stays open while the answers to earlier choices come.
        options.last.click()
        expect(chosen).to_have_count(6 + more)
    expect(typist.page.locator("[data-testid=stStatusWidget]")).to_have_count(0)
    expect(options.first).to_be_visible()
    expect(chosen).to_have_count(7)


@rounds
def test_a_match_is_opened_by_the_number_that_was_typed(
    fill: Callable[..., None], numbers: range
) -> None:
    fill(numbers, open_match)


def open_match(typist: Typist, number: int, random: Random) -> None:
    match_id = random.randint(1, scenes.MATCHES)
    typist.visit("replay", "Replay")
    typist.type("Match", str(match_id))
    typist.page.keyboard.press("Enter")
    typist.waits_for_address(match=str(match_id))
    expect(typist.page.get_by_role("heading", name=f"Match {match_id}")).to_be_visible()


def reject(house: House) -> bool:
    """Let validation reject what was submitted; False before anything was."""
    now = datetime.now(UTC)
    with house.hall.store.writing() as session:
        found = validations.begin(session, "validator", now, now + timedelta(minutes=5))
        if found is not None:
            validations.reject(session, found, reason="it is only a test", output="", now=now)
    return found is not None


def newest(session: Session) -> Match:
    """The match that was created last."""
    return matches.page(session, Ask(1), Filter()).items[0]


def archive() -> bytes:
    """A package with one file."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        package.writestr("main.js", "process.exit(1)\n")
    return target.getvalue()
