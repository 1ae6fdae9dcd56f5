"""Shared squares, super units that allies lend each other, and parting."""

import pytest

from pentarch.engine.core import Event
from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.economy import settle_posts
from pentarch.engine.tradewarz.places import take
from pentarch.engine.tradewarz.state import DISPLACING, TURN, State
from pentarch.engine.tradewarz.tables import NONE
from pentarch.engine.tradewarz.techs import UNIT_NAMES
from tests.engine.tradewarz.build import (
    accompany,
    ally,
    army,
    attack,
    building,
    check,
    deck,
    do,
    end_year,
    give_golden,
    golden,
    goods,
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


def holder(state: State, unit: str) -> int:
    """The seat whose squad a super unit accompanies."""
    return state.stations[UNIT_NAMES.index(unit)].holder


# Shared squares.


def shared() -> State:
    """p1 and p2 are allies with one and two soldiers on s34, p3 stands beside it on s33."""
    state = start(3)
    ally(state, 0, 1)
    building(state, 2, "s61", "castle")
    army(state, 0, "s34", 1)
    army(state, 1, "s34", 2)
    army(state, 2, "s33", 3)
    return state


def strike(state: State) -> None:
    """p3 attacks the shared square on the third turn."""
    do(state, 0, "resources gold gold")
    do(state, 1, "resources gold gold")
    attack(state, 2, "s33", "s34", 3)


@pytest.mark.rule("TW-BAT.24", "TW-ALL.9")
def test_the_larger_army_leads_and_has_the_reward() -> None:
    state = shared()
    own(state, 0, "en13")
    own(state, 1, "en01")
    deck(state, 1, "bc11", "bc11")
    deck(state, 2, "bc03", "bc03")
    strike(state)
    # 3 soldiers, card 4 and Palisades of p2 against 3 and 1; the Citadel of p1 does not count.
    assert golden(state) == [0, 1, 0]
    # Three kills less one block: p2 leads and loses both before p1 loses anybody.
    assert (soldiers(state, 0, "s34"), soldiers(state, 1, "s34")) == (1, 0)
    assert RULESET.to_act(state) == [1]
    assert state.decision == DISPLACING


@pytest.mark.rule("TW-BAT.24")
def test_the_owner_of_the_building_leads_even_with_the_smaller_army() -> None:
    state = shared()
    building(state, 0, "s34", "castle")
    deck(state, 0, "bc11", "bc11")
    deck(state, 2, "bc03", "bc03")
    strike(state)
    assert golden(state) == [1, 0, 0]
    # Three kills, a block of the card and one of the castle: the leader's only soldier falls.
    assert (soldiers(state, 0, "s34"), soldiers(state, 1, "s34")) == (0, 2)


@pytest.mark.rule("TW-BAT.24", "TW-BAT.18")
def test_beaten_allies_are_all_driven_off_to_places_of_their_own() -> None:
    state = shared()
    building(state, 0, "s11", "castle")
    building(state, 1, "s66", "castle")
    own(state, 2, "mi13", "mi01")
    deck(state, 1, "bc06", "bc06")
    deck(state, 2, "bc12", "bc12")
    strike(state)
    assert golden(state) == [0, 0, 1]
    assert (soldiers(state, 0, "s34"), soldiers(state, 1, "s34")) == (0, 0)
    assert (soldiers(state, 0, "s11"), soldiers(state, 1, "s66")) == (1, 2)
    assert soldiers(state, 2, "s34") == 2


@pytest.mark.rule("TW-TP.6", "TW-ALL.9")
def test_a_shared_post_stays_with_its_owner_and_then_goes_to_the_larger_army() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 0, "s22", 1)
    settle_posts(state, [])
    army(state, 1, "s22", 2)
    settle_posts(state, [])
    assert (state.posts[0].owner, state.xadlas(0), state.xadlas(1)) == (0, 1, 0)
    take(state, state.houses[0], space("s22"), 1)
    settle_posts(state, [])
    assert (state.posts[0].owner, state.xadlas(0), state.xadlas(1)) == (1, 0, 1)


@pytest.mark.rule("TW-MAR.15", "TW-ALL.8")
def test_allies_pass_buildings_but_not_gates() -> None:
    state = start(3)
    ally(state, 0, 1)
    building(state, 1, "s35", "settlement")
    army(state, 0, "s36", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s36 1")
    assert check(state, 0, "step gate3") is refusals.ALLIED_GATE
    events = do(state, 0, "step s35")
    assert names(events) == []
    assert state.building(space("s35")).owner == 1
    do(state, 0, "step s34", "stop")
    assert soldiers(state, 0, "s34") == 1


# Lent super units.


def lent(seats: int = 3, alliance_max: int = 2) -> State:
    """p1's War Hounds accompany two soldiers of p2, his ally, on s44."""
    state = start(seats, alliance_max=alliance_max)
    ally(state, 0, 1)
    army(state, 1, "s44", 2)
    own(state, 0, "mi08")
    accompany(state, 1, "mi08", "s44")
    return state


@pytest.mark.rule("TW-ALL.10", "TW-BAT.7")
def test_a_lent_super_unit_fights_for_the_squad_it_is_with() -> None:
    for is_lent in (False, True):
        state = lent()
        if not is_lent:
            state = start(3)
            army(state, 1, "s44", 2)
        army(state, 2, "s45", 2)
        do(state, 0, "resources gold gold")
        events = attack(state, 1, "s44", "s45", 2) if not is_lent else march_with(state)
        # Two soldiers and Line of Battle, and one for the War Hounds.
        assert values(events, "strength")[0][0] == 4 + is_lent


def march_with(state: State) -> list[Event]:
    do(state, 1, "march", dice=(4,))
    do(state, 1, "move s44 2 with mi08", "step s45")
    return ready(state)


@pytest.mark.rule("TW-ALL.10", "TW-RET.1")
def test_a_lent_super_unit_retreats_with_its_squad_and_goes_home_from_a_gate() -> None:
    state = lent()
    building(state, 1, "s11", "castle")
    do(state, 0, "resources gold gold")
    do(state, 1, "retreat", "retreat s44 s11")
    assert (unit_place(state, "mi08"), holder(state, "mi08")) == ("s11", 1)
    home = lent()
    do(home, 0, "resources gold gold")
    do(home, 1, "retreat", "retreat s44 gate3")
    assert (unit_place(home, "mi08"), holder(home, "mi08")) == ("capital", NONE)


@pytest.mark.rule("TW-ALL.10", "TW-SUP.5")
def test_a_lent_super_unit_goes_home_when_the_last_of_its_squad_is_recalled() -> None:
    state = lent()
    army(state, 1, "s55", 2)
    do(state, 0, "resources gold gold")
    assert RULESET.to_act(state) == [1]
    do(state, 1, "recall s44")
    assert (unit_place(state, "mi08"), holder(state, "mi08")) == ("s44", 1)
    do(state, 1, "recall s44")
    assert (unit_place(state, "mi08"), holder(state, "mi08")) == ("capital", NONE)
    assert state.decision == TURN


@pytest.mark.rule("TW-ALL.10")
@pytest.mark.parametrize(("breaker", "place"), [(0, "capital"), (1, "capital"), (2, "s44")])
def test_a_lent_super_unit_stays_when_a_third_member_leaves(breaker: int, place: str) -> None:
    state = lent(4, alliance_max=3)
    ally(state, 0, 1, 2)
    for seat in range(3):
        stock(state, seat, 8, 5, 5, 5)
    for seat in range(breaker):
        do(state, seat, "resources lumber lumber")
    do(state, breaker, "break")
    assert unit_place(state, "mi08") == place
    assert soldiers(state, 1, "s44") == 2


@pytest.mark.rule("TW-ALL.10")
def test_with_two_allies_on_a_square_the_lower_seat_is_lent_to() -> None:
    state = start(4, alliance_max=3)
    ally(state, 0, 1, 2)
    own(state, 0, "mi08", "mi07")
    army(state, 0, "s33", 1)
    accompany(state, 0, "mi08", "s33")
    for seat in (1, 2):
        army(state, seat, "s34", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with mi08", "step s34", "lend mi08")
    assert holder(state, "mi08") == 1
    assert "lend mi08" not in legal(state, 0)


@pytest.mark.rule("TW-ALL.10")
def test_a_super_unit_is_lent_before_the_first_step_or_after_the_last() -> None:
    state = start(4)
    ally(state, 0, 2)
    own(state, 0, "mi08")
    for seat in (0, 2):
        army(state, seat, "s34", 1)
    accompany(state, 0, "mi08", "s34")
    do(state, 0, "march", dice=(1,))
    do(state, 0, "move s34 1 with mi08", "lend mi08", "step s33", "stop")
    assert (unit_place(state, "mi08"), holder(state, "mi08")) == ("s34", 2)
    tiles = "c3=lake d3=lake c4=lake d4=lake b3=lake b4=lake e4=lake e3=lake c2=lake d2=lake"
    pocket = start(3, tiles)
    ally(pocket, 0, 1)
    stock(pocket, 0, 0, 0, 0, 0)
    own(pocket, 0, "en16")
    army(pocket, 0, "s34", 1)
    army(pocket, 1, "s33", 1)
    accompany(pocket, 0, "en16", "s34")
    do(pocket, 0, "march", dice=(1,))
    do(pocket, 0, "move s34 1 with en16", "step s33", "lend en16", "stop", "end")
    assert (unit_place(pocket, "en16"), holder(pocket, "en16")) == ("s33", 1)


@pytest.mark.rule("TW-ALL.10", "TW-SUN.2")
def test_a_lent_super_unit_goes_all_the_way_and_an_own_one_past_the_own_gate() -> None:
    state = lent()
    do(state, 0, "resources gold gold")
    do(state, 1, "march", dice=(4,))
    do(state, 1, "move s44 2 with mi08", "step s45", "step s55", "stop")
    assert (unit_place(state, "mi08"), holder(state, "mi08")) == ("s55", 1)
    past = start(3)
    army(past, 0, "s12", 1)
    own(past, 0, "mi08")
    accompany(past, 0, "mi08", "s12")
    do(past, 0, "march", dice=(4,))
    do(past, 0, "move s12 1 with mi08", "step gate1", "step s13", "stop")
    assert (unit_place(past, "mi08"), holder(past, "mi08")) == ("s13", 0)


@pytest.mark.rule("TW-ALL.10", "TW-SUN.5")
def test_nobody_lends_to_a_squad_that_has_a_super_unit() -> None:
    state = start(3)
    ally(state, 0, 1)
    own(state, 0, "mi08")
    own(state, 1, "en08")
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 1)
    accompany(state, 0, "mi08", "s33")
    accompany(state, 1, "en08", "s34")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with mi08")
    assert check(state, 0, "step s34") is refusals.TWO_UNITS


# Parting.


@pytest.mark.rule("TW-ALL.11", "TW-BAT.18")
def test_guests_without_a_refuge_go_to_their_gate_and_then_to_the_reserve() -> None:
    state = start(3, empty=True)
    ally(state, 0, 1)
    army(state, 0, "gate1", 5)
    army(state, 0, "s34", 2)
    building(state, 1, "s34", "castle")
    reserve = state.houses[0].reserve
    do(state, 0, "break")
    assert (soldiers(state, 0, "gate1"), soldiers(state, 0, "s34")) == (6, 0)
    assert state.houses[0].reserve == reserve + 1
    full = start(3, empty=True)
    ally(full, 0, 1)
    army(full, 0, "gate1", 6)
    for seat in (0, 1):
        army(full, seat, "s34", 1)
    own(full, 0, "mi08")
    accompany(full, 0, "mi08", "s34")
    do(full, 0, "break")
    assert soldiers(full, 0, "s34") == 0
    assert (unit_place(full, "mi08"), holder(full, "mi08")) == ("capital", NONE)


@pytest.mark.rule("TW-ALL.6", "TW-RES.3")
def test_gold_for_breaking_turns_the_dial_of_the_former_ally() -> None:
    state = start(3)
    ally(state, 0, 1)
    stock(state, 1, 17, 5, 5, 5)
    do(state, 0, "break")
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (1, 10)
    assert golden(state) == [0, 1, 0]


@pytest.mark.rule("TW-ALL.8", "TW-MAR.17")
def test_former_allies_fight_again() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 1)
    do(state, 0, "break")
    do(state, 0, "march", dice=(4,))
    assert "battle" in names(do(state, 0, "move s33 1", "step s34"))


@pytest.mark.rule("TW-ALL.12")
def test_allies_of_three_need_three_targets_and_two() -> None:
    for third, ends in ((7, False), (8, True)):
        state = start(5, target=6, alliance_max=3, alliance_victory=True)
        ally(state, 0, 1, 2)
        give_golden(state, 6, 6, third, 0, 0)
        do(state, 0, "resources lumber lumber")
        outcome = RULESET.outcome(state)
        assert (outcome is not None) == ends
        if outcome is not None:
            assert outcome.ranks == [1, 1, 1, 4, 4]


@pytest.mark.rule("TW-CAP.9", "TW-ALL.5")
def test_an_occupier_allied_with_others_keeps_what_the_capital_gives() -> None:
    state = start(4)
    ally(state, 0, 3)
    take(state, state.houses[1], space("gate3"), 2)
    state.houses[1].reserve += 2
    army(state, 0, "gate3", 1)
    before = [goods(state, seat) for seat in range(4)]
    end_year(state)
    # Gathered 2 gold each; p1 has both capitals' 3 gold, p2 none.
    gold = [goods(state, seat)[0] - before[seat][0] for seat in range(4)]
    assert gold == [2 + 6, 2, 2 + 3, 2 + 3]
