"""Giving orders: whether a seat may say something now, and what saying it does to its plan."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.checks import (
    disband_refusal,
    order_refusal,
    path_refusal,
    scroll_price,
    target_refusal,
)
from pentarch.engine.kingdom.commands import (
    AT,
    BUY,
    CAST,
    DISBAND,
    DONE,
    HALT,
    LOAD_MAGE,
    LOAD_ONE,
    MOVE_ALL,
    MOVE_MAGE,
    MOVE_ONE,
    ON,
    RESEARCH,
    SAIL,
    SELECT,
    TRAIN,
    TRAIN_SHIP,
    UNIT_NAMES,
    UNLOAD_MAGE,
    UNLOAD_ONE,
    USE,
    USE_BLUEPRINT,
)
from pentarch.engine.kingdom.menus import area_of, area_orders, is_long, moves_from
from pentarch.engine.kingdom.state import (
    AREA,
    BUYING,
    CASTING,
    DEBT,
    FINISHED,
    GROUP,
    LOADING,
    MENU,
    MOVING,
    PATH,
    RESEARCHING,
    SAILING,
    TARGET,
    TRAINING,
    UNLOADING,
    USING,
    Plan,
    Realm,
    upkeep_of,
)
from pentarch.engine.kingdom.tables import (
    BUILD_TIME,
    DRAGON,
    DRAGON_EGG,
    GALLEON,
    GALLEON_BLUEPRINT,
    IMPROVE_DEFENSE,
    IMPROVE_PRODUCTION,
    MAGE,
    MARKET,
    MOST_LANDS,
    SAWMILL,
    TRIREME,
)


def open_plan(realm: Realm, seat: Seat) -> Plan:
    """The plan a living seat begins a round with."""
    plan = Plan(realm, seat)
    plan.muster()
    for castle in realm.terms.board.castles:
        if realm.owner[castle] == seat:
            plan.slots[castle] = realm.production[castle] - len(realm.queues[castle]) // 3
    plan.decision = DEBT if plan.gold < 0 else MENU
    return plan


def refusal_of(plan: Plan, command: Command) -> "Refusal | None":
    """Why the seat may not say this now, or None."""
    decision, verb = plan.decision, command.verb
    if decision == PATH:
        return None if verb is HALT else path_refusal(plan, command)
    if decision == TARGET:
        return target_refusal(plan, command)
    if decision == DEBT:
        return disband_refusal(plan, command)
    if decision == MENU and verb is DONE:
        return None
    if decision == MENU and verb is SELECT:
        return _select_refusal(plan, command.args[0])
    is_shopping = verb is BUY or verb is RESEARCH
    if decision == AREA and is_shopping:
        return WRONG_DECISION
    refusal = order_refusal(plan, command)
    if refusal is not None or is_shopping:
        return refusal
    if decision == AREA:
        return None if area_of(plan, command) == plan.selected else no.OTHER_AREA
    return no.SELECT_FIRST if is_long(plan) else None


def give(plan: Plan, command: Command) -> list[Event]:
    """Enter a command that `refusal_of` accepts."""
    plan.given.append(command)
    plan.trail += b"%d," % command.number
    plan.menu = None
    verb, args = command.verb, command.args
    if verb is DONE:
        plan.decision = FINISHED
    elif verb is MOVE_ONE:
        _move(plan, args[0], args[1], args[2], 1)
    elif verb is MOVE_ALL:
        _move(plan, args[0], args[1], args[2], len(plan.free[args[1] * GROUP + args[0]]))
    elif verb is HALT:
        plan.walkers = []
        plan.decision = MENU
    elif verb is ON:
        _go_on(plan, args[0])
    elif verb is TRAIN:
        _train(plan, args[0], args[1], args[1])
    elif verb is TRAIN_SHIP:
        _train(plan, TRIREME, args[0], args[1] + MOST_LANDS)
    elif verb is USE:
        _use(plan, args[0], args[1])
    elif verb is USE_BLUEPRINT:
        plan.stock[GALLEON_BLUEPRINT] -= 1
        _queue(plan, GALLEON, args[0], args[1] + MOST_LANDS)
    elif verb is BUY:
        _buy(plan, args[0])
    elif verb is RESEARCH:
        plan.research = args[0]
        _changed(plan, RESEARCHING)
    elif verb is MOVE_MAGE:
        _move_mage(plan, plan.realm.unit(args[0] + 1), args[1])
    elif verb is LOAD_ONE:
        _load(plan, plan.free[args[1] * GROUP + args[0]][0], plan.realm.unit(args[2] + 1))
    elif verb is LOAD_MAGE:
        _load(plan, plan.realm.unit(args[0] + 1), plan.realm.unit(args[1] + 1))
    elif verb is SAIL:
        _sail(plan, plan.realm.unit(args[0] + 1), args[1] + MOST_LANDS)
    elif verb is UNLOAD_ONE:
        _unload_one(plan, args[0], plan.realm.unit(args[1] + 1), args[2])
    elif verb is UNLOAD_MAGE:
        _unload_mage(plan, plan.realm.unit(args[0] + 1), args[1])
    elif verb is CAST:
        plan.spell = args[0]
        plan.caster = plan.realm.unit(args[1] + 1)
        plan.decision = TARGET
    elif verb is AT:
        plan.casts[plan.caster] = (plan.spell, args[0])
        plan.caster = -1
        plan.decision = MENU
        _changed(plan, CASTING)
    elif verb is SELECT:
        plan.selected = args[0]
        plan.decision = AREA
        return []
    elif verb is DISBAND:
        return _disband(plan, args[0], args[1])
    if plan.decision == AREA:
        plan.decision = MENU
    plan.selected = -1
    return []


def _select_refusal(plan: Plan, area: int) -> "Refusal | None":
    if not is_long(plan):
        return no.MENU_IS_SHORT
    if all(area_of(plan, order) != area for order in area_orders(plan)):
        return no.NOTHING_TO_SELECT
    return None


def _changed(plan: Plan, *kinds: int) -> None:
    for kind in kinds:
        plan.lists[kind] = None


def _train(plan: Plan, kind: int, castle: int, place: int) -> None:
    plan.gold -= plan.price(kind)
    _queue(plan, kind, castle, place)
    _changed(plan, BUYING)


def _queue(plan: Plan, kind: int, castle: int, place: int) -> None:
    plan.slots[castle] -= 1
    plan.entries += [castle, kind, place, BUILD_TIME[kind]]
    _changed(plan, TRAINING, USING)


def _use(plan: Plan, scroll: int, area: int) -> None:
    plan.stock[scroll] -= 1
    if scroll == IMPROVE_DEFENSE:
        plan.improved[area] = scroll
    elif scroll == IMPROVE_PRODUCTION:
        plan.improved[area] = scroll
        plan.slots[area] += 1
    elif scroll == DRAGON_EGG:
        _queue(plan, DRAGON, area, area)
    elif scroll == SAWMILL:
        plan.sawmills.append(area)
    else:
        plan.towers.append(area)
    _changed(plan, TRAINING, USING, BUYING)


def _buy(plan: Plan, scroll: int) -> None:
    plan.gold -= scroll_price(plan, scroll)
    plan.bought.append(scroll)
    if scroll == MARKET:
        plan.market = 1
    else:
        plan.stock[scroll] += 1
    _changed(plan, TRAINING, USING, BUYING)


def _leave_free(plan: Plan, area: int, kind: int, units: list[int]) -> None:
    """Take units out of those without order, and remake what depends on it."""
    key = area * GROUP + kind
    plan.free[key] = [unit for unit in plan.free[key] if unit not in units]
    if plan.pieces:
        plan.pieces[area] = moves_from(plan, area)
    _changed(plan, MOVING, LOADING)


def _move(plan: Plan, kind: int, area: int, to: int, count: int) -> None:
    plan.walkers = plan.free[area * GROUP + kind][:count]
    path = (to,)
    for unit in plan.walkers:
        plan.paths[unit] = path
    _leave_free(plan, area, kind, plan.walkers)
    _open_path(plan, kind, 1)


def _open_path(plan: Plan, kind: int, length: int) -> None:
    if length < plan.movement(kind):
        plan.decision = PATH
    else:
        plan.walkers = []
        plan.decision = MENU


def _go_on(plan: Plan, area: int) -> None:
    first = plan.walkers[0]
    path = (*plan.paths[first], area)
    for unit in plan.walkers:
        plan.paths[unit] = path
    kind = plan.realm.kind[first]
    # Where the ship's path ends decides what its passengers can be told.
    _changed(plan, UNLOADING)
    _open_path(plan, kind, len(path))


def _move_mage(plan: Plan, mage: int, to: int) -> None:
    plan.paths[mage] = (to,)
    _leave_free(plan, plan.realm.area[mage], MAGE, [mage])


def _load(plan: Plan, unit: int, ship: int) -> None:
    plan.loads[unit] = ship
    plan.room[ship] -= 1
    plan.aboard[ship] = sorted([*plan.aboard[ship], unit])
    _leave_free(plan, plan.realm.area[unit], plan.realm.kind[unit], [unit])
    _changed(plan, UNLOADING)


def _sail(plan: Plan, ship: int, sea: int) -> None:
    plan.paths[ship] = (sea,)
    plan.walkers = [ship]
    _changed(plan, SAILING, UNLOADING)
    _open_path(plan, plan.realm.kind[ship], 1)


def _unload_one(plan: Plan, kind: int, ship: int, to: int) -> None:
    for unit in plan.aboard[ship]:
        if plan.realm.kind[unit] == kind:
            _unload(plan, unit, ship, to)
            return


def _unload_mage(plan: Plan, mage: int, to: int) -> None:
    for ship, passengers in plan.aboard.items():
        if mage in passengers:
            _unload(plan, mage, ship, to)
            return


def _unload(plan: Plan, unit: int, ship: int, to: int) -> None:
    plan.unloads[unit] = to
    plan.unloading.add(ship)
    plan.aboard[ship] = [other for other in plan.aboard[ship] if other != unit]
    _changed(plan, SAILING, UNLOADING)


def _disband(plan: Plan, kind: int, area: int) -> list[Event]:
    """KC-13.8 to 13.10: one unit goes, a ship with its passengers."""
    realm = plan.realm
    knows = realm.knows[plan.seat]
    choices = [
        (len(plan.aboard.get(i, [])), realm.mana[i], i)
        for i, side in enumerate(realm.side)
        if side == plan.seat
        and realm.kind[i] == kind
        and realm.area[i] == area
        and i not in plan.gone
    ]
    unit = min(choices)[2]
    leaving = [unit, *plan.aboard.get(unit, [])]
    plan.gone += leaving
    plan.gold += sum(upkeep_of(knows, realm.kind[i]) for i in leaving)
    plan.muster()
    if plan.gold >= 0:
        plan.decision = MENU
    elif not has_paid_units(plan):
        plan.gold = 0
        plan.decision = MENU
    names = tuple(UNIT_NAMES[realm.id[i] - 1] for i in leaving)
    return [Event("disbanded", plan.seat, names, to=(plan.seat,))]


def has_paid_units(plan: Plan) -> bool:
    """Whether a unit with upkeep is left."""
    realm = plan.realm
    knows = realm.knows[plan.seat]
    return any(
        side == plan.seat and i not in plan.gone and upkeep_of(knows, realm.kind[i]) > 0
        for i, side in enumerate(realm.side)
    )
