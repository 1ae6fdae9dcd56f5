"""Sampling: from what a seat sees, a state that it could be in."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.core import Seat, Words
from pentarch.engine.errors import InvalidValue
from pentarch.engine.kingdom.commands import DONE as SAY_DONE
from pentarch.engine.kingdom.loading import check_waiting, enter_orders, load_realm
from pentarch.engine.kingdom.menu import enter, legal
from pentarch.engine.kingdom.state import DEBT, DONE, Plan, State
from pentarch.engine.kingdom.tables import (
    AREA_NUMBERS,
    ENDINGS,
    KIND_NAMES,
    SCROLL_NAMES,
    SIDE_NAMES,
    TECH_NAMES,
)
from pentarch.engine.kingdom.views import view_state
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
    strs_field,
)

_KIND_NUMBERS: Final = {name: kind for kind, name in enumerate(KIND_NAMES)}
_SIDE_NUMBERS: Final = {name: side for side, name in enumerate(SIDE_NAMES)}
_SCROLL_NUMBERS: Final = {name: scroll for scroll, name in enumerate(SCROLL_NAMES)}
_TECH_NUMBERS: Final = {name: tech for tech, name in enumerate(TECH_NAMES)}
_REASONS: Final[Words] = tuple([ending.reason for ending in ENDINGS])


def sample_state(view: Json, seat: Seat, chance: Chance) -> State:
    """A state in which the seat sees this view.

    The order of the tech deck is drawn. Other seats have entered nothing yet, or, where they are
    seen to be done, nothing beyond the disbanding that a debt forces on them.
    """
    state = load_realm(_dump_of_view(view, chance))
    if not 0 <= seat < state.realm.settings.seats:
        raise InvalidValue("the view has no such seat")
    for other, item in enumerate(list_field(view, "seats")):
        plan = state.plans[other]
        if other == seat:
            enter_orders(plan, strs_field(field(item, "plan"), "orders"))
        elif field(item, "done") is True and plan.decision != DONE:
            _finish(plan)
    check_waiting(state)
    if view_state(state, seat) != view:
        raise InvalidValue("the view contradicts itself")
    return state


def _finish(plan: Plan) -> None:
    while plan.decision == DEBT:
        enter(plan, legal(plan)[0], [])
    enter(plan, SAY_DONE.of(), [])


# --- a view in the form of a dump ----------------------------------------------------------------


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
    if reason not in _REASONS:
        raise InvalidValue("the view ends for an unknown reason")
    tech = field(view, "tech")
    return {
        "seats": len(seats),
        "options": field(view, "options"),
        "wedge": field(board, "wedge"),
        "round": field(view, "round"),
        "ended": _REASONS.index(reason),
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
