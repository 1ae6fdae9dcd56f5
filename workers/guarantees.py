"""What the sandbox guarantees on this host: every guarantee is tried for real, each by itself.

Most are tried by a script inside, which does what a hostile bot would do and prints how it went.
What the host does to a bot is tried from outside.
"""

import shutil
import subprocess
import textwrap
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pentarch.workers import sandbox
from pentarch.workers.loose import LooseWay
from pentarch.workers.process_tree import is_running, tasks
from pentarch.workers.sandbox import MARK, Confined, Limits, NoSandbox, Room

_WAIT: Final = 60.0
_PAUSE: Final = 0.01
_LIMITS: Final = Limits(memory_mib=128, processes=24, scratch_mib=16)


@dataclass(frozen=True)
class Guarantee:
    """One guarantee: whether it holds here, how it was tried, and what came out."""

    name: str
    tried: str
    holds: bool
    detail: str
    is_waived: bool = False
    """It does not hold, and an administrator does without it."""

    @property
    def is_missing(self) -> bool:
        """Whether uploaded bots are refused for lack of it."""
        return not self.holds and not self.is_waived


@dataclass(frozen=True)
class _Probe:
    """A script inside, and what it must print."""

    name: str
    tried: str
    script: str
    wanted: str


_PROBES: Final = (
    _Probe("starts", "a program is run inside", "print('yes')", "yes"),
    _Probe(
        "unprivileged",
        "user and group id inside",
        "import os; print(os.getuid() != 0 and os.getgid() != 0)",
        "True",
    ),
    _Probe(
        "no capability",
        "capabilities of the process, and root asked for",
        """
        import os
        kept = [l for l in open('/proc/self/status')
                if l.startswith(('CapEff', 'CapPrm')) and int(l.split()[1], 16)]
        try:
            os.setuid(0); kept.append('root')
        except OSError:
            pass
        print(kept)
        """,
        "[]",
    ),
    _Probe(
        "no network",
        "interfaces, and a socket of the internet",
        """
        import socket
        names = [l.split(':')[0].strip() for l in open('/proc/net/dev').readlines()[2:]]
        found = [n for n in names if n != 'lo']
        try:
            socket.socket(); found.append('socket')
        except OSError:
            pass
        print(found)
        """,
        "[]",
    ),
    _Probe(
        "own processes",
        "process ids in /proc",
        "import os; print(max(int(p) for p in os.listdir('/proc') if p.isdigit()) < 10)",
        "True",
    ),
    _Probe(
        "empty environment",
        "variables of the environment",
        """
        import os
        known = {'HOME', 'LANG', 'LD_LIBRARY_PATH', 'PATH', 'PWD', 'PYTHONDONTWRITEBYTECODE',
                 'PYTHONPATH', 'PENTARCH_HOSTED', 'PENTARCH_PROTOCOL', 'PENTARCH_SIMULATOR'}
        print(sorted(set(os.environ) - known))
        """,
        "[]",
    ),
    _Probe(
        "read-only system",
        "a file is made in every folder but the scratch ones",
        """
        import os
        def writable(p):
            try:
                open(p + '/x', 'w').close(); return True
            except OSError:
                return False
        places = ['/'] + ['/' + p for p in os.listdir('/') if p not in ('tmp', 'proc')]
        print([p for p in places if writable(p)])
        """,
        "[]",
    ),
    _Probe(
        "no files of the host",
        "folders at the root, users of the host",
        """
        import os
        known = {'bin', 'bot', 'dev', 'etc', 'lib', 'lib64', 'library', 'packages', 'proc',
                 'python', 'tmp', 'usr'}
        print(sorted(set(os.listdir('/')) - known), os.path.exists('/etc/passwd'))
        """,
        "[] False",
    ),
    _Probe(
        "readable system",
        "what programs look for in /etc",
        "import os; print(os.access('/etc', os.R_OK | os.X_OK))",
        "True",
    ),
    _Probe(
        "system calls",
        "ptrace, io_uring, userfaultfd, keys, perf events, bpf, mounts, secret memory and others",
        """
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        numbers = {
            'x86_64': (101, 425, 323, 248, 250, 298, 321, 165, 447, 135, 154, 310, 272, 308, 29),
            'aarch64': (117, 425, 282, 217, 219, 241, 280, 40, 447, 92, 270, 97, 268, 194),
        }[os.uname().machine]
        done = []
        for number in numbers:
            ctypes.set_errno(0)
            if libc.syscall(number, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() not in (1, 38):
                done.append(number)
        print(done)
        """,
        "[]",
    ),
    _Probe(
        "no name spaces",
        "clone and clone3 with new name spaces",
        """
        import ctypes, os
        libc = ctypes.CDLL(None, use_errno=True)
        clone = {'x86_64': 56, 'aarch64': 220}[os.uname().machine]
        done = []
        for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
            pid = libc.syscall(clone, flag | 17, 0, 0, 0, 0)
            if pid == 0:
                os._exit(0)
            if pid > 0:
                done.append(hex(flag))
        arguments = (ctypes.c_uint64 * 8)(0x10000000)
        pid = libc.syscall(435, arguments, 64)
        if pid == 0:
            os._exit(0)
        if pid > 0:
            done.append('clone3')
        print(done)
        """,
        "[]",
    ),
    _Probe(
        "memory of a process",
        "more memory than allowed at once",
        """
        try:
            x = bytearray(200 << 20); print('unlimited')
        except MemoryError:
            print('limited')
        """,
        "limited",
    ),
    _Probe(
        "processes",
        "200 forks",
        """
        import os, time
        n = 0
        try:
            while n < 200:
                if os.fork() == 0:
                    time.sleep(30)
                n += 1
        except OSError:
            pass
        print(0 < n < 40)
        """,
        "True",
    ),
    _Probe(
        "scratch folder",
        "more than fits into /tmp",
        """
        try:
            open('/tmp/x', 'wb').write(bytes(20 << 20)); print('unlimited')
        except OSError:
            print('limited')
        """,
        "limited",
    ),
)


@dataclass(frozen=True)
class _Trial:
    """A script inside that is looked at from outside once it has printed something or ended: the
    trouble in words, empty if the guarantee holds."""

    name: str
    tried: str
    script: str
    trouble: Callable[[Confined], str]


_SHARED: Final = """
import mmap
shared = mmap.mmap(-1, 256 << 20)
while shared.tell() < 256 << 20:
    shared.write(b'x' * (1 << 20))
print('unlimited', flush=True)
"""
_CHILDREN: Final = """
import os, time
for _ in range(5):
    if os.fork() == 0:
        while time.process_time() < 0.1:
            pass
        os._exit(0)
while True:
    try:
        os.wait()
    except ChildProcessError:
        break
print('done', flush=True)
time.sleep(60)
"""
_SPINS: Final = """
import os
if os.fork():
    print('done', flush=True)
while True:
    pass
"""


_ENDED: Final = ("ended as a whole", "a tree that spins is ended")


def check() -> list[Guarantee]:
    """Try every guarantee on this host."""
    needed = [*map(_tool, sandbox.TOOLS), _control_groups()]
    lacking = [one.name for one in needed if one.is_missing]
    if lacking:
        return needed + _not_tried(f"not tried, for lack of {', '.join(lacking)}")
    trials = _trials()
    if isinstance(sandbox.way(), LooseWay):
        held = [_given_up(trial) for trial in trials]
    else:
        held = [_looked_at(trial) for trial in trials]
    return [*needed, *map(_tried, _PROBES), *held, _ended()]


@cache
def require() -> None:
    """Raise NoSandbox unless every guarantee holds."""
    broken = [finding for finding in check() if finding.is_missing]
    if broken:
        raise NoSandbox("; ".join(f"{finding.name}: {finding.detail}" for finding in broken))


def _tool(name: str) -> Guarantee:
    path = shutil.which(name)
    return Guarantee(name, "installed", path is not None, path or "not installed")


def _control_groups() -> Guarantee:
    name, tried = "control groups", "groups are made below the worker's own"
    try:
        found = sandbox.way()
    except NoSandbox as error:
        return Guarantee(name, tried, False, str(error))
    is_loose = isinstance(found, LooseWay)
    return Guarantee(name, tried, not is_loose, found.name, is_waived=is_loose)


def _trials() -> tuple[_Trial, ...]:
    return (
        _Trial("memory of all", "shared memory beyond the limit", _SHARED, _is_ended),
        _Trial("CPU time of all", "work in children that have ended", _CHILDREN, _is_counted),
        _Trial("frozen", "two processes spin while not asked", _SPINS, _is_frozen),
    )


def _not_tried(reason: str) -> list[Guarantee]:
    probes = [(probe.name, probe.tried) for probe in _PROBES]
    trials = [(trial.name, trial.tried) for trial in _trials()]
    return [Guarantee(*pair, False, reason) for pair in (*probes, *trials, _ENDED)]


def _given_up(trial: _Trial) -> Guarantee:
    reason = "given up: that takes control groups"
    return Guarantee(trial.name, trial.tried, False, reason, is_waived=True)


def _tried(probe: _Probe) -> Guarantee:
    """Run a script inside and compare what it prints."""
    confined = _run(probe.script)
    try:
        out, errors = confined.process.communicate(timeout=_WAIT)
    except subprocess.TimeoutExpired:
        return Guarantee(probe.name, probe.tried, False, f"no answer in {_WAIT:.0f} seconds")
    finally:
        confined.end()
    said = out.removeprefix(MARK).decode("utf-8", "replace").strip()
    if said == probe.wanted:
        return Guarantee(probe.name, probe.tried, True, "holds")
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    detail = said or (lines[-1] if lines else f"exit code {confined.process.returncode}")
    return Guarantee(probe.name, probe.tried, False, detail)


def _looked_at(trial: _Trial) -> Guarantee:
    """Run a script inside until it prints something or ends, and look at it from outside."""
    confined = _run(trial.script)
    try:
        assert confined.process.stdout is not None
        confined.process.stdout.read(len(MARK))
        confined.process.stdout.read(1)
        trouble = trial.trouble(confined)
    finally:
        confined.end()
    return Guarantee(trial.name, trial.tried, not trouble, trouble or "holds")


def _run(script: str) -> Confined:
    package = Path(__file__).parent
    line = [sandbox.interpreter(), "-I", "-c", textwrap.dedent(script)]
    return Confined(Room(package), line, _LIMITS)


def _is_ended(confined: Confined) -> str:
    return "" if confined.group.overuse() else "256 MiB were taken"


def _is_counted(confined: Confined) -> str:
    used = confined.group.cpu()
    return "" if used >= 0.5 else f"0.5 s were used, {used:.3f} s counted"


def _is_frozen(confined: Confined) -> str:
    confined.group.freeze()
    # Freezing takes a moment; a tree that never comes to rest is not frozen.
    deadline = time.monotonic() + _WAIT
    while time.monotonic() < deadline:
        before = confined.group.cpu()
        time.sleep(_PAUSE)
        if confined.group.cpu() == before:
            return ""
    return "it ran on"


def _ended() -> Guarantee:
    confined = _run(_SPINS)
    try:
        assert confined.process.stdout is not None
        confined.process.stdout.read(len(MARK) + 1)
        tree = tasks(confined.process.pid)
    finally:
        confined.end()
    # What has left its group is as good as dead; on a busy host the rest of dying takes a moment.
    deadline = time.monotonic() + _WAIT
    while (left := [task for task in tree if is_running(task)]) and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    detail = f"{len(left)} of {len(tree)} go on running" if left else "holds"
    return Guarantee(*_ENDED, len(tree) > 1 and not left, detail)
