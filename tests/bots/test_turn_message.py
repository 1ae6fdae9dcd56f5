"""The message of a decision, from the referee's side to the bot's."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from pentarch.arbiter.referee.news import News
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import Clock, Event, Start, Turn, wire
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.match import Match
from pentarch.engine.plain import Json

CLOCKS = (
    Clock(30.0, 0.1, 10.0),
    Clock(29.999_999_999, 0.0, 0.000_000_001),
    Clock(0.0, 0.0, 1.0),
    Clock(-1.5, 0.1, 10.0),
    Clock(inf, 0.0, inf),
    Clock(12.0, inf, inf),
    Clock(inf, inf, inf),
)


def showing(view: Json) -> Callable[[], Json]:
    return lambda: view


def turns(ruleset: str) -> list[Turn]:
    """Decisions of a match, each with another clock."""
    rules = registry.get(ruleset)
    match: Match[Any] = Match(rules, rules.info.min_seats, {}, 1)
    chance = Seeded(1)
    made: list[Turn] = []
    news = News(match)
    while match.outcome is None and len(made) < 200:
        seat = match.to_act()[0]
        legal = match.legal(seat)
        clock = CLOCKS[len(made) % len(CLOCKS)]
        view = rules.view(match.state, seat)
        news.since(seat)
        told = news.told(seat)
        made.append(Turn(rules, seat, 2, len(made), legal, clock, showing(view), told.copy))
        news.step(match.play(seat, chance.choice(legal)))
    assert any(turn.events for turn in made)
    return made


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_decision_arrives_as_it_was_sent(ruleset: str) -> None:
    rules = registry.get(ruleset)
    known: dict[str, Command] = {}
    for asked in turns(ruleset):
        start = Start(rules, asked.seat, asked.seats, {}, [], 1)
        sent = wire.asking(1 << 40, asked).SerializeToString()
        turn = wire.turn_of(play_pb2.PlayResponse.FromString(sent).turn, start, known)
        assert (turn.sequence, turn.legal, turn.view) == (asked.sequence, asked.legal, asked.view)
        assert turn.events == asked.events


@pytest.mark.parametrize("size", [0, 1, 127, 128, 16_383, 16_384, 1 << 18])
def test_a_frame_gives_its_message_back(size: int) -> None:
    message = play_pb2.Turn(view=b"x" * size)
    body = message.SerializeToString()
    assert wire.Frames().whole(wire.framed(message)) == [body]


def test_a_deadline_is_a_time() -> None:
    turn = turns("township")[3]
    sent = wire.asking(7, turn, 1_900_000_000.25).turn
    assert sent.deadline.seconds == 1_900_000_000
    # Seconds since 1970 leave a float no single nanoseconds.
    assert sent.deadline.nanos == pytest.approx(250_000_000, abs=1_000)


def test_a_sent_turn_reads_its_clock_when_it_is_looked_at() -> None:
    asked = turns("township")[0]
    match = registry.get("township")
    start = Start(match, 0, 2, {}, ["a", "b"], 1)
    turn = wire.turn_of(wire.turn_message(7, asked), start, {})
    assert turn.clock == asked.clock
    assert turn.view == asked.view
    assert turn.legal == asked.legal
    with pytest.raises(AttributeError):
        turn.nothing  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    "event",
    [
        Event("ended", -1),
        Event("rolled", 0, (0, -3, 6, 1 << 40)),
        Event("saw_hand", 5, ()),
        Event("command", 127, ("build inn", "é", "-", "", "1a", "x" * 300)),
    ],
)
def test_an_event_is_read_back(event: Event) -> None:
    turn = replace(turns("township")[0], hear=lambda: [event])
    body = wire.asking(7, turn).SerializeToString()
    start = Start(turn.ruleset, 0, 2, {}, ["a", "b"], 1)
    assert wire.turn_of(play_pb2.PlayResponse.FromString(body).turn, start, {}).events == [event]


def test_frames_come_whole_cut_and_together() -> None:
    messages = [play_pb2.Turn(view=b"x" * size) for size in (1, 300, 0, 20_000)]
    bodies = [message.SerializeToString() for message in messages]
    stream = b"".join(wire.framed(message) for message in messages)
    frames = wire.Frames()
    assert [frames.whole(wire.framed(message)) for message in messages] == [[b] for b in bodies]
    assert frames.whole(stream) == bodies
    for size in (1, 2, 7, 4096):
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [body for piece in pieces for body in frames.whole(piece)] == bodies
    with pytest.raises(wire.Garbled):
        frames.whole(b"\xff" * 5)
