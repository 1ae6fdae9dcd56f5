"""What is under way: the turn's free actions, a march, a battle, strays, a recall.

Each is there all the time, and empty while nothing of the kind is going on.

Lists in them are replaced when they change, so that copies share them.
"""

from typing import Final, final

from pentarch.engine.core import Seat
from pentarch.engine.tradewarz.columns import Columns, Reader
from pentarch.engine.tradewarz.lattice import SPACES
from pentarch.engine.tradewarz.tables import MOST_COMMITTED, NONE

_NOBODY_MOVED: Final[list[int]] = [0] * SPACES
_NO_CARDS: Final[list[int]] = []
_NOWHERE: Final[list[int]] = []


@final
class FreeActions:
    """TW-TURN.8: what the acting seat has done this turn besides its main action."""

    __slots__ = (
        "appointed",
        "barters",
        "exchanges",
        "gained",
        "masons",
        "offers",
        "proposed",
        "scholars",
    )

    def __init__(self) -> None:
        self.offers = 0
        self.proposed = False
        self.barters = 0
        self.exchanges = 0
        self.masons = 0
        self.scholars = 0
        self.gained = 0
        """Soldiers recruited or techs bought by the main action."""
        self.appointed = NONE
        """The super unit that has been bought and waits for its squad."""

    def copy(self) -> "FreeActions":
        twin = FreeActions()
        twin.offers = self.offers
        twin.proposed = self.proposed
        twin.barters = self.barters
        twin.exchanges = self.exchanges
        twin.masons = self.masons
        twin.scholars = self.scholars
        twin.gained = self.gained
        twin.appointed = self.appointed
        return twin

    def numbers(self) -> list[int]:
        """All of it, in the order of keeping."""
        return [
            self.offers, int(self.proposed), self.barters, self.exchanges, self.masons,
            self.scholars, self.gained, self.appointed,
        ]  # fmt: skip

    def pack(self, numbers: list[int]) -> None:
        numbers += self.numbers()

    def dump(self, columns: Columns) -> None:
        columns.scalars += self.numbers()

    def load(self, reader: Reader) -> None:
        self.offers = reader.scalar()
        self.proposed = reader.flag_scalar()
        self.barters = reader.scalar()
        self.exchanges = reader.scalar()
        self.masons = reader.scalar()
        self.scholars = reader.scalar()
        self.gained = reader.scalar()
        self.appointed = reader.scalar()


@final
class March:
    """A roll, who has moved, and the group under way: where, how many, with which super unit."""

    __slots__ = ("at", "grouped", "left", "made", "moved", "roll", "size", "unit")

    def __init__(self) -> None:
        self.roll = 0
        """Steps of every group; at sea the roll of the ship."""
        self.grouped = False
        """Whether a group has been formed since the roll."""
        self.moved: list[int] = _NOBODY_MOVED
        """Soldiers by space who have marched already."""
        self.at = NONE
        self.size = 0
        self.unit = NONE
        self.left = 0
        """Steps the group has left."""
        self.made = 0
        """Steps the group has made."""

    def form(self, space: int, size: int, unit: int) -> None:
        """A group sets out."""
        self.grouped = True
        self.at = space
        self.size = size
        self.unit = unit
        self.left = self.roll
        self.made = 0

    def rest(self) -> None:
        """The group stops for good: its soldiers have moved."""
        self.moved = self.moved.copy()
        self.moved[self.at] += self.size
        self.disperse()

    def disperse(self) -> None:
        """There is no group any more."""
        self.at = NONE
        self.size = 0
        self.unit = NONE
        self.left = 0
        self.made = 0

    def begin(self, roll: int) -> None:
        """A new roll: nobody has moved yet."""
        self.roll = roll
        self.grouped = False
        self.moved = _NOBODY_MOVED

    def clear(self) -> None:
        """The march is over."""
        if self.roll:
            self.begin(0)
        self.disperse()

    def copy(self) -> "March":
        twin = March()
        twin.roll = self.roll
        twin.grouped = self.grouped
        twin.moved = self.moved
        twin.at = self.at
        twin.size = self.size
        twin.unit = self.unit
        twin.left = self.left
        twin.made = self.made
        return twin

    def numbers(self) -> list[int]:
        """All but who has moved, in the order of keeping."""
        return [
            self.roll, int(self.grouped), self.at, self.size, self.unit, self.left, self.made
        ]  # fmt: skip

    def pack(self, numbers: list[int]) -> None:
        numbers += self.numbers()
        numbers += self.moved

    def dump(self, columns: Columns) -> None:
        columns.scalars += self.numbers()
        columns.add("moved", self.moved)

    def load(self, reader: Reader) -> None:
        self.roll = reader.scalar()
        self.grouped = reader.flag_scalar()
        self.at = reader.scalar()
        self.size = reader.scalar()
        self.unit = reader.scalar()
        self.left = reader.scalar()
        self.made = reader.scalar()
        self.moved = reader.take("moved", SPACES)


@final
class Side:
    """One side of a battle: its seat, the morale cards it has laid, whether it is ready."""

    __slots__ = ("laid", "ready", "seat")

    def __init__(self) -> None:
        self.seat = NONE
        self.laid: list[int] = _NO_CARDS
        self.ready = False

    def copy(self) -> "Side":
        twin = Side()
        twin.seat = self.seat
        twin.laid = self.laid
        twin.ready = self.ready
        return twin

    def pledges(self) -> list[int]:
        """The cards with NONE for those that are missing."""
        return self.laid + [NONE] * (MOST_COMMITTED - len(self.laid))

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.seat, int(self.ready)]
        numbers += self.pledges()

    def dump(self, columns: Columns) -> None:
        columns.scalars.append(self.seat)
        columns.add("pledges", self.pledges())
        columns.add("ready", [int(self.ready)])

    def load(self, reader: Reader) -> None:
        self.seat = reader.scalar()
        self.laid = [card for card in reader.take("pledges", MOST_COMMITTED) if card != NONE]
        self.ready = reader.flag("ready")


@final
class Battle:
    """Where two armies meet, where the attackers came from, how many, with which super unit."""

    __slots__ = ("at", "attacker", "attackers", "defender", "origin", "unit")

    def __init__(self) -> None:
        self.at = NONE
        self.origin = NONE
        self.attacker = Side()
        self.defender = Side()
        self.attackers = 0
        self.unit = NONE

    def sides(self) -> "list[Side]":
        """The attacker's side, then the defender's."""
        return [self.attacker, self.defender]

    def side_of(self, seat: Seat) -> "Side | None":
        """The side that a seat fights on."""
        if seat == self.attacker.seat:
            return self.attacker
        return self.defender if seat == self.defender.seat else None

    def clear(self) -> None:
        """The battle is over."""
        self.at = NONE
        self.origin = NONE
        self.attacker = Side()
        self.defender = Side()
        self.attackers = 0
        self.unit = NONE

    def copy(self) -> "Battle":
        twin = Battle()
        twin.at = self.at
        twin.origin = self.origin
        twin.attacker = self.attacker.copy()
        twin.defender = self.defender.copy()
        twin.attackers = self.attackers
        twin.unit = self.unit
        return twin

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.at, self.origin, self.attackers, self.unit]
        self.attacker.pack(numbers)
        self.defender.pack(numbers)

    def dump(self, columns: Columns) -> None:
        columns.scalars += [self.at, self.origin]
        self.attacker.dump(columns)
        self.defender.dump(columns)
        columns.scalars += [self.attackers, self.unit]

    def load(self, reader: Reader) -> None:
        self.at = reader.scalar()
        self.origin = reader.scalar()
        self.attacker.load(reader)
        self.defender.load(reader)
        self.attackers = reader.scalar()
        self.unit = reader.scalar()


@final
class Strays:
    """Soldiers of a seat without a place, beaten or moving out; and where others of them went."""

    __slots__ = ("placed", "seat", "soldiers", "unit")

    def __init__(self) -> None:
        self.soldiers = 0
        self.seat = NONE
        self.unit = NONE
        self.placed: list[int] = _NOWHERE

    def lift(self, seat: Seat, soldiers: int, unit: int) -> None:
        """Soldiers lose their place, and the super unit that was with them."""
        self.soldiers = soldiers
        self.seat = seat
        self.unit = unit
        self.placed = _NOWHERE

    def clear(self) -> None:
        """Everybody has a place."""
        self.lift(NONE, 0, NONE)

    def copy(self) -> "Strays":
        twin = Strays()
        twin.soldiers = self.soldiers
        twin.seat = self.seat
        twin.unit = self.unit
        twin.placed = self.placed
        return twin

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.soldiers, self.seat, self.unit, len(self.placed)]
        numbers += self.placed

    def dump(self, columns: Columns) -> None:
        columns.scalars += [self.soldiers, self.seat, self.unit]
        columns.add("placed", self.placed)

    def load(self, reader: Reader) -> None:
        self.soldiers = reader.scalar()
        self.seat = reader.scalar()
        self.unit = reader.scalar()
        self.placed = reader.rest("placed")


@final
class Recall:
    """Who must recall soldiers, and whether the march goes on afterwards or the turn ends."""

    __slots__ = ("mid_march", "seat")

    def __init__(self) -> None:
        self.seat = NONE
        self.mid_march = False

    def ask(self, seat: Seat, *, mid_march: bool) -> None:
        """A seat has more soldiers in the field than it supports."""
        self.seat = seat
        self.mid_march = mid_march

    def clear(self) -> None:
        """Nobody recalls."""
        self.seat = NONE
        self.mid_march = False

    def copy(self) -> "Recall":
        twin = Recall()
        twin.seat = self.seat
        twin.mid_march = self.mid_march
        return twin

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.seat, int(self.mid_march)]
