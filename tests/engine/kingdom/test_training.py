"""KC-4: training units in castles."""

import pytest

from pentarch.engine.kingdom.refusals import (
    NO_GOLD,
    NO_SCROLL,
    NO_SLOT,
    NOT_BESIDE_CASTLE,
    NOT_TRAINED,
    NOT_YOUR_CASTLE,
)
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-4.1")
def test_a_castle_has_as_many_slots_as_its_production() -> None:
    table = Table()
    table.say("p1", "train swordsman r1", "train swordsman r1")
    assert table.check("p1", "train swordsman r1") is NO_SLOT
    assert table.check("p1", "train swordsman r5") is NOT_YOUR_CASTLE
    assert table.check("p1", "train swordsman r7") is NOT_YOUR_CASTLE
    assert table.check("p1", "train swordsman r2") is NOT_YOUR_CASTLE


@pytest.mark.rule("KC-4.2")
@pytest.mark.parametrize(
    ("order", "price"),
    [
        ("train swordsman r1", 2),
        ("train mage r1", 5),
        ("train knight r1", 5),
        ("train trireme r1 z1", 5),
    ],
)
def test_four_kinds_are_trained_for_gold(order: str, price: int) -> None:
    table = Table()
    table.say("p1", order)
    assert table.plan("p1").gold == 10 - price


@pytest.mark.rule("KC-4.2", "KC-2.11")
def test_only_these_kinds_are_trained_and_triremes_only_by_the_sea() -> None:
    table = Table("strait", 2)
    table.own("p1", "r4")
    assert table.check("p1", "train dragon r1") is NOT_TRAINED
    assert table.check("p1", "train guard_tower r1") is NOT_TRAINED
    assert table.check("p1", "train trireme r1") is NOT_TRAINED
    assert not [order for order in table.legal("p1") if order.startswith("train trireme r4")]
    assert table.check("p1", "train trireme r4 z1") is NOT_BESIDE_CASTLE


@pytest.mark.rule("KC-4.3")
def test_training_needs_the_gold_now() -> None:
    table = Table()
    table.gold("p1", 6)
    table.say("p1", "train knight r1")
    assert table.check("p1", "train swordsman r1") is NO_GOLD


@pytest.mark.rule("KC-4.4", "KC-4.5")
def test_a_trained_unit_stands_in_the_castle_from_the_next_round() -> None:
    table = Table()
    table.say("p1", "train mage r1")
    table.finish()
    assert table.there("r1") == ["u1"]
    table.say("p1", "move u1 r2")


@pytest.mark.rule("KC-4.6")
def test_a_ship_appears_beside_the_castle_even_among_enemies() -> None:
    """Worked example 2 begins like this."""
    table = Table()
    foe = table.unit("galleon", "p2", "z1")
    assert table.check("p1", "train trireme r1 z2") is NOT_BESIDE_CASTLE
    table.say("p1", "train trireme r1 z1")
    table.finish()
    assert table.there("z1") == [foe, "u2"]


@pytest.mark.rule("KC-4.7", "KC-4.9", "KC-7.10")
def test_a_dragon_takes_its_slot_for_two_rounds() -> None:
    table = Table()
    table.gold("p1", 30)
    table.stock("p1", "dragon_egg")
    table.unit("swordsman", "p2", "r7")
    table.say("p1", "use dragon_egg r1", "train swordsman r1")
    assert table.check("p1", "train swordsman r1") is NO_SLOT
    assert table.check("p1", "use dragon_egg r1") is NO_SCROLL
    table.finish()
    assert table.kinds("p1") == ["swordsman"]
    table.say("p1", "train swordsman r1")
    assert table.check("p1", "train swordsman r1") is NO_SLOT
    table.finish()
    assert sorted(table.kinds("p1")) == ["dragon", "swordsman", "swordsman"]
    assert table.there("r1").count("u3") == 1


@pytest.mark.rule("KC-4.7")
def test_an_egg_needs_a_free_slot_of_an_own_castle() -> None:
    table = Table()
    table.stock("p1", "dragon_egg")
    assert table.check("p1", "use dragon_egg r7") is NOT_YOUR_CASTLE
    table.say("p1", "train swordsman r1", "train swordsman r1")
    assert table.check("p1", "use dragon_egg r1") is NO_SLOT


@pytest.mark.rule("KC-4.8", "KC-7.10")
def test_a_galleon_is_ready_after_two_rounds_in_the_sea_region_named() -> None:
    table = Table("isles", 4)
    table.stock("p1", "galleon_blueprint")
    for side, home in (("p2", "r6"), ("p3", "r11"), ("p4", "r16")):
        table.unit("swordsman", side, home)
    assert table.check("p1", "use galleon_blueprint r1 z5") is NOT_BESIDE_CASTLE
    assert table.check("p2", "use galleon_blueprint r6 z5") is NO_SCROLL
    table.say("p1", "use galleon_blueprint r1 z2")
    table.finish()
    assert table.kinds("p1") == []
    table.finish()
    assert table.kinds("p1") == ["galleon"]
    assert table.there("z2") == ["u4"]


@pytest.mark.rule("KC-4.11")
def test_an_improved_castle_trains_one_more_at_once() -> None:
    table = Table()
    table.stock("p1", "improve_production")
    table.say("p1", "train swordsman r1", "train swordsman r1")
    assert table.check("p1", "train swordsman r1") is NO_SLOT
    table.say("p1", "use improve_production r1", "train swordsman r1")
    table.finish()
    assert len(table.there("r1")) == 3


@pytest.mark.rule("KC-14.1")
def test_new_units_are_numbered_by_seat_castle_and_entry() -> None:
    table = Table()
    table.gold("p1", 20)
    table.gold("p2", 20)
    table.own("p2", "r5")
    table.own("p1", "r11")
    table.say("p2", "train knight r7", "train mage r5", "train swordsman r7")
    table.say("p1", "train swordsman r11", "train mage r1", "train swordsman r1")
    table.finish()
    built = [event.split(" ")[2:] for event in table.happened("built")]
    assert built == [
        ["u1", "mage", "r1"],
        ["u2", "swordsman", "r1"],
        ["u3", "swordsman", "r11"],
        ["u4", "mage", "r5"],
        ["u5", "knight", "r7"],
        ["u6", "swordsman", "r7"],
    ]
    assert table.castle_of("r1").queue == []
