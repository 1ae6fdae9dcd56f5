"""The round (KC-3): orders of all seats at the same time, then everything at once."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.kingdom import menu
from pentarch.engine.kingdom.battle import fight_everywhere
from pentarch.engine.kingdom.conquest import capture_regions, eliminate_kingdoms, ending_of
from pentarch.engine.kingdom.economy import build_units, collect_income, pay_upkeep
from pentarch.engine.kingdom.field import Field
from pentarch.engine.kingdom.movement import move_everything, schedule
from pentarch.engine.kingdom.realm import Market, Offer, Realm
from pentarch.engine.kingdom.region import Castle
from pentarch.engine.kingdom.spell import cast_spells
from pentarch.engine.kingdom.state import DONE, ORDERS, Plan, State, open_plans
from pentarch.engine.kingdom.tables import (
    GALLEON_BLUEPRINT,
    GOING_ON,
    GUARD_TOWER,
    IMPROVE_DEFENSE,
    NOBODY,
    SCROLLS,
    SEAMANSHIP,
    TECHS,
    Tech,
)


@final
class Orders(Decision[State]):
    """KC-3.4, KC-16.1: all seats that are not done give orders, each to its own plan.

    What a seat is asked is its plan's decision; what it enters is nobody else's concern until the
    last seat is done and the round is executed.
    """

    def actors(self, state: State) -> list[Seat]:
        return [plan.seat for plan in state.plans if plan.decision != DONE]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return state.plans[seat].decision != DONE

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return menu.legal(state.plans[seat])

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return menu.legal(state.plans[seat])

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return menu.refusal(state.plans[seat], command)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        plan = state.plan(seat)
        menu.enter(plan, command, events)
        if plan.decision == DONE and not self.actors(state):
            execute_round(state, chance, events)


GIVE_ORDERS: Final = Orders(ORDERS)
"""The only decision that seats share; what each is asked in it stands in `menu.QUESTIONS`."""


# --- execution -----------------------------------------------------------------------------------


def execute_round(state: State, chance: Chance, events: list[Event]) -> None:
    """KC-3.9, then the next round or the end. The plans are used up."""
    realm = state.realm.copy()
    plans = state.plans
    _reveal(plans, events)
    for plan in plans:
        _take_over(realm, plan)
    field = Field(realm, events)
    cast_spells(field, plans)
    move_everything(field, schedule(field, plans))
    standing = field.standing()
    fight_everywhere(field, standing)
    capture_regions(field, standing)
    field.clear()
    collect_income(realm, events)
    pay_upkeep(realm, events)
    build_units(realm, events)
    eliminate_kingdoms(realm, events)
    realm.ending = ending_of(realm)
    if realm.ending is GOING_ON:
        realm.round += 1
        open_round(realm, chance, events)
    else:
        events.append(Event("ended", NOBODY, (realm.ending.reason,)))
    state.realm = realm
    state.plans = open_plans(realm)


def _reveal(plans: list[Plan], events: list[Event]) -> None:
    """Orders become public when execution begins (KC-3.6)."""
    for plan in plans:
        if plan.given:
            words = tuple([command.text for command in plan.given])
            events.append(Event("orders", plan.seat, words))


def _take_over(realm: Realm, plan: Plan) -> None:
    """What a plan has already done: purchases, improvements, queues, buildings."""
    kingdom = realm.kingdoms[plan.seat]
    kingdom.gold = plan.gold
    kingdom.stock = plan.stock
    kingdom.has_market = plan.has_market
    if plan.research is not None:
        kingdom.research = {**kingdom.research, plan.research.number: 0}
    _improve_castles(realm, plan)
    for recruit in plan.queued:
        region = realm.regions[recruit.castle]
        assert region.castle is not None
        queue = [*region.castle.queue, recruit]
        realm.regions[recruit.castle] = region.with_castle(region.castle.with_queue(queue))
    for area in plan.sawmills:
        realm.regions[area] = realm.regions[area].with_sawmill()
    if plan.gone:
        realm.units = [unit for unit in realm.units if unit not in plan.gone]
    # KC-14.7: numbered by seat, then in the order of placing.
    for area in plan.towers:
        realm.add_unit(GUARD_TOWER, plan.seat, area, 0, realm.settings.tower_build_time)


def _improve_castles(realm: Realm, plan: Plan) -> None:
    """KC-7.5, KC-7.6."""
    for area, scroll in plan.improved.items():
        region = realm.regions[area]
        castle = region.castle
        assert castle is not None
        if scroll is IMPROVE_DEFENSE:
            castle = Castle(castle.production, castle.attack + 1, castle.queue)
        else:
            castle = Castle(castle.production + 1, castle.attack, castle.queue)
        realm.regions[area] = region.with_castle(castle)


# --- the next round ------------------------------------------------------------------------------


def open_round(realm: Realm, chance: Chance, events: list[Event]) -> None:
    """The market of a round, and debts that nobody can pay."""
    offers = _draw_offers(realm, chance)
    deck = realm.market.deck
    tech: Tech | None = None
    interval = realm.settings.tech_interval
    if interval and realm.round % interval == 0:
        if not deck:
            deck = shuffled_techs(realm, chance)
        tech, deck = TECHS[deck[0]], deck[1:]
    realm.market = Market(offers, tech, deck)
    _forgive_debts(realm, events)
    for offer in offers:
        events.append(Event("offered", NOBODY, (offer.scroll.name, offer.price)))
    if tech is not None:
        events.append(Event("tech", NOBODY, (tech.name,)))


def shuffled_techs(realm: Realm, chance: Chance) -> list[int]:
    """CE-TECH: a new deck; the first entry is the top card."""
    has_sea = bool(realm.settings.board.seas)
    deck = [tech.number for tech in TECHS if tech is not SEAMANSHIP or has_sea]
    chance.shuffle(deck)
    return deck


def _draw_offers(realm: Realm, chance: Chance) -> list[Offer]:
    """CE-MARKET, then CE-PRICE for each scroll on offer (KC-3.2, KC-7.15)."""
    settings = realm.settings
    has_sea = bool(settings.board.seas)
    scrolls = [scroll for scroll in SCROLLS if scroll is not GALLEON_BLUEPRINT or has_sea]
    chance.shuffle(scrolls)
    spread = settings.price_spread
    return [
        Offer(scroll, scroll.price + chance.below(2 * spread + 1) - spread)
        for scroll in scrolls[: settings.market_size]
    ]


def _forgive_debts(realm: Realm, events: list[Event]) -> None:
    """KC-13.10: what no disbanding can pay is forgiven before orders are given."""
    for kingdom in realm.kingdoms:
        if kingdom.gold < 0 and not kingdom.fallen and not _has_paid_units(realm, kingdom.seat):
            kingdom.gold = 0
            events.append(Event("forgiven", kingdom.seat))


def _has_paid_units(realm: Realm, seat: Seat) -> bool:
    upkeep = realm.kingdoms[seat].knowledge.upkeep
    return any([unit.side == seat and upkeep[unit.kind.number] > 0 for unit in realm.units])
