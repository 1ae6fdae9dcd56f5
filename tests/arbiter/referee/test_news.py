"""Turn.events: what a seat is told between its decisions."""

from typing import Any

import pytest

from pentarch.arbiter.referee import news
from pentarch.arbiter.referee.news import MOST_WORDS, News
from pentarch.bots.random import Random
from pentarch.bots.sdk import Bot, Event
from pentarch.bots.sdk.text import LEFT_OUT
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.core import COMMAND, Seat
from pentarch.engine.match import Match
from tests.arbiter.referee.doubles import Failing, Listening, play


def everything(match: "Match[Any]", seat: Seat) -> list[Event]:
    """What a seat may know of a whole match, made by playing it again."""
    again: Match[Any] = Match(match.ruleset, match.seats, match.options.plain(), match.key)
    told: list[Event] = []
    for step in match.steps:
        events = again.play(step.seat, step.command)
        told += again.ruleset.told(again.state, step.seat, step.command, events, seat)
    return told


@pytest.mark.parametrize("id", registry.IDS)
def test_every_decision_tells_what_happened_since_the_one_before(id: str) -> None:
    seats = min(3, registry.get(id).info.max_seats)
    bots = [Listening() for _ in range(seats)]
    match = play([*bots], ruleset=id).match
    for seat, bot in enumerate(bots):
        told = [event for events in bot.told for event in events]
        assert bot.told[0] == told[: len(bot.told[0])]
        # All of it in order and nothing twice; what came after the last decision is not told.
        assert told == everything(match, seat)[: len(told)]
        own = [event.values[0] for event in told if event.name == COMMAND and event.seat == seat]
        mine = [step.command.text for step in match.steps if step.seat == seat]
        assert own == mine[: len(own)]
        assert len(own) >= len(bot.told) - 1


def test_stand_ins_and_plans_are_told_like_other_commands() -> None:
    listening = Listening()
    bots: list[Bot] = [listening, Failing(3, lambda turn: "nonsense"), Random()]
    result = play(bots)
    assert [evidence.seat for evidence in result.evidence] == [1]
    told = [event for events in listening.told for event in events]
    assert told == everything(result.match, 0)[: len(told)]
    annotations = result.record(timed=False).annotations
    assert isinstance(annotations, dict)
    assert "s" in str(annotations["how"])


def busy_match(id: str) -> "Match[Any]":
    return Match(registry.get(id), registry.get(id).info.min_seats, {}, 1)


def test_a_seat_that_is_not_asked_for_long_hears_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(news, "MOST_WORDS", 500)
    match = busy_match("tradewarz")
    kept, tidied = News(match), News(match)
    chance = Seeded(1)
    while match.outcome is None and len(match.steps) < 1_500:
        seat = match.to_act()[0]
        events = match.play(seat, chance.choice(match.legal(seat)))
        for each in (kept, tidied):
            each.step(events)
            if seat == 1:
                each.since(1)
        tidied.tidy()
    for each in (kept, tidied):
        each.since(0)
    told = kept.told(0)
    assert told == tidied.told(0)
    assert kept.told(1) == tidied.told(1)
    assert len(kept._events) == len(match.steps)
    assert len(tidied._events) <= 1_000
    marker, *latest = told
    whole = everything(match, 0)
    assert marker == Event(LEFT_OUT, -1, (len(whole) - len(latest),))
    assert whole[-len(latest) :] == latest
    assert 400 < sum(1 + len(event.values) for event in told) <= 500
    kept.since(0)
    assert kept.told(0) == []


def test_one_event_that_is_too_large_is_left_out() -> None:
    match = busy_match("kingdom")
    kept = News(match)
    match.play(0, match.legal(0)[0])
    kept.step([Event("orders", 1, ("order",) * MOST_WORDS), Event("battle", -1)])
    kept.since(1)
    assert kept.told(1) == [Event(LEFT_OUT, -1, (1,)), Event("battle", -1)]
