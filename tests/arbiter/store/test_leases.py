"""The life of a match, one transition at a time."""

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.journal import Forfeited, Step
from pentarch.arbiter.store import (
    Ask,
    bots,
    journal,
    leases,
    losses,
    matches,
    ratings,
    tournaments,
    verifications,
    workers,
)
from pentarch.arbiter.store.attempts import AttemptFailure
from pentarch.arbiter.store.errors import WrongRecord, WrongState
from pentarch.arbiter.store.leases import Declined, Lease
from pentarch.arbiter.store.losses import Expired, Waiting
from pentarch.arbiter.store.models import JournalEntry, Match, RatingChange
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.results import Result
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.words import AttemptState, MatchState, RecordKind
from pentarch.engine import registry
from tests import one_match
from tests.arbiter.store.scenes import (
    POLICY,
    RATER,
    add_match,
    add_tournament,
    after,
    luck,
    result,
    take,
)

BOTS = ("ant@1", "bee@1")
STALL = AttemptFailure("WORKER_STALL", "no step for a minute", {"step": 3}, {0: "tick\n", 1: ""})


@pytest.fixture
def match(session: Session, versions: list[int]) -> Match:
    return add_match(session, versions)


def states(session: Session, match_id: int) -> list[AttemptState]:
    return [attempt.state for attempt in matches.attempts(session, match_id)]


def lose(session: Session, match_id: int, worker: str, at: float) -> list[Expired]:
    take(session, match_id, worker, at)
    return losses.expire_leases(session, after(at + 11), POLICY)


def lost_for(session: Session, worker: str, at: float, most: int = 9) -> list[Lease]:
    """What a worker gets of the matches that others have lost."""
    rules = registry.versions()
    return leases.lease_lost(session, worker, after(at), POLICY, rules=rules, most=most)


def play(session: Session, match: Match, loser: int = 1) -> Report:
    lease = take(session, match.id)
    return one_match.finish(
        session, match.id, lease.epoch, result(luck(match), BOTS, loser), after(1)
    )


def test_a_match_goes_from_the_queue_to_the_ratings(session: Session, match: Match) -> None:
    lease = take(session, match.id, at=5)
    assert lease == Lease(match.id, 1, after(15))
    assert match.state is MatchState.LEASED
    done = result(1, BOTS)
    assert one_match.finish(session, match.id, 1, done, after(6), outputs={1: "boo"}) is Report.DONE
    assert one_match.verified(session, match.id, done.sha256, "w2", after(7)) is Report.DONE
    assert one_match.rate(session, match.id, RATER, after(8))
    session.expire_all()
    found = matches.get(session, match.id)
    assert found.state is MatchState.RATED
    assert (found.start_time, found.play_time) == (after(5), after(6))
    assert (found.verify_time, found.end_time) == (after(7), after(8))
    assert (found.verifier, found.worker, found.lease_deadline) == ("w2", None, None)
    assert found.record_sha256 == done.sha256
    assert (found.reason, found.is_natural) == ("forfeit", False)
    assert [seat.rank for seat in found.seats] == [1, 2]
    assert [seat.verdict for seat in found.seats] == [None, "BOT_TIMEOUT"]
    assert states(session, match.id) == [AttemptState.FINISHED]
    assert matches.record(session, match.id).content == done.record
    printed = bots.outputs_page(session, Ask(), found.seats[1].version_id)
    assert [output.text for output in printed.items] == ["boo"]


def test_a_leased_match_is_not_leased_again(session: Session, match: Match) -> None:
    take(session, match.id, "w1")
    assert one_match.lease(session, match.id, "w2", after(1), POLICY) is Declined.TAKEN
    assert one_match.lease(session, match.id, "w1", after(1), POLICY) is Declined.TAKEN


def test_a_played_or_void_match_is_not_leased_again(session: Session, match: Match) -> None:
    play(session, match)
    assert one_match.lease(session, match.id, "w2", after(2), POLICY) is Declined.SETTLED
    leases.void(session, match.id, "a test", after(3))
    assert one_match.lease(session, match.id, "w2", after(4), POLICY) is Declined.SETTLED


def test_unknown_matches_are_reported(session: Session) -> None:
    done = result(1, BOTS)
    assert one_match.lease(session, 77, "w", after(0), POLICY) is Declined.UNKNOWN
    assert one_match.heartbeat(session, 77, 1, after(0), POLICY) is Report.UNKNOWN
    assert one_match.finish(session, 77, 1, done, after(0)) is Report.UNKNOWN
    assert leases.abort(session, 77, 1, STALL, after(0), POLICY) is Report.UNKNOWN
    assert leases.hand_back(session, 77, 1, after(0)) is Report.UNKNOWN
    assert one_match.verified(session, 77, "", "w", after(0)) is Report.UNKNOWN
    assert leases.void(session, 77, "", after(0)) is Report.UNKNOWN
    assert not one_match.rate(session, 77, RATER, after(0))
    assert ratings.annul(session, 77, "", RATER, after(0)) is Report.UNKNOWN
    assert journal.append(session, 77, 1, 1, [], after(0)) is Report.UNKNOWN


def test_a_heartbeat_moves_the_deadline_on(session: Session, match: Match) -> None:
    lease = take(session, match.id)
    assert one_match.heartbeat(session, match.id, lease.epoch, after(8), POLICY) is Report.DONE
    assert losses.expire_leases(session, after(17), POLICY) == []
    expired = losses.expire_leases(session, after(18.5), POLICY)
    assert expired == [Expired(match.id, 1, "w1", is_void=False)]
    assert one_match.heartbeat(session, match.id, lease.epoch, after(19), POLICY) is Report.LATE


def test_a_heartbeat_that_was_overtaken_does_not_move_the_deadline_back(
    session: Session, match: Match
) -> None:
    take(session, match.id)
    one_match.heartbeat(session, match.id, 1, after(8), POLICY)
    assert one_match.heartbeat(session, match.id, 1, after(3), POLICY) is Report.DONE
    session.refresh(match)
    assert match.lease_deadline == after(18)


def test_a_result_after_the_deadline_counts_while_nobody_has_taken_the_lease_away(
    session: Session, match: Match
) -> None:
    take(session, match.id)
    assert one_match.finish(session, match.id, 1, result(1, BOTS), after(60)) is Report.DONE


def test_a_repeated_result_changes_nothing(session: Session, match: Match) -> None:
    assert play(session, match) is Report.DONE
    done, other = result(1, BOTS), result(1, BOTS, 0)
    assert one_match.finish(session, match.id, 1, done, after(9)) is Report.REPEATED
    assert one_match.finish(session, match.id, 1, other, after(9)) is Report.LATE
    assert match.play_time == after(1)
    assert one_match.verified(session, match.id, done.sha256, "w2", after(2)) is Report.DONE
    assert one_match.verified(session, match.id, done.sha256, "w3", after(3)) is Report.REPEATED
    assert match.verifier == "w2"
    assert one_match.rate(session, match.id, RATER, after(4))
    assert not one_match.rate(session, match.id, RATER, after(5))
    assert one_match.verified(session, match.id, done.sha256, "w3", after(6)) is Report.REPEATED
    assert one_match.finish(session, match.id, 1, done, after(7)) is Report.REPEATED
    assert session.scalar(select(func.count()).select_from(RatingChange)) == 4
    assert len(matches.records(session, match.id)) == 1


def test_a_late_result_of_an_old_epoch_changes_nothing(session: Session, match: Match) -> None:
    lose(session, match.id, "w1", at=0)
    done = result(1, BOTS)
    assert one_match.finish(session, match.id, 1, done, after(12)) is Report.LATE
    assert match.state is MatchState.QUEUED
    take(session, match.id, "w2", at=13)
    assert one_match.finish(session, match.id, 1, done, after(14)) is Report.LATE
    assert leases.abort(session, match.id, 1, STALL, after(14), POLICY) is Report.LATE
    assert leases.hand_back(session, match.id, 1, after(14)) is Report.LATE
    assert one_match.heartbeat(session, match.id, 1, after(14), POLICY) is Report.LATE
    assert (match.state, match.epoch, match.worker) == (MatchState.LEASED, 2, "w2")
    assert one_match.finish(session, match.id, 2, done, after(15)) is Report.DONE
    assert states(session, match.id) == [AttemptState.LOST, AttemptState.FINISHED]


def test_a_lost_match_goes_to_another_worker(session: Session, match: Match) -> None:
    workers.beat(session, ["w1"], after(0))
    workers.beat(session, ["w2"], after(0))
    lose(session, match.id, "w1", at=0)
    assert one_match.lease(session, match.id, "w1", after(12), POLICY) is Declined.LOST_BEFORE
    assert lost_for(session, "w1", at=12) == []
    assert lost_for(session, "w2", at=12) == [Lease(match.id, 2, after(22))]


def test_a_lost_match_comes_back_when_no_other_worker_lives(session: Session, match: Match) -> None:
    workers.beat(session, ["w1"], after(0))
    workers.beat(session, ["w2"], after(-100))
    lose(session, match.id, "w1", at=0)
    assert take(session, match.id, "w1", at=12) == Lease(match.id, 2, after(22))


def test_a_worker_that_said_goodbye_does_not_count_as_living(
    session: Session, match: Match
) -> None:
    workers.beat(session, ["w1"], after(0))
    workers.beat(session, ["w2"], after(10))
    workers.stop(session, ["w2"], after(11))
    lose(session, match.id, "w1", at=0)
    assert take(session, match.id, "w1", at=12).epoch == 2


def test_a_worker_that_failed_too_does_not_count(session: Session, match: Match) -> None:
    for name in ("w1", "w2"):
        workers.beat(session, [name], after(10))
    lose(session, match.id, "w1", at=0)
    take(session, match.id, "w2", at=12)
    leases.abort(session, match.id, 2, STALL, after(13), POLICY)
    assert take(session, match.id, "w1", at=14).epoch == 3


def test_a_match_is_given_up_after_a_few_failures_with_a_visible_verdict(
    session: Session, match: Match
) -> None:
    assert lose(session, match.id, "w1", at=0) == [Expired(match.id, 1, "w1", is_void=False)]
    take(session, match.id, "w2", at=20)
    assert leases.abort(session, match.id, 2, STALL, after(21), POLICY) is Report.DONE
    assert leases.abort(session, match.id, 2, STALL, after(22), POLICY) is Report.REPEATED
    assert lose(session, match.id, "w3", at=30) == [Expired(match.id, 3, "w3", is_void=True)]
    assert match.state is MatchState.VOID
    assert match.verdict == "WORKER_LOST"
    assert match.void_reason == (
        "given up after 3 failed attempts; the last: its worker gave no sign of life"
    )
    assert match.end_time == after(41)
    first, second, third = matches.attempts(session, match.id)
    assert (first.state, first.verdict) == (AttemptState.LOST, "WORKER_LOST")
    assert (second.state, second.verdict) == (AttemptState.ABORTED, "WORKER_STALL")
    assert second.evidence == {"step": 3}
    assert third.heartbeat_time == after(30)


def test_handing_back_is_no_failure(session: Session, match: Match) -> None:
    workers.beat(session, ["w2"], after(0))
    for at in range(5):
        lease = take(session, match.id, "w1", at=at)
        assert leases.hand_back(session, match.id, lease.epoch, after(at)) is Report.DONE
        assert leases.hand_back(session, match.id, lease.epoch, after(at)) is Report.REPEATED
    assert match.failures == 0
    assert states(session, match.id) == [AttemptState.RETURNED] * 5


def test_a_record_that_does_not_replay_voids_the_match_and_both_are_kept(
    session: Session, match: Match
) -> None:
    play(session, match)
    done, other = result(1, BOTS), result(1, BOTS, 0)
    report = verifications.mismatched(
        session,
        match.id,
        done.sha256,
        "w2",
        after(3),
        reason="step 1: the digest differs",
        replayed=other.record,
    )
    assert report is Report.DONE
    assert (match.state, match.verdict) == (MatchState.VOID, "ENGINE_ERROR")
    assert match.void_reason == "the record does not replay: step 1: the digest differs"
    kept = {record.kind: record.content for record in matches.records(session, match.id)}
    assert kept == {RecordKind.PLAYED: done.record, RecordKind.REPLAYED: other.record}
    assert one_match.verified(session, match.id, done.sha256, "w3", after(4)) is Report.LATE
    assert not one_match.rate(session, match.id, RATER, after(5))


def test_verifying_another_record_changes_nothing(session: Session, match: Match) -> None:
    play(session, match)
    other = result(1, BOTS, 0)
    assert one_match.verified(session, match.id, other.sha256, "w2", after(2)) is Report.LATE
    assert match.state is MatchState.PLAYED


def test_a_match_is_rated_only_after_it_was_verified(session: Session, match: Match) -> None:
    assert not one_match.rate(session, match.id, RATER, after(0))
    play(session, match)
    assert not one_match.rate(session, match.id, RATER, after(2))
    assert session.scalar(select(func.count()).select_from(RatingChange)) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        result(2, BOTS),
        result(1, ("bee@1", "ant@1")),
        result(1, ("ant@1", "bee@2")),
        result(1, ("ant@1", "bee@1", "bee@1")),
    ],
    ids=["seed", "seats swapped", "another version", "more seats"],
)
def test_a_record_of_another_match_is_refused(
    session: Session, match: Match, wrong: Result
) -> None:
    take(session, match.id)
    with pytest.raises(WrongRecord):
        one_match.finish(session, match.id, 1, wrong, after(1))
    assert match.state is MatchState.LEASED
    assert one_match.finish(session, match.id, 1, result(1, BOTS), after(2)) is Report.DONE


def test_voiding_while_a_worker_plays_makes_its_result_late(session: Session, match: Match) -> None:
    take(session, match.id)
    assert leases.void(session, match.id, "withdrawn", after(1)) is Report.DONE
    assert leases.void(session, match.id, "again", after(2)) is Report.REPEATED
    assert one_match.heartbeat(session, match.id, 1, after(2), POLICY) is Report.LATE
    assert one_match.finish(session, match.id, 1, result(1, BOTS), after(3)) is Report.LATE
    assert (match.void_reason, match.end_time) == ("withdrawn", after(1))
    assert states(session, match.id) == [AttemptState.VOIDED]


def test_what_others_have_lost_is_served_by_age(session: Session, versions: list[int]) -> None:
    made = [add_match(session, versions, seed=seed) for seed in range(4)]
    for match in made[:3]:
        take(session, match.id, "w1")
    losses.expire_leases(session, after(11), POLICY)
    first = lost_for(session, "w2", at=12, most=2)
    rest = lost_for(session, "w3", at=12)
    assert [lease.match_id for lease in first + rest] == [match.id for match in made[:3]]


def test_the_sweeper_finds_what_the_broker_lost(session: Session, versions: list[int]) -> None:
    queued, leased, played, rated = (add_match(session, versions, seed=s) for s in (1, 2, 3, 4))
    take(session, leased.id)
    play(session, played)
    play(session, rated)
    one_match.verified(session, rated.id, result(4, BOTS).sha256, "w", after(1))
    one_match.rate(session, rated.id, RATER, after(1))
    assert losses.requeue_lost(session, after(50), before=after(-1)) == []
    found = losses.requeue_lost(session, after(50), before=after(40))
    assert found == [
        Waiting(queued.id, None, MatchState.QUEUED),
        Waiting(played.id, None, MatchState.PLAYED),
    ]
    assert losses.requeue_lost(session, after(60), before=after(50)) == []
    assert len(losses.requeue_lost(session, after(60), before=after(51), most=1)) == 1


def test_a_match_of_a_paused_tournament_does_not_begin(
    session: Session, versions: list[int]
) -> None:
    cup = add_tournament(session, versions, "o-ant")
    tournaments.start(session, cup.id, after(0))
    _, made = tournaments.add_block(
        session, cup.id, NewBlock(1, 1, [versions, versions[::-1]]), after(0)
    )
    tournaments.pause(session, cup.id)
    assert one_match.lease(session, made[0].id, "w1", after(1), POLICY) is Declined.HELD
    assert losses.requeue_lost(session, after(99), before=after(98)) == []
    tournaments.start(session, cup.id, after(2))
    # What was held is due at once, whenever the broker last heard of it.
    due = losses.requeue_lost(session, after(99), before=after(1))
    assert [match.match_id for match in due] == [match.id for match in made]
    taken = one_match.lease_any(session, "w1", after(3), POLICY, most=9)
    assert [lease.match_id for lease in taken] == [match.id for match in made]


def test_a_cancelled_tournament_leaves_no_match_waiting(
    session: Session, versions: list[int]
) -> None:
    cup = add_tournament(session, versions, "o-ant")
    tournaments.start(session, cup.id, after(0))
    _, made = tournaments.add_block(
        session, cup.id, NewBlock(1, 1, [versions, versions[::-1]] * 2), after(0)
    )
    lost, back, played, waits = (match.id for match in made)
    for id in (lost, back, played):
        take(session, id)
    tournaments.cancel(session, cup.id, "rain", after(1))
    leases.hand_back(session, back, 1, after(2))
    record = result(luck(session.get_one(Match, played)), BOTS)
    done = one_match.finish(session, played, 1, record, after(3))
    assert done is Report.DONE
    assert [match.match_id for match in losses.expire_leases(session, after(11), POLICY)] == [lost]
    session.expire_all()
    ends = {id: matches.get(session, id).state for id in (lost, back, played, waits)}
    assert ends == {
        lost: MatchState.VOID,
        back: MatchState.VOID,
        played: MatchState.PLAYED,
        waits: MatchState.VOID,
    }
    assert matches.get(session, waits).void_reason == "the tournament was cancelled: rain"


def test_the_journal_lets_another_worker_go_on(session: Session, match: Match) -> None:
    steps: list[Step | Forfeited] = [
        Step(0, 10, b"aaaa"),
        Step(1, 11, b"bbbb", {"spent": 3}),
        Forfeited(1, "BOT_CRASH"),
    ]
    take(session, match.id, "w1")
    assert journal.append(session, match.id, 1, 1, steps[:2], after(1)) is Report.DONE
    assert journal.append(session, match.id, 1, 1, steps[:2], after(1)) is Report.REPEATED
    assert journal.append(session, match.id, 1, 2, steps[1:], after(2)) is Report.DONE
    with pytest.raises(WrongState, match="has 3 entries, not 7"):
        journal.append(session, match.id, 1, 8, steps, after(2))
    losses.expire_leases(session, after(11), POLICY)
    assert journal.append(session, match.id, 1, 4, steps, after(12)) is Report.LATE
    take(session, match.id, "w2", at=13)
    assert journal.everything(session, match.id) == steps
    assert journal.append(session, match.id, 2, 4, steps[:1], after(14)) is Report.DONE
    epochs = select(JournalEntry.epoch).order_by(JournalEntry.number)
    assert session.scalars(epochs).all() == [1, 1, 1, 2]
    assert journal.clear(session, match.id, 1) is Report.LATE
    one_match.finish(session, match.id, 2, result(1, BOTS), after(15))
    assert journal.length(session, match.id) == 0


def test_a_journal_can_be_started_over(session: Session, match: Match) -> None:
    take(session, match.id)
    journal.append(session, match.id, 1, 1, [Step(0, 1, b"aaaa")], after(1))
    assert journal.clear(session, match.id, 1) is Report.DONE
    assert journal.append(session, match.id, 1, 1, [Step(0, 2, b"cccc")], after(2)) is Report.DONE
    assert journal.everything(session, match.id) == [Step(0, 2, b"cccc")]


def test_a_match_has_no_record_before_it_is_played(session: Session, match: Match) -> None:
    with pytest.raises(WrongState, match="queued"):
        matches.record(session, match.id)
