"""Version 1 of the interface: a hierarchy for each controller.

Where version 2 is mounted beside it, that one freezes, because it is many times as fast.
"""

import os
from pathlib import Path

from pentarch.workers.groups.brakes import brake_of
from pentarch.workers.groups.contract import Group, NoGroups, Share
from pentarch.workers.groups.hierarchy import CONTROLLERS, UNIFIED
from pentarch.workers.groups.kernel import KernelGroup, KernelWay


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
            brake_of(folders),
            folders["cpuacct"] / "cpuacct.usage",
            memory / "memory.oom_control",
            folders["pids"] / "pids.current",
        )

    def cpu(self) -> float:
        return int(self._cpu.read()) / 1e9


class V1Way(KernelWay):
    """Groups of version 1."""

    name = "control groups, version 1"

    def __init__(self, bases: dict[str, Path]) -> None:
        missing = [name for name in CONTROLLERS if name not in bases]
        if missing:
            raise NoGroups(f"no control groups for {', '.join(missing)}")
        chosen = {name: bases[name] for name in CONTROLLERS}
        for base in chosen.values():
            if not os.access(base, os.W_OK):
                raise NoGroups(f"this user may not make groups in {base}")
        if UNIFIED in bases and _can_freeze(bases[UNIFIED]):
            chosen[UNIFIED] = bases[UNIFIED]
            self.name = "control groups, version 1, frozen by version 2"
        super().__init__(chosen)

    def _made(self, folders: dict[str, Path], share: Share) -> Group:
        return V1(folders, share)


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
