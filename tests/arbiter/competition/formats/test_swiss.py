"""Swiss: no repeats while possible, byes shared out, points and tie-breaks."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch.arbiter.competition.formats.plan import History, Withdrawal
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.swiss.scheduler import Swiss
from pentarch.arbiter.competition.formats.swiss.settings import SwissSettings
from tests.arbiter.simulation import falling_strengths, plan_of, run


def pairings(scheduler: Swiss, history: History, round: int) -> list[tuple[str, ...]]:
    """Who meets in a round (from 0) that has been drawn."""
    slots = scheduler.places(history)
    return [slot.lineup for slot in slots if scheduler.round_of(slot.number) == round + 1]


@settings(max_examples=25)
@given(st.integers(4, 9), st.integers(0, 50))
def test_nobody_meets_twice_while_that_is_possible(count: int, seed: int) -> None:
    # With an even number of bots, any of the first count / 2 rounds can be paired afresh; with an
    # odd one the bye takes the part of one more bot.
    rounds = (count + 1) // 2
    scheduler = Swiss(plan_of(count, seed=seed), SwissSettings(rounds=rounds))
    history = run(scheduler, falling_strengths(scheduler.plan, 0.3))
    met = Counter(block.bots for block in history.issued)
    assert max(met.values()) == 1
    played = Counter(bot for block in history.issued for bot in block.bots)
    assert all(rounds - played[bot] <= 1 for bot in scheduler.plan.bots)


def test_in_a_full_swiss_everybody_meets_everybody() -> None:
    # Four bots, three rounds: only one pairing is left in each.
    scheduler = Swiss(plan_of(4), SwissSettings(rounds=3))
    history = run(scheduler, falling_strengths(scheduler.plan, 0.5))
    assert len({block.bots for block in history.issued}) == 6


def test_repeats_are_spread_when_they_cannot_be_avoided() -> None:
    scheduler = Swiss(plan_of(4), SwissSettings(rounds=6))
    history = run(scheduler, falling_strengths(scheduler.plan, 0.5))
    assert set(Counter(block.bots for block in history.issued).values()) == {2}


def test_byes_go_to_the_lowest_and_to_nobody_twice() -> None:
    scheduler = Swiss(plan_of(5), SwissSettings(rounds=5))
    history = run(scheduler, falling_strengths(scheduler.plan, 0.5))
    played = Counter(bot for block in history.issued for bot in block.bots)
    assert set(played.values()) == {4}
    first = {bot for pair in pairings(scheduler, history, 0) for bot in pair}
    assert set(scheduler.plan.bots) - first == {"b04"}


def test_a_bye_is_worth_a_won_block() -> None:
    scheduler = Swiss(plan_of(3), SwissSettings(rounds=1))
    table = scheduler.standings(run(scheduler, {"b00": 9.0, "b01": 0.0, "b02": 0.0}))
    assert {row.bot: row.points for row in table} == {"b00": 1.0, "b01": 0.0, "b02": 1.0}


def test_the_first_round_folds_the_seeding_and_winners_meet_winners() -> None:
    scheduler = Swiss(plan_of(8), SwissSettings(rounds=2))
    history = run(scheduler, falling_strengths(scheduler.plan, 9.0))
    assert pairings(scheduler, history, 0) == [
        ("b00", "b04"),
        ("b01", "b05"),
        ("b02", "b06"),
        ("b03", "b07"),
    ]
    winners = {frozenset(pair) for pair in pairings(scheduler, history, 1)[:2]}
    assert set().union(*winners) == {"b00", "b01", "b02", "b03"}


def test_buchholz_decides_between_equal_points() -> None:
    scheduler = Swiss(plan_of(8), SwissSettings(rounds=3))
    table = scheduler.standings(run(scheduler, falling_strengths(scheduler.plan, 9.0)))
    assert table[0].bot == "b00"
    level = [row for row in table if row.points == table[1].points]
    assert [row.tie_breaks for row in level] == sorted(
        (row.tie_breaks for row in level), reverse=True
    )


def test_a_withdrawn_bot_is_not_paired_again() -> None:
    scheduler = Swiss(plan_of(6), SwissSettings(rounds=4))
    leaving = History(withdrawals=(Withdrawal("b00", 4),))
    history = run(scheduler, falling_strengths(scheduler.plan, 0.5), start=leaving)
    late = [block for block in history.issued if block.number >= 6]
    assert late
    assert all("b00" not in block.bots for block in late)
    row = next(row for row in scheduler.standings(history) if row.bot == "b00")
    assert row.note == "withdrawn"


def test_larger_tables_keep_owners_apart() -> None:
    plan = plan_of(12, seats=(4,), per_owner=2)
    scheduler = Swiss(plan, SwissSettings(rounds=4))
    history = run(scheduler, falling_strengths(plan, 0.5))
    assert len(history.issued) == 12
    for block in history.issued:
        assert len({plan.owners[bot] for bot in block.bots}) == 4


def test_swiss_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidPlan, match="one size"):
        Swiss(plan_of(6, seats=(2, 3)), SwissSettings())
    with pytest.raises(InvalidPlan, match="rounds is a whole number from 1"):
        SwissSettings(rounds=0)


@settings(max_examples=25)
@given(st.integers(3, 5), st.integers(5, 7), st.integers(1, 3), st.integers(0, 9))
def test_full_tables_are_found_whenever_owners_allow(
    seats: int, owners: int, per_owner: int, seed: int
) -> None:
    plan = plan_of(owners * per_owner, seed=seed, seats=(seats,), per_owner=per_owner)
    scheduler = Swiss(plan, SwissSettings(rounds=3))
    history = run(scheduler, falling_strengths(plan, 0.4))
    assert len(history.issued) == scheduler.expected_blocks()[0]
    for block in history.issued:
        assert len({plan.owners[bot] for bot in block.bots}) == seats
