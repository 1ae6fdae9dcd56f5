"""States as plain values: what a seat may know, the whole state, and figures for charts."""

from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.kingdom.conquest import outcome_of
from pentarch.engine.kingdom.market import price_of
from pentarch.engine.kingdom.realm import Kingdom, Realm
from pentarch.engine.kingdom.region import Castle, Region
from pentarch.engine.kingdom.state import (
    AREA,
    DEBT,
    DONE,
    MENU,
    PATH,
    TARGET,
    Plan,
    State,
)
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    GOING_ON,
    KINDS,
    LAND_NAMES,
    MOST_ATTACK,
    MOST_PRODUCTION,
    NEUTRAL,
    SAWMILL_YIELD,
    SCROLL_NAMES,
    SCROLLS,
    SIDE_NAMES,
    SPELL_RANGE,
    SPELLS,
    TECH_NAMES,
    TECHS,
    Kind,
)
from pentarch.engine.kingdom.unit import Recruit, Unit
from pentarch.engine.plain import Json, ints, strs
from pentarch.engine.ruleset import OMNISCIENT

DECISION_WORDS: Final = {
    DEBT: "paying its debt",
    MENU: "writing orders",
    PATH: "choosing a path",
    TARGET: "choosing a target",
    AREA: "choosing an area",
    DONE: "orders given",
}
"""What a seat does that is asked for a decision."""

# --- views ---------------------------------------------------------------------------------------


def view_state(state: State, seat: "Seat | None") -> Json:
    """What a seat may know: the realm as the round began, and its own plan."""
    realm, settings, market = state.realm, state.realm.settings, state.realm.market
    deck = strs([TECH_NAMES[tech] for tech in market.deck])
    view: dict[str, Json] = {
        "round": realm.round,
        "last_round": settings.last_round,
        "castles_to_win": settings.goal,
        "phase": state.decision,
        "to_act": strs([SIDE_NAMES[plan.seat] for plan in state.plans if plan.decision != DONE]),
        "options": settings.options.plain(),
        "board": settings.board.plain,
        "regions": [_region_view(area, region) for area, region in enumerate(realm.regions)],
        "castles": [_castle_view(realm, area) for area in settings.board.castles],
        "units": [_unit_view(unit) for unit in realm.units],
        "next_unit": realm.next_id,
        "market": [{"scroll": offer.scroll.name, "price": offer.price} for offer in market.offers],
        "tech": None if market.tech is None else market.tech.name,
        # Which techs are still to come is known to all; their order to nobody.
        "techs_left": strs([TECH_NAMES[tech] for tech in sorted(market.deck)]),
        "deck": deck if seat == OMNISCIENT else None,
        "seats": _seat_views(state, seat),
        "outcome": None,
    }
    if realm.ending is not GOING_ON:
        outcome = outcome_of(realm)
        view["outcome"] = {"reason": outcome.reason, "ranks": ints(outcome.ranks)}
    return view


def _region_view(area: int, region: Region) -> Json:
    return {
        "id": LAND_NAMES[area],
        "owner": _side_name(region.owner),
        "sawmill": region.has_sawmill,
    }


def _castle_view(realm: Realm, area: int) -> Json:
    region = realm.regions[area]
    castle = region.castle
    assert castle is not None
    return {
        "id": LAND_NAMES[area],
        "owner": _side_name(region.owner),
        "production": castle.production,
        "attack": castle.attack,
        "queue": [_recruit_view(recruit) for recruit in castle.queue],
    }


def _recruit_view(recruit: Recruit) -> "dict[str, Json]":
    return {
        "type": recruit.kind.name,
        "place": AREA_NAMES[recruit.place],
        "rounds": recruit.rounds,
    }


def _unit_view(unit: Unit) -> Json:
    return {
        "id": unit.name,
        "type": unit.kind.name,
        "kingdom": SIDE_NAMES[unit.side],
        "area": AREA_NAMES[unit.area],
        "ship": f"u{unit.ship}" if unit.ship else None,
        "mana": unit.mana,
        "build": unit.build,
    }


def _seat_views(state: State, viewer: "Seat | None") -> "list[Json]":
    realm = state.realm
    castles, incomes = realm.castle_counts(), realm.incomes()
    upkeeps, armies = realm.upkeeps(), realm.armies()
    views: list[Json] = []
    for seat, plan in enumerate(state.plans):
        view = _kingdom_view(realm.kingdoms[seat], is_done=plan.decision == DONE)
        view["castles"] = castles[seat]
        view["income"] = incomes[seat]
        view["upkeep"] = upkeeps[seat]
        view["army"] = armies[seat]
        view["plan"] = _plan_view(plan) if viewer in (seat, OMNISCIENT) else None
        views.append(view)
    return views


def _kingdom_view(kingdom: Kingdom, *, is_done: bool) -> "dict[str, Json]":
    research: dict[str, Json] = {
        tech.name: kingdom.research[tech.number]
        for tech in TECHS
        if tech.number in kingdom.research
    }
    return {
        "seat": SIDE_NAMES[kingdom.seat],
        "eliminated": kingdom.fallen,
        "done": is_done,
        "gold": kingdom.gold,
        "stock": _stock_view(kingdom.stock),
        "market": kingdom.has_market,
        "techs": strs([tech.name for tech in kingdom.knowledge.techs]),
        "research": research,
    }


def _plan_view(plan: Plan) -> Json:
    prices: dict[str, Json] = {
        offer.scroll.name: price_of(plan, offer) for offer in plan.realm.market.offers
    }
    improved: dict[str, Json] = {
        LAND_NAMES[castle]: scroll.name for castle, scroll in plan.improved.items()
    }
    return {
        "decision": plan.decision,
        "orders": strs([command.text for command in plan.given]),
        "gold": plan.gold,
        "stock": _stock_view(plan.stock),
        "prices": prices,
        "market": plan.has_market,
        "research": None if plan.research is None else plan.research.name,
        "queued": [_queued_view(recruit) for recruit in plan.queued],
        "improved": improved,
        "sawmills": strs([LAND_NAMES[area] for area in plan.sawmills]),
        "towers": strs([LAND_NAMES[area] for area in plan.towers]),
        "disbanded": strs([unit.name for unit in plan.gone]),
        "paths": _path_views(plan),
        "loads": _load_views(plan),
        "unloads": _unload_views(plan),
        "casts": _cast_views(plan),
    }


def _queued_view(recruit: Recruit) -> Json:
    view: dict[str, Json] = {"castle": LAND_NAMES[recruit.castle]}
    view.update(_recruit_view(recruit))
    return view


def _path_views(plan: Plan) -> "list[Json]":
    paths = {unit.id: march.path for march in plan.marches for unit in march.units}
    return [
        {"unit": f"u{id}", "areas": strs([AREA_NAMES[area] for area in paths[id]])}
        for id in sorted(paths)
    ]


def _load_views(plan: Plan) -> "list[Json]":
    ships = {unit.id: ship.unit.id for ship in plan.ships for unit in ship.boarding}
    return [{"unit": f"u{id}", "ship": f"u{ships[id]}"} for id in sorted(ships)]


def _unload_views(plan: Plan) -> "list[Json]":
    areas = {unit.id: area for ship in plan.ships for unit, area in ship.landings.items()}
    return [{"unit": f"u{id}", "area": AREA_NAMES[areas[id]]} for id in sorted(areas)]


def _cast_views(plan: Plan) -> "list[Json]":
    casts = {cast.mage.id: cast for cast in plan.casts}
    return [
        {
            "mage": casts[id].mage.name,
            "spell": casts[id].spell.name,
            "area": AREA_NAMES[casts[id].area],
        }
        for id in sorted(casts)
    ]


def _stock_view(stock: list[int]) -> Json:
    counts: dict[str, Json] = dict(zip(SCROLL_NAMES, stock, strict=True))
    return counts


def _side_name(side: int) -> "str | None":
    return SIDE_NAMES[side] if side >= 0 else None


# --- dumps ---------------------------------------------------------------------------------------


def dump_state(state: State) -> Json:
    """The whole state: the realm in numbers, the plans as the orders given."""
    realm = state.realm
    value: dict[str, Json] = {
        "seats": realm.settings.seats,
        "options": realm.settings.options.plain(),
        "wedge": strs(realm.settings.board.wedge),
        "round": realm.round,
        "ended": realm.ending.number,
        "queues": [ints(castle.queue_numbers()) for castle in _castles(realm)],
        "units": [ints(unit.numbers()) for unit in realm.units],
        "next_id": realm.next_id,
        "plans": [strs([command.text for command in plan.given]) for plan in state.plans],
    }
    value.update(_columns([kingdom.dump() for kingdom in realm.kingdoms]))
    value.update(_columns([region.dump() for region in realm.regions]))
    value.update(realm.market.dump())
    return value


def _castles(realm: Realm) -> list[Castle]:
    return [region.castle for region in realm.regions if region.castle is not None]


def _columns(rows: "list[dict[str, Json]]") -> "dict[str, Json]":
    """Rows with the same keys as one list per key."""
    columns: dict[str, Json] = {key: [row[key] for row in rows] for key in rows[0]}
    return columns


# --- figures -------------------------------------------------------------------------------------


def measure_state(state: State) -> "dict[str, list[int]]":
    """Figures of each seat for a chart."""
    realm = state.realm
    return {
        "castles": realm.castle_counts(),
        "regions": [realm.regions_of(seat) for seat in range(realm.settings.seats)],
        "gold": [kingdom.gold for kingdom in realm.kingdoms],
        "income": realm.incomes(),
        "upkeep": realm.upkeeps(),
        "army": realm.armies(),
    }


def chart_state(state: State) -> Json:
    """What a board needs beside views: every row of the tables, and words for the decisions."""
    kinds: dict[str, Json] = {kind.name: _kind_chart(kind) for kind in KINDS}
    scrolls: dict[str, Json] = {
        scroll.name: {"title": scroll.title, "price": scroll.price, "use": scroll.use}
        for scroll in SCROLLS
    }
    techs: dict[str, Json] = {
        tech.name: {
            "title": tech.title,
            "cost": tech.cost,
            "rounds": tech.rounds,
            "effect": tech.effect,
        }
        for tech in TECHS
    }
    spells: dict[str, Json] = {
        spell.name: {"cost": spell.cost, "effect": spell.effect} for spell in SPELLS
    }
    decisions: dict[str, Json] = dict(DECISION_WORDS.items())
    return {
        "neutral": SIDE_NAMES[NEUTRAL],
        "decisions": decisions,
        "kinds": kinds,
        "scrolls": scrolls,
        "techs": techs,
        "spells": spells,
        "spell_range": SPELL_RANGE,
        "most_production": MOST_PRODUCTION,
        "most_attack": MOST_ATTACK,
        "sawmill_yield": SAWMILL_YIELD,
    }


def _kind_chart(kind: Kind) -> Json:
    return {
        "title": kind.title,
        "plural": kind.plural,
        "element": kind.element,
        "movement": kind.movement,
        "hit_points": kind.hit_points,
        "attack": kind.attack,
        "price": kind.price,
        "upkeep": kind.upkeep,
        "capacity": kind.capacity,
        "build_time": kind.build_time,
        "battle_value": kind.battle_value,
    }
