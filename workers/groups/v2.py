"""Version 2 of the interface: one hierarchy, where the worker may make groups below its own."""

import contextlib
import re
from pathlib import Path
from typing import Final

from pentarch.workers.groups.brakes import UnifiedBrake
from pentarch.workers.groups.contract import Group, NoGroups, Share
from pentarch.workers.groups.hierarchy import UNIFIED, numbers, words
from pentarch.workers.groups.kernel import KernelGroup, KernelWay

HOST: Final = "pentarch-host"
"""Where version 2 wants the worker itself: a group with limits below it has no processes."""
_USAGE: Final = re.compile(rb"usage_usec (\d+)")


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


class V2Way(KernelWay):
    """Groups of version 2."""

    name = "control groups, version 2"

    def __init__(self, base: Path) -> None:
        # A worker that was moved down by an earlier one, or by its own main process.
        base = base.parent if base.name == HOST else base
        super().__init__({UNIFIED: base})
        for controller in ("memory", "pids"):
            if controller not in words(base / "cgroup.controllers"):
                raise NoGroups(f"the {controller} controller is not delegated to {base}")
        wanted = {"memory", "pids", "cpu"} & {*words(base / "cgroup.controllers")}
        missing = wanted - {*words(base / "cgroup.subtree_control")}
        if missing:
            _divide(base, missing)

    def _made(self, folders: dict[str, Path], share: Share) -> Group:
        return V2(folders[UNIFIED], share)


def _divide(base: Path, controllers: set[str]) -> None:
    """Hand controllers on to the groups below; the processes here move down beside those first."""
    try:
        # The root of all groups, which has no events, may keep its processes.
        if (base / "cgroup.events").exists():
            (base / HOST).mkdir(exist_ok=True)
            for pid in numbers(base / "cgroup.procs"):
                with contextlib.suppress(ProcessLookupError):
                    (base / HOST / "cgroup.procs").write_text(str(pid))
        line = " ".join(f"+{controller}" for controller in sorted(controllers))
        (base / "cgroup.subtree_control").write_text(line)
    except OSError as error:
        raise NoGroups(f"{base} cannot be divided into groups: {error.strerror}") from error
