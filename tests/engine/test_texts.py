"""Views in words: complete, narrow enough for a terminal, and silent about what is hidden."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.errors import EngineError
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.prose import WIDTH, said
from pentarch.engine.ruleset import OMNISCIENT, Ruleset
from tests.engine.test_laws import FEW, cases, ruleset
from tests.playing import play_choices, play_random

__all__ = ["ruleset"]

# What a view holds and its text leaves out: where things are drawn, and bookkeeping that loading
# needs. Whole branches by their first words.
UNTOLD = {
    "kingdom": [
        "board.map",
        "board.wedge",
        "board.width",
        "board.height",
        "board.areas.x",
        "board.areas.y",
        "board.areas.castle",
        "castles.owner",
        "next_unit",
    ],
    "heroes": [
        "seats.heroes.entered",
        "tried",
        "entries",
        "defeats",
        "before",
        "combat.heroes",
        "combat.plan",
        "combat.strike",
        "combat.sub",
        "combat.cursor",
        "combat.giants",
    ],
    "tradewarz": ["seats_count"],
}


def places(
    value: Json, names: tuple[str, ...] = (), way: tuple[str | int, ...] = ()
) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """Whatever a view holds that is neither 0, false nor empty: what it is called, and the way."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*names, key), (*way, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, names, (*way, index))
    elif value:
        yield ".".join(names), way


def changed(view: Json, way: tuple[str | int, ...]) -> Json:
    """The view with another value in one place."""
    twin: Any = json.loads(json.dumps(view))
    inner = twin
    for part in way[:-1]:
        inner = inner[part]
    old = inner[way[-1]]
    if isinstance(old, bool):
        inner[way[-1]] = not old
    else:
        inner[way[-1]] = old - 1 if isinstance(old, int) else f"{old}x"
    return twin  # type: ignore[no-any-return]  # JSON of JSON


def shows(rules: Ruleset[Any], view: Json, way: tuple[str | int, ...]) -> bool:
    """Whether another value in that place makes another text, or is no such value."""
    try:
        return rules.text(changed(view, way)) != rules.text(view)
    except (LookupError, ValueError, EngineError):
        return True


def positions(id: str) -> Iterator[Match[Any]]:
    """Positions of random matches, with every number of seats, and one that is over."""
    rules = registry.get(id)
    for seats in range(rules.info.min_seats, rules.info.max_seats + 1):
        luck = random.Random(seats)
        match: Match[Any] = Match(rules, seats, {}, seats)
        for _ in range(8):
            yield match
            play_choices(match, [luck.randrange(10_000) for _ in range(45)])
    yield play_random(Match(rules, rules.info.min_seats, {}, 1), 1)


@pytest.mark.parametrize("id", registry.IDS)
def test_every_place_of_a_view_is_told(id: str) -> None:
    rules = registry.get(id)
    untold = tuple(f"{name}." for name in UNTOLD.get(id, []))
    told: set[str] = set()
    silent: set[str] = set()
    for match in positions(id):
        for eye in [*match.to_act()[:1], OMNISCIENT]:
            view = rules.view(match.state, eye)
            by_name = {name: way for name, way in places(view) if name not in told}
            for name, way in by_name.items():
                if not f"{name}.".startswith(untold):
                    (told if shows(rules, view, way) else silent).add(name)
    assert silent - told == set()


@given(data=st.data())
@FEW
def test_a_text_tells_nothing_hidden_and_fits_a_terminal(ruleset: str, data: st.DataObject) -> None:
    match = data.draw(cases(ruleset)).match()
    rules = match.ruleset
    draws = data.draw(st.integers(0, 2**64 - 1))
    for seat in range(match.seats):
        view = rules.view(match.state, seat)
        text = rules.text(view)
        other = rules.sample(view, seat, Seeded(draws))
        assert rules.text(rules.view(other, seat)) == text
        fits_a_terminal(text)
    for eye in (None, OMNISCIENT):
        fits_a_terminal(rules.text(rules.view(match.state, eye)))


def fits_a_terminal(text: str) -> None:
    lines = text.splitlines()
    assert max(len(line) for line in lines) <= WIDTH
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "none"),
        ("", "none"),
        ([], "none"),
        ({}, "none"),
        ({"gold": 0}, "none"),
        (True, "yes"),
        (0, "0"),
        (["p1", "p2"], "p1, p2"),
        ({"gold": 2, "stone": 0, "wood": 1}, "gold 2, wood 1"),
    ],
)
def test_values_are_said_in_words(value: Json, words: str) -> None:
    assert said(value) == words
