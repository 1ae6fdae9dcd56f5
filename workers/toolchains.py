"""Toolchains: what this host has to build and run bots with, and what the sandbox needs of it.

What lies in the system's own folders is inside the sandbox anyway. What lies elsewhere, like the
Rust of rustup, is put under /toolchains, which says nothing about where it is on this host.

python    the worker's own interpreter
node      Node.js
cpp       g++, with make and cmake if they are there
rust      rustc and cargo
java      what runs a .jar or .class; jdk what makes one
go        the go command
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.workers.process_tree import leashed

PLACE: Final = "/toolchains"
_SYSTEM: Final = ("/usr/", "/bin/", "/lib/", "/lib64/")
_VERSION: Final = re.compile(r"\d+(?:\.\d+)+")
# On a busy host a Java machine may take a minute to tell its version: that is no reason to be
# without it for as long as the worker lives.
_WAIT: Final = 300.0


@dataclass(frozen=True)
class Toolchain:
    """One toolchain: what the sandbox mounts of it, by its place there, and where programs are."""

    name: str
    version: str
    mounts: dict[str, str] = field(default_factory=dict)
    path: tuple[str, ...] = ()


@cache
def found() -> dict[str, Toolchain]:
    """What this host has, by name. Looked for once."""
    there = {name: look() for name, look in _LOOKS.items()}
    return {name: toolchain for name, toolchain in there.items() if toolchain is not None}


def versions() -> dict[str, str]:
    """What this host has, with versions, as it is told to others."""
    return {name: toolchain.version for name, toolchain in found().items()}


def buildable(there: Iterable[str]) -> list[str]:
    """The languages of bots that can be built with these toolchains."""
    names = {*there, ""}
    return [one.name for one in LANGUAGES.values() if {one.toolchain, one.runtime} <= names]


def runnable(there: Iterable[str]) -> list[str]:
    """The languages of bots that can be run with these toolchains."""
    names = {*there, ""}
    return [one.name for one in LANGUAGES.values() if one.runtime in names]


def _python() -> Toolchain:
    return Toolchain("python", ".".join(map(str, sys.version_info[:3])))


def _node() -> Toolchain | None:
    return _in_its_home("node", "node", "--version")


def _cpp() -> Toolchain | None:
    tools = {name: _of_system(name) for name in ("g++", "make", "cmake")}
    if not tools["g++"]:
        return None
    told = [f"{name} {_told(path, '--version')}" for name, path in tools.items() if path]
    return Toolchain("cpp", ", ".join(told))


def _rust() -> Toolchain | None:
    program = shutil.which("rustc")
    if program is None or shutil.which("cargo") is None:
        return None
    sysroot = _said(program, "--print", "sysroot")
    if not (Path(sysroot) / "bin" / "cargo").exists():
        return None
    return _placed("rust", _told(program, "--version"), Path(sysroot))


def _java() -> Toolchain | None:
    toolchain = _in_its_home("java", "java", "-version")
    if toolchain is None:
        return None
    home = _home("java")
    # Debian keeps what may be configured of it outside.
    outside = {os.path.realpath(path) for path in (home / "conf").rglob("*")}
    for part in {Path(path).parts[2] for path in outside if path.startswith("/etc/java")}:
        toolchain.mounts[f"/etc/{part}"] = f"/etc/{part}"
    return toolchain


def _jdk() -> Toolchain | None:
    return _in_its_home("jdk", "javac", "-version")


def _go() -> Toolchain | None:
    program = shutil.which("go")
    if program is None:
        return None
    return _placed("go", _told(program, "version"), Path(_said(program, "env", "GOROOT")))


_LOOKS: Final[dict[str, Callable[[], Toolchain | None]]] = {
    "python": _python,
    "node": _node,
    "cpp": _cpp,
    "rust": _rust,
    "java": _java,
    "jdk": _jdk,
    "go": _go,
}
NAMES: Final = tuple(_LOOKS)
"""All toolchains that are looked for."""


def _in_its_home(name: str, program: str, flag: str) -> Toolchain | None:
    """A toolchain whose home is the folder above that of its program."""
    path = shutil.which(program)
    return None if path is None else _placed(name, _told(path, flag), _home(program))


def _placed(name: str, version: str, home: Path) -> Toolchain | None:
    if not version:
        return None  # there, and does not work
    if _is_system(str(home)):
        return Toolchain(name, version)
    place = f"{PLACE}/{name}"
    return Toolchain(name, version, {str(home): place}, (f"{place}/bin",))


def _home(program: str) -> Path:
    return Path(os.path.realpath(shutil.which(program) or program)).parent.parent


def _of_system(program: str) -> str:
    """Where a program is among the system's; empty if it is not."""
    path = shutil.which(program)
    return path if path is not None and _is_system(path) else ""


def _is_system(path: str) -> bool:
    return f"{path}/".startswith(_SYSTEM)


def _told(program: str, flag: str) -> str:
    """The version that a program tells; empty if it tells none."""
    version = _VERSION.search(_said(program, flag))
    return version[0] if version else ""


def _said(program: str, *arguments: str) -> str:
    # Nothing is preloaded in the sandbox, and some programs hang with what is preloaded here.
    environment = {name: it for name, it in os.environ.items() if name != "LD_PRELOAD"}
    try:
        done = subprocess.run(
            leashed([program, *arguments]),
            env=environment,
            capture_output=True,
            text=True,
            timeout=_WAIT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    # Java tells its version as if it were an error.
    return (done.stdout or done.stderr).strip()
