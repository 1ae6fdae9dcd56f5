"""Divisions of a ladder: by rank, with promotion and demotion at set times and one fit."""

from collections import Counter
from itertools import pairwise

import pytest

from pentarch.arbiter.competition.formats.ladder.divisions import divided, may_meet
from pentarch.arbiter.competition.formats.ladder.scheduler import Ladder
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.plan import Block, Entry, History, Plan
from pentarch.arbiter.competition.ratings import BotId
from tests.arbiter.competition.formats.test_ladder import waits
from tests.arbiter.simulation import falling_strengths, plan_of, run

DIVIDED = LadderSettings(max_blocks=240, division_size=4, division_blocks=80)


def within(ladder: Ladder, history: History, blocks: list[Block]) -> Counter[bool]:
    """Whether the bots of blocks were of one division when these were chosen."""
    told: Counter[bool] = Counter()
    for block in blocks:
        divisions = ladder._divisions(history, block.number // ladder.wave * ladder.wave)
        one, two = block.bots
        told[may_meet(divisions, one, two)] += 1
    return told


def test_bots_meet_within_their_division_once_there_are_any() -> None:
    plan = plan_of(12)
    ladder = Ladder(plan, DIVIDED)
    history = run(ladder, falling_strengths(plan, 0.8))
    before = [block for block in history.issued if block.number < 80]
    after = [block for block in history.issued if block.number >= 80]
    assert within(ladder, history, after) == {True: len(after)}
    assert len({block.bots for block in before}) > 12, "at first anybody meets anybody"
    notes = [line.note for line in ladder.standings(history)]
    assert Counter(notes) == {"division 1": 4, "division 2": 4, "division 3": 4}


def test_promotion_and_demotion_come_at_the_set_times_alone() -> None:
    plan = plan_of(8)
    ladder = Ladder(plan, LadderSettings(max_blocks=240, division_size=4, division_blocks=40))
    history = run(ladder, falling_strengths(plan, 0.0))
    periods = [ladder._divisions(history, number) for number in range(0, 240, 8)]
    changes = [
        8 * place for place, (one, two) in enumerate(pairwise(periods), start=1) if one != two
    ]
    assert changes[0] == 40
    assert set(changes) <= {40, 80, 120, 160, 200}
    assert len(changes) >= 2, "bots that are equal change places"


def test_everybody_is_in_one_fit_and_nobody_waits_too_long() -> None:
    plan = plan_of(12)
    ladder = Ladder(plan, DIVIDED)
    history = run(ladder, falling_strengths(plan, 0.8))
    lines = ladder.standings(history)
    assert [line.bot for line in lines[:4]] == list(plan.bots[:4])
    assert {line.bot for line in lines} == set(plan.bots)
    assert max(waits(history.issued, plan.bots).values()) <= ladder.longest_wait


def test_a_newcomer_is_placed_among_all_and_gets_a_division_at_the_next_set_time() -> None:
    plan = plan_of(9)
    late = Plan(
        plan.id, plan.seed, (*plan.entries[:-1], Entry("b08", "late", joins=100)), plan.seats
    )
    ladder = Ladder(late, DIVIDED)
    strengths: dict[BotId, float] = {**falling_strengths(late, 0.8), "b08": 5.0}
    history = run(ladder, strengths)
    assert "b08" not in ladder._divisions(history, 152)
    assert ladder._divisions(history, 160)["b08"] == 1
    met = {bot for block in history.issued if "b08" in block.bots for bot in block.bots}
    assert len(met) > 4


def test_a_division_that_cannot_fill_a_table_does_not_stop_the_ladder() -> None:
    plan = plan_of(6, seats=(3,), per_owner=2)
    settings = LadderSettings(max_blocks=60, division_size=2, division_blocks=16)
    history = run(Ladder(plan, settings), falling_strengths(plan, 0.5))
    assert len(history.issued) == 60


@pytest.mark.parametrize(("count", "sizes"), [(3, [3]), (8, [4, 4]), (11, [4, 7]), (12, [4, 4, 4])])
def test_the_last_division_takes_the_rest(count: int, sizes: list[int]) -> None:
    plan = plan_of(count)
    history = run(Ladder(plan, LadderSettings(max_blocks=80)), falling_strengths(plan, 0.5))
    rows = Ladder(plan, LadderSettings()).ratings(history, replicates=0).rows
    made = divided(rows, size=4, placement=1, absent=[])
    assert [*Counter(made.values()).values()] == sizes
    assert "b00" not in divided(rows, size=4, placement=1, absent=["b00"])
