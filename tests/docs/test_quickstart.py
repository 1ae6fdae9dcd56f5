"""The quick start, command by command, as a newcomer types it: from nothing to a rated match."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.deploy.test_wheel import build
from tests.needs import needs_redis, needs_sandbox
from tests.processes import free_ports, processes_with
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "quickstart.md"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
EXPORT = re.compile(r"export (\w+)=(\S+)")
ENTER = ". .venv/bin/activate"
UP = "pentarch up"
LIST = "pentarch match list"


def typed() -> list[str]:
    """What the page tells to type, in its order."""
    blocks = BLOCK.findall(PAGE.read_text())
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def is_of_the_environment(command: str) -> bool:
    return command.startswith(("python3 -m venv", ENTER)) or "pip install" in command


@dataclass
class Newcomer:
    """Somebody with two terminals, who types command after command in an empty folder."""

    folder: Path
    environment: dict[str, str]
    wheel: str = "."
    seconds: dict[str, float] = field(default_factory=dict)
    up: "subprocess.Popen[bytes] | None" = None
    match: str = ""

    @property
    def _said(self) -> Path:
        """What the other terminal shows."""
        return self.folder / "up.log"

    def follow(self, commands: list[str]) -> None:
        for command in commands:
            began = time.monotonic()
            self._type(command)
            self.seconds[command] = time.monotonic() - began
            print(f"{self.seconds[command]:6.1f} s  {command}")

    def _type(self, command: str) -> None:
        if command == ENTER:
            self.environment["PATH"] = f"{self.folder / '.venv' / 'bin'}:{os.environ['PATH']}"
        elif exported := EXPORT.fullmatch(command):
            self._export(exported[1])
        elif command == UP:
            self._start()
        elif command.startswith(LIST):
            until(lambda: self._find_match(command), what="a match of the bot is rated")
        elif self.match:
            # The record of a match is told when all matches of its key are over.
            line = re.sub(r"\b3\b", self.match, command)
            until(lambda: self.run(line).returncode == 0, what=line)
        else:
            done = self.run(re.sub(r"install '?\.", lambda m: m[0][:-1] + self.wheel, command))
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
        )

    def _start(self) -> None:
        """In the other terminal."""
        with self._said.open("wb") as said:
            self.up = subprocess.Popen(
                UP.split(), cwd=self.folder, env=self.environment, stdout=said
            )
        until(lambda: "pentarch ladder" in self._said.read_text(), what="everything runs")

    def _export(self, name: str) -> None:
        """As `up` has printed it."""
        found = re.search(rf"export {name}=(\S+)", self._said.read_text())
        assert found is not None, name
        self.environment[name] = found[1]

    def _find_match(self, command: str) -> bool:
        rows = [line.split() for line in self.run(command).stdout.splitlines()[1:]]
        rated = [row[0] for row in rows if row[2] == "rated"]
        self.match = rated[-1] if rated else ""
        return bool(rated)

    def leave(self) -> None:
        """Ctrl-C, twice: a search that is under way is not waited for."""
        if self.up is None:
            return
        for _ in range(2):
            self.up.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                self.up.wait(2)
        assert self.up.wait(PATIENCE) == 0


def newcomer(folder: Path, **environment: str) -> Newcomer:
    """On ports and data of its own, and with nothing else of this project around."""
    listen, dashboard = (f"127.0.0.1:{port}" for port in free_ports(2))
    kept = {name: value for name, value in os.environ.items() if "PENTARCH" not in name}
    kept.pop("PYTHONPATH", None)
    own = {"PENTARCH_LISTEN": listen, "PENTARCH_ARBITER": listen, "PENTARCH_DASHBOARD": dashboard}
    return Newcomer(folder, kept | own | environment)


def check(person: Newcomer) -> None:
    """What the page promises has come about."""
    told = person.run("pentarch ladder township --json").stdout
    assert '"bot": "my-bot"' in told
    for name in ("match-1.pentarch.html", f"match-{person.match}.html"):
        assert "<script" in (person.folder / name).read_text(), name


def test_the_page_has_a_command_for_every_part() -> None:
    commands = typed()
    assert len(commands) > 12
    order = ("pip install", "bot new", "match township", UP, "submit", "--rated", LIST, "html 3")
    places = [next(i for i, line in enumerate(commands) if part in line) for part in order]
    assert places == sorted(places)
    readme = (ROOT / "README.md").read_text()
    assert re.findall(r"(?<!!)\[[^]]*\]\(([^)]+)\)", readme)[0] == "docs/quickstart.md"


@needs_redis
@needs_sandbox
def test_its_commands_lead_to_a_rated_match_and_its_replay(tmp_path: Path) -> None:
    """In the environment of these tests; see below for an empty one."""
    programs = Path(sys.executable).parent
    person = newcomer(tmp_path, PATH=f"{programs}:{os.environ['PATH']}", PYTHONPATH=str(ROOT))
    try:
        person.follow([line for line in typed() if not is_of_the_environment(line)])
        check(person)
    finally:
        person.leave()
    assert processes_with(str(tmp_path)) == {}


@pytest.mark.long
@pytest.mark.timeout(3600)
@needs_redis
@needs_sandbox
def test_its_commands_work_in_an_empty_environment(tmp_path: Path) -> None:
    """With a wheel, and all it needs from wherever pip finds packages on this machine."""
    build(tmp_path, compile="0")
    (wheel,) = tmp_path.glob("*.whl")
    folder = tmp_path / "home"
    folder.mkdir()
    person = newcomer(folder)
    person.wheel = str(wheel)
    try:
        person.follow(typed())
        check(person)
    finally:
        person.leave()
    minutes = sum(person.seconds.values()) / 60
    print(f"{len(person.seconds)} commands in {minutes:.1f} minutes")
