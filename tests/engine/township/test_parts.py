"""Every field of every noun is copied, packed, dumped and loaded.

The fields are read from the source: one that is new and has no change below fails.
"""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine.options import choose
from pentarch.engine.township import RULESET
from pentarch.engine.township import state as nouns
from pentarch.engine.township.settings import OPTIONS, Settings
from pentarch.engine.township.state import CHOOSING, OVER, Attack, Building, Campaign, State
from pentarch.engine.township.tables import CAP, FARM, RENOWN
from tests.engine.township.build import start, town

SOURCE = Path(__file__).parent.parent.parent.parent / "engine" / "township" / "state.py"
NOUNS = ("Building", "Town", "Campaign", "Attack", "State")
DERIVED = {"Building.places"}
"""What follows from other fields."""
FIXED = {"State.settings"}
"""What no step changes, so that fingerprints leave it out."""

pytestmark = pytest.mark.skipif(
    not nouns.__file__.endswith(".py"), reason="fields of compiled classes cannot be set"
)


def fields(noun: str) -> list[str]:
    """What a class keeps, by the assignments of its `__init__`."""
    tree = ast.parse(SOURCE.read_text())
    [node] = [n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == noun]
    [init] = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__"]
    found = []
    for step in init.body:
        if isinstance(step, ast.Assign):
            found += [ast.unparse(target) for target in step.targets]
        elif isinstance(step, ast.AnnAssign):
            found.append(ast.unparse(step.target))
    return [name.removeprefix("self.") for name in found if name.startswith("self.")]


ALL = [f"{noun}.{field}" for noun in NOUNS for field in fields(noun)]


def position() -> State:
    """p1 attacks p2 with two of nine units, and has sent one against p3."""
    state = start(4, round=5)
    town(state, 0, units=9, stock="2 swords")
    state.towns[0].idle = 0
    town(state, 3, buildings="farm2x-")
    state.campaign = Campaign([0, 0, 1, 0], -1)
    state.attack = Attack(1, 2)
    state.decision = CHOOSING
    return state


def part_of(state: State, noun: str) -> Any:
    """The noun of that name that is changed."""
    parts = {
        "Building": state.towns[3].at(FARM.sites[1]),
        "Town": state.towns[3],
        "Campaign": state.campaign,
        "Attack": state.attack,
        "State": state,
    }
    return parts[noun]


def move_farm(state: State) -> None:
    old = state.towns[3].at(FARM.sites[1])
    state.towns[3].buildings.remove(old)
    state.towns[3].add(Building(FARM.sites[2], old.damage, old.depletion, 0, False))


def set_field(name: str, value: Callable[[State], Any]) -> Callable[[State], None]:
    return lambda state: setattr(state, name, value(state))


# A number is raised and a truth turned round; these need more.
CHANGES: dict[str, Callable[[State], None]] = {
    "Building.site": move_farm,
    "Town.stock": lambda state: state.towns[3].pay(((3, -1),)),
    "Town.buildings": lambda state: state.towns[3].buildings.clear(),
    "Campaign.assigned": lambda state: state.campaign.assigned.__setitem__(1, 1),
    "Attack.defender": set_field("attack", lambda state: Attack(2, 2)),
    "State.settings": set_field("settings", lambda _: Settings(choose(OPTIONS, {"round_cap": 9}))),
    "State.towns": lambda state: state.towns.reverse(),
    "State.decision": set_field("decision", lambda state: "swords"),
    "State.ending": set_field("ending", lambda state: RENOWN),
    "State.campaign": set_field("campaign", lambda state: Campaign([0, 2, 1, 0], -1)),
    "State.attack": set_field("attack", lambda state: None),
}


def changed(name: str) -> tuple[State, State]:
    """A state, and one that differs in a single field."""
    states = (position(), position())
    for state in states:
        if name == "State.ending":
            state.decision, state.ending = OVER, CAP
    if name in CHANGES:
        CHANGES[name](states[1])
    else:
        noun, field = name.split(".")
        part = part_of(states[1], noun)
        value = getattr(part, field)
        setattr(part, field, not value if isinstance(value, bool) else value + 1)
    return states


@pytest.mark.parametrize("name", [name for name in ALL if name not in DERIVED])
def test_a_field_is_dumped(name: str) -> None:
    before, after = changed(name)
    assert RULESET.dump(before) != RULESET.dump(after)


@pytest.mark.parametrize("name", [name for name in ALL if name not in DERIVED])
def test_a_field_is_loaded(name: str) -> None:
    _, after = changed(name)
    loaded = RULESET.load(RULESET.dump(after))
    assert RULESET.dump(loaded) == RULESET.dump(after)
    assert RULESET.fingerprint(loaded) == RULESET.fingerprint(after)


@pytest.mark.parametrize("name", [name for name in ALL if name not in DERIVED])
def test_a_field_is_copied(name: str) -> None:
    _, after = changed(name)
    twin = RULESET.copy(after)
    assert RULESET.dump(twin) == RULESET.dump(after)
    assert RULESET.fingerprint(twin) == RULESET.fingerprint(after)


@pytest.mark.parametrize("name", [name for name in ALL if name not in DERIVED | FIXED])
def test_a_field_is_in_the_fingerprint(name: str) -> None:
    before, after = changed(name)
    assert RULESET.fingerprint(before) != RULESET.fingerprint(after)


def test_all_nouns_are_looked_at() -> None:
    tree = ast.parse(SOURCE.read_text())
    assert tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)) == NOUNS
    assert set(ALL) >= set(CHANGES) | DERIVED | FIXED
