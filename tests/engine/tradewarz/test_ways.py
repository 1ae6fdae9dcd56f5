"""Ways: channels, obstacles, and the roads, bridges and tunnels that cross them."""

import pytest

from pentarch.engine.tradewarz import refusals
from pentarch.engine.tradewarz.lattice import DIAGONAL_WAYS, DIAGONALS, INNER_TILES, TILE_NAMES
from pentarch.engine.tradewarz.places import distances
from pentarch.engine.tradewarz.tables import BRIDGE, ROAD, TUNNEL
from pentarch.engine.tradewarz.ways import structures_laid
from tests.engine.tradewarz.build import (
    OBSTACLES,
    accompany,
    army,
    check,
    do,
    end_year,
    goods,
    legal,
    marching,
    own,
    soldiers,
    space,
    start,
    stock,
    unit_place,
)


@pytest.mark.rule("TW-MAR.6")
def test_steps_follow_channels_structures_and_gates() -> None:
    state = start()
    army(state, 0, "s22", 1)
    marching(state)
    do(state, 0, "move s22 1")
    assert [c for c in legal(state, 0) if c.startswith("step")] == [
        "step s12",
        "step s21",
        "step s23",
        "step s32",
    ]
    assert check(state, 0, "step s33") is refusals.NOT_JOINED
    do(state, 0, "step s12")
    assert "step gate1" in legal(state, 0)
    do(state, 0, "stop", "move gate1 1")
    assert legal(state, 0) == ["step s12", "step s13"]


@pytest.mark.rule("TW-MAR.7", "TW-MAP.4")
def test_a_channel_between_two_obstacles_is_blocked() -> None:
    state = start(tiles=OBSTACLES)
    army(state, 0, "s33", 1)
    marching(state)
    do(state, 0, "move s33 1")
    assert check(state, 0, "step s43") is refusals.BLOCKED
    assert check(state, 0, "step s34") is None
    # Across the lake d4 and the mountain d3 only over what is built there.
    assert check(state, 0, "step s44") is check(state, 0, "step s42") is refusals.NOT_JOINED
    assert check(state, 0, "lay bridge s44") is check(state, 0, "lay tunnel s42") is None


@pytest.mark.rule("TW-MAR.7", "TW-TEC.5")
def test_sky_lanterns_pass_a_blocked_channel() -> None:
    state = start(tiles=OBSTACLES)
    army(state, 0, "s33", 1)
    own(state, 0, "en16")
    accompany(state, 0, "en16", "s33")
    marching(state)
    do(state, 0, "move s33 1 with en16", "step s43")
    assert soldiers(state, 0, "s43") == 1
    assert unit_place(state, "en16") == "s43"


@pytest.mark.rule("TW-MAR.8", "TW-MAR.9", "TW-MAR.10")
def test_structures_are_paid_built_and_crossed_in_one_step_and_serve_all() -> None:
    state = start(tiles=OBSTACLES)
    army(state, 0, "s22", 1)
    marching(state)
    do(state, 0, "move s22 1")
    assert check(state, 0, "lay road s32") is refusals.NO_DIAGONAL
    do(state, 0, "lay road s33", "lay bridge s44", "stop", "end")
    assert goods(state, 0) == [4, 1, 4, 5]
    assert state.march.left == 0
    assert soldiers(state, 0, "s44") == 1
    assert (structures_laid(state, ROAD), structures_laid(state, BRIDGE)) == (1, 1)
    army(state, 1, "s33", 1)
    do(state, 1, "march", dice=(4,))
    do(state, 1, "move s33 1", "step s22")
    assert soldiers(state, 1, "s22") == 1
    assert state.houses[1].tokens[1] == 2
    do(state, 1, "stop", "end")
    end_year(state)
    assert (structures_laid(state, ROAD), structures_laid(state, BRIDGE)) == (1, 1)


@pytest.mark.rule("TW-MAR.9")
def test_each_structure_has_its_terrain_cost_supply_and_limit() -> None:
    state = start(tiles=OBSTACLES)
    army(state, 0, "s33", 2)
    marching(state)
    do(state, 0, "move s33 1")
    assert check(state, 0, "lay road s44") is refusals.WRONG_TERRAIN
    assert check(state, 0, "lay road s55") is refusals.NO_DIAGONAL
    stock(state, 0, 0, 9, 9, 9)
    assert check(state, 0, "lay bridge s44") is refusals.CANNOT_PAY
    stock(state, 0, 5, 5, 5, 5)
    lake = TILE_NAMES.index("d4")
    up, down = [d for d, way in enumerate(DIAGONAL_WAYS) if way.tile == lake]
    state.structures[down] = 1
    assert check(state, 0, "lay bridge s44") is refusals.STRUCTURE_THERE
    assert up == down ^ 1
    state.structures = [
        1 if way.tile not in (lake, TILE_NAMES.index("c3")) else 0 for way in DIAGONAL_WAYS
    ]
    assert structures_laid(state, ROAD) > 20
    assert check(state, 0, "lay road s22") is refusals.NO_STRUCTURES_LEFT


@pytest.mark.rule("TW-MAR.9")
@pytest.mark.parametrize(
    ("kind", "structure", "supply"),
    [("wheat", "road", 20), ("lake", "bridge", 6), ("mountain", "tunnel", 14)],
)
def test_structures_run_out_and_a_lake_takes_one(kind: str, structure: str, supply: int) -> None:
    state = start(tiles=" ".join(f"{TILE_NAMES[place]}={kind}" for place in INNER_TILES))
    army(state, 0, "s22", 1)
    marching(state)
    do(state, 0, "move s22 1")
    crossed = TILE_NAMES.index("c3")
    elsewhere = [d for d in range(0, DIAGONALS, 2) if DIAGONAL_WAYS[d].tile != crossed]
    for laid, refusal in ((supply - 1, None), (supply, refusals.NO_STRUCTURES_LEFT)):
        state.structures = [int(d in elsewhere[:laid]) for d in range(DIAGONALS)]
        assert check(state, 0, f"lay {structure} s33") is refusal
    down = next(d for d in range(1, DIAGONALS, 2) if DIAGONAL_WAYS[d].tile == crossed)
    state.structures = [int(d == down) for d in range(DIAGONALS)]
    expected = refusals.STRUCTURE_THERE if kind == "lake" else None
    assert check(state, 0, f"lay {structure} s33") is expected


@pytest.mark.rule("TW-MAR.9", "TW-TEC.5")
def test_road_crews_build_cheaper() -> None:
    state = start(tiles=OBSTACLES)
    own(state, 0, "en04")
    army(state, 0, "s22", 1)
    marching(state)
    do(state, 0, "move s22 1", "lay road s33", "lay bridge s44")
    assert goods(state, 0) == [4, 3, 5, 5]
    do(state, 0, "stop")
    army(state, 0, "s32", 1)
    stock(state, 0, 1, 0, 2, 0)
    do(state, 0, "move s32 1", "lay tunnel s43")
    assert goods(state, 0) == [0, 0, 0, 0]
    assert structures_laid(state, TUNNEL) == 1


@pytest.mark.rule("TW-MAR.11")
def test_no_structure_is_laid_for_an_illegal_step() -> None:
    state = start()
    army(state, 0, "s22", 1)
    army(state, 0, "s33", 3)
    marching(state)
    do(state, 0, "move s22 1")
    assert check(state, 0, "lay road s33") is refusals.SQUAD_FULL
    assert goods(state, 0) == [5, 5, 5, 5]


@pytest.mark.rule("TW-MAR.6", "TW-MAR.7", "TW-MAR.8")
def test_the_ways_of_the_movement_example() -> None:
    """Worked example R1."""
    state = start(tiles=OBSTACLES)
    far = distances(state, space("s22"))
    assert (far[space("s33")], far[space("s44")], far[space("s43")]) == (2, 4, 5)
    army(state, 0, "s22", 1)
    stock(state, 0, 9, 9, 9, 9)
    marching(state)
    do(state, 0, "move s22 1", "lay road s33", "lay bridge s44")
    assert goods(state, 0) == [8, 5, 8, 9]
    assert state.march.left == 1
    other = start(tiles=OBSTACLES)
    army(other, 0, "s22", 1)
    marching(other, 2)
    do(other, 0, "move s22 1", "step s32", "lay tunnel s43")
    assert goods(other, 0) == [4, 5, 2, 5]
    assert soldiers(other, 0, "s43") == 1
