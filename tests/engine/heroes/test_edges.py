"""Edges of the basic rules that whole situations pass over: who begins, who may not, who rolls."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.heroes import RULESET, refusals
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.score import categories_won
from pentarch.engine.heroes.state import T_CAMP, State
from pentarch.engine.heroes.tables import RACES
from pentarch.engine.heroes.turn.fate import conquer, kill_hero
from pentarch.engine.heroes.turn.growth import add_equipment
from pentarch.engine.heroes.world.map import DIRECTIONS, SLOT_NAMES
from pentarch.engine.heroes.world.tile import TILE_NAMES, TILES
from tests.engine.heroes.build import (
    A,
    B,
    K,
    army,
    at,
    check,
    city,
    clean_up,
    combat,
    count,
    duel_in_the_open,
    fresh,
    go,
    guards,
    hero,
    lay,
    left,
    legal,
    names,
    say,
    start,
    stock,
    turn,
    where,
)


@pytest.mark.rule("HW-2.0.b", "HW-2.0.c", "HW-4.1.s", "HW-7.2.c")
def test_who_enters_attacks_and_who_was_there_begins() -> None:
    c = combat(duel_in_the_open("5xl1", "5xl1"))
    assert (c.seats, c.leads, c.initiative) == ((0, 1), [0, 2], 1)


@pytest.mark.rule("HW-2.0.e", "HW-8.13.b")
def test_equipment_goes_with_its_hero() -> None:
    state = start()
    p = Play(state, Scripted([]))
    add_equipment(p, state.heroes[2], 1)
    assert state.heroes[2].ability(0) == RACES[A].abilities[0] + 2
    kill_hero(p, state.heroes[2], None)
    assert (state.heroes[2].ability(0), state.heroes[2].gear) == (RACES[A].abilities[0], ())


@pytest.mark.rule("HW-2.0.f", "HW-9.1.b")
def test_a_garrison_is_no_guard() -> None:
    state = start()
    guards(state, "k.n", "9xl6", owner=0)
    assert names(go(state, 0, "k.ne")) == ["entered"]
    assert "combat" not in names(go(state, 0, "k.n"))


@pytest.mark.rule("HW-5.3.2.e")
def test_a_third_start_tile_lies_as_far_away_as_there_is_room() -> None:
    state = fresh(3, tiles=13)
    for seat in (0, 1):
        say(state, "buy l2 10", seat=seat)
    say(state, "buy l2 10", 20, 1, 2, seat=2)
    say(state, "place e8")
    say(state, "place e3")
    assert legal(state)
    say(state, legal(state)[0], 20, 1, 2)


@pytest.mark.rule("HW-7.3.1.1.a")
def test_guards_react_by_their_highest_level() -> None:
    for roll, reacts in ((6, True), (7, False)):
        state = start()
        guards(state, "k.n", "1xl1 1xl3")
        hero(state, 0, "k.c", "5xl2")
        dice = (1, 20, 8, 2) if reacts else ()
        assert ("combat" in names(go(state, 0, "k.ne", roll, *dice))) is reacts


@pytest.mark.rule("HW-7.3.1.d")
def test_after_one_reaction_no_other_group_checks() -> None:
    state = start()
    lay(state, "t7", "T07")
    guards(state, "t7.ne", "1xl4")
    guards(state, "k.n", "1xl2")
    hero(state, 0, "k.c", "10xl2")
    events = go(state, 0, "k.nw", 8, 2, 2)
    assert [event.values for event in events if event.name == "guard_react"] == [("t7.ne", 8)]
    assert state.checked == [at("t7.ne")]


@pytest.mark.rule("HW-7.4.a", "HW-7.4.g")
def test_the_holder_of_the_camp_is_asked_first_in_his_turn() -> None:
    state = start(3)
    for _ in range(2):
        assert "camp stay" not in legal(state)
        say(state, "end")
    assert (RULESET.to_act(state), "camp stay" in legal(state)) == ([2], True)
    captured = start(3)
    city(captured, B, holder=1)
    hero(captured, 4, "b.nw", "1xl1")
    say(captured, "end")
    assert (RULESET.to_act(captured), "camp stay" in legal(captured)) == ([1], True)


@pytest.mark.rule("HW-7.4.b")
def test_the_camp_stays_off_face_down_tiles() -> None:
    state = start(3)
    lay(state, "t11", "T13")
    state.cities[B].hex = at("b.s")
    turn(state, 2)
    state.push(T_CAMP, 2)
    onto = DIRECTIONS[state.world.neighbours[at("b.s")].index(at("t11.nw"))]
    state.lay(SLOT_NAMES.index("t11"), TILES[TILE_NAMES.index("T05")])
    assert check(state, f"camp {onto}") is None
    state.turn(SLOT_NAMES.index("t11"), is_up=False)
    assert check(state, f"camp {onto}") is refusals.BAD_CAMP_HEX


@pytest.mark.rule("HW-8.0.d")
def test_the_strongest_guards_strike_first() -> None:
    state = start()
    lay(state, "t4", "T04")
    guards(state, "t4.c", "4xl1 2xl2")
    hero(state, 0, "t4.n", "5xl1")
    events = go(state, 0, "t4.c", 13, 10, 14, 10)
    strikes = [event.values[0] for event in events if event.name == "strike"]
    assert strikes == ["def2", "def1"]


@pytest.mark.rule("HW-8.0.e")
def test_nobody_leads_the_guards_against_himself() -> None:
    state = start(3, guard_control="left_player")
    hero(state, 0, "k.c", "1xl2")
    hero(state, 2, "k.nw", "5xl1")
    go(state, 0, "k.n")
    assert RULESET.to_act(state) == [1]
    for text in ("done", "done", "pass"):
        say(state, text)
    say(state, "withdraw", 1, 2)
    assert combat(state).seats == (-1, 1)
    assert RULESET.to_act(state) == [2]


@pytest.mark.rule("HW-8.4.1.a", "HW-8.4.2.a")
def test_archers_reach_anybody_and_close_stacks_reach_cavalry() -> None:
    state = duel_in_the_open("3xl1 2xl3", "5xl1 2xl3 1xl5")
    say(state, "done")
    assert [text for text in legal(state) if text.startswith("attack att2")] == [
        f"attack att2 def{number}" for number in (1, 2, 3)
    ]
    front = duel_in_the_open("5xl1 1xl2", "3xl1 2xl2")
    say(front, "done")
    say(front, "done")
    assert "attack att1 def2" in legal(front)


@pytest.mark.rule("HW-8.5.1.a")
def test_fire_is_met_by_a_bare_die_and_risks_nothing() -> None:
    state = duel_in_the_open("3xl3", "5xl4")
    say(state, "attack att1 def1", 9, 14)
    assert (count(state, "att1"), count(state, "def1")) == (3, 2)
    missed = duel_in_the_open("3xl3", "5xl4")
    say(missed, "attack att1 def1", 1, 20)
    assert (count(missed, "att1"), count(missed, "def1")) == (3, 5)


@pytest.mark.rule("HW-8.5.2.c")
def test_twenty_defend_no_better_than_one() -> None:
    state = duel_in_the_open("5xl1", "20xl1")
    say(state, "done")
    say(state, "attack att1 def1", 10, 9)
    assert (count(state, "att1"), count(state, "def1")) == (5, 15)


@pytest.mark.rule("HW-8.9.h")
def test_nobody_retreats_to_guards() -> None:
    state = start(war=True)
    hero(state, 0, "t4.s", "5xl1")
    hero(state, 2, "t4.se", "5xl1")
    ways = {}
    for guarded in (False, True):
        twin = state.copy()
        if guarded:
            guards(twin, "t4.ne", "1xl1")
        go(twin, 0, "t4.se")
        for text in ("done", "done", "pass", "stay"):
            say(twin, text)
        say(twin, "withdraw", 7)
        ways[guarded] = len(legal(twin))
    assert ways[True] == ways[False] - 1


@pytest.mark.rule("HW-8.10.b", "HW-E.6")
def test_the_last_round_of_a_combat_breaks_it_off() -> None:
    state = duel_in_the_open("20xl1", "20xl1")
    combat(state).round = state.settings.combat_round_cap
    say(state, "attack def1 att1", 10, 10)
    for text in ("done", "pass"):
        say(state, text)
    assert "broken_off" in names(say(state, "stay"))


@pytest.mark.rule("HW-8.11.a")
def test_the_level_of_the_dead_does_not_count_in_the_arena() -> None:
    state = duel_in_the_open("9xl2", "3xl4 1xl1")
    say(state, "done")
    say(state, "attack att1 def1", 20, 1)
    assert combat(state).killed == [3, 0]
    for text in ("pass", "stay", "done"):
        say(state, text)
    say(state, "attack att1 def2", 20, 1)
    assert (state.heroes[0].level, state.heroes[0].experience) == (2, 4)


@pytest.mark.rule("HW-8.12.f")
def test_an_owner_rolls_nothing_even_for_a_neutral_capital() -> None:
    state = start(war=True)
    city(state, K, holder=-1, stock=(7, 1, 1, 1))
    conquer(Play(state, Scripted([])), state.cities[K], 0)
    assert (state.cities[K].holder, stock(state, K)) == (0, (7, 1, 1, 1))


@pytest.mark.rule("HW-12.1.d")
def test_a_shared_category_is_won_by_all_who_share_it() -> None:
    state = start()
    for seat in (0, 1):
        army(state, 2 * seat, "5xl2")
    assert categories_won(state) == [3, 3]
    guards(state, "k.n", "", owner=0)
    assert categories_won(state) == [3, 2]


@pytest.mark.rule("HW-4.1.o", "HW-12.1.a")
def test_a_term_ends_at_a_check_that_finds_the_capital_neutral() -> None:
    state = start(3, war=True)
    state.players[1].grace = 1
    city(state, A, holder=-1)
    clean_up(state, 20, 1, 1)
    assert (
        [player.fallen for player in state.players],
        [player.grace for player in state.players],
    ) == ([0, 0, 0], [0, 0, 0])
    city(state, A, holder=2)
    clean_up(state, 20, 1)
    assert [player.fallen for player in state.players] == [0, 1, 0]


def tower_of_two(second: str) -> State:
    """Hero 1 stands in a tower that he has used, Hero 2 with some army next to it."""
    state = start(war=True)
    lay(state, "t3", "T03")
    hero(state, 0, "t3.n", "5xl2")
    state.alter(at("t3.n")).used = (0,)
    hero(state, 1, "t3.c", second)
    turn(state, 0)
    return state


@pytest.mark.rule("HW-3.3.4.a", "HW-7.1.2.b")
def test_guards_whom_a_second_hero_leaves_in_a_tower_fight_the_first() -> None:
    state = tower_of_two("9xl1")
    go(state, 1, "t3.n", 4, 20, 1)
    for text in ("done", "pass"):
        say(state, text)
    say(state, "withdraw", 1, 10, 10)
    assert (where(state, 0), where(state, 1)) == ("t3.n", "t3.c")
    c = combat(state)
    assert (c.seats, c.leads, c.hex, c.initiative) == ((-1, 0), [-1, 0], at("t3.n"), 0)
    say(state, "attack def1 att1", 20, 1)
    # He had his benefit; whoever comes next checks for guards anew.
    assert (state.combat, left(state, "t3.n"), state.sites[at("t3.n")].cleared) == (None, "", 0)


@pytest.mark.rule("HW-3.3.4.a", "HW-7.1.2.b")
def test_guards_who_killed_a_second_hero_in_a_tower_fight_the_first() -> None:
    state = tower_of_two("1xl1")
    go(state, 1, "t3.n", 4, 20, 1, 10, 10)
    assert not state.heroes[1].in_play()
    assert combat(state).leads == [-1, 0]
