"""A pause, a crash and a resume in the middle of each format give the same final table."""

from collections.abc import Callable

import pytest

from pentarch.arbiter.competition.formats.gauntlet.scheduler import Gauntlet
from pentarch.arbiter.competition.formats.gauntlet.settings import GauntletSettings
from pentarch.arbiter.competition.formats.ladder.scheduler import Ladder
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.plan import Block, History, Withdrawal
from pentarch.arbiter.competition.formats.round_robin.scheduler import RoundRobin
from pentarch.arbiter.competition.formats.round_robin.settings import RoundRobinSettings
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.single_elimination.scheduler import SingleElimination
from pentarch.arbiter.competition.formats.single_elimination.settings import (
    SingleEliminationSettings,
)
from pentarch.arbiter.competition.formats.swiss.scheduler import Swiss
from pentarch.arbiter.competition.formats.swiss.settings import SwissSettings
from pentarch.arbiter.competition.formats.version_test.scheduler import VersionTest
from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.competition.ratings import MatchResult
from pentarch.engine.chance import Seeded
from tests.arbiter.simulation import falling_strengths, plan_of, play_block, run

FORMATS: dict[str, Callable[[], Scheduler]] = {
    "round robin": lambda: RoundRobin(plan_of(7), RoundRobinSettings(blocks=2)),
    "round robin, tables of 2 and 4": lambda: RoundRobin(
        plan_of(8, seats=(2, 4)), RoundRobinSettings()
    ),
    "gauntlet": lambda: Gauntlet(
        plan_of(9, seats=(3,)), GauntletSettings(challengers=("b00", "b04"))
    ),
    "swiss": lambda: Swiss(plan_of(9), SwissSettings(rounds=5)),
    "swiss, tables of 3": lambda: Swiss(plan_of(10, seats=(3,)), SwissSettings(rounds=4)),
    "elimination": lambda: SingleElimination(
        plan_of(11), SingleEliminationSettings(blocks=3, max_replays=2)
    ),
    "ladder": lambda: Ladder(plan_of(8), LadderSettings(max_blocks=70), wave=6),
    "ladder, tables of 2 and 4": lambda: Ladder(
        plan_of(9, seats=(2, 4), per_owner=2), LadderSettings(max_blocks=40)
    ),
    "test": lambda: VersionTest(
        plan_of(2), VersionTestSettings(elo_high=150, max_blocks=200), ahead=7
    ),
}


def disturbed(
    make: Callable[[], Scheduler], *, seed: int, withdrawals: tuple[Withdrawal, ...] = ()
) -> tuple[Scheduler, History]:
    """Play with changing capacity, results out of order and late, and crashes that lose work.

    After a crash a new scheduler object knows what was stored: issued blocks and results. Blocks
    that were chosen but not stored yet are chosen again; results that were not stored are played
    again.
    """
    chance = Seeded(seed)
    scheduler = make()
    strengths = falling_strengths(scheduler.plan, 0.5)
    history = History(withdrawals=withdrawals)
    under_way: list[MatchResult] = []
    for _ in range(10_000):
        if scheduler.is_finished(history) and not under_way:
            return scheduler, history
        if chance.below(10) == 0:
            scheduler = make()
            stored = {result.match_id for result in history.results}
            under_way = [
                result
                for block in history.issued
                for result in play_block(block, strengths)
                if result.match_id not in stored
            ]
            scheduler.next_blocks(history, 3)
        blocks: list[Block] = scheduler.next_blocks(history, chance.below(6))
        under_way += [result for block in blocks for result in play_block(block, strengths)]
        chance.shuffle(under_way)
        arrived = chance.below(len(under_way) + 1)
        history = history.after(issued=blocks, results=under_way[:arrived])
        under_way = under_way[arrived:]
    raise AssertionError("the tournament does not end")


@pytest.mark.parametrize("name", FORMATS)
def test_the_final_table_is_that_of_an_undisturbed_run(name: str) -> None:
    scheduler = FORMATS[name]()
    whole = run(scheduler, falling_strengths(scheduler.plan, 0.5))
    table = scheduler.standings(whole)
    assert {row.bot for row in table} == set(scheduler.plan.bots)
    for seed in range(3):
        again, history = disturbed(FORMATS[name], seed=seed)
        assert again.standings(history) == table
        places = again.places(history)
        if places is not None:
            plan = again.plan
            asked = {plan.block(slot.label, slot.number, slot.lineup) for slot in places}
            assert set(history.issued) <= asked, "nothing was handed out that was not asked for"
        counted = {block.id for block in whole.issued}
        if not isinstance(again, VersionTest):
            assert {block.id for block in history.issued} == counted
            assert sorted(history.results, key=repr) == sorted(whole.results, key=repr)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "test"])
def test_the_same_holds_when_a_bot_withdraws(name: str) -> None:
    leaving = (Withdrawal("b01", 9),)
    scheduler = FORMATS[name]()
    strengths = falling_strengths(scheduler.plan, 0.5)
    whole = run(scheduler, strengths, start=History(withdrawals=leaving))
    again, history = disturbed(FORMATS[name], seed=4, withdrawals=leaving)
    assert again.standings(history) == scheduler.standings(whole)


@pytest.mark.parametrize("name", FORMATS)
def test_void_blocks_do_not_stop_a_tournament(name: str) -> None:
    scheduler = FORMATS[name]()
    strengths = falling_strengths(scheduler.plan, 0.5)
    history = History()
    chance = Seeded(8)
    while not scheduler.is_finished(history):
        for block in scheduler.next_blocks(history, 4):
            if chance.below(4) == 0:
                history = history.after(issued=[block], voids=[block.id])
            else:
                history = history.after(issued=[block], results=play_block(block, strengths))
    assert history.voids
    assert scheduler.next_blocks(history, 100) == []
    assert {row.bot for row in scheduler.standings(history)} == set(scheduler.plan.bots)


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_is_handed_out_twice_and_capacity_is_kept(name: str) -> None:
    scheduler = FORMATS[name]()
    first = scheduler.next_blocks(History(), 3)
    assert 0 < len(first) <= 3
    more = scheduler.next_blocks(History(issued=tuple(first)), 100)
    assert not {block.id for block in first} & {block.id for block in more}
    assert scheduler.next_blocks(History(), 0) == []
