"""What is next, and for whom: several workers at once, and matches that must be looked past."""

from collections.abc import Callable, Sequence

import pytest
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Store, leases, losses, matches, owners, tournaments, workers
from pentarch.arbiter.store.matches import URGENT, NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.words import TournamentState
from pentarch.engine import registry
from tests.arbiter.store.scenes import (
    POLICY,
    RULESET,
    START,
    add_match,
    add_tournament,
    add_version,
    after,
)

Choice = Callable[[Sequence[Match]], Sequence[Match]]


def everything(rows: Sequence[Match]) -> Sequence[Match]:
    return rows


def take(session: Session, worker: str, most: int, choose: Choice = everything) -> list[int]:
    """The matches that a worker gets."""
    taken = leases.lease_next(
        session, worker, after(1), POLICY, rules=registry.versions(), most=most, choose=choose
    )
    assert all(lease.match_id == row.id for lease, row in taken)
    return [row.id for _, row in taken]


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_workers_that_look_at_the_same_time_get_different_matches(store: Store) -> None:
    """None waits for another: the first transaction is open until the last has looked."""
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        ids = [add_match(session, versions, seed=seed).id for seed in range(7)]
    with store.writing() as one, store.writing() as two, store.writing() as three:
        assert take(one, "w1", 3) == ids[:3]
        assert take(two, "w2", 3) == ids[3:6]
        assert take(three, "w3", 3) == ids[6:]


def test_what_is_wanted_is_leased_and_the_rest_stays(session: Session, versions: list[int]) -> None:
    ids = [add_match(session, versions, seed=seed).id for seed in range(4)]
    assert take(session, "w1", 4, lambda rows: rows[1:3]) == ids[1:3]
    assert take(session, "w2", 4) == [ids[0], ids[3]]
    assert take(session, "w3", 4) == []


def test_a_worker_looks_past_what_it_cannot_play(session: Session, versions: list[int]) -> None:
    ids = [add_match(session, versions, seed=seed).id for seed in range(12)]
    assert take(session, "w1", 1, lambda rows: [row for row in rows if row.id > ids[9]]) == [
        ids[10]
    ]


def test_a_worker_does_not_look_past_everything(session: Session, versions: list[int]) -> None:
    for seed in range(60):
        add_match(session, versions, seed=seed)
    seen: list[int] = []

    def refuse(rows: Sequence[Match]) -> Sequence[Match]:
        seen.extend(row.id for row in rows)
        return []

    assert take(session, "w1", 1, refuse) == []
    assert len(seen) == len(set(seen)) == 41


def test_an_owner_who_has_a_share_stands_in_nobody_s_way(
    session: Session, versions: list[int]
) -> None:
    for number in range(3):
        workers.beat(session, [f"w{number}"], after(1))
    ann = owners.create(session, "ann", START).id
    new = NewMatch(RULESET, versions, chosen(1), is_rated=False, priority=URGENT, owner_id=ann)
    asked = [matches.create(session, new, START).id for _ in range(30)]
    other = add_match(session, versions).id
    assert take(session, "w0", 1) == asked[:1]
    assert take(session, "w1", 1) == asked[1:2]
    assert take(session, "w2", 1) == [other]
    assert take(session, "w2", 1) == []
    # Whoever plays for the owner already may go on.
    assert take(session, "w1", 1) == asked[2:3]


def test_what_was_tried_before_is_not_next(session: Session, versions: list[int]) -> None:
    tried, fresh = (add_match(session, versions, seed=seed) for seed in range(2))
    [(lease, _)] = leases.lease_next(
        session,
        "w1",
        START,
        POLICY,
        rules=registry.versions(),
        most=1,
        choose=everything,
    )
    leases.hand_back(session, tried.id, lease.epoch, after(1))
    assert take(session, "w2", 2) == [fresh.id]


def test_a_paused_tournament_holds_its_matches_until_it_goes_on(
    session: Session, versions: list[int]
) -> None:
    cup = add_tournament(session, versions, "o-ant").id
    tournaments.start(session, cup, START)
    block = NewBlock(1, 1, [versions, versions[::-1]] * 2)
    _, rows = tournaments.add_block(session, cup, block, START)
    ids = [row.id for row in rows]
    assert take(session, "w1", 1) == ids[:1]
    tournaments.pause(session, cup)
    # One that comes back meanwhile is held like the others.
    leases.hand_back(session, ids[0], 1, after(2))
    session.flush()
    session.expire_all()
    assert [row.is_held for row in rows] == [True] * 4
    assert take(session, "w2", 4) == []
    tournaments.start(session, cup, after(3))
    assert take(session, "w2", 4) == ids[1:]
    session.expire_all()
    assert [row.is_held for row in rows] == [False] * 4


def test_what_a_program_of_the_version_before_has_started_is_let_go(
    session: Session, versions: list[int]
) -> None:
    cup = add_tournament(session, versions, "o-ant").id
    tournaments.start(session, cup, START)
    _, rows = tournaments.add_block(session, cup, NewBlock(1, 1, [versions]), START)
    paused = tournaments.pause(session, cup)
    losses.let_go_of_held(session)
    assert take(session, "w1", 1) == []
    paused.state = TournamentState.RUNNING
    session.flush()
    assert take(session, "w1", 1) == []
    losses.let_go_of_held(session)
    assert take(session, "w1", 1) == [rows[0].id]
