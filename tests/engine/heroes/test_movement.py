"""Peace and war, reactions of guards and Heroes, the Camp (chapters 6 and 7)."""

import pytest

from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.hero import DEAD
from pentarch.engine.heroes.state import T_CAMP, T_FLEE, T_REACT
from tests.engine.heroes.build import (
    A,
    B,
    K,
    at,
    camp_hex,
    check,
    city,
    clean_up,
    combat,
    go,
    guards,
    hero,
    lay,
    left,
    legal,
    names,
    say,
    set_ability,
    shown,
    start,
    stock,
    turn,
    where,
)


@pytest.mark.rule("HW-7.1.a", "HW-7.1.1.a", "HW-8.9.f")
def test_heroes_walk_hex_by_hex_until_their_points_are_spent() -> None:
    state = start()
    hero(state, 1, "k.s", "1xl1")
    turn(state, 0)
    go(state, 0, "k.ne")
    go(state, 1, "k.c")
    go(state, 0, "k.c")
    assert check(state, "move 1 n") is None
    state.heroes[0].mp = 0
    assert check(state, "move 1 s") is refusals.NO_MOVEMENT
    state.heroes[0].finished = 1
    assert check(state, "move 1 s") is refusals.HERO_FINISHED
    assert check(state, "drop 1 s1 1") is refusals.HERO_FINISHED
    assert shown(state, 0) == "10xl2"
    hero(state, 1, "k.n", "1xl1")
    assert check(state, "move 2 n") is refusals.NO_HEX
    alone = start()
    assert check(alone, "move 2 n") is refusals.NOT_IN_PLAY
    say(alone, "end")
    assert alone.heroes[0].mp == 0


@pytest.mark.rule("HW-7.2.a", "HW-7.2.c")
def test_in_peace_no_enemy_is_entered() -> None:
    state = start()
    hero(state, 0, "a.s", "5xl2")
    assert check(state, "move 1 n") is refusals.PEACE
    guards(state, "a.se", "", owner=1)
    assert check(state, "move 1 ne") is refusals.PEACE
    hero(state, 2, "a.nw", "1xl1")
    city(state, A, holder=0)
    hero(state, 0, "a.c", "5xl2")
    assert check(state, "move 1 nw") is refusals.PEACE
    calm = start()
    hero(calm, 2, "k.n", "5xl2")
    go(calm, 0, "k.ne")
    assert RULESET.to_act(calm) == [0]


@pytest.mark.rule("HW-7.2.b")
def test_ex_26_war_begins_with_the_turn_after_the_last_tile() -> None:
    state = start()
    for slot in range(12):
        state.turn(slot)
    state.turn(3, is_up=False)
    turn(state, 0)
    assert state.war == 0
    hero(state, 0, "k.s", "5xl2")
    go(state, 0, "t4.n")
    assert state.war == 0
    guards(state, "t4.c", "", owner=1)
    assert check(state, "move 1 s") is refusals.PEACE
    events = say(state, "end")
    assert "war" in names(events)
    assert state.war == 1


@pytest.mark.rule("HW-7.1.3.b", "HW-8.14.a", "HW-8.9.e", "HW-9.1.c", "HW-9.1.b")
def test_an_enemy_mine_is_fought_for_then_taken_and_the_mover_goes_on() -> None:
    state = start(war=True)
    guards(state, "a.se", "2xl1", owner=1)
    hero(state, 2, "t3.c", "1xl1")
    hero(state, 0, "a.s", "10xl2")
    go(state, 0, "a.se")
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    assert state.sites[at("a.se")].owner == 0
    assert left(state, "a.se") == ""
    assert state.heroes[0].mp == 4
    guards(state, "a.n", "", owner=1)
    hero(state, 0, "a.ne", "10xl2")
    assert "combat" not in names(go(state, 0, "a.n"))
    assert state.sites[at("a.n")].owner == 0


@pytest.mark.rule("HW-7.3.1.a", "HW-7.3.1.c", "HW-7.3.1.d", "HW-7.3.1.e", "HW-7.3.1.1.a")
def test_ex_20_the_strongest_group_checks_first_and_each_once_a_turn() -> None:
    state = start()
    lay(state, "t4", "T04")
    lay(state, "t7", "T07")
    guards(state, "t7.ne", "1xl4")
    guards(state, "k.n", "1xl2")
    hero(state, 0, "k.c", "10xl2")
    events = go(state, 0, "k.nw", 9, 4, 1, 20)
    rolls = [event.values for event in events if event.name == "guard_react"]
    assert rolls == [("t7.ne", 9), ("k.n", 4)]
    assert sorted(state.checked) == sorted([at("t7.ne"), at("k.n")])


@pytest.mark.rule("HW-7.3.1.b", "HW-7.1.2.c")
def test_guards_never_react_into_a_city() -> None:
    state = start()
    guards(state, "k.n", "20xl6")
    hero(state, 0, "k.s", "10xl2")
    assert names(go(state, 0, "k.c")) == ["entered"]


@pytest.mark.rule("HW-7.3.1.2.a", "HW-7.3.1.2.c", "HW-2.0.b", "HW-2.0.c", "HW-7.3.1.2.b")
def test_reacting_guards_have_the_initiative_and_go_home() -> None:
    state = start()
    guards(state, "k.n", "3xl1")
    hero(state, 0, "k.c", "5xl2")
    events = go(state, 0, "k.ne", 2, 8, 2)
    assert "strike" in names(events)
    assert combat(state).initiative == 0
    assert combat(state).seats == (-1, 0)
    say(state, "done")
    assert legal(state) == ["seize", "pass"]
    say(state, "pass")
    assert "withdraw" in legal(state)
    say(state, "withdraw", 1)
    assert check(state, "retreat nw") is refusals.BAD_RETREAT
    say(state, "retreat sw")
    assert (where(state, 0), left(state, "k.n")) == ("k.c", "3xl1")


@pytest.mark.rule("HW-3.3.3.a")
def test_guards_killed_away_from_home_leave_a_cleared_ruin() -> None:
    state = start()
    lay(state, "t5", "T05")
    guards(state, "t5.n", "1xl1")
    hero(state, 0, "t5.s", "5xl2")
    go(state, 0, "t5.c", 2, 1, 20)
    assert state.sites[at("t5.n")].cleared
    events = go(state, 0, "t5.n", 0)
    assert "guard_roll" not in names(events)
    assert "explored" in names(events)


@pytest.mark.rule("HW-7.3.1.f")
def test_new_guards_left_alive_turn_on_a_neighbour() -> None:
    state = start()
    hero(state, 0, "k.c", "1xl2")
    hero(state, 2, "k.nw", "5xl2")
    go(state, 0, "k.n", 8, 2)
    say(state, "done")
    say(state, "pass")
    events = say(state, "withdraw", 1, 2)
    assert "guard_react" in names(events)
    assert combat(state).seats == (-1, 1)


@pytest.mark.rule("HW-7.3.2.a", "HW-7.3.2.b", "HW-7.3.2.c", "HW-7.3.2.d", "HW-4.1.s")
def test_a_hero_reacts_once_per_mover_and_turn() -> None:
    state = start(war=True)
    hero(state, 0, "k.c", "5xl2")
    hero(state, 2, "k.n", "5xl2")
    guards(state, "k.n", "", owner=1)
    go(state, 0, "k.ne")
    assert RULESET.to_act(state) == [1]
    assert legal(state) == ["react", "decline"]
    say(state, "decline")
    assert RULESET.to_act(state) == [0]
    go(state, 0, "k.c")
    go(state, 0, "k.nw")
    events = say(state, "react", 8)
    assert "combat" not in names(events)
    go(state, 0, "k.c")
    assert names(go(state, 0, "k.ne")) == ["entered"]
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("HW-7.3.2.f", "HW-7.3.2.g", "HW-8.0.b", "HW-7.3.2.c", "HW-8.9.g", "HW-4.1.s")
def test_a_reaction_is_fought_in_the_movers_hex_who_defends() -> None:
    state = start(war=True)
    hero(state, 0, "k.c", "5xl2")
    hero(state, 2, "k.n", "5xl2")
    state.heroes[2].origin = at("k.nw")
    guards(state, "k.n", "", owner=1)
    go(state, 0, "k.ne")
    say(state, "react", 7)
    c = combat(state)
    assert (c.hex, c.seats, c.initiative) == (at("k.ne"), (1, 0), 1)
    say(state, "done")
    say(state, "done")
    say(state, "pass")
    say(state, "withdraw", 1)
    assert where(state, 2) == "k.n"
    assert state.heroes[2].finished == 1
    go(state, 0, "k.c")
    assert names(go(state, 0, "k.ne")) == ["entered"]


@pytest.mark.rule("HW-7.3.2.e", "HW-7.3.2.h")
def test_the_highest_initiative_is_asked_first_and_one_attempt_is_all() -> None:
    state = start(war=True)
    hero(state, 0, "k.c", "5xl2")
    hero(state, 2, "k.n", "5xl2")
    hero(state, 3, "k.se", "5xl2", initiative=9)
    guards(state, "k.n", "5xl6")
    guards(state, "k.se", "", owner=1)
    go(state, 0, "k.ne")
    assert state.agenda[-1].dump() == [T_REACT, 3, 0]
    say(state, "react", 20)
    assert RULESET.to_act(state) == [0]
    assert state.checked == []
    tied = start(war=True)
    hero(tied, 0, "k.c", "5xl2")
    hero(tied, 2, "k.n", "5xl2")
    hero(tied, 3, "k.se", "5xl2")
    set_ability(tied.heroes[3], 2, 7)
    go(tied, 0, "k.ne", 1)
    assert tied.agenda[-1].dump() == [T_REACT, 3, 0]


@pytest.mark.rule("HW-7.3.2.i")
def test_no_hero_reacts_into_a_city() -> None:
    state = start(war=True)
    hero(state, 0, "k.s", "5xl2")
    hero(state, 2, "k.n", "5xl2")
    assert names(go(state, 0, "k.c")) == ["entered"]
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("HW-7.4.a", "HW-7.4.f", "HW-D.camp", "HW-7.4.b", "HW-3.2.f")
def test_ex_4_the_camp_moves_with_or_without_its_heroes() -> None:
    state = start(3, war=True)
    turn(state, 2)
    state.push(T_CAMP, 2)
    assert check(state, "camp n") is refusals.BAD_CAMP_HEX
    assert check(state, "camp ne with 2") is refusals.NOT_IN_CAMP
    assert check(state, "camp ne with both") is refusals.NOT_IN_CAMP
    assert "camp ne with 1" in legal(state)
    say(state, "camp ne with 1")
    assert (camp_hex(state), where(state, 4), state.heroes[4].mp) == ("b.ne", "b.ne", 5)
    state.push(T_CAMP, 2)
    say(state, "camp sw")
    assert (camp_hex(state), where(state, 4)) == ("b.c", "b.ne")


@pytest.mark.rule("HW-7.4.c", "HW-7.4.d")
def test_the_camp_keeps_away_from_guards_and_enemies_but_not_its_own_mines() -> None:
    state = start(3, war=True)
    turn(state, 2)
    guards(state, "b.n", "5xl1")
    state.push(T_CAMP, 2)
    assert "camp ne" in legal(state)
    hero(state, 0, "t6.nw", "1xl1")
    assert check(state, "camp ne") is refusals.BAD_CAMP_HEX
    hero(state, 0, "k.c", "1xl1")
    guards(state, "t11.nw", "1xl1")
    assert check(state, "camp s") is refusals.BAD_CAMP_HEX


@pytest.mark.rule("HW-7.4.e")
def test_new_guards_drive_the_camp_away() -> None:
    state = start(3, war=True)
    state.cities[B].hex = at("b.s")
    hero(state, 0, "t11.c", "1xl2")
    hero(state, 4, "b.s", "1xl1")
    go(state, 0, "t11.nw", 2, 1, 1)
    say(state, "done")
    say(state, "pass")
    say(state, "withdraw", 1)
    assert state.agenda[-1].name == T_FLEE
    assert RULESET.to_act(state) == [2]
    assert check(state, "flee ne") is refusals.BAD_CAMP_HEX
    say(state, "flee n")
    assert (camp_hex(state), where(state, 4)) == ("b.c", "b.c")


@pytest.mark.rule("HW-7.4.g")
def test_a_captured_camp_moves_for_its_new_holder() -> None:
    state = start(3, war=True)
    city(state, B, holder=0)
    hero(state, 4, "b.nw", "1xl1")
    say(state, "end")
    turn(state, 0)
    state.push(T_CAMP, 0)
    assert RULESET.to_act(state) == [0]
    assert check(state, "camp nw") is refusals.BAD_CAMP_HEX
    hero(state, 4, "t11.s", "1xl1")
    say(state, "camp nw")
    assert camp_hex(state) == "b.nw"


@pytest.mark.rule("HW-7.5.a", "HW-8.0.f", "HW-8.13.a", "HW-8.13.b")
def test_an_empty_city_falls_and_heroes_without_units_die() -> None:
    state = start(war=True)
    hero(state, 0, "a.s", "10xl2")
    hero(state, 2, "a.c")
    state.heroes[2].gear = (0, 2)
    city(state, A, stock=(10, 10, 10, 10), built="barracks wall2 tavern")
    events = go(state, 0, "a.c", 2, 1, 6, 1, 1, 1)
    assert [e.values[-1] for e in events if e.name == "loot_roll"] == [2, 1]
    assert state.heroes[0].gear == (0,)
    assert state.cities[A].holder == 0
    assert state.heroes[2].status == DEAD
    assert state.players[1].deaths == 1
    say(state, "raise attack")


@pytest.mark.rule(
    "HW-6.0.a",
    "HW-6.0.b",
    "HW-10.0.a",
    "HW-6.0.d",
    "HW-5.3.3.a",
    "HW-2.0.j",
    "HW-5.2.b",
    "HW-6.0.c",
)
def test_a_round_is_three_sequences_production_and_a_check() -> None:
    state = start(rounds=1)
    guards(state, "k.n", "1xl1")
    for sequence in (1, 2, 3):
        assert (state.sequence, stock(state, K)[0]) == (sequence, 3 + sequence)
        for seat in (0, 1):
            assert RULESET.to_act(state) == [seat]
            say(state, "end")
    assert RULESET.to_act(state) == [0, 1]
    say(state, "done", seat=1)
    say(state, "done", seat=0)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.reason == "rounds"
    assert left(state, "k.n") == "2xl1"
    longer = start(rounds=2)
    clean_up(longer, 1, 20)
    assert (longer.round, longer.order) == (2, [1, 0])


@pytest.mark.rule("HW-12.0.d", "HW-7.1.2.c")
def test_guards_grow_by_their_lowest_level() -> None:
    state = start()
    guards(state, "k.n", "2xl1 1xl3")
    guards(state, "k.se", "20xl2")
    clean_up(state, 20, 1)
    assert (left(state, "k.n"), left(state, "k.se")) == ("3xl1 1xl3", "20xl2")


@pytest.mark.rule("HW-7.1.3.b", "HW-3.5.a", "HW-7.3.2.h")
def test_guards_come_before_benefits_and_heroes_before_guards() -> None:
    state = start(war=True)
    hero(state, 0, "t3.c", "5xl1")
    go(state, 0, "t3.n", 4, 9, 9)
    assert state.combat is not None
    assert state.sites[at("t3.n")].used == ()
    state = start(war=True)
    hero(state, 0, "k.c", "5xl1")
    guards(state, "k.n", "5xl1")
    hero(state, 2, "k.se", "1xl1")
    go(state, 0, "k.ne")
    assert legal(state) == ["react", "decline"]
    assert names(say(state, "decline", 20)) == ["guard_react"]
