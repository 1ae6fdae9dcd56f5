"""Views and dumps: states as plain values, and the way back, which trusts nothing it reads."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.kingdom.checks import scroll_price
from pentarch.engine.kingdom.commands import DONE, TABLE, UNIT_NAMES
from pentarch.engine.kingdom.execution import army_value, outcome_of
from pentarch.engine.kingdom.menus import legal_orders
from pentarch.engine.kingdom.orders import give, refusal_of
from pentarch.engine.kingdom.reading import load_realm
from pentarch.engine.kingdom.state import (
    DEBT,
    DECISION_NAMES,
    FINISHED,
    REASON_NAMES,
    Plan,
    Realm,
    State,
)
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    AREA_NUMBERS,
    KIND_NAMES,
    LAND_NAMES,
    SCROLL_NAMES,
    SCROLLS,
    SIDE_NAMES,
    SPELL_NAMES,
    TECH_NAMES,
    TECHS,
)
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_list,
    as_str,
    as_strs,
    field,
    int_field,
    ints,
    list_field,
    number_of,
    str_field,
    strs,
    strs_field,
)
from pentarch.engine.ruleset import OMNISCIENT

_MOST_ORDERS: Final = 5_000
_KIND_NUMBERS: Final = {name: kind for kind, name in enumerate(KIND_NAMES)}
_SIDE_NUMBERS: Final = {name: side for side, name in enumerate(SIDE_NAMES)}
_SCROLL_NUMBERS: Final = {name: scroll for scroll, name in enumerate(SCROLL_NAMES)}
_TECH_NUMBERS: Final = {name: tech for tech, name in enumerate(TECH_NAMES)}


# --- views ---------------------------------------------------------------------------------------


def view_state(state: State, seat: "Seat | None") -> Json:
    """What a seat may know: the realm as the round began, and its own plan."""
    realm = state.realm
    terms = realm.terms
    waiting = [SIDE_NAMES[plan.seat] for plan in state.plans if plan.decision != FINISHED]
    view: dict[str, Json] = {
        "round": realm.round,
        "last_round": terms.last_round,
        "castles_to_win": terms.goal,
        "phase": "over" if realm.ended else "orders",
        "to_act": strs(waiting),
        "options": terms.options.plain(),
        "board": terms.board.plain,
        "regions": [
            {
                "id": LAND_NAMES[area],
                "owner": _side_name(realm.owner[area]),
                "sawmill": bool(realm.sawmill[area]),
            }
            for area in terms.board.lands
        ],
        "castles": [_castle_view(realm, area) for area in terms.board.castles],
        "units": [_unit_view(realm, unit) for unit in range(len(realm.id))],
        "next_unit": realm.next_id,
        "market": [
            {"scroll": SCROLL_NAMES[scroll], "price": price}
            for scroll, price in zip(realm.offer, realm.prices, strict=True)
        ],
        "tech": TECH_NAMES[realm.tech] if realm.tech >= 0 else None,
        # Which techs are still to come is known to all; their order to nobody.
        "techs_left": strs([TECH_NAMES[tech] for tech in sorted(realm.deck)]),
        "deck": strs([TECH_NAMES[tech] for tech in realm.deck]) if seat == OMNISCIENT else None,
        "seats": [_seat_view(state, other, seat) for other in range(terms.seats)],
        "outcome": None,
    }
    if realm.ended:
        outcome = outcome_of(realm)
        view["outcome"] = {"reason": outcome.reason, "ranks": ints(outcome.ranks)}
    return view


def _castle_view(realm: Realm, area: int) -> Json:
    queue = realm.queues[area]
    return {
        "id": LAND_NAMES[area],
        "owner": _side_name(realm.owner[area]),
        "production": realm.production[area],
        "attack": realm.attack[area],
        "queue": [
            {
                "type": KIND_NAMES[queue[i]],
                "place": AREA_NAMES[queue[i + 1]],
                "rounds": queue[i + 2],
            }
            for i in range(0, len(queue), 3)
        ],
    }


def _unit_view(realm: Realm, unit: int) -> Json:
    return {
        "id": UNIT_NAMES[realm.id[unit] - 1],
        "type": KIND_NAMES[realm.kind[unit]],
        "kingdom": SIDE_NAMES[realm.side[unit]],
        "area": AREA_NAMES[realm.area[unit]],
        "ship": UNIT_NAMES[realm.ship[unit] - 1] if realm.ship[unit] else None,
        "mana": realm.mana[unit],
        "build": realm.build[unit],
    }


def _seat_view(state: State, seat: Seat, viewer: "Seat | None") -> Json:
    realm = state.realm
    plan = state.plans[seat]
    research: dict[str, Json] = {
        TECH_NAMES[tech]: paid for tech, paid in enumerate(realm.paid[seat]) if paid >= 0
    }
    return {
        "seat": SIDE_NAMES[seat],
        "eliminated": realm.out[seat],
        "done": plan.decision == FINISHED,
        "gold": realm.gold[seat],
        "stock": _stock_view(realm.stock[seat]),
        "market": bool(realm.market[seat]),
        "techs": strs([TECH_NAMES[tech] for tech in range(TECHS) if realm.knows[seat][tech]]),
        "research": research,
        "castles": realm.castles(seat),
        "income": realm.income(seat),
        "upkeep": realm.upkeep(seat),
        "army": army_value(realm, seat),
        "plan": _plan_view(plan) if viewer in (seat, OMNISCIENT) else None,
    }


def _plan_view(plan: Plan) -> Json:
    realm = plan.realm
    entries = plan.entries
    prices: dict[str, Json] = {
        SCROLL_NAMES[scroll]: scroll_price(plan, scroll) for scroll in realm.offer
    }
    improved: dict[str, Json] = {
        LAND_NAMES[castle]: SCROLL_NAMES[scroll] for castle, scroll in plan.improved.items()
    }
    return {
        "decision": DECISION_NAMES[plan.decision],
        "orders": strs([command.text for command in plan.given]),
        "gold": plan.gold,
        "stock": _stock_view(plan.stock),
        "prices": prices,
        "market": bool(plan.market),
        "research": TECH_NAMES[plan.research] if plan.research >= 0 else None,
        "queued": [
            {
                "castle": LAND_NAMES[entries[i]],
                "type": KIND_NAMES[entries[i + 1]],
                "place": AREA_NAMES[entries[i + 2]],
                "rounds": entries[i + 3],
            }
            for i in range(0, len(entries), 4)
        ],
        "improved": improved,
        "sawmills": strs([LAND_NAMES[area] for area in plan.sawmills]),
        "towers": strs([LAND_NAMES[area] for area in plan.towers]),
        "disbanded": strs([_unit_name(realm, unit) for unit in plan.gone]),
        "paths": [
            {"unit": _unit_name(realm, unit), "areas": strs([AREA_NAMES[area] for area in path])}
            for unit, path in sorted(plan.paths.items())
        ],
        "loads": [
            {"unit": _unit_name(realm, unit), "ship": _unit_name(realm, ship)}
            for unit, ship in sorted(plan.loads.items())
        ],
        "unloads": [
            {"unit": _unit_name(realm, unit), "area": AREA_NAMES[area]}
            for unit, area in sorted(plan.unloads.items())
        ],
        "casts": [
            {
                "mage": _unit_name(realm, mage),
                "spell": SPELL_NAMES[spell],
                "area": AREA_NAMES[area],
            }
            for mage, (spell, area) in sorted(plan.casts.items())
        ],
    }


def _stock_view(stock: list[int]) -> Json:
    counts: dict[str, Json] = {SCROLL_NAMES[scroll]: stock[scroll] for scroll in range(SCROLLS)}
    return counts


def _unit_name(realm: Realm, unit: int) -> str:
    return UNIT_NAMES[realm.id[unit] - 1]


def _side_name(side: int) -> "str | None":
    return SIDE_NAMES[side] if side >= 0 else None


# --- dumps ---------------------------------------------------------------------------------------


def dump_state(state: State) -> Json:
    """The whole state: the realm in numbers, the plans as the orders given."""
    realm = state.realm
    lands = realm.terms.board.lands
    return {
        "seats": realm.terms.seats,
        "options": realm.terms.options.plain(),
        "wedge": strs(realm.terms.board.wedge),
        "round": realm.round,
        "ended": realm.ended,
        "gold": ints(realm.gold),
        "stock": [ints(counts) for counts in realm.stock],
        "market": ints(realm.market),
        "knows": [ints(known) for known in realm.knows],
        "paid": [ints(paid) for paid in realm.paid],
        "out": ints(realm.out),
        "owner": ints([realm.owner[area] for area in lands]),
        "sawmill": ints([realm.sawmill[area] for area in lands]),
        "production": ints([realm.production[area] for area in lands]),
        "attack": ints([realm.attack[area] for area in lands]),
        "queues": [ints(realm.queues[area]) for area in realm.terms.board.castles],
        "units": [
            ints(
                [
                    realm.id[unit],
                    realm.kind[unit],
                    realm.side[unit],
                    realm.area[unit],
                    realm.ship[unit],
                    realm.mana[unit],
                    realm.build[unit],
                ]
            )
            for unit in range(len(realm.id))
        ],
        "next_id": realm.next_id,
        "offer": ints(realm.offer),
        "prices": ints(realm.prices),
        "tech": realm.tech,
        "deck": ints(realm.deck),
        "plans": [strs([command.text for command in plan.given]) for plan in state.plans],
    }


def load_state(value: Json) -> State:
    """The state that `dump_state` gave; InvalidValue for anything that cannot be one."""
    state = load_realm(value)
    plans = list_field(value, "plans")
    if len(plans) != state.realm.terms.seats:
        raise InvalidValue("there is not one plan for each seat")
    for seat, orders in enumerate(plans):
        _enter_orders(state.plans[seat], as_strs(orders, "a plan"))
    _check_waiting(state)
    return state


def sample_state(view: Json, seat: Seat, chance: Chance) -> State:
    """A state in which the seat sees this view.

    The order of the tech deck is drawn. Other seats have entered nothing yet, or, where they are
    seen to be done, nothing beyond the disbanding that a debt forces on them.
    """
    state = load_realm(_dump_of_view(view, chance))
    if not 0 <= seat < state.realm.terms.seats:
        raise InvalidValue("the view has no such seat")
    for other, item in enumerate(list_field(view, "seats")):
        plan = state.plans[other]
        if other == seat:
            _enter_orders(plan, strs_field(field(item, "plan"), "orders"))
        elif field(item, "done") is True and plan.decision != FINISHED:
            _finish(plan)
    _check_waiting(state)
    if view_state(state, seat) != view:
        raise InvalidValue("the view contradicts itself")
    return state


def _finish(plan: Plan) -> None:
    while plan.decision == DEBT:
        give(plan, legal_orders(plan)[0])
    give(plan, DONE.of())


def _enter_orders(plan: Plan, texts: list[str]) -> None:
    if len(texts) > _MOST_ORDERS:
        raise InvalidValue("a plan has too many orders")
    for text in texts:
        try:
            command = TABLE.read(text)
        except EngineError as error:
            raise InvalidValue(str(error)) from error
        if plan.decision == FINISHED or refusal_of(plan, command) is not None:
            raise InvalidValue(f"the order {text!r} does not fit")
        give(plan, command)


def _check_waiting(state: State) -> None:
    is_waiting = any(plan.decision != FINISHED for plan in state.plans)
    if is_waiting == bool(state.realm.ended):
        raise InvalidValue("somebody must act exactly while the match goes on")


# --- reading -------------------------------------------------------------------------------------


def _dump_of_view(view: Json, chance: Chance) -> Json:
    """A view in the form of a dump, without plans; the deck in a drawn order."""
    board = field(view, "board")
    seats = list_field(view, "seats")
    castles = list_field(view, "castles")
    regions = list_field(view, "regions")
    deck = [number_of(tech, _TECH_NUMBERS, "techs_left") for tech in list_field(view, "techs_left")]
    chance.shuffle(deck)
    production = {str_field(castle, "id"): int_field(castle, "production") for castle in castles}
    attack = {str_field(castle, "id"): int_field(castle, "attack") for castle in castles}
    names = [str_field(region, "id") for region in regions]
    market = list_field(view, "market")
    outcome = field(view, "outcome")
    reason = "" if outcome is None else str_field(outcome, "reason")
    if reason not in REASON_NAMES:
        raise InvalidValue("the view ends for an unknown reason")
    tech = field(view, "tech")
    return {
        "seats": len(seats),
        "options": field(view, "options"),
        "wedge": field(board, "wedge"),
        "round": field(view, "round"),
        "ended": REASON_NAMES.index(reason),
        "gold": [field(seat, "gold") for seat in seats],
        "stock": [_stock_of(field(seat, "stock")) for seat in seats],
        "market": [1 if field(seat, "market") is True else 0 for seat in seats],
        "knows": [_known_of(field(seat, "techs")) for seat in seats],
        "paid": [_paid_of(field(seat, "research")) for seat in seats],
        "out": [field(seat, "eliminated") for seat in seats],
        "owner": [_owner_of(field(region, "owner")) for region in regions],
        "sawmill": [1 if field(region, "sawmill") is True else 0 for region in regions],
        "production": [production.get(name, 0) for name in names],
        "attack": [attack.get(name, 0) for name in names],
        "queues": [_queue_of(field(castle, "queue")) for castle in castles],
        "units": [_unit_of(unit) for unit in list_field(view, "units")],
        "next_id": field(view, "next_unit"),
        "offer": [number_of(field(item, "scroll"), _SCROLL_NUMBERS, "scroll") for item in market],
        "prices": [field(item, "price") for item in market],
        "tech": -1 if tech is None else number_of(tech, _TECH_NUMBERS, "tech"),
        "deck": ints(deck),
    }


def _stock_of(value: Json) -> Json:
    return [int_field(value, name) for name in SCROLL_NAMES]


def _known_of(value: Json) -> Json:
    names = as_strs(value, "techs")
    return [1 if name in names else 0 for name in TECH_NAMES]


def _paid_of(value: Json) -> Json:
    research = as_dict(value, "research")
    return [research.get(name, -1) for name in TECH_NAMES]


def _owner_of(value: Json) -> int:
    return -1 if value is None else number_of(value, _SIDE_NUMBERS, "owner")


def _queue_of(value: Json) -> Json:
    queue: list[Json] = []
    for entry in as_list(value, "a queue"):
        queue.append(number_of(field(entry, "type"), _KIND_NUMBERS, "type"))
        queue.append(number_of(field(entry, "place"), AREA_NUMBERS, "place"))
        queue.append(int_field(entry, "rounds"))
    return queue


def _unit_of(value: Json) -> Json:
    ship = field(value, "ship")
    return [
        _unit_number(field(value, "id")),
        number_of(field(value, "type"), _KIND_NUMBERS, "type"),
        number_of(field(value, "kingdom"), _SIDE_NUMBERS, "kingdom"),
        number_of(field(value, "area"), AREA_NUMBERS, "area"),
        0 if ship is None else _unit_number(ship),
        int_field(value, "mana"),
        int_field(value, "build"),
    ]


def _unit_number(value: Json) -> int:
    name = as_str(value, "a unit")
    if not name.startswith("u") or len(name) > 5 or not name[1:].isdecimal():
        raise InvalidValue("there is an unknown unit in the view")
    return int(name[1:])
