"""Results: what the store keeps of a record, read from the record itself."""

import hashlib
from dataclasses import dataclass

from engine import record as records
from engine.core import Outcome
from engine.match import Forfeit
from engine.plain import Json


@dataclass(frozen=True)
class Result:
    """A record and what it says. Made by `result_of`, outside of any transaction."""

    record: bytes
    sha256: str
    ruleset: str
    rules_version: int
    options: dict[str, Json]
    seed: int
    bots: list[str]
    steps: int
    outcome: Outcome
    forfeits: list[Forfeit]


def result_of(record: bytes) -> Result:
    """The result in the bytes of a record. Raises EngineError for damaged bytes."""
    decoded = records.decode(record)
    return Result(
        record=record,
        sha256=sha256_of(record),
        ruleset=decoded.ruleset,
        rules_version=decoded.version,
        options=decoded.options,
        seed=decoded.seed,
        bots=decoded.bots,
        steps=len(decoded.steps),
        outcome=decoded.outcome,
        forfeits=decoded.forfeits,
    )


def sha256_of(content: bytes) -> str:
    """The SHA-256 of bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
