"""Conducting tournaments on a real store: every format to its end, policies, many conductors."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from pentarch.arbiter.referee.keys import planned
from pentarch.arbiter.store import Store, blocks, bots, leases, owners, ratings, tournaments
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.models import Block, Match, Seat
from pentarch.arbiter.store.ratings import RATER
from pentarch.arbiter.store.words import EntryState, MatchState, TournamentState, VersionKind
from pentarch.workers.conductor import AHEAD, conduct, conduct_after, conduct_all
from pentarch.workers.host import Host
from pentarch.workers.sweep import sweep
from tests import one_match
from tests.arbiter.store.databases import Databases, SqliteDatabases
from tests.builtin_bots import add_builtin
from tests.threads import Background
from tests.tournaments import (
    FORMATS,
    RULESET,
    START,
    Handed,
    add_bots,
    add_tournament,
    begin,
    blocks_of,
    host_of,
    run,
    settle,
    table,
    waiting,
)
from tests.workers.hosts import PATIENCE, At


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A conductor with an empty SQLite database."""
    made = SqliteDatabases(tmp_path)
    yield host_of(made.open(), tmp_path)
    made.close()


@pytest.fixture
def any_host(databases: Databases, tmp_path: Path) -> Host:
    """The same on each kind of database."""
    return host_of(databases.open(), tmp_path)


def labels(store: Store, tournament_id: int) -> list[str]:
    with store.reading() as session:
        return [block.label for block in blocks_of(session, tournament_id)]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_played_to_its_end(any_host: Host, name: str) -> None:
    host = any_host
    id = begin(host.store, name)
    run(host, id)
    with host.store.reading() as session:
        row = tournaments.get(session, id)
        counts = tournaments.progress(session, [id])[id]
    assert row.state is TournamentState.FINISHED
    assert row.end_reason
    assert counts[MatchState.QUEUED] == 0
    lines = table(host.store, id)
    assert {line.standing.bot for line in lines} == {e.version.ref for e in row.entries}
    assert lines[0].standing.rank == 1
    with host.store.reading() as session:
        rated = select(Seat.match_id).join(Match).where(Match.state == MatchState.RATED)
        seats = len(session.scalars(rated).all())
    counted = sum(line.rating.matches for line in lines)
    # A test may have had blocks under way beyond its verdict, which do not count.
    assert 0 < counted <= seats if name == "test" else counted == seats
    assert all(line.rating.interval.low < line.rating.rating for line in lines)


def test_matches_share_a_key_only_where_nobody_remembers(any_host: Host) -> None:
    with any_host.store.writing() as session:
        versions = add_bots(session, 2)
        owner = owners.by_name(session, "owner0")
        afar = bots.ensure_running(
            session,
            owner.id,
            "afar",
            kind=VersionKind.REMOTE,
            build="",
            rulesets=[RULESET],
            now=START,
        )
        id = add_tournament(session, [*versions, afar.id], "round_robin", {"blocks": 2})
        secret = tournaments.get(session, id).secret
    conduct(any_host, id)
    with any_host.store.reading() as session:
        rows = session.execute(select(Block, Match).join(Match, Match.block_id == Block.id)).all()
        kinds: Counter[bool] = Counter()
        keys: dict[tuple[int, int | None], set[bytes]] = {}
        for block, match in rows:
            refs = one_match.refs(session, match.id)
            assert block.is_paired == ("afar@1" not in refs)
            place = None if block.is_paired else match.position
            made = planned(secret, block.label, place)
            assert (match.key, match.bot_key, match.seed) == (made.match, made.bots, None)
            keys.setdefault((block.id, place), set()).update((match.key, match.bot_key))
            kinds[block.is_paired] += 1
    # Three pairs, two blocks of two matches each; the remote bot is in two of the pairs.
    assert kinds == {True: 4, False: 8}
    assert len(set().union(*keys.values())) == 2 * (2 + 8), "a key and a bots' key for each"


def test_where_keys_are_not_shared_every_match_counts_for_itself(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 2, kind=VersionKind.REMOTE)
        id = add_tournament(session, versions, "round_robin", {"blocks": 3})
    run(host, id, voids=["b1"])
    book = StoredBook(id)
    with host.store.reading() as session:
        book.refresh(session)
        assert all(not block.is_paired for block in book.history.issued)
    assert {row.matches for row in book.ratings().rows} == {6}
    assert {row.blocks for row in book.ratings().rows} == {6}, "units, not blocks of two"
    with host.store.writing() as session:
        counting = blocks.rated_ids(session, RULESET)
        assert set(counting.values()) == {None}


def test_a_paused_tournament_is_left_alone(host: Host) -> None:
    id = begin(host.store, "swiss")
    first = conduct(host, id)
    with host.store.writing() as session:
        tournaments.pause(session, id)
        settle(session, waiting(session, id))
    assert conduct(host, id) == 0
    assert conduct_all(host) == 0
    with host.store.writing() as session:
        tournaments.start(session, id, START)
    assert conduct_all(host) == first, "the next round"


def test_blocks_are_planned_as_they_are_needed(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 6)
        id = add_tournament(session, versions, "round_robin", {"blocks": 10})
    assert conduct(host, id) == AHEAD
    assert conduct(host, id) == 0, "enough is under way"
    with host.store.writing() as session:
        begun = waiting(session, id)
        settle(session, begun[:20])
    assert conduct_after(host, begun[:20]) == 0, "more than enough is still under way"
    with host.store.writing() as session:
        settle(session, begun[20:100])
    assert conduct_after(host, begun[20:100]) == 50
    assert len(labels(host.store, id)) == AHEAD + 50


def test_matches_that_were_never_handed_out_are_found_by_the_sweep(host: Host) -> None:
    class Gone(BaseException):
        """The process is gone."""

    class Dying(Handed):
        def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
            raise Gone

    id = begin(host.store, "swiss")
    dying = Host(host.store, Dying(), host.cache, "dying")
    with pytest.raises(Gone):
        conduct(dying, id)
    with host.store.reading() as session:
        planned = waiting(session, id)
    assert planned, "committed before it is handed out"
    assert conduct(host, id) == 0, "planned once"
    sweep(At(host.store, host.dispatch, host.cache, time=host.now() + 2 * PATIENCE))
    assert isinstance(host.dispatch, Handed)
    assert sorted(host.dispatch.played) == planned


def test_many_conductors_plan_everything_once(any_host: Host, tmp_path: Path) -> None:
    host = any_host
    id = begin(host.store, "round robin")
    hosts = [host_of(host.store, tmp_path) for _ in range(4)]
    for work in [Background(partial(run, one, id)) for one in hosts]:
        work.result()
    found = labels(host.store, id)
    assert len(found) == len(set(found)) == 20
    played: Counter[int] = Counter()
    for one in hosts:
        assert isinstance(one.dispatch, Handed)
        played.update(one.dispatch.played)
    assert set(played.values()) == {1}, "handed out once"
    assert len(played) == 40


def test_a_retired_version_is_withdrawn(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 4)
        id = add_tournament(session, versions, "swiss", {"rounds": 4, "blocks": 1})
    conduct(host, id)
    with host.store.writing() as session:
        bots.retire(session, versions[1], START)
        settle(session, waiting(session, id))
    run(host, id)
    with host.store.reading() as session:
        entry = tournaments.get(session, id).entries[1]
    assert entry.state is EntryState.WITHDRAWN
    assert entry.leaves is not None
    line = next(line for line in table(host.store, id) if line.standing.bot == "b01@1")
    assert line.standing.note == "withdrawn"
    assert line.rating.matches == 2, "what it has played counts"


def test_a_bot_that_keeps_crashing_is_not_seated_any_more(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 4)
        id = add_tournament(session, versions, "ladder", {"max_blocks": 60})
    run(host, id, crashing=versions[2])
    lines = {line.standing.bot: line for line in table(host.store, id)}
    assert lines["b02@1"].standing.note == "withdrawn"
    assert lines["b02@1"].rating.forfeits == lines["b02@1"].rating.matches
    assert lines["b02@1"].rating.blocks < 20 < lines["b00@1"].rating.blocks


def test_void_blocks_are_replaced_twice_and_then_dropped(host: Host) -> None:
    id = begin(host.store, "round robin")
    run(host, id, voids={"b3", "b3~1", "b3~2", "b5"})
    found = labels(host.store, id)
    assert {"b3~1", "b3~2", "b5~1"} <= set(found)
    assert "b3~3" not in found
    lines = table(host.store, id)
    assert sum(line.rating.matches for line in lines) == 2 * 2 * 19


def test_a_match_that_is_voided_later_counts_no_longer(host: Host) -> None:
    id = begin(host.store, "swiss")
    for _ in range(2):
        conduct(host, id)
        with host.store.writing() as session:
            settle(session, waiting(session, id))
    conduct(host, id)
    with host.store.writing() as session:
        first = session.scalars(select(Match.id).order_by(Match.id)).first()
        assert first is not None
        ratings.annul(session, first, "a mistake", RATER, START)
    run(host, id)
    lines = table(host.store, id)
    with host.store.reading() as session:
        assert tournaments.get(session, id).state is TournamentState.FINISHED
        block = session.get_one(Match, first).block_id
        label = session.get_one(Block, block).label
    assert f"{label}~1" in labels(host.store, id), "its block is played again"
    assert sum(line.standing.blocks for line in lines) >= 4 * 6


def test_an_open_ladder_lets_new_versions_in(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 3)
        id = add_tournament(session, versions, "ladder", {}, is_open=True)
    for _ in range(4):
        conduct(host, id)
        with host.store.writing() as session:
            settle(session, waiting(session, id))
    with host.store.writing() as session:
        owner = bots.version(session, versions[0]).bot.owner_id
        newer = add_builtin(session, owner, "b00", START, build="greedy", rulesets=[RULESET])
    conduct(host, id)
    with host.store.reading() as session:
        entries = {e.version.ref: e for e in tournaments.get(session, id).entries}
        queued = select(Seat.version_id).where(Seat.match_id.in_(waiting(session, id)))
        seated = set(session.scalars(queued))
    assert newer.ref == "b00@2"
    assert entries["b00@1"].state is EntryState.WITHDRAWN
    assert entries["b00@2"].joins > 0
    assert newer.id in seated, "new versions are placed first"
    assert versions[0] not in seated


def test_queued_matches_are_void_once_a_test_is_decided(host: Host) -> None:
    id = begin(host.store, "test")
    conduct(host, id)
    with host.store.writing() as session:
        queued = waiting(session, id)
        lease = one_match.lease(session, queued[-1], "w1", START, host.policy)
        settle(session, queued[:-4], gap=5.0)
    conduct(host, id)
    with host.store.reading() as session:
        assert tournaments.get(session, id).state is TournamentState.RUNNING, "one is under way"
        counts = tournaments.progress(session, [id])[id]
    assert counts[MatchState.QUEUED] == 0
    assert counts[MatchState.VOID] == 3
    assert isinstance(lease, leases.Lease)
    with host.store.writing() as session:
        leases.void(session, lease.match_id, "a test", START)
    conduct(host, id)
    with host.store.reading() as session:
        row = tournaments.get(session, id)
    assert row.state is TournamentState.FINISHED
    assert (row.end_reason or "").startswith("accept after")
