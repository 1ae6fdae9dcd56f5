"""KC-7 and KC-8: scrolls, buildings, techs."""

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.kingdom.board import Board
from pentarch.engine.kingdom.market import price_of
from pentarch.engine.kingdom.realm import Realm
from pentarch.engine.kingdom.refusals import (
    BOUGHT_ALREADY,
    BUILT_UP,
    DEFENSE_AT_MOST,
    HAS_MARKET,
    HAS_TOWER,
    IMPROVED_ALREADY,
    NO_BUILDER,
    NO_SCROLL,
    NO_SUCH_TECH,
    NOT_OFFERED,
    NOT_USED_SO,
    NOT_YOUR_CASTLE,
    NOT_YOUR_REGION,
    PRODUCTION_AT_MOST,
    RESEARCHED_ALREADY,
    TOO_DEAR,
)
from pentarch.engine.kingdom.round import open_round, shuffled_techs
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.settings import Settings
from pentarch.engine.kingdom.tables import (
    GALLEON_BLUEPRINT,
    SEAMANSHIP,
    TECHS,
)
from pentarch.engine.options import choose
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-7.1")
def test_each_seat_buys_each_offered_scroll_once_a_round() -> None:
    table = Table()
    table.offer(improve_defense=3)
    table.say("p1", "buy improve_defense")
    assert table.check("p1", "buy improve_defense") is BOUGHT_ALREADY
    assert table.check("p1", "buy sawmill") is NOT_OFFERED
    table.say("p2", "buy improve_defense")
    table.finish()
    assert [table.stock_of(side, "improve_defense") for side in ("p1", "p2")] == [1, 1]


@pytest.mark.rule("KC-7.2")
def test_a_scroll_is_paid_at_once_and_used_now_or_later() -> None:
    table = Table()
    table.gold("p1", 7)
    table.offer(improve_defense=4, sawmill=4)
    assert table.check("p1", "use improve_defense r1") is NO_SCROLL
    table.say("p1", "buy improve_defense")
    assert table.plan("p1").gold == 3
    assert table.check("p1", "buy sawmill") is TOO_DEAR
    table.finish()
    table.say("p1", "use improve_defense r1")


@pytest.mark.rule("KC-7.3")
def test_scrolls_survive_the_loss_of_castles_and_are_used_up() -> None:
    table = Table()
    table.stock("p1", "improve_defense", 2)
    table.unit("swordsman", "p1", "r2")
    table.units(3, "swordsman", "p2", "r3")
    table.say("p1", "use improve_defense r1")
    table.say("p2", "move all swordsman r3 r1")
    table.finish()
    assert table.realm.castles(0) == 0
    assert table.stock_of("p1", "improve_defense") == 1


@pytest.mark.rule("KC-7.4")
def test_sawmills_grow_dearer_and_haggling_helps() -> None:
    """Worked example 19."""
    table = Table()
    table.offer(sawmill=9, improve_defense=2)
    table.own("p1", "r2", "r3", "r4")
    table.own("p2", "r6")
    table.sawmill("r2", "r3", "r6")
    table.stock("p1", "sawmill")
    sawmill, defense = table.realm.market.offers
    assert price_of(table.plan("p1"), sawmill) == 15
    table.know("p1", "haggling")
    assert price_of(table.plan("p1"), sawmill) == 13
    assert price_of(table.plan("p1"), defense) == 1
    assert price_of(table.plan("p2"), sawmill) == 11


@pytest.mark.rule("KC-7.5", "KC-2.6")
def test_improve_defense_raises_the_attack_up_to_six() -> None:
    table = Table()
    table.own("p1", "r5")
    table.castle("r1", production=2, attack=5)
    table.castle("r5", attack=6)
    table.stock("p1", "improve_defense", 3)
    assert table.check("p1", "use improve_defense r5") is DEFENSE_AT_MOST
    assert table.check("p1", "use improve_defense r13") is NOT_YOUR_CASTLE
    table.say("p1", "use improve_defense r1")
    table.finish()
    assert table.castle_of("r1").attack == 6


@pytest.mark.rule("KC-7.6", "KC-2.6")
def test_improve_production_raises_production_up_to_six() -> None:
    table = Table()
    table.own("p1", "r5")
    table.castle("r5", production=6)
    table.stock("p1", "improve_production", 2)
    assert table.check("p1", "use improve_production r5") is PRODUCTION_AT_MOST
    table.say("p1", "use improve_production r1")
    table.finish()
    assert table.castle_of("r1").production == 3


@pytest.mark.rule("KC-7.7")
def test_a_castle_is_improved_once_a_round_in_either_way() -> None:
    table = Table()
    table.stock("p1", "improve_production")
    table.stock("p1", "improve_defense")
    table.say("p1", "use improve_production r1")
    assert table.check("p1", "use improve_defense r1") is IMPROVED_ALREADY
    table.finish()
    table.say("p1", "use improve_defense r1")


@pytest.mark.rule("KC-7.8", "KC-13.1")
def test_a_sawmill_needs_an_own_empty_region_with_a_builder() -> None:
    table = Table()
    table.own("p1", "r2", "r3", "r4")
    table.stock("p1", "sawmill", 2)
    table.unit("swordsman", "p1", "r1")
    table.unit("knight", "p1", "r2")
    table.unit("mage", "p1", "r3")
    table.unit("swordsman", "p1", "r4")
    table.unit("guard_tower", "p1", "r4")
    table.unit("swordsman", "p1", "r6")
    assert table.check("p1", "use sawmill r6") is NOT_YOUR_REGION
    assert table.check("p1", "use sawmill r3") is NO_BUILDER
    assert table.check("p1", "use sawmill r1") is BUILT_UP
    assert table.check("p1", "use sawmill r4") is BUILT_UP
    table.say("p1", "use sawmill r2")
    assert table.check("p1", "use sawmill r2") is BUILT_UP
    table.finish()
    # Home 4, r2 1 + 2, r3 1, r4 2, r6 1.
    assert table.income("p1") == 11
    assert table.check("p1", "use sawmill r2") is BUILT_UP


@pytest.mark.rule("KC-7.9", "KC-13.2")
def test_the_market_works_at_once_and_is_bought_once() -> None:
    table = Table()
    table.offer(market=9)
    table.own("p1", "r5")
    table.say("p1", "buy market")
    assert table.check("p1", "buy market") is HAS_MARKET
    table.finish()
    # 10 - 9 + home 4 + r5 3 + two castles.
    assert table.gold_of("p1") == 10
    table.offer(market=9)
    table.gold("p1", 50)
    table.reopen()
    assert table.check("p1", "buy market") is HAS_MARKET
    assert table.check("p1", "use market r1") is NOT_USED_SO
    assert table.check("p1", "use galleon_blueprint r1") is NOT_USED_SO


@pytest.mark.rule("KC-7.11")
def test_one_guard_tower_per_region_beside_any_other_building() -> None:
    table = Table()
    table.stock("p1", "guard_tower", 3)
    table.unit("swordsman", "p1", "r1")
    table.unit("mage", "p1", "r2")
    assert table.check("p1", "use guard_tower r2") is NO_BUILDER
    table.say("p1", "use guard_tower r1")
    assert table.check("p1", "use guard_tower r1") is HAS_TOWER
    table.finish()
    assert table.check("p1", "use guard_tower r1") is HAS_TOWER


@pytest.mark.rule("KC-7.12", "KC-7.11")
@pytest.mark.parametrize(("build", "survivors"), [(1, 3), (0, 1)])
def test_an_incomplete_tower_does_not_strike(build: int, survivors: int) -> None:
    """Worked example 15."""
    table = Table()
    table.own("p1", "r4")
    table.unit("swordsman", "p1", "r4")
    table.unit("guard_tower", "p1", "r4", build=build)
    table.units(3, "swordsman", "p2", "r13")
    table.say("p2", "move all swordsman r13 r4")
    table.finish()
    assert len(table.there("r4")) == survivors
    assert table.owner("r4") == "p2"


@pytest.mark.rule("KC-7.12")
def test_an_incomplete_tower_stops_who_enters() -> None:
    table = Table()
    table.own("p1", "r6")
    tower = table.unit("guard_tower", "p1", "r6", build=1)
    knight = table.unit("knight", "p2", "r9")
    table.say("p2", "move one knight r9 r6", "on r2")
    table.finish()
    assert (table.area_of(tower), table.area_of(knight)) == ("", "r6")


@pytest.mark.rule("KC-7.13", "KC-14.3")
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_tower_is_complete_after_its_build_time(rounds: int) -> None:
    """With 2, placed in round 5 it fights from round 7 on."""
    table = Table(tower_build_time=rounds)
    table.realm.round = 5
    table.stock("p1", "guard_tower")
    table.unit("swordsman", "p1", "r1")
    table.say("p1", "use guard_tower r1")
    left = []
    for _ in range(2):
        table.finish()
        left.append(table.realm.units[-1].build)
    assert left == [rounds - 1, 0]


@pytest.mark.rule("KC-14.7")
def test_towers_are_numbered_by_seat_then_by_placing() -> None:
    table = Table()
    table.stock("p1", "guard_tower", 2)
    table.stock("p2", "guard_tower")
    table.own("p1", "r2")
    table.units(1, "swordsman", "p1", "r2")
    table.units(1, "swordsman", "p1", "r1")
    table.units(1, "swordsman", "p2", "r7")
    table.say("p2", "use guard_tower r7")
    table.say("p1", "use guard_tower r2", "use guard_tower r1")
    table.finish()
    assert [table.area_of(unit) for unit in ("u4", "u5", "u6")] == ["r2", "r1", "r7"]


@pytest.mark.rule("KC-7.15")
def test_without_sea_there_are_neither_blueprints_nor_seamanship() -> None:
    board = Board("dry", "", [], 2)
    board.add(0, x=0, y=0, tax=4, castle="home1", garrison="")
    board.add(1, x=9, y=0, tax=4, castle="home2", garrison="")
    board.join(0, 1)
    board.max_rounds = 40
    board.castles_to_win = 2
    board.finish()
    realm = Realm(Settings(board, choose(RULESET.info.options, {"market_size": 7})))
    open_round(realm, Seeded(1), [])
    assert len(realm.market.offers) == 6
    assert realm.market.offer_of(GALLEON_BLUEPRINT) is None
    assert SEAMANSHIP.number not in shuffled_techs(realm, Seeded(1))


@pytest.mark.rule("KC-8.1")
def test_a_tech_on_offer_can_be_started_once_by_everybody() -> None:
    table = Table()
    table.offer_tech("forestry")
    table.know("p2", "masonry")
    assert table.check("p1", "research masonry") is NO_SUCH_TECH
    table.say("p1", "research forestry")
    assert table.check("p1", "research forestry") is RESEARCHED_ALREADY
    table.say("p2", "research forestry")
    table.finish()
    table.offer_tech("forestry")
    table.reopen()
    assert table.check("p1", "research forestry") is RESEARCHED_ALREADY
    table.offer_tech("masonry")
    assert table.check("p2", "research masonry") is RESEARCHED_ALREADY
    assert table.check("p1", "research masonry") is None
    table.study("p1", "masonry")
    assert table.check("p1", "research masonry") is RESEARCHED_ALREADY


@pytest.mark.rule("KC-8.2", "KC-8.4", "KC-13.6", "KC-13.3")
def test_a_tech_is_paid_in_instalments_and_known_after_the_last() -> None:
    """Worked example 20."""
    table = Table()
    table.own("p1", "r2", "r3", "r4", "r6", "r5", "r13")
    table.realm.round = 3
    table.offer_tech("land_registry")
    table.say("p1", "research land_registry")
    assert table.plan("p1").gold == 10
    # Seven regions: 4 + 1 + 1 + 2 + 1 + 3 + 3; goal of castles kept out of reach.
    golds = []
    incomes = []
    for _ in range(4):
        incomes.append(table.income("p1"))
        table.finish()
        golds.append(table.gold_of("p1"))
    assert golds == [10 + 15 - 4, 21 + 11, 32 + 11, 43 + 17]
    assert incomes == [15, 15, 15, 17]
    assert table.techs("p1") == ["land_registry"]


@pytest.mark.rule("KC-8.3", "KC-13.7")
def test_instalments_lead_into_debt() -> None:
    table = Table()
    table.gold("p1", 0)
    table.own("p2", "r1")
    table.unit("swordsman", "p1", "r2")
    table.offer_tech("shield_wall")
    table.say("p1", "research shield_wall")
    table.finish()
    # r2 pays 1; the swordsman costs 1, the tech 4.
    assert table.gold_of("p1") == -4
    table.say("p1", "disband swordsman r2")
    table.finish()
    assert table.kingdom("p1").fallen == 2


@pytest.mark.rule("KC-8.4")
def test_upkeep_of_the_last_instalments_round_is_still_the_old_one() -> None:
    table = Table()
    table.study("p1", "dragon_bond", 2)
    table.unit("dragon", "p1", "r1")
    table.finish()
    # 10 + 4 - dragon 4 - instalment 3, then 2 instead of 4.
    assert table.gold_of("p1") == 7
    table.finish()
    assert table.gold_of("p1") == 9


@pytest.mark.rule("KC-8.5")
def test_several_techs_are_researched_at_once() -> None:
    table = Table()
    table.gold("p1", 50)
    table.study("p1", "forestry")
    table.offer_tech("masonry")
    table.say("p1", "research masonry")
    table.finish()
    assert table.gold_of("p1") == 50 + 4 - 2 - 3
    for _ in range(2):
        table.finish()
    assert table.techs("p1") == ["forestry", "masonry"]


@pytest.mark.rule("KC-8.6")
def test_techs_are_lost_only_by_elimination() -> None:
    table = Table("crowns", 3)
    table.know("p1", "masonry")
    table.know("p2", "masonry")
    table.own("p3", "r1", "r7")
    table.unit("swordsman", "p1", "r2")
    table.finish()
    assert [table.techs(side) for side in ("p1", "p2")] == [["masonry"], []]


@pytest.mark.rule("KC-8.2")
def test_every_tech_costs_what_the_table_says() -> None:
    totals = [tech.cost * tech.rounds for tech in TECHS]
    assert totals == [16, 12, 12, 12, 12, 12, 6, 9, 9, 9, 9, 9]
