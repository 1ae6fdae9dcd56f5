"""Random interleavings of workers, duplicates, late results and expiries.

The machine plays the parts of workers that forget, repeat, die and come back, of the sweeper, of
an administrator and of an organiser who pauses and cancels. It keeps every message it ever sent
and sends old ones again. Whatever it does, at the end every match is rated exactly once or void
with a reason, and every attempt is accounted for.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from pentarch.arbiter.store import (
    Store,
    leases,
    losses,
    matches,
    ratings,
    tournaments,
    verifications,
    workers,
)
from pentarch.arbiter.store.attempts import AttemptFailure
from pentarch.arbiter.store.leases import Declined, Lease
from pentarch.arbiter.store.models import Attempt, Match, Pair, Rating, RatingChange, Record
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.words import OVERALL, AttemptState, MatchState, TournamentState
from tests import one_match
from tests.arbiter.store.databases import Databases
from tests.arbiter.store.scenes import (
    POLICY,
    RATER,
    START,
    add_match,
    add_tournament,
    add_version,
    luck,
    result,
)

WORKERS = ("w1", "w2", "w3")
NAMES = ("ant", "bee", "cat")
FAILURE = AttemptFailure("TRANSPORT_LOST", "the way to the bot broke")
ORDER = {state: number for number, state in enumerate(MatchState)}


# Small numbers are drawn more often, and stand for what happened last.
LATELY = st.sampled_from([0, 0, 0, 0, 1, 1, 2, 3, 5, 8, 13])
RARELY_NOT = st.sampled_from([True] * 7 + [False])
STORY = st.sampled_from(
    [
        "dies",
        "is lost again and again",
        "comes back from the dead",
        "repeats itself",
        "finds a paused tournament",
        "finds a cancelled tournament",
    ]
)
WANTED = {
    *(("finish", report) for report in (Report.DONE, Report.REPEATED, Report.LATE)),
    *(("abort", report) for report in (Report.DONE, Report.REPEATED, Report.LATE)),
    *(("hand_back", report) for report in (Report.DONE, Report.REPEATED, Report.LATE)),
    *(("heartbeat", report) for report in (Report.DONE, Report.LATE)),
    *(("verified", report) for report in (Report.DONE, Report.REPEATED, Report.LATE)),
    ("rate", "some"),
    ("rate", "none"),
    # Nobody asks for matches by hand here.
    *(
        ("lease", answer)
        for answer in Declined
        if answer not in (Declined.UNKNOWN, Declined.SHARED)
    ),
    ("lease", "granted"),
    ("lease", "again after a failure"),
    ("expire", "queued"),
    ("expire", "void"),
}
"""What must have happened at least once for the test to mean anything."""


class Machine(RuleBasedStateMachine):
    """One world; `databases` is set by the test."""

    databases: Databases
    seen: Counter[tuple[str, str]]

    def __init__(self) -> None:
        super().__init__()
        self.store = self.databases.open()
        self.now: datetime = START
        self.leases: list[tuple[str, Lease]] = []
        self.done: list[tuple[int, int]] = []
        self.sent: list[tuple[str, Lease, Callable[..., Report], tuple[object, ...]]] = []
        self.rated: Counter[int] = Counter()
        self.ends: dict[int, tuple[MatchState, datetime]] = {}
        with self.store.writing() as session:
            self.versions = [add_version(session, name).id for name in NAMES]
            cup = add_tournament(session, self.versions, "o-ant")
            self.cup = cup.id
            tournaments.start(session, cup.id, START)
            tables = [[self.versions[a], self.versions[b]] for a, b in ((0, 1), (1, 0), (1, 2))]
            _, made = tournaments.add_block(session, cup.id, NewBlock(1, 1, tables), START)
            lone = add_match(session, self.versions[1:], seed=4)
            self.ids = [match.id for match in [*made, lone]]
            self.bots = {id: tuple(one_match.refs(session, id)) for id in self.ids}
            self.luck = {match.id: luck(match) for match in [*made, lone]}

    def teardown(self) -> None:
        try:
            self.settle()
            self.check_the_end()
        finally:
            self.store.close()

    @rule(seconds=st.sampled_from([1, 4, 11, 40]))
    def wait(self, seconds: int) -> None:
        self.now += timedelta(seconds=seconds)

    @rule(worker=st.sampled_from(WORKERS))
    def beat(self, worker: str) -> None:
        with self.store.writing() as session:
            workers.beat(session, [worker], self.now)

    @rule(worker=st.sampled_from(WORKERS), at=st.integers(0, 3))
    def lease(self, worker: str, at: int) -> None:
        with self.store.writing() as session:
            before = session.get_one(Match, self.ids[at]).state
            failed = self.failed(session, self.ids[at])
            since = self.now - POLICY.silence
            others = {row.name for row in workers.living(session, since)} - failed - {worker}
            cup = tournaments.get(session, self.cup).state
            answer = one_match.lease(session, self.ids[at], worker, self.now, POLICY)
        if isinstance(answer, Lease):
            assert before is MatchState.QUEUED
            assert worker not in failed or not others
            assert cup is TournamentState.RUNNING or at == 3
            self.leases.append((worker, answer))
            self.seen["lease", "again after a failure" if failed else "granted"] += 1
            return
        self.seen["lease", answer] += 1
        if answer is Declined.LOST_BEFORE:
            assert worker in failed
            assert others
        elif answer is Declined.HELD:
            assert cup is not TournamentState.RUNNING
        else:
            assert before is not MatchState.QUEUED

    @rule(worker=st.sampled_from(WORKERS), most=st.integers(1, 3))
    def lease_next(self, worker: str, most: int) -> None:
        with self.store.writing() as session:
            for lease in one_match.lease_any(session, worker, self.now, POLICY, most=most):
                self.leases.append((worker, lease))

    @rule(worker=st.sampled_from(WORKERS), at=st.integers(0, 3), depth=st.integers(1, 6))
    def work_honestly(self, worker: str, at: int, depth: int) -> None:
        """What a good worker does, up to some point: without it few matches would get far."""
        count = len(self.done)
        self.lease(worker, at)
        if depth > 1 and self.leases and self.leases[-1][1].match_id == self.ids[at]:
            self.finish(0, at % 2)
        if depth > 2 and len(self.done) > count:
            self.verify(0, depth < 5)
            self.verify(0, True)
            for _ in range(depth - 3):
                self.rate(1)

    @rule(story=STORY, at=st.integers(0, 3))
    def tell(self, story: str, at: int) -> None:
        """A few steps that belong together and would seldom follow each other by chance."""
        if story == "dies":
            self.beat("w1")
            self.beat("w2")
            self.lease("w1", at)
            if self.leases:
                self.heartbeat(0)
            self.wait(11)
            self.sweep()
            self.lease("w1", at)
        elif story == "is lost again and again":
            for worker in WORKERS:
                self.lease(worker, at)
                self.wait(11)
                self.sweep()
        elif story == "comes back from the dead":
            self.lease("w1", at)
            self.wait(11)
            self.sweep()
            self.lease("w2", at)
            self.send_old_messages(at)
        elif story == "repeats itself":
            self.lease("w3", at)
            self.send_twice()
        elif story == "finds a paused tournament":
            self.steer("pause")
            self.lease("w3", at)
            self.steer("start")
        else:
            assert story == "finds a cancelled tournament"
            self.lease("w3", at)
            self.steer("cancel")
            if self.leases:
                self.hand_back(0)

    @rule(story=STORY, at=st.integers(0, 3))
    def tell_more(self, story: str, at: int) -> None:
        """Twice among the rules, so that stories are told more often."""
        self.tell(story, at)

    def send_old_messages(self, at: int) -> None:
        if len(self.leases) > 1 and self.leases[-2][1].match_id == self.ids[at]:
            self.heartbeat(1)
            self.hand_back(1)
            self.abort(1)
            self.finish(1, 0)

    def send_twice(self) -> None:
        if self.leases:
            send = (self.abort, self.hand_back)[len(self.leases) % 2]
            send(0)
            send(0)

    @precondition(lambda self: self.leases)
    @rule(which=LATELY)
    def heartbeat(self, which: int) -> None:
        lease = self.recent(which)
        self.hand_in("heartbeat", lease, one_match.heartbeat, self.now, POLICY)

    @precondition(lambda self: self.leases)
    @rule(which=LATELY, loser=st.integers(0, 1))
    def finish(self, which: int, loser: int) -> None:
        """Any worker hands in any result of any lease it ever had, again and again."""
        lease = self.recent(which)
        done = result(self.luck[lease.match_id], self.bots[lease.match_id], loser)
        report = self.hand_in("finish", lease, one_match.finish, done, self.now)
        if report is Report.DONE:
            self.done.append((lease.match_id, loser))

    @precondition(lambda self: self.leases)
    @rule(which=LATELY)
    def abort(self, which: int) -> None:
        self.hand_in("abort", self.recent(which), leases.abort, FAILURE, self.now, POLICY)

    @precondition(lambda self: self.leases)
    @rule(which=LATELY)
    def hand_back(self, which: int) -> None:
        self.hand_in("hand_back", self.recent(which), leases.hand_back, self.now)

    @precondition(lambda self: self.sent)
    @rule(which=LATELY)
    def send_again(self, which: int) -> None:
        """A message is delivered once more, at any later time."""
        name, lease, function, arguments = self.sent[-1 - which % len(self.sent)]
        self.hand_in(name, lease, function, *arguments)

    @rule()
    def sweep(self) -> None:
        with self.store.writing() as session:
            for expired in losses.expire_leases(session, self.now, POLICY):
                held = {(worker, lease.match_id, lease.epoch) for worker, lease in self.leases}
                assert (expired.worker, expired.match_id, expired.epoch) in held
                attempt = session.get_one(Attempt, (expired.match_id, expired.epoch))
                assert (attempt.state, attempt.end_time) == (AttemptState.LOST, self.now)
                self.seen["expire", "void" if expired.is_void else "queued"] += 1
            losses.requeue_lost(session, self.now, self.now - timedelta(seconds=60))

    @precondition(lambda self: self.done)
    @rule(which=LATELY, is_right=RARELY_NOT)
    def verify(self, which: int, is_right: bool) -> None:
        id, loser = self.done[-1 - which % len(self.done)]
        sha256 = result(self.luck[id], self.bots[id], loser if is_right else 1 - loser).sha256
        with self.store.writing() as session:
            before = session.get_one(Match, id)
            is_due = before.state is MatchState.PLAYED and before.record_sha256 == sha256
            report = one_match.verified(session, id, sha256, "v", self.now)
            self.seen["verified", report] += 1
            assert (report is Report.DONE) == is_due

    @precondition(lambda self: self.done)
    @rule(which=LATELY, is_sound=RARELY_NOT)
    def mismatch(self, which: int, is_sound: bool) -> None:
        if is_sound:
            return
        id, loser = self.done[-1 - which % len(self.done)]
        sha256 = result(self.luck[id], self.bots[id], loser).sha256
        other = result(self.luck[id], self.bots[id], 1 - loser)
        with self.store.writing() as session:
            verifications.mismatched(
                session, id, sha256, "v", self.now, reason="a test", replayed=other.record
            )

    @rule(most=st.integers(1, 4))
    def rate(self, most: int) -> None:
        with self.store.writing() as session:
            verified = select(Match.id).where(Match.state == MatchState.VERIFIED)
            due = session.scalars(verified.order_by(Match.id)).all()
            rated = ratings.rate_next(session, RATER, self.now, most=most)
        assert rated == due[:most]
        self.seen["rate", "some" if rated else "none"] += 1
        self.rated.update(rated or [])

    @rule(at=st.integers(0, 3), is_wanted=RARELY_NOT)
    def void(self, at: int, is_wanted: bool) -> None:
        if not is_wanted:
            with self.store.writing() as session:
                leases.void(session, self.ids[at], "by hand", self.now)

    @rule(choice=st.sampled_from(["start", "pause", "start", "start", "start", "cancel"]))
    def steer(self, choice: str) -> None:
        with self.store.writing() as session:
            if tournaments.get(session, self.cup).state.is_over:
                return
            if choice == "pause":
                tournaments.pause(session, self.cup)
            elif choice == "start":
                tournaments.start(session, self.cup, self.now)
            else:
                tournaments.cancel(session, self.cup, "rain", self.now)

    @invariant()
    def the_database_makes_sense(self) -> None:
        """What is over stays as it is; attempts are numbered, and at most the last is running."""
        with self.store.reading() as session:
            found = session.scalars(select(Match).options(selectinload(Match.attempts))).all()
            is_paused = tournaments.get(session, self.cup).state is TournamentState.PAUSED
        for match in found:
            if match.state is MatchState.QUEUED:
                assert match.is_held == (is_paused and match.tournament_id == self.cup)
            if match.id in self.ends:
                assert self.ends[match.id] == (match.state, match.end_time)
            if match.state.is_over:
                assert match.end_time is not None
                self.ends[match.id] = (match.state, match.end_time)
            attempts = match.attempts
            assert [attempt.epoch for attempt in attempts] == list(range(1, match.epoch + 1))
            running = [a.epoch for a in attempts if a.state is AttemptState.RUNNING]
            assert running == ([match.epoch] if match.state is MatchState.LEASED else [])
            finished = [a for a in attempts if a.state is AttemptState.FINISHED]
            assert len(finished) == (match.record_sha256 is not None)

    def recent(self, which: int) -> Lease:
        return self.leases[-1 - which % len(self.leases)][1]

    def hand_in(
        self, name: str, lease: Lease, function: Callable[..., Report], *arguments: object
    ) -> Report:
        """Only the holder of the lease changes anything."""
        with self.store.writing() as session:
            match = session.get_one(Match, lease.match_id)
            holds = match.state is MatchState.LEASED and match.epoch == lease.epoch
            report = function(session, lease.match_id, lease.epoch, *arguments)
            assert (report is Report.DONE) == holds
        self.seen[name, report] += 1
        self.sent.append((name, lease, function, arguments))
        return report

    def failed(self, session: Session, match_id: int) -> set[str]:
        return {
            attempt.worker
            for attempt in matches.attempts(session, match_id)
            if attempt.state in (AttemptState.LOST, AttemptState.ABORTED)
        }

    def settle(self) -> None:
        """Everything recovers: one honest worker, the sweeper and the organiser finish the rest."""
        with self.store.writing() as session:
            if not tournaments.get(session, self.cup).state.is_over:
                tournaments.start(session, self.cup, self.now)
        for _ in range(POLICY.most_failures + 1):
            self.now += timedelta(seconds=60)
            with self.store.writing() as session:
                losses.expire_leases(session, self.now, POLICY)
            with self.store.writing() as session:
                waiting = losses.requeue_lost(session, self.now, self.now)
            for match in waiting:
                self.work(match.match_id)

    def work(self, id: int) -> None:
        done = result(self.luck[id], self.bots[id])
        with self.store.writing() as session:
            lease = one_match.lease(session, id, "w9", self.now, POLICY)
            if isinstance(lease, Lease):
                one_match.finish(session, id, lease.epoch, done, self.now)
        with self.store.writing() as session:
            sha256 = session.get_one(Match, id).record_sha256
            if sha256 is not None:
                one_match.verified(session, id, sha256, "v", self.now)
        with self.store.writing() as session:
            self.rated.update(ratings.rate_next(session, RATER, self.now, most=9) or [])

    def check_the_end(self) -> None:
        with self.store.reading() as session:
            found = {match.id: match for match in session.scalars(select(Match))}
            changes = session.scalars(select(RatingChange)).all()
            elos = {(row.scope, row.version_id): row.elo for row in session.scalars(select(Rating))}
            met = sum(row.matches for row in session.scalars(select(Pair)) if row.scope == OVERALL)
            kept = {(row.match_id, row.sha256) for row in session.scalars(select(Record))}
        for id in self.ids:
            match = found[id]
            assert match.state.is_over, match.state
            assert self.rated[id] == (match.state is MatchState.RATED)
            counted = [change for change in changes if change.match_id == id]
            # Two versions, each in the ruleset's and in the overall scope.
            assert len(counted) == (4 if match.state is MatchState.RATED else 0)
            if match.state is MatchState.RATED:
                assert (id, match.record_sha256) in kept
            else:
                assert match.void_reason
        assert met == sum(self.rated.values())
        self.check_the_sums(changes, elos)

    def check_the_sums(
        self, changes: Sequence[RatingChange], elos: dict[tuple[str, int], float]
    ) -> None:
        """The history of each version leads from the start to the rating it has."""
        for (scope, version_id), elo in elos.items():
            at = RATER.start
            for change in sorted(changes, key=lambda change: change.id):
                if (change.scope, change.version_id) == (scope, version_id):
                    assert change.before == at
                    at = change.after
            assert at == elo


def test_every_match_is_rated_once_or_void_with_a_reason(databases: Databases) -> None:
    class OnThisDatabase(Machine):
        pass

    OnThisDatabase.databases = databases
    OnThisDatabase.seen = Counter()
    run(
        OnThisDatabase,
        settings=settings(
            max_examples=15,
            stateful_step_count=40,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            # Shrinking runs hundreds of worlds; the steps that are printed are short enough.
            phases=[Phase.explicit, Phase.generate],
        ),
    )
    assert sorted(WANTED - OnThisDatabase.seen.keys()) == []


def test_a_store_can_be_opened_many_times(databases: Databases) -> None:
    first = databases.open()
    second = Store(first.url.render_as_string(hide_password=False))
    with first.writing() as session:
        add_version(session, "ant")
    with second.reading() as session:
        assert [row.name for row in workers.living(session, START)] == []
    second.close()
