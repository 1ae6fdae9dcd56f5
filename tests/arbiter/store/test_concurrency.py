"""Many threads and processes on one database: nothing is leased, kept or rated twice."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from pentarch.arbiter.store import (
    Store,
    leases,
    losses,
    matches,
    owners,
    ratings,
    requests,
    tournaments,
    workers,
)
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.locks import lock_matches
from pentarch.arbiter.store.models import Match, Rating, RatingChange
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.results import Result
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.words import OVERALL, MatchState
from tests import one_match
from tests.arbiter.store.databases import Databases
from tests.arbiter.store.scenes import (
    POLICY,
    RATER,
    START,
    add_match,
    add_tournament,
    add_version,
    after,
    result,
)
from tests.waiting import PATIENCE

THREADS = 4
BOTS = ("ant@1", "bee@1")
WORKER = Path(__file__).with_name("worker_process.py")


def at_once(*jobs: Callable[[], object]) -> list[object]:
    """Run jobs in as many threads and give their results."""
    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(PATIENCE) for future in [pool.submit(job) for job in jobs]]


@pytest.fixture
def ids(store: Store) -> list[int]:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        return [add_match(session, versions, seed=seed).id for seed in range(24)]


def drain(store: Store, worker: str) -> list[int]:
    """Lease two at a time until the queue is empty."""
    taken: list[int] = []
    while True:
        with store.writing() as session:
            got = one_match.lease_any(session, worker, START, POLICY, most=2)
        if not got:
            return taken
        taken += [lease.match_id for lease in got]


def test_two_leasers_never_get_the_same_match(store: Store, ids: list[int]) -> None:
    jobs = [lambda name=f"w{n}": drain(store, name) for n in range(THREADS)]
    taken = [id for ids in at_once(*jobs) if isinstance(ids, list) for id in ids]
    assert Counter(taken) == Counter(ids)
    with store.reading() as session:
        assert {match.epoch for match in session.scalars(select(Match))} == {1}


def test_a_heartbeat_waits_for_nobody(databases: Databases) -> None:
    """A process that stands still in the middle of a change costs those beside it nothing."""
    store = databases.open()
    if store.is_sqlite:
        return  # There nobody writes beside another.
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        ids = [add_match(session, versions, seed=seed).id for seed in range(2)]
        held = [
            (lease.match_id, 1)
            for lease in one_match.lease_any(session, "w", START, POLICY, most=2)
        ]
        workers.beat(session, ["w1", "w2"], START)
    with store.writing() as other:
        lock_matches(other, ids[:1])
        workers.report(other, "w1", "its disk is full")
        with store.writing() as session:
            session.execute(text("SET LOCAL lock_timeout = '30s'"))
            workers.beat(session, ["w1", "w2"], after(3))
            reports = leases.heartbeat_all(session, held, after(3), POLICY)
    assert set(reports.values()) == {Report.DONE}
    with store.reading() as session:
        deadlines = [matches.get(session, id).lease_deadline for id in ids]
        assert deadlines == [after(10), after(13)]
        assert [worker.name for worker in workers.living(session, after(3))] == ["w2"]


def test_one_match_is_leased_by_one_of_many(store: Store, ids: list[int]) -> None:
    def lease(name: str) -> object:
        with store.writing() as session:
            return one_match.lease(session, ids[0], name, START, POLICY)

    answers = at_once(*[lambda name=f"w{n}": lease(name) for n in range(THREADS)])
    assert sum(isinstance(answer, Lease) for answer in answers) == 1


def test_a_result_handed_in_at_the_same_time_counts_once(store: Store, ids: list[int]) -> None:
    with store.writing() as session:
        one_match.lease(session, ids[0], "w1", START, POLICY)
    done = result(0, BOTS)

    def finish() -> object:
        with store.writing() as session:
            return one_match.finish(session, ids[0], 1, done, after(1))

    reports = Counter(at_once(*[finish] * THREADS))
    assert reports == {Report.DONE: 1, Report.REPEATED: THREADS - 1}
    with store.reading() as session:
        assert len(matches.records(session, ids[0])) == 1


def test_a_result_and_an_expiry_at_the_same_time_exclude_each_other(
    store: Store, ids: list[int]
) -> None:
    for id in ids[:8]:
        with store.writing() as session:
            one_match.lease(session, id, "w1", START, POLICY)
    for number, id in enumerate(ids[:8]):
        done = result(number, BOTS)

        def finish(id: int = id, done: Result = done) -> object:
            with store.writing() as session:
                return one_match.finish(session, id, 1, done, after(11))

        def expire() -> object:
            with store.writing() as session:
                return [lost.match_id for lost in losses.expire_leases(session, after(11), POLICY)]

        report, expired = at_once(finish, expire)
        assert isinstance(expired, list)
        with store.reading() as session:
            state = session.get_one(Match, id).state
        if report is Report.DONE:
            assert state is MatchState.PLAYED
            assert id not in expired
        else:
            assert (report, state) == (Report.LATE, MatchState.QUEUED)


def test_matches_of_the_same_bots_are_rated_one_after_another(store: Store, ids: list[int]) -> None:
    with store.writing() as session:
        for number, id in enumerate(ids):
            done = result(number, BOTS, number % 2)
            one_match.lease(session, id, "w1", START, POLICY)
            one_match.finish(session, id, 1, done, after(1))
            one_match.verified(session, id, done.sha256, "w2", after(2))

    def rate(together: int) -> object:
        return ratings.rate_waiting(store, RATER, lambda: after(3), together=together)

    rated = at_once(*[lambda n=n: rate(1 + n) for n in range(THREADS)])
    assert Counter(id for some in rated if isinstance(some, list) for id in some) == Counter(ids)
    with store.reading() as session:
        check_history(session, len(ids))


def check_history(session: Session, rated: int) -> None:
    """Each change begins where the one before it ended, and the sum of all Elo is kept."""
    rows = session.scalars(select(Rating).where(Rating.scope == OVERALL)).all()
    assert sum(row.elo for row in rows) == pytest.approx(RATER.start * len(rows))
    for row in rows:
        query = select(RatingChange).where(
            RatingChange.scope == OVERALL, RatingChange.version_id == row.version_id
        )
        elo = RATER.start
        changes = session.scalars(query.order_by(RatingChange.id)).all()
        for change in changes:
            assert change.before == elo
            elo = change.after
        assert (elo, len(changes)) == (row.elo, row.matches)
    assert sum(row.matches for row in rows) == 2 * rated


def test_a_request_repeated_at_the_same_time_makes_one_match(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        owner = owners.by_name(session, "o-ant").id
    ticket = Ticket(owner, "r-1", "CreateMatch", b"content")

    def create() -> object:
        with store.writing() as session:
            subject = requests.repeated(session, ticket, START)
            if subject is None:
                subject = str(add_match(session, versions).id)
                requests.settle(session, ticket, subject)
            return subject

    assert len(set(at_once(*[create] * THREADS))) == 1
    with store.reading() as session:
        assert len(session.scalars(select(Match)).all()) == 1


def test_a_block_planned_at_the_same_time_is_made_once(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        cup = add_tournament(session, versions, "o-ant").id
        tournaments.start(session, cup, START)

    def plan() -> object:
        with store.writing() as session:
            block = NewBlock(1, 1, [versions, versions[::-1]])
            return tuple(row.id for row in tournaments.add_block(session, cup, block, START)[1])

    assert len(set(at_once(*[plan] * THREADS))) == 1


def test_processes_share_the_work_and_each_match_is_rated_once(
    store: Store, ids: list[int]
) -> None:
    url = store.url.render_as_string(hide_password=False)
    processes = [
        subprocess.Popen([sys.executable, str(WORKER), url, f"w{n}"], stdout=subprocess.PIPE)
        for n in range(3)
    ]
    outputs = [process.communicate(timeout=PATIENCE)[0].decode() for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    rated = [int(word) for output in outputs for word in output.split()]
    assert Counter(rated) == Counter(ids)
    with store.reading() as session:
        assert matches.count_by_state(session)[MatchState.RATED] == len(ids)
        check_history(session, len(ids))
