"""What seats are told of the steps of a match: the laws that hold for every ruleset."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import COMMAND, Event, Seat
from pentarch.engine.match import Match
from pentarch.engine.plain import Json, canonical
from pentarch.engine.ruleset import Ruleset
from tests.engine.test_laws import LAWS, cases

# Cards are thrown away face up, also when the pile is shuffled at once (CP-2.1, CP-2.10).
SHOWN = {"capital": {"discarded"}}
# Deeds that all see can come to the same: a stack that stays, and one that cannot withdraw; a phase
# that is ended, and one that ends by itself after two face-down cards have changed places.
OPEN_DEEDS = {"heroes": {"attack", "fire", "move", "stay", "withdraw"}, "capital": {"done"}}
MATCHES = 3
STEPS = 300
CHOICES = 6


@pytest.fixture(params=registry.IDS, scope="session")
def ruleset(request: pytest.FixtureRequest) -> str:
    id: str = request.param
    return id


def positions(ruleset: str) -> Iterator[tuple[Match[Any], Seat, list[Command]]]:
    """Position after position of random matches: who acts, and some of what it may do."""
    info = registry.get(ruleset).info
    for seed in range(MATCHES):
        seats = info.min_seats + seed % (info.max_seats - info.min_seats + 1)
        is_team = ruleset == "capital" and seats == 4
        options: dict[str, Json] = {"teams": "2v2"} if is_team else {}
        match: Match[Any] = Match(registry.get(ruleset), seats, options, seed)
        pick = random.Random(seed)
        while (acting := match.to_act()) and len(match.steps) < STEPS:
            seat = pick.choice(acting)
            legal = match.legal(seat)
            some = pick.sample(legal, min(CHOICES, len(legal)))
            yield match, seat, some
            match.play(seat, some[0])


def outcome_for(
    rules: Ruleset[Any], state: Any, seat: Seat, command: Command, eye: Seat | None
) -> tuple[bytes, list[Event]]:
    """What the eye sees after a command, and what it is told of it but for what all are shown."""
    state = rules.copy(state)
    events = rules.apply(state, seat, command, Seeded(5))
    told = rules.told(state, seat, command, events, eye)
    shown = SHOWN.get(rules.info.id, set())
    return canonical(rules.view(state, eye)), [event for event in told if event.name not in shown]


def knows(rules: Ruleset[Any], state: Any, seat: Seat, command: Command, eye: Seat | None) -> bool:
    audience = rules.audience(state, seat, command)
    return audience is None or eye in audience


def test_commands_that_look_alike_are_told_alike(ruleset: str) -> None:
    """Where a secret makes the difference, neither an event nor the command gives it away."""
    open_deeds = OPEN_DEEDS.get(ruleset, set())
    for match, seat, some in positions(ruleset):
        hidden = [command for command in some if command.text.split()[0] not in open_deeds]
        for eye in (None, *range(match.seats)):
            if eye == seat:
                continue
            seen: dict[bytes, list[Event]] = {}
            for command in hidden:
                view, told = outcome_for(match.ruleset, match.state, seat, command, eye)
                assert seen.setdefault(view, told) == told, (str(command), eye)


def test_worlds_that_look_alike_tell_a_seat_the_same(ruleset: str) -> None:
    """A seat is told nothing that depends on what it may not know and does not see then."""
    compared = 0
    for match, seat, some in positions(ruleset):
        rules, state = match.ruleset, match.state
        for eye in range(match.seats):
            world = rules.sample(rules.view(state, eye), eye, Seeded(len(match.steps)))
            for command in some[:2]:
                if rules.check(world, seat, command) is not None:
                    continue
                view, told = outcome_for(rules, state, seat, command, eye)
                other_view, other_told = outcome_for(rules, world, seat, command, eye)
                if view == other_view:
                    compared += 1
                    assert told == other_told, (str(command), eye)
    assert compared > STEPS


@given(data=st.data())
@LAWS
def test_everybody_is_told_what_concerns_them_and_no_more(
    ruleset: str, data: st.DataObject
) -> None:
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    for seat in match.to_act():
        for command in match.legal(seat)[:10]:
            state = rules.copy(match.state)
            before = rules.audience(state, seat, command)
            events = rules.apply(state, seat, command, Seeded(5))
            assert rules.audience(state, seat, command) == before, "the same in every state"
            assert before is None or seat in before, "a seat knows its own commands"
            for eye in (None, *range(match.seats)):
                told = rules.told(state, seat, command, events, eye)
                assert all(event.to is None for event in told)
                given = [event for event in told if event.name == COMMAND]
                wanted = [Event(COMMAND, seat, (command.text,))]
                assert given == (wanted if knows(rules, state, seat, command, eye) else [])
                heard = [event for event in events if event.seen_by(eye)]
                assert [str(event) for event in told[len(given) :]] == [str(e) for e in heard]


@given(data=st.data())
@LAWS
def test_values_are_numbers_or_words_that_are_not_numbers(
    ruleset: str, data: st.DataObject
) -> None:
    """So that they can be sent as text and read back."""
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    for seat in match.to_act():
        for command in match.legal(seat)[:10]:
            for event in rules.apply(rules.copy(match.state), seat, command, Seeded(5)):
                assert event.name != COMMAND
                assert -1 <= event.seat < match.seats
                for value in event.values:
                    assert type(value) in (int, str)
                    assert isinstance(value, int) or not value.lstrip("-").isdecimal()


def test_an_open_ruleset_keeps_no_secrets() -> None:
    rules = registry.get("township")
    match: Match[Any] = Match(rules, 3, {}, 1)
    command = match.legal(0)[0]
    assert rules.audience(match.state, 0, command) is None
    events = match.play(0, command)
    told = [rules.told(match.state, 0, command, events, eye) for eye in (None, 0, 1, 2)]
    assert all(heard == told[0] for heard in told)
    assert str(told[0][0]) == f"p1 command {command.text}"


def test_orders_of_a_kingdom_are_told_when_they_are_carried_out() -> None:
    rules = registry.get("kingdom")
    match: Match[Any] = Match(rules, 2, {}, 1)
    done = rules.read("done")
    events = match.submit(0, done)
    assert rules.told(match.state, 0, done, events, 1) == []
    events = match.submit(1, done)
    told = rules.told(match.state, 1, done, events, 0)
    assert [str(event) for event in told[:2]] == ["p1 orders done", "p2 orders done"]


@pytest.mark.parametrize(
    ("id", "secret", "public"),
    [
        ("capital", "build militia city", "build inn"),
        ("capital", "move militia city inn", "war p2"),
        ("capital", "keep inn", "burn inn"),
        ("capital", "take warlord", "quest envoy inn"),
        ("tradewarz", "commit ransom", "ready"),
        ("heroes", "buy l1 3", "move 1 n"),
        ("heroes", "vote 2", "attack att1 def1"),
        ("heroes", "recruit b l1 1", "train 1 attack"),
    ],
)
def test_who_hears_of_a_command(id: str, secret: str, public: str) -> None:
    rules = registry.get(id)
    match: Match[Any] = Match(rules, 2, {}, 1)
    assert rules.audience(match.state, 1, rules.read(secret)) == (1,)
    assert rules.audience(match.state, 1, rules.read(public)) is None


def test_partners_of_a_capital_hear_of_each_others_commands() -> None:
    rules = registry.get("capital")
    match: Match[Any] = Match(rules, 4, {"teams": "2v2"}, 1)
    assert rules.audience(match.state, 1, rules.read("keep inn")) == (1, 3)
