"""TradeWarz: the last turn of the last season, in which a Xadla or a tie-break decides."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.plain import Json
from pentarch.engine.tradewarz.state import State
from tests.engine.tradewarz import build
from tests.positions.position import Position

_OPTIONS: Final[dict[str, Json]] = {
    "length": "seasons",
    "season_budget": 1,
    "trading": False,
    "alliances": False,
}
P1, P2 = 0, 1


def _turn(gold: int, lumber: int, mining: int, wheat: int, *, soldiers: int = 2) -> State:
    """The turn of p2, who plays last and has so much; p1 has that many soldiers more."""
    state = build.start(
        real=True, length="seasons", season_budget=1, trading=False, alliances=False
    )
    build.army(state, P1, "s11", soldiers)
    build.gather(state, P1)
    build.stock(state, P2, gold, lumber, mining, wheat)
    return state


def _village() -> State:
    """p2 has a village and the price of a castle."""
    state = _turn(2, 3, 4, 2)
    build.building(state, P2, "s66", "village", "f7", "g6")
    return state


def _castle() -> State:
    state = _village()
    build.do(state, P2, "build")
    return state


def _university() -> State:
    state = _turn(9, 9, 9, 9)
    build.do(state, P2, "build")
    return state


def _recruits() -> State:
    """As many soldiers on both sides, and p1 has a settlement."""
    state = _turn(6, 0, 0, 6, soldiers=0)
    build.building(state, P1, "s11", "settlement", "a1")
    return state


def _march() -> State:
    """A group of p2 stands two steps from a trading post."""
    state = _turn(0, 0, 0, 0)
    build.army(state, P2, "s54", 1)
    build.do(state, P2, "march", dice=(1,))
    build.do(state, P2, "move s54 1")
    return state


def _position(name: str, state: Callable[[], State], best: str, why: str, *also: str) -> Position:
    return Position(name, state, P2, best, why, also, options=_OPTIONS)


POSITIONS: Final = [
    _position("build", _village, "build", "a castle is a Xadla, and nothing else brings one"),
    _position("a castle", _castle, "build castle s66", "it carries a Xadla"),
    _position(
        "level four",
        _university,
        "build university economy 4",
        "a golden Xadla",
        "build university engineering 4",
        "build university military 4",
    ),
    _position("soldiers", _recruits, "recruit", "without Xadlas soldiers decide"),
    _position("a post", _march, "step s55", "its owner has its Xadla"),
]
