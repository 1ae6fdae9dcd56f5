"""Capitals: conquest, occupation, coming home, moving out; support, recall and retreat."""

import pytest

from engine.core import NOT_TO_ACT
from engine.tradewarz import RULESET, refusals
from engine.tradewarz.places import capacity, put, take
from engine.tradewarz.state import BATTLE, MOVING_OUT, RECALLING, RETREATING, TURN, State
from engine.tradewarz.tables import GATES
from tests.engine.tradewarz.build import (
    accompany,
    army,
    attack,
    building,
    check,
    deck,
    do,
    end_year,
    gate,
    goods,
    hold,
    legal,
    names,
    own,
    ready,
    soldiers,
    space,
    start,
    stock,
    unit_place,
    values,
)


def occupied(seats: int = 2, count: int = 1) -> State:
    """p1's soldiers stand on p2's gate, which had none; p1 has two villages."""
    state = start(seats)
    take(state, 1, space("gate3"), 2)
    state.reserve[1] += 2
    state.reserve[0] -= count
    put(state, 0, space("gate3"), count)
    state.conquered[space("gate3")] = 1
    building(state, 0, "s11", "village")
    building(state, 0, "s21", "village")
    return state


@pytest.mark.rule("TW-CAP.5", "TW-CAP.6", "TW-CAP.7", "TW-CAP.8", "TW-BAT.18", "TW-XAD.1")
def test_conquering_a_capital() -> None:
    """Worked example O4, with walls of strength 1 (see Changed numbers in RULES.md)."""
    state = start(empty=True)
    army(state, 0, "s26", 3)
    army(state, 1, "gate3", 1)
    own(state, 0, "mi01", "mi09")
    deck(state, 0, "bc01", "bc12")
    events = attack(state, 0, "s26", "gate3", 3)
    assert values(events, "strength") == [(10, 2, 0, 2), (4, 2, 3, 0)]
    assert soldiers(state, 0, "gate3") == 1
    assert state.golden == [3, 0]
    assert state.reserve[1] == 10
    assert check(state, 1, "recruit") is refusals.NOBODY_TO_RECRUIT


@pytest.mark.rule("TW-CAP.6")
def test_a_capital_is_not_conquered_without_survivors() -> None:
    state = start(empty=True)
    army(state, 0, "s26", 1)
    own(state, 0, "mi13")
    own(state, 1, "en02")
    deck(state, 0, "bc01", "bc12")
    deck(state, 1, "bc01", "bc04")
    attack(state, 0, "s26", "gate3", 1)
    assert state.golden == [1, 0]
    assert state.here[space("gate3")] == 0


@pytest.mark.rule("TW-CAP.7")
def test_a_capital_pays_once_a_year() -> None:
    state = start(empty=True)
    army(state, 0, "s26", 3)
    own(state, 0, "mi13")
    deck(state, 0, "bc01", "bc10")
    state.conquered[space("gate3")] = 1
    attack(state, 0, "s26", "gate3", 3)
    assert state.golden == [1, 0]
    later = start(empty=True)
    later.year = 2
    army(later, 0, "s26", 3)
    own(later, 0, "mi13")
    deck(later, 0, "bc01", "bc10")
    later.conquered[space("gate3")] = 1
    attack(later, 0, "s26", "gate3", 3)
    assert later.golden == [3, 0]


@pytest.mark.rule("TW-CAP.7")
def test_a_second_conquest_in_a_year_pays_for_the_battle_only() -> None:
    state = start(empty=True)
    building(state, 0, "s11", "castle")
    army(state, 0, "s26", 3)
    own(state, 0, "mi13")
    attack(state, 0, "s26", "gate3", 3)
    assert state.golden == [3, 0]
    held = soldiers(state, 0, "gate3")
    take(state, 0, space("gate3"), held)
    put(state, 0, space("s26"), held)
    do(state, 1, "resources gold gold")
    events = attack(state, 0, "s26", "gate3", held)
    assert "conquered" in names(events)
    assert state.golden == [4, 0]


@pytest.mark.rule("TW-CAP.8", "TW-REC.5")
def test_nobody_recruits_in_an_occupied_capital() -> None:
    state = occupied()
    building(state, 1, "s66", "castle")
    stock(state, 1, 9, 9, 9, 9)
    hold(state, 1, "volunteers")
    do(state, 0, "resources gold gold")
    assert check(state, 1, "recruit") is refusals.NOBODY_TO_RECRUIT
    assert check(state, 1, "play volunteers") is refusals.NO_VOLUNTEERS
    take(state, 0, space("gate3"), 1)
    do(state, 1, "recruit", "recruit gate")
    put(state, 0, space("gate3"), 1)
    assert check(state, 1, "recruit gate") is refusals.CAPITAL_LOST
    assert check(state, 1, "recruit s66") is refusals.CAPITAL_LOST


@pytest.mark.rule("TW-CAP.9", "TW-YEAR.3", "TW-CARD.6")
def test_an_occupier_takes_the_capitals_yearly_gifts_but_not_the_soldier() -> None:
    state = occupied()
    stock(state, 0, 0, 0, 0, 0)
    stock(state, 1, 0, 0, 0, 0)
    cards = len(state.morale)
    end_year(state)
    assert goods(state, 0)[0] == 2 + 3 + 3 + 2
    assert goods(state, 1) == [2, 0, 0, 0]
    assert sum(state.hand[:16]) == 2
    assert sum(state.hand[16:]) == 0
    assert len(state.morale) == cards - 2
    assert state.reserve[1] == 10


@pytest.mark.rule("TW-CAP.10", "TW-RET.4", "TW-BAT.1")
def test_coming_home_is_an_attack_without_walls() -> None:
    """Worked example O5."""
    state = occupied()
    army(state, 1, "s35", 2)
    own(state, 0, "en01", "mi13")
    own(state, 1, "mi01", "mi09", "en13")
    deck(state, 1, "bc01", "bc07")
    deck(state, 0, "bc01", "bc05")
    do(state, 0, "resources gold gold")
    do(state, 1, "retreat", "retreat s35 gate3")
    assert state.phase == BATTLE
    assert (state.attacker, state.defender) == (1, 0)
    events = ready(state)
    assert values(events, "strength")[0][:3] == (2 + 3 + 1, 2, 1)
    assert values(events, "strength")[1][:3] == (1 + 2 + 1, 2, 2)
    assert state.golden == [0, 1]
    assert soldiers(state, 1, "gate3") == 1
    assert state.here[space("gate3")] == 2


@pytest.mark.rule("TW-CAP.10")
def test_the_owner_may_also_march_home_against_the_occupier() -> None:
    state = occupied()
    army(state, 1, "s26", 2)
    do(state, 0, "resources gold gold")
    do(state, 1, "march", dice=(4,))
    do(state, 1, "move s26 2", "step gate3")
    assert state.phase == BATTLE
    assert state.attacker == 1


@pytest.mark.rule("TW-CAP.11", "TW-YEAR.7")
def test_conquerors_move_out_to_buildings_of_their_choice_at_the_year_end() -> None:
    state = occupied(count=3)
    army(state, 0, "s11", 2)
    end_year(state)
    assert state.phase == MOVING_OUT
    assert RULESET.to_act(state) == [0]
    assert legal(state, 0) == ["moveout s11", "moveout s21"]
    assert check(state, 0, "moveout gate1") is refusals.BUILDINGS_FIRST
    assert check(state, 0, "moveout s33") is refusals.NOT_OWN_BUILDING
    do(state, 0, "moveout s11")
    assert check(state, 0, "moveout s11") is refusals.NO_ROOM
    do(state, 0, "moveout s21")
    assert (soldiers(state, 0, "s11"), soldiers(state, 0, "s21")) == (3, 2)
    assert state.here[space("gate3")] == 0
    assert (state.year, state.phase) == (2, TURN)


@pytest.mark.rule("TW-CAP.12", "TW-CAP.4")
def test_without_room_in_buildings_conquerors_go_to_the_gate_then_the_reserve() -> None:
    state = occupied(count=3)
    for where in ("s11", "s21"):
        building(state, 0, where, "castle")
        army(state, 0, where, 3)
    take(state, 0, space("gate1"), 2)
    put(state, 0, space("gate1"), 4)
    state.reserve[0] = 0
    end_year(state)
    assert legal(state, 0) == ["moveout gate1"]
    do(state, 0, "moveout gate1")
    assert soldiers(state, 0, "gate1") == 6
    assert state.reserve[0] == 1


@pytest.mark.rule("TW-CAP.11", "TW-BAT.20")
def test_a_super_unit_moves_out_with_its_army() -> None:
    state = occupied(count=2)
    own(state, 0, "mi08")
    accompany(state, 0, "mi08", "gate3")
    end_year(state)
    do(state, 0, "moveout s21")
    assert unit_place(state, "mi08") == "s21"


@pytest.mark.rule("TW-CAP.13")
def test_a_third_seat_that_beats_the_occupier_takes_his_place_without_the_prize() -> None:
    state = occupied(3)
    building(state, 2, "s66", "village")
    army(state, 2, "s26", 3)
    own(state, 2, "mi13")
    deck(state, 2, "bc01", "bc10")
    do(state, 0, "resources gold gold")
    do(state, 1, "resources gold gold")
    events = attack(state, 2, "s26", "gate3", 3)
    assert "conquered" not in names(events)
    assert state.golden == [0, 0, 1]
    assert soldiers(state, 2, "gate3") >= 2
    assert soldiers(state, 0, "gate3") == 0


@pytest.mark.rule("TW-CAP.13", "TW-CAP.6")
def test_occupiers_that_all_fall_do_not_make_the_third_seat_a_conqueror() -> None:
    state = occupied(3)
    building(state, 2, "s66", "village")
    army(state, 2, "s26", 3)
    own(state, 2, "mi13", "mi02")
    deck(state, 2, "bc01", "bc01")
    do(state, 0, "resources gold gold")
    do(state, 1, "resources gold gold")
    events = attack(state, 2, "s26", "gate3", 3)
    assert values(events, "strength")[1][3] == 1
    assert "conquered" not in names(events)
    assert state.golden == [0, 0, 1]
    assert soldiers(state, 2, "gate3") == 3


@pytest.mark.rule("TW-CAP.14", "TW-UNI.4", "TW-UNI.5")
def test_an_occupied_capital_keeps_universities_techs_and_idle_super_units() -> None:
    state = occupied()
    own(state, 1, "en15", "ec01")
    state.schools[3] = 2
    do(state, 0, "resources gold gold")
    army(state, 1, "s36", 1)
    do(state, 1, "build", "build university economy 3")
    assert state.schools[3] == 3
    assert state.tech_owner.count(1) == 2
    do(state, 0, "resources gold gold")
    do(state, 1, "march", dice=(4,))
    assert check(state, 1, "move gate3 1 with en15") is refusals.NO_SUCH_GROUP
    assert check(state, 1, "move s36 1 with en15") is refusals.NO_SUCH_UNIT
    do(state, 1, "move s36 1", "step gate3")
    # A soldier and Line of Battle each; the colossus in the capital helps neither.
    assert values(ready(state), "strength") == [(3, 2, 2, 0), (3, 2, 2, 0)]


@pytest.mark.rule("TW-CAP.14", "TW-UNI.4", "TW-CARD.9")
def test_a_conquest_takes_neither_universities_nor_techs_whatever_comes() -> None:
    state = start(empty=True)
    building(state, 0, "s11", "castle")
    army(state, 0, "s26", 3)
    own(state, 0, "mi13")
    own(state, 1, "en15", "ec01")
    state.schools[3:] = [2, 4, 1]
    owners = list(state.tech_owner)
    assert "conquered" in names(attack(state, 0, "s26", "gate3", 3))
    assert (state.schools[3:], state.tech_owner) == ([2, 4, 1], owners)
    end_year(state)
    do(state, 0, "moveout s11")
    assert state.year == 2
    assert (state.schools[3:], state.tech_owner) == ([2, 4, 1], owners)


@pytest.mark.rule("TW-SUN.6")
def test_the_best_kept_super_unit_defends_a_manned_gate() -> None:
    state = start(empty=True)
    army(state, 0, "s26", 2)
    own(state, 1, "mi08", "en11", "mi11")
    deck(state, 1, "bc01", "bc05")
    empty = RULESET.copy(state)
    events = attack(empty, 0, "s26", "gate3", 2)
    assert values(events, "strength")[1][:3] == (3, 2, 3)
    army(state, 1, "gate3", 1)
    events = attack(state, 0, "s26", "gate3", 2)
    # en11 and mi11 are both worth 2; the lower id is the golem: strength and block.
    assert values(events, "strength")[1][:3] == (5, 2, 4)


@pytest.mark.rule("TW-CAP.2", "TW-CAP.3", "TW-YEAR.6")
def test_a_capital_gives_resources_a_soldier_and_a_card_every_year() -> None:
    state = start()
    stock(state, 0, 0, 0, 0, 0)
    army(state, 1, "gate3", 4)
    end_year(state)
    assert goods(state, 0) == [5, 1, 1, 1]
    assert soldiers(state, 0, "gate1") == 3
    assert state.reserve[0] == 7
    assert soldiers(state, 1, "gate3") == 6
    assert state.reserve[1] == 4
    assert [sum(state.hand[:16]), sum(state.hand[16:])] == [1, 1]
    none = start()
    none.reserve[0] = 0
    end_year(none)
    assert soldiers(none, 0, "gate1") == 2


# Support and recall.


@pytest.mark.rule("TW-SUP.1")
def test_buildings_support_soldiers_in_the_field() -> None:
    state = start()
    assert capacity(state, 0) == 2
    building(state, 0, "s11", "settlement")
    building(state, 0, "s21", "village")
    building(state, 0, "s31", "castle")
    assert capacity(state, 0) == 2 + 1 + 2 + 4
    own(state, 0, "en07")
    assert capacity(state, 0) == 11
    assert state.field[0] == 0
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
    assert state.phase == RECALLING
    assert RULESET.to_act(state) == [1]
    assert check(state, 0, "recall s34") is NOT_TO_ACT
    assert check(state, 1, "recall gate3") is refusals.NO_FIELD_SOLDIER
    before = state.reserve[1]
    do(state, 1, "recall s66")
    assert soldiers(state, 1, "gate3") == 6
    assert unit_place(state, "en08") == "capital"
    do(state, 1, "recall s45")
    assert state.reserve[1] == before + 1
    assert state.phase == TURN
    assert state.field[1] == capacity(state, 1) == 2


@pytest.mark.rule("TW-SUP.4")
def test_recalled_soldiers_go_to_the_reserve_when_the_gate_is_occupied() -> None:
    state = start(empty=True)
    put(state, 0, space("gate3"), 1)
    army(state, 0, "s33", 1)
    building(state, 1, "s34", "village")
    army(state, 1, "s45", 3)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1", "step s34")
    do(state, 1, "recall s45")
    assert soldiers(state, 1, "gate3") == 0
    assert state.reserve[1] == 8


# Retreat.


def retreating(state: State) -> State:
    do(state, 0, "retreat")
    assert state.phase == RETREATING
    return state


@pytest.mark.rule("TW-RET.1", "TW-RET.3")
def test_a_squad_retreats_to_the_nearest_building_with_room_or_the_gate() -> None:
    state = start()
    building(state, 0, "s33", "village")
    building(state, 0, "s35", "village")
    building(state, 0, "s44", "settlement")
    army(state, 0, "s33", 2)
    retreating(state)
    assert legal(state, 0) == ["retreat s33 gate1", "retreat s33 s35", "retreat s33 s44"]
    assert check(state, 0, "retreat s33 s33") is refusals.NO_ROOM_TO_RETREAT
    assert check(state, 0, "retreat gate1 s33") is refusals.NO_SQUAD
    do(state, 0, "retreat s33 s44")
    assert soldiers(state, 0, "s44") == 2
    assert state.tokens[5] == 0


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
