"""Remote bots play: the same records as played locally, whatever happens to their connections."""

import random
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pentarch.arbiter.store.words import MatchState
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Bot, Turn
from pentarch.bots.sdk.session import Maker
from pentarch.engine import registry
from pentarch.engine.record import Record
from pentarch.local import play_local
from pentarch.workers import ports
from pentarch.workers import remote_port as remote_seats
from pentarch.workers.windows import play_matches
from tests.arbiter.referee.doubles import Listening
from tests.remote import Hall, Proxy
from tests.threads import Background
from tests.waiting import until

CAP = 8.0
"""What a decision may take where a clock runs out: more than a busy machine needs for one."""
AWAY = 10.0


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def assert_same(played: Record, ruleset: str, seed: int, seats: int = 2) -> None:
    """The record is that of the same bots on one machine."""
    local = play_local(ruleset, ["random"] * seats, seed=seed).record(timed=False)
    assert played.steps == local.steps
    assert played.digests == local.digests
    assert played.final_digest == local.final_digest
    assert played.outcome.ranks == local.outcome.ranks
    assert played.forfeits == local.forfeits == []


class Cutter(Random):
    """A random bot whose connection is cut at some of its decisions, before or after it answers."""

    def __init__(self, proxy: Proxy, cuts: list[int]) -> None:
        super().__init__()
        self._proxy = proxy
        self._cuts = cuts
        self._luck = random.Random(len(cuts))
        self.asked: list[int] = []

    def decide(self, turn: Turn) -> Answer:
        self.asked.append(turn.sequence)
        if turn.sequence in self._cuts:
            delay = self._luck.choice([0.0, 0.0005, 0.002])
            if delay:
                threading.Timer(delay, self._proxy.cut).start()
            else:
                self._proxy.cut()
        return super().decide(turn)


def cutting(proxy: Proxy, cuts: list[int], made: list[Cutter]) -> Maker:
    def make() -> Bot:
        made.append(Cutter(proxy, cuts))
        return made[-1]

    return make


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_two_remote_bots_play_and_hear_what_they_do_locally(hall: Hall, ruleset: str) -> None:
    listening = [Listening(), Listening()]
    bots = [hall.bot(lambda: listening[0], "red", ruleset), hall.bot(Random, "blue", ruleset)]
    match_id = hall.queue(ruleset, bots, seed=7)
    assert_same(hall.play(match_id), ruleset, 7)
    play_local(ruleset, [listening[1], "random"], seed=7)
    assert listening[0].told == listening[1].told
    assert hall.row(match_id).state is MatchState.PLAYED
    # The seats are free again.
    assert hall.room(hall.row(match_id).seats[0].version_id) == (1, 1)


class Counting(Random):
    """Counts its decisions."""

    asked = 0

    def decide(self, turn: Turn) -> Answer:
        self.asked += 1
        return super().decide(turn)


def play_with_cuts(hall: Hall, cuts: int, seed: int) -> None:
    counting = Counting()
    play_local("township", [counting, "random"], seed=seed)
    proxy = Proxy(hall.port)
    made: list[Cutter] = []
    places = sorted(random.Random(seed).sample(range(1, counting.asked), cuts))
    cut = hall.bot(cutting(proxy, places, made), "red", "township", port=proxy.port)
    match_id = hall.queue("township", [cut, hall.bot(Random, "blue", "township")], seed=seed)
    record = hall.play(match_id)
    proxy.close()
    assert_same(record, "township", seed)
    [bot] = made
    assert bot.asked == list(range(1, counting.asked + 1)), "a decision was lost or doubled"
    # Those that come late can fall into the same gap.
    assert cuts // 2 <= proxy.cuts
    assert cuts // 2 <= cut.streams


def test_cut_connections_change_nothing(hall: Hall) -> None:
    play_with_cuts(hall, 8, seed=3)


@pytest.mark.long
def test_fifty_cuts_change_nothing(hall: Hall) -> None:
    play_with_cuts(hall, 50, seed=4)


def test_a_session_goes_on_at_another_replica(hall: Hall) -> None:
    proxy = Proxy(hall.port)
    second = hall.replica()
    made: list[Cutter] = []
    cut = hall.bot(cutting(proxy, [20, 40], made), "red", "township", port=proxy.port)
    match_id = hall.queue("township", [cut, hall.bot(Random, "blue", "township")], seed=5)
    proxy.target = second.port
    assert_same(hall.play(match_id), "township", 5)
    proxy.close()
    assert cut.streams >= 2
    assert len(made) == 1, "the bot was started once"


def test_a_stopping_arbiter_hands_its_bots_over(hall: Hall) -> None:
    proxy = Proxy(hall.port)
    second = hall.replica()
    stopping: list[Background[None]] = []

    class Stopper(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 10:
                proxy.target = second.port
                stopping.append(Background(hall.replicas[0].stop))
            return super().decide(turn)

    red = hall.bot(Stopper, "red", "township", port=proxy.port)
    blue = hall.bot(Random, "blue", "township", port=second.port)
    assert_same(hall.play(hall.queue("township", [red, blue], seed=6)), "township", 6)
    stopping[0].result()
    proxy.close()


def test_one_stream_plays_many_matches_at_once(hall: Hall) -> None:
    red = hall.bot(Random, "red", "township", max_matches=3)
    blue = hall.bot(Random, "blue", "township", max_matches=3)
    ids = [hall.queue("township", [red, blue], seed=seed) for seed in (1, 2, 3)]
    playing = [Background(partial(hall.play, match_id)) for match_id in ids]
    for seed, match in enumerate(playing, 1):
        assert_same(match.result(), "township", seed)
    assert red.streams == blue.streams == 1


def test_time_without_a_connection_is_the_banks_and_not_the_clocks(hall: Hall) -> None:
    proxy = Proxy(hall.port)

    def come_back() -> None:
        proxy.target = hall.port

    class Unlucky(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 5:
                proxy.target = 1
                proxy.cut()
                threading.Timer(AWAY, come_back).start()
            return super().decide(turn)

    red = hall.bot(Unlucky, "red", "township", port=proxy.port)
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue(
        "township", [red, blue], seed=8, clock={"bank": CAP, "increment": CAP, "cap": CAP}
    )
    assert_same(hall.play(match_id), "township", 8)
    assert red.streams == 2
    proxy.close()


def test_a_bot_that_hangs_up_for_good_uses_up_its_bank(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        remote_seats.RemotePort.__init__, "__kwdefaults__", {"bank": 1.5, "missed": 0.0}
    )

    class Quitter(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 5:
                red.close()
            return super().decide(turn)

    red = hall.bot(Quitter, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue(
        "township", [red, blue], seed=1, clock={"bank": CAP, "increment": CAP, "cap": CAP}
    )
    record = hall.play(match_id)
    assert [(forfeit.seat, forfeit.verdict) for forfeit in record.forfeits] == [(0, "BOT_TIMEOUT")]
    assert "disconnect bank" in str(record.annotations)
    assert record.outcome.ranks == [2, 1]


def test_a_match_with_a_missing_bot_waits_without_a_worker_until_its_bank_is_used_up(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    red = hall.bot(Random, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue("township", [red, blue], seed=1)
    version = hall.row(match_id).seats[0].version_id
    red.close()
    until(lambda: hall.room(version) == (0, 0))
    assert play_matches(hall.host, [match_id]) == [], "it goes back at once"
    row = hall.row(match_id)
    assert (row.state, row.failures) == (MatchState.QUEUED, 0)
    monkeypatch.setattr(ports, "DISCONNECT_BANK", 0.0)
    monkeypatch.setattr(
        remote_seats.RemotePort.__init__, "__kwdefaults__", {"bank": 0.0, "missed": 0.0}
    )
    record = hall.play(match_id)
    assert [(forfeit.seat, forfeit.verdict) for forfeit in record.forfeits] == [(0, "BOT_TIMEOUT")]
    assert "not connected" in str(record.annotations)


def test_a_match_for_which_a_bot_has_no_room_is_put_off_without_a_failure(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_seats, "_ROOM_WAIT", 0.2)
    red = hall.bot(Random, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue("township", [red, blue], seed=1)
    version = hall.row(match_id).seats[0].version_id
    sid, _ = hall.mailbox.seat(version, 999, 1, 0, first=1)
    assert sid, "red sits in another match"
    assert play_matches(hall.host, [match_id]) == []
    row = hall.row(match_id)
    assert (row.state, row.failures) == (MatchState.QUEUED, 0)
    end = play_pb2.PlayResponse(match_end=play_pb2.MatchEnd(match_id=999))
    hall.mailbox.post(sid, 999, 1, "end", 0, end.SerializeToString())
    assert_same(hall.play(match_id), "township", 1)


def test_a_missing_bot_that_comes_back_plays_the_match_that_was_put_off(hall: Hall) -> None:
    red = hall.bot(Random, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue("township", [red, blue], seed=1)
    version = hall.row(match_id).seats[0].version_id
    assert hall.mailbox.missed(version) is None
    red.close()
    until(lambda: hall.room(version) == (0, 0))
    assert hall.mailbox.missed(version) == 0.0
    assert play_matches(hall.host, [match_id]) == []
    until(lambda: (hall.mailbox.missed(version) or 0.0) > 0.0)
    hall.bot(Random, "red", "township")
    assert hall.mailbox.missed(version) is None
    assert_same(hall.play(match_id), "township", 1)


def test_a_bot_that_lost_its_session_is_seated_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_seats, "_MOVE_AFTER", 0.2)
    seen: list[int] = []

    class Forgetful(Random):
        """Chooses without memory, so that a new object goes on like the old one."""

        def decide(self, turn: Turn) -> Answer:
            seen.append(turn.sequence)
            if len(seen) == 10:
                first.close()
                Background(again)
            return turn.legal[turn.sequence % len(turn.legal)]

    def again() -> None:
        hall.bot(Forgetful, "red", "township")

    first = hall.bot(Forgetful, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    record = hall.play(hall.queue("township", [first, blue], seed=2))
    assert record.forfeits == []
    assert sorted(set(seen)) == list(range(1, len(set(seen)) + 1))
    assert seen.count(10) == 2


def test_redis_going_away_is_nobodys_fault(hall: Hall) -> None:
    class Breaker(Random):
        def decide(self, turn: Turn) -> Answer:
            if turn.sequence == 5:
                hall.redis.stop()
            return super().decide(turn)

    red = hall.bot(Breaker, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    match_id = hall.queue("township", [red, blue], seed=1)
    assert play_matches(hall.host, [match_id]) == []
    row = hall.row(match_id)
    assert row.state is MatchState.QUEUED
    assert row.failures == 1
