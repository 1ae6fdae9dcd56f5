"""Tools and the school (TS-4)."""

import pytest

from pentarch.engine.township import RULESET
from pentarch.engine.township.refusals import NO_SCHOOL, NO_TOOL, ONE_TOKEN
from tests.engine.township.build import (
    acting,
    building,
    check,
    legal,
    play,
    standing,
    start,
    step,
    stock,
    town,
)


@pytest.mark.rule("TS-4.1")
@pytest.mark.parametrize(
    ("school", "refusal"), [("", NO_SCHOOL), ("school1x", NO_SCHOOL), ("school1", None)]
)
def test_tools_need_a_school_without_damage(school: str, refusal: object) -> None:
    state = start()
    town(state, 0, stock="1 tools", buildings=f"{school} farm2xx")
    step(state, "skip")
    assert check(state, "produce farm1 grain tooled") is refusal
    assert check(state, "repair farm2 tooled") is refusal
    assert any(text.endswith("tooled") for text in legal(state)) is (refusal is None)


@pytest.mark.rule("TS-4.1")
def test_a_school_finished_this_turn_serves_at_once() -> None:
    state = start()
    town(state, 0, stock="1 lumber, 1 tools", buildings="school1x")
    play(state, "skip; repair school1")
    assert check(state, "produce farm1 grain tooled") is None


@pytest.mark.rule("TS-4.2")
def test_only_repairing_and_producing_take_a_tool() -> None:
    tooled = [verb.pattern for verb in RULESET.commands.verbs if "tooled" in verb.pattern]
    assert tooled == ["repair {} tooled", "produce {} {} tooled"]
    state = start(round=5)
    rich = "5 grain, 1 tools, 1 ale, 1 finery"
    town(state, 0, stock=rich, buildings="school1 academy1 townhall1")
    play(state, "skip; recruit house1; muster academy1; feast townhall1")
    assert state.towns[0].tools_used == 0
    assert (state.towns[0].units, state.towns[0].mustered, state.towns[0].laurels) == (6, 1, 2)


@pytest.mark.rule("TS-4.3")
def test_an_activity_uses_one_tool_however_many_there_are() -> None:
    state = start()
    town(state, 0, stock="5 tools", buildings="school1 farm2xxxx")
    play(state, "skip; produce farm1 grain tooled; repair farm2 tooled")
    assert stock(state, 0) == "2 grain, 5 tools"
    assert "farm2xx" in standing(state, 0)
    assert state.towns[0].tools_used == 2


@pytest.mark.rule("TS-4.4")
def test_each_tool_serves_once_and_a_new_one_at_once() -> None:
    state = start()
    town(state, 0, stock="1 lumber, 1 ore, 1 tools", buildings="school1 smithy1")
    play(state, "skip; produce farm1 grain tooled")
    assert check(state, "produce farm1 grain tooled") is NO_TOOL
    play(state, "produce smithy1 tools; produce farm1 grain tooled")
    assert stock(state, 0) == "4 grain, 2 tools"
    assert check(state, "produce farm1 grain tooled") is NO_TOOL


@pytest.mark.rule("TS-4.4")
def test_tools_serve_again_in_the_next_turn() -> None:
    state = start()
    town(state, 0, units=1, stock="1 tools", buildings="school1")
    play(state, "skip; produce farm1 grain tooled; skip; done; skip", 6)
    assert check(state, "produce farm1 grain tooled") is None


@pytest.mark.rule("TS-4.5")
def test_without_wear_used_tools_stay() -> None:
    state = start()
    town(state, 0, stock="2 tools", buildings="school1")
    play(state, "skip; 2 produce farm1 grain tooled; done", 6)
    assert stock(state, 0) == "4 grain, 2 tools"


@pytest.mark.rule("TS-4.6")
def test_a_die_may_break_each_used_tool() -> None:
    state = start(tool_wear="die")
    town(state, 0, stock="4 tools", buildings="school1")
    events = play(state, "skip; 3 produce farm1 grain tooled; done", 1, 2, 1, 6)
    assert stock(state, 0) == "6 grain, 2 tools"
    assert [str(event) for event in events[:2]] == ["p1 wear_dice 1 2 1", "p1 worn 2 tools"]


@pytest.mark.rule("TS-4.6")
def test_tools_wear_before_storage_is_checked() -> None:
    state = start(tool_wear="die")
    town(state, 0, stock="10 lumber, 1 tools", buildings="school1")
    play(state, "skip; produce farm1 grain tooled; done", 1, 6)
    assert acting(state) == 1, "the broken tool needs no room"
    assert stock(state, 0) == "2 grain, 10 lumber"


@pytest.mark.rule("TS-4.7")
def test_single_use_tools_are_gone_after_the_activities() -> None:
    state = start(tool_wear="single")
    town(state, 0, stock="3 tools", buildings="school1")
    play(state, "skip; 2 produce farm1 grain tooled; done", 6)
    assert stock(state, 0) == "4 grain, 1 tools"


@pytest.mark.rule("TS-4.8")
def test_a_tooled_activity_takes_one_place() -> None:
    state = start()
    town(state, 0, units=6, stock="5 tools", buildings="school1 house2")
    play(state, "skip; 4 produce farm1 grain tooled")
    assert check(state, "produce farm1 grain tooled") is None
    assert building(state, 0, "farm1").places == 1


@pytest.mark.rule("TS-4.9")
def test_tools_take_storage_room_used_or_not() -> None:
    state = start()
    town(state, 0, stock="9 lumber, 2 tools", buildings="school1")
    play(state, "skip; produce farm1 grain tooled; done")
    assert legal(state) == ["discard lumber", "discard tools"]


@pytest.mark.rule("TS-9.3")
def test_a_tooled_repair_needs_two_tokens() -> None:
    state = start()
    town(state, 0, stock="5 lumber, 2 tools", buildings="school1 mine1x mine2xx")
    step(state, "skip")
    assert check(state, "repair mine1 tooled") is ONE_TOKEN
    step(state, "repair mine2 tooled")
    assert "mine2" in standing(state, 0)
    assert stock(state, 0) == "3 lumber, 2 tools"
