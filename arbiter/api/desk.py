"""What the services share: the store behind a thread, the broker, and the time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy.orm import Session

from pentarch.arbiter.relay.dispatch import Dispatch
from pentarch.arbiter.relay.feed import LiveSource
from pentarch.arbiter.relay.mailbox import Sessions
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store
from pentarch.arbiter.store.pages import Ask

T = TypeVar("T")

_HAND_OUT_WAIT: Final = 1.0


@dataclass(frozen=True)
class Desk:
    """Everything a service works with."""

    store: Store
    dispatch: Dispatch
    live: LiveSource
    sessions: Sessions | None = None
    """Remote play; None where there is no Redis."""
    data: Path = field(default_factory=lambda: settings().data)
    """The folder of the arbiter's own files."""
    _hands: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    """Not the threads of the database: a broker that is away must not take them all."""

    def now(self) -> datetime:
        """The time that goes into the database."""
        return self.store.now()

    async def read(self, query: Callable[[Session], T]) -> T:
        """Run a query in a thread."""

        def run() -> T:
            with self.store.reading() as session:
                return query(session)

        return await asyncio.to_thread(run)

    async def write(self, change: Callable[[Session], T]) -> T:
        """Run one transaction in a thread."""

        def run() -> T:
            with self.store.writing() as session:
                return change(session)

        return await asyncio.to_thread(run)

    async def hand_out(self, work: Callable[[], None]) -> None:
        """Tell the workers, in a thread that waits for the broker if need be.

        Nobody waits for it for more than a moment: what the broker does not get, the sweep finds.
        """
        handing = asyncio.get_running_loop().run_in_executor(self._hands, work)
        await asyncio.wait([handing], timeout=_HAND_OUT_WAIT)


def ask(request: object) -> Ask:
    """The page that a listing request wants."""
    size: int = getattr(request, "page_size")  # noqa: B009 - every listing request has both
    token: str = getattr(request, "page_token")  # noqa: B009
    return Ask(size=size, token=token)
