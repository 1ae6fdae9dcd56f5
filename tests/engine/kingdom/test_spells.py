"""KC-9: mages and their spells."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.kingdom.refusals import (
    CAST_ALREADY,
    NO_BLESSING,
    NO_MANA,
    NOT_YOUR_MAGE,
    NOTHING_TO_SHAKE,
    OUT_OF_RANGE,
)
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-9.1")
def test_a_mage_casts_once_a_round_with_enough_mana() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r2", mana=1)
    swordsman = table.unit("swordsman", "p1", "r2")
    theirs = table.unit("mage", "p2", "r4")
    assert table.check("p1", f"cast earthquake {mage}") is NO_MANA
    assert table.check("p1", f"cast fog {theirs}") is NOT_YOUR_MAGE
    assert table.check("p1", f"cast fog {swordsman}") is NOT_YOUR_MAGE
    table.say("p1", f"cast fog {mage}", "at r4")
    assert table.check("p1", f"cast fog {mage}") is CAST_ALREADY


@pytest.mark.rule("KC-9.2", "KC-16.4")
def test_targets_lie_within_two_edges() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r1")
    table.say("p1", f"cast fog {mage}")
    assert table.check("p1", "at r13") is OUT_OF_RANGE
    assert table.check("p1", "done") is WRONG_DECISION
    assert table.legal("p1") == [
        f"at {area}" for area in ("r1", "r2", "r3", "r4", "r5", "r6", "r12", "z1", "z2")
    ]


@pytest.mark.rule("KC-9.3")
def test_an_earthquake_needs_enemy_ground_units() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r2", mana=2)
    table.unit("swordsman", "p1", "r4")
    table.unit("dragon", "p2", "r6")
    assert table.check("p1", f"cast earthquake {mage}") is NOTHING_TO_SHAKE
    table.unit("swordsman", "n0", "r5")
    table.reopen()
    table.say("p1", f"cast earthquake {mage}")
    assert table.legal("p1") == ["at r5"]
    assert table.check("p1", "at r4") is NOTHING_TO_SHAKE
    assert table.check("p1", "at r6") is NOTHING_TO_SHAKE


@pytest.mark.rule("KC-9.4")
def test_a_mage_casts_first_and_moves_afterwards() -> None:
    """Worked example 3."""
    table = Table()
    mage = table.unit("mage", "p1", "r2")
    table.say("p1", f"cast fog {mage}", "at r13", f"move {mage} r1")
    table.finish()
    assert table.area_of(mage) == "r1"
    assert table.mana_of(mage) == 1
    assert table.happened("cast") == [f"p1 cast fog {mage} r13"]


@pytest.mark.rule("KC-9.4")
def test_a_mage_may_cast_and_board() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r3")
    ship = table.unit("trireme", "p1", "z1")
    table.say("p1", f"load {mage} {ship}", f"cast fog {mage}", "at r1")
    table.finish()
    assert table.is_aboard(mage)
    assert table.mana_of(mage) == 1


@pytest.mark.rule("KC-9.6", "KC-9.9", "KC-9.8")
def test_two_mages_shake_each_other_down() -> None:
    """Worked example 14."""
    table = Table()
    u1 = table.unit("mage", "p1", "r6", mana=2)
    u2 = table.unit("mage", "p2", "r9", mana=2)
    table.say("p1", f"cast earthquake {u1}", "at r9", f"move {u1} r2")
    table.say("p2", f"cast earthquake {u2}", "at r6", f"move {u2} r7")
    table.finish()
    assert table.kinds("p1") == table.kinds("p2") == []
    assert table.happened("moved") == []


@pytest.mark.rule("KC-9.8")
def test_earthquakes_add_up_and_spare_dragons_and_passengers() -> None:
    table = Table()
    first = table.unit("mage", "p1", "r2", mana=2)
    second = table.unit("mage", "p1", "r2", mana=3)
    dragon = table.unit("dragon", "p2", "r6")
    knight = table.unit("knight", "p2", "r6")
    sword = table.unit("swordsman", "p2", "r6")
    table.say("p1", f"cast earthquake {first}", "at r6", f"cast earthquake {second}", "at r6")
    table.finish()
    # Four points: the swordsman takes two, the knight the other two and lives.
    assert [table.area_of(unit) for unit in (dragon, knight, sword)] == ["r6", "r6", ""]
    assert (table.mana_of(first), table.mana_of(second)) == (1, 2)


@pytest.mark.rule("KC-9.9")
def test_injuries_of_an_earthquake_last_into_the_battle() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r2", mana=2)
    table.units(1, "knight", "p2", "r6")
    sword = table.unit("swordsman", "p1", "r4")
    table.say("p1", f"cast earthquake {mage}", "at r6", "move one swordsman r4 r6")
    table.finish()
    # Three hits kill the knight, which kills the swordsman at the same moment.
    assert table.kinds("p2") == []
    assert table.area_of(sword) == ""


@pytest.mark.rule("KC-9.8")
def test_an_earthquake_where_nobody_is_left_does_nothing() -> None:
    table = Table()
    table.gold("p2", -1)
    mage = table.unit("mage", "p1", "r6", mana=2)
    table.unit("swordsman", "p2", "r9")
    table.say("p2", "disband swordsman r9")
    table.say("p1", f"cast earthquake {mage}", "at r9")
    table.finish()
    assert table.mana_of(mage) == 1


@pytest.mark.rule("KC-9.7")
def test_fog_holds_the_casters_own_units_too() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r2")
    knight = table.unit("knight", "p1", "r2")
    table.say("p1", f"cast fog {mage}", "at r4", "move one knight r2 r4", "on r13")
    table.finish()
    assert table.area_of(knight) == "r4"


@pytest.mark.rule("KC-9.10")
def test_fog_is_gone_in_the_next_round() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r2")
    knight = table.unit("knight", "p1", "r2")
    table.say("p1", f"cast fog {mage}", "at r4")
    table.finish()
    table.say("p1", "move one knight r2 r4", "on r13")
    table.finish()
    assert table.area_of(knight) == "r13"


@pytest.mark.rule("KC-9.11", "KC-14.4")
@pytest.mark.parametrize(("techs", "course"), [([], [2, 3, 3]), (["arcane_study"], [3, 4, 4])])
def test_mana_grows_up_to_its_limit(techs: list[str], course: list[int]) -> None:
    table = Table()
    table.know("p1", *techs)
    table.say("p1", "train mage r1")
    table.finish()
    assert table.mana_of("u1") == 1
    seen = []
    for _ in range(3):
        table.finish()
        seen.append(table.mana_of("u1"))
    assert seen == course


@pytest.mark.rule("KC-9.12")
def test_blessing_is_an_option() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r2")
    assert table.check("p1", f"cast blessing {mage}") is NO_BLESSING
    assert f"cast blessing {mage}" in blessed_table()[0].legal("p1")


def blessed_table() -> tuple[Table, str]:
    """Two swordsmen of each kingdom about to fight in r4, and a mage beside them."""
    table = Table(extra_spells=True)
    mage = table.unit("mage", "p1", "r1", mana=3)
    table.units(2, "swordsman", "p1", "r2")
    table.units(2, "swordsman", "p2", "r13")
    table.open()
    return table, mage


@pytest.mark.rule("KC-9.12")
def test_a_blessing_adds_one_per_unit_in_the_first_battle_round_only() -> None:
    table, mage = blessed_table()
    table.say("p1", f"cast blessing {mage}", "at r4", "move all swordsman r2 r4")
    table.say("p2", "move all swordsman r13 r4")
    table.finish()
    # 2 + 2 kill both swordsmen at once; they deal 2.
    assert table.happened("struck") == ["p1 struck r4 1 4", "p2 struck r4 1 2"]
    assert table.owner("r4") == "p1"


@pytest.mark.rule("KC-9.12")
def test_a_second_blessing_adds_nothing_and_the_second_round_has_none() -> None:
    table = Table(extra_spells=True)
    mages = [table.unit("mage", "p1", "r1") for _ in range(2)]
    table.unit("swordsman", "p1", "r2")
    table.units(2, "swordsman", "p2", "r4")
    for mage in mages:
        table.say("p1", f"cast blessing {mage}", "at r4")
    table.say("p1", "move one swordsman r2 r4")
    table.finish()
    assert table.happened("struck") == ["p1 struck r4 1 2", "p2 struck r4 1 2"]
    table = Table(extra_spells=True)
    mage = table.unit("mage", "p1", "r1")
    table.unit("knight", "p1", "r2")
    table.unit("knight", "p2", "r4")
    table.know("p2", "plate_armor")
    table.say("p1", f"cast blessing {mage}", "at r4", "move one knight r2 r4", "halt")
    table.finish()
    assert table.happened("struck")[::2] == ["p1 struck r4 1 3", "p1 struck r4 2 2"]


@pytest.mark.rule("KC-9.12")
def test_skirmishes_and_incomplete_towers_are_not_blessed() -> None:
    table = Table(extra_spells=True)
    mage = table.unit("mage", "p1", "r1")
    table.unit("guard_tower", "p1", "r4", build=2)
    table.unit("swordsman", "p1", "r4")
    table.units(1, "knight", "p2", "r13")
    table.say("p1", f"cast blessing {mage}", "at r4", "move one swordsman r4 r13")
    table.say("p2", "move one knight r13 r4", "halt")
    table.finish()
    struck = table.happened("struck")
    assert struck[0] == "p1 struck r4-r13 1 1"
    assert "p1 struck r4 1 0" in struck
