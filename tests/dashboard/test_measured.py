"""Figures that people judge, printed: pages on a large store, and long records in the viewer.

A page is loaded when its content is there, its tables and charts are drawn, and Streamlit has
nothing more to run. The browser has been here before, so its cache is warm; what it still needs
for a Streamlit page that shows nothing but a title is measured in the same run. The times are this
machine's, as busy as it is: nothing is asserted of them, and the load stands beside them. The CPU
that server and browser need for a page is what it would take about on a machine with nothing else
to do.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pentarch.arbiter.store import Ask, Store, matches
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.words import MatchState
from pentarch.bots.greedy import greedy
from pentarch.dashboard.viewer.page import page as page_of
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import record_of
from tests.dashboard import scenes
from tests.dashboard.serving import PATIENCE, ROOT, Served, serving, streamlit
from tests.playing import play_bots
from tests.services import Postgres

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

MATCHES = 100_000
GIVEN = os.environ.get("PENTARCH_LARGE", "")
"""The address of a large store that is there already, to be measured instead of new ones."""
SEATS = {"township": 2, "kingdom": 4, "capital": 4, "heroes": 3, "tradewarz": 6}
"""The seats that matches of the seeded store have."""
STEPS = 100
# Matches of about a thousand steps; capital's are short whatever is asked for.
LONG: dict[str, dict[str, Json]] = {
    "township": {},
    "kingdom": {"max_rounds": 40},
    "capital": {"round_cap": 40},
    "heroes": {"rounds": 12},
    "tradewarz": {"length": "years", "years": 8},
}


@dataclass(frozen=True)
class Address:
    """A page: where it is, its heading, and what must be drawn on it."""

    path: str
    heading: str
    drawn: tuple[str, ...] = ()


TABLE = ".sheet table"
CHART = "[data-testid=stHtml] .ratings"
ADDRESSES = {
    "home": Address("", "Pentarch", (TABLE,)),
    "ladder": Address("ladder?ruleset=kingdom", "Ladder", (TABLE, CHART)),
    "ladder of all": Address("ladder", "Ladder", (TABLE, CHART)),
    "tournaments": Address("tournaments", "Tournaments", (TABLE,)),
    "a tournament of two": Address("tournaments?tournament=3", "Standings", (TABLE,)),
    "a tournament of six": Address("tournaments?tournament=4", "Standings", (TABLE,)),
    "matches": Address("matches", "Matches", (TABLE,)),
    "matches of a bot": Address("matches?bot=bot-003&state=rated", "Matches", (TABLE,)),
    "upsets": Address("matches?ended=upset", "Matches", (TABLE,)),
    "lost by a bot": Address("matches?bot=bot-003&ended=lost", "Matches", (TABLE,)),
    "two bots": Address("compare?a=bot-003&b=bot-004", "Compare", (TABLE,)),
    "matches by steps": Address("matches?sort=-steps", "Matches", (TABLE,)),
    "replay": Address("replay", "Replay", (TABLE,)),
    "live": Address("live", "Live"),
    "play": Address("play", "Play"),
    "rules": Address("rules?ruleset=heroes", "Rules", ("[data-testid=stHtml] .manual",)),
    "bots": Address("bots", "Bots", (TABLE,)),
    "a bot": Address("bots?bot=bot-003", "bot-003", (TABLE,)),
    "health": Address("health", "Health", ("[data-testid=stMetric]",)),
}
EMPTY = Address("", "Empty")
ELSEWHERE = Address("play", "Play")
LOADED = """([heading, drawn]) => {
  const app = document.querySelector("[data-testid=stApp]");
  if (!app || app.dataset.testScriptState !== "notRunning") return false;
  if (document.querySelector("[data-testid=stSkeleton]")) return false;
  const headings = [...document.querySelectorAll("h1, h2, h3")];
  if (!headings.some((one) => one.textContent.trim() === heading)) return false;
  // Components are in trees of their own.
  const inner = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
  const roots = [document, ...inner.map((one) => one.shadowRoot).filter(Boolean)];
  return drawn.every((what) => roots.some((root) =>
    [...root.querySelectorAll(what)].some((one) => one.getClientRects().length)));
}"""
# As going back and forth in the browser's history does.
GO = """(path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
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


@pytest.fixture(params=[GIVEN] if GIVEN else ["sqlite", "postgresql"])
def large(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == GIVEN:
        yield GIVEN
        return
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
    line = [sys.executable, "-m", "tests.arbiter.store.bulk", url, str(MATCHES)]
    subprocess.run(line, cwd=ROOT, check=True)


def test_every_page_on_a_large_store(large: str, browser: Browser, tmp_path: Path) -> None:
    addresses = {**ADDRESSES, **_with_records(large)}
    with _empty_app(tmp_path) as empty, _dashboard(tmp_path, large) as served:
        context = browser.new_context(viewport={"width": 1360, "height": 1000})
        page = context.new_page()
        print(f"\n{_told(large)}: seconds until a page is loaded")
        first = _opened(page, empty, EMPTY)
        warm = _opened(page, empty, EMPTY)
        print(f"an empty page: {first:.2f} with a cold cache, then {warm:.2f}")
        print(f"the first of all: {_opened(page, served.address, ELSEWHERE):.2f}")
        for name, address in addresses.items():
            before, drawn_before = cpu_of(served.pid), cpu_of_browser(browser)
            opened = _opened(page, served.address, address)
            worked, drawn = cpu_of(served.pid) - before, cpu_of_browser(browser) - drawn_before
            again = _opened(page, served.address, address)
            later = _gone(page, served.address, address)
            print(
                f"{name}: {opened:.2f} as the first page of a session (CPU: {worked:.2f} in the "
                f"server, {drawn:.2f} in the browser), {again:.2f} once more, {later:.2f} as a "
                f"later one; "
                f"an empty page {_opened(page, empty, EMPTY):.2f}; load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
        context.close()


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_long_record_opens_and_steps(ruleset: str, browser: Browser, tmp_path: Path) -> None:
    match = _long(ruleset, registry.get(ruleset).info.max_seats)
    path = tmp_path / "replay.html"
    path.write_text(page_of(record_of(match, ["bot"] * match.seats)), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1500, "height": 1000})
    began, before = time.perf_counter(), cpu_of_browser(browser)
    page.goto(path.as_uri())
    page.wait_for_selector(".picture svg", timeout=PATIENCE)
    opened, worked = time.perf_counter() - began, cpu_of_browser(browser) - before
    page.evaluate(REOPEN)
    half, most, bare = _stepped(browser, page, is_painted=False)
    *_, painted = _stepped(browser, page, is_painted=True)
    print(
        f"\n{ruleset}, {match.seats} seats, {len(match.steps)} steps: the file opens in "
        f"{opened:.2f} s (CPU {worked:.2f} s), a step takes {half:.1f} ms, one in twenty at least "
        f"{most:.1f} ms (CPU of all processes {bare:.1f} ms, {painted:.1f} ms with painting by "
        f"software); load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    page.close()


@cache
def _long(ruleset: str, seats: int) -> Match[Any]:
    match: Match[Any] = Match(registry.get(ruleset), seats, LONG[ruleset], 3)
    play_bots(match, [greedy(ruleset) for _ in range(seats)])
    return match


def _told(url: str) -> str:
    store = Store(url)
    with store.reading() as session:
        count = sum(matches.count_by_state(session).values())
    store.close()
    return f"{store.url.get_backend_name()}, {count:,} matches"


def _with_records(url: str) -> dict[str, Address]:
    """Give each ruleset's newest match a long record; the addresses of their replays."""
    made = {}
    store = Store(url)
    with store.writing() as session:
        for ruleset in registry.IDS:
            where = Filter(ruleset=ruleset, state=MatchState.RATED)
            row = matches.page(session, Ask(1), where).items[0]
            match = _long(ruleset, row.seat_count)
            scenes.keep(session, row.id, match)
            name = f"replay of {len(match.steps)} steps, {ruleset} with {row.seat_count}"
            made[name] = Address(
                f"replay?match={row.id}", f"Match {row.id}", (".frame .picture svg",)
            )
    store.close()
    return made


@contextmanager
def _dashboard(folder: Path, url: str) -> Iterator[Served]:
    inside = folder / "dashboard"
    inside.mkdir()
    with serving(inside, PENTARCH_DATABASE=url) as served:
        yield served


@contextmanager
def _empty_app(folder: Path) -> Iterator[str]:
    """The least that Streamlit can show."""
    inside = folder / "empty"
    inside.mkdir()
    script = inside / "script.py"
    script.write_text('import streamlit as st\nst.title("Empty")\n', encoding="utf-8")
    with streamlit(inside, script) as served:
        yield served.address


def _opened(page: Page, root: str, address: Address) -> float:
    """Open an address as one types it in: a new session, in a browser that was here before."""
    page.goto("about:blank")
    began = time.perf_counter()
    page.goto(f"{root}/{address.path}", wait_until="commit", timeout=PATIENCE)
    _await(page, address)
    return time.perf_counter() - began


def _gone(page: Page, root: str, address: Address) -> float:
    """Go to a page from another one of the same session."""
    _opened(page, root, ELSEWHERE if address.path != ELSEWHERE.path else ADDRESSES["health"])
    began = time.perf_counter()
    page.evaluate(GO, f"/{address.path}")
    _await(page, address)
    return time.perf_counter() - began


def _await(page: Page, address: Address) -> None:
    page.wait_for_function(
        LOADED, arg=[address.heading, address.drawn], polling="raf", timeout=PATIENCE
    )


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
