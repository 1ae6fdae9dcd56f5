"""Battles: cards, strength, casualties, and what becomes of winners and losers."""

import pytest

from engine.chance import Seeded
from engine.core import NOT_TO_ACT, WRONG_DECISION
from engine.tradewarz import RULESET, refusals
from engine.tradewarz.battle import attack_values, defence_values
from engine.tradewarz.state import BATTLE, DISPLACING, TURN, State
from engine.tradewarz.tables import BATTLE_NAMES, MORALE_NAMES, NONE
from tests.engine.tradewarz.build import (
    accompany,
    ally,
    army,
    attack,
    building,
    check,
    deck,
    do,
    gate,
    goods,
    held,
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


def field_battle(mine: int, theirs: int, first: str = "bc05", second: str = "bc05") -> State:
    """p1 on s33 against p2 on s34 in the open; the second cards as given; not yet joined."""
    state = start()
    for seat in (0, 1):
        building(state, seat, ("s11", "s66")[seat], "castle")
    army(state, 0, "s33", mine)
    army(state, 1, "s34", theirs)
    deck(state, 0, "bc01", first)
    deck(state, 1, "bc02", second)
    return state


def join(state: State, count: int) -> None:
    """p1 marches from s33 into the battle on s34."""
    do(state, 0, "march", dice=(4,))
    do(state, 0, f"move s33 {count}", "step s34")


@pytest.mark.rule("TW-BAT.1", "TW-BAT.2", "TW-CARD.3")
def test_meeting_an_enemy_burns_both_top_cards_face_up() -> None:
    state = field_battle(2, 1)
    do(state, 0, "march", dice=(4,))
    events = do(state, 0, "move s33 2", "step s34")
    assert values(events, "burned") == [("bc01",), ("bc02",)]
    assert all(event.to is None for event in events)
    assert state.phase == BATTLE
    assert RULESET.to_act(state) == [0, 1]
    assert (state.attacker, state.defender) == (0, 1)


@pytest.mark.rule("TW-BAT.3", "TW-CARD.7")
def test_two_battle_cards_are_committed_in_secret() -> None:
    state = field_battle(2, 1)
    hold(state, 0, "herosong", "battlecry", "battlecry", "windfall")
    join(state, 2)
    assert check(state, 0, "commit windfall") is refusals.WRONG_WINDOW
    assert check(state, 0, "commit deadlyaim") is refusals.NO_CARD
    assert check(state, 0, "end") is WRONG_DECISION
    before = RULESET.view(state, 1)
    do(state, 0, "commit herosong")
    assert RULESET.view(state, 1) == before
    do(state, 0, "commit battlecry")
    assert check(state, 0, "commit battlecry") is refusals.TWO_CARDS
    do(state, 0, "ready")
    assert check(state, 0, "ready") is NOT_TO_ACT


@pytest.mark.rule("TW-BAT.3")
@pytest.mark.parametrize("card", ["cancelbattle", "trusted", "ransom"])
def test_some_cards_are_committed_once_only(card: str) -> None:
    state = field_battle(2, 1)
    hold(state, 0, card, card)
    join(state, 2)
    do(state, 0, f"commit {card}")
    assert check(state, 0, f"commit {card}") is refusals.ONE_OF_A_KIND


@pytest.mark.rule("TW-BAT.4", "TW-CARD.4", "TW-CARD.7")
def test_cards_are_revealed_together_and_morale_goes_under_the_deck_attacker_first() -> None:
    state = field_battle(2, 2)
    hold(state, 0, "battlecry", "herosong")
    hold(state, 1, "shieldwall")
    join(state, 2)
    do(state, 1, "commit shieldwall")
    assert names(do(state, 1, "ready")) == []
    do(state, 0, "commit herosong", "commit battlecry")
    events = do(state, 0, "ready")
    assert values(events, "revealed") == [("bc05",), ("bc05",)]
    assert [MORALE_NAMES[card] for card in state.morale[-3:]] == [
        "herosong",
        "battlecry",
        "shieldwall",
    ]
    assert state.drawn == [2, 2]


@pytest.mark.rule("TW-BAT.5", "TW-BAT.8", "TW-BAT.9", "TW-BAT.11", "TW-BAT.13", "TW-BAT.18")
def test_the_battle_of_the_rulebook() -> None:
    """Worked example R4."""
    state = field_battle(2, 3, "bc10", "bc04")
    own(state, 0, "mi01")
    hold(state, 1, "battlecry")
    join(state, 2)
    do(state, 1, "commit battlecry")
    events = ready(state)
    assert values(events, "strength") == [(7, 1, 2, 1), (6, 3, 1, 0)]
    assert state.golden == [1, 0]
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
    assert state.golden == [0, 0]
    assert (soldiers(state, 0, "s33"), soldiers(state, 1, "s34")) == (1, 1)


@pytest.mark.rule("TW-BAT.9", "TW-BAT.15", "TW-BAT.19")
def test_a_winning_defender_gets_the_xadla_and_displaces_the_rest() -> None:
    state = field_battle(2, 3, "bc02", "bc10")
    army(state, 0, "s12", 1)
    attack(state, 0, "s33", "s34", 2)
    assert state.golden == [0, 1]
    assert state.phase == DISPLACING
    assert RULESET.to_act(state) == [1]
    assert legal(state, 1) == ["displace gate1", "displace s11", "displace s12"]
    assert check(state, 1, "displace s44") is refusals.NOT_THEIRS
    assert check(state, 1, "displace gate3") is refusals.NOT_THEIRS
    do(state, 1, "displace s12")
    assert soldiers(state, 0, "s12") == 3
    assert soldiers(state, 0, "s33") == 0
    assert state.phase == TURN


@pytest.mark.rule("TW-BAT.19", "TW-BAT.21")
def test_displaced_soldiers_need_room_and_the_last_ones_go_to_the_reserve() -> None:
    state = start()
    army(state, 0, "s33", 2)
    army(state, 0, "s12", 3)
    army(state, 0, "gate1", 4)
    army(state, 1, "s34", 3)
    deck(state, 0, "bc01", "bc02")
    deck(state, 1, "bc02", "bc10")
    before = state.reserve[0]
    attack(state, 0, "s33", "s34", 2)
    assert state.phase != DISPLACING
    assert state.reserve[0] == before + 2
    short = field_battle(3, 3, "bc02", "bc10")
    army(short, 0, "s11", 2)
    army(short, 0, "gate1", 2)
    attack(short, 0, "s33", "s34", 3)
    do(short, 1, "displace s11")
    assert short.loose == 2
    assert check(short, 1, "displace s11") is refusals.NO_ROOM
    do(short, 1, "displace gate1")
    assert soldiers(short, 0, "gate1") == 6


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


@pytest.mark.rule("TW-BAT.12")
def test_the_dead_go_to_the_reserve() -> None:
    state = field_battle(3, 3, "bc04", "bc04")
    before = list(state.reserve)
    attack(state, 0, "s33", "s34", 3)
    assert state.reserve == [before[0] + 2, before[1] + 2]


@pytest.mark.rule("TW-BAT.13", "TW-BLD.14", "TW-TP.8")
def test_a_won_village_falls_with_its_post() -> None:
    state = field_battle(3, 0, "bc10", "bc05")
    building(state, 1, "s55", "village")
    army(state, 1, "s55", 1)
    army(state, 0, "s54", 3)
    state.post_owner[1] = 1
    attack(state, 0, "s54", "s55", 3)
    assert state.kind[space("s55")] == 0
    assert state.silos[2 * space("s55")] == NONE
    assert state.post_owner[1] == 0
    assert soldiers(state, 0, "s55") >= 1


@pytest.mark.rule("TW-BAT.13", "TW-CAS.5", "TW-LEN.2")
def test_a_won_castle_changes_hands_with_silos_and_silver() -> None:
    state = field_battle(3, 0, "bc10", "bc05")
    building(state, 1, "s34", "castle", "c4", "d5")
    before = state.silos[2 * space("s34") : 2 * space("s34") + 2]
    events = attack(state, 0, "s33", "s34", 3)
    assert "castle_taken" in names(events)
    assert state.owner[space("s34")] == 0
    assert (state.castles, state.villages) == ([2, 1], [2, 1])
    assert state.silos[2 * space("s34") : 2 * space("s34") + 2] == before
    assert state.castles_built == [0, 0]


@pytest.mark.rule("TW-BAT.14", "TW-CAS.6", "TW-BAT.17", "TW-CAS.7")
def test_an_empty_castle_holds_a_draw_and_survives_winners_without_survivors() -> None:
    """Worked examples O6 and O7."""
    state = field_battle(1, 0, "bc09", "bc04")
    building(state, 1, "s34", "castle")
    events = attack(state, 0, "s33", "s34", 1)
    assert values(events, "strength") == [(4, 2, 0, 1), (4, 3, 2, 0)]
    assert state.golden == [0, 0]
    assert soldiers(state, 0, "s33") == 0
    won = field_battle(1, 0, "bc12", "bc04")
    building(won, 1, "s34", "castle")
    events = attack(won, 0, "s33", "s34", 1)
    assert values(events, "strength")[0][0] == 5
    assert won.golden == [1, 0]
    assert won.owner[space("s34")] == 1
    village = field_battle(1, 1, "bc12", "bc04")
    building(village, 1, "s34", "village")
    events = attack(village, 0, "s33", "s34", 1)
    assert values(events, "strength") == [(5, 2, 0, 1), (3, 3, 1, 1)]
    assert village.golden == [1, 0]
    assert village.kind[space("s34")] == 0


@pytest.mark.rule("TW-BAT.14")
def test_surviving_defenders_stay_when_no_attacker_survives() -> None:
    state = field_battle(1, 1, "bc10", "bc05")
    own(state, 0, "mi13")
    own(state, 1, "en02", "en03")
    attack(state, 0, "s33", "s34", 1)
    assert state.golden == [1, 0]
    assert soldiers(state, 1, "s34") == 1
    assert soldiers(state, 0, "s34") == 0


@pytest.mark.rule("TW-BAT.17", "TW-TEC.5", "TW-MAR.17")
def test_militia_bells_turn_a_raid_into_a_battle() -> None:
    state = field_battle(1, 0, "bc05", "bc05")
    own(state, 1, "en14")
    building(state, 1, "s34", "settlement")
    assert defence_values(state, 1, space("s34")) == [2, 0, 0]
    events = attack(state, 0, "s33", "s34", 1)
    assert values(events, "strength")[1][0] == 2 + 2
    assert state.kind[space("s34")] != 0
    army(state, 1, "s34", 1)
    assert defence_values(state, 1, space("s34")) == [0, 0, 0]


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
    before = full.reserve[1]
    attack(full, 0, "s33", "s34", 3)
    assert soldiers(full, 1, "gate3") == 6
    assert full.reserve[1] == before + 2


@pytest.mark.rule("TW-BAT.20")
def test_a_driven_off_super_unit_follows_its_squad() -> None:
    state = field_battle(3, 2, "bc10", "bc06")
    own(state, 0, "mi13")
    own(state, 1, "en08")
    accompany(state, 1, "en08", "s34")
    attack(state, 0, "s33", "s34", 3)
    assert soldiers(state, 1, "s66") == 2
    assert unit_place(state, "en08") == "s66"


@pytest.mark.rule("TW-BAT.22", "TW-MAR.17")
def test_a_cancelled_battle() -> None:
    """Worked example O9."""
    state = start()
    army(state, 0, "s22", 1)
    army(state, 1, "s33", 1)
    hold(state, 1, "cancelbattle")
    hold(state, 0, "herosong")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s22 1", "step s32", "step s33")
    do(state, 0, "commit herosong", "ready")
    do(state, 1, "commit cancelbattle")
    events = do(state, 1, "ready")
    assert "revealed" not in names(events)
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (7, 3)
    assert soldiers(state, 0, "s32") == 1
    assert held(state, 0, "herosong") == 1
    assert state.morale[-1] == MORALE_NAMES.index("cancelbattle")
    assert state.drawn == [2, 2]
    assert state.unseen == [2, 2]
    assert RULESET.to_act(state) == [1]
    seen = RULESET.view(state, 1)
    assert isinstance(seen, dict)
    assert "'used': ['bc05', '?']" in str(seen["seats"])


@pytest.mark.rule("TW-BAT.22")
def test_two_cancellations_cost_nobody_anything() -> None:
    state = field_battle(1, 1)
    stock(state, 0, 20, 0, 0, 0)
    stock(state, 1, 20, 0, 0, 0)
    for seat in (0, 1):
        hold(state, seat, "cancelbattle")
    join(state, 1)
    for seat in (0, 1):
        do(state, seat, "commit cancelbattle", "ready")
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (20, 20)
    assert state.golden == [0, 0]


@pytest.mark.rule("TW-BAT.23")
def test_cancelling_takes_two_gold() -> None:
    state = field_battle(1, 1)
    hold(state, 1, "cancelbattle")
    stock(state, 1, 1, 9, 9, 9)
    join(state, 1)
    assert check(state, 1, "commit cancelbattle") is refusals.NO_CANCEL_GOLD
    stock(state, 1, 2, 0, 0, 0)
    assert check(state, 1, "commit cancelbattle") is None


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
    assert state.golden == [0, 0, 1]


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
    assert state.defender == 1
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
    assert even.defender == 1


@pytest.mark.rule("TW-BAT.25")
def test_plunder_rights_pay_for_battles_won_in_attack() -> None:
    state = field_battle(3, 1, "bc10", "bc05")
    own(state, 0, "mi10")
    attack(state, 0, "s33", "s34", 3)
    assert goods(state, 0)[0] == 7
    lost = field_battle(3, 1, "bc05", "bc10")
    own(lost, 1, "mi10", "en13")
    attack(lost, 0, "s33", "s34", 3)
    assert lost.golden == [0, 1]
    assert goods(lost, 1)[0] == 5


@pytest.mark.rule("TW-CARD.7")
def test_trusted_tactic_fights_with_the_burned_card() -> None:
    state = field_battle(1, 1)
    deck(state, 0, "bc10", "bc02")
    hold(state, 0, "trusted")
    join(state, 1)
    do(state, 0, "commit trusted")
    events = ready(state)
    assert values(events, "strength")[0][:3] == (5, 1, 2)
    assert state.drawn[0] == 2


@pytest.mark.rule("TW-CARD.7")
def test_a_ransom_takes_up_to_three_gold_from_the_loser() -> None:
    state = field_battle(3, 1, "bc10", "bc05")
    hold(state, 0, "ransom")
    stock(state, 1, 2, 0, 0, 0)
    join(state, 3)
    do(state, 0, "commit ransom")
    ready(state)
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (7, 0)


@pytest.mark.rule("TW-CARD.2", "TW-CARD.4")
def test_a_seat_sees_its_six_cards_but_not_their_order_and_others_see_used_ones() -> None:
    state = field_battle(2, 1, "bc10", "bc05")
    own_view = str(RULESET.view(state, 0))
    deck(state, 0, "bc10", "bc01")
    assert str(RULESET.view(state, 0)) == own_view
    before = str(RULESET.view(state, 1))
    deck(state, 0, "bc11", "bc02")
    assert str(RULESET.view(state, 1)) == before
    attack(state, 0, "s33", "s34", 2)
    assert "'used': ['bc11', 'bc02']" in str(RULESET.view(state, 1))


@pytest.mark.rule("TW-CARD.5")
def test_an_empty_stack_is_made_anew_from_the_used_pile() -> None:
    state = field_battle(2, 1)
    state.drawn[0] = 4
    cards = sorted(state.deck[:6])
    events = attack(state, 0, "s33", "s34", 2)
    assert "reshuffled" in names(events)
    assert state.drawn[0] == 0
    assert sorted(state.deck[:6]) == cards
    assert state.drawn[1] == 2


@pytest.mark.rule("TW-CARD.4")
def test_what_has_been_seen_stays_known_after_a_reshuffle() -> None:
    state = start(real=True)
    army(state, 0, "s12", 2)
    army(state, 1, "s13", 1)
    deck(state, 0, "bc01", "bc01", "bc03", "bc04", "bc07", "bc10")
    deck(state, 1, "bc01", "bc02", "bc03", "bc04", "bc05", "bc06")
    state.drawn[0] = 4
    attack(state, 0, "s12", "s13", 2)
    known = state.known[:12]
    assert [BATTLE_NAMES[c] for c in range(12) if known[c]] == ["bc07", "bc10"]
    sampled = RULESET.sample(RULESET.view(state, 1), 1, Seeded(3))
    assert {6, 9} <= set(sampled.deck[:6])


@pytest.mark.rule("TW-CAP.5")
def test_an_empty_gate_still_fights_behind_its_walls() -> None:
    state = start(empty=True)
    army(state, 0, "s26", 2)
    assert defence_values(state, 1, space(gate(1))) == [1, 0, 1]
    events = attack(state, 0, "s26", "gate3", 2)
    assert values(events, "strength")[1][:3] == (3, 2, 3)


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


@pytest.mark.rule("TW-BAT.14", "TW-SUN.3")
def test_a_super_unit_goes_home_when_its_winning_squad_dies() -> None:
    state = field_battle(1, 1, "bc12", "bc04")
    own(state, 0, "mi08")
    accompany(state, 0, "mi08", "s33")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with mi08", "step s34")
    ready(state)
    assert state.golden == [1, 0]
    assert unit_place(state, "mi08") == "capital"
