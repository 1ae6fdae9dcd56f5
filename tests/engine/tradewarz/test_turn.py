"""Turns, tokens, free actions, resources and the cards of a turn."""

import pytest

from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION
from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.economy import gain
from pentarch.engine.tradewarz.state import OVER, RECALLING, TURN
from pentarch.engine.tradewarz.tables import MINING, NONE, SEASON_NAMES, TOKEN_NAMES
from tests.engine.tradewarz.build import (
    PASSIVE,
    ally,
    army,
    building,
    check,
    do,
    end_year,
    field_battle,
    gather,
    goods,
    held,
    hold,
    join,
    legal,
    marching,
    own,
    ready,
    soldiers,
    start,
    stock,
    values,
)


@pytest.mark.rule("TW-TURN.1", "TW-TURN.2", "TW-TURN.5")
def test_every_season_each_seat_has_one_turn_with_one_main_action() -> None:
    state = start(3)
    seen = []
    for _ in range(5):
        seen.append(SEASON_NAMES[state.season])
        for seat in (0, 1, 2):
            assert RULESET.to_act(state) == [seat]
            gather(state, seat)
            assert check(state, seat, PASSIVE) is NOT_TO_ACT or RULESET.to_act(state) != [seat]
    assert seen == ["summer", "harvest", "fall", "winter", "spring"]
    assert (state.year, state.season) == (2, 0)


@pytest.mark.rule("TW-TURN.3", "TW-TURN.8")
def test_free_actions_come_before_the_main_action_that_ends_the_turn() -> None:
    state = start()
    hold(state, 0, "windfall", "goodcrop")
    do(state, 0, "play windfall", "play goodcrop", "trade p2", "give gold 1", "want wheat 1")
    do(state, 1, "decline")
    assert RULESET.to_act(state) == [0]
    assert state.houses[0].tokens == [2, 2, 2, 2, 1, 1]
    do(state, 0, PASSIVE)
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-TURN.4")
def test_tokens_are_spent_and_run_out() -> None:
    state = start()
    assert dict(zip(TOKEN_NAMES, state.houses[0].tokens, strict=True)) == {
        "march": 2,
        "build": 2,
        "recruit": 2,
        "resources": 2,
        "tech": 1,
        "retreat": 1,
    }
    do(state, 0, PASSIVE)
    assert state.houses[0].tokens[3] == 1
    do(state, 1, PASSIVE)
    state.houses[0].tokens = [0, 0, 0, 0, 0, 0]
    for command in ("march", "build", "recruit", "tech", "retreat", PASSIVE):
        assert check(state, 0, command) is refusals.NO_TOKEN
    assert legal(state, 0) == ["trade p2", "pass"]


@pytest.mark.rule("TW-TURN.6")
def test_a_main_action_needs_something_to_do_and_passing_needs_nothing() -> None:
    state = start(empty=True)
    stock(state, 0, 0, 0, 0, 0)
    assert check(state, 0, "march") is refusals.NO_SOLDIER
    assert check(state, 0, "build") is refusals.NOTHING_TO_BUILD
    assert check(state, 0, "recruit") is refusals.NOBODY_TO_RECRUIT
    assert check(state, 0, "tech") is refusals.NO_TECH_TO_BUY
    assert check(state, 0, "retreat") is refusals.NO_RETREAT
    assert check(state, 0, "pass") is refusals.MUST_ACT
    assert check(state, 0, "step s11") is WRONG_DECISION
    state.houses[0].tokens[3] = 0
    do(state, 0, "pass")
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-TURN.7", "TW-SEA.11")
def test_a_new_year_brings_tokens_back_and_rotates_the_order() -> None:
    state = start(3)
    for house in state.houses:
        house.tokens = [0, 0, 0, 0, 0, 0]
    end_year(state)
    assert (state.year, state.season) == (2, 0)
    assert [house.tokens for house in state.houses] == [[2, 2, 2, 2, 1, 1]] * 3
    assert state.order == [1, 2, 0]
    fixed = start(3, rotate_first=False)
    end_year(fixed)
    assert fixed.order == [0, 1, 2]


@pytest.mark.rule("TW-TURN.9", "TW-TP.6", "TW-LEN.7")
def test_a_post_counts_at_the_end_of_the_turn_not_on_the_way() -> None:
    """Worked example O12."""
    state = start(target=6)
    state.houses[0].golden = 5
    army(state, 0, "s21", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s21 1", "step s22", "step s23", "stop", "end")
    assert state.xadlas(0) == 5
    assert state.decision == TURN
    stay = start(target=6)
    stay.houses[0].golden = 5
    army(stay, 0, "s21", 1)
    do(stay, 0, "march", dice=(4,))
    do(stay, 0, "move s21 1", "step s22", "stop", "end")
    assert stay.xadlas(0) == 6
    assert stay.decision == OVER
    outcome = RULESET.outcome(stay)
    assert outcome is not None
    assert (outcome.ranks, outcome.rule, outcome.natural) == ([1, 2], "TW-LEN.6", True)


@pytest.mark.rule("TW-TURN.9", "TW-SUP.3")
def test_support_is_settled_before_posts_and_victory() -> None:
    state = start(target=3)
    state.houses[0].golden = 2
    army(state, 0, "s22", 1)
    army(state, 0, "s33", 2)
    do(state, 0, PASSIVE)
    assert (state.decision, state.posts[0].owner) == (RECALLING, NONE)
    do(state, 0, "recall s22")
    assert (state.decision, state.posts[0].owner, state.xadlas(0)) == (TURN, NONE, 2)


@pytest.mark.rule("TW-RES.1")
def test_resources_are_two_of_one_or_one_of_two_named_in_order() -> None:
    state = start()
    assert len([c for c in legal(state, 0) if c.startswith("resources")]) == 10
    assert check(state, 0, "resources wheat gold") is refusals.TABLE_ORDER
    assert check(state, 0, "resources gold gold gold") is refusals.WRONG_HARVEST
    do(state, 0, "resources lumber wheat")
    assert goods(state, 0) == [5, 6, 5, 6]
    do(state, 1, "resources mining mining")
    assert goods(state, 1) == [5, 5, 7, 5]


@pytest.mark.rule("TW-RES.1", "TW-TEC.5")
def test_the_granary_network_gives_three() -> None:
    state = start()
    own(state, 0, "ec05")
    assert check(state, 0, "resources gold gold") is refusals.WRONG_HARVEST
    assert len([c for c in legal(state, 0) if c.startswith("resources")]) == 20
    do(state, 0, "resources gold lumber lumber")
    assert goods(state, 0) == [6, 7, 5, 5]


@pytest.mark.rule("TW-RES.2", "TW-XAD.1")
def test_the_dial_pays_at_21_and_falls() -> None:
    """Worked example O2."""
    below = start()
    stock(below, 0, 18, 0, 0, 0)
    do(below, 0, PASSIVE)
    assert (goods(below, 0)[0], below.houses[0].golden) == (20, 0)
    state = start()
    stock(state, 0, 20, 0, 0, 0)
    do(state, 0, PASSIVE)
    assert goods(state, 0)[0] == 11
    assert state.houses[0].golden == 1
    aged = start()
    own(aged, 0, "ec16")
    stock(aged, 0, 20, 0, 0, 0)
    do(aged, 0, PASSIVE)
    assert goods(aged, 0)[0] == 14
    twice = start()
    gain(twice, twice.houses[0], MINING, 27, [])
    assert goods(twice, 0)[2] == 10
    assert twice.houses[0].golden == 2


@pytest.mark.rule("TW-RES.3")
def test_the_dial_turns_for_gains_of_every_kind() -> None:
    state = start()
    stock(state, 0, 20, 5, 5, 5)
    stock(state, 1, 5, 5, 20, 5)
    hold(state, 0, "windfall")
    do(state, 0, "play windfall")
    assert (goods(state, 0)[0], state.houses[0].golden) == (12, 1)
    do(state, 0, "trade p2", "give lumber 1", "want gold 1")
    do(state, 1, "accept")
    do(state, 0, "trade p2", "give mining 1", "want wheat 1")
    do(state, 1, "accept")
    assert (goods(state, 1)[2], state.houses[1].golden) == (10, 1)


@pytest.mark.rule("TW-RES.3")
def test_the_dial_turns_for_income_swaps_and_what_a_trade_brings() -> None:
    paid = start()
    stock(paid, 0, 5, 20, 5, 5)
    assert values(end_year(paid), "dial") == [("lumber",)]
    for tech, command in (("ec06", "barter gold lumber"), ("ec13", "exchange gold lumber")):
        state = start()
        own(state, 0, tech)
        stock(state, 0, 5, 20, 5, 5)
        assert values(do(state, 0, command), "dial") == [("lumber",)]
    state = start()
    stock(state, 0, 5, 20, 5, 5)
    do(state, 0, "trade p2", "give gold 1", "want lumber 1")
    assert values(do(state, 1, "accept"), "dial") == [("lumber",)]


@pytest.mark.rule("TW-RES.3")
def test_the_dial_turns_for_plunder_ransom_and_the_gold_of_others() -> None:
    raid = start()
    own(raid, 0, "mi10")
    building(raid, 1, "s34", "village")
    army(raid, 0, "s33", 1)
    stock(raid, 0, 20, 5, 5, 5)
    marching(raid)
    assert values(do(raid, 0, "move s33 1", "step s34"), "dial") == [("gold",)]
    for tech, card in (("mi10", "battlecry"), ("mi01", "ransom")):
        won = field_battle(3, 1, "bc10")
        own(won, 0, tech)
        hold(won, 0, card)
        stock(won, 0, 20, 5, 5, 5)
        join(won, 3)
        do(won, 0, f"commit {card}")
        assert values(ready(won), "dial") == [("gold",)]
    called_off = field_battle(1, 1)
    hold(called_off, 0, "cancelbattle")
    stock(called_off, 1, 20, 5, 5, 5)
    join(called_off, 1)
    do(called_off, 0, "commit cancelbattle")
    assert values(ready(called_off), "dial") == [("gold",)]
    parted = start(3)
    ally(parted, 0, 1)
    stock(parted, 1, 20, 5, 5, 5)
    assert values(do(parted, 0, "break"), "dial") == [("gold",)]


@pytest.mark.rule("TW-RES.5")
def test_counters_are_public() -> None:
    state = start()
    stock(state, 0, 1, 2, 3, 4)
    for viewer in (0, 1, None):
        seen = str(RULESET.view(state, viewer))
        assert "{'gold': 1, 'lumber': 2, 'mining': 3, 'wheat': 4}" in seen


@pytest.mark.rule("TW-CARD.7", "TW-CARD.8")
def test_turn_cards_work_at_once_and_go_under_the_deck() -> None:
    state = start()
    hold(state, 0, "goodcrop", "timberraft", "richvein", "windfall", "bazaar", "volunteers")
    hold(state, 0, "herosong", "battlecry", "ransom")
    assert check(state, 0, "play herosong") is refusals.WRONG_WINDOW
    assert check(state, 0, "play scholars") is refusals.NO_CARD
    for card in ("goodcrop", "timberraft", "richvein", "windfall", "bazaar", "volunteers"):
        do(state, 0, f"play {card}")
        assert held(state, 0, card) == 0
    assert goods(state, 0) == [9, 9, 9, 9]
    assert soldiers(state, 0, "gate1") == 3
    assert state.houses[0].reserve == 7
    assert state.morale[-6:] == [0, 1, 2, 3, 4, 6]


@pytest.mark.rule("TW-REC.5")
def test_volunteers_need_a_reserve_and_room() -> None:
    state = start()
    hold(state, 0, "volunteers")
    army(state, 0, "gate1", 4)
    assert check(state, 0, "play volunteers") is refusals.NO_VOLUNTEERS
    other = start()
    hold(other, 0, "volunteers")
    other.houses[0].reserve = 0
    assert check(other, 0, "play volunteers") is refusals.NO_VOLUNTEERS


@pytest.mark.rule("TW-TURN.8", "TW-TEC.5")
def test_barter_and_exchange_swap_with_the_bank() -> None:
    state = start()
    assert check(state, 0, "barter gold wheat") is refusals.NO_BARTER
    assert check(state, 0, "exchange gold wheat") is refusals.NO_EXCHANGE
    own(state, 0, "ec06", "ec13")
    stock(state, 0, 2, 1, 0, 0)
    assert check(state, 0, "barter gold gold") is refusals.SAME_RESOURCE
    assert check(state, 0, "barter lumber gold") is refusals.CANNOT_PAY
    do(state, 0, "barter gold wheat")
    assert goods(state, 0) == [0, 1, 0, 1]
    assert check(state, 0, "barter lumber gold") is refusals.NO_BARTER
    do(state, 0, "exchange lumber mining", "exchange mining gold")
    assert goods(state, 0) == [1, 0, 0, 1]
    assert check(state, 0, "exchange wheat gold") is refusals.NO_EXCHANGE
    gather(state, 0, 1)
    assert check(state, 0, "barter gold wheat") is check(state, 0, "exchange gold wheat") is None
