"""What a manifest says, and its one byte form."""

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from pentarch.arbiter.competition.book import RatedStanding
from pentarch.arbiter.competition.formats.plan import Entry, Plan
from pentarch.arbiter.competition.version_kinds import VersionKind
from pentarch.arbiter.referee.keys import schedule_seed
from pentarch.engine.plain import canonical

MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "signature"
TOLERANCE: Final = 1e-6
"""How far a number computed again may lie from the one written down."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class EntryPart(_Part):
    """A version that took part. `sha256` is that of its package; reference bots have a build."""

    bot: str
    owner: str
    joins: int
    leaves: int | None
    kind: Literal["hosted", "remote", "builtin"]
    sha256: str | None
    build: str


class MatchPart(_Part):
    """A match: who sat where, and the SHA-256 of its record, or why it is void."""

    id: int
    seats: list[str]
    sha256: str | None
    void_reason: str | None


class BlockPart(_Part):
    """A block in the scheduler's words. The matches of a paired one share a key."""

    label: str
    number: int
    paired: bool
    matches: list[MatchPart]


class StandingPart(_Part):
    """A line of the final table, with the rating from this tournament alone."""

    rank: int
    bot: str
    points: float
    tie_breaks: list[float]
    blocks: int
    forfeits: int
    note: str
    rating: float
    rating_low: float
    rating_high: float
    rank_low: int
    rank_high: int


class BundleManifest(_Part):
    """A tournament from beginning to end. The seed is there when a person chose it."""

    format: Literal[2]
    tournament_id: int
    title: str
    owner: str
    ruleset: str
    tournament_format: str
    settings: dict[str, Any]
    options: dict[str, Any]
    clock: dict[str, Any]
    seats: list[int]
    secret: str = Field(pattern="^[0-9a-f]{64}$")
    commitment: str
    seed: int | None = Field(ge=0, lt=1 << 64)
    rated: bool
    state: Literal["finished", "cancelled"]
    end_reason: str
    create_time: str
    end_time: str
    entries: list[EntryPart]
    blocks: list[BlockPart]
    standings: list[StandingPart]
    public_key: str = Field(pattern="^[0-9a-f]{64}$")

    def content(self) -> bytes:
        """The bytes that are signed."""
        return canonical(self.model_dump())

    def plan(self) -> Plan:
        """The plan that the scheduler worked by. Raises InvalidPlan."""
        entries = tuple(
            Entry(part.bot, part.owner, part.joins, remembers=VersionKind(part.kind).remembers)
            for part in self.entries
        )
        seed = schedule_seed(self.secret_bytes)
        return Plan(f"t{self.tournament_id}", seed, entries, tuple(self.seats))

    @property
    def secret_bytes(self) -> bytes:
        """The secret that all keys follow from."""
        return bytes.fromhex(self.secret)


def record_name(match_id: int) -> str:
    """Where the record of a match lies in a bundle."""
    return f"records/{match_id}.pentarch"


def standing_part(line: RatedStanding) -> StandingPart:
    """A line of the table as it is written down."""
    row, rating = line.standing, line.rating
    return StandingPart(
        rank=row.rank,
        bot=row.bot,
        points=row.points,
        tie_breaks=list(row.tie_breaks),
        blocks=row.blocks,
        forfeits=row.forfeits,
        note=row.note,
        rating=rating.rating,
        rating_low=rating.interval.low,
        rating_high=rating.interval.high,
        rank_low=rating.rank_interval[0],
        rank_high=rating.rank_interval[1],
    )
