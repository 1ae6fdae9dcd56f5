"""Township: the last turn of the last round, in which one command decides who has more renown."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.plain import Json
from pentarch.engine.township.state import State
from tests.engine.township import build
from tests.positions.position import Position

_CAP: Final = 5
_OPTIONS: Final[dict[str, Json]] = {"round_cap": _CAP}
P1, P2 = 0, 1


def _last_turn(ours: str, theirs: int, stock: str = "", units: int = 1, more: str = "") -> State:
    """The activities of p2, who plays last; p1 has a house and so much renown in all."""
    state = build.start_with(_OPTIONS, round=_CAP)
    build.town(state, P1, laurels=theirs - 1, buildings="house1", stock=more, bare=True)
    build.town(state, P2, units=units, buildings=ours, stock=stock, bare=True)
    build.new_turn(state, P2)
    if state.decision == "break":
        build.step(state, "skip")
    return state


def _feast() -> State:
    return _last_turn("house1 townhall1 brewery1 farm1 granary1", 5, "1 ale, 1 finery, 2 grain")


def _repair() -> State:
    return _last_turn("house1 townhall1 monument1x", 8, "1 ale, 1 finery, 1 lumber, 1 stone")


def _finery() -> State:
    return _last_turn("house1 goldsmith1 smithy1 mine1 warehouse1", 1, "1 ore, 1 stone")


def _keep() -> State:
    """The warehouse has room for two pieces and three are there."""
    state = _last_turn("house1 warehouse1xxxx", 1, "2 ale, 1 finery")
    build.step(state, "done")
    return state


def _spoils(theirs: str, stock: str) -> State:
    """Two units of p2 have met nobody in the town of p1: two points are left."""
    state = _last_turn("house1 academy1", 1, units=2)
    build.town(state, P1, units=1, buildings=theirs, stock=stock, bare=True)
    build.play(state, "2 muster academy1; defend 0", 6, 6)
    return state


def _raze() -> State:
    return _spoils("monument1", "3 grain")


def _loot() -> State:
    return _spoils("farm1 townhall1", "2 finery")


def _position(name: str, state: Callable[[], State], best: str, why: str) -> Position:
    return Position(name, state, P2, best, why, options=_OPTIONS)


POSITIONS: Final = [
    _position("the last feast", _feast, "feast townhall1", "two laurels for one finery"),
    _position("a monument", _repair, "repair monument1", "five renown; a feast brings one more"),
    _position("finery", _finery, "produce goldsmith1 finery", "renown; swords and ore are none"),
    _position("what to keep", _keep, "discard ale", "the finery is worth the match"),
    _position("raze", _raze, "raze", "the monument is all that p1 has; grain is worth nothing"),
    _position("loot", _loot, "loot", "p1 would damage its farm; its finery counts twice"),
]
