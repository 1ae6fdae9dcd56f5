"""Clocks: bank, increment, cap and total, with a time source under control."""

from math import inf
from typing import Any

import pytest

from pentarch.arbiter.referee import UNTIMED, BotSeat, Port, Referee, Terms, Verdict
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Bot, Clock, Turn
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from tests.arbiter.referee.doubles import FakeTime, play
from tests.playing import ruleset_of


class Thinking(Random):
    """Takes the listed seconds for its decisions, then none; keeps the clocks it was shown."""

    def __init__(self, now: FakeTime, *seconds: float) -> None:
        super().__init__()
        self.now = now
        self.seconds = list(seconds)
        self.clocks: list[Clock] = []

    def decide(self, turn: Turn) -> Answer:
        self.clocks.append(turn.clock)
        if self.seconds:
            self.now.now += self.seconds.pop(0)
        return super().decide(turn)


def annotations(result: Any) -> dict[str, Json]:
    value: dict[str, Json] = result.record(timed=True).annotations
    return value


def test_a_decision_takes_its_time_off_the_bank_and_adds_the_increment() -> None:
    now = FakeTime()
    bot = Thinking(now, 3.0, 0.5, 1.0)
    terms = Terms(bank=10, increment=1, cap=5)
    result = play([bot, Random()], terms=terms, timer=now)
    assert bot.clocks[:4] == [Clock(left, 1, 5) for left in (10, 8, 8.5, 8.5)]
    assert result.used[0] == 4.5
    assert result.used[1] == 0
    assert result.seconds == 4.5
    assert result.evidence == []


@pytest.mark.parametrize(
    ("terms", "seconds", "asked"),
    [
        (Terms(bank=10, increment=0, cap=3), [1, 3, 3.5], 3),
        (Terms(bank=4, increment=0, cap=3), [2, 2, 0.5], 3),
        (Terms(bank=4, increment=1, cap=9), [5, 1, 1.5], 3),
        (Terms(bank=50, increment=1, cap=9, total=8), [4, 4, 0.5], 3),
    ],
    ids=["cap", "bank", "bank and increment", "total"],
)
def test_time_runs_out(terms: Terms, seconds: list[float], asked: int) -> None:
    now = FakeTime()
    bot = Thinking(now, *seconds)
    bots: list[Bot] = [bot, Random()]
    result = play(bots, terms=terms, timer=now)
    assert [(item.seat, item.verdict) for item in result.evidence] == [(0, Verdict.BOT_TIMEOUT)]
    assert len(bot.clocks) == asked
    assert result.outcome.ranks == [2, 1]


def test_exactly_the_allowed_time_is_in_time() -> None:
    now = FakeTime()
    bot = Thinking(now, 2.0, 2.0)
    result = play([bot, Random()], terms=Terms(bank=4, increment=0, cap=2), timer=now)
    # The bank is empty now: only answers that take no time at all are left.
    assert bot.clocks[2].left == 0
    assert result.evidence == []


def test_a_slow_start_is_a_timeout_too() -> None:
    now = FakeTime()

    class Slow(Random):
        def start(self, start: Any) -> None:
            now.now += 3
            super().start(start)

    result = play([Random(), Slow()], terms=Terms(bank=4, increment=0, cap=2), timer=now)
    assert [(item.seat, item.verdict) for item in result.evidence] == [(1, Verdict.BOT_TIMEOUT)]
    assert result.match.steps == []


def test_a_trusted_bot_is_charged_what_it_computes_and_not_what_passes() -> None:
    now, computed = FakeTime(), FakeTime()

    class Delayed(Thinking):
        def start(self, start: Any) -> None:
            now.now += 60
            super().start(start)

        def decide(self, turn: Turn) -> Answer:
            computed.now += 0.5
            return super().decide(turn)

    bot = Delayed(now, 60.0)
    ports: list[Port] = [BotSeat(bot, now, computed), BotSeat(Random(), now)]
    match = Match(ruleset_of("township"), 2, {}, 1)
    terms = Terms(bank=10, increment=1, cap=5)
    result = Referee(match, ports, bots=["a", "b"], terms=terms, timer=now).run()
    assert result.evidence == []
    assert result.used[0] == 0.5 * len(bot.clocks)


def test_think_times_and_clocks_go_to_the_record() -> None:
    now = FakeTime()
    bot = Thinking(now, 1.25, 0.5)
    result = play([bot, Random()], terms=Terms(bank=10, increment=1, cap=5), timer=now)
    kept = annotations(result)
    assert kept["terms"] == {"bank": 10, "increment": 1, "cap": 5, "total": None}
    spent, left, how = kept["spent"], kept["left"], kept["how"]
    assert isinstance(spent, list)
    assert isinstance(left, list)
    assert isinstance(how, str)
    assert len(spent) == len(left) == len(how) == len(result.match.steps)
    asked = [index for index, letter in enumerate(how) if letter == "a"]
    assert [spent[index] for index in asked[:2]] == [1_250_000, 500_000]
    assert [left[index] for index in asked[:2]] == [9_750, 10_250]
    assert sum(item for item in spent if isinstance(item, int)) == 1_750_000


def test_without_a_clock_nothing_runs_out() -> None:
    now = FakeTime()
    bot = Thinking(now, 1e9, 1e9)
    result = play([bot, Random()], terms=UNTIMED, timer=now)
    assert result.evidence == []
    assert bot.clocks[0] == bot.clocks[2] == Clock(inf, 0, inf)
    assert "left" not in annotations(result)
    assert annotations(result)["terms"] == {
        "bank": None,
        "increment": 0,
        "cap": None,
        "total": None,
    }


@pytest.mark.parametrize(
    "values",
    [
        {"bank": -1, "increment": 0, "cap": 1},
        {"bank": 1, "increment": -1, "cap": 1},
        {"bank": 1, "increment": 0, "cap": 0},
        {"bank": 1, "increment": 0, "cap": 1, "total": 0},
    ],
)
def test_terms_that_make_no_sense_are_refused(values: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="clock"):
        Terms(**values)
