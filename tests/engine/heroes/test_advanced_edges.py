"""Edges of the advanced rules: closed sides, skills by race, special buildings, the display."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.combat.combat import P_STEP7
from pentarch.engine.heroes.combat.line import attackers, close_targets, fire_targets, must_attack
from pentarch.engine.heroes.combat.opening import is_open_to_diplomacy
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_SKILL, State
from pentarch.engine.heroes.tables import CLOSE, Q_DUTY, UNITS
from pentarch.engine.heroes.turn.fate import conquer
from pentarch.engine.heroes.world.path import is_passable, step_cost
from pentarch.engine.heroes.world.tile import TERRAIN_COST
from tests.engine.heroes.build import (
    B,
    K,
    at,
    bhex,
    check,
    city,
    combat,
    count,
    go,
    guards,
    hero,
    lay,
    legal,
    names,
    produce,
    say,
    stack,
    start,
    turn,
)
from tests.engine.heroes.test_advanced import hired, skilled
from tests.engine.heroes.test_battle import field, reach, run, siege
from tests.engine.heroes.test_methods import duel


@pytest.mark.rule("HW-14.0.a")
def test_a_defender_who_strikes_is_the_attacker_of_that_attack() -> None:
    state = skilled(0, "9xl1", "2xl1", other=2)
    say(state, "attack def1 att1", 20, 1)
    assert (RULESET.to_act(state), legal(state)) == ([2], ["use fury", "no"])


@pytest.mark.rule("HW-15.1.d")
def test_guards_and_retreats_need_an_open_side_too() -> None:
    state = start(war=True, terrain="on")
    lay(state, "t1", "T10")
    hero(state, 0, "t1.ne", "5xl2")
    state.alter(at("t1.ne")).used = (
        0,
        1,
        2,
        3,
        4,
        5,
    )
    guards(state, "t1.nw", "1xl6")
    assert names(go(state, 0, "t1.n")) == ["entered"]
    for is_closed in (True, False):
        fight = start(war=True, terrain="on" if is_closed else "off")
        lay(fight, "t1", "T10")
        hero(fight, 0, "t1.ne", "5xl1")
        hero(fight, 2, "t1.n", "5xl1")
        fight.alter(at("t1.ne")).used = (0, 1, 2, 3, 4, 5)
        go(fight, 0, "t1.n")
        for text in ("done", "done", "pass", "stay"):
            say(fight, text)
        say(fight, "withdraw", 1)
        assert (check(fight, "retreat sw") is refusals.BAD_RETREAT) is is_closed


@pytest.mark.rule("HW-15.2.a")
def test_rivers_are_crossed_at_their_bridges() -> None:
    state = start(war=True, terrain="on")
    for slot, tile, bridge, river in (
        ("t4", "T04", ("c", "n"), ("n", "ne")),
        ("t8", "T08", ("s", "se"), ("s", "sw")),
        ("t11", "T11", ("n", "nw"), ("c", "n")),
    ):
        lay(state, slot, tile)
        one, other = [at(f"{slot}.{name}") for name in bridge]
        assert is_passable(state, one, other)
        one, other = [at(f"{slot}.{name}") for name in river]
        assert not is_passable(state, one, other)
        assert not is_passable(state, other, one)


@pytest.mark.rule("HW-15.6.a")
def test_each_terrain_has_its_cost() -> None:
    state = start(war=True, terrain="on")
    assert TERRAIN_COST == (1, 1, 2, 2, 3)
    costs = [
        step_cost(state, at(origin), at(target))
        for origin, target in (
            ("t2.s", "t2.sw"),
            ("t4.s", "t4.se"),
            ("t3.nw", "t3.n"),
            ("t2.s", "t2.c"),
            ("t3.nw", "t3.c"),
        )
    ]
    assert costs == [1, 1, 2, 2, 3]


@pytest.mark.rule("HW-16.0.a")
def test_each_race_has_a_skill_of_its_own() -> None:
    state = start(3, skills="on")
    for number, word in ((0, "experience"), (2, "cleverness"), (4, "fury")):
        state.push(T_SKILL, number)
        assert legal(state) == ["skill trade", "skill diplomacy", f"skill {word}"]
        say(state, f"skill {word}")
        assert state.heroes[number].skills[2] == 1


@pytest.mark.rule("HW-16.1.2.a")
def test_diplomacy_works_on_odd_or_even_levels_by_race() -> None:
    state = start(3, skills="on")
    for number, levels in ((0, [1, 3, 5]), (2, [1, 3, 5]), (4, [2, 4, 6])):
        found = [
            n + 1 for n in range(6) if is_open_to_diplomacy(state.heroes[number], UNITS[18 + n])
        ]
        assert found == levels


@pytest.mark.rule("HW-17.3.a", "HW-17.3.b")
def test_each_race_stores_honour_in_its_own_building() -> None:
    for seat, name in enumerate(("blacksmith", "temple", "shamantent")):
        state = start(3, special_buildings="on")
        turn(state, seat)
        state.heroes[2 * seat].honor = 7
        city(state, seat, stock=(20, 20, 20, 20))
        twin = state.copy()
        produce(twin)
        for other in ("blacksmith", "temple", "shamantent"):
            refusal = None if other == name else refusals.NOT_HERE
            assert check(twin, f"build {'kab'[seat]} {other}", seat) is refusal
        say(twin, f"build {'kab'[seat]} {name}", seat=seat)
        city(state, seat, built=name)
        assert "store 1 7" in legal(state)
    plain = start(honor="on")
    city(plain, K, stock=(20, 20, 20, 20))
    produce(plain)
    assert check(plain, "build k blacksmith", 0) is refusals.NOT_HERE


@pytest.mark.rule("HW-17.3.c")
def test_a_besieged_hero_spends_his_own_honour() -> None:
    state = start(war=True, special_buildings="on")
    turn(state, 1)
    city(state, K, built="blacksmith", garrison="5xl1")
    hero(state, 0, "k.c", "1xl2")
    state.heroes[0].honor = 3
    hero(state, 2, "k.s", "9xl1")
    go(state, 2, "k.c")
    for text in ("hold", "pass"):
        say(state, text)
    assert not any(text.endswith("stored") for text in legal(state))
    say(state, "spend def1 2 hero")
    assert (state.heroes[0].honor, state.cities[K].stored) == (1, 0)


@pytest.mark.rule("HW-17.3.d")
def test_a_razed_special_building_is_never_built_again() -> None:
    state = start(special_buildings="on")
    p = Play(state, Scripted([1, 1, 1, 1]))
    city(state, K, built="blacksmith")
    state.cities[K].stored = 5
    conquer(p, state.cities[K], 1)
    conquer(p, state.cities[K], 0)
    city(state, K, stock=(20, 20, 20, 20))
    produce(state)
    assert check(state, "build k blacksmith", 0) is refusals.NOT_HERE
    assert state.cities[K].stored == 0


@pytest.mark.rule("HW-19.8.d")
def test_turned_mercenaries_without_a_free_section_are_lost() -> None:
    state = hired("1xl1 1xl2 1xl3 1xl4 1xl5 1xl6", "9xmerc 1xl1")
    say(state, "subvert 4", 20, 1)
    c = combat(state)
    assert (count(state, "def1"), len(c.sides[0]), c.killed) == (5, 6, [0, 0])


# The display.


@pytest.mark.rule("HW-4.2.b", "HW-19.9.a", "HW-19.4.1.1.a")
def test_units_move_as_far_as_their_movement() -> None:
    state = field("5xl1", "5xl2", 2, at="i6", foe_at="a10")
    assert max(reach(state, "att1").values()) == 3
    assert {bhex(tent) for tent in ("g6", "h5", "h6", "i7", "i8")} <= reach(state, "att1").keys()
    assert max(reach(state, "def1").values()) == 6


@pytest.mark.rule("HW-19.4.1.5.a", "HW-19.4.1.b")
def test_fords_cost_two_and_hide_nobody() -> None:
    for near, ford in (("d8", "d9"), ("e8", "e9"), ("f9", "f10"), ("g9", "g10")):
        state = field("5xl1", "5xl1", 4, at=near, foe_at="a11")
        assert reach(state, "att1")[bhex(ford)] == 2
    behind = field("5xl3", "5xl1", 4, at="e7", foe_at="e10")
    assert fire_targets(behind, combat(behind), stack(behind, "att1"))


@pytest.mark.rule("HW-19.4.1.8.a")
def test_nobody_walks_into_a_tower() -> None:
    state = siege("5xl1", "5xl1", "tower1", at="a2", foe_at="b10")
    assert bhex("c10") not in reach(state, "def1")
    open_ground = siege("5xl1", "5xl1", at="a2", foe_at="b10")
    assert bhex("c10") in reach(open_ground, "def1")


@pytest.mark.rule("HW-19.4.1.9.b", "HW-19.4.1.9.c")
def test_city_hexes_shelter_from_arrows_and_keep_archers_out() -> None:
    state = siege("5xl3 5xl1", "5xl1 5xl3", "tower1", at="b8 a2", foe_at="b10 c10")
    c = combat(state)
    assert fire_targets(state, c, stack(state, "att1")) == [stack(state, "def2")]
    for name in ("c9", "d10"):
        c.works[[bhex(n) for n in ["a8", "b9", "c9", "d10"]].index(bhex(name))] = 2
    stack(state, "def1").hex = bhex("i15")
    stack(state, "att1").hex = bhex("d10")
    stack(state, "att2").hex = bhex("d9")
    assert bhex("d11") not in reach(state, "att1")
    stack(state, "att1").hex, stack(state, "att2").hex = bhex("d9"), bhex("d10")
    assert bhex("d11") in reach(state, "att2")


@pytest.mark.rule("HW-19.6.c")
def test_every_stack_of_a_step_moves_before_the_first_attack() -> None:
    state = field("5xl1 5xl1", "20xl1", 2, at="e6 d6", foe_at="e8")
    run(state, 7)
    say(state, "go att1 e7")
    assert {text.split()[1] for text in legal(state)} == {"att2"}
    assert all(text.split()[0] in ("go", "hold") for text in legal(state))


@pytest.mark.rule("HW-19.9.e")
def test_besieged_defenders_and_guards_need_not_strike() -> None:
    state = siege("5xl1", "5xl1", at="e9", foe_at="e11")
    c = combat(state)
    for name in ("att1", "def1"):
        stack(state, name).adjacent = True
    assert must_attack(c, stack(state, "att1"))
    assert not must_attack(c, stack(state, "def1"))


@pytest.mark.rule("HW-19.9.f", "HW-19.10.e", "HW-19.11.a")
def test_who_has_attacked_or_fired_or_stands_apart_does_not_strike() -> None:
    state = field("5xl3", "5xl1", 2, at="e7", foe_at="e8")
    c = combat(state)
    archers = stack(state, "att1")
    assert attackers(c, 0, CLOSE) == [archers]
    archers.attacked = True
    assert attackers(c, 0, CLOSE) == []
    archers.attacked, archers.fired = False, True
    assert attackers(c, 0, CLOSE) == []
    archers.fired = False
    archers.hex = bhex("e6")
    assert close_targets(c, archers) == attackers(c, 0, CLOSE) == []


@pytest.mark.rule("HW-19.10.b")
def test_an_odd_attack_is_rounded_up_to_its_range() -> None:
    state = field("5xl1", "5xl3", 2, at="e4", foe_at="e8")
    c = combat(state)
    longbows = stack(state, "def1")
    assert fire_targets(state, c, longbows) == [stack(state, "att1")]
    longbows.hex = bhex("e9")
    assert fire_targets(state, c, longbows) == []


@pytest.mark.rule("HW-19.10.c")
def test_neither_units_nor_walls_stop_arrows() -> None:
    state = field("5xl3", "5xl1 5xl2", 2, at="e5", foe_at="e8 e7")
    assert len(fire_targets(state, combat(state), stack(state, "att1"))) == 2
    walls = siege("5xl3", "5xl3", "tower1", at="c8", foe_at="c10")
    assert fire_targets(walls, combat(walls), stack(walls, "att1")) == [stack(walls, "def1")]


@pytest.mark.rule("HW-19.11.b")
def test_attacks_are_resolved_in_the_order_of_their_announcement() -> None:
    state = field("5xl1 5xl2", "20xl1", 2, at="e7 d7", foe_at="e8")
    c = combat(state)
    c.phase, c.sub = P_STEP7, 1
    say(state, "attack att2 def1")
    events = say(state, "attack att1 def1", 7, 10, 10, 10)
    strikes = [event.values[0] for event in events if event.name == "strike"]
    assert strikes == ["att2", "att1"]


@pytest.mark.rule("HW-19.12.a")
def test_a_new_step_forgets_earlier_attacks() -> None:
    state = field("5xl1", "5xl1", 4, at="e7", foe_at="e9")
    stack(state, "def1").pressed = 3
    run(state, 7)
    assert stack(state, "def1").pressed == 0


@pytest.mark.rule("HW-19.15.1.b")
def test_a_damaged_unit_strikes_as_a_whole_one() -> None:
    state = duel("2xl4", "20xl1")
    stack(state, "att1").damage = 3
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    assert count(state, "def1") == 20 - 8


@pytest.mark.rule("HW-17.3.2.a", "HW-19.8.d")
@pytest.mark.parametrize("method", [1, 3])
def test_the_shaman_does_not_revive_who_changed_sides(method: int) -> None:
    state = start(3, war=True, mercenaries="on", special_buildings="on", combat_method=method)
    city(state, B, built="tavern shamantent", garrison="6xmerc")
    state.cities[B].stored = 10
    hero(state, 4, "t3.c", "1xl1")
    hero(state, 0, "b.s", "10xl2")
    state.heroes[0].honor = 3
    go(state, 0, "b.c")
    say(state, "subvert 3", 20, 1)
    c = combat(state)
    assert (count(state, "def1"), count(state, "att2"), c.killed) == (3, 3, [0, 0])
    for text in ("hold", "pass"):
        say(state, text)
    assert not any(text.startswith("spend") for text in legal(state))


@pytest.mark.rule("HW-19.21.a")
def test_a_withdrawal_leaves_the_honour_for_those_killed_before() -> None:
    state = start(war=True, honor="on")
    lay(state, "t1", "T10")
    hero(state, 0, "t1.ne", "5xl2")
    hero(state, 2, "t1.n", "1xl1 5xl1")
    go(state, 0, "t1.n")
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    for text in ("pass", "stay"):
        say(state, text)
    say(state, "withdraw", 1)
    say(state, legal(state)[0])
    assert state.heroes[0].honor == 1


def on_duty() -> State:
    """A Hero with the quest of the garrison, in his own mine."""
    state = start(quests="on")
    guards(state, "k.n", "", owner=0)
    hero(state, 0, "k.n", "20xl1")
    turn(state, 0)
    state.deck.remove(Q_DUTY)
    state.heroes[0].quest = Q_DUTY
    return state


@pytest.mark.rule("HW-17.2.b")
def test_units_taken_back_do_not_count_as_left_in_the_mine() -> None:
    state = on_duty()
    for _ in range(2):
        say(state, "drop 1 s1 2")
        say(state, "take 1 l1 2 s1")
    say(state, "drop 1 s1 1")
    assert state.heroes[0].quest == Q_DUTY
    say(state, "drop 1 s1 2")
    say(state, "drop 1 s1 2")
    assert (state.heroes[0].quest, state.discards) == (-1, [Q_DUTY])


@pytest.mark.rule("HW-17.2.b")
def test_a_garrison_put_back_is_no_garrison_left() -> None:
    state = on_duty()
    guards(state, "k.n", "5xl1", owner=0)
    hero(state, 0, "k.n", "5xl1")
    say(state, "take 1 l1 5 s1")
    say(state, "drop 1 s1 5")
    assert state.heroes[0].quest == Q_DUTY


@pytest.mark.rule("HW-17.2.b")
def test_units_left_count_by_mine_through_the_whole_turn() -> None:
    state = on_duty()
    say(state, "drop 1 s1 2")
    say(state, "drop 1 s1 2")
    go(state, 0, "k.c")
    state = RULESET.load(RULESET.dump(state))
    go(state, 0, "k.n")
    say(state, "drop 1 s1 1")
    assert (state.heroes[0].quest, state.discards) == (-1, [Q_DUTY])
    twice = on_duty()
    say(twice, "drop 1 s1 2")
    say(twice, "drop 1 s1 2")
    turn(twice, 0)
    say(twice, "drop 1 s1 1")
    assert twice.heroes[0].quest == Q_DUTY


@pytest.mark.rule("HW-17.2.a", "HW-17.2.b")
def test_units_left_before_the_card_was_drawn_do_not_count() -> None:
    state = on_duty()
    state.heroes[0].quest = -1
    state.deck.append(Q_DUTY)
    city(state, K, built="tavern")
    say(state, "drop 1 s1 2")
    say(state, "drop 1 s1 2")
    go(state, 0, "k.c")
    say(state, "quest draw 1")
    go(state, 0, "k.n")
    say(state, "drop 1 s1 2")
    assert state.heroes[0].quest == Q_DUTY
