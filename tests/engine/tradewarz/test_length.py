"""The length of a match, victory and ties."""

import pytest

from pentarch.engine.errors import InvalidOption
from pentarch.engine.match import Match
from pentarch.engine.options import choose
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.economy import award
from pentarch.engine.tradewarz.state import OVER, TURN, State
from pentarch.engine.tradewarz.tables import GOLDEN_XADLAS, NONE, SILVER_XADLAS
from pentarch.engine.tradewarz.victory import standing
from tests.engine.tradewarz.build import (
    PASSIVE,
    army,
    attack,
    building,
    deck,
    do,
    end_year,
    gather,
    give_golden,
    golden,
    goods,
    hold_posts,
    own,
    season,
    start,
    stock,
)


@pytest.mark.rule("TW-LEN.1", "TW-LEN.3", "TW-LEN.6", "TW-LEN.8")
def test_the_target_ends_the_match_and_the_ranking_decides_between_two() -> None:
    state = start(target=3)
    give_golden(state, 1, 0)
    building(state, 0, "s11", "castle")
    for where in ("s55", "s52"):
        building(state, 1, where, "settlement")
    state.houses[1].golden = 2
    hold_posts(state, NONE, NONE, NONE)
    army(state, 0, "s22", 1)
    do(state, 0, PASSIVE)
    assert state.decision == OVER
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.scores == [3, 4]
    assert outcome.ranks == [2, 1]
    assert RULESET.to_act(state) == []


@pytest.mark.rule("TW-LEN.6")
def test_exactly_the_target_is_enough_and_one_less_is_not() -> None:
    for count, phase in ((2, TURN), (3, OVER)):
        state = start(target=3)
        state.houses[0].golden = count
        do(state, 0, PASSIVE)
        assert state.decision == phase
    assert choose(RULESET.info.options, {}).plain()["length"] == "xadlas"


@pytest.mark.rule("TW-LEN.4")
def test_a_season_budget_ends_with_a_completed_season() -> None:
    state = start(length="seasons", season_budget=2, target=3)
    state.houses[0].golden = 9
    season(state)
    assert state.decision == TURN
    gather(state, 0)
    assert state.decision == TURN
    gather(state, 1)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.rule == "TW-LEN.4"


@pytest.mark.rule("TW-LEN.5")
def test_a_budget_that_ends_in_spring_includes_the_year_end() -> None:
    state = start(length="seasons", season_budget=5)
    for _ in range(5):
        season(state)
    assert state.decision == OVER
    assert goods(state, 0)[0] == 5 + 2 + 3


@pytest.mark.rule("TW-LEN.9")
def test_a_number_of_years_ends_after_its_year_end() -> None:
    state = start(length="years", years=2, target=3)
    state.houses[1].golden = 9
    end_year(state)
    assert state.decision == TURN
    end_year(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.rule, outcome.ranks) == ("TW-LEN.9", [2, 1])


@pytest.mark.rule("TW-LEN.11")
def test_the_year_cap_ends_every_match() -> None:
    state = start(year_cap=2)
    end_year(state)
    assert RULESET.outcome(state) is None
    end_year(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.rule, outcome.natural) == ("TW-LEN.11", False)
    assert start(length="years", years=12, year_cap=3).settings.cap == 12
    assert start(length="seasons", season_budget=61, year_cap=3).settings.cap == 13
    assert start(years=12, year_cap=3).settings.cap == 3


@pytest.mark.rule("TW-LEN.12")
def test_the_last_golden_xadla_ends_the_season() -> None:
    state = start(length="years")
    give_golden(state, 20, 19)
    award(state, state.houses[0], 2, "battle", [])
    assert state.golden_out() == GOLDEN_XADLAS
    stock(state, 0, 20, 5, 5, 5)
    do(state, 0, PASSIVE)
    assert state.golden_out() == GOLDEN_XADLAS
    assert goods(state, 0)[0] == 11
    assert state.decision == TURN
    gather(state, 1)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.rule == "TW-LEN.12"


@pytest.mark.rule("TW-LEN.12")
def test_in_spring_the_year_end_comes_before_the_supply_ends_the_match() -> None:
    state = start(length="years")
    give_golden(state, 20, 20)
    stock(state, 0, 0, 0, 0, 0)
    end_year(state)
    assert state.decision == OVER
    assert goods(state, 0)[0] == 5


@pytest.mark.rule("TW-LEN.7")
def test_xadlas_gained_inside_a_year_end_count_when_it_is_over() -> None:
    state = start(target=3)
    state.houses[1].golden = 2
    stock(state, 1, 10, 12, 12, 12)
    end_year(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ranks == [2, 1]
    assert [house.tokens for house in state.houses] == [[2, 2, 2, 2, 1, 1]] * 2


@pytest.mark.rule("TW-XAD.2", "TW-LEN.2")
def test_silver_xadlas_are_castles_and_posts_and_move_with_them() -> None:
    state = start()
    building(state, 0, "s11", "castle")
    hold_posts(state, 0, 1, NONE)
    assert (state.xadlas(0), state.xadlas(1)) == (2, 1)
    assert SILVER_XADLAS >= 6 * 2 + 4


# Ties.


def tied() -> State:
    state = start(length="years", years=1)
    give_golden(state, 1, 1)
    return state


@pytest.mark.rule("TW-TIE.1", "TW-LEN.10")
def test_golden_xadlas_break_ties() -> None:
    state = tied()
    give_golden(state, 2, 1)
    hold_posts(state, 1, NONE, NONE)
    army(state, 1, "s33", 1)
    assert RULESET.adjudicate(state).scores == [2, 2]
    assert RULESET.adjudicate(state).ranks == [1, 2]


@pytest.mark.rule("TW-TIE.2")
def test_then_soldiers_on_the_map_and_the_strength_of_techs() -> None:
    state = tied()
    army(state, 0, "s33", 1)
    assert RULESET.adjudicate(state).ranks == [1, 2]
    own(state, 1, "en13", "ec01", "ec02")
    assert standing(state, 1)[2] == 2 + 2
    assert RULESET.adjudicate(state).ranks == [2, 1]


@pytest.mark.rule("TW-TIE.3")
def test_then_the_size_of_the_empire() -> None:
    state = tied()
    give_golden(state, 0, 1)
    building(state, 0, "s11", "castle")
    give_golden(state, 0, 0)
    building(state, 1, "s66", "settlement")
    building(state, 1, "s65", "village")
    assert standing(state, 0)[3] == 4
    assert standing(state, 1)[3] == 3
    small = tied()
    building(small, 0, "s11", "settlement")
    building(small, 1, "s36", "village")
    assert RULESET.adjudicate(small).ranks == [2, 1]


@pytest.mark.rule("TW-TIE.4")
def test_then_the_farthest_building_that_can_be_reached() -> None:
    state = tied()
    building(state, 0, "s12", "village")
    building(state, 1, "s33", "village")
    assert standing(state, 0)[4] == 1
    assert standing(state, 1)[4] == 4
    assert RULESET.adjudicate(state).ranks == [2, 1]
    building(state, 0, "s16", "village")
    assert standing(state, 0)[4] == 4
    walled = start(
        tiles="c3=lake d3=lake c4=lake d4=lake b3=lake b4=lake e4=lake e3=lake "
        "c2=lake d2=lake c5=lake d5=lake"
    )
    building(walled, 0, "s33", "village")
    assert standing(walled, 0)[4] == standing(walled, 1)[4] == 0


@pytest.mark.rule("TW-TIE.5")
def test_a_match_that_stops_at_sea_is_shared() -> None:
    assert RULESET.adjudicate(Match(RULESET, 3, {}, 1).state).ranks == [1, 1, 1]


@pytest.mark.rule("TW-TIE.5")
def test_then_the_rank_is_shared() -> None:
    assert RULESET.adjudicate(tied()).ranks == [1, 1]
    three = start(3)
    give_golden(three, 1, 1, 2)
    assert RULESET.adjudicate(three).ranks == [2, 2, 1]


def test_options_out_of_range_are_refused() -> None:
    for bad in ({"target": 2}, {"length": "forever"}, {"year_cap": 0}):
        with pytest.raises(InvalidOption):
            choose(RULESET.info.options, dict(bad.items()))


@pytest.mark.rule("TW-LEN.2")
def test_a_lost_castle_takes_its_silver_but_no_golden_xadla() -> None:
    state = start()
    give_golden(state, 0, 3)
    building(state, 1, "s34", "castle")
    building(state, 0, "s11", "village")
    army(state, 0, "s33", 3)
    own(state, 0, "mi13")
    deck(state, 0, "bc01", "bc10")
    attack(state, 0, "s33", "s34", 3)
    assert golden(state) == [1, 3]
    assert [house.castles for house in state.houses] == [1, 0]
