"""KC-11 and KC-12: battles, castles that fire, capture."""

import pytest

from pentarch.engine.kingdom.battle import first_prey, spend
from pentarch.engine.kingdom.field import Field, Fighter
from pentarch.engine.kingdom.realm import Realm
from pentarch.engine.kingdom.tables import KIND_NAMES, NEUTRAL
from tests.engine.kingdom.build import Table


def wounds(realm: Realm, pool: int, attacker: int, targets: list[Fighter]) -> dict[int, int]:
    """By id, what a pool deals to each target; the targets are as before."""
    spend(realm, pool, attacker, targets)
    dealt = {fighter.unit.id: fighter.wounds for fighter in targets if fighter.wounds}
    for fighter in targets:
        fighter.wounds = 0
    return dealt


@pytest.mark.rule("KC-11.2", "KC-11.3", "KC-11.7", "KC-11.9", "KC-14.5")
def test_the_battle_of_the_rulebook() -> None:
    """Worked example 1."""
    table = Table()
    table.own("p2", "r6")
    u1, u2, u3 = table.units(3, "swordsman", "p1", "r2")
    u4, u5 = table.units(2, "knight", "p1", "r2")
    table.units(2, "swordsman", "p2", "r6")
    table.units(3, "swordsman", "p2", "r9")
    table.say("p1", "move all swordsman r2 r6", "move all knight r2 r6", "halt")
    table.say("p2", "move all swordsman r9 r6")
    table.finish()
    assert table.happened("skirmish") == []
    assert table.happened("struck") == [
        "p1 struck r6 1 7",
        "p2 struck r6 1 5",
        "p1 struck r6 2 5",
        "p2 struck r6 2 2",
    ]
    fallen = [event.split(" ")[-1] for event in table.happened("eliminated")]
    assert fallen == [u1, u2, "u6", "u7", "u8", u3, "u9", "u10"]
    assert table.there("r6") == [u4, u5]
    assert table.owner("r6") == "p1"
    # Healed: the knight that was hit takes three hits again.
    table.units(1, "knight", "p2", "r9")
    table.reopen()
    table.say("p2", "move one knight r9 r6", "halt")
    table.finish()
    assert table.there("r6") == [u4, u5]


@pytest.mark.rule("KC-11.5", "KC-11.6", "KC-11.8")
def test_three_kingdoms_fight_everybody_at_once() -> None:
    """Worked example 7."""
    table = Table("crowns", 3)
    table.units(3, "swordsman", "p1", "r3")
    table.units(2, "swordsman", "p2", "r8")
    u6 = table.unit("knight", "p2", "r8")
    table.units(2, "swordsman", "p3", "r10")
    table.say("p1", "move all swordsman r3 r6")
    table.say("p2", "move all swordsman r8 r6", "move one knight r8 r6", "halt")
    table.say("p3", "move all swordsman r10 r6")
    table.finish()
    assert table.happened("struck") == [
        "p1 struck r6 1 3",
        "p2 struck r6 1 4",
        "p3 struck r6 1 2",
        "p1 struck r6 2 2",
        "p2 struck r6 2 3",
        "p1 struck r6 3 1",
        "p2 struck r6 3 2",
    ]
    fallen = [event.split(" ")[-1] for event in table.happened("eliminated")]
    assert fallen == ["u1", "u4", "u7", "u8", "u2", "u5", "u3"]
    assert table.there("r6") == [u6]


@pytest.mark.rule("KC-11.6")
def test_damage_goes_to_the_injured_then_the_cheap_then_the_weak_then_the_next_seat() -> None:
    table = Table("crowns", 3)
    for kind in reversed(KIND_NAMES):
        table.unit(kind, "p2", "r6")
    injured = table.unit("knight", "p2", "r6")
    third = table.unit("swordsman", "p3", "r6")
    first = table.unit("swordsman", "p2", "r6")
    everybody = Field(table.realm, []).fighters
    everybody[7].hits = 2
    order: list[str] = []
    for pool in range(1, 40):
        struck = wounds(table.realm, pool, 0, everybody)
        order += [f"u{id}" for id in struck if f"u{id}" not in order]
    # The injured knight; swordsmen of p2, then p3; tower, mage, knight, trireme, galleon, dragon.
    assert order == [injured, "u7", first, third, "u6", "u5", "u4", "u3", "u2", "u1"]
    assert wounds(table.realm, 3, 2, [*everybody[:-3], everybody[9]]) == {7: 2, 10: 1}


@pytest.mark.rule("KC-11.6")
def test_fewer_hit_points_left_come_first_among_equals() -> None:
    table = Table("crowns", 3)
    table.know("p2", "shield_wall")
    table.unit("swordsman", "p2", "r6")
    table.unit("swordsman", "p3", "r6")
    assert wounds(table.realm, 2, 0, Field(table.realm, []).fighters) == {2: 2}


@pytest.mark.rule("KC-11.6")
def test_garrisons_begin_with_a_seat_that_changes() -> None:
    table = Table("crowns", 3)
    for side in ("p1", "p2", "p3"):
        table.unit("swordsman", side, "r6")
    struck: list[int] = []
    for number in range(1, 7):
        table.realm.round = number
        struck += wounds(table.realm, 1, NEUTRAL, Field(table.realm, []).fighters)
    assert struck == [1, 2, 3, 1, 2, 3]
    table.realm.round = 1
    table.offer(sawmill=9, improve_production=7, improve_defense=4)
    assert first_prey(table.realm) == 2


@pytest.mark.rule("KC-11.7")
def test_damage_beyond_the_last_unit_is_lost() -> None:
    table = Table()
    table.unit("swordsman", "p2", "r6")
    assert wounds(table.realm, 50, 0, Field(table.realm, []).fighters) == {1: 2}


@pytest.mark.rule("KC-11.7", "KC-11.12")
def test_an_injured_unit_takes_only_what_it_has_left() -> None:
    table = Table()
    table.units(2, "swordsman", "p2", "r6")
    fighters = Field(table.realm, []).fighters
    fighters[1].hits = 1
    assert wounds(table.realm, 2, 0, fighters) == {1: 1, 2: 1}


@pytest.mark.rule("KC-11.4", "KC-11.10")
@pytest.mark.parametrize(("kind", "owner"), [("swordsman", "p1"), ("knight", "p2")])
def test_an_empty_home_fires_one_volley(kind: str, owner: str) -> None:
    """Worked example 8."""
    table = Table()
    table.unit("swordsman", "p1", "r4")
    table.unit(kind, "p2", "r2")
    table.say("p2", f"move one {kind} r2 r1")
    if kind == "knight":
        table.say("p2", "halt")
    table.finish()
    assert table.owner("r1") == owner
    assert table.happened("struck")[0] == "p1 struck r1 1 2"
    assert len([event for event in table.happened("struck") if "p1 struck r1" in event]) == 1


@pytest.mark.rule("KC-11.4")
@pytest.mark.parametrize(("count", "own_left", "guards_left"), [(4, 3, 0), (3, 1, 0), (2, 0, 1)])
def test_a_neutral_castle_fires_while_its_garrison_stands(
    count: int, own_left: int, guards_left: int
) -> None:
    """Worked example 21."""
    table = Table()
    table.units(2, "swordsman", "n0", "r5")
    table.units(count, "swordsman", "p1", "r2")
    table.say("p1", "move all swordsman r2 r5")
    table.finish()
    assert len(table.kinds("p1")) == own_left
    assert len(table.kinds("n0")) == guards_left
    assert table.owner("r5") == ("p1" if own_left else "")


@pytest.mark.rule("KC-11.4")
def test_a_neutral_castle_without_garrison_does_not_fire() -> None:
    table = Table(garrisons="none")
    unit = table.unit("mage", "p1", "r2")
    table.say("p1", f"move {unit} r5")
    table.finish()
    assert table.area_of(unit) == "r5"
    assert table.happened("battle") == []


@pytest.mark.rule("KC-11.4")
def test_a_neutral_castle_without_garrison_keeps_out_of_the_battles_of_others() -> None:
    table = Table(garrisons="none")
    table.unit("knight", "p1", "r2")
    table.unit("knight", "p2", "r6")
    table.say("p1", "move one knight r2 r5", "halt")
    table.say("p2", "move one knight r6 r5", "halt")
    table.finish()
    assert table.happened("battle") == ["battle r5 p1 p2"]
    assert {event.split()[0] for event in table.happened("struck")} == {"p1", "p2"}


@pytest.mark.rule("KC-11.4")
def test_an_owned_castle_falls_silent_when_its_owner_has_nobody_left() -> None:
    table = Table("crowns", 3)
    table.castle("r1", production=2, attack=6)
    table.unit("swordsman", "p1", "r1")
    table.units(4, "knight", "p2", "r2")
    table.units(4, "knight", "p3", "r3")
    table.say("p2", "move all knight r2 r1", "halt")
    table.say("p3", "move all knight r3 r1", "halt")
    table.finish()
    struck = [event for event in table.happened("struck") if event.startswith("p1 struck")]
    assert struck == ["p1 struck r1 1 7"]
    assert len(table.happened("struck")) > 3


@pytest.mark.rule("KC-11.3", "KC-11.4")
def test_masonry_adds_to_the_castle_even_beyond_six() -> None:
    table = Table()
    table.know("p1", "masonry")
    table.castle("r1", production=2, attack=6)
    table.unit("swordsman", "p1", "r1")
    table.units(4, "swordsman", "p2", "r2")
    table.say("p2", "move all swordsman r2 r1")
    table.finish()
    assert table.happened("struck")[0] == "p1 struck r1 1 8"


@pytest.mark.rule("KC-11.3")
@pytest.mark.parametrize(
    ("tech", "kind", "pool"),
    [("heavy_lances", "knight", 3), ("plate_armor", "knight", 2), ("masonry", "knight", 2)],
)
def test_lances_strike_harder(tech: str, kind: str, pool: int) -> None:
    table = Table()
    table.know("p1", tech)
    table.unit(kind, "p1", "r2")
    table.unit("dragon", "p2", "r4")
    table.say("p1", "move one knight r2 r4", "halt")
    table.finish()
    assert table.happened("struck")[0] == f"p1 struck r4 1 {pool}"


@pytest.mark.rule("KC-11.9")
@pytest.mark.parametrize(
    ("tech", "kind", "points"),
    [
        ("", "swordsman", 2),
        ("shield_wall", "swordsman", 3),
        ("", "knight", 3),
        ("plate_armor", "knight", 4),
        ("", "dragon", 5),
        ("dragon_bond", "dragon", 6),
        ("", "mage", 1),
        ("", "trireme", 2),
        ("", "galleon", 7),
        ("", "guard_tower", 1),
    ],
)
def test_units_fall_at_their_hit_points(tech: str, kind: str, points: int) -> None:
    table = Table()
    if tech:
        table.know("p1", tech)
    table.unit(kind, "p1", "r2")
    assert wounds(table.realm, 99, 1, Field(table.realm, []).fighters) == {1: points}


@pytest.mark.rule("KC-11.1")
def test_battles_of_different_areas_do_not_touch_each_other() -> None:
    table = Table()
    table.units(2, "swordsman", "p1", "r2")
    table.unit("swordsman", "p2", "r4")
    table.unit("swordsman", "p2", "r6")
    table.say("p1", "move one swordsman r2 r4", "move one swordsman r2 r6")
    table.finish()
    assert table.happened("battle") == ["battle r4 p1 p2", "battle r6 p1 p2"]
    assert table.kinds("p1") == table.kinds("p2") == []


@pytest.mark.rule("KC-11.10", "KC-11.11", "KC-12.4")
def test_all_may_fall_and_then_the_owner_stays() -> None:
    table = Table()
    table.own("p2", "r4")
    table.unit("swordsman", "p1", "r2")
    table.unit("swordsman", "p2", "r4")
    table.say("p1", "move one swordsman r2 r4")
    table.finish()
    assert table.there("r4") == []
    assert table.owner("r4") == "p2"


@pytest.mark.rule("KC-11.13")
def test_a_dragon_fights_ships_at_sea() -> None:
    table = Table()
    table.unit("dragon", "p1", "r3")
    table.unit("trireme", "p2", "z1")
    table.say("p1", "move one dragon r3 z1", "halt")
    table.finish()
    assert table.happened("battle") == ["battle z1 p1 p2"]
    assert table.kinds("p2") == []


@pytest.mark.rule("KC-11.14")
def test_a_lone_incomplete_tower_falls_to_the_weakest_attacker() -> None:
    table = Table()
    table.own("p1", "r4")
    table.unit("guard_tower", "p1", "r4", build=2)
    mage = table.unit("mage", "p2", "r13")
    table.say("p2", f"move {mage} r4")
    table.finish()
    assert table.there("r4") == [mage]


@pytest.mark.rule("KC-11.15", "KC-12.1")
def test_winners_stay_where_they_fought() -> None:
    table = Table()
    table.units(3, "knight", "p1", "r2")
    table.units(2, "swordsman", "p2", "r6")
    table.say("p1", "move all knight r2 r6", "on r9")
    table.finish()
    assert len(table.there("r6")) == 3
    assert table.there("r9") == []


@pytest.mark.rule("KC-12.2")
@pytest.mark.parametrize(
    ("kind", "owner"),
    [("swordsman", "p1"), ("mage", "p1"), ("knight", "p1"), ("dragon", "")],
)
def test_soldiers_capture_and_dragons_do_not(kind: str, owner: str) -> None:
    table = Table()
    table.unit(kind, "p1", "r4")
    table.finish()
    assert table.owner("r4") == owner


@pytest.mark.rule("KC-12.3", "KC-2.8", "KC-13.1")
def test_a_dragon_frees_a_home_and_resets_it() -> None:
    """Worked example 13."""
    table = Table()
    table.unit("swordsman", "p1", "r3")
    table.castle("r1", production=4, attack=3)
    dragon = table.unit("dragon", "p2", "r4")
    table.gold("p1", 5)
    table.say("p1", "train knight r1")
    table.say("p2", "move one dragon r4 r2", "on r1", "halt")
    table.finish()
    home = table.castle_of("r1")
    assert table.area_of(dragon) == "r1"
    assert table.owner("r1") == ""
    assert (home.production, home.attack, home.queue) == (1, 1, [])
    # Only r3 pays p1 (1, upkeep 1); p2 gets its own home (4, upkeep 4).
    assert (table.gold_of("p1"), table.gold_of("p2")) == (0, 10)


@pytest.mark.rule("KC-12.3")
def test_a_dragon_with_a_soldier_captures() -> None:
    table = Table()
    table.own("p2", "r4")
    table.unit("dragon", "p1", "r2")
    table.unit("swordsman", "p1", "r2")
    table.say("p1", "move one dragon r2 r4", "halt", "move one swordsman r2 r4")
    table.finish()
    assert table.owner("r4") == "p1"
