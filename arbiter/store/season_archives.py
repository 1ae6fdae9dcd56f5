"""Seasons on their way out of the database into an archive, and back.

An archive is files on a shelf: parts with the rows, the bundle of the season in pieces, and a
manifest that names them all by their SHA-256. The season, its tables and its tournaments stay in
the database; their matches go, with all that is theirs. Either way the rows change in one
transaction, so that a move that is interrupted has not happened: files that were written already
are found by the next one.
"""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.store import (
    archive_files,
    archive_parts,
    migrate,
    season_bundles,
    seasons,
    studies,
)
from pentarch.arbiter.store import tournaments as cups
from pentarch.arbiter.store.archive_files import Manifest, Part
from pentarch.arbiter.store.archive_parts import Which
from pentarch.arbiter.store.database import Store
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import (
    Analysis,
    ArchivedRange,
    ArchivedTournament,
    Block,
    Match,
    Output,
    Season,
    SeasonArchive,
    StudyMatch,
)
from pentarch.arbiter.store.rows import Heap
from pentarch.arbiter.store.shelf import Shelf
from pentarch.arbiter.store.words import AnalysisState, SeasonPart

_PIECE: Final = 8 << 20


@dataclass(frozen=True)
class Held:
    """What a season has in the database that can be moved."""

    tournaments: Sequence[int]
    blocks: Sequence[int]
    matches: Sequence[int]

    def divided(self, together: int) -> Iterator[Which]:
        """The same in parts."""
        return archive_parts.divided(self.blocks, self.matches, together)


def move_out(store: Store, season_id: int, url: str, signer: Signer) -> SeasonArchive:
    """Move the matches of a season that is closed to an archive.

    Rows leave when the archive was read back, and when they are what was written. Raises NotFound,
    WrongState and NotOnShelf; the database is as before then.
    """
    shelf = Shelf(url)
    with store.reading() as session:
        _require_movable(session, season_id)
        held = _held(session, season_id)
        season = seasons.get(session, season_id)
        pieces, size = _put_bundle(session, season_id, signer, shelf)
        columns = archive_parts.columns()
        parts = []
        for which in held.divided(archive_parts.TOGETHER):
            rows = archive_parts.taken(session, which, columns)
            kept = archive_parts.packed(rows)
            parts.append(Part(shelf.put(kept), archive_parts.digest(rows)))
            size += len(kept)
    manifest = Manifest(
        format=archive_files.FORMAT,
        season_id=season_id,
        title=season.title,
        revision=migrate.newest(),
        together=archive_parts.TOGETHER,
        columns=columns,
        parts=parts,
        bundle=pieces,
    )
    content = manifest.content()
    sha256 = shelf.put(content)
    shelf.settle()
    archive_files.read_all(shelf, archive_files.manifest_of(shelf, season_id, sha256))
    with store.writing() as session:
        seasons.lock(session, season_id)
        _require_movable(session, season_id)
        row = _note(session, season_id, held, url, sha256, size + len(content), store)
        _remove(session, held, manifest)
    return row


def bring_in(store: Store, season_id: int, url: str | None = None) -> int:
    """Move a season back from its archive; how many matches it has. `url` says where the archive
    is now, if it is no longer where it was put. What is in the archive stays there.

    Raises NotFound, WrongState, and NotOnShelf for an archive that is not whole; the database is as
    before then.
    """
    with store.reading() as session:
        kept = archive_of(session, season_id)
    shelf = Shelf(url or kept.url)
    manifest = archive_files.manifest_of(shelf, season_id, kept.manifest_sha256)
    archive_files.read_all(shelf, manifest)
    with store.writing() as session:
        seasons.lock(session, season_id)
        archive_of(session, season_id)
        for part in manifest.parts:
            rows = archive_files.rows_of(shelf, season_id, part)
            archive_parts.put_back(session, rows, manifest.columns)
        held = _held(session, season_id)
        found = [
            archive_parts.digest(archive_parts.taken(session, which, manifest.columns))
            for which in held.divided(manifest.together)
        ]
        if found != [part.rows for part in manifest.parts]:
            raise WrongState(f"season {season_id} did not come back as it had gone; it stays away")
        for table in (ArchivedRange, ArchivedTournament, SeasonArchive):
            session.execute(delete(table).where(table.season_id == season_id))
        studies.link_again(session, held.matches)
    return len(held.matches)


def check(store: Store, season_id: int, url: str | None = None) -> None:
    """Read all of an archive. Raises NotFound, and NotOnShelf when it is not whole."""
    with store.reading() as session:
        kept = archive_of(session, season_id)
    shelf = Shelf(url or kept.url)
    archive_files.read_all(shelf, archive_files.manifest_of(shelf, season_id, kept.manifest_sha256))


def listed(session: Session) -> list[tuple[SeasonArchive, Season]]:
    """The archives with their seasons, by season."""
    query = (
        select(SeasonArchive, Season)
        .join(Season, Season.id == SeasonArchive.season_id)
        .order_by(Season.id)
    )
    return [(archive, season) for archive, season in session.execute(query)]


def archive_of(session: Session, season_id: int) -> SeasonArchive:
    """The archive of a season. Raises NotFound."""
    found = session.get(SeasonArchive, season_id)
    if found is None:
        raise NotFound(f"season {season_id} is not in an archive")
    return found


def forget_logs(store: Store, season_id: int) -> int:
    """Delete what bots have printed in the matches that would be moved; how many outputs."""
    with store.writing() as session:
        _require_over(session, season_id)
        held = _held(session, season_id)
        theirs = select(Match.id).where(Match.tournament_id.in_(held.tournaments))
        gone = session.execute(
            delete(Output).where(Output.match_id.in_(theirs)).returning(Output.id)
        )
        return len(gone.all())


def _require_over(session: Session, season_id: int) -> None:
    season = seasons.get(session, season_id)
    if season.phase.place < Phase.CLOSED.place:
        raise WrongState(f"season {season_id} is {season.phase}, not closed")
    if session.get(SeasonArchive, season_id) is not None:
        raise WrongState(f"season {season_id} is in an archive already")


def _require_movable(session: Session, season_id: int) -> None:
    """Raise WrongState unless nothing will be written any more to what would be moved."""
    _require_over(session, season_id)
    ids = _tournaments(session, season_id)
    counts = cups.progress(session, ids)
    for row in cups.with_ids(session, ids):
        if not cups.is_told(row, counts[row.id]):
            raise WrongState(f"matches of tournament {row.id} are still being played or settled")
    theirs = select(Match.id).where(Match.tournament_id.in_(ids))
    going_on = select(func.count()).where(
        Analysis.match_id.in_(theirs),
        Analysis.state.in_((AnalysisState.WAITING, AnalysisState.RUNNING)),
    )
    if under_way := session.scalar(going_on):
        raise WrongState(f"{under_way} analyses of matches of season {season_id} are being made")
    # A season says for how long they are kept, and an archive would keep them for longer.
    days = seasons.policies_of(session, season_id).keep_logs_days
    printed = select(func.count()).where(Output.match_id.in_(theirs))
    if days and (logs := session.scalar(printed)):
        raise WrongState(
            f"{logs} logs of bots of season {season_id} are kept for {days} days yet: wait until "
            "they are deleted, or delete them now with --forget-logs"
        )


def _tournaments(session: Session, season_id: int) -> list[int]:
    """Those that count. After-play stays where it is: it may go on."""
    return [
        part.tournament_id
        for discipline in seasons.get(session, season_id).disciplines
        for part in discipline.tournaments
        if part.part is not SeasonPart.AFTER
    ]


def _held(session: Session, season_id: int) -> Held:
    ids = _tournaments(session, season_id)
    blocks = select(Block.id).where(Block.tournament_id.in_(ids)).order_by(Block.id)
    matches = select(Match.id).where(Match.tournament_id.in_(ids)).order_by(Match.id)
    return Held(ids, session.scalars(blocks).all(), session.scalars(matches).all())


def _put_bundle(
    session: Session, season_id: int, signer: Signer, shelf: Shelf
) -> tuple[list[str], int]:
    """Put the bundle of a season on a shelf: its pieces, and how many bytes it has."""
    pieces = []
    with tempfile.TemporaryFile() as file:
        season_bundles.write(session, season_id, signer, file)
        size = file.tell()
        file.seek(0)
        while piece := file.read(_PIECE):
            pieces.append(shelf.put(piece))
    return pieces, size


def _note(
    session: Session,
    season_id: int,
    held: Held,
    url: str,
    sha256: str,
    size: int,
    store: Store,
) -> SeasonArchive:
    """Write down where a season is, while it still is here."""
    theirs = select(Match.id).where(Match.tournament_id.in_(held.tournaments))
    last_output = select(func.max(Output.id)).where(Output.match_id.in_(theirs))
    row = SeasonArchive(
        season_id=season_id,
        url=url,
        manifest_sha256=sha256,
        matches=len(held.matches),
        size=size,
        last_match=max(held.matches, default=0),
        last_block=max(held.blocks, default=0),
        last_output=session.scalar(last_output) or 0,
        create_time=store.now(),
    )
    session.add(row)
    session.flush()
    for id, counts in cups.progress(session, held.tournaments).items():
        told = {state.value: count for state, count in counts.items() if count}
        session.add(ArchivedTournament(tournament_id=id, season_id=season_id, counts=told))
    session.flush()
    heap = Heap(session)
    for first, last in _ranges(held.matches):
        heap.add(ArchivedRange, first_id=first, last_id=last, season_id=season_id)
    heap.flush()
    return row


def _ranges(ids: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Rising numbers as the first and the last of those that follow one another."""
    first = last = 0
    for id in ids:
        if id != last + 1:
            if last:
                yield first, last
            first = id
        last = id
    if last:
        yield first, last


def _remove(session: Session, held: Held, manifest: Manifest) -> None:
    """Delete what is in the archive, if it is what is here. Raises WrongState."""
    if _held(session, manifest.season_id) != held:
        raise WrongState(f"season {manifest.season_id} has changed meanwhile; try again")
    gone = []
    for which, part in zip(held.divided(manifest.together), manifest.parts, strict=True):
        archive_parts.hold(session, which)
        rows = archive_parts.taken(session, which, manifest.columns)
        if archive_parts.digest(rows) != part.rows:
            raise WrongState(f"season {manifest.season_id} has changed meanwhile; try again")
        gone.append(which)
    for which in reversed(gone):
        if not which.is_blocks:
            links = delete(StudyMatch).where(StudyMatch.match_id.in_(which.ids))
            session.execute(links)
        archive_parts.remove(session, which)
