"""The forces of a seat while it gives orders: camps, ships, marches, spells."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.kingdom.board import Area
from pentarch.engine.kingdom.commands import MOVE_MAGE
from pentarch.engine.kingdom.tables import MAGE, Kind, Spell
from pentarch.engine.kingdom.unit import Unit

NOWHERE: Final = -1


@final
class Camp:
    """A seat's units without order in one area, in id order. It never changes: it is replaced."""

    def __init__(self, area: Area, units: list[Unit]) -> None:
        self.area: Final = area
        self.units: Final = units
        self._moves: list[Command] | None = None

    def of(self, kind: Kind) -> list[Unit]:
        """The units of one kind."""
        return [unit for unit in self.units if unit.kind is kind]

    def without(self, leaving: list[Unit]) -> "Camp":
        """The camp when some units have got an order."""
        return Camp(self.area, [unit for unit in self.units if unit not in leaving])

    def kinds(self) -> list[Kind]:
        """The kinds of its units, in type order."""
        found: list[Kind] = []
        for unit in self.units:
            if unit.kind not in found:
                found.append(unit.kind)
        if len(found) > 1:
            found.sort(key=_type_order)
        return found

    def moves(self) -> list[Command]:
        """All movement orders that the units could get."""
        made = self._moves
        if made is None:
            # A unit alone, the usual case, needs no list of its own.
            is_single = len(self.units) == 1 and self.units[0].kind is not MAGE
            made = self.area.moves_one(self.units[0].kind) if is_single else self._all_moves()
            self._moves = made
        return made

    def _all_moves(self) -> list[Command]:
        made: list[Command] = []
        for kind in self.kinds():
            if kind is MAGE:
                made += self._mage_moves()
            else:
                made += self.area.moves_one(kind)
                if len(self.of(kind)) > 1:
                    made += self.area.moves_all(kind)
        return made

    def _mage_moves(self) -> list[Command]:
        return [
            MOVE_MAGE.of(mage.id - 1, to) for mage in self.of(MAGE) for to in self.area.land_steps
        ]


def _type_order(kind: Kind) -> int:
    return kind.number


@final
class Ship:
    """A ship in a plan.

    `aboard` are the passengers without unload order, those that board in this round included;
    `boarding` are the latter with or without one; `landings` says where passengers leave it.
    `course` is its path, empty without order to sail; `room` is the places left. `sailings` are all
    orders to sail that it could get.
    """

    def __init__(self, unit: Unit) -> None:
        self.unit: Final = unit
        self.room = unit.kind.capacity
        self.aboard: list[Unit] = []
        self.boarding: list[Unit] = []
        self.landings: dict[Unit, int] = {}
        self.course: tuple[int, ...] = ()
        self.sailings: list[Command] | None = None

    def copy(self) -> "Ship":
        """An independent ship."""
        twin = Ship(self.unit)
        twin.room = self.room
        twin.aboard = self.aboard.copy()
        twin.boarding = self.boarding.copy()
        twin.landings = self.landings.copy()
        twin.course = self.course
        twin.sailings = self.sailings
        return twin

    def last_sea(self) -> int:
        """KC-6.7: where its path ends."""
        return self.course[-1] if self.course else self.unit.area


@final
class March:
    """A movement order: units that go the same path."""

    def __init__(self, units: list[Unit], path: "tuple[int, ...]") -> None:
        self.units: Final = units
        self.path: Final = path

    def further(self, area: int) -> "March":
        """The march with one more area."""
        return March(self.units, (*self.path, area))


@final
class Cast:
    """A spell of a mage; the area is NOWHERE until a target is named."""

    def __init__(self, mage: Unit, spell: Spell, area: int) -> None:
        self.mage: Final = mage
        self.spell: Final = spell
        self.area: Final = area
