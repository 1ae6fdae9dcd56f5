"""The search bot on every ruleset: legal, deterministic, honest about hidden things, useful."""

from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

import pytest

from pentarch.bots import playout
from pentarch.bots.greedy import USUAL, greedy, heroes, styles, tried_styles
from pentarch.bots.greedy.heroes.styles import Style
from pentarch.bots.lines import Line, lead
from pentarch.bots.mcts import TUNED, Budget, Mcts, Search, Settings, settings_for
from pentarch.bots.playout import Guide, Horizon
from pentarch.bots.random import Random
from pentarch.bots.sdk import Bot, Clock, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.township.commands import SKIPPED
from pentarch.local import Series, play_local, play_series
from tests.playing import play_random

OPTIONS: dict[str, dict[str, Json]] = {"township": {"round_cap": 5}}
QUICK = Settings(Horizon(laps=1, steps=4, most=8), worlds=3)
EAGER = Settings(Horizon(laps=100), fewest=2, caution=0.0, margin=0.0)


def quick(simulations: int = 6) -> Mcts:
    return Mcts(Budget(simulations=simulations), QUICK)


def turn_of(match: Match[Any], seat: int) -> Turn:
    ruleset = match.ruleset
    return Turn(
        ruleset,
        seat,
        match.seats,
        1,
        match.legal(seat),
        Clock(1.0, 0.0, 1.0),
        lambda: ruleset.view(match.state, seat),
    )


def start_of(match: Match[Any], seat: int) -> Start:
    names = ["a"] * match.seats
    return Start(match.ruleset, seat, match.seats, match.options.plain(), names, 11)


def decisions(id: str, count: int) -> list[tuple[Match[Any], int]]:
    """Real decisions (more than one legal command) spread over random matches."""
    found: list[tuple[Match[Any], int]] = []
    ruleset = registry.get(id)
    seed = 0
    while len(found) < count:
        seed += 1
        match = Match(ruleset, ruleset.info.max_seats, {}, seed)
        play_random(match, seed, 13 * seed)
        acting = match.to_act()
        if acting and len(match.legal(acting[-1])) > 1:
            found.append((match, acting[-1]))
    return found


def search_of(match: Match[Any], seat: int, settings: Settings = QUICK) -> Search:
    """A search beside a plan of one command, the first legal one."""
    turn = turn_of(match, seat)
    return Search(turn, Line(turn.legal[:1]), Guide(start_of(match, seat)), settings, 5)


@pytest.mark.parametrize("id", registry.IDS)
def test_it_answers_legally_and_the_same_every_time(id: str) -> None:
    for match, seat in decisions(id, 6):
        answers = []
        for _ in range(2):
            bot = Mcts(Budget(simulations=12), QUICK)
            bot.start(start_of(match, seat))
            answers.append(bot.decide(turn_of(match, seat)))
        assert answers[0] == answers[1]
        answer: Any = answers[0]
        first = answer[0] if isinstance(answer, list) else answer
        assert match.check(seat, first) is None


@pytest.mark.parametrize("id", registry.IDS)
def test_it_decides_from_the_view_alone(id: str) -> None:
    """The real state is another one that looks the same: the answer stays."""
    for match, seat in decisions(id, 3):
        ruleset = match.ruleset
        turns = [turn_of(match, seat), turn_of(match, seat)]
        other = turns[0].sample()
        turns[1].look = partial(ruleset.view, other, seat)
        answers = []
        for turn in turns:
            bot = Mcts(Budget(simulations=12), QUICK)
            bot.start(start_of(match, seat))
            answers.append(bot.decide(turn))
        assert answers[0] == answers[1]


@pytest.mark.parametrize("id", registry.IDS)
def test_it_plays_a_whole_match_without_a_fault(id: str) -> None:
    seats = registry.get(id).info.min_seats
    bots: list[str | Bot] = [quick(4), *[Random() for _ in range(seats - 1)]]
    result = play_local(id, bots, seed=2, options=OPTIONS.get(id))
    assert result.evidence == []


@pytest.mark.parametrize("id", registry.IDS)
def test_a_single_simulation_is_the_guide_s_word(id: str) -> None:
    for match, seat in decisions(id, 2):
        adviser = greedy(id)
        adviser.start(start_of(match, seat))
        bot = quick(1)
        bot.start(start_of(match, seat))
        expected = adviser.decide(turn_of(match, seat))
        answer = bot.decide(turn_of(match, seat))
        commands: Any = expected if isinstance(expected, list) else [expected]
        assert answer in (expected, commands, commands[0])


def test_without_a_guide_it_still_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(ruleset: str, style: str = USUAL) -> Bot:
        raise ModuleNotFoundError(ruleset)

    monkeypatch.setattr(playout, "greedy", missing)
    match, seat = decisions("township", 1)[0]
    bot = quick(40)
    bot.start(start_of(match, seat))
    turn = turn_of(match, seat)
    answer: Any = bot.decide(turn)
    assert match.check(seat, answer[0] if isinstance(answer, list) else answer) is None
    assert isinstance(turn.notes["simulations"], int)
    assert 2 <= turn.notes["simulations"] <= 40


@pytest.mark.parametrize("simulations", [1, 2, 3, 17, 60])
def test_a_budget_of_simulations_is_kept(simulations: int) -> None:
    match, seat = decisions("township", 1)[0]
    search = search_of(match, seat)
    search.run(Budget(simulations=simulations))
    assert 1 <= search.simulations <= simulations


def test_without_a_number_the_budget_is_the_usual_one() -> None:
    match, seat = decisions("township", 1)[0]
    search = search_of(match, seat, replace(QUICK, usual=5))
    search.run(Budget())
    assert 1 <= search.simulations <= 5


def test_the_usual_budget_ends_with_its_effort_too() -> None:
    """A playout near the end of a match is short, so that more of them are played there."""
    match, seat = decisions("township", 1)[0]
    searches = [search_of(match, seat, replace(QUICK, effort=effort)) for effort in (30, 300)]
    for search in searches:
        search.run(Budget())
    few, many = searches
    assert few.simulations < many.simulations < QUICK.usual
    assert few.steps >= 30
    named = search_of(match, seat, replace(QUICK, effort=30))
    named.run(Budget(simulations=many.simulations))
    assert named.simulations > few.simulations


@pytest.mark.parametrize("id", TUNED)
def test_a_match_begins_in_a_style_that_search_can_leave(id: str) -> None:
    match = Match(registry.get(id), 2, {}, 1)
    assert settings_for(start_of(match, 0)).style in tried_styles(id)


def test_a_short_match_of_heroes_begins_in_another_style() -> None:
    ruleset = registry.get("heroes")
    short = settings_for(start_of(Match(ruleset, 2, {"rounds": 1}, 1), 0))
    assert short.style != settings_for(start_of(Match(ruleset, 2, {}, 1), 0)).style


@pytest.mark.parametrize("style", styles("heroes"))
def test_every_style_of_the_guide_plays_legally(style: str) -> None:
    bots: list[str | Bot] = [greedy("heroes", style), greedy("heroes")]
    result = play_local("heroes", bots, seed=3, options={"rounds": 1})
    assert result.evidence == []


def test_a_bad_style_of_the_guide_is_left_for_a_better_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Heroes who never dare anything fall behind those of the usual style."""
    monkeypatch.setitem(heroes.STYLES, "timid", Style(stake=1000.0))
    monkeypatch.setattr(heroes, "TRIED", (*heroes.TRIED, "timid"))
    match = Match(registry.get("heroes"), 2, {"rounds": 1}, 3)
    usual, timid = greedy("heroes"), greedy("heroes", "timid")
    while True:
        seat = match.to_act()[0]
        turn = turn_of(match, seat)
        plan, other = timid.decide(turn), usual.decide(turn)
        assert isinstance(plan, Command)
        if plan != other:
            break
        match.play(seat, plan)
    search = Search(turn, Line([plan], "timid"), Guide(start_of(match, seat)), EAGER, 5)
    search.run(Budget(simulations=100))
    assert search.lead > 0.0
    assert search.style != "timid"


@pytest.mark.parametrize("id", registry.IDS)
def test_the_guide_plans_legally_and_leaves_a_state_as_it_is(id: str) -> None:
    """Playouts lend their state to guides, and trust their plans until something else happens."""
    for match, seat in decisions(id, 6):
        guide = Guide(start_of(match, seat))
        guide.begin(1)
        before = match.ruleset.fingerprint(match.state)
        for style in guide.styles:
            plan = guide.plan(match.state, seat, match.legal(seat), Seeded(1), style)
            assert match.ruleset.fingerprint(match.state) == before
            state, chance = match.ruleset.copy(match.state), Seeded(1)
            for command in plan:
                assert match.ruleset.check(state, seat, command) is None
                match.ruleset.apply(state, seat, command, chance)
                if chance.position or seat not in match.ruleset.to_act(state):
                    break


def test_a_budget_of_time_simulates_at_least_once() -> None:
    match, seat = decisions("township", 1)[0]
    search = search_of(match, seat)
    search.run(Budget(seconds=0.01))
    assert search.simulations >= 1


def test_it_notes_what_it_thought() -> None:
    result = play_local("township", [quick(4), "random"], seed=1, options={"round_cap": 5})
    annotations = result.record(timed=False).annotations
    assert isinstance(annotations, dict)
    notes = annotations["notes"]
    assert isinstance(notes, list)
    note = notes[0]
    assert isinstance(note, list)
    assert set(note[2]) == {"simulations", "lead"}  # type: ignore[arg-type] # a mapping


def test_the_error_of_a_lead_shrinks_with_the_pairs() -> None:
    base = Line([], values=[0.5] * 8)
    assert lead(Line([], values=[0.8]), base).error == inf
    assert lead(Line([], values=[0.75, 0.75]), base).error == 0.0
    few = lead(Line([], values=[0.5, 0.7] * 2), base)
    many = lead(Line([], values=[0.5, 0.7] * 4), base)
    assert few.mean == pytest.approx(many.mean)
    assert many.mean == pytest.approx(0.1)
    assert few.error == pytest.approx(0.1 / 3**0.5)
    assert many.error == pytest.approx(0.1 / 7**0.5)


def test_a_lead_is_over_the_same_lucks() -> None:
    """What the base has met beyond, and the lucks before the first that counts, do not matter."""
    base = Line([], values=[0.9, 0.1, 0.2, 0.9])
    found = lead(Line([], values=[0.0, 0.2, 0.4]), base, first=1)
    assert found.pairs == 2
    assert found.mean == pytest.approx(0.15)
    assert lead(Line([]), base).pairs == 0


def test_a_bad_plan_is_left_for_a_better_line() -> None:
    """Building nothing in the first turn is behind in the long run, and the search sees it."""
    match = Match(registry.get("township"), 2, {"round_cap": 12}, 3)
    turn = turn_of(match, 0)
    search = Search(turn, Line([SKIPPED]), Guide(start_of(match, 0)), EAGER, 5)
    assert search.run(Budget(simulations=120)) != [SKIPPED]
    assert search.lead > 0.0


def test_without_a_clear_lead_the_plan_stays() -> None:
    match = Match(registry.get("township"), 2, {"round_cap": 6}, 3)
    turn = turn_of(match, 0)
    never = Settings(Horizon(laps=100), margin=1.0)
    search = Search(turn, Line([SKIPPED]), Guide(start_of(match, 0)), never, 5)
    assert search.run(Budget(simulations=60)) == [SKIPPED]
    assert search.lead == 0.0


def rank_sum(bots: list[str], matches: int, options: dict[str, Json]) -> int:
    """By how many ranks the first bot was ahead of the second, over a series."""
    series = Series("township", bots, seed=1, matches=matches, options=options)
    return sum(played.rank_of(1) - played.rank_of(0) for played in play_series(series))


def test_it_beats_random_at_township() -> None:
    assert rank_sum(["mcts:8", "random"], 2, {"round_cap": 12}) == 2


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_it_does_not_lose_on_balance_against_greedy_at_township() -> None:
    assert rank_sum(["mcts:48", "greedy"], 20, {}) >= 0
