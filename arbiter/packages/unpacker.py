"""Strangers' archives are read in a process of their own, which the kernel limits.

`python -m pentarch.arbiter.packages.unpacker check ENTRY_POINT` and `... unpack FOLDER` read the
archive from standard input. A decompressor that runs away meets the limits of its own process and
nothing else.
"""

import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages import archive
from pentarch.arbiter.packages.archive import BadPackage, NoRoom

_MEMORY: Final = 512 << 20
_CPU_SECONDS: Final = 30
_WALL_SECONDS: Final = 300.0
_REFUSED: Final = 3
_NO_ROOM: Final = 4
_TOO_MUCH: Final = "reading the package takes more than the memory or the time there is for it"


def check(package: bytes, entry_point: str) -> None:
    """Read an archive to its end and keep nothing. Blocks. Raises BadPackage."""
    _run(package, "check", entry_point)


def unpack(package: bytes, target: Path) -> None:
    """Unpack into an empty folder. Blocks. Raises BadPackage, and NoRoom."""
    _run(package, "unpack", str(target))


def _run(package: bytes, *arguments: str) -> None:
    # Isolated from the current folder and the environment, but not from this installation.
    command = [sys.executable, "-P", "-m", "pentarch.arbiter.packages.unpacker", *arguments]
    try:
        done = subprocess.run(
            command, input=package, capture_output=True, timeout=_WALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise BadPackage(_TOO_MUCH) from None
    if done.returncode == 0:
        return
    said = done.stdout.decode(errors="replace").strip()
    if done.returncode == _REFUSED:
        raise BadPackage(said)
    if done.returncode == _NO_ROOM:
        raise NoRoom(said)
    raise BadPackage(_TOO_MUCH)


def main(verb: str, argument: str) -> int:
    """What the limited process does; its exit code."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_CPU_SECONDS, _CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    package = sys.stdin.buffer.read()
    try:
        if verb == "check":
            archive.check(package, argument)
        else:
            archive.unpack(package, Path(argument))
    except BadPackage as error:
        print(error)
        return _REFUSED
    except NoRoom as error:
        print(error)
        return _NO_ROOM
    except MemoryError:
        print(_TOO_MUCH)
        return _REFUSED
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
