"""What one match, owner, host or version of the rules may do to the others: nothing."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pentarch.arbiter.referee import Verdict
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Ask, Store, bots, leases, matches, owners
from pentarch.arbiter.store import workers as presence
from pentarch.arbiter.store.leases import Declined, Lease
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.words import MatchState
from pentarch.engine import registry
from pentarch.engine.record import decode
from pentarch.workers import interruption
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.sweep import sweep
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.hosting import hosted, source
from tests.needs import needs_sandbox
from tests.threads import Background
from tests.waiting import until
from tests.workers.hosts import LEASES, NOW, PATIENCE, At, builtin, get, noted, queue

NEWER = registry.versions() | {"township": 2}


@contextmanager
def listening() -> Iterator[None]:
    """This process takes the signals of a playing process."""
    before = {number: signal.getsignal(number) for number in (signal.SIGUSR2, signal.SIGURG)}
    interruption.listen()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def asked_for(store: Store, versions: list[int], owner: str) -> int:
    """A match that an owner has asked for by hand."""
    with store.writing() as session:
        new = NewMatch(
            ruleset="township",
            versions=versions,
            keys=chosen(1),
            is_rated=False,
            owner_id=owners.by_name(session, owner).id,
        )
        return matches.create(session, new, NOW).id


@needs_sandbox
def test_a_void_match_frees_its_worker(host: At) -> None:
    """Whatever the bot does: the next heartbeat interrupts it."""
    slow = hosted(host.store, source("import time; time.sleep(600)"))
    [rival] = builtin(host.store, "greedy")
    [endless] = queue(host.store, [slow, rival])

    def void() -> None:
        until(lambda: get(host.store, endless).state is MatchState.LEASED)
        with host.store.writing() as session:
            leases.void(session, endless, "no longer wanted", NOW)

    with listening(), Background(void):
        assert play_matches(host, [endless]) == []
    row = get(host.store, endless)
    assert (row.state, row.void_reason) == (MatchState.VOID, "no longer wanted")


def test_an_unexpected_error_is_a_failed_attempt(host: At) -> None:
    """So that no match fails for ever: found with a time control nobody had thought of."""
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    with host.store.writing() as session:
        matches.get(session, match_id).clock = {"total": 0.0}
    for number in range(LEASES.most_failures):
        play_matches(replace(host, name=f"worker-{number}"), [match_id])
    row = get(host.store, match_id)
    assert (row.state, row.verdict, row.failures) == (MatchState.VOID, Verdict.ENGINE_ERROR, 4)
    assert "failed unexpectedly: ValueError" in (row.void_reason or "")
    assert "worker-" not in (row.void_reason or "")


@needs_sandbox
def test_a_host_without_room_puts_matches_off_and_says_so(host: At, tmp_path: Path) -> None:
    bot = hosted(host.store, source("pass"))
    [rival] = builtin(host.store, "greedy")
    [match_id] = queue(host.store, [bot, rival])
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder")
    full = replace(host, cache=PackageCache(blocked))
    for _ in range(2 * LEASES.most_failures):
        assert play_matches(full, [match_id]) == []
    row = get(host.store, match_id)
    assert (row.state, row.failures) == (MatchState.QUEUED, 0)
    with host.store.reading() as session:
        [worker] = presence.living(session, NOW)
    assert worker.trouble == f"matches cannot be played: {os.strerror(17)}"
    # With room again the next match clears it.
    assert play_matches(replace(full, cache=PackageCache(tmp_path / "room")), [match_id]) == [
        match_id
    ]
    with host.store.reading() as session:
        [worker] = presence.living(session, NOW)
    assert worker.trouble is None


def test_an_owner_s_own_matches_take_half_of_the_workers(host: At) -> None:
    pair = builtin(host.store, "greedy", "random")
    with host.store.writing() as session:
        for name in ("ann", "ben"):
            owners.create(session, name, NOW)
        for number in range(4):
            presence.beat(session, [f"worker-{number}"], NOW)
    mine = [asked_for(host.store, pair, "ann") for _ in range(3)]
    other = asked_for(host.store, pair, "ben")

    def lease(match_id: int, number: int) -> object:
        with host.store.writing() as session:
            [answer] = leases.lease_all(session, [match_id], f"worker-{number}", NOW, LEASES)
            return answer

    assert isinstance(lease(mine[0], 0), Lease)
    assert isinstance(lease(mine[1], 1), Lease)
    assert lease(mine[2], 2) is Declined.SHARED
    assert isinstance(lease(other, 2), Lease)
    # A worker that plays for the owner already may go on with the next.
    assert isinstance(lease(mine[2], 1), Lease)


def test_when_an_owner_s_match_is_over_the_next_is_called_for(host: At) -> None:
    pair = builtin(host.store, "greedy", "random")
    with host.store.writing() as session:
        owners.create(session, "ann", NOW)
    first, second = (asked_for(host.store, pair, "ann") for _ in range(2))
    play_matches(host, [first])
    assert noted(host).played == [[second]]


def test_a_match_by_other_rules_is_left_to_a_worker_that_has_them(host: At) -> None:
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    newer = replace(host, name="newer", rules=NEWER)
    # Nobody has them: it waits for the sweep.
    assert play_matches(newer, [match_id]) == []
    assert noted(host).played == []
    with host.store.writing() as session:
        presence.beat(session, [host.name], NOW, rules=host.rules)
    assert play_matches(newer, [match_id]) == []
    assert noted(host).played == [[match_id]]
    assert get(host.store, match_id).failures == 0
    assert play_matches(host, [match_id]) == [match_id]
    # A verifier with other rules neither voids nor rates it.
    noted(host).verified.clear()
    assert verify_matches(newer, [match_id]) == []
    assert noted(host).verified == [[match_id]]
    assert get(host.store, match_id).state is MatchState.PLAYED
    assert verify_matches(replace(host, name="other"), [match_id]) == [match_id]


def test_matches_by_rules_that_nobody_has_any_more_are_played_by_the_new_ones(host: At) -> None:
    queued, played = queue(host.store, builtin(host.store, "greedy", "random"), count=2)
    older = replace(host, rules=registry.versions() | {"township": 0})
    with host.store.writing() as session:
        for match_id in (queued, played):
            matches.get(session, match_id).rules_version = 0
    with host.store.writing() as session:
        presence.beat(session, [older.name], NOW, rules=older.rules)
    later = replace(host, name="later", time=NOW + PATIENCE / 2)
    sweep(later)
    assert get(host.store, queued).rules_version == 0, "an old worker lives"
    gone = replace(host, name="later", time=NOW + 3 * PATIENCE)
    sweep(gone)
    assert {get(host.store, id).rules_version for id in (queued, played)} == {1}
    assert sorted(id for ids in noted(host).played for id in ids) == [queued, played]
    assert play_matches(gone, [queued, played]) == [queued, played]


def test_a_record_that_nobody_can_verify_any_more_is_played_again(host: At) -> None:
    [match_id] = queue(host.store, builtin(host.store, "greedy", "random"))
    play_matches(host, [match_id])
    assert get(host.store, match_id).state is MatchState.PLAYED
    newer = replace(host, name="newer", rules=NEWER, time=NOW + 3 * PATIENCE)
    sweep(newer)
    row = get(host.store, match_id)
    assert (row.state, row.rules_version, row.epoch) == (MatchState.QUEUED, 2, 1)


@needs_sandbox
def test_what_a_bot_printed_is_for_its_owner_alone(host: At) -> None:
    crashing = hosted(host.store, source("raise ValueError('my secret line')"))
    [rival] = builtin(host.store, "greedy")
    [match_id] = queue(host.store, [crashing, rival])
    play_matches(host, [match_id])
    with host.store.reading() as session:
        public = matches.record(session, match_id).content
        [output] = bots.outputs_page(session, Ask(), crashing).items
    annotations: Any = decode(public).annotations
    [evidence] = annotations["evidence"]
    assert evidence["verdict"] == "BOT_CRASH"
    assert "exit code 1" in evidence["error"]
    assert not {"stderr", "offending"} & set(evidence)
    assert b"secret line" not in public
    assert "ValueError: my secret line" in output.text
    assert "== BOT_CRASH in decision" in output.text
