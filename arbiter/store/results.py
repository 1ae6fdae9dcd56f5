"""Results: what the store keeps of a record, read from the record itself."""

import hashlib
from dataclasses import dataclass
from typing import Final, TypeGuard

from pentarch.engine.core import Outcome, Seat
from pentarch.engine.match import Forfeit
from pentarch.engine.plain import Json
from pentarch.engine.record import Record

_MOST: Final = 10**12


@dataclass(frozen=True)
class Reported:
    """What a bot says that a match has cost it."""

    calls: int
    tokens: int
    cost: float


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
    usages: dict[Seat, Reported]


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
        usages=usages_in(record.annotations, record.seats),
    )


def usages_in(annotations: Json, seats: int) -> dict[Seat, Reported]:
    """By seat, the latest note `usage`. Bots write notes: whatever makes no sense is left out."""
    notes = annotations.get("notes") if isinstance(annotations, dict) else None
    found: dict[Seat, Reported] = {}
    for note in notes if isinstance(notes, list) else []:
        if isinstance(note, list) and len(note) == 3:
            _, seat, values = note
            reported = _reported(values.get("usage")) if isinstance(values, dict) else None
            if reported is not None and isinstance(seat, int) and 0 <= seat < seats:
                found[seat] = reported
    return found


def _reported(usage: Json) -> Reported | None:
    if not isinstance(usage, dict):
        return None
    calls, questions, answers, cost = [
        usage.get(name) for name in ("calls", "tokens_in", "tokens_out", "cost")
    ]
    if not (_is_amount(calls) and _is_amount(questions) and _is_amount(answers)):
        return None
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 <= cost < _MOST:
        return None
    return Reported(calls, questions + answers, float(cost))


def _is_amount(value: Json) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _MOST


def sha256_of(content: bytes) -> str:
    """The SHA-256 of bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
