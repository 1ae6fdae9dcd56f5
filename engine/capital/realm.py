"""What one seat has: its city and buildings, its units, its cards (CP-2, CP-4, CP-7)."""

from typing import Final, final

from pentarch.engine.capital.places import (
    AT_CITY,
    LOCATION,
    NO_CITY,
    NO_SLOTS,
    VILLAGES,
    Building,
    City,
    Location,
    Slots,
)
from pentarch.engine.capital.rows import Card, CityKind, Effect
from pentarch.engine.capital.tables import BANNERS, BY_SLUG, UPGRADE_NUMBER
from pentarch.engine.capital.tracker import EMPTY_TRACKER, NO_DEEDS, Deeds, Pools, Tracker
from pentarch.engine.capital.units import Unit
from pentarch.engine.plain import Json, ints

_NO_BANNERS: Final = dict.fromkeys(BANNERS, 0)


@final
class Realm:
    """What one seat has.

    `defeat` says as which of the defeated it fell, 0 for the living; `founded` counts the Villages
    that it has ever had, `banners` the buildings that stand. `kept` are the cards picked so far of
    those that stay in the hand. Units and buildings are in order of arrival.

    Copies share all but pools and hand: everything else is replaced, never changed.
    """

    __slots__ = (
        "alive",
        "banners",
        "buildings",
        "city",
        "deeds",
        "defeat",
        "founded",
        "hand",
        "kept",
        "merc_slots",
        "pools",
        "tracker",
        "troop_slots",
        "units",
        "upgrades",
    )

    def __init__(self) -> None:
        self.alive = True
        self.defeat = 0
        self.founded = 0
        self.city: City = NO_CITY
        self.tracker: Tracker = EMPTY_TRACKER
        self.banners: dict[str, int] = _NO_BANNERS
        self.pools = Pools()
        self.deeds: Deeds = NO_DEEDS
        self.upgrades: list[str] = []
        self.hand: list[Card] = []
        self.kept: list[Card] = []
        self.buildings: list[Building] = []
        self.units: list[Unit] = []
        self.troop_slots: Slots = NO_SLOTS
        self.merc_slots: Slots = NO_SLOTS

    def copy(self) -> "Realm":
        """An independent realm."""
        twin = Realm()
        twin.alive = self.alive
        twin.defeat = self.defeat
        twin.founded = self.founded
        twin.city = self.city
        twin.tracker = self.tracker
        twin.banners = self.banners
        twin.pools = self.pools.copy()
        twin.deeds = self.deeds
        twin.upgrades = self.upgrades
        twin.hand = self.hand.copy()
        twin.kept = self.kept
        twin.buildings = self.buildings
        twin.units = self.units
        twin.troop_slots = self.troop_slots
        twin.merc_slots = self.merc_slots
        return twin

    def marks(self) -> list[int]:
        """The numbers that do not follow from what lies on the table."""
        rest = [int(self.alive), self.defeat, self.founded, self.city.dump()]
        return self.pools.numbers() + self.deeds.numbers() + rest

    def pack(self, small: list[int], wide: list[int]) -> None:
        """All that it is, for the fingerprint: numbers below 256 and larger ones."""
        small += [len(self.hand), len(self.upgrades), len(self.kept)]
        small += self.tracker.numbers()
        small += self.banners.values()
        small.append(self.hit_points())
        self.city.pack(small)
        small += self.marks()
        small += [card.id for card in self.hand]
        small += [UPGRADE_NUMBER[upgrade] for upgrade in self.upgrades]
        small += [card.id for card in self.kept]
        wide.append(len(self.buildings))
        wide += [building.dump() for building in self.buildings]
        wide += [unit.dump() for unit in self.units]

    def dump(self) -> Json:
        """What cannot be derived, in numbers of the tables."""
        return {
            "marks": ints(self.marks()),
            "upgrades": ints([UPGRADE_NUMBER[upgrade] for upgrade in self.upgrades]),
            "hand": ints([card.id for card in self.hand]),
            "kept": ints([card.id for card in self.kept]),
            "places": ints([building.dump() for building in self.buildings]),
            "units": ints([unit.dump() for unit in self.units]),
        }

    # The tracker and the table.

    def gain(self, effect: Effect) -> None:
        """Bring the tracker up to date with something that comes into play (CP-2.8)."""
        self.tracker = self.tracker.plus(effect)

    def lose(self, effect: Effect) -> None:
        """Bring the tracker up to date with something that goes (CP-5.17)."""
        self.tracker = self.tracker.minus(effect)

    def take_city(self, kind: CityKind) -> None:
        """Have a city (CP-13.1, CP-13.2)."""
        self.city = City(kind)
        self._develop(kind.start)

    def complete(self, upgrade: str) -> None:
        """Mark an upgrade as done; one that adds a city slot works at once (CP-4.19)."""
        kind = self.city.kind
        assert kind is not None
        self.upgrades = [*self.upgrades, upgrade]
        self._develop(kind.upgrades[upgrade])

    def _develop(self, effect: Effect) -> None:
        self.gain(effect)
        self.city = self.city.changed(effect)
        self._open_slots(AT_CITY, effect.troop_slots, effect.merc_slots)

    def found(self, card: Card) -> Building:
        """Put a building on the table (CP-2.5). Villages are numbered on and on."""
        if card.is_village:
            self.founded += 1
            building = Building(card, VILLAGES[self.founded - 1])
        else:
            building = Building(card, LOCATION[card.slug])
        self.add_building(building)
        return building

    def add_building(self, building: Building) -> None:
        """It stands, with its effect and its slots."""
        card = building.card
        self.buildings = [*self.buildings, building]
        self._count_banner(card.banner, 1)
        self.gain(card.effect)
        if building.settled is not None:
            self.gain(building.settled.settled)
        self._open_slots(building.location, card.troop_slots, card.merc_slots)

    def remove_building(self, building: Building) -> None:
        """It is gone, with its effect and its slots."""
        self.buildings = [other for other in self.buildings if other is not building]
        self._count_banner(building.card.banner, -1)
        self.lose(building.card.effect)
        if building.settled is not None:
            self.lose(building.settled.settled)
        self.troop_slots = self.troop_slots.without(building.location)
        self.merc_slots = self.merc_slots.without(building.location)

    def building_at(self, location: Location) -> "Building | None":
        """What stands there."""
        for building in self.buildings:
            if building.location is location:
                return building
        return None

    def settle(self, building: Building, settler: Card) -> None:
        """Lay a mercenary under a building (CP-10.3)."""
        home = building.with_settler(settler)
        self.buildings = [home if other is building else other for other in self.buildings]
        self.gain(settler.settled)

    def _count_banner(self, banner: str, more: int) -> None:
        self.banners = {**self.banners, banner: self.banners[banner] + more}

    def hit_points(self) -> int:
        """Those of all buildings."""
        return sum([building.card.hit_points for building in self.buildings])

    def play(self, card: Card) -> None:
        """Take a card out of the hand, the first of its kind."""
        hand = self.hand
        for place, held in enumerate(hand):
            # `list.remove` would ask whether cards are equal that are not the same.
            if held is card:
                del hand[place]
                return

    def hand_ranks(self) -> list[int]:
        """The places of the cards in the hand in the order of slugs, each once, ascending."""
        return sorted({card.rank for card in self.hand})

    def distinct_hand(self) -> list[Card]:
        """The cards in the hand, each once, in the order of their slugs."""
        return [BY_SLUG[rank] for rank in self.hand_ranks()]

    # Units and their slots.

    def slots_for(self, card: Card) -> Slots:
        """The slots that take a unit of this kind (CP-4.15)."""
        return self.troop_slots if card.is_troop else self.merc_slots

    def _open_slots(self, location: Location, troops: int, mercs: int) -> None:
        self.troop_slots = self.troop_slots.changed(location, troops)
        self.merc_slots = self.merc_slots.changed(location, mercs)

    def free_slots(self, card: Card, location: Location, more: int) -> None:
        """So many more slots for units of this kind are free there."""
        if card.is_troop:
            self.troop_slots = self.troop_slots.changed(location, more)
        else:
            self.merc_slots = self.merc_slots.changed(location, more)

    def move_slot(self, card: Card, here: Location, there: Location) -> None:
        """A unit of this kind leaves a slot here and takes one there."""
        if card.is_troop:
            self.troop_slots = self.troop_slots.moved(here, there)
        else:
            self.merc_slots = self.merc_slots.moved(here, there)

    def station(self, card: Card, location: Location) -> None:
        """Put a unit into a slot, as the last to arrive there."""
        self.units = [*self.units, Unit(card, location)]
        self.free_slots(card, location, -1)

    def find(self, card: Card, location: Location) -> "Unit | None":
        """The first unit of that card there."""
        for unit in self.units:
            if unit.card is card and unit.location is location:
                return unit
        return None

    def replace(self, unit: Unit, changed: Unit) -> None:
        """A unit is marked in another way."""
        self.units = [changed if other is unit else other for other in self.units]

    def remove(self, unit: Unit) -> None:
        """Take a unit off the table and free its slot."""
        self.units = [other for other in self.units if other is not unit]
        if not unit.is_homeless:
            self.free_slots(unit.card, unit.location, 1)

    def attackers(self) -> list[Unit]:
        """The unspent troops, those in the city only in open slots (CP-7.10, CP-7.11)."""
        return [
            unit
            for unit in self.units
            if unit.card.is_troop
            and not unit.is_spent
            and not unit.is_fighting
            and self.city.attacks_from(unit.location)
        ]

    def defenders(self) -> list[Unit]:
        """The troops at home in open slots, spent or not."""
        return [
            unit
            for unit in self.units
            if unit.card.is_troop and not unit.is_fighting and self.city.defends_from(unit.location)
        ]

    def actors(self) -> list[Unit]:
        """The mercenaries in open slots (CP-7.8, CP-8.1)."""
        return [
            unit
            for unit in self.units
            if unit.card.is_mercenary and self.city.acts_from(unit.location)
        ]
