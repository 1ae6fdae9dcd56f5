"""Finds the next building and the next activity of a town."""

from pentarch.bots.greedy.township.front import Front
from pentarch.bots.greedy.township.styles import Style
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.township.activities import check_activity
from pentarch.engine.township.commands import (
    FEASTS,
    FINISHED,
    MUSTERS,
    PRODUCES,
    PRODUCES_TOOLED,
    RECRUITS,
    REPAIRS,
    REPAIRS_TOOLED,
)
from pentarch.engine.township.state import State
from pentarch.engine.township.tables import (
    ACADEMY,
    ALE,
    FARM,
    FINERY,
    FULL,
    GRAIN,
    HOUSE,
    KIND_OF,
    KINDS,
    LUMBER,
    MINE,
    ORE,
    PLACES,
    QUARRY,
    RECIPES,
    SCHOOL,
    SHIELDS,
    SITE_LUMBER,
    SITE_STONE,
    SITES_OF,
    SMITHY,
    START_KINDS,
    STONE,
    SWORDS,
    TOOLS,
    TOWNHALL,
    UNIT_PRICE,
    WOODLOT,
)

RAW = (FARM, WOODLOT, MINE, QUARRY)
SWORD_BATCH = next(recipe.output for recipe in RECIPES[SMITHY] if recipe.good == SWORDS)
# By good: the type that makes it, and as which of its recipes.
MAKER = {
    recipe.good: (kind, index)
    for kind, recipes in enumerate(RECIPES)
    for index, recipe in enumerate(recipes)
}


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
        self.damaged: list[tuple[int, int]] = []
        self.working: list[list[int]] = []
        self.look()
        self.army = self.find_army()

    def look(self) -> None:
        """Sort out which buildings work and what lacks least; only a repair changes it."""
        damage = self.town.damage
        self.housing = self.town.housing()
        self.damaged = sorted([(damage[site], site) for site in self.town.sites if damage[site]])
        self.working = [[] for _ in KINDS]
        for site in self.town.sites:
            if damage[site] == 0:
                self.working[KIND_OF[site]].append(site)

    def may(self, command: Command) -> bool:
        """Asking for single commands is far cheaper than listing all."""
        return check_activity(self.state, self.town, command) is None

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
        for site in self.working[TOWNHALL]:
            if self.may(FEASTS[site]):
                return FEASTS[site]
        return None

    def muster(self) -> Command | None:
        """Send the army of this turn to the academies."""
        if self.town.mustered >= self.army:
            return None
        for site in self.working[ACADEMY]:
            if self.may(MUSTERS[site]):
                return MUSTERS[site]
        return None

    def forge(self) -> Command | None:
        """Swords for those who go."""
        if self.stock[SWORDS] < self.town.mustered:
            return self.get(SWORDS)
        return None

    def save_ground(self) -> Command | None:
        """A new building must lose a token this turn."""
        for damage, site in self.damaged:
            if damage == FULL:
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
        for site in self.working[HOUSE]:
            if self.may(RECRUITS[site]):
                return RECRUITS[site]
        if self.stock[GRAIN] < min(UNIT_PRICE * room, 15):
            return self.get(GRAIN)
        return None

    def repair(self) -> Command | None:
        """What lacks least first."""
        for _, site in self.damaged:
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
        if kind < 0:
            return None
        site = SITES_OF[kind][0]
        for good, amount in ((LUMBER, SITE_LUMBER[site]), (STONE, SITE_STONE[site])):
            if self.stock[good] < FULL * amount and self.has_room(good):
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

    def mend(self, site: int) -> Command | None:
        """Repair a building, or get what that takes."""
        if self.may(REPAIRS_TOOLED[site]):
            return REPAIRS_TOOLED[site]
        if self.may(REPAIRS[site]):
            return REPAIRS[site]
        if self.town.places(site) <= 0:
            return None
        good = LUMBER if self.stock[LUMBER] < SITE_LUMBER[site] else STONE
        return self.get(good)

    def get(self, good: int) -> Command | None:
        """Produce a good where most is worked already, or get what is missing for it."""
        kind, index = MAKER[good]
        sites = [site for site in self.working[kind] if self.town.places(site) > 0]
        if not sites:
            return None
        site = max(sites, key=self.town.worked.__getitem__) if len(sites) > 1 else sites[0]
        if self.may(PRODUCES_TOOLED[site][index]):
            return PRODUCES_TOOLED[site][index]
        if self.may(PRODUCES[site][index]):
            return PRODUCES[site][index]
        for wanted, amount in RECIPES[kind][index].inputs:
            if self.stock[wanted] < amount:
                return self.get(wanted)
        return None

    def find_army(self) -> int:
        """How many units should attack this turn. Feasts come first, and those who stay make
        swords."""
        places = sum([self.town.places(site) for site in self.working[ACADEMY]])
        if not places or self.state.round <= self.state.settings.peace_rounds:
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
        places = sum([self.town.places(site) for site in self.working[SMITHY]])
        batches = 2 if self.town.has_school() and self.stock[TOOLS] else 1
        from_stock = self.stock[ORE] // batches
        smiths = min(places, workers, (workers + from_stock) // 2)
        return SWORD_BATCH * batches * smiths

    def wanted(self) -> int:
        """The type to build next, -1 for none: the plan, then replacements for worn-out sites."""
        town = self.town
        counts = [0] * len(KINDS)
        for site in town.sites:
            counts[KIND_OF[site]] += 1
        if not self.has_equal():
            # An army is for rivals of one's own size.
            counts[ACADEMY] = len(SITES_OF[ACADEMY])
        kind = first_missing(counts, self.style.plan)
        if kind >= 0:
            return kind
        for kind in RAW:
            sites = [site for site in SITES_OF[kind] if site in town.sites]
            lost = sum([town.depletion[site] for site in sites])
            if lost > 2 and len(sites) < len(SITES_OF[kind]):
                return kind
        return -1

    def has_equal(self) -> bool:
        """Whether a rival has at least half as many units."""
        towns = self.state.towns
        units = [town.units for seat, town in enumerate(towns) if seat != self.seat]
        return 2 * max(units) >= self.town.units


def first_missing(counts: list[int], plan: tuple[int, ...]) -> int:
    """The first type of a plan, on top of the starting buildings, that is not there; -1: none."""
    missing = [-count for count in counts]
    for kind in (*START_KINDS, *plan):
        missing[kind] += 1
        if missing[kind] > 0:
            return kind
    return -1
