"""Honest bots beside every hostile kind: what their decisions cost them; nobody blames them.

Each match has two honest bots and a hostile one, which is asked first: what it does lies before or
beside all that is measured. A match with a quiet bot in its place is played next to it, with the
same chance. Decisions are compared with those of the same seat and number there, so that neither a
machine that changes over the minutes nor a program that is slow at first makes a difference. The
bots and who waits for them come before all else that wants a core: what a machine does beside them
is not measured.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles

import pytest

from pentarch.arbiter.referee import Aborted, Referee, Reply, Verdict
from pentarch.bots.sdk import Clock, Start, Turn
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers.bot_process import Program
from pentarch.workers.hosted_port import HostedPort
from pentarch.workers.process_tree import children
from tests.hosting import AMPLE, LIMITS, PYTHON_BOT, SHORT, bot, raw_bot
from tests.needs import needs_sandbox
from tests.workers.kinds import ATTEMPTS, KINDS, Kind
from tests.workers.kinds.kind import kind
from tests.workers.test_hostile import blamed, shares

pytestmark = needs_sandbox

MATCHES = 200
PORTIONS = 5
WORKS = """
data = bytes(4 << 20)
numbers = sorted(n * 7919 % 100_003 for n in range(20_000))
found = sum(data[place] for place in numbers)
"""
"""The same work each time, of the processor and of memory."""
QUIET = kind("pass", None)


class Measured(HostedPort):
    """Notes the wall and CPU seconds of each decision, as they are for whoever waits for it."""

    def __init__(self, program: Program, clock: Clock) -> None:
        super().__init__(program, match_id=7, clock=clock)
        self.took: dict[int, tuple[float, float]] = {}
        self._asked = self._ran = 0.0

    def start(self, start: Start, deadline: float) -> None:
        super().start(start, deadline)
        for file in shares(children(os.getpid())):
            file.write_text("262144" if file.name == "cpu.shares" else "10000")
        self._ran = self._process().cpu

    def ask(self, turn: Turn) -> None:
        self._asked = time.perf_counter()
        super().ask(turn)

    def answer(self, deadline: float) -> Reply:
        reply = super().answer(deadline)
        assert reply.cpu is not None, "hosted"
        self.took[self._sequence] = (reply.received - self._asked, reply.cpu - self._ran)
        self._ran = reply.cpu
        return reply


Took = dict[tuple[int, int], tuple[float, float]]
"""Wall and CPU seconds by seat and decision."""


def played(folder: Path, beside: Kind, seed: int) -> Took | None:
    """A match in which honest bots are never blamed; None when the host was too busy."""
    terms = SHORT if beside.is_short else AMPLE
    clock = Clock(terms.bank, terms.increment, terms.cap)
    honest = bot(folder / "honest", WORKS)
    packages = [raw_bot(folder / "hostile", beside.source), honest, honest]
    ports = [Measured(Program(package, PYTHON_BOT, LIMITS), clock) for package in packages]
    match = Match(registry.get("township"), len(ports), {"round_cap": 5}, seed)
    names = ["hostile", "honest", "honest"]
    try:
        result = Referee(match, [*ports], bots=names, terms=terms).run()
    except Aborted as aborted:
        if aborted.verdict is not Verdict.WORKER_STALL:
            raise
        return None
    assert [blamed(result, seat) for seat in (1, 2)] == [None, None], result.evidence
    return {(seat, number): took for seat in (1, 2) for number, took in ports[seat].took.items()}


@dataclass
class Figures:
    """What decisions took beside one kind, over what they took beside a quiet bot."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    matches: int = 0
    stalls: int = 0

    def add(self, folder: Path, beside: Kind, seed: int) -> None:
        """One more match and one beside a quiet bot, now in this order, now in that."""
        order = [beside, QUIET] if self.matches % 2 else [QUIET, beside]
        both = {one is QUIET: played(folder, one, seed) for one in order}
        mine, quiet = both[False], both[True]
        self.matches += 1
        if mine is None or quiet is None:
            self.stalls += mine is None
            return
        for place in mine.keys() & quiet.keys():
            self.wall.append(mine[place][0] / quiet[place][0])
            self.cpu.append(mine[place][1] / quiet[place][1])

    def __str__(self) -> str:
        if not self.wall:
            return f"{'-':>6} {'-':>6} {'-':>13} {0:10} {self.matches:8} {self.stalls:7}"
        low, *_, high = quantiles(self.wall, n=10)
        return (
            f"{median(self.wall):6.3f} {median(self.cpu):6.3f} {low:6.3f} {high:6.3f}"
            f" {len(self.wall):10} {self.matches:8} {self.stalls:7}"
        )


ALL = {"a quiet bot": kind("pass", None), **KINDS, **ATTEMPTS}
"""All that ever play, and one to know by how much ratios differ anyhow."""


@pytest.fixture
def first() -> Iterator[None]:
    """This process comes before others: with its session, where the kernel goes by sessions."""
    if os.geteuid() != 0:
        pytest.skip("only root may come before others")
    session = Path("/proc/self/autogroup")
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, 0, -20)
    if session.exists():
        session.write_text("-20")
    yield
    os.setpriority(os.PRIO_PROCESS, 0, nice)
    if session.exists():
        session.write_text("0")


@pytest.mark.long
@pytest.mark.usefixtures("first")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_an_honest_bot_is_never_blamed_beside_any_hostile_kind(
    tmp_path: Path, portion: int
) -> None:
    """Prints how long decisions take beside each kind, over beside a quiet bot: medians, and
    between which ratios of wall time eight of ten lie."""
    figures = {name: Figures() for name in [*ALL][portion::PORTIONS]}
    for seed, name in zip(range(MATCHES // PORTIONS), cycle(figures)):
        figures[name].add(tmp_path, ALL[name], seed)
    print(
        f"\n{'wall':>6} {'CPU':>6} {'8 of 10':>13} {'decisions':>10} {'matches':>8} {'stalls':>7}"
    )
    for name, one in figures.items():
        print(one, name)
