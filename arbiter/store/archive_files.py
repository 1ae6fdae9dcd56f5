"""The files of archives: how one is read, and how it says that it is not whole."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import IO, Any, Final

from sqlalchemy.orm import Session

from pentarch.arbiter.store import archive_parts
from pentarch.arbiter.store.errors import NotOnShelf, WrongState
from pentarch.arbiter.store.models import SeasonArchive
from pentarch.arbiter.store.shelf import Shelf

FORMAT: Final = 1


@dataclass(frozen=True)
class Part:
    """A file of rows: its SHA-256, and that of the rows before they were compressed."""

    file: str
    rows: str


@dataclass(frozen=True)
class Manifest:
    """What an archive says of itself."""

    format: int
    season_id: int
    title: str
    revision: str
    """Of the tables that the rows come from."""
    together: int
    columns: Mapping[str, Sequence[str]]
    parts: Sequence[Part]
    bundle: Sequence[str]
    """The pieces of the season's bundle."""

    def content(self) -> bytes:
        """The manifest as it is kept."""
        return json.dumps(asdict(self), sort_keys=True).encode()


def manifest_of(shelf: Shelf, season_id: int, sha256: str) -> Manifest:
    """The manifest of a season's archive. Raises NotOnShelf, and WrongState for an unknown one."""
    try:
        plain: dict[str, Any] = json.loads(shelf.get(sha256))
    except NotOnShelf as error:
        raise _damaged(season_id, error) from error
    if plain["format"] != FORMAT:
        raise WrongState(f"the archive of season {season_id} is of a later release")
    return Manifest(**{**plain, "parts": [Part(**part) for part in plain["parts"]]})


def read_all(shelf: Shelf, manifest: Manifest) -> None:
    """Raise NotOnShelf unless all files of an archive are there, and what they were."""
    for part in manifest.parts:
        rows_of(shelf, manifest.season_id, part)
    for piece in manifest.bundle:
        try:
            shelf.get(piece)
        except NotOnShelf as error:
            raise _damaged(manifest.season_id, error) from error


def rows_of(shelf: Shelf, season_id: int, part: Part) -> bytes:
    """The rows of a part. Raises NotOnShelf."""
    try:
        rows = archive_parts.unpacked(shelf.get(part.file))
    except NotOnShelf as error:
        raise _damaged(season_id, error) from error
    assert archive_parts.digest(rows) == part.rows
    return rows


def write_bundle(session: Session, season_id: int, file: IO[bytes]) -> bool:
    """Write the bundle of a season from its archive, as it was signed then; whether it is in one.

    Raises WrongState when the archive cannot be read from here.
    """
    kept = session.get(SeasonArchive, season_id)
    if kept is None:
        return False
    try:
        shelf = Shelf(kept.url)
        for piece in manifest_of(shelf, season_id, kept.manifest_sha256).bundle:
            file.write(shelf.get(piece))
    except NotOnShelf as error:
        raise WrongState(
            f"the bundle of season {season_id} is in its archive, which cannot be read from here"
        ) from error
    return True


def _damaged(season_id: int, error: NotOnShelf) -> NotOnShelf:
    return NotOnShelf(f"the archive of season {season_id} is not whole: {error}")
