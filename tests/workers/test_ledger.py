"""The ledger of a node, read by one process and written by others."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection

import pytest

from pentarch.arbiter.store.leases import Lease
from pentarch.workers.ledger import ROOM, Ledger, Place
from tests.waiting import until
from tests.workers.hosts import NOW

DEADLINE = NOW + timedelta(seconds=9)


def lease(match_id: int, epoch: int = 1) -> Lease:
    return Lease(match_id, epoch, DEADLINE)


def held(ledger: Ledger) -> dict[str, set[tuple[int, int]]]:
    """What the processes of a node hold."""
    return {holder.name: set(holder.leases) for holder in ledger.holders()}


@contextmanager
def forked(ledger: Ledger, main: Callable[[Place, Connection], None]) -> Iterator[Connection]:
    """A process of the node, in its second place, and the line to it."""
    context = get_context("fork")
    ours, theirs = context.Pipe()

    def run() -> None:
        main(ledger.place(1, "two"), theirs)
        theirs.recv()

    process = context.Process(target=run)
    process.start()
    try:
        yield ours
    finally:
        process.kill()
        process.join()


def test_a_node_reads_what_its_processes_hold() -> None:
    ledger = Ledger(3)

    def main(place: Place, line: Connection) -> None:
        place.hold([lease(7), lease(8, epoch=2)])
        place.release(7)
        line.send("written")

    with forked(ledger, main) as line:
        line.recv()
        one = ledger.place(0, "one")
        one.hold([lease(9)])
        assert held(ledger) == {"one": {(9, 1)}, "two": {(8, 2)}}
        assert all(0 <= holder.silence < 600 for holder in ledger.holders())
    assert held(ledger) == {"one": {(9, 1)}}, "what has ended holds nothing"
    one.leave()
    assert ledger.names() == set()


def test_a_process_learns_which_lease_was_taken_away() -> None:
    ledger = Ledger(2)

    def main(place: Place, line: Connection) -> None:
        place.hold([lease(7), lease(8)])
        line.send("written")
        line.recv()
        line.send((place.taken_away(), place.lost, place.taken_away()))

    with forked(ledger, main) as line:
        line.recv()
        [holder] = ledger.holders()
        ledger.take_away((8, 1), holder.leases[8, 1])
        line.send("taken away")
        assert line.recv() == ([8], {8}, [])
        assert held(ledger) == {"two": {(7, 1)}}


def test_what_is_said_of_an_old_lease_does_not_touch_the_next_one() -> None:
    ledger = Ledger(1)
    place = ledger.place(0, "one")
    place.hold([lease(7)])
    [at] = ledger.holders()[0].leases.values()
    place.release(7)
    place.hold([lease(9)])
    ledger.take_away((7, 1), at)
    assert place.taken_away() == []
    # The same match again, in another attempt.
    place.clear()
    place.hold([lease(7, epoch=2)])
    assert place.taken_away() == []
    ledger.take_away((7, 2), at)
    assert place.taken_away() == [7]
    place.hold([lease(7, epoch=3)])
    assert place.lost == set(), "it is held again"


def test_a_process_that_stands_still_falls_silent() -> None:
    ledger = Ledger(2)

    def main(place: Place, line: Connection) -> None:
        line.send(os.getpid())
        while not line.poll(0.01):
            place.mark()

    with forked(ledger, main) as line:
        pid = line.recv()
        os.kill(pid, signal.SIGSTOP)
        until(lambda: ledger.holders()[0].silence > 1.0)
        os.kill(pid, signal.SIGCONT)
        until(lambda: ledger.holders()[0].silence < 1.0)
        line.send("enough")


def test_whoever_takes_a_place_finds_it_empty() -> None:
    ledger = Ledger(1)
    ledger.place(0, "a process with a long name").hold([lease(7)])
    ledger.place(0, "its heir")
    assert held(ledger) == {"its heir": set()}


def test_a_process_holds_no_more_than_there_is_room_for() -> None:
    place = Ledger(1).place(0, "one")
    place.hold([lease(id) for id in range(1, ROOM + 1)])
    with pytest.raises(ValueError, match=f"at most {ROOM} leases"):
        place.hold([lease(ROOM + 1)])
    place.release(1)
    place.hold([lease(ROOM + 1)])
