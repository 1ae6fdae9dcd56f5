"""Any program is a bot: command lines, folders that are built, and files, in any mix."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pentarch.arbiter.packages.manifest import BadFolder
from pentarch.arbiter.referee import Fault
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.errors import NotFound
from pentarch.author.launch import launch_of
from pentarch.author.program import RunningProgram
from pentarch.author.single import package_of
from pentarch.bots.random import Random
from pentarch.bots.registry import UnknownBot
from pentarch.bots.sdk.remote import Remote
from pentarch.engine import registry
from pentarch.engine.record import verify
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent.parent.parent
SH = "run:sh -c 'while read -r line; do echo 0; done'"
# The awk of some systems waits for a full buffer of input unless it is told not to.
AWK = ["awk", "-W", "interactive", "{print 0; fflush()}"]
SHORT = {
    "township": ["round_cap=6"],
    "kingdom": ["max_rounds=5"],
    "capital": ["round_cap=10"],
    "tradewarz": ["length=seasons", "season_budget=3"],
    "heroes": ["rounds=1"],
}
SCRIPT = """#!/bin/sh
while read -r line; do
    case $line in
        *'"turn":'*) echo "${ANSWER:-0}" ;;
    esac
done
"""
MANIFEST = """
name = "shell"
rulesets = ["township"]
language = "executable"
entry_point = "out/bot"
build = '''mkdir out && echo building >> "$TRACE" && cp bot.sh out/bot && chmod +x out/bot'''
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("TRACE", str(tmp_path / "trace"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot that must be built."""
    made = tmp_path / "shell"
    made.mkdir()
    (made / "bot.sh").write_text(SCRIPT)
    (made / "pentarch.toml").write_text(MANIFEST)
    return made


def options(ruleset: str) -> list[str]:
    return [part for option in SHORT[ruleset] for part in ("--option", option)]


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_two_lines_of_sh_and_awk_play_a_match(pentarch: Any, ruleset: str, tmp_path: Path) -> None:
    file = tmp_path / "match.pentarch"
    match = ["match", ruleset, SH, *options(ruleset), "--record", str(file), "--json"]
    ran = pentarch(*match, "--", *AWK)
    assert ran.code == 0, ran.out
    assert ran.json["failures"] == []
    assert [bot["bot"] for bot in ran.json["bots"]] == [
        SH,
        "run:awk -W interactive '{print 0; fflush()}'",
    ]
    verify(file.read_bytes())


def test_a_file_that_is_no_bot_is_said_to_be_one(pentarch: Any, tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text(SCRIPT)
    ran = pentarch("match", "township", "greedy", str(program))
    assert ran.code == 2
    assert ran.err == f"pentarch: '{program}' is a file: a program is written 'run:COMMAND LINE'\n"


@pytest.mark.long
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_two_lines_of_sh_and_awk_play_a_whole_match(pentarch: Any, ruleset: str) -> None:
    ran = pentarch("match", ruleset, SH, "--json", "--", *AWK)
    assert ran.json["failures"] == []


def test_all_kinds_of_bots_sit_at_one_table(pentarch: Any, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(
        "from pentarch import Bot, run\n"
        "class First(Bot):\n"
        "    def decide(self, turn):\n"
        "        turn.note('seen', len(turn.legal))\n"
        "        return turn.legal[0]\n"
        "if __name__ == '__main__':\n"
        "    run(First)\n"
    )
    command = [sys.executable, str(file)]
    clock = ["--clock", "600+1/300"]
    for _ in range(2):
        table = [str(folder), str(file), "random", *options("township"), *clock, "--json"]
        ran = pentarch("match", "township", *table, "--", *command)
        assert ran.code == 0, ran.out + ran.err
        assert ran.json["failures"] == []
    assert (tmp_path / "trace").read_text() == "building\n", "the second time it is there"
    (folder / "bot.sh").write_text(SCRIPT + "\n# changed\n")
    pentarch("match", "township", str(folder), "random", *options("township"))
    assert (tmp_path / "trace").read_text() == "building\nbuilding\n"


def test_what_was_built_stays_while_it_may_be_playing(folder: Path, tmp_path: Path) -> None:
    """However many others are built meanwhile; what nobody has used for long is removed."""
    first = launch_of(str(folder))
    builds = first.folder.parent
    for number in range(20):
        (folder / "bot.sh").write_text(f"{SCRIPT}\n# changed {number} times\n")
        launch_of(str(folder))
    assert Path(first.argv[0]).is_file()
    for place in (first.folder, builds / ".making-broken-off"):
        place.mkdir(exist_ok=True)
        os.utime(place, (0, 0))
    (folder / "bot.sh").write_text(f"{SCRIPT}\n# changed once more\n")
    last = launch_of(str(folder))
    kept = {*builds.iterdir()}
    assert last.folder in kept
    assert first.folder not in kept
    assert len(kept) == 21


def test_a_build_that_fails_says_why(pentarch: Any, folder: Path) -> None:
    manifest = (folder / "pentarch.toml").read_text().splitlines()[:-1]
    bad = [*manifest, "build = 'echo no such header >&2; exit 3'"]
    (folder / "pentarch.toml").write_text("\n".join(bad))
    for command in (["match", "township", str(folder), "random"], ["bot", "check", str(folder)]):
        ran = pentarch(*command)
        assert ran.code == 1
        assert ran.err == (
            "building shell: echo no such header >&2; exit 3\n"
            "no such header\n"
            "pentarch: the build of shell (echo no such header >&2; exit 3) "
            "ends with exit code 3\n"
        )
    (folder / "pentarch.toml").write_text("\n".join([*manifest, "build = 'true'"]))
    assert "leaves no file 'out/bot'" in pentarch("bot", "check", str(folder)).err


def test_a_program_is_looked_over(pentarch: Any, folder: Path) -> None:
    ran = pentarch("bot", "check", str(folder), "--json")
    assert ran.code == 0, ran.out
    assert ran.json["bot"] == "shell"
    rough = next(check for check in ran.json["checks"] if check["check"] == "rough play")
    assert "unknown" in rough["detail"]
    ran = pentarch("bot", "check", "--ruleset", "township", "--json", "--", "cat")
    assert ran.code == 1
    [failed] = [check for check in ran.json["checks"] if check["result"] == "failed"]
    assert "BOT_PROTOCOL" in failed["detail"]


FAILING = {
    "echo build castle9": "BOT_ILLEGAL",
    """echo '{"decide": {"texts": "pass"}}'""": "BOT_PROTOCOL",
    "echo I am lost >&2; exit 4": "BOT_CRASH",
}


@pytest.mark.parametrize("answer", FAILING)
def test_a_failing_program_is_shown_with_what_it_said(
    pentarch: Any, tmp_path: Path, answer: str
) -> None:
    script = tmp_path / "bot"
    script.write_text(SCRIPT.replace('echo "${ANSWER:-0}"', answer))
    script.chmod(0o755)
    ran = pentarch("match", "township", "random", "--", str(script))
    assert ran.code == 1
    shown = ran.out[ran.out.index("\n\n") :].replace(str(script), "bot")
    golden = Path(__file__).parent / "failing_programs.txt"
    expected = dict(part.split("\n", 1) for part in golden.read_text().split("==== ")[1:])
    assert FAILING[answer] in shown
    assert shown.strip() == expected[answer].strip()


def test_a_program_that_ends_at_once_is_said_to_have_ended() -> None:
    launch = launch_of("run:false")
    for _ in range(50):
        program = RunningProgram(launch)
        program.receive(time.perf_counter() + PATIENCE)  # programs in lines need not say Hello
        with pytest.raises(Fault, match="ended with exit code 1"):
            program.receive(time.perf_counter() + PATIENCE)
        program.end()


def test_a_position_is_put_before_a_program(pentarch: Any, tmp_path: Path, folder: Path) -> None:
    record = tmp_path / "match.pentarch"
    pentarch("match", "township", "random", "random", "--record", str(record), "-o", "round_cap=5")
    asked = ["bot", "ask", str(record), "--step", "9", "--json"]
    said = """{"decide": {"index": 1, "notes": {"luck": 7}}}"""
    script = f"""while read -r line; do case $line in *'"turn":'*) echo '{said}';; esac; done"""
    ran = pentarch(*asked, "--", "sh", "-c", script)
    assert ran.code == 0, ran.err
    assert ran.json["notes"] == {"luck": 7}
    assert len(ran.json["commands"]) == 1
    ran = pentarch("bot", "ask", str(folder), str(record), "--step", "9")
    assert ran.code == 0, ran.err
    ran = pentarch(*asked, "--", "sh", "-c", "read -r line; echo 'no idea' >&2")
    assert ran.code == 1
    assert "no idea" in ran.err
    assert "BOT_CRASH" in ran.err


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("run:", "a command line names a program"),
        ("run:no-such-program --fast", "there is no program 'no-such-program'"),
        ("run:sh 'open", "no command line"),
    ],
)
def test_what_cannot_be_started_is_said_in_one_line(pentarch: Any, bot: str, words: str) -> None:
    for command in (["match", "township", bot, "random"], ["bot", "check", bot]):
        ran = pentarch(*command)
        assert ran.code == 2
        assert words in ran.err
        assert ran.err.count("\n") == 1


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path / "hall")
    yield made
    made.close()


def is_there(hall: Hall, ref: str) -> bool:
    with hall.store.reading() as session:
        try:
            return bool(bots.find_version(session, ref))
        except NotFound:
            return False


def test_any_program_plays_from_its_authors_machine(hall: Hall, tmp_path: Path) -> None:
    script = tmp_path / "shell-bot"
    script.write_text(SCRIPT.replace("echo", "echo thinking >&2; echo"))
    script.chmod(0o755)
    command = [sys.executable, "-m", "pentarch.cli", "bot", "connect", "--matches", "2"]
    command += ["--ruleset", "township", "--", str(script)]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PENTARCH_ARBITER": f"127.0.0.1:{hall.port}",
        "PENTARCH_TOKEN": hall.tokens["author"],
    }
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            until(lambda: is_there(hall, "shell-bot@1"))
            blue = hall.bot(Random, "blue", "township")
            mine = hall.bot(Random, "stand-in", "township")
            mine.version = "shell-bot@1"
            queued = [
                hall.queue("township", [mine, blue], seed=seed, options={"round_cap": 5})
                for seed in (1, 2)
            ]
            for match_id in queued:
                assert hall.play(match_id).forfeits == []
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "connected as shell-bot@1" in said
    assert "thinking" in said


PAUSING = """#!/bin/sh
asked=0
while read -r line; do
    case $line in *'"turn":'*) ;; *) continue ;; esac
    asked=$((asked + 1))
    if [ $asked = 3 ]; then
        echo $$ > "$HERE.new" && mv "$HERE.new" "$HERE"
        read -r go < "$GATE"
    fi
    echo 0
done
"""


class Pausing:
    """`bot connect` of a program that stands still at its third decision, until it is let go on."""

    def __init__(self, hall: Hall, place: Path) -> None:
        script = place / "pausing"
        script.write_text(PAUSING)
        script.chmod(0o755)
        self._here = place / "here"
        os.mkfifo(place / "gate")
        # For reading, too: nobody waits then for the other end.
        self._gate = os.open(place / "gate", os.O_RDWR)
        command = [sys.executable, "-m", "pentarch.cli", "bot", "connect"]
        command += ["--ruleset", "township", "--build", "one"]
        self.process = subprocess.Popen(
            [*command, "--", str(script)],
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "PENTARCH_ARBITER": f"127.0.0.1:{hall.port}",
                "PENTARCH_TOKEN": hall.tokens["author"],
                "HERE": str(self._here),
                "GATE": str(place / "gate"),
            },
            stderr=subprocess.PIPE,
            text=True,
            # As a shell does with what it starts in the foreground of a terminal.
            process_group=0,
        )

    def stands_still(self) -> int:
        """Wait for it to stand still; its process."""
        until(self._here.exists)
        return int(self._here.read_text())

    def press_ctrl_c(self) -> None:
        """A terminal tells everybody in its foreground."""
        os.killpg(self.process.pid, signal.SIGINT)

    def has_said(self, words: str) -> bool:
        """Read what is said until the words come; False at the end."""
        assert self.process.stderr is not None
        return any(words in line for line in self.process.stderr)

    def go_on(self) -> None:
        os.write(self._gate, b"go\n")

    def end(self) -> int:
        """Wait for its end; the exit code."""
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._gate)


@pytest.fixture
def pausing(hall: Hall, tmp_path: Path) -> Iterator[Pausing]:
    made = Pausing(hall, tmp_path)
    yield made
    made.close()


def its_match(hall: Hall) -> int:
    until(lambda: is_there(hall, "pausing@1"))
    mine = hall.bot(Random, "stand-in", "township")
    mine.version = "pausing@1"
    blue = hall.bot(Random, "blue", "township")
    return hall.queue("township", [mine, blue], seed=1, options={"round_cap": 5})


def test_a_program_finishes_its_match_after_ctrl_c(hall: Hall, pausing: Pausing) -> None:
    match_id = its_match(hall)
    with Background(lambda: hall.play(match_id)) as playing:
        pausing.stands_still()
        pausing.press_ctrl_c()
        assert pausing.has_said("finishing matches under way")
        pausing.go_on()
    assert playing.result().forfeits == []
    assert pausing.end() == 0


def test_a_second_ctrl_c_ends_a_program_that_thinks(hall: Hall, pausing: Pausing) -> None:
    match_id = its_match(hall)
    playing = Background(lambda: hall.play(match_id))
    program = pausing.stands_still()
    pausing.press_ctrl_c()
    assert pausing.has_said("finishing matches under way")
    pausing.press_ctrl_c()
    assert pausing.end() == 130
    with pytest.raises(ProcessLookupError):
        os.kill(program, 0)
    other = Remote(
        Random,
        f"127.0.0.1:{hall.port}",
        hall.tokens["author"],
        "pausing",
        ["township"],
        build="one",
    )
    with Background(other.run):
        assert playing.result().forfeits == []
        other.close()


def test_a_file_alone_goes_into_a_package_with_a_manifest(tmp_path: Path) -> None:
    file = tmp_path / "My_Bot.py"
    file.write_text("from pentarch import Bot\nclass A(Bot):\n    def decide(self, turn): ...\n")
    package = package_of(str(file))
    assert package.files == ["My_Bot.py", "pentarch.toml", "start_bot.py"]
    assert (package.manifest.name, package.manifest.language) == ("my-bot", "python")
    assert package_of(f"{file}:A", "other").manifest.name == "other"
    script = tmp_path / "shell"
    script.write_text(SCRIPT)
    script.chmod(0o755)
    package = package_of(f"run:{script}")
    assert package.files == ["pentarch.toml", "shell"]
    assert (package.manifest.language, package.manifest.protocol) == ("executable", "lines")
    assert package.manifest.rulesets == list(registry.IDS)
    assert package_of(f"run:{script}", "", ["kingdom"]).manifest.rulesets == ["kingdom"]
    with pytest.raises(BadFolder, match="'chess'"):
        package_of(f"run:{script}", "", ["chess"])
    with pytest.raises(UnknownBot, match="only a single executable file can be uploaded"):
        package_of(f"run:{script} --fast")
    with pytest.raises(UnknownBot, match="only a single executable file can be uploaded"):
        package_of("run:sh")
