"""How long calls took, and how many there were."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Call:
    """One kind of call over a run: how often a second, and milliseconds by percentile."""

    name: str
    count: int
    per_second: float
    p50: float
    p95: float
    p99: float


class Times:
    """The durations of calls by name, in seconds."""

    def __init__(self) -> None:
        self.kept: Final[defaultdict[str, list[float]]] = defaultdict(list)

    @contextmanager
    def of(self, name: str) -> Iterator[None]:
        """Time a call that does not fail."""
        began = time.perf_counter()
        yield
        self.kept[name].append(time.perf_counter() - began)


def summary(all_times: "Iterable[dict[str, list[float]]]", seconds: float) -> list[Call]:
    """The calls of several processes together, by name."""
    together: defaultdict[str, list[float]] = defaultdict(list)
    for times in all_times:
        for name, kept in times.items():
            together[name] += kept
    calls = []
    for name, kept in sorted(together.items()):
        kept.sort()
        p50, p95, p99 = (1e3 * kept[int(share * (len(kept) - 1))] for share in (0.5, 0.95, 0.99))
        calls.append(Call(name, len(kept), len(kept) / seconds, p50, p95, p99))
    return calls
