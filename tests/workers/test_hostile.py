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
from statistics import median

import pytest

from pentarch.arbiter.referee import Aborted, BotSeat, MatchResult, Referee, Terms, Verdict
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers import groups, sandbox
from pentarch.workers.bot_process import Program
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.process_tree import children, footprint
from tests.hosting import AMPLE, LIMITS, PYTHON_BOT, SHORT, bot, has_groups, play

HONEST = """
import time
until = time.process_time() + 0.02
while time.process_time() < until: pass
"""
ONCE = "if turn.sequence == 1:\n"
SPIN_IN_CHILDREN = """
import os
if turn.sequence == 1:
    for _ in range(8):
        if os.fork() == 0:
            while True: pass
"""
GROWS = """
import os, time
if turn.sequence == 1:
    for _ in range({count}):
        if os.fork() == 0:
            time.sleep(0.05)
            x = bytearray(b'x') * ({each} << 20)
            time.sleep(600)
time.sleep(0.01)
"""
CRASH, OOM, TIMEOUT = Verdict.BOT_CRASH, Verdict.BOT_OOM, Verdict.BOT_TIMEOUT
PROTOCOL, ILLEGAL = Verdict.BOT_PROTOCOL, Verdict.BOT_ILLEGAL

KINDS: dict[str, tuple[str, set[Verdict | None]]] = {
    # Memory.
    "grows in children while the rival thinks": (GROWS.format(count=12, each=100), {OOM}),
    "grows in one child": (GROWS.format(count=1, each=1000), {None, OOM}),
    "grows in memory files": (
        "import os\n"
        "files = []\n"
        "for _ in range(60):\n"
        "    file = os.memfd_create('x')\n"
        "    os.write(file, bytes(7 << 20))\n"
        "    files.append(file)",
        {OOM},
    ),
    "grows in shared memory": (
        "import mmap\nx = mmap.mmap(-1, 1 << 30)\nwhile True: x.write(b'x' * (1 << 20))",
        {OOM},
    ),
    "grows in scratch files": (
        "import os\n"
        "for place in ('/tmp', '/dev/shm'):\n"
        "    try:\n"
        "        for n in range(9999): open(f'{place}/{n}', 'wb').write(bytes(1 << 20))\n"
        "    except OSError: pass",
        {None},
    ),
    "grows in pipes": (
        "import os, fcntl\n"
        "for _ in range(9999):\n"
        "    try:\n"
        "        source, target = os.pipe()\n"
        "        fcntl.fcntl(target, 1031, 1 << 20)\n"
        "        os.set_blocking(target, False); os.write(target, bytes(1 << 20))\n"
        "    except OSError: break",
        {None, CRASH},
    ),
    # CPU time.
    "works in children that have ended": (
        "import os, time\n"
        "while True:\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        "        until = time.process_time() + 0.02\n"
        "        while time.process_time() < until: pass\n"
        "        os._exit(0)\n"
        "    os.waitpid(pid, 0)",
        {TIMEOUT},
    ),
    "works in orphans": (
        "import os\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        while True: pass\n"
        "import time; time.sleep(600)",
        {TIMEOUT},
    ),
    "spins in children while the rival thinks": (SPIN_IN_CHILDREN, {None}),
    "spins in threads while the rival thinks": (
        "import threading\n"
        "def spin():\n"
        "    while True: pass\n" + ONCE + "    for _ in range(4):\n"
        "        threading.Thread(target=spin, daemon=True).start()",
        {None},
    ),
    "thinks on after its answer": (
        "import time\n"
        "from pentarch.bots.sdk import hosted\n" + ONCE + "    send = hosted._send\n"
        "    def late(target, request):\n"
        "        send(target, request)\n"
        "        until = time.process_time() + 0.05\n"
        "        while time.process_time() < until: pass\n"
        "    hosted._send = late",
        {None},
    ),
    "bombs with forks": (
        "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass",
        {TIMEOUT},
    ),
    "bombs with threads": (
        "import threading, time\n"
        "try:\n"
        "    while True: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
        "except RuntimeError: pass",
        {None},
    ),
    "leaves zombies": (
        "import os\n"
        "try:\n"
        "    while True:\n"
        "        if os.fork() == 0: os._exit(0)\n"
        "except OSError: pass",
        {None},
    ),
    # Time.
    "sleeps": ("import time; time.sleep(600)", {TIMEOUT}),
    "sleeps a little each time": ("import time; time.sleep(0.2)", {TIMEOUT}),
    "stops itself": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", {TIMEOUT}),
    "makes itself wait for itself": (
        # Many tasks that wait for each other, then idleness: nobody else kept it from running.
        "import threading, time\n"
        "def burst():\n"
        "    until = time.thread_time() + 0.001\n"
        "    while time.thread_time() < until: pass\n"
        "while True:\n"
        "    threads = [threading.Thread(target=burst) for _ in range(10)]\n"
        "    for t in threads: t.start()\n"
        "    for t in threads: t.join()\n"
        "    time.sleep(0.2)",
        {TIMEOUT},
    ),
    "floods its output": ("import os\nwhile True: os.write(2, b'x' * 65536)", {TIMEOUT}),
    "does not let go of its input": (
        "import os, time; os.close(0); time.sleep(600)",
        {TIMEOUT, CRASH},
    ),
    # Other processes.
    "kills everything": (
        "import os, signal\n"
        "try: os.kill(-1, signal.SIGKILL)\n"
        "except OSError: pass\n"
        "import os; os.kill(os.getpid(), signal.SIGKILL)",
        {CRASH},
    ),
    "kills the sandbox": (
        "import os, signal\n"
        "for pid in (1, 2, os.getppid()):\n"
        "    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM):\n"
        "        if pid != os.getpid():\n"
        "            try: os.kill(pid, number)\n"
        "            except OSError: pass",
        {None, CRASH, TIMEOUT},
    ),
    "writes into the sandbox's memory": (
        "try: open('/proc/1/mem', 'r+b').write(b'x')\nexcept OSError: pass",
        {None},
    ),
    "leaves a daemon": (
        "import os, time\n" + ONCE + "    if os.fork() == 0:\n"
        "        os.setsid()\n"
        "        if os.fork() == 0:\n"
        "            while True: time.sleep(0.01)\n"
        "        os._exit(0)",
        {None},
    ),
    # The protocol.
    "opens all files it can": (
        "import os\ntry:\n    while True: os.dup(0)\nexcept OSError: pass",
        {None},
    ),
    "answers twice at once": (
        "import os\n"
        "for pipe in range(3, 10):\n"
        "    try: os.write(pipe, b'\\x02\\x08\\x01' * 3)\n"
        "    except OSError: pass",
        {PROTOCOL},
    ),
}


def rival_of(tmp_path: Path) -> Path:
    return bot(tmp_path / "rival", HONEST)


def blamed(result: MatchResult, seat: int) -> Verdict | None:
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
    body, verdicts = KINDS[name]
    terms = SHORT if TIMEOUT in verdicts else AMPLE
    result = play(bot(tmp_path / "b", body), terms, rival=rival_of(tmp_path))
    assert blamed(result, 1) is None, result.evidence[0].error
    if not has_groups():
        return  # then it may get away with more
    assert blamed(result, 0) in verdicts, result.evidence[0].error if result.evidence else "none"


def said(result: MatchResult, mark: str, seat: int = 0) -> list[str]:
    """What a bot that ended itself printed after a mark."""
    [evidence] = [one for one in result.evidence if one.seat == seat]
    lines = [line for line in evidence.stderr if line.startswith(mark)]
    assert lines, evidence.stderr
    return [line.removeprefix(mark).strip() for line in lines]


class Sampled:
    """The most memory that the processes this test started have held at once, in bytes."""

    def __init__(self) -> None:
        self.most = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._sample)

    def _sample(self) -> None:
        while not self._is_over.wait(0.01):
            self.most = max(self.most, sum(map(footprint, children(os.getpid()))))

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


def test_sleeping_is_charged(tmp_path: Path) -> None:
    result = play(bot(tmp_path / "b", ONCE + "    import time; time.sleep(1.5)"))
    assert result.evidence == []
    assert result.used[0] > 1.0


def test_an_answer_byte_by_byte_is_charged(tmp_path: Path) -> None:
    body = (
        "import os, time\n"
        "if turn.sequence == 1:\n"
        "    from pentarch.bots.sdk import hosted\n"
        "    from pentarch.bots.sdk import wire\n"
        "    def send(target, request):\n"
        "        for byte in wire.framed(request):\n"
        "            target.write(bytes([byte])); time.sleep(0.1)\n"
        "    hosted._send = send"
    )
    result = play(bot(tmp_path / "b", body), SHORT)
    assert blamed(result, 0) is Verdict.BOT_TIMEOUT


FORBIDDEN = {
    "ptrace": (101, 117),
    "personality": (135, 92),
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
    return groups.own_groups().get(controller)


MATCHES = 200
SAYS = (
    HONEST + "\nprint('TOOK', time.perf_counter() - began, time.process_time() - cpu, flush=True)"
)
MEASURED = "import time\nbegan, cpu = time.perf_counter(), time.process_time()\n" + SAYS


def figures(
    tmp_path: Path, body: str, terms: Terms, seed: int
) -> "list[tuple[float, float]] | None":
    """Wall and CPU seconds of each decision of an honest bot beside this one.

    None when the host was too busy for the match. The honest bot must not be blamed.
    """
    clock = Clock(terms.bank, terms.increment, terms.cap)
    packages = [bot(tmp_path / "b", body), bot(tmp_path / "rival", MEASURED)]
    ports = [
        HostedPort(Program(package, PYTHON_BOT, LIMITS), match_id=7, clock=clock, start_wait=60.0)
        for package in packages
    ]
    match = Match(registry.get("township"), 2, {"round_cap": 5}, seed)
    try:
        result = Referee(match, [*ports], bots=["hostile", "honest"], terms=terms).run()
    except Aborted as aborted:
        if aborted.verdict is not Verdict.WORKER_STALL:
            raise
        return None
    assert blamed(result, 1) is None, result.evidence[0].error
    lines = ports[1].output.text().splitlines()
    parts = [line.split() for line in lines if line.startswith("TOOK")]
    return [(float(wall), float(cpu)) for _, wall, cpu in parts]


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_an_honest_bot_is_never_blamed_beside_any_hostile_kind(tmp_path: Path) -> None:
    """Prints how long the honest bot's decisions take beside each kind, over beside a quiet one."""
    quiet: list[tuple[float, float]] = []
    beside: dict[str, list[tuple[float, float]]] = {name: [] for name in KINDS}
    stalls = 0
    for number in range(MATCHES):
        name = [*KINDS][number % len(KINDS)]
        body, verdicts = KINDS[name]
        if number % 5 == 0:
            quiet += figures(tmp_path, "pass", AMPLE, number) or []
        took = figures(tmp_path, body, SHORT if TIMEOUT in verdicts else AMPLE, number)
        stalls += took is None
        beside[name] += took or []
    wall, cpu = (median(column) for column in zip(*quiet, strict=True))
    print(f"quiet: {wall * 1000:.1f} ms wall, {cpu * 1000:.1f} ms CPU; {stalls} stalls")
    for name, took in beside.items():
        if took:
            walls, cpus = zip(*took, strict=True)
            print(f"{name}: {median(walls) / wall:.3f} wall, {median(cpus) / cpu:.3f} CPU")
