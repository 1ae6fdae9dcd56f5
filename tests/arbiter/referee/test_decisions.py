"""Asking and answering: forced decisions, plans, simultaneous seats, what bots and watchers see."""

import threading
from typing import Any

import pytest

from pentarch.arbiter.referee import Terms, Verdict
from pentarch.arbiter.referee.annotations import ANSWERED, FORCED, PLANNED
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Bot, Turn
from pentarch.engine import registry
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.core import Event
from pentarch.engine.match import Match
from pentarch.engine.plain import canonical
from pentarch.engine.record import encode, verify
from tests.arbiter.referee.doubles import (
    DONE,
    ENTER,
    Failing,
    Observed,
    Scripted,
    SealedMatch,
    play,
    sealed_referee,
)
from tests.waiting import PATIENCE


def how(result: Any) -> str:
    annotations = result.record(timed=False).annotations
    assert isinstance(annotations, dict)
    letters = annotations["how"]
    assert isinstance(letters, str)
    return letters


def refused(result: Any) -> Any:
    return result.record(timed=False).annotations.get("refused")


@pytest.mark.parametrize("id", registry.IDS)
@pytest.mark.parametrize("in_threads", [False, True])
def test_every_ruleset_is_played_to_a_record_that_verifies(id: str, in_threads: bool) -> None:
    seats = registry.get(id).info.max_seats
    result = play([Random() for _ in range(seats)], ruleset=id, in_threads=in_threads)
    record = verify(encode(result.record(timed=True)))
    assert record.outcome == result.outcome
    assert len(how(result)) == len(record.steps)


def test_threads_and_direct_calls_play_the_same_match() -> None:
    direct = play([Random(), Random()])
    threaded = play([Random(), Random()], in_threads=True)
    assert encode(direct.record(timed=False)) == encode(threaded.record(timed=False))


@pytest.mark.parametrize("id", registry.IDS)
def test_forced_decisions_are_played_without_asking(id: str) -> None:
    bots = [Observed() for _ in range(registry.get(id).info.min_seats)]
    result = play([*bots], ruleset=id)
    turns = [turn for bot in bots for turn in bot.turns]
    assert all(len(turn.legal) > 1 for turn in turns)
    assert how(result).count(ANSWERED) == len(turns)
    assert how(result).count(FORCED) == len(result.match.steps) - len(turns)


def test_a_bot_learns_its_own_seed_and_not_the_match_s() -> None:
    bots = [Observed(), Observed(), Observed()]
    play([*bots], seed=99)
    for seat, bot in enumerate(bots):
        [start] = bot.started
        assert start.seed == bot_seed(seed_key(99, "bots"), seat)
        assert (start.seat, start.seats, start.bots) == (seat, 3, ["bot0", "bot1", "bot2"])
        assert start.options["renown_target"] == 50
        assert [turn.sequence for turn in bot.turns] == list(range(1, len(bot.turns) + 1))
        assert bot.endings[0].seat == seat


def test_changing_the_legal_list_changes_nothing() -> None:
    class Messy(Random):
        def decide(self, turn: Turn) -> Answer:
            answer = super().decide(turn)
            turn.legal.clear()
            return answer

    messy = play([Messy(), Messy()])
    assert encode(messy.record(timed=False)) == encode(
        play([Random(), Random()]).record(timed=False)
    )


def test_a_watcher_sees_every_step_with_its_events() -> None:
    seen: list[tuple[int, int]] = []

    def watch(match: Match[Any], events: list[Event]) -> None:
        assert all(isinstance(event, Event) for event in events)
        seen.append((len(match.steps), len(events)))

    result = play([Random(), Random()], watch=watch)
    assert [step for step, _ in seen] == list(range(1, len(result.match.steps) + 1))
    assert sum(count for _, count in seen) > 0


def test_a_plan_is_played_command_by_command() -> None:
    bot = Scripted(["break farm", "repair farm2", "repair farm2"])
    result = play([bot, Random()])
    assert [step.command.text for step in result.match.steps[:3]] == [
        "break farm",
        "repair farm2",
        "repair farm2",
    ]
    assert how(result)[:3] == ANSWERED + PLANNED + PLANNED
    assert refused(result) is None


def test_a_plan_may_mix_texts_and_commands() -> None:
    commands = registry.get("township").commands
    bot = Scripted([commands.read("break farm"), "repair farm2"], (commands.read("repair farm2"),))
    result = play([bot, Random()])
    assert how(result)[:3] == ANSWERED + PLANNED + ANSWERED
    assert result.evidence == []


@pytest.mark.parametrize(
    ("bad", "reason"),
    [("fly", "not a command"), ("break mine", "CORE-2"), ("produce mine1 ore", "TS-")],
)
def test_the_rest_of_a_plan_is_dropped_and_the_bot_asked_again(bad: str, reason: str) -> None:
    bot = Scripted(["break farm", "repair farm2", bad, "repair farm2"])
    result = play([bot, Random()])
    assert result.evidence == []
    assert how(result)[:3] == ANSWERED + PLANNED + ANSWERED
    [[step, seat, text, why]] = refused(result)
    assert (step, seat, text) == (2, 0, bad)
    assert reason in why
    assert bot.turns[0].refused == ""
    assert reason in bot.turns[1].refused
    assert bad in bot.turns[1].refused
    assert bot.turns[2].refused == ""


def test_a_plan_ends_with_the_seat_s_turn() -> None:
    bot = Scripted(["skip", "done", "skip"])
    result = play([bot, Random()])
    assert result.match.steps[2].seat == 1
    [[step, seat, text, why]] = refused(result)
    assert (step, seat, text) == (2, 0, "skip")
    assert "CORE-1" in why


def test_a_plan_reaches_over_forced_decisions() -> None:
    match = SealedMatch(2)
    bots = [Scripted(["enter 1", "enter 2", "enter 3", "enter 0"]), Scripted(["done"])]
    result = sealed_referee(match, [*bots]).run()
    # After three numbers only `done` is legal: it is played, and the fourth number is refused.
    assert match.entered[0] == [1, 2, 3]
    assert [step.command for step in match.steps if step.seat == 0][-1] is DONE()
    assert result.outcome.ranks == [1, 2]


def test_short_forms_are_written_out_first() -> None:
    match = SealedMatch(2)
    sealed_referee(match, [Scripted("pair", "done"), Scripted("done")]).run()
    assert match.entered == [[1, 1], []]


def test_simultaneous_seats_are_all_asked_before_any_answer_is_entered() -> None:
    match = SealedMatch(3)
    entered: list[int] = []

    class Peeking(Scripted):
        def decide(self, turn: Turn) -> Answer:
            entered.append(len(match.steps))
            return super().decide(turn)

    bots = [Peeking(["enter 3", "done"]), Peeking(ENTER(2), DONE()), Peeking("done")]
    result = sealed_referee(match, [*bots]).run()
    assert entered == [0, 0, 0, 4]
    assert [(step.seat, step.command.text) for step in match.steps] == [
        (0, "enter 3"),
        (0, "done"),
        (1, "enter 2"),
        (2, "done"),
        (1, "done"),
    ]
    assert result.outcome.ranks == [1, 2, 3]


def test_simultaneous_seats_think_at_the_same_time() -> None:
    together = threading.Barrier(3)

    class Meeting(Scripted):
        def decide(self, turn: Turn) -> Answer:
            together.wait(PATIENCE)
            return "done"

    match = SealedMatch(3)
    result = sealed_referee(match, [Meeting(), Meeting(), Meeting()], in_threads=True).run()
    assert result.evidence == []


@pytest.mark.parametrize("in_threads", [False, True])
def test_a_fault_among_simultaneous_seats_leaves_the_others_answers(in_threads: bool) -> None:
    def crash(turn: Turn) -> Any:
        raise ValueError("no")

    match = SealedMatch(3)
    bots: list[Bot] = [Scripted(["enter 3", "done"]), Failing(1, crash), Scripted("done")]
    result = sealed_referee(match, bots, in_threads=in_threads).run()
    assert [item.verdict for item in result.evidence] == [Verdict.BOT_CRASH]
    assert match.entered == [[3], [], []]
    # The fallback spoke for the seat that was out.
    assert all(match.is_done)
    assert result.outcome.ranks == [1, 3, 2]


def test_a_silent_seat_does_not_cost_the_others_their_time() -> None:
    released = threading.Event()

    def fall_silent(turn: Turn) -> Any:
        released.wait()
        return "done"

    match = SealedMatch(3)
    bots: list[Bot] = [Failing(1, fall_silent), Scripted("done"), Scripted("done")]
    # The others have the same cap, and need no more of it than a busy machine makes them.
    terms = Terms(bank=60, increment=0, cap=3)
    result = sealed_referee(match, bots, terms=terms, in_threads=True).run()
    released.set()
    assert [(item.seat, item.verdict) for item in result.evidence] == [(0, Verdict.BOT_TIMEOUT)]
    assert result.outcome.ranks == [3, 1, 1]


@pytest.mark.parametrize("id", registry.IDS)
def test_equal_matches_give_equal_records(id: str) -> None:
    seats = registry.get(id).info.min_seats
    first, second = (play([Random() for _ in range(seats)], ruleset=id, seed=5) for _ in range(2))
    assert encode(first.record(timed=False)) == encode(second.record(timed=False))
    assert canonical(first.record(timed=True).annotations) is not None
