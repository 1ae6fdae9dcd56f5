"""Sorted listings give every row once in the right order; counts by seat agree with the matches."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.store import Ask, Store, insights, matches, order
from pentarch.arbiter.store.errors import InvalidPage
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.models import Bot, Match, Rating, Seat, Tournament
from pentarch.arbiter.store.order import Sort
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.store.words import MatchState
from tests.arbiter.store.bulk import Amounts, main, seed
from tests.arbiter.store.scenes import START

AMOUNTS = Amounts(
    300, {"kingdom": 4, "township": 2}, bots=9, owners=3, tournaments=4, void=5, waiting=20
)
PAGE = 37
MATCH_VALUES: dict[str, Callable[[Match], Any]] = {
    "id": lambda row: row.id,
    "ruleset": lambda row: row.ruleset,
    "state": lambda row: row.state.value,
    "steps": lambda row: -1 if row.steps is None else row.steps,
}


@pytest.fixture
def seeded(store: Store) -> Store:
    with store.writing() as session:
        seed(session, AMOUNTS, START)
    return store


def everything(turn: Callable[[Ask], Page[Any]]) -> Iterator[Any]:
    token = ""
    while True:
        page = turn(Ask(PAGE, token))
        yield from page.items
        token = page.next_token
        if not token:
            return


@pytest.mark.parametrize("is_falling", [True, False])
@pytest.mark.parametrize("field", order.MATCHES)
def test_matches_by_every_field(seeded: Store, field: str, is_falling: bool) -> None:
    sort = Sort(field, is_falling)
    with seeded.reading() as session:
        found = list(everything(lambda ask: order.match_page(session, ask, Filter(), sort)))
        assert [row.id for row in found] == [
            row.id
            for row in sorted(
                session.scalars(select(Match)),
                key=lambda row: (MATCH_VALUES[field](row), row.id),
                reverse=is_falling,
            )
        ]
        assert found[0].seats[0].version.ref


def test_filters_hold_in_any_order(seeded: Store) -> None:
    where = Filter(ruleset="kingdom", state=MatchState.RATED, bot_id=3)
    with seeded.reading() as session:
        usual = everything(lambda ask: matches.page(session, ask, where))
        sort = Sort("steps", False)
        other = everything(lambda ask: order.match_page(session, ask, where, sort))
        expected = {row.id for row in usual}
        found = [row.id for row in other]
    assert set(found) == expected
    assert len(found) == len(expected) > 5


LISTINGS: dict[str, tuple[Any, Callable[[Session, Ask, Sort], Page[Any]], Any]] = {
    "bots": (order.BOTS, lambda s, ask, by: order.bot_page(s, ask, "kingdom", by), Bot),
    "tournaments": (
        order.TOURNAMENTS,
        lambda s, ask, by: order.tournament_page(s, ask, None, None, by),
        Tournament,
    ),
    "ladder": (
        order.LADDER,
        lambda s, ask, by: order.ladder_page(s, ask, "township", by),
        None,
    ),
}


@pytest.mark.parametrize("name", LISTINGS)
def test_every_row_comes_once_in_every_order(seeded: Store, name: str) -> None:
    fields, page, table = LISTINGS[name]
    with seeded.reading() as session:
        rated = select(Rating).where(Rating.scope == "township")
        count = len(session.scalars(rated if table is None else select(table)).all())
        for field in fields:
            forth, back = (
                [
                    row.rating.version_id if table is None else row.id
                    for row in _small_pages(session, page, Sort(field, is_falling))
                ]
                for is_falling in (True, False)
            )
            assert len(set(forth)) == len(forth) == count
            assert forth == back[::-1]


def _small_pages(session: Session, page: Any, sort: Sort) -> Iterator[Any]:
    token = ""
    while True:
        found = page(session, Ask(2, token), sort)
        yield from found.items
        token = found.next_token
        if not token:
            return


def test_ranks_stay_those_of_the_ladder(seeded: Store) -> None:
    with seeded.reading() as session:
        best = order.ladder_page(session, Ask(50), "township", Sort("fit", True)).items
        other = order.ladder_page(session, Ask(50), "township", Sort("matches", False)).items
    assert [line.rank for line in best] == sorted(line.rank for line in best)
    assert {line.rating.version_id: line.rank for line in best} == {
        line.rating.version_id: line.rank for line in other
    }


def test_a_token_of_another_order_or_a_wrong_field_is_refused(seeded: Store) -> None:
    with seeded.reading() as session:
        page = order.match_page(session, Ask(5), Filter(), Sort("steps", True))
        with pytest.raises(InvalidPage):
            order.match_page(session, Ask(5, page.next_token), Filter(), Sort("steps", False))
        with pytest.raises(InvalidPage, match="seed"):
            order.match_page(session, Ask(5), Filter(), Sort("seed", True))


def test_counts_by_seat_and_size_agree_with_the_matches(seeded: Store) -> None:
    versions = list(range(1, 10))
    with seeded.reading() as session:
        query = (
            select(Seat, Match.seat_count)
            .join(Match, Match.id == Seat.match_id)
            .where(Match.state == MatchState.RATED, Seat.ruleset == "kingdom")
        )
        rows = session.execute(query).all()
        seats = insights.by_seat(session, "kingdom", versions, most=AMOUNTS.matches)
        sizes = insights.by_size(session, "kingdom", versions, most=AMOUNTS.matches)
        newest = insights.by_seat(session, "kingdom", versions, most=10)
    assert {(t.version_id, t.place): t.matches for t in seats} == Counter(
        (seat.version_id, seat.seat) for seat, _ in rows
    )
    assert {(t.version_id, t.place): t.firsts for t in sizes if t.firsts} == Counter(
        (seat.version_id, size) for seat, size in rows if seat.rank == 1
    )
    one = seats[0]
    place = (one.version_id, one.place)
    ranks = [seat.rank or 0 for seat, _ in rows if (seat.version_id, seat.seat) == place]
    assert one.mean_rank == pytest.approx(sum(ranks) / len(ranks))
    last = sorted({seat.match_id for seat, _ in rows})[-10:]
    assert {(t.version_id, t.place): t.matches for t in newest} == Counter(
        (seat.version_id, seat.seat) for seat, _ in rows if seat.match_id in last
    )


def test_the_best_wins_come_first_and_once(seeded: Store) -> None:
    with seeded.reading() as session:
        wins = insights.best_wins(session, 4, most=1000, limit=5)
    assert 0 < len(wins) <= 5
    assert len({win.match_id for win in wins}) == len(wins)
    assert [win.elo for win in wins] == sorted((win.elo for win in wins), reverse=True)


def test_the_seeding_command_fills_an_empty_database_only(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    url = store.url.render_as_string(hide_password=False)
    assert main([url]) == 2
    assert main([url, "10"]) == 2
    assert main([url, "1000"]) == 0
    with store.reading() as session:
        assert sum(matches.count_by_state(session).values()) == 1000
    assert main([url, "1000"]) == 2
    assert "not empty" in capsys.readouterr().out
