"""Advanced hits, attrition, withdrawal and experience by method (chapter 19)."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.display import Display
from pentarch.engine.heroes.combat.ending import conclude
from pentarch.engine.heroes.combat.line import has_terrain
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.turn.growth import gain_experience
from tests.engine.heroes.build import (
    combat,
    count,
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
    stack,
    start,
    turn,
    where,
)


def duel(own: str, foe: str, method: int = 3) -> State:
    """Two Heroes without abilities in the Arena with advanced hits."""
    state = start(war=True, combat_method=method)
    hero(state, 0, "k.c", own, attack=0, defense=0)
    hero(state, 2, "k.ne", foe, attack=0, defense=0)
    go(state, 0, "k.ne")
    return state


@pytest.mark.rule("HW-19.0.a", "HW-19.0.d")
def test_each_method_has_its_rules_in_force() -> None:
    found = []
    for method in (1, 2, 3, 4):
        state = start(combat_method=method)
        way = METHODS[state.method]
        is_display = isinstance(way.battlefield, Display)
        grand = is_display and has_terrain(state, Combat(way, 0, (0, 1)))
        found.append((is_display, way.hits.is_advanced, grand))
    assert found == [
        (False, False, False),
        (True, False, False),
        (False, True, False),
        (True, True, True),
    ]


@pytest.mark.rule("HW-19.0.d", "HW-19.16.3.a", "HW-19.20.a", "HW-19.20.b")
def test_leaving_first_and_dearer_levels_come_with_their_methods() -> None:
    for method, leaves, level, points in ((1, False, 3, 2), (2, False, 2, 12), (3, True, 2, 12)):
        state = start(combat_method=method, guard_control="left_player")
        hero(state, 0, "k.c", "9xl2")
        go(state, 0, "k.n")
        assert ("avoid" in legal(state)) is leaves
        gain_experience(Play(state, Scripted([])), state.heroes[0], 22)
        assert (state.heroes[0].level, state.heroes[0].experience) == (level, points)
        state.heroes[0].level = 1
        state.heroes[0].experience = 0
        c = combat(state)
        c.kill(stack(state, "def1"), 5)
        c.worth[0] += 3
        conclude(Play(state, Scripted([])), 0)
        assert state.heroes[0].experience == (5 if method == 1 else 8)


@pytest.mark.rule("HW-19.10.d", "HW-19.14.b")
def test_ex_14_two_archers_of_level_three_score_six() -> None:
    state = duel("2xl3", "9xl1")
    say(state, "attack att1 def1", 20, 1)
    assert count(state, "def1") == 3


@pytest.mark.rule("HW-19.14.b")
def test_ex_15_three_lancers_score_fifteen() -> None:
    state = duel("3xl5", "20xl1")
    say(state, "attack att1 def1", 20, 1)
    assert count(state, "def1") == 5


@pytest.mark.rule("HW-19.15.1.a", "HW-19.16.1.a", "HW-19.15.1.b", "HW-19.15.2.a")
def test_ex_16_damage_stays_on_one_unit_and_a_quarter_comes_back() -> None:
    state = start(3, combat_method=3)
    turn(state, 2)
    hero(state, 4, "b.c", "5xl1", attack=3)
    guards(state, "b.n", "3xl2")
    go(state, 4, "b.n")
    say(state, "fight", 8, 7)
    say(state, "attack att1 def1", 9, 11)
    c = combat(state)
    one = stack(state, "def1")
    assert (one.count, one.damage) == (1, 1)
    assert count(state, "att1") == 4
    assert (c.killed, c.worth) == ([2, 1], [4, 1])


@pytest.mark.rule("HW-19.15.1.a")
def test_hits_first_finish_a_damaged_unit() -> None:
    state = duel("9xl1", "9xl4")
    c = combat(state)
    one = stack(state, "def1")
    for hits, units, damage in ((3, 9, 3), (1, 8, 0), (6, 7, 2), (2, 6, 0), (99, 0, 0)):
        c.method.hits.take(c, one, hits)
        assert (one.count, one.damage) == (units, damage)


@pytest.mark.rule("HW-19.16.1.a")
def test_ex_17_levies_beat_paladins_at_a_price() -> None:
    state = duel("6xl1", "3xl6")
    say(state, "done")
    combat(state)
    set_ability(state.heroes[0], 0, 12)
    say(state, "attack att1 def1", 20, 1)
    assert (count(state, "def1"), count(state, "att1")) == (2, 5)


@pytest.mark.rule("HW-19.16.1.a")
def test_a_quarter_of_the_hits_taken_comes_back() -> None:
    state = duel("8xl1", "20xl1")
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    assert (count(state, "def1"), count(state, "att1")) == (12, 6)
    small = duel("19xl1 1xl2", "3xl1 1xl1")
    say(small, "done")
    say(small, "attack att1 def1", 20, 1)
    assert count(small, "att1") == 19


@pytest.mark.rule("HW-19.16.1.a")
def test_fire_costs_nothing_and_a_winner_keeps_his_last_unit() -> None:
    state = duel("2xl3", "9xl1")
    say(state, "attack att1 def1", 20, 1)
    assert (count(state, "att1"), stack(state, "att1").damage) == (2, 0)
    last = duel("1xl4", "4xl1")
    say(last, "done")
    say(last, "attack att1 def1", 20, 1)
    assert shown(last, 0) == "1xl4"


@pytest.mark.rule("HW-19.16.2.a")
def test_ex_31_withdrawal_depends_on_both_initiatives() -> None:
    for own, enemy, roll, leaves in ((6, 9, 3, True), (6, 9, 4, False), (2, 9, 1, True)):
        state = duel("5xl1", "5xl1")
        set_ability(state.heroes[0], 2, own)
        set_ability(state.heroes[2], 2, enemy)
        for text in ("done", "done", "pass"):
            say(state, text)
        say(state, "withdraw", roll)
        assert (state.combat is None) is leaves


@pytest.mark.rule("HW-19.16.3.a")
def test_a_hero_may_leave_a_guarded_mine_before_the_fight() -> None:
    state = start(combat_method=3)
    hero(state, 0, "k.c", "5xl2")
    go(state, 0, "k.n")
    assert legal(state) == ["fight", "avoid"]
    say(state, "avoid", 5)
    assert (where(state, 0), state.heroes[0].finished) == ("k.c", 1)
    assert left(state, "k.n") == "5xl1"
    failed = start(combat_method=3)
    hero(failed, 0, "k.c", "5xl2")
    go(failed, 0, "k.n")
    say(failed, "avoid", 6, 8, 2)
    assert failed.combat is not None
    ruin = start(combat_method=3)
    lay(ruin, "t5", "T05")
    guards(ruin, "t5.n", "5xl1")
    hero(ruin, 0, "t5.c", "5xl2")
    go(ruin, 0, "t5.n", 8, 2)
    assert "avoid" not in legal(ruin)


@pytest.mark.rule("HW-19.19.a")
def test_survivors_are_healed() -> None:
    state = duel("5xl4", "2xl1")
    stack(state, "att1").damage = 3
    say(state, "done")
    events = say(state, "attack att1 def1", 20, 1)
    assert "combat_over" in names(events)
    assert shown(state, 0) == "5xl4"
    assert state.combat is None


@pytest.mark.rule("HW-19.20.a", "HW-19.20.b", "HW-19.20.c", "HW-19.0.d")
def test_levels_cost_more_and_kills_give_their_level() -> None:
    state = start(combat_method=3)
    gain_experience(Play(state, Scripted([])), state.heroes[0], 29)
    assert (state.heroes[0].level, state.heroes[0].experience) == (2, 19)
    fight = duel("9xl4", "2xl4")
    say(fight, "done")
    say(fight, "attack att1 def1", 20, 1)
    assert (fight.heroes[0].level, fight.heroes[0].experience) == (2, 8)
    assert RULESET.to_act(fight) == [0]
