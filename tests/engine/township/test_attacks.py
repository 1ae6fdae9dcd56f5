"""Phase 7 up to the dice: planning, arming, rolling (TS-14, TS-15)."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.township import RULESET
from pentarch.engine.township.refusals import (
    ALL_LEFT,
    NO_ATTACK,
    NOT_ASKED,
    TOO_MANY,
    TOO_MANY_DEFENDERS,
    TOO_MANY_SHIELDS,
    TOO_MANY_SWORDS,
)
from pentarch.engine.township.state import State
from tests.engine.township.build import acting, check, legal, play, start, step, stock, town


def raid(attackers: int, *, swords: int = 0, units: int = 5, shields: int = 0) -> State:
    """p1 has mustered and p2 is the only target; the next decision is about swords."""
    state = start(round=5)
    town(
        state,
        0,
        units=10,
        stock=f"{swords} swords",
        buildings="academy1 academy2 house2",
    )
    town(state, 1, units=units, stock=f"{shields} shields", buildings="house2")
    step(state, "skip")
    for unit in range(attackers):
        step(state, f"muster academy{1 + unit // 5}")
    if attackers < 10:
        step(state, "done")
    step(state, f"assign {attackers} p2")
    step(state, "attack p2")
    return state


def three() -> State:
    """p1 has mustered five against p2 and p3."""
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1)
    town(state, 2)
    play(state, "skip; 5 muster academy1")
    return state


@pytest.mark.rule("TS-14.1")
def test_no_mustered_unit_stays_at_home() -> None:
    state = three()
    step(state, "assign 2 p2")
    assert legal(state) == ["assign 3 p3"]
    assert check(state, "assign 2 p3") is ALL_LEFT
    assert check(state, "assign 0 p3") is ALL_LEFT
    assert check(state, "assign 4 p3") is TOO_MANY


@pytest.mark.rule("TS-14.2")
def test_opponents_are_asked_about_in_seat_order_from_the_next_seat_on() -> None:
    state = start(4, round=5)
    play(state, "skip; done; skip; done")
    town(state, 2, buildings="academy1")
    play(state, "skip; 5 muster academy1")
    assert check(state, "assign 1 p1") is NOT_ASKED
    step(state, "assign 1 p4")
    assert check(state, "assign 1 p2") is NOT_ASKED
    step(state, "assign 0 p1")
    assert legal(state) == ["assign 4 p2"]


@pytest.mark.rule("TS-14.2")
def test_the_division_ends_as_soon_as_all_units_are_assigned() -> None:
    state = three()
    step(state, "assign 5 p2")
    assert legal(state) == ["attack p2"]


@pytest.mark.rule("TS-14.2")
def test_eliminated_seats_are_not_asked_about() -> None:
    state = start(3, round=5)
    town(state, 2, units=1, buildings="house1xxxxx")
    play(state, "skip; done; skip; done; skip; done")
    assert state.towns[2].out == 1
    town(state, 0, buildings="academy1")
    play(state, "skip; muster academy1; done")
    assert acting(state) == 1, "the only opponent left decides on its defence"


@pytest.mark.rule("TS-14.3")
def test_an_opponent_is_attacked_once_per_turn() -> None:
    state = three()
    step(state, "assign 5 p2")
    assert check(state, "attack p3") is NO_ATTACK
    assert check(state, "attack p6") is NO_ATTACK
    step(state, "attack p2")
    assert state.current().attackers == 5, "all units sent against p2 are one attack"
    step(state, "swords 0")
    step(state, "defend 0")
    step(state, "shields 0", 1, 1, 1, 1, 1)
    assert (state.active, acting(state)) == (1, 1), "no second attack on p2"


@pytest.mark.rule("TS-14.4")
def test_the_division_is_final() -> None:
    state = three()
    step(state, "assign 3 p2")
    assert check(state, "assign 1 p2") is NOT_ASKED
    step(state, "assign 2 p3")
    assert check(state, "assign 2 p3") is WRONG_DECISION
    play(state, "attack p2; defend 0", 1, 1, 1)
    assert state.current().attackers == 2


@pytest.mark.rule("TS-14.5")
def test_the_next_attack_is_chosen_when_the_last_is_finished() -> None:
    state = start(4, round=5)
    town(state, 0, buildings="academy1")
    play(state, "skip; 5 muster academy1; assign 1 p2; assign 2 p3")
    assert legal(state) == ["attack p2", "attack p3", "attack p4"]
    play(state, "attack p3; defend 0", 1, 1)
    assert legal(state) == ["attack p2", "attack p4"]
    assert check(state, "attack p3") is NO_ATTACK


@pytest.mark.rule("TS-14.6")
def test_without_mustered_units_there_is_no_attack() -> None:
    state = start(round=5)
    town(state, 0, stock="3 swords", buildings="academy1")
    play(state, "skip; done")
    assert acting(state) == 1
    assert "break farm" in legal(state)


@pytest.mark.rule("TS-15.1")
def test_swords_are_limited_by_attackers_and_by_the_stock() -> None:
    state = raid(3, swords=9)
    assert legal(state) == ["swords 0", "swords 1", "swords 2", "swords 3"]
    assert check(state, "swords 4") is TOO_MANY_SWORDS
    state = raid(3, swords=2)
    assert legal(state) == ["swords 0", "swords 1", "swords 2"]
    assert check(state, "swords 3") is TOO_MANY_SWORDS


@pytest.mark.rule("TS-15.2", "TS-15.6")
def test_used_swords_and_shields_are_gone_even_in_a_tie() -> None:
    state = raid(3, swords=4, shields=4)
    step(state, "swords 2")
    assert stock(state, 0) == "2 swords"
    step(state, "defend 3")
    step(state, "shields 3", 1, 1, 1, 1, 1, 1)
    assert stock(state, 0) == "2 swords"
    assert stock(state, 1) == "1 shields"
    assert (state.towns[0].units, state.towns[1].units) == (10, 5)


@pytest.mark.rule("TS-15.3")
def test_the_defender_sees_the_swords_and_then_sends_none_to_all() -> None:
    state = raid(3, swords=2)
    step(state, "swords 2")
    assert acting(state) == 1
    view = RULESET.view(state, 1)
    assert isinstance(view, dict)
    assert isinstance(view["attack"], dict)
    assert (view["attack"]["attackers"], view["attack"]["swords"]) == (3, 2)
    assert legal(state) == [f"defend {count}" for count in range(6)]
    assert check(state, "defend 6") is TOO_MANY_DEFENDERS


@pytest.mark.rule("TS-15.4")
def test_units_that_worked_or_attacked_defend_all_the_same_and_again() -> None:
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, buildings="academy1")
    town(state, 2)
    play(state, "skip; 5 muster academy1; assign 0 p2; defend 0", 1, 1, 1, 1, 1)
    play(state, "skip; 2 muster academy1; 3 produce farm1 grain", 6)
    play(state, "assign 0 p3")
    assert (acting(state), legal(state)[-1]) == (0, "defend 5")
    play(state, "defend 5", 1, 1, 1, 1, 1, 1, 1)
    town(state, 2, buildings="academy1")
    play(state, "skip; muster academy1; done; assign 1 p1")
    assert (acting(state), legal(state)[-1]) == (0, "defend 5")


@pytest.mark.rule("TS-15.5")
def test_shields_are_limited_by_defenders_and_by_the_stock() -> None:
    state = raid(3, shields=9)
    play(state, "swords 0; defend 2")
    assert legal(state) == ["shields 0", "shields 1", "shields 2"]
    assert check(state, "shields 3") is TOO_MANY_SHIELDS
    state = raid(3, shields=1)
    play(state, "swords 0; defend 5")
    assert legal(state) == ["shields 0", "shields 1"]
    assert check(state, "shields 2") is TOO_MANY_SHIELDS


@pytest.mark.rule("TS-15.7")
@pytest.mark.parametrize(
    ("swords", "dice", "total"),
    [
        (0, (3, 3, 3), 0),
        (0, (4, 5, 6), 3),
        (1, (3, 3, 3), 1),
        (1, (3, 1, 1), 1),
        (1, (1, 1, 3), 0),
        (1, (2, 3, 4), 1),
        (3, (2, 3, 6), 2),
        (3, (1, 2, 2), 0),
    ],
)
def test_attack_dice_score_from_four_and_with_a_sword_from_three(
    swords: int, dice: tuple[int, ...], total: int
) -> None:
    state = raid(3, swords=3, units=4)
    step(state, f"swords {swords}")
    step(state, "defend 4")
    events = step(state, "shields 0", *dice, 1, 1, 1, 1)
    assert events[0].values == dice
    assert state.towns[1].units == 4 - total


@pytest.mark.rule("TS-15.8")
@pytest.mark.parametrize(
    ("shields", "dice", "total"),
    [
        (0, (4, 4, 4), 0),
        (0, (5, 6, 1), 2),
        (1, (4, 4, 4), 1),
        (1, (4, 1, 1), 1),
        (1, (1, 1, 4), 0),
        (1, (3, 4, 5), 1),
        (3, (3, 4, 6), 2),
        (3, (1, 2, 3), 0),
    ],
)
def test_defence_dice_score_from_five_and_with_a_shield_from_four(
    shields: int, dice: tuple[int, ...], total: int
) -> None:
    state = raid(3, shields=3)
    step(state, "swords 0")
    step(state, "defend 3")
    events = step(state, f"shields {shields}", 1, 1, 1, *dice)
    assert events[1].values == dice
    assert state.towns[0].units == 10 - total
