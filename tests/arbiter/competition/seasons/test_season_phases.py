"""Phases of seasons: by the clock, by hand, and always one after another."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.seasons.phases import (
    PHASES,
    Phase,
    Timetable,
    due,
    following,
    time_left,
)

START = datetime(2030, 1, 1, tzinfo=UTC)
HOURS = st.integers(0, 100).map(lambda hours: START + timedelta(hours=hours))
PHASE = st.sampled_from(PHASES)


@st.composite
def timetables(draw: st.DrawFn) -> Timetable:
    times = sorted(draw(st.lists(HOURS, min_size=5, max_size=5)))
    kept = draw(st.lists(st.booleans(), min_size=5, max_size=5))
    return Timetable(*[at if keep else None for at, keep in zip(times, kept, strict=True)])


def walk(phase: Phase, goal: Phase, timetable: Timetable, now: datetime) -> list[Phase]:
    """The phases that a season goes through at a moment."""
    seen = [phase]
    while (further := due(seen[-1], goal, timetable, now)) is not None:
        seen.append(further)
    return seen


@given(timetables(), PHASE, PHASE, HOURS)
def test_a_season_goes_through_every_phase_up_to_the_further_of_clock_and_hand(
    timetable: Timetable, phase: Phase, goal: Phase, now: datetime
) -> None:
    seen = walk(phase, goal, timetable, now)
    last = max(phase.place, goal.place, timetable.at(now).place)
    assert seen == list(PHASES[phase.place : last + 1])


@given(timetables(), st.lists(HOURS, min_size=1, max_size=8))
def test_looking_often_or_once_ends_in_the_same_phase(
    timetable: Timetable, moments: list[datetime]
) -> None:
    often = Phase.ANNOUNCED
    for now in sorted(moments):
        often = walk(often, Phase.ANNOUNCED, timetable, now)[-1]
    once = walk(Phase.ANNOUNCED, Phase.ANNOUNCED, timetable, max(moments))[-1]
    assert often == once


@given(timetables(), PHASE, HOURS)
def test_the_time_left_ends_where_the_clock_changes_the_phase(
    timetable: Timetable, phase: Phase, now: datetime
) -> None:
    left = time_left(phase, timetable, now)
    if left is None:
        assert timetable.at(START + timedelta(days=1000)).place <= phase.place
        return
    assert due(phase, phase, timetable, now + left) is following(phase)
    if left:
        before = now + left - timedelta(microseconds=1)
        assert due(phase, phase, timetable, before) is None


def test_a_timetable_in_another_order_is_refused() -> None:
    with pytest.raises(InvalidPlan, match="frozen must not begin before open"):
        Timetable(opens=START + timedelta(hours=1), freezes=START)
