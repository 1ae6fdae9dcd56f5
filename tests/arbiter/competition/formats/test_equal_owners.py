"""Ladders where owners weigh the same: many bots of one owner move nobody else."""

import math
from collections.abc import Sequence

import pytest

from pentarch.arbiter.competition.formats.ladder.scheduler import Ladder
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.plan import Block, Entry, History, Plan
from pentarch.arbiter.competition.ratings import BotId, MatchResult
from pentarch.engine.chance import Seeded, derive
from tests.arbiter.competition.formats.test_ladder import waits
from tests.arbiter.competition.ratings.test_gaming import Logit
from tests.arbiter.simulation import falling_strengths, plan_of, run

BLOCKS = 480
RIVALS = [f"rival{k}" for k in range(6)]
COPIES = [f"copy{k}" for k in range(10)]


def logit(first: BotId, second: BotId) -> float:
    """Each rival is stronger than the one before. The copies stand between the third and the
    fourth, but all lose to the first, and beat the last but one."""
    for one, two, sign in ((first, second, 1.0), (second, first, -1.0)):
        if one.startswith("copy") and two in ("rival0", "rival4"):
            return sign * (-3.0 if two == "rival0" else 3.0)
    strengths = {bot: 0.6 * place for place, bot in enumerate(RIVALS)} | dict.fromkeys(COPIES, 1.5)
    return strengths[first] - strengths[second]


def plan(copies: Sequence[BotId]) -> Plan:
    entries = [Entry(bot, f"owner of {bot}") for bot in RIVALS]
    entries += [Entry(bot, "owner of many") for bot in copies]
    return Plan("t1", 1, tuple(entries))


def played(ladder: Ladder, wins: Logit) -> History:
    """The whole ladder, with results drawn by the chances of each pair."""
    history = History()
    while not ladder.is_finished(history):
        blocks = ladder.next_blocks(history, 1000)
        results = [result for block in blocks for result in results_of(block, wins)]
        history = history.after(issued=blocks, results=results)
    return history


def results_of(block: Block, wins: Logit) -> list[MatchResult]:
    found = []
    for match_id, pair in zip(block.match_ids, block.seatings, strict=True):
        chance = 1 / (1 + math.exp(-wins(*pair)))
        is_won = Seeded(derive(0, match_id)).below(1 << 30) < chance * (1 << 30)
        found.append(MatchResult(match_id, block.id, pair, (1, 2) if is_won else (2, 1)))
    return found


def order(ladder: Ladder, history: History) -> list[BotId]:
    """The rivals as the table has them, best first."""
    return [line.bot for line in ladder.standings(history) if line.bot in RIVALS]


@pytest.mark.parametrize("copies", [1, 10])
def test_ten_copies_change_the_rank_of_nobody_else(copies: int) -> None:
    settings = LadderSettings(max_blocks=BLOCKS, equal_owners=1)
    ladder = Ladder(plan(COPIES[:copies]), settings)
    assert order(ladder, played(ladder, logit)) == RIVALS[::-1]


def test_unweighed_the_copies_decide() -> None:
    ladder = Ladder(plan(COPIES), LadderSettings(max_blocks=BLOCKS))
    assert order(ladder, played(ladder, logit)) != RIVALS[::-1]


def test_bots_of_one_owner_do_not_meet_and_nobody_waits_too_long() -> None:
    made = plan_of(12, per_owner=4)
    ladder = Ladder(made, LadderSettings(max_blocks=200, equal_owners=1))
    history = run(ladder, falling_strengths(made, 0.3))
    assert len(history.issued) == 200
    for block in history.issued:
        assert len({made.owners[bot] for bot in block.bots}) == 2
    assert max(waits(history.issued, made.bots).values()) <= ladder.longest_wait


def test_an_owner_of_many_has_no_more_seats_than_others() -> None:
    ladder = Ladder(plan(COPIES), LadderSettings(max_blocks=BLOCKS, equal_owners=1))
    history = played(ladder, logit)
    seats = [bot for block in history.issued for bot in block.bots]
    share = len(seats) / (len(RIVALS) + 1)
    assert sum(bot in COPIES for bot in seats) <= share + ladder.wave
    assert min(seats.count(bot) for bot in COPIES) >= ladder.placement


def test_an_owner_alone_has_a_ladder_all_the_same() -> None:
    made = plan_of(4, per_owner=4)
    ladder = Ladder(made, LadderSettings(max_blocks=60, equal_owners=1))
    history = run(ladder, falling_strengths(made, -1.0))
    assert len(history.issued) == 60
    assert [line.bot for line in ladder.standings(history)] == list(made.bots)[::-1]


def test_a_ladder_that_ends_when_it_is_settled_ends_by_the_ratings_of_its_table() -> None:
    made = plan_of(6, per_owner=2)
    ladder = Ladder(made, LadderSettings(settled_width=400, equal_owners=1))
    history = run(ladder, falling_strengths(made, 0.5))
    rows = ladder.ratings(history, replicates=200).rows
    # A wave was under way when it was settled.
    assert max(row.interval.high - row.interval.low for row in rows) < 1.2 * 400
