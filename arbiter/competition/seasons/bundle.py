"""Bundles of seasons: the bundles of its tournaments and its final tables in one signed file.

A zip archive, not compressed further, with

    season.json          the plan, the secret, the tournaments by SHA-256, and the final tables
    signature            Ed25519 over the bytes of season.json
    tournaments/ID.zip   the bundle of every tournament that the tables rest on
"""

import hashlib
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pentarch.arbiter.competition.bundle.manifest import SIGNATURE, BundleManifest
from pentarch.arbiter.competition.bundle.signature import is_signed
from pentarch.arbiter.competition.bundle.verification import Finding, NoBundle, check
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.seasons.finals import final_table
from pentarch.arbiter.referee.keys import season_secret, within_season
from pentarch.engine.chance import commitment
from pentarch.engine.plain import canonical

SEASON: Final = "season.json"
_MOST_MANIFEST: Final = 64 << 20
_SIGNATURE_BYTES: Final = 64


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class TournamentPart(_Part):
    """A tournament: what it was to its discipline, and the SHA-256 of its bundle."""

    id: int
    ruleset: str
    part: Literal["ladder", "finals"]
    stage: int
    sha256: str


class PlacePart(_Part):
    """A line of a final table."""

    ruleset: str
    rank: int
    bot: str
    stage: int


class SeasonManifest(_Part):
    """A season from beginning to end. The seed is there when a person chose it."""

    format: Literal[1]
    season_id: int
    title: str
    owner: str
    access: str
    policies: dict[str, Any]
    secret: str = Field(pattern="^[0-9a-f]{64}$")
    commitment: str
    seed: int | None = Field(ge=0, lt=1 << 64)
    tournaments: list[TournamentPart]
    places: list[PlacePart]
    public_key: str = Field(pattern="^[0-9a-f]{64}$")

    def content(self) -> bytes:
        """The bytes that are signed."""
        return canonical(self.model_dump())


@dataclass(frozen=True)
class CheckedSeason:
    """What a season's bundle holds, and all that is wrong with it."""

    manifest: SeasonManifest
    records: int
    steps: int
    findings: tuple[Finding, ...]


def tournament_name(tournament_id: int) -> str:
    """Where the bundle of a tournament lies."""
    return f"tournaments/{tournament_id}.zip"


def is_season(path: Path) -> bool:
    """Whether a file is the bundle of a season, and not of one tournament."""
    try:
        with zipfile.ZipFile(path) as archive:
            return SEASON in archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return False


def check_season(
    path: Path, advance: Callable[[int, int], None] = lambda done, total: None
) -> CheckedSeason:
    """Check everything in a season's bundle: its own parts, and every tournament's.

    Raises NoBundle when there is nothing to check.
    """
    try:
        with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
            return _Check(archive, Path(folder), advance).run()
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise NoBundle(f"{path} is no bundle: {error}") from error
    except OSError as error:
        raise NoBundle(f"cannot read {path}: {error.strerror or error}") from error


class _Check:
    def __init__(
        self, archive: zipfile.ZipFile, folder: Path, advance: Callable[[int, int], None]
    ) -> None:
        self.archive: Final = archive
        self.folder: Final = folder
        self.advance: Final = advance
        self.findings: Final[list[Finding]] = []
        self.records = 0
        self.steps = 0

    def run(self) -> CheckedSeason:
        content = self.read(SEASON, _MOST_MANIFEST)
        try:
            season = SeasonManifest.model_validate_json(content)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "it"
            raise NoBundle(f"{SEASON} cannot be read: {place}: {first['msg']}") from error
        signature = self.read(SIGNATURE, _SIGNATURE_BYTES)
        if not is_signed(content, signature, bytes.fromhex(season.public_key)):
            self.wrong("signature", "it does not fit the season and its public key")
        secret = bytes.fromhex(season.secret)
        if commitment(secret) != season.commitment:
            self.wrong("secret", "it does not fit its commitment")
        if season.seed is not None and season_secret(season.seed) != secret:
            self.wrong("secret", "it is not the seed's")
        known = {SEASON, SIGNATURE, *(tournament_name(part.id) for part in season.tournaments)}
        for name in self.archive.namelist():
            if name not in known:
                self.wrong(name, "the season does not mention it")
        checked = {part: self.tournament(season, part) for part in season.tournaments}
        if not self.findings:
            self.check_tables(season, {part: one for part, one in checked.items() if one})
        return CheckedSeason(season, self.records, self.steps, tuple(self.findings))

    def tournament(self, season: SeasonManifest, part: TournamentPart) -> BundleManifest | None:
        """The manifest of a tournament whose bundle holds; None when it cannot be read."""
        name = f"tournament {part.id}"
        path = self.folder / f"{part.id}.zip"
        try:
            with self.archive.open(tournament_name(part.id)) as packed, path.open("wb") as file:
                shutil.copyfileobj(packed, file)
            with path.open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != part.sha256:
                    self.wrong(name, "its bundle is not the one that was signed")
                    return None
            checked = check(path, self.advance)
        except KeyError:
            self.wrong(name, "its bundle is missing")
            return None
        except NoBundle as error:
            self.wrong(name, str(error))
            return None
        self.records += checked.records
        self.steps += checked.steps
        for finding in checked.findings:
            self.wrong(f"{name}, {finding.part}", finding.problem)
        secret, _ = within_season(
            bytes.fromhex(season.secret),
            part.ruleset,
            part.part,
            part.stage,
            is_seeded=season.seed is not None,
        )
        if checked.manifest.secret_bytes != secret:
            self.wrong(name, "its secret does not follow from the season's")
        if (checked.manifest.ruleset, checked.manifest.public_key) != (
            part.ruleset,
            season.public_key,
        ):
            self.wrong(name, "it is of another ruleset or was signed by another key")
        return checked.manifest

    def check_tables(
        self, season: SeasonManifest, manifests: dict[TournamentPart, BundleManifest]
    ) -> None:
        for ruleset in sorted({part.ruleset for part in season.tournaments}):
            own = sorted(
                (part for part in season.tournaments if part.ruleset == ruleset),
                key=lambda part: part.stage,
            )
            tables = [_standings(manifests[part]) for part in own]
            for part, before in zip(own[1:], tables, strict=False):
                order = [line.bot for line in before]
                field = [entry.bot for entry in manifests[part].entries]
                if [bot for bot in order if bot in field] != field:
                    self.wrong(f"tournament {part.id}", "its field is not by rank")
            again = [
                PlacePart(ruleset=ruleset, rank=place.rank, bot=place.bot, stage=place.stage)
                for place in final_table(tables[0], tables[1:])
            ]
            told = [place for place in season.places if place.ruleset == ruleset]
            if sorted(told, key=_key) != sorted(again, key=_key):
                self.wrong(f"table of {ruleset}", "it does not follow from its tournaments")

    def read(self, name: str, most: int) -> bytes:
        """The bytes of a part. Raises NoBundle."""
        try:
            info = self.archive.getinfo(name)
        except KeyError:
            raise NoBundle(f"this is no bundle of a season: it has no {name}") from None
        if info.file_size > most:
            raise NoBundle(f"{name} is too large")
        return self.archive.read(info)

    def wrong(self, part: str, problem: str) -> None:
        self.findings.append(Finding(part, problem))


def _key(place: PlacePart) -> tuple[int, str]:
    return place.rank, place.bot


def _standings(manifest: BundleManifest) -> Sequence[Standing]:
    return [Standing(line.rank, line.bot, line.points) for line in manifest.standings]
