"""A worker that is stopped in the middle of a decision, as by a pause of its machine: the bot's
clock stands still meanwhile."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pentarch.arbiter.referee import BotSeat, Referee, Reply, Terms
from pentarch.bots.random import Random
from pentarch.bots.sdk import Clock, Turn
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.workers.bot_process import Program
from pentarch.workers.hosted_port import HostedPort
from tests.hosting import LIMITS, PYTHON_BOT, bot
from tests.needs import needs_sandbox
from tests.nodes import ROOT
from tests.processes import descendants
from tests.workers.mishaps import paused

pytestmark = needs_sandbox

TERMS = Terms(bank=10.0, increment=1.0, cap=0.6)
WORKS = """
import time
until = time.process_time() + 0.15
while turn.sequence == 2 and time.process_time() < until: pass
"""
STOPPED = 2.0
TRIES = 10


class Telling(HostedPort):
    """Says when the bot is asked for its second decision, and how long the answer took to come."""

    took = 0.0

    def ask(self, turn: Turn) -> None:
        super().ask(turn)
        if turn.sequence == 2:
            self._asked = time.perf_counter()
            print("asked", flush=True)

    def answer(self, deadline: float) -> Reply:
        reply = super().answer(deadline)
        if self._sequence == 2:
            self.took = reply.received - self._asked
        return reply


def play_here(folder: str) -> None:
    """What the worker does: one match, and how it went as a line of JSON."""
    clock = Clock(TERMS.bank, TERMS.increment, TERMS.cap)
    port = Telling(Program(bot(Path(folder), WORKS), PYTHON_BOT, LIMITS), match_id=7, clock=clock)
    match = Match(registry.get("township"), 2, {"round_cap": 5}, 1)
    result = Referee(match, [port, BotSeat(Random())], bots=["a", "b"], terms=TERMS).run()
    verdicts: list[Json] = [str(evidence.verdict) for evidence in result.evidence]
    print(json.dumps({"verdicts": verdicts, "took": port.took, "used": result.used[0]}))


def stopped_match(folder: Path, *, with_bot: bool) -> dict[str, Any]:
    """How a match went whose worker was stopped, alone or with the bot."""
    line = "import sys; from tests.workers.test_stopped import play_here; play_here(sys.argv[1])"
    with subprocess.Popen(
        [sys.executable, "-c", line, str(folder)], stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "asked\n"
        with paused([worker.pid, *(descendants(worker.pid) if with_bot else ())]):
            time.sleep(STOPPED)
        found: dict[str, Any] = json.loads(worker.stdout.readline())
    return found


@pytest.mark.parametrize("with_bot", [False, True])
def test_a_bot_is_not_charged_while_its_worker_is_stopped(tmp_path: Path, with_bot: bool) -> None:
    for _ in range(TRIES):
        found = stopped_match(tmp_path / "bot", with_bot=with_bot)
        assert found["verdicts"] == []
        assert found["used"] < STOPPED / 2
        if found["took"] >= STOPPED:
            return
    raise AssertionError("the bot was quicker than the signal each time")
