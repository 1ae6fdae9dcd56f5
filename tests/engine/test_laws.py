"""The laws that hold for every registered ruleset.

A case draws a ruleset, seats, options, a seed and a list of numbers that choose among the legal
commands, so that a failure shrinks to a short match.
"""

import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError, InvalidOption, InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.options import Option
from pentarch.engine.plain import Json, canonical
from pentarch.engine.record import encode, record_of, verify
from pentarch.engine.ruleset import OMNISCIENT
from tests.playing import play_choices, play_random

LAWS = settings(
    max_examples=40,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
FEW = settings(LAWS, max_examples=12)
STEPS = 150


@dataclass(frozen=True)
class Case:
    """A position somewhere in a match."""

    ruleset: str
    seats: int
    options: dict[str, Json]
    seed: int
    choices: list[int]

    def match(self) -> Match[Any]:
        match = self.start()
        play_choices(match, self.choices)
        return match

    def start(self) -> Match[Any]:
        return Match(registry.get(self.ruleset), self.seats, self.options, self.seed)


def option_value(option: Option) -> st.SearchStrategy[Json]:
    if option.kind == "number":
        return st.integers(option.low, option.high)
    if option.kind == "flag":
        return st.booleans()
    return st.sampled_from(option.words)


def fits(case: Case) -> bool:
    try:
        case.start()
    except InvalidOption:
        return False
    return True


@st.composite
def cases(draw: st.DrawFn, ruleset: str) -> Case:
    info = registry.get(ruleset).info
    seats = draw(st.integers(info.min_seats, info.max_seats))
    by_name = {option.name: option for option in info.options}
    names = draw(st.lists(st.sampled_from(sorted(by_name)), max_size=3, unique=True))
    options = {name: draw(option_value(by_name[name])) for name in names}
    seed = draw(st.integers(0, 2**64 - 1))
    # A few drawn choices after a drawn number of pseudo-random ones: deep and still shrinkable.
    depth = draw(st.integers(0, STEPS * 4))
    tail = draw(st.lists(st.integers(0, 9999), max_size=STEPS // 5))
    spread = random.Random(draw(st.integers(0, 999)))
    head = [spread.randrange(10_000) for _ in range(depth)]
    case = Case(ruleset, seats, options, seed, head + tail)
    if not fits(case):
        case = Case(ruleset, seats, {}, seed, head + tail)
    return case


@pytest.fixture(params=registry.IDS, scope="session")
def ruleset(request: pytest.FixtureRequest) -> str:
    id: str = request.param
    return id


def some_commands(match: Match[Any], count: int, seed: int) -> list[Command]:
    """Commands drawn from the whole table, verb by verb, legal or not."""
    table = match.ruleset.commands
    pick = random.Random(seed)
    chosen = [table.by_number(pick.randrange(table.size)) for _ in range(count)]
    for verb in table.verbs:
        chosen.append(verb.at(pick.randrange(verb.count)))
    return chosen


def lists_and_checks_agree(match: Match[Any], seat: Seat) -> None:
    legal = match.legal(seat)
    assert len({command.number for command in legal}) == len(legal), "duplicates"
    for command in legal:
        assert match.check(seat, command) is None, command
    listed = {command.number for command in legal}
    for command in some_commands(match, 40, len(match.steps)):
        assert (match.check(seat, command) is None) == (command.number in listed), command


@given(data=st.data())
@LAWS
def test_check_accepts_exactly_what_legal_lists(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    acting = match.to_act()
    assert acting == sorted(set(acting))
    assert len(acting) <= 1 or match.ruleset.info.is_simultaneous
    assert (match.outcome is not None) == (not acting)
    for seat in range(match.seats):
        assert bool(match.legal(seat)) == (seat in acting)
        lists_and_checks_agree(match, seat)


@given(data=st.data())
@LAWS
def test_checking_and_looking_change_nothing(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    before = match.ruleset.fingerprint(match.state)
    for seat in range(match.seats):
        match.legal(seat)
        match.ruleset.text(match.ruleset.view(match.state, seat))
        for command in some_commands(match, 10, 0):
            match.check(seat, command)
    match.ruleset.measures(match.state)
    match.ruleset.adjudicate(match.state)
    assert match.ruleset.fingerprint(match.state) == before


@given(data=st.data())
@LAWS
def test_every_command_has_one_number_and_one_text(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    table = match.ruleset.commands
    commands = some_commands(match, 30, data.draw(st.integers(0, 9999)))
    for seat in match.to_act():
        commands += match.legal(seat)
    for command in commands:
        assert match.ruleset.read(match.ruleset.write(command)) is command
        assert table.by_number(command.number) is command


@given(data=st.data())
@LAWS
def test_a_dump_loads_as_the_same_state(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    dump = rules.dump(match.state)
    twin = rules.load(dump)
    assert rules.dump(twin) == dump
    assert rules.fingerprint(twin) == rules.fingerprint(match.state)
    assert rules.to_act(twin) == rules.to_act(match.state)
    for seat in rules.to_act(twin):
        assert rules.legal(twin, seat) == rules.legal(match.state, seat)


@given(data=st.data())
@LAWS
def test_a_copy_is_independent(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    twin = rules.copy(match.state)
    before = rules.fingerprint(match.state)
    assert rules.fingerprint(twin) == before
    chance = Seeded(7)
    for _ in range(30):
        acting = rules.to_act(twin)
        if not acting:
            break
        seat = chance.choice(acting)
        rules.apply(twin, seat, chance.choice(rules.legal(twin, seat)), chance)
    assert rules.fingerprint(match.state) == before


@given(data=st.data())
@FEW
def test_the_same_seed_and_choices_give_the_same_match(ruleset: str, data: st.DataObject) -> None:
    case = data.draw(cases(ruleset))
    assert case.match().final_digest == case.match().final_digest


@given(data=st.data())
@LAWS
def test_fingerprints_differ_when_dumps_differ(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).start()
    rules = match.ruleset
    seen: dict[bytes, bytes] = {}
    pick = Seeded(3)
    for _ in range(60):
        dump = canonical(rules.dump(match.state))
        print_ = rules.fingerprint(match.state)
        assert seen.setdefault(print_, dump) == dump
        acting = match.to_act()
        if not acting:
            break
        seat = pick.choice(acting)
        match.play(seat, pick.choice(match.legal(seat)))


@given(data=st.data())
@LAWS
def test_a_sampled_state_shows_the_seat_what_it_saw(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    draws = data.draw(st.integers(0, 2**64 - 1))
    for seat in range(match.seats):
        view = rules.view(match.state, seat)
        sampled = rules.sample(view, seat, Seeded(draws))
        assert rules.view(sampled, seat) == view
        assert (seat in rules.to_act(sampled)) == (seat in match.to_act())
        assert rules.legal(sampled, seat) == match.legal(seat)


@given(data=st.data())
@LAWS
def test_hidden_things_do_not_show(ruleset: str, data: st.DataObject) -> None:
    """A sampled state differs in nothing but what the seat may not know."""
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    for seat in range(match.seats):
        view = canonical(rules.view(match.state, seat))
        for draws in (1, 2):
            other = rules.sample(rules.view(match.state, seat), seat, Seeded(draws))
            assert canonical(rules.view(other, seat)) == view
    if rules.info.is_open:
        everything = rules.view(match.state, OMNISCIENT)
        assert all(rules.view(match.state, eye) == everything for eye in (None, *match.to_act()))


def spoil(value: Json, pick: random.Random) -> Json:
    """The value with one thing in it broken."""
    junk: list[Json] = [None, -1, 10**9, "x", [], {}, True, 1.5]
    if isinstance(value, dict) and value and pick.random() < 0.9:
        key = pick.choice(sorted(value))
        return {**value, key: spoil(value[key], pick)}
    if isinstance(value, list) and value and pick.random() < 0.9:
        index = pick.randrange(len(value))
        return [*value[:index], spoil(value[index], pick), *value[index + 1 :]]
    return pick.choice(junk)


@given(data=st.data())
@LAWS
def test_a_broken_view_or_dump_is_refused_or_plays(ruleset: str, data: st.DataObject) -> None:
    """Hostile values raise an EngineError; what is accepted lists commands without failing."""
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    pick = random.Random(data.draw(st.integers(0, 10**6)))
    for seat in range(match.seats):
        try:
            sampled = rules.sample(spoil(rules.view(match.state, seat), pick), seat, Seeded(1))
        except EngineError:
            continue
        for actor in rules.to_act(sampled):
            rules.legal(sampled, actor)
    try:
        loaded = rules.load(spoil(rules.dump(match.state), pick))
    except EngineError:
        return
    for actor in rules.to_act(loaded):
        rules.legal(loaded, actor)


@given(data=st.data())
@FEW
def test_every_match_ends_with_a_rank_for_each_seat(ruleset: str, data: st.DataObject) -> None:
    case = data.draw(cases(ruleset))
    match = play_random(case.start(), case.seed)
    outcome = match.outcome
    assert outcome is not None
    assert len(match.steps) < match.ruleset.info.max_steps, "ended by its own rules"
    assert len(outcome.ranks) == len(outcome.scores) == match.seats
    assert min(outcome.ranks) == 1
    for rank in outcome.ranks:
        assert sum(1 for other in outcome.ranks if other < rank) == rank - 1
    for seat in range(match.seats):
        assert match.legal(seat) == []
    assert outcome.reason
    assert outcome.rule


@given(data=st.data())
@FEW
def test_a_record_replays_to_every_digest(ruleset: str, data: st.DataObject) -> None:
    case = data.draw(cases(ruleset))
    match = play_random(case.start(), case.seed)
    encoded = encode(record_of(match, ["a"] * match.seats))
    assert encode(verify(encoded)) == encoded


@given(data=st.data())
@FEW
def test_simultaneous_seats_may_answer_in_any_order(ruleset: str, data: st.DataObject) -> None:
    """Each seat's commands of one phase are fixed; entering them in another order ends the same."""
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    acting = match.to_act()
    if len(acting) < 2:
        return
    entered = {seat: phase_commands(rules, rules.copy(match.state), seat) for seat in acting}
    results = []
    for order in (acting, acting[::-1]):
        state = rules.copy(match.state)
        chance = match.chance.copy()
        for seat in order:
            for command in entered[seat]:
                rules.apply(state, seat, command, chance)
        results.append((rules.fingerprint(state), chance.position))
    assert results[0] == results[1]


def phase_commands(rules: Any, state: Any, seat: Seat) -> list[Command]:
    """What one seat enters in this phase, chosen by the seat alone.

    The others enter nothing meanwhile, so the phase cannot end and the seat is not led into the
    next one.
    """
    pick = Seeded(seat)
    commands: list[Command] = []
    while seat in rules.to_act(state) and len(commands) < 60:
        commands.append(pick.choice(rules.legal(state, seat)))
        rules.apply(state, seat, commands[-1], Seeded(0))
    return commands


@pytest.mark.parametrize("value", [None, 3, "x", [], {}, {"round": 1}])
def test_nonsense_is_no_view(ruleset: str, value: Json) -> None:
    rules = registry.get(ruleset)
    with pytest.raises(InvalidValue):
        rules.sample(value, 0, Seeded(1))
    with pytest.raises(InvalidValue):
        rules.load(value)


def test_the_fallback_is_legal_and_reaches_the_end(ruleset: str) -> None:
    rules = registry.get(ruleset)
    match = Match(rules, rules.info.min_seats, {}, 1)
    while acting := match.to_act():
        match.submit(acting[0], rules.fallback(match.state, acting[0]))
    assert len(match.steps) < rules.info.max_steps


def test_measures_keep_their_names(ruleset: str) -> None:
    rules = registry.get(ruleset)
    match = Match(rules, rules.info.max_seats, {}, 1)
    names = list(rules.measures(match.state))
    play_random(match, 1)
    measures = rules.measures(match.state)
    assert list(measures) == names
    assert all(len(values) == match.seats for values in measures.values())
