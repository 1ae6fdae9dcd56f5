"""Playing, verifying and sweeping as plain functions, on a real database."""

import io
import os
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from prometheus_client import REGISTRY

from pentarch.arbiter.store import Store, bots, ladder, matches, owners, validations, verifications
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.models import Record as RecordRow
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.words import AttemptState, MatchState, RecordKind, VersionState
from pentarch.engine.record import Record, decode, encode, verify
from pentarch.workers import interruption
from pentarch.workers.host import Host
from pentarch.workers.sweep import sweep
from pentarch.workers.validation import validate_next
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests import needs, one_match
from tests.workers.hosts import LEASES, NOW, At, builtin, get, noted, queue


def counted(name: str) -> float:
    """A counter of this process."""
    return REGISTRY.get_sample_value(name) or 0.0


def elos(store: Store) -> dict[str, float]:
    with store.reading() as session:
        page = ladder.page(session, Ask(size=10), "township")
    return {line.rating.version.ref: line.rating.elo for line in page.items}


def test_a_match_is_played_verified_and_rated_once(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    [match_id] = queue(host.store, versions)
    assert play_matches(host, [match_id]) == [match_id]
    assert get(host.store, match_id).state is MatchState.PLAYED
    assert noted(host).verified == [[match_id]]
    other = replace(host, name="worker-2")
    assert verify_matches(other, [match_id]) == [match_id]
    row = get(host.store, match_id)
    assert (row.state, row.verifier, row.rules_version) == (MatchState.RATED, "worker-2", 1)
    assert [seat.rank for seat in row.seats] == [1, 2]
    with host.store.reading() as session:
        verify(matches.record(session, match_id).content)
    before = elos(host.store)
    assert before["greedy@1"] > 1500 > before["random@1"]
    # Every message once more, and in another order: nothing changes.
    assert play_matches(host, [match_id]) == []
    assert verify_matches(other, [match_id]) == []
    assert elos(host.store) == before


def test_a_worker_does_not_verify_what_it_has_played(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    [match_id] = queue(host.store, versions)
    play_matches(host, [match_id])
    assert verify_matches(host, [match_id]) == []
    row = get(host.store, match_id)
    assert row.state is MatchState.PLAYED
    with host.store.writing() as session:
        sha256 = row.record_sha256 or ""
        report = one_match.verified(session, match_id, sha256, host.name, NOW)
        assert report is Report.BARRED
        assert (
            verifications.mismatched(
                session, match_id, sha256, host.name, NOW, reason="so it says", replayed=None
            )
            is Report.BARRED
        )
    assert get(host.store, match_id).state is MatchState.PLAYED
    # Another process has another name, on this host too.
    names = {Host(host.store, host.dispatch, host.cache).name for _ in range(2)}
    assert len(names) == 2
    assert verify_matches(replace(host, name=names.pop()), [match_id]) == [match_id]


def test_the_same_seed_gives_the_same_record_on_any_worker(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    first, second = queue(host.store, versions) + queue(host.store, versions)
    play_matches(host, [first])
    play_matches(replace(host, name="worker-2"), [second])
    with host.store.reading() as session:
        one, two = (verify(matches.record(session, id).content) for id in (first, second))
    assert one.final_digest == two.final_digest


def test_a_dead_worker_s_match_goes_to_another_one(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    [match_id] = queue(host.store, versions)
    with host.store.writing() as session:
        one_match.lease(session, match_id, "worker-dead", NOW, LEASES)
    assert play_matches(host, [match_id]) == [], "somebody holds it"
    late = replace(host, time=NOW + LEASES.duration + timedelta(seconds=1))
    losses = counted("pentarch_lease_losses_total")
    assert sweep(late) == 1
    assert counted("pentarch_lease_losses_total") == losses + 1
    assert noted(host).played == [[match_id]]
    assert play_matches(late, [match_id]) == [match_id]
    row = get(host.store, match_id)
    assert [attempt.state for attempt in row.attempts] == [AttemptState.LOST, AttemptState.FINISHED]
    assert row.attempts[0].verdict == "WORKER_LOST"
    assert [seat.verdict for seat in row.seats] == [None, None], "no bot is charged for it"


def test_work_that_the_broker_lost_is_handed_out_again(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    queued = queue(host.store, versions, count=3)
    play_matches(host, queued[:1])
    later = replace(host, time=NOW + timedelta(minutes=1))
    noted(host).verified.clear()
    assert sweep(later) == 3
    assert noted(host).played == [queued[1:]]
    assert noted(host).verified == [[queued[0]]]
    assert sweep(later) == 0, "not again before the patience is over"


def test_what_may_still_wait_at_the_broker_is_given_more_time(host: At) -> None:
    queue(host.store, builtin(host.store, "greedy", "random"))
    assert sweep(replace(host, time=NOW + timedelta(minutes=1)), backlog=7) == 0
    assert sweep(replace(host, time=NOW + timedelta(minutes=5)), backlog=7) == 1


def test_many_waiting_matches_share_tasks_and_blocks_stay_whole(host: At) -> None:
    queued = queue(host.store, builtin(host.store, "greedy", "random"), count=45)
    assert sweep(replace(host, time=NOW + timedelta(minutes=1))) == 45
    assert noted(host).played == [queued[:20], queued[20:40], queued[40:]]


def test_a_stopped_worker_hands_back_what_it_has_not_played(host: At) -> None:
    versions = builtin(host.store, "greedy", "random")
    queued = queue(host.store, versions, count=2)
    interruption.listen()
    os.kill(os.getpid(), interruption.STOP_SIGNAL)
    with pytest.raises(interruption.Stopping):
        play_matches(host, queued)
    interruption.listen()
    for match_id in queued:
        row = get(host.store, match_id)
        assert row.state is MatchState.QUEUED
        assert [attempt.state for attempt in row.attempts] == [AttemptState.RETURNED]
        assert row.failures == 0
    assert noted(host).played == [queued]


def spoil(store: Store, match_id: int, change: Callable[[bytes], bytes]) -> None:
    with store.writing() as session:
        found = matches.record(session, match_id)
        row = session.get_one(RecordRow, (found.match_id, found.epoch, found.kind))
        row.content = change(found.content)


def with_other_digests(content: bytes) -> bytes:
    record = decode(content)
    return encode(Record(**{**vars(record), "digests": record.digests[::-1]}))


def test_a_record_that_does_not_replay_voids_the_match_and_both_are_kept(host: At) -> None:
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    play_matches(host, [match_id])
    spoil(host.store, match_id, with_other_digests)
    mismatches = counted("pentarch_verify_mismatches_total")
    assert verify_matches(replace(host, name="worker-2"), [match_id]) == []
    assert counted("pentarch_verify_mismatches_total") == mismatches + 1
    row = get(host.store, match_id)
    assert row.state is MatchState.VOID
    assert "does not replay: step 1: the digest differs" in (row.void_reason or "")
    with host.store.reading() as session:
        kept = {row.kind: row.content for row in matches.records(session, match_id)}
    assert set(kept) == {RecordKind.PLAYED, RecordKind.REPLAYED}
    assert verify(kept[RecordKind.REPLAYED]).steps, "what the commands lead to holds by itself"


def test_of_a_record_that_cannot_be_read_there_is_no_replay(host: At) -> None:
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    play_matches(host, [match_id])
    spoil(host.store, match_id, lambda content: content[:30])
    assert verify_matches(replace(host, name="worker-2"), [match_id]) == []
    assert get(host.store, match_id).state is MatchState.VOID
    with host.store.reading() as session:
        assert [row.kind for row in matches.records(session, match_id)] == [RecordKind.PLAYED]


def hosted(store: Store, source: str) -> int:
    needs.need_sandbox()
    version_id = submitted(store, {"bot.py": source})
    with store.writing() as session:
        validation = validations.begin(session, "validator", NOW, NOW + timedelta(minutes=1))
        assert validation is not None
        validations.activate(session, validation, output="fine", now=NOW)
    return version_id


def submitted(store: Store, files: dict[str, str]) -> int:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    package = target.getvalue()
    with store.writing() as session:
        owner = owners.create(session, "author", NOW)
        version = bots.submit(
            session,
            owner.id,
            HostedVersion(
                bot="mine",
                rulesets=["township"],
                entry_point="bot.py",
                language="python",
                is_reusable=False,
            ),
            package,
            NOW,
        )
        return version.id


HOSTED = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class Last(Bot):
    def decide(self, turn):
        {body}

play_hosted(Last)
"""


def test_a_hosted_bot_plays_from_its_package(host: At) -> None:
    mine = hosted(host.store, HOSTED.format(body="return turn.legal[-1]"))
    [rival] = builtin(host.store, "random")
    [match_id] = queue(host.store, [mine, rival])
    assert play_matches(host, [match_id]) == [match_id]
    assert verify_matches(replace(host, name="worker-2"), [match_id]) == [match_id]
    assert [seat.verdict for seat in get(host.store, match_id).seats] == [None, None]


def test_a_hosted_bot_that_fails_loses_and_the_verdict_is_kept(host: At) -> None:
    mine = hosted(host.store, HOSTED.format(body="return 'nonsense'"))
    [rival] = builtin(host.store, "random")
    [match_id] = queue(host.store, [rival, mine])
    assert play_matches(host, [match_id]) == [match_id]
    assert verify_matches(replace(host, name="worker-2"), [match_id]) == [match_id]
    seats = get(host.store, match_id).seats
    assert [(seat.rank, seat.verdict) for seat in seats] == [(1, None), (2, "BOT_ILLEGAL")]


@needs.needs_sandbox
def test_a_version_that_plays_is_activated(host: At) -> None:
    source = HOSTED.format(body="print('thinking'); return turn.legal[0]")
    version_id = submitted(host.store, {"bot.py": source})
    assert validate_next(host) == version_id
    with host.store.reading() as session:
        assert bots.version(session, version_id).state is VersionState.ACTIVE
        output = bots.validation_output(session, version_id)
    assert "== township" in output
    assert "thinking" in output
    assert validate_next(host) is None


REJECTED = {
    "no entry point": ({"other.py": "x"}, "no file 'bot.py'"),
    "a crash": ({"bot.py": "raise ValueError('not today')"}, "BOT_CRASH"),
    "nonsense": ({"bot.py": HOSTED.format(body="return 'nonsense'")}, "BOT_ILLEGAL"),
    "an escape": ({"../bot.py": "x"}, "not a name inside the package"),
}


@needs.needs_sandbox
@pytest.mark.parametrize("name", REJECTED)
def test_a_version_that_does_not_play_is_rejected_with_the_reason(host: At, name: str) -> None:
    files, reason = REJECTED[name]
    version_id = submitted(host.store, files)
    assert validate_next(host) == version_id
    with host.store.reading() as session:
        version = bots.version(session, version_id)
    assert version.state is VersionState.REJECTED
    assert reason in (version.reject_reason or "")


def test_a_submission_that_the_broker_lost_is_found_by_the_sweep(host: At) -> None:
    submitted(host.store, {"bot.py": "x"})
    sweep(host)
    assert noted(host).validations == 0
    sweep(replace(host, time=NOW + timedelta(minutes=1)))
    assert noted(host).validations == 1
