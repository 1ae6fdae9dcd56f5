"""The sandbox: what a hosted bot's process can see, use and reach, enforced by the kernel.

Inside there is a read-only system, the bot's own package, a small private /tmp, nothing of the
environment, no network, and process, IPC and host namespaces of its own (bubblewrap). The system
calls are filtered by a list (`workers.syscalls`), and the whole process tree is in a control group
(`workers.groups`). It ends with its first process, and with the worker.

Two ways, by who the worker is:

root      the bot runs as an unprivileged user id of its own without any capability (`setpriv`)
others    the bot runs in a user namespace of its own (unprivileged bubblewrap)

If this host lacks any of this, uploaded bots are refused: there is no way to run one without the
sandbox. Only the control groups can be done without, where an administrator says so.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pentarch.arbiter.settings import settings
from pentarch.workers import groups, syscalls, user_ids
from pentarch.workers.groups import Group, NoGroups, Share, Way
from pentarch.workers.loose import LooseWay

MIB: Final = 1 << 20
SYSTEM: Final = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
# Places inside, which say nothing about where things are on this host.
LIBRARY: Final = "/library"
PACKAGES: Final = "/packages"
PYTHON: Final = "/python"
PACKAGE: Final = "/bot"
FIRST_UID: Final = 61_000
MARK: Final = b"."
"""What is written to standard output right before the bot's program takes over."""
TOOLS: Final = ("bwrap", "prlimit", "setpriv", "sh")
_LIBRARY_PACKAGES: Final = ("engine", "bots", "arbiter", "research")
_OFFERED_PACKAGES: Final = ("google.protobuf", "orjson", "numpy")
OWN_TASKS: Final = 3
"""Processes of the sandbox itself: two of bubblewrap, and what becomes the bot."""
_PATH: Final = "/usr/bin:/bin"
_HIDDEN: Final = ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug")
_ENTER: Final = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 1; shift; done; shift; exec "$@"'
_BEGIN: Final = f'printf {MARK.decode()} && exec "$@"'


class NoSandbox(Exception):
    """This host cannot run a bot safely. The message says what is missing."""


@dataclass(frozen=True)
class Limits:
    """What one bot may use, all its processes together; files are counted per process."""

    memory_mib: int = 512
    processes: int = 32
    scratch_mib: int = 32
    open_files: int = 64
    cpu_seconds: int = 3600

    @property
    def share(self) -> Share:
        """What the bot's control group is held to."""
        return Share(self.memory_mib * MIB, self.processes + OWN_TASKS)


@cache
def way() -> Way:
    """How this host keeps the process trees of bots apart. Raises NoSandbox."""
    try:
        return groups.find()
    except NoGroups as error:
        if settings().sandbox_without_groups:
            return LooseWay()
        raise NoSandbox(
            f"no control groups: {error}. They limit what a bot uses; "
            "PENTARCH_SANDBOX_WITHOUT_GROUPS=1 allows to do without, and then little is enforced"
        ) from error


def clear_leftovers() -> None:
    """End the bots of workers that were killed. Frozen ones would not end by themselves."""
    with contextlib.suppress(NoSandbox):
        way().clean()


class Confined:
    """A process tree in the sandbox, with pipes to its first process.

    When the program takes over, MARK has been written to standard output. Without it, whatever
    happened is the sandbox's.
    """

    def __init__(
        self, package: Path, argv: list[str], limits: Limits, language: str = "python"
    ) -> None:
        self._slot: Final = user_ids.claim()
        try:
            chosen = way()
            chosen.clean()
            self.group: Final[Group] = chosen.make(self._slot.number, limits.share)
        except NoGroups as error:
            self._slot.free()
            raise NoSandbox(str(error)) from error
        except BaseException:
            self._slot.free()
            raise
        try:
            self.process: Final = self._started(package, argv, limits, language)
        except BaseException:
            self.group.end()
            self._slot.free()
            raise
        self.group.begin(self.process.pid)

    def end(self) -> None:
        """Kill the whole tree, wait until it is gone, and let go of everything."""
        # It may not have entered its group yet. A group that somebody can still enter cannot be
        # ended, so this comes first.
        self.process.kill()
        try:
            self.group.end()
            self.process.wait()
        finally:
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                if pipe is not None:
                    pipe.close()
            self._slot.free()

    def _started(
        self, package: Path, argv: list[str], limits: Limits, language: str
    ) -> "subprocess.Popen[bytes]":
        filter = syscalls.filter_of(language)
        if filter is None:
            raise NoSandbox(f"no list of system calls for {os.uname().machine} processors")
        descriptor = os.memfd_create("filter")
        try:
            os.write(descriptor, filter)
            os.lseek(descriptor, 0, os.SEEK_SET)
            inside = command(package, argv, limits, self._slot.number, descriptor)
            return subprocess.Popen(
                [*_entering(self.group.entrances), *inside],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(descriptor,),
                start_new_session=True,
            )
        finally:
            os.close(descriptor)


def command(package: Path, argv: list[str], limits: Limits, slot: int, filter: int) -> list[str]:
    """The command line that runs `argv` inside the sandbox, with the package at /bot.

    `slot` tells apart bots that run at the same time on this host: see `workers.user_ids`. `filter`
    is a descriptor to read the filter of system calls from. Raises NoSandbox.
    """
    for tool in TOOLS:
        if shutil.which(tool) is None:
            raise NoSandbox(f"{tool} is not installed on this host")
    if "/" not in argv[0] and shutil.which(argv[0], path=_PATH) is None:
        raise NoSandbox(f"{argv[0]} is not installed on this host")
    is_root = os.geteuid() == 0
    return [
        "bwrap",
        *_name_spaces(is_root),
        *_file_system(package, limits),
        *_environment(),
        "--seccomp",
        str(filter),
        "--",
        *(_unprivileged(slot) if is_root else ()),
        *_limited(limits),
        *("sh", "-c", _BEGIN, "bot"),
        *argv,
    ]


def interpreter() -> str:
    """The Python that hosted Python bots run with, as it is called inside: the worker's own."""
    program = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    if _is_system(program):
        return program
    return f"{PYTHON}/{os.path.relpath(program, os.path.realpath(sys.base_prefix))}"


def _entering(entrances: list[Path]) -> list[str]:
    """Runs what follows in a control group."""
    if not entrances:
        return []
    return ["sh", "-c", _ENTER, "enter", *map(str, entrances), "--"]


def _limited(limits: Limits) -> list[str]:
    return [
        "prlimit",
        f"--data={limits.memory_mib * MIB}",
        # A group counts better: this counts everything else that the same user runs, too.
        *([f"--nproc={limits.processes}"] if isinstance(way(), LooseWay) else ()),
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
    for place in ("/tmp", "/dev/shm"):
        parts += ["--perms", "1777", "--size", str(limits.scratch_mib * MIB), "--tmpfs", place]
    # Open to everybody: bubblewrap would make them private.
    for folder in ("/etc", LIBRARY, f"{LIBRARY}/pentarch", PACKAGES):
        parts += ["--perms", "0755", "--dir", folder]
    for place in SYSTEM:
        if os.path.islink(place):
            parts += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            parts += ["--ro-bind", place, place]
    for source, target in _bound().items():
        parts += ["--ro-bind", source, target]
    for place in _HIDDEN:
        if os.path.exists(place):
            parts += ["--ro-bind", "/dev/null", place]
    parts += ["--ro-bind", str(package), PACKAGE, "--chdir", PACKAGE]
    return [*parts, "--remount-ro", "/dev", "--remount-ro", "/"]


@cache
def _bound() -> dict[str, str]:
    """What is put inside beside the system: Python, its packages and ours, by their sources."""
    bound = {}
    home = os.path.realpath(sys.base_prefix)
    if not _is_system(home):
        bound[home] = PYTHON
    for name in _OFFERED_PACKAGES:
        if importlib.util.find_spec(name) is None:
            continue
        folder = _package_folder(name)
        top = folder.parents[name.count(".")] / name.partition(".")[0]
        # A package may keep the libraries of its parts beside it.
        for part in [top, *sorted(top.parent.glob(f"{top.name}.libs"))]:
            bound[str(part)] = f"{PACKAGES}/{part.name}"
    ours = _package_folder("pentarch")
    # A compiled engine has its code in libraries beside it.
    libraries = [path.name for path in sorted(ours.glob("*.so"))]
    for name in ("__init__.py", "local.py", *_LIBRARY_PACKAGES, *libraries):
        bound[str((ours / name).resolve())] = f"{LIBRARY}/pentarch/{name}"
    return bound


def _environment() -> list[str]:
    values = {
        "PATH": _PATH,
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{LIBRARY}:{PACKAGE}:{PACKAGES}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PENTARCH_HOSTED": "1",
    }
    if sysconfig.get_config_var("Py_ENABLE_SHARED") and interpreter().startswith(PYTHON):
        values["LD_LIBRARY_PATH"] = f"{PYTHON}/lib"
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


def _is_system(path: str) -> bool:
    return path == "/usr" or path.startswith("/usr/")


def _package_folder(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise NoSandbox(f"the package {name!r} cannot be found")
    return Path(next(iter(spec.submodule_search_locations)))
