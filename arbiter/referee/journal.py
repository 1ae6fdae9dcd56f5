"""The journal of a match under way: what a new referee needs to take over from one that was lost.

Entries are steps and forfeits in their order. A step's annotation says how it came about (`how`),
what it cost (`spent`), what was left on the clock (`left`, None: no limit), and, where there were
any, how many steps others made after it was asked (`waited`), the notes of the decision (`notes`)
and why the rest of its plan was dropped (`refused`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, TypeAlias

from pentarch.arbiter.referee.annotations import Annotations
from pentarch.arbiter.referee.verdicts import Evidence, Fault, Verdict
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError
from pentarch.engine.match import DIGEST_BYTES, Match
from pentarch.engine.plain import Json


@dataclass(frozen=True)
class Step:
    """A command that was played: its number, the step's digest, and what is worth showing."""

    seat: Seat
    command: int
    digest: bytes
    annotation: Json = None


@dataclass(frozen=True)
class Forfeited:
    """A seat that is out by its own fault, before the next step."""

    seat: Seat
    verdict: str
    annotation: Json = None


Entry: TypeAlias = Step | Forfeited


@dataclass(frozen=True)
class Memory:
    """A step's annotation, read back."""

    how: str
    spent: float
    left: float
    waited: int
    notes: Json
    refused: "tuple[str, str] | None"


def entries(
    match: "Match[Any]", annotations: Annotations, steps: int, forfeits: int
) -> list[Entry]:
    """The first steps of a match, as many as asked for, with the first forfeits in their places."""
    digests = match.digests
    made: list[Entry] = []
    outs = list(zip(match.forfeits[:forfeits], annotations.evidence, strict=False))
    for index in range(steps + 1):
        while outs and outs[0][0].step == index:
            forfeit, evidence = outs.pop(0)
            made.append(Forfeited(forfeit.seat, forfeit.verdict, evidence.plain(timed=True)))
        if index < steps:
            step = match.steps[index]
            digest = digests[index * DIGEST_BYTES : (index + 1) * DIGEST_BYTES]
            remark = annotations.of_step(index, step.seat)
            made.append(Step(step.seat, step.command.number, digest, remark))
    return made


def fits(match: "Match[Any]", journal: Sequence[Entry]) -> bool:
    """Whether a journal can be played again, step by step to the same digests. Plays it."""
    for entry in journal:
        if isinstance(entry, Forfeited):
            match.forfeit(entry.seat, entry.verdict)
            continue
        try:
            remembered(entry)
            match.submit(entry.seat, match.ruleset.commands.by_number(entry.command))
        except (EngineError, ValueError):
            return False
        if match.last_digest != entry.digest:
            return False
    return match.outcome is None


def remembered(step: Step) -> Memory:
    """What the annotation of a step says. Raises ValueError."""
    remark = step.annotation
    if not isinstance(remark, dict):
        raise ValueError("a step without an annotation")
    how, spent, left = remark.get("how"), remark.get("spent"), remark.get("left")
    if not isinstance(how, str) or not isinstance(spent, int | float):
        raise ValueError("a step that does not say how it came about")
    waited = remark.get("waited", 0)
    if not isinstance(waited, int) or waited < 0:
        raise ValueError("a step that was asked for after it was made")
    refused = remark.get("refused")
    return Memory(
        how=how,
        spent=float(spent),
        left=float(left) if isinstance(left, int | float) else inf,
        waited=waited,
        notes=remark.get("notes"),
        refused=(str(refused[0]), str(refused[1])) if isinstance(refused, list) else None,
    )


def evidence_of(entry: Forfeited, step: int) -> Evidence:
    """The evidence that was kept with a forfeit."""
    kept = entry.annotation if isinstance(entry.annotation, dict) else {}
    offending, stderr, sent = kept.get("offending"), kept.get("stderr"), kept.get("sent")
    fault = Fault(
        Verdict(entry.verdict),
        str(kept.get("error", "")),
        offending=str(offending or "").encode("ascii", "backslashreplace"),
        stderr=[str(line) for line in stderr] if isinstance(stderr, list) else [],
        cpu=_number(kept.get("cpu")),
    )
    received = _number(kept.get("received"))
    return Evidence(
        fault,
        seat=entry.seat,
        step=step,
        decision=int(_number(kept.get("decision")) or 0),
        sent=_number(sent) or 0.0,
        received=received,
    )


def _number(value: Json) -> "float | None":
    is_number = isinstance(value, int | float) and isfinite(value)
    return float(value) if is_number and isinstance(value, int | float) else None
