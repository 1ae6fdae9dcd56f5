"""The wheel: everything that runs from a clone runs from it, and it compiles only when it can."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.deploy.manifests import ROOT

PACKAGES = ("engine", "arbiter", "bots", "workers", "dashboard")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a wheel built without compiling, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build(folder / "dist", compile="0")
    (wheel,) = (folder / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def build(folder: Path, *, compile: str, path: str = os.environ["PATH"]) -> str:
    """Build a wheel with the tools that are installed; what the build said."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder],
        env=os.environ | {"PENTARCH_COMPILE": compile, "PATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def run(installed: Path, *arguments: str) -> str:
    """Run a module of the wheel, away from the clone."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        env=os.environ | {"PYTHONPATH": str(installed)},
        cwd=installed.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_file_of_the_packages_is_in_it(installed: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *PACKAGES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    wanted = {name for name in listed.stdout.splitlines() if (ROOT / name).exists()}
    assert any(name.endswith(".js") for name in wanted)
    assert any(name.endswith("RULES.md") for name in wanted)
    missing = [name for name in sorted(wanted) if not (installed / "pentarch" / name).exists()]
    assert missing == []


def test_it_has_nothing_of_the_tests(installed: Path) -> None:
    names = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"pentarch"}


def test_what_is_installed_plays_and_draws(installed: Path) -> None:
    assert "township" in run(installed, "pentarch.cli", "rulesets")
    record = installed.parent / "match.pentarch"
    match = ["match", "township", "random", "random", "--option", "round_cap=5"]
    run(installed, "pentarch.cli", *match, "--record", str(record))
    page = installed.parent / "match.html"
    run(installed, "pentarch.cli", "record", "html", str(record), "--out", str(page))
    assert "<script" in page.read_text()


def test_the_dashboard_of_the_wheel_says_how_to_use_it(installed: Path) -> None:
    assert "PENTARCH_DASHBOARD" in run(installed, "pentarch.dashboard", "--help")


def test_without_a_compiler_it_is_built_interpreted_and_says_so(tmp_path: Path) -> None:
    """No compiler to be found: a wheel all the same, and a warning in one line."""
    said = build(tmp_path, compile="", path="/nowhere")
    assert "engine is not compiled, it runs interpreted: " in said
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
