"""The real server in a real browser: every page in light and dark, a deep link, and the keyboard.

Pictures are kept in the folder that PENTARCH_SCREENSHOTS names.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, expect

from pentarch.arbiter.store import Store, matches
from tests.dashboard import scenes
from tests.dashboard.access import violations
from tests.dashboard.scenes import Scene
from tests.dashboard.serving import PATIENCE, serving, settled, shoot, unfold, visit
from tests.waiting import until

WIDTH = "document.querySelector('[data-testid=stMain]').scrollWidth"
# Many pages in one test: a busy machine needs long for them.
pytestmark = pytest.mark.timeout(1200)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return scenes.build(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def address(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server"), PENTARCH_DATABASE=scene.url) as served:
        yield served.address


@pytest.mark.parametrize("look", ["light", "dark", "narrow"])
def test_every_page_in_a_browser(look: str, scene: Scene, address: str, browser: Browser) -> None:
    scheme: Literal["light", "dark"] = "dark" if look == "dark" else "light"
    width = 420 if look == "narrow" else 1360
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 1000})
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("dialog", lambda dialog: errors.append(f"a dialog opened: {dialog.message}"))
    # Nothing is fetched from anywhere but the dashboard itself.
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((address, "data:", "blob:"))
            else errors.append(f"fetched {request.url}")
        ),
    )
    page.on(
        "response",
        lambda answer: (
            errors.append(f"{answer.status}: {answer.url}") if answer.status >= 400 else None
        ),
    )
    addresses = {
        "home": ("", "Pentarch"),
        "ladder": ("ladder?ruleset=township", "Ladder"),
        "tournaments": ("tournaments", "Tournaments"),
        "tournament": ("tournaments?tournament=5", "Standings"),
        "matches": ("matches", "Matches"),
        "replays": ("replay", "Replay"),
        "live": (f"live?match={scene.leased}", "Live"),
        "play": ("play", "Play"),
        "rules": ("rules?ruleset=capital", "Rules"),
        "bots": ("bots", "Bots"),
        "bot": ("bots?bot=bot-008", "bot-008"),
        "compare": ("compare?a=bot-001&b=bot-002", "Compare"),
        "health": ("health", "Health"),
        "submit": ("submit", "Submit a bot"),
        "create": ("create?format=swiss", "Create a tournament: Swiss"),
        "set-up": ("play?ruleset=kingdom", "Play Kingdom Command"),
    }
    for name, (path, heading) in addresses.items():
        visit(page, f"{address}/{path}", heading)
        if name == "ladder":
            for tab in ("History", "Matchups", "By seat"):
                page.get_by_role("tab", name=tab).click()
                what = ".sheet table" if tab == "By seat" else "[data-testid=stVegaLiteChart]"
                shown = page.locator(f"[role=tabpanel] {what}:visible")
                expect(shown).to_have_count(1, timeout=PATIENCE)
                shoot(page, f"ladder-{tab.lower().replace(' ', '-')}-{look}")
            page.get_by_role("tab", name="Ratings").click()
        if name == "bot":
            for tab in ("Seats and tables", "Versions compared", "Openings", "Faults"):
                page.get_by_role("tab", name=tab).click()
                shown = page.locator("[role=tabpanel] .sheet table:visible")
                expect(shown.first).to_be_visible(timeout=PATIENCE)
                shoot(page, f"bot-{tab.lower().replace(' ', '-')}-{look}")
        shoot(page, f"{name}-{look}")
        assert page.evaluate(WIDTH) <= width, name
        if look != "narrow" or name == "home":
            assert violations(page) == [], name
    visit(page, f"{address}/replay?match={scene.replay}&step=40", f"Match {scene.replay}")
    frame = page.locator(".frame")
    expect(frame.locator(".picture svg").first).to_be_visible(timeout=PATIENCE)
    expect(frame).to_have_attribute("data-theme", scheme)
    shoot(page, f"replay-{look}")
    assert page.evaluate(WIDTH) <= width
    assert violations(page) == []
    assert errors == []
    context.close()


def test_a_deep_link_opens_at_its_step_and_the_keyboard_steps(
    scene: Scene, address: str, browser: Browser, tmp_path: Path
) -> None:
    context = browser.new_context(accept_downloads=True)
    page = context.new_page()
    visit(page, f"{address}/replay?match={scene.replay}&step=7", f"Match {scene.replay}")
    count = page.locator(".pentarch .count")
    expect(count).to_have_text(f"7 / {scene.steps}", timeout=PATIENCE)
    page.locator(".pentarch").focus()
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"8 / {scene.steps}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"6 / {scene.steps}")
    page.wait_for_url("**/replay?match=*&step=6")
    page.keyboard.press("End")
    expect(count).to_have_text(f"{scene.steps} / {scene.steps}")
    page.keyboard.press("Home")
    expect(count).to_have_text(f"0 / {scene.steps}")
    page.locator(".pentarch .steps li").nth(4).click()
    expect(count).to_have_text(f"5 / {scene.steps}")
    assert page.locator(".pentarch img").count() == 0
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="HTML").click()
    file = tmp_path / "match.html"
    download.value.save_as(file)
    context.set_offline(True)
    page.goto(file.as_uri())
    page.keyboard.press("End")
    expect(page.locator(".count")).to_have_text(f"{scene.steps} / {scene.steps}")
    assert page.locator("img").count() == 0
    context.close()


def test_the_view_of_a_seat_comes_when_it_is_chosen(
    scene: Scene, address: str, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/replay?match={scene.hidden}&step=2", f"Match {scene.hidden}")
    commands = page.locator(".pentarch .steps li span")
    before = commands.all_inner_texts()
    assert "…" not in before
    page.get_by_label("whose view").select_option("p2")
    expect(commands.filter(has_text="…").first).to_be_visible(timeout=PATIENCE)
    page.get_by_label("whose view").select_option("all")
    until(lambda: commands.all_inner_texts() == before)
    page.close()


def test_a_walk_from_the_ladder_to_a_replay_and_home_with_it(
    scene: Scene, address: str, browser: Browser, tmp_path: Path
) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000}, accept_downloads=True)
    visit(page, f"{address}/ladder?ruleset=township", "Ladder")
    page.locator(".sheet tbody tr").first.click()
    page.wait_for_url("**/bots?bot=bot-*", timeout=PATIENCE)
    bot = player(scene)
    visit(page, f"{address}/bots?bot={bot}", bot)
    page.get_by_role("link", name=str(scene.replay), exact=True).last.click()
    page.wait_for_url(f"**/replay?match={scene.replay}", timeout=PATIENCE)
    count = page.locator(".pentarch .count")
    expect(count).to_have_text(f"0 / {scene.steps}", timeout=PATIENCE)
    page.locator(".pentarch .steps li").nth(9).click()
    expect(count).to_have_text(f"10 / {scene.steps}")
    page.locator(".pentarch .plot").first.click()
    expect(count).not_to_have_text(f"10 / {scene.steps}")
    middle = count.inner_text()
    # A chart is not as wide as the match is long.
    assert abs(int(middle.split()[0]) - scene.steps / 2) <= 2
    page.get_by_label("whose view").select_option("p2")
    expect(count).to_have_text(middle)
    with page.expect_download(timeout=PATIENCE) as download:
        page.get_by_role("button", name="HTML").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    page.goto(f"{file.as_uri()}#step=12")
    expect(page.locator(".count")).to_have_text(f"12 / {scene.steps}")
    page.close()


def player(scene: Scene) -> str:
    """A bot that played the match worth replaying."""
    store = Store(scene.url)
    with store.reading() as session:
        name = matches.get(session, scene.replay).seats[0].version.bot.name
    store.close()
    return name


def test_a_click_on_a_row_opens_the_match(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/matches?state=rated&ruleset=township", "Matches")
    page.locator(".sheet tbody td").nth(3).click()
    page.wait_for_url("**/replay?match=*", timeout=PATIENCE)
    expect(page.get_by_text("Seats", exact=True)).to_be_visible(timeout=PATIENCE)
    page.close()


def test_a_click_on_a_header_sorts_the_whole_listing(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/bots", "Bots")
    page.get_by_role("button", name="bot ▲").click()
    page.wait_for_url("**/bots?sort=-name", timeout=PATIENCE)
    settled(page)
    page.close()


def test_tables_are_used_with_the_keyboard_alone(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/matches?ruleset=township", "Matches")
    page.get_by_role("button", name="steps", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/matches?*sort=-steps*", timeout=PATIENCE)
    expect(page.get_by_role("button", name="steps ▼")).to_be_focused()
    link = page.locator(".sheet a").first
    page.locator(".sheet button").last.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert "matches" in page.url
    number = link.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/replay?match={number}", timeout=PATIENCE)
    page.close()


def test_a_link_keeps_whose_view_it_is(scene: Scene, address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/replay?match={scene.hidden}&step=2&eye=p2", f"Match {scene.hidden}")
    commands = page.locator(".pentarch .steps li span")
    expect(commands.filter(has_text="…").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_label("whose view")).to_have_value("p2")
    page.get_by_label("whose view").select_option("p1")
    page.wait_for_url("**/replay?match=*&step=2&eye=p1", timeout=PATIENCE)
    page.close()


def test_keys_step_without_a_click_on_the_viewer(
    scene: Scene, address: str, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/matches?state=rated&ruleset=township", "Matches")
    page.get_by_role("link", name=str(scene.replay), exact=True).click()
    count = page.locator(".pentarch .count")
    expect(count).to_have_text(f"0 / {scene.steps}", timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"1 / {scene.steps}")
    page.get_by_role("heading", name=f"Match {scene.replay}").click()
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"2 / {scene.steps}")
    page.close()


def test_the_banner_leads_to_where_the_match_turned(
    scene: Scene, address: str, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/replay?match={scene.replay}", f"Match {scene.replay}")
    turned = page.locator(".pentarch .banner").get_by_role("button", name="It turned at step")
    expect(turned).to_be_visible(timeout=PATIENCE)
    step = turned.inner_text().split()[-1]
    turned.click()
    expect(page.locator(".pentarch .count")).to_have_text(f"{step} / {scene.steps}")
    assert int(step) == scene.steps // 2
    page.close()


def test_the_rules_of_the_commands_stand_beside_them(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/play?ruleset=township", "Play Township")
    page.get_by_role("button", name="Start", exact=True).click()
    choices = page.locator(".pentarch .choices .groups button")
    expect(choices.first).to_be_visible(timeout=PATIENCE)
    rules = page.locator(".pentarch .rules")
    rules.locator("summary").click()
    verbs = {one.partition(" ")[0] for one in _commands(choices)}
    expect(rules.locator("dt").first).to_be_visible()
    assert {one.partition(" ")[0] for one in rules.locator("dt").all_inner_texts()} == verbs
    assert "TS-" in rules.locator("dd").first.inner_text()
    # They stay open while the match goes on.
    turn = page.locator(".pentarch .choices").get_attribute("data-turn")
    choices.first.click()
    expect(page.locator(f".pentarch .choices:not([data-turn='{turn}'])")).to_be_visible(
        timeout=PATIENCE
    )
    expect(rules.locator("dt").first).to_be_visible(timeout=PATIENCE)
    page.close()


def _commands(choices: Locator) -> list[str]:
    return [one.get_attribute("data-command") or "" for one in choices.all()]


def test_somebody_plays_on_from_a_step(scene: Scene, address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/replay?match={scene.replay}&step=30", f"Match {scene.replay}")
    page.get_by_role("button", name="play on from here, at any seat").click()
    page.wait_for_url(f"**/play?match={scene.replay}&step=30", timeout=PATIENCE)
    expect(page.get_by_text(f"--from {scene.replay} --step 31")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Start", exact=True).click()
    choices = page.locator(".pentarch .choices .groups button")
    expect(choices.first).to_be_visible(timeout=PATIENCE)
    count = page.locator(".pentarch .count")
    expect(count).to_have_text("30 / 30")
    choices.first.click()
    expect(count).not_to_have_text("30 / 30", timeout=PATIENCE)
    expect(choices.first).to_be_visible(timeout=PATIENCE)
    # Beside the board of an earlier step there is nothing to choose.
    page.keyboard.press("Home")
    expect(choices.first).to_be_hidden()
    page.get_by_role("button", name="Go to the last step to choose").click()
    expect(choices.first).to_be_visible()
    page.close()


def test_on_a_phone_the_commands_are_at_hand(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    visit(page, f"{address}/play?ruleset=kingdom", "Play Kingdom Command")
    page.get_by_role("button", name="Start", exact=True).click()
    choices = page.locator(".pentarch .choices")
    expect(choices.locator("summary").first).to_be_visible(timeout=PATIENCE)
    box = choices.bounding_box()
    assert box is not None
    assert box["y"] + 60 < 844
    assert page.locator(".pentarch .picture svg").count() > 2
    assert page.evaluate(WIDTH) <= 390
    shoot(page, "playing-phone")
    page.close()


def test_two_matches_stand_side_by_side(scene: Scene, address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/replay?match={scene.replay}&step=4", f"Match {scene.replay}")
    # Beside itself there is no difference.
    unfold(page, "Side by side with another match")
    page.get_by_label("Another match of Township").fill(str(scene.replay))
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url(f"**/replay?match={scene.replay}&with={scene.replay}*", timeout=PATIENCE)
    counts = page.locator(".pentarch .count")
    expect(counts).to_have_count(2, timeout=PATIENCE)
    expect(page.get_by_text("Both are the same, step for step.")).to_be_visible()
    page.locator(".side section").first.press("ArrowRight")
    expect(counts.first).to_have_text(f"1 / {scene.steps}")
    expect(counts.last).to_have_text(f"1 / {scene.steps}")
    page.wait_for_url("**/replay?*with=*&step=1", timeout=PATIENCE)
    shoot(page, "pair-page")
    for other in (scene.hidden, scene.unverified):
        visit(page, f"{address}/replay?match={scene.replay}&with={other}", "Seats")
        said = page.get_by_text(f"Match {other} cannot stand beside this one")
        expect(said).to_be_visible(timeout=PATIENCE)
        expect(counts).to_have_count(1)
    page.close()
