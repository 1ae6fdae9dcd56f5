"""A seat is killed in each way the referee knows: verdict, evidence and ranks must be right."""

import threading
from typing import Any

import pytest

from pentarch.arbiter.referee import (
    Aborted,
    BotSeat,
    Fault,
    PlayedMatch,
    Port,
    Referee,
    Reply,
    Terms,
    Verdict,
)
from pentarch.arbiter.referee.verdicts import MOST_BYTES, MOST_LINES, MOST_TEXT
from pentarch.bots.random import Random
from pentarch.bots.sdk import Bot, Ending, Start, Turn
from pentarch.engine import registry
from pentarch.engine.commands import CommandTable
from pentarch.engine.errors import EngineError
from pentarch.engine.match import Match
from pentarch.engine.record import encode, verify
from tests.arbiter.referee.doubles import (
    Failing,
    FakeTime,
    Observed,
    SealedMatch,
    play,
    sealed_referee,
)
from tests.waiting import PATIENCE

AT = 5


class LoudError(Exception):
    """An error whose own text fails."""

    def __str__(self) -> str:
        raise ValueError("no text")


def crash(turn: Turn) -> Any:
    raise ZeroDivisionError("bot went wrong")


def leave(turn: Turn) -> Any:
    raise SystemExit(3)


def eat_memory(turn: Turn) -> Any:
    raise MemoryError


def be_loud(turn: Turn) -> Any:
    raise LoudError


def recurse(turn: Turn) -> Any:
    return recurse(turn)


FOREIGN = CommandTable().verb("skip")()

WAYS: dict[str, tuple[Any, Verdict, str, bytes]] = {
    "exception": (crash, Verdict.BOT_CRASH, "ZeroDivisionError: bot went wrong", b""),
    "exit": (leave, Verdict.BOT_CRASH, "SystemExit: 3", b""),
    "endless recursion": (recurse, Verdict.BOT_CRASH, "RecursionError", b""),
    "error without text": (be_loud, Verdict.BOT_CRASH, "LoudError", b""),
    "out of memory": (eat_memory, Verdict.BOT_OOM, "MemoryError", b""),
    "no command": (
        lambda turn: "fly to the moon",
        Verdict.BOT_ILLEGAL,
        "not a command",
        b"fly to the moon",
    ),
    "no command in a plan": (
        lambda turn: ["fly", "skip"],
        Verdict.BOT_ILLEGAL,
        "not a command",
        b"fly",
    ),
    "not allowed here": (
        lambda turn: "damage farm1",
        Verdict.BOT_ILLEGAL,
        "damage farm1: this command answers another decision (CORE-2)",
        b"damage farm1",
    ),
    "a command from elsewhere": (
        lambda turn: FOREIGN,
        Verdict.BOT_ILLEGAL,
        "not a command of this ruleset",
        b"skip",
    ),
    "odd text": (lambda turn: "\ud800\x00\u202e", Verdict.BOT_ILLEGAL, "not a command", b"\\ud800"),
    "nothing": (lambda turn: None, Verdict.BOT_PROTOCOL, "NoneType", b"None"),
    "a number": (lambda turn: 42, Verdict.BOT_PROTOCOL, "int", b"int"),
    "bytes": (lambda turn: b"\xff\x00", Verdict.BOT_PROTOCOL, "bytes", b"\xff\x00"),
    "an object": (lambda turn: object(), Verdict.BOT_PROTOCOL, "object", b"object"),
    "an empty plan": (lambda turn: [], Verdict.BOT_PROTOCOL, "without commands", b""),
    "garbage in a plan": (
        lambda turn: [turn.legal[0], 3.5],
        Verdict.BOT_PROTOCOL,
        "float",
        b"3.5",
    ),
    "an endless plan": (
        lambda turn: [turn.legal[0]] * 1001,
        Verdict.BOT_PROTOCOL,
        "1001 commands",
        b"",
    ),
}


def seated(seats: int, faulty: int, bot: Bot) -> list[Bot]:
    bots: list[Bot] = [Random() for _ in range(seats)]
    bots[faulty] = bot
    return bots


def assert_ranked_last(result: PlayedMatch, faulty: int, verdict: Verdict) -> None:
    """The faulty seat is last; the others are ranked as their scores say, from 1."""
    outcome = result.outcome
    seats = len(outcome.ranks)
    honest = [seat for seat in range(seats) if seat != faulty]
    assert outcome.ranks[faulty] == seats
    assert min(outcome.ranks[seat] for seat in honest) == 1
    for seat in honest:
        for other in honest:
            if outcome.scores[seat] > outcome.scores[other]:
                assert outcome.ranks[seat] < outcome.ranks[other]
    forfeit = result.match.forfeits[0]
    assert (forfeit.seat, forfeit.verdict) == (faulty, verdict.value)
    if seats == 2:
        assert outcome.reason == "forfeit"
        assert len(result.match.steps) == forfeit.step
    else:
        assert len(result.match.steps) > forfeit.step


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("way", WAYS)
def test_a_bot_that_fails_ranks_last_with_evidence(way: str, seats: int) -> None:
    act, verdict, error, offending = WAYS[way]
    faulty = 1
    result = play(seated(seats, faulty, Failing(AT, act)))
    assert_ranked_last(result, faulty, verdict)
    [evidence] = result.evidence
    assert evidence.verdict is verdict
    assert evidence.seat == faulty
    assert evidence.step == result.match.forfeits[0].step
    assert error in evidence.error
    assert evidence.offending.startswith(offending)
    assert evidence.received is not None
    assert 0 <= evidence.sent <= evidence.received
    record = encode(result.record(timed=True))
    assert verify(record).forfeits[0].verdict == verdict.value


@pytest.mark.parametrize("way", ["exception", "out of memory", "no command", "a number"])
def test_a_bot_in_a_thread_fails_the_same_way(way: str) -> None:
    act, verdict, error, offending = WAYS[way]
    result = play(seated(3, 2, Failing(AT, act)), in_threads=True)
    assert_ranked_last(result, 2, verdict)
    [evidence] = result.evidence
    assert error in evidence.error
    assert evidence.offending == offending
    assert evidence.cpu is not None


@pytest.mark.parametrize("seats", [2, 3])
def test_a_silent_bot_is_cut_off_at_the_cap(seats: int) -> None:
    released = threading.Event()

    def fall_silent(turn: Turn) -> Any:
        released.wait()
        # The match went on without it: there is nothing left to see.
        with pytest.raises(RuntimeError, match="over"):
            _ = turn.view
        looked.set()
        return turn.legal[0]

    looked = threading.Event()
    # The others have the same cap, and need no more of it than a busy machine makes them.
    terms = Terms(bank=600, increment=0, cap=3)
    result = play(seated(seats, 0, Failing(3, fall_silent)), terms=terms, in_threads=True)
    released.set()
    assert looked.wait(PATIENCE)
    assert_ranked_last(result, 0, Verdict.BOT_TIMEOUT)
    [evidence] = result.evidence
    assert evidence.received is None
    assert "no answer" in evidence.error


def test_a_bot_that_cannot_be_stopped_is_out_of_time_afterwards() -> None:
    now = FakeTime()

    def dawdle(turn: Turn) -> Any:
        now.now += 5
        return turn.legal[0]

    terms = Terms(bank=60, increment=0, cap=2)
    result = play(seated(2, 0, Failing(3, dawdle)), terms=terms, timer=now)
    assert_ranked_last(result, 0, Verdict.BOT_TIMEOUT)
    [evidence] = result.evidence
    assert evidence.sent == 0
    assert evidence.received == 5
    assert "5.000 of 2.000" in evidence.error


class BadStart(Random):
    """Fails before the first step."""

    def start(self, start: Start) -> None:
        raise ImportError("no numpy")


class BadEnd(Observed):
    """Fails when all is over."""

    def finish(self, ending: Ending) -> None:
        super().finish(ending)
        raise RuntimeError("too late")


@pytest.mark.parametrize("in_threads", [False, True])
def test_a_bot_that_cannot_start_forfeits_before_the_first_step(in_threads: bool) -> None:
    result = play(seated(3, 1, BadStart()), in_threads=in_threads)
    assert_ranked_last(result, 1, Verdict.BOT_CRASH)
    assert result.match.forfeits[0].step == 0
    assert "no numpy" in result.evidence[0].error


@pytest.mark.parametrize("in_threads", [False, True])
def test_a_bot_that_fails_after_the_end_keeps_its_result(in_threads: bool) -> None:
    bad = BadEnd()
    result = play(seated(2, 0, bad), in_threads=in_threads)
    assert result.evidence == []
    assert bad.endings[0].outcome == result.outcome


def test_two_of_three_failing_leave_one_winner() -> None:
    bots: list[Bot] = [Failing(16, crash), Failing(2, lambda turn: 0), Random()]
    result = play(bots)
    assert result.outcome.ranks == [2, 3, 1]
    assert [item.verdict for item in result.evidence] == [
        Verdict.BOT_PROTOCOL,
        Verdict.BOT_CRASH,
    ]
    assert result.outcome.reason == "forfeit"


def test_a_forfeited_seat_is_played_by_the_fallback_and_not_asked_again() -> None:
    ruleset = registry.get("township")
    failing = Failing(2, crash)
    states: list[Any] = []
    stand_ins: list[bool] = []

    def watch(match: Match[Any], events: object) -> None:
        step = match.steps[-1]
        if match.forfeits and step.seat == 0:
            legal = ruleset.legal(states[-1], 0)
            wanted = legal[0] if len(legal) == 1 else ruleset.fallback(states[-1], 0)
            stand_ins.append(step.command is wanted)
        states.append(ruleset.copy(match.state))

    play(seated(3, 0, failing), watch=watch)
    assert failing.asked == 2
    assert len(stand_ins) > 5
    assert all(stand_ins)


def test_evidence_is_cut_to_a_bounded_size() -> None:
    def shout(turn: Turn) -> Any:
        raise ValueError("x" * 100_000 + "\n" * 1000)

    result = play(seated(2, 0, Failing(1, shout)))
    [evidence] = result.evidence
    assert len(evidence.error) <= MOST_TEXT
    assert len(evidence.stderr) <= MOST_LINES
    assert all(len(line) <= MOST_TEXT for line in evidence.stderr)
    result = play(seated(2, 0, Failing(1, lambda turn: "y" * 100_000)))
    assert len(result.evidence[0].offending) <= MOST_BYTES
    result = play(seated(2, 0, Failing(1, lambda turn: b"y" * 100_000)))
    assert len(result.evidence[0].offending) == MOST_BYTES


@pytest.mark.parametrize("in_threads", [False, True])
def test_a_traceback_shows_the_bot_and_not_who_called_it(in_threads: bool) -> None:
    result = play(seated(2, 0, Failing(1, crash)), in_threads=in_threads)
    [evidence] = result.evidence
    shown = "\n".join(evidence.stderr)
    assert "in crash" in shown
    assert "referee/seats.py" not in shown


class Broken(Port):
    """A port whose connection ends at its third question."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.asked = 0
        self.closed = 0

    def start(self, start: Start, deadline: float) -> None:
        pass

    def ask(self, turn: Turn) -> None:
        self.asked += 1
        self.turn = turn

    def answer(self, deadline: float) -> Reply:
        if self.asked == 3:
            raise self.fault
        return Reply(self.turn.legal[0], 0.0, 0.0)

    def finish(self, ending: Ending) -> None:
        raise AssertionError("there is no ending")

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(
    "verdict", [Verdict.TRANSPORT_LOST, Verdict.WORKER_LOST, Verdict.WORKER_STALL]
)
def test_nobodys_fault_aborts_the_match_without_a_result(verdict: Verdict) -> None:
    broken = Broken(Fault(verdict, "the line is dead", stderr=["a", "b"], cpu=0.25, received=None))
    other = Observed()
    match: Match[Any] = Match(registry.get("township"), 2, {}, 1)
    with pytest.raises(Aborted) as caught:
        Referee(match, [BotSeat(other), broken], bots=["a", "b"]).run()
    evidence = caught.value.evidence
    assert caught.value.verdict is verdict
    assert (evidence.seat, evidence.step) == (1, len(match.steps))
    assert (evidence.stderr, evidence.cpu, evidence.received) == (["a", "b"], 0.25, None)
    assert match.outcome is None
    assert match.forfeits == []
    assert broken.closed == 1
    assert other.endings == []


def test_a_hosted_bot_s_fault_comes_with_what_its_port_saw() -> None:
    broken = Broken(
        Fault(Verdict.BOT_OOM, "killed", offending=b"\x00\xff", stderr=["last words"], cpu=1.5)
    )
    match: Match[Any] = Match(registry.get("township"), 2, {}, 1)
    result = Referee(match, [BotSeat(Random()), broken], bots=["a", "b"]).run()
    [evidence] = result.evidence
    assert evidence.plain(timed=True) == {
        "verdict": "BOT_OOM",
        "seat": 1,
        "step": len(match.steps),
        "decision": evidence.decision,
        "error": "killed",
        "offending": "\x00\\xff",
        "stderr": ["last words"],
        "sent": round(evidence.sent, 6),
        "received": None,
        "cpu": 1.5,
        "allowed": None,
    }
    assert evidence.decision > 0
    assert broken.closed == 1


class FailingRules(SealedMatch):
    """A match whose rules break at the second step."""

    def play(self, seat: int, command: Any) -> Any:
        if self.steps:
            raise EngineError("the rules are broken")
        return super().play(seat, command)


class Blind(SealedMatch):
    """A match that cannot be looked at."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.ruleset.view = self.no_view

    def no_view(self, state: object, seat: int) -> Any:
        raise KeyError("no view")


class Looking(Random):
    """Looks before it decides."""

    def decide(self, turn: Turn) -> Any:
        assert turn.view is not None
        return super().decide(turn)


@pytest.mark.parametrize(
    ("match", "error"), [(FailingRules(2), "EngineError"), (Blind(2), "KeyError")]
)
def test_an_engine_that_fails_is_nobody_s_fault(match: SealedMatch, error: str) -> None:
    with pytest.raises(Aborted) as caught:
        sealed_referee(match, [Looking(), Looking()]).run()
    evidence = caught.value.evidence
    assert evidence.verdict is Verdict.ENGINE_ERROR
    assert evidence.seat is None
    assert error in evidence.error
    assert any("Traceback" in line for line in evidence.stderr)
    assert match.forfeits == []


def test_the_list_of_verdicts_is_closed_and_split_in_two() -> None:
    scored = {verdict.value for verdict in Verdict if verdict.is_scored}
    assert scored == {"BOT_TIMEOUT", "BOT_CRASH", "BOT_ILLEGAL", "BOT_OOM", "BOT_PROTOCOL"}
    assert {verdict.value for verdict in Verdict} - scored == {
        "WORKER_LOST",
        "WORKER_STALL",
        "ENGINE_ERROR",
        "TRANSPORT_LOST",
    }


def test_a_keyboard_interrupt_is_not_the_bot_s_fault() -> None:
    def interrupt(turn: Turn) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(seated(2, 0, Failing(2, interrupt)))


class HungUp(BotSeat):
    """A bot whose connection is gone when it is asked."""

    def ask(self, turn: Turn) -> None:
        raise Fault(Verdict.BOT_CRASH, "the bot closed its standard input")


@pytest.mark.parametrize("seats", [2, 3])
def test_a_bot_that_cannot_even_be_asked_forfeits(seats: int) -> None:
    match = Match(registry.get("township"), seats, {"round_cap": 5}, 1)
    ports: list[Port] = [HungUp(Random()), *(BotSeat(Random()) for _ in range(seats - 1))]
    result = Referee(match, ports, bots=["a"] * seats).run()
    assert [item.verdict for item in result.evidence] == [Verdict.BOT_CRASH]
    assert result.outcome.ranks[0] == seats
