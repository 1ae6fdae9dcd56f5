"""What a unit can do in a building, each activity an object (TS-8 to TS-11).

An activity stands for one command: its price, what speaks against it, and what it does.
"""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.township import tools
from pentarch.engine.township.commands import (
    FEAST,
    MUSTER,
    PRODUCE,
    PRODUCE_TOOLED,
    RECRUIT,
    REPAIR,
    REPAIR_TOOLED,
)
from pentarch.engine.township.refusals import (
    NO_FEAST,
    NO_GRAIN,
    NO_INPUTS,
    NO_MATERIALS,
    ONE_TOKEN,
    PEACE,
)
from pentarch.engine.township.state import Building, State, Town
from pentarch.engine.township.tables import (
    FEAST_LAURELS,
    FEAST_PRICE,
    FEASTING,
    MUSTERING,
    RECRUITING,
    SITES,
    UNIT_PRICE,
    Price,
    Recipe,
    Site,
)


class Activity(ABC):
    """What one command of the phase means. `lack` is the refusal of those who cannot pay."""

    def __init__(
        self, site: Site, command: Command, price: Price, lack: Refusal, is_tooled: bool
    ) -> None:
        self.site: Final = site
        self.command: Final = command
        self.price: Final = price
        self.lack: Final = lack
        self.is_tooled: Final = is_tooled

    def refusal(self, state: State, town: Town, building: Building) -> "Refusal | None":
        """Why a building that offers it cannot be used for it (TS-8.8)."""
        for good, pieces in self.price:
            if town.stock[good] < pieces:
                return self.lack
        return tools.refusal(town) if self.is_tooled else None

    def perform(self, town: Town) -> None:
        """Take one unit, one place and the price; then the effect (TS-8.1, TS-8.3)."""
        town.idle -= 1
        town.pay(self.price)
        if self.is_tooled:
            town.tools_used += 1
        index = town.index(self.site)
        town.buildings[index] = self.effect(town, town.buildings[index])

    @abstractmethod
    def effect(self, town: Town, building: Building) -> Building:
        """What it does to the town, and how it leaves the building."""


@final
class Repair(Activity):
    """A damage token comes off (TS-9)."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, REPAIR(site.number), site.kind.repair, NO_MATERIALS, False)

    def effect(self, town: Town, building: Building) -> Building:
        return building.repaired(1)


@final
class TooledRepair(Activity):
    """Exactly two come off (TS-9.3)."""

    def __init__(self, site: Site) -> None:
        price = twice(site.kind.repair)
        super().__init__(site, REPAIR_TOOLED(site.number), price, NO_MATERIALS, True)

    def refusal(self, state: State, town: Town, building: Building) -> "Refusal | None":
        return ONE_TOKEN if building.damage < 2 else super().refusal(state, town, building)

    def effect(self, town: Town, building: Building) -> Building:
        return building.repaired(2)


@final
class Production(Activity):
    """A batch of a recipe, or two with a tool (TS-10.2, TS-10.5)."""

    def __init__(self, site: Site, recipe: Recipe, is_tooled: bool) -> None:
        verb = PRODUCE_TOOLED if is_tooled else PRODUCE
        price = twice(recipe.inputs) if is_tooled else recipe.inputs
        super().__init__(site, verb(site.number, recipe.good), price, NO_INPUTS, is_tooled)
        self.good: Final = recipe.good
        self.output: Final = 2 * recipe.output if is_tooled else recipe.output
        self.is_raw: Final = site.kind.is_raw

    def effect(self, town: Town, building: Building) -> Building:
        town.stock[self.good] = town.stock[self.good] + self.output
        return building.harvested() if self.is_raw else building.visited()


@final
class Recruitment(Activity):
    """A new unit, which does nothing in this turn: `idle` does not grow (TS-11.1, TS-11.2)."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, RECRUIT(site.number), UNIT_PRICE, NO_GRAIN, False)

    def effect(self, town: Town, building: Building) -> Building:
        town.units += 1
        return building.visited()


@final
class Muster(Activity):
    """The unit attacks in this turn (TS-11.5, TS-11.6)."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, MUSTER(site.number), (), PEACE, False)

    def refusal(self, state: State, town: Town, building: Building) -> "Refusal | None":
        return PEACE if state.round <= state.settings.peace_rounds else None

    def effect(self, town: Town, building: Building) -> Building:
        town.mustered += 1
        return building.visited()


@final
class Feast(Activity):
    """Ale and finery become laurels (TS-11.7)."""

    def __init__(self, site: Site) -> None:
        super().__init__(site, FEAST(site.number), FEAST_PRICE, NO_FEAST, False)

    def effect(self, town: Town, building: Building) -> Building:
        town.laurels += FEAST_LAURELS
        return building.visited()


def twice(price: Price) -> Price:
    """What the double costs."""
    return tuple([(good, 2 * pieces) for good, pieces in price])


def services_at(site: Site) -> list[Activity]:
    """What an undamaged building offers, in the order in which it is listed."""
    offered: list[Activity] = []
    for recipe in site.kind.makes:
        offered += [Production(site, recipe, False), Production(site, recipe, True)]
    if site.kind.offers == RECRUITING:
        offered.append(Recruitment(site))
    elif site.kind.offers == MUSTERING:
        offered.append(Muster(site))
    elif site.kind.offers == FEASTING:
        offered.append(Feast(site))
    return offered


@final
class Offers:
    """The activities at one site: of a damaged building, and of a sound one (TS-3.4)."""

    def __init__(self, damaged: list[Activity], sound: list[Activity]) -> None:
        self.damaged: Final = damaged
        self.sound: Final = sound

    def all(self) -> list[Activity]:
        """Both, in the order in which they are listed."""
        return self.damaged + self.sound

    def bare(self) -> "Offers":
        """Those that need no tool."""
        return Offers(
            [activity for activity in self.damaged if not activity.is_tooled],
            [activity for activity in self.sound if not activity.is_tooled],
        )


# By the numbers of sites: with tools at hand, and without.
OFFERS: Final = [Offers([Repair(site), TooledRepair(site)], services_at(site)) for site in SITES]
BARE_OFFERS: Final = [offers.bare() for offers in OFFERS]
ACTIVITIES: Final = {activity.command: activity for offers in OFFERS for activity in offers.all()}
