"""RECRUIT: costs, room and support."""

import pytest

from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.tradewarz import RULESET, refusals
from tests.engine.tradewarz.build import (
    army,
    building,
    check,
    do,
    goods,
    own,
    soldiers,
    start,
    stock,
)


@pytest.mark.rule("TW-REC.1")
def test_recruits_come_to_the_gate_or_for_double_to_a_building() -> None:
    state = start()
    building(state, 0, "s44", "village")
    stock(state, 0, 9, 0, 0, 9)
    do(state, 0, "recruit")
    assert check(state, 0, "done") is refusals.ONE_AT_LEAST
    assert check(state, 0, "build castle s44") is WRONG_DECISION
    do(state, 0, "recruit gate", "recruit s44")
    assert goods(state, 0) == [6, 0, 0, 3]
    assert (soldiers(state, 0, "gate1"), soldiers(state, 0, "s44")) == (3, 1)
    assert state.houses[0].reserve == 6
    assert check(state, 0, "recruit s44") is refusals.CANNOT_PAY
    assert check(state, 0, "recruit s55") is refusals.NO_BUILDING
    do(state, 0, "done")
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-REC.2", "TW-CAP.4")
def test_recruits_need_room_support_and_a_reserve() -> None:
    state = start()
    building(state, 0, "s44", "village")
    building(state, 0, "s45", "village")
    stock(state, 0, 20, 0, 0, 20)
    army(state, 0, "gate1", 3)
    army(state, 0, "s44", 2)
    do(state, 0, "recruit", "recruit gate", "recruit s44")
    assert check(state, 0, "recruit gate") is refusals.NO_ROOM_FOR_RECRUIT
    assert check(state, 0, "recruit s44") is refusals.NO_ROOM_FOR_RECRUIT
    assert check(state, 0, "recruit s45") is None
    state.houses[0].reserve = 0
    assert check(state, 0, "recruit gate") is refusals.NO_RESERVE
    assert check(state, 0, "recruit s45") is refusals.NO_RESERVE
    full = start()
    building(full, 0, "s44", "settlement")
    stock(full, 0, 20, 0, 0, 20)
    army(full, 0, "s33", 3)
    do(full, 0, "recruit")
    assert check(full, 0, "recruit s44") is refusals.NO_SUPPORT_FOR_RECRUIT
    trays = start()
    stock(trays, 0, 20, 0, 0, 20)
    for where in ("s11", "s13", "s15", "s21"):
        army(trays, 0, where, 1)
    building(trays, 0, "s44", "castle")
    do(trays, 0, "recruit")
    assert check(trays, 0, "recruit s44") is refusals.NO_ROOM_FOR_RECRUIT


@pytest.mark.rule("TW-TEC.5", "TW-REC.1")
def test_the_draft_call_saves_wheat() -> None:
    state = start()
    own(state, 0, "ec08")
    building(state, 0, "s44", "village")
    do(state, 0, "recruit", "recruit gate")
    assert goods(state, 0) == [4, 5, 5, 4]
    do(state, 0, "recruit s44")
    assert goods(state, 0) == [2, 5, 5, 2]
