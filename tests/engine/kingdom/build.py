"""Small states of the kingdom ruleset for tests: a map without units, filled by hand."""

from collections.abc import Sequence

from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.core import SEAT_NAMES, Event, Refusal
from pentarch.engine.kingdom.execution import open_plans
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.state import Plan, Realm, State
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    AREA_NUMBERS,
    KIND_NAMES,
    MAGE,
    SCROLL_NAMES,
    SIDE_NAMES,
    TECH_NAMES,
)
from pentarch.engine.options import choose
from pentarch.engine.plain import Json


class Table:
    """A match laid out by hand. Change the realm first; the plans open with the first command."""

    def __init__(self, map: str = "duel", seats: int = 2, **options: Json) -> None:
        self.chance: Chance = Seeded(1)
        chosen = choose(RULESET.info.options, {"map": map, **options})
        self.state: State = RULESET.setup(seats, chosen, self.chance)
        realm = self.realm
        for units in (realm.id, realm.kind, realm.side, realm.area, realm.ship, realm.mana):
            units.clear()
        realm.build.clear()
        realm.next_id = 1
        realm.offer, realm.prices, realm.tech = [], [], -1
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
        number = self.realm.add_unit(
            KIND_NAMES.index(kind),
            SIDE_NAMES.index(side),
            AREA_NUMBERS[area],
            mana if KIND_NAMES.index(kind) == MAGE else 0,
            build,
        )
        if ship:
            self.realm.ship[-1] = int(ship[1:])
        return f"u{number}"

    def units(self, count: int, kind: str, side: str, area: str) -> list[str]:
        return [self.unit(kind, side, area) for _ in range(count)]

    def own(self, side: str, *areas: str) -> None:
        for area in areas:
            self.realm.owner[AREA_NUMBERS[area]] = SIDE_NAMES.index(side)

    def gold(self, side: str, gold: int) -> None:
        self.realm.gold[SIDE_NAMES.index(side)] = gold

    def stock(self, side: str, scroll: str, count: int = 1) -> None:
        self.realm.stock[SIDE_NAMES.index(side)][SCROLL_NAMES.index(scroll)] = count

    def know(self, side: str, *techs: str) -> None:
        for tech in techs:
            self.realm.knows[SIDE_NAMES.index(side)][TECH_NAMES.index(tech)] = 1

    def castle(self, area: str, *, production: int = 1, attack: int = 1) -> None:
        self.realm.production[AREA_NUMBERS[area]] = production
        self.realm.attack[AREA_NUMBERS[area]] = attack

    def offer(self, **prices: int) -> None:
        self.realm.offer = [SCROLL_NAMES.index(name) for name in prices]
        self.realm.prices = list(prices.values())

    def offer_tech(self, tech: str) -> None:
        self.realm.tech = TECH_NAMES.index(tech)

    def open(self) -> None:
        """Open the plans over the realm as it is now."""
        if not self._is_open:
            self._is_open = True
            self.state.plans = open_plans(self.realm)
            self.state.owned = (1 << self.realm.terms.seats) - 1

    def reopen(self) -> None:
        """Open the plans again after a change of the realm between two rounds."""
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
        realm = self.realm
        return [
            f"u{number}"
            for number, place in zip(realm.id, realm.area, strict=True)
            if AREA_NAMES[place] == area
        ]

    def area_of(self, unit: str) -> str:
        """Where a unit is; empty when it is gone."""
        index = self.realm.unit(int(unit[1:]))
        return AREA_NAMES[self.realm.area[index]] if index >= 0 else ""

    def is_aboard(self, unit: str) -> bool:
        return self.realm.ship[self.realm.unit(int(unit[1:]))] != 0

    def mana_of(self, unit: str) -> int:
        return self.realm.mana[self.realm.unit(int(unit[1:]))]

    def owner(self, area: str) -> str:
        owner = self.realm.owner[AREA_NUMBERS[area]]
        return SIDE_NAMES[owner] if owner >= 0 else ""

    def gold_of(self, side: str) -> int:
        return self.realm.gold[SIDE_NAMES.index(side)]

    def happened(self, name: str) -> list[str]:
        """The events of that name, as text."""
        return [str(event) for event in self.events if event.name == name]

    def kinds(self, side: str) -> Sequence[str]:
        """The kinds of all units of a side, in order of their ids."""
        wanted = SIDE_NAMES.index(side)
        realm = self.realm
        return [
            KIND_NAMES[kind]
            for kind, owner in zip(realm.kind, realm.side, strict=True)
            if owner == wanted
        ]
