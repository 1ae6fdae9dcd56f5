"""Hostile bots beside an honest one: each gets its clock, its memory and its view, no more.

Every kind plays a short match in the real sandbox against an honest hosted rival. Whatever it does,
the rival is never blamed, nothing is left running, and the host keeps its memory.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pentarch.arbiter.referee import Aborted, BotSeat, PlayedMatch, Referee, Terms, Verdict
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers import sandbox
from pentarch.workers.bot_process import Program
from pentarch.workers.groups.hierarchy import own_groups
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.process_tree import children, footprint
from tests.hosting import (
    AMPLE,
    AMPLE_START,
    LIMITS,
    SHORT,
    SHORT_START,
    bot,
    has_groups,
    play,
    raw_bot,
)
from tests.needs import needs_sandbox
from tests.workers.kinds import KINDS, RAW, all_attempts

pytestmark = needs_sandbox

HONEST = """
import time
until = time.process_time() + 0.02
while time.process_time() < until: pass
"""


def rival_of(tmp_path: Path) -> Path:
    return bot(tmp_path / "rival", HONEST)


def blamed(result: PlayedMatch, seat: int) -> Verdict | None:
    found = [evidence.verdict for evidence in result.evidence if evidence.seat == seat]
    assert len(found) <= 1
    return found[0] if found else None


@pytest.fixture
def held() -> None:
    """Bots are held by control groups, which root has, and others where they are delegated."""
    if not has_groups():
        pytest.skip("this user may not make control groups here")


@pytest.mark.parametrize("name", KINDS)
def test_a_hostile_bot_does_not_harm_an_honest_rival(tmp_path: Path, name: str) -> None:
    kind = KINDS[name]
    terms = SHORT if kind.is_short else AMPLE
    result = play(raw_bot(tmp_path / "b", kind.source), terms, rival=rival_of(tmp_path))
    assert blamed(result, 1) is None, result.evidence[0].error
    if not has_groups():
        return  # then it may get away with more
    assert blamed(result, 0) in kind.verdicts, result.evidence
    assert not result.evidence or result.outcome.ranks == [2, 1], "who is at fault ranks last"
    assert not kind.says or kind.says in "\n".join(result.evidence[0].stderr)


def test_nothing_that_a_bot_tries_gets_it_anything(tmp_path: Path) -> None:
    result = play(raw_bot(tmp_path / "b", all_attempts().source), rival=rival_of(tmp_path))
    assert result.evidence == [], result.evidence[0].stderr


@pytest.mark.parametrize("name", RAW)
def test_a_bot_that_does_not_speak_the_protocol_is_contained(tmp_path: Path, name: str) -> None:
    source, verdict = RAW[name]
    is_short = verdict is Verdict.BOT_TIMEOUT
    start_wait = SHORT_START if is_short else AMPLE_START
    result = play(raw_bot(tmp_path / "b", source), SHORT if is_short else AMPLE, start_wait)
    assert blamed(result, 0) == verdict, result.evidence[0].error
    assert len("\n".join(result.evidence[0].stderr)) < 50_000


def said(result: PlayedMatch, mark: str, seat: int = 0) -> list[str]:
    """What a bot that ended itself printed after a mark."""
    [evidence] = [one for one in result.evidence if one.seat == seat]
    lines = [line for line in evidence.stderr if line.startswith(mark)]
    assert lines, evidence.stderr
    return [line.removeprefix(mark).strip() for line in lines]


def _is_itself(pid: int) -> bool:
    """Whether a process has begun its own program: until then half of our memory counts as its."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != Path("/proc/self/cmdline").read_bytes()
    except OSError:
        return False


class Sampled:
    """The most memory that the processes started since then have held at once, in bytes.

    Others of this process are not counted: a browser or a database that many tests share.
    """

    def __init__(self) -> None:
        self.most = 0
        self._others = {*children(os.getpid())}
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._sample)

    def _sample(self) -> None:
        while not self._is_over.wait(0.01):
            started = {*children(os.getpid())} - self._others
            self.most = max(self.most, sum(footprint(pid) for pid in started if _is_itself(pid)))

    def __enter__(self) -> "Sampled":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()


@pytest.mark.usefixtures("held")
def test_memory_does_not_grow_while_the_rival_thinks(tmp_path: Path) -> None:
    """The children of the bot wait until it has not been asked for a while."""
    body = (
        "import mmap, os, struct, time\n"
        "if turn.sequence == 1:\n"
        "    self.shared = mmap.mmap(-1, 4096)\n"
        "    struct.pack_into('d', self.shared, 0, time.monotonic())\n"
        "    for _ in range(8):\n"
        "        if os.fork() == 0:\n"
        "            while time.monotonic() - struct.unpack_from('d', self.shared)[0] < 0.3:\n"
        "                time.sleep(0.01)\n"
        "            x = bytearray(b'x') * (200 << 20)\n"
        "            time.sleep(600)\n"
        "struct.pack_into('d', self.shared, 0, time.monotonic())"
    )
    thinks = HONEST.replace("0.02", "0.3")
    with Sampled() as memory:
        result = play(bot(tmp_path / "b", body), rival=bot(tmp_path / "rival", thinks))
    assert blamed(result, 1) is None
    # The limit of the one, and what the other needs.
    assert memory.most < (LIMITS.memory_mib + 128) << 20


@pytest.mark.usefixtures("held")
def test_work_of_children_that_nobody_waited_for_is_charged(tmp_path: Path) -> None:
    body = (
        "import os, signal, time\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "if turn.sequence == 1:\n"
        "    for _ in range(4):\n"
        "        if os.fork() == 0:\n"
        "            until = time.process_time() + 0.25\n"
        "            while time.process_time() < until: pass\n"
        "            os._exit(0)\n"
        "    try:\n"
        "        while True: os.wait()\n"
        "    except ChildProcessError: pass"
    )
    result = play(bot(tmp_path / "b", body))
    assert result.evidence == []
    assert result.used[0] >= 1.0


@pytest.mark.usefixtures("held")
def test_nothing_of_a_bot_runs_while_the_rival_thinks(tmp_path: Path) -> None:
    """Children say how much CPU time they have; the bot looks when it answers and when asked."""
    body = (
        "import mmap, os, struct, time\n"
        "if turn.sequence == 1:\n"
        "    self.shared = mmap.mmap(-1, 4096)\n"
        "    for place in range(0, 64, 8):\n"
        "        if os.fork() == 0:\n"
        "            while True: struct.pack_into('d', self.shared, place, time.process_time())\n"
        "    self.ran = self.gone = 0.0\n"
        "else:\n"
        "    self.ran += sum(struct.unpack_from('8d', self.shared)) - self.before\n"
        "    self.gone += time.monotonic() - self.since\n"
        "if self.gone > 1.0:\n"
        "    print('RAN', self.ran / self.gone, flush=True); os._exit(0)\n"
        "self.before = sum(struct.unpack_from('8d', self.shared))\n"
        "self.since = time.monotonic()"
    )
    thinks = HONEST.replace("0.02", "0.3")
    result = play(bot(tmp_path / "b", body), rival=bot(tmp_path / "rival", thinks))
    [ran] = said(result, "RAN")
    assert float(ran) < 0.1


def test_children_that_spin_do_not_make_the_rival_late(tmp_path: Path) -> None:
    """The rival needs most of the time that each of its decisions may take."""
    spins = KINDS["spins in children while the rival thinks"]
    thinks = HONEST.replace("0.02", "0.2")
    terms = Terms(bank=1.0, increment=0.3, cap=0.3)
    result = play(
        raw_bot(tmp_path / "b", spins.source), terms, rival=bot(tmp_path / "rival", thinks)
    )
    assert blamed(result, 1) is None, result.evidence[0].error
    assert result.used[1] > 0.4, "it has decided more than once"


def test_sleeping_is_charged(tmp_path: Path) -> None:
    result = play(bot(tmp_path / "b", "import time\nif turn.sequence == 1: time.sleep(1.5)"))
    assert result.evidence == []
    assert result.used[0] > 1.0


# Their numbers on x86_64 and aarch64; -1 is no call.
FORBIDDEN = {
    "ptrace": (101, 117),
    "personality": (135, 92),
    "modify_ldt": (154, -1),
    "mount": (165, 40),
    "chroot": (161, 51),
    "pivot_root": (155, 41),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "unshare": (272, 97),
    "perf_event_open": (298, 241),
    "setns": (308, 268),
    "process_vm_readv": (310, 270),
    "kcmp": (312, 272),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "open_tree": (428, 428),
    "clone3": (435, 435),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "setpriority": (141, 140),
    "open_by_handle_at": (304, 265),
    "init_module": (175, 105),
    "kexec_load": (246, 104),
    "quotactl": (179, 60),
    "reboot": (169, 142),
}


def ends_with(tmp_path: Path, script: str) -> str:
    """What a bot finds out in its first decision, as the value of `found`."""
    body = f"import os\n{script}\nprint('FOUND', found, flush=True); os._exit(0)"
    [line] = said(play(bot(tmp_path / "b", body)), "FOUND")
    return line


def test_system_calls_beyond_the_list_fail(tmp_path: Path) -> None:
    column = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
    numbers = {name: pair[column] for name, pair in FORBIDDEN.items()}
    script = (
        "import ctypes\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "found = []\n"
        f"for name, number in {numbers}.items():\n"
        "    ctypes.set_errno(0)\n"
        "    done = libc.syscall(number, 0, 0, 0, 0, 0, 0)\n"
        "    if done != -1 or ctypes.get_errno() not in (1, 38): found.append(name)"
    )
    assert ends_with(tmp_path, script) == "[]"


def test_no_name_space_can_be_made(tmp_path: Path) -> None:
    clone = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
    script = (
        "import ctypes\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "found = []\n"
        "for flag in (0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x30000000,\n"
        "             0x50000000):\n"
        f"    pid = libc.syscall({clone}, flag | 17, 0, 0, 0, 0)\n"
        "    if pid == 0: os._exit(0)\n"
        "    if pid > 0: found.append(hex(flag))"
    )
    assert ends_with(tmp_path, script) == "[]"


def test_places_of_the_host_do_not_show_in_the_interpreter(tmp_path: Path) -> None:
    script = "import sys; found = [sys.executable, sys.prefix, sys.base_prefix, *sys.path]"
    shown = ends_with(tmp_path, script)
    for place in (sys.prefix, sys.base_prefix, str(Path(sandbox.__file__).parent), str(tmp_path)):
        assert place.startswith("/usr") or place not in shown


def test_sockets_other_than_unix_ones_cannot_be_made(tmp_path: Path) -> None:
    script = (
        "import socket\n"
        "found = []\n"
        "for family in range(1, 46):\n"
        "    for kind in (1, 2, 3):\n"
        "        try: socket.socket(family, kind); found.append(family)\n"
        "        except OSError: pass"
    )
    assert set(ends_with(tmp_path, script).strip("[]").split(", ")) == {"1"}


def test_a_sandbox_that_cannot_start_is_not_the_bot_s_fault(tmp_path: Path) -> None:
    program = Program(tmp_path / "gone", (sandbox.interpreter(), "/bot/bot.py"), LIMITS)
    with pytest.raises(Aborted) as aborted:
        referee(HostedPort(program, match_id=7, clock=Clock(60.0, 1.0, 30.0)), AMPLE).run()
    assert aborted.value.verdict is Verdict.WORKER_STALL
    assert "the sandbox could not be started" in str(aborted.value)


def referee(port: HostedPort, terms: Terms) -> Referee:
    match = Match(registry.get("township"), 2, {"round_cap": 5}, 1)
    return Referee(match, [port, BotSeat(Random())], bots=["hosted", "random"], terms=terms)


class Hasty(HostedPort):
    """A port without much patience, so that a test need not wait for long."""

    def patience(self, allowed: float) -> float:
        return allowed + 1.0


@contextmanager
def busy_host() -> Iterator[None]:
    """Every core has something to do."""
    spins = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(spins) for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


@pytest.mark.long  # alone on the host: other tests beside it change what is starved
@pytest.mark.usefixtures("held")
def test_a_bot_that_the_host_starves_is_not_blamed(tmp_path: Path) -> None:
    """The bot's group gets next to nothing of cores that are taken: it cannot finish its work."""
    package = bot(tmp_path / "b", HONEST.replace("0.02", "0.25"))
    program = Program(package, (sandbox.interpreter(), "/bot/bot.py"), LIMITS)
    port = Hasty(program, match_id=7, clock=Clock(2.0, 0.1, 0.3), start_wait=60.0)
    match = Match(registry.get("township"), 2, {"round_cap": 5}, 1)

    def starve(*_: object) -> None:
        """After the first step, when the bot has been started."""
        if len(match.steps) == 1:
            for share in shares(children(os.getpid())):
                share.write_text("2" if share.name == "cpu.shares" else "1")

    seats = [port, BotSeat(Random())]
    run = Referee(match, seats, bots=["hosted", "random"], terms=SHORT, watch=starve).run
    with busy_host(), pytest.raises(Aborted) as aborted:
        run()
    assert aborted.value.verdict is Verdict.WORKER_STALL
    assert "the host was too busy" in str(aborted.value)


def shares(pids: list[int]) -> list[Path]:
    """The files that say how much of the cores the groups of these processes get."""
    found = []
    for base in (own_group("cpu"), own_group("unified")):
        for folder in base.glob("pentarch-bot-*") if base else ():
            inside = {int(pid) for pid in (folder / "cgroup.procs").read_text().split()}
            if inside & {*pids}:
                found += [*folder.glob("cpu.shares"), *folder.glob("cpu.weight")]
    return found


def own_group(controller: str) -> Path | None:
    return own_groups().get(controller)
