"""Figures that people judge, printed: pages on a large store, and a long record in the viewer.

The times are this machine's, as busy as it is; nothing is asserted of them. Beside them stands the
CPU time that the server and all processes of the browser took, which depends less on that.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from bots.greedy import greedy
from dashboard.viewer.page import page as page_of
from engine import registry
from engine.match import Match
from engine.plain import Json
from engine.record import record_of
from tests.dashboard.serving import PATIENCE, ROOT, serving, visit
from tests.playing import play_bots
from tests.services import Postgres

MATCHES = 100_000
STEPS = 100
# Matches with at least a thousand steps, at the most seats.
LONG: dict[str, dict[str, Json]] = {
    "township": {},
    "kingdom": {"max_rounds": 40},
    "capital": {"round_cap": 40},
    "heroes": {"rounds": 12},
    "tradewarz": {"length": "years", "years": 8},
}
ADDRESSES = {
    "ladder": ("ladder?ruleset=kingdom", "Ladder"),
    "ladder of all": ("ladder", "Ladder"),
    "tournaments": ("tournaments", "Tournaments"),
    "a tournament": ("tournaments?tournament=3", "Standings"),
    "matches": ("matches", "Matches"),
    "matches of a bot": ("matches?bot=bot-003&state=rated", "Matches"),
    "matches by steps": ("matches?sort=-steps", "Matches"),
    "a match": ("replay?match=500", "Match 500"),
    "replay": ("replay", "Replay"),
    "live": ("live", "Live"),
    "play": ("play", "Play"),
    "bots": ("bots", "Bots"),
    "a bot": ("bots?bot=bot-003", "bot-003"),
    "health": ("health", "Health"),
}
# Steps, laid out but not painted or each painted; milliseconds of each, shortest first.
WALK = """async ([count, isPainted]) => {
  const times = [];
  for (let i = 0; i < count; i++) {
    const began = performance.now();
    viewer.go(viewer.step + 1);
    document.querySelector(".picture svg").getBoundingClientRect();
    times.push(performance.now() - began);
    if (isPainted) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
  return times.sort((a, b) => a - b);
}"""
REOPEN = """() => {
  const payload = JSON.parse(document.getElementById("payload").textContent);
  window.viewer = pentarch.open(document.getElementById("viewer"), payload);
  viewer.go(Math.floor(payload.steps.length / 2));
}"""


@pytest.fixture(params=["sqlite", "postgresql"])
def large(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'large.db'}"
        _seed(url)
        yield url
        return
    server = Postgres()
    try:
        url = server.url(server.create())
        _seed(url)
        yield url
    finally:
        server.stop()


def _seed(url: str) -> None:
    line = [sys.executable, "-m", "arbiter.store.seeding", url, str(MATCHES)]
    subprocess.run(line, cwd=ROOT, check=True)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_every_page_on_a_large_store(large: str, browser: Browser, tmp_path: Path) -> None:
    kind = large.partition(":")[0]
    folder = tmp_path / "server"
    folder.mkdir()
    with serving(folder, PENTARCH_DATABASE=large) as served:
        page = browser.new_page(viewport={"width": 1360, "height": 1000})
        visit(page, f"{served.address}/health", "Health")
        for name, (path, heading) in ADDRESSES.items():
            began, server, client = time.perf_counter(), cpu_of(served.pid), cpu_of_browser(browser)
            visit(page, f"{served.address}/{path}", heading)
            print(
                f"{kind}: {name} with {MATCHES} matches: {time.perf_counter() - began:.2f} s; "
                f"CPU {cpu_of(served.pid) - server:.2f} s in the server, "
                f"{cpu_of_browser(browser) - client:.2f} s in the browser",
                flush=True,
            )
        page.close()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_long_record_opens_and_steps(ruleset: str, browser: Browser, tmp_path: Path) -> None:
    rules: Any = registry.get(ruleset)
    match = Match(rules, rules.info.max_seats, LONG[ruleset], 3)
    play_bots(match, [greedy(ruleset) for _ in range(match.seats)])
    path = tmp_path / "replay.html"
    path.write_text(page_of(record_of(match, ["bot"] * match.seats)), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1500, "height": 1000})
    began, before = time.perf_counter(), cpu_of_browser(browser)
    page.goto(path.as_uri())
    expect(page.locator(".picture svg")).to_be_visible(timeout=PATIENCE)
    opened, worked = time.perf_counter() - began, cpu_of_browser(browser) - before
    page.evaluate(REOPEN)
    half, most, bare = _stepped(browser, page, is_painted=False)
    *_, painted = _stepped(browser, page, is_painted=True)
    print(
        f"{ruleset}, {match.seats} seats, {len(match.steps)} steps: opens in {opened:.2f} s "
        f"(CPU {worked:.2f} s), a step takes {half:.1f} ms, one in twenty at least {most:.1f} ms "
        f"(CPU {bare:.1f} ms, {painted:.1f} ms with painting by software)",
        flush=True,
    )
    page.close()


def cpu_of(pid: int) -> float:
    """The seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_of_browser(browser: Browser) -> float:
    """The seconds of CPU that all processes of the browser have used."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(float(process["cpuTime"]) for process in found)


def _stepped(browser: Browser, page: Page, *, is_painted: bool) -> tuple[float, float, float]:
    """The median and the slow end of many steps, and the CPU of each, in milliseconds."""
    before = cpu_of_browser(browser)
    times: list[float] = page.evaluate(WALK, [STEPS, is_painted])
    spent = (cpu_of_browser(browser) - before) / STEPS * 1000
    return times[len(times) // 2], times[len(times) * 19 // 20], spent
