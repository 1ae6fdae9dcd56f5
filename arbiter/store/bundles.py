"""Bundles of tournaments, written from the database."""

import zipfile
from collections.abc import Iterator
from typing import IO, Final

from sqlalchemy.orm import Session

from pentarch.arbiter.competition.bundle.manifest import (
    MANIFEST,
    SIGNATURE,
    BlockPart,
    BundleManifest,
    EntryPart,
    MatchPart,
    record_name,
    standing_part,
)
from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.store import blocks, tournaments
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.models import Entry, Tournament

_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


def write(session: Session, tournament_id: int, signer: Signer, file: IO[bytes]) -> None:
    """Write the bundle of a tournament that is over; equal tournaments give equal bytes.

    Raises NotFound, and WrongState while it is not over or matches are still being settled.
    """
    book = StoredBook(tournament_id)
    book.refresh(session)
    if not book.row.state.is_over:
        raise WrongState(f"tournament {tournament_id} is {book.row.state}, not over")
    # A block is void with the first of its matches; the others may still be played.
    counts = tournaments.progress(session, [tournament_id])[tournament_id]
    if not tournaments.is_told(book.row, counts):
        raise WrongState(f"matches of tournament {tournament_id} are still being played or settled")
    manifest = _manifest(session, book, signer)
    content = manifest.content()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        _put(archive, MANIFEST, content)
        _put(archive, SIGNATURE, signer.sign(content))
        for match_id, record in blocks.records(session, tournament_id):
            _put(archive, record_name(match_id), record)


def _manifest(session: Session, book: StoredBook, signer: Signer) -> BundleManifest:
    row = book.row
    return BundleManifest(
        format=2,
        tournament_id=row.id,
        title=row.title,
        owner=row.owner.name,
        ruleset=row.ruleset,
        tournament_format=row.format,
        settings=row.settings,
        options=row.options,
        clock=row.clock,
        seats=list(book.scheduler.plan.seats),
        secret=row.secret.hex(),
        commitment=row.commitment,
        seed=row.seed,
        rated=row.is_rated,
        state=row.state.value,  # type: ignore[arg-type]  # one of the two that are over
        end_reason=row.end_reason or "",
        create_time=row.create_time.isoformat(),
        end_time=row.end_time.isoformat() if row.end_time else "",
        entries=[_entry(entry) for entry in row.entries],
        blocks=list(_blocks(session, row)),
        standings=[standing_part(line) for line in book.standings()],
        public_key=signer.public_key.hex(),
    )


def _entry(entry: Entry) -> EntryPart:
    version = entry.version
    return EntryPart(
        bot=version.ref,
        owner=version.bot.owner.name,
        joins=entry.joins,
        leaves=entry.leaves,
        kind=version.kind.value,
        sha256=version.package_sha256,
        build=version.build,
    )


def _blocks(session: Session, row: Tournament) -> Iterator[BlockPart]:
    refs = {entry.version_id: entry.version.ref for entry in row.entries}
    ends = blocks.endings(session, row.id)
    for planned in blocks.planned_after(session, row.id, 0):
        matches = []
        for table in planned.tables:
            sha256, void_reason = ends[table.match_id]
            matches.append(
                MatchPart(
                    id=table.match_id,
                    seats=[refs[id] for id in table.versions],
                    sha256=None if void_reason is not None else sha256,
                    void_reason=void_reason,
                )
            )
        yield BlockPart(
            label=planned.label,
            number=planned.number,
            paired=planned.is_paired,
            matches=matches,
        )


def entry_of(name: str) -> zipfile.ZipInfo:
    """A part of an archive, at a fixed time: the same tournament gives the same file."""
    info = zipfile.ZipInfo(name, _LONG_AGO)
    info.external_attr = 0o644 << 16
    return info


def _put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(entry_of(name), content)
