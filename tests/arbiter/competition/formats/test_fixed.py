"""Round robin and gauntlet: who meets, who wins, and what happens to bots that drop out."""

from collections import Counter

import pytest

from pentarch.arbiter.competition.formats.gauntlet.scheduler import Gauntlet
from pentarch.arbiter.competition.formats.gauntlet.settings import GauntletSettings
from pentarch.arbiter.competition.formats.plan import Block, History, Withdrawal
from pentarch.arbiter.competition.formats.round_robin.scheduler import RoundRobin
from pentarch.arbiter.competition.formats.round_robin.settings import RoundRobinSettings
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.slots import FATAL_RUN, RETRIES
from pentarch.arbiter.competition.ratings import MatchResult
from tests.arbiter.simulation import falling_strengths, plan_of, run


def play_by_order(block: Block, *, crashing: str = "") -> list[MatchResult]:
    """The alphabetically first bot wins; the crashing one forfeits and comes last."""
    results = []
    for match_id, seating in zip(block.match_ids, block.seatings, strict=True):
        order = sorted(seating, key=lambda bot: (bot == crashing, bot))
        ranks = tuple(order.index(bot) + 1 for bot in seating)
        forfeits = tuple(seat for seat, bot in enumerate(seating) if bot == crashing)
        results.append(MatchResult(match_id, block.id, seating, ranks, forfeits))
    return results


def test_everybody_meets_everybody_as_often_as_asked() -> None:
    scheduler = RoundRobin(plan_of(6), RoundRobinSettings(blocks=3))
    met = Counter(block.bots for block in scheduler.due(History()))
    assert len(met) == 15
    assert set(met.values()) == {3}
    assert scheduler.expected_blocks() == (45, 45)


def test_mixed_tables_are_balanced_for_every_bot_at_any_time() -> None:
    scheduler = RoundRobin(plan_of(9, seats=(2, 3, 4)), RoundRobinSettings(blocks=2))
    blocks = scheduler.due(History())
    for seats in (2, 3, 4):
        taken = Counter(bot for block in blocks if block.seats == seats for bot in block.bots)
        assert max(taken.values()) - min(taken.values()) <= 1
    half = Counter(block.seats for block in blocks[: len(blocks) // 2])
    whole = Counter(block.seats for block in blocks)
    assert all(abs(2 * half[seats] - whole[seats]) <= 2 for seats in whole)


def test_the_better_bot_stands_above() -> None:
    scheduler = RoundRobin(plan_of(5), RoundRobinSettings())
    blocks = scheduler.due(History())
    results = tuple(result for block in blocks for result in play_by_order(block))
    table = scheduler.standings(History(results=results))
    assert [(row.rank, row.bot, row.points) for row in table] == [
        (1, "b00", 1.0),
        (2, "b01", 0.75),
        (3, "b02", 0.5),
        (4, "b03", 0.25),
        (5, "b04", 0.0),
    ]


def test_the_direct_encounter_breaks_a_tie() -> None:
    scheduler = RoundRobin(plan_of(4), RoundRobinSettings())
    ahead = {("b00", "b01"), ("b01", "b02"), ("b01", "b03"), ("b00", "b02"), ("b03", "b00")}
    ahead |= {("b02", "b03")}
    results = []
    for block in scheduler.due(History()):
        for match_id, seating in zip(block.match_ids, block.seatings, strict=True):
            ranks = (1, 2) if seating in ahead else (2, 1)
            results.append(MatchResult(match_id, block.id, seating, ranks))
    table = scheduler.standings(History(results=tuple(results)))
    assert [row.bot for row in table][:2] == ["b00", "b01"]
    assert table[0].points == table[1].points
    assert table[0].tie_breaks[0] == 1.0
    assert [row.rank for row in table] == [1, 2, 3, 4]


def test_a_void_block_is_replaced_and_at_last_dropped() -> None:
    scheduler = RoundRobin(plan_of(2), RoundRobinSettings())
    history = History()
    for again in range(RETRIES + 1):
        (block,) = scheduler.next_blocks(history, 5)
        assert block.id.endswith("b0" if again == 0 else f"b0~{again}")
        history = history.after(issued=[block], voids=[block.id])
    assert scheduler.is_finished(history)
    assert [(row.rank, row.blocks) for row in scheduler.standings(history)] == [(1, 0), (1, 0)]


def test_a_bot_that_leaves_early_is_annulled() -> None:
    scheduler = RoundRobin(plan_of(4), RoundRobinSettings())
    blocks = scheduler.due(History())
    results = tuple(result for block in blocks for result in play_by_order(block))
    history = History(results=results, withdrawals=(Withdrawal("b00", 1),))
    table = scheduler.standings(history)
    assert [(row.bot, row.rank) for row in table] == [
        ("b01", 1),
        ("b02", 2),
        ("b03", 3),
        ("b00", 4),
    ]
    assert table[-1].note == "annulled"
    assert [row.blocks for row in table[:3]] == [2, 2, 2]


def test_a_bot_that_leaves_late_loses_the_rest_by_walkover() -> None:
    scheduler = RoundRobin(plan_of(4), RoundRobinSettings())
    blocks = scheduler.due(History())
    last = max(block.number for block in blocks if "b00" in block.bots)
    results = tuple(result for block in blocks[:last] for result in play_by_order(block))
    history = History(results=results, withdrawals=(Withdrawal("b00", last),))
    assert "b00" not in {bot for block in scheduler.due(history) for bot in block.bots}
    rest = [result for block in scheduler.due(history) for result in play_by_order(block)]
    table = scheduler.standings(history.after(results=rest))
    row = next(row for row in table if row.bot == "b00")
    assert row.note == "withdrawn"
    assert row.points == pytest.approx(2 / 3)
    assert row.blocks == 3


def test_a_bot_that_keeps_crashing_is_taken_out() -> None:
    scheduler = RoundRobin(plan_of(8), RoundRobinSettings())
    history = History()
    played = 0
    while blocks := scheduler.next_blocks(history, 1):
        played += "b02" in blocks[0].bots
        results = play_by_order(blocks[0], crashing="b02")
        history = history.after(issued=blocks, results=results)
    assert played == FATAL_RUN
    table = scheduler.standings(history)
    assert next(row for row in table if row.bot == "b02").note == "annulled"


def test_one_crash_is_only_a_lost_match() -> None:
    scheduler = RoundRobin(plan_of(3), RoundRobinSettings())
    history = History()
    blocks = scheduler.next_blocks(history, 10)
    results = play_by_order(blocks[0], crashing=blocks[0].bots[0])
    for block in blocks[1:]:
        results += play_by_order(block)
    table = scheduler.standings(history.after(issued=blocks, results=results))
    assert len(table) == 3
    assert {row.note for row in table} == {""}
    assert sum(row.forfeits for row in table) == 2


def test_a_walkover_at_a_table_of_three_leaves_the_others_level() -> None:
    scheduler = RoundRobin(plan_of(3, seats=(3,)), RoundRobinSettings(blocks=2))
    blocks = scheduler.due(History())
    results = tuple(play_by_order(blocks[0]))
    table = scheduler.standings(History(results=results, withdrawals=(Withdrawal("b00", 1),)))
    assert {row.bot: row.points for row in table} == {"b00": 0.5, "b01": 0.625, "b02": 0.375}


def test_challengers_meet_the_field_and_nobody_else_for_their_own_sake() -> None:
    scheduler = Gauntlet(plan_of(6), GauntletSettings(challengers=("b00", "b05"), blocks=2))
    met = Counter(block.bots for block in scheduler.due(History()))
    assert set(met.values()) == {2}
    assert all(("b00" in pair) != ("b05" in pair) for pair in met)
    assert len(met) == 8


def test_a_gauntlet_at_larger_tables_respects_owners() -> None:
    plan = plan_of(9, seats=(3,), per_owner=2)
    scheduler = Gauntlet(plan, GauntletSettings(challengers=("b00",), blocks=2))
    blocks = scheduler.due(History())
    for block in blocks:
        assert "b00" in block.bots
        assert len({plan.owners[bot] for bot in block.bots}) == 3
    taken = Counter(bot for block in blocks for bot in block.bots)
    assert "b01" not in taken
    assert all(taken[bot] >= 2 for bot in plan.bots[2:])


def test_a_gauntlet_without_challengers_or_tables_is_refused() -> None:
    with pytest.raises(InvalidPlan, match="challengers"):
        Gauntlet(plan_of(4), GauntletSettings())
    with pytest.raises(InvalidPlan, match="challengers"):
        Gauntlet(plan_of(4), GauntletSettings(challengers=("stranger",)))
    with pytest.raises(InvalidPlan, match="no full table"):
        Gauntlet(
            plan_of(6, seats=(3,), per_owner=2), GauntletSettings(challengers=("b00", "b02", "b03"))
        )
    with pytest.raises(InvalidPlan, match="blocks is a whole number from 1"):
        RoundRobinSettings(blocks=0)


def test_a_simulated_round_robin_finds_a_clear_order() -> None:
    scheduler = RoundRobin(plan_of(6, seats=(2, 4)), RoundRobinSettings(blocks=6))
    history = run(scheduler, falling_strengths(scheduler.plan, 1.5))
    assert [row.bot for row in scheduler.standings(history)] == list(scheduler.plan.bots)
