"""The board of Heroes vs Warlords in a real browser: the part of the world that matters, one token
on a hex, the rest on demand."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.dashboard.test_boards import Opened, Replay, made
from tests.waiting import until

# At every step: on which hexes tokens stand, whether a combat is drawn, how much of the world is
# seen, and whether there is a combat, or one has just ended.
LOOK = """() => {
  const payload = JSON.parse(document.getElementById("payload").textContent);
  const root = document.getElementById("viewer");
  const viewer = pentarch.open(root, payload), found = [];
  const { frames } = viewer.frames("all");
  for (let step = 0; step <= payload.steps.length; step++) {
    viewer.go(step);
    const ended = step && payload.steps[step - 1].events
      .some(({ name }) => ["combat_over", "broken_off"].includes(name));
    const frame = root.querySelector(".small-map .seen").getBBox();
    const tokens = [...root.querySelectorAll(".token")].map((token) => token.dataset.on);
    const heroes = frames[step].seats.filter((seat) => seat.seat === frames[step].active)
      .flatMap((seat) => seat.heroes).filter((hero) => hero.status === "in_play" && hero.hex);
    found.push({ tokens, hasCombat: Boolean(frames[step].combat || ended),
      drawn: root.querySelectorAll(".combat").length, seen: frame.width * frame.height,
      heroes: heroes.map((hero) => hero.hex) });
  }
  viewer.close();
  return found;
}"""


@pytest.fixture(scope="module")
def heroes(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    folder: Path = tmp_path_factory.mktemp("heroes")
    return made(folder, "heroes", 3, {"rounds": 2})


@pytest.fixture
def page(heroes: Replay, browser: Browser) -> Iterator[Page]:
    opened = Opened(browser, "light")
    yield opened.show(heroes, heroes.last)
    opened.page.close()
    assert opened.complaints == []


def test_one_token_stands_on_a_hex_and_a_combat_is_drawn_while_it_lasts(page: Page) -> None:
    steps = page.evaluate(LOOK)
    for number, step in enumerate(steps):
        assert len(step["tokens"]) == len(set(step["tokens"])), number
        assert set(step["heroes"]) <= set(step["tokens"]), f"step {number}: who acts is seen"
        assert step["drawn"] == step["hasCombat"], number
    assert {step["hasCombat"] for step in steps} == {True, False}
    # While little is revealed, less of the world is seen, and therefore larger.
    sizes = [step["seen"] for step in steps]
    assert min(sizes) < 0.7 * sizes[0]


def point_at(page: Page, place: str, told: str) -> None:
    """Point at a place until something is told of it: on a slow machine the board may still move
    to where it stays, away from below the pointer."""
    about = page.get_by_role("tooltip", include_hidden=True)

    def is_told() -> bool:
        page.mouse.move(0, 0)
        page.locator(f"[data-place='{place}']").first.hover(force=True)
        return told in (about.text_content() or "")

    until(is_told, what=f"{told!r} is told of {place}")


def test_whoever_points_at_a_hex_is_told_what_is_there(page: Page) -> None:
    about = page.get_by_role("tooltip", include_hidden=True)
    expect(about).to_be_hidden()
    hero = page.locator(".token", has_text="hk1").get_attribute("data-on")
    assert hero is not None
    point_at(page, hero, f"{hero}, ")
    expect(about).to_contain_text("hk1, Hero of p1: level ")
    page.locator(".picture").press("Escape")
    expect(about).to_be_hidden()
    point_at(page, "k.c", "city k, held by p1: hamlet")
    # What is told follows the steps.
    page.keyboard.press("Home")
    expect(about).not_to_contain_text("city k")
    point_at(page, "t5.c", "not revealed yet")
    frame = page.locator(".picture").bounding_box()
    box = about.bounding_box()
    assert frame is not None
    assert box is not None
    assert frame["x"] <= box["x"]
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]
