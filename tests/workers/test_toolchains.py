"""Toolchains: what a host has, and what of it is inside the sandbox."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pentarch.workers import toolchains
from pentarch.workers.process_tree import MODULE
from pentarch.workers.sandbox import Confined, Limits, Room
from tests.needs import needs_sandbox
from tests.processes import processes_with
from tests.waiting import PATIENCE, until

GO = """#!/bin/sh
case $1 in
    version) echo "go version go1.99.1 linux/amd64" ;;
    env) echo "{home}" ;;
esac
"""


@pytest.fixture
def own_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A Go that somebody has unpacked somewhere."""
    home = tmp_path / "somebody" / "go"
    (home / "bin").mkdir(parents=True)
    program = home / "bin" / "go"
    program.write_text(GO.format(home=home))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    toolchains.found.cache_clear()
    yield home
    monkeypatch.undo()
    toolchains.found.cache_clear()


def test_python_is_always_there_and_everything_has_a_version() -> None:
    found = toolchains.versions()
    assert "python" in found
    assert set(found) <= set(toolchains.NAMES)
    assert all(version[-1].isdigit() for version in found.values())


def test_what_can_be_built_and_run_follows_from_what_is_there() -> None:
    assert toolchains.runnable([]) == ["cpp", "rust", "go", "executable"]
    assert toolchains.runnable(["java"]) == ["cpp", "rust", "java", "go", "executable"]
    assert toolchains.buildable(["python", "rust"]) == ["python", "rust", "executable"]
    assert "java" not in toolchains.buildable(["java"])
    assert "java" in toolchains.buildable(["java", "jdk"])


def test_a_program_that_tells_no_version_is_not_there(own_go: Path) -> None:
    assert toolchains.found()["go"].version == "1.99.1"
    (own_go / "bin" / "go").write_text("#!/bin/sh\nexit 1\n")
    toolchains.found.cache_clear()
    assert "go" not in toolchains.found()


def test_a_program_that_is_asked_ends_with_whoever_asks(own_go: Path) -> None:
    """A Java machine can take long on a busy host, and nodes are ended meanwhile."""
    (own_go / "bin" / "go").write_text("#!/bin/sh\nexec sleep 1000\n")
    line = [*MODULE, "pentarch.cli", "sandbox", "check"]
    asking = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: "sleep 1000 " in processes_with(str(own_go)).values())
    asking.kill()
    asking.wait()
    until(lambda: processes_with(str(own_go)) == {})


@needs_sandbox
def test_a_toolchain_from_elsewhere_is_inside_without_saying_where_it_was(
    own_go: Path, tmp_path: Path
) -> None:
    script = f"go version; command -v go; ls -d {tmp_path} {own_go}; touch /toolchains/go/x"
    room = Room(tmp_path, "go", is_workshop=True)
    confined = Confined(room, ["sh", "-c", script], Limits())
    try:
        out, errors = confined.process.communicate(timeout=PATIENCE)
    finally:
        confined.end()
    assert out.decode() == ".go version go1.99.1 linux/amd64\n/toolchains/go/bin/go\n"
    assert errors.decode().count("No such file or directory") == 2
    assert "Read-only file system" in errors.decode()
