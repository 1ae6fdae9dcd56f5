"""Every ruleset's replay, opened in a real browser and used as a person would."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from pentarch.bots.greedy import greedy
from pentarch.dashboard.viewer import component
from pentarch.dashboard.viewer.frames import LivePayload
from pentarch.dashboard.viewer.page import embed
from pentarch.dashboard.viewer.page import page as page_of
from pentarch.dashboard.viewer.page import script as page_script
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import record_of
from pentarch.engine.ruleset import OMNISCIENT
from tests.dashboard.access import violations
from tests.dashboard.serving import picture
from tests.playing import play_bots

Scheme = Literal["light", "dark"]
# Seats and options that keep a match short and still show most of what a board can draw.
SHORT: dict[str, tuple[int, dict[str, Json]]] = {
    "township": (3, {"round_cap": 6}),
    "kingdom": (3, {"max_rounds": 5}),
    "capital": (4, {"round_cap": 10, "teams": "2v2"}),
    "tradewarz": (4, {"length": "seasons", "season_budget": 3}),
    "heroes": (3, {"rounds": 2}),
}
MORE: list[tuple[str, int, dict[str, Json]]] = [
    ("kingdom", 2, {"map": "random", "map_size": "large", "max_rounds": 5}),
    ("township", 6, {"round_cap": 6}),
    ("kingdom", 6, {"max_rounds": 5}),
    ("capital", 2, {"cities": "b_pick", "round_cap": 12}),
    ("tradewarz", 6, {"length": "seasons", "season_budget": 2, "post_placement": "players"}),
    ("heroes", 2, {"preset": "advanced", "rounds": 1}),
]
HOSTILE = (
    "<img src=x onerror=fail()>",
    '"><script>fail()</script>',
    "</script><b>&amp;",
    "'${fail()}\\",
    "plain",
    "-->",
)
# Words may not leave the picture: nobody could read them.
OUTSIDE = """() => {
  const svg = document.querySelector(".picture svg"), frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && (box.left < frame.left - 2 || box.right > frame.right + 2 ||
      box.top < frame.top - 2 || box.bottom > frame.bottom + 2);
  }).map((node) => node.textContent);
}"""
# Words that are too small to read, and how high their letters are on the screen.
SMALL = """() => [...document.querySelectorAll(".picture svg text")].map((node) =>
  [node.textContent, parseFloat(getComputedStyle(node).fontSize) * Math.abs(node.getScreenCTM().a)]
).filter(([words, size]) => words.trim() && size < 11)"""
# What is wider than the place it has.
SIDEWAYS = """() => [document.documentElement,
  ...document.querySelectorAll(".picture, .controls, .columns")
].filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.className)"""
BOXES = """() => [...document.querySelectorAll(".picture svg")].map((node) => {
  const box = node.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
})"""
# Right arrow after right arrow to the end; the words that left the picture on the way.
WALK = """() => {
  const outside = OUTSIDE, found = [];
  const viewer = document.querySelector(".pentarch");
  const last = document.querySelectorAll(".steps li").length;
  for (let step = 1; step <= last; step++) {
    viewer.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    if (step % 10 === 0 || step === last) found.push(...outside().map((words) => [step, words]));
  }
  return found;
}""".replace("OUTSIDE", OUTSIDE)
# What has the focus: its name for people who cannot see it, and its outline for those who can.
FOCUSED = """() => {
  const node = document.activeElement;
  const name = node.getAttribute("aria-label") || node.textContent.trim();
  return [name, getComputedStyle(node).outlineStyle];
}"""
# Where the list of steps stands after somebody went to the end and took hold of it at once.
HELD = """async (hold) => {
  const list = document.querySelector(".steps");
  const press = { key: "End", bubbles: true };
  document.querySelector(".pentarch").dispatchEvent(new KeyboardEvent("keydown", press));
  const end = list.scrollTop;
  list.dispatchEvent(new Event(hold, { bubbles: true }));
  list.scrollTop = 0;
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
  return [end, list.scrollTop];
}"""
LAST_FRAME = """(eye) => {
  const payload = JSON.parse(document.getElementById("payload").textContent);
  const viewer = pentarch.open(document.createElement("div"), payload);
  return JSON.stringify(viewer.frames(eye).frames.at(-1));
}"""


class Replay(NamedTuple):
    """A match that was played, and its page."""

    match: Match[Any]
    path: Path

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.match.steps)


def made(folder: Path, ruleset: str, seats: int, options: dict[str, Json]) -> Replay:
    match = Match(registry.get(ruleset), seats, options, 11)
    play_bots(match, [greedy(ruleset) for _ in range(seats)])
    path = folder / f"{ruleset}.html"
    path.write_text(page_of(record_of(match, list(HOSTILE[:seats]))), encoding="utf-8")
    return Replay(match, path)


@pytest.fixture(scope="module", params=registry.IDS)
def replay(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Replay:
    seats, options = SHORT[request.param]
    return made(tmp_path_factory.mktemp("replay"), request.param, seats, options)


@pytest.fixture(scope="module")
def one_replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """For what is the same in every ruleset."""
    return made(tmp_path_factory.mktemp("one"), "kingdom", *SHORT["kingdom"])


class Opened:
    """A page in the browser that remembers every complaint."""

    def __init__(self, browser: Browser, scheme: Scheme) -> None:
        self.complaints: list[str] = []
        self.page: Page = browser.new_page(
            viewport={"width": 1500, "height": 1000}, color_scheme=scheme
        )
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def show(self, replay: Replay, step: int = 0) -> Page:
        """Open a replay; a fresh load even if only the step differs."""
        self.page.goto("about:blank")
        self.page.goto(f"{replay.path.as_uri()}#step={step}" if step else replay.path.as_uri())
        self.page.wait_for_selector(".picture svg")
        return self.page


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    opened = Opened(browser, "light")
    yield opened
    opened.page.close()
    assert opened.complaints == []


def position(page: Page) -> int:
    """The step that the page says it shows."""
    return int((page.text_content(".count") or "").split("/")[0])


def test_the_keyboard_steps(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay)
    assert position(page) == 0
    for step in range(1, 6):
        page.keyboard.press("ArrowRight")
        assert position(page) == step
    page.keyboard.press("ArrowLeft")
    assert position(page) == 4
    page.keyboard.press("End")
    assert position(page) == replay.last
    page.keyboard.press("ArrowRight")
    assert position(page) == replay.last
    page.keyboard.press("Home")
    assert position(page) == 0


@pytest.mark.parametrize("hold", ["pointerdown", "wheel"])
def test_the_list_of_steps_does_not_move_under_anybodys_hands(
    one_replay: Replay, opened: Opened, hold: str
) -> None:
    end, now = opened.show(one_replay).evaluate(HELD, hold)
    assert end > 0
    assert now == 0


def test_every_step_can_be_drawn(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay)
    assert page.evaluate(WALK) == []
    assert position(page) == replay.last


def test_events_and_the_slider_lead_to_a_step(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay)
    number = replay.last // 2
    page.click(f".steps li[data-step='{number}'] b")
    assert position(page) == number
    assert page.get_attribute(".steps li.now", "data-step") == str(number)
    line = page.locator(".steps li small").first
    step = line.locator("..").get_attribute("data-step")
    line.click()
    assert position(page) == int(step or 0)
    slider = page.locator("input[type=range]")
    slider.fill(str(number + 1))
    assert position(page) == number + 1
    assert slider.get_attribute("max") == str(replay.last)
    for shown in (replay.last, 1, number):
        slider.fill(str(shown))
        expect(page.locator(".steps li.now")).to_be_in_viewport()


def test_a_link_opens_at_its_step(replay: Replay, opened: Opened) -> None:
    for step in (1, replay.last // 3, replay.last):
        assert position(opened.show(replay, step)) == step
    assert position(opened.show(replay, replay.last + 50)) == replay.last


def test_names_are_shown_as_text(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay, 3)
    chips = page.locator("header .chip").all_inner_texts()
    for seat in range(replay.match.seats):
        assert HOSTILE[seat] in chips[seat]
    assert page.locator(".pentarch img, .pentarch script, .picture b").count() == 0
    assert "<img" in (page.text_content(".picture") or "")


def test_every_seat_sees_its_own_view(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay, replay.last // 2)
    names = ["all", *SEAT_NAMES[: replay.match.seats]]
    eyes = page.locator("select[aria-label='whose view']")
    assert eyes.locator("option").evaluate_all("all => all.map(o => o.value)") == names
    ruleset = replay.match.ruleset
    for name in names:
        eyes.select_option(name)
        assert position(page) == replay.last // 2
        assert page.evaluate(OUTSIDE) == []
        if name == "all" or not ruleset.info.is_open:
            viewed = OMNISCIENT if name == "all" else SEAT_NAMES.index(name)
            expected = ruleset.view(replay.match.state, viewed)
            assert json.loads(page.evaluate(LAST_FRAME, name)) == expected


def test_clocks_and_notes_are_shown_as_text(tmp_path: Path, opened: Opened) -> None:
    match = Match(registry.get("township"), 2, {"round_cap": 5}, 11)
    play_bots(match, [greedy("township") for _ in range(2)])
    count = len(match.steps)
    enormous = "<b>" + "many words " * 100_000
    notes: list[Json] = [[1, 0, {"value": HOSTILE[0]}], [2, 0, enormous], ["odd"], 7]
    annotations: Json = {
        "how": "af" + "a" * (count - 2),
        "spent": [1_500_000] * count,
        "left": [59_000] * count,
        "notes": notes,
        "refused": [[2, 0, HOSTILE[1], "does not fit"]],
    }
    path = tmp_path / "notes.html"
    path.write_text(page_of(record_of(match, ["one", "two"], annotations)), encoding="utf-8")
    replay = Replay(match, path)
    page = opened.show(replay, 1)
    remarks = page.locator(".remarks")
    assert "answered in 1.5 s" in remarks.inner_text()
    assert "p1 59.0 s" in remarks.inner_text()
    assert HOSTILE[0] in remarks.inner_text()
    page.keyboard.press("ArrowRight")
    assert "the only legal command" in remarks.inner_text()
    assert HOSTILE[1] in remarks.inner_text()
    assert len(remarks.inner_text()) < 10_000
    box = remarks.bounding_box()
    assert box is not None
    assert box["height"] < 500
    page.locator("select[aria-label='whose view']").select_option("p2")
    assert HOSTILE[1] not in remarks.inner_text()
    assert page.locator(".remarks b, .remarks img, .remarks script").count() == 0


CHOOSE = """([legal, phrases, mine]) => {
  const payload = JSON.parse(document.getElementById("payload").textContent);
  const sent = [];
  const choices = pentarch.choices(1, legal, phrases, mine, (command) => sent.push(command));
  const root = document.getElementById("viewer");
  const viewer = pentarch.open(root, payload, { step: payload.steps.length, choices });
  choices.renew();
  const shown = () => [...root.querySelectorAll(".groups button")].map((b) => b.dataset.command);
  const before = shown(), found = {};
  const first = root.querySelector(".groups button");
  if (first) first.focus();
  const lit = root.querySelectorAll(".target.lit").length;
  for (const key of [...root.querySelectorAll(".target")].map((t) => t.dataset.key)) {
    const target = [...root.querySelectorAll(".target")].find((t) => t.dataset.key === key);
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    found[key] = shown();
    choices.pick(null);
  }
  if (before.length) root.querySelector(".groups button").click();
  viewer.close();
  return { before, found, sent, lit };
}"""


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_click_on_the_board_filters_the_legal_commands(
    ruleset: str, tmp_path: Path, opened: Opened
) -> None:
    """On the way through a match: every place that can be clicked leads to commands."""
    rules: Any = registry.get(ruleset)
    seats, options = SHORT[ruleset]
    whole = Match(rules, seats, options, 11)
    play_bots(whole, [greedy(ruleset) for _ in range(seats)])
    clickable = lit = 0
    match = Match(rules, seats, options, 11)
    path = tmp_path / "choices.html"
    looked = {len(whole.steps) * part // 6 for part in range(1, 6)}
    for number, step in enumerate(whole.steps):
        if number in looked:
            seat = match.to_act()[0]
            legal = [command.text for command in match.legal(seat)]
            phrases = [rules.phrase(command) for command in match.legal(seat)]
            course = LivePayload(match, seat, ["a"] * seats)
            path.write_text(choosing(ruleset, course.payload()), encoding="utf-8")
            opened.page.goto(path.as_uri())
            answer = opened.page.evaluate(CHOOSE, [legal, phrases, SEAT_NAMES[seat]])
            assert set(answer["before"]) <= set(legal)
            for key, commands in answer["found"].items():
                assert commands, key
                assert set(commands) <= set(legal)
            clickable += len(answer["found"])
            lit += answer["lit"]
            assert answer["sent"] == answer["before"][:1]
        match.play(step.seat, step.command)
    assert clickable
    assert lit or ruleset == "capital", "what a command is about lights up"


def choosing(ruleset: str, payload: Json) -> str:
    """A page with the viewer and its choices, as the play page has them."""
    script = "\n".join([page_script(ruleset), component.choices()])
    return (
        '<!doctype html><meta charset="utf-8"><main id="viewer"></main>'
        f'<script type="application/json" id="payload">{embed(payload)}</script>'
        f"<script>{script}</script>"
    )


@pytest.mark.parametrize("ruleset", ["kingdom", "heroes"])
def test_a_seat_does_not_see_secret_commands(ruleset: str, tmp_path: Path, opened: Opened) -> None:
    replay = made(
        tmp_path, ruleset, 2, {"max_rounds": 5} if ruleset == "kingdom" else {"rounds": 1}
    )
    page = opened.show(replay, 1)
    seat = SEAT_NAMES[replay.match.steps[0].seat]
    other = "p2" if seat == "p1" else "p1"
    command = replay.match.steps[0].command.text
    said = replay.match.ruleset.phrase(replay.match.steps[0].command)
    first = page.locator(".steps li[data-step='1'] span")
    eyes = page.locator("select[aria-label='whose view']")
    for eye, expected in (("all", said), (seat, said), (other, "…")):
        eyes.select_option(eye)
        assert first.inner_text() == expected
        drawn = page.text_content(".picture") or ""
        assert any(words in drawn for words in (command, said)) == (expected == said)
    eyes.select_option("all")
    page.get_by_role("button", name="commands and events as programs know them").click()
    assert first.inner_text() == command


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_boards_are_drawn_on_paper_of_their_scheme(
    replay: Replay, browser: Browser, scheme: Scheme
) -> None:
    opened = Opened(browser, scheme)
    papers = {"light": "rgb(255, 255, 255)", "dark": "rgb(18, 22, 29)"}
    ruleset = replay.match.ruleset.info.id
    for label, step in (("start", 0), ("middle", replay.last // 2), ("end", replay.last)):
        page = opened.show(replay, step)
        paper = "getComputedStyle(document.querySelector('.pentarch')).backgroundColor"
        assert page.evaluate(paper) == papers[scheme]
        page.locator(".legend summary").click()
        picture(page, f"board-{ruleset}-{label}-{scheme}")
    opened.page.close()
    assert opened.complaints == []


def test_on_a_phone_the_areas_of_the_board_are_stacked(replay: Replay, opened: Opened) -> None:
    opened.page.set_viewport_size({"width": 390, "height": 844})
    page = opened.show(replay, replay.last // 2)
    assert page.evaluate(SIDEWAYS) == []
    pieces = page.locator(".picture svg")
    count = pieces.count()
    assert count >= replay.match.seats
    boxes = page.evaluate(BOXES)
    for (_, upper, _, height), (left, top, width, _) in pairwise(boxes):
        assert top >= upper + height - 1
        assert left >= 0
        assert left + width <= 390
    # What a wide board reports in a strip of its own is told in words.
    assert replay.match.ruleset.phrase(replay.match.steps[replay.last // 2 - 1].command) in (
        page.locator(".told").inner_text()
    )
    assert position(page) == replay.last // 2
    page.get_by_role("button", name="next step (right)").click()
    assert position(page) == replay.last // 2 + 1
    picture(page, f"board-{replay.match.ruleset.info.id}-phone")
    page.set_viewport_size({"width": 1360, "height": 1000})
    expect(pieces).to_have_count(1)
    expect(page.locator(".told")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(pieces).to_have_count(count)


def test_no_word_is_smaller_than_eleven_pixels(replay: Replay, opened: Opened) -> None:
    opened.page.set_viewport_size({"width": 1360, "height": 1000})
    for step in (0, replay.last // 2, replay.last):
        assert opened.show(replay, step).evaluate(SMALL) == []


def test_the_board_tells_what_its_signs_mean(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay)
    page.locator(".legend summary").click()
    lines = page.locator(".legend li")
    assert lines.count() >= 8
    for line in lines.all():
        assert line.inner_text().strip()
        assert line.locator("svg *").count()


def test_whoever_goes_by_keyboard_sees_where(replay: Replay, opened: Opened) -> None:
    """Everything that can be used has a name, and shows when it has the focus."""
    page = opened.show(replay)
    names = []
    for _ in range(12):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(FOCUSED)
        names.append(name)
        assert name, "a control without a name"
        assert outline == "solid", name
    assert {"step", "speed", "whose view"} <= set(names)
    assert "the board: " in (page.get_attribute(".picture", "aria-label") or "")


def test_the_steps_are_gone_through_with_the_keyboard(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay, 2)
    now = page.locator(".steps [aria-current=step]")
    assert now.locator("xpath=..").get_attribute("data-step") == "2"
    now.locator("xpath=ancestor::details/summary").focus()
    page.keyboard.press("Tab")
    expect(now).to_be_focused()
    for step in (3, 4, 5):
        page.keyboard.press("ArrowDown")
        assert position(page) == step
        expect(now).to_be_focused()
    page.keyboard.press("ArrowUp")
    assert position(page) == 4
    # What a screen reader says once the step stands still.
    said = replay.match.ruleset.phrase(replay.match.steps[3].command)
    expect(page.get_by_role("status")).to_contain_text(said)
    expect(page.get_by_role("status")).to_contain_text(f"Step 4 of {replay.last}")


def test_the_charts_are_reached_with_the_keyboard(one_replay: Replay, opened: Opened) -> None:
    page = opened.show(one_replay, 2)
    page.locator(".legend summary").focus()
    plots = page.locator(".plot").all()
    assert plots
    for plot in plots:
        page.keyboard.press("Tab")
        expect(plot).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert position(page) == 3
    expect(plots[-1]).to_have_attribute("aria-valuenow", "3")
    expect(plots[-1]).to_have_attribute("aria-valuetext", re.compile("p1 .*p2 "))


def test_steps_stand_under_headings_that_fold(one_replay: Replay, opened: Opened) -> None:
    page = opened.show(one_replay)
    heads = page.locator(".steps summary")
    assert heads.count() > 1
    assert len(set(heads.all_inner_texts())) > 1
    heads.last.click()
    last = page.locator(f".steps li[data-step='{one_replay.last}']")
    expect(last).to_be_hidden()
    page.keyboard.press("End")
    expect(last).to_be_visible()


def test_steps_are_searched_and_filtered(one_replay: Replay, opened: Opened) -> None:
    page = opened.show(one_replay)
    shown = page.locator(".steps li:not([hidden])")
    page.get_by_label("steps of which seat").select_option("1")
    own = [step for step in one_replay.match.steps if step.seat == 1]
    assert shown.count() == len(own)
    word = one_replay.match.ruleset.phrase(own[-1].command).split()[0]
    page.get_by_label("search the steps").fill(word)
    assert 0 < shown.count() <= len(own)
    for words in shown.all_text_contents():
        assert word.lower() in words.lower()
    page.get_by_label("search the steps").fill("no such words")
    expect(page.get_by_text("No step fits.")).to_be_visible()
    page.get_by_label("search the steps").fill("")
    page.get_by_label("steps of which seat").select_option("")
    page.get_by_label("kind of steps").select_option("battles")
    assert shown.count() < one_replay.last


def test_every_board_can_be_read_in_words(replay: Replay, opened: Opened) -> None:
    page = opened.show(replay, replay.last // 2)
    page.get_by_role("button", name="the board in words").press("Space")
    words = page.get_by_role("region", name="the board in words")
    expect(words).to_be_visible()
    expect(page.locator(".picture")).to_be_hidden()
    before = words.inner_text()
    for seat in SEAT_NAMES[: replay.match.seats]:
        assert seat in before
    assert "[object" not in before
    page.keyboard.press("Home")
    assert words.inner_text() != before


def test_orders_are_said_in_words(one_replay: Replay, opened: Opened) -> None:
    """What a seat has ordered stands in its panel as in the list of steps, not in codes."""
    steps = one_replay.match.steps
    number = next(
        i for i, step in enumerate(steps, 1) if step.command.text.startswith(("move", "train"))
    )
    command = steps[number - 1].command
    page = opened.show(one_replay, number)
    drawn = page.locator(".picture text").all_text_contents()
    said = one_replay.match.ruleset.phrase(command)
    assert any(re.match(rf"\d+ {re.escape(said[:12])}", words) for words in drawn)
    assert not any(re.match(rf"\d+ {re.escape(command.text)}$", words) for words in drawn)


def test_the_banner_says_who_won_and_by_which_rule(one_replay: Replay, opened: Opened) -> None:
    page = opened.show(one_replay)
    outcome = one_replay.match.outcome
    assert outcome is not None
    banner = page.locator(".banner").inner_text()
    assert f"rule {outcome.rule}." in banner
    assert f"p{outcome.ranks.index(1) + 1} {HOSTILE[outcome.ranks.index(1)]}" in banner


@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(id, marks=[pytest.mark.long] * (id != "kingdom")) for id in registry.IDS],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_from_using_it(
    ruleset: str, scheme: Scheme, browser: Browser, tmp_path: Path
) -> None:
    opened = Opened(browser, scheme)
    replay = made(tmp_path, ruleset, *SHORT[ruleset])
    page = opened.show(replay, replay.last // 2)
    page.locator(".legend summary").click()
    assert violations(page) == []
    page.get_by_role("button", name="the board in words").click()
    assert violations(page) == []
    page.close()


@pytest.mark.parametrize(("ruleset", "seats", "options"), MORE)
def test_other_maps_and_modes_are_drawn(
    ruleset: str, seats: int, options: dict[str, Json], tmp_path: Path, opened: Opened
) -> None:
    replay = made(tmp_path, ruleset, seats, options)
    page = opened.show(replay)
    for eye in ("all", "p2"):
        page.select_option("select[aria-label='whose view']", eye)
        page.locator("input[type=range]").fill("0")
        assert position(page) == 0
        assert page.evaluate(WALK) == []
        assert position(page) == replay.last
        page.locator("input[type=range]").fill(str(replay.last * 2 // 3))
        picture(page, f"board-{ruleset}-{seats}-{eye}")
