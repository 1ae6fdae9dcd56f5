"""After a battle: who is displaced or driven off, and what becomes of buildings and super units."""

import pytest

from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.board import Post
from pentarch.engine.tradewarz.places import room
from pentarch.engine.tradewarz.state import DISPLACING, TURN
from pentarch.engine.tradewarz.tables import NONE
from tests.engine.tradewarz.build import (
    accompany,
    ally,
    army,
    attack,
    building,
    check,
    deck,
    do,
    field_battle,
    golden,
    legal,
    names,
    own,
    ready,
    silos,
    soldiers,
    space,
    start,
    unit_place,
    values,
)


@pytest.mark.rule("TW-BAT.9", "TW-BAT.15", "TW-BAT.19")
def test_a_winning_defender_gets_the_xadla_and_displaces_the_rest() -> None:
    state = field_battle(2, 3, "bc02", "bc10")
    army(state, 0, "s12", 1)
    attack(state, 0, "s33", "s34", 2)
    assert golden(state) == [0, 1]
    assert state.decision == DISPLACING
    assert RULESET.to_act(state) == [1]
    assert legal(state, 1) == ["displace gate1", "displace s11", "displace s12"]
    assert check(state, 1, "displace s44") is refusals.NOT_THEIRS
    assert check(state, 1, "displace gate3") is refusals.NOT_THEIRS
    do(state, 1, "displace s12")
    assert soldiers(state, 0, "s12") == 3
    assert soldiers(state, 0, "s33") == 0
    assert state.decision == TURN


@pytest.mark.rule("TW-BAT.19", "TW-BAT.21")
def test_displaced_soldiers_need_room_and_the_last_ones_go_to_the_reserve() -> None:
    state = start()
    army(state, 0, "s33", 2)
    army(state, 0, "s12", 3)
    army(state, 0, "gate1", 4)
    army(state, 1, "s34", 3)
    deck(state, 0, "bc01", "bc02")
    deck(state, 1, "bc02", "bc10")
    before = state.houses[0].reserve
    attack(state, 0, "s33", "s34", 2)
    assert state.decision != DISPLACING
    assert state.houses[0].reserve == before + 2
    short = field_battle(3, 3, "bc02", "bc10")
    army(short, 0, "s11", 2)
    army(short, 0, "gate1", 2)
    attack(short, 0, "s33", "s34", 3)
    do(short, 1, "displace s11")
    assert short.strays.soldiers == 2
    assert check(short, 1, "displace s11") is refusals.NO_ROOM
    do(short, 1, "displace gate1")
    assert soldiers(short, 0, "gate1") == 6


@pytest.mark.rule("TW-BAT.21", "TW-MAR.13")
def test_there_is_no_room_among_enemies_and_some_among_allies() -> None:
    state = start(3)
    building(state, 0, "s33", "castle")
    army(state, 1, "s33", 1)
    assert room(state, state.houses[0], space("s33")) == 0
    ally(state, 0, 1)
    assert room(state, state.houses[0], space("s33")) == 2
    trays = start()
    building(trays, 0, "s11", "castle")
    for where in ("s13", "s15", "s22", "s44"):
        army(trays, 0, where, 1)
    assert [room(trays, trays.houses[0], space(where)) for where in ("s11", "s44")] == [0, 2]


@pytest.mark.rule("TW-BAT.20", "TW-SUN.3")
def test_a_displaced_super_unit_goes_with_the_last_soldier_placed_or_home() -> None:
    state = field_battle(2, 3, "bc02", "bc10")
    own(state, 0, "mi08", "en08")
    accompany(state, 0, "mi08", "s33")
    army(state, 0, "s12", 2)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 2 with mi08", "step s34")
    ready(state)
    do(state, 1, "displace s12", "displace s11")
    assert unit_place(state, "mi08") == "s11"
    home = field_battle(1, 3, "bc02", "bc10")
    own(home, 0, "mi08", "en08")
    accompany(home, 0, "mi08", "s33")
    army(home, 0, "s12", 1)
    accompany(home, 0, "en08", "s12")
    do(home, 0, "march", dice=(4,))
    do(home, 0, "move s33 1 with mi08", "step s34")
    ready(home)
    do(home, 1, "displace s12")
    assert unit_place(home, "mi08") == "capital"
    assert unit_place(home, "en08") == "s12"


@pytest.mark.rule("TW-BAT.13", "TW-BLD.14", "TW-TP.8")
def test_a_won_village_falls_with_its_post() -> None:
    state = field_battle(3, 0, "bc10", "bc05")
    building(state, 1, "s55", "village")
    army(state, 1, "s55", 1)
    army(state, 0, "s54", 3)
    state.posts[1] = Post(state.posts[1].square, 1)
    attack(state, 0, "s54", "s55", 3)
    assert state.building(space("s55")).kind == 0
    assert state.building(space("s55")).silo == NONE
    assert state.posts[1].owner == 0
    assert soldiers(state, 0, "s55") >= 1


@pytest.mark.rule("TW-BAT.13", "TW-CAS.5", "TW-LEN.2", "TW-BLD.9")
def test_a_won_castle_changes_hands_with_silos_and_silver() -> None:
    state = field_battle(3, 0, "bc10", "bc05")
    building(state, 1, "s34", "castle", "c4", "d5")
    before = silos(state, "s34")
    events = attack(state, 0, "s33", "s34", 3)
    assert "castle_taken" in names(events)
    assert state.building(space("s34")).owner == 0
    assert [(house.castles, house.villages) for house in state.houses] == [(2, 0), (1, 0)]
    assert silos(state, "s34") == before
    assert [house.castles_built for house in state.houses] == [0, 0]


@pytest.mark.rule("TW-BAT.14", "TW-CAS.6", "TW-BAT.17", "TW-CAS.7")
def test_an_empty_castle_holds_a_draw_and_survives_winners_without_survivors() -> None:
    """Worked examples O6 and O7."""
    state = field_battle(1, 0, "bc09", "bc04")
    building(state, 1, "s34", "castle")
    events = attack(state, 0, "s33", "s34", 1)
    assert values(events, "strength") == [(4, 2, 0, 1), (4, 3, 2, 0)]
    assert golden(state) == [0, 0]
    assert soldiers(state, 0, "s33") == 0
    won = field_battle(1, 0, "bc12", "bc04")
    building(won, 1, "s34", "castle")
    events = attack(won, 0, "s33", "s34", 1)
    assert values(events, "strength")[0][0] == 5
    assert golden(won) == [1, 0]
    assert won.building(space("s34")).owner == 1
    village = field_battle(1, 1, "bc12", "bc04")
    building(village, 1, "s34", "village")
    events = attack(village, 0, "s33", "s34", 1)
    assert values(events, "strength") == [(5, 2, 0, 1), (3, 3, 1, 1)]
    assert golden(village) == [1, 0]
    assert village.building(space("s34")).kind == 0


@pytest.mark.rule("TW-BAT.14")
def test_surviving_defenders_stay_when_no_attacker_survives() -> None:
    state = field_battle(1, 1, "bc10", "bc05")
    own(state, 0, "mi13")
    own(state, 1, "en02", "en03")
    attack(state, 0, "s33", "s34", 1)
    assert golden(state) == [1, 0]
    assert soldiers(state, 1, "s34") == 1
    assert soldiers(state, 0, "s34") == 0


@pytest.mark.rule("TW-BAT.18")
def test_driven_off_soldiers_fill_the_nearest_buildings_then_gate_then_reserve() -> None:
    state = start()
    army(state, 0, "s33", 3)
    army(state, 1, "s34", 3)
    building(state, 1, "s45", "settlement")
    building(state, 1, "s54", "settlement")
    building(state, 1, "s46", "settlement")
    army(state, 1, "s45", 2)
    own(state, 0, "mi13")
    own(state, 1, "en03", "en09")
    deck(state, 0, "bc01", "bc10")
    attack(state, 0, "s33", "s34", 3)
    assert soldiers(state, 1, "s45") == 4
    assert (soldiers(state, 1, "s54"), soldiers(state, 1, "s46")) == (1, 0)
    full = start()
    army(full, 0, "s33", 3)
    army(full, 1, "s34", 3)
    army(full, 1, "gate3", 3)
    own(full, 0, "mi13")
    own(full, 1, "en03")
    deck(full, 0, "bc01", "bc10")
    before = full.houses[1].reserve
    attack(full, 0, "s33", "s34", 3)
    assert soldiers(full, 1, "gate3") == 6
    assert full.houses[1].reserve == before + 2


@pytest.mark.rule("TW-BAT.20")
def test_a_driven_off_super_unit_follows_its_squad() -> None:
    state = field_battle(3, 2, "bc10", "bc06")
    own(state, 0, "mi13")
    own(state, 1, "en08")
    accompany(state, 1, "en08", "s34")
    attack(state, 0, "s33", "s34", 3)
    assert soldiers(state, 1, "s66") == 2
    assert unit_place(state, "en08") == "s66"


@pytest.mark.rule("TW-BAT.16", "TW-SUN.2", "TW-SUN.3")
def test_after_a_draw_a_super_unit_stays_with_survivors_or_goes_home() -> None:
    state = field_battle(3, 3, "bc05", "bc05")
    own(state, 0, "en08")
    accompany(state, 0, "en08", "s33")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 3 with en08", "step s34")
    assert "drawn" in names(ready(state))
    assert unit_place(state, "en08") == "s33"
    dead = field_battle(2, 2, "bc09", "bc03")
    own(dead, 0, "mi08", "mi02")
    own(dead, 1, "en02", "en13", "en01")
    accompany(dead, 0, "mi08", "s33")
    do(dead, 0, "march", dice=(4,))
    do(dead, 0, "move s33 1 with mi08", "step s34")
    deck(dead, 0, "bc01", "bc10")
    assert "drawn" in names(ready(dead))
    assert soldiers(dead, 0, "s33") == 1
    assert unit_place(dead, "mi08") == "capital"


@pytest.mark.rule("TW-BAT.13", "TW-BAT.20", "TW-SUN.2")
def test_super_units_of_winners_advance_and_those_of_disbanded_losers_go_home() -> None:
    state = start(empty=True)
    building(state, 0, "s11", "castle")
    army(state, 0, "s33", 3)
    army(state, 1, "s34", 1)
    army(state, 1, "gate3", 6)
    own(state, 0, "mi14")
    own(state, 1, "en08")
    accompany(state, 0, "mi14", "s33")
    accompany(state, 1, "en08", "s34")
    reserve = state.houses[1].reserve
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 3 with mi14", "step s34")
    assert values(ready(state), "strength") == [(7, 3, 2, 0), (3, 2, 4, 0)]
    assert (soldiers(state, 1, "s34"), state.houses[1].reserve) == (0, reserve + 1)
    assert (unit_place(state, "mi14"), unit_place(state, "en08")) == ("s34", "capital")


@pytest.mark.rule("TW-BAT.14", "TW-SUN.3")
def test_a_super_unit_goes_home_when_its_winning_squad_dies() -> None:
    state = field_battle(1, 1, "bc12", "bc04")
    own(state, 0, "mi08")
    accompany(state, 0, "mi08", "s33")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with mi08", "step s34")
    ready(state)
    assert golden(state) == [1, 0]
    assert unit_place(state, "mi08") == "capital"
