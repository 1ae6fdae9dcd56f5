"""Where units stay: locations with their slots, the city and the buildings (CP-7, CP-13).

A location is where a seat's city or one of its buildings is: commands name it. The slots of a
building are always open (CP-7.12); whether those of a city are is asked of the city.
"""

from operator import attrgetter
from typing import Final, TypeVar, final

from pentarch.engine.capital.rows import Card, CityKind, Effect
from pentarch.engine.capital.tables import BUILDINGS, CARDS, CITIES, MOST_VILLAGES
from pentarch.engine.plain import require

T = TypeVar("T")

_CITY: Final = 0
_NO_CITY: Final = 255
_CARD: Final = 1 << 7
_SETTLED: Final = 1 << 14


@final
class Location:
    """A place for units that commands can name; `rank` is its place in the order of words."""

    def __init__(self, number: int, word: str, rank: int) -> None:
        self.number: Final = number
        self.word: Final = word
        self.rank: Final = rank
        self.is_city: Final = number == _CITY

    def __repr__(self) -> str:
        return f"<{self.word}>"


@final
class City:
    """A seat's city: its kind, its slots, and what they are open for. Replaced, never changed.

    A seat has one without a kind until it has chosen, and one without slots once it is defeated.
    """

    __slots__ = (
        "attack_open",
        "defence_open",
        "kind",
        "merc_open",
        "merc_slots",
        "troop_slots",
    )

    def __init__(
        self,
        kind: "CityKind | None",
        troop_slots: int = 0,
        merc_slots: int = 0,
        *,
        attack_open: bool = False,
        defence_open: bool = False,
        merc_open: bool = False,
    ) -> None:
        self.kind = kind
        self.troop_slots = troop_slots
        self.merc_slots = merc_slots
        self.attack_open = attack_open
        self.defence_open = defence_open
        self.merc_open = merc_open

    def changed(self, effect: Effect) -> "City":
        """The city with what an upgrade adds (CP-7.9, CP-7.11)."""
        if not effect.changes_city:
            return self
        return City(
            self.kind,
            self.troop_slots + effect.troop_slots,
            self.merc_slots + effect.merc_slots,
            attack_open=self.attack_open or effect.opens_attack,
            defence_open=self.defence_open or effect.opens_defence,
            merc_open=self.merc_open or effect.opens_mercs,
        )

    def attacks_from(self, location: Location) -> bool:
        """Whether troops attack from there (CP-5.3, CP-7.11)."""
        return self.attack_open or not location.is_city

    def defends_from(self, location: Location) -> bool:
        """Whether troops defend from there (CP-5.5, CP-7.10)."""
        return self.defence_open or not location.is_city

    def acts_from(self, location: Location) -> bool:
        """Whether mercenaries act from there (CP-7.8, CP-8.1)."""
        return self.merc_open or not location.is_city

    def ruins(self) -> "City":
        """What is left of it when it is razed."""
        return City(self.kind)

    def dump(self) -> int:
        """The number of its kind; the rest follows from the upgrades."""
        return _NO_CITY if self.kind is None else CITIES.index(self.kind)

    def pack(self, numbers: list[int]) -> None:
        """What differs between cities, except for the kind."""
        numbers += [
            self.troop_slots,
            self.merc_slots,
            int(self.attack_open),
            int(self.defence_open),
            int(self.merc_open),
        ]


NO_CITY: Final = City(None)


def load_kind(number: int) -> "CityKind | None":
    """The kind of city that `dump` gave this number. Raises InvalidValue."""
    require(0 <= number < len(CITIES) or number == _NO_CITY, "there is no such city")
    return None if number == _NO_CITY else CITIES[number]


def _locations() -> list[Location]:
    """The city, a place per building name, and Villages by number (CP-4.11)."""
    words = ["city"] + [card.slug for card in BUILDINGS if not card.is_village]
    words += [f"v{number}" for number in range(1, MOST_VILLAGES + 1)]
    ranks = {word: rank for rank, word in enumerate(sorted(words))}
    return [Location(number, word, ranks[word]) for number, word in enumerate(words)]


LOCATIONS: Final = _locations()
BY_WORD: Final = sorted(LOCATIONS, key=attrgetter("word"))
LOCATION: Final = {location.word: location for location in LOCATIONS}
"""Every location by its word."""
AT_CITY: Final = LOCATIONS[_CITY]
VILLAGES: Final = LOCATIONS[-MOST_VILLAGES:]
ALLY: Final = len(LOCATIONS)
"""Where a lent troop comes from, in commands (CP-12.6)."""
LOCATION_WORDS: Final = tuple([location.word for location in LOCATIONS])
BATTLE_WORDS: Final = (*LOCATION_WORDS, "ally")


@final
class Building:
    """A building on the table, with the mercenary settled under it. Replaced, never changed."""

    __slots__ = ("card", "location", "settled")

    def __init__(self, card: Card, location: Location, settled: "Card | None" = None) -> None:
        self.card = card
        self.location = location
        self.settled = settled

    def with_settler(self, settler: Card) -> "Building":
        """The same building once a mercenary lies under it (CP-10.3)."""
        return Building(self.card, self.location, settler)

    def dump(self) -> int:
        """One number for all of it; `load_building` reads it."""
        settled = 0 if self.settled is None else self.settled.id + 1
        return self.location.number + self.card.id * _CARD + settled * _SETTLED


def load_building(number: int) -> Building:
    """The building that `dump` gave this number. Raises InvalidValue."""
    settled, rest = divmod(number, _SETTLED)
    card, location = divmod(rest, _CARD)
    require(card < len(BUILDINGS), "only buildings stand on the table")
    require(location < len(LOCATIONS), "there is no such location")
    require(settled <= len(CARDS), "there is no such card")
    settler = CARDS[settled - 1] if settled else None
    return Building(BUILDINGS[card], LOCATIONS[location], settler)


@final
class Slots:
    """The free slots for one kind of units, by the rank of the location, ascending. Replaced,
    never changed.

    A location where none is free is missing.
    """

    __slots__ = ("free",)

    def __init__(self, free: "dict[int, int]") -> None:
        self.free = free

    def locations(self) -> list[Location]:
        """Where any are free, in the order of their words."""
        return [BY_WORD[rank] for rank in self.free]

    def has_room_beside(self, location: Location) -> bool:
        """Whether any are free elsewhere."""
        return len(self.free) > (location.rank in self.free)

    def pick(self, items: "list[T]") -> "list[T]":
        """Of a list with an item for each location, by rank, those where any are free."""
        return [items[rank] for rank in self.free]

    def at(self, location: Location) -> int:
        """How many are free there."""
        return self.free.get(location.rank, 0)

    def changed(self, location: Location, more: int) -> "Slots":
        """So many more are free there; a unit that takes one makes it -1 (CP-4.16)."""
        if not more:
            return self
        rank = location.rank
        count = self.free.get(rank, 0) + more
        if not count:
            return self.without(location)
        free = self.free.copy()
        free[rank] = count
        is_in_order = len(free) == len(self.free)
        return Slots(free if is_in_order else {rank: free[rank] for rank in sorted(free)})

    def moved(self, here: Location, there: Location) -> "Slots":
        """A unit leaves one location for another that has slots, too."""
        return self.changed(there, -1).changed(here, 1)

    def without(self, location: Location) -> "Slots":
        """The location is gone, and its slots with it."""
        free = self.free.copy()
        free.pop(location.rank, None)
        return Slots(free)


NO_SLOTS: Final = Slots({})
