"""The rules of Pebbles, one test each."""

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.core import Event
from pentarch.engine.match import Match
from pentarch.engine.pebbles import RULESET
from pentarch.engine.pebbles.refusals import TOO_FEW
from pentarch.engine.pebbles.state import State
from tests.playing import new_state


def heap_of(count: int) -> State:
    return new_state(RULESET, 2, {"heap": count}, Scripted([]))


def take(state: State, count: int, die: int = 6) -> list[Event]:
    command = RULESET.read(f"take {count}")
    return RULESET.apply(state, state.active, command, Scripted([die]))


@pytest.mark.rule("PB-1.1")
def test_the_heap_is_as_large_as_the_option_says() -> None:
    assert heap_of(7).heap == 7


@pytest.mark.rule("PB-2.1")
def test_seats_take_one_to_three_pebbles_in_turn() -> None:
    state = heap_of(7)
    assert [str(command) for command in RULESET.legal(state, 0)] == ["take 1", "take 2", "take 3"]
    take(state, 3)
    assert (state.taken, state.heap, RULESET.to_act(state)) == ([3, 0], 4, [1])


@pytest.mark.rule("PB-2.2")
def test_nobody_takes_more_than_there_are() -> None:
    assert RULESET.check(heap_of(2), 0, RULESET.read("take 3")) is TOO_FEW


@pytest.mark.rule("PB-2.3")
def test_on_a_one_the_wind_takes_a_pebble() -> None:
    calm, windy = heap_of(7), heap_of(7)
    assert take(calm, 1, die=2) == []
    assert take(windy, 1, die=1) == [Event("blown", -1, (5,))]
    assert (calm.heap, windy.heap) == (6, 5)


@pytest.mark.rule("PB-3.1")
def test_the_empty_heap_ends_the_match_and_the_most_pebbles_win() -> None:
    match = Match(RULESET, 2, {"heap": 2}, 1)
    match.submit(0, RULESET.read("take 2"))
    assert match.outcome is not None
    assert (match.outcome.ranks, match.outcome.rule) == ([1, 2], "PB-3.1")
