"""Checking a bundle: signature, every record by playing it again, schedule, table and ratings."""

import hashlib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from pentarch.arbiter.competition.book import RatedStanding, table_of, tally_of
from pentarch.arbiter.competition.bundle.manifest import (
    MANIFEST,
    SIGNATURE,
    TOLERANCE,
    BlockPart,
    BundleManifest,
    MatchPart,
    StandingPart,
    record_name,
    standing_part,
)
from pentarch.arbiter.competition.bundle.signature import is_signed
from pentarch.arbiter.competition.formats.plan import Block, History, Plan, Withdrawal
from pentarch.arbiter.competition.formats.registry import make
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.slots import RETRIES
from pentarch.arbiter.competition.ratings import InvalidResult, MatchResult, rate
from pentarch.arbiter.referee.keys import Keys, planned
from pentarch.engine.chance import commitment, seed_key
from pentarch.engine.errors import EngineError
from pentarch.engine.record import Record, verify

MOST_MANIFEST: Final = 512 << 20
_MOST_RECORD: Final = 64 << 20
_MOST_FINDINGS: Final = 100
_SIGNATURE_BYTES: Final = 64


class NoBundle(Exception):
    """A file that cannot be read as a bundle at all. The message is one clear line."""


@dataclass(frozen=True)
class Finding:
    """Something that is wrong: which part, and what about it."""

    part: str
    problem: str

    def __str__(self) -> str:
        return f"{self.part}: {self.problem}"


@dataclass(frozen=True)
class Checked:
    """What a bundle holds, and all that is wrong with it."""

    manifest: BundleManifest
    records: int
    steps: int
    findings: tuple[Finding, ...]


def check(path: Path, advance: Callable[[int, int], None] = lambda done, total: None) -> Checked:
    """Check everything in a bundle. `advance` is told how many records of how many are done.

    Raises NoBundle when there is nothing to check.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _Check(archive, advance).run()
    except (zipfile.BadZipFile, NotImplementedError, EOFError) as error:
        raise NoBundle(f"{path} is no bundle: {error}") from error
    except OSError as error:
        raise NoBundle(f"cannot read {path}: {error.strerror or error}") from error


class _Check:
    def __init__(self, archive: zipfile.ZipFile, advance: Callable[[int, int], None]) -> None:
        self.archive: Final = archive
        self.advance: Final = advance
        self.findings: Final[list[Finding]] = []
        self.steps = 0
        self.records = 0

    def run(self) -> Checked:
        content = self.read(MANIFEST, MOST_MANIFEST)
        if content is None:
            raise NoBundle("this is no bundle: it has no manifest.json")
        try:
            manifest = BundleManifest.model_validate_json(content)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "it"
            raise NoBundle(f"the manifest cannot be read: {place}: {first['msg']}") from error
        self.check_signature(manifest, content)
        self.check_secret(manifest)
        try:
            plan = manifest.plan()
            scheduler = make(manifest.tournament_format, manifest.settings, plan)
            self.check_results(manifest, scheduler)
        except (InvalidPlan, InvalidResult) as error:
            self.wrong("plan", str(error))
        return Checked(manifest, self.records, self.steps, tuple(self.findings))

    def check_signature(self, manifest: BundleManifest, content: bytes) -> None:
        signature = self.read(SIGNATURE, _SIGNATURE_BYTES)
        key = bytes.fromhex(manifest.public_key)
        if signature is None:
            self.wrong("signature", "there is none")
        elif not is_signed(content, signature, key):
            self.wrong("signature", "it does not fit the manifest and its public key")

    def check_secret(self, manifest: BundleManifest) -> None:
        secret = manifest.secret_bytes
        if commitment(secret) != manifest.commitment:
            self.wrong("secret", "it does not fit its commitment")
        if manifest.seed is not None and seed_key(manifest.seed, "tournament") != secret:
            self.wrong("secret", "it is not the seed's")

    def check_results(self, manifest: BundleManifest, scheduler: Scheduler) -> None:
        plan = scheduler.plan
        known = {record_name(m.id) for block in manifest.blocks for m in block.matches if m.sha256}
        for name in self.archive.namelist():
            if name not in known and name not in (MANIFEST, SIGNATURE):
                self.wrong(name, "the manifest does not mention it")
        issued: list[Block] = []
        results: list[MatchResult] = []
        voids: list[str] = []
        total = sum(len(block.matches) for block in manifest.blocks)
        done = 0
        for part in manifest.blocks:
            seatings = tuple(tuple(match.seats) for match in part.matches)
            block = Block(f"{plan.id}/{part.label}", part.number, seatings, part.paired)
            issued.append(block)
            self.check_block(plan, part)
            if any(match.sha256 is None for match in part.matches):
                voids.append(block.id)
            for place, match in enumerate(part.matches):
                if match.sha256 is not None:
                    results += self.result_of(manifest, part, place, block)
                done += 1
                self.advance(done, total)
        history = History(
            tuple(issued),
            tuple(results),
            frozenset(voids),
            tuple(Withdrawal(e.bot, e.leaves) for e in manifest.entries if e.leaves is not None),
        )
        if self.findings:
            # The table of other results would only be wrong in other ways.
            return
        self.check_places(scheduler, history)
        if manifest.state == "finished" and not scheduler.is_finished(history):
            self.wrong("blocks", "some that the format demands are missing")
        self.check_table(manifest, _table(scheduler, history))

    def check_places(self, scheduler: Scheduler, history: History) -> None:
        """Blocks that nobody asked for would be results picked by hand."""
        places = scheduler.places(history)
        if places is None:
            return
        plan = scheduler.plan
        asked = {
            plan.block(slot.label, slot.number, slot.lineup, again)
            for slot in places
            for again in range(RETRIES + 1)
        }
        if scheduler.is_drawn and any(block.id in history.voids for block in asked):
            return
        for block in history.issued:
            if block not in asked:
                label = block.id.removeprefix(f"{plan.id}/")
                self.wrong(f"block {label}", "the format does not ask for it")

    def check_block(self, plan: Plan, part: BlockPart) -> None:
        name = f"block {part.label}"
        bots = {bot for match in part.matches for bot in match.seats}
        if not part.matches or not bots <= set(plan.bots):
            self.wrong(name, "somebody plays who did not enter")
        elif part.paired != plan.is_paired(bots):
            self.wrong(name, "its matches share a key only when nobody in it could remember")
        squares = [sorted(match.seats) for match in part.matches]
        if any(square != squares[0] for square in squares) or len(squares) != len(squares[0]):
            self.wrong(name, "it is not one match per seat between the same bots")

    def result_of(
        self, manifest: BundleManifest, part: BlockPart, place: int, block: Block
    ) -> Iterator[MatchResult]:
        """The result of a match by its own record, if that holds."""
        match = part.matches[place]
        name = f"match {match.id}"
        content = self.read(record_name(match.id), _MOST_RECORD)
        if content is None:
            self.wrong(name, "its record is missing")
            return
        if hashlib.sha256(content).hexdigest() != match.sha256:
            self.wrong(name, "its record is not the one in the manifest")
            return
        try:
            record = verify(content)
        except EngineError as error:
            self.wrong(name, f"its record does not replay: {error}")
            return
        self.records += 1
        self.steps += len(record.steps)
        keys = planned(manifest.secret_bytes, part.label, None if part.paired else place)
        problem = _misfit(manifest, match, keys, record)
        if problem:
            self.wrong(name, problem)
            return
        forfeits = tuple(sorted({forfeit.seat for forfeit in record.forfeits}))
        ranks = tuple(record.outcome.ranks)
        yield MatchResult(block.match_ids[place], block.id, tuple(match.seats), ranks, forfeits)

    def check_table(self, manifest: BundleManifest, lines: list[RatedStanding]) -> None:
        again = [standing_part(line) for line in lines]
        if len(again) != len(manifest.standings):
            self.wrong("standings", f"{len(manifest.standings)} lines instead of {len(again)}")
        for told, computed in zip(manifest.standings, again, strict=False):
            for field in StandingPart.model_fields:
                if not _is_same(getattr(told, field), getattr(computed, field)):
                    self.wrong(
                        f"standings, {told.bot}",
                        f"{field} is {getattr(told, field)!r}, computed again it is "
                        f"{getattr(computed, field)!r}",
                    )

    def read(self, name: str, most: int) -> bytes | None:
        """The bytes of a part; None when there is none, or more than a part may have."""
        try:
            info = self.archive.getinfo(name)
        except KeyError:
            return None
        if info.file_size > most:
            self.wrong(name, "it is too large")
            return None
        with self.archive.open(info) as file:
            return file.read(most)

    def wrong(self, part: str, problem: str) -> None:
        if len(self.findings) < _MOST_FINDINGS:
            self.findings.append(Finding(part, problem))


def _table(scheduler: Scheduler, history: History) -> list[RatedStanding]:
    """The final table with ratings, from nothing but the results."""
    return table_of(scheduler, history, rate(tally_of(scheduler, history)))


def _misfit(manifest: BundleManifest, match: MatchPart, keys: Keys, record: Record) -> str:
    """What is wrong with a record that replays but belongs elsewhere; empty when nothing is."""
    if record.ruleset != manifest.ruleset:
        return f"its record is one of {record.ruleset}"
    if record.key != keys.match:
        return "the key of its record does not follow from the tournament's secret"
    if record.bots != match.seats:
        return "its record seats other bots"
    if any(record.options.get(name) != value for name, value in manifest.options.items()):
        return "its record was played with other options"
    return ""


def _is_same(told: object, computed: object) -> bool:
    if isinstance(told, float) and isinstance(computed, float):
        return isclose(told, computed, rel_tol=0.0, abs_tol=TOLERANCE)
    if isinstance(told, list) and isinstance(computed, list):
        pairs = zip(told, computed, strict=False)
        return len(told) == len(computed) and all(_is_same(*pair) for pair in pairs)
    return told == computed
