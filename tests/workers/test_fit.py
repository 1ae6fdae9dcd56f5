"""The fits in the store: per ruleset and overall, the same however they came about."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from pentarch.arbiter.store import Store, ratings
from pentarch.arbiter.store.models import Match, Rating
from pentarch.arbiter.store.ratings import RATER
from pentarch.arbiter.store.words import OVERALL, MatchState
from pentarch.workers.conductor import conduct
from pentarch.workers.fit import Fits
from pentarch.workers.host import Host
from tests.arbiter.store.databases import SqliteDatabases
from tests.tournaments import (
    RULESET,
    START,
    add_bots,
    add_tournament,
    host_of,
    rate_settled,
    run,
    waiting,
)

NO_PAUSE = timedelta(0)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = SqliteDatabases(tmp_path)
    yield host_of(made.open(), tmp_path)
    made.close()


def fits_of(store: Store, scope: str) -> dict[int, tuple[float | None, ...]]:
    with store.reading() as session:
        rows = session.scalars(select(Rating).where(Rating.scope == scope)).all()
    return {
        row.version_id: (row.fit, row.fit_low, row.fit_high, row.rank_low, row.rank_high)
        for row in rows
    }


def test_fits_are_kept_and_follow_what_is_rated_and_voided(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 4)
        id = add_tournament(session, versions, "round_robin", {"blocks": 3})
    conduct(host, id)
    fits = Fits()
    assert fits.fit_all(host, pause=NO_PAUSE) == [], "nothing has been rated"
    run(host, id)
    rate_settled(host.store)
    assert fits.fit_all(host, pause=NO_PAUSE) == [RULESET]
    first = fits_of(host.store, RULESET)
    for rating, low, high, rank_low, rank_high in first.values():
        assert rating is not None
        assert low is not None
        assert high is not None
        assert low < rating < high
        assert rank_low is not None
        assert rank_high is not None
        assert 1 <= rank_low <= rank_high <= 4
    assert first[versions[0]][0] == max(values[0] or 0 for values in first.values())
    overall = fits_of(host.store, OVERALL)
    assert overall[versions[0]][0] == pytest.approx(first[versions[0]][0], abs=1e-6)
    # Another process has nothing to add, and is told so.
    assert Fits().fit_all(host, pause=timedelta(hours=1)) == []

    with host.store.writing() as session:
        match = session.scalars(select(Match.id).where(Match.state == MatchState.RATED)).first()
        assert match is not None
        ratings.annul(session, match, "a mistake", RATER, START)
    fits._next = 0.0
    assert fits.fit_all(host, pause=NO_PAUSE) == [RULESET]
    second = fits_of(host.store, RULESET)
    assert second != first
    Fits().fit_all(host, pause=NO_PAUSE)
    for version_id, values in fits_of(host.store, RULESET).items():
        assert values == pytest.approx(second[version_id], abs=1e-6), "from nothing, the same"
    with host.store.reading() as session:
        assert not waiting(session, id)


def test_a_further_fit_reads_what_is_new_and_no_match_before_it(host: Host) -> None:
    with host.store.writing() as session:
        versions = add_bots(session, 3)
        first = add_tournament(session, versions, "round_robin", {"blocks": 4})
        second = add_tournament(session, versions, "round_robin", {"blocks": 1})
    run(host, first)
    rate_settled(host.store)
    fits = Fits()
    assert fits.fit_all(host, pause=NO_PAUSE) == [RULESET]
    run(host, second)
    rate_settled(host.store)
    fits._next = 0.0
    with host.store.reading() as session:
        new = set(session.scalars(select(Match.id).where(Match.tournament_id == second)))
    given: list[set[int]] = []

    def keep(*arguments: Any) -> None:
        statement, parameters = arguments[2:4]
        # Forecasts read the seats of changes that are new.
        is_forecast = "rating_history" in statement
        if not is_forecast and ("FROM matches" in statement or "FROM seats" in statement):
            named = {*parameters}
            if "BETWEEN" in statement:
                named |= {*range(*parameters)}
            else:
                assert "IN (" in statement, "by their ids"
            given.append(new & named)
            assert named <= new | {RULESET, "rated"}, statement

    event.listen(host.store.engine, "before_cursor_execute", keep)
    assert fits.fit_all(host, pause=NO_PAUSE) == [RULESET]
    event.remove(host.store.engine, "before_cursor_execute", keep)
    assert set().union(*given) == new
    # One is void and more are rated than that: it must be missed all the same.
    with host.store.writing() as session:
        third = add_tournament(session, versions, "round_robin", {"blocks": 2})
        ratings.annul(session, min(new), "a mistake", RATER, START)
    run(host, third)
    rate_settled(host.store)
    fits._next = 0.0
    assert fits.fit_all(host, pause=NO_PAUSE) == [RULESET]
    once = fits_of(host.store, RULESET)
    Fits().fit_all(host, pause=NO_PAUSE)
    for version_id, values in fits_of(host.store, RULESET).items():
        assert values == pytest.approx(once[version_id], abs=1e-6), "from nothing, the same"
