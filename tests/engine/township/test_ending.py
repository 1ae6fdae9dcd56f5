"""Housing, elimination, renown and the end of a match (TS-18 to TS-21)."""

import pytest

from pentarch.engine.core import NOT_TO_ACT, Outcome
from pentarch.engine.township import RULESET
from pentarch.engine.township.state import State
from tests.engine.township.build import acting, play, renown, standing, start, step, stock, town

PASS = "skip; done"


def outcome(state: State) -> Outcome:
    """How it ended; it must be over."""
    found = RULESET.outcome(state)
    assert found is not None
    return found


@pytest.mark.rule("TS-18.1", "TS-18.2")
@pytest.mark.parametrize(
    ("houses", "units"),
    [
        ("house1", 5),
        ("house1x", 4),
        ("house1xxxx", 1),
        ("house1 house2", 10),
        ("house1xx house2xxx", 5),
        ("house1 house2 house3 house4 house5", 20),
    ],
)
def test_houses_hold_five_units_and_one_fewer_per_token(houses: str, units: int) -> None:
    state = start()
    town(state, 0, units=20, buildings=f"farm1 {houses}", bare=True)
    play(state, PASS)
    assert state.towns[0].units == units


@pytest.mark.rule("TS-18.3")
def test_only_the_active_seats_units_need_a_home() -> None:
    state = start()
    town(state, 1, units=8)
    play(state, PASS)
    assert state.towns[1].units == 8
    play(state, PASS)
    assert state.towns[1].units == 5


@pytest.mark.rule("TS-19.1")
def test_a_seat_without_units_after_an_attack_is_eliminated() -> None:
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, units=1, laurels=7, stock="3 ore")
    play(state, "skip; 2 muster academy1; done; assign 2 p2; defend 1", 6, 6, 1, 0)
    assert state.towns[1].out == 1
    assert stock(state, 0) == "1 ore", "loot comes before elimination"
    assert state.active == 2


@pytest.mark.rule("TS-19.1")
def test_a_seat_without_units_after_phase_8_is_eliminated() -> None:
    state = start(3)
    town(state, 0, buildings="house1xxxxx")
    events = play(state, PASS)
    assert [str(event) for event in events] == ["p1 homeless 5", "p1 eliminated"]
    assert state.towns[0].out == 1
    assert state.active == 1


@pytest.mark.rule("TS-19.2")
def test_everything_of_an_eliminated_seat_leaves_the_match() -> None:
    state = start(3)
    town(state, 0, laurels=9, stock="3 finery", buildings="school1 house1xxxxx")
    play(state, PASS)
    assert (stock(state, 0), standing(state, 0), state.towns[0].laurels) == ("", [], 0)
    assert renown(state, 0) == 0
    for _ in range(4):
        assert acting(state) != 0
        assert RULESET.check(state, 0, RULESET.read("skip")) is NOT_TO_ACT
        play(state, PASS)


@pytest.mark.rule("TS-19.3")
def test_the_turn_of_an_active_seat_ends_with_its_elimination() -> None:
    state = start(3, round=5)
    town(state, 0, units=2, buildings="academy1")
    town(state, 1)
    town(state, 2)
    play(state, "skip; 2 muster academy1; assign 2 p2; defend 5", 1, 1, 6, 6, 1, 1, 1)
    assert state.towns[0].out == 1
    assert (state.active, acting(state)) == (1, 1)
    assert state.attack is None


@pytest.mark.rule("TS-19.4")
def test_eliminated_seats_are_numbered_in_order() -> None:
    state = start(4)
    town(state, 1, buildings="house1xxxxx")
    town(state, 2, buildings="house1xxxxx")
    for _ in range(3):
        play(state, PASS)
    assert [place.out for place in state.towns] == [0, 1, 2, 0]


@pytest.mark.rule("TS-20.1")
@pytest.mark.parametrize(
    ("buildings", "value"),
    [
        ("farm1 woodlot1 mine1 quarry1 smithy1 brewery1 goldsmith1 granary1 warehouse1", 0),
        ("house1 house2", 2),
        ("school1", 2),
        ("academy1 academy2", 2),
        ("townhall1", 3),
        ("monument1 monument2", 10),
    ],
)
def test_buildings_are_worth_renown(buildings: str, value: int) -> None:
    state = start()
    town(state, 0, buildings=buildings, bare=True)
    assert renown(state, 0) == value


@pytest.mark.rule("TS-20.1")
@pytest.mark.parametrize(("finery_renown", "total"), [(0, 4), (1, 7), (3, 13)])
def test_laurels_and_stored_finery_are_worth_renown(finery_renown: int, total: int) -> None:
    state = start(finery_renown=finery_renown)
    town(state, 0, laurels=3, stock="3 finery, 9 ale")
    assert renown(state, 0) == total


@pytest.mark.rule("TS-20.2", "TS-20.3")
def test_renown_follows_the_position() -> None:
    state = start()
    town(state, 0, stock="1 lumber, 1 ore, 1 stone", buildings="school1x goldsmith1")
    assert renown(state, 0) == 1
    play(state, "skip; repair school1")
    assert renown(state, 0) == 3
    play(state, "produce goldsmith1 finery")
    assert renown(state, 0) == 4
    dump = RULESET.dump(state)
    assert renown(RULESET.load(dump), 0) == 4


@pytest.mark.rule("TS-20.3")
def test_a_damaged_building_is_worth_nothing() -> None:
    state = start()
    town(state, 0, buildings="house1x school1x academy1x townhall1x monument1x monument2xxxx")
    assert renown(state, 0) == 0


@pytest.mark.rule("TS-20.4")
def test_laurels_stay_through_rounds_and_losses_of_housing() -> None:
    state = start()
    town(state, 0, laurels=9, buildings="house1xx")
    town(state, 1)
    play(state, "skip; done; skip; done")
    assert (state.towns[0].units, state.towns[0].laurels) == (3, 9)


@pytest.mark.rule("TS-21.1")
def test_the_last_living_seat_wins_at_once() -> None:
    state = start()
    town(state, 0, laurels=90, buildings="house1xxxxx")
    play(state, PASS)
    result = outcome(state)
    assert (result.reason, result.rule, result.ranks) == ("conquest", "TS-21.1", [2, 1])
    assert result.natural
    assert RULESET.to_act(state) == []
    assert RULESET.legal(state, 1) == []
    assert RULESET.check(state, 1, RULESET.read("skip")) is NOT_TO_ACT


@pytest.mark.rule("TS-21.2")
@pytest.mark.parametrize(("target", "over"), [(50, True), (51, False)])
def test_the_target_ends_the_match_with_the_round(target: int, over: bool) -> None:
    state = start(renown_target=target)
    town(state, 1, laurels=49)
    play(state, PASS)
    assert RULESET.outcome(state) is None
    play(state, PASS)
    assert (RULESET.outcome(state) is not None) is over
    if over:
        result = outcome(state)
        assert (result.reason, result.rule, result.natural) == ("renown", "TS-21.2", True)


@pytest.mark.rule("TS-21.3")
def test_the_round_cap_ends_the_match() -> None:
    state = start(round_cap=5, round=4)
    play(state, "skip; done; skip; done")
    assert state.round == 5
    play(state, "skip; done; skip; done")
    result = outcome(state)
    assert (result.reason, result.rule, result.natural) == ("cap", "TS-21.3", False)


@pytest.mark.rule("TS-21.4")
def test_reaching_the_target_in_mid_round_ends_nothing() -> None:
    state = start(3, round=5)
    town(state, 0, laurels=60)
    town(state, 1, buildings="academy1")
    town(state, 2)
    play(state, PASS)
    play(state, "skip; 3 muster academy1; done; assign 0 p3")
    play(state, "defend 5", 6, 6, 6, 1, 1, 1, 1, 1)
    assert RULESET.outcome(state) is None
    play(state, PASS)
    assert outcome(state).scores[0] == 60 - 3 + 1


@pytest.mark.rule("TS-21.5")
@pytest.mark.parametrize(
    ("first", "second", "ranks"),
    [
        ((5, 1, "9 ale"), (4, 5, "9 ale"), [1, 2]),
        ((4, 1, "1 finery"), (5, 1, ""), [2, 1]),
        ((5, 4, "9 ale"), (5, 5, ""), [2, 1]),
        ((5, 5, "3 grain"), (5, 5, "1 grain, 1 ore"), [1, 2]),
        ((5, 5, "3 grain"), (5, 5, "1 grain, 2 ore"), [1, 1]),
    ],
)
def test_the_living_rank_by_renown_laurels_units_and_stock(
    first: tuple[int, int, str], second: tuple[int, int, str], ranks: list[int]
) -> None:
    state = start(round_cap=5, round=5)
    for seat, (laurels, units, goods) in enumerate((first, second)):
        town(state, seat, laurels=laurels, units=units, stock=goods)
    play(state, "skip; done; skip; done")
    assert outcome(state).ranks == ranks


@pytest.mark.rule("TS-21.5")
def test_equal_seats_share_a_rank_and_the_eliminated_follow_the_last_out_first() -> None:
    state = start(5, round_cap=5, round=5)
    town(state, 1, laurels=30, buildings="house1xxxxx")
    town(state, 3, laurels=10, buildings="house1xxxxx")
    for _ in range(5):
        play(state, PASS)
    assert outcome(state).ranks == [1, 5, 1, 4, 1]


@pytest.mark.rule("TS-21.5")
def test_a_match_cut_off_is_ranked_as_it_stands() -> None:
    state = start()
    town(state, 1, laurels=1)
    step(state, "skip")
    assert RULESET.outcome(state) is None
    assert RULESET.adjudicate(state).ranks == [2, 1]
