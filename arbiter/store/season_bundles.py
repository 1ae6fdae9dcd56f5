"""Bundles of seasons, written from the database."""

import hashlib
import tempfile
import zipfile
from typing import IO, Final

from sqlalchemy.orm import Session

from pentarch.arbiter.competition.bundle.manifest import SIGNATURE
from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.competition.seasons.bundle import (
    SEASON,
    PlacePart,
    SeasonManifest,
    TournamentPart,
    tournament_name,
)
from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.store import archive_files, bundles, seasons
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.models import Season
from pentarch.arbiter.store.words import SeasonPart

_COPIED: Final = 1 << 20


def write(session: Session, season_id: int, signer: Signer, file: IO[bytes]) -> None:
    """Write the bundle of a season that is closed; equal seasons give equal bytes.

    That of a season in an archive is the one that was written when it went there. Raises NotFound,
    and WrongState while it is not closed.
    """
    season = seasons.get(session, season_id)
    if archive_files.write_bundle(session, season_id, file):
        return
    if season.phase.place < Phase.CLOSED.place:
        raise WrongState(f"season {season_id} is {season.phase}, not closed")
    found: list[TournamentPart] = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for discipline in season.disciplines:
            for part in discipline.tournaments:
                if part.part is SeasonPart.AFTER:
                    continue
                with tempfile.TemporaryFile() as packed:
                    bundles.write(session, part.tournament_id, signer, packed)
                    packed.seek(0)
                    digest = hashlib.sha256()
                    info = bundles.entry_of(tournament_name(part.tournament_id))
                    with archive.open(info, "w", force_zip64=True) as target:
                        while chunk := packed.read(_COPIED):
                            digest.update(chunk)
                            target.write(chunk)
                found.append(
                    TournamentPart(
                        id=part.tournament_id,
                        ruleset=part.ruleset,
                        part="ladder" if part.part is SeasonPart.LADDER else "finals",
                        stage=part.stage,
                        sha256=digest.hexdigest(),
                    )
                )
        content = _manifest(session, season, found, signer).content()
        archive.writestr(bundles.entry_of(SEASON), content)
        archive.writestr(bundles.entry_of(SIGNATURE), signer.sign(content))


def _manifest(
    session: Session, season: Season, found: list[TournamentPart], signer: Signer
) -> SeasonManifest:
    return SeasonManifest(
        format=1,
        season_id=season.id,
        title=season.title,
        owner=season.owner.name,
        access=season.access.value,
        policies=season.policies,
        secret=season.secret.hex(),
        commitment=season.commitment,
        seed=season.seed,
        tournaments=found,
        places=[
            PlacePart(
                ruleset=place.ruleset, rank=place.rank, bot=place.version.ref, stage=place.stage
            )
            for discipline in season.disciplines
            for place in seasons.places(session, season.id, discipline.ruleset)
        ],
        public_key=signer.public_key.hex(),
    )
