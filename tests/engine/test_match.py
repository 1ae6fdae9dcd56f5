"""Matches: what is refused, forfeits, the step cap, and the digest chain."""

from typing import Any

import pytest

from pentarch.engine import registry
from pentarch.engine.core import NOT_TO_ACT, Outcome, ranks_of
from pentarch.engine.errors import IllegalCommand
from pentarch.engine.match import Match
from tests.playing import play_random


def township(seats: int, seed: int = 1, **options: int) -> Match[Any]:
    return Match(registry.get("township"), seats, dict(options), seed)


def outcome_of(match: Match[Any]) -> Outcome:
    assert match.outcome is not None
    return match.outcome


def test_a_refused_command_changes_nothing() -> None:
    match = township(2)
    before = (match.ruleset.fingerprint(match.state), match.final_digest, len(match.steps))
    with pytest.raises(IllegalCommand, match=r"CORE-1") as caught:
        match.submit(1, match.ruleset.read("skip"))
    assert caught.value.refusal is NOT_TO_ACT
    with pytest.raises(IllegalCommand):
        match.submit(0, match.ruleset.read("raze"))
    after = (match.ruleset.fingerprint(match.state), match.final_digest, len(match.steps))
    assert after == before


@pytest.mark.parametrize("seat", [-1, 2, 5])
def test_a_seat_outside_the_match_is_refused(seat: int) -> None:
    match = township(2)
    assert match.check(seat, match.ruleset.read("skip")) is NOT_TO_ACT


def test_a_forfeit_ends_a_match_of_two() -> None:
    match = township(2)
    match.forfeit(0, "BOT_TIMEOUT")
    outcome = outcome_of(match)
    assert outcome.ranks == [2, 1]
    assert (outcome.reason, outcome.rule, outcome.natural) == ("forfeit", "CORE-4", False)
    assert match.to_act() == []
    assert match.legal(1) == []


def test_with_more_seats_the_others_play_on_and_the_forfeited_rank_last() -> None:
    match = township(4, round_cap=5)
    match.forfeit(2, "BOT_CRASH")
    match.forfeit(2, "BOT_CRASH")
    assert match.outcome is None
    play_random(match, 3, most=20)
    match.forfeit(0, "BOT_ILLEGAL")
    play_random(match, 4)
    outcome = outcome_of(match)
    assert outcome.ranks[2] == 4, "the first to forfeit is last"
    assert outcome.ranks[0] == 3
    assert sorted([outcome.ranks[1], outcome.ranks[3]]) in ([1, 2], [1, 1])
    assert [(f.seat, f.verdict) for f in match.forfeits] == [(2, "BOT_CRASH"), (0, "BOT_ILLEGAL")]


def test_the_last_seat_standing_wins_when_all_others_forfeit() -> None:
    match = township(3)
    match.forfeit(1, "BOT_OOM")
    match.forfeit(0, "BOT_TIMEOUT")
    assert outcome_of(match).ranks == [2, 3, 1]


def test_digests_grow_by_step_and_depend_on_everything_before() -> None:
    one, two = township(2), township(2, seed=2)
    assert one.final_digest != two.final_digest
    one.submit(0, one.ruleset.read("skip"))
    other = township(2)
    other.submit(0, other.ruleset.read("break farm"))
    assert one.last_digest != other.last_digest
    assert len(one.digests) == 4


def test_ranks_share_and_leave_out() -> None:
    assert ranks_of([(5,), (7,), (7,), (1,)]) == [3, 1, 1, 4]
