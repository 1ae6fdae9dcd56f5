"""Rounds, turns, units, and the start of a turn (TS-1, TS-2, TS-5)."""

import pytest

from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION
from pentarch.engine.township import RULESET
from pentarch.engine.township.refusals import NOT_BUILT
from pentarch.engine.township.state import Town
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

PASS = "skip; done"


def traces(place: Town) -> tuple[int, int, int, int]:
    """What a turn leaves behind: mustered units, used tools, activities, harvested buildings."""
    worked = sum(building.worked for building in place.buildings)
    harvested = sum(building.has_produced for building in place.buildings)
    return place.mustered, place.tools_used, worked, harvested


@pytest.mark.rule("TS-1.1")
def test_every_living_seat_has_one_turn_per_round_in_seat_order() -> None:
    state = start(3)
    order = []
    for _ in range(6):
        order.append((state.round, state.active))
        play(state, PASS)
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


@pytest.mark.rule("TS-1.1")
def test_a_round_begins_with_the_lowest_living_seat() -> None:
    state = start(3)
    town(state, 0, units=1, buildings="house1xxxxx")
    play(state, PASS)
    assert state.towns[0].out == 1
    play(state, PASS)
    play(state, PASS)
    assert (state.round, state.active) == (2, 1)


@pytest.mark.rule("TS-1.2", "TS-1.3")
def test_a_turn_goes_through_its_phases_in_order() -> None:
    """Tools wear, goods are discarded, a farm is depleted, units attack, units lose their home."""
    state = start(round=5, tool_wear="single")
    town(state, 0, units=7, stock="12 lumber, 1 tools", buildings="academy1 school1")
    events = step(state, "skip")
    events += play(state, "produce farm1 grain tooled; 2 muster academy1; done", 1)
    assert stock(state, 0) == "2 grain, 10 lumber"
    events += play(state, "defend 5", 4, 4, 6, 6, 6, 1, 1)
    names = [event.name for event in events]
    assert names == [
        "worn",
        "depletion_die",
        "depleted",
        "attack_dice",
        "defence_dice",
        "killed",
        "laurels",
        "homeless",
    ]
    assert state.towns[0].units == 5, "one fell in the rout, one of the other six has no home"


@pytest.mark.rule("TS-1.3")
def test_a_phase_that_is_over_does_not_come_back() -> None:
    state = start()
    step(state, "skip")
    assert check(state, "break farm") is WRONG_DECISION
    assert check(state, "skip") is WRONG_DECISION
    assert check(state, "discard lumber") is WRONG_DECISION
    assert check(state, "attack p2") is WRONG_DECISION


@pytest.mark.rule("TS-1.4")
def test_only_the_active_seat_decides_in_its_turn() -> None:
    state = start()
    assert RULESET.to_act(state) == [0]
    assert RULESET.legal(state, 1) == []
    assert RULESET.check(state, 1, RULESET.read("skip")) is NOT_TO_ACT
    assert RULESET.check(state, 5, RULESET.read("skip")) is NOT_TO_ACT


@pytest.mark.rule("TS-1.4")
def test_the_defender_decides_on_defence_and_razed_damage() -> None:
    state = start(round=5)
    town(state, 0, stock="1 swords", buildings="academy1")
    town(state, 1, stock="1 shields")
    play(state, "skip; 2 muster academy1; done")
    assert acting(state) == 0
    play(state, "swords 0")
    assert acting(state) == 1
    step(state, "defend 1")
    assert acting(state) == 1
    play(state, "shields 0", 4, 4, 1)
    assert acting(state) == 0
    play(state, "raze")
    assert acting(state) == 1
    assert RULESET.check(state, 0, RULESET.read("damage farm1")) is NOT_TO_ACT


@pytest.mark.rule("TS-1.5")
def test_no_command_passes_goods_to_another_seat() -> None:
    towards_others = [
        verb.pattern for verb in RULESET.commands.verbs if "p2" in sum(verb.slots, ())
    ]
    assert towards_others == ["assign {} {}", "attack {}"]


@pytest.mark.rule("TS-1.6")
def test_a_decision_without_a_choice_is_a_step_like_any_other() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    for text in ("skip", "muster academy1", "done"):
        step(state, text)
    for text in ("assign 1 p2", "attack p2", "swords 0"):
        assert legal(state) == [text]
        step(state, text)


@pytest.mark.rule("TS-2.1")
def test_units_are_a_number() -> None:
    state = start()
    play(state, "skip; recruit house1")
    view = RULESET.view(state, 0)
    assert isinstance(view, dict)
    assert isinstance(view["towns"], list)
    first = view["towns"][0]
    assert isinstance(first, dict)
    assert (first["units"], first["idle"]) == (6, 4)


@pytest.mark.rule("TS-2.2")
def test_a_unit_outlives_the_building_it_worked_in() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, buildings="farm1----")
    play(state, "skip; done; skip; produce farm1 grain; done", 6)
    play(state, "skip; 2 muster academy1; done; defend 0", 6, 1)
    play(state, "raze; damage farm1")
    assert "farm1" not in standing(state, 1)
    assert (state.active, state.towns[1].units, state.towns[1].idle) == (1, 5, 5)


@pytest.mark.rule("TS-2.3", "TS-8.1")
def test_each_unit_acts_once() -> None:
    state = start()
    town(state, 0, units=2)
    step(state, "skip")
    step(state, "produce farm1 grain")
    assert state.towns[0].idle == 1
    step(state, "produce farm1 grain", 6)
    assert acting(state) == 1


@pytest.mark.rule("TS-2.4", "TS-8.7")
def test_units_may_do_nothing() -> None:
    state = start()
    step(state, "skip")
    assert legal(state)[-1] == "done"
    step(state, "done")
    assert acting(state) == 1
    assert (stock(state, 0), state.towns[0].units) == ("5 grain, 5 lumber", 5)


@pytest.mark.rule("TS-2.5")
def test_no_unit_is_lost_without_a_fight_as_long_as_all_are_housed() -> None:
    state = start(round=5)
    town(state, 0, stock="5 grain, 2 lumber", buildings="farm1--- house2xxxx mine1xxxxx")
    play(state, "break quarry; recruit house1; repair mine1; done")
    play(state, PASS)
    assert "quarry1xxxxx" not in standing(state, 0)
    assert state.towns[0].units == 6


@pytest.mark.rule("TS-5.1", "TS-5.2")
def test_a_new_turn_frees_the_units_and_clears_what_they_did() -> None:
    state = start(round=5)
    town(state, 0, stock="1 tools", buildings="school1 academy1")
    play(state, "skip; produce farm1 grain tooled; produce farm1 grain; muster academy1; done", 6)
    play(state, "defend 0", 1)
    place = state.towns[0]
    assert traces(place) == (1, 1, 3, 1)
    play(state, PASS)
    assert state.active == 0
    assert traces(place) == (0, 0, 0, 0)
    assert place.idle == place.units == 5


@pytest.mark.rule("TS-5.2")
def test_what_a_seat_did_stays_to_be_seen_until_its_next_turn() -> None:
    state = start()
    play(state, "skip; 2 produce farm1 grain; done", 6)
    assert state.active == 1
    assert building(state, 0, "farm1").worked == 2
    assert building(state, 0, "farm1").has_produced


@pytest.mark.rule("TS-5.3")
def test_the_first_turn_begins_with_five_idle_units_and_nothing_to_clear() -> None:
    state = start()
    place = state.towns[0]
    assert (place.units, place.idle) == (5, 5)
    assert traces(place) == (0, 0, 0, 0)
    assert standing(state, 0) == ["farm1", "woodlot1", "house1", "granary1", "warehouse1"]
    assert stock(state, 0) == "5 grain, 5 lumber"


@pytest.mark.rule("TS-8.1")
def test_activities_happen_in_the_seats_own_buildings() -> None:
    state = start()
    town(state, 1, buildings="mine1")
    step(state, "skip")
    assert check(state, "produce mine1 ore") is NOT_BUILT
    assert check(state, "repair mine1") is NOT_BUILT
