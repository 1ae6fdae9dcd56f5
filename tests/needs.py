"""What some tests need of a machine beside Python packages, and what this one has of it.

A test that needs what is not here does not run, and the report at the end of the run names it with
the reason (`tests/progress.py`). Tests say what they need by a mark, helpers by a call. That a
thing is here and does not work is no reason not to run: it is a failure.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from typing import Final, NoReturn

import pytest

from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.packages.manifest import Manifest
from pentarch.workers import broker, guarantees, toolchains

used: Final[dict[str, str]] = {}
"""The parts of this machine that tests of this process have used, and of which kind they are."""

CHROMIUM: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def have(part: str, kind: str) -> None:
    """Take note that a part is here and used."""
    used[part] = kind


def lack(part: str, reason: str) -> NoReturn:
    """Do not run the test: the machine has not what it needs."""
    pytest.skip(f"no {part}: {reason}")


def need_sandbox() -> None:
    """Hosted bots are run."""
    if trouble := _sandbox_trouble():
        lack("sandbox", trouble)
    have("sandbox", "as root" if os.geteuid() == 0 else "as an ordinary user")


def need_redis() -> None:
    """A Redis is started."""
    try:
        program = broker.program()
    except broker.NoBroker as error:
        lack("Redis", str(error))
    have("Redis", program)


def need_chromium() -> str:
    """A browser is started: the program."""
    for name in CHROMIUM:
        if (program := shutil.which(name)) is not None:
            have("Chromium", program)
            return program
    lack("Chromium", "install the package chromium-headless-shell, or chromium")


def need_node() -> None:
    """The example bot in Node.js is run, with packages that npm installs."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            lack("Node.js", f"{program} is not installed")
    have("Node.js", _version("node"))


def need_clocks() -> None:
    """Processes are started whose clocks are wrong."""
    if shutil.which("faketime") is None:
        lack("faketime", "install the package faketime")
    have("faketime", "wrong clocks for single processes")


def need_torch() -> None:
    """The example is trained with PyTorch, which no environment for development brings."""
    if find_spec("torch") is None:
        lack("PyTorch", "install the extra torch")
    have("PyTorch", version("torch"))


def need_toolchains(manifest: Manifest) -> None:
    """A bot is built, if its manifest says so, and run."""
    language = LANGUAGES[manifest.language]
    wanted = [language.runtime, *([language.toolchain] if manifest.build else [])]
    for name in filter(None, wanted):
        if name not in toolchains.found():
            lack(f"toolchain {name}", f"this machine cannot build or run {language.name} bots")
        have(f"toolchain {name}", toolchains.found()[name].version)


_PARTS: Final[dict[str, Callable[[], object]]] = {
    "sandbox": need_sandbox,
    "Redis": need_redis,
    "Chromium": need_chromium,
    "Node.js": need_node,
    "faketime": need_clocks,
    "PyTorch": need_torch,
}

needs_sandbox: Final = pytest.mark.needs("sandbox")
needs_redis: Final = pytest.mark.needs("Redis")
needs_chromium: Final = pytest.mark.needs("Chromium")
needs_node: Final = pytest.mark.needs("Node.js")
needs_clocks: Final = pytest.mark.needs("faketime")
needs_torch: Final = pytest.mark.needs("PyTorch")


def check_marks(item: pytest.Item) -> None:
    """Skip a test whose marks name what is not here."""
    for mark in item.iter_markers("needs"):
        for part in mark.args:
            _PARTS[part]()


@cache
def _sandbox_trouble() -> str:
    """Why hosted bots cannot run here; empty if they can.

    For root it is enough that a process starts in the sandbox: what it must hold is for the tests
    to find out. What an ordinary user may do is the machine's choice, and workers refuse hosted
    bots where it is not enough.
    """
    findings = guarantees.check()
    if os.geteuid() == 0:
        findings = [one for one in findings if one.name == "starts"] or findings
    broken = [finding for finding in findings if finding.is_missing]
    return "; ".join(f"{finding.name}: {finding.detail}" for finding in broken)


@cache
def _version(program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    return done.stdout.strip()
