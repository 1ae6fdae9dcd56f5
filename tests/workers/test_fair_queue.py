"""Owners come one after another, in the queue of matches and in that of validations."""

import time
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.packages.languages import PROTOBUF
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Store, bots, matches, owners, validations
from pentarch.arbiter.store import queue as store_queue
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.matches import ORDINARY, URGENT, NewMatch
from pentarch.arbiter.store.models import Match, Version
from pentarch.arbiter.store.words import MatchState
from pentarch.workers.windows import play_matches, play_next
from tests.workers.hosts import NOW, At, builtin, get, host, noted, store

__all__ = ["host", "store"]


def queue(
    store: Store, owner: str, versions: list[int], count: int, *, priority: int = ORDINARY
) -> list[int]:
    """Matches of an owner, one by one."""
    with store.writing() as session:
        owner_id = owners.by_name(session, owner).id
        return [
            matches.create(
                session,
                NewMatch(
                    ruleset="township",
                    versions=versions,
                    keys=chosen(number + 1),
                    is_rated=False,
                    options={"round_cap": 5},
                    priority=priority,
                    owner_id=owner_id,
                ),
                NOW,
            ).id
            for number in range(count)
        ]


def people(store: Store) -> list[int]:
    versions = builtin(store, "random", "greedy")
    with store.writing() as session:
        for name in ("ann", "ben"):
            owners.create(session, name, NOW)
    return versions


def states(store: Store) -> dict[int, MatchState]:
    with store.reading() as session:
        return {row.id: row.state for row in session.scalars(select(Match))}


def test_one_match_is_played_second_however_many_another_owner_has_queued(host: At) -> None:
    versions = people(host.store)
    many = queue(host.store, "ann", versions, 200)
    [mine] = queue(host.store, "ben", versions, 1)
    # The messages come in the order in which the matches were queued.
    for message in many[:2]:
        play_next(host, [message])
    assert get(host.store, mine).state is MatchState.PLAYED
    played = [id for id, state in states(host.store).items() if state is MatchState.PLAYED]
    assert played == [many[0], mine]


def test_every_message_is_good_for_a_match_until_none_waits(host: At) -> None:
    versions = people(host.store)
    ids = [*queue(host.store, "ann", versions, 6), *queue(host.store, "ben", versions, 2)]
    for start in range(0, len(ids), 2):
        play_next(host, ids[start : start + 2])
    assert set(states(host.store).values()) == {MatchState.PLAYED}
    play_next(host, ids[:2])


def test_urgent_matches_come_before_all_others(host: At) -> None:
    versions = people(host.store)
    waiting = queue(host.store, "ann", versions, 3)
    [urgent] = queue(host.store, "ben", versions, 1, priority=URGENT)
    play_next(host, [waiting[0]])
    assert get(host.store, urgent).state is MatchState.PLAYED


def test_what_was_tried_before_is_played_by_its_own_message_alone(host: At) -> None:
    versions = people(host.store)
    first, second = queue(host.store, "ann", versions, 2)
    with host.store.writing() as session:
        session.get_one(Match, first).epoch = 1
    play_next(host, [second])
    assert get(host.store, first).state is MatchState.QUEUED
    assert get(host.store, second).state is MatchState.PLAYED
    play_next(host, [first])
    assert get(host.store, first).state is MatchState.PLAYED


def test_who_was_slower_plays_the_one_after(host: At) -> None:
    versions = people(host.store)
    ids = queue(host.store, "ann", versions, 3)
    play_matches(host, ids[:1])
    play_next(host, ids[:1])
    assert [*states(host.store).values()].count(MatchState.PLAYED) == 2
    assert noted(host).verified


def test_one_version_is_validated_second_behind_two_hundred_of_another_owner(
    store: Store, tmp_path: Path
) -> None:
    people(store)
    with store.writing() as session:
        ann, ben = (owners.by_name(session, name).id for name in ("ann", "ben"))
        for number in range(200):
            submit(session, ann, f"ann-{number}")
        for _ in range(20):
            validations.begin(session, "worker", NOW, NOW)
        mine = submit(session, ben, "ben-1")
        order = []
        while (begun := validations.begin(session, "worker", NOW, NOW)) is not None:
            order.append(begun.version_id)
    assert order.index(mine) <= 1
    assert len(order) == 181


def submit(session: Session, owner_id: int, name: str) -> int:
    made: Version = bots.submit(
        session,
        owner_id,
        HostedVersion(
            bot=name,
            rulesets=["township"],
            entry_point="bot.py",
            language="python",
            is_reusable=False,
            build="",
            protocol=PROTOBUF,
        ),
        b"package",
        NOW,
    )
    return made.id


@pytest.mark.long
def test_measured_two_owners(host: At) -> None:
    """What `pytest -s` prints is the measured run: matches and seconds that each owner waits."""
    versions = people(host.store)
    many = queue(host.store, "ann", versions, 200)
    tickets = [*many, *queue(host.store, "ben", versions, 1)]
    mine = tickets[-1]
    began = time.monotonic()
    waited: dict[int, float] = {}
    for ticket in tickets:
        with host.store.reading() as session:
            query = store_queue.next_matches(host.rules, most=1)
            [next_one] = [row.id for row in session.scalars(query)]
        play_next(host, [ticket])
        waited[next_one] = time.monotonic() - began
    place = [*waited].index(mine)
    print(
        f"\nplace {place + 1} of {len(waited)}, {waited[mine]:.2f} s of {max(waited.values()):.2f}"
    )
    assert place <= 1
    assert set(states(host.store).values()) == {MatchState.PLAYED}
