"""Single elimination: bracket, series, replays of ties, and the tie-breaks at the end."""

import pytest

from pentarch.arbiter.competition.formats.plan import Block, History, Withdrawal
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.single_elimination.scheduler import SingleElimination
from pentarch.arbiter.competition.formats.single_elimination.settings import (
    SingleEliminationSettings,
)
from pentarch.arbiter.competition.ratings import MatchResult
from tests.arbiter.simulation import falling_strengths, plan_of, run


def played(block: Block, winner: str | None, *, forfeiting: str = "") -> list[MatchResult]:
    """A block won by one bot in all matches, or level (None)."""
    results = []
    for match_id, seating in zip(block.match_ids, block.seatings, strict=True):
        ranks = (1, 1) if winner is None else tuple(1 if bot == winner else 2 for bot in seating)
        forfeits = tuple(seat for seat, bot in enumerate(seating) if bot == forfeiting)
        results.append(MatchResult(match_id, block.id, seating, ranks, forfeits))
    return results


def duel(scheduler: SingleElimination, winners: list[str | None]) -> History:
    """Play one duel, block after block, as far as the list goes."""
    history = History()
    for winner in winners:
        block = scheduler.next_blocks(history, 1)[0]
        history = history.after(issued=[block], results=played(block, winner))
    return history


def test_the_best_seeds_meet_last() -> None:
    scheduler = SingleElimination(plan_of(8), SingleEliminationSettings(blocks=1))
    history = run(scheduler, falling_strengths(scheduler.plan, 9.0))
    bracket = scheduler.bracket(history)
    assert [(series.upper, series.lower) for series in bracket if series.round == 0] == [
        ("b00", "b07"),
        ("b03", "b04"),
        ("b01", "b06"),
        ("b02", "b05"),
    ]
    assert (bracket[-1].upper, bracket[-1].lower, bracket[-1].winner) == ("b00", "b01", "b00")
    table = scheduler.standings(history)
    assert [(row.bot, row.rank) for row in table] == [
        ("b00", 1),
        ("b01", 2),
        ("b02", 3),
        ("b03", 3),
        ("b04", 5),
        ("b05", 5),
        ("b06", 5),
        ("b07", 5),
    ]
    assert [row.note for row in table[:3]] == [
        "winner",
        "out in round 3 of 3",
        "out in round 2 of 3",
    ]


@pytest.mark.parametrize("count", [2, 3, 5, 6, 11])
def test_byes_go_to_the_best_seeds(count: int) -> None:
    scheduler = SingleElimination(plan_of(count), SingleEliminationSettings(blocks=1))
    history = run(scheduler, falling_strengths(scheduler.plan, 9.0))
    first = {
        bot
        for series in scheduler.bracket(history)
        if not series.round
        for bot in (series.upper, series.lower)
    }
    resting = [bot for bot in scheduler.plan.bots if bot not in first]
    assert resting == list(scheduler.plan.bots[: scheduler.size - count])
    assert scheduler.standings(history)[0].bot == "b00"
    assert len(scheduler.bracket(history)) == count - 1


def test_a_series_ends_as_soon_as_it_is_decided() -> None:
    scheduler = SingleElimination(plan_of(2), SingleEliminationSettings(blocks=5))
    assert len(scheduler.due(History())) == 3
    history = duel(scheduler, ["b01", "b01", "b01"])
    (series,) = scheduler.bracket(history)
    assert (series.winner, series.reason, series.points) == ("b01", "points", (0.0, 3.0))
    assert scheduler.is_finished(history)


def test_a_tie_is_replayed_until_somebody_is_ahead() -> None:
    scheduler = SingleElimination(plan_of(2), SingleEliminationSettings(blocks=2, max_replays=3))
    history = duel(scheduler, ["b00", "b01", None, "b01"])
    (series,) = scheduler.bracket(history)
    assert (series.winner, series.reason, series.blocks) == ("b01", "replay", 4)


def test_after_the_last_replay_the_better_seed_goes_on() -> None:
    scheduler = SingleElimination(plan_of(2), SingleEliminationSettings(blocks=1, max_replays=2))
    history = duel(scheduler, [None, None])
    assert not scheduler.is_finished(history)
    history = duel(scheduler, [None, None, None])
    (series,) = scheduler.bracket(history)
    assert (series.winner, series.reason) == ("b00", "seed")
    assert scheduler.is_finished(history)


def test_fewer_forfeits_go_before_the_better_seed() -> None:
    scheduler = SingleElimination(plan_of(2), SingleEliminationSettings(blocks=2, max_replays=0))
    history = History()
    for winner, forfeiting in (("b00", ""), ("b01", "b00")):
        block = scheduler.next_blocks(history, 1)[0]
        results = played(block, winner, forfeiting=forfeiting)
        history = history.after(issued=[block], results=results)
    (series,) = scheduler.bracket(history)
    assert (series.winner, series.reason) == ("b01", "forfeits")


def test_a_withdrawn_bot_loses_by_walkover() -> None:
    scheduler = SingleElimination(plan_of(4), SingleEliminationSettings(blocks=3))
    history = run(
        scheduler,
        falling_strengths(scheduler.plan, 9.0),
        start=History(withdrawals=(Withdrawal("b00", 0),)),
    )
    assert [row.bot for row in scheduler.standings(history)][:2] == ["b01", "b03"]
    assert all("b00" not in block.bots for block in history.issued)


def test_blocks_that_cannot_be_played_count_half_for_both() -> None:
    scheduler = SingleElimination(plan_of(2), SingleEliminationSettings(blocks=1, max_replays=1))
    history = History()
    while blocks := scheduler.next_blocks(history, 1):
        history = history.after(issued=blocks, voids=[blocks[0].id])
    (series,) = scheduler.bracket(history)
    assert (series.points, series.winner, series.reason) == ((1.0, 1.0), "b00", "seed")


def test_the_number_of_blocks_is_known_beforehand() -> None:
    scheduler = SingleElimination(plan_of(11), SingleEliminationSettings(blocks=3, max_replays=2))
    fewest, most = scheduler.expected_blocks()
    history = run(scheduler, falling_strengths(scheduler.plan, 0.2))
    assert (fewest, most) == (20, 50)
    assert fewest <= len(history.issued) <= most


def test_elimination_settings_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidPlan, match="tables of two"):
        SingleElimination(plan_of(4, seats=(3,)), SingleEliminationSettings())
    with pytest.raises(InvalidPlan, match="blocks is a whole number from 1"):
        SingleEliminationSettings(blocks=0)
