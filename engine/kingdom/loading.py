"""Reading states back from plain values: every number is checked before it is believed."""

from typing import Final

from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.kingdom.board import Board, fixed_board
from pentarch.engine.kingdom.commands import TABLE
from pentarch.engine.kingdom.knowledge import knowledge_of
from pentarch.engine.kingdom.menu import enter, legal, refusal
from pentarch.engine.kingdom.realm import Kingdom, Market, Offer, Realm
from pentarch.engine.kingdom.region import Castle, Region
from pentarch.engine.kingdom.settings import AUTO_MAPS, OPTIONS, SIZE_NAMES, Settings
from pentarch.engine.kingdom.state import DEBT, DONE, Plan, State, open_plans
from pentarch.engine.kingdom.tables import (
    ARCANE_STUDY,
    AREAS,
    DRAGON,
    ENDINGS,
    GOING_ON,
    GUARD_TOWER,
    KINDS,
    MAGE,
    MOST_ATTACK,
    MOST_LANDS,
    MOST_MANA,
    MOST_PRODUCTION,
    MOST_UNITS,
    NEUTRAL,
    NOBODY,
    SCROLLS,
    TECHS,
)
from pentarch.engine.kingdom.unit import Recruit, Unit
from pentarch.engine.kingdom.wedge import random_board
from pentarch.engine.options import choose
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_ints,
    as_strs,
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
_MOST_ORDERS: Final = 5_000
_LONGEST_BUILDING: Final = max([kind.build_time for kind in KINDS])
_MOST_INSTALMENTS: Final = max([tech.rounds for tech in TECHS]) - 1


def load_state(value: Json) -> State:
    """The state that `dump_state` gave; InvalidValue for anything that cannot be one."""
    state = load_realm(value)
    plans = list_field(value, "plans")
    if len(plans) != state.realm.settings.seats:
        raise InvalidValue("there is not one plan for each seat")
    for seat, orders in enumerate(plans):
        enter_orders(state.plans[seat], as_strs(orders, "a plan"))
    check_waiting(state)
    return state


def load_realm(value: Json) -> State:
    """The state that a dump without plans gives: nobody has entered anything."""
    board = _board_of(value)
    try:
        options = choose(OPTIONS, as_dict(field(value, "options"), "options"))
    except EngineError as error:
        raise InvalidValue(str(error)) from error
    realm = Realm(Settings(board, options))
    realm.round = within(int_field(value, "round"), 1, realm.settings.last_round, "round")
    realm.ending = ENDINGS[within(int_field(value, "ended"), 0, len(ENDINGS) - 1, "ended")]
    _load_kingdoms(realm, value)
    _load_regions(realm, value)
    realm.next_id = within(int_field(value, "next_id"), 1, MOST_UNITS + 1, "next_id")
    _load_queues(realm, value)
    _load_units(realm, value)
    _load_market(realm, value)
    state = State(realm, open_plans(realm))
    _check_debts(state)
    return state


def enter_orders(plan: Plan, texts: list[str]) -> None:
    """Enter orders as they were written down; InvalidValue for one that is refused."""
    if len(texts) > _MOST_ORDERS:
        raise InvalidValue("a plan has too many orders")
    for text in texts:
        try:
            command = TABLE.read(text)
        except EngineError as error:
            raise InvalidValue(str(error)) from error
        if plan.decision == DONE or refusal(plan, command) is not None:
            raise InvalidValue(f"the order {text!r} does not fit")
        enter(plan, command, [])


def check_waiting(state: State) -> None:
    """InvalidValue unless somebody must act exactly while the match goes on."""
    is_waiting = any([plan.decision != DONE for plan in state.plans])
    if is_waiting != (state.realm.ending is GOING_ON):
        raise InvalidValue("somebody must act exactly while the match goes on")


# --- parts ---------------------------------------------------------------------------------------


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


def _load_kingdoms(realm: Realm, value: Json) -> None:
    seats = realm.settings.seats
    gold = _ints(value, "gold", seats, -_MOST_GOLD, _MOST_GOLD)
    market = _ints(value, "market", seats, 0, 1)
    out = _ints(value, "out", seats, 0, realm.round)
    stock = _rows(value, "stock", seats, len(SCROLLS), 0, _MOST_GOLD)
    knows = _rows(value, "knows", seats, len(TECHS), 0, 1)
    paid = _rows(value, "paid", seats, len(TECHS), -1, _MOST_INSTALMENTS)
    for seat in range(seats):
        kingdom = Kingdom(seat)
        kingdom.gold = gold[seat]
        kingdom.has_market = bool(market[seat])
        kingdom.fallen = out[seat]
        kingdom.stock = stock[seat]
        kingdom.knowledge = knowledge_of([i for i, known in enumerate(knows[seat]) if known])
        for tech in TECHS:
            within(paid[seat][tech.number], -1, tech.rounds - 1, "paid")
        kingdom.research = {i: count for i, count in enumerate(paid[seat]) if count >= 0}
        realm.kingdoms.append(kingdom)


def _load_regions(realm: Realm, value: Json) -> None:
    """Regions with their castles; what these build follows with the queues."""
    lands = realm.settings.board.lands
    owner = _ints(value, "owner", len(lands), NOBODY, realm.settings.seats - 1)
    sawmill = _ints(value, "sawmill", len(lands), 0, 1)
    production = _ints(value, "production", len(lands), 0, MOST_PRODUCTION)
    attack = _ints(value, "attack", len(lands), 0, MOST_ATTACK)
    for i, area in enumerate(lands):
        castle: Castle | None = None
        if area.has_castle:
            castle = Castle(
                within(production[i], 1, MOST_PRODUCTION, "production"),
                within(attack[i], 1, MOST_ATTACK, "attack"),
                [],
            )
        else:
            require(not production[i] and not attack[i], "there is no castle in a region")
        realm.regions.append(Region(owner[i], bool(sawmill[i]), castle))


def _load_queues(realm: Realm, value: Json) -> None:
    castles = realm.settings.board.castles
    queues = list_field(value, "queues")
    if len(queues) != len(castles):
        raise InvalidValue("there is not one queue for each castle")
    for area, item in zip(castles, queues, strict=True):
        queue = as_ints(item, "a queue")
        if len(queue) % 3 or len(queue) > 3 * MOST_PRODUCTION:
            raise InvalidValue("a queue has the wrong length")
        region = realm.regions[area]
        if queue and region.owner < 0:
            raise InvalidValue("a castle without owner builds")
        recruits = [
            _recruit_of(realm, area, queue[i], queue[i + 1], queue[i + 2])
            for i in range(0, len(queue), 3)
        ]
        assert region.castle is not None
        realm.regions[area] = region.with_castle(region.castle.with_queue(recruits))


def _recruit_of(realm: Realm, castle: int, number: int, place: int, rounds: int) -> Recruit:
    kind = KINDS[within(number, 0, len(KINDS) - 1, "a kind in a queue")]
    seas = realm.settings.board.places[castle].sea_steps
    if place not in (seas if kind.is_ship else [castle]) or kind is GUARD_TOWER:
        raise InvalidValue("a queue builds in the wrong place")
    return Recruit(castle, kind, place, within(rounds, 1, _LONGEST_BUILDING, "the time in a queue"))


def _load_units(realm: Realm, value: Json) -> None:
    for item in list_field(value, "units"):
        row = as_ints(item, "a unit")
        if len(row) != 7:
            raise InvalidValue("a unit has seven numbers")
        realm.units.append(_unit_of(realm, row))
    _check_units(realm)


def _unit_of(realm: Realm, row: list[int]) -> Unit:
    id, number, side, area, ship, mana, build = row
    last = realm.units[-1].id if realm.units else 0
    within(id, last + 1, realm.next_id - 1, "the id of a unit")
    kind = KINDS[within(number, 0, len(KINDS) - 1, "the kind of a unit")]
    if side != NEUTRAL:
        within(side, 0, realm.settings.seats - 1, "the side of a unit")
        require(realm.kingdoms[side].fallen == 0, "a fallen seat has units")
    within(area, 0, AREAS - 1, "the area of a unit")
    if not realm.settings.board.places[area].exists:
        raise InvalidValue("a unit stands nowhere")
    within(mana, 0, MOST_MANA + ARCANE_STUDY.most_mana if kind is MAGE else 0, "mana")
    within(build, 0, GUARD_TOWER.build_time if kind is GUARD_TOWER else 0, "build")
    if kind is not DRAGON and (area >= MOST_LANDS) != (kind.is_ship or ship != 0):
        raise InvalidValue("a unit is out of its element")
    if ship and not kind.is_carried:
        raise InvalidValue("a unit is aboard that cannot be carried")
    return Unit(id, kind, side, area, ship, mana, build)


def _check_units(realm: Realm) -> None:
    holders: dict[int, int] = {}
    loads: dict[int, int] = {}
    for unit in realm.units:
        if not unit.ship:
            is_on_land = unit.area < MOST_LANDS
            if is_on_land and holders.setdefault(unit.area, unit.side) != unit.side:
                raise InvalidValue("two kingdoms stand in one region")
            continue
        ship = realm.unit(unit.ship)
        if ship is None or ship.side != unit.side or ship.area != unit.area:
            raise InvalidValue("a unit is aboard a ship that is not there")
        loads[ship.id] = loads.get(ship.id, 0) + 1
        if loads[ship.id] > ship.kind.capacity:
            raise InvalidValue("a ship carries more than it holds")


def _load_market(realm: Realm, value: Json) -> None:
    offer = ints_field(value, "offer")
    prices = ints_field(value, "prices")
    deck = ints_field(value, "deck")
    tech = within(int_field(value, "tech"), -1, len(TECHS) - 1, "tech")
    if len(set(offer)) != len(offer) or len(prices) != len(offer) or len(set(deck)) != len(deck):
        raise InvalidValue("the market or the deck repeats itself")
    offers = [
        Offer(
            SCROLLS[within(scroll, 0, len(SCROLLS) - 1, "offer")],
            within(price, -_MOST_GOLD, _MOST_GOLD, "prices"),
        )
        for scroll, price in zip(offer, prices, strict=True)
    ]
    spanned(deck, len(deck), 0, len(TECHS) - 1, "deck")
    realm.market = Market(offers, TECHS[tech] if tech >= 0 else None, deck)


def _check_debts(state: State) -> None:
    """A debt is only open to orders when disbanding can still pay for it (KC-13.10)."""
    for plan in state.plans:
        if plan.decision == DEBT and not legal(plan):
            raise InvalidValue("a debt is open that cannot be paid")


def _ints(value: Json, key: str, length: int, low: int, high: int) -> list[int]:
    return spanned(ints_field(value, key), length, low, high, key)


def _rows(value: Json, key: str, count: int, length: int, low: int, high: int) -> list[list[int]]:
    rows = list_field(value, key)
    if len(rows) != count:
        raise InvalidValue(f"{key!r} must have {count} rows")
    return [spanned(as_ints(row, key), length, low, high, key) for row in rows]
