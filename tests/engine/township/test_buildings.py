"""Building cards, tokens, destroyed buildings and new ground (TS-3, TS-6, TS-7)."""

import pytest

from pentarch.engine.township.refusals import DAMAGED, NO_CARD, NO_PLACE
from pentarch.engine.township.tables import KINDS
from tests.engine.township.build import (
    acting,
    check,
    legal,
    new_turn,
    play,
    standing,
    start,
    step,
    stock,
    town,
)

COPIES = {
    "farm": 4,
    "woodlot": 3,
    "mine": 3,
    "quarry": 2,
    "smithy": 2,
    "brewery": 2,
    "goldsmith": 2,
    "house": 5,
    "granary": 3,
    "warehouse": 5,
    "school": 1,
    "academy": 4,
    "townhall": 1,
    "monument": 2,
}
EVERY_FARM = "farm2 farm3 farm4"


@pytest.mark.rule("TS-3.1")
@pytest.mark.parametrize(("kind", "copies"), COPIES.items())
def test_a_set_has_so_many_cards_of_a_type(kind: str, copies: int) -> None:
    state = start()
    names = [f"{kind}{number}" for number in range(1, copies + 1)]
    town(state, 0, buildings=" ".join(names[:-1]), bare=True)
    assert check(state, f"break {kind}") is None
    town(state, 0, buildings=" ".join(names), bare=True)
    assert check(state, f"break {kind}") is NO_CARD
    assert f"break {kind}" not in legal(state)


@pytest.mark.rule("TS-3.1")
def test_the_sets_of_two_seats_are_independent() -> None:
    state = start()
    town(state, 1, buildings=EVERY_FARM)
    assert sum(kind.copies for kind in KINDS) == 39
    assert check(state, "break farm") is None


@pytest.mark.rule("TS-3.2", "TS-6.4")
def test_the_card_of_a_removed_building_can_be_built_again() -> None:
    state = start()
    town(state, 0, units=4, laurels=3, stock="2 ore", buildings=EVERY_FARM)
    assert check(state, "break farm") is NO_CARD
    town(state, 0, units=4, laurels=3, stock="2 ore", buildings="farm2xx--- farm3 farm4")
    new_turn(state, 0)
    assert "farm2" not in " ".join(standing(state, 0))
    place = state.towns[0]
    assert (place.units, place.laurels, stock(state, 0)) == (4, 3, "2 ore")
    step(state, "break farm")
    assert "farm2xxxxx" in standing(state, 0), "its tokens went back: no depletion is left on it"


@pytest.mark.rule("TS-3.3")
def test_only_raw_material_buildings_are_depleted() -> None:
    state = start()
    town(state, 0, stock="2 ore, 2 lumber", buildings="smithy1 mine1")
    play(
        state,
        "skip; produce smithy1 swords; produce mine1 ore; produce woodlot1 lumber; done",
        1,
        1,
    )
    assert standing(state, 0)[:4] == ["farm1", "woodlot1-", "mine1-", "smithy1"]


@pytest.mark.rule("TS-3.4", "TS-10.1")
@pytest.mark.parametrize(
    ("damaged", "text"),
    [
        ("farm1x", "produce farm1 grain"),
        ("smithy1x", "produce smithy1 swords"),
        ("house1x", "recruit house1"),
        ("academy1x", "muster academy1"),
        ("townhall1x", "feast townhall1"),
    ],
)
def test_a_damaged_building_offers_only_repairing(damaged: str, text: str) -> None:
    state = start(round=5)
    rich = "5 grain, 5 lumber, 5 ore, 5 stone, 1 ale, 1 finery"
    town(state, 0, stock=rich, buildings=damaged)
    step(state, "skip")
    name = damaged.rstrip("x")
    assert check(state, text) is DAMAGED
    assert [item for item in legal(state) if name in item] == [f"repair {name}"]
    step(state, f"repair {name}")
    assert check(state, text) is None


@pytest.mark.rule("TS-3.5")
def test_damaged_stores_and_houses_keep_part_of_their_room() -> None:
    state = start()
    town(state, 0, buildings="house1x granary1x warehouse1x")
    place = state.towns[0]
    assert (place.housing(), place.grain_room(), place.goods_room()) == (4, 8, 8)


@pytest.mark.rule("TS-3.6")
def test_a_depleted_building_is_not_damaged() -> None:
    state = start()
    town(state, 0, buildings="farm1----")
    step(state, "skip")
    assert check(state, "produce farm1 grain") is None


@pytest.mark.rule("TS-3.7", "TS-9.6")
def test_depletion_stays_when_damage_is_repaired() -> None:
    state = start()
    town(state, 0, buildings="farm1x--")
    play(state, "skip; repair farm1")
    assert "farm1--" in standing(state, 0)
    assert "repair farm1" not in legal(state)


@pytest.mark.rule("TS-3.8", "TS-16.9")
def test_tokens_of_both_kinds_stop_at_five_on_one_building() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, stock="1 grain", buildings="farm1--- woodlot1x-")
    play(state, "skip; 5 muster academy1; defend 0", 6, 6, 6, 6, 6)
    play(state, "raze; 2 damage farm1; 2 damage woodlot1")
    assert "damage farm1" not in legal(state)
    assert "damage woodlot1" in legal(state)
    step(state, "damage woodlot1")
    assert state.towns[1].out == 0


@pytest.mark.rule("TS-3.8", "TS-16.9")
def test_same_kind_allows_five_tokens_of_each_kind() -> None:
    state = start(round=5, destroy_rule="same_kind")
    town(state, 0, units=6, buildings="academy1 academy2 house2")
    town(state, 1, stock="1 grain", buildings="farm1----")
    play(state, "skip; 5 muster academy1; muster academy2; defend 0", *[6] * 6)
    play(state, "raze; 5 damage farm1")
    assert "farm1xxxxx----" in standing(state, 1)
    assert "damage farm1" not in legal(state)


@pytest.mark.rule("TS-6.1", "TS-6.2")
def test_buildings_with_five_tokens_are_removed_without_a_question() -> None:
    state = start()
    town(state, 0, buildings="mine1xxxxx quarry1xxxx- farm1----")
    events = new_turn(state, 0)
    assert [str(event) for event in events] == ["p1 removed mine1", "p1 removed quarry1"]
    assert standing(state, 0) == ["farm1----", "woodlot1", "house1", "granary1", "warehouse1"]


@pytest.mark.rule("TS-6.3")
def test_a_full_building_stays_until_its_owners_next_turn() -> None:
    state = start()
    town(state, 1, buildings="farm1----")
    play(state, "skip; done; skip; produce farm1 grain; done", 1)
    assert "farm1-----" in standing(state, 1)
    play(state, "skip; done")
    assert state.active == 1
    assert "farm1" not in " ".join(standing(state, 1))


@pytest.mark.rule("TS-6.3")
def test_a_building_that_fills_up_in_another_seats_turn_still_stands_there() -> None:
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1)
    town(state, 2, stock="1 grain", buildings="farm1----")
    play(state, "skip; muster academy1; done; assign 0 p2; defend 0", 6)
    play(state, "raze; damage farm1")
    assert state.active == 1
    assert "farm1x----" in standing(state, 2)
    play(state, "skip; done")
    assert "farm1" not in " ".join(standing(state, 2))


@pytest.mark.rule("TS-6.5")
def test_same_kind_removes_at_five_of_one_kind_only() -> None:
    state = start(destroy_rule="same_kind")
    town(state, 0, buildings="mine1xxxxx quarry1xxxx---- farm1-----")
    new_turn(state, 0)
    assert standing(state, 0) == ["woodlot1", "quarry1xxxx----", "house1", "granary1", "warehouse1"]


@pytest.mark.rule("TS-7.1")
def test_breaking_ground_may_be_passed() -> None:
    state = start()
    assert legal(state)[-1] == "skip"
    step(state, "skip")
    assert len(standing(state, 0)) == 5


@pytest.mark.rule("TS-7.2")
def test_new_ground_takes_the_lowest_free_number_and_five_damage_tokens() -> None:
    state = start()
    town(state, 0, buildings="farm2 farm4")
    step(state, "break farm")
    assert standing(state, 0)[:4] == ["farm1", "farm2", "farm3xxxxx", "farm4"]


@pytest.mark.rule("TS-7.3")
def test_breaking_ground_is_free() -> None:
    state = start()
    step(state, "break monument")
    assert stock(state, 0) == "5 grain, 5 lumber"
    assert state.towns[0].idle == 5


@pytest.mark.rule("TS-7.4")
def test_ground_is_broken_once_per_turn() -> None:
    state = start()
    step(state, "break farm")
    assert not [text for text in legal(state) if text.startswith("break")]
    step(state, "done")
    assert acting(state) == 1


@pytest.mark.rule("TS-7.5")
def test_untouched_ground_is_gone_at_the_next_turn() -> None:
    state = start()
    play(state, "break farm; done; skip; done")
    assert "farm2" not in " ".join(standing(state, 0))


@pytest.mark.rule("TS-7.6")
def test_begun_buildings_are_finished_over_several_turns() -> None:
    state = start()
    town(state, 0, stock="5 lumber")
    for left in ("xxxx", "xxx", "xx", "x", ""):
        play(state, "break mine" if left == "xxxx" else "skip")
        play(state, "repair mine1; done; skip; done")
        assert f"mine1{left}" in standing(state, 0)


@pytest.mark.rule("TS-7.7")
def test_ground_may_be_broken_beside_unfinished_buildings() -> None:
    state = start()
    town(state, 0, buildings="mine1xxxx quarry1xxxx")
    step(state, "break mine")
    assert standing(state, 0)[2:5] == ["mine1xxxx", "mine2xxxxx", "quarry1xxxx"]


@pytest.mark.rule("TS-8.5")
def test_a_building_of_five_depletion_tokens_has_no_place_left() -> None:
    state = start(destroy_rule="same_kind")
    town(state, 0, buildings="farm1x-----")
    step(state, "skip")
    assert check(state, "repair farm1") is NO_PLACE
