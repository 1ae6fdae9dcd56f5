"""Map, posts, cards, houses and the race around the continent."""

from collections import Counter

import pytest

from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.errors import InvalidOption
from pentarch.engine.options import choose
from pentarch.engine.tradewarz import RULESET, refusals, voyage
from pentarch.engine.tradewarz.board import Gate
from pentarch.engine.tradewarz.lattice import (
    GATES,
    INNER_TILES,
    RIM_TILES,
    SPACE_NAMES,
    SPACES,
    TOUCHING,
)
from pentarch.engine.tradewarz.state import HOUSES, POSTS, SAILING, TURN, State
from pentarch.engine.tradewarz.tables import LAKE, MOUNTAIN, NONE, TERRAIN_NAMES
from tests.engine.tradewarz.build import (
    check,
    do,
    goods,
    legal,
    names,
    soldiers,
    space,
    start,
)
from tests.playing import new_state

MAPS = [voyage.deal_tiles(Seeded(seed)) for seed in range(20)]


def fresh(seats: int = 2, seed: int = 1, **options: bool | int | str) -> State:
    state: State = new_state(RULESET, seats, dict(options), Seeded(seed))
    return state


def at_sea(at: int, roll: int, *taken: int, **options: bool) -> State:
    """p1's ship at a position with a roll, some docks taken by p2's capital."""
    state = fresh(**options)
    for house in state.houses:
        house.banner = house.seat
    state.decision = SAILING
    state.houses[0].ship = at
    state.march.roll = roll
    for dock in taken:
        state.gates[dock - 1] = Gate(1, 0)
    return state


@pytest.mark.rule("TW-MAP.1", "TW-MAP.3")
def test_the_map_has_all_its_tiles_and_mixes_the_inner_ones() -> None:
    for terrain in MAPS:
        counts = Counter(TERRAIN_NAMES[kind] for kind in terrain)
        assert counts == {"wheat": 12, "lumber": 12, "mining": 12, "mountain": 7, "lake": 6}
        assert sum(terrain[place] >= MOUNTAIN for place in INNER_TILES) == 13
        assert len(INNER_TILES) == 25
    for place in INNER_TILES:
        kinds = {terrain[place] >= MOUNTAIN for terrain in MAPS}
        assert kinds == {False, True}, "fields and obstacles are mixed"


@pytest.mark.rule("TW-MAP.2")
def test_the_rim_has_fields_only() -> None:
    for terrain in MAPS:
        assert all(terrain[place] < MOUNTAIN for place in RIM_TILES)
    assert len(RIM_TILES) == 24


@pytest.mark.rule("TW-MAP.5")
def test_a_square_touches_four_tiles_and_only_they_take_its_silos() -> None:
    state = start()
    do(state, 0, "march", dice=(1,))
    do(state, 0, "move gate1 1", "step s12", "stop", "end")
    do(state, 1, "resources gold gold")
    do(state, 0, "build")
    squares = [c for c in legal(state, 0) if c.startswith("build settlement s12")]
    assert [c.split()[-1] for c in squares] == ["a2", "a3", "b2", "b3"]
    assert check(state, 0, "build settlement s12 silo c3") is refusals.NO_FIELD


@pytest.mark.rule("TW-TP.1")
def test_random_posts_lie_on_different_squares_by_obstacles() -> None:
    for seed in range(20):
        state = fresh(4, seed)
        assert len({post.square for post in state.posts}) == 4
        for post in state.posts:
            assert voyage.touches_obstacle(state.land, post.square)
            assert post.square not in voyage.GATE_SIDES


@pytest.mark.rule("TW-TP.1")
def test_seats_place_posts_in_turn_on_squares_by_obstacles() -> None:
    state = fresh(3, post_placement="players")
    assert state.decision == POSTS
    assert RULESET.to_act(state) == [0]
    spots = [space(c.split()[2]) for c in legal(state, 0)]
    by_obstacle = [
        s
        for s in range(GATES, SPACES)
        if any(state.land.terrain[place] in (MOUNTAIN, LAKE) for place in TOUCHING[s])
    ]
    assert spots == [s for s in by_obstacle if s not in voyage.GATE_SIDES]
    assert check(state, 0, "post 2 s33") is refusals.OTHER_POST
    assert check(state, 0, "post 1 s12") is refusals.POST_BY_GATE
    assert check(state, 0, "post 1 s11") is (
        None if space("s11") in by_obstacle else refusals.POST_WITHOUT_OBSTACLE
    )
    first = legal(state, 0)[0]
    do(state, 0, first)
    assert RULESET.to_act(state) == [1]
    assert check(state, 1, first.replace("post 1", "post 2")) is refusals.POST_TAKEN
    do(state, 1, legal(state, 1)[0])
    do(state, 2, legal(state, 2)[0])
    assert state.decision == HOUSES


@pytest.mark.rule("TW-TP.1")
def test_a_post_without_obstacle_is_refused() -> None:
    state = fresh(2, post_placement="players")
    dry = [
        s
        for s in range(GATES, SPACES)
        if not voyage.touches_obstacle(state.land, s) and s not in voyage.GATE_SIDES
    ]
    found = [check(state, 0, f"post 1 {SPACE_NAMES[s]}") for s in dry]
    assert found
    assert all(refusal is refusals.POST_WITHOUT_OBSTACLE for refusal in found)


@pytest.mark.rule("TW-TP.2", "TW-TP.3")
def test_the_number_of_posts_follows_the_seats() -> None:
    assert [len(fresh(seats).posts) for seats in (2, 3, 4, 5, 6)] == [3, 3, 4, 4, 4]


@pytest.mark.rule("TW-CARD.1")
def test_everybody_gets_six_of_the_48_battle_cards() -> None:
    for seed in range(10):
        state = fresh(6, seed)
        dealt_out = [card for house in state.houses for card in house.deck.cards]
        assert len(dealt_out) == 36
        assert all(count <= 4 for count in Counter(dealt_out).values())
    dealt = {tuple(sorted(fresh(2, seed).houses[0].deck.cards)) for seed in range(10)}
    assert len(dealt) > 5, "the pack is shuffled before it is dealt"
    same = fresh(6, battle_deal="equal")
    for house in same.houses:
        assert sorted(house.deck.cards) == [0, 3, 5, 7, 9, 11]
        assert sum(house.deck.known) == 6


@pytest.mark.rule("TW-CARD.6")
def test_the_morale_deck_has_48_cards_and_hands_start_empty() -> None:
    state = fresh()
    assert len(state.morale) == 48
    assert all(sum(house.hand) == 0 for house in state.houses)


@pytest.mark.rule("TW-SEA.1")
def test_each_house_is_taken_once() -> None:
    state = fresh(3)
    do(state, 0, "house velmar")
    assert check(state, 1, "house velmar") is refusals.HOUSE_TAKEN
    assert len(legal(state, 1)) == 5
    assert check(state, 1, "sail") is WRONG_DECISION


@pytest.mark.rule("TW-SEA.3")
def test_tied_seats_roll_again_for_the_sailing_order() -> None:
    """Worked example R12: 6, 4, 4, 2, then 5 and 3 between the tied."""
    state = fresh(4)
    for seat in range(3):
        do(state, seat, f"house {('auren', 'karsk', 'velmar')[seat]}")
    faces = (6, 6, 2, 4, 2, 4, 1, 1, 6, 4, 2, 1, 1, 1)
    events = RULESET.apply(state, 3, RULESET.read("house sablen"), Scripted(list(faces)))
    rolls = [sum(int(v) for v in e.values) for e in events if e.name == "order_roll"]
    assert rolls == [6, 4, 4, 2, 5, 3]
    assert state.order == [0, 1, 2, 3]


@pytest.mark.rule("TW-SEA.4", "TW-TURN.10")
def test_ships_start_at_the_compass_and_roll_both_dice() -> None:
    state = fresh()
    do(state, 0, "house auren")
    events = RULESET.apply(state, 1, RULESET.read("house karsk"), Scripted([6, 6, 1, 1, 2, 4]))
    assert [house.ship for house in state.houses] == [0, 0]
    assert [e.values for e in events if e.name == "sail_roll"] == [(2, 2)]
    assert state.march.roll == 4
    do(state, 0, "sail", dice=(1, 1))
    assert [house.ship for house in state.houses] == [4, 0]


@pytest.mark.rule("TW-SEA.5")
def test_ships_at_sea_sail_in_order_until_all_have_docked() -> None:
    state = fresh()
    do(state, 0, "house auren")
    RULESET.apply(state, 1, RULESET.read("house karsk"), Scripted([6, 6, 1, 1, 4, 4]))
    assert RULESET.to_act(state) == [0]
    do(state, 0, "dock 1", dice=(6, 6))
    assert RULESET.to_act(state) == [1]
    do(state, 1, "sail", dice=(6, 6))
    assert RULESET.to_act(state) == [1]
    do(state, 1, "dock 2")
    assert state.decision == TURN
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("TW-SEA.11", "TW-SEA.5")
def test_year_1_is_played_in_sailing_order() -> None:
    state = fresh(3)
    for seat in range(2):
        do(state, seat, f"house {('auren', 'karsk')[seat]}")
    # Sums 2, 4 and 6: p3 sails first, p1 last; then p3 rolls 6.
    faces = [1, 1, 2, 4, 6, 6, 6, 6]
    RULESET.apply(state, 2, RULESET.read("house velmar"), Scripted(faces))
    do(state, 2, "dock 1", dice=(6, 6))
    do(state, 1, "sail", dice=(6, 6))
    do(state, 0, "sail", dice=(6, 6))
    do(state, 1, "dock 2", dice=(6, 6))
    do(state, 0, "dock 3")
    for seat in (2, 1, 0):
        assert (state.decision, RULESET.to_act(state)) == (TURN, [seat])
        do(state, seat, "resources gold gold")


@pytest.mark.rule("TW-SEA.6")
def test_a_ship_docks_anywhere_within_its_roll_or_sails_all_of_it() -> None:
    state = at_sea(2, 6)
    assert legal(state, 0) == ["dock 1", "dock 2", "sail"]
    assert check(state, 0, "dock 3") is refusals.DOCK_OUT_OF_REACH
    assert check(at_sea(2, 6, 1), 0, "dock 1") is refusals.DOCK_TAKEN
    do(state, 0, "sail")
    assert state.houses[0].ship == 8


@pytest.mark.rule("TW-SEA.7")
def test_dock_8_is_reached_only_after_a_lap() -> None:
    assert check(at_sea(0, 6), 0, "dock 8") is refusals.DOCK_OUT_OF_REACH
    assert check(at_sea(27, 5), 0, "dock 8") is None
    assert check(at_sea(27, 4), 0, "dock 8") is refusals.DOCK_OUT_OF_REACH
    # Beyond it the next chance is a lap away.
    assert check(at_sea(33, 6), 0, "dock 8") is refusals.DOCK_OUT_OF_REACH
    assert check(at_sea(59, 5), 0, "dock 8") is None


@pytest.mark.rule("TW-SEA.8")
def test_past_the_compass_a_ship_docks_at_the_first_chance() -> None:
    """Worked example O1."""
    state = at_sea(30, 5)
    assert legal(state, 0) == ["dock 8", "sail"]
    do(state, 0, "sail")
    assert state.houses[0].ship == 35
    late = at_sea(35, 2)
    assert legal(late, 0) == ["dock 1"]
    assert check(late, 0, "sail") is refusals.MUST_DOCK
    assert legal(at_sea(35, 2, 1), 0) == ["sail"]
    assert legal(at_sea(32, 4), 0) == ["dock 1"]
    assert check(at_sea(32, 4), 0, "sail") is refusals.MUST_DOCK


@pytest.mark.rule("TW-SEA.9")
def test_with_full_lap_nobody_docks_before_the_compass() -> None:
    state = at_sea(2, 6, full_lap=True)
    assert legal(state, 0) == ["sail"]
    assert check(state, 0, "dock 1") is refusals.LAP_FIRST
    assert check(at_sea(27, 4, full_lap=True), 0, "dock 7") is refusals.LAP_FIRST
    assert legal(at_sea(30, 6, full_lap=True), 0) == ["dock 1", "dock 8", "sail"]


@pytest.mark.rule("TW-SEA.2", "TW-SEA.10", "TW-CAP.1", "TW-REC.3")
def test_docking_brings_the_capital_two_soldiers_and_six_of_everything() -> None:
    state = at_sea(2, 2)
    events = do(state, 0, "dock 1")
    assert "docked" in names(events)
    assert state.houses[0].gate == 0
    assert state.gates[0].owner == 0
    assert soldiers(state, 0, "gate1") == 2
    assert state.houses[0].reserve == 8
    assert goods(state, 0) == [6, 6, 6, 6]
    assert [gate.owner for gate in state.gates].count(NONE) == GATES - 1


@pytest.mark.rule("TW-ALL.4")
def test_an_alliance_larger_than_the_table_is_no_option() -> None:
    with pytest.raises(InvalidOption):
        fresh(3, alliance_max=3)
    assert fresh(4, alliance_max=3).settings.alliance_max == 3
    assert choose(RULESET.info.options, {}).number("alliance_max") == 2
