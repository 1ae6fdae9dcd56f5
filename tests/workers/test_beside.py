"""An honest bot beside every hostile kind: what its decisions cost it; nobody blames it."""

from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from statistics import median

import pytest

from pentarch.arbiter.referee import Aborted, Referee, Verdict
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers.bot_process import Program
from pentarch.workers.hosted_port import HostedPort
from tests.hosting import AMPLE, LIMITS, PYTHON_BOT, SHORT, bot, raw_bot
from tests.needs import needs_sandbox
from tests.workers.kinds import KINDS, Kind
from tests.workers.kinds.kind import kind
from tests.workers.test_hostile import HONEST, blamed

pytestmark = needs_sandbox

MATCHES = 200
PORTIONS = 4
SAYS = (
    HONEST + "\nprint('TOOK', time.perf_counter() - began, time.process_time() - cpu, flush=True)"
)
MEASURED = "import time\nbegan, cpu = time.perf_counter(), time.process_time()\n" + SAYS
QUIET = kind("pass", None)


@dataclass
class Figures:
    """What an honest bot's decisions took beside one kind: wall and CPU seconds of each."""

    took: list[tuple[float, float]] = field(default_factory=list)
    matches: int = 0
    stalls: int = 0

    def ratios(self, quiet: "Figures") -> tuple[float, float]:
        """Their medians, over those beside a quiet bot."""
        mine, other = (
            [median(column) for column in zip(*one.took, strict=True)] for one in (self, quiet)
        )
        return mine[0] / other[0], mine[1] / other[1]

    def play(self, folder: Path, beside: Kind, seed: int) -> None:
        """One more match, in which the honest bot decides first, and is never blamed."""
        terms = SHORT if beside.is_short else AMPLE
        clock = Clock(terms.bank, terms.increment, terms.cap)
        packages = [bot(folder / "honest", MEASURED), raw_bot(folder / "hostile", beside.source)]
        ports = [
            HostedPort(Program(package, PYTHON_BOT, LIMITS), match_id=7, clock=clock)
            for package in packages
        ]
        match = Match(registry.get("township"), 2, {"round_cap": 5}, seed)
        self.matches += 1
        try:
            result = Referee(match, [*ports], bots=["honest", "hostile"], terms=terms).run()
        except Aborted as aborted:
            if aborted.verdict is not Verdict.WORKER_STALL:
                raise
            self.stalls += 1
            return
        assert blamed(result, 0) is None, result.evidence[0].error
        lines = ports[0].output.text().splitlines()
        parts = [line.split() for line in lines if line.startswith("TOOK")]
        self.took += [(float(wall), float(cpu)) for _, wall, cpu in parts]


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_an_honest_bot_is_never_blamed_beside_any_hostile_kind(
    tmp_path: Path, portion: int
) -> None:
    """Prints how long the honest bot's decisions take beside each kind, over beside a quiet one."""
    quiet = Figures()
    beside = {name: Figures() for name in [*KINDS][portion::PORTIONS]}
    for number, name in zip(range(MATCHES // PORTIONS), cycle(beside)):
        beside[name].play(tmp_path, KINDS[name], number)
        # In turns: what else the machine does changes over the minutes.
        quiet.play(tmp_path, QUIET, number)
    wall, cpu = (median(column) * 1000 for column in zip(*quiet.took, strict=True))
    print(f"beside a quiet bot: {wall:.1f} ms wall, {cpu:.1f} ms CPU, {quiet.stalls} stalls")
    print(f"{'wall':>6} {'CPU':>6} {'decisions':>10} {'matches':>8} {'stalls':>7}  kind")
    for name, figures in beside.items():
        ratios = figures.ratios(quiet) if figures.took else (0.0, 0.0)
        print(f"{ratios[0]:6.3f} {ratios[1]:6.3f} {len(figures.took):10}", end=" ")
        print(f"{figures.matches:8} {figures.stalls:7}  {name}")
