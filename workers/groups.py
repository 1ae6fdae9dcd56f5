"""Control groups: what the kernel lets a bot's whole process tree use, and how it stops the tree.

Every bot's process tree is in a group of its own: whatever it forks counts together, its memory
with shared memory and swap, its processes and threads, and the CPU time of those that have ended.
A group is frozen while its bot is not asked, and ended as a whole.

V2      version 2 of the interface, where the worker may make groups below its own
V1      version 1, with its controllers one by one; where version 2 is mounted beside it, that one
        freezes, because it is many times as fast

How this host does it is a `Way`, found by `find`. A host without groups has none: what an
administrator may allow then is in `workers.loose`.

A group's name has the number of its bot's slot (`workers.user_ids`). Whoever can claim the slot of
a group that exists has found what a killed worker left behind.
"""

import contextlib
import os
import re
import signal
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pentarch.workers import user_ids
from pentarch.workers.delays import Delay, KernelFile, RunDelay

PREFIX: Final = "pentarch-bot-"
HOST: Final = "pentarch-host"
"""Where version 2 wants the worker itself: a group with limits below it has no processes."""
UNIFIED: Final = "unified"
_CONTROLLERS: Final = ("memory", "pids", "cpu", "cpuacct", "freezer")
_END_WAIT: Final = 20.0
_PAUSE: Final = 0.001
_FULL: Final = re.compile(rb"full .*total=(\d+)")
_USAGE: Final = re.compile(rb"usage_usec (\d+)")
_KILLS: Final = re.compile(rb"oom_kill (\d+)")


class NoGroups(Exception):
    """This host lets the worker make no control groups. The message says why."""


@dataclass(frozen=True)
class Share:
    """What one group may use at most."""

    memory: int
    """Bytes, shared memory and swap included."""
    tasks: int
    """Processes and threads, the sandbox's own included."""


class Group(ABC):
    """One bot's process tree, from before its start until after its end."""

    entrances: list[Path]
    """A process that writes 0 to each of these files is in the group, with all it starts."""

    def begin(self, root: int) -> None:  # noqa: B027 - the kernel's groups know their processes
        """The tree's first process has been started."""

    @abstractmethod
    def cpu(self) -> float:
        """The CPU seconds that the tree has used, ended processes included."""

    @abstractmethod
    def delay(self) -> Delay:
        """How long the tree has wanted to run so far while nothing of it got a core."""

    @abstractmethod
    def tasks(self) -> int:
        """How many processes and threads it has now."""

    @abstractmethod
    def overuse(self) -> str:
        """How the tree went beyond its memory, in words; empty if it did not."""

    @abstractmethod
    def freeze(self) -> None:
        """Let nothing of the tree run from now on. Does not wait for it."""

    @abstractmethod
    def thaw(self) -> None:
        """Let it run again."""

    @abstractmethod
    def end(self) -> None:
        """Kill everything in the tree, frozen or not, wait until it is gone, and forget it."""


class Way(ABC):
    """How this host keeps the trees of bots apart."""

    name: str

    @abstractmethod
    def make(self, slot: int, share: Share) -> Group:
        """A new group for the bot of this slot, which the caller has claimed."""

    def clean(self) -> list[str]:
        """End and remove the groups whose workers are gone; their names."""
        return []


class Brake(ABC):
    """Stops what is in one folder of a hierarchy."""

    @abstractmethod
    def freeze(self) -> None:
        """Let nothing run."""

    @abstractmethod
    def thaw(self) -> None:
        """Let it run again."""

    @abstractmethod
    def kill(self) -> None:
        """Kill what is there now, frozen or not. Dying may take a moment."""

    @abstractmethod
    def delay(self) -> Delay:
        """How long something there has wanted to run so far while nothing got a core."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the files."""


class UnifiedBrake(Brake):
    """Version 2: a file for each."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._state: Final = KernelFile(folder / "cgroup.freeze", os.O_RDWR)
        pressure = folder / "cpu.pressure"
        self._pressure: Final = KernelFile(pressure) if pressure.exists() else None
        self._threads: Final = KernelFile(folder / "cgroup.threads")
        self._queued: Final = RunDelay()
        # Both counts when a wait was last found to have ended.
        self._ended = (-1.0, 0.0)

    def freeze(self) -> None:
        self._state.write(b"1")

    def thaw(self) -> None:
        self._state.write(b"0")

    def kill(self) -> None:
        (self._folder / "cgroup.kill").write_bytes(b"1")

    def delay(self) -> Delay:
        queued = self._queued.read([int(task) for task in self._threads.read().split()])
        found = None if self._pressure is None else _FULL.search(self._pressure.read())
        if found is None:
            return Delay(None, queued)
        pressure = int(found[1]) / 1e6
        if queued != self._ended[0]:
            self._ended = (queued, pressure)
        # A wait that has not ended yet is not among the queued: of that, only pressure tells.
        return Delay(pressure, queued + pressure - self._ended[1])

    def close(self) -> None:
        self._state.close()
        self._threads.close()
        self._queued.close()
        if self._pressure is not None:
            self._pressure.close()


class FreezerBrake(Brake):
    """Version 1: the freezer, and signals to what cannot get away from them."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder
        self._state: Final = KernelFile(folder / "freezer.state", os.O_RDWR)
        self._queued: Final = RunDelay()

    def freeze(self) -> None:
        self._state.write(b"FROZEN")

    def thaw(self) -> None:
        self._state.write(b"THAWED")

    def kill(self) -> None:
        # Frozen it cannot fork any more; the signals take effect when it thaws.
        self.freeze()
        for pid in _numbers(self._folder / "cgroup.procs"):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.thaw()

    def delay(self) -> Delay:
        return Delay(None, self._queued.read(_numbers(self._folder / "tasks")))

    def close(self) -> None:
        self._state.close()
        self._queued.close()


class KernelGroup(Group):
    """What the two versions share: files to read, and a brake."""

    def __init__(
        self, folders: list[Path], brake: Brake, cpu: Path, events: Path, tasks: Path
    ) -> None:
        self._folders: Final = folders
        self._brake: Final = brake
        self._cpu: Final = KernelFile(cpu)
        self._events: Final = KernelFile(events)
        self._tasks: Final = KernelFile(tasks)
        self.entrances = [folder / "cgroup.procs" for folder in folders]

    def delay(self) -> Delay:
        return self._brake.delay()

    def tasks(self) -> int:
        return int(self._tasks.read())

    def overuse(self) -> str:
        found = _KILLS.search(self._events.read())
        if found is None or int(found[1]) == 0:
            return ""
        return "the bot used all memory it may have, and the kernel ended it"

    def freeze(self) -> None:
        self._brake.freeze()

    def thaw(self) -> None:
        self._brake.thaw()

    def end(self) -> None:
        _destroy(self._folders, self._brake)
        for file in (self._brake, self._cpu, self._events, self._tasks):
            file.close()


class V2(KernelGroup):
    """A group of version 2."""

    def __init__(self, folder: Path, share: Share) -> None:
        folder.mkdir()
        (folder / "memory.max").write_text(str(share.memory))
        (folder / "memory.oom.group").write_text("1")
        if (folder / "memory.swap.max").exists():
            (folder / "memory.swap.max").write_text("0")
        (folder / "pids.max").write_text(str(share.tasks))
        brake = UnifiedBrake(folder)
        super().__init__(
            [folder],
            brake,
            folder / "cpu.stat",
            folder / "memory.events",
            folder / "pids.current",
        )

    def cpu(self) -> float:
        found = _USAGE.search(self._cpu.read())
        return int(found[1]) / 1e6 if found else 0.0


class V1(KernelGroup):
    """A group of version 1: a folder below each controller, and one of version 2 if it is there."""

    def __init__(self, folders: dict[str, Path], share: Share) -> None:
        for folder in folders.values():
            folder.mkdir()
        memory = folders["memory"]
        (memory / "memory.limit_in_bytes").write_text(str(share.memory))
        # Memory and swap together; a kernel that does not count swap has no such file.
        if (memory / "memory.memsw.limit_in_bytes").exists():
            (memory / "memory.memsw.limit_in_bytes").write_text(str(share.memory))
        (folders["pids"] / "pids.max").write_text(str(share.tasks))
        super().__init__(
            [*folders.values()],
            _brake(folders),
            folders["cpuacct"] / "cpuacct.usage",
            memory / "memory.oom_control",
            folders["pids"] / "pids.current",
        )

    def cpu(self) -> float:
        return int(self._cpu.read()) / 1e9


class KernelWay(Way):
    """Groups below the worker's own: a base folder for each hierarchy."""

    def __init__(self, bases: dict[str, Path]) -> None:
        self.bases: Final = bases

    def make(self, slot: int, share: Share) -> Group:
        folders = self._folders(f"{PREFIX}{slot}")
        # Whatever has this name is of an earlier holder of the slot, who is gone.
        _destroy_left(folders)
        try:
            return self._made(folders, share)
        except OSError as error:
            _destroy_left(folders)
            raise NoGroups(f"no group could be made: {error}") from error

    def clean(self) -> list[str]:
        found = {folder.name for base in self.bases.values() for folder in base.glob(f"{PREFIX}*")}
        cleaned = []
        for name in sorted(found):
            slot = user_ids.claim_number(int(name.removeprefix(PREFIX)))
            if slot is not None:
                _destroy_left(self._folders(name))
                slot.free()
                cleaned.append(name)
        return cleaned

    @abstractmethod
    def _made(self, folders: dict[str, Path], share: Share) -> Group:
        """A group in folders that are not there yet."""

    def _folders(self, name: str) -> dict[str, Path]:
        return {hierarchy: base / name for hierarchy, base in self.bases.items()}


class V2Way(KernelWay):
    """Groups of version 2."""

    name = "control groups, version 2"

    def __init__(self, base: Path) -> None:
        # A worker that was moved down by an earlier one, or by its own main process.
        base = base.parent if base.name == HOST else base
        super().__init__({UNIFIED: base})
        for controller in ("memory", "pids"):
            if controller not in _words(base / "cgroup.controllers"):
                raise NoGroups(f"the {controller} controller is not delegated to {base}")
        wanted = {"memory", "pids", "cpu"} & {*_words(base / "cgroup.controllers")}
        missing = wanted - {*_words(base / "cgroup.subtree_control")}
        if missing:
            _divide(base, missing)

    def _made(self, folders: dict[str, Path], share: Share) -> Group:
        return V2(folders[UNIFIED], share)


class V1Way(KernelWay):
    """Groups of version 1."""

    name = "control groups, version 1"

    def __init__(self, bases: dict[str, Path]) -> None:
        missing = [name for name in _CONTROLLERS if name not in bases]
        if missing:
            raise NoGroups(f"no control groups for {', '.join(missing)}")
        chosen = {name: bases[name] for name in _CONTROLLERS}
        for base in chosen.values():
            if not os.access(base, os.W_OK):
                raise NoGroups(f"this user may not make groups in {base}")
        if UNIFIED in bases and _can_freeze(bases[UNIFIED]):
            chosen[UNIFIED] = bases[UNIFIED]
            self.name = "control groups, version 1, frozen by version 2"
        super().__init__(chosen)

    def _made(self, folders: dict[str, Path], share: Share) -> Group:
        return V1(folders, share)


def find() -> Way:
    """How this host makes groups. Raises NoGroups."""
    bases = own_groups()
    reasons = []
    if UNIFIED in bases:
        try:
            return V2Way(bases[UNIFIED])
        except NoGroups as error:
            reasons.append(str(error))
    try:
        return V1Way(bases)
    except NoGroups as error:
        reasons.append(str(error))
    raise NoGroups("; ".join(reasons))


def own_groups() -> dict[str, Path]:
    """The folders of this process's own groups, by controller; `unified` is version 2's."""
    mounts = {}
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        front, _, back = line.partition(" - ")
        kind, _, options = back.split(" ", 2)
        root, place = front.split(" ")[3:5]
        if kind == "cgroup2":
            mounts[UNIFIED] = (root, Path(place))
        elif kind == "cgroup":
            for controller in options.split(" ")[-1].split(","):
                if controller in _CONTROLLERS:
                    mounts[controller] = (root, Path(place))
    found = {}
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        number, controllers, path = line.split(":", 2)
        for controller in [UNIFIED] if number == "0" else controllers.split(","):
            if controller in mounts:
                root, folder = mounts[controller]
                # In a container the mount begins at the container's own group.
                below = path.removeprefix(root.rstrip("/")) if path.startswith(root) else ""
                found[controller] = folder / below.lstrip("/")
    return found


def _brake(folders: dict[str, Path]) -> Brake:
    if UNIFIED in folders:
        return UnifiedBrake(folders[UNIFIED])
    return FreezerBrake(folders["freezer"])


def _can_freeze(base: Path) -> bool:
    """Whether version 2 can freeze and kill groups below this one."""
    probe = base / f"pentarch-probe-{os.getpid()}"
    try:
        probe.mkdir()
    except OSError:
        return False
    is_able = all((probe / name).exists() for name in ("cgroup.freeze", "cgroup.kill"))
    probe.rmdir()
    return is_able


def _divide(base: Path, controllers: set[str]) -> None:
    """Hand controllers on to the groups below; the processes here move down beside those first."""
    try:
        # The root of all groups, which has no events, may keep its processes.
        if (base / "cgroup.events").exists():
            (base / HOST).mkdir(exist_ok=True)
            for pid in _numbers(base / "cgroup.procs"):
                with contextlib.suppress(ProcessLookupError):
                    (base / HOST / "cgroup.procs").write_text(str(pid))
        line = " ".join(f"+{controller}" for controller in sorted(controllers))
        (base / "cgroup.subtree_control").write_text(line)
    except OSError as error:
        raise NoGroups(f"{base} cannot be divided into groups: {error.strerror}") from error


def _destroy_left(folders: dict[str, Path]) -> None:
    """End and remove what is there of a group."""
    left = {name: folder for name, folder in folders.items() if folder.is_dir()}
    if not left:
        return
    if {UNIFIED, "freezer"} & {*left}:
        brake = _brake(left)
        _destroy([*left.values()], brake)
        brake.close()
    else:
        _remove([*left.values()])


def _destroy(folders: list[Path], brake: Brake) -> None:
    deadline = time.monotonic() + _END_WAIT
    while any(_numbers(folder / "cgroup.procs") for folder in folders):
        brake.kill()
        if time.monotonic() > deadline:
            raise NoGroups(f"the processes of {folders[0].name} do not end")
        time.sleep(_PAUSE)
    _remove(folders)


def _remove(folders: list[Path]) -> None:
    deadline = time.monotonic() + _END_WAIT
    for folder in folders:
        while True:
            try:
                folder.rmdir()
                break
            except FileNotFoundError:
                break
            except OSError as error:
                # The last processes are dead and not quite gone yet.
                if time.monotonic() > deadline:
                    raise NoGroups(f"{folder} cannot be removed: {error.strerror}") from error
                time.sleep(_PAUSE)


def _numbers(path: Path) -> list[int]:
    return [int(word) for word in _words(path)]


def _words(path: Path) -> list[str]:
    try:
        return path.read_text().split()
    except (FileNotFoundError, OSError):
        return []
