"""Terrain, holy places, skills, mercenaries, quests, special buildings (chapters 13 to 18)."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.combat.strike import attack_total, close_defense
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_CAMP, T_SKILL, State
from pentarch.engine.heroes.tables import (
    Q_ARMORY,
    Q_BLOOD,
    Q_DUEL,
    Q_DUTY,
    Q_EYES,
    Q_GIANT,
    Q_HORDE,
    Q_MUSTER,
    Q_PILGRIM,
    Q_RAIDER,
    Q_RIDE,
    Q_ROAD,
    Q_SURVEYOR,
    Q_TOLL,
    Q_VEIN,
    Q_VETERAN,
)
from pentarch.engine.heroes.turn.growth import progress_quest, reach_quest
from pentarch.engine.heroes.world.path import is_passable
from tests.engine.heroes.build import (
    A,
    B,
    K,
    at,
    check,
    city,
    clean_up,
    combat,
    count,
    garrison,
    go,
    guards,
    hero,
    lay,
    left,
    legal,
    names,
    say,
    set_ability,
    set_option,
    set_skill,
    stack,
    start,
    stock,
    strike_of,
    struck,
    turn,
    where,
)


@pytest.mark.rule("HW-15.1.a", "HW-15.1.b", "HW-15.1.c")
def test_ex_37_ranges_close_hexsides_inside_a_tile_only() -> None:
    state = start(war=True, terrain="on")
    lay(state, "t1", "T10")
    hero(state, 0, "t3.s", "5xl2")
    guards(state, "t3.s", "", owner=0)
    go(state, 0, "t1.nw")
    moves = [text for text in legal(state) if text.startswith("move")]
    assert moves == ["move 1 n", "move 1 sw", "move 1 nw"]
    assert check(state, "move 1 se") is refusals.IMPASSABLE


@pytest.mark.rule("HW-15.2.a", "HW-15.3.a", "HW-15.5.a", "HW-15.6.a")
def test_bridges_roads_and_mountains() -> None:
    state = start(war=True, terrain="on")
    assert is_passable(state, at("t4.c"), at("t4.n"))
    assert not is_passable(state, at("t4.n"), at("t4.ne"))
    hero(state, 0, "t3.nw", "5xl2")
    go(state, 0, "t3.c")
    assert state.heroes[0].mp == 2
    lay(state, "t9", "T22")
    hero(state, 0, "t9.n", "5xl2")
    turn(state, 0)
    state.alter(at("t9.n")).visited = True
    go(state, 0, "t9.c")
    assert state.heroes[0].mp == 4
    go(state, 0, "t9.s", 1, 1, 20)
    assert state.heroes[0].mp == 3
    assert not is_passable(state, at("t2.c"), at("t2.ne"))


@pytest.mark.rule("HW-18.0.a", "HW-15.3.a")
def test_ex_32_one_point_is_enough_for_a_mountain() -> None:
    state = start(war=True, terrain="on")
    hero(state, 0, "t3.nw", "5xl2")
    state.heroes[0].mp = 1
    go(state, 0, "t3.c")
    assert (where(state, 0), state.heroes[0].mp) == ("t3.c", 0)


@pytest.mark.rule("HW-18.1.a", "HW-7.4.b")
def test_the_camp_obeys_closed_sides_but_not_costs() -> None:
    state = start(3, war=True, terrain="on")
    turn(state, 2)
    lay(state, "t11", "T09")
    state.cities[B].hex = at("t11.nw")
    hero(state, 4, "t11.nw", "1xl1")
    state.push(T_CAMP, 2)
    assert check(state, "camp se") is refusals.IMPASSABLE
    assert "camp ne" in legal(state)


@pytest.mark.rule("HW-7.4.c", "HW-15.1.d")
def test_guards_behind_a_closed_side_do_not_keep_the_camp_away() -> None:
    state = start(3, war=True, terrain="on")
    turn(state, 2)
    lay(state, "t11", "T09")
    guards(state, "t11.c", "5xl1")
    state.cities[B].hex = at("t11.n")
    state.push(T_CAMP, 2)
    assert check(state, "camp se") is refusals.BAD_CAMP_HEX
    assert check(state, "camp sw") is None
    set_option(state, "terrain", 0)
    assert check(state, "camp sw") is refusals.BAD_CAMP_HEX


@pytest.mark.rule("HW-15.1.d")
def test_reactions_need_an_open_side() -> None:
    state = start(war=True, terrain="on")
    lay(state, "t1", "T10")
    hero(state, 2, "t1.nw", "5xl2")
    hero(state, 0, "t1.ne", "5xl2")
    state.alter(at("t1.ne")).used = (
        0,
        1,
        2,
        3,
        4,
        5,
    )
    assert names(go(state, 0, "t1.n")) == ["entered"]
    assert RULESET.to_act(state) == [0]
    set_option(state, "terrain", 0)
    hero(state, 0, "t1.ne", "5xl2")
    turn(state, 0)
    go(state, 0, "t1.n")
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("HW-15.4.a", "HW-15.4.b", "HW-15.4.c", "HW-20.0.a")
def test_ex_11_a_prayer_pays_for_every_mine() -> None:
    state = start(3, war=True, holy_places="on")
    turn(state, 2)
    hero(state, 4, "t6.nw", "5xl1")
    for name in ("t1.ne", "t2.nw", "t6.se", "t7.ne"):
        guards(state, name, "", owner=2)
    city(state, B, stock=(0, 0, 0, 0))
    say(state, "pray 1", 17)
    assert stock(state, B) == (1, 0, 1, 2)
    assert (state.heroes[4].mp, state.heroes[4].finished) == (0, 1)
    turn(state, 2)
    assert check(state, "pray 1") is refusals.NO_HOLY_PLACE
    clean_up(state, 20, 1, 1)
    turn(state, 2)
    say(state, "pray 1", 12)
    assert (state.heroes[4].mp, state.heroes[4].finished) == (4, 0)
    state.alter(at("t6.nw")).unmark()
    say(state, "pray 1", 20, 7)
    assert state.heroes[4].experience == 7
    plain = start(war=True)
    hero(plain, 0, "t6.nw", "1xl1")
    assert check(plain, "pray 1") is refusals.NO_HOLY_PLACE


@pytest.mark.rule("HW-15.4.a", "HW-15.4.b")
@pytest.mark.parametrize(
    ("roll", "gold", "honor", "mp", "wood", "points"),
    [
        (1, 1, 0, 0, 0, 0),
        (5, 1, 0, 0, 0, 0),
        (6, 0, 2, 0, 0, 0),
        (10, 0, 2, 0, 0, 0),
        (11, 0, 0, 4, 0, 0),
        (15, 0, 0, 4, 0, 0),
        (16, 0, 0, 0, 1, 0),
        (19, 0, 0, 0, 1, 0),
        (20, 0, 0, 0, 0, 9),
    ],
)
def test_each_roll_at_a_holy_place_has_its_result(
    roll: int, gold: int, honor: int, mp: int, wood: int, points: int
) -> None:
    state = start(war=True, holy_places="on", honor="on")
    hero(state, 0, "t6.nw", "5xl1 2xl2")
    guards(state, "t6.se", "", owner=0)
    city(state, K, stock=(0, 0, 0, 0))
    say(state, "pray 1", *((roll, 9) if roll == 20 else (roll,)))
    found = (state.heroes[0].honor, state.heroes[0].mp, state.heroes[0].experience)
    assert (*found, stock(state, K)) == (honor, mp, points, (gold, 0, 0, wood))


@pytest.mark.rule("HW-15.4.a")
def test_a_prayer_gives_honour_by_stacks_or_gold() -> None:
    state = start(war=True, holy_places="on", honor="on")
    hero(state, 0, "t6.nw", "5xl1 2xl2")
    say(state, "pray 1", 8)
    assert state.heroes[0].honor == 2
    plain = start(war=True, holy_places="on")
    hero(plain, 0, "t6.nw", "5xl1")
    say(plain, "pray 1", 8)
    assert stock(plain, K)[0] == 5


# Skills.


@pytest.mark.rule("HW-16.0.a", "HW-16.1.a", "HW-19.20.c")
def test_levels_give_a_skill_of_the_own_race() -> None:
    state = start(skills="on")
    state.push(T_SKILL, 0)
    assert legal(state) == ["skill trade", "skill diplomacy", "skill experience"]
    assert check(state, "skill fury") is refusals.OTHER_SKILL
    set_skill(state.heroes[0], 0, 6)
    assert check(state, "skill trade") is refusals.AT_CAP
    say(state, "skill experience")
    assert state.heroes[0].skills[2] == 1
    hero(state, 0, "k.c", "9xl2")
    state.heroes[0].experience = 5
    go(state, 0, "k.n", 1, 20)
    say(state, "raise attack")
    say(state, "skill diplomacy")
    assert state.heroes[0].level == 2


@pytest.mark.rule("HW-16.1.1.a")
def test_trade_adds_to_an_outpost() -> None:
    state = start(war=True, skills="on")
    set_skill(state.heroes[0], 0, 3)
    hero(state, 0, "k.s", "5xl2")
    go(state, 0, "t4.ne", 1)
    assert stock(state, K)[3] == 2 + 2 + 3


@pytest.mark.rule("HW-16.1.2.a", "HW-16.1.2.b")
def test_diplomacy_hits_before_the_combat_and_pays_at_once() -> None:
    state = start(skills="on")
    hero(state, 0, "k.c", "5xl2")
    set_skill(state.heroes[0], 1, 2)
    guards(state, "k.n", "5xl1 3xl2")
    go(state, 0, "k.n")
    assert legal(state) == ["parley def1", "no"]
    assert check(state, "parley def2") is refusals.NO_PARLEY
    say(state, "parley def1", 8, 3, 8, 2)
    assert (count(state, "def1"), state.heroes[0].experience) == (3, 2)
    assert combat(state).killed == [0, 0]
    alone = start(skills="on")
    hero(alone, 0, "k.c", "5xl2")
    set_skill(alone.heroes[0], 1, 2)
    guards(alone, "k.n", "2xl1")
    go(alone, 0, "k.n")
    say(alone, "parley def1")
    assert alone.sites[at("k.n")].owner == 0


@pytest.mark.rule("HW-16.1.2.b", "HW-16.1.2.a")
def test_diplomacy_with_advanced_hits_pays_levels_once() -> None:
    state = start(skills="on", combat_method=3)
    hero(state, 0, "k.c", "9xl2")
    set_skill(state.heroes[0], 1, 4)
    guards(state, "k.n", "1xl1 5xl3")
    go(state, 0, "k.n")
    say(state, "fight")
    say(state, "parley def2", 1, 20, 10, 4)
    c = combat(state)
    archers = stack(state, "def2")
    assert (archers.count, archers.damage) == (4, 1)
    assert (state.heroes[0].experience, c.killed[0], c.worth[0]) == (3, 0, 0)


def skilled(
    mover: int, attacker: str, defender: str, other: int = 2, numbers: str = "printed"
) -> State:
    """Seat `mover` attacks seat `other`; all race skills are 2, all abilities 0."""
    state = start(3, war=True, skills="on", race_skills=numbers)
    turn(state, mover)
    hero(state, 2 * mover, "k.ne", attacker, attack=0, defense=0)
    hero(state, 2 * other, "k.n", defender, attack=0, defense=0)
    for number in range(6):
        set_skill(state.heroes[number], 2, 2)
    go(state, 2 * mover, "k.n")
    return state


@pytest.mark.rule("HW-16.1.5.a")
def test_ex_33_cleverness_turns_a_loss() -> None:
    state = skilled(1, "5xl1", "9xl2", other=0)
    set_ability(state.heroes[2], 0, 2)
    say(state, "done")
    say(state, "attack att1 def1", 7, 8)
    assert legal(state) == ["use cleverness", "no"]
    say(state, "use cleverness")
    assert legal(state) == ["use experience", "no"]
    say(state, "no")
    assert (count(state, "att1"), count(state, "def1")) == (5, 4)
    assert combat(state).used == [1, 0]
    hopeless = skilled(1, "5xl1", "4xl2", other=0)
    say(hopeless, "done")
    say(hopeless, "attack att1 def1", 1, 20)
    assert "use cleverness" not in legal(hopeless)
    assert count(hopeless, "att1") == 1


@pytest.mark.rule("HW-16.1.5.a")
def test_cleverness_turns_a_tie_and_helps_who_is_struck_but_not_who_is_shot_at() -> None:
    for roll, helps in ((9, False), (10, True), (11, True), (12, False)):
        state = skilled(1, "5xl3", "9xl2", other=0)
        say(state, "attack att1 def1", 3, roll)
        assert ("use cleverness" in legal(state)) is helps
    for roll, helps in ((11, False), (12, True), (14, True), (15, False)):
        state = skilled(0, "9xl2", "5xl2", other=1)
        say(state, "done")
        say(state, "attack att1 def1", roll, 12)
        assert ("use cleverness" in legal(state)) is helps
    shot = skilled(0, "5xl3", "9xl2", other=1)
    say(shot, "attack att1 def1", 10, 10)
    assert "use cleverness" not in legal(shot)


@pytest.mark.rule("HW-16.1.5.a")
@pytest.mark.parametrize(("numbers", "most"), [("printed", 9), ("even", 8)])
def test_evened_out_cleverness_counts_half_with_advanced_hits(numbers: str, most: int) -> None:
    for roll, helps in ((most, True), (most + 1, False)):
        state = skilled(1, "5xl1", "9xl2", other=0, numbers=numbers)
        combat(state).method = METHODS[3]
        say(state, "done")
        say(state, "attack att1 def1", 9, roll)
        assert ("use cleverness" in legal(state)) is helps


@pytest.mark.rule("HW-16.1.4.a", "HW-16.1.6.a")
def test_fury_adds_hits_once_per_combat() -> None:
    state = skilled(2, "2xl1 2xl1", "9xl1", other=0)
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    assert legal(state) == ["use fury", "no"]
    say(state, "use fury")
    assert legal(state) == ["use experience", "no"]
    say(state, "no")
    assert count(state, "def1") == 5
    say(state, "attack att2 def1", 20, 1)
    assert legal(state) == ["use experience", "no"]


@pytest.mark.rule("HW-16.1.3.a", "HW-16.1.6.a")
@pytest.mark.parametrize(("numbers", "spared"), [("printed", 2), ("even", 1)])
def test_experience_takes_hits_off(numbers: str, spared: int) -> None:
    state = skilled(2, "3xl1", "9xl1", other=0, numbers=numbers)
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    say(state, "no")
    say(state, "use experience")
    assert count(state, "def1") == 9 - 3 + spared
    assert combat(state).used == [0, 1]


@pytest.mark.rule("HW-16.1.3.a", "HW-16.1.4.a")
@pytest.mark.parametrize(("numbers", "hits"), [("printed", 2), ("even", 2 * 2)])
def test_evened_out_a_point_is_worth_a_unit_with_advanced_hits(numbers: str, hits: int) -> None:
    state = skilled(2, "9xl1", "9xl2", other=0, numbers=numbers)
    combat(state).method = METHODS[3]
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    say(state, "use fury")
    assert strike_of(combat(state)).hits == 9 + hits
    say(state, "use experience")
    assert count(state, "def1") == 9 - 4


@pytest.mark.rule("HW-16.1.6.a")
def test_fury_comes_before_the_shelter_of_a_tower() -> None:
    state = start(war=True, skills="on", races="barbarians-amazons-knights")
    city(state, A, garrison="9xl3", built="tower1")
    hero(state, 2, "t3.c", "1xl1")
    hero(state, 0, "a.s", "3xl3")
    set_skill(state.heroes[0], 2, 2)
    go(state, 0, "a.c")
    for text in ("man def1", "hold", "done"):
        say(state, text)
    say(state, "attack att1 def1", 20, 1)
    say(state, "use fury")
    assert count(state, "def1") == 9 - 3


# Mercenaries and honour.


def hired(attacker: str, defender: str, honor: int = 5) -> State:
    """A field battle with mercenaries; both Heroes have honour."""
    state = start(war=True, mercenaries="on", honor="on")
    hero(state, 0, "k.c", attacker, initiative=6)
    hero(state, 2, "k.ne", defender, initiative=9)
    state.heroes[0].honor = honor
    go(state, 0, "k.ne")
    return state


@pytest.mark.rule("HW-19.8.a", "HW-19.8.b", "HW-19.8.d")
def test_ex_12_mercenaries_change_sides_or_die() -> None:
    state = hired("5xl1", "10xmerc 1xl1")
    assert legal(state)[0] == "subvert 1"
    assert check(state, "subvert 6") is refusals.TOO_MUCH_HONOR
    few = hired("5xl1", "3xmerc 1xl1")
    assert check(few, "subvert 4") is refusals.TOO_MUCH_HONOR
    say(state, "subvert 5", 8, 3)
    assert (count(state, "def1"), count(state, "att2")) == (5, 5)
    assert state.heroes[0].honor == 0
    joined = hired("17xmerc 1xl1", "10xmerc 1xl1")
    say(joined, "subvert 5", 8, 3)
    assert (count(joined, "att1"), count(joined, "def1")) == (20, 5)
    assert (len(combat(joined).sides[0]), combat(joined).killed) == (2, [0, 0])
    failed = hired("5xl1", "10xmerc 1xl1")
    say(failed, "subvert 5", 8, 5)
    assert count(failed, "def1") == 5
    assert combat(failed).killed == [5, 0]


@pytest.mark.rule("HW-19.8.a")
def test_subversion_needs_both_options() -> None:
    for mercenaries, honor in (("on", "off"), ("off", "on")):
        state = start(war=True, mercenaries=mercenaries, honor=honor)
        hero(state, 0, "k.c", "5xl1")
        hero(state, 2, "k.ne", "10xmerc")
        state.heroes[0].honor = 5
        go(state, 0, "k.ne")
        assert legal(state)[0] == "attack def1 att1"


@pytest.mark.rule("HW-19.8.c")
def test_sides_alternate_until_both_pass() -> None:
    state = hired("5xl1", "10xmerc 1xl1")
    state.heroes[2].honor = 3
    say(state, "subvert 2", 20, 1)
    assert RULESET.to_act(state) == [1]
    say(state, "subvert 1", 20, 1)
    assert RULESET.to_act(state) == [0]
    say(state, "pass")
    assert RULESET.to_act(state) == [1]
    say(state, "pass")
    assert combat(state).round == 1


@pytest.mark.rule("HW-19.21.a", "HW-19.21.b")
def test_honour_for_stacks_and_heroes_up_to_twenty() -> None:
    state = hired("19xl2", "1xl5", honor=0)
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    assert state.heroes[0].honor == 3 + 3
    rich = hired("19xl2", "1xl5", honor=19)
    say(rich, "done")
    say(rich, "attack att1 def1", 20, 1)
    assert rich.heroes[0].honor == 20


# Quests.


def test_all_quests_are_named() -> None:
    assert len({Q_ROAD, Q_ARMORY, Q_EYES, Q_SURVEYOR, Q_TOLL, Q_GIANT, Q_VEIN, Q_RAIDER}) == 8


@pytest.mark.rule("HW-17.2.a", "HW-17.2.c")
def test_quests_are_drawn_and_dropped_in_the_tavern() -> None:
    state = start(quests="on")
    assert check(state, "quest draw 1") is refusals.NO_QUESTS
    away = start(quests="on")
    city(away, A, holder=0, built="tavern")
    hero(away, 0, "a.c", "1xl1")
    assert check(away, "quest draw 1") is refusals.NO_QUESTS
    city(state, K, built="tavern")
    top = state.deck[-1]
    assert check(state, "quest drop 1") is refusals.NO_OPEN_QUEST
    say(state, "quest draw 1")
    assert state.heroes[0].quest == top
    assert check(state, "quest draw 1") is refusals.QUEST_OPEN
    say(state, "quest drop 1")
    assert state.discards == [top]
    say(state, "quest draw 1")
    assert check(state, "quest drop 1") is refusals.NO_OPEN_QUEST
    turn(state, 0)
    say(state, "quest drop 1")
    state.discards, state.deck = [4, 7], []
    say(state, "quest draw 1", 0)
    assert (state.heroes[0].quest, state.deck, state.discards) == (4, [7], [])


PAID = [
    (Q_ROAD, 1, (2, 0, 0, 0)),
    (Q_ARMORY, 1, (0, 0, 3, 0)),
    (Q_EYES, 1, (0, 0, 0, 3)),
    (Q_SURVEYOR, 2, (2, 0, 0, 0)),
    (Q_TOLL, 2, (0, 1, 0, 0)),
    (Q_GIANT, 1, (0, 2, 0, 0)),
    (Q_VEIN, 1, (2, 0, 0, 0)),
    (Q_RAIDER, 1, (4, 0, 0, 0)),
    (Q_DUTY, 5, (0, 0, 2, 2)),
    (Q_PILGRIM, 1, (2, 0, 0, 0)),
]


@pytest.mark.rule("HW-17.2.b")
@pytest.mark.parametrize(("quest", "goal", "pay"), PAID)
def test_a_finished_quest_pays_at_once(quest: int, goal: int, pay: tuple[int, ...]) -> None:
    state = start(quests="on")
    city(state, K, stock=(0, 0, 0, 0))
    state.heroes[0].quest = quest
    p = Play(state, Scripted([]))
    if goal > 1:
        progress_quest(p, state.heroes[0], quest, goal - 1)
        assert stock(state, K) == (0, 0, 0, 0)
    progress_quest(p, state.heroes[0], quest, 1)
    assert stock(state, K) == pay
    assert (state.heroes[0].quest, state.discards) == (-1, [quest])


@pytest.mark.rule("HW-17.2.b")
def test_quests_also_pay_in_points_units_and_equipment() -> None:
    state = start(quests="on", honor="on")
    p = Play(state, Scripted([0]))
    for quest, goal in ((Q_HORDE, 8), (Q_RIDE, 10), (Q_MUSTER, 15), (Q_BLOOD, 4)):
        state.heroes[0].quest = quest
        reach_quest(p, state.heroes[0], quest, goal - 1)
        assert state.heroes[0].quest == quest
        reach_quest(p, state.heroes[0], quest, goal)
        assert state.heroes[0].quest == -1
    assert state.heroes[0].experience == 8
    assert (garrison(state, K, "l1"), garrison(state, K, "l2")) == (3, 2)
    state.heroes[0].quest = Q_PILGRIM
    progress_quest(p, state.heroes[0], Q_PILGRIM, 1)
    assert state.heroes[0].honor == 3
    state.heroes[0].quest = Q_VETERAN
    progress_quest(p, state.heroes[0], Q_VETERAN, 1)
    assert state.heroes[0].gear == (0,)
    state.heroes[0].quest = Q_DUEL
    progress_quest(p, state.heroes[0], Q_DUEL, 1)
    assert "raise attack" in legal(state)


@pytest.mark.rule("HW-17.2.b")
def test_deeds_count_for_the_hero_who_holds_the_card() -> None:
    state = start(quests="on")
    city(state, K, stock=(0, 0, 0, 0))
    hero(state, 0, "k.c", "10xl2")
    state.heroes[0].quest = Q_VEIN
    go(state, 0, "k.n", 1, 20)
    assert stock(state, K)[0] == 2
    guards(state, "k.n", "", owner=0)
    state.heroes[0].quest = Q_DUTY
    say(state, "drop 1 s1 5")
    assert stock(state, K)[2:] == (2, 2)
    assert left(state, "k.n") == "5xl2"


@pytest.mark.rule("HW-17.2.b")
def test_a_giant_is_a_guard_of_level_four_or_more() -> None:
    for level, gems in ((3, 0), (4, 2), (5, 2)):
        state = start(quests="on")
        city(state, K, stock=(0, 0, 0, 0))
        hero(state, 0, "k.c", "9xl6")
        guards(state, "k.n", f"1xl{level}")
        state.heroes[0].quest = Q_GIANT
        go(state, 0, "k.n", 1, 20)
        if level == 3:
            say(state, "attack att1 def1", 20, 1)
        assert state.sites[at("k.n")].owner == 0
        assert stock(state, K)[1] == gems


# Special buildings.


def besieged(which: int, built: str, garrison: str, stored: int, method: int = 1) -> State:
    """The capital `which` is besieged by the next seat; one round is over."""
    state = start(3, war=True, special_buildings="on", combat_method=method)
    mover = (which + 1) % 3
    turn(state, mover)
    city(state, which, built=built, garrison=garrison)
    state.cities[which].stored = stored
    letter = "kab"[which]
    hero(state, 2 * which, "t3.c", "1xl1")
    hero(state, 2 * mover, f"{letter}.s", "9xl2 5xl3")
    go(state, 2 * mover, f"{letter}.c")
    return state


@pytest.mark.rule("HW-17.3.b")
def test_honour_is_stored_for_good() -> None:
    state = start(special_buildings="on")
    state.heroes[0].honor = 7
    assert check(state, "store 1 5") is refusals.NO_STORE
    city(state, K, built="blacksmith")
    assert "store 1 7" in legal(state)
    assert check(state, "store 1 3") is refusals.NO_STORE
    full = state.copy()
    full.cities[K].stored = 18
    assert [text for text in legal(full) if "store" in text] == ["store 1 1", "store 1 2"]
    say(state, "store 1 5")
    assert (state.heroes[0].honor, state.cities[K].stored) == (2, 5)


@pytest.mark.rule("HW-17.3.c", "HW-17.3.1.a")
def test_the_blacksmith_sharpens_each_stack_once_up_to_its_level() -> None:
    state = besieged(K, "blacksmith", "5xl1 5xl4", 9)
    say(state, "hold")
    say(state, "pass")
    assert "spend def2 4 stored" in legal(state)
    assert check(state, "spend def1 2 stored") is refusals.BAD_SPEND
    assert check(state, "spend def1 1 hero") is refusals.BAD_SPEND
    say(state, "spend def2 4 stored")
    assert state.cities[K].stored == 5
    assert check(state, "spend def2 1 stored") is refusals.BAD_SPEND
    c = combat(state)
    c.strike = struck(stack(state, "def2"), stack(state, "att1"), False, 1, 1)
    assert attack_total(state, c, strike_of(c)) == 1 + 9 + 4


@pytest.mark.rule("HW-17.3.1.a")
def test_the_blacksmith_sharpens_arrows_too() -> None:
    state = besieged(K, "blacksmith tower1", "5xl3", 9)
    for text in ("man def1", "hold", "done", "done", "pass", "spend def1 3 stored"):
        say(state, text)
    c = combat(state)
    c.strike = struck(stack(state, "def1"), stack(state, "att1"), True, 1, 1)
    assert attack_total(state, c, strike_of(c)) == 1 + 6 + 3


@pytest.mark.rule("HW-17.3.3.a")
def test_the_temple_strengthens_defense() -> None:
    state = besieged(A, "temple", "5xl4", 9)
    say(state, "hold")
    say(state, "pass")
    before = close_defense(state, combat(state), stack(state, "def1"))
    say(state, "spend def1 4 stored")
    assert close_defense(state, combat(state), stack(state, "def1")) == before + 4


@pytest.mark.rule("HW-17.3.2.a")
def test_the_shaman_heals_and_revives_once_per_stack() -> None:
    state = besieged(B, "shamantent", "5xl2", 9, method=3)
    c = combat(state)
    one = stack(state, "def1")
    one.count, one.damage, c.killed[0], c.worth[0] = 2, 1, 3, 6
    say(state, "hold")
    say(state, "pass")
    spends = [text for text in legal(state) if text.startswith("spend")]
    assert spends == [f"spend def1 {n} stored" for n in (0, 1, 2, 3)]
    say(state, "spend def1 2 stored")
    assert (one.count, one.damage, c.killed[0], c.worth[0]) == (4, 0, 1, 2)
    assert state.cities[B].stored == 4
    assert not any(text.startswith("spend") for text in legal(state))
