"""What is public in a season and how long things are kept: enforced, and printed on its page."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.engine.plain import Json

LONGEST_CONDUCT: Final = 20_000
MOST_DAYS: Final = 3650


class RecordsTold(StrEnum):
    """When records, and live boards, are everybody's."""

    MATCH = "match"
    SEASON = "season"


@dataclass(frozen=True)
class Policies:
    """The rules around the matches. What a bot prints is for its owner and administrators, always;
    source code is nobody's."""

    records: RecordsTold = RecordsTold.MATCH
    keep_logs_days: int = 0
    conduct: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.keep_logs_days <= MOST_DAYS:
            raise InvalidPlan(f"logs are kept for 1 to {MOST_DAYS} days, or 0 for ever")
        if len(self.conduct) > LONGEST_CONDUCT:
            raise InvalidPlan(f"rules of conduct have at most {LONGEST_CONDUCT} characters")

    @classmethod
    def from_plain(cls, plain: Mapping[str, Json]) -> "Policies":
        """Policies as they were stored. Raises InvalidPlan."""
        records, days, conduct = (
            plain.get("records", RecordsTold.MATCH),
            plain.get("keep_logs_days", 0),
            plain.get("conduct", ""),
        )
        if records not in list(RecordsTold):
            raise InvalidPlan(f"records are told after the match or the season, not {records!r}")
        if not isinstance(days, int) or not isinstance(conduct, str):
            raise InvalidPlan("these are no policies")
        return cls(RecordsTold(str(records)), days, conduct)

    def plain(self) -> dict[str, Json]:
        """All of it as JSON."""
        return {
            "records": self.records.value,
            "keep_logs_days": self.keep_logs_days,
            "conduct": self.conduct,
        }

    def sentences(self) -> list[str]:
        """What they say, for people; the rules of conduct are a text of their own."""
        told = {
            RecordsTold.MATCH: "Records are everybody's once a match and its block are over.",
            RecordsTold.SEASON: "Records and live boards are everybody's when the season is "
            "closed; before that they are the administrators' alone.",
        }
        kept = (
            f"What bots print is deleted after {self.keep_logs_days} days."
            if self.keep_logs_days
            else "What bots print is kept."
        )
        return [
            told[self.records],
            "What a bot prints is shown to its owner and to administrators.",
            kept,
            "The source code of bots is shown to nobody.",
        ]
