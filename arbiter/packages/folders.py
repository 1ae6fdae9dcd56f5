"""Folders that many processes make and use: each is whole, or not there."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path


def made_once(place: Path, make: Callable[[Path], None]) -> None:
    """Let `make` fill a fresh folder and put it in its place, unless another process was first.

    Whatever `make` raises is raised, and then nothing is kept.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=".making-", dir=place.parent))
    try:
        make(fresh)
        try:
            fresh.rename(place)
        except OSError:
            # Another process was first; the contents are the same.
            if not place.is_dir():
                raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
