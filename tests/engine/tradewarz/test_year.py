"""Turns, tokens, resources, posts, the year end, the length of a match and ties."""

import pytest

from engine.core import NOT_TO_ACT, WRONG_DECISION
from engine.errors import InvalidOption
from engine.match import Match
from engine.options import choose
from engine.tradewarz import RULESET, refusals
from engine.tradewarz.economy import award, gain, xadlas
from engine.tradewarz.state import OVER, TURN, State
from engine.tradewarz.tables import (
    GOLDEN_XADLAS,
    MINING,
    NONE,
    SILVER_XADLAS,
    TOKEN_NAMES,
)
from engine.tradewarz.year import income, standing
from tests.engine.tradewarz.build import (
    ally,
    army,
    attack,
    building,
    check,
    deck,
    do,
    end_year,
    goods,
    held,
    hold,
    legal,
    names,
    own,
    soldiers,
    space,
    start,
    stock,
    values,
)

PASSIVE = "resources gold gold"


def gather(state: State, *seats: int) -> None:
    """Seats spend a RESOURCES token each, which they always have here."""
    for seat in seats:
        state.tokens[seat * 6 + 3] = 2
        stock(state, seat, 5, 5, 5, 5)
        do(state, seat, PASSIVE)


def season(state: State) -> None:
    """Everybody gathers for one season."""
    gather(state, *state.order)


# Turns.


@pytest.mark.rule("TW-TURN.1", "TW-TURN.2", "TW-TURN.5")
def test_every_season_each_seat_has_one_turn_with_one_main_action() -> None:
    state = start(3)
    seen = []
    for _ in range(5):
        seen.append(state.season)
        for seat in (0, 1, 2):
            assert RULESET.to_act(state) == [seat]
            gather(state, seat)
            assert check(state, seat, PASSIVE) is NOT_TO_ACT or RULESET.to_act(state) != [seat]
    assert seen == [0, 1, 2, 3, 4]
    assert (state.year, state.season) == (2, 0)


@pytest.mark.rule("TW-TURN.3", "TW-TURN.8")
def test_free_actions_come_before_the_main_action_that_ends_the_turn() -> None:
    state = start()
    hold(state, 0, "windfall", "goodcrop")
    do(state, 0, "play windfall", "play goodcrop", "trade p2", "give gold 1", "want wheat 1")
    do(state, 1, "decline")
    assert RULESET.to_act(state) == [0]
    do(state, 0, PASSIVE)
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-TURN.4")
def test_tokens_are_spent_and_run_out() -> None:
    state = start()
    assert dict(zip(TOKEN_NAMES, state.tokens[:6], strict=True)) == {
        "march": 2,
        "build": 2,
        "recruit": 2,
        "resources": 2,
        "tech": 1,
        "retreat": 1,
    }
    do(state, 0, PASSIVE)
    assert state.tokens[3] == 1
    do(state, 1, PASSIVE)
    state.tokens[:6] = [0, 0, 0, 0, 0, 0]
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
    state.tokens[3] = 0
    do(state, 0, "pass")
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-TURN.7", "TW-SEA.11")
def test_a_new_year_brings_tokens_back_and_rotates_the_order() -> None:
    state = start(3)
    state.tokens = [0] * 18
    end_year(state)
    assert (state.year, state.season) == (2, 0)
    assert state.tokens == [2, 2, 2, 2, 1, 1] * 3
    assert state.order == [1, 2, 0]
    fixed = start(3, rotate_first=False)
    end_year(fixed)
    assert fixed.order == [0, 1, 2]


@pytest.mark.rule("TW-TURN.9", "TW-TP.6", "TW-LEN.7")
def test_a_post_counts_at_the_end_of_the_turn_not_on_the_way() -> None:
    """Worked example O12."""
    state = start(target=6)
    state.golden[0] = 5
    army(state, 0, "s21", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s21 1", "step s22", "step s23", "stop", "end")
    assert xadlas(state, 0) == 5
    assert state.phase == TURN
    stay = start(target=6)
    stay.golden[0] = 5
    army(stay, 0, "s21", 1)
    do(stay, 0, "march", dice=(4,))
    do(stay, 0, "move s21 1", "step s22", "stop", "end")
    assert xadlas(stay, 0) == 6
    assert stay.phase == OVER
    outcome = RULESET.outcome(stay)
    assert outcome is not None
    assert (outcome.ranks, outcome.rule, outcome.natural) == ([1, 2], "TW-LEN.6", True)


# Resources and cards of the turn.


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
    state = start()
    stock(state, 0, 20, 0, 0, 0)
    do(state, 0, PASSIVE)
    assert goods(state, 0)[0] == 11
    assert state.golden[0] == 1
    aged = start()
    own(aged, 0, "ec16")
    stock(aged, 0, 20, 0, 0, 0)
    do(aged, 0, PASSIVE)
    assert goods(aged, 0)[0] == 14
    twice = start()
    gain(twice, 0, MINING, 27, [])
    assert goods(twice, 0)[2] == 10
    assert twice.golden[0] == 2


@pytest.mark.rule("TW-RES.3")
def test_the_dial_turns_for_gains_of_every_kind() -> None:
    state = start()
    stock(state, 0, 20, 5, 5, 5)
    stock(state, 1, 5, 5, 20, 5)
    hold(state, 0, "windfall")
    do(state, 0, "play windfall")
    assert (goods(state, 0)[0], state.golden[0]) == (12, 1)
    do(state, 0, "trade p2", "give lumber 1", "want gold 1")
    do(state, 1, "accept")
    do(state, 0, "trade p2", "give mining 1", "want wheat 1")
    do(state, 1, "accept")
    assert (goods(state, 1)[2], state.golden[1]) == (10, 1)


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
    assert state.reserve[0] == 7
    assert state.morale[-6:] == [0, 1, 2, 3, 4, 6]


@pytest.mark.rule("TW-REC.5")
def test_volunteers_need_a_reserve_and_room() -> None:
    state = start()
    hold(state, 0, "volunteers")
    army(state, 0, "gate1", 4)
    assert check(state, 0, "play volunteers") is refusals.NO_VOLUNTEERS
    other = start()
    hold(other, 0, "volunteers")
    other.reserve[0] = 0
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


# Posts.


@pytest.mark.rule("TW-TP.6", "TW-TP.7", "TW-TP.8", "TW-TP.4")
def test_ownership_of_a_post_goes_to_building_old_owner_or_the_larger_army() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 0, "s22", 1)
    army(state, 1, "s22", 2)
    gather(state, 0)
    assert state.post_owner[0] == 1
    assert (xadlas(state, 0), xadlas(state, 1)) == (0, 1)
    state.army[1 * 44 + space("s22")] = 1
    state.army[0 * 44 + space("s22")] = 2
    state.recount()
    gather(state, 1)
    assert state.post_owner[0] == 1
    building(state, 0, "s22", "settlement")
    gather(state, 2)
    assert state.post_owner[0] == 0
    even = start(3)
    ally(even, 1, 2)
    army(even, 1, "s22", 1)
    army(even, 2, "s22", 1)
    gather(even, 0)
    assert even.post_owner[0] == 1
    do(even, 1, "march", dice=(1,))
    do(even, 1, "move s22 1", "step s21", "stop", "end")
    assert even.post_owner[0] == 2


@pytest.mark.rule("TW-TP.8")
def test_a_raided_or_deserted_post_belongs_to_nobody_or_the_raider() -> None:
    state = start()
    building(state, 1, "s22", "settlement")
    state.post_owner[0] = 1
    army(state, 0, "s21", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s21 1", "step s22", "step s23", "stop", "end")
    assert state.post_owner[0] == NONE


@pytest.mark.rule("TW-TP.9", "TW-YEAR.4", "TW-XAD.1")
def test_two_posts_or_more_pay_one_golden_xadla_a_year() -> None:
    state = start(target=20)
    for where in ("s22", "s55", "s52"):
        building(state, 0, where, "settlement")
    events = end_year(state)
    assert values(events, "golden") == [("posts",)]
    one = start()
    building(one, 0, "s22", "settlement")
    assert values(end_year(one), "golden") == []


@pytest.mark.rule("TW-TP.10", "TW-YEAR.1")
def test_the_gold_of_posts_villages_and_castles() -> None:
    """Worked example R9; the capital's three gold are counted apart."""
    villages = start()
    for where in ("s11", "s12", "s13"):
        building(villages, 0, where, "village")
    assert 3 + income(villages, 0)[0] == 6
    posts = start()
    posts.post_owner = [0, 0, NONE]
    assert 3 + income(posts, 0)[0] == 5
    posts.schools[0] = 3
    assert 3 + income(posts, 0)[0] == 7
    posts.schools[0] = 4
    assert 3 + income(posts, 0)[0] == 7
    castles = start()
    for where in ("s11", "s12"):
        building(castles, 0, where, "castle")
    assert 3 + income(castles, 0)[0] == 9


@pytest.mark.rule("TW-TP.11")
def test_a_post_may_be_built_on() -> None:
    state = start()
    army(state, 0, "s22", 1)
    do(state, 0, "build", "build settlement s22 silo b2")
    assert state.post_square[0] == space("s22")
    assert state.post_owner[0] == 0


# The year end.


@pytest.mark.rule("TW-YEAR.2", "TW-BLD.12", "TW-BLD.13")
def test_silos_yield_their_kind() -> None:
    """Worked examples R7, R8 and R10; the capital's own resources are counted apart."""
    state = start(tiles="c3=mining c4=lumber d3=mountain")
    building(state, 0, "s33", "settlement", "c3")
    assert income(state, 0) == [0, 0, 1, 0]
    building(state, 0, "s33", "village", "c3", "c4")
    assert income(state, 0) == [1, 1, 1, 0]
    building(state, 0, "s33", "village", "c3", "c3")
    assert income(state, 0) == [1, 0, 2, 0]
    many = start(tiles="a1=lumber a2=lumber b1=mining b2=mining")
    building(many, 0, "s11", "village", "a1", "a2")
    building(many, 0, "s12", "village", "a2", "b2")
    building(many, 0, "s21", "village", "b1", "b2")
    building(many, 0, "s22", "village", "b2", "c2")
    building(many, 0, "s23", "settlement", "c3")
    assert [1 + y for y in income(many, 0)[1:]] == [4, 5, 3]


@pytest.mark.rule("TW-YEAR.1", "TW-YEAR.2", "TW-TEC.5")
@pytest.mark.parametrize(
    ("tech", "gift"),
    [
        ("ec01", [0, 0, 0, 2]),
        ("ec02", [0, 2, 0, 0]),
        ("ec03", [0, 0, 2, 0]),
        ("ec04", [2, 0, 0, 0]),
        ("ec07", [2, 0, 0, 0]),
        ("ec11", [1, 0, 0, 0]),
        ("ec14", [0, 2, 2, 2]),
        ("ec15", [5, 0, 0, 0]),
    ],
)
def test_economy_techs_add_to_the_income(tech: str, gift: list[int]) -> None:
    state = start()
    building(state, 0, "s11", "settlement")
    building(state, 0, "s12", "settlement")
    state.post_owner[0] = 0
    before = income(state, 0)
    own(state, 0, tech)
    assert [a - b for a, b in zip(income(state, 0), before, strict=True)] == gift


@pytest.mark.rule("TW-YEAR.5", "TW-RES.4", "TW-XAD.1")
def test_wealth_is_judged_after_income_and_dial() -> None:
    """Worked example O3."""
    for techs, golden in (([], ["dial"]), (["ec16"], ["dial", "wealth"])):
        state = start()
        own(state, 0, *techs)
        stock(state, 0, 12 - 2, 20, 14, 13)
        events = end_year(state)
        assert [v[0] for v in values(events, "golden")] == golden
    rich = start()
    stock(rich, 0, 10, 12, 12, 12)
    assert [v[0] for v in values(end_year(rich), "golden")] == ["wealth"]
    poor = start()
    stock(poor, 0, 10, 11, 12, 12)
    assert values(end_year(poor), "golden") == []


@pytest.mark.rule("TW-YEAR.5", "TW-TEC.5")
def test_barter_house_lowers_what_wealth_asks_for() -> None:
    for lumber, golden in ((6, ["wealth"]), (5, [])):
        state = start()
        own(state, 0, "ec06")
        stock(state, 0, 6, lumber, 6, 6)
        assert [v[0] for v in values(end_year(state), "golden")] == golden


@pytest.mark.rule("TW-YEAR.7", "TW-YEAR.4")
def test_the_steps_of_the_year_end_come_in_order() -> None:
    state = start()
    for where in ("s22", "s55"):
        building(state, 0, where, "settlement")
    stock(state, 0, 12, 12, 12, 12)
    events = names(end_year(state))
    order = [n for n in events if n in ("income", "golden", "morale_drawn", "season")]
    assert order == ["income"] * 2 + ["golden"] * 2 + ["morale_drawn"] * 2 + ["season"]


@pytest.mark.rule("TW-CARD.6")
def test_an_empty_morale_deck_gives_nothing() -> None:
    state = start()
    state.morale = []
    end_year(state)
    assert sum(state.hand) == 0


# Length.


@pytest.mark.rule("TW-LEN.1", "TW-LEN.3", "TW-LEN.6", "TW-LEN.8")
def test_the_target_ends_the_match_and_the_ranking_decides_between_two() -> None:
    state = start(target=3)
    state.golden = [1, 0]
    building(state, 0, "s11", "castle")
    for where in ("s55", "s52"):
        building(state, 1, where, "settlement")
    state.golden[1] = 2
    state.post_owner = [NONE, NONE, NONE]
    army(state, 0, "s22", 1)
    do(state, 0, PASSIVE)
    assert state.phase == OVER
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.scores == [3, 4]
    assert outcome.ranks == [2, 1]
    assert RULESET.to_act(state) == []


@pytest.mark.rule("TW-LEN.4")
def test_a_season_budget_ends_with_a_completed_season() -> None:
    state = start(length="seasons", season_budget=2, target=3)
    state.golden[0] = 9
    season(state)
    assert state.phase == TURN
    gather(state, 0)
    assert state.phase == TURN
    gather(state, 1)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.rule == "TW-LEN.4"


@pytest.mark.rule("TW-LEN.5")
def test_a_budget_that_ends_in_spring_includes_the_year_end() -> None:
    state = start(length="seasons", season_budget=5)
    for _ in range(5):
        season(state)
    assert state.phase == OVER
    assert goods(state, 0)[0] == 5 + 2 + 3


@pytest.mark.rule("TW-LEN.9")
def test_a_number_of_years_ends_after_its_year_end() -> None:
    state = start(length="years", years=2, target=3)
    state.golden[1] = 9
    end_year(state)
    assert state.phase == TURN
    end_year(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.rule, outcome.ranks) == ("TW-LEN.9", [2, 1])


@pytest.mark.rule("TW-LEN.11")
def test_the_year_cap_ends_every_match() -> None:
    state = start(year_cap=1)
    end_year(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.rule, outcome.natural) == ("TW-LEN.11", False)
    assert start(length="years", years=12, year_cap=3).settings.cap == 12
    assert start(length="seasons", season_budget=61, year_cap=3).settings.cap == 13
    assert start(years=12, year_cap=3).settings.cap == 3


@pytest.mark.rule("TW-LEN.12")
def test_the_last_golden_xadla_ends_the_season() -> None:
    state = start(length="years")
    state.golden = [20, 19]
    award(state, 0, 2, "battle", [])
    assert sum(state.golden) == GOLDEN_XADLAS
    stock(state, 0, 20, 5, 5, 5)
    do(state, 0, PASSIVE)
    assert sum(state.golden) == GOLDEN_XADLAS
    assert goods(state, 0)[0] == 11
    assert state.phase == TURN
    gather(state, 1)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.rule == "TW-LEN.12"


@pytest.mark.rule("TW-LEN.12")
def test_in_spring_the_year_end_comes_before_the_supply_ends_the_match() -> None:
    state = start(length="years")
    state.golden = [20, 20]
    stock(state, 0, 0, 0, 0, 0)
    end_year(state)
    assert state.phase == OVER
    assert goods(state, 0)[0] == 5


@pytest.mark.rule("TW-LEN.7")
def test_xadlas_gained_inside_a_year_end_count_when_it_is_over() -> None:
    state = start(target=3)
    state.golden[1] = 2
    stock(state, 1, 10, 12, 12, 12)
    end_year(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ranks == [2, 1]
    assert state.tokens == [2, 2, 2, 2, 1, 1] * 2


@pytest.mark.rule("TW-XAD.2", "TW-LEN.2")
def test_silver_xadlas_are_castles_and_posts_and_move_with_them() -> None:
    state = start()
    building(state, 0, "s11", "castle")
    state.post_owner = [0, 1, NONE]
    assert (xadlas(state, 0), xadlas(state, 1)) == (2, 1)
    assert SILVER_XADLAS >= 6 * 2 + 4


# Ties.


def tied() -> State:
    state = start(length="years", years=1)
    state.golden = [1, 1]
    return state


@pytest.mark.rule("TW-TIE.1", "TW-LEN.10")
def test_golden_xadlas_break_ties() -> None:
    state = tied()
    state.golden = [2, 1]
    state.post_owner = [1, NONE, NONE]
    assert RULESET.adjudicate(state).scores == [2, 2]
    assert RULESET.adjudicate(state).ranks == [1, 2]


@pytest.mark.rule("TW-TIE.2")
def test_then_soldiers_on_the_map_and_the_strength_of_techs() -> None:
    state = tied()
    army(state, 0, "s33", 1)
    assert RULESET.adjudicate(state).ranks == [1, 2]
    own(state, 1, "en13", "ec01")
    assert standing(state, 1)[2] == 2 + 2
    assert RULESET.adjudicate(state).ranks == [2, 1]


@pytest.mark.rule("TW-TIE.3")
def test_then_the_size_of_the_empire() -> None:
    state = tied()
    state.golden = [0, 1]
    building(state, 0, "s11", "castle")
    state.golden = [0, 0]
    building(state, 1, "s66", "settlement")
    building(state, 1, "s65", "village")
    assert standing(state, 0)[3] == 4
    assert standing(state, 1)[3] == 3
    small = tied()
    building(small, 0, "s11", "settlement")
    building(small, 1, "s36", "village")
    assert RULESET.adjudicate(small).ranks == [2, 1]


@pytest.mark.rule("TW-TIE.4")
def test_then_the_farthest_building_that_can_be_reached() -> None:
    state = tied()
    building(state, 0, "s12", "village")
    building(state, 1, "s33", "village")
    assert standing(state, 0)[4] == 1
    assert standing(state, 1)[4] == 4
    assert RULESET.adjudicate(state).ranks == [2, 1]
    walled = start(
        tiles="c3=lake d3=lake c4=lake d4=lake b3=lake b4=lake e4=lake e3=lake "
        "c2=lake d2=lake c5=lake d5=lake"
    )
    building(walled, 0, "s33", "village")
    assert standing(walled, 0)[4] == standing(walled, 1)[4] == 0


@pytest.mark.rule("TW-TIE.5")
def test_a_match_that_stops_at_sea_is_shared() -> None:
    assert RULESET.adjudicate(Match(RULESET, 3, {}, 1).state).ranks == [1, 1, 1]


@pytest.mark.rule("TW-TIE.5")
def test_then_the_rank_is_shared() -> None:
    assert RULESET.adjudicate(tied()).ranks == [1, 1]
    three = start(3)
    three.golden = [1, 1, 2]
    assert RULESET.adjudicate(three).ranks == [2, 2, 1]


def test_options_out_of_range_are_refused() -> None:
    for bad in ({"target": 2}, {"length": "forever"}, {"year_cap": 0}):
        with pytest.raises(InvalidOption):
            choose(RULESET.info.options, dict(bad.items()))


@pytest.mark.rule("TW-LEN.2")
def test_a_lost_castle_takes_its_silver_but_no_golden_xadla() -> None:
    state = start()
    state.golden = [0, 3]
    building(state, 1, "s34", "castle")
    building(state, 0, "s11", "village")
    army(state, 0, "s33", 3)
    own(state, 0, "mi13")
    deck(state, 0, "bc01", "bc10")
    attack(state, 0, "s33", "s34", 3)
    assert state.golden == [1, 3]
    assert state.castles == [1, 0]
