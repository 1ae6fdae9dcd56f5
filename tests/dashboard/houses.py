"""All services with a dashboard in front, for tests of what people do with it."""

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pentarch.arbiter.store import owners
from pentarch.engine import registry
from tests.builtin_bots import add_builtin
from tests.dashboard.serving import serving
from tests.remote import Hall

# Bots of different owners, who may share a table.
BOTS = {"greedy": "author", "random": "rival", "mcts": "admin"}


@dataclass(frozen=True)
class House:
    """The services with bots in them, and the dashboard in front."""

    hall: Hall
    address: str
    log: Path


@contextlib.contextmanager
def open_house(
    folder: Path,
    database: str = "",
    *,
    bots: Mapping[str, str] = BOTS,
    arbiter: str = "",
    **environment: str,
) -> Iterator[House]:
    """A house in a folder, by default on a database of its own, with settings of its dashboard.

    `bots` are reference bots with their owners, `arbiter` is where another one than the hall's own
    listens.
    """
    for name in ("hall", "server"):
        (folder / name).mkdir()
    hall = Hall(folder / "hall", database)
    try:
        with hall.store.writing() as session:
            for name, owner in bots.items():
                add_builtin(
                    session,
                    owners.by_name(session, owner).id,
                    name,
                    datetime.now(UTC),
                    rulesets=list(registry.IDS),
                )
        with serving(
            folder / "server",
            PENTARCH_DATABASE=hall.store.url.render_as_string(),
            PENTARCH_REDIS=hall.redis.address,
            PENTARCH_ARBITER=arbiter or f"127.0.0.1:{hall.port}",
            **environment,
        ) as served:
            yield House(hall, served.address, folder / "server" / "log")
    finally:
        hall.close()
