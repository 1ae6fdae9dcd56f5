"""Matches that were lost with their worker: they come first, by themselves, and to another one."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pentarch.arbiter.api import desk as desk_service
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.relay.feed import RedisSource
from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, leases, matches, owners, requests, workers
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import MatchState
from pentarch.workers.sweep import sweep, tidy
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests import one_match
from tests.waiting import PATIENCE
from tests.workers.hosts import HURRY, LEASES, NOW, At, Noted, builtin, get, noted, queue

EXPIRED = NOW + LEASES.duration + timedelta(seconds=1)


def lose(host: At, match_id: int) -> At:
    """Let the host lose a match; the same host afterwards."""
    with host.store.writing() as session:
        held = one_match.lease(session, match_id, host.name, host.now(), host.policy)
        assert isinstance(held, Lease)
    late = replace(host, time=EXPIRED)
    assert sweep(late) == 1
    assert noted(host).played.pop() == [match_id]
    return late


def test_whoever_plays_takes_what_others_have_lost_without_a_message(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    [lost] = queue(host.store, versions)
    late = lose(host, lost)
    other = replace(late, name="worker-2")
    [fresh] = queue(host.store, versions, seed=7)
    assert play_matches(other, [fresh]) == [lost, fresh]
    assert get(host.store, lost).epoch == 2


def test_a_message_that_came_to_the_worker_who_lost_the_match_is_passed_on(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    [lost] = queue(host.store, versions)
    late = lose(host, lost)
    with host.store.writing() as session:
        workers.beat(session, ["worker-2"], EXPIRED)
    assert play_matches(late, [lost]) == []
    assert noted(host).played == [[lost]]
    assert get(host.store, lost).state is MatchState.QUEUED


def test_a_lost_match_is_handed_out_again_soon_though_others_wait(host: At) -> None:
    [lost] = queue(host.store, builtin(host.store, "greedy", "random"))
    late = lose(host, lost)
    assert sweep(replace(late, time=EXPIRED + HURRY / 2), backlog=7) == 0
    assert sweep(replace(late, time=EXPIRED + HURRY * 2), backlog=7) == 1
    assert noted(host).played == [[lost]]


def test_a_match_that_was_put_off_is_in_no_hurry_any_more(host: At) -> None:
    [lost] = queue(host.store, builtin(host.store, "greedy", "random"))
    lose(host, lost)
    assert get(host.store, lost).priority == matches.LOST
    with host.store.writing() as session:
        held = one_match.lease(session, lost, "worker-2", EXPIRED, LEASES)
        assert isinstance(held, Lease)
        leases.hand_back(session, lost, held.epoch, EXPIRED)
        assert (
            leases.lease_lost(session, "worker-3", EXPIRED, LEASES, rules=host.rules, most=5) == []
        )
    assert get(host.store, lost).priority == matches.URGENT


def test_a_broker_that_does_not_answer_holds_nobody_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arbiter answers others meanwhile, and in the end the one who asked."""
    stuck = threading.Event()

    def wait() -> None:
        stuck.wait(PATIENCE)

    async def play() -> dict[MatchState, int]:
        live = RedisSource("unix:///nowhere")
        desk = Desk(store, Noted(), live)
        with monkeypatch.context() as patient:
            patient.setattr(desk_service, "_HAND_OUT_WAIT", PATIENCE)
            handing = asyncio.create_task(desk.hand_out(wait))
            counts = await desk.read(matches.count_by_state)
            assert not handing.done()
            handing.cancel()
        await desk.hand_out(wait)
        await live.close()
        return counts

    try:
        # In a thread of its own: a browser that another test left open has this one's loop.
        with ThreadPoolExecutor(1) as thread:
            assert thread.submit(asyncio.run, play()).result()[MatchState.RATED] == 0
        assert not stuck.is_set()
    finally:
        stuck.set()


def test_what_nobody_asks_for_any_more_is_deleted_after_a_week(host: At) -> None:
    week = timedelta(days=Settings().keep_workers)
    with host.store.writing() as session:
        owner = owners.create(session, "ann", NOW).id
        ticket = Ticket(owner, "one", "CreateMatch", b"a")
        assert requests.repeated(session, ticket, NOW) is None
        requests.settle(session, ticket, "17")
        workers.beat(session, ["gone"], NOW)
    tidy(replace(host, time=NOW + week))
    with host.store.writing() as session:
        assert requests.repeated(session, ticket, NOW) == "17"
        assert len(workers.living(session, NOW)) == 1
    tidy(replace(host, time=NOW + week + timedelta(seconds=1)))
    with host.store.writing() as session:
        assert requests.repeated(session, ticket, NOW) is None
        assert workers.living(session, NOW) == []


def test_records_of_old_matches_go_to_the_shelf_by_themselves(host: At, tmp_path: Path) -> None:
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    play_matches(host, [match_id])
    verify_matches(replace(host, name="worker-2"), [match_id])
    store = Store(str(host.store.url), shelf=str(tmp_path / "shelf"))
    week = timedelta(days=Settings().shelve_after)
    tidy(replace(host, store=store, time=NOW + week))
    assert not (tmp_path / "shelf").exists()
    tidy(replace(host, store=store, time=NOW + week + timedelta(seconds=1)))
    [file] = (path for path in (tmp_path / "shelf").rglob("*") if path.is_file())
    with store.reading() as session:
        assert matches.record(session, match_id).content == file.read_bytes()
    store.close()
