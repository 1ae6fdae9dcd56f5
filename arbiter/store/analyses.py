"""Analyses of matches: asked for, made under a lease, kept.

waiting -> running -> done | failed. An analysis that runs is leased, and every partial result moves
its deadline on. When its worker is lost it waits again; late results are refused by their epoch.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session, undefer

from pentarch.arbiter.store import archives, disclosure
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import Analysis
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.words import AnalysisState
from pentarch.engine.plain import Json

MOST_WAITING: Final = 20
"""How many analyses one owner may have waiting."""
MOST_LOSSES: Final = 3
"""After this many workers were lost with it, an analysis is given up."""


@dataclass(frozen=True)
class AnalysisLease:
    """The right to analyse a match; the epoch goes with everything handed in."""

    match_id: int
    epoch: int


def ask(session: Session, match_id: int, owner_id: int, analyst: int, now: datetime) -> Analysis:
    """Ask for the analysis of a match whose record everybody may have.

    One that exists is given as it is, unless it failed or an older analyst made it. Raises NotFound
    and WrongState.
    """
    disclosure.told_record(session, match_id)
    found = session.get(Analysis, match_id, with_for_update=True, options=[undefer("*")])
    if found is not None and found.analyst == analyst and found.state is not AnalysisState.FAILED:
        return found
    if _count_waiting(session, owner_id) >= MOST_WAITING:
        raise WrongState(
            f"{MOST_WAITING} of your analyses wait already; ask again when one is done"
        )
    if found is None:
        found = Analysis(match_id=match_id, epoch=0, create_time=now)
        session.add(found)
    found.owner_id = owner_id
    found.state = AnalysisState.WAITING
    found.analyst = analyst
    found.content = None
    found.failure = ""
    found.losses = 0
    found.worker = found.deadline = None
    found.update_time = now
    session.flush()
    return found


def get(session: Session, match_id: int) -> Analysis:
    """The analysis of a match with what is known so far. Raises NotFound and Archived."""
    query = select(Analysis).where(Analysis.match_id == match_id).options(undefer(Analysis.content))
    found = session.scalar(query)
    if found is None:
        archives.require_match(session, match_id)
        raise NotFound(f"nobody has asked for an analysis of match {match_id}")
    return found


def begin(
    session: Session, analyst: int, worker: str, now: datetime, deadline: datetime
) -> AnalysisLease | None:
    """Lease the analysis that has waited longest for this version of the analyst, if any."""
    query = (
        select(Analysis)
        .where(Analysis.state == AnalysisState.WAITING, Analysis.analyst == analyst)
        .order_by(Analysis.create_time, Analysis.match_id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    found = session.scalar(query)
    if found is None:
        return None
    found.state = AnalysisState.RUNNING
    found.epoch += 1
    found.worker = worker
    found.deadline = deadline
    session.flush()
    return AnalysisLease(found.match_id, found.epoch)


def keep(
    session: Session,
    lease: AnalysisLease,
    content: Json,
    now: datetime,
    deadline: datetime | None,
) -> Report:
    """Keep what is known so far; without a further deadline it is the last word."""
    found = _held(session, lease)
    if found is None:
        return Report.LATE
    found.content = content
    found.update_time = now
    found.deadline = deadline
    if deadline is None:
        found.state = AnalysisState.DONE
    return Report.DONE


def fail(session: Session, lease: AnalysisLease, reason: str, now: datetime) -> Report:
    """The match cannot be analysed."""
    found = _held(session, lease)
    if found is None:
        return Report.LATE
    _fail(found, reason, now)
    return Report.DONE


def hand_back(session: Session, lease: AnalysisLease, now: datetime) -> Report:
    """The worker is being shut down: let it wait for another. That counts as nobody's loss."""
    found = _held(session, lease)
    if found is None:
        return Report.LATE
    found.state = AnalysisState.WAITING
    found.deadline = None
    found.update_time = now
    return Report.DONE


def expire(session: Session, now: datetime) -> list[int]:
    """Let analyses wait again whose workers are gone; their matches."""
    query = (
        select(Analysis)
        .where(Analysis.state == AnalysisState.RUNNING, Analysis.deadline < now)
        .with_for_update(skip_locked=True)
    )
    expired = list(session.scalars(query))
    for found in expired:
        found.losses += 1
        found.deadline = None
        if found.losses >= MOST_LOSSES:
            _fail(found, f"{MOST_LOSSES} workers were lost with it", now)
        else:
            found.state = AnalysisState.WAITING
    return [found.match_id for found in expired]


def count_waiting(session: Session, before: datetime) -> int:
    """How many analyses have been waiting since before a moment."""
    query = select(func.count()).where(
        Analysis.state == AnalysisState.WAITING, Analysis.update_time < before
    )
    return session.scalar(query) or 0


def _count_waiting(session: Session, owner_id: int) -> int:
    query = select(func.count()).where(
        Analysis.state == AnalysisState.WAITING, Analysis.owner_id == owner_id
    )
    return session.scalar(query) or 0


def _held(session: Session, lease: AnalysisLease) -> Analysis | None:
    """The analysis of a lease that still holds, locked."""
    found = session.get(Analysis, lease.match_id, with_for_update=True, populate_existing=True)
    is_held = (
        found is not None and found.state is AnalysisState.RUNNING and found.epoch == lease.epoch
    )
    return found if is_held else None


def _fail(found: Analysis, reason: str, now: datetime) -> None:
    found.state = AnalysisState.FAILED
    found.failure = reason
    found.deadline = None
    found.update_time = now
