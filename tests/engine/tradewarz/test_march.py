"""Marching: rolls, groups, steps, limits and gates."""

import pytest

from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION
from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.places import put, take
from pentarch.engine.tradewarz.state import GROUPS, STEPS, TURN, State
from tests.engine.tradewarz.build import (
    accompany,
    ally,
    army,
    attack,
    building,
    check,
    do,
    gate,
    hold,
    marching,
    names,
    own,
    soldiers,
    space,
    start,
    stock,
    unit_place,
)


@pytest.mark.rule("TW-MAR.1", "TW-TURN.10")
@pytest.mark.parametrize(
    ("season", "faces"),
    [
        (0, [1, 2, 2, 3, 3, 3]),
        (1, [1, 2, 2, 3, 3, 3]),
        (2, [1, 1, 1, 2, 2, 3]),
        (3, [1, 1, 1, 2, 2, 3]),
        (4, [1, 2, 2, 3, 3, 3]),
    ],
)
def test_the_season_decides_which_die_gives_the_steps(season: int, faces: list[int]) -> None:
    for face, steps in enumerate(faces, start=1):
        state = start()
        state.season = season
        marching(state, face)
        assert state.march.roll == steps
        do(state, 0, "move gate1 1")
        assert state.march.left == steps


@pytest.mark.rule("TW-MAR.2")
def test_fair_winds_make_the_roll_three_before_the_first_group() -> None:
    state = start()
    hold(state, 0, "fairwinds", "fairwinds")
    assert check(state, 0, "play fairwinds") is refusals.WRONG_WINDOW
    marching(state, 1)
    do(state, 0, "play fairwinds")
    assert state.march.roll == 3
    assert state.morale[-1] == 12
    assert check(state, 0, "play fairwinds") is refusals.WINDS_AT_BEST
    late = start()
    hold(late, 0, "fairwinds")
    marching(late, 1)
    do(late, 0, "move gate1 1", "step s12", "stop")
    assert check(late, 0, "play fairwinds") is refusals.TOO_LATE_FOR_WINDS
    none = marching(start(), 1)
    assert check(none, 0, "play fairwinds") is refusals.NO_CARD
    assert check(none, 0, "play windfall") is refusals.WRONG_WINDOW


@pytest.mark.rule("TW-MAR.2", "TW-TEC.5")
def test_forced_march_makes_a_one_a_two() -> None:
    state = start()
    own(state, 0, "mi04")
    assert marching(state, 1).march.roll == 2
    swift = start()
    own(swift, 0, "mi04")
    assert marching(swift, 4).march.roll == 3
    assert marching(start(), 1).march.roll == 1


@pytest.mark.rule("TW-MAR.3", "TW-MAR.4")
def test_all_groups_march_but_each_soldier_once() -> None:
    state = marching(start(), 1)
    do(state, 0, "move gate1 1", "step s12", "stop")
    assert check(state, 0, "move s12 1") is refusals.NO_SUCH_GROUP
    do(state, 0, "move gate1 1", "step s13", "stop")
    assert soldiers(state, 0, "s12") == soldiers(state, 0, "s13") == 1
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-MAR.3")
def test_with_scope_one_the_march_ends_after_one_group() -> None:
    state = marching(start(march_scope="one"), 1)
    do(state, 0, "move gate1 1", "step s12", "stop")
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-MAR.4", "TW-REC.4")
def test_a_group_is_no_larger_than_a_squad() -> None:
    state = start()
    army(state, 0, "gate1", 2)
    building(state, 0, "s44", "village")
    marching(state)
    assert check(state, 0, "move gate1 3") is None
    assert check(state, 0, "move gate1 4") is refusals.SQUAD_TOO_LARGE
    own(state, 0, "mi07")
    assert check(state, 0, "move gate1 4") is None
    assert check(state, 0, "move s44 1") is refusals.NO_SUCH_GROUP


@pytest.mark.rule("TW-MAR.5")
def test_a_group_makes_at_least_one_step_and_may_stop_early() -> None:
    state = marching(start())
    do(state, 0, "move gate1 1")
    assert check(state, 0, "stop") is refusals.STEP_FIRST
    assert check(state, 0, "end") is WRONG_DECISION
    assert check(state, 1, "stop") is NOT_TO_ACT
    do(state, 0, "step s12", "stop")
    assert state.decision == GROUPS
    far = marching(start(), 1)
    do(far, 0, "move gate1 1", "step s12")
    assert check(far, 0, "step s11") is refusals.NO_STEPS_LEFT
    assert check(far, 0, "lay road s21") is refusals.NO_STEPS_LEFT
    assert check(far, 0, "warp s55") is refusals.NO_STEPS_LEFT


@pytest.mark.rule("TW-MAR.5")
def test_a_group_that_cannot_step_is_not_formed() -> None:
    state = start(empty=True)
    army(state, 0, "s11", 1)
    army(state, 0, "s12", 3)
    army(state, 0, "s21", 3)
    army(state, 0, "s44", 1)
    stock(state, 0, 0, 0, 0, 0)
    marching(state)
    assert check(state, 0, "move s11 1") is refusals.NO_STEP
    assert check(state, 0, "move s44 1") is None


@pytest.mark.rule("TW-MAR.12", "TW-SUN.5", "TW-CAP.4")
def test_a_step_may_not_overfill_a_squad_a_gate_or_pair_super_units() -> None:
    state = start()
    army(state, 0, "s12", 2)
    army(state, 0, "s13", 2)
    own(state, 0, "mi08", "mi11")
    accompany(state, 0, "mi08", "s12")
    accompany(state, 0, "mi11", "s13")
    marching(state)
    do(state, 0, "move s12 2 with mi08")
    assert check(state, 0, "step s13") is refusals.SQUAD_FULL
    do(state, 0, "step s11", "stop", "move s13 1 with mi11")
    assert check(state, 0, "step s12") is None
    army(state, 0, "gate1", 3)
    assert check(state, 0, "step gate1") is None
    army(state, 0, "gate1", 1)
    assert check(state, 0, "step gate1") is refusals.GATE_FULL
    do(state, 0, "step s12")
    assert check(state, 0, "step s11") is refusals.TWO_UNITS


@pytest.mark.rule("TW-MAR.12")
def test_a_group_without_super_unit_joins_a_squad_with_one() -> None:
    state = start()
    army(state, 0, "s12", 1)
    own(state, 0, "mi08")
    accompany(state, 0, "mi08", "s12")
    marching(state)
    do(state, 0, "move gate1 1", "step s12", "stop")
    assert (soldiers(state, 0, "s12"), unit_place(state, "mi08")) == (2, "s12")


@pytest.mark.rule("TW-MAR.13")
def test_there_are_four_squads_in_the_field_at_most() -> None:
    state = start()
    for where, count in (("s44", 1), ("s45", 2), ("s46", 1), ("s66", 1)):
        army(state, 0, where, count)
    building(state, 0, "s44", "castle")
    marching(state)
    do(state, 0, "move s45 1")
    assert check(state, 0, "step s44") is None
    assert check(state, 0, "step s35") is refusals.TOO_MANY_SQUADS
    other = start()
    for where in ("s44", "s45", "s46", "s66"):
        army(other, 0, where, 1)
    marching(other)
    do(other, 0, "move s66 1", "step s65")
    assert other.houses[0].squads == 4
    home = start(empty=True)
    for where in ("gate1", "s44", "s45", "s46", "s66"):
        army(home, 0, where, 1)
    building(home, 0, "s44", "castle")
    marching(home)
    assert check(home, 0, "move gate1 1") is refusals.NO_STEP


@pytest.mark.rule("TW-MAR.14", "TW-SUP.2")
def test_nobody_leaves_the_gate_beyond_the_field_capacity() -> None:
    """Worked example O10."""
    state = start()
    army(state, 0, "gate1", 1)
    marching(state, 2)
    assert check(state, 0, "move gate1 3") is refusals.NO_STEP
    do(state, 0, "move gate1 2", "step s12", "stop")
    assert RULESET.to_act(state) == [1]
    supported = start()
    building(supported, 0, "s44", "settlement")
    army(supported, 0, "gate1", 1)
    marching(supported, 2)
    do(supported, 0, "move gate1 3", "step s12")
    assert supported.houses[0].field == supported.houses[0].capacity() == 3
    short = start()
    army(short, 0, "gate1", 1)
    army(short, 0, "s12", 1)
    marching(short)
    do(short, 0, "move s12 1", "step gate1")
    army(short, 0, "s44", 2)
    assert check(short, 0, "step s12") is refusals.UNSUPPORTED


@pytest.mark.rule("TW-MAR.15")
def test_gates_of_allies_and_gates_they_hold_are_closed() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 0, "s26", 1)
    army(state, 0, "s64", 1)
    marching(state)
    do(state, 0, "move s26 1")
    assert check(state, 0, "step gate3") is refusals.ALLIED_GATE
    take(state, state.houses[1], space("gate3"), 2)
    assert check(state, 0, "step gate3") is refusals.ALLIED_GATE
    do(state, 0, "step s25", "stop", "move s64 1")
    assert check(state, 0, "step gate5") is None
    take_gate(state, 1, 2)
    assert check(state, 0, "step gate5") is refusals.ALLIED_GATE


def take_gate(state: State, occupier: int, victim: int) -> None:
    """The occupier holds the victim's empty gate with one soldier."""
    take(state, state.houses[victim], space(gate(victim)), soldiers(state, victim, gate(victim)))
    put(state, state.houses[occupier], space(gate(victim)), 1)


@pytest.mark.rule("TW-MAR.15")
def test_a_held_enemy_gate_takes_more_own_soldiers_without_battle() -> None:
    state = start()
    take_gate(state, 0, 1)
    army(state, 0, "s26", 3)
    building(state, 0, "s44", "castle")
    marching(state)
    do(state, 0, "move s26 3")
    assert check(state, 0, "step gate3") is refusals.SQUAD_FULL
    do(state, 0, "step s16", "stop")
    army(state, 0, "s36", 2)
    do(state, 0, "move s36 2", "step gate3")
    assert state.decision == STEPS
    assert soldiers(state, 0, "gate3") == 3


@pytest.mark.rule("TW-MAR.16")
def test_gates_nobody_docked_at_do_not_exist() -> None:
    state = start()
    army(state, 0, "s14", 1)
    marching(state)
    do(state, 0, "move s14 1")
    assert check(state, 0, "step gate2") is refusals.NO_GATE


@pytest.mark.rule("TW-MAR.17", "TW-BAT.1")
def test_a_battle_ends_the_march_whatever_comes_of_it() -> None:
    state = start()
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 1)
    events = attack(state, 0, "s33", "s34", 1)
    assert "battle" in names(events) or "drawn" in names(events)
    assert state.decision == TURN
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-MAR.17")
def test_coming_home_to_an_empty_gate_is_no_battle() -> None:
    state = start(empty=True)
    army(state, 0, "s12", 1)
    marching(state)
    assert names(do(state, 0, "move s12 1", "step gate1")) == []
    assert (state.decision, soldiers(state, 0, "gate1")) == (STEPS, 1)


@pytest.mark.rule("TW-MAR.18")
def test_a_march_ends_on_demand_or_when_no_group_is_left() -> None:
    state = marching(start())
    do(state, 0, "end")
    assert RULESET.to_act(state) == [1]
    spent = start(empty=True)
    army(spent, 0, "gate1", 2)
    army(spent, 0, "s33", 1)
    army(spent, 0, "s34", 1)
    marching(spent, 1)
    do(spent, 0, "move s33 1", "step s23", "stop")
    assert RULESET.to_act(spent) == [0]
    do(spent, 0, "move s34 1", "step s24", "stop")
    assert RULESET.to_act(spent) == [1]


@pytest.mark.rule("TW-MAR.18", "TW-MAR.19")
def test_a_march_is_over_when_only_a_super_unit_in_the_way_holds_a_soldier() -> None:
    state = start(empty=True)
    for where, unit in (("s11", "mi08"), ("s12", "mi11"), ("s21", "mi12")):
        army(state, 0, where, 1)
        own(state, 0, unit)
        accompany(state, 0, unit, where)
    building(state, 0, "s44", "castle")
    stock(state, 0, 0, 0, 0, 0)
    marching(state, 1)
    do(state, 0, "move s12 1 with mi11", "step s13", "stop")
    do(state, 0, "move s21 1 with mi12", "step s31", "stop")
    do(state, 0, "move s11 1 with mi08", "step s12", "stop")
    assert RULESET.to_act(state) == [1]


@pytest.mark.rule("TW-MAR.19", "TW-SUN.2", "TW-SUN.4")
def test_a_squad_that_leaves_takes_its_super_unit_and_a_part_may() -> None:
    state = start()
    army(state, 0, "s33", 2)
    own(state, 0, "mi08", "en08", "en11")
    accompany(state, 0, "mi08", "s33")
    marching(state)
    assert check(state, 0, "move s33 2") is refusals.UNIT_GOES_ALONG
    assert check(state, 0, "move s33 1") is None
    assert check(state, 0, "move s33 1 with en08") is refusals.NO_SUCH_UNIT
    assert check(state, 0, "move gate1 1 with mi08") is refusals.NO_SUCH_UNIT
    do(state, 0, "move s33 1 with mi08", "step s34", "stop")
    assert unit_place(state, "mi08") == "s34"


@pytest.mark.rule("TW-MAR.19", "TW-SUN.4")
def test_a_kept_super_unit_may_leave_the_gate_with_a_group_and_come_back() -> None:
    state = start()
    own(state, 0, "en08")
    marching(state)
    do(state, 0, "move gate1 1 with en08", "step s12", "stop")
    assert unit_place(state, "en08") == "s12"
    do(state, 0, "end")
    do(state, 1, "resources gold gold")
    marching(state)
    do(state, 0, "move s12 1 with en08", "step gate1", "stop")
    assert unit_place(state, "en08") == "capital"
