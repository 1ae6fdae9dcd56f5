"""The state of a Township match: one town per seat, and the attack being resolved."""

from bisect import insort
from typing import Final, final

from pentarch.engine.core import Seat, Words
from pentarch.engine.options import Options
from pentarch.engine.township.tables import (
    FINERY,
    FIRST_SITE,
    FULL,
    GRANARY,
    HOUSE,
    HOUSED,
    RAW_SITES,
    SCHOOL,
    SITE_RENOWN,
    SITES,
    SITES_OF,
    START_KINDS,
    START_STOCK,
    START_UNITS,
    STORE,
    STORE_LOSS,
    WAREHOUSE,
)

# What the seat to act is asked.
BREAKING: Final = 0
WORKING: Final = 1
DISCARDING: Final = 2
ASSIGNING: Final = 3
CHOOSING: Final = 4
ARMING: Final = 5
DEFENDING: Final = 6
SHIELDING: Final = 7
SPOILING: Final = 8
SUFFERING: Final = 9
OVER: Final = 10
DECISIONS: Final[Words] = (
    "break",
    "activity",
    "discard",
    "assign",
    "attack",
    "swords",
    "defend",
    "shields",
    "spoils",
    "damage",
    "over",
)

# How a match ends.
GOES_ON: Final = 0
CONQUEST: Final = 1
RENOWN: Final = 2
CAP: Final = 3
ENDINGS: Final[Words] = ("", "conquest", "renown", "cap")

WEAR: Final[Words] = ("none", "die", "single")
LOOT_RULES: Final[Words] = ("per_point", "single")
DESTROY_RULES: Final[Words] = ("combined", "same_kind")


@final
class Settings:
    """The options of a match in the form the rules read them. Never changes."""

    def __init__(self, options: Options) -> None:
        self.options: Final = options
        self.renown_target: Final = options.number("renown_target")
        self.round_cap: Final = options.number("round_cap")
        self.peace_rounds: Final = options.number("peace_rounds")
        self.tool_wear: Final = options.word("tool_wear")
        self.loots_once: Final = options.word("loot_rule") == "single"
        self.adds_tokens: Final = options.word("destroy_rule") == "combined"
        self.attack_laurels: Final = options.number("attack_laurels")
        self.defence_laurels: Final = options.number("defence_laurels")
        self.capture_laurels: Final = options.number("capture_laurels")
        self.finery_renown: Final = options.number("finery_renown")


@final
class Town:
    """One seat's town. Lists over sites hold zeros where nothing is built.

    `sites` are the sites in play, ascending, and `built` has a bit for each of them; `depletion`
    and `produced` cover the raw sites only, which come first. `out` is 0 for a living seat, else
    its place in the order of elimination.
    """

    def __init__(
        self,
        stock: list[int],
        sites: list[int],
        damage: list[int],
        depletion: list[int],
        worked: list[int],
        produced: list[int],
    ) -> None:
        self.out = 0
        self.units = 0
        self.idle = 0
        self.mustered = 0
        self.tools_used = 0
        self.laurels = 0
        self.stock = stock
        self.sites = sites
        self.built = 0
        self.damage = damage
        self.depletion = depletion
        self.worked = worked
        self.produced = produced

    def copy(self) -> "Town":
        twin = Town(
            self.stock[:],
            self.sites[:],
            self.damage[:],
            self.depletion[:],
            self.worked[:],
            self.produced[:],
        )
        twin.built = self.built
        twin.out = self.out
        twin.units = self.units
        twin.idle = self.idle
        twin.mustered = self.mustered
        twin.tools_used = self.tools_used
        twin.laurels = self.laurels
        return twin

    def add(self, site: int) -> None:
        """Put a building on a free site."""
        insort(self.sites, site)
        self.built |= 1 << site

    def remove(self, site: int) -> None:
        """Take the building off a site."""
        self.sites.remove(site)
        self.built &= ~(1 << site)

    def clear(self) -> None:
        """Take all buildings off."""
        self.sites = []
        self.built = 0

    def has(self, site: int) -> bool:
        """Whether a building stands on the site."""
        return self.built >> site & 1 == 1

    def tokens(self, site: int) -> int:
        """Damage and depletion tokens on a building."""
        if site < RAW_SITES:
            return self.damage[site] + self.depletion[site]
        return self.damage[site]

    def places(self, site: int) -> int:
        """Activities the building still allows this turn (TS-8.4, TS-8.5)."""
        if site < RAW_SITES:
            return FULL - self.depletion[site] - self.worked[site]
        return FULL - self.worked[site]

    def has_school(self) -> bool:
        """Whether a school stands without damage (TS-4.1)."""
        site = FIRST_SITE[SCHOOL]
        return self.has(site) and self.damage[site] == 0

    def grain_room(self) -> int:
        """What the granaries hold (TS-12.1)."""
        return self._room(GRANARY)

    def goods_room(self) -> int:
        """What the warehouses hold (TS-12.2)."""
        return self._room(WAREHOUSE)

    def goods(self) -> int:
        """Pieces in stock that are not grain."""
        return sum(self.stock) - self.stock[0]

    def housing(self) -> int:
        """Units the houses hold (TS-18.1)."""
        return sum([HOUSED - self.damage[site] for site in SITES_OF[HOUSE] if self.has(site)])

    def renown(self, finery_renown: int) -> int:
        """Laurels, stored finery and undamaged buildings (TS-20.1, TS-20.3)."""
        standing = 0
        for site in self.sites:
            if self.damage[site] == 0:
                standing += SITE_RENOWN[site]
        return self.laurels + finery_renown * self.stock[FINERY] + standing

    def _room(self, kind: int) -> int:
        room = 0
        for site in SITES_OF[kind]:
            if self.has(site):
                room += max(0, STORE - STORE_LOSS * self.damage[site])
        return room


@final
class Attack:
    """The attack being resolved. Numbers are 0 until they are decided or rolled."""

    def __init__(self) -> None:
        self.defender: Seat = -1
        self.attackers = 0
        self.swords = 0
        self.defenders = 0
        self.shields = 0
        self.attack_total = 0
        self.defence_total = 0
        self.left_over = 0

    def copy(self) -> "Attack":
        twin = Attack()
        twin.defender = self.defender
        twin.attackers = self.attackers
        twin.swords = self.swords
        twin.defenders = self.defenders
        twin.shields = self.shields
        twin.attack_total = self.attack_total
        twin.defence_total = self.defence_total
        twin.left_over = self.left_over
        return twin


@final
class State:
    """A whole match. `assigned` counts the units sent against each seat, 0 once resolved;
    `asked` is the opponent that `assign` asks about."""

    def __init__(self, settings: Settings, towns: list[Town]) -> None:
        self.settings: Final = settings
        self.towns: Final = towns
        self.round = 1
        self.active: Seat = 0
        self.decision = BREAKING
        self.ending = GOES_ON
        self.assigned = [0] * len(towns)
        self.asked: Seat = -1
        self.attack: Attack | None = None

    def copy(self) -> "State":
        twin = State(self.settings, [town.copy() for town in self.towns])
        twin.round = self.round
        twin.active = self.active
        twin.decision = self.decision
        twin.ending = self.ending
        twin.assigned = self.assigned[:]
        twin.asked = self.asked
        if self.attack is not None:
            twin.attack = self.attack.copy()
        return twin

    def living(self) -> list[Seat]:
        """The seats that still play."""
        return [seat for seat, town in enumerate(self.towns) if not town.out]

    def current(self) -> Attack:
        """The attack being resolved; there must be one."""
        assert self.attack is not None
        return self.attack


def new_town() -> Town:
    """The starting position of every seat."""
    town = Town(
        stock=list(START_STOCK),
        sites=[],
        damage=[0] * SITES,
        depletion=[0] * RAW_SITES,
        worked=[0] * SITES,
        produced=[0] * RAW_SITES,
    )
    for kind in START_KINDS:
        town.add(FIRST_SITE[kind])
    town.units = START_UNITS
    return town
