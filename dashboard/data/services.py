"""Whether everything runs, and what waits."""

import time
from collections import deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import redis
import streamlit as st
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from pentarch.arbiter.relay.redis_address import redis_address
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import matches, migrate, workers
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard.data.source import NoDatabase, store

_SILENCE: Final = timedelta(seconds=30)
_SAMPLES: Final = 240


@dataclass(frozen=True)
class WorkerLine:
    """A living worker. Its name says something about the machine, which is not for readers."""

    start: datetime
    heartbeat: datetime
    trouble: str | None


@dataclass(frozen=True)
class Health:
    """Whether everything runs. Times are milliseconds until the answer; None: no answer."""

    database: float | None
    revision: str | None
    newest: str
    redis: float | None
    counts: dict[MatchState, int]
    oldest_queued: datetime | None
    workers: tuple[WorkerLine, ...]


@dataclass(frozen=True)
class Sample:
    """What was counted at a moment."""

    moment: datetime
    workers: int
    counts: dict[MatchState, int]


@st.cache_data(ttl=3, show_spinner=False)
def health() -> Health:
    """Whether everything runs, and what waits."""
    answered, revision = _ask_database()
    counts: dict[MatchState, int] = {}
    oldest: datetime | None = None
    living: tuple[WorkerLine, ...] = ()
    if revision is not None:
        with store().reading() as session:
            counts = _counted() | matches.count_open(session)
            oldest = matches.oldest_queued(session)
            living = tuple(
                WorkerLine(row.start_time, row.heartbeat_time, row.trouble)
                for row in workers.living(session, store().now() - _SILENCE)
            )
        _kept(settings().database_url).append(Sample(store().now(), len(living), counts))
    return Health(answered, revision, migrate.newest(), _ask_redis(), counts, oldest, living)


@st.cache_data(ttl=3, show_spinner=False)
def waiting() -> int:
    """How many matches wait for a worker."""
    with store().reading() as session:
        return matches.count_open(session)[MatchState.QUEUED]


@st.cache_data(ttl=60, show_spinner=False)
def _counted() -> dict[MatchState, int]:
    """How many matches stand where, over ones included: seldom, because all of them are counted."""
    with store().reading() as session:
        return matches.count_by_state(session)


def history() -> list[Sample]:
    """What was counted while somebody looked, oldest first."""
    return list(_kept(settings().database_url))


@st.cache_resource(show_spinner=False)
def _kept(url: str) -> "deque[Sample]":
    return deque(maxlen=_SAMPLES)


def _ask_database() -> tuple[float | None, str | None]:
    """Milliseconds until it answers, and its revision."""
    began = time.perf_counter()
    try:
        with store().reading() as session:
            session.execute(text("SELECT 1"))
        answered = (time.perf_counter() - began) * 1000
        return answered, migrate.current(store())
    except (SQLAlchemyError, NoDatabase):
        return None, None


def _ask_redis() -> float | None:
    began = time.perf_counter()
    try:
        with redis.Redis.from_url(redis_address(settings()), socket_timeout=1.0) as client:
            client.ping()
    except (redis.RedisError, ValueError):
        return None
    return (time.perf_counter() - began) * 1000
