"""How long calls took, how many there were, and what they cost the caller and the database."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import event

from pentarch.arbiter.store import Store
from pentarch.workers.process_tree import cpu_of


@dataclass(frozen=True)
class Call:
    """One kind of call over a run: how often a second, milliseconds by percentile, and processor
    milliseconds for each: the caller's, and those of the database's process that served it."""

    name: str
    count: int
    per_second: float
    p50: float
    p95: float
    p99: float
    mean: float
    caller: float
    database: float


@dataclass
class Kept:
    """What is kept of the calls of one name, in seconds."""

    seconds: list[float] = field(default_factory=list)
    caller: float = 0.0
    database: float = 0.0


class Times:
    """The calls of one thread, by name. `store` is the one they are made to."""

    def __init__(self, store: Store) -> None:
        self.kept: Final[defaultdict[str, Kept]] = defaultdict(Kept)
        self._backends: Final[list[int]] = []
        # Those that are open already would not be known.
        store.close()
        event.listen(store.engine, "connect", self._connected)

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Time a call that does not fail."""
        database, caller, began = self._database(), time.thread_time(), time.perf_counter()
        yield
        kept = self.kept[name]
        kept.seconds.append(time.perf_counter() - began)
        kept.caller += time.thread_time() - caller
        kept.database += self._database() - database

    def _connected(self, connection: Any, _: object) -> None:
        self._backends.append(connection.info.backend_pid)

    def _database(self) -> float:
        return sum(cpu_of(pid) for pid in self._backends)


def summary(all_kept: "Iterable[dict[str, Kept]]", seconds: float) -> list[Call]:
    """The calls of several processes together, by name."""
    together: defaultdict[str, Kept] = defaultdict(Kept)
    for kept in all_kept:
        for name, one in kept.items():
            total = together[name]
            total.seconds += one.seconds
            total.caller += one.caller
            total.database += one.database
    return [_call(name, kept, seconds) for name, kept in sorted(together.items())]


def _call(name: str, kept: Kept, seconds: float) -> Call:
    times = sorted(kept.seconds)
    count = len(times)
    p50, p95, p99 = (1e3 * times[int(share * (count - 1))] for share in (0.5, 0.95, 0.99))
    each = 1e3 / count
    return Call(
        name=name,
        count=count,
        per_second=count / seconds,
        p50=p50,
        p95=p95,
        p99=p99,
        mean=each * sum(times),
        caller=each * kept.caller,
        database=each * kept.database,
    )
