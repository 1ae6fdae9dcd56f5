"""Sieges in the Arena and conquest (chapters 8.7 and 8.12)."""

import pytest

from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.combat.combat import P_TOWER
from pentarch.engine.heroes.combat.strike import close_defense
from pentarch.engine.heroes.hero import DEAD
from pentarch.engine.heroes.state import State
from tests.engine.heroes.build import (
    A,
    B,
    K,
    check,
    city,
    clean_up,
    combat,
    count,
    garrison,
    go,
    hero,
    income,
    legal,
    names,
    produce,
    say,
    stack,
    start,
    stock,
    turn,
    where,
)


def siege(garrison: str, built: str = "", army: str = "10xl2 5xl3", level: int = 1) -> State:
    """Seat 0 enters the City of seat 1, whose Hero is away."""
    state = start(war=True)
    city(state, A, garrison=garrison, built=built)
    hero(state, 2, "t3.c", "1xl1")
    hero(state, 0, "a.s", army, attack=0, defense=0)
    state.heroes[0].level = level
    go(state, 0, "a.c")
    return state


@pytest.mark.rule("HW-8.7.a", "HW-8.7.b", "HW-8.7.d", "HW-8.2.2.b", "HW-3.2.d")
def test_nobody_fights_before_the_breach() -> None:
    state = siege("5xl1")
    assert legal(state) == ["breach", "hold"]
    say(state, "hold")
    assert legal(state) == ["seize", "pass"]
    say(state, "pass")
    say(state, "stay")
    say(state, "breach", 9)
    assert combat(state).wall == 2
    assert "attack att2 def1" in legal(state)
    archers = siege("5xl1 4xl3")
    say(archers, "hold")
    assert legal(archers) == ["seize", "pass"]


@pytest.mark.rule("HW-8.7.1.a", "HW-8.7.1.b", "HW-8.7.1.c", "HW-8.7.1.d", "HW-4.1.1.a")
def test_ex_22_breaching_a_camp() -> None:
    for roll, wall in ((1, 0), (2, 1), (4, 2)):
        state = start(3, war=True)
        city(state, B, garrison="5xl1")
        hero(state, 4, "t3.c", "1xl1")
        hero(state, 0, "b.s", "5xl1")
        go(state, 0, "b.c")
        say(state, "breach", roll)
        assert combat(state).wall == wall
    say(state, "done")
    assert state.cities[combat(state).city].structure_points() == 5
    half = siege("5xl1")
    say(half, "breach", 4)
    assert combat(half).wall == 1


@pytest.mark.rule("HW-4.3.1.1.a", "HW-4.3.1.1.b", "HW-4.3.1.1.c", "HW-8.7.2.2.a")
def test_works_have_points_and_a_bonus_by_level() -> None:
    for built, points, bonus in (("", 10, 1), ("wall2", 20, 2), ("wall2 wall3", 40, 4)):
        state = siege("5xl1", built)
        c = combat(state)
        assert state.cities[c.city].structure_points() == points
        assert close_defense(state, c, stack(state, "def1")) == 2 + bonus
        c.wall = 2
        assert close_defense(state, c, stack(state, "def1")) == 2 + bonus


@pytest.mark.rule(
    "HW-8.7.c",
    "HW-8.2.2.a",
    "HW-4.3.1.2.a",
    "HW-4.3.1.2.b",
    "HW-8.7.f",
    "HW-8.7.2.3.a",
    "HW-8.7.g",
    "HW-8.7.a",
    "HW-8.2.2.b",
)
def test_ex_24_towers_shoot_before_the_breach_and_shelter() -> None:
    state = siege("5xl1 4xl3", "tower1 tower2")
    assert legal(state) == ["man def2", "man none", "man split"]
    assert check(state, "man def1") is refusals.NO_SUCH_STACK
    say(state, "man def2")
    say(state, "breach", 1)
    assert "attack def2 att1" in legal(state)
    assert check(state, "attack def1 att1") is refusals.BAD_TARGET
    say(state, "done")
    assert legal(state) == ["attack att2 def2", "done"]
    for roll in (12, 13):
        twin = state.copy()
        say(twin, "attack att2 def2", 10, roll)
        assert count(twin, "def2") == 4
    say(state, "attack att2 def2", 10, 13)
    assert legal(state) == ["seize", "pass"]
    again = siege("5xl1 4xl3", "tower1 tower2")
    say(again, "man def2")
    say(again, "breach", 1)
    say(again, "done")
    say(again, "attack att2 def2", 10, 11)
    assert count(again, "def2") == 1
    assert close_defense(again, combat(again), stack(again, "def2")) == 2 + 4
    single = siege("5xl1 4xl3", "tower1")
    assert legal(single) == ["man def2", "man none"]
    say(single, "man def2")
    assert legal(single) == ["breach", "hold"]
    assert close_defense(single, combat(single), stack(single, "def2")) == 2 + 2
    crowd = siege("25xl3", "tower1")
    say(crowd, "man def1")
    for text in ("hold", "done", "done"):
        say(crowd, text)
    assert legal(crowd) == ["seize", "pass"]


@pytest.mark.rule("HW-8.7.e")
def test_a_single_archer_stack_may_be_split() -> None:
    state = siege("5xl3", "tower1 tower2")
    say(state, "man split")
    assert (count(state, "def1"), count(state, "def2")) == (3, 2)
    assert [stack(state, name).tower for name in ("def1", "def2")] == [1, 2]
    for archers in ("1xl3", "25xl3"):
        whole = siege(archers, "tower1 tower2")
        assert check(whole, "man split") is refusals.NO_SPLIT


@pytest.mark.rule("HW-8.7.h", "HW-8.7.1.e", "HW-8.7.1.f", "HW-8.7.i")
def test_ex_21_one_tower_shares_the_fate_of_the_wall() -> None:
    state = siege("25xl3", "wall2 tower1 tower2", level=3)
    c = combat(state)
    stack(state, "def1").count = 5
    stack(state, "def2").count = 4
    say(state, "man def1")
    say(state, "man def2")
    say(state, "breach")
    assert c.phase == P_TOWER
    say(state, "tower 1", 9)
    assert (c.wall, c.towers, count(state, "def1")) == (1, [1, 0], 3)
    for text in ("done", "done", "pass", "stay"):
        say(state, text)
    say(state, "breach", 8)
    assert (c.wall, c.towers) == (2, [2, 0])
    assert (count(state, "def1"), count(state, "def2")) == (0, 4)
    for text in ("done", "done", "done", "pass", "stay"):
        say(state, text)
    say(state, "breach", 17, 1, 1, 1, 1)
    assert c.towers == [2, 2]
    assert state.combat is None
    fresh = siege("5xl1")
    assert combat(fresh).wall == 0


@pytest.mark.rule("HW-8.7.h")
def test_a_damaged_tower_falls_for_the_whole_one_even_when_it_is_empty() -> None:
    state = siege("25xl3", "wall2 tower1 tower2", level=3)
    c = combat(state)
    say(state, "man def1")
    say(state, "man def2")
    say(state, "breach")
    say(state, "tower 1", 9)
    stack(state, "def1").count = 0
    for text in ("done", "done", "pass", "stay"):
        say(state, text)
    say(state, "breach", 8)
    assert (c.wall, c.towers, count(state, "def2")) == (2, [2, 0], 5)


@pytest.mark.rule("HW-8.9.c", "HW-8.7.1.g", "HW-8.7.i")
def test_only_the_besieger_may_withdraw() -> None:
    state = start(war=True)
    hero(state, 2, "a.c", "5xl1")
    hero(state, 0, "a.s", "5xl1")
    go(state, 0, "a.c")
    for text in ("breach",):
        say(state, text, 9)
    for text in ("done", "done", "pass"):
        say(state, text)
    assert legal(state) == ["stay", "withdraw"]
    say(state, "stay")
    assert combat(state).round == 2
    for text in ("done", "done"):
        say(state, text)
    say(state, "pass")
    say(state, "withdraw", 1)
    assert where(state, 0) == "a.s"
    assert state.cities[A].holder == 1


@pytest.mark.rule("HW-8.12.a", "HW-8.12.b", "HW-8.12.c", "HW-4.3.1.1.d", "HW-8.12.d")
def test_ex_8_conquest_takes_a_share_and_razes_all_but_barracks() -> None:
    state = siege("1xl1", "barracks range academy tiltyard garde wall2 tavern")
    state.cities[A].stock = (7, 0, 10, 0)
    city(state, K, stock=(0, 0, 0, 0))
    say(state, "breach", 19)
    events = say(state, "attack att2 def1", 20, 1, 4, 1, 1, 1)
    assert "conquered" in names(events)
    assert (stock(state, A), stock(state, K)) == ((4, 0, 9, 0), (3, 0, 1, 0))
    assert state.cities[A].buildings.bits == 0b111111
    assert state.cities[A].holder == 0
    income(state)
    assert (stock(state, A), stock(state, K)[0]) == ((4, 0, 9, 0), 3 + 1 + 1)


@pytest.mark.rule("HW-8.12.a", "HW-8.12.f")
def test_retaking_the_own_city_needs_no_dice() -> None:
    state = start(war=True)
    city(state, K, holder=1, stock=(7, 0, 0, 0))
    hero(state, 0, "k.s", "5xl1")
    go(state, 0, "k.c")
    assert state.cities[K].holder == 0
    assert stock(state, K) == (7, 0, 0, 0)
    homeless = start(3, war=True)
    city(homeless, K, holder=2)
    hero(homeless, 0, "a.s", "5xl1")
    hero(homeless, 2, "t3.c", "1xl1")
    go(homeless, 0, "a.c")
    assert stock(homeless, A) == (4, 0, 2, 2)


@pytest.mark.rule("HW-8.12.e", "HW-17.3.d", "HW-17.3.a")
def test_captured_cities_build_no_facilities_and_no_special_buildings() -> None:
    state = start(special_buildings="on")
    city(state, A, holder=0, stock=(20, 20, 20, 20))
    produce(state)
    for name in ("barracks", "range", "academy", "tiltyard", "garde", "temple"):
        assert check(state, f"build a {name}", 0) is refusals.NOT_HERE
    assert check(state, "build a barracks", 1) is refusals.NOT_HELD
    say(state, "build a townhall", seat=0)
    own = start(special_buildings="on")
    city(own, K, stock=(20, 20, 20, 20))
    produce(own)
    assert check(own, "build k temple", 0) is refusals.NOT_HERE
    own.cities[K].razed = True
    assert check(own, "build k blacksmith", 0) is refusals.NOT_HERE
    own.cities[K].razed = False
    say(own, "build k blacksmith", seat=0)


@pytest.mark.rule("HW-12.1.a", "HW-E.1", "HW-8.13.c")
def test_a_lost_capital_defeats_at_the_check_and_grace_always_waits() -> None:
    state = start(3)
    city(state, A, holder=0)
    clean_up(state, 20, 1)
    assert [player.fallen for player in state.players] == [0, 1, 0]
    assert (state.heroes[2].status, where(state, 2)) == (DEAD, None)
    kind = start(3, war=True, capital_grace="always")
    turn(kind, 2, sequence=3)
    hero(kind, 2, "t3.c", "1xl1")
    hero(kind, 4, "a.s", "5xl1")
    go(kind, 4, "a.c", 1, 1, 1, 1)
    assert [player.grace for player in kind.players] == [0, 1, 0]
    clean_up(kind, 20, 1, 1)
    assert [player.fallen for player in kind.players] == [0, 0, 0]


@pytest.mark.rule("HW-8.2.b")
def test_two_heroes_defend_a_city_together() -> None:
    state = start(war=True)
    hero(state, 2, "a.c", "5xl1")
    hero(state, 3, "a.c", "4xl2")
    state.heroes[3].level = 3
    city(state, A, garrison="3xl1")
    hero(state, 0, "a.s", "5xl1")
    go(state, 0, "a.c")
    c = combat(state)
    assert [s.count for s in c.sides[1]] == [5, 4, 3]
    assert c.leads == [0, 3]
    assert garrison(state, A, "l1") == 3
    assert RULESET.to_act(state) == [0]
