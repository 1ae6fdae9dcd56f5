"""Where the kernel shows control groups on this host, and the group that this process is in."""

from pathlib import Path
from typing import Final

UNIFIED: Final = "unified"
"""The hierarchy of version 2, which has all controllers."""
CONTROLLERS: Final = ("memory", "pids", "cpu", "cpuacct", "freezer")
"""What is used of version 1, where each controller may have a hierarchy of its own."""


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
                if controller in CONTROLLERS:
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


def numbers(path: Path) -> list[int]:
    """What a file of the kernel's lists; nothing when it is gone."""
    return [int(word) for word in words(path)]


def words(path: Path) -> list[str]:
    """The same for words."""
    try:
        return path.read_text().split()
    except OSError:
        return []
