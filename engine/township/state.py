"""The nouns of Township: towns and their buildings, the campaign of a turn, the attack in it.

Each part copies, packs and dumps itself beside its fields; `loading.py` reads what it dumps.
"""

from typing import Final, final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.packing import packed
from pentarch.engine.plain import Json, ints
from pentarch.engine.township.settings import Settings
from pentarch.engine.township.tables import (
    FINERY,
    FULL,
    GOES_ON,
    GOODS,
    GOODS_STORE,
    GRAIN,
    GRAIN_STORE,
    PLACES,
    SCHOOL,
    START_KINDS,
    START_STOCK,
    START_UNITS,
    UNITS,
    Kind,
    Price,
    Site,
)

# What is being decided.
BREAKING: Final = "break"
WORKING: Final = "activity"
DISCARDING: Final = "discard"
ASSIGNING: Final = "assign"
CHOOSING: Final = "attack"
ARMING: Final = "swords"
DEFENDING: Final = "defend"
SHIELDING: Final = "shields"
SPOILING: Final = "spoils"
SUFFERING: Final = "damage"
OVER: Final = "over"


@final
class Building:
    """A building card in play. It never changes but is replaced, so that copies can share it.

    `worked` counts the activities of this turn, `has_produced` says that one of them took raw
    materials, `places` how many more there may be (TS-8.4, TS-8.5).
    """

    __slots__ = ("damage", "depletion", "has_produced", "places", "site", "worked")

    def __init__(
        self, site: Site, damage: int, depletion: int, worked: int, has_produced: bool
    ) -> None:
        self.site: Final = site
        self.damage: Final = damage
        self.depletion: Final = depletion
        self.worked: Final = worked
        self.has_produced: Final = has_produced
        self.places: Final = PLACES - depletion - worked

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.site.number, self.damage, self.depletion, self.worked]
        numbers.append(1 if self.has_produced else 0)

    def dump(self) -> Json:
        return {
            "name": self.site.name,
            "damage": self.damage,
            "depletion": self.depletion,
            "worked": self.worked,
            "produced": self.has_produced,
        }

    def tokens(self) -> int:
        """Damage and depletion tokens on it."""
        return self.damage + self.depletion

    def room(self) -> int:
        """What it holds: a damage token takes a fifth of its room (TS-3.5)."""
        return self.site.kind.room * (FULL - self.damage) // FULL

    def damaged(self) -> "Building":
        """With another damage token."""
        return Building(self.site, self.damage + 1, self.depletion, self.worked, self.has_produced)

    def depleted(self) -> "Building":
        """With another depletion token."""
        return Building(self.site, self.damage, self.depletion + 1, self.worked, self.has_produced)

    def repaired(self, tokens: int) -> "Building":
        """After an activity that took damage off."""
        return Building(
            self.site, self.damage - tokens, self.depletion, self.worked + 1, self.has_produced
        )

    def visited(self) -> "Building":
        """After an activity of any other kind."""
        return Building(self.site, self.damage, self.depletion, self.worked + 1, self.has_produced)

    def harvested(self) -> "Building":
        """After an activity that took raw materials."""
        return Building(self.site, self.damage, self.depletion, self.worked + 1, True)

    def left(self) -> "Building":
        """Without its workers (TS-5.2)."""
        return Building(self.site, self.damage, self.depletion, 0, False)


@final
class Town:
    """One seat's town. `buildings` stand in canonical order; `out` is 0 for a living seat, else its
    place in the order of elimination."""

    def __init__(self, stock: list[int], buildings: list[Building]) -> None:
        self.out = 0
        self.units = 0
        self.idle = 0
        self.mustered = 0
        self.tools_used = 0
        self.laurels = 0
        self.stock: Final = stock
        self.buildings = buildings

    def copy(self) -> "Town":
        twin = Town(self.stock[:], self.buildings[:])
        twin.out = self.out
        twin.units = self.units
        twin.idle = self.idle
        twin.mustered = self.mustered
        twin.tools_used = self.tools_used
        twin.laurels = self.laurels
        return twin

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.out, self.units, self.idle, self.mustered, self.tools_used, self.laurels]
        numbers += self.stock
        numbers.append(len(self.buildings))
        for building in self.buildings:
            building.pack(numbers)

    def dump(self, seat: Seat, finery_renown: int) -> Json:
        stock: dict[str, Json] = {GOODS[good]: pieces for good, pieces in enumerate(self.stock)}
        return {
            "seat": SEAT_NAMES[seat],
            "eliminated": self.out,
            "renown": self.renown(finery_renown),
            "laurels": self.laurels,
            "units": self.units,
            "housing": self.housing(),
            "idle": self.idle,
            "mustered": self.mustered,
            "tools_used": self.tools_used,
            "stock": stock,
            "grain_room": self.grain_room(),
            "goods_room": self.goods_room(),
            "buildings": [building.dump() for building in self.buildings],
        }

    def index(self, site: Site) -> int:
        """Where in the list the building on a site is, -1 when nothing stands there."""
        for index, building in enumerate(self.buildings):
            if building.site is site:
                return index
        return -1

    def find(self, site: Site) -> "Building | None":
        """The building on a site, None when nothing stands there."""
        index = self.index(site)
        return None if index < 0 else self.buildings[index]

    def at(self, site: Site) -> Building:
        """The building on a site; there must be one."""
        return self.buildings[self.index(site)]

    def put(self, building: Building) -> None:
        """Let this be what stands on its site, where something stood before."""
        self.buildings[self.index(building.site)] = building

    def add(self, building: Building) -> None:
        """Put a building on a free site."""
        number = building.site.number
        before = [other for other in self.buildings if other.site.number < number]
        self.buildings.insert(len(before), building)

    def spent_kinds(self) -> list[Kind]:
        """The types of which all cards are in play; buildings of a type stand side by side."""
        spent: list[Kind] = []
        copies = 0
        last: Kind | None = None
        for building in self.buildings:
            kind = building.site.kind
            copies = copies + 1 if kind is last else 1
            last = kind
            if copies == kind.copies:
                spent.append(kind)
        return spent

    def free_site(self, kind: Kind) -> "Site | None":
        """The lowest site of the type with no building on it; None: the set has no card left."""
        for site in kind.sites:
            if self.find(site) is None:
                return site
        return None

    def pay(self, price: Price) -> None:
        """Take it from stock."""
        stock = self.stock
        for good, pieces in price:
            stock[good] = stock[good] - pieces

    def pieces(self) -> int:
        """Everything in stock."""
        return sum(self.stock)

    def goods(self) -> int:
        """Pieces in stock that are not grain."""
        return sum(self.stock) - self.stock[GRAIN]

    def has_school(self) -> bool:
        """Whether a school stands without damage (TS-4.1)."""
        school = self.find(SCHOOL.sites[0])
        return school is not None and school.damage == 0

    def housing(self) -> int:
        """Units the houses hold (TS-18.1)."""
        return self._room(UNITS)

    def grain_room(self) -> int:
        """What the granaries hold (TS-12.1)."""
        return self._room(GRAIN_STORE)

    def goods_room(self) -> int:
        """What the warehouses hold (TS-12.2)."""
        return self._room(GOODS_STORE)

    def renown(self, finery_renown: int) -> int:
        """Laurels, stored finery and undamaged buildings (TS-20.1, TS-20.3)."""
        renown = self.laurels + finery_renown * self.stock[FINERY]
        for building in self.buildings:
            if building.damage == 0:
                renown += building.site.kind.renown
        return renown

    def _room(self, what: int) -> int:
        room = 0
        for building in self.buildings:
            if building.site.kind.holds == what:
                room += building.room()
        return room


@final
class Campaign:
    """The attacks of a turn: the units sent against each seat, 0 once resolved, and the opponent
    that is asked about, -1 when all are sent."""

    def __init__(self, assigned: list[int], asked: Seat) -> None:
        self.assigned: Final = assigned
        self.asked = asked

    def copy(self) -> "Campaign":
        return Campaign(self.assigned[:], self.asked)

    def pack(self, numbers: list[int]) -> None:
        numbers.append(self.asked)
        numbers += self.assigned


@final
class Attack:
    """The attack being resolved. Numbers are 0 until they are decided or rolled."""

    def __init__(self, defender: Seat, attackers: int) -> None:
        self.defender: Final = defender
        self.attackers: Final = attackers
        self.swords = 0
        self.defenders = 0
        self.shields = 0
        self.attack_total = 0
        self.defence_total = 0
        self.left_over = 0

    def copy(self) -> "Attack":
        twin = Attack(self.defender, self.attackers)
        twin.swords = self.swords
        twin.defenders = self.defenders
        twin.shields = self.shields
        twin.attack_total = self.attack_total
        twin.defence_total = self.defence_total
        twin.left_over = self.left_over
        return twin

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.defender, self.attackers, self.swords, self.defenders]
        numbers += [self.shields, self.attack_total, self.defence_total, self.left_over]

    def dump(self) -> Json:
        return {
            "defender": SEAT_NAMES[self.defender],
            "attackers": self.attackers,
            "swords": self.swords,
            "defenders": self.defenders,
            "shields": self.shields,
            "attack_total": self.attack_total,
            "defence_total": self.defence_total,
            "left_over": self.left_over,
        }


@final
class State:
    """A whole match: `decision` names what is being decided, `ending` how it ended."""

    def __init__(self, settings: Settings, towns: list[Town]) -> None:
        self.settings: Final = settings
        self.towns: Final = towns
        self.round = 1
        self.active: Seat = 0
        self.decision = BREAKING
        self.ending = GOES_ON
        self.campaign = Campaign([0] * len(towns), -1)
        self.attack: Attack | None = None

    def copy(self) -> "State":
        twin = State(self.settings, [town.copy() for town in self.towns])
        twin.round = self.round
        twin.active = self.active
        twin.decision = self.decision
        twin.ending = self.ending
        twin.campaign = self.campaign.copy()
        if self.attack is not None:
            twin.attack = self.attack.copy()
        return twin

    def fingerprint(self) -> bytes:
        """Everything that changes in a match, as bytes."""
        numbers = [self.round, self.active]
        for town in self.towns:
            town.pack(numbers)
        self.campaign.pack(numbers)
        if self.attack is not None:
            self.attack.pack(numbers)
        return packed(numbers) + f"{self.decision} {self.ending}".encode()

    def dump(self) -> Json:
        renown = self.settings.finery_renown
        return {
            "round": self.round,
            "active": SEAT_NAMES[self.active],
            "decision": self.decision,
            "ending": self.ending,
            "options": self.settings.options.plain(),
            "assigned": ints(self.campaign.assigned),
            "asked": None if self.campaign.asked < 0 else SEAT_NAMES[self.campaign.asked],
            "attack": None if self.attack is None else self.attack.dump(),
            "towns": [town.dump(seat, renown) for seat, town in enumerate(self.towns)],
        }

    def is_peaceful(self) -> bool:
        """Whether nobody may muster yet (TS-11.6)."""
        return self.round <= self.settings.peace_rounds

    def living(self) -> list[Seat]:
        """The seats that still play."""
        return [seat for seat, town in enumerate(self.towns) if not town.out]

    def opponents(self) -> list[Seat]:
        """The living opponents of the active seat, in seat order beginning after it."""
        seats = len(self.towns)
        order = [(self.active + step) % seats for step in range(1, seats)]
        return [seat for seat in order if not self.towns[seat].out]

    def current(self) -> Attack:
        """The attack being resolved; there must be one."""
        assert self.attack is not None
        return self.attack


def new_town() -> Town:
    """The starting position of every seat."""
    town = empty_town()
    town.units = START_UNITS
    for good, pieces in START_STOCK:
        town.stock[good] = pieces
    for kind in START_KINDS:
        town.add(Building(kind.sites[0], 0, 0, 0, False))
    return town


def empty_town() -> Town:
    """Nothing and nobody."""
    return Town([0] * len(GOODS), [])
