"""What is kept of an attempt: how it ended, its record, its outcome, what the seats printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store import archives
from pentarch.arbiter.store.errors import WrongRecord
from pentarch.arbiter.store.models import (
    Attempt,
    Bot,
    Match,
    Output,
    Record,
    Seat,
    Usage,
    Version,
)
from pentarch.arbiter.store.results import Result, sha256_of
from pentarch.arbiter.store.words import AttemptState, RecordKind
from pentarch.engine.plain import Json

LONGEST_OUTPUT: Final = 64 * 1024
_IS_RUNNING: Final = text("attempts.state = 'running'")


@dataclass(frozen=True)
class AttemptFailure:
    """Why an attempt ended without a record: a verdict that is nobody's fault, and evidence."""

    verdict: str
    reason: str
    evidence: Json = None
    outputs: Mapping[int, str] = field(default_factory=dict)


def close_attempt(
    session: Session,
    match: Match,
    ending: AttemptState,
    now: datetime,
    failure: AttemptFailure | None = None,
) -> None:
    """The latest attempt at a match has ended."""
    attempt = session.get_one(Attempt, (match.id, match.epoch))
    attempt.state = ending
    attempt.end_time = now
    attempt.heartbeat_time = match.heartbeat_time
    if failure is not None:
        attempt.verdict = failure.verdict
        attempt.reason = failure.reason
        attempt.evidence = failure.evidence


def close_finished(session: Session, match_ids: Sequence[int], now: datetime) -> None:
    """The running attempts at matches were finished."""
    heartbeat = select(Match.heartbeat_time).where(Match.id == Attempt.match_id)
    session.execute(
        update(Attempt)
        .where(Attempt.match_id.in_(match_ids), _IS_RUNNING)
        .values(
            state=AttemptState.FINISHED,
            end_time=now,
            heartbeat_time=heartbeat.scalar_subquery(),
        )
        .execution_options(synchronize_session=False)
    )


def seats_of(session: Session, match_ids: Sequence[int]) -> dict[int, list[Seat]]:
    """The seats of matches in their order, with what their bots are called."""
    query = select(Seat).where(Seat.match_id.in_(match_ids)).order_by(Seat.match_id, Seat.seat)
    version = joinedload(Seat.version, innerjoin=True).load_only(Version.number)
    loaded = version.joinedload(Version.bot, innerjoin=True).load_only(Bot.name)
    found: dict[int, list[Seat]] = {}
    for seat in session.scalars(query.options(loaded)):
        found.setdefault(seat.match_id, []).append(seat)
    return found


def check_fit(match: Match, result: Result, seats: Sequence[Seat]) -> None:
    """Raise WrongRecord for a result of another match."""
    # The matches of a paired block share ruleset and key: only the seats tell them apart.
    is_fit = (
        result.ruleset == match.ruleset
        and match.rules_version in (None, result.rules_version)
        and result.key == match.key
        and result.bots == [seat.version.ref for seat in seats]
        and all(result.options.get(name) == value for name, value in match.options.items())
    )
    if not is_fit:
        raise WrongRecord(f"the record is not one of match {match.id}")


def keep_record(
    session: Session, match: Match, kind: RecordKind, content: bytes, now: datetime
) -> None:
    """Keep the bytes of a record of the latest attempt."""
    session.add(
        Record(
            match_id=match.id,
            epoch=match.epoch,
            kind=kind,
            sha256=sha256_of(content),
            content=content,
            size=len(content),
            create_time=now,
        )
    )


def keep_outcome(match: Match, result: Result, seats: Sequence[Seat]) -> None:
    """Keep what a record says of a match and its seats."""
    match.record_sha256 = result.sha256
    match.rules_version = result.rules_version
    match.steps = result.steps
    match.rule = result.outcome.rule
    match.reason = result.outcome.reason
    match.is_natural = result.outcome.natural
    forfeits = {forfeit.seat: forfeit for forfeit in result.forfeits}
    for seat in seats:
        seat.rank = result.outcome.ranks[seat.seat]
        seat.score = result.outcome.scores[seat.seat]
        if seat.seat in forfeits:
            seat.verdict = forfeits[seat.seat].verdict
            seat.forfeit_step = forfeits[seat.seat].step


def keep_usages(session: Session, match: Match, result: Result, seats: Sequence[Seat]) -> None:
    """Keep what bots say that the match has cost them, instead of what an attempt before said."""
    if match.epoch > 1:
        session.execute(delete(Usage).where(Usage.match_id == match.id))
    for seat in seats:
        reported = result.usages.get(seat.seat)
        if reported is not None:
            session.add(
                Usage(
                    match_id=match.id,
                    seat=seat.seat,
                    version_id=seat.version_id,
                    ruleset=seat.ruleset,
                    calls=reported.calls,
                    tokens=reported.tokens,
                    cost=reported.cost,
                )
            )


def keep_outputs(session: Session, match: Match, outputs: Mapping[int, str], now: datetime) -> None:
    """Keep what the seats printed in the latest attempt, the end of it."""
    query = select(Seat.seat, Seat.version_id).where(Seat.match_id == match.id)
    rows = [
        Output(
            match_id=match.id,
            epoch=match.epoch,
            seat=seat,
            version_id=version_id,
            text=outputs[seat][-LONGEST_OUTPUT:],
            create_time=now,
        )
        for seat, version_id in (session.execute(query) if outputs else ())
        if outputs.get(seat)
    ]
    archives.number(session, rows)
    session.add_all(rows)
