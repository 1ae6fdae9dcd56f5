"""Forecasts in the store: every match is held against the Elo before it, once."""

import pytest

from pentarch.arbiter.competition.ratings import Score
from pentarch.arbiter.store import Store, forecasts
from pentarch.arbiter.store.fits import FittedRating, store_fit
from tests.arbiter.store.scenes import RULESET, START, add_match, add_version
from tests.arbiter.store.test_notices import settle


def test_a_match_is_scored_once_by_the_fit_that_stood_before_it(store: Store) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        settle(session, add_match(session, versions).id, loser=1)
        first = forecasts.extents(session)[RULESET].last
        ladder = forecasts.locked(session, RULESET)
        assert forecasts.score_new(session, ladder, first) == 0, "nobody had an Elo"
        fits = {
            id: FittedRating(elo, elo - 50, elo + 50, 1, 2)
            for id, elo in zip(versions, (1700.0, 1300.0), strict=True)
        }
        store_fit(session, RULESET, fits, START)
    for seed, loser in ((2, 1), (3, 0)):
        with store.writing() as session:
            settle(session, add_match(session, versions, seed=seed).id, loser=loser)
    with store.writing() as session:
        upto = forecasts.extents(session)[RULESET].last
        assert forecasts.score_new(session, forecasts.locked(session, RULESET), upto) == 2
    with store.writing() as session:
        ladder = forecasts.locked(session, RULESET)
        assert forecasts.score_new(session, ladder, upto) == 0
        assert forecasts.score_new(session, ladder, first) == 0, "another process is behind"
        assert ladder.scored_to == upto
    with store.reading() as session:
        found = forecasts.ladder(session, RULESET)
        assert found is not None
        score = forecasts.score(found)
    assert score.comparisons == 2
    assert score.bins[8].won == 1
    assert score.bins[8].expected == pytest.approx(20 / 11)


def test_nothing_is_known_of_a_ladder_before_its_first_fit(store: Store) -> None:
    with store.reading() as session:
        assert forecasts.ladder(session, RULESET) is None
    with store.writing() as session:
        assert forecasts.score(forecasts.locked(session, RULESET)) == Score()
