"""Listings stay fast: with many matches a page visits few rows and sorts none of them.

The check asks the database how it would run every statement that a listing sends. The number of
matches does not matter for that as long as scanning them is not the cheapest way.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import (
    Ask,
    Store,
    blocks,
    bots,
    ladder,
    leases,
    losses,
    matches,
    order,
    queue,
    ratings,
    tournaments,
)
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.matches import Filter, NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.order import Sort
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.store.words import OVERALL, MatchState, TournamentState
from pentarch.engine import registry
from tests.arbiter.store.bulk import Amounts, seed
from tests.arbiter.store.databases import Databases
from tests.arbiter.store.scenes import POLICY, START, after

MATCHES = 6000
AMOUNTS = Amounts(MATCHES, {"kingdom": 4, "township": 2}, tournaments=6, history=MATCHES)
LARGE = ("matches", "seats", "attempts", "rating_history", "blocks")
PAGE = 20
ROWS = 1 + max(AMOUNTS.rulesets.values())
"""A match and its seats."""


@pytest.fixture
def seeded(databases: Databases) -> Store:
    store = databases.open()
    with store.writing() as session:
        seed(session, AMOUNTS, START)
    # What autovacuum does on a server that runs; it cannot be done inside a transaction.
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE" if store.is_sqlite else "VACUUM ANALYZE")
    return store


LISTINGS: dict[str, Callable[[Session, Ask], Page[Any]]] = {
    "matches": lambda s, ask: matches.page(s, ask, Filter()),
    "of a ruleset": lambda s, ask: matches.page(s, ask, Filter(ruleset="township")),
    "in a state": lambda s, ask: matches.page(s, ask, Filter(state=MatchState.RATED)),
    "void": lambda s, ask: matches.page(s, ask, Filter(state=MatchState.VOID)),
    "of a ruleset in a state": lambda s, ask: matches.page(
        s, ask, Filter(ruleset="kingdom", state=MatchState.RATED)
    ),
    "of a tournament": lambda s, ask: matches.page(s, ask, Filter(tournament_id=2)),
    "of a tournament in a state": lambda s, ask: matches.page(
        s, ask, Filter(tournament_id=2, state=MatchState.RATED)
    ),
    "of a bot": lambda s, ask: matches.page(s, ask, Filter(bot_id=3)),
    "of a version": lambda s, ask: matches.page(s, ask, Filter(version_id=3)),
    "of a bot and ruleset": lambda s, ask: matches.page(
        s, ask, Filter(bot_id=3, ruleset="township")
    ),
    "of a bot in a state": lambda s, ask: matches.page(
        s, ask, Filter(bot_id=3, state=MatchState.RATED)
    ),
    "of a bot in a tournament": lambda s, ask: matches.page(
        s, ask, Filter(bot_id=3, tournament_id=1)
    ),
    "of a bot that wait": lambda s, ask: matches.page(
        s, ask, Filter(bot_id=3, state=MatchState.LEASED)
    ),
    "of a version that wait": lambda s, ask: matches.page(
        s, ask, Filter(version_id=3, ruleset="township", state=MatchState.QUEUED)
    ),
    "by steps": lambda s, ask: order.match_page(s, ask, Filter(), Sort("steps", True)),
    "history": lambda s, ask: ratings.history(s, ask, 3, OVERALL),
    "ladder": lambda s, ask: ladder.page(s, ask, "township"),
    "bots": lambda s, ask: bots.page(s, ask, ruleset="township"),
    "versions": lambda s, ask: bots.versions_page(s, ask, 3),
    "outputs": lambda s, ask: bots.outputs_page(s, ask, 3),
    "tournaments": lambda s, ask: tournaments.page(s, ask, state=TournamentState.FINISHED),
}


def walk(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", []):
        yield from walk(child)


def rows_visited(connection: Connection, statement: str, parameters: Any) -> int:
    """The rows that PostgreSQL reads from large tables for a statement."""
    explain = "EXPLAIN (ANALYZE, FORMAT JSON) " + statement
    (plan,) = connection.exec_driver_sql(explain, parameters).scalar_one()
    return sum(
        (node["Actual Rows"] + node.get("Rows Removed by Filter", 0)) * node["Actual Loops"]
        for node in walk(plan["Plan"])
        if node.get("Relation Name") in LARGE
    )


def scans(connection: Connection, statement: str, parameters: Any) -> list[str]:
    """What SQLite says of a statement that reads a whole large table or sorts."""
    rows = connection.exec_driver_sql("EXPLAIN QUERY PLAN " + statement, parameters).all()
    return [
        row[3]
        for row in rows
        if (row[3].startswith("SCAN") and row[3].split()[1] in LARGE and "WHERE" in statement)
        or ("ORDER BY" in row[3] and "TEMP B-TREE" in row[3] and is_large(statement))
    ]


def is_large(statement: str) -> bool:
    """Whether a statement is the one that cuts the page, and not one that loads its rows."""
    # The sweeper may sort what waits or is leased: few rows beside those that are over.
    sweeps = "matches.enqueue_time <" in statement or "matches.lease_deadline <" in statement
    return "LIMIT" in statement and not sweeps and any(f"FROM {t}" in statement for t in LARGE)


def check(store: Store, ask_for: Callable[[Session], object], most: int) -> None:
    sent: list[tuple[str, Any]] = []

    def keep(
        connection: Connection, cursor: object, statement: str, parameters: Any, *rest: object
    ) -> None:
        sent.append((statement, parameters))

    event.listen(store.engine, "before_cursor_execute", keep)
    with store.writing() as session:
        ask_for(session)
        event.remove(store.engine, "before_cursor_execute", keep)
        selects = [(statement, given) for statement, given in sent if "SELECT" in statement]
        assert selects
        for statement, given in selects:
            if store.is_sqlite:
                assert scans(session.connection(), statement, given) == [], statement
            else:
                assert rows_visited(session.connection(), statement, given) <= most, statement
        session.rollback()


def call(listing: Callable[[Session, Ask], Page[Any]], ask: Ask, session: Session) -> object:
    return listing(session, ask)


def test_every_listing_visits_few_rows(seeded: Store) -> None:
    for listing in LISTINGS.values():
        with seeded.reading() as session:
            first = listing(session, Ask(PAGE))
        # A later page must cost no more than the first.
        for ask in [Ask(PAGE), Ask(PAGE, first.next_token)]:
            check(seeded, partial(call, listing, ask), 800)


def test_the_sweeper_and_the_queue_visit_only_what_waits(seeded: Store) -> None:
    most = 4 * AMOUNTS.waiting
    rules = registry.versions()
    lost = partial(leases.lease_lost, now=after(9999), policy=POLICY, rules=rules, most=5)
    check(seeded, lambda s: lost(s, "w1"), most)
    check(seeded, lambda s: losses.expire_leases(s, after(9999), POLICY), most)
    check(seeded, take_five, 5 * ROWS)
    check(seeded, lambda s: losses.adopt(s, after(9999), after(9998), rules), 0)
    check(seeded, lambda s: matches.start_tag(s, 1, matches.ORDINARY, cost=2, weight=1.0), most)
    check(seeded, lambda s: losses.requeue_lost(s, after(9999), after(9998), most=10), most)
    check(seeded, matches.count_open, most)


def test_nobody_reads_past_the_matches_of_a_paused_tournament(seeded: Store) -> None:
    with seeded.writing() as session:
        tournaments.pause(session, AMOUNTS.tournaments)
        version = bots.page(session, Ask(1), ruleset="township").items[0].id
        for number in range(5):
            new = NewMatch("township", [version, version + 1], chosen(number), is_rated=True)
            matches.create(session, new, after(9000))
    check(seeded, take_five, 5 * ROWS)
    check(seeded, lambda s: losses.requeue_lost(s, after(9999), after(9998), most=5), 5 * ROWS)
    check(seeded, lambda s: queue.asked_by(s, [1], most=5), 5)
    with seeded.writing() as session:
        assert len(take_five(session)) == 5


@pytest.mark.parametrize("tournament", [1, 2, AMOUNTS.tournaments])
def test_a_book_reads_what_is_of_its_tournament_alone(seeded: Store, tournament: int) -> None:
    # So few matches may all be looked at, if PostgreSQL finds that cheaper, but not their seats.
    check(seeded, StoredBook(tournament).refresh, MATCHES)


def test_a_revision_looks_at_no_block_of_others(seeded: Store) -> None:
    with seeded.reading() as session:
        cup = tournaments.get(session, 1)
    check(seeded, lambda s: blocks.revision(s, cup), MATCHES // AMOUNTS.tournaments // 10)


def test_seats_are_found_wherever_their_matches_stand(seeded: Store) -> None:
    for ids in (range(1, MATCHES, 37), range(100, 900), [5, 6, MATCHES], []):
        with seeded.reading() as session:
            found = blocks.tables(session, list(ids))
            assert [table.match_id for table in found] == list(ids)
            whole = matches.several(session, list(ids))
        for table in found:
            assert table.versions == tuple(seat.version_id for seat in whole[table.match_id].seats)


def take_five(session: Session) -> list[tuple[Lease, Match]]:
    """What a worker does that has five tickets."""
    return leases.lease_next(
        session,
        "w1",
        after(9999),
        POLICY,
        rules=registry.versions(),
        most=5,
        choose=lambda rows: rows,
    )


def test_the_sums_that_pages_show(seeded: Store) -> None:
    check(seeded, lambda s: matches.verdicts_of(s, 3, most=100), 800)
    with seeded.reading() as session:
        assert matches.verdicts_of(session, 3, most=100) == (100, {})
        scopes = [row.scope for row in ratings.of_bot(session, 3)]
        assert scopes == ["kingdom", OVERALL, "township"]


def test_what_was_seeded_agrees_with_itself(seeded: Store) -> None:
    with seeded.reading() as session:
        counts = matches.count_by_state(session)
        assert sum(counts.values()) == MATCHES
        assert counts[MatchState.QUEUED] == counts[MatchState.PLAYED] == AMOUNTS.waiting // 2
        assert counts[MatchState.RATED] > 0.9 * MATCHES
        rated = blocks.tables(session, list(blocks.rated_ids(session, "township")))
        lines = ladder.page(session, Ask(100), "township").items
        assert len(lines) == AMOUNTS.bots
        assert sum(line.rating.matches for line in lines) == 2 * len(rated)
        assert {len(match.versions) for match in rated} == {2}
        progress = tournaments.progress(session, range(1, AMOUNTS.tournaments + 1))
        assert sum(sum(states.values()) for states in progress.values()) == MATCHES
        again = ratings.pairs(session, OVERALL, range(1, AMOUNTS.bots + 1))
        assert all(pair.matches == pair.wins + pair.draws + pair.losses for pair in again)
