"""Quotas at the door: what everybody may take, and who is never refused."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from pentarch.arbiter.api.callers import Caller
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import quotas
from pentarch.arbiter.store.quotas import QuotaStanding
from pentarch.arbiter.store.words import Good, Role


def usual() -> dict[Good, float]:
    """What everybody may take; 0: no limit."""
    chosen = settings()
    return {
        Good.VERSIONS: chosen.quota_versions,
        Good.MATCHES: chosen.quota_matches,
        Good.CPU_SECONDS: chosen.quota_cpu_seconds,
        Good.STORAGE: chosen.quota_storage * (1 << 20),
    }


def take(session: Session, who: Caller, wanted: Mapping[Good, float], now: datetime) -> None:
    """Count what a caller takes. Raises TooMuch, but for administrators."""
    if who.role is Role.ADMIN:
        for good, amount in wanted.items():
            quotas.add(session, who.owner_id, good, amount, now)
        return
    quotas.take(session, who.owner_id, wanted, usual(), now)


def standings(session: Session, owner_id: int, now: datetime) -> list[QuotaStanding]:
    """Every quota of an owner."""
    return quotas.standings(session, owner_id, usual(), now)


def standings_of(
    session: Session, owner_ids: Collection[int], now: datetime
) -> dict[int, list[QuotaStanding]]:
    """Every quota of several owners."""
    return quotas.standings_of(session, owner_ids, usual(), now)
