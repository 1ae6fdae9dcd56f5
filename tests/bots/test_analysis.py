"""The analysis of records: chances along a match, turning points, luck told apart from skill."""

from dataclasses import replace
from typing import Any

import pytest

from pentarch import Bot, Record, Start, Turn, play
from pentarch.bots.analysis import Analysis, AnalysisBudget, Estimate, TurningPoint, analyse
from pentarch.bots.analysis.calibration import CURVES, told
from pentarch.bots.analysis.curve import PLAYOUTS, Curve, Point
from pentarch.bots.analysis.estimate import Estimator, shares
from pentarch.bots.analysis.moments import moments
from pentarch.bots.greedy import greedy
from pentarch.bots.position import positions
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.core import Outcome
from pentarch.engine.plain import Json

SHORT: dict[str, dict[str, Json]] = {
    "township": {"round_cap": 6},
    "heroes": {"rounds": 1},
    "tradewarz": {"length": "years", "years": 1},
    "kingdom": {"max_rounds": 8},
}


def whole(record: Record, playouts: int, seed: int = 0) -> Analysis:
    *_, last = analyse(record, AnalysisBudget(playouts), seed)
    return last


def estimator_of(record: Record) -> Estimator:
    return Estimator(registry.get(record.ruleset), record.options, record.bots, 0)


class Sleepy(Bot):
    """Plays well until it falls asleep, and only what comes last in the list from then on."""

    def __init__(self, after: int) -> None:
        self._after = after
        self._mind: Any = None

    def start(self, start: Start) -> None:
        self._mind = greedy(start.ruleset.info.id)
        self._mind.start(start)

    def decide(self, turn: Turn) -> Any:
        return turn.legal[-1] if turn.sequence > self._after else self._mind.decide(turn)


@pytest.mark.parametrize("id", registry.IDS)
def test_every_ruleset_can_be_analysed(id: str) -> None:
    record = play(id, ["greedy", "random"], seed=4, options=SHORT.get(id, {}))
    analysis = whole(record, 32)
    assert analysis.is_whole
    assert analysis.steps == len(record.steps)
    steps = [step for step, _ in analysis.curve]
    assert steps == sorted(set(steps))
    assert steps[-1] == len(record.steps)
    for _, point in analysis.curve:
        assert sum(point.known.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in point.believed.chances)


def test_the_last_point_is_what_came_out() -> None:
    record = play("capital", ["greedy", "random"], seed=1)
    _, last = whole(record, 32).curve[-1]
    assert list(last.known.chances) == shares(record.outcome)


def test_the_same_budget_gives_the_same_analysis_and_another_seed_another() -> None:
    record = play("capital", ["greedy", "greedy"], seed=2)
    first = whole(record, 200).plain()
    assert whole(record, 200).plain() == first
    assert whole(record, 200, seed=1).plain() != first


def test_seats_are_told_chances_as_they_have_come_true() -> None:
    record = play("capital", ["greedy", "greedy"], seed=2)
    raw = estimator_of(record).believed(next(moments(record)), range(PLAYOUTS)).chances
    first, *_ = analyse(record, AnalysisBudget(PLAYOUTS))
    _, point = first.curve[0]
    assert point.believed.chances == tuple(told("capital", won, PLAYOUTS, 2) for won in raw)
    assert sum(point.believed.chances) < sum(raw)
    _, last = first.curve[-1]
    assert sorted(last.believed.chances) == [0.0, 1.0], "the result needs no playouts"


@pytest.mark.parametrize("id", registry.IDS)
def test_what_is_told_rises_with_what_playouts_give(id: str) -> None:
    few, many = ([told(id, won / 24, count, 2) for won in range(25)] for count in (24, 96))
    for said in (few, many):
        assert said == sorted(set(said))
        assert (said[12] == 0.5) == (id not in CURVES or CURVES[id].shift == 0)
    assert 0 < many[0] < few[0] < 0.1, "few playouts are believed less"
    assert 0.9 < few[24] < many[24] < 1
    assert told(id, 1 / 3, 24, 3) <= told(id, 1 / 3, 24, 2)


def test_more_is_known_with_every_look() -> None:
    record = play("capital", ["greedy", "greedy"], seed=2)
    looks = list(analyse(record, AnalysisBudget(300)))
    sizes = [len(look.curve) for look in looks]
    assert sizes == sorted(sizes)
    assert [look.is_whole for look in looks] == [False] * (len(looks) - 1) + [True]


def test_chances_fall_after_a_bot_falls_asleep() -> None:
    record = play("capital", [Sleepy(10), "greedy"], seed=3)
    assert record.outcome.ranks == [2, 1]
    first, *_, late, _ = [point.believed.chances[0] for _, point in whole(record, 800).curve]
    assert first > 0.3
    assert late < 0.2


def test_the_decision_that_lost_the_match_is_named_with_a_better_one() -> None:
    """The bot sleeps through the Build phase before the battle for its capital."""
    record = play("capital", [Sleepy(25), "greedy"], seed=3)
    analysis = whole(record, 4_000)
    points = analysis.turning_points
    worst = min(points, key=lambda point: point.skill)
    assert (worst.seat, worst.command) == (0, "done")
    assert worst.skill < -0.5
    assert worst.advice[0] != "done"
    assert worst.advised > worst.decided + 0.5
    assert worst.line[0] == (0, worst.advice[0])
    assert Analysis.read(analysis.plain()).plain() == analysis.plain()
    for point in points:
        change = point.after[point.seat] - point.before[point.seat]
        assert point.skill + point.luck == pytest.approx(change)


def test_what_a_seat_believes_does_not_depend_on_what_is_hidden_from_it() -> None:
    ruleset = registry.get("capital")
    record = play("capital", ["greedy", "greedy"], seed=5)
    moment = list(moments(record))[30]
    view = ruleset.view(moment.state, 0)

    other = replace(moment, state=ruleset.sample(view, 0, Seeded(99)))
    assert ruleset.fingerprint(other.state) != ruleset.fingerprint(moment.state)
    estimator = estimator_of(record)
    assert estimator.hoped(moment, 0, range(16)) == estimator.hoped(other, 0, range(16))


@pytest.mark.parametrize("id", registry.IDS)
def test_nobody_knows_what_others_enter_at_the_same_time(id: str) -> None:
    # Random play seldom comes to a battle.
    bot = "greedy" if id == "tradewarz" else "random"
    options = {} if id == "tradewarz" else SHORT.get(id, {})
    record = play(id, [bot, bot], seed=10, options=options)
    later = 0
    for position in positions(record):
        match, joint = position.match, position.joint
        ruleset = match.ruleset
        if joint is None:
            assert len(position.acting) < 2
            continue
        for seat in position.acting:
            if joint.entered and seat not in [entering for entering, _ in joint.entered]:
                later += 1
                assert position.view(seat) == ruleset.view(joint.state, seat)
            state = ruleset.sample(position.view(seat), seat, Seeded(1))
            assert ruleset.legal(state, seat) == match.legal(seat)
    assert (later > 0) == registry.get(id).info.is_simultaneous


def test_who_is_asked_at_the_same_time_believes_the_same_wherever_the_record_has_it() -> None:
    record = play("kingdom", ["greedy", "greedy"], seed=8)
    found = list(moments(record))
    later = next(moment for moment in found if moment.seat == 1)
    assert found[0].seat == 0
    assert later.state.plans[0].decision == "done"
    estimator = estimator_of(record)
    assert estimator.hoped(found[0], 1, range(8)) == estimator.hoped(later, 1, range(8))


def test_only_positions_with_a_choice_are_moments() -> None:
    record = play("kingdom", ["random", "random"], seed=1)
    found = list(moments(record))
    assert found
    assert all(len(moment.legal) > 1 for moment in found)
    for moment in found:
        seat, number = record.steps[moment.step - 1]
        assert (moment.seat, moment.command.number) == (seat, number)


def test_a_shared_win_counts_in_parts_and_a_forfeit_cannot_win() -> None:
    outcome = Outcome(ranks=[1, 1, 3], scores=[5, 5, 2], rule="X-1", reason="end", natural=True)
    assert shares(outcome) == [0.5, 0.5, 0.0]
    assert shares(outcome, lost=[0]) == [0.0, 1.0, 0.0]


def test_estimates_join_by_their_numbers() -> None:
    joined = Estimate((0.5, 0.5), 10).joined(Estimate((0.8, 0.2), 20))
    assert joined.count == 30
    assert joined.chances == pytest.approx((0.7, 0.3))
    assert joined.error < Estimate((0.5, 0.5), 10).error


def test_a_turn_is_the_largest_swing_of_any_seat() -> None:
    record = play("capital", ["greedy", "greedy"], seed=5)
    curve = Curve(list(moments(record))[:3], (0.0, 1.0), estimator_of(record))
    chances = {0: (0.5, 0.5), 1: (0.5, 0.9), 2: (0.3, 0.9), 3: (0.3, 0.8)}
    curve.points.update({n: Point(Estimate(c, 24), Estimate(c, 24)) for n, c in chances.items()})
    assert curve.moments[0].seat == 0
    assert curve.turns() == [0, 1, 2]


@pytest.mark.parametrize(
    ("before", "after", "seat"),
    [((0.5, 0.5), (0.2, 0.9), 1), ((0.5, 0.5), (0.1, 0.6), 0), ((0.5, 0.5), (0.1, 0.9), 0)],
)
def test_the_seat_that_decided_is_named_unless_another_gained_or_lost_more(
    before: tuple[float, ...], after: tuple[float, ...], seat: int
) -> None:
    point = TurningPoint(7, 0, "done", before, 0.3, after, ["done"], 0.3, [])
    assert point.most_changed == seat
