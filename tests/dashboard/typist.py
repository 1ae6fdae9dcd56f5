"""A fast typist who fills in the forms of the dashboard, on a server whose answers come late."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect

from pentarch.dashboard.server.doors import COOKIE
from tests.dashboard import scenes
from tests.dashboard.delaying import Delays
from tests.dashboard.houses import House, open_house
from tests.dashboard.scenes import Scene
from tests.dashboard.serving import PATIENCE, unfold, visit

TEN: Final = [range(first, first + 10) for first in range(0, 50, 10)]


@dataclass(frozen=True)
class Rounds:
    """How often a form is filled in, and how many seconds late the server may be."""

    numbers: range
    late: float


filled: Final[set[str]] = set()
"""The forms that tests of this process fill in, by the names that the pages give them."""


def filling(*forms: str) -> pytest.MarkDecorator:
    """Marks a test that fills in forms: once always, fifty times with `pytest -m long`."""
    filled.update(forms)
    return pytest.mark.parametrize(
        "rounds",
        [
            Rounds(range(1), 0.5),
            *(pytest.param(Rounds(ten, 2.0), marks=pytest.mark.long) for ten in TEN),
        ],
        ids=["once", *(f"from{ten.start}" for ten in TEN)],
    )


class Typist:
    """Somebody who fills in the forms of a dashboard, and does not wait for it."""

    def __init__(self, house: House, scene: Scene, delays: Delays, page: Page) -> None:
        self.house = house
        self.scene = scene
        self.page = page
        self._delays = delays

    def visit(self, path: str, heading: str) -> None:
        """Open a page; only what comes after that is late."""
        with self._delays.paused():
            visit(self.page, f"{self._delays.address}/{path}", heading)

    def sign_in(self, who: str) -> None:
        """Be somebody from the next page on."""
        token, address = self.house.hall.tokens[who], self._delays.address
        self.page.context.add_cookies([{"name": COOKIE, "value": token, "url": address}])

    def type(self, label: str, text: str) -> None:
        """Type into a field."""
        self.page.get_by_label(label, exact=True).first.fill(text)

    def choose(self, label: str, *options: str) -> None:
        """Choose from a list: open it, type the beginning, take what is offered."""
        field = self.page.get_by_role("combobox", name=label, exact=True).first
        for option in options:
            if field.input_value() == option:
                # Typing what is there already would change nothing, and offer nothing.
                continue
            field.click()
            field.fill(option)
            self.page.get_by_role("option", name=option, exact=True).click()
        if len(options) > 1:
            self.page.keyboard.press("Escape")

    def unfold(self, words: str) -> None:
        """Open a part of the page that is folded up."""
        unfold(self.page, words)

    def tick(self, words: str) -> None:
        """Tick a box."""
        self.page.locator("label", has_text=words).first.click()

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


Form = Callable[[Typist, int, Random], None]
Fill = Callable[[Rounds, Form], None]


@pytest.fixture(scope="session")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return scenes.build(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="session")
def house(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house"), scene.url) as house:
        yield house


@pytest.fixture(scope="session")
def delays(house: House) -> Iterator[Delays]:
    delays = Delays(int(house.address.rpartition(":")[2]))
    yield delays
    delays.close()


@pytest.fixture(scope="session")
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that keeps the files of the pages."""
    context = browser.new_context(viewport={"width": 1360, "height": 1000})
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def fill(house: House, scene: Scene, delays: Delays, context: BrowserContext) -> Fill:
    """Fill in a form in numbered rounds, each in a window of its own with other delays."""

    def fill(rounds: Rounds, form: Form) -> None:
        lost = [
            f"round {number}: {error}"
            for number in rounds.numbers
            if (error := fill_once(number, rounds.late, form))
        ]
        assert not lost, f"{len(lost)} of {len(rounds.numbers)}\n" + "\n".join(lost)

    def fill_once(number: int, late: float, form: Form) -> str:
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        delays.begin(number, late)
        try:
            form(Typist(house, scene, delays, page), number, Random(number))
        except (AssertionError, Error) as error:
            said = page.get_by_test_id("stAlert").all_inner_texts()
            errors += [str(error), f"the page says {said}"]
        page.close()
        context.clear_cookies()
        return "\n".join(errors)

    return fill
