"""Cores: as many hosted bots think at a time as there are, in all processes of a node."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from pentarch.arbiter.referee import PlayedMatch, Referee
from pentarch.bots.sdk import Clock
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.workers import sandbox
from pentarch.workers.bot_process import Program
from pentarch.workers.cores import Cores
from pentarch.workers.hosted_port import HostedPort
from tests.hosting import AMPLE, LIMITS, bot, not_stalled


def elsewhere(work: Callable[[], object]) -> object:
    """What another process of the node gets, which was forked from this one."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=lambda: theirs.send(work()))
    child.start()
    answer = ours.recv()
    child.join()
    return answer


def fresh(work: Callable[[], None]) -> None:
    """Work in a process that may fork, as nodes do: this one has threads of gRPC."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        pool.submit(work).result()


def test_a_core_is_had_once() -> None:
    fresh(_had_once)


def _had_once() -> None:
    cores = Cores(2)
    assert [cores.take(), cores.take(), cores.take()] == [0, 1, None]
    assert elsewhere(cores.take) is None
    cores.free(0)
    assert elsewhere(cores.take) == 0
    assert cores.take() == 0, "a process that ended holds nothing"


def test_one_waits_for_a_core_only_with_empty_hands() -> None:
    cores = Cores(1)
    assert cores.take() == 0
    assert cores.wait() is None, "two that hold one each would wait for each other"


def test_a_core_is_waited_for() -> None:
    fresh(_waited_for)


def _waited_for() -> None:
    cores = Cores(1)
    core = cores.take()
    assert core is not None
    context = get_context("fork")
    ours, theirs = context.Pipe()

    def wait() -> None:
        theirs.send("waits")
        theirs.send(cores.wait())

    child = context.Process(target=wait)
    child.start()
    assert ours.recv() == "waits"
    cores.free(core)
    assert ours.recv() == 0
    child.join()


THINKS = """
import os, time
if turn.sequence == 6: os._exit(0)
began = time.monotonic()
until = time.process_time() + 0.03
while time.process_time() < until: pass
print('SPAN', began, time.monotonic(), flush=True)
"""


def together(packages: list[Path], cores: Cores | None) -> tuple[PlayedMatch, list[HostedPort]]:
    """A match of a ruleset whose seats decide simultaneously, and its ports."""
    ports: list[HostedPort] = []

    def once() -> PlayedMatch:
        clock = Clock(AMPLE.bank, AMPLE.increment, AMPLE.cap)
        ports[:] = [
            HostedPort(
                Program(package, (sandbox.interpreter(), "/bot/bot.py"), LIMITS),
                match_id=7,
                clock=clock,
                cores=cores,
            )
            for package in packages
        ]
        match = Match(registry.get("kingdom"), len(ports), {}, 1)
        names = ["hosted"] * len(ports)
        return Referee(match, [*ports], bots=names, terms=AMPLE).run()

    return not_stalled(once), ports


def spans(port: HostedPort) -> list[tuple[float, float]]:
    lines = [line.split() for line in port.output.text().splitlines() if line.startswith("SPAN")]
    return [(float(began), float(ended)) for _, began, ended in lines]


def test_seats_that_decide_together_take_turns_on_one_core(tmp_path: Path) -> None:
    package = bot(tmp_path / "b", THINKS)
    _, ports = together([package] * 3, Cores(1))
    found = sorted(span for port in ports for span in spans(port))
    assert len(found) == 15
    for (_, ended), (began, _) in pairwise(found):
        assert ended <= began


def test_a_seat_is_not_charged_for_the_time_of_others(tmp_path: Path) -> None:
    slow = bot(tmp_path / "slow", "import os, time\ntime.sleep(0.5)" + LEAVES)
    fast = bot(tmp_path / "fast", "import os" + LEAVES)
    result, _ = together([slow, fast], None)
    assert result.used[0] > 1.0
    assert result.used[1] < 1.0


LEAVES = "\nif turn.sequence == 4: os._exit(0)"
