"""Parts of a state copy, pack, dump and load all of their fields: a forgotten one fails here."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine.heroes import loading
from pentarch.engine.heroes.combat.combat import P_STEP7
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.hero import Section
from pentarch.engine.heroes.settings import Settings
from pentarch.engine.heroes.state import OVER_AGREED, S_NEXT, T_PRODUCE, T_TURN, State, Task
from pentarch.engine.heroes.tables import UNITS
from pentarch.engine.heroes.views import dump
from pentarch.engine.heroes.world.map import HEX_NAMES, world_of
from pentarch.engine.heroes.world.site import GROUND_ACTIVE, Ground, Site
from pentarch.engine.heroes.world.tile import TILES
from tests.engine.heroes.build import A, city, combat, go, hero, start, struck

ENGINE = Path(__file__).parents[3] / "engine" / "heroes"
Change = Callable[[Any], Any]


def rich() -> State:
    """A siege on the Battle Display with a strike, a plan, marks, and what others see."""
    state = start(3, war=True, preset="advanced")
    city(state, A, garrison="5xl1 4xl4", built="temple")
    hero(state, 0, "a.s", "10xl2 3xl1")
    go(state, 0, "a.c")
    c = combat(state)
    c.strike = struck(c.sides[0][0], c.sides[1][0], False, 3, 4)
    c.plan = [(0, 2)]
    state.shown_cities = [one.copy() for one in state.cities]
    state.shown_heroes = [one.copy() for one in state.heroes]
    site = state.alter(HEX_NAMES.index("t1.ne"))
    site.owner = 1
    return state


def fields(module: str, name: str) -> list[str]:
    """The fields of a class, read from its `__init__`: a compiled class does not tell them."""
    tree = ast.parse((ENGINE / module).read_text())
    found = next(n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == name)
    first = next(n for n in found.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
    return [
        node.attr
        for node in ast.walk(first)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    ]


PARTS: dict[str, tuple[str, Change]] = {
    "Hero": ("hero.py", lambda state: state.heroes[2]),
    "City": ("city.py", lambda state: state.cities[2]),
    "Site": ("world/site.py", lambda state: state.sites[HEX_NAMES.index("t1.ne")]),
    "Ground": ("world/site.py", lambda state: state.grounds[1]),
    "Player": ("player.py", lambda state: state.players[1]),
    "Combat": ("combat/combat.py", lambda state: state.combat),
    "Stack": ("combat/stack.py", lambda state: state.combat.stacks[1]),
    "Strike": ("combat/stack.py", lambda state: state.combat.strike),
    "State": ("state.py", lambda state: state),
}
# What says which part it is, and what follows from other fields.
FIXED = {
    "Hero": {"number", "seat", "race", "bonus"},
    "City": {"race"},
    "Player": {"race"},
    "Combat": {"sides"},
    "Stack": {"number", "side", "place"},
    "State": {"players", "seat_of"},
}


def _equip(part: Any) -> tuple[int, ...]:
    part.equip(4)
    gear: tuple[int, ...] = part.gear
    return gear


def _leave_play(part: Any) -> str:
    part.hex = -1
    return "dead"


def _settings(state: Any) -> Settings:
    return Settings([*state.settings.values[:-1], 1 - state.settings.values[-1]])


def _method(part: Any) -> Any:
    part.phase = P_STEP7
    return METHODS[4]


def _replaced(values: Any, at: int, new: Any) -> Any:
    return [*values[:at], new, *values[at + 1 :]]


def _over(state: Any) -> str:
    state.agenda, state.combat = [], None
    return OVER_AGREED


def _no_combat(state: Any) -> None:
    state.agenda = [task for task in state.agenda if task.name != "combat"]


def _world(state: Any) -> Any:
    state.places = [1, *state.places[1:]]
    return world_of(12, (1, state.places[1], state.places[2]))


def _altered(state: Any) -> list[Site]:
    site = state.sites[0].copy()
    site.visited = True
    return [site, *state.sites[1:]]


# How to change what is not a number, a flag, or a list of numbers.
CHANGES: dict[tuple[str, str], Change] = {
    ("Hero", "status"): _leave_play,
    ("Hero", "hex"): lambda part: part.hex + 1,
    ("Hero", "gear"): _equip,
    ("Hero", "sections"): lambda part: _replaced(part.sections, 5, Section(UNITS[8], 2)),
    ("City", "buildings"): lambda part: part.buildings.plus(7),
    ("Site", "used"): lambda part: (1, 3),
    ("Hero", "tried"): lambda part: (0, 4),
    ("Combat", "seats"): lambda part: (2, 1),
    ("Combat", "phase"): lambda part: P_STEP7,
    ("Combat", "plan"): lambda part: [(1, 2)],
    ("Combat", "strike"): lambda part: None,
    ("Combat", "heroes"): lambda part: [3],
    ("Combat", "stacks"): lambda part: part.stacks,
    ("Stack", "unit"): lambda part: UNITS[3],
    ("State", "settings"): _settings,
    ("State", "world"): _world,
    ("State", "places"): lambda state: state.places,
    ("State", "tiles"): lambda state: [TILES[1], TILES[0], *state.tiles[2:]],
    ("State", "face"): lambda state: _replaced(state.face, 3, False),
    ("State", "sites"): _altered,
    ("State", "stage"): lambda state: S_NEXT,
    ("State", "over"): _over,
    ("State", "order"): lambda state: [2, 0, 1],
    ("State", "agenda"): lambda state: [Task(T_TURN, 1, 0), *state.agenda],
    ("State", "left"): lambda state: [(2, 7, 3)],
    ("State", "checked"): lambda state: [9],
    ("State", "deck"): lambda state: state.deck[::-1],
    ("State", "discards"): lambda state: [3],
    ("State", "combat"): _no_combat,
}
# Lists of parts, of which others take care; here one of them is changed.
INNER: dict[str, Callable[[State], None]] = {
    "grounds": lambda state: state.grounds.__setitem__(0, Ground(GROUND_ACTIVE, 9)),
    "cities": lambda state: setattr(state.cities[0], "stored", 9),
    "heroes": lambda state: setattr(state.heroes[5], "honor", 9),
    "shown_cities": lambda state: setattr(state.shown_cities[0], "stored", 9),
    "shown_heroes": lambda state: setattr(state.shown_heroes[5], "honor", 9),
}


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value - 1 if value > 0 else value + 1
    assert isinstance(value, list | tuple), value
    return type(value)([changed(value[0]), *value[1:]])


CASES = [
    (name, field)
    for name, (module, _) in PARTS.items()
    for field in fields(module, name)
    if field not in FIXED.get(name, set())
]


def test_every_field_is_looked_at() -> None:
    assert len(CASES) > 110


@pytest.mark.parametrize(("name", "field"), CASES, ids=lambda value: value)
def test_copies_packs_dumps_and_loads(name: str, field: str) -> None:
    before = rich()
    state = rich()
    part = PARTS[name][1](state)
    if name == "State" and field in INNER:
        INNER[field](state)
    elif (name, field) == ("Combat", "stacks"):
        part.stacks[0].count += 1
    elif name == "Ground":
        state.grounds[1] = Ground(GROUND_ACTIVE if field == "status" else part.status, 1)
    elif (name, field) == ("Combat", "method"):
        state.method = 2
        part.method = METHODS[2]
    elif (name, field) == ("State", "method"):
        state.method = 2
        combat(state).method = METHODS[2]
    else:
        change = CHANGES.get((name, field), lambda part: changed(getattr(part, field)))
        setattr(part, field, change(part))
    if field == "tried":
        # What others see of Heroes is as old as their last attempts.
        state.shown_heroes = [one.copy() for one in state.heroes]
    twin = state.copy()
    assert twin.fingerprint() == state.fingerprint(), "copy"
    assert dump(twin) == dump(state), "copy"
    if (name, field) not in (("State", "settings"), ("State", "places")):
        assert state.fingerprint() != before.fingerprint(), "pack"
    if (name, field) != ("State", "places"):
        assert dump(state) != dump(before), "dump"
    again = loading.load(dump(state))
    assert again.fingerprint() == state.fingerprint(), "load"
    assert dump(again) == dump(state), "load"


def test_copies_share_nothing_that_changes() -> None:
    state = rich()
    shown = dump(state)
    twin = state.copy()
    for name, (_, part) in PARTS.items():
        # Sites and grounds are replaced, never changed.
        assert (part(twin) is part(state)) == (name in ("Site", "Ground")), name
    twin.alter(HEX_NAMES.index("t1.ne")).visited = True
    twin.heroes[0].put(0, UNITS[0], 1)
    twin.cities[0].store(0, 1)
    twin.cities[0].station(UNITS[0], 1)
    twin.grounds[0] = Ground(GROUND_ACTIVE, 3)
    twin.players[0].deaths += 1
    twin.lay(0, TILES[1])
    twin.place(0, 3)
    twin.discard(5)
    twin.turn(0, is_up=False)
    combat(twin).works[0] = 2
    assert dump(state) == shown
    assert T_PRODUCE not in [task.name for task in state.agenda]
