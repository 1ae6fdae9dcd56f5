"""Who may enter a season, and the reasons for the others."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pentarch.arbiter.competition.seasons.entrance import Access, Candidate, Entrance
from pentarch.arbiter.competition.seasons.phases import Phase

FREEZE = datetime(2030, 1, 8, 12, tzinfo=UTC)
EARLY = Candidate(bot_id=1, owner_id=10, submit_time=FREEZE - timedelta(seconds=1))
LATE = replace(EARLY, submit_time=FREEZE)
OPEN = Entrance(Access.PUBLIC, Phase.OPEN)


@pytest.mark.parametrize("phase", [Phase.ANNOUNCED, Phase.OPEN, Phase.FROZEN])
def test_what_was_handed_in_before_the_freeze_enters(phase: Phase) -> None:
    assert Entrance(Access.PUBLIC, phase, freezes=FREEZE).refusal(EARLY) is None


@pytest.mark.parametrize("phase", [Phase.OPEN, Phase.FROZEN])
def test_what_comes_after_the_freeze_is_left_out_even_before_anybody_noticed(phase: Phase) -> None:
    told = Entrance(Access.PUBLIC, phase, freezes=FREEZE).refusal(LATE)
    assert told == "takes no new versions: it is frozen since 2030-01-08 12:00:00 UTC"


def test_finals_and_a_closed_season_take_nobody() -> None:
    for phase in (Phase.FINALS, Phase.CLOSED):
        told = replace(OPEN, phase=phase).refusal(EARLY)
        assert told == f"takes no new versions: its phase is {phase}"


def test_after_play_is_open_to_new_versions_again() -> None:
    assert Entrance(Access.PUBLIC, Phase.AFTER, freezes=FREEZE).refusal(LATE) is None


@pytest.mark.parametrize("access", [Access.PRIVATE, Access.PRACTICE])
def test_only_invited_owners_enter_what_is_not_public(access: Access) -> None:
    door = replace(OPEN, access=access)
    assert door.refusal(EARLY) == "is for owners who were invited"
    assert replace(door, invited=frozenset([10])).refusal(EARLY) is None


def test_a_bot_that_has_left_stays_out_of_after_play_too() -> None:
    for phase in (Phase.OPEN, Phase.AFTER):
        door = replace(OPEN, phase=phase, withdrawn=frozenset([1]))
        assert door.refusal(EARLY) == "was left by this bot"
