"""Alliances: forming, breaking, marching together and winning together."""

import pytest

from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.places import put, take
from pentarch.engine.tradewarz.seats import alone as only
from pentarch.engine.tradewarz.state import ALLYING, OVER, STEPS, TURN, State
from pentarch.engine.tradewarz.tables import NONE
from pentarch.engine.tradewarz.techs import UNIT_NAMES
from tests.engine.tradewarz.build import (
    accompany,
    ally,
    army,
    attack,
    building,
    check,
    circles,
    deck,
    do,
    gate,
    give_golden,
    goods,
    names,
    own,
    soldiers,
    space,
    start,
    stock,
    unit_place,
)

# Forming and breaking alliances.


@pytest.mark.rule("TW-ALL.1", "TW-ALL.2", "TW-ALL.3")
def test_two_seats_found_an_alliance_for_four_gold_each() -> None:
    state = start(3)
    do(state, 0, "ally p2")
    assert state.decision == ALLYING
    assert RULESET.to_act(state) == [1]
    do(state, 1, "accept")
    assert circles(state) == [[0, 1], [0, 1], [2]]
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (1, 1)
    assert RULESET.to_act(state) == [0]
    taken = start(5, alliance_max=3)
    ally(taken, 1, 2)
    assert check(taken, 0, "ally p2") is refusals.ALREADY_ALLIED


@pytest.mark.rule("TW-ALL.1", "TW-ALL.2", "TW-ALL.3")
def test_a_newcomer_needs_every_member_and_pays_alone() -> None:
    state = start(5, alliance_max=3)
    ally(state, 0, 3)
    do(state, 0, "ally p2")
    assert RULESET.to_act(state) == [1]
    do(state, 1, "accept")
    assert RULESET.to_act(state) == [3]
    refused = RULESET.copy(state)
    do(refused, 3, "decline")
    assert circles(refused)[1] == [1]
    assert goods(refused, 1)[0] == 5
    do(state, 3, "accept")
    assert circles(state)[0] == circles(state)[1] == circles(state)[3] == [0, 1, 3]
    assert [goods(state, s)[0] for s in (0, 1, 3)] == [5, 1, 5]


@pytest.mark.rule("TW-ALL.2")
def test_the_invited_seat_answers_before_the_members_in_seat_order() -> None:
    state = start(6, alliance_max=4)
    ally(state, 0, 1, 3)
    before = RULESET.dump(state)
    do(state, 0, "ally p6")
    for seat in (5, 1):
        assert RULESET.to_act(state) == [seat]
        do(state, seat, "accept")
    assert RULESET.to_act(state) == [3]
    refused = RULESET.copy(state)
    do(refused, 3, "decline")
    refused.free.proposed = False
    assert RULESET.dump(refused) == before
    do(state, 3, "accept")
    assert circles(state)[5] == [0, 1, 3, 5]
    assert (state.proposal.partner, state.proposal.asked.members) == (NONE, [])
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("TW-ALL.2", "TW-TURN.8")
def test_a_declined_proposal_is_the_only_one_of_the_turn() -> None:
    state = start(3)
    do(state, 0, "ally p2")
    events = do(state, 1, "decline")
    assert names(events) == ["declined"]
    assert circles(state) == [[0], [1], [2]]
    assert check(state, 0, "ally p3") is refusals.PROPOSED_ALREADY
    for seat in range(3):
        do(state, seat, "resources lumber lumber")
    assert check(state, 0, "ally p3") is None


@pytest.mark.rule("TW-ALL.3")
def test_who_lacks_four_gold_cannot_join() -> None:
    state = start(4, alliance_max=3)
    stock(state, 0, 4, 0, 0, 0)
    stock(state, 1, 4, 0, 0, 0)
    assert check(state, 0, "ally p2") is None
    stock(state, 0, 3, 9, 9, 9)
    assert check(state, 0, "ally p2") is refusals.NO_ALLIANCE_GOLD
    ally(state, 0, 3)
    assert check(state, 0, "ally p2") is None
    stock(state, 1, 3, 9, 9, 9)
    assert check(state, 0, "ally p2") is refusals.NO_ALLIANCE_GOLD


@pytest.mark.rule("TW-ALL.4")
def test_alliances_are_small_and_exclusive() -> None:
    assert check(start(2), 0, "ally p2") is refusals.NO_ALLIANCES
    assert check(start(3, alliances=False), 0, "ally p2") is refusals.NO_ALLIANCES
    state = start(4)
    assert check(state, 0, "ally p1") is check(state, 0, "ally p5") is refusals.NOT_A_PARTNER
    ally(state, 1, 2)
    assert check(state, 0, "ally p2") is refusals.ALREADY_ALLIED
    ally(state, 0, 3)
    for seat in (1, 2):
        state.houses[seat].friends = only(seat)
    assert check(state, 0, "ally p2") is refusals.ALLIANCE_FULL
    three = start(3)
    ally(three, 0, 1)
    assert check(three, 0, "ally p3") is refusals.ALLIANCE_FULL
    everybody = start(3, alliance_max=3)
    ally(everybody, 0, 1)
    assert check(everybody, 0, "ally p3") is refusals.ALLIANCE_FULL


@pytest.mark.rule("TW-ALL.5")
def test_no_alliance_with_an_occupier() -> None:
    # Who stands on whose gate; and whom p1, an ally of p4, may invite.
    for occupier, victim, free in ((0, 1, "p3"), (1, 0, "p3"), (3, 1, "p3"), (1, 3, "p3")):
        state = start(5, alliance_max=3)
        ally(state, 0, 3)
        take(state, state.houses[victim], space(gate(victim)), 2)
        put(state, state.houses[occupier], space(gate(victim)), 1)
        assert check(state, 0, "ally p2") is refusals.CAPITAL_BETWEEN
        assert check(state, 0, f"ally {free}") is None
    stranger = start(3)
    take(stranger, stranger.houses[1], space("gate3"), 2)
    put(stranger, stranger.houses[2], space("gate3"), 1)
    assert check(stranger, 0, "ally p2") is None


@pytest.mark.rule("TW-ALL.6", "TW-ALL.7", "TW-TURN.8")
def test_breaking_costs_four_gold_a_member_and_a_turns_wait() -> None:
    state = start(4)
    assert check(state, 0, "break") is refusals.NOT_ALLIED
    ally(state, 0, 1)
    stock(state, 0, 3, 5, 5, 5)
    assert check(state, 0, "break") is refusals.NO_BREAKING_GOLD
    stock(state, 0, 9, 5, 5, 5)
    do(state, 0, "break")
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (5, 9)
    assert circles(state) == [[0], [1], [2], [3]]
    assert RULESET.to_act(state) == [0]
    assert check(state, 0, "ally p3") is refusals.TOO_SOON
    do(state, 0, "resources lumber lumber")
    assert check(state, 1, "ally p1") is refusals.TOO_SOON
    assert check(state, 1, "ally p3") is None
    for seat in (1, 2, 3):
        do(state, seat, "resources lumber lumber")
    assert check(state, 0, "ally p3") is None


@pytest.mark.rule("TW-ALL.6")
def test_the_others_stay_allied_when_one_leaves() -> None:
    state = start(5, alliance_max=3)
    ally(state, 0, 1, 2)
    stock(state, 0, 7, 0, 0, 9)
    assert check(state, 0, "break") is refusals.NO_BREAKING_GOLD
    stock(state, 0, 8, 0, 0, 0)
    do(state, 0, "break")
    assert circles(state) == [[0], [1, 2], [1, 2], [3], [4]]
    assert [goods(state, s)[0] for s in (0, 1, 2)] == [0, 9, 9]


# Allied armies.


@pytest.mark.rule("TW-ALL.8", "TW-ALL.9")
def test_allies_pass_and_share_squares_up_to_the_squad_limit() -> None:
    state = start(3)
    ally(state, 0, 1)
    building(state, 0, "s11", "village")
    building(state, 1, "s34", "castle")
    army(state, 1, "s34", 2)
    army(state, 0, "s33", 2)
    army(state, 0, "s35", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 2")
    assert check(state, 0, "step s34") is refusals.SQUAD_FULL
    do(state, 0, "step s32", "stop")
    do(state, 0, "move s35 1", "step s34")
    assert state.decision == STEPS
    do(state, 0, "stop")
    assert (soldiers(state, 0, "s34"), soldiers(state, 1, "s34")) == (1, 2)
    assert state.building(space("s34")).owner == 1


@pytest.mark.rule("TW-ALL.9", "TW-MAR.12")
def test_the_movers_own_squad_limit_counts_on_a_shared_square() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 1, "s34", 3)
    army(state, 0, "s33", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1")
    assert check(state, 0, "step s34") is refusals.SQUAD_FULL
    own(state, 0, "mi07")
    assert check(state, 0, "step s34") is None


@pytest.mark.rule("TW-ALL.9", "TW-SUP.1")
def test_soldiers_on_an_allys_building_still_need_their_own_support() -> None:
    state = start(3, empty=True)
    ally(state, 0, 1)
    building(state, 1, "s34", "castle")
    army(state, 0, "gate1", 1)
    army(state, 0, "s34", 2)
    do(state, 0, "march", dice=(1,))
    assert check(state, 0, "move gate1 1") is refusals.NO_STEP


@pytest.mark.rule("TW-ALL.10")
def test_a_super_unit_is_lent_to_an_allys_squad_and_led_by_it() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 1)
    own(state, 0, "mi08", "mi11")
    accompany(state, 0, "mi08", "s33")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with mi08")
    assert check(state, 0, "lend mi08") is refusals.NOBODY_TO_LEND
    do(state, 0, "step s34")
    assert check(state, 0, "lend mi11") is refusals.NOT_OWN_UNIT
    do(state, 0, "lend mi08")
    assert state.march.unit == NONE
    assert state.stations[UNIT_NAMES.index("mi08")].holder == 1
    do(state, 0, "step s33", "stop", "end")
    assert unit_place(state, "mi08") == "s34"
    do(state, 1, "march", dice=(4,))
    assert check(state, 1, "move s34 1") is refusals.UNIT_GOES_ALONG
    do(state, 1, "move s34 1 with mi08", "step s44")
    assert unit_place(state, "mi08") == "s44"
    assert check(state, 1, "lend mi08") is refusals.NOT_OWN_UNIT
    do(state, 1, "stop", "end")


@pytest.mark.rule("TW-ALL.10")
def test_a_group_does_not_lend_away_its_only_way_on() -> None:
    tiles = "c3=lake d3=lake c4=lake d4=lake b3=lake b4=lake e4=lake e3=lake c2=lake d2=lake"
    state = start(3, tiles + " c5=lake d5=lake")
    ally(state, 0, 1)
    stock(state, 0, 0, 0, 0, 0)
    army(state, 0, "s33", 1)
    army(state, 1, "s33", 1)
    own(state, 0, "en16")
    accompany(state, 0, "en16", "s33")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s33 1 with en16")
    assert check(state, 0, "lend en16") is refusals.NO_STEP
    assert check(state, 0, "step s34") is None


@pytest.mark.rule("TW-ALL.10")
def test_a_lent_super_unit_goes_home_when_its_squad_falls_or_enters_a_gate() -> None:
    state = start(3)
    ally(state, 1, 2)
    army(state, 0, "s33", 3)
    army(state, 1, "s34", 1)
    own(state, 0, "mi13")
    own(state, 2, "en08")
    accompany(state, 1, "en08", "s34")
    deck(state, 0, "bc01", "bc01")
    deck(state, 1, "bc01", "bc12")
    attack(state, 0, "s33", "s34", 3)
    assert unit_place(state, "en08") == "capital"
    home = start(3)
    ally(home, 0, 1)
    army(home, 0, "s12", 1)
    own(home, 1, "en08")
    accompany(home, 0, "en08", "s12")
    do(home, 0, "march", dice=(4,))
    do(home, 0, "move s12 1 with en08", "step gate1", "step s13", "stop")
    assert unit_place(home, "en08") == "capital"
    assert home.stations[UNIT_NAMES.index("en08")].holder == NONE


@pytest.mark.rule("TW-ALL.10")
def test_lent_super_units_go_home_when_either_side_leaves() -> None:
    for breaker in (0, 1):
        state = start(3)
        ally(state, 0, 1)
        army(state, 1, "s44", 1)
        own(state, 0, "mi08")
        accompany(state, 1, "mi08", "s44")
        if breaker:
            do(state, 0, "resources gold gold")
        do(state, breaker, "break")
        assert unit_place(state, "mi08") == "capital"
        assert soldiers(state, 1, "s44") == 1


@pytest.mark.rule("TW-ALL.11")
def test_when_an_alliance_ends_guests_are_driven_off() -> None:
    state = start(3)
    ally(state, 0, 1)
    building(state, 0, "s11", "castle")
    building(state, 1, "s34", "castle")
    army(state, 0, "s34", 1)
    army(state, 1, "s11", 1)
    army(state, 0, "s44", 1)
    army(state, 1, "s44", 1)
    army(state, 0, "s55", 1)
    do(state, 0, "break")
    assert soldiers(state, 0, "s34") == 0
    assert soldiers(state, 0, "s44") == 0
    assert soldiers(state, 1, "s44") == 1
    assert soldiers(state, 1, "s11") == 0
    assert soldiers(state, 1, "s34") == 1
    assert soldiers(state, 0, "s11") == 2
    assert soldiers(state, 0, "s55") == 1


@pytest.mark.rule("TW-ALL.11")
def test_a_guest_with_a_super_unit_takes_it_along_when_driven_off() -> None:
    state = start(3)
    ally(state, 0, 1)
    building(state, 0, "s11", "castle")
    army(state, 0, "s44", 1)
    army(state, 1, "s44", 1)
    own(state, 0, "mi08")
    accompany(state, 0, "mi08", "s44")
    do(state, 0, "break")
    assert unit_place(state, "mi08") == "s11"


# Winning together.


def nine_and(more: int, *, alliance_victory: bool = False) -> State:
    state = start(3, target=6, alliance_victory=alliance_victory)
    ally(state, 0, 1)
    give_golden(state, 9, more, 0)
    return state


@pytest.mark.rule("TW-ALL.12")
def test_allies_win_together_with_twice_the_target_and_two() -> None:
    """Worked example R3."""
    state = nine_and(4, alliance_victory=True)
    do(state, 0, "resources lumber lumber")
    assert state.decision == TURN
    won = nine_and(5, alliance_victory=True)
    do(won, 0, "resources lumber lumber")
    outcome = RULESET.outcome(won)
    assert outcome is not None
    assert (outcome.ranks, outcome.rule) == ([1, 1, 3], "TW-ALL.12")
    alone = nine_and(0, alliance_victory=True)
    give_golden(alone, 5, 0, 6)
    do(alone, 0, "resources lumber lumber")
    outcome = RULESET.outcome(alone)
    assert outcome is not None
    assert outcome.ranks[2] == 1
    assert alone.xadlas(2) == 6


@pytest.mark.rule("TW-ALL.13")
def test_without_that_option_alliances_do_not_matter_for_victory() -> None:
    state = nine_and(4)
    do(state, 0, "resources lumber lumber")
    assert state.decision == OVER
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.rule) == ([1, 2, 3], "TW-LEN.6")
