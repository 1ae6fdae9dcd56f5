"""Finds the next building and the next activity of a town."""

from functools import cache
from typing import Final

from pentarch.bots.greedy.township.front import Front
from pentarch.bots.greedy.township.styles import Style
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Seat
from pentarch.engine.township.commands import (
    FEAST,
    FINISHED,
    MUSTER,
    PRODUCE,
    PRODUCE_TOOLED,
    RECRUIT,
    REPAIR,
    REPAIR_TOOLED,
)
from pentarch.engine.township.rules import DECISIONS
from pentarch.engine.township.state import WORKING, State
from pentarch.engine.township.tables import (
    ACADEMY,
    ALE,
    FINERY,
    FULL,
    GRAIN,
    HOUSE,
    KINDS,
    LUMBER,
    ORE,
    PLACES,
    SCHOOL,
    SHIELDS,
    SMITHY,
    START_KINDS,
    STONE,
    SWORDS,
    TOOLS,
    TOWNHALL,
    UNIT_PRICE,
    Kind,
    Price,
    Site,
)

RAW = [kind for kind in KINDS if kind.is_raw]
# By good: the type that makes it, and its recipe.
MAKER = {recipe.good: (kind, recipe) for kind in KINDS for recipe in kind.makes}
SWORD_BATCH = MAKER[SWORDS][1].output
[(_, GRAIN_PER_UNIT)] = UNIT_PRICE


class Worker:
    """Finds what is useful to one seat in its turn."""

    def __init__(self, style: Style, state: State, seat: Seat) -> None:
        self.style = style
        self.state = state
        self.seat = seat
        self.town = state.towns[seat]
        self.stock = self.town.stock
        self.front = Front(state)
        self.housing = 0
        self.damaged: list[Site] = []
        self.working: dict[Kind, list[Site]] = {}
        self.look()
        self.army = self.find_army()

    def look(self) -> None:
        """Sort out which buildings work and what lacks least; only a repair changes it."""
        self.housing = self.town.housing()
        damaged = [building for building in self.town.buildings if building.damage]
        self.damaged = [b.site for b in sorted(damaged, key=lambda b: b.damage)]
        self.working = {kind: [] for kind in KINDS}
        for building in self.town.buildings:
            if building.damage == 0:
                self.working[building.site.kind].append(building.site)

    def may(self, command: Command) -> bool:
        """Asking for single commands is far cheaper than listing all."""
        return DECISIONS[WORKING].refusal(self.state, self.seat, command) is None

    def first(self, verb: Verb, kind: Kind) -> Command | None:
        """The activity in the first building of the type where it is allowed."""
        for site in self.working[kind]:
            if self.may(verb(site.number)):
                return verb(site.number)
        return None

    def best(self) -> Command:
        """The first line that yields a legal command."""
        return (
            self.feast()
            or self.muster()
            or self.forge()
            or self.save_ground()
            or self.make_tools()
            or self.grow()
            or self.repair()
            or self.make_shields()
            or self.prepare_feasts()
            or self.prepare_building()
            or self.stock_up()
            or FINISHED
        )

    def feast(self) -> Command | None:
        return self.first(FEAST, TOWNHALL)

    def muster(self) -> Command | None:
        """Send the army of this turn to the academies."""
        return self.first(MUSTER, ACADEMY) if self.town.mustered < self.army else None

    def forge(self) -> Command | None:
        """Swords for those who go."""
        if self.stock[SWORDS] < self.town.mustered:
            return self.get(SWORDS)
        return None

    def save_ground(self) -> Command | None:
        """A new building must lose a token this turn."""
        for site in self.damaged:
            if self.town.at(site).damage == FULL:
                return self.mend(site)
        return None

    def make_tools(self) -> Command | None:
        if self.working[SCHOOL] and self.stock[TOOLS] < self.style.most_tools:
            return self.get(TOOLS)
        return None

    def grow(self) -> Command | None:
        """Recruit into free housing, or grow the grain for it."""
        room = self.housing - self.town.units
        if room <= 0:
            return None
        command = self.first(RECRUIT, HOUSE)
        if command is None and self.stock[GRAIN] < min(GRAIN_PER_UNIT * room, 15):
            return self.get(GRAIN)
        return command

    def repair(self) -> Command | None:
        """What lacks least first."""
        for site in self.damaged:
            command = self.mend(site)
            if command is not None:
                return command
        return None

    def make_shields(self) -> Command | None:
        """As long as an attack would pay for a rival."""
        if self.stock[SHIELDS] >= min(self.style.most_shields, self.town.units):
            return None
        if self.front.danger(self.seat) <= self.style.fear * self.front.envy:
            return None
        return self.get(SHIELDS)

    def prepare_feasts(self) -> Command | None:
        """Ale and finery in step."""
        if not self.working[TOWNHALL] or self.town.units < self.style.feast_units:
            return None
        for good in (ALE, FINERY) if self.stock[ALE] <= self.stock[FINERY] else (FINERY, ALE):
            if self.stock[good] < PLACES:
                command = self.get(good)
                if command is not None:
                    return command
        return None

    def prepare_building(self) -> Command | None:
        """Materials of the building that comes next."""
        kind = self.wanted()
        for good, pieces in kind.repair if kind is not None else ():
            if self.stock[good] < FULL * pieces and self.has_room(good):
                command = self.get(good)
                if command is not None:
                    return command
        return None

    def stock_up(self) -> Command | None:
        for good in (GRAIN, LUMBER, ORE, STONE):
            if self.has_room(good):
                command = self.get(good)
                if command is not None:
                    return command
        return None

    def has_room(self, good: int) -> bool:
        if good == GRAIN:
            return self.stock[GRAIN] < self.town.grain_room()
        return self.town.goods() < self.town.goods_room()

    def mend(self, site: Site) -> Command | None:
        """Repair a building, or get what that takes."""
        for verb in (REPAIR_TOOLED, REPAIR):
            if self.may(verb(site.number)):
                return verb(site.number)
        return self.get_missing(site.kind.repair) if self.places(site) > 0 else None

    def get(self, good: int) -> Command | None:
        """Produce a good where most is worked already, or get what is missing for it."""
        kind, recipe = MAKER[good]
        sites = [site for site in self.working[kind] if self.places(site) > 0]
        if not sites:
            return None
        site = max(sites, key=lambda site: self.town.at(site).worked)
        for verb in (PRODUCE_TOOLED, PRODUCE):
            if self.may(verb(site.number, good)):
                return verb(site.number, good)
        return self.get_missing(recipe.inputs)

    def get_missing(self, price: Price) -> Command | None:
        """Get the first good of which too little is there."""
        for good, pieces in price:
            if self.stock[good] < pieces:
                return self.get(good)
        return None

    def places(self, site: Site) -> int:
        """How many activities a building still allows."""
        return self.town.at(site).places

    def find_army(self) -> int:
        """How many units should attack this turn. Feasts come first, and those who stay make
        swords."""
        places = sum([self.places(site) for site in self.working[ACADEMY]])
        if not places or self.state.is_peaceful():
            return 0
        feasts = min(self.stock[ALE], self.stock[FINERY], PLACES) if self.working[TOWNHALL] else 0
        free = self.town.idle - feasts
        mustered = self.town.mustered
        best = (self.style.boldness, mustered)
        for units in range(mustered + 1, mustered + min(places, free) + 1):
            makers = free - (units - mustered)
            swords = min(units, self.stock[SWORDS] + self.swords_by(makers))
            worth, _ = self.front.best_attack(self.seat, units, swords)
            best = max(best, (worth, units))
        return best[1]

    def swords_by(self, workers: int) -> int:
        """How many swords so many workers make in a turn, mining what ore is missing."""
        places = sum([self.places(site) for site in self.working[SMITHY]])
        batches = 2 if self.town.has_school() and self.stock[TOOLS] else 1
        from_stock = self.stock[ORE] // batches
        smiths = min(places, workers, (workers + from_stock) // 2)
        return SWORD_BATCH * batches * smiths

    def wanted(self) -> Kind | None:
        """The type to build next: the plan, then replacements for worn-out sites."""
        buildings = self.town.buildings
        counts = [0] * len(KINDS)
        for building in buildings:
            counts[building.site.kind.number] += 1
        if not self.has_equal():
            # An army is for rivals of one's own size.
            counts[ACADEMY.number] = ACADEMY.copies
        kind = first_missing(counts, _order(self.style.plan))
        if kind is not None:
            return kind
        for kind in RAW:
            lost = sum([b.depletion for b in buildings if b.site.kind is kind])
            if lost > 2 and counts[kind.number] < kind.copies:
                return kind
        return None

    def has_equal(self) -> bool:
        """Whether a rival has at least half as many units."""
        towns = self.state.towns
        units = [town.units for seat, town in enumerate(towns) if seat != self.seat]
        return 2 * max(units) >= self.town.units


class Step:
    """A building to have: how many of its type, then."""

    def __init__(self, kind: Kind, number: int) -> None:
        self.kind: Final = kind
        self.number: Final = number


@cache
def _order(plan: tuple[Kind, ...]) -> list[Step]:
    """A plan on top of the starting buildings, step by step."""
    kinds = [*START_KINDS, *plan]
    return [Step(kind, kinds[: index + 1].count(kind)) for index, kind in enumerate(kinds)]


def first_missing(counts: list[int], order: list[Step]) -> Kind | None:
    """The first type in the order that is not there; `counts` are of types by their numbers."""
    for step in order:
        if step.number > counts[step.kind.number]:
            return step.kind
    return None
