"""Units: troops and mercenaries in their slots, or on a battlefield."""

from typing import Final, final

from pentarch.engine.capital.places import LOCATIONS, Location
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.tables import CARDS
from pentarch.engine.plain import require

_LOCATION: Final = 1 << 7
_SPENT: Final = 1 << 14
_MOVED: Final = 1 << 15
_FIGHTING: Final = 1 << 16
_HOMELESS: Final = 1 << 17


@final
class Unit:
    """A troop or mercenary in a slot. Replaced, never changed, so that copies share it.

    `rank` is its place in the order of the names that commands give units: card, then location.
    Who fights is on the battlefield while its slot stays reserved; it is homeless once the building
    it came from has been razed (CP-5.29, CP-5.30).
    """

    __slots__ = (
        "card",
        "has_moved",
        "is_fighting",
        "is_homeless",
        "is_spent",
        "location",
        "rank",
    )

    def __init__(self, card: Card, location: Location) -> None:
        self.card = card
        self.location = location
        self.rank = card.rank * _LOCATION + location.rank
        self.is_spent = False
        self.has_moved = False
        self.is_fighting = False
        self.is_homeless = False

    def copy(self) -> "Unit":
        """A unit like this one that may be marked before anybody else has it."""
        twin = Unit(self.card, self.location)
        twin.is_spent = self.is_spent
        twin.has_moved = self.has_moved
        twin.is_fighting = self.is_fighting
        twin.is_homeless = self.is_homeless
        return twin

    def dump(self) -> int:
        """One number for all of it; `load_unit` reads it."""
        marks = self.is_spent * _SPENT + self.has_moved * _MOVED
        marks += self.is_fighting * _FIGHTING + self.is_homeless * _HOMELESS
        return self.card.id + self.location.number * _LOCATION + marks

    def sent(self) -> "Unit":
        """Attacking, and spent for this turn (CP-5.4)."""
        twin = self.copy()
        twin.is_spent = True
        twin.is_fighting = True
        return twin

    def fighting(self) -> "Unit":
        """On the battlefield."""
        twin = self.copy()
        twin.is_fighting = True
        return twin

    def at_home(self) -> "Unit":
        """Back from the battlefield."""
        twin = self.copy()
        twin.is_fighting = False
        return twin

    def homeless(self) -> "Unit":
        """On the battlefield without a place to return to."""
        twin = self.copy()
        twin.is_homeless = True
        return twin

    def rested(self) -> "Unit":
        """No longer spent."""
        twin = self.copy()
        twin.is_spent = False
        return twin

    def ready(self) -> "Unit":
        """Free to move again."""
        twin = self.copy()
        twin.has_moved = False
        return twin

    def moved(self, location: Location) -> "Unit":
        """Arrived somewhere else in the Regroup phase (CP-6.2)."""
        twin = Unit(self.card, location)
        twin.has_moved = True
        return twin


def load_unit(number: int) -> Unit:
    """The unit that `dump` gave this number. Raises InvalidValue."""
    card, location = number % _LOCATION, number % _SPENT // _LOCATION
    require(card < len(CARDS) and not CARDS[card].is_building, "there is no such unit")
    require(location < len(LOCATIONS), "there is no such location")
    require(number < 2 * _HOMELESS, "there is no such unit")
    unit = Unit(CARDS[card], LOCATIONS[location])
    unit.is_spent = number & _SPENT > 0
    unit.has_moved = number & _MOVED > 0
    unit.is_fighting = number & _FIGHTING > 0
    unit.is_homeless = number & _HOMELESS > 0
    return unit


def distinct(units: list[Unit]) -> list[Unit]:
    """Of units that commands name in the same way only one, in the order of those names."""
    if len(units) < 2:
        return units
    by_rank = {unit.rank: unit for unit in units}
    return [by_rank[rank] for rank in sorted(by_rank)]
