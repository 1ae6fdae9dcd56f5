"""What a unit can do in a building, each activity an object (TS-8 to TS-11).

An activity stands for one command: its price, what speaks against it, and its effect.
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


class Effect(ABC):
    """What an activity does once it is paid for."""

    @abstractmethod
    def take_place(self, town: Town, building: Building) -> Building:
        """Do it to the town; how it leaves the building."""


@final
class Activity:
    """What one command of the phase means.

    `lack` is the refusal of those who cannot pay. Some activities need a building with so many
    damage tokens, some the end of peace.
    """

    def __init__(
        self,
        site: Site,
        command: Command,
        effect: Effect,
        *,
        price: Price = (),
        lack: Refusal = PEACE,
        is_tooled: bool = False,
        tokens: int = 0,
        in_war: bool = False,
    ) -> None:
        self.site: Final = site
        self.command: Final = command
        self.effect: Final = effect
        self.price: Final = price
        self.lack: Final = lack
        self.is_tooled: Final = is_tooled
        self.tokens: Final = tokens
        self.in_war: Final = in_war

    def refusal(self, state: State, town: Town, building: Building) -> "Refusal | None":
        """Why a building that offers it cannot be used for it (TS-8.8)."""
        if self.is_tooled:
            return self.shortage(state, town, building) or tools.refusal(town)
        return self.shortage(state, town, building)

    def shortage(self, state: State, town: Town, building: Building) -> "Refusal | None":
        """The same with tools at hand."""
        if building.damage < self.tokens:
            return ONE_TOKEN
        for good, pieces in self.price:
            if town.stock[good] < pieces:
                return self.lack
        return PEACE if self.in_war and state.is_peaceful() else None

    def perform(self, town: Town) -> None:
        """Take one unit, one place and the price; then the effect (TS-8.1, TS-8.3)."""
        town.idle -= 1
        town.pay(self.price)
        if self.is_tooled:
            town.tools_used += 1
        index = town.index(self.site)
        town.buildings[index] = self.effect.take_place(town, town.buildings[index])


@final
class Repair(Effect):
    """Damage tokens come off: one, or exactly two with a tool (TS-9, TS-9.3)."""

    def __init__(self, tokens: int) -> None:
        self.tokens: Final = tokens

    def take_place(self, town: Town, building: Building) -> Building:
        return building.repaired(self.tokens)


@final
class Production(Effect):
    """A batch of a recipe, or two with a tool (TS-10.2, TS-10.5)."""

    def __init__(self, good: int, output: int, is_raw: bool) -> None:
        self.good: Final = good
        self.output: Final = output
        self.is_raw: Final = is_raw

    def take_place(self, town: Town, building: Building) -> Building:
        town.stock[self.good] = town.stock[self.good] + self.output
        return building.harvested() if self.is_raw else building.visited()


@final
class Recruitment(Effect):
    """A new unit, which does nothing in this turn: `idle` does not grow (TS-11.1, TS-11.2)."""

    def take_place(self, town: Town, building: Building) -> Building:
        town.units += 1
        return building.visited()


@final
class Muster(Effect):
    """The unit attacks in this turn (TS-11.5, TS-11.6)."""

    def take_place(self, town: Town, building: Building) -> Building:
        town.mustered += 1
        return building.visited()


@final
class Feast(Effect):
    """Ale and finery become laurels (TS-11.7)."""

    def take_place(self, town: Town, building: Building) -> Building:
        town.laurels += FEAST_LAURELS
        return building.visited()


def twice(price: Price) -> Price:
    """What the double costs."""
    return tuple([(good, 2 * pieces) for good, pieces in price])


def repairs_at(site: Site) -> list[Activity]:
    """What a damaged building offers."""
    price = site.kind.repair
    bare = Activity(site, REPAIR(site.number), Repair(1), price=price, lack=NO_MATERIALS)
    tooled = Activity(
        site,
        REPAIR_TOOLED(site.number),
        Repair(2),
        price=twice(price),
        lack=NO_MATERIALS,
        is_tooled=True,
        tokens=2,
    )
    return [bare, tooled]


def production_at(site: Site, recipe: Recipe, is_tooled: bool) -> Activity:
    """A recipe of an undamaged building, with a tool or without."""
    verb = PRODUCE_TOOLED if is_tooled else PRODUCE
    batches = 2 if is_tooled else 1
    return Activity(
        site,
        verb(site.number, recipe.good),
        Production(recipe.good, batches * recipe.output, site.kind.is_raw),
        price=twice(recipe.inputs) if is_tooled else recipe.inputs,
        lack=NO_INPUTS,
        is_tooled=is_tooled,
    )


def services_at(site: Site) -> list[Activity]:
    """What an undamaged building offers, in the order in which it is listed."""
    offered: list[Activity] = []
    for recipe in site.kind.makes:
        offered += [production_at(site, recipe, False), production_at(site, recipe, True)]
    number = site.number
    if site.kind.offers == RECRUITING:
        recruit = RECRUIT(number)
        offered.append(Activity(site, recruit, Recruitment(), price=UNIT_PRICE, lack=NO_GRAIN))
    elif site.kind.offers == MUSTERING:
        offered.append(Activity(site, MUSTER(number), Muster(), in_war=True))
    elif site.kind.offers == FEASTING:
        offered.append(Activity(site, FEAST(number), Feast(), price=FEAST_PRICE, lack=NO_FEAST))
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
OFFERS: Final = [Offers(repairs_at(site), services_at(site)) for site in SITES]
BARE_OFFERS: Final = [offers.bare() for offers in OFFERS]
ACTIVITIES: Final = {activity.command: activity for offers in OFFERS for activity in offers.all()}
