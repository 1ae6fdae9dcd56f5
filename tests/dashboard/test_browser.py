"""The real server in a real browser: every page in light and dark, a deep link, and the keyboard.

Screenshots are written to the folder that PENTARCH_SCREENSHOTS names, else to the test's own.
"""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.dashboard import scenes
from tests.dashboard.scenes import Scene

ROOT = Path(__file__).parents[2]
PATIENCE = 60_000


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return scenes.build(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def address(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        listen = f"127.0.0.1:{probe.getsockname()[1]}"
    folder = tmp_path_factory.mktemp("server")
    environment = {
        **os.environ,
        "PENTARCH_DATABASE": scene.url,
        "PENTARCH_DATA": str(folder),
        "PENTARCH_DASHBOARD": listen,
    }
    with open(folder / "log", "wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "dashboard"], cwd=ROOT, env=environment, stdout=log, stderr=log
        )
    try:
        _await(f"http://{listen}/_stcore/health", server, folder / "log")
        yield f"http://{listen}"
    finally:
        server.terminate()
        server.wait(timeout=20)


def _await(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(log.read_text())


def visit(page: Page, url: str, heading: str) -> None:
    page.goto(url, timeout=PATIENCE)
    found = page.get_by_role("heading", name=heading, exact=True).first
    expect(found).to_be_visible(timeout=PATIENCE)
    running = page.locator('[data-testid="stStatusWidget"]')
    expect(running).to_have_count(0, timeout=PATIENCE)
    expect(page.locator('[data-testid="stException"]')).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_in_a_browser(
    scheme: str, scene: Scene, address: str, browser: Browser, tmp_path: Path
) -> None:
    folder = Path(os.environ.get("PENTARCH_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": 1360, "height": 1000},
    )
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
    addresses = {
        "ladder": ("ladder?ruleset=township", "Ladder"),
        "tournaments": ("tournaments", "Tournaments"),
        "tournament": ("tournaments?tournament=5", "Standings"),
        "matches": ("matches", "Matches"),
        "replays": ("replay", "Replay"),
        "live": (f"live?match={scene.leased}", "Live"),
        "bots": ("bots", "Bots"),
        "bot": ("bots?bot=bot-008", "bot-008"),
        "health": ("health", "Health"),
    }
    for name, (path, heading) in addresses.items():
        visit(page, f"{address}/{path}", heading)
        if name == "ladder":
            for tab in ("History", "Matchups"):
                page.get_by_role("tab", name=tab).click()
                expect(page.locator("[data-testid=stVegaLiteChart]:visible")).to_have_count(
                    1, timeout=PATIENCE
                )
                _shoot(page, folder / f"ladder-{tab.lower()}-{scheme}.png")
            page.get_by_role("tab", name="Ratings").click()
        _shoot(page, folder / f"{name}-{scheme}.png")
    visit(page, f"{address}/replay?match={scene.replay}&step=40", f"Match {scene.replay}")
    frame = page.locator(".frame")
    expect(frame.locator(".picture svg")).to_be_visible(timeout=PATIENCE)
    assert frame.get_attribute("data-theme") == scheme
    _shoot(page, folder / f"replay-{scheme}.png")
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


def test_a_click_on_a_row_opens_the_match(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    visit(page, f"{address}/matches?state=rated&ruleset=township", "Matches")
    table = page.locator('[data-testid="stDataFrame"]').first
    expect(table).to_be_visible(timeout=PATIENCE)
    table.click(position={"x": 60, "y": 52})
    page.wait_for_url("**/replay?match=*", timeout=PATIENCE)
    expect(page.get_by_text("Seats", exact=True)).to_be_visible(timeout=PATIENCE)
    page.close()


def _shoot(page: Page, path: Path) -> None:
    expect(page.locator('[data-testid="stSkeleton"]')).to_have_count(0, timeout=PATIENCE)
    # Tables and charts draw themselves a moment after they are there.
    page.wait_for_timeout(700)
    page.screenshot(path=path, full_page=True)
