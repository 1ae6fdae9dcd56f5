"""KC-5 and KC-10: movement orders, and how they are carried out."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.kingdom.refusals import (
    MAGE_ORDERED,
    NO_GROUP,
    NO_UNIT,
    NOT_ADJACENT,
    NOT_YOUR_MAGE,
    WRONG_ELEMENT,
)
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-5.1")
def test_a_path_is_as_long_as_the_movement_and_given_once() -> None:
    table = Table()
    table.unit("knight", "p1", "r2")
    table.unit("dragon", "p1", "r4")
    assert table.check("p1", "move one knight r2 r13") is NOT_ADJACENT
    table.say("p1", "move one knight r2 r6")
    assert table.check("p1", "on r3") is NOT_ADJACENT
    table.say("p1", "on r9")
    assert table.check("p1", "on r7") is WRONG_DECISION
    assert table.check("p1", "move one knight r2 r6") is NO_UNIT
    table.say("p1", "move one dragon r4 r6", "on z4", "on r9", "done")
    table.finish()
    assert (table.area_of("u1"), table.area_of("u2")) == ("r9", "r9")


@pytest.mark.rule("KC-5.2")
def test_land_units_keep_to_land_and_dragons_go_anywhere() -> None:
    table = Table()
    table.unit("swordsman", "p1", "r3")
    table.unit("dragon", "p1", "r3")
    mage = table.unit("mage", "p1", "r3")
    assert table.check("p1", "move one swordsman r3 z1") is WRONG_ELEMENT
    assert table.check("p1", "move one dragon r3 z1") is None
    assert f"move {mage} r1" in table.legal("p1")
    assert not [order for order in table.legal("p1") if order.startswith(f"move {mage} z")]


@pytest.mark.rule("KC-5.2", "KC-6.6")
def test_ships_keep_to_the_sea() -> None:
    table = Table()
    table.know("p1", "seamanship")
    ship = table.unit("trireme", "p1", "z1")
    table.say("p1", f"sail {ship} z2")
    assert table.check("p1", "on r3") is WRONG_ELEMENT
    assert table.check("p1", "on z4") is NOT_ADJACENT
    assert table.legal("p1") == ["halt", "on z1"]


@pytest.mark.rule("KC-5.3")
def test_a_path_may_go_straight_back() -> None:
    table = Table()
    unit = table.unit("knight", "p1", "r2")
    table.say("p1", "move one knight r2 r6", "on r2")
    table.finish()
    assert table.area_of(unit) == "r2"
    assert table.owner("r6") == ""


@pytest.mark.rule("KC-5.4")
def test_a_guard_tower_never_moves() -> None:
    table = Table()
    table.unit("guard_tower", "p1", "r1")
    assert table.check("p1", "move one guard_tower r1 r2") is NO_UNIT
    assert not [order for order in table.legal("p1") if order.startswith("move")]


@pytest.mark.rule("KC-5.5")
def test_units_of_one_area_go_to_different_places() -> None:
    table = Table()
    names = table.units(3, "swordsman", "p1", "r4")
    table.say("p1", "move one swordsman r4 r2", "move one swordsman r4 r3")
    assert table.check("p1", "move all swordsman r4 r6") is NO_GROUP
    table.say("p1", "move one swordsman r4 r6")
    table.finish()
    assert [table.area_of(name) for name in names] == ["r2", "r3", "r6"]


@pytest.mark.rule("KC-5.6")
def test_enemies_never_forbid_an_order() -> None:
    table = Table()
    table.units(9, "swordsman", "p2", "r2")
    table.unit("swordsman", "p1", "r1")
    assert table.check("p1", "move one swordsman r1 r2") is None
    table.own("p2", "r3")
    assert table.check("p1", "move one swordsman r1 r3") is None


@pytest.mark.rule("KC-5.7")
def test_moving_and_loading_exclude_each_other() -> None:
    table = Table()
    table.unit("swordsman", "p1", "r3")
    ship = table.unit("trireme", "p1", "z1")
    mage = table.unit("mage", "p1", "r3")
    other = table.unit("mage", "p2", "r9")
    table.say("p1", f"load one swordsman r3 {ship}")
    assert table.check("p1", "move one swordsman r3 r1") is NO_UNIT
    table.say("p1", f"move {mage} r1")
    assert table.check("p1", f"load {mage} {ship}") is MAGE_ORDERED
    assert table.check("p1", f"move {mage} r1") is MAGE_ORDERED
    assert table.check("p1", f"move {other} r6") is NOT_YOUR_MAGE
    assert table.check("p1", "move u1 r1") is NOT_YOUR_MAGE


@pytest.mark.rule("KC-5.8", "KC-7.14")
def test_building_costs_no_movement_and_no_builder() -> None:
    table = Table()
    table.own("p1", "r2")
    table.stock("p1", "sawmill")
    table.stock("p1", "guard_tower")
    unit = table.unit("swordsman", "p1", "r2")
    table.say("p1", "use sawmill r2", "move one swordsman r2 r4", "use guard_tower r2")
    table.finish()
    assert table.area_of(unit) == "r4"
    assert table.there("r2") == ["u2"]
    assert table.kinds("p1") == ["swordsman", "guard_tower"]


@pytest.mark.rule("KC-10.1", "KC-10.2")
def test_knights_enter_their_second_area_in_slot_two() -> None:
    """Worked example 4: midpoints on the way."""
    table = Table()
    unit = table.unit("knight", "p1", "r1")
    table.say("p1", "move one knight r1 r2", "on r6")
    table.finish()
    assert table.happened("moved") == [f"p1 moved {unit} r1 r2 1", f"p1 moved {unit} r2 r6 2"]


@pytest.mark.rule("KC-10.3", "KC-6.5")
def test_a_ship_waits_for_a_loading_unit_that_has_fallen() -> None:
    table = Table()
    ship = table.unit("trireme", "p1", "z1")
    unit = table.unit("swordsman", "p1", "r3")
    mage = table.unit("mage", "p2", "r12", mana=2)
    table.say("p1", f"load one swordsman r3 {ship}", f"sail {ship} z2")
    table.say("p2", f"cast earthquake {mage}", "at r3")
    table.finish()
    assert table.area_of(unit) == ""
    assert table.happened("moved") == [f"p1 moved {ship} z1 z2 2"]


@pytest.mark.rule("KC-10.4", "KC-10.6", "KC-10.8", "KC-11.12")
def test_enemies_on_one_edge_fight_halfway_and_survivors_go_on_injured() -> None:
    """Worked example 6."""
    table = Table()
    table.own("p1", "r2")
    table.own("p2", "r6")
    u1, u2 = table.units(2, "knight", "p1", "r2")
    table.units(2, "swordsman", "p2", "r6")
    table.unit("swordsman", "p2", "r9")
    table.say("p1", "move all knight r2 r6", "halt")
    table.say("p2", "move all swordsman r6 r2", "move one swordsman r9 r6")
    table.finish()
    assert table.happened("skirmish") == ["skirmish r2-r6 p1 p2"]
    assert table.kinds("p2") == []
    assert (table.area_of(u1), table.area_of(u2)) == ("", "r6")
    assert (table.owner("r6"), table.owner("r2")) == ("p1", "p1")


@pytest.mark.rule("KC-10.6")
def test_friends_on_one_edge_and_enemies_on_different_edges_do_not_fight() -> None:
    table = Table()
    first = table.unit("swordsman", "p1", "r2")
    second = table.unit("swordsman", "p1", "r4")
    table.unit("swordsman", "p2", "r5")
    table.say("p1", "move one swordsman r2 r4", "move one swordsman r4 r2")
    table.say("p2", "move one swordsman r5 r6")
    table.finish()
    assert (table.area_of(first), table.area_of(second)) == ("r4", "r2")
    assert table.happened("skirmish") == []


@pytest.mark.rule("KC-10.5", "KC-10.6", "KC-12.3")
def test_a_dragon_meets_loading_units_on_the_coast() -> None:
    """Worked example 16."""
    table = Table()
    table.own("p1", "r3")
    ship = table.unit("trireme", "p1", "z2")
    table.units(2, "swordsman", "p1", "r3")
    dragon = table.unit("dragon", "p2", "z2")
    table.say("p1", f"load one swordsman r3 {ship}", f"load one swordsman r3 {ship}")
    table.say("p2", "move one dragon z2 r3", "halt")
    table.finish()
    assert table.happened("skirmish") == ["skirmish r3-z2 p1 p2"]
    assert table.happened("struck") == [
        "p1 struck r3-z2 1 2",
        "p2 struck r3-z2 1 3",
        "p1 struck r3-z2 2 1",
        "p2 struck r3-z2 2 3",
    ]
    assert table.kinds("p1") == ["trireme"]
    assert (table.area_of(ship), table.area_of(dragon)) == ("z2", "r3")
    assert table.owner("r3") == ""


@pytest.mark.rule("KC-10.7", "KC-10.12")
def test_ships_in_one_sea_region_that_both_stay_fight() -> None:
    """Worked example 2 a."""
    table = Table()
    u1 = table.unit("galleon", "p1", "z1")
    table.unit("trireme", "p2", "z1")
    table.unit("knight", "p2", "r9")
    table.say("p2", "move one knight r9 r6", "on r2")
    table.finish()
    assert table.happened("battle") == ["battle z1 p1 p2"]
    assert table.there("z1") == [u1]


@pytest.mark.rule("KC-10.7", "KC-10.11")
def test_standing_enemies_halt_each_other_from_the_first_half_step_on() -> None:
    """A loading ship shares its sea region with an enemy: it does not sail afterwards."""
    table = Table()
    ship = table.unit("galleon", "p1", "z1")
    table.unit("trireme", "p2", "z1")
    unit = table.unit("swordsman", "p1", "r3")
    table.say("p1", f"load one swordsman r3 {ship}", f"sail {ship} z2")
    table.finish()
    assert table.area_of(ship) == "z1"
    assert table.is_aboard(unit)


@pytest.mark.rule("KC-10.6", "KC-10.12")
def test_ships_that_leave_along_one_edge_fight_on_it() -> None:
    """Worked example 2 b."""
    table = Table()
    u1 = table.unit("galleon", "p1", "z1")
    u2 = table.unit("trireme", "p2", "z1")
    table.say("p1", f"sail {u1} z2")
    table.say("p2", f"sail {u2} z2")
    table.finish()
    assert table.happened("skirmish") == ["skirmish z1-z2 p1 p2"]
    assert (table.area_of(u1), table.area_of(u2)) == ("z2", "")


@pytest.mark.rule("KC-10.12")
def test_ships_that_part_do_not_fight() -> None:
    """Worked example 2 c."""
    table = Table()
    u1 = table.unit("galleon", "p1", "z1")
    u2 = table.unit("trireme", "p2", "z1")
    table.say("p1", f"sail {u1} z2")
    table.finish()
    assert (table.area_of(u1), table.area_of(u2)) == ("z2", "z1")
    assert table.happened("battle") == []


@pytest.mark.rule("KC-10.10", "KC-10.11")
def test_who_meets_an_enemy_goes_no_further() -> None:
    """Worked example 12."""
    table = Table()
    u1 = table.unit("knight", "p1", "r2")
    u2 = table.unit("swordsman", "p2", "r9")
    table.say("p1", "move one knight r2 r6", "on r9")
    table.say("p2", "move one swordsman r9 r6")
    table.finish()
    assert (table.area_of(u1), table.area_of(u2)) == ("r6", "")
    assert table.owner("r6") == "p1"


@pytest.mark.rule("KC-10.9", "KC-9.7")
def test_fog_holds_who_enters_and_lets_go_who_began_there() -> None:
    """Worked example 11."""
    table = Table()
    mage = table.unit("mage", "p2", "r9")
    u1 = table.unit("knight", "p1", "r2")
    u2 = table.unit("knight", "p1", "r6")
    table.say("p2", f"cast fog {mage}", "at r6")
    table.say("p1", "move one knight r2 r6", "on r9", "move one knight r6 r4", "on r13")
    table.finish()
    assert (table.area_of(u1), table.area_of(u2)) == ("r6", "r13")


@pytest.mark.rule("KC-10.9")
def test_boarding_in_fog_does_not_hold_the_ship() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r1")
    ship = table.unit("trireme", "p1", "z1")
    unit = table.unit("swordsman", "p1", "r3")
    table.say("p1", f"cast fog {mage}", "at z1")
    table.say("p1", f"load one swordsman r3 {ship}", f"sail {ship} z2")
    table.say("p1", f"unload one swordsman {ship} r12")
    table.finish()
    assert (table.area_of(ship), table.area_of(unit)) == ("z2", "r12")


@pytest.mark.rule("KC-10.9", "KC-10.11")
def test_a_ship_that_arrives_in_fog_does_not_unload() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r3")
    ship = table.unit("trireme", "p1", "z1")
    unit = table.unit("swordsman", "p1", "r3")
    table.say("p1", f"cast fog {mage}", "at z2")
    table.say("p1", f"load one swordsman r3 {ship}", f"sail {ship} z2")
    table.say("p1", f"unload one swordsman {ship} r12")
    table.finish()
    assert table.area_of(unit) == "z2"
    assert table.is_aboard(unit)


@pytest.mark.rule("KC-10.13")
def test_boarding_is_completed_on_a_halted_ship() -> None:
    """Worked example 10 b: the ship is met while it loads, and lost with its passengers."""
    table = Table()
    u1 = table.unit("trireme", "p1", "z1")
    table.units(2, "swordsman", "p1", "r3")
    u4 = table.unit("trireme", "p2", "z2")
    table.own("p2", "r12")
    table.say("p1", f"load one swordsman r3 {u1}", f"load one swordsman r3 {u1}", f"sail {u1} z2")
    table.say("p1", f"unload one swordsman {u1} r12", f"unload one swordsman {u1} r12")
    table.say("p2", f"sail {u4} z1")
    table.finish()
    assert table.kinds("p1") == table.kinds("p2") == []
    assert len(table.happened("drowned")) == 2
    assert table.owner("r12") == "p2"


@pytest.mark.rule("KC-10.14", "KC-10.15")
def test_passing_an_empty_castle_is_free_and_captures_nothing() -> None:
    table = Table()
    table.own("p2", "r13")
    table.castle("r13", attack=6)
    unit = table.unit("knight", "p1", "r4")
    table.say("p1", "move one knight r4 r13", "on r10")
    table.finish()
    assert table.area_of(unit) == "r10"
    assert (table.owner("r13"), table.owner("r10")) == ("p2", "p1")


@pytest.mark.rule("KC-10.16")
def test_after_movement_everybody_is_somewhere() -> None:
    table = Table()
    table.know("p1", "seamanship")
    ship = table.unit("trireme", "p1", "z1")
    table.unit("knight", "p1", "r3")
    table.unit("dragon", "p2", "z4")
    table.say("p1", f"load one knight r3 {ship}", f"sail {ship} z2", "halt")
    table.say("p2", "move one dragon z4 z3", "on z4", "on r6")
    table.finish()
    places = [table.area_of(f"u{number}") for number in (1, 2, 3)]
    assert places == ["z2", "z2", "r6"]
    assert table.is_aboard("u2")
