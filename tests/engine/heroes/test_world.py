"""Mines, grounds, ruins, towers, outposts and displays (chapters 3 and 4)."""

import pytest

from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.hero import DEAD
from pentarch.engine.heroes.state import T_CAMP
from pentarch.engine.heroes.tables import (
    BUILDINGS,
    CLOSE,
    EQUIPMENT,
    MERC,
    RACES,
    SECTIONS,
    TRAINING,
    UNITS,
)
from pentarch.engine.heroes.world.site import GROUND_ACTIVE, GROUND_IDLE, Ground
from pentarch.engine.heroes.world.tile import TILES
from tests.engine.heroes.build import (
    A,
    K,
    army,
    at,
    check,
    city,
    clean_up,
    garrison,
    go,
    guards,
    hero,
    income,
    lay,
    left,
    legal,
    names,
    produce,
    say,
    set_ability,
    shown,
    start,
    stock,
    turn,
    where,
)


@pytest.mark.rule("HW-3.1.c", "HW-3.4.a", "HW-3.2.c")
def test_without_terrain_every_hex_costs_one_and_every_side_is_open() -> None:
    state = start()
    lay(state, "t1", "T10")
    hero(state, 0, "t1.nw", "5xl1")
    go(state, 0, "t1.c")
    assert state.heroes[0].mp == 4
    hero(state, 0, "k.ne", "5xl1")
    go(state, 0, "k.c")
    assert state.heroes[0].mp == 3
    lay(state, "t6", "T06")
    hero(state, 0, "t6.nw", "5xl1")
    assert check(state, "pray 1") is refusals.NO_HOLY_PLACE


@pytest.mark.rule("HW-3.3.1.b", "HW-3.3.1.e", "HW-7.1.2.a", "HW-9.1.a", "HW-7.1.3.a")
def test_a_mine_is_activated_once_and_taken_when_nobody_guards_it() -> None:
    state = start()
    state.lay(3, TILES[3])
    state.lay(6, TILES[6])
    hero(state, 0, "k.s", "5xl2")
    events = go(state, 0, "t4.ne", 6)
    assert names(events)[:2] == ["turned", "entered"]
    assert state.sites[at("t4.ne")].visited
    assert state.face[3] == 1
    hero(state, 0, "k.sw", "5xl2")
    lay(state, "t7", "T07")
    events = go(state, 0, "t7.ne", 1)
    assert "controlled" in names(events)
    assert state.sites[at("t7.ne")].owner == 0
    assert state.sites[at("t7.ne")].activated


@pytest.mark.rule(
    "HW-3.3.1.c", "HW-7.1.2.b", "HW-2.0.f", "HW-3.3.1.d", "HW-3.5.a", "HW-8.9.i", "HW-7.1.2.a"
)
def test_ex_38_start_tile_guards_stay_until_dead() -> None:
    state = start()
    hero(state, 0, "k.c", "1xl2")
    go(state, 0, "k.n", 8, 2)
    assert left(state, "k.n") == "5xl1"
    say(state, "done")
    say(state, "pass")
    say(state, "withdraw", 5)
    assert where(state, 0) == "k.c"
    assert (state.heroes[0].mp, state.heroes[0].finished) == (0, 1)
    assert left(state, "k.n") == "5xl1"
    assert state.sites[at("k.n")].owner == -1
    turn(state, 0)
    army(state, 0, "10xl2")
    events = go(state, 0, "k.ne", 2, 1, 20)
    assert "guard_react" in names(events)
    assert left(state, "k.n") == ""
    events = go(state, 0, "k.n")
    assert "guard_roll" not in names(events)
    assert state.sites[at("k.n")].owner == 0


@pytest.mark.rule("HW-3.3.1.a", "HW-3.3.1.g", "HW-3.2.e", "HW-9.2.a", "HW-6.0.c")
def test_each_mine_gives_one_of_its_kind_and_each_city_one_gold() -> None:
    state = start()
    lay(state, "t4", "T04")
    for name in ("k.n", "k.se", "t4.c"):
        guards(state, name, "", owner=0)
    city(state, K, stock=(0, 0, 0, 0))
    income(state)
    assert stock(state, K) == (1, 1, 1, 1)
    guards(state, "k.n", "", owner=1)
    income(state)
    assert stock(state, K) == (2, 2, 1, 2)


@pytest.mark.rule("HW-3.3.1.f", "HW-4.1.i", "HW-4.1.j", "HW-17.1.b")
def test_a_mine_takes_a_garrison_and_gives_it_back_only_before_moving() -> None:
    state = start()
    guards(state, "k.se", "3xl1", owner=0)
    hero(state, 0, "k.se", "2xl2 1xmerc")
    assert "take 1 l1 3 s3" in legal(state)
    assert check(state, "drop 1 s2 1") is refusals.NO_MERC_GARRISON
    assert "drop 1 s2 1" not in legal(state)
    assert check(state, "drop 1 s5 1") is refusals.EMPTY_SECTION
    say(state, "drop 1 s1 2")
    army(state, 0, "2xl2")
    assert check(state, "drop 1 s1 2") is refusals.BAD_AMOUNT
    say(state, "drop 1 s1 1")
    assert left(state, "k.se") == "3xl1 3xl2"
    state.heroes[0].spent = True
    assert check(state, "take 1 l1 3 s2") is refusals.MP_SPENT


@pytest.mark.rule("HW-3.3.2.a", "HW-3.3.2.b", "HW-3.3.2.c", "HW-3.3.2.d", "HW-4.1.h", "HW-12.0.c")
def test_the_own_recruitment_location_wakes_and_gives_units() -> None:
    state = start()
    assert state.grounds[0].status == GROUND_IDLE
    go(state, 0, "k.sw")
    assert state.grounds[K].dump() == {"status": GROUND_ACTIVE, "units": 1}
    assert check(state, "drop 1 s1 1") is refusals.NO_GARRISON
    say(state, "take 1 l1 1 s2")
    assert shown(state, 0) == "10xl2 1xl1"
    assert check(state, "take 1 l1 1 s2") is refusals.NO_POOL
    state.grounds[K] = Ground(GROUND_ACTIVE, 3)
    go(state, 0, "k.s")
    assert check(state, "take 1 l1 1 s2") is refusals.NO_POOL
    for waiting, then in ((0, 1), (19, 20), (20, 20)):
        state.grounds[K] = Ground(GROUND_ACTIVE, waiting)
        clean_up(state, 20, 1)
        assert state.grounds[K].units == then


@pytest.mark.rule("HW-3.3.2.e")
def test_an_active_location_is_closed_to_others_and_an_idle_one_is_not() -> None:
    state = start(war=True)
    hero(state, 0, "a.s", "5xl2")
    assert check(state, "move 1 nw") is None
    state.grounds[A] = Ground(GROUND_ACTIVE, 1)
    assert check(state, "move 1 nw") is refusals.CLOSED_GROUND
    go_on = start(war=True)
    hero(go_on, 0, "a.s", "5xl2")
    go(go_on, 0, "a.sw")
    assert go_on.grounds[A].status == GROUND_IDLE


@pytest.mark.rule("HW-3.3.3.a", "HW-3.3.3.b", "HW-3.3.3.c", "HW-2.0.e")
def test_a_ruin_is_guarded_gives_one_marker_and_is_then_empty() -> None:
    state = start()
    lay(state, "t5", "T05")
    hero(state, 0, "t5.c", "20xl2")
    events = go(state, 0, "t5.n", 1, 1, 20)
    assert "guard_roll" in names(events)
    events = say(state, "raise attack", 0)
    assert "equipment" in names(events)
    assert state.heroes[0].gear == (0,)
    assert state.cup == [EQUIPMENT[0].copies - 1, *[marker.copies for marker in EQUIPMENT[1:]]]
    assert state.sites[at("t5.n")].marks() == ["explored"]
    go(state, 0, "t5.c")
    events = go(state, 0, "t5.n")
    assert names(events) == ["entered"]


@pytest.mark.rule("HW-3.3.4.a", "HW-3.3.4.b", "HW-3.3.4.c", "HW-4.1.b")
def test_a_tower_serves_each_hero_once() -> None:
    state = start()
    lay(state, "t3", "T03")
    hero(state, 0, "t3.c", "5xl2")
    hero(state, 1, "t3.nw", "5xl2")
    turn(state, 0)
    go(state, 0, "t3.n", 3)
    say(state, "raise defense")
    assert state.heroes[0].abilities[1] == RACES[K].abilities[1] + 1
    go(state, 0, "t3.c")
    assert names(go(state, 0, "t3.n")) == ["entered"]
    go(state, 0, "t3.c")
    go(state, 1, "t3.n", 2)
    say(state, "raise attack")
    assert state.sites[at("t3.n")].used == (
        0,
        1,
    )
    go(state, 1, "t3.nw")
    guards(state, "t3.n", "1xl1")
    events = go(state, 0, "t3.n", 1, 20)
    assert "combat" in names(events)


@pytest.mark.rule("HW-3.3.5.a", "HW-3.3.5.b", "HW-12.0.b", "HW-12.0.a")
def test_an_outpost_pays_once_a_round() -> None:
    state = start()
    lay(state, "t4", "T04")
    hero(state, 0, "k.s", "5xl2")
    go(state, 0, "t4.ne", 5)
    assert stock(state, K)[0] == 6
    go(state, 0, "k.s")
    assert names(go(state, 0, "t4.ne")) == ["entered"]
    clean_up(state, 20, 1)
    assert not state.sites[at("t4.ne")].visited


@pytest.mark.rule("HW-2.0.i", "HW-2.0.j")
def test_the_camp_avoids_objectives_even_used_ones() -> None:
    state = start(3, war=True)
    turn(state, 2)
    state.push(T_CAMP, 2)
    assert "camp ne" in legal(state)
    assert check(state, "camp n") is refusals.BAD_CAMP_HEX
    assert check(state, "camp sw") is refusals.BAD_CAMP_HEX
    state.alter(at("b.n")).explored = True
    assert check(state, "camp n") is refusals.BAD_CAMP_HEX


@pytest.mark.rule(
    "HW-4.1.a", "HW-4.1.e", "HW-4.1.f", "HW-11.2.a", "HW-3.2.a", "HW-D.turn", "HW-E.6"
)
def test_units_move_between_display_and_garrison_by_the_menu() -> None:
    state = start()
    city(state, K, garrison="12xl1 3xl2 2xmerc")
    army(state, 0, "19xl1 4xl2")
    found = [text for text in legal(state) if text.startswith("take 1 l1")]
    assert found == [
        "take 1 l1 1 s1",
        *(f"take 1 l1 {n} s3" for n in (1, 2, 5, 10, 12)),
    ]
    assert "take 1 merc 2 s3" in legal(state)
    assert check(state, "take 1 l1 3 s3") is refusals.BAD_AMOUNT
    assert check(state, "take 1 l1 2 s4") is refusals.BAD_SECTION
    assert check(state, "take 1 l1 2 s2") is refusals.BAD_SECTION
    say(state, "take 1 l1 12 s3")
    assert shown(state, 0) == "19xl1 4xl2 12xl1"
    say(state, "drop 1 s2 4")
    assert garrison(state, K, "l2") == 7
    assert state.heroes[0].transfers == 2
    full = start()
    city(full, K, garrison="9xl6")
    army(full, 0, "1xl1 1xl2 1xl3 1xl4 1xl5")
    assert "take 1 l6 9 s6" in legal(full)
    say(full, "take 1 l6 9 s6")
    city(full, K, garrison="1xl2")
    army(full, 0, "1xl1 1xl1 1xl3 1xl4 1xl5 9xl6")
    assert not any(text.startswith("take") for text in legal(full))
    state.heroes[0].transfers = 12
    assert check(state, "drop 1 s1 1") is refusals.NO_TRANSFERS
    assert check(state, "take 1 l2 1 s2") is refusals.NO_TRANSFERS


@pytest.mark.rule("HW-4.1.g", "HW-4.1.j", "HW-4.1.r")
def test_heroes_in_one_hex_hand_units_over_and_must_part() -> None:
    state = start()
    hero(state, 0, "k.ne", "3xl2")
    hero(state, 1, "k.s", "2xl1")
    assert check(state, "give 1 s1 1 s1") is refusals.NO_PARTNER
    hero(state, 1, "k.c", "2xl1")
    turn(state, 0)
    hero(state, 0, "k.ne", "3xl2")
    hero(state, 1, "k.ne", "2xl1")
    say(state, "give 1 s1 2 s2")
    assert (shown(state, 0), shown(state, 1)) == ("1xl2", "2xl1 2xl2")
    assert check(state, "give 1 s1 1 s2") is refusals.BAD_AMOUNT
    assert check(state, "give 1 s2 1 s2") is refusals.EMPTY_SECTION
    assert check(state, "give 2 s1 1 s1") is refusals.BAD_SECTION
    assert state.heroes[1].transfers == 1
    assert check(state, "end") is None
    hero(state, 1, "k.s", "2xl1")
    go(state, 0, "k.c")
    go(state, 0, "k.s")
    assert check(state, "end") is refusals.STILL_TOGETHER


@pytest.mark.rule("HW-4.1.r")
def test_ex_29_the_last_point_does_not_lead_to_the_other_hero() -> None:
    state = start()
    hero(state, 0, "k.ne", "3xl2")
    hero(state, 1, "k.c")
    state.heroes[0].mp = 1
    assert check(state, "move 1 sw") is refusals.SHARED_HEX
    state.heroes[0].mp = 2
    go(state, 0, "k.c")
    assert check(state, "end") is refusals.STILL_TOGETHER
    state.heroes[0].mp = 0
    say(state, "end")
    assert where(state, 0) == "k.ne"


@pytest.mark.rule("HW-4.1.k", "HW-7.1.b")
def test_without_units_a_hero_stays_and_without_a_hero_units_stay() -> None:
    state = start()
    hero(state, 0, "k.ne")
    assert check(state, "move 1 sw") is refusals.NO_ARMY
    assert check(state, "move 2 sw") is refusals.NOT_IN_PLAY
    city(state, K, garrison="5xl1")
    assert legal(state) == ["end"]
    war = start(war=True)
    hero(war, 2, "k.n")
    go(war, 0, "k.ne")
    assert RULESET.to_act(war) == [0]


@pytest.mark.rule("HW-4.1.l", "HW-4.3.4.a", "HW-4.1.u", "HW-11.2.c", "HW-4.1.d")
def test_hero_two_comes_with_the_tavern_or_for_six_gold() -> None:
    state = start()
    city(state, K, stock=(9, 0, 9, 9))
    produce(state)
    say(state, "build k tavern", seat=0)
    assert (where(state, 1), shown(state, 1)) == ("k.c", "")
    assert state.heroes[1].finished == 2
    city(state, A, stock=(6, 0, 0, 0))
    say(state, "hero 2", seat=1)
    assert where(state, 3) == "a.c"
    assert stock(state, A)[0] == 0


@pytest.mark.rule("HW-4.1.p", "HW-4.1.c", "HW-4.1.d")
def test_ex_1_a_dead_hero_costs_six_more_per_death() -> None:
    state = start()
    state.heroes[2].status = DEAD
    state.heroes[2].level = 7
    state.players[1].deaths = 3
    city(state, A, stock=(23, 0, 0, 0))
    produce(state)
    assert check(state, "hero 1", 1) is refusals.TOO_EXPENSIVE
    city(state, A, stock=(24, 0, 0, 0))
    say(state, "hero 1", seat=1)
    assert stock(state, A)[0] == 0
    assert (state.heroes[2].level, shown(state, 2)) == (1, "")
    assert check(state, "hero 1", 1) is refusals.HERO_NOT_FOR_SALE
    city(state, A, holder=0)
    state.heroes[2].status = DEAD
    assert check(state, "hero 1", 1) is refusals.HERO_NOT_FOR_SALE


@pytest.mark.rule("HW-4.1.m", "HW-4.1.d")
def test_hero_two_replaces_a_dead_hero_one_with_ten_gold() -> None:
    state = start(war=True)
    hero(state, 2, "k.ne", "1xl1")
    go(state, 0, "k.ne")
    say(state, "done")
    events = say(state, "attack att1 def1", 20, 1)
    assert "hero_killed" in names(events)
    say(state, "raise attack")
    assert RULESET.to_act(state) == [1]
    say(state, "buy l3 3")
    say(state, "buy l1 1")
    assert (where(state, 3), shown(state, 3)) == ("a.c", "3xl3 1xl1")
    assert state.heroes[3].finished == 2
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("HW-4.1.q", "HW-12.1.b", "HW-12.1.e", "HW-E.2", "HW-E.1")
def test_without_any_hero_a_seat_is_defeated_at_once() -> None:
    state = start(war=True)
    hero(state, 2, "k.ne", "1xl1")
    state.heroes[3].status = DEAD
    state.heroes[3].died = True
    go(state, 0, "k.ne")
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ([1, 2], "last_standing")


@pytest.mark.rule("HW-4.1.n", "HW-4.1.o", "HW-D.appear", "HW-7.5.a", "HW-E.1")
def test_ex_27_a_replacement_appears_near_a_lost_capital_and_gets_its_term() -> None:
    state = start(war=True)
    turn(state, 0, sequence=3)
    hero(state, 0, "a.s", "10xl2")
    hero(state, 2, "a.c")
    city(state, A, stock=(0, 0, 0, 0))
    go(state, 0, "a.c", 1, 1, 1, 1)
    say(state, "raise attack")
    assert state.cities[A].holder == 0
    say(state, "buy l1 7")
    say(state, "buy l3 1")
    gaps = [state.world.distance(at(text.split()[1]), at("a.c")) for text in legal(state)]
    assert (min(gaps), max(gaps)) == (1, 4)
    assert check(state, "appear k.c") is refusals.BAD_APPEAR
    hero(state, 1, "a.s", "1xl1")
    assert check(state, "appear a.s") is refusals.BAD_APPEAR
    free = next(text for text in legal(state) if not text.startswith("appear a."))
    state.turn(at(free.split()[1]) // 7, is_up=False)
    assert check(state, free) is refusals.BAD_APPEAR
    assert check(state, "appear a.n") is refusals.BAD_APPEAR
    say(state, "appear a.ne")
    assert where(state, 3) == "a.ne"
    assert [player.grace for player in state.players] == [0, 0]
    late = start(war=True)
    turn(late, 0, sequence=3)
    late.order = [1, 0]
    late.turn_index = 1
    hero(late, 0, "a.s", "10xl2")
    hero(late, 2, "a.c")
    go(late, 0, "a.c", 1, 1, 1, 1)
    say(late, "raise attack")
    say(late, "buy l2 5")
    say(late, "appear a.ne")
    assert [player.grace for player in late.players] == [0, 1]
    clean_up(late, 20, 1)
    assert [player.fallen for player in late.players] == [0, 0]
    assert [player.grace for player in late.players] == [0, 2]
    turn(late, 1)
    say(late, "end")
    assert late.over


@pytest.mark.rule("HW-4.1.o")
def test_no_term_runs_beyond_the_last_round() -> None:
    state = start(rounds=1)
    city(state, A, holder=0)
    state.players[1].grace = 1
    clean_up(state)
    assert [player.fallen for player in state.players] == [0, 1]


@pytest.mark.rule("HW-4.2.b", "HW-4.3.a")
def test_unit_movement_and_prices_are_tables() -> None:
    assert [UNITS[unit].pace for unit in (4, 7, 16)] == [5, 6, 6]
    assert list(BUILDINGS[TRAINING].prices) == [(4, 0, 5, 2), (4, 0, 4, 3), (3, 0, 3, 5)]


@pytest.mark.rule("HW-4.3.3.a", "HW-8.11.b")
def test_each_hero_trains_once() -> None:
    state = start()
    assert check(state, "train 1 attack") is refusals.NO_TRAINING
    city(state, K, built="training")
    set_ability(state.heroes[0], 0, 12)
    assert check(state, "train 1 attack") is refusals.AT_CAP
    say(state, "train 1 defense")
    assert state.heroes[0].abilities[1] == 4
    assert check(state, "train 1 defense") is refusals.NO_TRAINING


@pytest.mark.rule("HW-17.1.a")
def test_a_hero_has_one_stack_of_mercenaries() -> None:
    state = start()
    army(state, 0, "20xmerc 1xl1")
    assert state.heroes[0].rooms(UNITS[MERC])[2] == 0
    army(state, 0, "1xl1")
    assert state.heroes[0].rooms(UNITS[MERC])[1] == 20
    assert SECTIONS == 6
    assert (UNITS[MERC].level, UNITS[MERC].kind) == (2, CLOSE)


@pytest.mark.rule("HW-3.2.b", "HW-11.2.b", "HW-8.12.b", "HW-11.1.d", "HW-3.2.a", "HW-4.1.e")
def test_a_captured_city_recruits_its_own_race_which_stays_there() -> None:
    state = start(war=True)
    city(state, A, holder=0, stock=(1, 0, 0, 0))
    city(state, K, stock=(5, 0, 0, 0))
    produce(state)
    assert "recruit a l1 2" in legal(state, 0)
    say(state, "recruit a l1 2", seat=0)
    assert (stock(state, A)[0], stock(state, K)[0]) == (0, 4)
    assert garrison(state, A, "l1") == 2
    turn(state, 0)
    hero(state, 0, "a.c", "1xl1")
    assert state.cities[A].hex == at("a.c")
    assert check(state, "take 1 l1 1 s1") is refusals.NO_POOL
    assert not any(text.startswith("take") for text in legal(state))
    assert state.cities[A].buildings.bits == 1
