"""The Battle Display: ground, movement, fire, duty, attacks and breaching (chapter 19)."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.agenda import go_on
from pentarch.engine.heroes.combat.board import (
    AREA,
    BATTLE_HEXES,
    BESIDE,
    CITY_TENTS,
    DISTANCE,
    GRAVEYARD,
    NUMBER,
    OPEN_TENTS,
    ROW,
    WALL_HEXES,
    WORK_AT,
    screen,
)
from pentarch.engine.heroes.combat.combat import P_BREACH, P_STEP2, P_STEP3, P_STEP4, P_STEP7
from pentarch.engine.heroes.combat.deployment import deploy_hexes
from pentarch.engine.heroes.combat.line import (
    close_targets,
    fire_targets,
    has_terrain,
    is_free,
    must_attack,
)
from pentarch.engine.heroes.combat.march import (
    destinations,
    guard_destination,
    may_hold,
    open_hexes,
    rings,
)
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.combat.round import start_round
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.combat.strike import attack_total, close_defense, defense_total
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.siege.works import aim_targets
from pentarch.engine.heroes.state import State
from tests.engine.heroes.build import (
    A,
    bhex,
    check,
    city,
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
    set_option,
    stack,
    start,
    strike_of,
    struck,
    turn,
    unit,
)


def field(own: str, foe: str, method: int = 4, *, at: str = "", foe_at: str = "") -> State:
    """Seat 0 attacks seat 1 on the open side; stacks stand on the named hexes, in round 1."""
    state = start(war=True, combat_method=method)
    hero(state, 0, "k.c", own, attack=0, defense=0)
    hero(state, 2, "k.ne", foe, attack=0, defense=0)
    go(state, 0, "k.ne")
    put(state, at, foe_at)
    return state


def siege(own: str, foe: str, built: str = "", method: int = 4, *, at: str, foe_at: str) -> State:
    """Seat 0 besieges the City of seat 1."""
    state = start(war=True, combat_method=method)
    city(state, A, garrison=foe, built=built)
    hero(state, 2, "t3.c", "1xl1")
    hero(state, 0, "a.s", own, attack=0, defense=0)
    go(state, 0, "a.c")
    put(state, at, foe_at)
    return state


def put(state: State, at: str, foe_at: str) -> None:
    """Stand stacks on hexes and begin round 1 with the first Ranged step."""
    c = combat(state)
    if not at:
        return
    for side, text in enumerate((at, foe_at)):
        for index, name in enumerate(text.split()):
            c.sides[side][index].hex = bhex(name)
    c.phase = P_STEP2
    c.round = 1
    c.sub = c.cursor = 0


def run(state: State, step: int) -> None:
    """Begin a step of the round and go on to its first decision."""
    c = combat(state)
    c.phase = f"step{step}"
    c.sub = c.cursor = 0
    go_on(Play(state, Scripted([])))


def reach(state: State, name: str) -> dict[int, int]:
    """The hexes a stack can end in, and the MP it takes."""
    by_cost = rings(state, combat(state), stack(state, name))
    return {hex: cost for cost, ends in enumerate(by_cost) for hex in ends.hexes()}


@pytest.mark.rule(
    "HW-19.4.a",
    "HW-19.4.1.1.a",
    "HW-19.5.a",
    "HW-19.4.1.2.a",
    "HW-19.17.1.d",
    "HW-19.4.1.8.a",
    "HW-8.1.a",
    "HW-8.2.b",
)
def test_the_defender_deploys_in_his_area_then_the_attacker_on_the_tents() -> None:
    state = field("5xl1 2xl3", "5xl1")
    assert RULESET.to_act(state) == [1]
    assert len(legal(state)) == len(AREA)
    assert check(state, "deploy def1 a8") is refusals.BAD_BATTLE_HEX
    say(state, "deploy def1 e11")
    assert RULESET.to_act(state) == [0]
    assert legal(state) == [f"deploy att1 {n}" for n in ("g6", "h5", "h6", "i6", "i7", "i8")]
    say(state, "deploy att1 g6")
    assert check(state, "deploy att2 g6") is refusals.BAD_BATTLE_HEX
    walls = siege("5xl1", "5xl1 2xl3", "tower1", at="", foe_at="")
    assert "deploy def1 c10" not in legal(walls)
    assert "deploy def1 g12" in legal(walls)
    c = combat(walls)
    assert bhex("c10") in deploy_hexes(walls, c, stack(walls, "def2"))
    assert deploy_hexes(walls, c, stack(walls, "att1")) == CITY_TENTS
    assert not set(OPEN_TENTS + AREA) & {h for h in range(99) if GRAVEYARD[h]}


@pytest.mark.rule("HW-19.5.b")
def test_stacks_without_a_hex_wait_for_the_next_round() -> None:
    state = siege("5xl1", "5xl1", at="a2", foe_at="e11")
    c = combat(state)
    late = c.add_stack(1, unit(A, "l1"), 3)
    assert c.units(1) == 8
    start_round(state, c)
    assert late.hex == bhex("a9")


@pytest.mark.rule("HW-19.6.a", "HW-19.6.b", "HW-19.6.c", "HW-4.2.b")
def test_a_step_is_movement_then_attacks() -> None:
    state = field("5xl1", "5xl2 5xl1", 2, at="e8", foe_at="e12 f13")
    run(state, 2)
    assert RULESET.to_act(state) == [1]
    assert combat(state).phase == P_STEP4
    assert "go def1 e9" in legal(state)
    say(state, "go def1 e9")
    assert legal(state) == ["attack def1 att1", "done"]
    say(state, "attack def1 att1", 20, 1)
    assert state.combat is None


@pytest.mark.rule("HW-19.9.a", "HW-19.4.1.2.a")
def test_stacks_pass_friends_but_not_enemies_or_graveyards() -> None:
    state = field("5xl1 5xl2", "5xl1", 2, at="e6 e7", foe_at="a11")
    found = reach(state, "att1")
    assert bhex("e8") in found
    assert bhex("e7") not in found
    assert bhex("e9") in found
    assert bhex("e10") not in found
    assert unit(0, "l1").pace == 3
    blocked = field("5xl1", "5xl1", 2, at="c3", foe_at="a11")
    assert bhex("c2") not in reach(blocked, "att1")


@pytest.mark.rule("HW-19.9.b", "HW-19.9.c", "HW-19.9.a")
def test_contact_stops_a_stack_and_is_left_only_into_the_clear() -> None:
    state = field("5xl1", "5xl1", 2, at="e6", foe_at="e8")
    found = reach(state, "att1")
    assert bhex("e7") in found
    assert not found.keys() & {bhex("e9"), bhex("f9")}
    close = field("5xl1", "5xl1", 2, at="e7", foe_at="e8")
    ends = reach(close, "att1")
    assert not any(ends[h] == 1 and DISTANCE[h][bhex("e8")] == 1 for h in ends)
    assert ends[bhex("e6")] == 1
    assert bhex("e8") not in ends


@pytest.mark.rule("HW-19.7.a", "HW-19.9.d")
def test_a_stack_must_not_go_away_and_must_move() -> None:
    state = field("5xl1", "5xl1", 2, at="e6", foe_at="e12")
    c = combat(state)
    one = stack(state, "att1")
    ends = destinations(state, c, one)
    assert bhex("e5") not in ends
    assert bhex("e7") in ends
    assert not may_hold(state, c, one, ends)
    c.phase = P_STEP7
    assert check(state, "hold att1") is refusals.MUST_ACT
    assert check(state, "go att1 e5") is refusals.BAD_DESTINATION


@pytest.mark.rule("HW-19.7.b", "HW-19.7.1.a", "HW-19.18.b", "HW-19.17.a")
def test_breaching_defenders_guards_and_old_contacts_free_from_duty() -> None:
    state = siege("5xl1", "5xl1", at="a2", foe_at="e11")
    c = combat(state)
    assert is_free(c, stack(state, "def1"))
    assert not is_free(c, stack(state, "att1"))
    c.breached = True
    assert is_free(c, stack(state, "att1"))
    c.breached = False
    stack(state, "att1").freed = True
    assert is_free(c, stack(state, "att1"))


@pytest.mark.rule("HW-19.9.e", "HW-19.9.f", "HW-19.11.a")
def test_a_stack_in_contact_must_attack_once() -> None:
    state = field("5xl1", "20xl1", 2, at="e7", foe_at="e8")
    c = combat(state)
    run(state, 7)
    say(state, "hold att1")
    assert stack(state, "att1").adjacent
    assert must_attack(c, stack(state, "att1"))
    assert check(state, "done") is refusals.MUST_ATTACK
    assert legal(state) == ["attack att1 def1"]
    events = say(state, "attack att1 def1", 10, 9)
    assert "strike" in names(events)
    assert close_targets(c, stack(state, "att1")) == [stack(state, "def1")]


@pytest.mark.rule("HW-19.10.a", "HW-19.10.b", "HW-19.4.1.3.b", "HW-14.0.b")
def test_ex_13_range_is_half_the_attack_and_contact_stops_fire() -> None:
    state = field("5xl3", "5xl1 5xl2", 4, at="e5", foe_at="e8 a11")
    c = combat(state)
    shooter = stack(state, "att1")
    assert fire_targets(state, c, shooter) == [stack(state, "def1")]
    stack(state, "def1").hex = bhex("e9")
    assert fire_targets(state, c, shooter) == []
    shooter.hex, stack(state, "def1").hex = bhex("b7"), bhex("b11")
    assert fire_targets(state, c, shooter) != []
    stack(state, "def1").hex = bhex("b12")
    assert fire_targets(state, c, shooter) == []
    stack(state, "def1").hex = bhex("b8")
    assert fire_targets(state, c, shooter) == []
    stack(state, "def1").hex = bhex("b10")
    shooter.moved = True
    assert fire_targets(state, c, shooter) == []
    assert [(unit(race, "l3").attack + 1) // 2 for race in (2, 0, 1)] == [3, 3, 4]


@pytest.mark.rule("HW-19.4.1.3.a", "HW-14.0.b", "HW-19.10.c", "HW-19.4.1.5.a")
def test_ex_19_a_stone_hides_what_stands_behind_it() -> None:
    for spot, sees in (("e9", False), ("d9", False), ("c9", False), ("e8", True)):
        state = start(war=True, combat_method=4)
        turn(state, 1)
        hero(state, 2, "k.c", "2xl3")
        city(state, 0, holder=1)
        hero(state, 0, "k.ne", "5xl1")
        go(state, 2, "k.ne")
        put(state, spot, "g9")
        found = fire_targets(state, combat(state), stack(state, "att1"))
        assert bool(found) is sees, spot


@pytest.mark.rule("HW-19.4.1.3.a", "HW-14.0.b")
def test_only_a_stone_on_the_straight_line_right_before_the_target_hides_it() -> None:
    spots = [(ROW[hex], NUMBER[hex]) for hex in range(BATTLE_HEXES)]
    for target, (row, number) in enumerate(spots):
        for shooter, (other, column) in enumerate(spots):
            down, along = other - row, column - number
            gap = DISTANCE[shooter][target]
            hidden = -1
            if gap > 1 and 0 in (down, along, down - along):
                hidden = spots.index((row + down // gap, number + along // gap))
            assert screen(shooter, target) == hidden
    # Woods on e8, a ford on e9, and the stone on d7.
    for spot, foe_at, sees in (("e6", "e9", True), ("e8", "e10", True), ("d5", "d8", False)):
        state = field("5xl3", "5xl1", 4, at=spot, foe_at=foe_at)
        assert bool(fire_targets(state, combat(state), stack(state, "att1"))) is sees


@pytest.mark.rule("HW-19.4.1.a", "HW-19.4.1.b", "HW-19.4.1.3.c", "HW-19.4.1.5.a")
def test_stones_and_fords_cost_two_when_terrain_counts() -> None:
    state = field("5xl1", "5xl1", 4, at="d6", foe_at="a11")
    ends = reach(state, "att1")
    assert ends[bhex("d7")] == 2
    assert bhex("d9") not in ends
    assert has_terrain(state, combat(state))
    set_option(state, "battle_terrain", 2)
    assert reach(state, "att1")[bhex("d7")] == 1
    plain = field("5xl1", "5xl1", 2, at="d6", foe_at="a11")
    assert not has_terrain(plain, combat(plain))
    set_option(plain, "battle_terrain", 1)
    stack(plain, "att1").hex = bhex("d7")
    assert reach(plain, "att1")[bhex("d8")] == 1


@pytest.mark.rule("HW-19.4.1.4.a", "HW-19.10.d")
def test_woods_help_against_swords_and_arrows() -> None:
    state = field("5xl3 5xl1", "5xl1", 4, at="e5 e7", foe_at="e8")
    c = combat(state)
    target = stack(state, "def1")
    assert close_defense(state, c, target) == 2 + 1
    c.strike = struck(stack(state, "att1"), target, True, 10, 10)
    assert (attack_total(state, c, strike_of(c)), defense_total(state, c, strike_of(c))) == (
        10 + 6 - 1,
        10,
    )
    target.hex = bhex("e9")
    assert attack_total(state, c, strike_of(c)) == 16


@pytest.mark.rule("HW-19.10.e", "HW-19.13.a", "HW-19.14.a")
def test_archers_fight_hand_to_hand_with_half_their_attack_and_no_hero() -> None:
    state = field("5xl3", "5xl1", 2, at="e7", foe_at="e8")
    set_ability(state.heroes[0], 0, 9)
    set_ability(state.heroes[0], 1, 9)
    c = combat(state)
    c.phase = P_STEP3
    say(state, "hold att1")
    say(state, "go def1 e9") if "go def1 e9" in legal(state) else say(state, "hold def1")
    stack(state, "def1").hex = bhex("e8")
    c.strike = struck(stack(state, "att1"), stack(state, "def1"), False, 1, 1)
    assert attack_total(state, c, strike_of(c)) == 1 + 3
    stack(state, "att1").unit = unit(A, "l3")
    assert attack_total(state, c, strike_of(c)) == 1 + 7 // 2
    assert close_defense(state, c, stack(state, "att1")) == 2
    c.strike = None
    c.phase, c.sub = P_STEP7, 1
    assert "attack att1 def1" in legal(state)


@pytest.mark.rule("HW-19.11.b")
def test_attacks_are_announced_then_resolved_and_void_ones_dropped() -> None:
    state = field("5xl1 5xl2", "1xl1 9xl2", 2, at="e7 d7", foe_at="e8 a11")
    c = combat(state)
    c.phase, c.sub = P_STEP7, 1
    say(state, "attack att1 def1")
    assert c.plan == [(stack(state, "att1").number, stack(state, "def1").number)]
    assert check(state, "attack att1 def1") is refusals.BAD_TARGET
    say(state, "attack att2 def1", 20, 1)
    assert count(state, "def1") == 0
    assert c.plan == []


@pytest.mark.rule("HW-19.12.a")
def test_ex_35_repeated_attacks_wear_a_stack_down_in_method_four() -> None:
    state = field("5xl1", "5xl1", 4, at="e6", foe_at="e9")
    c = combat(state)
    target = stack(state, "def1")
    totals = []
    for pressed in (0, 1, 2, 9):
        target.pressed = pressed
        totals.append(close_defense(state, c, target))
    assert totals == [2, 1, 0, -3]
    c.method = METHODS[2]
    assert close_defense(state, c, target) == 2


@pytest.mark.rule("HW-19.14.a", "HW-19.14.b", "HW-19.16.1.a")
def test_the_lower_total_is_hit_and_equal_ones_hit_nobody() -> None:
    for dice, own, damage in (((17, 10), 20, 0), ((1, 20), 12, 2), ((20, 1), 15, 5)):
        state = field("20xl1", "5xl4", 4, at="e8", foe_at="e9")
        stack(state, "def1").count = 2 if dice[0] == 1 else 6
        run(state, 7)
        say(state, "hold att1")
        say(state, "attack att1 def1", *dice)
        foe = stack(state, "def1")
        assert count(state, "att1") == own
        lost = foe.damage + 4 * (6 - foe.count)
        assert lost == {0: 0, 2: 2 + 4 * 4, 5: 20}[damage]


@pytest.mark.rule("HW-19.6.b", "HW-19.5.a", "HW-7.3.1.2.a")
def test_reacting_guards_stand_in_the_defenders_area_and_begin() -> None:
    state = start(combat_method=2, guard_control="left_player")
    guards(state, "k.n", "3xl1")
    hero(state, 0, "k.c", "5xl2")
    go(state, 0, "k.ne", 2)
    assert (RULESET.to_act(state), len(legal(state))) == ([1], len(AREA))
    say(state, "deploy att1 e11")
    assert (RULESET.to_act(state), len(legal(state))) == ([0], len(OPEN_TENTS))
    say(state, "deploy def1 g6")
    assert combat(state).initiative == 0
    assert RULESET.to_act(state) == [1]
    other = field("5xl1", "5xl1", 2)
    assert combat(other).initiative == 1


# Sieges on the display.


@pytest.mark.rule("HW-19.4.1.6.a", "HW-19.4.1.7.a", "HW-19.4.1.7.b", "HW-19.17.a", "HW-19.17.2.d")
def test_walls_stop_all_but_the_drawbridge_lets_defenders_through() -> None:
    state = siege("5xl1", "5xl4", at="e9", foe_at="e12")
    found = reach(state, "att1")
    assert not found.keys() & {bhex("d10"), bhex("e10")}
    ground = open_hexes(state, combat(state), stack(state, "att1")).hexes()
    assert not set(WALL_HEXES) & set(ground)
    out = reach(state, "def1")
    assert bhex("e10") not in out
    c = combat(state)
    stack(state, "att1").hex = bhex("a2")
    out = reach(state, "def1")
    assert bhex("e9") in out
    assert bhex("e10") not in out
    assert close_defense(state, c, stack(state, "def1")) == 9 + 1
    stack(state, "def1").hex = bhex("e9")
    assert close_defense(state, c, stack(state, "def1")) == 9
    stack(state, "att1").hex = bhex("d9")
    c.works[WORK_AT[bhex("d10")]] = 1
    assert bhex("d10") not in reach(state, "att1")
    c.works[WORK_AT[bhex("d10")]] = 2
    assert bhex("d10") in reach(state, "att1")


@pytest.mark.rule("HW-19.4.1.8.a", "HW-19.4.1.9.c", "HW-19.4.1.9.a", "HW-19.4.1.9.b", "HW-19.10.d")
def test_towers_and_city_hexes_are_for_defenders() -> None:
    state = siege("5xl3 5xl1", "5xl1 5xl3", "tower1 wall2", at="c7 d9", foe_at="b10 c10")
    c = combat(state)
    c.works[WORK_AT[bhex("c9")]] = 2
    assert bhex("c10") not in reach(state, "def1")
    assert bhex("c10") not in reach(state, "att2")
    stack(state, "att1").hex = bhex("c9")
    assert not any(h in AREA for h in reach(state, "att1"))
    stack(state, "att1").hex = bhex("c7")
    assert fire_targets(state, c, stack(state, "att1")) == [stack(state, "def2")]
    c.strike = struck(stack(state, "att1"), stack(state, "def2"), True, 1, 1)
    assert defense_total(state, c, strike_of(c)) == 1 + 2
    assert close_defense(state, c, stack(state, "def1")) == 2 + 2


@pytest.mark.rule("HW-19.4.1.8.b", "HW-19.17.1.1.a", "HW-19.17.1.c", "HW-19.9.b")
def test_tower_archers_fire_at_anybody_even_next_to_them() -> None:
    state = siege("5xl1 5xl2", "5xl3", "tower1", 2, at="a2 c9", foe_at="c10")
    c = combat(state)
    c.works[WORK_AT[bhex("c9")]] = 2
    assert len(fire_targets(state, c, stack(state, "def1"))) == 2
    stack(state, "att2").hex = bhex("b10")
    assert fire_targets(state, c, stack(state, "def1")) == [stack(state, "att1")]
    stack(state, "att2").hex = bhex("b8")
    stack(state, "def1").hex = bhex("c10")
    assert bhex("b9") not in reach(state, "att2")
    c.works[WORK_AT[bhex("b9")]] = 2
    assert bhex("b10") in reach(state, "att2")


@pytest.mark.rule("HW-19.17.1.a", "HW-19.17.1.b", "HW-8.7.g")
def test_ex_23_a_tower_halves_hits_downwards_on_the_display() -> None:
    state = siege("7xl1", "9xl3", "tower1", 2, at="c9", foe_at="c10")
    c = combat(state)
    c.works[WORK_AT[bhex("c9")]] = 2
    c.phase, c.sub = P_STEP7, 1
    say(state, "attack att1 def1", 20, 1)
    assert count(state, "def1") == 6
    assert bhex("c9") in BESIDE[bhex("c10")]
    arena = siege("7xl3", "9xl3", "tower1", 1, at="", foe_at="")
    say(arena, "man def1")
    say(arena, "hold")
    say(arena, "done")
    say(arena, "attack att1 def1", 20, 1)
    assert count(arena, "def1") == 5


def fired(state: State, shooter: Stack, target: Stack) -> int:
    """Hits that a shot from a tower scores."""
    method = combat(state).method
    hits = method.hits.full(shooter)
    return method.battlefield.fire(state, combat(state), shooter, target, hits)


@pytest.mark.rule("HW-19.17.1.2.a", "HW-19.17.1.1.a")
def test_ex_18_tower_fire_weakens_with_range() -> None:
    state = start(3, war=True, combat_method=4)
    city(state, 2, garrison="4xl3", built="tower1")
    hero(state, 4, "t3.c", "1xl1")
    hero(state, 0, "b.s", "2xl6 2xl6 2xl6")
    go(state, 0, "b.c")
    put(state, "c7 c5 a1", "c10")
    c = combat(state)
    shooter = stack(state, "def1")
    found = []
    for name in ("att1", "att2", "att3"):
        target = stack(state, name)
        c.strike = struck(shooter, target, True, 20, 1)
        hits = fired(state, shooter, target)
        found.append((DISTANCE[bhex("c10")][target.hex], hits))
        c.method.hits.take(c, target, hits)
    assert found == [(3, 12), (5, 6), (9, 4)]
    assert [count(state, name) for name in ("att1", "att2", "att3")] == [0, 1, 2]
    assert stack(state, "att3").damage == 4
    for hex, hits in (("c6", 6), ("c4", 4)):
        stack(state, "att2").hex = bhex(hex)
        assert fired(state, shooter, stack(state, "att2")) == hits
    c.method = METHODS[2]
    for name in ("att2", "att3"):
        assert fired(state, shooter, stack(state, name)) == 4


@pytest.mark.rule("HW-19.17.2.a", "HW-19.17.2.b", "HW-19.17.2.c", "HW-19.17.2.d")
def test_ex_36_a_missed_aim_is_moved_by_the_defender() -> None:
    state = siege("5xl1", "5xl1", "wall2", at="", foe_at="")
    say(state, "deploy def1 e11")
    say(state, "deploy att1 a2")
    c = combat(state)
    assert len(legal(state)) == 9 + 1
    assert check(state, "breach c10") is refusals.BAD_AIM
    say(state, "breach c9", 12)
    assert RULESET.to_act(state) == [1]
    assert sorted(legal(state)) == ["shift b9", "shift c9", "shift d10"]
    assert check(state, "shift e10") is refusals.BAD_SHIFT
    say(state, "shift b9", 9)
    assert c.works[WORK_AT[bhex("b9")]] == 1
    c.phase = P_BREACH
    say(state, "breach a8", 5, 9)
    assert c.works[WORK_AT[bhex("a8")]] == 1
    c.phase = P_BREACH
    say(state, "breach b9", 5, 9)
    assert c.works[WORK_AT[bhex("b9")]] == 2
    assert bhex("b9") not in aim_targets(state, c)


@pytest.mark.rule("HW-19.17.2.a")
@pytest.mark.parametrize(("tower", "walls"), [("c10", "b9 c9 d10"), ("g12", "f11 g11 h12")])
def test_a_gap_beside_a_tower_opens_it_to_the_aim(tower: str, walls: str) -> None:
    state = siege("5xl1", "5xl1", "tower1 tower2", at="a2", foe_at="e11")
    c = combat(state)
    gaps = []
    for name in ("a8", "b9", "c9", "d10", "e10", "f11", "g11", "h12", "i12"):
        c.works[WORK_AT[bhex(name)]] = 2
        if bhex(tower) in aim_targets(state, c):
            gaps.append(name)
        c.works[WORK_AT[bhex(name)]] = 1
    assert gaps == walls.split()


@pytest.mark.rule("HW-19.17.2.a", "HW-19.17.2.e")
def test_towers_are_aimed_at_through_a_gap_and_bury_their_stack() -> None:
    state = siege("5xl1", "5xl3 5xl1", "tower1", at="a2", foe_at="e11 c10")
    c = combat(state)
    state.heroes[0].level = 1
    assert bhex("c10") not in aim_targets(state, c)
    c.works[WORK_AT[bhex("c9")]] = 2
    assert bhex("c10") in aim_targets(state, c)
    c.phase = P_BREACH
    archers = stack(state, "def2")
    assert archers.hex == bhex("c10")
    say(state, "breach c10", 1, 5)
    assert archers.count == 3
    c.phase, c.sub, c.cursor = P_BREACH, 0, 0
    say(state, "breach c10", 1, 19)
    assert archers.count == 0


# Guards on the display.


@pytest.mark.rule("HW-19.18.c", "HW-19.18.b", "HW-3.3.1.b")
def test_guards_deploy_stand_and_charge_by_their_policy() -> None:
    state = start(combat_method=2)
    lay(state, "t4", "T04")
    guards(state, "t4.c", "4xl1 2xl3 3xl5")
    hero(state, 0, "t4.n", "5xl2 5xl1")
    go(state, 0, "t4.c")
    c = combat(state)
    placed = {s.unit.word: s.hex for s in c.sides[1]}
    assert placed == {4: bhex("e11"), 0: bhex("d11"), 2: bhex("e12")}
    say(state, "deploy att1 g6")
    say(state, "deploy att2 h6")
    assert stack(state, "def2").hex == bhex("e12")
    assert RULESET.to_act(state) == [0]
    centaurs = stack(state, "def3")
    centaurs.hex = bhex("e9")
    stack(state, "att1").hex = bhex("e6")
    stack(state, "att2").hex = bhex("a1")
    assert guard_destination(state, c, centaurs) == bhex("e7")
    assert is_free(c, centaurs)
    archers = stack(state, "def2")
    centaurs.hex, archers.hex = bhex("a11"), bhex("e9")
    assert bhex("e7") in reach(state, "def2")
    assert guard_destination(state, c, archers) == -1


@pytest.mark.rule("HW-3.3.1.b")
def test_strong_guards_come_in_smaller_numbers_on_the_display() -> None:
    assert [METHODS[4].guard_number(level, 5) for level in (3, 4, 5, 6)] == [5, 3, 1, 1]
    assert [METHODS[2].guard_number(level, 5) for level in (3, 4, 5, 6)] == [5, 3, 3, 3]
    for method, number in ((1, 4), (2, 2), (3, 4), (4, 2)):
        state = start(combat_method=method)
        lay(state, "t4", "T04")
        hero(state, 0, "t4.n", "1xl3")
        set_option(state, "left_guards", 1)
        go(state, 0, "t4.c", 4)
        assert left(state, "t4.c") == f"{number}xl4"


@pytest.mark.rule("HW-19.9.d", "HW-19.9.e", "HW-19.17.1.b")
@pytest.mark.parametrize("method", [2, 4])
def test_a_stack_in_a_gap_beside_a_manned_tower_may_stay_and_attack_it(method: int) -> None:
    state = siege("5xl1", "5xl1 5xl3", "tower1", method, at="c9", foe_at="e12 c10")
    c = combat(state)
    for name in ("b9", "c9", "d10"):
        c.works[WORK_AT[bhex(name)]] = 2
    run(state, 7)
    assert "hold att1" in legal(state)
    say(state, "hold att1")
    # Who stays must attack.
    assert legal(state) == ["attack att1 def2"]
    run(state, 7)
    say(state, "go att1 b9")
    assert legal(state) == ["attack att1 def2", "done"]
