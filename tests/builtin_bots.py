"""Reference bots in a store, active at once."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from pentarch.arbiter.store import bots
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.words import VersionKind


def add_builtin(
    session: Session,
    owner_id: int,
    name: str,
    now: datetime,
    *,
    build: str = "",
    rulesets: Sequence[str] = ("township",),
) -> Version:
    """A bot of that name, which plays as the reference bot `build`; default: as it is called."""
    return bots.ensure_running(
        session,
        owner_id,
        name,
        kind=VersionKind.BUILTIN,
        build=build or name,
        rulesets=[*rulesets],
        now=now,
    )
