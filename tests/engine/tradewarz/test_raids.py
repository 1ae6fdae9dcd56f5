"""Raids on unguarded settlements and villages."""

import pytest

from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.state import RECALLING, STEPS
from tests.engine.tradewarz.build import (
    ally,
    army,
    building,
    check,
    do,
    golden,
    goods,
    marching,
    names,
    own,
    soldiers,
    space,
    start,
    values,
)


@pytest.mark.rule("TW-RAID.1", "TW-RAID.3", "TW-BLD.14")
def test_a_raid_destroys_an_unguarded_village_and_the_group_goes_on() -> None:
    state = start()
    building(state, 1, "s34", "village", "c4", "d5")
    army(state, 0, "s33", 1)
    marching(state)
    events = do(state, 0, "move s33 1", "step s34")
    assert values(events, "raid") == [("s34",)]
    assert state.building(space("s34")).kind == 0
    assert state.building(space("s34")).silo == 255
    assert golden(state) == [0, 0]
    do(state, 0, "step s35")
    assert soldiers(state, 0, "s35") == 1


@pytest.mark.rule("TW-RAID.2")
def test_a_castle_is_not_raided_but_fought_for() -> None:
    state = start()
    building(state, 1, "s34", "castle")
    army(state, 0, "s33", 1)
    marching(state)
    events = do(state, 0, "move s33 1", "step s34")
    assert "battle" in names(events)
    assert "raid" not in names(events)


@pytest.mark.rule("TW-RAID.4", "TW-SUP.3")
def test_a_raid_makes_the_victim_recall_before_the_raider_goes_on() -> None:
    """Worked example O8."""
    state = start(empty=True)
    building(state, 1, "s34", "village")
    army(state, 1, "s45", 2)
    army(state, 1, "s54", 2)
    army(state, 0, "s33", 1)
    marching(state)
    do(state, 0, "move s33 1", "step s34")
    assert state.decision == RECALLING
    assert RULESET.to_act(state) == [1]
    assert state.houses[0].golden == 0
    assert check(state, 1, "recall s33") is refusals.NO_FIELD_SOLDIER
    do(state, 1, "recall s45", "recall s54")
    assert soldiers(state, 1, "gate3") == 2
    assert RULESET.to_act(state) == [0]
    assert state.decision == STEPS
    assert state.march.left == 2


@pytest.mark.rule("TW-RAID.4", "TW-SUP.3")
def test_a_victim_that_still_supports_its_soldiers_recalls_nobody() -> None:
    state = start(empty=True)
    building(state, 1, "s34", "village")
    army(state, 1, "s45", 2)
    army(state, 0, "s33", 1)
    marching(state)
    do(state, 0, "move s33 1", "step s34")
    assert state.houses[1].field == state.houses[1].capacity()
    assert state.decision == STEPS


@pytest.mark.rule("TW-RAID.5", "TW-ALL.8")
def test_allies_are_not_raided() -> None:
    state = start(3)
    ally(state, 0, 1)
    building(state, 1, "s34", "village")
    army(state, 0, "s33", 1)
    marching(state)
    do(state, 0, "move s33 1", "step s34", "step s35")
    assert state.building(space("s34")).kind != 0


@pytest.mark.rule("TW-BAT.25", "TW-TEC.5")
def test_plunder_rights_pay_for_raids() -> None:
    state = start()
    own(state, 0, "mi10")
    building(state, 1, "s34", "settlement")
    army(state, 0, "s33", 1)
    marching(state)
    do(state, 0, "move s33 1", "step s34")
    assert goods(state, 0)[0] == 7
