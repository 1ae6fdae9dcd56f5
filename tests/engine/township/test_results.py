"""What an attack brings: losses, loot, raze, laurels (TS-16, TS-17)."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.plain import Json
from pentarch.engine.township.refusals import (
    NO_ROOM_FOR_DAMAGE,
    NOT_BUILT,
    NOTHING_TO_LOOT,
    NOTHING_TO_RAZE,
)
from pentarch.engine.township.state import State
from tests.engine.township.build import (
    acting,
    check,
    legal,
    play,
    standing,
    start,
    start_with,
    step,
    stock,
    town,
)


def raid(
    attackers: int,
    *,
    units: int = 5,
    laurels: tuple[int, int] = (0, 0),
    goods: str = "2 grain",
    buildings: str = "",
    **options: Json,
) -> State:
    """p1 attacks p2 with so many bare units; the next decision is p2's defence."""
    state = start_with(options, round=5)
    town(state, 0, laurels=laurels[0], buildings="academy1")
    town(state, 1, units=units, laurels=laurels[1], stock=goods, buildings=buildings)
    play(state, f"skip; {attackers} muster academy1")
    if state.towns[0].idle:
        play(state, "done")
    assert acting(state) == 1
    return state


def fight(state: State, defenders: int, attack: int, defence: int) -> None:
    """The defenders are chosen and the dice give these totals."""
    attackers = state.current().attackers
    dice = [6] * attack + [1] * (attackers - attack)
    dice += [6] * defence + [1] * (defenders - defence)
    play(state, f"defend {defenders}", *dice)


@pytest.mark.rule("TS-16.1", "TS-17.5")
def test_a_tie_costs_and_brings_nothing() -> None:
    state = raid(3, laurels=(4, 4))
    fight(state, 5, 2, 2)
    assert [place.units for place in state.towns] == [5, 5]
    assert [place.laurels for place in state.towns] == [4, 4]
    assert state.active == 1


@pytest.mark.rule("TS-16.2", "TS-16.3")
def test_the_excess_eliminates_defenders_one_by_one() -> None:
    state = raid(5)
    fight(state, 5, 4, 1)
    assert [place.units for place in state.towns] == [5, 2]


@pytest.mark.rule("TS-16.3")
def test_units_that_did_not_defend_are_safe() -> None:
    state = raid(5)
    fight(state, 2, 5, 0)
    assert state.towns[1].units == 3
    assert state.current().left_over == 3


@pytest.mark.rule("TS-16.4")
def test_points_left_over_give_one_choice_between_loot_and_raze() -> None:
    state = raid(5)
    fight(state, 1, 4, 0)
    assert (acting(state), legal(state)) == (0, ["loot", "raze"])
    assert check(state, "done") is WRONG_DECISION
    play(state, "raze; damage farm1")
    assert check(state, "loot") is WRONG_DECISION


@pytest.mark.rule("TS-16.4")
def test_without_points_left_over_there_is_no_choice() -> None:
    state = raid(5)
    fight(state, 3, 3, 0)
    assert state.towns[1].units == 2
    assert (state.active, acting(state)) == (1, 1)


@pytest.mark.rule("TS-16.5")
def test_loot_draws_one_piece_per_point_among_all_pieces() -> None:
    state = raid(3, goods="2 grain, 1 ore, 3 ale")
    fight(state, 0, 3, 0)
    step(state, "loot", 2, 4, 1)
    assert stock(state, 0) == "1 grain, 1 ore, 1 ale"
    assert stock(state, 1) == "1 grain, 2 ale"


@pytest.mark.rule("TS-16.5")
def test_loot_stops_when_the_stock_is_empty() -> None:
    state = raid(5, goods="1 grain, 1 tools")
    fight(state, 0, 5, 0)
    step(state, "loot", 0, 0)
    assert (stock(state, 0), stock(state, 1)) == ("1 grain, 1 tools", "")


@pytest.mark.rule("TS-16.6")
def test_a_single_loot_takes_one_piece() -> None:
    state = raid(5, goods="5 grain", loot_rule="single")
    fight(state, 0, 5, 0)
    step(state, "loot", 4)
    assert (stock(state, 0), stock(state, 1)) == ("1 grain", "4 grain")


@pytest.mark.rule("TS-16.7")
def test_loot_is_not_checked_for_storage_before_the_next_phase_5() -> None:
    state = raid(1, goods="1 ore, 1 stone")
    town(state, 0, stock="10 lumber", buildings="academy1")
    fight(state, 0, 1, 0)
    play(state, "loot", 0)
    assert state.active == 1
    assert stock(state, 0) == "10 lumber, 1 ore"
    play(state, "skip; done; skip; done")
    assert (state.active, legal(state)) == (0, ["discard lumber", "discard ore"])


@pytest.mark.rule("TS-16.8")
def test_the_defender_places_one_token_per_point_where_it_likes() -> None:
    state = raid(3)
    fight(state, 0, 3, 0)
    play(state, "raze")
    assert acting(state) == 1
    assert check(state, "damage mine1") is NOT_BUILT
    play(state, "damage house1; damage woodlot1; damage house1")
    assert standing(state, 1) == ["farm1", "woodlot1x", "house1xx", "granary1", "warehouse1"]
    assert state.active == 1


@pytest.mark.rule("TS-16.9")
def test_a_full_building_takes_no_token() -> None:
    state = raid(2, buildings="farm1xxx-")
    fight(state, 0, 2, 0)
    play(state, "raze; damage farm1")
    assert check(state, "damage farm1") is NO_ROOM_FOR_DAMAGE
    assert "damage farm1" not in legal(state)


@pytest.mark.rule("TS-16.9")
def test_points_that_fit_nowhere_are_lost() -> None:
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1)
    town(state, 2, stock="1 grain", buildings="house1xxx", bare=True)
    play(state, "skip; 5 muster academy1; assign 0 p2; defend 0", 6, 6, 6, 6, 6)
    step(state, "raze")
    step(state, "damage house1")
    step(state, "damage house1")
    assert state.active == 1
    assert standing(state, 2) == ["house1xxxxx"]


@pytest.mark.rule("TS-16.9")
def test_same_kind_counts_only_damage_when_razing() -> None:
    state = raid(2, buildings="farm1xxxx----", destroy_rule="same_kind")
    fight(state, 0, 2, 0)
    play(state, "raze; damage farm1")
    assert check(state, "damage farm1") is NO_ROOM_FOR_DAMAGE


@pytest.mark.rule("TS-16.10")
def test_an_empty_stock_cannot_be_looted() -> None:
    state = raid(2, goods="")
    step(state, "defend 0")
    step(state, "shields 0", 6, 6)
    assert check(state, "loot") is NOTHING_TO_LOOT
    assert legal(state) == ["raze"]


@pytest.mark.rule("TS-16.10")
def test_a_town_without_units_cannot_be_razed() -> None:
    state = raid(3, units=1)
    step(state, "defend 1")
    step(state, "shields 0", 6, 6, 6, 1)
    assert check(state, "raze") is NOTHING_TO_RAZE
    assert legal(state) == ["loot"]


@pytest.mark.rule("TS-16.10")
def test_a_town_of_full_buildings_cannot_be_razed() -> None:
    state = raid(1)
    town(state, 1, stock="1 grain", buildings="house1xxxxx mine1xxxx-", bare=True)
    step(state, "defend 0")
    step(state, "shields 0", 6)
    assert check(state, "raze") is NOTHING_TO_RAZE
    assert legal(state) == ["loot"]


@pytest.mark.rule("TS-16.10")
def test_where_neither_loot_nor_raze_is_possible_nothing_happens() -> None:
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, units=1)
    play(state, "skip; 3 muster academy1; done; assign 3 p2")
    step(state, "defend 1")
    step(state, "shields 0", 6, 6, 6, 1)
    assert state.towns[1].out == 1
    assert state.active == 2


@pytest.mark.rule("TS-16.11", "TS-16.12")
def test_a_rout_eliminates_attackers_of_this_attack_only() -> None:
    state = raid(2)
    fight(state, 5, 0, 5)
    assert [place.units for place in state.towns] == [3, 5]
    state = raid(4)
    fight(state, 5, 1, 3)
    assert [place.units for place in state.towns] == [3, 5]


@pytest.mark.rule("TS-16.13")
def test_the_winner_of_a_rout_takes_no_loot() -> None:
    state = raid(1)
    town(state, 0, stock="9 lumber", buildings="academy1")
    fight(state, 5, 0, 5)
    assert stock(state, 0) == "9 lumber"
    assert stock(state, 1) == "2 grain"
    assert (state.active, check(state, "loot")) == (1, WRONG_DECISION)


@pytest.mark.rule("TS-17.1", "TS-17.3")
@pytest.mark.parametrize(
    ("attack_laurels", "capture_laurels", "result"),
    [(2, 1, [9, 7]), (0, 0, [0, 10]), (5, 0, [15, 10]), (0, 3, [9, 1])],
)
def test_eliminated_defenders_bring_and_capture_laurels(
    attack_laurels: int, capture_laurels: int, result: list[int]
) -> None:
    state = raid(5, laurels=(0, 10), attack_laurels=attack_laurels, capture_laurels=capture_laurels)
    fight(state, 5, 3, 0)
    assert [place.laurels for place in state.towns] == result


@pytest.mark.rule("TS-17.2", "TS-17.3")
@pytest.mark.parametrize(
    ("defence_laurels", "capture_laurels", "result"),
    [(1, 1, [7, 6]), (0, 0, [10, 0]), (4, 0, [10, 12]), (0, 2, [4, 6])],
)
def test_eliminated_attackers_bring_and_capture_laurels(
    defence_laurels: int, capture_laurels: int, result: list[int]
) -> None:
    state = raid(
        5, laurels=(10, 0), defence_laurels=defence_laurels, capture_laurels=capture_laurels
    )
    fight(state, 5, 0, 3)
    assert [place.laurels for place in state.towns] == result


@pytest.mark.rule("TS-17.4")
def test_nobody_loses_more_laurels_than_it_had() -> None:
    state = raid(5, laurels=(0, 2))
    fight(state, 5, 4, 0)
    assert [place.laurels for place in state.towns] == [4 * 2 + 2, 0]
    state = raid(5, laurels=(1, 0), capture_laurels=5)
    fight(state, 5, 0, 3)
    assert [place.laurels for place in state.towns] == [0, 3 + 1]


@pytest.mark.rule("TS-17.3")
@pytest.mark.parametrize(
    ("laurels", "capture_laurels", "result"),
    [(9, 1, [3, 6]), (9, 2, [6, 3]), (9, 0, [0, 9]), (2, 1, [2, 0])],
)
def test_points_left_over_capture_laurels_too(
    laurels: int, capture_laurels: int, result: list[int]
) -> None:
    state = raid(3, laurels=(0, laurels), capture_laurels=capture_laurels)
    fight(state, 0, 3, 0)
    assert [place.laurels for place in state.towns] == result


@pytest.mark.rule("TS-17.3")
def test_points_of_a_rout_beyond_the_attackers_capture_nothing() -> None:
    state = raid(1, laurels=(9, 0))
    fight(state, 5, 0, 5)
    assert [place.laurels for place in state.towns] == [8, 2]


@pytest.mark.rule("TS-17.5")
def test_loot_and_raze_themselves_bring_no_laurels() -> None:
    for spoils in ("loot", "raze; damage farm1; damage farm1; damage farm1"):
        state = raid(3, goods="9 grain")
        fight(state, 0, 3, 0)
        play(state, spoils, *([0, 0, 0] if spoils == "loot" else []))
        assert [place.laurels for place in state.towns] == [0, 0]


@pytest.mark.rule("TS-17.5")
def test_homeless_units_bring_no_laurels() -> None:
    state = start()
    town(state, 0, laurels=4, buildings="house1xx")
    town(state, 1, laurels=4)
    play(state, "skip; done")
    assert state.towns[0].units == 3
    assert [place.laurels for place in state.towns] == [4, 4]
