"""Building a bot's folder on this machine, as the arbiter does in its sandbox: once per content."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages import archive
from pentarch.arbiter.packages.folders import made_once
from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.packages.manifest import Manifest, pack
from pentarch.bots.registry import UnknownBot

_MOST_KEPT: Final = 16
_MOST_LINES: Final = 40


_BUILT: Final = re.compile(r"[^\s\"'(]*/pentarch/builds/[^/\s]+/")


class BuildFailed(UnknownBot):
    """A bot's build did not give what its manifest promises. `output` has its last lines."""

    def __init__(self, reason: str, output: list[str]) -> None:
        super().__init__(reason)
        self.output: Final = output


def built(manifest: Manifest) -> Path:
    """The folder with what the build makes, from the cache if nothing has changed.

    It is made of the same files as an upload, so that what is missing there is missing here.
    Raises BuildFailed, or BadFolder.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pentarch" / "builds"
    package = pack(manifest.folder)
    place = home / package.sha256
    if place.is_dir():
        place.touch()
        return place

    def make(fresh: Path) -> None:
        archive.unpack(package.content, fresh)
        _build(manifest, fresh)

    made_once(place, make)
    _prune(home)
    return place


def as_written(line: str) -> str:
    """What a program printed, with the paths of its build as they are in the author's folder."""
    return _BUILT.sub("", line)


def _build(manifest: Manifest, folder: Path) -> None:
    # It may take minutes, in which nothing else is said.
    print(f"building {manifest.name}: {manifest.build}", file=sys.stderr)
    done = subprocess.run(
        ["sh", "-c", manifest.build],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    output = done.stdout.decode("utf-8", "replace").splitlines()[-_MOST_LINES:]
    told = f"the build of {manifest.name} ({manifest.build})"
    if done.returncode != 0:
        raise BuildFailed(f"{told} ends with exit code {done.returncode}", output)
    entry = folder / manifest.entry_point
    if not entry.is_file():
        raise BuildFailed(f"{told} leaves no file {manifest.entry_point!r}", output)
    if LANGUAGES[manifest.language].is_executable and not os.access(entry, os.X_OK):
        raise BuildFailed(f"{told} leaves {manifest.entry_point!r} not executable", output)


def _prune(home: Path) -> None:
    """Keep what was used last."""
    kept = sorted(home.glob("[0-9a-f]*"), key=lambda place: place.stat().st_mtime)
    for place in kept[:-_MOST_KEPT]:
        shutil.rmtree(place, ignore_errors=True)
