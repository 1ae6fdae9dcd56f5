"""Heartbeats by node: one statement for all leases, and only for processes that show they live."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from pentarch.arbiter.store import Store, leases
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.leases import Lease, LeasePolicy
from pentarch.arbiter.store.words import MatchState
from pentarch.workers.heartbeat import NodeHeartbeat, kept_alive
from pentarch.workers.ledger import Ledger
from tests import one_match
from tests.workers.hosts import NOW, At, builtin, get, queue

# Processes that mark themselves once are lively for as long as any test takes.
LEASES = LeasePolicy(timedelta(hours=1), silence=timedelta(hours=2), most_failures=4)
SOON = LEASES.heartbeat + timedelta(seconds=1)


class Node:
    """A node with places for some processes, all of them in this one, at a time that is set."""

    def __init__(self, host: At, processes: int) -> None:
        self.host = replace(host, policy=LEASES)
        self.ledger = Ledger(processes)
        self.places = [self.ledger.place(n, f"process-{n}") for n in range(processes)]
        self.heart = NodeHeartbeat(self.host, self.ledger)

    def lease(self, place: int, match_id: int) -> Lease:
        with self.host.store.writing() as session:
            name = f"process-{place}"
            taken = one_match.lease(session, match_id, name, self.host.time, LEASES)
        assert isinstance(taken, Lease)
        self.places[place].hold([taken])
        return taken


@contextmanager
def changes(store: Store) -> Iterator[list[str]]:
    """The tables that are changed, one entry for each statement."""
    found: list[str] = []

    def note(_: Any, __: Any, statement: str, ___: Any, ____: Any, _____: Any) -> None:
        if statement.startswith("UPDATE"):
            found.append(statement.split()[1])

    event.listen(store.engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(store.engine, "before_cursor_execute", note)


def living(host: At) -> list[str]:
    with host.store.reading() as session:
        return [worker.name for worker in presence.living(session, host.time)]


def test_all_leases_of_a_node_are_renewed_by_one_statement(host: At) -> None:
    node = Node(host, 3)
    ids = queue(host.store, builtin(host.store, "greedy", "random"), count=5)
    for number, match_id in enumerate(ids):
        node.lease(number % 3, match_id)
    later = replace(node.host, time=NOW + SOON)
    heart = NodeHeartbeat(later, node.ledger)
    with changes(host.store) as found:
        heart.beat()
    assert found == ["workers", "matches"]
    for match_id in ids:
        assert get(host.store, match_id).lease_deadline == later.time + LEASES.duration
    assert living(later) == ["process-0", "process-1", "process-2"]


def test_a_process_that_hangs_is_not_renewed(host: At, monkeypatch: pytest.MonkeyPatch) -> None:
    node = Node(host, 2)
    ids = queue(host.store, builtin(host.store, "greedy", "random"), count=2)
    for number, match_id in enumerate(ids):
        node.lease(number, match_id)
    node.heart.beat()
    now = time.monotonic_ns() + int(1e9 * SOON.total_seconds())
    with monkeypatch.context() as patched:
        patched.setattr(time, "monotonic_ns", lambda: now)
        node.places[1].mark()
        check_only_the_second(node, ids)
    # It has not ended: when it shows that it lives, it does.
    node.places[0].mark()
    later = replace(node.host, time=NOW + SOON)
    assert NodeHeartbeat(later, node.ledger).beat()
    assert living(later) == ["process-0", "process-1"]


def check_only_the_second(node: Node, ids: list[int]) -> None:
    """The next heartbeat is for the second process alone."""
    host = node.host
    later = replace(node.host, time=NOW + SOON)
    assert not NodeHeartbeat(later, node.ledger).beat()
    deadlines = [get(host.store, match_id).lease_deadline for match_id in ids]
    assert deadlines == [NOW + LEASES.duration, later.time + LEASES.duration]
    assert living(later) == ["process-1"]


def test_a_process_that_has_ended_counts_as_stopped_at_once(host: At) -> None:
    node = Node(host, 2)
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    node.lease(0, match_id)
    node.heart.beat()
    assert living(host) == ["process-0", "process-1"]
    node.places[0].leave()
    node.heart.beat()
    assert living(host) == ["process-1"]
    node.heart.sign_off()
    assert living(host) == []


def test_a_lease_that_is_gone_reaches_its_process(host: At) -> None:
    node = Node(host, 2)
    first, second = queue(host.store, builtin(host.store, "greedy", "random"), count=2)
    node.lease(0, first)
    node.lease(1, second)
    with host.store.writing() as session:
        leases.void(session, first, "no longer wanted", NOW)
    node.heart.beat()
    assert [place.taken_away() for place in node.places] == [[first], []]
    assert (node.places[0].lost, node.places[1].lost) == ({first}, set())
    assert get(host.store, second).state is MatchState.LEASED


def test_a_node_tells_two_attempts_at_one_match_apart(host: At) -> None:
    """The process that has lost it is told, and the one beside it that has it now plays on."""
    node = Node(host, 2)
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    node.lease(0, match_id)
    with host.store.writing() as session:
        leases.hand_back(session, match_id, 1, NOW)
    assert node.lease(1, match_id).epoch == 2
    node.heart.beat()
    assert [place.taken_away() for place in node.places] == [[match_id], []]


def test_at_the_end_of_a_task_its_process_holds_nothing(host: At) -> None:
    node = Node(host, 1)
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    with kept_alive(replace(host, place=node.places[0])):
        node.lease(0, match_id)
        assert node.ledger.holders()[0].leases
    assert not node.ledger.holders()[0].leases
