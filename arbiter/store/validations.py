"""Validations: a submitted version is tried by a worker before it may play.

A validation is leased: when its worker is lost, the version is submitted again and late results are
refused by their epoch. So it is when its host could not run it, and then it rests for a while.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session, undefer

from pentarch.arbiter.store import occasions, quotas
from pentarch.arbiter.store.bots import keep_package
from pentarch.arbiter.store.models import Bot, Version
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.words import Good, VersionState

MOST_LOSSES: Final = 3
"""A version whose validation takes this many workers with it is rejected."""


@dataclass(frozen=True)
class Able:
    """The languages of bots that a worker can build, and those that it can run."""

    built: Sequence[str]
    run: Sequence[str]


@dataclass(frozen=True)
class Rest:
    """How long a version rests after a host could not run it: half as long again as it has waited
    already, within these bounds."""

    shortest: timedelta
    longest: timedelta

    def after(self, waited: timedelta) -> timedelta:
        """The rest of a version that has waited for so long."""
        return min(max(self.shortest, waited / 2), self.longest)


@dataclass(frozen=True)
class Validation:
    """A version that a worker may validate; the epoch goes with the result."""

    version_id: int
    epoch: int


def count_waiting(session: Session, now: datetime, before: datetime) -> int:
    """How many versions have been waiting for validation since before a moment, or have rested."""
    is_due = or_(
        and_(Version.validation_retry_time.is_(None), Version.create_time < before),
        Version.validation_retry_time <= now,
    )
    query = select(func.count(Version.id)).where(Version.state == VersionState.SUBMITTED, is_due)
    return session.scalar(query) or 0


def begin(
    session: Session, worker: str, now: datetime, deadline: datetime, able: Able | None = None
) -> Validation | None:
    """Lease the version that is next to be validated; None when none waits.

    `able` says what the worker can try; None: everything.
    """
    query = (
        select(Version)
        .where(Version.state == VersionState.SUBMITTED, _has_rested(now), *_within(able))
        .order_by(Version.start_tag, Version.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    found = session.scalar(query)
    if found is None:
        return None
    found.state = VersionState.VALIDATING
    found.validation_epoch += 1
    found.validation_worker = worker
    found.validation_deadline = deadline
    found.validation_retry_time = None
    session.flush()
    return Validation(found.id, found.validation_epoch)


def activate(
    session: Session,
    validation: Validation,
    *,
    output: str,
    now: datetime,
    built: bytes | None = None,
) -> Report:
    """Validation succeeded: the version plays from now on, from what was built if it was."""
    found, report = _validating(session, validation)
    if found is None:
        return report
    if built is not None:
        found.built_sha256 = keep_package(session, built, now)
        owner_id = session.get_one(Bot, found.bot_id).owner_id
        quotas.add(session, owner_id, Good.STORAGE, len(built), now)
    found.state = VersionState.ACTIVE
    found.activate_time = now
    found.validation_output = output
    found.validation_deadline = None
    return Report.DONE


def reject(
    session: Session, validation: Validation, *, reason: str, output: str, now: datetime
) -> Report:
    """Validation failed."""
    found, report = _validating(session, validation)
    if found is None:
        return report
    _reject(session, found, reason, output, now)
    return Report.DONE


def put_off(session: Session, validation: Validation, now: datetime, rest: Rest) -> Report:
    """The host could not run the version, which is not its fault: submit it again, after a rest."""
    found, report = _validating(session, validation)
    if found is None:
        return report
    found.state = VersionState.SUBMITTED
    found.validation_deadline = None
    found.validation_retry_time = now + rest.after(now - found.create_time)
    return Report.DONE


def expire(session: Session, now: datetime) -> list[int]:
    """Submit again the versions whose validation has overrun its deadline; their ids.

    After MOST_LOSSES of that a version is rejected.
    """
    query = (
        select(Version)
        .where(Version.state == VersionState.VALIDATING, Version.validation_deadline < now)
        .order_by(Version.id)
        .with_for_update(skip_locked=True)
    )
    expired = list(session.scalars(query))
    for found in expired:
        found.validation_deadline = None
        found.validation_losses += 1
        if found.validation_losses >= MOST_LOSSES:
            _reject(session, found, f"validation did not end in {MOST_LOSSES} tries", None, now)
        else:
            found.state = VersionState.SUBMITTED
    return [found.id for found in expired]


def _within(able: Able | None) -> list[ColumnElement[bool]]:
    """The conditions that a worker can try a version."""
    if able is None:
        return []
    is_plain = and_(Version.build_command == "", Version.language.in_(able.run))
    is_built = and_(Version.build_command != "", Version.language.in_(able.built))
    return [or_(is_plain, is_built)]


def _reject(
    session: Session, found: Version, reason: str, output: str | None, now: datetime
) -> None:
    found.state = VersionState.REJECTED
    found.reject_reason = reason
    found.validation_output = output
    found.validation_deadline = None
    session.flush()
    occasions.version_rejected(session, found.id, now)


def _has_rested(now: datetime) -> ColumnElement[bool]:
    return or_(Version.validation_retry_time.is_(None), Version.validation_retry_time <= now)


def _validating(session: Session, validation: Validation) -> tuple[Version | None, Report]:
    query = select(Version).where(Version.id == validation.version_id).with_for_update()
    found = session.scalar(query.options(undefer(Version.validation_output)))
    if found is None:
        return None, Report.UNKNOWN
    if found.validation_epoch != validation.epoch:
        return None, Report.LATE
    if found.state is not VersionState.VALIDATING:
        # The epoch is right, so the result was taken before, unless the deadline came first.
        was_taken = found.validation_output is not None
        return None, Report.REPEATED if was_taken else Report.LATE
    return found, Report.DONE
