"""Results: what the store keeps of a record, read from the record itself."""

import hashlib
from dataclasses import dataclass

from pentarch.engine.core import Outcome
from pentarch.engine.match import Forfeit
from pentarch.engine.plain import Json
from pentarch.engine.record import Record


@dataclass(frozen=True)
class Result:
    """A record and what it says. Made outside of any transaction."""

    record: bytes
    sha256: str
    ruleset: str
    rules_version: int
    options: dict[str, Json]
    key: bytes
    bots: list[str]
    steps: int
    outcome: Outcome
    forfeits: list[Forfeit]


def result_in(record: Record, content: bytes) -> Result:
    """The result of a record, and the bytes that it was encoded to."""
    return Result(
        record=content,
        sha256=sha256_of(content),
        ruleset=record.ruleset,
        rules_version=record.version,
        options=record.options,
        key=record.key,
        bots=record.bots,
        steps=len(record.steps),
        outcome=record.outcome,
        forfeits=record.forfeits,
    )


def sha256_of(content: bytes) -> str:
    """The SHA-256 of bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
