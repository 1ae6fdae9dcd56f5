"""Greedy for Township: raise the next useful building, keep everybody busy, feast, defend.

The knobs are attributes of `Greedy`, so that another style of play is a small subclass.
"""

from typing import ClassVar

from bots.sdk import Answer, Bot, Turn
from engine.chance import Scripted
from engine.commands import Command
from engine.core import Seat
from engine.township.activities import check_activity, perform
from engine.township.commands import (
    ATTACK,
    BREAKS,
    DISCARD,
    FEASTS,
    FINISHED,
    LOOTING,
    MUSTERS,
    PRODUCES,
    PRODUCES_TOOLED,
    RECRUITS,
    REPAIR,
    REPAIR_TOOLED,
    REPAIRS,
    REPAIRS_TOOLED,
    SKIPPED,
)
from engine.township.state import (
    ASSIGNING,
    BREAKING,
    DEFENDING,
    DISCARDING,
    SPOILING,
    SUFFERING,
    WORKING,
    State,
    Town,
)
from engine.township.tables import (
    ACADEMY,
    ALE,
    BREWERY,
    FARM,
    FINERY,
    FULL,
    GOLDSMITH,
    GRAIN,
    GRANARY,
    HOUSE,
    KIND_OF,
    KINDS,
    LUMBER,
    MINE,
    MONUMENT,
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
    WAREHOUSE,
    WOODLOT,
)

PLAN = (
    HOUSE,
    FARM,
    HOUSE,
    WOODLOT,
    SCHOOL,
    SMITHY,
    MINE,
    WAREHOUSE,
    HOUSE,
    QUARRY,
    GOLDSMITH,
    BREWERY,
    TOWNHALL,
    GRANARY,
    MONUMENT,
    MONUMENT,
)
ARMS = (SMITHY, MINE, ACADEMY, ACADEMY)
SHELTER = (HOUSE, HOUSE, HOUSE, HOUSE, WAREHOUSE, WAREHOUSE)
PREY_UNITS = 12
NO_DICE = Scripted([])
RAW = (FARM, WOODLOT, MINE, QUARRY)
DISCARD_ORDER = (LUMBER, ORE, STONE, SWORDS, SHIELDS, ALE, TOOLS, FINERY)
SUFFER_ORDER = (
    FARM,
    WOODLOT,
    MINE,
    GRANARY,
    QUARRY,
    SMITHY,
    BREWERY,
    GOLDSMITH,
    WAREHOUSE,
    ACADEMY,
    MONUMENT,
    HOUSE,
    SCHOOL,
    TOWNHALL,
)
PRECIOUS = (MONUMENT, HOUSE, SCHOOL, TOWNHALL)

# By good: the type that makes it, and as which of its recipes.
MAKER = {
    recipe.good: (kind, index)
    for kind, recipes in enumerate(RECIPES)
    for index, recipe in enumerate(recipes)
}


class Greedy(Bot):
    """Takes the first useful thing of a fixed list, with a tool whenever it can."""

    plan: ClassVar[tuple[int, ...]] = PLAN
    most_tools = 10
    arms: ClassVar[tuple[int, ...]] = ARMS
    shelter: ClassVar[tuple[int, ...]] = SHELTER
    most_shields = 25
    feast_units = 15
    most_unfinished = 3
    margin = 1.5
    hopeless_duel = 0.4
    hopeless_crowd = 3.0

    def decide(self, turn: Turn) -> Answer:
        state: State = turn.sample()
        if state.decision in (BREAKING, WORKING):
            return self.plan_turn(turn, state)
        return self.choose(state, turn.seat, turn.legal)

    def plan_turn(self, turn: Turn, state: State) -> list[Command]:
        """Ground and all activities in one answer: no die falls before the last of them."""
        seat = turn.seat
        town = state.towns[seat]
        commands: list[Command] = []
        if state.decision == BREAKING:
            commands.append(self.ground(state, seat))
            turn.ruleset.apply(state, seat, commands[0], NO_DICE)
        worker = Worker(self, state, seat)
        while True:
            command = worker.best()
            commands.append(command)
            if command is FINISHED or town.idle == 1:
                return commands
            perform(town, command)
            if command.verb is REPAIR or command.verb is REPAIR_TOOLED:
                worker.look()

    def choose(self, state: State, seat: Seat, legal: list[Command]) -> Command:
        """One of the legal commands, when it is about anything but a turn of one's own."""
        decision = state.decision
        town = state.towns[seat]
        if decision == DISCARDING:
            return next(DISCARD(good) for good in DISCARD_ORDER if town.stock[good])
        if decision == ASSIGNING:
            _, target = self.best_target(state, seat, town.mustered)
            return legal[-1] if state.asked == target else legal[0]
        if decision == DEFENDING:
            return legal[0] if self.is_hopeless(state, town) else legal[-1]
        if decision == SPOILING:
            return spoil(state, legal)
        if decision == SUFFERING:
            return min(legal, key=lambda command: damage_cost(town, command.args[0]))
        # The first attack first; all swords, all shields.
        return legal[0] if legal[0].verb is ATTACK else legal[-1]

    def ground(self, state: State, seat: Seat) -> Command:
        """The next building, unless too much is unfinished already."""
        if sum(state.towns[seat].damage) > self.most_unfinished:
            return SKIPPED
        kind = self.wanted(state, seat)
        return SKIPPED if kind < 0 else BREAKS[kind]

    def wanted(self, state: State, seat: Seat) -> int:
        """The type to build next, -1 for none.

        Shelter when an attack threatens, arms when there is prey, then the plan, then replacements
        for worn-out sites.
        """
        town = state.towns[seat]
        counts = [0] * len(KINDS)
        for site in town.sites:
            counts[KIND_OF[site]] += 1
        if threat(state, seat) > town.units / 3:
            kind = first_missing(counts, self.shelter)
            if kind >= 0:
                return kind
        if has_prey(state, seat):
            kind = first_missing(counts, self.arms)
            if kind >= 0:
                return kind
        kind = first_missing(counts, self.plan)
        if kind >= 0:
            return kind
        for kind in RAW:
            sites = [site for site in SITES_OF[kind] if site in town.sites]
            lost = sum([town.depletion[site] for site in sites])
            if lost > 2 and len(sites) < len(SITES_OF[kind]):
                return kind
        return -1

    def best_target(self, state: State, seat: Seat, units: int) -> tuple[float, Seat]:
        """The best margin of an attack with so many units, and whom it is against.

        Among opponents who can be beaten clearly, the one with most renown.
        """
        swords = min(state.towns[seat].stock[SWORDS], units)
        strength = units / 2 + swords / 6
        best: tuple[float, int, Seat] = (-99.0, 0, -1)
        for other, enemy in enumerate(state.towns):
            if other == seat or enemy.out:
                continue
            margin = strength - enemy.units / 3 - min(enemy.stock[SHIELDS], enemy.units) / 6
            renown = enemy.renown(state.settings.finery_renown)
            best = max(best, (min(margin, self.margin), renown, other))
        return best[0], best[2]

    def is_hopeless(self, state: State, town: Town) -> bool:
        """Whether defending would only lose units.

        Among several opponents it is enough that the attack will probably succeed: nobody defends,
        nobody falls. A single opponent would go on razing, so it is met while there is a chance.
        """
        attack = state.current()
        shields = min(town.stock[SHIELDS], town.units)
        margin = attack.attackers / 2 + attack.swords / 6 - town.units / 3 - shields / 6
        if len(state.living()) == 2:
            return margin > self.hopeless_duel * town.units
        return margin > self.hopeless_crowd


def first_missing(counts: list[int], plan: tuple[int, ...]) -> int:
    """The first type of a plan, on top of the starting buildings, that is not there; -1: none."""
    missing = [-count for count in counts]
    for kind in (*START_KINDS, *plan):
        missing[kind] += 1
        if missing[kind] > 0:
            return kind
    return -1


def has_prey(state: State, seat: Seat) -> bool:
    """Whether a grown town has an opponent less than half its size."""
    units = state.towns[seat].units
    others = [town for other, town in enumerate(state.towns) if other != seat and not town.out]
    return units >= PREY_UNITS and any([2 * town.units < units for town in others])


def threat(state: State, seat: Seat) -> float:
    """Expected successes of the strongest attack with swords from the academies there are."""
    most = 0
    for other, town in enumerate(state.towns):
        if other != seat:
            academies = sum([KIND_OF[site] == ACADEMY for site in town.sites])
            most = max(most, min(town.units, PLACES * academies))
    return most * 2 / 3


def spoil(state: State, legal: list[Command]) -> Command:
    """Loot a full stock, else raze."""
    attack = state.current()
    stock = sum(state.towns[attack.defender].stock)
    return LOOTING if LOOTING in legal and stock >= 0.6 * attack.left_over else legal[-1]


def damage_cost(town: Town, site: int) -> tuple[bool, int]:
    """Damage goes where something is broken already, then on what is cheap."""
    kind = KIND_OF[site]
    is_spoiled = town.tokens(site) > 0 and kind not in PRECIOUS
    return (not is_spoiled, SUFFER_ORDER.index(kind))


class Worker:
    """Finds the next activity of one seat."""

    def __init__(self, bot: Greedy, state: State, seat: Seat) -> None:
        self.bot = bot
        self.state = state
        self.seat = seat
        self.town = state.towns[seat]
        self.stock = self.town.stock
        self.threat = threat(state, seat)
        self.housing = 0
        self.damaged: list[tuple[int, int]] = []
        self.working: list[list[int]] = []
        self.look()

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
            self.muster()
            or self.save_ground()
            or self.make_tools()
            or self.grow()
            or self.repair()
            or self.make_shields()
            or self.make_swords()
            or self.feast()
            or self.prepare_feasts()
            or self.prepare_building()
            or self.stock_up()
            or FINISHED
        )

    def muster(self) -> Command | None:
        """Attack when the margin is good enough."""
        sites = [site for site in self.working[ACADEMY] if self.may(MUSTERS[site])]
        if not sites:
            return None
        places = sum([self.town.places(site) for site in sites])
        units = self.town.mustered + min(places, self.town.idle)
        margin, _ = self.bot.best_target(self.state, self.seat, units)
        return MUSTERS[sites[0]] if margin >= self.bot.margin else None

    def save_ground(self) -> Command | None:
        """A new building must lose a token this turn."""
        for damage, site in self.damaged:
            if damage == FULL:
                return self.mend(site)
        return None

    def make_tools(self) -> Command | None:
        if self.working[SCHOOL] and self.stock[TOOLS] < self.bot.most_tools:
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
        """As far as the strongest attack that can come is not met without them."""
        shields = self.stock[SHIELDS]
        if shields >= min(self.bot.most_shields, self.town.units):
            return None
        if self.threat <= self.town.units / 3 + shields / 6:
            return None
        return self.get(SHIELDS)

    def make_swords(self) -> Command | None:
        if self.stock[SWORDS] < PLACES * len(self.working[ACADEMY]):
            return self.get(SWORDS)
        return None

    def feast(self) -> Command | None:
        for site in self.working[TOWNHALL]:
            if self.may(FEASTS[site]):
                return FEASTS[site]
        return None

    def prepare_feasts(self) -> Command | None:
        """Ale and finery in step."""
        if not self.working[TOWNHALL] or self.town.units < self.bot.feast_units:
            return None
        for good in (ALE, FINERY) if self.stock[ALE] <= self.stock[FINERY] else (FINERY, ALE):
            if self.stock[good] < PLACES:
                command = self.get(good)
                if command is not None:
                    return command
        return None

    def prepare_building(self) -> Command | None:
        """Materials of the building that comes next."""
        kind = self.bot.wanted(self.state, self.seat)
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
