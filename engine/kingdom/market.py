"""Market, scrolls, buildings (KC-7): buying scrolls, and what using each of them does."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.castle import harbour_refusal, queue, slot_refusal
from pentarch.engine.kingdom.commands import BUY, USE, USE_BLUEPRINT
from pentarch.engine.kingdom.order import Order, Section, place_of
from pentarch.engine.kingdom.realm import Offer
from pentarch.engine.kingdom.region import Castle
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import (
    DRAGON,
    GALLEON,
    GALLEON_BLUEPRINT,
    LOWEST_PRICE,
    MARKET,
    MOST_ATTACK,
    MOST_LANDS,
    MOST_PRODUCTION,
    SAWMILL,
    SAWMILL_SURCHARGE,
    SCROLLS,
    Scroll,
)

# --- scrolls -------------------------------------------------------------------------------------


class Power(ABC):
    """What a scroll of stock does where it is used."""

    def refusal(self, plan: Plan, scroll: Scroll, area: int) -> "Refusal | None":
        """Why the scroll cannot be used there, or None."""
        return self.misfit(plan, area) if plan.stock_of(scroll) else no.NO_SCROLL

    @abstractmethod
    def misfit(self, plan: Plan, area: int) -> "Refusal | None":
        """Why the area does not suit, or None."""

    @abstractmethod
    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        """Use it there; it has left the stock."""


@final
class NoPower(Power):
    """A scroll that works without being used, or is used in another way."""

    def refusal(self, plan: Plan, scroll: Scroll, area: int) -> "Refusal | None":
        return no.NOT_USED_SO

    def misfit(self, plan: Plan, area: int) -> "Refusal | None":
        return no.NOT_USED_SO

    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        raise AssertionError("such a scroll is always refused")


class Improvement(Power):
    """A castle is improved, once a round (KC-7.7)."""

    def misfit(self, plan: Plan, area: int) -> "Refusal | None":
        if area not in plan.slots:
            return no.NOT_YOUR_CASTLE
        if area in plan.improved:
            return no.IMPROVED_ALREADY
        castle = plan.realm.castle(area)
        assert castle is not None
        return self.limit(castle)

    @abstractmethod
    def limit(self, castle: Castle) -> "Refusal | None":
        """Whether the castle cannot be improved any further."""

    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        plan.improved = {**plan.improved, area: scroll}


@final
class Defense(Improvement):
    """KC-7.5."""

    def limit(self, castle: Castle) -> "Refusal | None":
        return no.DEFENSE_AT_MOST if castle.attack >= MOST_ATTACK else None


@final
class Production(Improvement):
    """KC-7.6; KC-4.11: the slot is there at once."""

    def limit(self, castle: Castle) -> "Refusal | None":
        return no.PRODUCTION_AT_MOST if castle.production >= MOST_PRODUCTION else None

    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        plan.improved = {**plan.improved, area: scroll}
        plan.slots[area] += 1


@final
class Egg(Power):
    """KC-4.7."""

    def misfit(self, plan: Plan, area: int) -> "Refusal | None":
        return slot_refusal(plan, area)

    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        queue(plan, DRAGON, area, area)


@final
class Mill(Power):
    """KC-7.8: in an own region with a builder and without any building."""

    def misfit(self, plan: Plan, area: int) -> "Refusal | None":
        region = plan.realm.region(area)
        if region.owner != plan.seat:
            return no.NOT_YOUR_REGION
        if area not in plan.builders:
            return no.NO_BUILDER
        has_mill = region.has_sawmill or area in plan.sawmills
        is_built_up = has_mill or region.castle is not None or has_tower(plan, area)
        return no.BUILT_UP if is_built_up else None

    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        plan.sawmills = [*plan.sawmills, area]


@final
class Tower(Power):
    """KC-7.11: with a builder, and without another tower."""

    def misfit(self, plan: Plan, area: int) -> "Refusal | None":
        if area not in plan.builders:
            return no.NO_BUILDER
        return no.HAS_TOWER if has_tower(plan, area) else None

    def carry_out(self, plan: Plan, scroll: Scroll, area: int) -> None:
        plan.towers = [*plan.towers, area]


POWERS: Final[list[Power]] = [
    Defense(),
    Production(),
    Mill(),
    NoPower(),
    Egg(),
    NoPower(),
    Tower(),
]
"""What each scroll does, by its number."""


def has_tower(plan: Plan, area: int) -> bool:
    """Whether a tower of this seat stands in an area or goes up there."""
    return area in plan.standing_towers or area in plan.towers


# --- orders --------------------------------------------------------------------------------------


@final
class Use(Order):
    """Use a scroll in an area."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        scroll, area = SCROLLS[command.args[0]], command.args[1]
        return POWERS[scroll.number].refusal(plan, scroll, area)

    def carry_out(self, plan: Plan, command: Command) -> None:
        scroll, area = SCROLLS[command.args[0]], command.args[1]
        plan.add_stock(scroll, -1)
        POWERS[scroll.number].carry_out(plan, scroll, area)
        forget_prices(plan)


@final
class UseBlueprint(Order):
    """Have a castle build a galleon into a sea region."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        castle, sea = command.args
        return blueprint_refusal(plan, castle) or harbour_refusal(plan, castle, sea)

    def carry_out(self, plan: Plan, command: Command) -> None:
        castle, sea = command.args
        plan.add_stock(GALLEON_BLUEPRINT, -1)
        queue(plan, GALLEON, castle, sea + MOST_LANDS)

    def area(self, plan: Plan, command: Command) -> int:
        return command.args[0]


@final
class Buy(Order):
    """Buy a scroll."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        return buy_refusal(plan, SCROLLS[command.args[0]])

    def carry_out(self, plan: Plan, command: Command) -> None:
        scroll = SCROLLS[command.args[0]]
        offer = plan.realm.market.offer_of(scroll)
        assert offer is not None
        plan.gold -= price_of(plan, offer)
        plan.bought = [*plan.bought, scroll]
        if scroll is MARKET:
            plan.has_market = True
        else:
            plan.add_stock(scroll, 1)
        forget_prices(plan)


@final
class Uses(Section):
    """Where scrolls of the stock can be used, by area and scroll."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.uses
        if found is None:
            held = [scroll for scroll in SCROLLS if plan.stock_of(scroll)]
            found = self._uses(plan, held) if held else []
            plan.uses = found
        return found

    def _uses(self, plan: Plan, held: list[Scroll]) -> list[Command]:
        found: list[Command] = []
        for area in sorted({*plan.slots, *plan.builders}):
            for scroll in held:
                if scroll is GALLEON_BLUEPRINT:
                    if blueprint_refusal(plan, area) is None:
                        seas = place_of(plan, area).sea_steps
                        found += [USE_BLUEPRINT.of(area, sea - MOST_LANDS) for sea in seas]
                elif POWERS[scroll.number].refusal(plan, scroll, area) is None:
                    found.append(USE.of(scroll.number, area))
        return found


_PURCHASES: Final = [BUY.of(scroll.number) for scroll in SCROLLS]


@final
class Purchases(Section):
    """What the seat can buy."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.purchases
        if found is None:
            found = [
                _PURCHASES[offer.scroll.number]
                for offer in plan.realm.market.shelf
                if offer_refusal(plan, offer) is None
            ]
            plan.purchases = found
        return found


def blueprint_refusal(plan: Plan, castle: int) -> "Refusal | None":
    """KC-4.8."""
    return slot_refusal(plan, castle) if plan.stock_of(GALLEON_BLUEPRINT) else no.NO_SCROLL


def buy_refusal(plan: Plan, scroll: Scroll) -> "Refusal | None":
    """KC-7.1: only what is on offer."""
    offer = plan.realm.market.offer_of(scroll)
    return no.NOT_OFFERED if offer is None else offer_refusal(plan, offer)


def offer_refusal(plan: Plan, offer: Offer) -> "Refusal | None":
    """KC-7.1, KC-7.2, KC-7.9."""
    if offer.scroll is MARKET and plan.has_market:
        return no.HAS_MARKET
    if offer.scroll in plan.bought:
        return no.BOUGHT_ALREADY
    return no.TOO_DEAR if plan.gold < price_of(plan, offer) else None


def price_of(plan: Plan, offer: Offer) -> int:
    """KC-7.4: what this seat pays for an offered scroll."""
    price = offer.price - plan.kingdom.knowledge.discount
    if offer.scroll is SAWMILL:
        mills = plan.own_sawmills + len(plan.sawmills) + plan.stock_of(SAWMILL)
        price += SAWMILL_SURCHARGE * mills
    return max(price, LOWEST_PRICE)


def forget_prices(plan: Plan) -> None:
    """Gold or stock has changed, and with it what can be had."""
    plan.trainings = None
    plan.uses = None
    plan.purchases = None


USES: Final = Uses([Use(USE), UseBlueprint(USE_BLUEPRINT)])
PURCHASES: Final = Purchases([Buy(BUY, is_local=False)])
