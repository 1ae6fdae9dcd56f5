"""BUILD: settlements, villages, castles and universities."""

import pytest

from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.build import university_cost
from pentarch.engine.tradewarz.economy import income
from pentarch.engine.tradewarz.lattice import TILE_NAMES
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import NONE
from tests.engine.tradewarz.build import (
    army,
    building,
    check,
    do,
    goods,
    hold,
    legal,
    own,
    space,
    start,
    stock,
    values,
)


def builder(where: str = "s33", tiles: str = "") -> State:
    """p1 with a soldier on a square and plenty of everything, in the BUILD decision."""
    state = start(tiles=tiles)
    army(state, 0, where, 1)
    stock(state, 0, 20, 20, 20, 20)
    do(state, 0, "build")
    return state


def again(state: State) -> None:
    """p1's next turn, with another BUILD."""
    do(state, 1, "resources gold gold")
    state.houses[0].tokens[1] = 2
    state.houses[1].tokens[3] = 2
    do(state, 0, "build")


def silo_tiles(state: State, where: str) -> list[str]:
    """The tiles that carry the silos of a building, empty for none."""
    building = state.building(space(where))
    places = (building.silo, building.second_silo)
    return [TILE_NAMES[place] if place != NONE else "" for place in places]


@pytest.mark.rule("TW-BLD.1", "TW-TURN.5")
@pytest.mark.parametrize(
    "command",
    [
        "build settlement s33 silo c3",
        "build village s33 silo c3 c3",
        "build upgrade s44 silo d4",
        "build castle s55",
        "build university economy 2",
    ],
)
def test_one_build_makes_one_thing(command: str) -> None:
    state = builder()
    building(state, 0, "s44", "settlement")
    building(state, 0, "s55", "village")
    do(state, 0, command)
    assert RULESET.to_act(state) == [1]
    assert legal(state, 0) == []


@pytest.mark.rule("TW-BLD.2", "TW-BLD.4")
def test_a_building_needs_an_own_soldier_and_a_free_square() -> None:
    state = builder()
    army(state, 1, "s44", 1)
    assert check(state, 0, "build settlement s44 silo d4") is refusals.NO_BUILDER
    do(state, 0, "build settlement s33 silo c3")
    again(state)
    assert check(state, 0, "build settlement s33 silo c3") is refusals.SITE_TAKEN
    assert check(state, 0, "build village s33 silo c3 c3") is refusals.SITE_TAKEN
    assert not any("gate" in command for command in legal(state, 0))


@pytest.mark.rule("TW-BLD.3", "TW-BLD.11")
def test_six_squares_are_all() -> None:
    state = builder()
    for where in ("s11", "s12", "s13", "s14", "s15"):
        building(state, 0, where, "settlement")
    assert check(state, 0, "build settlement s33 silo c3") is None
    building(state, 0, "s16", "settlement")
    assert check(state, 0, "build settlement s33 silo c3") is refusals.NO_SITES_LEFT
    assert check(state, 0, "build upgrade s11 silo a1") is None
    more = builder()
    for where in ("s11", "s12", "s13", "s14", "s15", "s16", "s21"):
        building(more, 0, where, "castle")
    assert check(more, 0, "build settlement s33 silo c3") is refusals.NO_SITES_LEFT


@pytest.mark.rule("TW-BLD.4", "TW-BLD.15")
def test_settlement_and_village_have_their_prices() -> None:
    state = builder()
    do(state, 0, "build settlement s33 silo c3")
    assert goods(state, 0) == [20, 18, 20, 19]
    other = builder()
    do(other, 0, "build village s33 silo c3 d3")
    assert goods(other, 0) == [19, 17, 18, 19]
    poor = builder()
    stock(poor, 0, 0, 2, 2, 1)
    assert check(poor, 0, "build settlement s33 silo c3") is None
    assert check(poor, 0, "build village s33 silo c3 c3") is refusals.CANNOT_PAY
    stock(poor, 0, 9, 1, 9, 9)
    assert check(poor, 0, "build settlement s33 silo c3") is refusals.CANNOT_PAY


@pytest.mark.rule("TW-BLD.15")
@pytest.mark.parametrize(
    ("command", "cost"),
    [
        ("build settlement s33 silo c3", (0, 2, 0, 1)),
        ("build village s33 silo c3 c3", (1, 3, 2, 1)),
        ("build upgrade s44 silo d4", (1, 1, 2, 0)),
        ("build castle s55", (2, 3, 4, 2)),
        ("build university engineering 2", (2, 2, 2, 0)),
        ("build university military 4", (5, 0, 5, 6)),
    ],
)
def test_nothing_is_built_when_one_of_any_resource_is_short(
    command: str, cost: tuple[int, int, int, int]
) -> None:
    state = builder()
    building(state, 0, "s44", "settlement")
    building(state, 0, "s55", "village")
    stock(state, 0, *cost)
    assert check(state, 0, command) is None
    for resource in range(4):
        if cost[resource]:
            state.houses[0].goods[resource] -= 1
            assert check(state, 0, command) is refusals.CANNOT_PAY
            state.houses[0].goods[resource] += 1
    do(state, 0, command)
    assert goods(state, 0) == [0, 0, 0, 0]


@pytest.mark.rule("TW-BLD.5", "TW-BLD.6", "TW-BLD.7")
def test_silos_stand_on_fields_that_touch_the_square() -> None:
    """Worked example R8: three fields and a mountain."""
    state = builder(tiles="d4=mountain")
    listed = [c for c in legal(state, 0) if c.startswith("build village")]
    assert [c.split()[4:] for c in listed] == [
        ["c3", "c3"],
        ["c3", "c4"],
        ["c3", "d3"],
        ["c4", "c4"],
        ["c4", "d3"],
        ["d3", "d3"],
    ]
    assert check(state, 0, "build settlement s33 silo d4") is refusals.NO_FIELD
    assert check(state, 0, "build settlement s33 silo c5") is refusals.NO_FIELD
    assert check(state, 0, "build village s33 silo c3 d4") is refusals.NO_FIELD
    assert check(state, 0, "build village s33 silo d3 c3") is refusals.TILES_SWAPPED
    barren = builder(tiles="c3=lake c4=lake d3=lake d4=mountain")
    assert all("s33" not in command for command in legal(barren, 0))
    do(state, 0, "build settlement s33 silo c4")
    assert silo_tiles(state, "s33") == ["c4", ""]
    village = builder()
    do(village, 0, "build village s33 silo c4 d3")
    assert silo_tiles(village, "s33") == ["c4", "d3"]


@pytest.mark.rule("TW-BLD.8", "TW-BLD.9")
def test_silos_share_a_field_and_stay() -> None:
    state = builder()
    building(state, 1, "s32", "village", "c3", "c3")
    do(state, 0, "build village s33 silo c3 c3")
    assert silo_tiles(state, "s33") == silo_tiles(state, "s32")
    again(state)
    state.year += 1
    do(state, 0, "build castle s33")
    assert silo_tiles(state, "s33") == ["c3", "c3"]


@pytest.mark.rule("TW-BLD.10", "TW-BLD.9")
def test_an_upgrade_adds_a_silo_and_needs_no_soldier() -> None:
    state = builder()
    building(state, 0, "s44", "settlement", "d4")
    building(state, 1, "s55", "settlement")
    assert check(state, 0, "build upgrade s33 silo c3") is refusals.NO_SETTLEMENT
    assert check(state, 0, "build upgrade s55 silo e5") is refusals.NO_SETTLEMENT
    assert check(state, 0, "build upgrade s44 silo a1") is refusals.NO_FIELD
    do(state, 0, "build upgrade s44 silo e5")
    assert goods(state, 0) == [19, 19, 18, 20]
    assert income(state, 0) == [1, 0, 0, 2]
    assert silo_tiles(state, "s44") == ["d4", "e5"]
    assert (state.houses[0].settlements, state.houses[0].villages) == (0, 1)
    poor = builder()
    building(poor, 0, "s44", "settlement")
    stock(poor, 0, 0, 9, 9, 9)
    assert check(poor, 0, "build upgrade s44 silo d4") is refusals.CANNOT_PAY


@pytest.mark.rule("TW-BLD.11")
def test_five_villages_are_all() -> None:
    state = builder()
    for where in ("s11", "s12", "s13", "s14"):
        building(state, 0, where, "village")
    assert check(state, 0, "build village s33 silo c3 c3") is None
    building(state, 0, "s15", "castle")
    assert check(state, 0, "build village s33 silo c3 c3") is refusals.NO_VILLAGES_LEFT
    assert check(state, 0, "build settlement s33 silo c3") is None
    building(state, 0, "s14", "settlement")
    building(state, 0, "s66", "castle")
    assert (state.houses[0].villages, state.houses[0].castles) == (3, 2)
    assert check(state, 0, "build upgrade s14 silo a4") is refusals.NO_VILLAGES_LEFT


@pytest.mark.rule("TW-BLD.14")
def test_what_was_lost_may_be_built_again() -> None:
    state = builder()
    do(state, 0, "build settlement s33 silo c3")
    army(state, 1, "s34", 1)
    state.houses[0].army[space("s33")] = 0
    state.recount()
    do(state, 1, "march", dice=(1,))
    do(state, 1, "move s34 1", "step s33", "stop", "end")
    assert state.houses[0].settlements == 0
    army(state, 0, "s44", 1)
    do(state, 0, "build", "build settlement s44 silo d4")
    assert goods(state, 0) == [20, 16, 20, 18]


@pytest.mark.rule("TW-CAS.1")
def test_a_castle_stands_on_an_own_village_of_an_earlier_year() -> None:
    """Worked example O11."""
    state = builder()
    building(state, 0, "s33", "settlement")
    state.year = 2
    assert check(state, 0, "build castle s33") is refusals.NO_VILLAGE
    do(state, 0, "build upgrade s33 silo c3")
    again(state)
    assert check(state, 0, "build castle s33") is refusals.VILLAGE_TOO_NEW
    assert check(state, 0, "build castle s44") is refusals.NO_VILLAGE
    state.year = 3
    before = goods(state, 0)
    do(state, 0, "build castle s33")
    assert [a - b for a, b in zip(before, goods(state, 0), strict=True)] == [2, 3, 4, 2]
    poor = builder()
    building(poor, 0, "s44", "village")
    stock(poor, 0, 2, 3, 3, 2)
    assert check(poor, 0, "build castle s44") is refusals.CANNOT_PAY


@pytest.mark.rule("TW-CAS.2")
def test_a_seat_builds_two_castles_and_captured_ones_do_not_count() -> None:
    state = builder()
    for where in ("s11", "s12"):
        building(state, 0, where, "village")
    building(state, 0, "s13", "castle")
    building(state, 0, "s14", "castle")
    assert check(state, 0, "build castle s11") is None
    state.houses[0].castles_built = 2
    assert check(state, 0, "build castle s11") is refusals.NO_CASTLES_LEFT


@pytest.mark.rule("TW-CAS.3", "TW-CAS.4")
def test_a_castle_brings_silver_and_two_gold_a_year() -> None:
    state = builder()
    building(state, 0, "s44", "village")
    before = income(state, 0)[0]
    do(state, 0, "build castle s44")
    assert state.xadlas(0) == 1
    assert state.houses[0].golden == 0
    assert income(state, 0)[0] == before + 2
    assert state.houses[0].castles_built == 1


@pytest.mark.rule("TW-UNI.1", "TW-UNI.2")
def test_several_levels_cost_their_sum() -> None:
    """Worked example R5."""
    state = builder()
    assert university_cost(state, state.houses[0], 0, 3) == (4, 3, 0, 3)
    assert [university_cost(state, state.houses[0], c, 4) for c in range(3)] == [
        (6, 5, 0, 5),
        (5, 5, 6, 0),
        (5, 0, 5, 6),
    ]
    do(state, 0, "build university economy 3")
    assert goods(state, 0) == [16, 17, 20, 17]
    again(state)
    assert check(state, 0, "build university economy 3") is refusals.LEVEL_REACHED
    stock(state, 0, 1, 9, 9, 9)
    assert check(state, 0, "build university economy 4") is refusals.CANNOT_PAY
    stock(state, 0, 2, 2, 0, 2)
    do(state, 0, "build university economy 4")


@pytest.mark.rule("TW-UNI.3", "TW-XAD.1")
def test_every_fourth_level_gives_a_golden_xadla() -> None:
    state = builder()
    do(state, 0, "build university military 3")
    assert state.houses[0].golden == 0
    again(state)
    events = do(state, 0, "build university military 4")
    assert values(events, "golden") == [("university",)]
    again(state)
    do(state, 0, "build university engineering 4")
    assert state.houses[0].golden == 2


@pytest.mark.rule("TW-TEC.5", "TW-CARD.7")
def test_master_builders_and_free_masons_make_buildings_cheaper() -> None:
    state = start()
    army(state, 0, "s33", 1)
    own(state, 0, "ec10")
    hold(state, 0, "freemasons")
    do(state, 0, "play freemasons", "build", "build village s33 silo c3 c3")
    assert goods(state, 0) == [4, 5, 5, 4]
    gift = start()
    army(gift, 0, "s33", 1)
    own(gift, 0, "ec10")
    hold(gift, 0, "freemasons")
    do(gift, 0, "play freemasons", "build", "build settlement s33 silo c3")
    assert goods(gift, 0) == [5, 5, 5, 4], "nothing costs less than nothing"
    own_only = start()
    army(own_only, 0, "s33", 1)
    own(own_only, 0, "ec10")
    do(own_only, 0, "build", "build settlement s33 silo c3")
    assert goods(own_only, 0) == [5, 4, 5, 4]
    assert own_only.free.masons == 0


@pytest.mark.rule("TW-CARD.7")
def test_scholars_take_two_gold_off_the_next_university_or_tech() -> None:
    state = start()
    hold(state, 0, "scholars")
    do(state, 0, "play scholars", "build", "build university economy 2")
    assert goods(state, 0) == [5, 3, 5, 3]
    buyer = start()
    hold(buyer, 0, "scholars")
    buyer.houses[0].schools = [1, 1, 1]
    do(buyer, 0, "play scholars", "tech", "buy mi01")
    assert goods(buyer, 0) == [5, 5, 5, 4]
    do(buyer, 0, "buy mi02")
    assert goods(buyer, 0) == [4, 5, 5, 3]
