"""Capitals: conquest, occupation, coming home, moving out."""

import pytest

from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.board import Gate
from pentarch.engine.tradewarz.places import put, take
from pentarch.engine.tradewarz.state import BATTLE, MOVING_OUT, TURN, State
from tests.engine.tradewarz.build import (
    accompany,
    army,
    attack,
    building,
    check,
    deck,
    defence_values,
    do,
    end_year,
    golden,
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
    take(state, state.houses[1], space("gate3"), 2)
    state.houses[1].reserve += 2
    state.houses[0].reserve -= count
    put(state, state.houses[0], space("gate3"), count)
    state.gates[space("gate3")] = Gate(1, 1)
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
    assert golden(state) == [3, 0]
    assert state.houses[1].reserve == 10
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
    assert golden(state) == [1, 0]
    assert state.squares[space("gate3")].here.mask == 0


@pytest.mark.rule("TW-CAP.7")
def test_a_capital_pays_once_a_year() -> None:
    state = start(empty=True)
    army(state, 0, "s26", 3)
    own(state, 0, "mi13")
    deck(state, 0, "bc01", "bc10")
    state.gates[space("gate3")] = Gate(1, 1)
    attack(state, 0, "s26", "gate3", 3)
    assert golden(state) == [1, 0]
    later = start(empty=True)
    later.year = 2
    army(later, 0, "s26", 3)
    own(later, 0, "mi13")
    deck(later, 0, "bc01", "bc10")
    later.gates[space("gate3")] = Gate(1, 1)
    attack(later, 0, "s26", "gate3", 3)
    assert golden(later) == [3, 0]


@pytest.mark.rule("TW-CAP.7")
def test_a_second_conquest_in_a_year_pays_for_the_battle_only() -> None:
    state = start(empty=True)
    building(state, 0, "s11", "castle")
    army(state, 0, "s26", 3)
    own(state, 0, "mi13")
    attack(state, 0, "s26", "gate3", 3)
    assert golden(state) == [3, 0]
    held = soldiers(state, 0, "gate3")
    take(state, state.houses[0], space("gate3"), held)
    put(state, state.houses[0], space("s26"), held)
    do(state, 1, "resources gold gold")
    events = attack(state, 0, "s26", "gate3", held)
    assert "conquered" in names(events)
    assert golden(state) == [4, 0]


@pytest.mark.rule("TW-CAP.8", "TW-REC.5")
def test_nobody_recruits_in_an_occupied_capital() -> None:
    state = occupied()
    building(state, 1, "s66", "castle")
    stock(state, 1, 9, 9, 9, 9)
    hold(state, 1, "volunteers")
    do(state, 0, "resources gold gold")
    assert check(state, 1, "recruit") is refusals.NOBODY_TO_RECRUIT
    assert check(state, 1, "play volunteers") is refusals.NO_VOLUNTEERS
    take(state, state.houses[0], space("gate3"), 1)
    do(state, 1, "recruit", "recruit gate")
    put(state, state.houses[0], space("gate3"), 1)
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
    assert sum(state.houses[0].hand) == 2
    assert sum(state.houses[1].hand) == 0
    assert len(state.morale) == cards - 2
    assert state.houses[1].reserve == 10


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
    assert state.decision == BATTLE
    assert (state.battle.attacker.seat, state.battle.defender.seat) == (1, 0)
    events = ready(state)
    assert values(events, "strength")[0][:3] == (2 + 3 + 1, 2, 1)
    assert values(events, "strength")[1][:3] == (1 + 2 + 1, 2, 2)
    assert golden(state) == [0, 1]
    assert soldiers(state, 1, "gate3") == 1
    assert state.squares[space("gate3")].here.mask == 2


@pytest.mark.rule("TW-CAP.10")
def test_the_owner_may_also_march_home_against_the_occupier() -> None:
    state = occupied()
    army(state, 1, "s26", 2)
    do(state, 0, "resources gold gold")
    do(state, 1, "march", dice=(4,))
    do(state, 1, "move s26 2", "step gate3")
    assert state.decision == BATTLE
    assert state.battle.attacker.seat == 1


@pytest.mark.rule("TW-CAP.11", "TW-YEAR.7")
def test_conquerors_move_out_to_buildings_of_their_choice_at_the_year_end() -> None:
    state = occupied(count=3)
    army(state, 0, "s11", 2)
    end_year(state)
    assert state.decision == MOVING_OUT
    assert RULESET.to_act(state) == [0]
    assert legal(state, 0) == ["moveout s11", "moveout s21"]
    assert check(state, 0, "moveout gate1") is refusals.BUILDINGS_FIRST
    assert check(state, 0, "moveout s33") is refusals.NOT_OWN_BUILDING
    do(state, 0, "moveout s11")
    assert check(state, 0, "moveout s11") is refusals.NO_ROOM
    do(state, 0, "moveout s21")
    assert (soldiers(state, 0, "s11"), soldiers(state, 0, "s21")) == (3, 2)
    assert state.squares[space("gate3")].here.mask == 0
    assert (state.year, state.decision) == (2, TURN)


@pytest.mark.rule("TW-CAP.12", "TW-CAP.4")
def test_without_room_in_buildings_conquerors_go_to_the_gate_then_the_reserve() -> None:
    state = occupied(count=3)
    for where in ("s11", "s21"):
        building(state, 0, where, "castle")
        army(state, 0, where, 3)
    take(state, state.houses[0], space("gate1"), 2)
    put(state, state.houses[0], space("gate1"), 4)
    state.houses[0].reserve = 0
    end_year(state)
    assert legal(state, 0) == ["moveout gate1"]
    do(state, 0, "moveout gate1")
    assert soldiers(state, 0, "gate1") == 6
    assert state.houses[0].reserve == 1


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
    assert golden(state) == [0, 0, 1]
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
    assert golden(state) == [0, 0, 1]
    assert soldiers(state, 2, "gate3") == 3


@pytest.mark.rule("TW-CAP.14", "TW-UNI.4", "TW-UNI.5")
def test_an_occupied_capital_keeps_universities_techs_and_idle_super_units() -> None:
    state = occupied()
    own(state, 1, "en15", "ec01")
    state.houses[1].schools[0] = 2
    do(state, 0, "resources gold gold")
    army(state, 1, "s36", 1)
    do(state, 1, "build", "build university economy 3")
    assert state.houses[1].schools[0] == 3
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
    state.houses[1].schools = [2, 4, 1]
    owners = list(state.tech_owner)
    assert "conquered" in names(attack(state, 0, "s26", "gate3", 3))
    assert (state.houses[1].schools, state.tech_owner) == ([2, 4, 1], owners)
    end_year(state)
    do(state, 0, "moveout s11")
    assert state.year == 2
    assert (state.houses[1].schools, state.tech_owner) == ([2, 4, 1], owners)


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
    best = start(empty=True)
    army(best, 0, "s26", 2)
    army(best, 1, "gate3", 1)
    own(best, 1, "en11", "mi14")
    # The elephants are worth 3 and come after the golem.
    assert defence_values(best, 1, space("gate3")) == [2 + 1, 1, 1]


@pytest.mark.rule("TW-CAP.2", "TW-CAP.3", "TW-YEAR.6")
def test_a_capital_gives_resources_a_soldier_and_a_card_every_year() -> None:
    state = start()
    stock(state, 0, 0, 0, 0, 0)
    army(state, 1, "gate3", 4)
    end_year(state)
    assert goods(state, 0) == [5, 1, 1, 1]
    assert soldiers(state, 0, "gate1") == 3
    assert state.houses[0].reserve == 7
    assert soldiers(state, 1, "gate3") == 6
    assert state.houses[1].reserve == 4
    assert [sum(state.houses[0].hand), sum(state.houses[1].hand)] == [1, 1]
    none = start()
    none.houses[0].reserve = 0
    end_year(none)
    assert soldiers(none, 0, "gate1") == 2
