"""The sandbox: what a hosted bot's process can see, use and reach, enforced by the kernel.

Inside there is a read-only system, the bot's own package, a small private /tmp, nothing of the
environment, no network, and process, IPC and host namespaces of its own (bubblewrap). The system
calls are filtered by a list (`workers.syscalls`), and the whole process tree is in a control group
(`workers.groups`). It ends with its first process, and with the worker.

Two ways, by who the worker is:

root      the bot runs as an unprivileged user id of its own without any capability (`setpriv`)
others    the bot runs in a user namespace of its own (unprivileged bubblewrap)

A bot that must be built is built in the same way, by the same rules, but in a folder of its own in
memory, and with all the toolchains that this host has (`workers.toolchains`).

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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages.languages import LANGUAGES, PROTOBUF
from pentarch.arbiter.settings import settings
from pentarch.bots import simulator
from pentarch.workers import groups, syscalls, toolchains, user_ids
from pentarch.workers.groups import Group, NoGroups, Separation, Share
from pentarch.workers.loose import LooseWay
from pentarch.workers.toolchains import Toolchain

MIB: Final = 1 << 20
SYSTEM: Final = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/alternatives")
# Places inside, which say nothing about where things are on this host.
LIBRARY: Final = "/library"
PACKAGES: Final = "/packages"
PYTHON: Final = "/python"
PACKAGE: Final = "/bot"
SOURCE: Final = "/source"
"""Where a build finds the package. What it makes is made in PACKAGE, which is empty at first."""
FIRST_UID: Final = 61_000
MARK: Final = b"."
"""What is written to standard output right before the bot's program takes over."""
TOOLS: Final = ("bwrap", "prlimit", "setpriv", "sh")
_LIBRARY_PACKAGES: Final = ("engine", "bots", "arbiter", "research")
OFFERED: Final = ("google.protobuf", "orjson", "numpy")
OWN_TASKS: Final = 3
"""Processes of the sandbox itself: two of bubblewrap, and what becomes the bot."""
_PATH: Final = "/usr/bin:/bin"
_HIDDEN: Final = ("/proc/kcore", "/proc/keys", "/proc/timer_list", "/proc/sched_debug")
# Compilers keep what they may use again in memory; nothing is ever downloaded.
_WORKSHOP: Final = {
    "CARGO_HOME": "/tmp/cargo",
    "CARGO_NET_OFFLINE": "true",
    "GOCACHE": "/tmp/go-build",
    "GOPATH": "/tmp/go",
    "GOPROXY": "off",
    "GOTOOLCHAIN": "local",
    "JAVA_TOOL_OPTIONS": "-XX:+UseSerialGC -Xmx512m",
}
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


@dataclass(frozen=True)
class Room:
    """What a process finds inside beside the system: a package, and what its language needs.

    A workshop is where a package is built.
    """

    package: Path
    language: str = "python"
    protocol: str = PROTOBUF
    is_workshop: bool = False

    @property
    def tools(self) -> list[Toolchain]:
        """The toolchains that are put inside."""
        found = toolchains.found()
        if self.is_workshop:
            return list(found.values())
        known = LANGUAGES.get(self.language)
        return [found[known.runtime]] if known is not None and known.runtime in found else []

    @property
    def path(self) -> str:
        """Where programs are looked for."""
        own = [os.path.dirname(interpreter())] if self.is_workshop else []
        return ":".join([*(part for tool in self.tools for part in tool.path), *own, _PATH])


@cache
def way() -> Separation:
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

    def __init__(self, room: Room, argv: list[str], limits: Limits) -> None:
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
            self.process: Final = self._started(room, argv, limits)
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

    def _started(self, room: Room, argv: list[str], limits: Limits) -> "subprocess.Popen[bytes]":
        filter = syscalls.filter_of(room.language)
        if filter is None:
            raise NoSandbox(f"no list of system calls for {os.uname().machine} processors")
        descriptor = os.memfd_create("filter")
        try:
            os.write(descriptor, filter)
            os.lseek(descriptor, 0, os.SEEK_SET)
            inside = command(room, argv, limits, self._slot.number, descriptor)
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


def command(room: Room, argv: list[str], limits: Limits, slot: int, filter: int) -> list[str]:
    """The command line that runs `argv` in a room of the sandbox.

    `slot` tells apart bots that run at the same time on this host: see `workers.user_ids`. `filter`
    is a descriptor to read the filter of system calls from. Raises NoSandbox.
    """
    for tool in TOOLS:
        if shutil.which(tool) is None:
            raise NoSandbox(f"{tool} is not installed on this host")
    if "/" not in argv[0] and not _is_inside(argv[0], room.tools):
        raise NoSandbox(f"{argv[0]} is not installed on this host")
    is_root = os.geteuid() == 0
    return [
        "bwrap",
        *_name_spaces(is_root),
        *_file_system(room, limits),
        *_environment(room),
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


def _is_inside(program: str, tools: Sequence[Toolchain]) -> bool:
    """Whether a program will be found by its name."""
    outside = [home for tool in tools for home in tool.mounts]
    folders = [_PATH, *(f"{home}/bin" for home in outside)]
    return shutil.which(program, path=":".join(folders)) is not None


def _file_system(room: Room, limits: Limits) -> list[str]:
    parts = ["--proc", "/proc", "--dev", "/dev"]
    for place in ("/tmp", "/dev/shm"):
        parts += _in_memory(place, "1777", limits)
    # Open to everybody: bubblewrap would make them private.
    for folder in ("/etc", LIBRARY, f"{LIBRARY}/pentarch", PACKAGES):
        parts += ["--perms", "0755", "--dir", folder]
    for place in SYSTEM:
        if os.path.islink(place):
            parts += ["--symlink", os.readlink(place), place]
        elif os.path.exists(place):
            parts += ["--ro-bind", place, place]
    mounts = [tool.mounts for tool in room.tools if tool.mounts]
    if mounts:
        parts += ["--perms", "0755", "--dir", toolchains.PLACE]
    for bound in (_bound(), *mounts):
        for source, target in bound.items():
            parts += ["--ro-bind", source, target]
    for place in _HIDDEN:
        if os.path.exists(place):
            parts += ["--ro-bind", "/dev/null", place]
    if room.is_workshop:
        parts += ["--ro-bind", str(room.package), SOURCE, *_in_memory(PACKAGE, "0777", limits)]
    else:
        parts += ["--ro-bind", str(room.package), PACKAGE]
    return [*parts, "--chdir", PACKAGE, "--remount-ro", "/dev", "--remount-ro", "/"]


def _in_memory(place: str, mode: str, limits: Limits) -> list[str]:
    """A folder in memory that everybody may write to."""
    return ["--perms", mode, "--size", str(limits.scratch_mib * MIB), "--tmpfs", place]


@cache
def _bound() -> dict[str, str]:
    """What is put inside beside the system: Python, its packages and ours, by their sources."""
    bound = {}
    home = os.path.realpath(sys.base_prefix)
    if not _is_system(home):
        bound[home] = PYTHON
    for name in OFFERED:
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


def _environment(room: Room) -> list[str]:
    values = {
        "PATH": room.path,
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{LIBRARY}:{PACKAGE}:{PACKAGES}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PENTARCH_HOSTED": "1",
        "PENTARCH_PROTOCOL": room.protocol,
        "PENTARCH_SIMULATOR": simulator.command_line(interpreter()),
        **(_WORKSHOP if room.is_workshop else {}),
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
