"""KC-18: setup, options and random maps."""

import pytest

from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.errors import InvalidOption, InvalidSeats, InvalidValue
from pentarch.engine.kingdom.board import Board
from pentarch.engine.kingdom.maps import RANDOM_SIZES
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.settings import AUTO_MAPS
from pentarch.engine.kingdom.tables import AREA_NAMES, NEUTRAL, SIDE_NAMES
from pentarch.engine.kingdom.wedge import grow_wedge, random_board
from pentarch.engine.plain import Json
from tests.playing import new_state

# Worked example 25.
EXAMPLE = """
r1 land 500 300 2 - - r3,r4,r9,r15,z1
r2 land 673 600 1 - - r5,r8,r10,z1
r3 land 330 206 1 - - r1,r4,r6,r7,r9,r12
r4 land 670 206 2 - - r1,r3,r5,r7,z1,z2
r5 land 840 500 3 neutral 2s r2,r4,r10,r13,z1,z2
r6 land 84 260 1 - - r3,r7,r12,z4
r7 land 500 20 4 home1 - r3,r4,r6,z2
r8 land 500 700 2 - - r2,r10,r11,r15,z3
r9 land 327 400 1 - - r1,r3,r12,z3
r10 land 670 794 1 - - r2,r5,r8,r11,r13,r14
r11 land 330 794 2 - - r8,r10,r12,r14,z3,z4
r12 land 160 500 3 neutral 2s r3,r6,r9,r11,z3,z4
r13 land 916 740 1 - - r5,r10,r14,z2
r14 land 500 980 4 home2 - r10,r11,r13,z4
r15 land 500 500 4 neutral 2s+1k r1,r8
z1 sea 673 400 0 - - r1,r2,r4,r5
z2 sea 916 260 0 - - r4,r5,r7,r13
z3 sea 327 600 0 - - r8,r9,r11,r12
z4 sea 84 740 0 - - r6,r11,r12,r14
"""


def written(board: Board) -> str:
    """A board in the form of the worked example."""
    lines = []
    for area in board.areas:
        castle = "-"
        if area.home_of >= 0:
            castle = f"home{area.home_of + 1}"
        elif area.has_castle:
            castle = "neutral"
        lines.append(
            f"{area.name} {'land' if area.is_land else 'sea'} "
            f"{area.x} {area.y} {area.tax} {castle} {area.garrison or '-'} "
            + ",".join(AREA_NAMES[other] for other in area.adjacent)
        )
    return "\n".join(lines) + "\n"


def shuffle_draws(before: list[int], after: list[int]) -> list[int]:
    """The draws with which a shuffle turns one order into the other."""
    items, draws = before.copy(), []
    for last in range(len(items) - 1, 0, -1):
        other = items.index(after[last], 0, last + 1)
        draws.append(other)
        items[last], items[other] = items[other], items[last]
    return draws


@pytest.mark.rule("KC-18.3")
def test_the_random_map_of_worked_example_25() -> None:
    cells = [0, 1, 2, 3, 4, 5, 6, 8]
    order = [(1, 1), (3, 2), (2, 2), (1, 0), (2, 0), (3, 0), (2, 1), (1, 2)]
    draws = shuffle_draws(cells, [(ring - 1) * 3 + column for ring, column in order])
    # The taxes 2, 1, 1, 2, 1 as places in the list 1, 1, 1, 2, 2.
    chance = Scripted([*draws, 3, 0, 0, 3, 0])
    wedge = grow_wedge(2, "small", chance)
    board = random_board(2, "small", wedge)
    assert written(board) == EXAMPLE.lstrip()
    assert (board.castles_to_win, board.max_rounds) == (4, 40)
    assert chance.position == len(chance.values)


@pytest.mark.rule("KC-18.3", "KC-18.4")
@pytest.mark.parametrize("size", RANDOM_SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_maps_are_whole_and_alike_for_every_seat(size: str, seats: int) -> None:
    shape = RANDOM_SIZES[size]
    for seed in range(6):
        board = random_board(seats, size, grow_wedge(seats, size, Seeded(seed)))
        assert len(board.castles) == (shape.castles + 1) * seats + 1
        places = board.places
        assert board.castles == [area.number for area in board.lands if area.has_castle]
        assert len(board.seas) == shape.seas * seats
        reached, edge = {board.homes[0]}, [board.homes[0]]
        while edge:
            for other in places[edge.pop()].land_steps:
                if other not in reached:
                    reached.add(other)
                    edge.append(other)
        assert len(reached) == len(board.lands)
        assert all(len(places[home].land_steps) >= 2 for home in board.homes)
        for castle in board.castles:
            assert not [a for a in places[castle].adjacent if places[a].has_castle]
        shapes = [
            [
                sorted(places[other].tax for other in places[area].adjacent)
                for area in [home, *places[home].near]
            ]
            for home in board.homes
        ]
        assert all(sorted(map(str, s)) == sorted(map(str, shapes[0])) for s in shapes)


@pytest.mark.rule("KC-18.4", "KC-18.5")
def test_after_two_hundred_rejections_the_map_has_no_sea() -> None:
    # A shuffle that swaps each entry with itself leaves the list as it is: the first cells become
    # sea and cut the centre off, every time. Then come seven taxes: home and castle need none.
    unshuffled = [7, 6, 5, 4, 3, 2, 1]
    chance = Scripted(unshuffled * 200 + [0, 1, 2, 3, 4, 0, 0])
    wedge = grow_wedge(2, "small", chance)
    assert chance.position == len(chance.values)
    assert "sea" not in wedge
    assert sorted(wedge) == ["1", "1", "1", "1", "1", "2", "2", "castle1", "home"]
    assert random_board(2, "small", wedge).seas == []


@pytest.mark.rule("KC-18.3")
@pytest.mark.parametrize(
    "wedge",
    [[], ["sea"] * 9, ["1", "1", "1", "1", "1", "1", "1", "home", "1"], ["x"] * 9],
)
def test_a_wedge_that_cannot_be_drawn_is_refused(wedge: list[str]) -> None:
    with pytest.raises(InvalidValue):
        random_board(2, "small", wedge)


@pytest.mark.rule("KC-18.1")
def test_units_are_numbered_by_seat_then_by_garrison() -> None:
    realm = new_state(RULESET, 2, {}, Seeded(1)).realm
    units = [
        f"{SIDE_NAMES[unit.side]} {unit.kind.name} {AREA_NAMES[unit.area]}" for unit in realm.units
    ]
    assert units == [
        *["p1 swordsman r1"] * 2,
        *["p2 swordsman r7"] * 2,
        *["n0 swordsman r5"] * 2,
        *["n0 swordsman r11"] * 2,
        *["n0 swordsman r13"] * 3,
    ]
    assert [unit.id for unit in realm.units] == list(range(1, 12))


@pytest.mark.rule("KC-18.1")
@pytest.mark.parametrize(("garrisons", "guards"), [("none", 0), ("normal", 9), ("strong", 13)])
def test_garrisons_can_be_left_out_or_strengthened(garrisons: str, guards: int) -> None:
    realm = new_state(RULESET, 3, {"garrisons": garrisons}, Seeded(1)).realm
    assert len([unit for unit in realm.units if unit.side == NEUTRAL]) == guards


@pytest.mark.rule("KC-18.1")
def test_start_options_apply() -> None:
    options: dict[str, Json] = {
        "start_gold": 33,
        "start_swordsmen": 5,
        "home_attack": 4,
        "castles_to_win": 3,
        "max_rounds": 9,
    }
    realm = new_state(RULESET, 2, options, Seeded(1)).realm
    assert [kingdom.gold for kingdom in realm.kingdoms] == [33, 33]
    assert len([unit for unit in realm.units if unit.side == 0]) == 5
    castles = [realm.castle(home) for home in realm.settings.board.homes]
    assert [castle.attack for castle in castles if castle is not None] == [4, 4]
    assert (realm.settings.goal, realm.settings.last_round) == (3, 9)


@pytest.mark.rule("KC-18.2")
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (3, {"map": "duel"}),
        (2, {"map": "isles"}),
        (2, {"castles_to_win": 6}),
        (2, {"castles_to_win": 1}),
        (2, {"max_rounds": 4}),
        (2, {"map_size": "huge"}),
        (2, {"players": 2}),
    ],
)
def test_options_that_do_not_fit_are_refused(seats: int, options: dict[str, Json]) -> None:
    with pytest.raises(InvalidOption):
        new_state(RULESET, seats, options, Seeded(1))


@pytest.mark.rule("KC-18.2")
def test_seat_counts_have_their_maps() -> None:
    for seats, name in AUTO_MAPS.items():
        state = new_state(RULESET, seats, {}, Seeded(1))
        assert state.realm.settings.board.name == name
    with pytest.raises(InvalidSeats):
        new_state(RULESET, 7, {}, Seeded(1))
