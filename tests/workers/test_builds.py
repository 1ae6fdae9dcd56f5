"""Builds of uploaded bots, through the real upload: each language, and builds that mean harm."""

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pentarch.arbiter.packages.manifest import read_manifest
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import bots, nodes
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.words import VersionState
from pentarch.cli.app import run
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.validation import validate_next
from pentarch.workers.windows import play_matches
from tests import needs
from tests.needs import needs_sandbox
from tests.ordinary import as_ordinary_user
from tests.remote import Hall, Noted

BOTS = Path(__file__).parent / "bots"
LANGUAGES = sorted(folder.name for folder in BOTS.iterdir())
SHELL = (BOTS / "shell" / "bot").read_text()

pytestmark = needs_sandbox


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as place:
        made = Hall(Path(place))
        yield made
        made.close()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Builds may use little, so that too much is reached soon."""
    limits = {"SECONDS": 20, "MEMORY": 256, "PROCESSES": 32, "DISK": 32, "OUTPUT": 1, "RESULT": 1}
    for name, value in limits.items():
        monkeypatch.setenv(f"PENTARCH_BUILD_{name}", str(value))
    settings.cache_clear()
    yield
    monkeypatch.undo()
    settings.cache_clear()


def submit(hall: Hall, folder: Path) -> Version:
    """Upload a folder as its author does, and validate it: the version."""
    return submitted(hall, read_manifest(folder).name, str(folder))


def submitted(hall: Hall, name: str, *bot: str) -> Version:
    """The version of that name when the bot has been uploaded and validated."""
    reach = ["--arbiter", f"127.0.0.1:{hall.port}", "--token", hall.tokens["author"]]
    assert run(["bot", "submit", "--wait", "0", *reach, *bot]) == 0
    hall.validated()
    with hall.store.reading() as session:
        return bots.latest_version(session, name)


def output(hall: Hall, version: Version) -> str:
    with hall.store.reading() as session:
        return bots.validation_output(session, version.id)


def folder_with(place: Path, build: str, entry: str = "bot") -> Path:
    """A bot that is built by a command of the shell; without any harm it is fit to play."""
    place.mkdir()
    (place / "bot.sh").write_text(SHELL)
    manifest = {
        "name": "builder",
        "rulesets": ["township"],
        "language": "executable",
        "build": build,
        "entry_point": entry,
    }
    lines = [f"{key} = {json.dumps(value)}" for key, value in manifest.items()]
    (place / "pentarch.toml").write_text("\n".join(lines))
    return place


ONE_FILE = """
from pentarch import Bot

class First(Bot):
    def decide(self, turn):
        return turn.legal[0]

class Last(Bot):
    def decide(self, turn):
        return turn.legal[-1]
"""
MAKE = "cp bot.sh bot; chmod +x bot"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_of_each_language_is_built_and_plays(
    hall: Hall, language: str, tmp_path: Path
) -> None:
    needs.need_toolchains(read_manifest(BOTS / language))
    version = submit(hall, BOTS / language)
    assert version.state is VersionState.ACTIVE, (version.reject_reason, output(hall, version))
    assert (version.built_sha256 is not None) == bool(version.build_command)
    assert version.protocol == "lines"
    match_id = hall.queue_between("township", [version.ref] * 2, seed=1, options={"round_cap": 5})
    # Another host has what the first one built, and builds nothing.
    elsewhere = PackageCache(tmp_path)
    assert play_matches(replace(hall.host, cache=elsewhere), [match_id]) == [match_id]
    assert hall.record(match_id).forfeits == []


# All five rulesets are tried with each, at full length.
@pytest.mark.long
def test_a_bot_that_is_one_file_is_submitted_as_it_is(hall: Hall, tmp_path: Path) -> None:
    file = tmp_path / "one_file.py"
    file.write_text(ONE_FILE)
    version = submitted(hall, "one-file", f"{file}:First")
    assert version.state is VersionState.ACTIVE, (version.reject_reason, output(hall, version))
    program = tmp_path / "alone"
    program.write_text(SHELL)
    program.chmod(0o755)
    version = submitted(hall, "alone", "--", str(program))
    assert version.state is VersionState.ACTIVE, (version.reject_reason, output(hall, version))
    assert (version.language, version.protocol) == ("executable", "lines")


HOG = "python3 -c 'x = b\"x\" * (200 << 20); import time; time.sleep(2)'"
HOSTILE = {
    "fails": ("echo 'no such header' >&2; exit 3", "ended with exit code 3: no such header"),
    "forks": (
        "f() { f | f & }; i=0; while [ $i -lt 99 ]; do sleep 9 & i=$((i+1)); done; f; wait",
        "more than the 32 processes",
    ),
    "fills the disk": ("cat /dev/zero > zero", "No space left on device"),
    "fills the disk by many files": (
        "for i in 1 2 3 4 5 6 7 8; do head -c 8000000 /dev/zero > $i || exit 1; done",
        "No space left on device",
    ),
    "fills the memory": (
        # Two together: a single one may find out for itself that there is no more.
        f"{HOG} & {HOG}; false",
        "used more than the 256 MiB of memory",
    ),
    "prints a gigabyte": ("yes", "printed more than 1 MiB"),
    "leaves a link": (f"{MAKE}; ln -s /etc/passwd secret", "'./secret' is a link or a device"),
    "leaves a pipe": (f"{MAKE}; mkfifo pipe", "cannot create fifo"),
    "leaves too much": (f"{MAKE}; head -c 9000000 /dev/urandom > noise", "leaves more than 1 MiB"),
    "leaves too many": (
        f"{MAKE}; i=0; while [ $i -lt 2100 ]; do : > $i; i=$((i+1)); done",
        "more than 2000 files",
    ),
    "leaves nothing": ("true", "the build leaves no file 'bot'"),
    "leaves no program": ("cp bot.sh bot", "not as an executable file"),
    "removes everything": ("rm -rf /bot/* /source /usr/bin; exit 0", "the package is empty"),
    "ends itself": ("kill -9 $$", "signal 9"),
}


@pytest.mark.parametrize("harm", HOSTILE)
@pytest.mark.usefixtures("small")
def test_a_hostile_build_ends_with_a_clear_reason(hall: Hall, tmp_path: Path, harm: str) -> None:
    build, words = HOSTILE[harm]
    version = submit(hall, folder_with(tmp_path / "bad", build))
    assert version.state is VersionState.REJECTED
    assert version.reject_reason is not None
    assert words in version.reject_reason, (version.reject_reason, output(hall, version))
    assert "\n" not in version.reject_reason
    assert len(output(hall, version)) <= 20_000


@pytest.mark.usefixtures("small")
def test_a_build_that_never_ends_is_ended(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_BUILD_SECONDS", "1")
    settings.cache_clear()
    version = submit(hall, folder_with(tmp_path / "bad", "echo begun; while :; do sleep 1; done"))
    assert version.reject_reason == "the build did not end in 1 seconds"
    assert output(hall, version).endswith("begun\n")


def ordinary(*names: str) -> None:
    for name in names:
        needs.need_toolchains(read_manifest(BOTS / name))
    told = as_ordinary_user("-m", "tests.workers.hosted_here", *names)
    assert told.splitlines() == [f"{name} ended" for name in names]


def test_an_ordinary_user_hosts_bots_as_well() -> None:
    ordinary("node", "shell")


CROWD = """
import runpy, sys, threading
for _ in range(60):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
sys.argv[1:] = ["python"]
runpy.run_module("tests.workers.hosted_here", run_name="__main__")
"""


def test_what_else_an_ordinary_user_runs_takes_nothing_from_the_bots() -> None:
    """Found: a limit of processes that counted all of the user's kept the sandbox from starting."""
    assert as_ordinary_user("-c", CROWD) == "python ended\n"


@pytest.mark.long
def test_an_ordinary_user_builds_bots_of_each_language() -> None:
    ordinary(*LANGUAGES)


def test_the_worker_serves_the_next_and_keeps_what_it_prints(hall: Hall, tmp_path: Path) -> None:
    version = submit(hall, folder_with(tmp_path / "b", f"echo all is well; {MAKE}"))
    assert version.state is VersionState.ACTIVE, version.reject_reason
    assert output(hall, version).startswith(f"== build: echo all is well; {MAKE}\nall is well\n")


SPIES = """
for path in /etc/passwd /etc/shadow /root /home /var /work {data} {checkout}; do
    [ -e "$path" ] && echo "sees $path"
done
ls /source | grep -v -e bot.sh -e pentarch.toml
env | grep -i -e token -e database -e redis
id -u | grep -x 0
[ "$(ls /proc | grep -c '^[0-9]')" -lt 20 ] || echo "sees processes"
touch /source/x /usr/x /x 2>/dev/null && echo "writes"
python3 -c '
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
    print("reaches the network")
except OSError:
    pass
'
{make}
"""


def test_a_build_sees_nothing_of_the_host(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_TOKEN_OF_THE_HOST", "pent_secret")
    script = SPIES.format(
        data=tmp_path, checkout=Path(sys.prefix).parent, port=hall.port, make=MAKE
    )
    folder = folder_with(tmp_path / "spy", "sh spy.sh")
    (folder / "spy.sh").write_text(script)
    (folder / "pentarch.toml").write_text(
        (folder / "pentarch.toml").read_text().replace('"builder"', '"spy"')
    )
    version = submit(hall, folder)
    assert version.state is VersionState.ACTIVE, (version.reject_reason, output(hall, version))
    printed = output(hall, version).split("== township")[0].splitlines()[1:]
    assert [line for line in printed if line and line != "spy.sh"] == []


def test_a_version_waits_for_a_worker_that_can_build_it(
    hall: Hall, capsys: pytest.CaptureFixture[str]
) -> None:
    reach = ["--arbiter", f"127.0.0.1:{hall.port}", "--token", hall.tokens["author"]]

    def told(*command: str) -> str:
        capsys.readouterr()
        run([*command, *reach])
        return capsys.readouterr().out

    poor = replace(hall.host, toolchains={"python": "3"})
    with hall.store.writing() as session:
        nodes.beat(session, "node", nodes.VALIDATE, poor.toolchains, hall.store.now())
    folder = BOTS / "rust"
    assert "submitted" in told("bot", "submit", str(folder), "--wait", "0")
    assert validate_next(poor) is None
    assert "submitted, waiting for a worker with rust" in told("bot", "logs", "rust")
    assert "waiting for a worker with rust" in told("bot", "list", "rust")
    with hall.store.writing() as session:
        nodes.beat(session, "node", nodes.VALIDATE, {"rust": "1"}, hall.store.now())
    assert "waiting" not in told("bot", "logs", "rust")
    assert validate_next(hall.host) is not None
    assert "waiting" not in told("bot", "list", "rust")


def test_a_match_is_left_to_workers_that_can_run_its_bots(hall: Hall) -> None:
    needs.need_toolchains(read_manifest(BOTS / "node"))
    version = submit(hall, BOTS / "node")
    match_id = hall.queue_between("township", [version.ref] * 2, seed=1, options={"round_cap": 5})
    handed_on = Noted()
    poor = replace(hall.host, toolchains={"python": "3"}, dispatch=handed_on)
    assert play_matches(poor, [match_id]) == []
    assert handed_on.played == [], "nobody could play it: the sweep hands it out later"
    with hall.store.writing() as session:
        nodes.beat(session, "node-2", nodes.PLAY, {"node": "20"}, hall.store.now())
    assert play_matches(poor, [match_id]) == []
    assert handed_on.played == [[match_id]]
    assert play_matches(hall.host, [match_id]) == [match_id]
    assert hall.record(match_id).forfeits == []
