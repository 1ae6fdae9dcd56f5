"""The year end: income, golden Xadlas, soldiers and cards."""

import pytest

from pentarch.engine.tradewarz.board import Post
from pentarch.engine.tradewarz.cards import MORALE_NAMES
from pentarch.engine.tradewarz.economy import income
from tests.engine.tradewarz.build import (
    building,
    end_year,
    goods,
    held,
    hold,
    names,
    own,
    start,
    stock,
    values,
)


@pytest.mark.rule("TW-YEAR.2", "TW-BLD.12", "TW-BLD.13")
def test_silos_yield_their_kind() -> None:
    """Worked examples R7, R8 and R10; the capital's own resources are counted apart."""
    state = start(tiles="c3=mining c4=lumber d3=mountain")
    building(state, 0, "s33", "settlement", "c3")
    assert income(state, 0) == [0, 0, 1, 0]
    building(state, 0, "s33", "village", "c3", "c4")
    assert income(state, 0) == [1, 1, 1, 0]
    building(state, 0, "s33", "village", "c3", "c3")
    assert income(state, 0) == [1, 0, 2, 0]
    many = start(tiles="a1=lumber a2=lumber b1=mining b2=mining")
    building(many, 0, "s11", "village", "a1", "a2")
    building(many, 0, "s12", "village", "a2", "b2")
    building(many, 0, "s21", "village", "b1", "b2")
    building(many, 0, "s22", "village", "b2", "c2")
    building(many, 0, "s23", "settlement", "c3")
    assert [1 + y for y in income(many, 0)[1:]] == [4, 5, 3]


@pytest.mark.rule("TW-YEAR.1", "TW-CAP.2", "TW-CAS.4")
def test_gold_comes_from_the_capital_villages_castles_and_posts() -> None:
    """Worked example R9; two gold are from the token of the last turn."""
    for level, kind, places, gold in (
        (0, "village", ("s11", "s12", "s13"), 6),
        (0, "settlement", ("s22", "s55"), 5),
        (3, "settlement", ("s22", "s55"), 7),
        (0, "castle", ("s11", "s12"), 9),
    ):
        state = start()
        state.houses[0].schools[0] = level
        for where in places:
            building(state, 0, where, kind)
        stock(state, 0, 0, 0, 0, 0)
        end_year(state)
        assert goods(state, 0)[0] == 2 + gold


@pytest.mark.rule("TW-YEAR.1", "TW-YEAR.2", "TW-TEC.5")
@pytest.mark.parametrize(
    ("tech", "gift"),
    [
        ("ec01", [0, 0, 0, 2]),
        ("ec02", [0, 2, 0, 0]),
        ("ec03", [0, 0, 2, 0]),
        ("ec04", [2, 0, 0, 0]),
        ("ec07", [2, 0, 0, 0]),
        ("ec11", [1, 0, 0, 0]),
        ("ec14", [0, 2, 2, 2]),
        ("ec15", [5, 0, 0, 0]),
    ],
)
def test_economy_techs_add_to_the_income(tech: str, gift: list[int]) -> None:
    state = start()
    building(state, 0, "s11", "settlement")
    building(state, 0, "s12", "settlement")
    building(state, 0, "s13", "village")
    state.posts[0] = Post(state.posts[0].square, 0)
    before = income(state, 0)
    own(state, 0, tech)
    assert [a - b for a, b in zip(income(state, 0), before, strict=True)] == gift


@pytest.mark.rule("TW-YEAR.5", "TW-RES.4", "TW-XAD.1")
def test_wealth_is_judged_after_income_and_dial() -> None:
    """Worked example O3."""
    for techs, golden in (([], ["dial"]), (["ec16"], ["dial", "wealth"])):
        state = start()
        own(state, 0, *techs)
        stock(state, 0, 12 - 2, 20, 14, 13)
        events = end_year(state)
        assert [v[0] for v in values(events, "golden")] == golden
    rich = start()
    stock(rich, 0, 10, 12, 12, 12)
    assert [v[0] for v in values(end_year(rich), "golden")] == ["wealth"]
    poor = start()
    stock(poor, 0, 10, 11, 12, 12)
    assert values(end_year(poor), "golden") == []


@pytest.mark.rule("TW-YEAR.5", "TW-TEC.5")
def test_barter_house_lowers_what_wealth_asks_for() -> None:
    for lumber, golden in ((5, ["wealth"]), (4, [])):
        state = start()
        own(state, 0, "ec06")
        stock(state, 0, 5, lumber, 5, 5)
        assert [v[0] for v in values(end_year(state), "golden")] == golden


@pytest.mark.rule("TW-YEAR.7", "TW-YEAR.4")
def test_the_steps_of_the_year_end_come_in_order() -> None:
    state = start()
    for where in ("s22", "s55"):
        building(state, 0, where, "settlement")
    stock(state, 0, 12, 12, 12, 12)
    events = end_year(state)
    assert values(events, "golden") == [("posts",), ("wealth",)]
    order = [n for n in names(events) if n in ("income", "golden", "morale_drawn", "season")]
    assert order == ["income"] * 2 + ["golden"] * 2 + ["morale_drawn"] * 2 + ["season"]


@pytest.mark.rule("TW-CARD.8")
def test_a_full_hand_still_gets_its_card() -> None:
    state = start()
    hold(state, 0, *("windfall", "bazaar", "goodcrop", "richvein", "timberraft") * 3)
    end_year(state)
    assert sum(state.houses[0].hand) == 16


@pytest.mark.rule("TW-CARD.6")
def test_each_seat_draws_the_top_card() -> None:
    state = start()
    state.morale.insert(0, MORALE_NAMES.index("windfall"))
    end_year(state)
    assert (held(state, 0, "windfall"), held(state, 1, "goodcrop")) == (1, 1)
    assert sum(sum(house.hand) for house in state.houses) == 2


@pytest.mark.rule("TW-CARD.6")
def test_an_empty_morale_deck_gives_nothing() -> None:
    state = start()
    state.morale = []
    end_year(state)
    assert sum(sum(house.hand) for house in state.houses) == 0
