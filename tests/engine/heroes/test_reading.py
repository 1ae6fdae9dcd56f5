"""Dumps, views and drawings of made-up states: nothing gets lost on the way."""

from collections.abc import Callable
from typing import Any

import pytest

from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.state import State
from tests.engine.heroes.build import A, K, army, city, go, guards, hero, say, stack, start


def peace() -> State:
    return start()


def war() -> State:
    state = start(3, war=True)
    guards(state, "t1.ne", "3xl2 1xl4")
    guards(state, "t3.s", "2xl1", owner=2)
    return state


def arena_siege() -> State:
    state = start(war=True)
    city(state, A, garrison="25xl3 4xl1", built="wall2 tower1 tower2")
    hero(state, 2, "t3.c", "1xl1")
    hero(state, 0, "a.s", "10xl2 5xl3")
    go(state, 0, "a.c")
    for text in ("man def2", "man def3", "breach"):
        say(state, text)
    say(state, "tower 2", 18)
    return state


def display_siege() -> State:
    state = start(war=True, preset="advanced")
    city(state, A, garrison="5xl1 4xl4", built="temple")
    hero(state, 2, "t3.c", "1xl1")
    hero(state, 0, "a.s", "10xl2")
    state.heroes[0].honor = 7
    state.heroes[2].quest = 2
    state.deck.remove(2)
    go(state, 0, "a.c")
    for text in ("deploy def1 e11", "deploy def2 c10", "deploy att1 b3"):
        say(state, text)
    stack(state, "def2").damage = 3
    say(state, "breach e10", 20)
    return state


@pytest.mark.parametrize("made", [peace, war, arena_siege, display_siege])
def test_a_dump_is_the_whole_state(made: Callable[[], State]) -> None:
    state = made()
    again = RULESET.load(RULESET.dump(state))
    assert RULESET.fingerprint(again) == RULESET.fingerprint(state)
    assert RULESET.dump(again) == RULESET.dump(state)


def test_views_and_texts_name_units_and_buildings() -> None:
    state = start()
    army(state, 0, "2xl3 4xmerc")
    city(state, K, built="barracks tavern", garrison="3xl2")
    text = RULESET.text(RULESET.view(state, 1))
    assert "army: s1 2 crossbowman (l3), s2 4 mercenary (merc)" in text
    assert (
        "stock: gold 4, stone 2, wood 2; garrison: footman 3; buildings: hamlet, barracks" in text
    )
    view: Any = RULESET.view(state, 1)
    sections = view["seats"][0]["heroes"][0]["sections"]
    assert [part and (part["unit"], part["count"]) for part in sections[:3]] == [
        ("l3", 2),
        ("merc", 4),
        None,
    ]
