"""What groups of both versions share: files to read, a brake, and folders to make and remove."""

import re
import time
from abc import abstractmethod
from pathlib import Path
from typing import Final

from pentarch.workers import user_ids
from pentarch.workers.delays import Delay, KernelFile
from pentarch.workers.groups.brakes import Brake, brake_of
from pentarch.workers.groups.contract import Group, NoGroups, Separation, Share
from pentarch.workers.groups.hierarchy import UNIFIED, numbers

PREFIX: Final = "pentarch-bot-"
_END_WAIT: Final = 20.0
_PAUSE: Final = 0.001
_KILLS: Final = re.compile(rb"oom_kill (\d+)")
_REFUSED: Final = re.compile(rb"max (\d+)")


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
        self._crowds: Final = tasks.with_name("pids.events")
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

    def is_crowded(self) -> bool:
        found = _REFUSED.search(self._crowds.read_bytes()) if self._crowds.exists() else None
        return found is not None and int(found[1]) > 0

    def freeze(self) -> None:
        self._brake.freeze()

    def thaw(self) -> None:
        self._brake.thaw()

    def end(self) -> None:
        _destroy(self._folders, self._brake)
        for file in (self._brake, self._cpu, self._events, self._tasks):
            file.close()


class KernelWay(Separation):
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


def _destroy_left(folders: dict[str, Path]) -> None:
    """End and remove what is there of a group."""
    left = {name: folder for name, folder in folders.items() if folder.is_dir()}
    if not left:
        return
    if {UNIFIED, "freezer"} & {*left}:
        brake = brake_of(left)
        _destroy([*left.values()], brake)
        brake.close()
    else:
        _remove([*left.values()])


def _destroy(folders: list[Path], brake: Brake) -> None:
    deadline = time.monotonic() + _END_WAIT
    while any(numbers(folder / "cgroup.procs") for folder in folders):
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
