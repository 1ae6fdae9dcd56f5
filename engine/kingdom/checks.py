"""What an order needs: one predicate per order, used by `check` and by the menus alike."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.commands import (
    AT,
    BUY,
    CAST,
    DISBAND,
    LOAD_MAGE,
    LOAD_ONE,
    MOVE_ALL,
    MOVE_MAGE,
    MOVE_ONE,
    ON,
    RESEARCH,
    SAIL,
    TRAIN,
    TRAIN_SHIP,
    UNLOAD_MAGE,
    UNLOAD_ONE,
    USE,
    USE_BLUEPRINT,
)
from pentarch.engine.kingdom.state import GROUP, Plan, upkeep_of
from pentarch.engine.kingdom.tables import (
    BLESSING,
    DRAGON,
    DRAGON_EGG,
    EARTHQUAKE,
    GALLEON_BLUEPRINT,
    HAGGLING,
    HAGGLING_DISCOUNT,
    IMPROVE_DEFENSE,
    IMPROVE_PRODUCTION,
    KNIGHT,
    LOWEST_PRICE,
    MAGE,
    MARKET,
    MOST_ATTACK,
    MOST_LANDS,
    MOST_PRODUCTION,
    SAWMILL,
    SAWMILL_SURCHARGE,
    SPELL_COST,
    SWORDSMAN,
    TOWER_SCROLL,
    TRIREME,
)


def order_refusal(plan: Plan, command: Command) -> "Refusal | None":
    """Why an order of the menu is refused, or None; any other command is out of place."""
    verb, args = command.verb, command.args
    if verb is MOVE_ONE or verb is MOVE_ALL:
        return _move_refusal(plan, command)
    if verb is TRAIN:
        if args[0] not in (SWORDSMAN, MAGE, KNIGHT):
            return no.NOT_TRAINED
        return train_refusal(plan, args[0], args[1])
    if verb is TRAIN_SHIP:
        return train_refusal(plan, TRIREME, args[0]) or harbour_refusal(plan, args[0], args[1])
    if verb is USE:
        return use_refusal(plan, args[0], args[1])
    if verb is USE_BLUEPRINT:
        return blueprint_refusal(plan, args[0]) or harbour_refusal(plan, args[0], args[1])
    if verb is BUY:
        return buy_refusal(plan, args[0])
    if verb is RESEARCH:
        return research_refusal(plan, args[0])
    if verb is MOVE_MAGE:
        return mage_refusal(plan, args[0]) or _mage_step_refusal(plan, args[0], args[1])
    if verb is LOAD_ONE:
        if args[0] not in (SWORDSMAN, KNIGHT):
            return no.NOT_CARRIED
        if not plan.free.get(args[1] * GROUP + args[0]):
            return no.NO_UNIT
        return load_refusal(plan, args[1], plan.realm.unit(args[2] + 1))
    if verb is LOAD_MAGE:
        refusal = mage_refusal(plan, args[0])
        if refusal is not None:
            return refusal
        area = plan.realm.area[plan.realm.unit(args[0] + 1)]
        return load_refusal(plan, area, plan.realm.unit(args[1] + 1))
    if verb is SAIL:
        ship = plan.realm.unit(args[0] + 1)
        return sail_refusal(plan, ship) or _sea_refusal(plan, ship, args[1] + MOST_LANDS)
    if verb is UNLOAD_ONE:
        return _unload_one_refusal(plan, args[0], plan.realm.unit(args[1] + 1), args[2])
    if verb is UNLOAD_MAGE:
        return _unload_mage_refusal(plan, plan.realm.unit(args[0] + 1), args[1])
    if verb is CAST:
        return cast_refusal(plan, args[0], plan.realm.unit(args[1] + 1))
    return WRONG_DECISION


def disband_refusal(plan: Plan, command: Command) -> "Refusal | None":
    """KC-13.9."""
    if command.verb is not DISBAND:
        return WRONG_DECISION
    kind, area = command.args
    realm = plan.realm
    if upkeep_of(realm.knows[plan.seat], kind) == 0:
        return no.NOTHING_TO_DISBAND
    for i, side in enumerate(realm.side):
        is_there = realm.kind[i] == kind and realm.area[i] == area
        if is_there and side == plan.seat and i not in plan.gone:
            return None
    return no.NOTHING_TO_DISBAND


def path_refusal(plan: Plan, command: Command) -> "Refusal | None":
    """KC-5.1, KC-5.2: the next area of an open path. `halt` is always allowed."""
    if command.verb is not ON:
        return WRONG_DECISION
    walker = plan.walkers[0]
    return _step_refusal(plan, plan.realm.kind[walker], plan.paths[walker][-1], command.args[0])


def target_refusal(plan: Plan, command: Command) -> "Refusal | None":
    """KC-9.2, KC-9.3: the target of a spell."""
    if command.verb is not AT:
        return WRONG_DECISION
    target = command.args[0]
    if target not in plan.realm.terms.board.near[plan.realm.area[plan.caster]]:
        return no.OUT_OF_RANGE
    if plan.spell == EARTHQUAKE and not can_shake(plan, target):
        return no.NOTHING_TO_SHAKE
    return None


def can_shake(plan: Plan, area: int) -> bool:
    """KC-9.3: whether enemy ground units stood in a region when the round began."""
    return plan.realm.ground().get(area, plan.seat) != plan.seat


def slot_refusal(plan: Plan, castle: int) -> "Refusal | None":
    """KC-4.1: an own castle with a free slot."""
    if castle not in plan.slots:
        return no.NOT_YOUR_CASTLE
    return no.NO_SLOT if plan.slots[castle] <= 0 else None


def train_refusal(plan: Plan, kind: int, castle: int) -> "Refusal | None":
    """KC-4.1, KC-4.3."""
    refusal = slot_refusal(plan, castle)
    if refusal is not None:
        return refusal
    return no.NO_GOLD if plan.gold < plan.price(kind) else None


def harbour_refusal(plan: Plan, castle: int, sea: int) -> "Refusal | None":
    """KC-4.6; `sea` counts sea regions from 0."""
    if sea + MOST_LANDS not in plan.realm.terms.board.sea_steps[castle]:
        return no.NOT_BESIDE_CASTLE
    return None


def use_refusal(plan: Plan, scroll: int, area: int) -> "Refusal | None":
    """KC-7.5 to 7.11, except for blueprints."""
    if scroll in (MARKET, GALLEON_BLUEPRINT):
        return no.NOT_USED_SO
    if not plan.stock[scroll]:
        return no.NO_SCROLL
    if scroll in (IMPROVE_DEFENSE, IMPROVE_PRODUCTION):
        return _improve_refusal(plan, scroll, area)
    if scroll == DRAGON_EGG:
        return slot_refusal(plan, area)
    if scroll == SAWMILL and plan.realm.owner[area] != plan.seat:
        return no.NOT_YOUR_REGION
    if not plan.builders.get(area):
        return no.NO_BUILDER
    has_tower = area in plan.standing_towers or area in plan.towers
    if scroll == TOWER_SCROLL:
        return no.HAS_TOWER if has_tower else None
    realm = plan.realm
    if has_tower or realm.terms.board.has_castle[area]:
        return no.BUILT_UP
    return no.BUILT_UP if realm.sawmill[area] or area in plan.sawmills else None


def blueprint_refusal(plan: Plan, castle: int) -> "Refusal | None":
    """KC-4.8."""
    return slot_refusal(plan, castle) if plan.stock[GALLEON_BLUEPRINT] else no.NO_SCROLL


def buy_refusal(plan: Plan, scroll: int) -> "Refusal | None":
    """KC-7.1, KC-7.2, KC-7.9."""
    if scroll not in plan.realm.offer:
        return no.NOT_OFFERED
    if scroll == MARKET and plan.market:
        return no.HAS_MARKET
    if scroll in plan.bought:
        return no.BOUGHT_ALREADY
    return no.TOO_DEAR if plan.gold < scroll_price(plan, scroll) else None


def scroll_price(plan: Plan, scroll: int) -> int:
    """KC-7.4: what this seat pays for an offered scroll."""
    realm, seat = plan.realm, plan.seat
    price = realm.prices[realm.offer.index(scroll)]
    if scroll == SAWMILL:
        mills = sum(
            1
            for area in realm.terms.board.lands
            if realm.sawmill[area] and realm.owner[area] == seat
        )
        price += SAWMILL_SURCHARGE * (mills + len(plan.sawmills) + plan.stock[SAWMILL])
    if realm.knows[seat][HAGGLING]:
        price -= HAGGLING_DISCOUNT
    return max(price, LOWEST_PRICE)


def research_refusal(plan: Plan, tech: int) -> "Refusal | None":
    """KC-8.1."""
    realm, seat = plan.realm, plan.seat
    if tech != realm.tech:
        return no.NO_SUCH_TECH
    if realm.knows[seat][tech] or realm.paid[seat][tech] >= 0 or plan.research == tech:
        return no.RESEARCHED_ALREADY
    return None


def mage_refusal(plan: Plan, number: int) -> "Refusal | None":
    """KC-5.7: an own mage on land without order; `number` counts unit ids from 0."""
    mage = plan.realm.unit(number + 1)
    if not _is_own(plan, mage) or plan.realm.kind[mage] != MAGE:
        return no.NOT_YOUR_MAGE
    if plan.realm.ship[mage]:
        return no.MAGE_ABOARD
    if mage in plan.paths or mage in plan.loads:
        return no.MAGE_ORDERED
    return None


def load_refusal(plan: Plan, area: int, ship: int) -> "Refusal | None":
    """KC-6.1 to 6.3: an own ship, beside the area, with room."""
    if ship not in plan.room:
        return no.NOT_YOUR_SHIP
    if plan.realm.area[ship] not in plan.realm.terms.board.sea_steps[area]:
        return no.SHIP_NOT_BESIDE
    return None if plan.room[ship] > 0 else no.NO_ROOM


def sail_refusal(plan: Plan, ship: int) -> "Refusal | None":
    """KC-6.6, KC-6.10."""
    if ship not in plan.room:
        return no.NOT_YOUR_SHIP
    if ship in plan.paths:
        return no.SAILS_ALREADY
    return no.UNLOADS_ALREADY if ship in plan.unloading else None


def last_sea(plan: Plan, ship: int) -> int:
    """KC-6.7: where a ship's ordered path ends."""
    path = plan.paths.get(ship)
    return path[-1] if path else plan.realm.area[ship]


def cast_refusal(plan: Plan, spell: int, mage: int) -> "Refusal | None":
    """KC-9.1, KC-9.3, KC-9.5, KC-9.12."""
    realm = plan.realm
    if spell == BLESSING and not realm.terms.has_blessing:
        return no.NO_BLESSING
    if not _is_own(plan, mage) or realm.kind[mage] != MAGE:
        return no.NOT_YOUR_MAGE
    if realm.ship[mage]:
        return no.CASTS_ABOARD
    if mage in plan.casts:
        return no.CAST_ALREADY
    if realm.mana[mage] < SPELL_COST[spell]:
        return no.NO_MANA
    if spell == EARTHQUAKE:
        for target in realm.terms.board.near[realm.area[mage]]:
            if can_shake(plan, target):
                return None
        return no.NOTHING_TO_SHAKE
    return None


def _is_own(plan: Plan, unit: int) -> bool:
    return unit >= 0 and plan.realm.side[unit] == plan.seat and unit not in plan.gone


def _move_refusal(plan: Plan, command: Command) -> "Refusal | None":
    kind, area, to = command.args
    units = plan.free.get(area * GROUP + kind)
    if not units or kind not in (SWORDSMAN, KNIGHT, DRAGON):
        return no.NO_UNIT
    if command.verb is MOVE_ALL and len(units) < 2:
        return no.NO_GROUP
    return _step_refusal(plan, kind, area, to)


def _step_refusal(plan: Plan, kind: int, area: int, to: int) -> "Refusal | None":
    board = plan.realm.terms.board
    if to in board.steps(kind, area):
        return None
    return no.WRONG_ELEMENT if to in board.adjacent[area] else no.NOT_ADJACENT


def _mage_step_refusal(plan: Plan, number: int, to: int) -> "Refusal | None":
    return _step_refusal(plan, MAGE, plan.realm.area[plan.realm.unit(number + 1)], to)


def _sea_refusal(plan: Plan, ship: int, sea: int) -> "Refusal | None":
    return _step_refusal(plan, TRIREME, plan.realm.area[ship], sea)


def _improve_refusal(plan: Plan, scroll: int, castle: int) -> "Refusal | None":
    if castle not in plan.slots:
        return no.NOT_YOUR_CASTLE
    if castle in plan.improved:
        return no.IMPROVED_ALREADY
    if scroll == IMPROVE_DEFENSE:
        return no.DEFENSE_AT_MOST if plan.realm.attack[castle] >= MOST_ATTACK else None
    return no.PRODUCTION_AT_MOST if plan.realm.production[castle] >= MOST_PRODUCTION else None


def _unload_one_refusal(plan: Plan, kind: int, ship: int, to: int) -> "Refusal | None":
    if kind not in (SWORDSMAN, KNIGHT):
        return no.NOT_CARRIED
    if ship not in plan.room:
        return no.NOT_YOUR_SHIP
    if not any(plan.realm.kind[unit] == kind for unit in plan.aboard[ship]):
        return no.NO_PASSENGER
    return _shore_refusal(plan, ship, to)


def _unload_mage_refusal(plan: Plan, mage: int, to: int) -> "Refusal | None":
    if not _is_own(plan, mage) or plan.realm.kind[mage] != MAGE:
        return no.NOT_YOUR_MAGE
    for ship, passengers in plan.aboard.items():
        if mage in passengers:
            return _shore_refusal(plan, ship, to)
    return no.NO_PASSENGER


def _shore_refusal(plan: Plan, ship: int, to: int) -> "Refusal | None":
    beside = plan.realm.terms.board.land_steps[last_sea(plan, ship)]
    return None if to in beside else no.SHORE_NOT_BESIDE
