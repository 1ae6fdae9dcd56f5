"""Following a match: what a spectator is shown is what happened, and nothing that is hidden."""

import json
from pathlib import Path
from typing import Any

import redis

from pentarch.arbiter.relay.feed import LiveFeed
from pentarch.arbiter.store.models import Bot, Match, Seat, Version
from pentarch.dashboard.live_match import Follower
from pentarch.dashboard.viewer.frames import apply_change
from pentarch.engine.match import Match as Played
from pentarch.workers.broker import PrivateRedis
from tests.needs import needs_redis
from tests.playing import play_random, ruleset_of

SEED = 987_654_321


def row_of(match: Played[Any]) -> Match:
    version = Version(number=1, bot=Bot(name="somebody"))
    seats = [Seat(seat=seat, version=version) for seat in range(match.seats)]
    return Match(
        id=5,
        epoch=2,
        ruleset=match.ruleset.info.id,
        seat_count=match.seats,
        options={},
        key=match.key,
        seats=seats,
    )


def steps_of(match: Played[Any]) -> list[tuple[int, int]]:
    return [(step.seat, step.command.number) for step in match.steps]


@needs_redis
def test_the_steps_come_through_the_feed(tmp_path: Path) -> None:
    match = play_random(Played(ruleset_of("township"), 2, {}, SEED), 1, most=60)
    steps = steps_of(match)
    follower = Follower(row_of(match))
    with PrivateRedis(tmp_path) as server, redis.Redis.from_url(server.address) as client:
        follower.catch_up(client)
        assert follower.steps == 0
        for part in (steps[:20], steps[20:]):
            feed = LiveFeed(server.address)
            feed.write(5, 2, part)
            feed.close()
            follower.catch_up(client)
        follower.catch_up(client)
    assert follower.steps == len(steps)
    shown = json.loads(follower.payload())
    assert [step["command"] for step in shown["steps"]] == [s.command.text for s in match.steps]
    view = shown["eyes"]["spectators"]["first"]
    for change in shown["eyes"]["spectators"]["changes"]:
        view = apply_change(view, change)
    assert view == match.ruleset.view(match.state, None)


def test_nothing_hidden_is_shown() -> None:
    match = play_random(Played(ruleset_of("kingdom"), 4, {}, SEED), 1, most=80)
    assert not match.ruleset.info.is_open
    follower = Follower(row_of(match))
    follower.play(steps_of(match))
    shown = json.loads(follower.payload())
    assert str(SEED) not in follower.payload()
    assert {step["command"] for step in shown["steps"]} == {"…"}
    assert list(shown["eyes"]) == ["spectators"]
    assert shown["measures"] == {}
