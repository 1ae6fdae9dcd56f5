"""Arena combat, withdrawal, experience, death and defeat (chapter 8)."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.combat.beginning import leading_hero
from pentarch.engine.heroes.combat.strike import (
    attack_total,
    close_defense,
    defense_total,
    mine_bonus,
)
from pentarch.engine.heroes.hero import DEAD
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.tables import RACES
from pentarch.engine.heroes.turn.growth import gain_experience
from pentarch.engine.heroes.world.site import GROUND_MERCS
from tests.engine.heroes.build import (
    A,
    K,
    at,
    check,
    city,
    combat,
    count,
    duel_in_the_open,
    garrison,
    go,
    guards,
    hero,
    lay,
    legal,
    names,
    say,
    set_ability,
    shown,
    stack,
    start,
    stock,
    strike_of,
    struck,
    turn,
    walk,
    where,
)


@pytest.mark.rule("HW-8.5.1.a", "HW-8.6.1.a", "HW-8.4.1.a")
def test_ex_5_three_crossbowmen_kill_three() -> None:
    state = duel_in_the_open("3xl3", "5xl1")
    say(state, "attack att1 def1", 9, 10)
    assert count(state, "def1") == 2
    assert count(state, "att1") == 3


@pytest.mark.rule("HW-8.5.1.a")
def test_ex_6_an_equal_total_of_fire_does_nothing() -> None:
    state = start(war=True)
    turn(state, 1)
    hero(state, 2, "k.ne", "2xl3")
    hero(state, 0, "k.n", "4xl1")
    go(state, 2, "k.n")
    say(state, "attack att1 def1", 9, 16)
    assert (count(state, "def1"), count(state, "att1")) == (4, 2)


@pytest.mark.rule("HW-8.5.2.a", "HW-8.5.2.b", "HW-8.5.2.c", "HW-2.0.d")
def test_ex_7_close_combat_adds_both_heroes() -> None:
    state = start(3, war=True)
    turn(state, 1)
    hero(state, 2, "k.ne", "3xl2", attack=5)
    hero(state, 4, "k.n", "5xl1", defense=4)
    go(state, 2, "k.n")
    events = say(state, "attack att1 def1", 8, 9)
    assert "hits" in names(events)
    assert (count(state, "def1"), count(state, "att1")) == (2, 3)


@pytest.mark.rule("HW-8.5.2.a")
def test_every_heros_values_count() -> None:
    for number, other in ((0, 2), (2, 0), (3, 1)):
        state = start(war=True)
        hero(state, other, "k.n", "9xl1", defense=5)
        hero(state, number, "k.ne", "5xl1", attack=4)
        turn(state, number // 2)
        go(state, number, "k.n")
        say(state, "done")
        c = combat(state)
        c.strike = struck(stack(state, "att1"), stack(state, "def1"), False, 10, 10)
        one, two = stack(state, "att1").unit, stack(state, "def1").unit
        assert attack_total(state, c, strike_of(c)) == 10 + one.attack + 4
        assert defense_total(state, c, strike_of(c)) == 10 + two.defense + 5


@pytest.mark.rule("HW-8.5.2.b")
def test_the_attacker_takes_hits_when_he_loses_and_a_tie_does_nothing() -> None:
    state = duel_in_the_open("5xl1", "2xl1")
    say(state, "done")
    say(state, "attack att1 def1", 1, 20)
    assert (count(state, "att1"), count(state, "def1")) == (3, 2)
    tied = duel_in_the_open("5xl1", "2xl1")
    say(tied, "done")
    say(tied, "attack att1 def1", 10, 10)
    assert (count(tied, "att1"), count(tied, "def1")) == (5, 2)


@pytest.mark.rule("HW-8.4.2.a", "HW-8.4.2.b")
def test_ex_25_close_stacks_reach_archers_only_with_more_front() -> None:
    state = duel_in_the_open("5xl1 5xl2 1xl3", "1xl1 1xl4 1xl3")
    say(state, "done")
    say(state, "done")
    say(state, "done")
    assert check(state, "attack att1 def3") is refusals.BAD_TARGET
    assert "attack att1 def2" in legal(state)
    say(state, "attack att1 def1", 20, 1)
    assert "attack att2 def3" in legal(state)


@pytest.mark.rule("HW-8.3.a", "HW-8.3.b", "HW-8.3.c", "HW-8.2.b", "HW-8.2.1.a", "HW-8.1.a")
def test_steps_run_ranged_cavalry_close_by_side_and_each_stack_attacks_once() -> None:
    state = start(war=True)
    hero(state, 0, "k.c", "5xl1 2xl3 3xl5")
    hero(state, 2, "k.ne", "6xl2 2xl3 6xl1")
    go(state, 0, "k.ne")
    order = []
    for _ in range(6):
        movers = {text.split()[1] for text in legal(state) if text.startswith("attack")}
        order.append((RULESET.to_act(state)[0], int(combat(state).phase[-1]), *movers))
        say(state, "done")
    assert order == [
        (1, 2, "def2"),
        (0, 3, "att2"),
        (1, 4, "def1"),
        (0, 5, "att3"),
        (1, 6, "def3"),
        (0, 7, "att1"),
    ]
    say(state, "pass")
    say(state, "stay")
    assert combat(state).round == 2
    say(state, "attack def2 att1", 1, 20)
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("HW-8.0.d")
def test_guards_attack_the_weakest_defense_and_shoot_for_worth() -> None:
    state = start()
    lay(state, "t4", "T04")
    guards(state, "t4.c", "4xl1 2xl3")
    hero(state, 0, "t4.n", "1xl1 8xl4 3xl3")
    events = go(state, 0, "t4.c", 1, 20)
    assert [str(e) for e in events if e.name == "strike"] == ["strike def2 att2 1 20"]
    events = say(state, "done", 1, 20)
    assert [str(e) for e in events if e.name == "strike"] == ["strike def1 att1 1 20"]


@pytest.mark.rule("HW-8.0.e", "HW-7.3.1.2.b")
def test_by_option_the_left_seat_leads_the_guards() -> None:
    state = start(3, guard_control="left_player")
    hero(state, 0, "k.c", "5xl2")
    go(state, 0, "k.n")
    assert RULESET.to_act(state) == [1]
    assert "done" in legal(state)


@pytest.mark.rule("HW-8.0.g")
def test_the_higher_level_leads() -> None:
    state = start()
    assert leading_hero(state.heroes[:2]) == 0
    state.heroes[1].level = 2
    assert leading_hero(state.heroes[:2]) == 1
    assert leading_hero([]) == -1


@pytest.mark.rule("HW-8.2.a")
def test_garrisons_form_as_few_stacks_as_possible() -> None:
    state = start(war=True)
    city(state, A, garrison="45xl1 2xl2")
    hero(state, 2, "a.n", "1xl1")
    guards(state, "a.n", "", owner=1)
    hero(state, 0, "a.s", "1xl1")
    go(state, 0, "a.c")
    c = combat(state)
    assert [s.count for s in c.sides[1]] == [20, 20, 5, 2]
    assert c.city == A


@pytest.mark.rule("HW-8.8.a", "HW-8.8.b")
def test_the_other_side_may_seize_the_initiative_once() -> None:
    state = duel_in_the_open("5xl1", "5xl1")
    say(state, "done")
    say(state, "done")
    assert RULESET.to_act(state) == [0]
    say(state, "seize", 5)
    assert combat(state).initiative == 0
    say(state, "stay")
    say(state, "done")
    say(state, "done")
    assert legal(state) == ["seize", "pass"]
    assert RULESET.to_act(state) == [1]
    say(state, "seize", 8)
    say(state, "stay")
    say(state, "done")
    say(state, "done")
    assert legal(state) == ["stay", "withdraw"]


@pytest.mark.rule(
    "HW-8.9.a", "HW-8.9.b", "HW-8.9.f", "HW-8.9.g", "HW-8.10.a", "HW-8.11.c", "HW-8.9.d"
)
def test_a_withdrawing_attacker_goes_back_and_the_other_side_gets_the_experience() -> None:
    state = duel_in_the_open("5xl1", "5xl1")
    say(state, "attack def1 att1", 20, 1)
    assert (state.combat, state.heroes[0].status) == (None, DEAD)
    state = duel_in_the_open("5xl1 2xl2", "5xl1")
    say(state, "attack def1 att1", 20, 1)
    say(state, "attack att2 def1", 20, 1)
    say(state, "pass")
    assert RULESET.to_act(state) == [0]
    say(state, "withdraw", 6)
    assert combat(state).round == 2
    say(state, "done")
    say(state, "done")
    say(state, "pass")
    say(state, "withdraw", 5)
    assert (where(state, 0), shown(state, 0)) == ("k.c", "2xl2")
    assert (state.heroes[0].mp, state.heroes[0].finished) == (0, 1)
    assert (state.heroes[0].experience, state.heroes[2].experience) == (0, 5)


@pytest.mark.rule("HW-8.9.h")
def test_a_defender_retreats_to_a_quiet_hex() -> None:
    state = start(war=True)
    hero(state, 0, "k.c", "5xl1")
    hero(state, 2, "k.ne", "5xl1")
    guards(state, "k.se", "", owner=1)
    go(state, 0, "k.ne")
    for text in ("done", "done", "pass", "stay"):
        say(state, text)
    say(state, "withdraw", 7)
    assert legal(state) == ["retreat s"]
    assert check(state, "retreat sw") is refusals.BAD_RETREAT
    say(state, "retreat s")
    assert where(state, 2) == "k.se"
    assert where(state, 0) == "k.ne"
    nowhere = duel_in_the_open("5xl1", "5xl1")
    for text in ("done", "done", "pass", "stay"):
        say(nowhere, text)
    assert combat(nowhere).round == 2


@pytest.mark.rule("HW-8.9.h")
def test_nobody_retreats_to_where_the_attacker_came_from() -> None:
    state = start(war=True)
    hero(state, 0, "t4.s", "5xl1")
    hero(state, 2, "t4.se", "5xl1")
    go(state, 0, "t4.se")
    for text in ("done", "done", "pass", "stay"):
        say(state, text)
    say(state, "withdraw", 7)
    from_south = walk(state, 2, "t4.s").replace("move 1", "retreat")
    assert check(state, from_south) is refusals.BAD_RETREAT
    assert walk(state, 2, "t4.ne").replace("move 1", "retreat") in legal(state)


@pytest.mark.rule("HW-8.9.j")
def test_ex_39_a_garrison_fights_on_without_its_hero() -> None:
    state = start(3, war=True)
    hero(state, 0, "b.c", "9xl1")
    city(state, 2, built="tower1")
    guards(state, "b.se", "6xl1", owner=2)
    hero(state, 4, "b.se", "2xl2")
    guards(state, "b.n", "", owner=2)
    state.cities[2].hex = at("b.nw")
    hero(state, 0, "b.s", "9xl1")
    go(state, 0, "b.se")
    for text in ("done", "done", "pass", "stay"):
        say(state, text)
    say(state, "withdraw", 4)
    say(state, "retreat n")
    assert where(state, 4) == "b.ne"
    c = combat(state)
    assert (c.leads[1], c.units(1), c.round) == (-1, 6, 2)
    assert close_defense(state, c, stack(state, "def2")) == 2 + 2
    say(state, "attack def2 att1", 20, 1)
    assert count(state, "att1") == 3


@pytest.mark.rule("HW-8.10.b", "HW-19.18.a")
def test_three_quiet_rounds_break_a_combat_off() -> None:
    state = duel_in_the_open("5xl1", "5xl1")
    for number in range(3):
        say(state, "done")
        say(state, "done")
        say(state, "pass")
        events = say(state, "stay")
        assert ("broken_off" in names(events)) == (number == 2)
    assert where(state, 0) == "k.c"
    assert state.heroes[0].finished == 1
    assert (state.heroes[0].experience, state.heroes[2].experience) == (0, 0)


@pytest.mark.rule(
    "HW-8.11.a",
    "HW-8.11.b",
    "HW-8.9.d",
    "HW-8.6.2.a",
    "HW-8.0.f",
    "HW-8.9.e",
    "HW-8.10.a",
    "HW-4.1.b",
)
def test_kills_and_heroes_give_experience_and_levels_an_ability() -> None:
    state = duel_in_the_open("9xl2", "5xl1")
    state.heroes[0].experience = 5
    say(state, "done")
    events = say(state, "attack att1 def1", 20, 1)
    assert (state.heroes[0].level, state.heroes[0].experience) == (3, 0)
    told = [str(event) for event in events]
    assert told[-3:] == ["p1 experience 1 15", "p1 level 1 2", "p1 level 1 3"]
    set_ability(state.heroes[0], 3, 10)
    assert check(state, "raise movement") is refusals.AT_CAP
    say(state, "raise initiative")
    say(state, "raise initiative")
    assert state.heroes[0].abilities[2] == RACES[K].abilities[2] + 2


@pytest.mark.rule("HW-8.11.b")
def test_nobody_rises_above_level_twenty() -> None:
    state = start()
    state.heroes[0].level = 18
    gain_experience(Play(state, Scripted([])), state.heroes[0], 35)
    assert (state.heroes[0].level, state.heroes[0].experience) == (20, 15)


@pytest.mark.rule("HW-8.13.a", "HW-8.13.b", "HW-2.0.e")
def test_guards_that_kill_a_hero_leave_nothing_of_his_equipment() -> None:
    state = start()
    hero(state, 0, "k.c", "1xl1")
    state.heroes[0].gear = (0,)
    go(state, 0, "k.n", 20, 1)
    fallen = state.heroes[0]
    assert (list(fallen.gear), fallen.status, state.players[0].deaths) == ([], DEAD, 1)
    assert sum(state.cup) == 16


@pytest.mark.rule("HW-8.13.c", "HW-8.13.d", "HW-8.13.e", "HW-8.13.f", "HW-17.1.2.a", "HW-12.0.c")
def test_a_defeated_seat_leaves_neutral_ground_and_mercenaries() -> None:
    state = start(3, war=True)
    guards(state, "a.n", "3xl1", owner=1)
    city(state, A, garrison="5xl1", stock=(4, 0, 2, 2))
    hero(state, 2, "k.ne", "1xl1")
    state.heroes[3].status = DEAD
    state.heroes[3].died = True
    go(state, 0, "k.ne")
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    say(state, "raise attack")
    assert state.players[1].fallen == 1
    assert state.sites[at("a.n")].is_blank()
    assert state.grounds[A].dump() == {"status": GROUND_MERCS, "units": 1}
    assert (state.cities[A].holder, garrison(state, A, "l1")) == (-1, 0)
    assert (state.heroes[2].status, where(state, 2)) == (DEAD, None)
    state.war = False
    hero(state, 0, "a.s", "1xl1")
    go(state, 0, "a.sw")
    say(state, "take 1 merc 1 s2")
    assert shown(state, 0) == "1xl1 1xmerc"
    events = go(state, 0, "a.c", 1, 1, 6, 6)
    assert "conquered" in names(events)
    assert stock(state, A)[2:] == (0, 0)


@pytest.mark.rule(
    "HW-8.0.c", "HW-3.2.d", "HW-4.3.1.2.c", "HW-8.7.2.1.a", "HW-4.3.1.2.d", "HW-2.0.d"
)
def test_towers_of_the_capital_help_in_mines_but_not_in_cities() -> None:
    state = start(war=True)
    city(state, A, built="tower1 tower2")
    guards(state, "a.n", "3xl1", owner=1)
    hero(state, 0, "a.nw", "5xl1")
    go(state, 0, "a.n")
    c = combat(state)
    assert (c.city, mine_bonus(state, c)) == (-1, 4)
    assert close_defense(state, c, c.sides[1][0]) == 2 + 4
    city(state, A, holder=0)
    assert mine_bonus(state, c) == 0
    siege = start(war=True)
    city(siege, A, built="tower1 tower2", garrison="3xl1")
    hero(siege, 2, "t3.c", "1xl1")
    hero(siege, 0, "a.nw", "5xl1")
    go(siege, 0, "a.c")
    c = combat(siege)
    assert c.city == A
    assert close_defense(siege, c, c.sides[1][0]) == 2 + 1


@pytest.mark.rule("HW-14.0.a")
def test_roles_stay_when_the_defender_strikes() -> None:
    state = duel_in_the_open("5xl1", "5xl1")
    say(state, "attack def1 att1", 1, 20)
    assert state.combat is None
    swapped = duel_in_the_open("9xl1", "5xl1")
    say(swapped, "attack def1 att1", 20, 1)
    assert (combat(swapped).seats, combat(swapped).killed) == ((0, 1), [0, 5])
