"""KC-6: ships and their passengers."""

import pytest

from pentarch.engine.kingdom.refusals import (
    CASTS_ABOARD,
    MAGE_ABOARD,
    NO_PASSENGER,
    NO_ROOM,
    NO_UNIT,
    NOT_CARRIED,
    NOT_YOUR_MAGE,
    NOT_YOUR_SHIP,
    SAILS_ALREADY,
    SHIP_NOT_BESIDE,
    SHORE_NOT_BESIDE,
    UNLOADS_ALREADY,
)
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-6.1")
def test_ships_carry_own_soldiers_and_nothing_else() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    theirs = table.unit("trireme", "p2", "z1")
    mage = table.unit("mage", "p1", "r3")
    table.unit("swordsman", "p1", "r3")
    table.unit("knight", "p1", "r3")
    table.unit("dragon", "p1", "r3")
    assert table.check("p1", f"load one dragon r3 {ship}") is NOT_CARRIED
    assert table.check("p1", f"unload one dragon {ship} r3") is NOT_CARRIED
    assert table.check("p1", f"load one swordsman r3 {theirs}") is NOT_YOUR_SHIP
    assert table.check("p1", f"load {mage} {theirs}") is NOT_YOUR_SHIP
    assert table.check("p1", f"unload one swordsman {theirs} r3") is NOT_YOUR_SHIP
    assert table.check("p1", f"sail {theirs} z2") is NOT_YOUR_SHIP
    table.say("p1", f"load one swordsman r3 {ship}", f"load one knight r3 {ship}")
    table.say("p1", f"load {mage} {ship}")


@pytest.mark.rule("KC-6.2")
def test_a_unit_boards_a_ship_beside_its_region() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z4")
    table.unit("swordsman", "p1", "r3")
    assert table.check("p1", f"load one swordsman r3 {ship}") is SHIP_NOT_BESIDE
    assert table.check("p1", f"load one swordsman r6 {ship}") is NO_UNIT


@pytest.mark.rule("KC-6.3")
def test_room_counts_those_aboard_and_those_boarding() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    table.unit("swordsman", "p1", "z1", ship=ship)
    table.units(3, "swordsman", "p1", "r3")
    galleon = table.unit("galleon", "p1", "z1")
    table.say("p1", f"unload one swordsman {ship} r1")
    table.say("p1", f"load one swordsman r3 {ship}", f"load one swordsman r3 {ship}")
    assert table.check("p1", f"load one swordsman r3 {ship}") is NO_ROOM
    table.say("p1", f"load one swordsman r3 {galleon}")
    assert table.check("p1", f"load one swordsman r3 {galleon}") is NO_UNIT


@pytest.mark.rule("KC-6.4", "KC-6.5", "KC-6.7", "KC-6.8", "KC-6.9", "KC-13.4")
def test_load_sail_and_unload_fit_into_one_round() -> None:
    """Worked example 9."""
    table = Table()
    table.own("p2", "r12")
    u1 = table.unit("trireme", "p1", "z1")
    table.units(2, "swordsman", "p1", "r3")
    table.say("p1", f"load one swordsman r3 {u1}", f"load one swordsman r3 {u1}", f"sail {u1} z2")
    table.say("p1", f"unload one swordsman {u1} r12", f"unload one swordsman {u1} r12")
    table.finish()
    assert [event.split(" ")[-1] for event in table.happened("moved")] == ["1", "1", "2", "3", "3"]
    assert (table.there("z2"), table.there("r12")) == ([u1], ["u2", "u3"])
    assert table.owner("r12") == "p1"
    # 10 + home 4 + r12 1 - upkeep 3.
    assert table.gold_of("p1") == 12


@pytest.mark.rule("KC-6.6")
def test_a_ship_gets_one_order_to_sail() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    table.say("p1", f"sail {ship} z2")
    assert table.check("p1", f"sail {ship} z2") is SAILS_ALREADY


@pytest.mark.rule("KC-6.7")
def test_passengers_land_where_the_path_ends() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    mage = table.unit("mage", "p1", "z1", ship=ship)
    other = table.unit("mage", "p1", "r1")
    table.unit("swordsman", "p1", "z1", ship=ship)
    assert table.check("p1", f"unload {mage} r12") is SHORE_NOT_BESIDE
    assert table.check("p1", f"unload {other} r3") is NO_PASSENGER
    assert table.check("p1", f"unload {ship} r3") is NOT_YOUR_MAGE
    assert table.check("p1", f"unload one knight {ship} r3") is NO_PASSENGER
    table.say("p1", f"sail {ship} z2")
    assert table.check("p1", f"unload one swordsman {ship} r1") is SHORE_NOT_BESIDE
    table.say("p1", f"unload {mage} r12", f"unload one swordsman {ship} r11")
    assert table.check("p1", f"unload one swordsman {ship} r11") is NO_PASSENGER
    table.finish()
    assert (table.area_of(mage), table.area_of("u4")) == ("r12", "r11")


@pytest.mark.rule("KC-6.8")
def test_without_sailing_unloading_takes_slot_one_or_two() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    aboard = table.unit("swordsman", "p1", "z1", ship=ship)
    table.say("p1", f"unload one swordsman {ship} r3")
    table.finish()
    assert table.happened("moved") == [f"p1 moved {aboard} z1 r3 1"]
    table.events = []
    table.say("p1", f"load one swordsman r3 {ship}", f"unload one swordsman {ship} r1")
    table.finish()
    slots = [f"p1 moved {aboard} r3 z1 1", f"p1 moved {aboard} z1 r1 2"]
    assert table.happened("moved") == slots


@pytest.mark.rule("KC-6.8", "KC-10.1")
def test_seamanship_makes_four_slots() -> None:
    """Worked example 23."""
    table = Table("strait", 2)
    table.know("p1", "seamanship")
    u1 = table.unit("trireme", "p1", "z1")
    unit = table.unit("swordsman", "p1", "r1")
    table.say("p1", f"load one swordsman r1 {u1}", f"sail {u1} z2", "on z6")
    table.say("p1", f"unload one swordsman {u1} r16")
    table.finish()
    assert [event.split(" ")[-1] for event in table.happened("moved")] == ["1", "2", "3", "4"]
    assert table.area_of(unit) == "r16"


@pytest.mark.rule("KC-6.9", "KC-6.11")
def test_passengers_stay_aboard_and_cost_upkeep() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    unit = table.unit("knight", "p1", "r3")
    table.say("p1", f"load one knight r3 {ship}")
    table.finish()
    assert table.is_aboard(unit)
    # 10 + 4 - trireme 1 - knight 2.
    assert table.gold_of("p1") == 11
    table.say("p1", f"sail {ship} z2")
    table.finish()
    assert table.area_of(unit) == "z2"
    assert table.is_aboard(unit)


@pytest.mark.rule("KC-6.10")
def test_passengers_land_apart_and_then_the_ship_stays() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z2")
    table.unit("swordsman", "p1", "z2", ship=ship)
    table.unit("swordsman", "p1", "z2", ship=ship)
    table.say("p1", f"unload one swordsman {ship} r3")
    assert table.check("p1", f"sail {ship} z1") is UNLOADS_ALREADY
    table.say("p1", f"unload one swordsman {ship} r12")
    table.finish()
    assert (table.area_of("u2"), table.area_of("u3")) == ("r3", "r12")


@pytest.mark.rule("KC-6.11", "KC-9.5")
def test_passengers_do_nothing_aboard() -> None:
    table = Table()
    table.stock("p1", "guard_tower")
    ship = table.unit("trireme", "p1", "z1")
    mage = table.unit("mage", "p1", "z1", ship=ship)
    table.unit("swordsman", "p1", "z1", ship=ship)
    assert table.check("p1", f"cast fog {mage}") is CASTS_ABOARD
    assert table.check("p1", f"move {mage} r3") is MAGE_ABOARD
    assert not [order for order in table.legal("p1") if order.startswith(("use", "move", "cast"))]


@pytest.mark.rule("KC-6.11", "KC-6.12", "KC-11.13")
def test_a_lost_ship_takes_its_passengers_down_without_their_fighting() -> None:
    """Worked example 10 a."""
    table = Table()
    u1 = table.unit("trireme", "p1", "z1")
    table.units(2, "swordsman", "p1", "r3")
    galleon = table.unit("galleon", "p2", "z2")
    table.own("p2", "r12")
    table.say("p1", f"load one swordsman r3 {u1}", f"load one swordsman r3 {u1}", f"sail {u1} z2")
    table.say("p1", f"unload one swordsman {u1} r12", f"unload one swordsman {u1} r12")
    table.finish()
    assert table.happened("struck") == ["p1 struck z2 1 2", "p2 struck z2 1 4"]
    assert table.kinds("p1") == []
    assert table.area_of(galleon) == "z2"


@pytest.mark.rule("KC-11.13")
def test_passengers_neither_fight_nor_are_hit() -> None:
    table = Table()
    u1 = table.unit("trireme", "p1", "z1")
    passengers = [table.unit("knight", "p1", "z1", ship=u1) for _ in range(2)]
    u4 = table.unit("galleon", "p2", "z2")
    table.say("p2", f"sail {u4} z1")
    table.finish()
    assert table.happened("struck")[:2] == ["p1 struck z1 1 2", "p2 struck z1 1 4"]
    drowned = [f"p1 drowned {unit}" for unit in passengers]
    assert table.happened("drowned") == drowned


@pytest.mark.rule("KC-6.13")
def test_a_unit_that_conveys_makes_no_other_movement() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    table.unit("knight", "p1", "r3")
    table.say("p1", f"load one knight r3 {ship}", f"unload one knight {ship} r1")
    assert [order for order in table.legal("p1") if "knight r" in order] == ["train knight r1"]
    table.finish()
    assert table.area_of("u2") == "r1"
