"""Units, and recruits that will become units. Neither ever changes: both are replaced."""

from typing import Final, final

from pentarch.engine.kingdom.commands import UNIT_NAMES
from pentarch.engine.kingdom.tables import Kind


@final
class Unit:
    """A unit. `ship` is the id of the carrying ship or 0; a passenger's area is that of its ship.

    `build` counts the rounds until a guard tower is complete.
    """

    def __init__(
        self, id: int, kind: Kind, side: int, area: int, ship: int, mana: int, build: int
    ) -> None:
        self.id: Final = id
        self.kind: Final = kind
        self.side: Final = side
        self.area: Final = area
        self.ship: Final = ship
        self.mana: Final = mana
        self.build: Final = build

    @property
    def name(self) -> str:
        """Its id as a word."""
        return UNIT_NAMES[self.id - 1]

    def with_mana(self, mana: int) -> "Unit":
        """The unit with other mana."""
        return Unit(self.id, self.kind, self.side, self.area, self.ship, mana, self.build)

    def with_build(self, build: int) -> "Unit":
        """The tower closer to completion."""
        return Unit(self.id, self.kind, self.side, self.area, self.ship, self.mana, build)

    def numbers(self) -> list[int]:
        """The unit as numbers, the same in fingerprints and dumps."""
        return [
            self.id,
            self.kind.number,
            self.side,
            self.area,
            self.ship,
            self.mana,
            self.build,
        ]


@final
class Recruit:
    """A unit in the queue of a castle: where it will appear, and in how many rounds."""

    def __init__(self, castle: int, kind: Kind, place: int, rounds: int) -> None:
        self.castle: Final = castle
        self.kind: Final = kind
        self.place: Final = place
        self.rounds: Final = rounds

    def later(self) -> "Recruit":
        """A round closer to completion."""
        return Recruit(self.castle, self.kind, self.place, self.rounds - 1)

    def numbers(self) -> list[int]:
        """The recruit as numbers; the castle is where they stand."""
        return [self.kind.number, self.place, self.rounds]
