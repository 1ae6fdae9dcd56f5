"""A match as plain values: what a seat may know, and everything for OMNISCIENT.

Hidden from seats are the tiles on face-down slots, the order of the quest deck, and what others
enter while all decide at once: armies, votes, production. See loading.py for the way back.
"""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.heroes.combat.board import (
    BATTLE_NAMES,
    CITY_TENTS,
    DRAWBRIDGE,
    FORDS,
    GRAVEYARD,
    OPEN_TENTS,
    ROWS,
    STONES,
    TOWER_HEXES,
    WALL_HEXES,
    WOODS,
)
from pentarch.engine.heroes.combat.display import Display
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.score import category_values
from pentarch.engine.heroes.score import measures as measures
from pentarch.engine.heroes.settings import TERRAIN_AUTO, TERRAIN_ON
from pentarch.engine.heroes.state import T_ARMY, T_PRODUCE, State, seat_name
from pentarch.engine.heroes.tables import (
    EQUIPMENT_WORDS,
    HERO_LIMIT,
    KIND_NAMES,
    LETTERS,
    QUESTS,
    RACES,
    RESOURCES,
    SECTIONS,
    TOP_LEVEL,
    UNITS,
)
from pentarch.engine.heroes.world.map import (
    FEWEST_TILES,
    HEX_NAMES,
    LATTICE,
    SLOT_NAMES,
    SLOTS,
    START_PLACES,
    STEP_Q,
    STEP_R,
    centre_of,
)
from pentarch.engine.heroes.world.site import BLANK
from pentarch.engine.heroes.world.tile import NO_TILE, POSITIONS, TILES
from pentarch.engine.plain import Json, ints, strs
from pentarch.engine.ruleset import OMNISCIENT

_SPECTATOR: Final = -2


def is_secret_army(state: State) -> bool:
    """Whether all seats are buying their first armies."""
    return state.is_next(T_ARMY) and state.agenda[-1].what < 0


def is_replacement(state: State) -> bool:
    """Whether one seat is buying the army of a Hero who takes another's place."""
    return state.is_next(T_ARMY) and state.agenda[-1].what >= 0


def dump(state: State) -> Json:
    """The whole state."""
    return view(state, OMNISCIENT)


def view(state: State, seat: "Seat | None") -> Json:
    """What a seat may know; None: a spectator; OMNISCIENT: everything."""
    eye = _SPECTATOR if seat is None else seat
    sees_all = eye == OMNISCIENT
    heroes = state.hero_names()
    return {
        "round": state.round,
        "sequence": state.sequence,
        "turn": state.turn_index,
        "stage": state.stage,
        "active": seat_name(state.active),
        "order": [SEAT_NAMES[other] for other in state.order],
        "war": state.war,
        "over": state.over if state.over else None,
        "method": state.method,
        "options": state.settings.dump(),
        "decision": state.decision if state.agenda else None,
        "agenda": [task.dump() for task in state.agenda],
        "seats": [_view_seat(state, other, eye) for other in range(state.seats)],
        "cities": [_view_city(state, city, eye) for city in range(3)],
        "grounds": [ground.dump() for ground in state.grounds],
        "places": ints(state.places),
        "slots": [_view_slot(state, slot, sees_all) for slot in range(SLOTS)],
        "face_down": _face_down(state),
        "hexes": _view_hexes(state, heroes),
        "cup": dict(zip(EQUIPMENT_WORDS, ints(state.cup), strict=True)),
        "deck": [QUESTS[card].name for card in state.deck] if sees_all else None,
        "discards": [QUESTS[card].name for card in state.discards],
        "categories": _view_categories(state),
        "left_units": [[heroes[hero], HEX_NAMES[hex], units] for hero, hex, units in state.left],
        "checked": [HEX_NAMES[hex] for hex in state.checked],
        "tried": _view_tried(state, heroes),
        "fresh": HEX_NAMES[state.fresh] if state.fresh >= 0 else None,
        "entries": state.entries,
        "defeats": state.defeats,
        "combat": None if state.combat is None else state.combat.dump(heroes),
        "before": _view_before(state) if sees_all else None,
    }


def _view_categories(state: State) -> Json:
    """The three categories of HW-12.1.c; not while armies or purchases are secret."""
    if is_secret_army(state) or state.is_next(T_PRODUCE):
        return None
    values = category_values(state)
    return {"mines": ints(values[0]), "levels": ints(values[1]), "army": ints(values[2])}


def _view_tried(state: State, heroes: list[str]) -> "list[Json]":
    tried: list[Json] = [[heroes[mover] for mover in hero.tried] for hero in state.heroes]
    return tried + [[] for _ in range(HERO_LIMIT - len(tried))]


def _view_before(state: State) -> Json:
    """What others still see of everybody during production."""
    if not state.shown_cities:
        return None
    return {
        "cities": [city.dump() for city in state.shown_cities],
        "heroes": [hero.dump() for hero in state.shown_heroes],
    }


def _view_seat(state: State, other: Seat, eye: int) -> Json:
    is_own = eye in (other, OMNISCIENT)
    is_single = is_replacement(state)
    player = state.players[other]
    heroes = state.shown_heroes if state.shown_heroes and not is_own else state.heroes
    rows = [hero.dump() for hero in heroes if hero.seat == other]
    if not is_own and is_secret_army(state):
        rows[0]["sections"] = [None] * SECTIONS
    return {
        "seat": SEAT_NAMES[other],
        "race": RACES[player.race].name,
        "alive": player.is_alive(),
        "defeat": player.fallen,
        "deaths": player.deaths,
        "grace": player.grace,
        "budget": player.budget if is_own or is_single else None,
        "pending": player.pending if is_own or is_single else None,
        "vote": player.vote if is_own else None,
        "heroes": [*rows],
    }


def _view_city(state: State, city: int, eye: int) -> Json:
    own = state.cities[city]
    if state.shown_cities and eye not in (own.holder, OMNISCIENT):
        return state.shown_cities[city].dump()
    return own.dump()


def _view_slot(state: State, slot: int, sees_all: bool) -> Json:
    tile = state.tiles[slot]
    is_up = state.face[slot]
    centre = centre_of(slot)
    return {
        "slot": SLOT_NAMES[slot],
        "face_up": is_up,
        "tile": tile.name if tile is not NO_TILE and (is_up or sees_all) else None,
        "hexes": list(tile.words) if is_up else None,
        "centre": [state.world.q[centre], state.world.r[centre]] if is_up else None,
    }


def hidden_slots(state: State) -> list[int]:
    """Terrain slots whose tile is face down."""
    return [slot for slot in range(state.settings.tiles) if not state.face[slot]]


def _face_down(state: State) -> "list[Json]":
    """Names of the tiles that still lie face down, not where."""
    left = [state.tiles[slot] for slot in hidden_slots(state)]
    left.sort(key=lambda tile: tile.number)
    return strs([tile.name for tile in left])


def _view_hexes(state: State, heroes: list[str]) -> Json:
    """Every hex on which something has changed."""
    found: dict[str, Json] = {}
    for hex, site in enumerate(state.sites):
        if site is not BLANK and not site.is_blank():
            found[HEX_NAMES[hex]] = site.dump(heroes)
    return found


# What a picture of the board needs beside views.


def chart(state: State) -> Json:
    """Lattices, borders, units, the Battle Display, and what combat methods change."""
    places = START_PLACES[state.settings.tiles - FEWEST_TILES]
    return {
        "positions": list(POSITIONS),
        "steps": [[q, r] for q, r in zip((0, *STEP_Q), (0, *STEP_R), strict=True)],
        "lattice": [[a, b] for a, b in LATTICE[: state.settings.tiles]],
        "places": [[a, b] for a, b in places],
        "borders": {
            tile.name: {"kind": tile.border, "sides": strs(tile.sides), "bridge": tile.bridge}
            for tile in TILES
            if tile.border
        },
        "resources": list(RESOURCES),
        "races": list(LETTERS),
        "units": {
            unit.name: {
                "level": "M" if unit.is_merc else f"L{unit.level}",
                "kind": KIND_NAMES[unit.kind],
            }
            for unit in UNITS
        },
        "conditions": ["whole", "damaged", "destroyed"],
        "methods": {str(number): _chart_method(state, number) for number in METHODS},
        "display": _chart_display(),
    }


def _chart_method(state: State, number: int) -> Json:
    """A combat method: EP for the next level by level, and what is drawn in its combats."""
    method = METHODS[number]
    is_display = isinstance(method.battlefield, Display)
    option = state.settings.battle_terrain
    has_terrain = option == TERRAIN_ON or (option == TERRAIN_AUTO and method.hits.is_advanced)
    return {
        "display": is_display,
        "terrain": is_display and has_terrain,
        "level_prices": [method.level_price(level) for level in range(TOP_LEVEL + 1)],
    }


def _chart_display() -> Json:
    """The Battle Display: its rows of hexes, and what is drawn on its two sides."""
    rows = [[name for name in BATTLE_NAMES if name[0] == letter] for letter in ROWS]
    sides: list[Json] = [
        {
            "tents": _named(tents),
            "stones": _flagged(STONES[side]),
            "woods": _flagged(WOODS[side]),
            "fords": _flagged(FORDS[side]),
        }
        for side, tents in enumerate((OPEN_TENTS, CITY_TENTS))
    ]
    return {
        "rows": [strs(row) for row in rows],
        "graveyard": _flagged(GRAVEYARD),
        "walls": _named(WALL_HEXES),
        "towers": _named(TOWER_HEXES),
        "drawbridge": BATTLE_NAMES[DRAWBRIDGE],
        "open": sides[0],
        "city": sides[1],
    }


def _named(hexes: list[int]) -> "list[Json]":
    return strs([BATTLE_NAMES[hex] for hex in hexes])


def _flagged(flags: list[int]) -> "list[Json]":
    return _named([hex for hex, flag in enumerate(flags) if flag])
