"""Building a bot's folder on this machine, as the arbiter does in its sandbox: once per content."""

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages import archive
from pentarch.arbiter.packages.folders import made_once
from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.packages.manifest import Manifest, pack
from pentarch.bots.registry import UnknownBot, is_program

_MOST_KEPT: Final = 16
# A match that runs now may be played from what was built long before.
_KEPT_FOR: Final = 7 * 86_400.0
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


def build_of(bot: str, argv: Sequence[str]) -> str:
    """Changes when the bot's files do. `argv` starts it, if it is a program."""
    if Path(bot).is_dir():
        return pack(Path(bot)).sha256[:12]
    # Of a command line what can be told: its words, and the bytes of the files among them.
    digest = hashlib.sha256()
    for word in argv if is_program(bot) else [bot.partition(":")[0]]:
        file = Path(shutil.which(word) or word)
        digest.update(word.encode())
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


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
    """Remove what was not used for long, and what a build left that was broken off."""
    used = {}
    for place in home.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another process prunes, too
            used[place] = place.stat().st_mtime
    for place in sorted(used, key=lambda place: used[place])[:-_MOST_KEPT]:
        if used[place] < time.time() - _KEPT_FOR:
            shutil.rmtree(place, ignore_errors=True)
