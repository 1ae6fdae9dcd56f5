"""The dashboard as a server of its own, and what tests do with its pages in a browser."""

import contextlib
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

from tests import waiting
from tests.processes import free_ports

ROOT = Path(__file__).parents[2]
PATIENCE = waiting.PATIENCE * 1000
"""As the browser counts, in milliseconds."""
MOST_LOOKS = 10
STILL = "Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => null)"


@dataclass(frozen=True)
class Served:
    """A dashboard that runs: where, and as which process."""

    address: str
    pid: int


@contextlib.contextmanager
def serving(folder: Path, **environment: str) -> Iterator[Served]:
    """The dashboard on a free port with settings of its own."""
    listen = f"127.0.0.1:{free_ports(1)[0]}"
    settings = {"PENTARCH_DATA": str(folder), "PENTARCH_DASHBOARD": listen, **environment}
    with _running([sys.executable, "-m", "pentarch.dashboard"], folder, listen, settings) as served:
        yield served


@contextlib.contextmanager
def streamlit(folder: Path, script: Path) -> Iterator[Served]:
    """Another script as a page on a free port."""
    [port] = free_ports(1)
    line = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(port)]
    line += ["--server.address", "127.0.0.1", "--server.headless", "true"]
    line += ["--browser.gatherUsageStats", "false", "--server.fileWatcherType", "none"]
    with _running(line, folder, f"127.0.0.1:{port}", {}) as served:
        yield served


@contextlib.contextmanager
def _running(
    line: list[str], folder: Path, listen: str, settings: dict[str, str]
) -> Iterator[Served]:
    log = folder / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            line, cwd=ROOT, env={**os.environ, **settings}, stdout=output, stderr=output
        )
    try:
        _await(f"http://{listen}/_stcore/health", server, log)
        yield Served(f"http://{listen}", server.pid)
    finally:
        server.terminate()
        server.wait(waiting.PATIENCE)


def visit(page: Page, url: str, heading: str) -> None:
    """Open a page and wait until it is there whole."""
    page.goto(url, timeout=PATIENCE)
    found = page.get_by_role("heading", name=heading, exact=True).first
    expect(found).to_be_visible(timeout=PATIENCE)
    settled(page)


def unfold(page: Page, words: str) -> None:
    """Open a part of the page that is folded up, and watch until it is open: what moves closes the
    lists in it, and is not where it was when it is clicked."""
    page.get_by_text(words).click()
    page.evaluate(STILL)


def settled(page: Page) -> None:
    """Wait until the server has nothing more to say, and nothing went wrong."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)
    expect(page.locator('[data-testid="stStatusWidget"]')).to_have_count(0, timeout=PATIENCE)
    expect(page.locator('[data-testid="stSkeleton"]')).to_have_count(0, timeout=PATIENCE)
    expect(page.locator('[data-testid="stException"]')).to_have_count(0)


def shoot(page: Page, name: str) -> None:
    """Wait for a whole page of the dashboard, and keep a picture of it, however long it is."""
    settled(page)
    picture(page, name, "document.querySelector('[data-testid=stMain]').scrollHeight")


def picture(page: Page, name: str, height: str = "document.body.scrollHeight") -> None:
    """Keep a picture of everything on a page in a window that is high enough for it, if somebody
    wants to look at pictures: PENTARCH_SCREENSHOTS names a folder for them.

    The browser's own way to do that forgets how far lists are scrolled.
    """
    if not (folder := os.environ.get("PENTARCH_SCREENSHOTS")):
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    usual = page.viewport_size
    assert usual is not None
    needed: int = page.evaluate(height)
    page.set_viewport_size({"width": usual["width"], "height": max(usual["height"], needed)})
    Path(folder, f"{name}.png").write_bytes(_drawn(page))
    page.set_viewport_size(usual)


def _drawn(page: Page) -> bytes:
    """A picture of what stands still: tables and charts draw themselves after they are there."""
    shown = page.screenshot()
    for _ in range(MOST_LOOKS):
        before, shown = shown, page.screenshot()
        if shown == before:
            break
    return shown


def _await(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    def is_up() -> bool:
        assert server.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(url, timeout=waiting.PATIENCE).close()
        except OSError:
            return False
        return True

    waiting.until(is_up, what=f"{url} answers")
