"""Matches are rated many at a time: as if one by one, each once, and none is left behind."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Store, matches, ratings
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match, Pair, Rating, RatingChange, Seat
from pentarch.arbiter.store.ratings import RATER, Rater
from pentarch.arbiter.store.words import MatchState
from tests.arbiter.store.databases import Databases
from tests.arbiter.store.scenes import RULESET, START, add_version, after
from tests.threads import Background
from tests.waiting import PATIENCE

BOTS = ("ant", "bee", "cat", "dog")


@dataclass(frozen=True)
class Ended:
    """A verified match: bots by their places in `BOTS`, and their ranks."""

    bots: tuple[int, ...]
    ranks: tuple[int, ...]
    is_rated: bool = True


def ended() -> st.SearchStrategy[Ended]:
    def of(seats: int) -> st.SearchStrategy[Ended]:
        bots = st.tuples(*[st.integers(0, len(BOTS) - 1)] * seats)
        ranks = st.tuples(*[st.integers(1, seats)] * seats)
        return st.builds(Ended, bots, ranks, st.sampled_from([True, True, True, False]))

    return st.integers(2, 4).flatmap(of)


def verify(session: Session, versions: list[int], one: Ended) -> int:
    """A match that was played and verified, and waits to be rated."""
    seated = [versions[bot] for bot in one.bots]
    row = matches.create(session, NewMatch(RULESET, seated, chosen(1), one.is_rated), START)
    row.state, row.record_sha256 = MatchState.VERIFIED, "0" * 64
    for seat, rank in zip(row.seats, one.ranks, strict=True):
        seat.rank = rank
    session.flush()
    return row.id


def rated(store: Store, found: list[Ended], together: int) -> list[object]:
    """All that is to be seen afterwards."""
    with store.writing() as session:
        versions = [add_version(session, name).id for name in BOTS]
        ids = [verify(session, versions, one) for one in found]
    assert ratings.rate_waiting(store, RATER, lambda: after(1), together=together) == ids
    assert ratings.rate_waiting(store, RATER, lambda: after(2), together=together) == []
    with store.reading() as session:
        elos = select(Rating).order_by(Rating.scope, Rating.version_id)
        changes = select(RatingChange).order_by(RatingChange.id)
        pairs = select(Pair).order_by(Pair.scope, Pair.first_id, Pair.second_id)
        return [
            [
                (r.scope, r.version_id, r.elo, r.matches, r.wins, r.draws, r.losses)
                for r in session.scalars(elos)
            ],
            [
                (c.scope, c.version_id, c.match_id, c.before, c.after)
                for c in session.scalars(changes)
            ],
            [
                (p.scope, p.first_id, p.second_id, p.matches, p.wins, p.draws, p.losses)
                for p in session.scalars(pairs)
            ],
            [(row.state, row.end_time) for row in session.scalars(select(Match))],
        ]


def test_together_or_one_by_one_the_ratings_are_the_same(databases: Databases) -> None:
    @settings(
        max_examples=12,
        database=None,
        # An example costs two databases: one that fails is shown as it is.
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(ended(), min_size=1, max_size=14), st.integers(2, 9))
    def law(found: list[Ended], together: int) -> None:
        assert rated(databases.open(), found, together) == rated(databases.open(), found, 1)

    law()


def test_a_process_that_dies_in_the_middle_leaves_all_to_the_next(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in BOTS]
        ids = [verify(session, versions, Ended((n % 4, (n + 1) % 4), (1, 2))) for n in range(6)]

    def die() -> None:
        with store.writing() as session:
            assert ratings.rate_next(session, RATER, after(1), most=4) == ids[:4]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        die()
    with store.reading() as session:
        assert session.scalars(select(RatingChange)).all() == []
    assert ratings.rate_waiting(store, RATER, lambda: after(2), together=4) == ids
    with store.reading() as session:
        assert len(session.scalars(select(RatingChange)).all()) == 4 * len(ids)


def test_a_match_that_cannot_be_rated_does_not_stop_the_others(store: Store) -> None:
    def update(elos: Sequence[float], ranks: Sequence[int]) -> Sequence[float]:
        if list(ranks) == [2, 2]:
            raise ZeroDivisionError("no ranks")
        return RATER.update(elos, ranks)

    with store.writing() as session:
        versions = [add_version(session, name).id for name in BOTS]
        found = [(1, 2), (2, 2), (2, 1), (1, 1), (2, 2)]
        ids = [verify(session, versions, Ended((0, 1), ranks)) for ranks in found]
    rater = Rater(RATER.start, update)
    good = [ids[0], ids[2], ids[3]]
    assert ratings.rate_waiting(store, rater, lambda: after(1), together=3) == good
    with store.reading() as session:
        for id in ids:
            row = session.get_one(Match, id)
            assert row.state is (MatchState.RATED if id in good else MatchState.VOID)
        assert row.void_reason == "it could not be rated: ZeroDivisionError: no ranks"
        assert {one.match_id for one in session.scalars(select(RatingChange))} == set(good)


class Slow(Store):
    """A store whose first transaction stays open until it is let go."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.is_open = threading.Event()
        self.go_on = threading.Event()

    @contextmanager
    def writing(self) -> Iterator[Session]:
        with super().writing() as session:
            yield session
            self.is_open.set()
            assert self.go_on.wait(PATIENCE)


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
def test_what_is_verified_while_another_rates_is_rated_by_that_one(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in BOTS]
        first = verify(session, versions, Ended((0, 1), (1, 2)))
    slow = Slow(store.url.render_as_string(hide_password=False))
    told: list[int] = []

    def rate() -> None:
        told.extend(ratings.rate_waiting(slow, RATER, partial(after, 1), together=9))

    with Background(rate):
        assert slow.is_open.wait(PATIENCE)
        with store.writing() as session:
            second = verify(session, versions, Ended((1, 2), (1, 2)))
        # It does not wait for the other, and neither does anybody for the sweep.
        assert ratings.rate_waiting(store, RATER, partial(after, 2), together=9) == []
        slow.go_on.set()
    slow.close()
    assert told == [first, second]
    with store.reading() as session:
        seats = session.scalars(select(Seat).where(Seat.match_id == second)).all()
        assert {seat.rank for seat in seats} == {1, 2}
        assert session.get_one(Match, second).state is MatchState.RATED
