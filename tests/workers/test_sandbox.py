"""Hosted bots in the real sandbox: an honest one, and hostile ones of every kind."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pentarch.arbiter.referee import PlayedMatch, Terms, Verdict
from pentarch.workers import guarantees, sandbox
from pentarch.workers.groups.v1 import V1Way
from pentarch.workers.process_tree import usage
from pentarch.workers.sandbox import Confined, Limits, Room
from tests.hosting import AMPLE, SHORT, bot, node_bot, play
from tests.needs import needs_node, needs_sandbox
from tests.ordinary import as_ordinary_user, lent_groups
from tests.waiting import PATIENCE

pytestmark = needs_sandbox


@needs_node
def test_the_node_example_plays_to_the_end(tmp_path: Path) -> None:
    result = play(node_bot(tmp_path / "b"), language="node", limits=Limits())
    assert result.evidence == []
    assert result.outcome.reason == "cap"


@pytest.mark.parametrize(
    "line", [["java", "-version"], ["sort", "--version"], ["sh", "-c", "true"]]
)
def test_other_programs_start_with_the_system_calls_that_all_have(
    tmp_path: Path, line: list[str]
) -> None:
    if shutil.which(line[0]) is None:
        pytest.skip(f"{line[0]} is not installed")
    confined = Confined(Room(tmp_path, "executable"), line, Limits())
    _, errors = confined.process.communicate(timeout=PATIENCE)
    confined.end()
    assert confined.process.returncode == 0, errors


def terms_for(verdict: Verdict) -> Terms:
    """Short where the clock must run out, ample where it must not."""
    return SHORT if verdict is Verdict.BOT_TIMEOUT else AMPLE


def verdict_of(result: PlayedMatch) -> Verdict:
    assert len(result.evidence) == 1
    assert result.outcome.ranks == [2, 1], "the bot at fault ranks last"
    return result.evidence[0].verdict


def said(result: PlayedMatch) -> str:
    return "\n".join(result.evidence[0].stderr)


def test_this_host_enforces_everything() -> None:
    assert [finding for finding in guarantees.check() if not finding.holds] == []


def checked(**variables: str) -> tuple[int, dict[str, dict[str, object]]]:
    """What `pentarch sandbox check` says on a host without control groups."""
    check = [sys.executable, "-m", "pentarch.cli", "sandbox", "check", "--json"]
    hides = ["unshare", "--mount", "sh", "-c", 'umount -R /sys/fs/cgroup; exec "$@"', "check"]
    done = subprocess.run(
        [*(hides if os.geteuid() == 0 else ()), *check],
        env={**os.environ, "PENTARCH_SANDBOX_WITHOUT_GROUPS": "0", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    return done.returncode, {
        found["name"]: found for found in json.loads(done.stdout)["guarantees"]
    }


def test_a_host_without_groups_is_refused_unless_an_administrator_allows_it() -> None:
    code, findings = checked()
    assert code == 1
    assert findings["control groups"]["holds"] is False
    assert "PENTARCH_SANDBOX_WITHOUT_GROUPS" in str(findings["control groups"]["detail"])
    everything = {finding.name for finding in guarantees.check()}
    assert {*findings} == everything
    code, findings = checked(PENTARCH_SANDBOX_WITHOUT_GROUPS="1")
    assert code == 0, findings
    assert {*findings} == everything
    assert "an administrator allows" in str(findings["control groups"]["detail"])
    assert all(found["tried"] for found in findings.values())
    off = {name for name, found in findings.items() if found["is_waived"]}
    assert off == {"control groups", "memory of all", "CPU time of all", "frozen"}
    assert not any(findings[name]["holds"] for name in off), "nothing is said to hold that does not"


def test_an_ordinary_user_lacks_nothing_but_groups() -> None:
    """Found: a folder was open for writing, so that every upload would have been refused."""
    told = as_ordinary_user("-m", "pentarch.cli", "sandbox", "check", "--json")
    findings = json.loads(told)["guarantees"]
    assert {found["name"] for found in findings} == {one.name for one in guarantees.check()}
    lacking = {found["name"] for found in findings if not found["holds"]}
    assert lacking <= {"control groups", "memory of all", "CPU time of all", "frozen"}
    assert all(found["is_waived"] for found in findings if not found["holds"])


def test_an_ordinary_user_with_groups_of_its_own_lacks_nothing() -> None:
    if not isinstance(sandbox.way(), V1Way):
        pytest.skip("only root has groups of version 1 to lend, where the machine has them")
    with lent_groups() as lent:
        told = as_ordinary_user("-m", "pentarch.cli", "sandbox", "check", "--json", groups=lent)
    findings = json.loads(told)["guarantees"]
    assert {found["name"] for found in findings} == {one.name for one in guarantees.check()}
    assert [found for found in findings if not found["holds"]] == []


def test_an_honest_bot_plays_to_the_end(tmp_path: Path) -> None:
    result = play(bot(tmp_path / "b", "print('to standard error')"))
    assert result.evidence == []
    assert result.outcome.reason == "cap"
    assert {"a", "f"} >= set(str(result.record(timed=False).annotations["how"]))  # type: ignore[index, call-overload]


def reaches(tmp_path: Path, expression: str) -> str:
    """What a bot finds when it tries something forbidden: it prints the result and ends."""
    body = (
        "try:\n"
        f"    found = repr({expression})\n"
        "except Exception as e:\n"
        "    found = 'refused: ' + type(e).__name__\n"
        "print('FOUND ' + found, flush=True)\n"
        "import os; os._exit(0)"
    )
    result = play(bot(tmp_path / "b", body))
    lines = [line for line in said(result).splitlines() if line.startswith("FOUND ")]
    assert len(lines) == 1, said(result)
    return lines[0].removeprefix("FOUND ")


def test_secrets_of_the_host_are_out_of_reach(tmp_path: Path) -> None:
    secret = tmp_path / "pentarch.db"
    secret.write_text("all the tokens")
    other = tmp_path / "other_bot"
    other.mkdir()
    (other / "bot.py").write_text("secret strategy")
    for path in (secret, other / "bot.py", Path("/etc/shadow"), Path("/etc/passwd")):
        answer = reaches(tmp_path, f"open({str(path)!r}).read()")
        assert answer in ("refused: FileNotFoundError", "refused: PermissionError")


def test_the_environment_of_the_worker_does_not_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_DATABASE", "postgresql://secret")
    assert "secret" not in reaches(tmp_path, "dict(__import__('os').environ)")
    parents = "[open(f'/proc/{p}/environ').read() for p in (1, 2)]"
    assert "secret" not in reaches(tmp_path, parents)


def test_listeners_on_the_host_s_loopback_are_out_of_reach(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        attempt = f"__import__('socket').create_connection(('127.0.0.1', {port}), 0.2)"
        assert reaches(tmp_path, attempt) in (
            "refused: ConnectionRefusedError",
            "refused: OSError",
        )


def test_unix_sockets_of_the_host_are_out_of_reach(tmp_path: Path) -> None:
    path = tmp_path / "redis.sock"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        attempt = f"__import__('socket').socket(1).connect({str(path)!r})"
        assert reaches(tmp_path, attempt) == "refused: FileNotFoundError"


def test_bots_can_leave_each_other_nothing(tmp_path: Path) -> None:
    """Neither in files nor under names: not for a friend in the same match, nor for the next."""
    leaves = (
        "import socket\n"
        "if turn.sequence == 1:\n"
        "    for place in ('/tmp', '/dev/shm'): open(f'{place}/note', 'w').write('secret')\n"
        "    for name in ('\\0friend', '/tmp/friend'):\n"
        "        listener = socket.socket(socket.AF_UNIX); listener.bind(name); listener.listen()\n"
        "        vars(self).setdefault('open', []).append(listener)"
    )
    finds = (
        "import os, socket\n"
        "found = os.listdir('/tmp') + os.listdir('/dev/shm')\n"
        "for name in ('\\0friend', '/tmp/friend'):\n"
        "    try: socket.socket(socket.AF_UNIX).connect(name); found.append(name)\n"
        "    except OSError: pass\n"
        "assert not found, found"
    )
    result = play(bot(tmp_path / "b", leaves), rival=bot(tmp_path / "friend", finds))
    assert result.evidence == [], result.evidence[0].stderr


def test_the_worker_cannot_be_signalled(tmp_path: Path) -> None:
    attempt = f"__import__('os').kill({os.getpid()}, {int(signal.SIGKILL)})"
    assert reaches(tmp_path, attempt) in ("refused: ProcessLookupError", "refused: PermissionError")


@pytest.mark.parametrize(
    "place", ["/", "/bot", "/usr", "/pentarch/engine", "/etc", "/proc/sys/kernel"]
)
def test_nothing_can_be_written_outside_the_scratch_folder(tmp_path: Path, place: str) -> None:
    answer = reaches(tmp_path, f"open({place + '/mark'!r}, 'w')")
    assert answer.startswith("refused: "), answer


def test_nothing_runs_on_after_the_match(tmp_path: Path) -> None:
    """A daemon that detaches itself dies with the sandbox."""
    mark = f"pentarch-left-behind-{os.getpid()}"
    body = (
        "import os, sys\n"
        "if turn.sequence == 1 and os.fork() == 0:\n"
        "    os.setsid()\n"
        f"    os.execv(sys.executable, [{mark!r}, '-c', 'import time; time.sleep(60)'])"
    )
    result = play(bot(tmp_path / "b", body))
    assert result.evidence == []
    assert [line for line in command_lines() if mark in line] == []


def command_lines() -> list[str]:
    lines = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            lines.append((folder / "cmdline").read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue
    return lines


def test_the_worker_serves_the_next_match_after_every_kind_of_trouble(tmp_path: Path) -> None:
    for body, verdict in (
        ("import os; os._exit(1)", Verdict.BOT_CRASH),
        ("x = bytearray(1 << 30)", Verdict.BOT_OOM),
        ("while True: pass", Verdict.BOT_TIMEOUT),
    ):
        assert verdict_of(play(bot(tmp_path / "bad", body), terms_for(verdict))) == verdict
        assert play(bot(tmp_path / "good", "pass")).evidence == []


def test_a_bot_can_be_ended_while_it_is_being_started(tmp_path: Path) -> None:
    """Found when matches were voided: what had not entered its group yet kept it from ending."""
    package = bot(tmp_path / "b", "pass")
    for _ in range(20):
        confined = Confined(Room(package), [sandbox.interpreter(), "/bot/bot.py"], Limits())
        groups = [entrance.parent for entrance in confined.group.entrances]
        confined.end()
        assert confined.process.returncode is not None
        assert [group for group in groups if group.exists()] == []


def test_usage_counts_the_whole_tree() -> None:
    mine = usage(os.getpid())
    assert mine.processes >= 1
    assert mine.resident > 1 << 20
    assert usage(2**22 + 1).processes == 0
