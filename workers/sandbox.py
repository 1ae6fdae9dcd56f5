"""The sandbox: what a hosted bot's process can see, use and reach, enforced by bubblewrap.

Inside there is a read-only system, the bot's own package, a small private /tmp, nothing of the
environment, no network but an empty loopback, and its own process, IPC and host name spaces. The
process tree ends with its first process, and with the worker.

Two ways, by who the worker is:

root      the bot runs as an unprivileged user id of its own without any capability (`setpriv`), so
          that the kernel counts its processes separately
others    the bot runs in a user name space of its own (unprivileged bubblewrap)

If neither works, uploaded bots are refused: there is no way to run one without the sandbox.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from workers import slots

MIB: Final = 1 << 20
SYSTEM: Final = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
LIBRARY: Final = "/pentarch"
PACKAGE: Final = "/bot"
FIRST_UID: Final = 61_000
_PROBE_WAIT: Final = 60
_NEEDED: Final = ("bwrap", "prlimit", "setpriv")
_LIBRARY_PACKAGES: Final = ("engine", "bots", "arbiter")


class NoSandbox(Exception):
    """This host cannot run a bot safely. The message says what is missing."""


@dataclass(frozen=True)
class Limits:
    """What one bot may use. Memory is counted per process here, for the whole tree by the host."""

    memory_mib: int = 512
    processes: int = 32
    scratch_mib: int = 32
    open_files: int = 64
    cpu_seconds: int = 3600


@dataclass(frozen=True)
class Finding:
    """One thing that `pentarch sandbox check` looked at."""

    name: str
    holds: bool
    detail: str


def command(package: Path, argv: list[str], limits: Limits, slot: int) -> list[str]:
    """The command line that runs `argv` inside the sandbox, with the package at /bot.

    `slot` tells apart bots that run at the same time on this host: see `workers.slots`. Raises
    NoSandbox.
    """
    for tool in _NEEDED:
        if shutil.which(tool) is None:
            raise NoSandbox(f"{tool} is not installed on this host")
    is_root = os.geteuid() == 0
    return [
        *_limited(limits),
        "bwrap",
        *_name_spaces(is_root),
        *_file_system(package, limits),
        *_environment(),
        "--",
        *(_unprivileged(slot) if is_root else ()),
        *argv,
    ]


def interpreter() -> str:
    """The Python that hosted Python bots run with: the worker's own."""
    return sys.executable


def _limited(limits: Limits) -> list[str]:
    return [
        "prlimit",
        f"--data={limits.memory_mib * MIB}",
        f"--nproc={limits.processes}",
        f"--fsize={limits.scratch_mib * MIB}",
        f"--nofile={limits.open_files}",
        f"--cpu={limits.cpu_seconds}",
        "--core=0",
        f"--stack={8 * MIB}",
    ]


def _name_spaces(is_root: bool) -> list[str]:
    shared = [
        "--unshare-pid",
        "--unshare-net",
        "--unshare-ipc",
        "--unshare-uts",
        "--unshare-cgroup-try",
        "--hostname",
        "bot",
        "--die-with-parent",
        "--new-session",
    ]
    if is_root:
        return [*shared, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    return ["--unshare-user", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL", *shared]


def _file_system(package: Path, limits: Limits) -> list[str]:
    parts = ["--proc", "/proc", "--dev", "/dev"]
    # Before everything else: the interpreter itself may live below /tmp.
    for place in ("/tmp", "/dev/shm"):
        parts += ["--perms", "1777", "--size", str(limits.scratch_mib * MIB), "--tmpfs", place]
    for place in SYSTEM:
        if os.path.islink(place):
            parts += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            parts += ["--ro-bind", place, place]
    bound = {place: place for place in _python_places()}
    for folder in map(_package_folder, _LIBRARY_PACKAGES):
        # A compiled package has its code in libraries beside it.
        for part in [folder, *sorted(folder.parent.glob(f"{folder.name}_*.so"))]:
            bound[str(part)] = f"{LIBRARY}/{part.name}"
    for source, target in bound.items():
        parts += [*_folders_above(target), "--ro-bind", source, target]
    return [*parts, "--ro-bind", str(package), PACKAGE, "--remount-ro", "/", "--chdir", PACKAGE]


def _folders_above(target: str) -> list[str]:
    """The folders that lead to a place, open to everybody: bubblewrap would make them private."""
    parts: list[str] = []
    for folder in reversed(Path(target).parents[:-1]):
        if str(folder) in ("/tmp", "/usr"):
            continue
        parts += ["--perms", "0755", "--dir", str(folder)]
    return parts


def _environment() -> list[str]:
    values = {
        "PATH": "/usr/bin:/bin",
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{LIBRARY}:{PACKAGE}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PENTARCH_HOSTED": "1",
    }
    parts = ["--clearenv"]
    for name, value in values.items():
        parts += ["--setenv", name, value]
    return parts


def _unprivileged(slot: int) -> list[str]:
    uid = str(FIRST_UID + slot)
    return [
        "setpriv",
        f"--reuid={uid}",
        f"--regid={uid}",
        "--clear-groups",
        "--no-new-privs",
        "--inh-caps=-all",
        "--bounding-set=-all",
    ]


def _python_places() -> list[str]:
    """The interpreter and its libraries, as far as they are not part of the system."""
    places = []
    for place in dict.fromkeys((sys.base_prefix, sys.prefix)):
        path = os.path.realpath(place)
        if not path.startswith("/usr/") and path != "/usr":
            places.append(place)
    return places


def _package_folder(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise NoSandbox(f"the package {name!r} cannot be found")
    return Path(next(iter(spec.submodule_search_locations)))


def check() -> list[Finding]:
    """Try the sandbox on this host and say what holds."""
    findings = [
        Finding(tool, shutil.which(tool) is not None, shutil.which(tool) or "not installed")
        for tool in _NEEDED
    ]
    if not all(finding.holds for finding in findings):
        return findings
    for name, script, wanted in _PROBES:
        findings.append(_probe(name, script, wanted))
    return findings


def require() -> None:
    """Raise NoSandbox unless every finding holds."""
    broken = [finding for finding in check() if not finding.holds]
    if broken:
        raise NoSandbox("; ".join(f"{finding.name}: {finding.detail}" for finding in broken))


_PROBES: Final = (
    ("starts", "print('yes')", "yes"),
    ("unprivileged", "import os; print(os.getuid() != 0 and os.getgid() != 0)", "True"),
    (
        "no capability",
        "print([l for l in open('/proc/self/status') if l.startswith(('CapEff', 'CapPrm'))"
        " and int(l.split()[1], 16)])",
        "[]",
    ),
    (
        "no network",
        "import socket; print([n for _, n in socket.if_nameindex() if n != 'lo'])",
        "[]",
    ),
    (
        "own processes",
        "import os; print(max(int(p) for p in os.listdir('/proc') if p.isdigit()) < 10)",
        "True",
    ),
    (
        "empty environment",
        "import os; print('PENTARCH_HOSTED' in os.environ, len(os.environ) < 9)",
        "True True",
    ),
    (
        "read-only system",
        "import os\n"
        "def writable(p):\n"
        "    try:\n"
        "        open(p + '/x', 'w').close(); return True\n"
        "    except OSError:\n"
        "        return False\n"
        "print([p for p in ('/', '/usr', '/bot', '/pentarch', '/dev', '/etc') if writable(p)])",
        "[]",
    ),
    (
        "memory limit",
        "try:\n"
        "    x = bytearray(600 << 20); print('unlimited')\n"
        "except MemoryError:\n"
        "    print('limited')",
        "limited",
    ),
    (
        "process limit",
        "import os, time\n"
        "n = 0\n"
        "try:\n"
        "    while n < 200:\n"
        "        if os.fork() == 0:\n"
        "            time.sleep(30)\n"
        "        n += 1\n"
        "except OSError:\n"
        "    pass\n"
        "print(0 < n < 40)",
        "True",
    ),
    (
        "scratch limit",
        "try:\n"
        "    open('/tmp/x', 'wb').write(bytes(40 << 20)); print('unlimited')\n"
        "except OSError:\n"
        "    print('limited')",
        "limited",
    ),
)


def _probe(name: str, script: str, wanted: str) -> Finding:
    empty = Path(__file__).parent
    slot = slots.claim()
    line = command(empty, [interpreter(), "-I", "-c", script], Limits(), slot.number)
    try:
        done = subprocess.run(
            line, capture_output=True, text=True, timeout=_PROBE_WAIT, check=False
        )
    except subprocess.TimeoutExpired:
        return Finding(name, False, f"no answer in {_PROBE_WAIT} seconds")
    finally:
        slot.free()
    said = done.stdout.strip()
    if said == wanted:
        return Finding(name, True, "holds")
    errors = done.stderr.strip().splitlines()
    return Finding(name, False, said or (errors[-1] if errors else f"exit code {done.returncode}"))
