"""Disks of a test's own, which can be full: file systems in memory, where one can be mounted."""

import os
import pwd
import subprocess
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

_BALLAST: Final = "ballast"


class Disk:
    """A folder with so many bytes of room and no more, in which a user may write."""

    def __init__(self, folder: Path, room: int, user: str | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder: Final = folder
        owner = pwd.getpwnam(user).pw_uid if user else os.geteuid()
        options = f"size={room},mode=700,uid={owner}"
        line = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
        subprocess.run(line, check=True, capture_output=True)

    def fill(self) -> None:
        """Leave no room."""
        file = os.open(self._folder / _BALLAST, os.O_WRONLY | os.O_CREAT)
        for size in (1 << 20, 1 << 12):
            with suppress(OSError):
                while True:
                    os.write(file, bytes(size))
        os.close(file)

    def free(self) -> None:
        """Make room again."""
        (self._folder / _BALLAST).unlink()

    def close(self) -> None:
        """Let go of it, with all that is in it."""
        subprocess.run(["umount", "--lazy", str(self._folder)], check=True)


@cache
def trouble() -> str:
    """Why there can be no such disk here; empty if there can."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            Disk(Path(folder) / "probe", 1 << 20).close()
        except (OSError, subprocess.CalledProcessError) as error:
            return f"this user may not mount: {error}"
    return ""
