"""The ladder: settles the order soon, lets nobody wait, places newcomers, keeps owners apart."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from statistics import median

import pytest

from pentarch.arbiter.competition.formats.ladder.scheduler import Ladder
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.plan import Block, Entry, History, Withdrawal
from pentarch.arbiter.competition.formats.round_robin.scheduler import RoundRobin
from pentarch.arbiter.competition.formats.round_robin.settings import RoundRobinSettings
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.ratings import BotId, MatchResult, Tally
from tests.arbiter.simulation import falling_strengths, plan_of, play_block, run

GAP = 0.35
"""Natural units between neighbours: 61 points."""


def waits(blocks: Iterable[Block], bots: Iterable[BotId]) -> dict[BotId, int]:
    """The longest time between two blocks of each bot, counted in blocks."""
    last = dict.fromkeys(bots, -1)
    longest = dict.fromkeys(last, 0)
    end = 0
    for block in blocks:
        end = max(end, block.number)
        for bot in block.bots:
            longest[bot] = max(longest[bot], block.number - last[bot])
            last[bot] = block.number
    return {bot: max(longest[bot], end - last[bot]) for bot in longest}


def matches_until_right(
    played: Iterable[list[MatchResult]], bots: tuple[BotId, ...], step: int
) -> int:
    """After how many matches the fitted order is the true one (of entry) and stays it."""
    tally = Tally(replicates=0)
    tally.enter(bots)
    count = wrong = 0
    waiting: dict[str, tuple[MatchResult, ...]] = {}
    for results in played:
        count += len(results)
        waiting[results[0].block_id] = tuple(results)
        if len(waiting) == step:
            tally.add(waiting)
            waiting = {}
            fit = tally.fit()
            order = sorted(fit.bots, key=lambda bot: -fit.strengths[fit.bots.index(bot), 0])
            if tuple(order) != bots:
                wrong = count
    return wrong + step * 2


def compare_with_round_robin(seeds: int, blocks: int, meetings: int) -> tuple[float, float]:
    """Median matches until the order of 12 bots is right: ladder, round robin."""
    ladders, robins = [], []
    for seed in range(seeds):
        plan = plan_of(12, seed=seed)
        strengths = falling_strengths(plan, GAP)
        ladder = Ladder(plan, LadderSettings(max_blocks=blocks))
        history = run(ladder, strengths)
        assert max(waits(history.issued, plan.bots).values()) <= ladder.longest_wait
        chosen = [play_block(block, strengths) for block in history.issued]
        ladders.append(matches_until_right(chosen, plan.bots, 8))
        fixed = RoundRobin(plan, RoundRobinSettings(blocks=meetings)).due(History())
        robins.append(matches_until_right((play_block(b, strengths) for b in fixed), plan.bots, 66))
    return median(ladders), median(robins)


def test_the_order_of_12_bots_takes_at_most_half_the_matches_of_a_round_robin() -> None:
    ladder, robin = compare_with_round_robin(seeds=11, blocks=500, meetings=30)
    print(f"ladder {ladder:.0f} matches, round robin {robin:.0f}")
    assert ladder <= robin / 2


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_same_over_many_ladders() -> None:
    ladder, robin = compare_with_round_robin(seeds=30, blocks=700, meetings=60)
    print(f"ladder {ladder:.0f} matches, round robin {robin:.0f}")
    assert ladder <= robin / 2


@pytest.mark.parametrize("seats", [(2,), (2, 4), (3,)])
def test_nobody_waits_longer_than_the_bound(seats: tuple[int, ...]) -> None:
    plan = plan_of(10, seats=seats, per_owner=2)
    ladder = Ladder(plan, LadderSettings(max_blocks=150, max_wait=20))
    # Two bots alone are close: without the bound they would have the ladder to themselves.
    strengths = {bot: -3.0 * max(0, place - 1) for place, bot in enumerate(plan.bots)}
    history = run(ladder, strengths)
    assert max(waits(history.issued, plan.bots).values()) <= 20


def test_most_blocks_go_to_the_pairs_that_are_not_settled() -> None:
    met: Counter[tuple[BotId, ...]] = Counter()
    for seed in range(1, 5):
        plan = plan_of(8, seed=seed)
        strengths = {bot: -2.0 * place for place, bot in enumerate(plan.bots)}
        strengths["b04"] = strengths["b03"] - 0.1
        history = run(Ladder(plan, LadderSettings(max_blocks=160)), strengths)
        met.update(block.bots for block in history.issued)
    first, second = met.most_common(2)
    assert first[0] == ("b03", "b04")
    assert first[1] > 2 * second[1]


def test_when_all_is_settled_everybody_plays_on_equally() -> None:
    plan = plan_of(6)
    history = run(Ladder(plan, LadderSettings(max_blocks=240)), falling_strengths(plan, 6.0))
    taken = Counter(bot for block in history.issued[120:] for bot in block.bots)
    assert min(taken.values()) >= 20


def test_new_versions_are_placed_first() -> None:
    plan = plan_of(9)
    late = replace(plan, entries=(*plan.entries[:-1], Entry("b08", "late", joins=40)))
    ladder = Ladder(late, LadderSettings(max_blocks=60), placement=4)
    history = run(ladder, falling_strengths(late, GAP))
    seated = [block.number for block in history.issued if "b08" in block.bots]
    assert seated[:4] == [40, 41, 42, 43]
    first = Counter(bot for block in history.issued[:18] for bot in block.bots)
    assert all(first[bot] >= 4 for bot in late.bots[:8])


def test_a_bot_may_join_a_ladder_that_runs() -> None:
    plan = plan_of(6)
    strengths = {**falling_strengths(plan, GAP), "new": 2.5}
    before = run(Ladder(plan, LadderSettings(max_blocks=48)), strengths)
    longer = replace(plan, entries=(*plan.entries, Entry("new", "somebody", joins=48)))
    ladder = Ladder(longer, LadderSettings(max_blocks=96))
    after = run(ladder, strengths, start=before)
    assert after.issued[:48] == before.issued
    assert "new" in after.issued[48].bots
    assert ladder.standings(after)[0].bot == "new"


def test_withdrawn_bots_are_not_seated_any_more() -> None:
    ladder = Ladder(plan_of(6), LadderSettings(max_blocks=60))
    leaving = History(withdrawals=(Withdrawal("b02", 20),))
    history = run(ladder, falling_strengths(ladder.plan, GAP), start=leaving)
    assert max(block.number for block in history.issued if "b02" in block.bots) < 20
    row = next(row for row in ladder.standings(history) if row.bot == "b02")
    assert row.note == "withdrawn"


def test_a_bot_that_keeps_crashing_is_not_seated_any_more() -> None:
    ladder = Ladder(plan_of(5), LadderSettings(max_blocks=64))
    history = History()
    while blocks := ladder.next_blocks(history, 100):
        results = []
        for block in blocks:
            for result in play_block(block, dict.fromkeys(ladder.plan.bots, 0.0)):
                if "b03" in result.bots:
                    seat = result.bots.index("b03")
                    ranks = tuple(2 if at == seat else 1 for at in range(2))
                    result = replace(result, ranks=ranks, forfeits=(seat,))
                results.append(result)
        history = history.after(issued=blocks, results=results)
    last = max(block.number for block in history.issued if "b03" in block.bots)
    assert last < 24
    assert ladder.standings(history)[-1].bot == "b03"


def test_owners_and_table_sizes_are_balanced() -> None:
    plan = plan_of(12, seats=(2, 4), per_owner=2)
    history = run(Ladder(plan, LadderSettings(max_blocks=120)), falling_strengths(plan, GAP))
    for block in history.issued:
        if block.seats > 2:
            assert len({plan.owners[bot] for bot in block.bots}) == block.seats
    for bot in plan.bots:
        sizes = Counter(block.seats for block in history.issued if bot in block.bots)
        assert abs(sizes[2] - sizes[4]) <= 5


def test_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    plan = plan_of(7)
    strengths = falling_strengths(plan, GAP)
    whole = run(Ladder(plan, LadderSettings(max_blocks=48)), strengths)
    step = run(Ladder(plan, LadderSettings(max_blocks=48)), strengths, capacity=1)
    assert step.issued == whole.issued
    forgetful = Ladder(plan, LadderSettings(max_blocks=48))
    without_memory = run(forgetful, strengths)
    fresh = Ladder(plan, LadderSettings(max_blocks=48))
    results = tuple(without_memory.results)
    # Nothing issued is known, only results: the same blocks are found again.
    assert fresh.due(History(results=results)) == []
    assert fresh.is_finished(History(results=results))


def test_a_ladder_without_an_end_never_finishes() -> None:
    ladder = Ladder(plan_of(4), LadderSettings(), wave=4)
    history = History()
    for _ in range(5):
        blocks = ladder.next_blocks(history, 100)
        assert blocks
        results = [
            r for block in blocks for r in play_block(block, dict.fromkeys(ladder.plan.bots, 0.0))
        ]
        history = history.after(issued=blocks, results=results)
        assert not ladder.is_finished(history)


def test_ladder_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidPlan, match="max_wait must be at least 12"):
        Ladder(plan_of(6), LadderSettings(max_wait=11))
    with pytest.raises(InvalidPlan, match="wave"):
        Ladder(plan_of(6), LadderSettings(), wave=0)
    with pytest.raises(InvalidPlan, match="max_blocks is a whole number from 0"):
        LadderSettings(max_blocks=-1)
    with pytest.raises(InvalidPlan, match="settled_width is a number from 0"):
        LadderSettings(settled_width=-1.0)


def test_every_block_is_predicted_by_the_ratings_of_those_before_it() -> None:
    plan = plan_of(6)
    ladder = Ladder(plan, LadderSettings(max_blocks=200))
    history = run(ladder, falling_strengths(plan, 1.0))
    score = ladder.forecast(history)
    # Two matches a block; of the first wave nothing was known.
    assert 2 * (200 - 2 * ladder.wave) <= score.comparisons <= 2 * (200 - ladder.wave)
    assert score.mean_loss < 0.6, "bots that differ can be told apart"
    equal = ladder.forecast(run(ladder, falling_strengths(plan, 0.0)))
    assert equal.mean_loss > 0.65, "equal ones cannot"
    early = History().after(
        issued=history.issued[: ladder.wave],
        results=[
            one for block in history.issued[: ladder.wave] for one in history.complete(block) or ()
        ],
    )
    assert ladder.forecast(early).comparisons == 0
