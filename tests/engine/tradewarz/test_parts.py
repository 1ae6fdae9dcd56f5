"""Every part of a state copies, packs, dumps and loads all of its fields.

Each field of each noun is changed in turn: the copy follows, the fingerprint differs, and a dump
gives it back. A field that one of the four forgets fails here.
"""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.board import Building, Gate, Post, Station
from pentarch.engine.tradewarz.columns import Columns, Reader
from pentarch.engine.tradewarz.seats import Seats, seats_of
from pentarch.engine.tradewarz.state import ALLYING, BATTLE, GROUPS, TURN, House, State
from pentarch.engine.tradewarz.tables import ENDINGS, SETTLEMENT, Ending
from tests.playing import new_state

pytestmark = pytest.mark.skipif(
    not inspect.isfunction(State.copy), reason="compiled classes do not tell their fields"
)

Part = Any
"""A noun of the state: its fields are looked up by name."""

COUNTED = {
    "House": {"field", "squads", "settlements", "villages", "castles", "powers"},
    "Square": {"here", "crowd", "unit"},
}
"""What follows from other fields, and is counted anew."""
FIXED = {"State": {"settings", "land", "seats"}, "House": {"seat"}}
PARTS: dict[str, Callable[[State], Part]] = {
    "State": lambda state: state,
    "House": lambda state: state.houses[1],
    "FreeActions": lambda state: state.free,
    "March": lambda state: state.march,
    "Battle": lambda state: state.battle,
    "Side": lambda state: state.battle.defender,
    "Strays": lambda state: state.strays,
    "Recall": lambda state: state.recall,
    "Offer": lambda state: state.offer,
    "Proposal": lambda state: state.proposal,
}
"""The parts that change in place."""
REPLACED: dict[str, tuple[Callable[[State], Part], Callable[[State, Part], None]]] = {
    "Deck": (
        lambda state: state.houses[1].deck,
        lambda state, part: setattr(state.houses[1], "deck", part),
    ),
    "Building": (
        lambda state: state.building(20),
        lambda state, part: state.squares.__setitem__(20, state.squares[20].with_building(part)),
    ),
    "Post": (lambda state: state.posts[1], lambda state, part: state.posts.__setitem__(1, part)),
    "Gate": (lambda state: state.gates[3], lambda state, part: state.gates.__setitem__(3, part)),
    "Station": (
        lambda state: state.stations[4],
        lambda state, part: state.stations.__setitem__(4, part),
    ),
}
"""The parts that are replaced by another."""


def full(kind: str = "") -> State:
    """A state with something of everything; a proposal is there only while it is answered."""
    state: State = new_state(RULESET, 3, {}, Seeded(1))
    state.decision = ALLYING if kind == "Proposal" else TURN
    state.squares[20] = state.squares[20].with_building(Building(SETTLEMENT, 1, 1, 4, 5))
    state.posts[1] = Post(21, 0)
    state.gates[3] = Gate(1, 2)
    state.stations[4] = Station(30, 1)
    state.recall.ask(1, mid_march=False)
    return state


def changed(value: Any) -> Any:
    """Another value of the same type, as small as a byte."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < 200 else 1
    if isinstance(value, str):
        return BATTLE if value == GROUPS else GROUPS
    if isinstance(value, Seats):
        return seats_of(value.mask ^ 1)
    if isinstance(value, Ending):
        return ENDINGS[value.number + 1]
    if isinstance(value, tuple):
        return (*value, 2)
    if not value:
        return [1]
    return [changed(value[0]), *value[1:]]


def plain(value: Any) -> Any:
    """A value that compares by what is in it."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    slots = getattr(type(value), "__slots__", None)
    if slots is None or isinstance(value, Seats):
        return value
    counted = COUNTED.get(type(value).__name__, set())
    return {name: plain(getattr(value, name)) for name in slots if name not in counted}


def fields(kind: str, part: Part) -> list[str]:
    """The fields of a noun that are its own and no parts themselves."""
    left_out = COUNTED.get(kind, set()) | FIXED.get(kind, set())
    return [
        name
        for name in type(part).__slots__
        if name not in left_out and not is_part(getattr(part, name))
    ]


def is_part(value: Any) -> bool:
    """Whether a field holds a noun, or a list of them."""
    if isinstance(value, list) and value:
        return not isinstance(value[0], int)
    return hasattr(value, "pack")


def loaded(state: State) -> State:
    """The state that was dumped, without checks."""
    columns = Columns()
    state.dump(columns)
    twin = State(state.settings, state.land, state.seats)
    reader = Reader(columns.lists, columns.scalars)
    twin.load(reader)
    reader.finish()
    return twin


CASES = [(kind, name) for kind, find in PARTS.items() for name in fields(kind, find(full()))] + [
    (kind, name) for kind, (find, _) in REPLACED.items() for name in fields(kind, find(full()))
]


def altered(kind: str, name: str) -> State:
    """A state with one field of one part changed."""
    state = full(kind)
    if kind in PARTS:
        part = PARTS[kind](state)
        setattr(part, name, changed(getattr(part, name)))
        return state
    find, put = REPLACED[kind]
    part = find(state)
    values = {slot: getattr(part, slot) for slot in type(part).__slots__}
    values[name] = changed(values[name])
    put(state, type(part)(**values))
    return state


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_a_field_is_copied_packed_dumped_and_loaded(kind: str, name: str) -> None:
    state = altered(kind, name)
    assert plain(state.copy()) == plain(state) != plain(full(kind))
    assert state.fingerprint() != full(kind).fingerprint()
    assert plain(loaded(state)) == plain(state)
    assert loaded(state).fingerprint() == state.fingerprint()


def test_all_nouns_are_tried() -> None:
    seen: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                walk(item)
        elif hasattr(type(value), "__slots__") and not isinstance(value, Seats):
            seen.add(type(value).__name__)
            for name in type(value).__slots__:
                walk(getattr(value, name))

    walk(full())
    assert seen == {*PARTS, *REPLACED, "Square"}
    assert len(CASES) > 70


def test_a_copy_shares_no_part_that_changes_in_place() -> None:
    state = full()
    twin = state.copy()
    for kind, find in PARTS.items():
        assert find(twin) is not find(state), kind
    for name in ("houses", "squares", "posts", "gates", "stations"):
        assert getattr(twin, name) is not getattr(state, name), name
    house: House = state.houses[1]
    for name in ("army", "goods", "tokens", "schools", "hand"):
        assert getattr(twin.houses[1], name) is not getattr(house, name), name
