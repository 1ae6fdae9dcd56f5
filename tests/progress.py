"""How far a run of the tests is, every minute, and at its end what did not run and why.

With xdist the lines come from the controller; its processes hand over what they have seen.
"""

import importlib.util
import os
import threading
import time
from collections import defaultdict
from typing import Any, Final

import pytest

from tests import needs

EVERY: Final = "progress_seconds"
NOT_CHOSEN: Final = "not chosen; `make test-long` runs those marked as long"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The pause between two lines."""
    parser.addini(EVERY, "seconds between two lines that say how far the tests are", default="60")


def pytest_configure(config: pytest.Config) -> None:
    """Report where people look, or to who does."""
    config.pluginmanager.register(Handing(config) if is_worker(config) else Progress(config))


def is_worker(config: pytest.Config) -> bool:
    """Whether this is a process of xdist that runs tests for another one."""
    return hasattr(config, "workerinput")


class Handing:
    """In a process of xdist: hand over at the end what the controller cannot see."""

    def __init__(self, config: pytest.Config) -> None:
        self._output: Final[dict[str, Any]] = getattr(config, "workeroutput")  # noqa: B009 - xdist's
        self._deselected: Final[list[str]] = []

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._deselected.extend(item.nodeid for item in items)

    def pytest_sessionfinish(self) -> None:
        self._output["deselected"] = self._deselected
        self._output["used"] = needs.used


class Progress:
    """Counts tests, prints a line now and then, and the summary."""

    def __init__(self, config: pytest.Config) -> None:
        # Of its own: what tests print is caught, and this would be caught with it.
        self._out: Final = os.dup(1)
        self._every: Final = float(config.getini(EVERY))
        self._began: Final = time.monotonic()
        self._is_over: Final = threading.Event()
        self._total = 0
        self._done = 0
        self._failed: Final[dict[str, None]] = {}
        self._not_run: Final[defaultdict[str, set[str]]] = defaultdict(set)
        self._used: Final[dict[str, str]] = {}

    def pytest_sessionstart(self) -> None:
        threading.Thread(target=self._print_lines, daemon=True).start()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._total = max(self._total, len(session.items))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        self._total = max(self._total, len(ids))

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._not_run[NOT_CHOSEN].update(item.nodeid for item in items)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed[report.nodeid] = None
        if report.skipped and isinstance(report.longrepr, tuple):
            self._not_run[report.longrepr[2].removeprefix("Skipped: ")].add(report.nodeid)

    def pytest_runtest_logfinish(self) -> None:
        self._done += 1

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        # A process that was killed has handed nothing over.
        output = getattr(node, "workeroutput", {})
        if deselected := output.get("deselected"):
            self._not_run[NOT_CHOSEN].update(deselected)
        self._used.update(output.get("used", {}))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        self._is_over.set()
        self._used.update(needs.used)

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter, config: pytest.Config
    ) -> None:
        report = terminalreporter
        if config.option.keyword:
            # Whoever chooses by name knows what they leave out.
            self._not_run.pop(NOT_CHOSEN, None)
        report.section("this machine")
        for part, kind in sorted((self._used | {"engine": engine_kind()}).items()):
            report.line(f"{part}: {kind}")
        for reason, tests in sorted(self._not_run.items()):
            report.line(f"{len(tests)} did not run: {reason}")
            for name in sorted(tests):
                report.line(f"  {name}")
        if not self._not_run:
            report.line("every test ran")

    def _print_lines(self) -> None:
        told = 0
        while not self._is_over.wait(self._every):
            minutes = (time.monotonic() - self._began) / 60
            failed = list(self._failed)
            lines = [
                f"\n{minutes:.0f} min: {self._done} of {self._total or '?'} tests are done, "
                f"{len(failed)} failed",
                *(f"  failed: {name}" for name in failed[told:]),
            ]
            told = len(failed)
            os.write(self._out, "".join(f"{line}\n" for line in lines).encode())


def engine_kind() -> str:
    """Whether the rules run compiled."""
    spec = importlib.util.find_spec("pentarch.engine.match")
    assert spec is not None
    return "interpreted" if str(spec.origin).endswith(".py") else "compiled"
