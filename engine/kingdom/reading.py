"""Reading the realm back from plain values: every number is checked before it is believed."""

from typing import Final

from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.kingdom.board import Board, fixed_board, random_board
from pentarch.engine.kingdom.execution import open_plans
from pentarch.engine.kingdom.menus import legal_orders
from pentarch.engine.kingdom.state import DEBT, REASON_NAMES, Realm, State, Terms
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    AUTO_MAPS,
    CAPACITY,
    DRAGON,
    GUARD_TOWER,
    IS_CARRIED,
    IS_SHIP,
    KINDS,
    MAGE,
    MOST_ATTACK,
    MOST_LANDS,
    MOST_PRODUCTION,
    MOST_UNITS,
    NEUTRAL,
    OPTIONS,
    SCROLLS,
    SIZE_NAMES,
    TECH_ROUNDS,
    TECHS,
)
from pentarch.engine.options import choose
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_ints,
    field,
    int_field,
    ints_field,
    list_field,
    require,
    spanned,
    str_field,
    strs_field,
    within,
)

_MOST_GOLD: Final = 1_000_000


def load_realm(value: Json) -> State:
    board = _board_of(value)
    try:
        options = choose(OPTIONS, as_dict(field(value, "options"), "options"))
    except EngineError as error:
        raise InvalidValue(str(error)) from error
    realm = Realm(Terms(board, options))
    seats, lands = board.seats, board.lands
    realm.round = within(int_field(value, "round"), 1, realm.terms.last_round, "round")
    realm.ended = within(int_field(value, "ended"), 0, len(REASON_NAMES) - 1, "ended")
    realm.gold = _ints(value, "gold", seats, -_MOST_GOLD, _MOST_GOLD)
    realm.market = _ints(value, "market", seats, 0, 1)
    realm.out = _ints(value, "out", seats, 0, realm.round)
    realm.stock = _rows(value, "stock", seats, SCROLLS, _MOST_GOLD)
    realm.knows = _rows(value, "knows", seats, TECHS, 1)
    realm.paid = _rows(value, "paid", seats, TECHS, max(TECH_ROUNDS) - 1)
    for seat in range(seats):
        for tech in range(TECHS):
            within(realm.paid[seat][tech], -1, TECH_ROUNDS[tech] - 1, "paid")
    for name, spread, low, high in (
        ("owner", realm.owner, -1, seats - 1),
        ("sawmill", realm.sawmill, 0, 1),
        ("production", realm.production, 0, MOST_PRODUCTION),
        ("attack", realm.attack, 0, MOST_ATTACK),
    ):
        for area, number in zip(lands, _ints(value, name, len(lands), low, high), strict=True):
            spread[area] = number
    realm.next_id = within(int_field(value, "next_id"), 1, MOST_UNITS + 1, "next_id")
    _load_queues(realm, value)
    _load_units(realm, value)
    _load_market(realm, value)
    state = State(realm, open_plans(realm), (1 << seats) - 1)
    _check_debts(state)
    return state


def _board_of(value: Json) -> Board:
    seats = int_field(value, "seats")
    if seats not in AUTO_MAPS:
        raise InvalidValue("there must be 2 to 6 seats")
    options = field(value, "options")
    name = str_field(options, "map")
    if name == "auto":
        name = AUTO_MAPS[seats]
    wedge = strs_field(value, "wedge")
    if name == "random":
        size = str_field(options, "map_size")
        if size not in SIZE_NAMES:
            raise InvalidValue("the random map has an unknown size")
        return random_board(seats, size, wedge)
    try:
        board = fixed_board(name)
    except KeyError as error:
        raise InvalidValue("there is no such map") from error
    if board.seats != seats or wedge:
        raise InvalidValue("the map does not fit the seats")
    return board


def _load_queues(realm: Realm, value: Json) -> None:
    board = realm.terms.board
    queues = list_field(value, "queues")
    if len(queues) != len(board.castles):
        raise InvalidValue("there is not one queue for each castle")
    for castle, item in zip(board.castles, queues, strict=True):
        within(realm.production[castle], 1, MOST_PRODUCTION, "production")
        within(realm.attack[castle], 1, MOST_ATTACK, "attack")
        queue = as_ints(item, "a queue")
        if len(queue) % 3 or len(queue) > 3 * MOST_PRODUCTION:
            raise InvalidValue("a queue has the wrong length")
        if queue and realm.owner[castle] < 0:
            raise InvalidValue("a castle without owner builds")
        for i in range(0, len(queue), 3):
            kind = within(queue[i], 0, KINDS - 1, "a kind in a queue")
            places = board.sea_steps[castle] if IS_SHIP[kind] else [castle]
            if queue[i + 1] not in places or kind == GUARD_TOWER:
                raise InvalidValue("a queue builds in the wrong place")
            within(queue[i + 2], 1, 2, "the time in a queue")
        realm.queues[castle] = queue


def _load_units(realm: Realm, value: Json) -> None:
    board = realm.terms.board
    for item in list_field(value, "units"):
        row = as_ints(item, "a unit")
        if len(row) != 7:
            raise InvalidValue("a unit has seven numbers")
        number, kind, side, area, ship, mana, build = row
        last = realm.id[-1] if realm.id else 0
        within(number, last + 1, realm.next_id - 1, "the id of a unit")
        within(kind, 0, KINDS - 1, "the kind of a unit")
        if side != NEUTRAL:
            within(side, 0, realm.terms.seats - 1, "the side of a unit")
            require(realm.out[side] == 0, "a fallen seat has units")
        within(area, 0, len(AREA_NAMES) - 1, "the area of a unit")
        if not board.exists[area]:
            raise InvalidValue("a unit stands nowhere")
        within(mana, 0, 4 if kind == MAGE else 0, "mana")
        within(build, 0, 2 if kind == GUARD_TOWER else 0, "build")
        is_at_sea = area >= MOST_LANDS
        if kind != DRAGON and is_at_sea != (IS_SHIP[kind] or ship != 0):
            raise InvalidValue("a unit is out of its element")
        if ship and not IS_CARRIED[kind]:
            raise InvalidValue("a unit is aboard that cannot be carried")
        realm.id.append(number)
        realm.kind.append(kind)
        realm.side.append(side)
        realm.area.append(area)
        realm.ship.append(ship)
        realm.mana.append(mana)
        realm.build.append(build)
    _check_units(realm)


def _check_units(realm: Realm) -> None:
    holders: dict[int, int] = {}
    loads: dict[int, int] = {}
    for unit, ship in enumerate(realm.ship):
        area, side = realm.area[unit], realm.side[unit]
        if not ship:
            if area < MOST_LANDS and holders.setdefault(area, side) != side:
                raise InvalidValue("two kingdoms stand in one region")
            continue
        carrier = realm.unit(ship)
        if carrier < 0 or realm.side[carrier] != side or realm.area[carrier] != area:
            raise InvalidValue("a unit is aboard a ship that is not there")
        loads[carrier] = loads.get(carrier, 0) + 1
        if loads[carrier] > CAPACITY[realm.kind[carrier]]:
            raise InvalidValue("a ship carries more than it holds")


def _load_market(realm: Realm, value: Json) -> None:
    offer = ints_field(value, "offer")
    prices = ints_field(value, "prices")
    deck = ints_field(value, "deck")
    realm.tech = within(int_field(value, "tech"), -1, TECHS - 1, "tech")
    if len(set(offer)) != len(offer) or len(prices) != len(offer) or len(set(deck)) != len(deck):
        raise InvalidValue("the market or the deck repeats itself")
    realm.offer = [within(scroll, 0, SCROLLS - 1, "offer") for scroll in offer]
    realm.prices = [within(price, -_MOST_GOLD, _MOST_GOLD, "prices") for price in prices]
    realm.deck = [within(tech, 0, TECHS - 1, "deck") for tech in deck]


def _check_debts(state: State) -> None:
    """A debt is only open to orders when disbanding can still pay for it (KC-13.10)."""
    for plan in state.plans:
        if plan.decision == DEBT and not legal_orders(plan):
            raise InvalidValue("a debt is open that cannot be paid")


def _ints(value: Json, key: str, length: int, low: int, high: int) -> list[int]:
    return spanned(ints_field(value, key), length, low, high, key)


def _rows(value: Json, key: str, count: int, length: int, high: int) -> list[list[int]]:
    rows = list_field(value, key)
    if len(rows) != count:
        raise InvalidValue(f"{key!r} must have {count} rows")
    low = -1 if key == "paid" else 0
    return [spanned(as_ints(row, key), length, low, high, key) for row in rows]
