"""The realm: everything public, as it was when the round began.

Units, regions, castles and markets never change: what happens to one puts another in its place. So
realms share them, and only what a round has touched is made anew.
"""

from typing import Final, final

from pentarch.engine.core import Seat
from pentarch.engine.kingdom.knowledge import NO_KNOWLEDGE, Knowledge
from pentarch.engine.kingdom.region import NO_REGION, Castle, Region
from pentarch.engine.kingdom.settings import Settings
from pentarch.engine.kingdom.tables import (
    GOING_ON,
    MARKET_YIELD,
    MOST_UNITS,
    NEUTRAL,
    SCROLLS,
    TECHS,
    Ending,
    Kind,
    Scroll,
    Tech,
)
from pentarch.engine.kingdom.unit import Unit
from pentarch.engine.packing import packed
from pentarch.engine.plain import Json, ints

_NO_STOCK: Final = [0] * len(SCROLLS)
_NO_RESEARCH: Final[dict[int, int]] = {}


@final
class Kingdom:
    """What a seat has beside units and regions.

    `stock` counts scrolls by number; `research` has the instalments paid for each tech in progress;
    both are replaced, not changed. `fallen` is the round of its elimination, or 0.
    """

    def __init__(self, seat: Seat) -> None:
        self.seat: Final = seat
        self.gold = 0
        self.stock: list[int] = _NO_STOCK
        self.has_market = False
        self.knowledge = NO_KNOWLEDGE
        self.research: dict[int, int] = _NO_RESEARCH
        self.fallen = 0

    def copy(self) -> "Kingdom":
        """An independent kingdom."""
        twin = Kingdom(self.seat)
        twin.gold = self.gold
        twin.stock = self.stock
        twin.has_market = self.has_market
        twin.knowledge = self.knowledge
        twin.research = self.research
        twin.fallen = self.fallen
        return twin

    def fall(self, round: int) -> None:
        """KC-15.1: everything is gone."""
        self.gold = 0
        self.stock = _NO_STOCK
        self.has_market = False
        self.knowledge = NO_KNOWLEDGE
        self.research = _NO_RESEARCH
        self.fallen = round

    def stock_of(self, scroll: Scroll) -> int:
        """How many of a scroll there are."""
        return self.stock[scroll.number]

    def pack(self, numbers: list[int]) -> None:
        """Append the kingdom to a fingerprint."""
        numbers += [self.gold, int(self.has_market), self.fallen]
        numbers += self.stock
        numbers.append(len(self.knowledge.numbers))
        numbers += self.knowledge.numbers
        numbers += [self.research.get(tech.number, -1) for tech in TECHS]

    def dump(self) -> "dict[str, Json]":
        """The kingdom as plain values."""
        return {
            "gold": self.gold,
            "stock": ints(self.stock),
            "market": int(self.has_market),
            "knows": ints([int(self.knowledge.has(tech)) for tech in TECHS]),
            "paid": ints([self.research.get(tech.number, -1) for tech in TECHS]),
            "out": self.fallen,
        }


@final
class Offer:
    """A scroll on offer in a round, and its price."""

    def __init__(self, scroll: Scroll, price: int) -> None:
        self.scroll: Final = scroll
        self.price: Final = price


@final
class Market:
    """What is on offer in a round; the first of `deck` is the next tech to come."""

    def __init__(self, offers: list[Offer], tech: "Tech | None", deck: list[int]) -> None:
        self.offers: Final = offers
        self.tech: Final = tech
        self.deck: Final = deck
        self.shelf: Final = sorted(offers, key=_shelf_place) if len(offers) > 1 else offers

    def offer_of(self, scroll: Scroll) -> "Offer | None":
        """The offer of a scroll, if there is one."""
        for offer in self.offers:
            if offer.scroll is scroll:
                return offer
        return None

    def pack(self, numbers: list[int]) -> None:
        """Append the market to a fingerprint."""
        numbers += [len(self.offers), self.tech_number(), len(self.deck)]
        numbers += self.deck
        for offer in self.offers:
            numbers += [offer.scroll.number, offer.price]

    def dump(self) -> "dict[str, Json]":
        """The market as plain values."""
        return {
            "offer": ints([offer.scroll.number for offer in self.offers]),
            "prices": ints([offer.price for offer in self.offers]),
            "tech": self.tech_number(),
            "deck": ints(self.deck),
        }

    def tech_number(self) -> int:
        """The number of the tech on offer, or -1."""
        return -1 if self.tech is None else self.tech.number


def _shelf_place(offer: Offer) -> int:
    return offer.scroll.number


NO_MARKET: Final = Market([], None, [])


@final
class Realm:
    """All kingdoms, regions and units. It does not change while orders are given.

    `units` are in the order of their ids, `regions` in that of their numbers.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.round = 1
        self.ending: Ending = GOING_ON
        self.kingdoms: list[Kingdom] = []
        self.regions: list[Region] = []
        self.units: list[Unit] = []
        self.next_id = 1
        self.market: Market = NO_MARKET
        self._packed = b""
        self._ground: dict[int, int] | None = None

    def copy(self) -> "Realm":
        """An independent realm, to be changed by the execution of a round."""
        twin = Realm(self.settings)
        twin.round = self.round
        twin.ending = self.ending
        twin.kingdoms = [kingdom.copy() for kingdom in self.kingdoms]
        twin.regions = self.regions.copy()
        twin.units = self.units.copy()
        twin.next_id = self.next_id
        twin.market = self.market
        return twin

    def packed(self) -> bytes:
        """The realm as bytes; made once, because a realm stays as it is for a whole round."""
        if not self._packed:
            numbers = [self.round, self.ending.number, self.next_id, len(self.units)]
            for kingdom in self.kingdoms:
                kingdom.pack(numbers)
            for region in self.regions:
                region.pack(numbers)
            for unit in self.units:
                numbers += unit.numbers()
            self.market.pack(numbers)
            self._packed = packed(numbers)
        return self._packed

    def add_unit(self, kind: Kind, side: int, area: int, mana: int, build: int) -> "Unit | None":
        """A new unit; None once the numbers have run out."""
        if self.next_id > MOST_UNITS:
            return None
        unit = Unit(self.next_id, kind, side, area, 0, mana, build)
        self.next_id += 1
        self.units.append(unit)
        return unit

    def unit(self, id: int) -> "Unit | None":
        """The unit with that id, if there is one."""
        units = self.units
        low, high = 0, len(units)
        while low < high:
            middle = (low + high) // 2
            if units[middle].id < id:
                low = middle + 1
            else:
                high = middle
        return units[low] if low < len(units) and units[low].id == id else None

    def region(self, area: int) -> Region:
        """The region with that number; a free one where the map has none."""
        return self.regions[area] if area < len(self.regions) else NO_REGION

    def castle(self, area: int) -> "Castle | None":
        """The castle in an area, if there is one."""
        return self.region(area).castle

    def ground(self) -> "dict[int, int]":
        """Whose ground units stand in a region; a region holds those of one side only."""
        if self._ground is None:
            self._ground = {
                unit.area: unit.side for unit in self.units if unit.kind.is_ground and not unit.ship
            }
        return self._ground

    def knowledge(self, side: int) -> Knowledge:
        """What a side knows; garrisons know nothing."""
        return NO_KNOWLEDGE if side == NEUTRAL else self.kingdoms[side].knowledge

    def castle_counts(self) -> list[int]:
        """How many castles each seat owns."""
        counts = [0] * self.settings.seats
        for area in self.settings.board.castles:
            owner = self.regions[area].owner
            if owner >= 0:
                counts[owner] += 1
        return counts

    def castles(self, seat: Seat) -> int:
        """How many castles a seat owns."""
        return self.castle_counts()[seat]

    def incomes(self) -> list[int]:
        """KC-13.1 to 13.3: what each seat earns in a round."""
        seats = self.settings.seats
        totals, regions = [0] * seats, [0] * seats
        for area in self.settings.board.lands:
            region = self.regions[area.number]
            owner = region.owner
            if owner >= 0:
                regions[owner] += 1
                totals[owner] += area.tax
                if region.has_sawmill:
                    totals[owner] += self.kingdoms[owner].knowledge.sawmill_yield
        castles = self.castle_counts()
        for seat, kingdom in enumerate(self.kingdoms):
            if kingdom.has_market:
                totals[seat] += MARKET_YIELD * castles[seat]
            if kingdom.knowledge.regions_per_gold:
                totals[seat] += regions[seat] // kingdom.knowledge.regions_per_gold
        return totals

    def upkeeps(self) -> list[int]:
        """KC-13.5: what all units of each seat cost in a round."""
        totals = [0] * self.settings.seats
        for unit in self.units:
            if unit.side != NEUTRAL:
                totals[unit.side] += self.kingdoms[unit.side].knowledge.upkeep_of(unit.kind)
        for seat, kingdom in enumerate(self.kingdoms):
            share = kingdom.knowledge.upkeep_share
            if share:
                totals[seat] -= totals[seat] // share
        return totals

    def armies(self) -> list[int]:
        """What the units of each seat are worth."""
        totals = [0] * self.settings.seats
        for unit in self.units:
            if unit.side != NEUTRAL:
                totals[unit.side] += unit.kind.battle_value
        return totals

    def regions_of(self, seat: Seat) -> int:
        """How many regions a seat owns."""
        return sum([1 for region in self.regions if region.owner == seat])
