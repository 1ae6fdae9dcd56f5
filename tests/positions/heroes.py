"""Heroes vs Warlords: the last turn of the last Round, with one step left to go."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.heroes.hero import DEAD
from pentarch.engine.heroes.state import State
from pentarch.engine.plain import Json
from tests.engine.heroes import build
from tests.positions.position import Position

OPTIONS: Final[dict[str, Json]] = {"tiles": 12, "rounds": 1, "start_placement": "auto"}
K, A = 0, 1


def last_turn(where: str, units: str = "2xl2", *, level: int = 1) -> State:
    """The third turn of the Amazons, who come last. Each side has one Hero; theirs has a step to
    go. The other one has a higher level and a mine more, unless the test says otherwise."""
    state = build.start(war=True, rounds=1)
    for number in (1, 3):
        state.heroes[number].status = DEAD
        state.heroes[number].died = True
    for which in (K, A):
        build.city(state, which, stock=(0, 0, 0, 0))
    build.hero(state, 0, "t9.c", "2xl2")
    build.hero(state, 2, where, units)
    build.turn(state, A, sequence=3)
    state.heroes[0].level = level
    state.heroes[2].mp = 1
    return state


def _kill() -> State:
    """The last Hero of the Knights stands without an army in the next hex."""
    state = last_turn("t1.c", level=5)
    build.guards(state, "t8.n", "", owner=K)
    build.hero(state, 0, "t1.s", "")
    return state


def _capital() -> State:
    """The Knights lead, and nobody is in their capital."""
    state = last_turn("k.ne", level=5)
    build.guards(state, "t8.n", "", owner=K)
    return state


def _home() -> State:
    """The Amazons lead, but the Knights hold their capital, where nobody is now."""
    state = last_turn("a.ne")
    state.heroes[2].level = 5
    build.city(state, A, holder=K)
    return state


def _mine() -> State:
    """The higher level against the stronger army, and as many mines."""
    state = last_turn("t1.c")
    state.heroes[2].level = 2
    build.army(state, 0, "9xl2")
    build.guards(state, "t1.ne", "")
    return state


def _recruit() -> State:
    """The higher level, and as many mines; the armies are equal, and the Knights can recruit."""
    state = last_turn("t1.c")
    state.heroes[2].level = 2
    build.say(state, "end")
    return state


def _position(name: str, state: Callable[[], State], best: str, why: str) -> Position:
    return Position(name, state, A, best, why, options=OPTIONS)


POSITIONS: Final = [
    _position("the last Hero", _kill, "move 1 s", "who has no Hero left is defeated"),
    _position("an open gate", _capital, "move 1 sw", "who has lost the capital is defeated"),
    _position("home again", _home, "move 1 sw", "else the Amazons are defeated"),
    _position("a mine", _mine, "move 1 ne", "two of three categories"),
    _position("recruits", _recruit, "recruit a l1 1", "they count, as those of the Knights do"),
]
