"""Set-up: seats, armies, initiative, start tiles (chapters 1, 2, 5)."""

from math import atan2, sqrt, tau
from typing import Any

import pytest

from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.errors import InvalidOption, InvalidSeats
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.hero import AVAILABLE, IN_PLAY
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.refusals import BAD_PLACE, EMPTY_ARMY, OVER_BUDGET, TOO_MANY_ARCHERS
from pentarch.engine.heroes.state import T_FLEE
from pentarch.engine.heroes.tables import CAVALRY, RACES, UNITS
from pentarch.engine.heroes.turn.growth import add_equipment
from pentarch.engine.heroes.world.map import LATTICE, START_PLACES, place_distance
from pentarch.engine.ruleset import OMNISCIENT
from tests.engine.heroes.build import (
    A,
    B,
    K,
    at,
    check,
    fresh,
    go,
    guards,
    legal,
    say,
    shown,
    start,
    stock,
    turn,
    where,
)
from tests.playing import new_state


@pytest.mark.rule("HW-1.0.a", "HW-4.1.t", "HW-2.0.g", "HW-3.2.f")
def test_two_or_three_seats_play_different_races_from_their_capitals() -> None:
    state = start(3)
    assert [RACES[player.race].name for player in state.players] == [
        "knights",
        "amazons",
        "barbarians",
    ]
    assert [where(state, hero) for hero in range(6)] == ["k.c", None, "a.c", None, "b.c", None]
    assert [state.cities[race].hex for race in (K, A, B)] == [
        at("k.c"),
        at("a.c"),
        at("b.c"),
    ]
    assert [state.heroes[hero].status for hero in (0, 1)] == [IN_PLAY, AVAILABLE]
    with pytest.raises(InvalidSeats):
        new_state(RULESET, 4, {}, Scripted([]))
    mixed = fresh(2, races="barbarians-knights-amazons")
    assert [player.race for player in mixed.players] == [B, K]
    mixed = start(2, races="barbarians-knights-amazons")
    assert (where(mixed, 0), where(mixed, 2)) == ("b.c", "k.c")
    assert [mixed.cities[race].holder for race in (K, A, B)] == [1, -1, 0]


@pytest.mark.rule("HW-1.1.a", "HW-13.0.a", "HW-8.0.a")
def test_advanced_rules_are_options_and_single_ones_override_the_preset() -> None:
    basic, advanced = fresh(), fresh(preset="advanced")
    assert (basic.method, advanced.method) == (1, 4)
    assert (basic.settings.terrain, advanced.settings.terrain) == (False, True)
    mixed = fresh(preset="advanced", quests="off", combat_method=3)
    assert (mixed.settings.quests, mixed.method) == (False, 3)
    switches = ["terrain", "holy_places", "skills", "honor", "mercenaries"]
    switches += ["special_buildings", "quests"]
    for name in switches:
        single = new_state(RULESET, 2, {name: "on"}, Seeded(1))
        shown: Any = single.settings.dump()
        on = [other for other in switches if shown[other]]
        assert on == (["honor", name] if name == "special_buildings" else [name])
        advanced_shown: Any = fresh(preset="advanced").settings.dump()
        assert advanced_shown[name] == 1
    with pytest.raises(InvalidOption):
        fresh(special_buildings="on", honor="off")


@pytest.mark.rule("HW-5.3.1.a", "HW-5.3.3.a")
def test_numbers_of_a_match_have_bounds() -> None:
    bounds = {
        "tiles": (12, 24),
        "rounds": (1, 40),
        "combat_method": (0, 4),
        "transfer_cap": (4, 40),
        "combat_round_cap": (10, 100),
    }
    for name, (low, high) in bounds.items():
        for number in (low, high):
            new_state(RULESET, 2, {name: number}, Seeded(1))
        for number in (low - 1, high + 1):
            with pytest.raises(InvalidOption, match=name):
                new_state(RULESET, 2, {name: number}, Seeded(1))


@pytest.mark.rule("HW-5.1.a", "HW-D.army")
def test_an_army_is_bought_within_the_budget_with_at_most_three_archers() -> None:
    state = fresh()
    assert check(state, "done") is EMPTY_ARMY
    assert check(state, "buy l2 11") is OVER_BUDGET
    assert check(state, "buy l3 4") is TOO_MANY_ARCHERS
    say(state, "buy l3 3")
    assert check(state, "buy l3 1") is TOO_MANY_ARCHERS
    say(state, "done")
    assert RULESET.to_act(state) == [1]
    assert [player.budget for player in state.players] == [0, 20]


@pytest.mark.rule("HW-5.1.a", "HW-5.1.c", "HW-D.army")
def test_ex_2_a_spent_budget_ends_the_purchase() -> None:
    state = fresh()
    for text in ("buy l1 4", "buy l2 2", "buy l1 3", "buy l3 3"):
        say(state, text, seat=0)
    assert shown(state, 0) == "7xl1 2xl2 3xl3"
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("HW-5.1.b")
def test_the_starting_stock_is_apart_from_the_budget() -> None:
    state = start()
    assert stock(state, K) == stock(state, A) == (4, 0, 2, 2)


@pytest.mark.rule("HW-5.2.a", "HW-5.2.b", "HW-5.3.2.d")
def test_initiative_ties_are_rolled_again_and_the_first_places_first() -> None:
    state = fresh(3)
    for seat in (0, 1):
        say(state, "buy l2 10", seat=seat)
    events = say(state, "buy l2 10", 12, 17, 17, 4, 9, seat=2)
    assert [event.values[0] for event in events if event.name == "init_roll"] == [12, 17, 17, 4, 9]
    assert state.order == [2, 0, 1]
    assert RULESET.to_act(state) == [2]


@pytest.mark.rule("HW-5.3.2.e", "HW-5.3.2.f", "HW-D.place", "HW-3.1.b")
def test_start_tiles_keep_eight_hexes_apart() -> None:
    state = fresh()
    say(state, "buy l2 10", seat=0)
    say(state, "buy l2 10", 20, 1, seat=1)
    assert len(legal(state)) == len(START_PLACES[0])
    for first in range(9):
        twin = state.copy()
        say(twin, f"place e{first + 1}")
        far = [place for place in range(9) if place_distance(12, first, place) >= 8]
        assert legal(twin) == [f"place e{place + 1}" for place in far]
    say(state, "place e1")
    assert check(state, "place e1") is BAD_PLACE
    assert check(state, "place e2") is BAD_PLACE
    say(state, "place e5", 20, 1)
    assert (where(state, 0), state.heroes[0].status) == ("k.c", IN_PLAY)
    assert state.cities[K].hex == at("k.c")
    assert state.face[24] == state.face[25] == 1
    assert (start(2).places, start(3).places) == ([0, 4, -1], [0, 3, 6])


@pytest.mark.rule("HW-5.3.1.a", "HW-5.3.2.a", "HW-5.3.2.b", "HW-3.1.a")
def test_terrain_tiles_lie_shuffled_and_hidden() -> None:
    with pytest.raises(InvalidOption):
        fresh(tiles=11)
    state = fresh(tiles=13)
    assert sorted(tile.number for tile in state.tiles[:13]) == list(range(13))
    assert [tile.number for tile in state.tiles[:13]] != list(range(13))
    picked = fresh(tiles=24, tile_pick="random")
    assert sorted(tile.number for tile in picked.tiles[:24]) == list(range(24))
    assert sum(state.face) == 0
    view = RULESET.view(state, 0)
    assert isinstance(view, dict)
    slots, everything = view["slots"], RULESET.view(state, OMNISCIENT)
    assert isinstance(slots, list)
    assert all(isinstance(slot, dict) and slot["tile"] is None for slot in slots)
    assert everything != view


@pytest.mark.rule("HW-5.3.2.c")
def test_every_slot_from_the_third_on_touches_two_earlier_ones() -> None:
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    for index, (a, b) in enumerate(LATTICE[2:], start=2):
        earlier = LATTICE[:index]
        assert sum((a + da, b + db) in earlier for da, db in steps) >= 2


@pytest.mark.rule("HW-5.3.2.e")
def test_start_places_are_all_edges_that_touch_two_tiles_clockwise_from_north() -> None:
    steps = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

    def angle(slot: tuple[int, int]) -> float:
        # Seen from the point where t1, t2 and t3 meet, x to the east and y to the south.
        a, b = slot[0] - 1 / 3, slot[1] - 1 / 3
        q, r = 2 * a - b, a + 3 * b
        return atan2(1.5 * q, -sqrt(3) * (r + q / 2)) % tau

    for tiles in range(12, 25):
        used = LATTICE[:tiles]
        edges = {(a + da, b + db) for a, b in used for da, db in steps}.difference(used)
        fit = [(a, b) for a, b in edges if sum((a + x, b + y) in used for x, y in steps) >= 2]
        assert tuple(sorted(fit, key=angle)) == START_PLACES[tiles - 12]


@pytest.mark.rule("HW-2.0.h", "HW-4.2.a")
def test_level_is_price_and_level_three_shoots() -> None:
    assert [unit.gold for unit in UNITS[:6]] == [1, 2, 3, 4, 5, 6]
    assert [unit.word for unit in UNITS if unit.is_ranged] == [2, 2, 2, 2]
    assert [UNITS[unit].kind for unit in (4, 7, 16)] == [CAVALRY] * 3


@pytest.mark.rule("HW-2.0.a", "HW-4.1.c", "HW-7.1.1.a")
def test_ex_3_equipment_adds_to_movement() -> None:
    state = start()
    assert state.heroes[0].abilities == RACES[K].abilities
    add_equipment(Play(state, Seeded(1)), state.heroes[0], 6)
    turn(state, 0)
    assert state.heroes[0].mp == 6
    go(state, 0, "k.ne")
    assert state.heroes[0].mp == 5


@pytest.mark.rule("HW-D.vote", "HW-19.0.b")
def test_the_most_voted_method_is_played_and_ties_are_drawn() -> None:
    state = fresh(3, method_vote=True)
    for seat in range(3):
        say(state, "buy l2 10", seat=seat)
    assert legal(state, 0) == [f"vote {method}" for method in (1, 2, 3, 4)]
    say(state, "vote 3", seat=0)
    say(state, "vote 2", seat=1)
    say(state, "vote 3", 20, 1, 1, seat=2)
    assert state.method == 3
    tied = fresh(2, method_vote=True)
    for seat in range(2):
        say(tied, "buy l2 10", seat=seat)
    say(tied, "vote 2", seat=0)
    say(tied, "vote 4", 1, 20, 1, seat=1)
    assert tied.method == 4


@pytest.mark.rule("HW-D.method", "HW-19.0.c")
def test_the_method_changes_only_by_all_votes() -> None:
    state = fresh(2, method_change=True, start_placement="auto")
    say(state, "buy l2 10", seat=0)
    say(state, "buy l2 10", 20, 1, 20, 1, seat=1)
    assert legal(state, 0) == ["vote keep", "vote 1", "vote 2", "vote 3", "vote 4"]
    say(state, "vote 4", seat=0)
    say(state, "vote keep", seat=1)
    assert state.method == 1
    again = fresh(2, method_change=True, start_placement="auto")
    say(again, "buy l2 10", seat=0)
    say(again, "buy l2 10", 20, 1, 20, 1, seat=1)
    calm = again.copy()
    for seat in (0, 1):
        say(again, "vote 4", seat=seat)
        say(calm, "vote keep", seat=seat)
    assert (again.method, calm.method) == (4, 1)


@pytest.mark.rule("HW-D.0")
def test_a_decision_without_a_choice_is_still_a_step() -> None:
    state = start(3)
    guards(state, "t11.nw", "1xl1")
    state.push(T_FLEE, at("t11.nw"))
    assert RULESET.to_act(state) == [2]
    assert legal(state)
    assert check(state, "end") is WRONG_DECISION
