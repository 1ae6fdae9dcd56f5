"""Manuals: complete, true to the tables, and the schema of a view holds for every view."""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import jsonschema
import pytest

from pentarch.author import types
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.core import MAX_SEATS
from pentarch.engine.heroes import RULESET as HEROES
from pentarch.engine.manual import Manual
from pentarch.engine.match import Match
from pentarch.engine.options import Option
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT
from tests.catalogue import rule_ids
from tests.engine.heroes.positions import position
from tests.engine.heroes.test_constructed import STEPS, choose
from tests.engine.heroes.test_parts import rich
from tests.engine.tradewarz import build

STATES = 300
MANY_STATES = 15_000
EVERY = 7
KINDS = {
    int: "integer",
    bool: "boolean",
    str: "string",
    list: "array",
    dict: "object",
    type(None): "null",
}
rulesets = pytest.mark.parametrize("id", registry.IDS)


def manual_of(id: str) -> Manual:
    return registry.get(id).manual()


@rulesets
def test_every_verb_is_described_once_and_in_order(id: str) -> None:
    entries = manual_of(id).verbs
    assert [entry.verb.pattern for entry in entries] == [
        verb.pattern for verb in registry.get(id).commands.verbs
    ]
    for entry in entries:
        assert len(entry.slots) == len(entry.verb.slots)
        assert registry.get(id).read(entry.example).verb is entry.verb
        assert entry.meaning.endswith(".")


@rulesets
def test_verbs_name_rules_that_exist(id: str) -> None:
    for entry in manual_of(id).verbs:
        assert entry.rules, entry.usage
        assert set(entry.rules) <= set(rule_ids(id)), entry.usage


@rulesets
def test_tables_have_a_cell_for_every_column(id: str) -> None:
    tables = manual_of(id).tables
    assert tables
    assert len({table.name for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}, table.name


@rulesets
def test_fields_are_not_described_by_their_own_names(id: str) -> None:
    """But for what is measured in itself: gold, attack, and the like."""
    for place, part in parts(manual_of(id).view):
        name = place.rpartition(".")[2]
        said = str(part["description"]).rstrip(".").lower()
        assert "_" not in name or said.removeprefix("the ") != name.replace("_", " "), place


@rulesets
def test_every_field_of_a_view_has_a_sentence(id: str) -> None:
    for place, part in parts(manual_of(id).view):
        assert str(part.get("description", "")).endswith("."), place


@rulesets
def test_types_are_made_from_the_schema(id: str) -> None:
    code = types.source(types.Language.PYTHON, id, manual_of(id).view)
    names: dict[str, Any] = {}
    exec(compile(code, f"{id}.py", "exec"), names)
    assert "View" in names


@rulesets
def test_views_fit_the_schema(id: str) -> None:
    look_at(id, STATES)


@rulesets
def test_the_schema_is_one_that_others_can_use(id: str) -> None:
    schema = manual_of(id).schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for match, _ in list(positions(id, 3))[::20]:
        for seat in (0, None):
            assert validator.is_valid(match.ruleset.view(match.state, seat))


@pytest.mark.long
@rulesets
def test_fifteen_thousand_views_fit_the_schema_and_show_everything_in_it(id: str) -> None:
    seen, named = look_at(id, MANY_STATES)
    manual = manual_of(id)
    promised = {place for place, _ in parts(manual.view)}
    unseen = promised - seen
    assert unseen <= set(manual.rare), f"never seen: {sorted(unseen - set(manual.rare))}"
    assert named["decisions"] <= set(manual.decisions)
    assert named["events"] == set(manual.events), "events that are told, and events described"
    print(
        f"{id}: {MANY_STATES:,} states, {len(promised)} places, unseen and named as rare: "
        f"{sorted(unseen) or 'none'}; all {len(manual.events)} events told"
    )


def displaced() -> tuple[Any, int]:
    """TradeWarz: of two displaced soldiers one has found a place."""
    state = build.field_battle(2, 3, "bc02", "bc10")
    build.army(state, 0, "s12", 2)
    build.attack(state, 0, "s33", "s34", 2)
    build.do(state, 1, "displace s12")
    return state, 2


def won_together() -> tuple[Any, int]:
    """TradeWarz: an alliance has won."""
    state = build.start(3, target=6, alliance_victory=True)
    build.ally(state, 0, 1)
    build.give_golden(state, 9, 5, 0)
    build.do(state, 0, "resources lumber lumber")
    return state, 3


RARE: dict[str, list[Callable[[], tuple[Any, int]]]] = {
    "heroes": [lambda: (rich(), 3)],
    "tradewarz": [displaced, won_together],
}


@rulesets
def test_what_is_rare_is_there_in_constructed_states(id: str) -> None:
    manual = manual_of(id)
    seen: set[str] = set()
    for make in RARE.get(id, []):
        state, seats = make()
        for seat in (*range(seats), None, OMNISCIENT):
            note(registry.get(id).view(state, seat), manual.view, "", seen)
    assert set(manual.rare) <= seen


def look_at(id: str, most: int) -> tuple[set[str], dict[str, set[str]]]:
    """Check the views of so many states: the places seen, and the names."""
    ruleset = registry.get(id)
    manual = ruleset.manual()
    seen: set[str] = set()
    named: dict[str, set[str]] = {"decisions": set(), "events": set()}
    done = 0
    for seed in range(1, 10 * most):
        # Random play of Heroes seldom comes to sieges, honour and quests.
        rare = [constructed(2 * seed), constructed(2 * seed + 1)] if id == "heroes" else []
        for state, seats, events in chain(random_play(id, seed), *rare):
            named["events"] |= {event.name for event in events}
            for seat in (*range(seats), None, OMNISCIENT):
                note(ruleset.view(state, seat), manual.view, "", seen)
            done += 1
            if done == most:
                assert named["events"] <= set(manual.events)
                return seen, named
    raise AssertionError("matches are too short")


def random_play(id: str, seed: int) -> Iterator[tuple[Any, int, list[Any]]]:
    """States of a match with the number of its seats and what happened before each."""
    for match, events in positions(id, seed):
        yield match.state, match.seats, events


def constructed(number: int) -> Iterator[tuple[Any, int, list[Any]]]:
    """Some steps from a constructed position of Heroes."""
    state = position(number)
    chance = Seeded(number)
    for _ in range(STEPS):
        acting = HEROES.to_act(state)
        if not acting:
            return
        seat = chance.choice(acting)
        events = HEROES.apply(state, seat, choose(HEROES.legal(state, seat), chance), chance)
        yield state, state.seats, events


def positions(id: str, seed: int) -> Iterator[tuple[Match[Any], list[Any]]]:
    """Some positions of a random match with random options, and what happened before each."""
    chance = Seeded(seed)
    ruleset = registry.get(id)
    info = ruleset.info
    seats = info.min_seats + chance.below(min(info.max_seats, MAX_SEATS) - info.min_seats + 1)
    options = {option.name: value(option, chance) for option in info.options if chance.below(2)}
    try:
        match: Match[Any] = Match(ruleset, seats, options, seed)
    except Exception:
        return
    events: list[Any] = []
    while match.outcome is None and len(match.steps) < 3_000:
        acting = match.to_act()
        seat = acting[chance.below(len(acting))]
        events += match.play(seat, chance.choice(match.legal(seat)))
        if len(match.steps) % EVERY == 0 or match.outcome is not None:
            yield match, events
            events = []


def value(option: Option, chance: Seeded) -> Json:
    if option.kind == "number":
        return option.low + chance.below(option.high - option.low + 1)
    return chance.choice(list(option.words)) if option.kind == "word" else chance.below(2) == 1


def parts(schema: Json, place: str = "") -> Iterator[tuple[str, dict[str, Json]]]:
    """Every part of a schema that stands for a value, with its place: `towns[].stock`."""
    assert isinstance(schema, dict)
    if place:
        yield place, schema
    yield from inner(schema, place)


def inner(schema: dict[str, Json], place: str) -> Iterator[tuple[str, dict[str, Json]]]:
    fields, choices = schema.get("properties"), schema.get("anyOf")
    for name, part in fields.items() if isinstance(fields, dict) else ():
        yield from parts(part, f"{place}.{name}".lstrip("."))
    for part in choices if isinstance(choices, list) else ():
        assert isinstance(part, dict)
        yield from inner(part, place)
    for key, mark in (("items", "[]"), ("additionalProperties", "{}")):
        part = schema.get(key)
        if isinstance(part, dict):
            yield from parts(part, place + mark)


def note(value: Json, schema: Json, place: str, seen: set[str]) -> None:
    """Check a value against a schema of ours, and keep the places that it has something at.

    The same as `jsonschema` says, which is a hundred times slower: a test compares them.
    """
    assert isinstance(schema, dict)
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        kind = KINDS[type(value)]
        fitting = [part for part in choices if isinstance(part, dict) and part["type"] == kind]
        assert fitting, f"{place} is {value!r}"
        if value is not None:
            note(value, fitting[0], place, seen)
        return
    assert schema["type"] == KINDS[type(value)], f"{place} is {value!r}"
    if place:
        seen.add(place)
    if isinstance(value, str):
        words = schema.get("enum")
        assert not isinstance(words, list) or value in words, f"{place} is {value!r}"
    elif isinstance(value, int) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        assert isinstance(low, int)
        assert isinstance(high, int)
        assert low <= value <= high, f"{place} is {value}"
    elif isinstance(value, list):
        most = schema["maxItems"]
        assert isinstance(most, int)
        assert len(value) <= most, f"{place} has {len(value)} items"
        for item in value:
            note(item, schema["items"], place + "[]", seen)
    elif isinstance(value, dict):
        note_object(value, schema, place, seen)


def note_object(
    value: dict[str, Json], schema: dict[str, Json], place: str, seen: set[str]
) -> None:
    fields = schema.get("properties")
    if isinstance(fields, dict):
        assert value.keys() == fields.keys(), f"{place} has {list(value)}"
        for name, item in value.items():
            note(item, fields[name], f"{place}.{name}".lstrip("."), seen)
        return
    names = schema["propertyNames"]
    assert isinstance(names, dict)
    words = names["enum"]
    assert isinstance(words, list)
    for name, item in value.items():
        assert name in words, f"{place} has {name!r}"
        note(item, schema["additionalProperties"], place + "{}", seen)
