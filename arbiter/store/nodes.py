"""Nodes: the programs whose processes are the workers, and what they have to work with."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.store.models import Node, Version
from pentarch.arbiter.store.rows import insert_into
from pentarch.arbiter.store.words import VersionKind, VersionState

PLAY: Final = "play"
VALIDATE: Final = "validate"
_FORGOTTEN: Final = timedelta(days=1)


def beat(
    session: Session, name: str, role: str, toolchains: Mapping[str, str], now: datetime
) -> None:
    """A node says that it lives, and which toolchains it has."""
    values = {"role": role, "heartbeat_time": now, "toolchains": dict(toolchains)}
    insert = insert_into(session, Node).values(name=name, **values)
    session.execute(insert.on_conflict_do_update(index_elements=[Node.name], set_=values))
    session.execute(delete(Node).where(Node.heartbeat_time < now - _FORGOTTEN))


def stop(session: Session, name: str) -> None:
    """A node says goodbye."""
    session.execute(delete(Node).where(Node.name == name))


def toolchains(session: Session, role: str, since: datetime) -> set[str]:
    """What the nodes of a role that gave a sign of life since a moment have between them."""
    query = select(Node.toolchains).where(Node.role == role, Node.heartbeat_time >= since)
    return {name for had in session.scalars(query) for name in had}


def can_run(session: Session, needed: set[str], since: datetime) -> bool:
    """Whether one living node that plays has all of these toolchains."""
    query = select(Node.toolchains).where(Node.role == PLAY, Node.heartbeat_time >= since)
    return any(needed <= set(had) for had in session.scalars(query))


def awaited(version: Version, there: set[str]) -> str:
    """The toolchain that a version waits for, by those that validating nodes have; or empty."""
    if version.kind is not VersionKind.HOSTED or version.state is not VersionState.SUBMITTED:
        return ""
    language = LANGUAGES[version.language]
    needed = (
        (language.toolchain, language.runtime) if version.build_command else (language.runtime,)
    )
    return next((name for name in needed if name and name not in there), "")
