"""A bot's folder: what its manifest says, and the package that is made of it.

A folder holds `pentarch.toml` and the bot's files:

    name = "mybot"
    rulesets = ["township", "kingdom"]
    language = "rust"
    entry_point = "target/release/mybot"

    # may be left out:
    build = "cargo build --release --offline"    # makes the entry point out of the other files
    protocol = "lines"                           # or "protobuf"; each language has its usual one
    reusable = true                              # a process may play one match after another
"""

import hashlib
import io
import re
import stat
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Final

from pentarch.arbiter.packages.languages import LANGUAGES, PROTOBUF, PROTOCOLS, Language
from pentarch.engine import registry

MANIFEST: Final = "pentarch.toml"
MOST_BYTES: Final = 16 << 20
MOST_COMMAND: Final = 500
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")
_KEYS: Final = ("name", "rulesets", "language", "entry_point", "build", "protocol", "reusable")
_LEFT_OUT: Final = ("__pycache__", "venv", "build", "dist")
_MADE_ANEW: Final = ("target",)
"""What is left out as well where the build makes it again."""
# Hidden, but a part of how a Rust program is built.
_KEPT: Final = (".cargo",)
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
    build: str = ""
    """The command that makes the entry point; empty when it is there already."""
    protocol: str = PROTOBUF


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

    Hidden files, caches, environments and what a build makes anew are left out. Of the files'
    modes only the execute bit is kept.
    """
    manifest = read_manifest(folder)
    left_out = (*_LEFT_OUT, *_MADE_ANEW) if manifest.build else _LEFT_OUT
    names = sorted(_names(folder, left_out))
    if not manifest.build and manifest.entry_point not in names:
        raise BadFolder(
            f"entry_point: {manifest.entry_point!r} does not go into the package; "
            f"hidden files and {', '.join(_LEFT_OUT)} are left out"
        )
    content = archived(folder, names)
    if len(content) > MOST_BYTES:
        raise BadFolder(
            f"the package has {len(content) >> 20} MiB, {MOST_BYTES >> 20} MiB are allowed"
        )
    return Package(manifest, content, names)


def archived(folder: Path, names: Sequence[str]) -> bytes:
    """Files of a folder as a zip, the same bytes for the same files. Raises BadFolder."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = (0o100755 if _is_executable(folder / name) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            try:
                archive.writestr(entry, (folder / name).read_bytes())
            except OSError as error:
                raise BadFolder(f"cannot read {name!r}: {error.strerror}") from error
    return target.getvalue()


def check_command(build: str) -> str:
    """A build command. Raises BadFolder."""
    if len(build) > MOST_COMMAND or not build.replace("\n", " ").isprintable():
        raise BadFolder(f"build: a command has at most {MOST_COMMAND} printable characters")
    return build


def check_entry(entry: str, language: Language) -> str:
    """An entry point of that language. Raises BadFolder."""
    path = PurePosixPath(entry)
    if path.is_absolute() or ".." in path.parts:
        raise BadFolder(f"entry_point: {entry!r} is not inside the folder")
    if language.endings and path.suffix not in language.endings:
        wanted = " or ".join(language.endings)
        raise BadFolder(
            f"entry_point: of a {language.name} bot it ends with {wanted}, not {entry!r}"
        )
    return entry


def _manifest(folder: Path, values: dict[str, Any]) -> Manifest:
    for key in values:
        if key not in _KEYS:
            raise BadFolder(f"there is no setting {key!r}; there are {', '.join(_KEYS)}")
    reusable = values.get("reusable", False)
    if not isinstance(reusable, bool):
        raise BadFolder("reusable is true or false")
    name = check_name(_text(values, "name"))
    rulesets = _rulesets(values.get("rulesets"))
    language = LANGUAGES[_one_of(values, "language", LANGUAGES)]
    build = check_command(_text(values, "build")) if "build" in values else ""
    entry = check_entry(_text(values, "entry_point"), language)
    if not build:
        _find_entry(folder, entry, language)
    protocol = language.protocol
    if "protocol" in values:
        protocol = _one_of(values, "protocol", PROTOCOLS)
    return Manifest(folder, name, rulesets, entry, language.name, reusable, build, protocol)


def _rulesets(named: Any) -> list[str]:
    if not isinstance(named, list) or not named:
        raise BadFolder("rulesets: name at least one")
    for id in named:
        if id not in registry.IDS:
            known = ", ".join(registry.IDS)
            raise BadFolder(f"rulesets: there is no ruleset {id!r}; there are: {known}")
    return list(named)


def _find_entry(folder: Path, entry: str, language: Language) -> None:
    """Make sure that there is something to start. Raises BadFolder."""
    file = folder / entry
    if not file.is_file():
        raise BadFolder(
            f"entry_point: there is no file {entry!r} in the folder, and no build to make it"
        )
    if language.is_executable and not _is_executable(file):
        raise BadFolder(f"entry_point: {entry!r} is not executable; try chmod +x")


def _is_executable(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & stat.S_IXUSR)
    except OSError:
        return False  # reading it fails for the same reason, and says so


def _one_of(values: dict[str, Any], key: str, allowed: Iterable[str]) -> str:
    value = _text(values, key)
    if value not in allowed:
        raise BadFolder(f"{key}: one of {', '.join(allowed)}, not {value!r}")
    return value


def _text(values: dict[str, Any], key: str) -> str:
    value = values.get(key)
    if not isinstance(value, str) or not value:
        raise BadFolder(f"{key} is missing or no text")
    return value


def _names(folder: Path, left_out: Sequence[str]) -> Iterator[str]:
    for path in folder.rglob("*"):
        inside = path.relative_to(folder)
        if any(_is_hidden(part) or part in left_out for part in inside.parts):
            continue
        if path.is_symlink():
            raise BadFolder(f"{str(inside)!r} is a link; a package holds plain files only")
        if path.is_file() and path.suffix != ".pyc":
            yield inside.as_posix()


def _is_hidden(part: str) -> bool:
    return part.startswith(".") and part not in _KEPT
