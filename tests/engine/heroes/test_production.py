"""Income, buildings, recruiting, trade, categories and ranking (chapters 9 to 12)."""

import pytest

from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.score import category_values
from pentarch.engine.heroes.state import S_CHECK, T_FLOW, Task
from pentarch.engine.heroes.tables import BARRACKS, BUILDINGS, GARDE
from pentarch.engine.plain import canonical
from pentarch.engine.ruleset import OMNISCIENT
from tests.engine.heroes.build import (
    A,
    B,
    K,
    army,
    check,
    city,
    clean_up,
    garrison,
    guards,
    hero,
    income,
    legal,
    produce,
    say,
    start,
    stock,
    where,
)


@pytest.mark.rule("HW-4.3.5.a", "HW-4.3.5.b", "HW-4.3.6.2.a", "HW-9.2.a")
def test_ex_9_halls_and_storehouse_give_five_gold_at_most() -> None:
    state = start()
    city(state, K, stock=(0, 0, 0, 0), built="townhall cityhall palace tradehall storehouse")
    for _ in range(3):
        income(state)
    assert stock(state, K) == (15, 0, 0, 0)
    assert (BUILDINGS[13].needs, BUILDINGS[14].needs, BUILDINGS[16].needs) == (12, 13, 15)


@pytest.mark.rule("HW-9.2.b")
def test_income_goes_to_the_capital_or_the_first_city_held_or_nowhere() -> None:
    state = start(3)
    city(state, K, holder=2, stock=(0, 0, 0, 0))
    city(state, A, holder=0, stock=(0, 0, 0, 0))
    city(state, B, stock=(0, 0, 0, 0))
    guards(state, "a.n", "", owner=1)
    income(state)
    assert stock(state, A) == (1, 0, 0, 0)
    assert stock(state, B) == (2, 0, 0, 0)


@pytest.mark.rule("HW-4.3.6.1.a", "HW-4.3.7.a", "HW-11.1.c", "HW-D.prod", "HW-4.3.6.2.a")
def test_ex_30_trade_three_for_one_and_cut_stocks_at_twenty() -> None:
    state = start()
    city(state, K, stock=(19, 0, 0, 7))
    produce(state)
    assert check(state, "trade k wood gold", 0) is refusals.NO_TRADE
    city(state, K, built="tradehall")
    say(state, "trade k wood gold", seat=0)
    say(state, "trade k wood gold", seat=0)
    assert check(state, "trade k wood gold", 0) is refusals.NO_TRADE
    assert check(state, "trade k gold gold", 0) is refusals.NO_TRADE
    assert stock(state, K) == (21, 0, 0, 1)
    city(state, K, built="storehouse")
    say(state, "trade k gold stone", seat=0)
    assert stock(state, K) == (19, 0, 1, 1)
    city(state, K, stock=(21, 0, 0, 1))
    say(state, "done", seat=0)
    say(state, "done", 20, 1, seat=1)
    assert stock(state, K) == (20, 0, 0, 1)


@pytest.mark.rule("HW-11.1.b", "HW-4.3.2.a", "HW-4.3.1.2.a", "HW-4.3.1.1.c")
def test_buildings_follow_their_order_and_stand_once() -> None:
    state = start()
    city(state, K, stock=(20, 20, 20, 20))
    produce(state)
    assert check(state, "build k range", 0) is refusals.NO_PREREQUISITE
    assert check(state, "build k tower2", 0) is refusals.NO_PREREQUISITE
    assert check(state, "build k wall3", 0) is refusals.NO_PREREQUISITE
    assert check(state, "build k hamlet", 0) is refusals.ALREADY_BUILT
    say(state, "build k barracks", seat=0)
    assert check(state, "build k barracks", 0) is refusals.ALREADY_BUILT
    assert stock(state, K) == (18, 20, 17, 19)
    say(state, "build k range", seat=0)
    assert [BUILDINGS[n].needs for n in range(BARRACKS, GARDE + 1)] == [0, 1, 2, 3, 4]


@pytest.mark.rule("HW-4.3.2.b", "HW-11.2.1.a", "HW-11.2.a")
def test_facilities_recruit_their_level_at_its_price() -> None:
    state = start()
    city(state, K, stock=(20, 3, 0, 0), built="barracks range academy tiltyard garde")
    produce(state)
    say(state, "recruit k l6 1", seat=0)
    say(state, "recruit k l5 1", seat=0)
    assert stock(state, K) == (9, 0, 0, 0)
    assert check(state, "recruit k l5 1", 0) is refusals.TOO_EXPENSIVE
    assert check(state, "recruit k l1 3", 0) is refusals.BAD_AMOUNT
    city(state, K, garrison="60xl1")
    assert check(state, "recruit k l1 1", 0) is refusals.GARRISON_FULL
    assert garrison(state, K, "l6") == 1
    assert check(state, "recruit a l2 1", 1) is refusals.NO_FACILITY
    assert check(state, "recruit a merc 1", 1) is refusals.NO_FACILITY


@pytest.mark.rule("HW-17.1.1.a", "HW-17.1.b", "HW-11.2.b")
def test_taverns_hire_mercenaries_for_one_gold() -> None:
    state = start(mercenaries="on")
    city(state, K, stock=(5, 0, 0, 0), built="tavern")
    city(state, A, holder=0, built="tavern", stock=(1, 0, 0, 0))
    produce(state)
    say(state, "recruit k merc 5", seat=0)
    assert (garrison(state, K, "merc"), stock(state, K)[0]) == (5, 0)
    say(state, "recruit a merc 1", seat=0)
    assert garrison(state, A, "merc") == 1
    dry = start(mercenaries="on")
    city(dry, K, stock=(5, 0, 0, 0))
    produce(dry)
    assert check(dry, "recruit k merc 1", 0) is refusals.NO_FACILITY
    plain = start()
    city(plain, K, stock=(5, 0, 0, 0), built="tavern")
    produce(plain)
    assert check(plain, "recruit k merc 1", 0) is refusals.NO_FACILITY


@pytest.mark.rule("HW-11.1.a")
def test_production_is_simultaneous_and_unseen() -> None:
    state = start()
    city(state, K, stock=(20, 20, 20, 20))
    produce(state)
    assert RULESET.to_act(state) == [0, 1]
    before = canonical(RULESET.view(state, 1))
    crowd = canonical(RULESET.view(state, None))
    for text in ("build k tavern", "recruit k l1 5", "done"):
        say(state, text, seat=0)
    assert canonical(RULESET.view(state, 1)) == before
    assert canonical(RULESET.view(state, None)) == crowd
    assert canonical(RULESET.view(state, OMNISCIENT)) != crowd
    say(state, "done", 20, 1, seat=1)
    assert canonical(RULESET.view(state, 1)) != before
    assert where(state, 1) == "k.c"


@pytest.mark.rule("HW-12.1.c", "HW-12.1.d", "HW-E.3", "HW-E.5")
def test_ex_10_three_categories_decide_after_the_last_round() -> None:
    state = start(3, rounds=1)
    mines = {0: 6, 1: 5, 2: 3}
    spots = [n for n in ("k", "a", "b")]
    free = [f"{s}.{h}" for s in spots for h in ("n", "se")]
    for slot in range(12):
        state.turn(slot)
    names = [*free, "t1.ne", "t2.nw", "t3.s", "t4.c", "t5.sw", "t6.se", "t7.ne", "t8.n"]
    at = iter(names)
    for seat, number in mines.items():
        for _ in range(number):
            guards(state, next(at), "", owner=seat)
    # Garrisons of mines are part of the army.
    guards(state, "k.n", "2xl1 1xl2", owner=0)
    army(state, 0, "4xl1 3xl2 5xl3")
    army(state, 2, "7xl1 3xl2 4xl3")
    army(state, 4, "3xl1 6xl2 1xl3")
    hero(state, 1, "k.ne")
    hero(state, 3, "a.ne")
    for number, level in ((0, 4), (1, 1), (2, 6), (3, 2), (4, 5)):
        state.heroes[number].level = level
    assert category_values(state) == [[6, 5, 3], [5, 8, 5], [29, 25, 18]]
    clean_up(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ([1, 2, 3], [2, 1, 0])


@pytest.mark.rule("HW-12.1.e", "HW-E.2", "HW-E.4")
def test_ex_28_capitals_exchanged_mean_a_draw() -> None:
    state = start()
    city(state, A, holder=0)
    city(state, K, holder=1)
    clean_up(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ([1, 1], "all_defeated")
    assert outcome.rule == "HW-12.1.e"


@pytest.mark.rule("HW-E.4", "HW-E.2")
def test_later_defeats_rank_higher() -> None:
    state = start(3)
    state.stage = S_CHECK
    city(state, A, holder=0)
    clean_up(state, 20, 1)
    city(state, B, holder=0)
    state.agenda = [Task(T_FLOW, 0, 0)]
    clean_up(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ranks == [1, 3, 2]


@pytest.mark.rule("HW-D.agree", "HW-E.3")
def test_all_must_agree_to_end() -> None:
    state = start(end_by_agreement=True)
    clean_up(state)
    assert legal(state, 0) == ["agree", "continue"]
    say(state, "agree", seat=0)
    say(state, "continue", 20, 1, seat=1)
    assert not state.over
    again = start(end_by_agreement=True)
    clean_up(again)
    say(again, "agree", seat=0)
    say(again, "agree", seat=1)
    outcome = RULESET.outcome(again)
    assert outcome is not None
    assert outcome.reason == "agreed"


@pytest.mark.rule("HW-D.prod")
def test_production_offers_what_the_stock_pays_for() -> None:
    state = start()
    city(state, K, stock=(20, 0, 0, 0))
    produce(state)
    recruits = [f"recruit k l1 {number}" for number in (1, 2, 5, 10, 20)]
    assert legal(state, 0) == [*recruits, "hero 2", "done"]


@pytest.mark.rule("HW-E.5")
def test_equal_categories_share_the_rank_whoever_has_more_mines() -> None:
    state = start(rounds=1)
    guards(state, "k.n", "", owner=0)
    army(state, 0, "5xl2")
    clean_up(state)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ([1, 1], [2, 2])
