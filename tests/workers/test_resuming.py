"""A worker dies in the middle of a long match: another goes on, and the record is the same."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import journal
from pentarch.arbiter.store.words import AttemptState, MatchState
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Turn
from pentarch.engine.plain import Json
from pentarch.engine.record import Record
from pentarch.workers.app import make_app
from pentarch.workers.host import Host
from pentarch.workers.process_tree import children
from pentarch.workers.sweep import sweep
from pentarch.workers.windows import play_matches
from tests.hosting import builtin, hosted, queue
from tests.nodes import Node
from tests.remote import Hall
from tests.waiting import PATIENCE, until

HELD = """
import os, random, time
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class Held(Bot):
    def start(self, start):
        self.luck = random.Random(start.seed)

    def decide(self, turn):
        while {held} and turn.sequence > 9 and not os.path.exists("/bot/go"):
            time.sleep(0.05)
        return turn.legal[self.luck.randrange(len(turn.legal))]

play_hosted(Held)
"""
"""Stands still in the middle of its match, where it is told so, until its folder has a new file."""
CLOCK: dict[str, Json] = {"bank": 3600.0, "increment": 0.0, "cap": 3600.0}


@dataclass(frozen=True)
class Later(Host):
    """A worker to whom all leases of before have run out."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=5)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def entries(hall: Hall, match_id: int) -> int:
    with hall.store.reading() as session:
        return journal.length(session, match_id)


def send(folder: Path, match_id: int) -> None:
    """Hand a match to whichever node plays."""
    app = make_app(Settings(data=folder))
    app.send_task("pentarch.workers.tasks.play", [[match_id]])
    app.close()


def holders(hall: Hall, nodes: list[Node], match_id: int) -> list[Node]:
    """The node that plays a match now, if one does."""
    worker = hall.row(match_id).worker or ""
    return [
        node for node in nodes if any(f"-{pid}-" in worker for pid in children(node.process.pid))
    ]


def kill_in_the_middle(hall: Hall, folder: Path, match_id: int) -> None:
    """A node plays until something is in the journal, and is killed."""
    send(folder, match_id)
    node = Node(folder, "play")
    try:
        until(lambda: entries(hall, match_id) >= 10)
    finally:
        node.kill()
    assert hall.row(match_id).state is MatchState.LEASED, "it was in the middle"


def play_on(hall: Hall, match_id: int) -> Record:
    """Another worker plays the match to its end, here."""
    other = Later(hall.store, hall.host.dispatch, hall.host.cache, "worker-2", mailbox=hall.mailbox)
    sweep(other)
    assert play_matches(other, [match_id]) == [match_id]
    return hall.record(match_id)


def assert_equal(one: Record, other: Record) -> None:
    assert one.steps == other.steps
    assert one.digests == other.digests
    assert one.final_digest == other.final_digest
    assert one.outcome.ranks == other.outcome.ranks
    assert one.forfeits == other.forfeits == []


def test_a_match_of_a_hosted_bot_goes_on_at_another_node(hall: Hall, tmp_path: Path) -> None:
    """All by itself: the lease runs out, a sweep finds it, and the other node takes it."""
    rival = builtin(hall.store, "random")
    at_once, held = (
        hosted(hall.store, HELD.format(held=held), name=name)
        for held, name in ((False, "at-once"), (True, "held"))
    )
    alone = hall.play(queue(hall.store, [at_once, rival], seed=4, options={"round_cap": 8}))
    match_id = queue(hall.store, [held, rival], seed=4, options={"round_cap": 8}, clock=CLOCK)
    nodes = [Node(tmp_path, "play") for _ in range(2)]
    try:
        send(tmp_path, match_id)
        until(lambda: entries(hall, match_id) >= 10 and any(holders(hall, nodes, match_id)))
        before = hall.row(match_id).epoch
        for node in holders(hall, nodes, match_id):
            node.kill()
        died = time.monotonic()
        kept = entries(hall, match_id)
        for package in Settings(data=tmp_path).packages.iterdir():
            (package / "go").touch()
        until(lambda: hall.row(match_id).epoch > before)
        print(f"a dead worker's match was playing again after {time.monotonic() - died:.1f} s")
        until(lambda: hall.row(match_id).state is MatchState.PLAYED)
    finally:
        for node in nodes:
            node.kill()
    record = hall.record(match_id)
    assert_equal(record, alone)
    assert kept < len(record.steps)
    *lost, last = [attempt.state for attempt in hall.row(match_id).attempts]
    assert set(lost) == {AttemptState.LOST}
    assert last is AttemptState.FINISHED
    assert entries(hall, match_id) == 0, "the record holds all of it"


def test_a_remote_bot_is_not_asked_again_what_it_has_answered(hall: Hall, tmp_path: Path) -> None:
    asked: list[tuple[int, int]] = []
    go = threading.Event()

    class Thinking(Random):
        def decide(self, turn: Turn) -> Answer:
            asked.append((id(self), turn.sequence))
            if turn.sequence > 9:
                assert go.wait(PATIENCE)
            return super().decide(turn)

    red = hall.bot(Thinking, "red", "township")
    blue = hall.bot(Random, "blue", "township")
    alone_id, match_id = (
        hall.queue("township", [red, blue], seed=9, options={"round_cap": 5}, clock=CLOCK)
        for _ in range(2)
    )
    go.set()
    alone = hall.play(alone_id)
    once = len(asked)
    asked.clear()
    go.clear()
    kill_in_the_middle(hall, tmp_path, match_id)
    go.set()
    assert_equal(play_on(hall, match_id), alone)
    # One object saw every decision once, although it sat at two workers' tables.
    assert [sequence for _, sequence in asked] == list(range(1, once + 1))
    assert len({bot for bot, _ in asked}) == 1
