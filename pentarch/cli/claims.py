"""Data folders that a `pentarch up` runs on: claimed for it, and found by its user's commands.

While it runs, a file in the user's state folder names the data folder. It holds nothing else, and
a folder counts only while its claim is held, so what a killed `up` leaves behind misleads nobody.
"""

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pentarch.cli.terminal import misuse


@contextmanager
def claimed(folder: Path) -> "Iterator[None]":
    """Keep others from running on the same data. Raises Failure."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / "lock", "w")  # noqa: SIM115 - closed below
    except OSError as error:
        raise misuse(f"cannot write to {folder}: {error.strerror}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise misuse(
                f"another pentarch runs on the data in {folder}; "
                "set PENTARCH_DATA to another folder"
            ) from error
        yield


@contextmanager
def announced(folder: Path) -> "Iterator[None]":
    """Let the user's other commands find the folder, where there is a place to write that down."""
    path = str(folder.resolve())
    note = _state_folder() / hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    with suppress(OSError):
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        note.write_bytes(os.fsencode(path))
    try:
        yield
    finally:
        with suppress(OSError):
            note.unlink()


def running() -> list[Path]:
    """The folders that an `up` of this user runs on now."""
    folders = []
    with suppress(OSError):
        for note in sorted(_state_folder().iterdir()):
            with suppress(OSError, ValueError):
                folder = Path(os.fsdecode(note.read_bytes()))
                if folder.is_absolute() and _is_claimed(folder):
                    folders.append(folder)
    return folders


def _is_claimed(folder: Path) -> bool:
    with open(folder / "lock", "rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _state_folder() -> Path:
    """Where the XDG base directories have it."""
    named = os.environ.get("XDG_STATE_HOME", "")
    home = Path(named) if named.startswith("/") else Path.home() / ".local" / "state"
    return home / "pentarch" / "up"
