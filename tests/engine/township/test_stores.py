"""Surplus goods and depletion (TS-12, TS-13)."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.township.refusals import NOT_DISCARDABLE
from pentarch.engine.township.tables import GRAIN
from tests.engine.township.build import (
    acting,
    check,
    legal,
    play,
    standing,
    start,
    step,
    stock,
    town,
)


@pytest.mark.rule("TS-12.1")
@pytest.mark.parametrize(
    ("granaries", "room"),
    [
        ("granary1", 10),
        ("granary1x", 8),
        ("granary1xxxx", 2),
        ("granary1xxxxx", 0),
        ("granary1 granary2x granary3xx", 24),
        ("warehouse1", 0),
    ],
)
def test_granaries_add_up_and_lose_two_per_token(granaries: str, room: int) -> None:
    state = start()
    town(state, 0, stock="40 grain", buildings=f"farm1 house1 {granaries}", bare=True)
    play(state, "skip; done")
    assert state.towns[0].stock[GRAIN] == room


@pytest.mark.rule("TS-12.2")
@pytest.mark.parametrize(
    ("warehouses", "room"),
    [
        ("warehouse1", 10),
        ("warehouse1xxx", 4),
        ("warehouse1xxxxx", 0),
        ("warehouse1 warehouse2x", 18),
        ("granary2", 0),
    ],
)
def test_warehouses_add_up_and_lose_two_per_token(warehouses: str, room: int) -> None:
    state = start()
    town(state, 0, stock="30 ore, 1 stone", buildings=f"farm1 house1 {warehouses}", bare=True)
    play(state, "skip; done; discard stone")
    assert stock(state, 0) == (f"{room} ore" if room else "")


@pytest.mark.rule("TS-12.3")
def test_surplus_grain_is_lost_without_a_question() -> None:
    state = start()
    town(state, 0, stock="12 grain")
    step(state, "skip")
    events = step(state, "done")
    assert [str(event) for event in events] == ["p1 spoiled 2 grain"]
    assert acting(state) == 1
    assert stock(state, 0) == "10 grain"


@pytest.mark.rule("TS-12.4")
def test_other_surplus_is_discarded_piece_by_piece_of_the_seats_choice() -> None:
    state = start()
    town(state, 0, stock="5 grain, 8 lumber, 3 shields, 1 finery")
    step(state, "skip")
    step(state, "done")
    assert legal(state) == ["discard lumber", "discard shields", "discard finery"]
    assert check(state, "discard grain") is NOT_DISCARDABLE
    assert check(state, "discard ore") is NOT_DISCARDABLE
    assert check(state, "done") is WRONG_DECISION
    step(state, "discard shields")
    assert acting(state) == 0
    step(state, "discard lumber")
    assert acting(state) == 1
    assert stock(state, 0) == "5 grain, 7 lumber, 2 shields, 1 finery"


@pytest.mark.rule("TS-12.5")
def test_only_the_active_seat_is_checked_for_storage() -> None:
    state = start()
    town(state, 1, stock="30 grain, 30 ore")
    play(state, "skip; done")
    assert stock(state, 1) == "30 grain, 30 ore"
    play(state, "skip; done")
    assert stock(state, 1) == "10 grain, 10 ore"


@pytest.mark.rule("TS-12.6")
def test_granaries_hold_no_goods_and_warehouses_no_grain() -> None:
    state = start()
    town(state, 0, stock="11 grain, 11 ore", buildings="granary2 warehouse2 warehouse3")
    play(state, "skip; done")
    assert stock(state, 0) == "11 grain, 11 ore"
    state = start()
    town(state, 0, stock="11 grain, 11 ore", buildings="warehouse2")
    play(state, "skip; done")
    assert stock(state, 0) == "10 grain, 11 ore"
    state = start()
    town(state, 0, stock="11 grain, 11 ore", buildings="granary2")
    play(state, "skip; done")
    assert stock(state, 0) == "11 grain, 10 ore"


@pytest.mark.rule("TS-13.1", "TS-13.6")
def test_one_die_per_producing_building_in_canonical_order() -> None:
    state = start()
    town(state, 0, buildings="farm2 mine1 quarry1")
    play(state, "skip; produce quarry1 stone; produce mine1 ore; produce farm2 grain")
    events = play(state, "produce woodlot1 lumber; done", 6, 1, 5, 4)
    assert [str(event) for event in events] == [
        "p1 depletion_die farm2 6",
        "p1 depletion_die woodlot1 1",
        "p1 depleted woodlot1",
        "p1 depletion_die mine1 5",
        "p1 depletion_die quarry1 4",
    ]


@pytest.mark.rule("TS-13.1")
def test_buildings_that_produced_nothing_are_not_rolled_for() -> None:
    state = start()
    step(state, "skip")
    assert step(state, "done") == []
    play(state, "skip; produce farm1 grain; done; skip; done", 6)
    assert acting(state) == 1, "the farm is not rolled for again in a turn without work"


@pytest.mark.rule("TS-13.2")
@pytest.mark.parametrize(("die", "farm"), [(1, "farm1-"), (2, "farm1"), (6, "farm1")])
def test_a_one_depletes(die: int, farm: str) -> None:
    state = start()
    play(state, "skip; produce farm1 grain; done", die)
    assert farm in standing(state, 0)


@pytest.mark.rule("TS-13.3")
def test_many_units_and_tools_throw_one_die() -> None:
    state = start()
    town(state, 0, stock="3 tools", buildings="school1")
    play(state, "skip; 3 produce farm1 grain tooled; 2 produce farm1 grain", 1)
    assert "farm1-" in standing(state, 0)


@pytest.mark.rule("TS-13.4")
def test_repairs_are_not_rolled_for() -> None:
    state = start()
    town(state, 0, buildings="farm1xx")
    play(state, "skip; 2 repair farm1; done")
    assert "farm1" in standing(state, 0)


@pytest.mark.rule("TS-13.5")
def test_workshops_and_other_buildings_are_never_rolled_for() -> None:
    state = start(round=5)
    rich = "7 grain, 2 lumber, 2 ore, 1 stone, 1 ale"
    town(state, 0, stock=rich, buildings="smithy1 brewery1 goldsmith1 townhall1")
    play(state, "skip; produce smithy1 shields; produce brewery1 ale; produce goldsmith1 finery")
    assert play(state, "feast townhall1; recruit house1")[0].name == "homeless"
