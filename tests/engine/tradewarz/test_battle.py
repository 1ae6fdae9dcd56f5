"""Battles: strength, techs, casualties, and who leads on a shared square."""

import pytest

from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.tables import NONE
from tests.engine.tradewarz.build import (
    accompany,
    ally,
    army,
    attack,
    attack_values,
    building,
    deck,
    defence_values,
    do,
    field_battle,
    gate,
    golden,
    goods,
    hold,
    join,
    names,
    own,
    ready,
    soldiers,
    space,
    start,
    values,
)


@pytest.mark.rule("TW-BAT.5", "TW-BAT.8", "TW-BAT.9", "TW-BAT.11", "TW-BAT.13", "TW-BAT.18")
@pytest.mark.rule("TW-XAD.1")
def test_the_battle_of_the_rulebook() -> None:
    """Worked example R4."""
    state = field_battle(2, 3, "bc10", "bc04")
    own(state, 0, "mi01")
    hold(state, 1, "battlecry")
    join(state, 2)
    do(state, 1, "commit battlecry")
    events = ready(state)
    assert values(events, "strength") == [(7, 1, 2, 1), (6, 3, 1, 0)]
    assert golden(state) == [1, 0]
    assert soldiers(state, 0, "s34") == 1
    assert soldiers(state, 1, "s34") == 0
    assert soldiers(state, 1, "s66") == 3


@pytest.mark.rule("TW-BAT.6", "TW-TEC.5")
def test_military_techs_attack_and_engineering_techs_defend() -> None:
    state = field_battle(2, 2)
    own(state, 0, "mi01", "mi02", "mi03", "mi05", "mi06", "mi13", "en01", "en02", "en13")
    own(state, 1, "en03", "en09", "mi07")
    assert attack_values(state, 0, space("s34"), NONE) == [4, 2, 1]
    assert defence_values(state, 1, space("s34")) == [0, 0, 2]
    assert attack_values(state, 1, space("s33"), NONE) == [0, 0, 0]
    assert defence_values(state, 0, space("s33")) == [3, 1, 0]


@pytest.mark.rule("TW-TEC.5", "TW-BAT.10")
def test_some_defences_need_a_building_or_a_stronghold() -> None:
    state = start()
    own(state, 1, "en05", "en06", "en10")
    building(state, 1, "s34", "village")
    building(state, 1, "s35", "castle")
    army(state, 1, "s36", 1)
    assert defence_values(state, 1, space("s36")) == [0, 0, 0]
    assert defence_values(state, 1, space("s34")) == [2, 0, 1]
    assert defence_values(state, 1, space("s35")) == [4, 2, 2]
    assert defence_values(state, 1, space("gate3")) == [3, 2, 2]


@pytest.mark.rule("TW-TEC.5")
def test_siege_techs_count_against_castles_and_capitals_held_by_their_owners() -> None:
    state = start()
    own(state, 0, "mi09", "mi12")
    ram = 7
    building(state, 1, "s35", "castle")
    assert attack_values(state, 0, space("s34"), ram) == [1, 0, 0]
    assert attack_values(state, 0, space("s35"), ram) == [5, 0, 0]
    assert attack_values(state, 0, space("gate3"), ram) == [5, 0, 0]
    assert attack_values(state, 0, space("gate3"), NONE) == [2, 0, 0]


@pytest.mark.rule("TW-BAT.7", "TW-SUN.2")
def test_a_super_unit_fights_for_its_squad_on_both_sides() -> None:
    state = field_battle(2, 2)
    own(state, 0, "mi14")
    own(state, 1, "en15")
    accompany(state, 0, "mi14", "s33")
    accompany(state, 1, "en15", "s34")
    army(state, 1, "s44", 1)
    assert defence_values(state, 1, space("s34")) == [2, 0, 1]
    assert defence_values(state, 1, space("s44")) == [0, 0, 0]
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 2 with mi14", "step s34")
    events = ready(state)
    assert values(events, "strength")[0][:3] == (2 + 2 + 2, 2 + 1, 2)
    assert values(events, "strength")[1][:3] == (2 + 2 + 2, 2, 2 + 1)


@pytest.mark.rule("TW-TEC.5")
def test_shadow_blades_lower_the_blocks_of_the_other_side() -> None:
    state = field_battle(2, 2, "bc05", "bc06")
    own(state, 0, "mi16")
    accompany(state, 0, "mi16", "s33")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 2 with mi16", "step s34")
    events = ready(state)
    assert values(events, "strength")[1][2] == 1
    other = field_battle(2, 2, "bc06", "bc05")
    own(other, 1, "mi16")
    accompany(other, 1, "mi16", "s34")
    events = attack(other, 0, "s33", "s34", 2)
    assert values(events, "strength")[0][2] == 1


@pytest.mark.rule("TW-BAT.8", "TW-BAT.16", "TW-BAT.11")
def test_a_draw_sends_attackers_back_and_still_costs_lives() -> None:
    state = field_battle(3, 3, "bc04", "bc04")
    events = attack(state, 0, "s33", "s34", 3)
    assert "drawn" in names(events)
    assert golden(state) == [0, 0]
    assert (soldiers(state, 0, "s33"), soldiers(state, 1, "s34")) == (1, 1)


@pytest.mark.rule("TW-BAT.10", "TW-BAT.11")
def test_kills_less_blocks_are_the_casualties_within_bounds() -> None:
    state = field_battle(3, 1, "bc01", "bc02")
    own(state, 0, "mi02", "mi06")
    own(state, 1, "en02", "en03")
    hold(state, 0, "deadlyaim")
    join(state, 3)
    do(state, 0, "commit deadlyaim")
    events = ready(state)
    assert values(events, "strength") == [(4, 7, 2, 1), (2, 3, 4, 1)]


@pytest.mark.rule("TW-BAT.10")
def test_kills_and_blocks_of_super_units_and_morale_count_too() -> None:
    state = field_battle(3, 1, "bc01", "bc02")
    own(state, 0, "mi02", "mi14")
    own(state, 1, "en03", "en08")
    accompany(state, 0, "mi14", "s33")
    accompany(state, 1, "en08", "s34")
    hold(state, 0, "deadlyaim")
    hold(state, 1, "shieldwall")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 3 with mi14", "step s34", "commit deadlyaim")
    do(state, 1, "commit shieldwall")
    events = ready(state)
    # Kills 3 + 1 + 1 + 2 of card, tech, War Elephants and morale; blocks 3 + 1 + 2 + 2 likewise.
    assert values(events, "strength") == [(6, 7, 2, 0), (2, 2, 8, 0)]


@pytest.mark.rule("TW-BAT.12")
def test_the_dead_go_to_the_reserve() -> None:
    state = field_battle(3, 3, "bc04", "bc04")
    before = [house.reserve for house in state.houses]
    attack(state, 0, "s33", "s34", 3)
    assert [house.reserve for house in state.houses] == [before[0] + 2, before[1] + 2]


@pytest.mark.rule("TW-BAT.17", "TW-TEC.5", "TW-MAR.17")
def test_militia_bells_turn_a_raid_into_a_battle() -> None:
    state = field_battle(1, 0, "bc05", "bc05")
    own(state, 1, "en14")
    building(state, 1, "s34", "settlement")
    assert defence_values(state, 1, space("s34")) == [2, 0, 0]
    events = attack(state, 0, "s33", "s34", 1)
    assert values(events, "strength")[1][0] == 2 + 2
    assert state.building(space("s34")).kind != 0
    army(state, 1, "s34", 1)
    assert defence_values(state, 1, space("s34")) == [0, 0, 0]


@pytest.mark.rule("TW-BAT.24", "TW-ALL.9")
def test_allies_defend_a_shared_square_together() -> None:
    state = start(3)
    ally(state, 1, 2)
    army(state, 0, "s33", 3)
    army(state, 1, "s34", 1)
    army(state, 2, "s34", 2)
    own(state, 1, "en01", "en08")
    own(state, 2, "en02")
    accompany(state, 1, "en08", "s34")
    deck(state, 0, "bc01", "bc04")
    deck(state, 2, "bc01", "bc10")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 3", "step s34")
    assert RULESET.to_act(state) == [0, 2]
    events = ready(state)
    # 3 soldiers and bc10; p3's pit traps, p2's unit; not p2's palisades.
    assert values(events, "strength") == [(5, 3, 1, 1), (7, 2, 4, 0)]
    assert golden(state) == [0, 0, 1]


@pytest.mark.rule("TW-BAT.24")
def test_on_a_shared_square_the_owner_leads_and_his_soldiers_fall_first() -> None:
    state = start(3)
    ally(state, 1, 2)
    army(state, 0, "s33", 3)
    building(state, 1, "s34", "village")
    army(state, 1, "s34", 1)
    army(state, 2, "s34", 2)
    deck(state, 0, "bc01", "bc01")
    deck(state, 1, "bc01", "bc11")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 3", "step s34")
    assert state.battle.defender.seat == 1
    ready(state)
    assert soldiers(state, 1, "s34") == 0
    assert soldiers(state, 2, "s34") == 1
    even = start(3)
    ally(even, 1, 2)
    army(even, 0, "s33", 1)
    army(even, 1, "s34", 1)
    army(even, 2, "s34", 1)
    do(even, 0, "march", dice=(4,))
    do(even, 0, "move s33 1", "step s34")
    assert even.battle.defender.seat == 1


@pytest.mark.rule("TW-BAT.25")
def test_plunder_rights_pay_for_battles_won_in_attack() -> None:
    state = field_battle(3, 1, "bc10", "bc05")
    own(state, 0, "mi10")
    attack(state, 0, "s33", "s34", 3)
    assert goods(state, 0)[0] == 7
    lost = field_battle(3, 1, "bc05", "bc10")
    own(lost, 1, "mi10", "en13")
    attack(lost, 0, "s33", "s34", 3)
    assert golden(lost) == [0, 1]
    assert goods(lost, 1)[0] == 5


@pytest.mark.rule("TW-CAP.5")
def test_an_empty_gate_still_fights_behind_its_walls() -> None:
    state = start(empty=True)
    army(state, 0, "s26", 2)
    assert defence_values(state, 1, space(gate(1))) == [1, 0, 1]
    events = attack(state, 0, "s26", "gate3", 2)
    assert values(events, "strength")[1][:3] == (3, 2, 3)
