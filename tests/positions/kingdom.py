"""Kingdom Command: the orders of the last round on the map of two fords, where castles decide."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.kingdom.state import State
from pentarch.engine.plain import Json
from tests.engine.kingdom.build import Table
from tests.positions.position import Position

_CAP: Final = 5
OPTIONS: Final[dict[str, Json]] = {"map": "duel", "max_rounds": _CAP, "market_size": 0}
P1, P2 = 0, 1


def last_round() -> Table:
    """The last round; p1 and p2 have their homes, and nobody has gold."""
    table = Table(max_rounds=_CAP, market_size=0)
    table.realm.round = _CAP
    for side in ("p1", "p2"):
        table.gold(side, 0)
    return table


def _opened(table: Table) -> State:
    table.open()
    return table.state


def _castle() -> State:
    """A swordsman beside a castle that nobody holds; p2 has the larger income."""
    table = last_round()
    table.own("p2", "r8", "r9", "r10")
    table.unit("swordsman", "p1", "r2")
    return _opened(table)


def _weak_garrison() -> State:
    """Two castles are in reach: one is empty, the other full."""
    table = last_round()
    table.own("p2", "r8", "r9", "r10")
    table.units(4, "swordsman", "n0", "r5")
    table.unit("swordsman", "p1", "r6")
    return _opened(table)


def _home() -> State:
    """The home of p2 is empty, and p2 has no other castle, but more land."""
    table = last_round()
    table.own("p2", "r2", "r3", "r8", "r10", "r12")
    table.castle("r7", attack=1)
    table.unit("swordsman", "p1", "r9")
    return _opened(table)


def _taxes() -> State:
    """Equal castles; p2 has a region that pays 1, and the stronger army."""
    table = last_round()
    table.own("p2", "r8")
    table.unit("guard_tower", "p2", "r8")
    table.units(4, "swordsman", "n0", "r5")
    table.unit("swordsman", "p1", "r2")
    return _opened(table)


def _defence() -> State:
    """A swordsman of p2 stands before the second castle of p1, which is empty."""
    table = last_round()
    table.own("p1", "r5")
    table.castle("r5", attack=1)
    table.own("p2", "r8", "r9", "r10", "r12")
    table.units(4, "swordsman", "n0", "r13")
    table.unit("swordsman", "p1", "r2")
    table.unit("swordsman", "p2", "r6")
    return _opened(table)


def _position(name: str, state: Callable[[], State], best: str, why: str) -> Position:
    return Position(name, state, P1, best, why, options=OPTIONS)


POSITIONS: Final = [
    _position("an empty castle", _castle, "move one swordsman r2 r5", "two castles to one"),
    _position("which castle", _weak_garrison, "move one swordsman r6 r13", "r5 is held by four"),
    _position("the last home", _home, "move one swordsman r9 r7", "p2 has no other castle"),
    _position("taxes", _taxes, "move one swordsman r2 r4", "two in tax against one"),
    _position("to the castle", _defence, "move one swordsman r2 r5", "else p2 takes it"),
]
