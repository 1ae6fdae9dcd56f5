"""KC-13 to KC-15 and KC-17: gold, debt, elimination, the end and the ranking."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.kingdom.refusals import NOTHING_TO_DISBAND
from pentarch.engine.kingdom.rules import RULESET
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-13.1")
@pytest.mark.parametrize(("techs", "income"), [([], 7), (["forestry"], 8)])
def test_sawmills_yield_two_and_three_with_forestry(techs: list[str], income: int) -> None:
    table = Table()
    table.know("p1", *techs)
    table.own("p1", "r2")
    table.sawmill("r2")
    assert table.income("p1") == income


@pytest.mark.rule("KC-13.2")
def test_the_market_pays_per_castle() -> None:
    table = Table()
    table.own("p1", "r5", "r13")
    before = table.income("p1")
    table.kingdom("p1").has_market = True
    assert table.income("p1") == before + 3


@pytest.mark.rule("KC-13.3")
def test_land_registry_pays_a_third_of_the_regions() -> None:
    table = Table()
    table.know("p1", "land_registry")
    table.own("p1", "r2", "r3", "r4", "r6")
    # 4 + 1 + 1 + 2 + 1, and five regions make one more.
    assert table.income("p1") == 10


@pytest.mark.rule("KC-13.5")
@pytest.mark.parametrize(
    ("techs", "upkeep"), [([], 12), (["quartermasters"], 10), (["dragon_bond"], 10)]
)
def test_upkeep_counts_all_units_on_the_map(techs: list[str], upkeep: int) -> None:
    table = Table()
    table.know("p1", *techs)
    ship = table.unit("trireme", "p1", "z1")
    table.unit("swordsman", "p1", "z1", ship=ship)
    for kind in ("guard_tower", "mage", "knight", "galleon", "dragon"):
        table.unit(kind, "p1", "z2" if kind == "galleon" else "r1")
    table.unit("swordsman", "p1", "r1")
    assert table.upkeep("p1") == upkeep


@pytest.mark.rule("KC-13.7", "KC-13.8")
def test_a_debt_is_disbanded_unit_by_unit() -> None:
    """Worked example 18."""
    table = Table()
    table.gold("p1", 1)
    table.own("p2", "r1", "r7")
    table.units(3, "knight", "p1", "r4")
    table.units(3, "swordsman", "p1", "r2")
    table.sawmill("r4")
    table.finish()
    # Income 2 + 2 + 1, upkeep 9.
    assert table.gold_of("p1") == -3
    assert table.legal("p1") == ["disband swordsman r2", "disband knight r4"]
    assert table.check("p1", "done") is WRONG_DECISION
    assert table.check("p1", "disband mage r4") is NOTHING_TO_DISBAND
    table.say("p1", "disband knight r4")
    assert table.plan("p1").gold == -1
    table.say("p1", "disband swordsman r2")
    assert table.plan("p1").gold == 0
    assert "done" in table.legal("p1")
    table.finish()
    assert sorted(table.kinds("p1")) == ["knight", "knight", "swordsman", "swordsman"]


@pytest.mark.rule("KC-13.9")
def test_a_ship_is_disbanded_with_its_passengers() -> None:
    table = Table()
    table.gold("p1", -9)
    empty = table.unit("trireme", "p1", "z1")
    full = table.unit("trireme", "p1", "z1")
    table.unit("knight", "p1", "z1", ship=full)
    table.unit("guard_tower", "p1", "r1")
    assert table.check("p1", "disband guard_tower r1") is NOTHING_TO_DISBAND
    table.say("p1", "disband trireme z1")
    assert table.plan("p1").gold == -8
    assert table.happened("disbanded") == [f"p1 disbanded {empty}"]
    assert table.events[-1].to == (0,)
    table.say("p1", "disband trireme z1")
    assert table.happened("disbanded")[1] == f"p1 disbanded {full} u3"
    # -8 + 1 + 2, and nothing is left to pay: forgiven.
    assert table.plan("p1").gold == 0


@pytest.mark.rule("KC-13.9")
def test_of_several_mages_the_one_with_least_mana_goes() -> None:
    table = Table()
    table.gold("p1", -1)
    table.unit("mage", "p1", "r1", mana=3)
    table.unit("mage", "p1", "r1", mana=1)
    table.unit("mage", "p1", "r1", mana=1)
    table.say("p1", "disband mage r1", "done")
    table.finish()
    assert table.there("r1") == ["u1", "u3"]


@pytest.mark.rule("KC-13.10")
def test_a_debt_is_forgiven_in_the_plan_when_nobody_is_left_to_disband() -> None:
    """The end of worked example 18: -3 gold, and then only a guard tower."""
    table = Table()
    table.gold("p1", -4)
    table.unit("guard_tower", "p1", "r1")
    table.unit("swordsman", "p1", "r1")
    table.say("p1", "disband swordsman r1")
    assert table.plan("p1").gold == 0
    assert "done" in table.legal("p1")
    assert table.gold_of("p1") == -4
    table.finish()
    assert table.gold_of("p1") == 4


@pytest.mark.rule("KC-13.10")
def test_a_debt_left_by_a_round_without_payers_is_forgiven_before_orders() -> None:
    table = Table()
    table.gold("p1", 0)
    table.study("p1", "shield_wall")
    table.study("p1", "heavy_lances")
    table.unit("guard_tower", "p1", "r1")
    table.own("p1", "r1")
    table.finish()
    # 4 from the home, 4 + 3 for two techs: -3, with no unit to disband.
    assert table.happened("forgiven") == ["p1 forgiven"]
    assert table.gold_of("p1") == 0
    assert "done" in table.legal("p1")


@pytest.mark.rule("KC-13.10")
def test_whoever_owes_nothing_is_forgiven_nothing() -> None:
    table = Table()
    table.gold("p1", 0)
    table.study("p1", "shield_wall")
    table.finish()
    # 4 from the home, 4 for the tech.
    assert table.gold_of("p1") == 0
    assert table.happened("forgiven") == []


@pytest.mark.rule("KC-13.11")
def test_without_debt_nobody_is_disbanded() -> None:
    table = Table()
    table.gold("p1", 0)
    table.unit("swordsman", "p1", "r1")
    assert table.check("p1", "disband swordsman r1") is WRONG_DECISION


@pytest.mark.rule("KC-15.1", "KC-14.6")
def test_without_castle_and_soldier_a_kingdom_is_out() -> None:
    table = Table("crowns", 3)
    table.own("p2", "r1")
    table.own("p1", "r2", "r3")
    table.stock("p1", "sawmill")
    table.kingdom("p1").has_market = True
    table.unit("dragon", "p1", "r3")
    table.unit("guard_tower", "p1", "r2")
    table.finish()
    assert [kingdom.fallen for kingdom in table.realm.kingdoms] == [1, 0, 0]
    assert table.kinds("p1") == []
    assert (table.owner("r2"), table.owner("r3")) == ("", "")
    assert (table.gold_of("p1"), sum(table.kingdom("p1").stock)) == (0, 0)
    assert not table.kingdom("p1").has_market
    assert RULESET.to_act(table.state) == [1, 2]
    assert RULESET.legal(table.state, 0) == []


@pytest.mark.rule("KC-15.2")
@pytest.mark.parametrize("kind", ["swordsman", "mage", "knight"])
def test_with_a_soldier_aboard_a_kingdom_plays_on(kind: str) -> None:
    table = Table()
    table.own("p2", "r1")
    ship = table.unit("trireme", "p1", "z1")
    table.unit(kind, "p1", "z1", ship=ship)
    table.finish()
    assert [kingdom.fallen for kingdom in table.realm.kingdoms] == [0, 0]


@pytest.mark.rule("KC-15.4", "KC-15.6")
def test_the_last_living_kingdom_ends_the_match() -> None:
    table = Table("crowns", 3)
    table.own("p2", "r1")
    table.own("", "r13")
    table.finish()
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.rule, outcome.natural) == ("conquest", "KC-15.4", True)
    assert outcome.ranks == [2, 1, 2]


@pytest.mark.rule("KC-15.5", "KC-15.6")
def test_the_last_round_ends_the_match() -> None:
    table = Table(max_rounds=5)
    table.units(1, "swordsman", "p1", "r1")
    table.own("p2", "r5")
    for _ in range(5):
        assert RULESET.outcome(table.state) is None
        table.finish()
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.rule, outcome.natural) == ("cap", "KC-15.5", False)
    assert outcome.ranks == [2, 1]


@pytest.mark.rule("KC-15.3", "KC-17.2")
def test_when_two_reach_the_goal_together_castles_and_income_decide() -> None:
    """Worked example 24."""
    table = Table("isles", 4)
    table.own("p1", "r1", "r4", "r5", "r9", "r10", "r14", "r2", "r3", "r8")
    table.kingdom("p1").has_market = True
    table.sawmill("r2")
    table.own("p3", "r11", "r15", "r19", "r20", "r21", "r16", "r12", "r13", "r18")
    table.know("p3", "land_registry")
    table.unit("swordsman", "p4", "r17")
    table.finish()
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "castles"
    assert (table.income("p1"), table.income("p3")) == (31, 28)
    assert outcome.ranks == [1, 3, 2, 4]
    assert outcome.scores == [6, 1, 6, 0]


@pytest.mark.rule("KC-17.1")
def test_the_eliminated_rank_last_by_the_round_they_fell() -> None:
    table = Table("winds", 4)
    for kingdom, fallen in zip(table.realm.kingdoms, [3, 0, 5, 3], strict=True):
        kingdom.fallen = fallen
    assert RULESET.adjudicate(table.state).ranks == [3, 1, 2, 3]


@pytest.mark.rule("KC-17.2")
def test_army_then_gold_break_ties_and_equals_share_a_rank() -> None:
    table = Table("crowns", 3)
    assert RULESET.adjudicate(table.state).ranks == [1, 1, 1]
    table.gold("p2", 11)
    assert RULESET.adjudicate(table.state).ranks == [2, 1, 2]
    table.unit("guard_tower", "p3", "r13", build=2)
    assert RULESET.adjudicate(table.state).ranks == [3, 2, 1]
