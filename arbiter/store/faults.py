"""Faults: how often bots and workers ended matches with a verdict, of the newest matches."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store.models import Attempt, Bot, Match, Owner, Seat

NEWEST: Final = 10_000
"""So many matches are looked at: a question about today must not read years."""
_MOST: Final = 500


@dataclass(frozen=True)
class BotFault:
    """How many seats of a bot ended with a verdict."""

    bot: str
    owner: str
    verdict: str
    seats: int


@dataclass(frozen=True)
class WorkerFault:
    """How many attempts of a worker ended with a verdict."""

    worker: str
    verdict: str
    attempts: int


@dataclass(frozen=True)
class Faults:
    """What went wrong in so many matches, most first."""

    matches: int
    bots: list[BotFault]
    workers: list[WorkerFault]


@dataclass(frozen=True)
class PlayedSeat:
    """A seat of a match that was made at a moment, and whether its bot lost it by a fault."""

    moment: datetime
    is_faulty: bool


def of_bot(session: Session, bot_id: int, *, most: int) -> list[PlayedSeat]:
    """The newest seats of a bot that were played to an end, at most that many, the newest first."""
    query = (
        select(Match.create_time, Seat.verdict)
        .join(Match, Match.id == Seat.match_id)
        .where(Seat.bot_id == bot_id, Seat.rank.is_not(None))
        .order_by(Seat.match_id.desc())
        .limit(most)
    )
    return [PlayedSeat(moment, verdict is not None) for moment, verdict in session.execute(query)]


def recent(session: Session) -> Faults:
    """What went wrong in the newest matches."""
    newest = select(Match.id).order_by(Match.id.desc()).limit(NEWEST).subquery()
    count, first = session.execute(select(func.count(), func.min(newest.c.id))).one()
    if first is None:
        return Faults(0, [], [])
    return Faults(count, _of_bots(session, first), _of_workers(session, first))


def _of_bots(session: Session, first: int) -> list[BotFault]:
    seats = func.count()
    query = (
        select(Bot.name, Owner.name, Seat.verdict, seats)
        .join(Bot, Bot.id == Seat.bot_id)
        .join(Owner, Owner.id == Bot.owner_id)
        .where(Seat.match_id >= first, Seat.verdict.is_not(None))
        .group_by(Bot.name, Owner.name, Seat.verdict)
        .order_by(seats.desc(), Bot.name, Seat.verdict)
        .limit(_MOST)
    )
    return [
        BotFault(bot, owner, verdict or "", count)
        for bot, owner, verdict, count in session.execute(query)
    ]


def _of_workers(session: Session, first: int) -> list[WorkerFault]:
    attempts = func.count()
    query = (
        select(Attempt.worker, Attempt.verdict, attempts)
        .where(Attempt.match_id >= first, Attempt.verdict.is_not(None))
        .group_by(Attempt.worker, Attempt.verdict)
        .order_by(attempts.desc(), Attempt.worker, Attempt.verdict)
        .limit(_MOST)
    )
    return [
        WorkerFault(worker, verdict or "", count)
        for worker, verdict, count in session.execute(query)
    ]
