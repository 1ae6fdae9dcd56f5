"""Small states of the kingdom ruleset for tests: a map without units, filled by hand."""

from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.core import SEAT_NAMES, Event, Refusal
from pentarch.engine.kingdom.realm import Kingdom, Market, Offer, Realm
from pentarch.engine.kingdom.region import Castle, Region
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.state import Plan, State, open_plans
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    AREA_NUMBERS,
    KINDS,
    MAGE,
    SCROLLS,
    SIDE_NAMES,
    TECHS,
    Kind,
    Scroll,
    Tech,
)
from pentarch.engine.kingdom.unit import Unit
from pentarch.engine.options import choose
from pentarch.engine.plain import Json


def kind_of(name: str) -> Kind:
    return next(kind for kind in KINDS if kind.name == name)


def scroll_of(name: str) -> Scroll:
    return next(scroll for scroll in SCROLLS if scroll.name == name)


def tech_of(name: str) -> Tech:
    return next(tech for tech in TECHS if tech.name == name)


class Table:
    """A match laid out by hand. Change the realm first; the plans open with the first command."""

    def __init__(self, map: str = "duel", seats: int = 2, **options: Json) -> None:
        self.chance: Chance = Seeded(1)
        chosen = choose(RULESET.info.options, {"map": map, **options})
        self.state: State = RULESET.setup(seats, chosen, self.chance)
        self.realm.units = []
        self.realm.next_id = 1
        self.realm.market = Market([], None, self.realm.market.deck)
        self.events: list[Event] = []
        self._is_open = False

    # --- laying out ------------------------------------------------------------------------------

    @property
    def realm(self) -> Realm:
        return self.state.realm

    def unit(
        self, kind: str, side: str, area: str, *, mana: int = 1, build: int = 0, ship: str = ""
    ) -> str:
        """Place a unit; its name."""
        placed = Unit(
            self.realm.next_id,
            kind_of(kind),
            SIDE_NAMES.index(side),
            AREA_NUMBERS[area],
            int(ship[1:]) if ship else 0,
            mana if kind_of(kind) is MAGE else 0,
            build,
        )
        self.realm.next_id += 1
        self.realm.units.append(placed)
        return placed.name

    def units(self, count: int, kind: str, side: str, area: str) -> list[str]:
        return [self.unit(kind, side, area) for _ in range(count)]

    def kingdom(self, side: str) -> Kingdom:
        return self.realm.kingdoms[SIDE_NAMES.index(side)]

    def region(self, area: str) -> Region:
        return self.realm.regions[AREA_NUMBERS[area]]

    def change(self, area: str, region: Region) -> None:
        self.realm.regions[AREA_NUMBERS[area]] = region

    def own(self, side: str, *areas: str) -> None:
        for area in areas:
            old = self.region(area)
            owner = SIDE_NAMES.index(side) if side else -1
            self.change(area, Region(owner, old.has_sawmill, old.castle))

    def sawmill(self, *areas: str) -> None:
        for area in areas:
            self.change(area, self.region(area).with_sawmill())

    def gold(self, side: str, gold: int) -> None:
        self.kingdom(side).gold = gold

    def stock(self, side: str, scroll: str, count: int = 1) -> None:
        stock = self.kingdom(side).stock.copy()
        stock[scroll_of(scroll).number] = count
        self.kingdom(side).stock = stock

    def know(self, side: str, *techs: str) -> None:
        for tech in techs:
            self.kingdom(side).knowledge = self.kingdom(side).knowledge.plus(tech_of(tech))

    def study(self, side: str, tech: str, paid: int = 0) -> None:
        """Let a tech be in progress."""
        self.kingdom(side).research = {**self.kingdom(side).research, tech_of(tech).number: paid}

    def castle(self, area: str, *, production: int = 1, attack: int = 1) -> None:
        self.change(area, self.region(area).with_castle(Castle(production, attack, [])))

    def offer(self, **prices: int) -> None:
        offers = [Offer(scroll_of(name), price) for name, price in prices.items()]
        self.realm.market = Market(offers, self.realm.market.tech, self.realm.market.deck)

    def offer_tech(self, tech: str) -> None:
        market = self.realm.market
        self.realm.market = Market(market.offers, tech_of(tech), market.deck)

    def open(self) -> None:
        """Open the plans over the realm as it is now."""
        if not self._is_open:
            self._is_open = True
            self.state.plans = open_plans(self.realm)

    def reopen(self) -> None:
        """Open the plans again after a change of the realm between two rounds."""
        self.state.realm = self.realm.copy()
        self._is_open = False
        self.open()

    # --- playing ---------------------------------------------------------------------------------

    def say(self, side: str, *texts: str) -> None:
        """Check and apply commands of a seat."""
        self.open()
        seat = SEAT_NAMES.index(side)
        for text in texts:
            command = RULESET.read(text)
            refusal = RULESET.check(self.state, seat, command)
            assert refusal is None, f"{text}: {refusal}"
            self.events += RULESET.apply(self.state, seat, command, self.chance)

    def check(self, side: str, text: str) -> Refusal | None:
        self.open()
        return RULESET.check(self.state, SEAT_NAMES.index(side), RULESET.read(text))

    def legal(self, side: str) -> list[str]:
        self.open()
        orders = RULESET.legal(self.state, SEAT_NAMES.index(side))
        return [command.text for command in orders]

    def expand(self, side: str, *texts: str) -> list[str]:
        self.open()
        return RULESET.expand(self.state, SEAT_NAMES.index(side), list(texts))

    def finish(self) -> None:
        """Everybody who has not yet is done: the round is executed."""
        self.open()
        for seat in RULESET.to_act(self.state):
            self.say(SEAT_NAMES[seat], "done")

    # --- looking ---------------------------------------------------------------------------------

    def plan(self, side: str) -> Plan:
        self.open()
        return self.state.plans[SEAT_NAMES.index(side)]

    def there(self, area: str) -> list[str]:
        """The names of the units in an area, passengers included."""
        return [unit.name for unit in self.realm.units if AREA_NAMES[unit.area] == area]

    def find(self, name: str) -> Unit | None:
        return self.realm.unit(int(name[1:]))

    def area_of(self, name: str) -> str:
        """Where a unit is; empty when it is gone."""
        unit = self.find(name)
        return "" if unit is None else AREA_NAMES[unit.area]

    def is_aboard(self, name: str) -> bool:
        unit = self.find(name)
        return unit is not None and unit.ship != 0

    def mana_of(self, name: str) -> int:
        unit = self.find(name)
        assert unit is not None
        return unit.mana

    def castle_of(self, area: str) -> Castle:
        castle = self.region(area).castle
        assert castle is not None
        return castle

    def income(self, side: str) -> int:
        return self.realm.incomes()[SIDE_NAMES.index(side)]

    def upkeep(self, side: str) -> int:
        return self.realm.upkeeps()[SIDE_NAMES.index(side)]

    def techs(self, side: str) -> list[str]:
        return [tech.name for tech in self.kingdom(side).knowledge.techs]

    def stock_of(self, side: str, scroll: str) -> int:
        return self.kingdom(side).stock_of(scroll_of(scroll))

    def owner(self, area: str) -> str:
        owner = self.region(area).owner
        return SIDE_NAMES[owner] if owner >= 0 else ""

    def gold_of(self, side: str) -> int:
        return self.kingdom(side).gold

    def happened(self, name: str) -> list[str]:
        """The events of that name, as text."""
        return [str(event) for event in self.events if event.name == name]

    def kinds(self, side: str) -> list[str]:
        """The kinds of all units of a side, in order of their ids."""
        wanted = SIDE_NAMES.index(side)
        return [unit.kind.name for unit in self.realm.units if unit.side == wanted]
