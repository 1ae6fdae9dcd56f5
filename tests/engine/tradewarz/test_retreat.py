"""Support, recall and retreat."""

import pytest

from pentarch.engine.core import NOT_TO_ACT
from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.lattice import GATES
from pentarch.engine.tradewarz.places import FAR, distances, put
from pentarch.engine.tradewarz.state import RECALLING, RETREATING, TURN, State
from tests.engine.tradewarz.build import (
    accompany,
    army,
    attack,
    building,
    check,
    deck,
    do,
    gate,
    goods,
    legal,
    own,
    soldiers,
    space,
    start,
    unit_place,
)


@pytest.mark.rule("TW-SUP.1")
def test_buildings_support_soldiers_in_the_field() -> None:
    state = start()
    assert state.houses[0].capacity() == 2
    building(state, 0, "s11", "settlement")
    building(state, 0, "s21", "village")
    building(state, 0, "s31", "castle")
    assert state.houses[0].capacity() == 2 + 1 + 2 + 4
    own(state, 0, "en07")
    assert state.houses[0].capacity() == 11
    assert state.houses[0].field == 0
    assert soldiers(state, 0, "gate1") == 2


@pytest.mark.rule("TW-SUP.3", "TW-SUP.4", "TW-SUP.5", "TW-SUN.3", "TW-SUN.4")
def test_who_loses_support_recalls_soldiers_to_gate_or_reserve() -> None:
    state = start(empty=True)
    army(state, 0, "s33", 3)
    building(state, 1, "s34", "castle")
    army(state, 1, "s45", 3)
    army(state, 1, "s66", 1)
    army(state, 1, "gate3", 5)
    own(state, 0, "mi13")
    own(state, 1, "en08")
    accompany(state, 1, "en08", "s66")
    deck(state, 0, "bc01", "bc10")
    attack(state, 0, "s33", "s34", 3)
    assert state.decision == RECALLING
    assert RULESET.to_act(state) == [1]
    assert check(state, 0, "recall s34") is NOT_TO_ACT
    assert check(state, 1, "recall gate3") is refusals.NO_FIELD_SOLDIER
    before = state.houses[1].reserve
    do(state, 1, "recall s66")
    assert soldiers(state, 1, "gate3") == 6
    assert unit_place(state, "en08") == "capital"
    do(state, 1, "recall s45")
    assert state.houses[1].reserve == before + 1
    assert state.decision == TURN
    assert state.houses[1].field == state.houses[1].capacity() == 2


@pytest.mark.rule("TW-SUP.4")
def test_recalled_soldiers_go_to_the_reserve_when_the_gate_is_occupied() -> None:
    state = start(empty=True)
    put(state, state.houses[0], space("gate3"), 1)
    army(state, 0, "s33", 1)
    building(state, 1, "s34", "village")
    army(state, 1, "s45", 3)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1", "step s34")
    do(state, 1, "recall s45")
    assert soldiers(state, 1, "gate3") == 0
    assert state.houses[1].reserve == 8


def retreating(state: State) -> State:
    do(state, 0, "retreat")
    assert state.decision == RETREATING
    return state


@pytest.mark.rule("TW-RET.1", "TW-RET.3")
def test_a_squad_retreats_to_the_nearest_building_with_room_or_the_gate() -> None:
    state = start()
    building(state, 0, "s33", "village")
    building(state, 0, "s35", "village")
    building(state, 0, "s44", "settlement")
    building(state, 0, "s36", "settlement")
    army(state, 0, "s33", 2)
    retreating(state)
    assert legal(state, 0) == ["retreat s33 gate1", "retreat s33 s35", "retreat s33 s44"]
    assert check(state, 0, "retreat s33 s36") is refusals.NOT_NEAREST
    assert check(state, 0, "retreat s33 s33") is refusals.NO_ROOM_TO_RETREAT
    assert check(state, 0, "retreat gate1 s33") is refusals.NO_SQUAD
    do(state, 0, "retreat s33 s44")
    assert soldiers(state, 0, "s44") == 2
    assert state.houses[0].tokens[5] == 0


@pytest.mark.rule("TW-RET.3")
def test_the_building_a_squad_stands_on_is_no_refuge_even_with_room() -> None:
    state = start()
    building(state, 0, "s33", "village")
    building(state, 0, "s36", "village")
    army(state, 0, "s33", 1)
    retreating(state)
    assert legal(state, 0) == ["retreat s33 gate1", "retreat s33 s36"]
    assert check(state, 0, "retreat s33 s33") is refusals.NO_ROOM_TO_RETREAT


@pytest.mark.rule("TW-RET.1")
def test_a_retreat_needs_room_for_the_whole_squad_and_its_super_unit() -> None:
    state = start()
    building(state, 0, "s34", "castle")
    building(state, 0, "s45", "settlement")
    army(state, 0, "s33", 2)
    army(state, 0, "s34", 2)
    retreating(state)
    assert check(state, 0, "retreat s33 s34") is refusals.NO_ROOM_TO_RETREAT
    assert check(state, 0, "retreat s33 s45") is None
    assert check(state, 0, "retreat s33 s66") is refusals.NOT_NEAREST
    pair = start()
    building(pair, 0, "s34", "castle")
    army(pair, 0, "s33", 1)
    army(pair, 0, "s34", 1)
    own(pair, 0, "mi08", "mi11")
    accompany(pair, 0, "mi08", "s33")
    accompany(pair, 0, "mi11", "s34")
    retreating(pair)
    assert check(pair, 0, "retreat s33 s34") is refusals.NO_ROOM_TO_RETREAT
    building(pair, 0, "s35", "village")
    building(pair, 0, "s36", "village")
    assert check(pair, 0, "retreat s33 s35") is None
    assert check(pair, 0, "retreat s33 s36") is refusals.NOT_NEAREST
    do(pair, 0, "retreat s33 gate1")
    assert unit_place(pair, "mi08") == "capital"


@pytest.mark.rule("TW-RET.2")
def test_a_retreat_is_free_and_ignores_terrain_and_enemies() -> None:
    lakes = "d4=lake d5=lake e4=lake e5=lake c4=lake c5=lake d3=lake e3=lake"
    state = start(tiles=lakes)
    army(state, 0, "s34", 2)
    army(state, 0, "gate1", 2)
    army(state, 1, "s44", 1)
    retreating(state)
    do(state, 0, "retreat s34 gate1")
    assert soldiers(state, 0, "gate1") == 6
    assert goods(state, 0) == [5, 5, 5, 5]
    cut_off = start(tiles=lakes)
    army(cut_off, 0, "s34", 1)
    building(cut_off, 0, "s11", "village")
    assert distances(cut_off, space("s34"))[space("s11")] == FAR
    retreating(cut_off)
    do(cut_off, 0, "retreat s34 s11")
    assert soldiers(cut_off, 0, "s11") == 1


@pytest.mark.rule("TW-TURN.6", "TW-RET.1")
def test_retreat_is_no_choice_without_a_squad_that_can() -> None:
    state = start()
    assert check(state, 0, "retreat") is refusals.NO_RETREAT
    army(state, 0, "s33", 1)
    assert check(state, 0, "retreat") is None
    army(state, 0, "gate1", 4)
    assert check(state, 0, "retreat") is refusals.NO_RETREAT
    assert GATES == 8
    assert gate(0) == "gate1"
