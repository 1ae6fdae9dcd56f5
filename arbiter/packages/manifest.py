"""A bot's folder: what its manifest says, and the package that is made of it.

A folder holds `pentarch.toml` and the bot's files:

    name = "mybot"
    rulesets = ["township", "kingdom"]
    entry_point = "bot.py"
    language = "python"
    reusable = true        # may be left out
"""

import hashlib
import io
import re
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from pentarch.engine import registry

MANIFEST: Final = "pentarch.toml"
LANGUAGES: Final = ("python", "node")
MOST_BYTES: Final = 16 << 20
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")
_LEFT_OUT: Final = ("__pycache__", "venv", "build", "dist")
# The same files give the same bytes, whenever they were written.
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


class BadFolder(Exception):
    """Why a folder is no bot, in one line."""


@dataclass(frozen=True)
class Manifest:
    """What a bot's folder says of itself."""

    folder: Path
    name: str
    rulesets: list[str]
    entry_point: str
    language: str
    is_reusable: bool


@dataclass(frozen=True)
class Package:
    """A manifest with the bytes that are uploaded."""

    manifest: Manifest
    content: bytes
    files: list[str]

    @property
    def sha256(self) -> str:
        """The digest of the bytes."""
        return hashlib.sha256(self.content).hexdigest()


def check_name(name: str) -> str:
    """A bot's name. Raises BadFolder."""
    if not _NAME.fullmatch(name):
        raise BadFolder(
            f"{name!r} is no name: 2 to 40 lower-case letters, digits and hyphens, a letter first"
        )
    return name


def read_manifest(folder: Path) -> Manifest:
    """What the folder's manifest says. Raises BadFolder."""
    path = folder / MANIFEST
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadFolder(
            f"there is no {MANIFEST} in {str(folder)!r}; `pentarch bot new` writes one"
        ) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFolder(f"{str(path)!r} cannot be read: {error}") from error
    try:
        return _manifest(folder, values)
    except BadFolder as error:
        raise BadFolder(f"{str(path)!r}: {error}") from error


def pack(folder: Path) -> Package:
    """The package of a folder, the same bytes for the same files. Raises BadFolder.

    Hidden files, caches and environments are left out.
    """
    manifest = read_manifest(folder)
    names = sorted(_names(folder))
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            try:
                archive.writestr(entry, (folder / name).read_bytes())
            except OSError as error:
                raise BadFolder(f"cannot read {name!r}: {error.strerror}") from error
    content = target.getvalue()
    if len(content) > MOST_BYTES:
        raise BadFolder(
            f"the package has {len(content) >> 20} MiB, {MOST_BYTES >> 20} MiB are allowed"
        )
    return Package(manifest, content, names)


def _manifest(folder: Path, values: dict[str, Any]) -> Manifest:
    known = {"name", "rulesets", "entry_point", "language", "reusable"}
    for key in values:
        if key not in known:
            raise BadFolder(f"there is no setting {key!r}; there are {', '.join(sorted(known))}")
    rulesets = values.get("rulesets")
    if not isinstance(rulesets, list) or not rulesets:
        raise BadFolder("rulesets: name at least one")
    for id in rulesets:
        if id not in registry.IDS:
            raise BadFolder(f"rulesets: there is no ruleset {id!r}")
    reusable = values.get("reusable", False)
    if not isinstance(reusable, bool):
        raise BadFolder("reusable is true or false")
    language = _text(values, "language")
    if language not in LANGUAGES:
        raise BadFolder(f"language: one of {', '.join(LANGUAGES)}, not {language!r}")
    entry = _text(values, "entry_point")
    path = PurePosixPath(entry)
    if path.is_absolute() or ".." in path.parts or not (folder / path).is_file():
        raise BadFolder(f"entry_point: there is no file {entry!r} in the folder")
    return Manifest(
        folder, check_name(_text(values, "name")), list(rulesets), entry, language, reusable
    )


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not value:
        raise BadFolder(f"{key} is missing or no text")
    return value


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        if any(part.startswith(".") or part in _LEFT_OUT for part in inside.parts):
            continue
        if path.is_symlink():
            raise BadFolder(f"{str(inside)!r} is a link; a package holds plain files only")
        if path.is_file() and path.suffix != ".pyc":
            yield inside.as_posix()
