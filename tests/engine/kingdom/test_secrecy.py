"""Laws of simultaneous orders: who is faster, and how a plan is handed in, never matters."""

from itertools import permutations
from typing import Any

import pytest

from pentarch.bots.greedy.kingdom import Greedy
from pentarch.engine.chance import Chance, Seeded, derive
from pentarch.engine.core import Seat
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.state import State
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT
from tests.playing import new_state, one_decision, seat_bots

CASES: list[tuple[int, dict[str, Json]]] = [
    (2, {}),
    (2, {"map": "strait", "start_gold": 50, "tech_interval": 1}),
    (3, {"extra_spells": True, "start_gold": 40, "start_swordsmen": 6}),
    (4, {"map": "isles", "start_gold": 40, "market_size": 7}),
    (5, {"garrisons": "none", "tower_build_time": 1}),
    (6, {"map": "random", "map_size": "small", "start_gold": 0}),
]
MOST = 40


def secret_plan(state: State, seat: Seat, seed: int) -> list[str]:
    """What a seat would say in this round, chosen by nothing but what it sees itself."""
    own = RULESET.sample(RULESET.view(state, seat), seat, Seeded(seed))
    pick = Seeded(derive(seed, "plan", seat))
    said: list[str] = []
    plan_length = 0
    while seat in RULESET.to_act(own):
        legal = RULESET.legal(own, seat)
        command = RULESET.fallback(own, seat) if plan_length > MOST else pick.choice(legal)
        plan_length += 1
        if command.text == "done":
            break
        said.append(command.text)
        RULESET.apply(own, seat, command, Seeded(0))
    return [*said, "done"]


def enter(state: State, entries: list[tuple[Seat, str]], chance: Chance) -> list[str]:
    """Enter commands in a given order; the public events in the order told."""
    events: list[str] = []
    for seat, text in entries:
        command = RULESET.read(text)
        assert RULESET.check(state, seat, command) is None, text
        told = RULESET.apply(state, seat, command, chance)
        events += [str(event) for event in told if event.to is None]
    return events


def interleavings(plans: dict[Seat, list[str]], seed: int) -> list[list[tuple[Seat, str]]]:
    """Seat after seat in several orders, in turns, and mixed by chance."""
    orders = list(permutations(plans))
    chosen = [orders[0], orders[-1], orders[len(orders) // 2]]
    found = [[(seat, text) for seat in order for text in plans[seat]] for order in chosen]
    longest = max(len(texts) for texts in plans.values())
    found.append(
        [(seat, plans[seat][i]) for i in range(longest) for seat in plans if i < len(plans[seat])]
    )
    pick = Seeded(derive(seed, "mix"))
    left = {seat: list(texts) for seat, texts in plans.items()}
    mixed: list[tuple[Seat, str]] = []
    while left:
        seat = pick.choice(sorted(left))
        mixed.append((seat, left[seat].pop(0)))
        if not left[seat]:
            del left[seat]
    found.append(mixed)
    return found


@pytest.mark.rule("KC-3.4", "KC-3.10", "KC-16.1")
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_the_order_of_entering_never_changes_the_result(
    seats: int, options: dict[str, Json]
) -> None:
    chance = Seeded(11)
    state = new_state(RULESET, seats, options, chance)
    for number in range(12):
        if not RULESET.to_act(state):
            break
        plans = {seat: secret_plan(state, seat, number) for seat in RULESET.to_act(state)}
        results = []
        for entries in interleavings(plans, number):
            twin, draws = RULESET.copy(state), chance.copy()
            events = enter(twin, entries, draws)
            everything = RULESET.view(twin, OMNISCIENT)
            results.append((RULESET.fingerprint(twin), events, draws.position, everything))
        assert all(result == results[0] for result in results)
        enter(state, interleavings(plans, number)[-1], chance)


@pytest.mark.rule("KC-3.10")
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_entering_changes_neither_menus_nor_views_of_others_and_draws_nothing(
    seats: int, options: dict[str, Json]
) -> None:
    chance = Seeded(5)
    state = new_state(RULESET, seats, options, chance)
    for number in range(8):
        acting = RULESET.to_act(state)
        if len(acting) < 2:
            return
        speaker, *others = acting[number % len(acting) :] + acting[: number % len(acting)]
        plan = secret_plan(state, speaker, number)
        shown = [(RULESET.legal(state, seat), RULESET.view(state, seat)) for seat in others]
        public = RULESET.view(state, None)
        position = chance.position
        enter(state, [(speaker, text) for text in plan[:-1]], chance)
        assert shown == [(RULESET.legal(state, seat), RULESET.view(state, seat)) for seat in others]
        assert RULESET.view(state, None) == public
        assert chance.position == position
        enter(state, [(speaker, "done")], chance)
        assert chance.position == position
        assert [RULESET.legal(state, seat) for seat in others] == [legal for legal, _ in shown]
        for seat in others:
            enter(state, [(seat, text) for text in secret_plan(state, seat, number)], chance)


@pytest.mark.rule("KC-16.6")
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_a_plan_handed_in_at_once_equals_its_commands_one_by_one(
    seats: int, options: dict[str, Json]
) -> None:
    at_once, one_by_one = (Match(RULESET, seats, options, 3) for _ in range(2))
    for number in range(10):
        for seat in at_once.to_act():
            plan = secret_plan(at_once.state, seat, number)
            written = RULESET.expand(at_once.state, seat, plan)
            assert written == plan
            assert RULESET.expand(at_once.state, seat, shortened(plan)) == plan
            for text in written:
                at_once.submit(seat, RULESET.read(text))
            for text in plan:
                before = RULESET.expand(one_by_one.state, seat, [text])
                assert before[0] == text
                one_by_one.submit(seat, RULESET.read(text))
    assert at_once.final_digest == one_by_one.final_digest


def shortened(plan: list[str]) -> list[str]:
    """The plan with paths and targets written in one line and halts left out."""
    short: list[str] = []
    for text in plan:
        verb = text.split(" ")[0]
        opens_path = bool(short) and short[-1].startswith(("move one", "move all", "sail"))
        if verb == "at":
            short[-1] += text.removeprefix("at")
        elif verb == "on" and opens_path:
            short[-1] += text.removeprefix("on")
        elif verb != "halt":
            short.append(text)
    return short


@pytest.mark.rule("KC-3.4")
@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_bots_play_the_same_match_whoever_answers_first(seats: int) -> None:
    first, second = (greedy_match(seats, backwards) for backwards in (False, True))
    assert RULESET.fingerprint(first.state) == RULESET.fingerprint(second.state)
    assert first.outcome == second.outcome


def greedy_match(seats: int, backwards: bool) -> Match[Any]:
    match = Match(RULESET, seats, {}, 21)
    bots = [Greedy() for _ in range(seats)]
    seat_bots(match, bots)
    while acting := match.to_act():
        seat = acting[-1] if backwards else acting[0]
        for command in one_decision(match, seat, bots[seat]):
            match.submit(seat, command)
    return match
