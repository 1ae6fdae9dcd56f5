"""Phase 4: activities, repairing, producing, recruiting, mustering, feasting (TS-8 to TS-11)."""

import pytest

from pentarch.engine.core import Refusal
from pentarch.engine.township import RULESET
from pentarch.engine.township.refusals import (
    NO_FEAST,
    NO_GRAIN,
    NO_INPUTS,
    NO_MATERIALS,
    NO_PLACE,
    NO_RECIPE,
    NOT_A_HOUSE,
    NOT_A_TOWNHALL,
    NOT_AN_ACADEMY,
    PEACE,
    UNDAMAGED,
)
from tests.engine.township.build import (
    acting,
    check,
    legal,
    play,
    standing,
    start,
    step,
    stock,
    town,
)


@pytest.mark.rule("TS-8.2")
def test_there_are_five_kinds_of_activity() -> None:
    state = start(round=5)
    town(
        state,
        0,
        stock="5 grain, 1 ale, 1 finery",
        buildings="farm2x academy1 townhall1",
    )
    step(state, "skip")
    assert legal(state) == [
        "produce farm1 grain",
        "repair farm2",
        "produce woodlot1 lumber",
        "recruit house1",
        "muster academy1",
        "feast townhall1",
        "done",
    ]


@pytest.mark.rule("TS-8.3")
def test_the_result_of_an_activity_serves_the_next_one() -> None:
    state = start()
    town(state, 0, buildings="mine1x")
    step(state, "skip")
    assert check(state, "repair mine1") is NO_MATERIALS
    step(state, "produce woodlot1 lumber")
    assert check(state, "repair mine1") is None


@pytest.mark.rule("TS-8.4")
def test_a_building_has_five_places_for_activities_of_any_kind() -> None:
    state = start()
    town(state, 0, units=6, buildings="farm1xx house2")
    play(state, "skip; 2 repair farm1; 3 produce farm1 grain")
    assert check(state, "produce farm1 grain") is NO_PLACE
    assert "produce farm1 grain" not in legal(state)


@pytest.mark.rule("TS-8.4")
def test_recruiting_mustering_and_feasting_take_places_too() -> None:
    state = start(round=5)
    rich = "30 grain, 6 ale, 6 finery"
    town(state, 0, units=20, stock=rich, buildings="academy1 townhall1 house2 house3 house4")
    play(state, "skip; 5 recruit house1; 5 muster academy1; 5 feast townhall1")
    for text in ("recruit house1", "muster academy1", "feast townhall1"):
        assert check(state, text) is NO_PLACE
    assert check(state, "recruit house2") is None


@pytest.mark.rule("TS-8.5")
@pytest.mark.parametrize("depletion", [1, 2, 3, 4])
def test_each_depletion_token_closes_a_place(depletion: int) -> None:
    state = start()
    town(state, 0, buildings="farm1" + "-" * depletion)
    play(state, f"skip; {5 - depletion} produce farm1 grain")
    assert check(state, "produce farm1 grain") is NO_PLACE


@pytest.mark.rule("TS-8.6")
def test_damage_closes_no_place() -> None:
    state = start()
    town(state, 0, units=6, buildings="farm1xxxx house2")
    play(state, "skip; 4 repair farm1")
    assert check(state, "produce farm1 grain") is None


@pytest.mark.rule("TS-8.7")
def test_the_phase_ends_by_itself_with_the_last_idle_unit() -> None:
    state = start()
    town(state, 0, units=1)
    step(state, "skip")
    step(state, "produce farm1 grain", 6)
    assert acting(state) == 1


@pytest.mark.rule("TS-8.8", "TS-9.4")
@pytest.mark.parametrize(
    ("kind", "cost"),
    [
        ("farm", ""),
        ("woodlot", ""),
        ("mine", "1 lumber"),
        ("quarry", "1 lumber"),
        ("smithy", "1 lumber"),
        ("brewery", "1 lumber"),
        ("goldsmith", "1 lumber"),
        ("house", "1 lumber"),
        ("granary", ""),
        ("warehouse", "1 lumber"),
        ("school", "1 lumber"),
        ("academy", "1 lumber"),
        ("townhall", "1 lumber, 1 stone"),
        ("monument", "1 lumber, 1 stone"),
    ],
)
def test_a_repair_costs_the_materials_of_the_type(kind: str, cost: str) -> None:
    state = start()
    town(state, 0, stock=cost, buildings=f"{kind}1xx")
    step(state, "skip")
    step(state, f"repair {kind}1")
    assert stock(state, 0) == ""
    assert check(state, f"repair {kind}1") is (NO_MATERIALS if cost else None)


@pytest.mark.rule("TS-8.8", "TS-9.4")
def test_a_town_hall_needs_both_of_its_materials() -> None:
    for goods in ("5 lumber", "5 stone", "2 lumber, 1 stone, 1 tools"):
        state = start()
        town(state, 0, stock=goods, buildings="townhall1xx school1")
        step(state, "skip")
        text = "repair townhall1 tooled" if "tools" in goods else "repair townhall1"
        assert check(state, text) is NO_MATERIALS


@pytest.mark.rule("TS-9.1", "TS-9.2")
def test_raising_and_mending_are_the_same_activity() -> None:
    state = start()
    town(state, 0, stock="2 lumber", buildings="mine1x")
    step(state, "break quarry")
    step(state, "repair mine1")
    step(state, "repair quarry1")
    assert standing(state, 0)[2:4] == ["mine1", "quarry1xxxx"]
    assert check(state, "repair mine1") is UNDAMAGED


@pytest.mark.rule("TS-9.5")
def test_a_building_works_as_soon_as_its_last_token_is_gone() -> None:
    state = start()
    town(state, 0, units=6, buildings="house2")
    play(state, "break farm; 5 repair farm2")
    assert check(state, "produce farm2 grain") is NO_PLACE, "its five places are used up"
    state = start()
    town(state, 0, buildings="farm2xxxx")
    play(state, "skip; 4 repair farm2")
    step(state, "produce farm2 grain", 6)
    assert stock(state, 0) == "1 grain"


@pytest.mark.rule("TS-10.2", "TS-10.4", "TS-8.8")
@pytest.mark.parametrize(
    ("building", "good", "inputs", "output"),
    [
        ("farm1", "grain", "", "1 grain"),
        ("woodlot1", "lumber", "", "1 lumber"),
        ("mine1", "ore", "", "1 ore"),
        ("quarry1", "stone", "", "1 stone"),
        ("smithy1", "tools", "1 lumber, 1 ore", "1 tools"),
        ("smithy1", "swords", "1 ore", "2 swords"),
        ("smithy1", "shields", "1 lumber", "2 shields"),
        ("brewery1", "ale", "2 grain", "1 ale"),
        ("goldsmith1", "finery", "1 ore, 1 stone", "1 finery"),
    ],
)
def test_a_batch_turns_its_inputs_into_its_output(
    building: str, good: str, inputs: str, output: str
) -> None:
    state = start()
    town(state, 0, stock=inputs, buildings=building)
    step(state, "skip")
    step(state, f"produce {building} {good}")
    assert stock(state, 0) == output
    assert check(state, f"produce {building} {good}") is (NO_INPUTS if inputs else None)


@pytest.mark.rule("TS-10.3")
def test_raw_materials_need_nothing_in_stock() -> None:
    state = start()
    town(state, 0, buildings="mine1 quarry1")
    step(state, "skip")
    raw = ("farm1 grain", "woodlot1 lumber", "mine1 ore", "quarry1 stone")
    assert legal(state) == [*(f"produce {item}" for item in raw), "done"]


@pytest.mark.rule("TS-10.4")
@pytest.mark.parametrize(
    ("goods", "text"),
    [
        ("1 lumber", "produce smithy1 tools"),
        ("1 ore", "produce smithy1 tools"),
        ("1 lumber", "produce smithy1 swords"),
        ("1 grain", "produce brewery1 ale"),
        ("1 stone", "produce goldsmith1 finery"),
    ],
)
def test_finished_goods_need_all_their_inputs(goods: str, text: str) -> None:
    state = start()
    town(state, 0, stock=goods, buildings="smithy1 brewery1 goldsmith1")
    step(state, "skip")
    assert check(state, text) is NO_INPUTS


@pytest.mark.rule("TS-10.2")
def test_a_building_makes_only_the_goods_of_its_recipes() -> None:
    state = start()
    town(state, 0, stock="5 grain, 5 lumber, 5 ore", buildings="smithy1")
    step(state, "skip")
    for text in ("produce farm1 lumber", "produce smithy1 ale", "produce house1 grain"):
        assert check(state, text) is NO_RECIPE


@pytest.mark.rule("TS-10.5")
def test_a_tool_doubles_inputs_and_output() -> None:
    state = start()
    town(state, 0, stock="3 ore, 1 tools", buildings="school1 smithy1")
    play(state, "skip; produce smithy1 swords tooled")
    assert stock(state, 0) == "1 ore, 1 tools, 4 swords"
    state = start()
    town(state, 0, stock="1 ore, 1 tools", buildings="school1 smithy1")
    step(state, "skip")
    assert check(state, "produce smithy1 swords tooled") is NO_INPUTS


@pytest.mark.rule("TS-10.6")
def test_a_smithy_makes_something_else_each_time() -> None:
    state = start()
    town(state, 0, stock="2 lumber, 2 ore", buildings="smithy1")
    play(state, "skip; produce smithy1 tools; produce smithy1 swords; produce smithy1 shields")
    assert stock(state, 0) == "1 tools, 2 swords, 2 shields"


@pytest.mark.rule("TS-10.7")
def test_the_stock_may_overflow_during_the_phase() -> None:
    state = start()
    town(state, 0, stock="10 grain, 10 lumber", buildings="mine1x brewery1")
    play(state, "skip; produce farm1 grain; produce woodlot1 lumber; produce brewery1 ale")
    assert stock(state, 0) == "9 grain, 11 lumber, 1 ale"


@pytest.mark.rule("TS-11.1")
def test_a_unit_is_recruited_in_a_house_for_five_grain() -> None:
    state = start()
    town(state, 0, stock="9 grain")
    step(state, "skip")
    assert check(state, "recruit farm1") is NOT_A_HOUSE
    step(state, "recruit house1")
    assert (state.towns[0].units, stock(state, 0)) == (6, "4 grain")
    assert check(state, "recruit house1") is NO_GRAIN


@pytest.mark.rule("TS-11.2")
def test_a_recruit_does_not_act_in_the_same_turn() -> None:
    state = start()
    town(state, 0, units=1, stock="5 grain", buildings="house2")
    step(state, "skip")
    step(state, "recruit house1")
    assert acting(state) == 1
    assert state.towns[0].units == 2


@pytest.mark.rule("TS-11.3")
def test_a_recruit_defends_before_its_first_turn() -> None:
    state = start(round=5)
    town(state, 0, units=1, stock="5 grain")
    town(state, 1, buildings="academy1")
    play(state, "skip; recruit house1; skip; muster academy1; done")
    assert legal(state) == ["defend 0", "defend 1", "defend 2"]


@pytest.mark.rule("TS-11.3", "TS-11.4")
def test_recruiting_beyond_the_housing_is_settled_in_phase_8() -> None:
    state = start()
    town(state, 0, stock="5 grain")
    play(state, "skip; recruit house1")
    assert state.towns[0].units == 6
    play(state, "done")
    assert state.towns[0].units == 5


@pytest.mark.rule("TS-11.5")
def test_a_mustered_unit_attacks_in_the_same_turn() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    step(state, "skip")
    assert check(state, "muster house1") is NOT_AN_ACADEMY
    play(state, "2 muster academy1; done")
    assert state.towns[0].mustered == 2
    assert state.current().attackers == 2


@pytest.mark.rule("TS-11.6")
@pytest.mark.parametrize(
    ("peace", "round", "refusal"), [(0, 1, None), (6, 6, PEACE), (6, 7, None), (20, 20, PEACE)]
)
def test_the_peace_lasts_as_long_as_its_option(
    peace: int, round: int, refusal: Refusal | None
) -> None:
    state = start(round=round, peace_rounds=peace)
    town(state, 0, buildings="academy1")
    step(state, "skip")
    assert check(state, "muster academy1") is refusal


@pytest.mark.rule("TS-11.7")
def test_a_feast_turns_ale_and_finery_into_two_laurels() -> None:
    state = start()
    town(state, 0, stock="2 ale, 1 finery", buildings="townhall1")
    step(state, "skip")
    assert check(state, "feast house1") is NOT_A_TOWNHALL
    step(state, "feast townhall1")
    assert (state.towns[0].laurels, stock(state, 0)) == (2, "1 ale")
    assert check(state, "feast townhall1") is NO_FEAST


@pytest.mark.rule("TS-11.7")
def test_ale_without_finery_or_finery_without_ale_is_no_feast() -> None:
    for goods in ("3 ale", "3 finery"):
        state = start()
        town(state, 0, stock=goods, buildings="townhall1")
        step(state, "skip")
        assert check(state, "feast townhall1") is NO_FEAST
        assert RULESET.legal(state, 0)[-1].text == "done"
