"""Menus: everything a seat may say at a moment, in a fixed order (KC-16.2).

The lists of the kinds of orders are kept in the plan until something they depend on changes.
"""

from pentarch.engine.commands import Command
from pentarch.engine.kingdom.checks import (
    blueprint_refusal,
    buy_refusal,
    can_shake,
    cast_refusal,
    disband_refusal,
    last_sea,
    load_refusal,
    research_refusal,
    sail_refusal,
    train_refusal,
    use_refusal,
)
from pentarch.engine.kingdom.commands import (
    AT,
    BUY,
    CAST,
    DISBAND,
    DONE,
    LOAD_MAGE,
    LOAD_ONE,
    MOVE_MAGE,
    RESEARCH,
    SAIL,
    SELECT,
    TRAIN,
    TRAIN_SHIP,
    UNLOAD_MAGE,
    UNLOAD_ONE,
    USE,
    USE_BLUEPRINT,
)
from pentarch.engine.kingdom.state import (
    AREA,
    BUYING,
    DEBT,
    GROUP,
    LOADING,
    MENU,
    MOVING,
    ORDER_KINDS,
    PATH,
    RESEARCHING,
    SAILING,
    TARGET,
    TRAINING,
    UNLOADING,
    USING,
    Plan,
)
from pentarch.engine.kingdom.tables import (
    BLESSING,
    EARTHQUAKE,
    GALLEON_BLUEPRINT,
    IS_CARRIED,
    KINDS,
    KNIGHT,
    LONG_MENU,
    MAGE,
    MARKET,
    MOST_LANDS,
    SCROLLS,
    SOLDIERS,
    SWORDSMAN,
    TRIREME,
)


def legal_orders(plan: Plan) -> list[Command]:
    """What the seat may say now. The list is the caller's to keep."""
    decision = plan.decision
    if decision == MENU:
        return menu(plan).copy()
    if decision == PATH:
        walker = plan.walkers[0]
        kind = plan.realm.kind[walker]
        return plan.realm.terms.board.path_menu(kind, plan.paths[walker][-1]).copy()
    if decision == TARGET:
        return _targets(plan)
    if decision == DEBT:
        return _disbands(plan)
    if decision == AREA:
        return [order for order in area_orders(plan) if area_of(plan, order) == plan.selected]
    return []


def is_long(plan: Plan) -> bool:
    """KC-16.5: whether the menu is so long that an area has to be selected first."""
    return sum(len(_orders(plan, kind)) for kind in range(ORDER_KINDS)) + 1 > LONG_MENU


def menu(plan: Plan) -> list[Command]:
    """The menu, made when first asked for after a change."""
    made = plan.menu
    if made is None:
        made = []
        for kind in range(ORDER_KINDS):
            made += _orders(plan, kind)
        made.append(DONE.of())
        if len(made) > LONG_MENU:
            areas = sorted({area_of(plan, order) for order in area_orders(plan)})
            made = [SELECT.of(area) for area in areas]
            made += _orders(plan, BUYING)
            made += _orders(plan, RESEARCHING)
            made.append(DONE.of())
        plan.menu = made
    return made


def area_orders(plan: Plan) -> list[Command]:
    """All orders of a menu that belong to an area."""
    found: list[Command] = []
    for kind in range(ORDER_KINDS):
        if kind != BUYING and kind != RESEARCHING:
            found += _orders(plan, kind)
    return found


def area_of(plan: Plan, command: Command) -> int:
    """The area an order belongs to: where it is given, not where it leads."""
    verb, args, realm = command.verb, command.args, plan.realm
    if verb is TRAIN_SHIP or verb is USE_BLUEPRINT:
        return args[0]
    if verb is UNLOAD_MAGE:
        unit = realm.unit(args[0] + 1)
        return realm.area[plan.loads.get(unit, unit)]
    if verb is MOVE_MAGE or verb is LOAD_MAGE or verb is SAIL:
        return realm.area[realm.unit(args[0] + 1)]
    if verb is UNLOAD_ONE or verb is CAST:
        return realm.area[realm.unit(args[1] + 1)]
    return args[1]


def _orders(plan: Plan, kind: int) -> list[Command]:
    made = plan.lists[kind]
    if made is None:
        made = _make(plan, kind)
        plan.lists[kind] = made
    return made


def _make(plan: Plan, kind: int) -> list[Command]:
    if kind == MOVING:
        return _movings(plan)
    if kind == TRAINING:
        return _trainings(plan)
    if kind == USING:
        return _usings(plan)
    if kind == BUYING:
        return [
            BUY.of(scroll) for scroll in sorted(plan.realm.offer) if not buy_refusal(plan, scroll)
        ]
    if kind == RESEARCHING:
        tech = plan.realm.tech
        return [] if tech < 0 or research_refusal(plan, tech) else [RESEARCH.of(tech)]
    if kind == LOADING:
        return _loadings(plan)
    if kind == SAILING:
        return _sailings(plan)
    if kind == UNLOADING:
        return _unloadings(plan)
    return _castings(plan)


def _trainings(plan: Plan) -> list[Command]:
    found: list[Command] = []
    board = plan.realm.terms.board
    for castle in plan.slots:
        for kind in SOLDIERS:
            if train_refusal(plan, kind, castle) is not None:
                continue
            if kind == TRIREME:
                for sea in board.sea_steps[castle]:
                    found.append(TRAIN_SHIP.of(castle, sea - MOST_LANDS))
            else:
                found.append(TRAIN.of(kind, castle))
    return found


def _usings(plan: Plan) -> list[Command]:
    held = [scroll for scroll in range(SCROLLS) if plan.stock[scroll] and scroll != MARKET]
    if not held:
        return []
    found: list[Command] = []
    board = plan.realm.terms.board
    for area in sorted({*plan.slots, *plan.builders}):
        for scroll in held:
            if scroll == GALLEON_BLUEPRINT:
                if blueprint_refusal(plan, area) is None:
                    for sea in board.sea_steps[area]:
                        found.append(USE_BLUEPRINT.of(area, sea - MOST_LANDS))
            elif use_refusal(plan, scroll, area) is None:
                found.append(USE.of(scroll, area))
    return found


def _movings(plan: Plan) -> list[Command]:
    """The moves, put together from pieces by area; a move changes only the piece of its area."""
    pieces = plan.pieces
    if not pieces:
        for key in sorted(plan.free):
            pieces[key // GROUP] = []
        for area in pieces:
            pieces[area] = moves_from(plan, area)
    found: list[Command] = []
    for piece in pieces.values():
        found += piece
    return found


def moves_from(plan: Plan, area: int) -> list[Command]:
    """The moves of all units without order in an area."""
    board = plan.realm.terms.board
    free = plan.free
    found: list[Command] = []
    first = area * GROUP
    for kind in range(KINDS):
        units = free.get(first + kind)
        if not units:
            continue
        if kind == MAGE:
            for mage in units:
                number = plan.realm.id[mage] - 1
                for to in board.land_steps[area]:
                    found.append(MOVE_MAGE.of(number, to))
            continue
        found += board.moves_one(kind, area)
        if len(units) > 1:
            found += board.moves_all(kind, area)
    return found


def _loadings(plan: Plan) -> list[Command]:
    if not plan.ships:
        return []
    realm = plan.realm
    by_sea: dict[int, list[int]] = {}
    for ship in plan.ships:
        by_sea.setdefault(realm.area[ship], []).append(ship)
    found: list[Command] = []
    for key in sorted(plan.free):
        area, kind = key // GROUP, key % GROUP
        units = plan.free[key]
        if not IS_CARRIED[kind] or not units:
            continue
        ships: list[int] = []
        for sea in realm.terms.board.sea_steps[area]:
            if sea in by_sea:
                ships += [s for s in by_sea[sea] if load_refusal(plan, area, s) is None]
        if not ships:
            continue
        ships.sort()
        if kind != MAGE:
            found += [LOAD_ONE.of(kind, area, realm.id[ship] - 1) for ship in ships]
            continue
        for mage in units:
            found += [LOAD_MAGE.of(realm.id[mage] - 1, realm.id[ship] - 1) for ship in ships]
    return found


def _ships_by_sea(plan: Plan) -> list[int]:
    realm = plan.realm
    ranked = sorted([(realm.area[ship], realm.kind[ship], ship) for ship in plan.ships])
    return [ship for _, _, ship in ranked]


def _sailings(plan: Plan) -> list[Command]:
    if not plan.ships:
        return []
    realm = plan.realm
    found: list[Command] = []
    for ship in _ships_by_sea(plan):
        if sail_refusal(plan, ship) is None:
            for sea in realm.terms.board.sea_steps[realm.area[ship]]:
                found.append(SAIL.of(realm.id[ship] - 1, sea - MOST_LANDS))
    return found


def _unloadings(plan: Plan) -> list[Command]:
    if not plan.ships:
        return []
    realm = plan.realm
    keyed: dict[tuple[int, int, int, int, int], Command] = {}
    for ship, passengers in plan.aboard.items():
        if not passengers:
            continue
        sea = realm.area[ship]
        kinds = {realm.kind[unit] for unit in passengers}
        for to in realm.terms.board.land_steps[last_sea(plan, ship)]:
            for kind in (SWORDSMAN, KNIGHT):
                if kind in kinds:
                    order = UNLOAD_ONE.of(kind, realm.id[ship] - 1, to)
                    keyed[(sea, kind, 0, ship, to)] = order
            for unit in passengers:
                if realm.kind[unit] == MAGE:
                    order = UNLOAD_MAGE.of(realm.id[unit] - 1, to)
                    keyed[(sea, MAGE, unit, ship, to)] = order
    return [keyed[key] for key in sorted(keyed)]


def _castings(plan: Plan) -> list[Command]:
    if not plan.mages:
        return []
    realm = plan.realm
    found: list[Command] = []
    for _, mage in sorted([(realm.area[mage], mage) for mage in plan.mages]):
        for spell in range(BLESSING + 1):
            if cast_refusal(plan, spell, mage) is None:
                found.append(CAST.of(spell, realm.id[mage] - 1))
    return found


def _targets(plan: Plan) -> list[Command]:
    board = plan.realm.terms.board
    area = plan.realm.area[plan.caster]
    if plan.spell == EARTHQUAKE:
        return [AT.of(target) for target in board.near[area] if can_shake(plan, target)]
    return board.target_menu(area).copy()


def _disbands(plan: Plan) -> list[Command]:
    realm = plan.realm
    keys = {
        realm.area[i] * GROUP + realm.kind[i]
        for i, side in enumerate(realm.side)
        if side == plan.seat and i not in plan.gone
    }
    orders = [DISBAND.of(key % GROUP, key // GROUP) for key in sorted(keys)]
    return [order for order in orders if disband_refusal(plan, order) is None]
