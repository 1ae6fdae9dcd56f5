"""BUY TECH and super units."""

from collections import Counter

import pytest

from pentarch.engine.tradewarz import refusals
from pentarch.engine.tradewarz.places import take
from pentarch.engine.tradewarz.state import APPOINTING, TECHING, TURN, State
from pentarch.engine.tradewarz.tables import CATEGORIES, NONE
from pentarch.engine.tradewarz.tech import tech_cost
from pentarch.engine.tradewarz.techs import TECH_NAMES, TECHS
from tests.engine.tradewarz.build import (
    accompany,
    army,
    attack,
    building,
    check,
    deck,
    do,
    goods,
    legal,
    own,
    soldiers,
    space,
    start,
    stock,
    unit_place,
    values,
)


def scholar(*levels: int) -> State:
    """p1 with universities and plenty of everything, in the BUY TECH decision."""
    state = start()
    state.houses[0].schools = list(levels)
    stock(state, 0, 20, 20, 20, 20)
    do(state, 0, "tech")
    return state


@pytest.mark.rule("TW-TEC.1", "TW-TEC.2")
def test_a_tech_needs_its_university_and_a_tech_of_each_lower_level() -> None:
    """Worked example R6."""
    state = scholar(0, 3, 1)
    assert check(state, 0, "buy ec01") is refusals.NO_UNIVERSITY
    assert check(state, 0, "buy en09") is refusals.LOWER_TECH_FIRST
    do(state, 0, "buy en02")
    assert check(state, 0, "buy en09") is refusals.LOWER_TECH_FIRST
    do(state, 0, "buy en07")
    assert check(state, 0, "buy en09") is None
    assert check(state, 0, "buy en13") is refusals.NO_UNIVERSITY
    waived = scholar(0, 3, 0)
    own(waived, 1, "en01", "en02", "en03", "en04")
    assert check(waived, 0, "buy en09") is refusals.LOWER_TECH_FIRST
    do(waived, 0, "buy en05")
    assert check(waived, 0, "buy en09") is None


@pytest.mark.rule("TW-TEC.3")
def test_a_tech_has_one_owner() -> None:
    state = scholar(1, 0, 0)
    do(state, 0, "buy ec01", "done")
    assert state.tech_owner[TECH_NAMES.index("ec01")] == 0
    state.houses[1].schools = [1, 0, 0]
    do(state, 1, "tech")
    assert check(state, 1, "buy ec01") is refusals.TECH_OWNED
    assert check(state, 1, "buy ec02") is None


@pytest.mark.rule("TW-CARD.9")
def test_there_is_one_copy_of_each_of_so_many_techs() -> None:
    assert len(set(TECH_NAMES)) == len(TECHS)
    assert Counter(tech.category for tech in TECHS) == {0: 16, 1: 16, 2: 16}


@pytest.mark.rule("TW-TEC.4")
def test_one_token_buys_any_number_of_techs_but_at_least_one() -> None:
    state = scholar(1, 1, 1)
    assert check(state, 0, "done") is refusals.ONE_AT_LEAST
    do(state, 0, "buy ec01", "buy en01", "buy mi01", "buy mi02", "done")
    assert state.tech_owner.count(0) == 4
    assert goods(state, 0) == [15, 19, 19, 18]
    assert state.houses[0].tokens[4] == 0
    poor = scholar(1, 0, 0)
    stock(poor, 0, 1, 0, 0, 0)
    assert check(poor, 0, "buy ec01") is refusals.CANNOT_PAY


@pytest.mark.rule("TW-TEC.4", "TW-TEC.5")
def test_prices_rise_with_the_level_and_open_archives_lower_them() -> None:
    state = scholar(4, 4, 4)
    totals = [[sum(level.tech) for level in category.levels] for category in CATEGORIES]
    assert totals == [[3, 3, 4, 6], [2, 3, 4, 6], [2, 3, 4, 6]]
    own(state, 0, "ec12")
    techs = {tech.code: tech for tech in TECHS}
    assert tech_cost(state, state.houses[0], techs["mi16"].price) == (2, 0, 2, 1)
    rows = [(techs[code].category, techs[code].level) for code in ("ec01", "en01", "mi16")]
    assert rows == [(0, 1), (1, 1), (2, 4)]


@pytest.mark.rule("TW-TEC.6", "TW-TEC.7", "TW-REC.4")
def test_a_tech_works_at_once_and_squad_techs_do_not_add_up() -> None:
    state = scholar(0, 3, 2)
    own(state, 0, "mi01", "en01", "en05")
    assert state.houses[0].squad_limit() == 3
    do(state, 0, "buy mi07")
    assert state.houses[0].squad_limit() == 4
    do(state, 0, "buy en09")
    assert state.houses[0].squad_limit() == 4
    camps = scholar(0, 3, 0)
    own(camps, 0, "en01", "en05")
    do(camps, 0, "buy en09")
    assert camps.houses[0].squad_limit() == 4


@pytest.mark.rule("TW-TEC.6", "TW-TEC.7", "TW-REC.3")
def test_the_royal_muster_brings_six_soldiers() -> None:
    state = scholar(3, 0, 0)
    own(state, 0, "ec01", "ec05")
    do(state, 0, "buy ec09")
    assert state.houses[0].reserve + sum(state.houses[0].army) == 16


@pytest.mark.rule("TW-SUN.1", "TW-SUN.5")
def test_a_bought_super_unit_is_appointed_at_once() -> None:
    state = scholar(0, 0, 3)
    own(state, 0, "mi01")
    army(state, 0, "s33", 1)
    army(state, 0, "s44", 1)
    do(state, 0, "buy mi08")
    assert state.decision == APPOINTING
    assert legal(state, 0) == ["appoint mi08 s33", "appoint mi08 s44", "appoint mi08 capital"]
    assert check(state, 0, "appoint mi11 s33") is refusals.OTHER_UNIT
    assert check(state, 0, "appoint mi11 capital") is refusals.OTHER_UNIT
    assert check(state, 0, "appoint mi08 gate1") is refusals.NO_SQUAD_FOR_UNIT
    do(state, 0, "appoint mi08 s33")
    assert unit_place(state, "mi08") == "s33"
    assert state.decision == TECHING
    do(state, 0, "buy mi11")
    assert check(state, 0, "appoint mi11 s33") is refusals.NO_SQUAD_FOR_UNIT
    do(state, 0, "appoint mi11 capital")
    assert unit_place(state, "mi11") == "capital"


@pytest.mark.rule("TW-SUN.1")
def test_a_super_unit_waits_in_the_capital_only_where_no_other_army_can_take_it() -> None:
    state = scholar(0, 0, 3)
    own(state, 0, "mi01")
    take(state, state.houses[0], space("gate1"), soldiers(state, 0, "gate1"))
    army(state, 0, "s33", 1)
    do(state, 0, "buy mi08")
    assert legal(state, 0) == ["appoint mi08 s33"]
    assert check(state, 0, "appoint mi08 capital") is refusals.NOBODY_AT_HOME
    do(state, 0, "appoint mi08 s33", "buy mi11")
    assert legal(state, 0) == ["appoint mi11 capital"]
    do(state, 0, "appoint mi11 capital")
    assert unit_place(state, "mi11") == "capital"


@pytest.mark.rule("TW-SUN.5")
def test_four_super_units_are_all() -> None:
    state = scholar(0, 2, 2)
    own(state, 0, "en01", "mi01", "mi08", "mi11", "mi12", "mi14")
    assert check(state, 0, "buy en08") is refusals.UNITS_FULL
    assert check(state, 0, "buy en05") is None


@pytest.mark.rule("TW-SUN.3", "TW-SUN.4")
def test_a_super_unit_whose_soldiers_fall_returns_to_the_capital() -> None:
    state = start()
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 3)
    building(state, 1, "s66", "village")
    own(state, 0, "mi08")
    accompany(state, 0, "mi08", "s33")
    for seat in (0, 1):
        deck(state, seat, "bc05", "bc04")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with mi08", "step s34")
    for seat in (0, 1):
        do(state, seat, "ready")
    assert soldiers(state, 0, "s33") == 0
    assert state.decision == TURN, "nobody is left to be displaced"
    assert unit_place(state, "mi08") == "capital"
    assert state.squares[space("s33")].unit == NONE


@pytest.mark.rule("TW-SUN.3", "TW-SUN.4")
def test_a_super_unit_whose_squad_falls_in_defence_returns_to_the_capital() -> None:
    state = start()
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 1)
    own(state, 1, "mi08")
    accompany(state, 1, "mi08", "s34")
    deck(state, 0, "bc01", "bc01")
    # The squad wins by its super unit, and falls to three kills less two blocks.
    events = attack(state, 0, "s33", "s34", 1)
    assert values(events, "strength") == [(2, 3, 2, 0), (4, 2, 2, 1)]
    assert (soldiers(state, 1, "s34"), unit_place(state, "mi08")) == (0, "capital")
    assert state.squares[space("s34")].unit == NONE
