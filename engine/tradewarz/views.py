"""The state as plain values: what a seat may see, and everything for keeping."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat, Words
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.options import choose
from pentarch.engine.plain import Json, as_dict, as_ints, field, int_field, ints, ints_field
from pentarch.engine.ruleset import OMNISCIENT
from pentarch.engine.tradewarz.diplomacy import answering_seat
from pentarch.engine.tradewarz.economy import posts_of, xadlas
from pentarch.engine.tradewarz.march import structures_laid
from pentarch.engine.tradewarz.places import capacity
from pentarch.engine.tradewarz.settings import OPTIONS
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    BATTLE,
    ENDING_NAMES,
    OVER,
    PHASE_NAMES,
    Settings,
    State,
    blank,
    land_of,
)
from pentarch.engine.tradewarz.tables import (
    BATTLE_NAMES,
    BATTLE_TYPES,
    BUILDING_NAMES,
    CAPITAL,
    CATEGORY_NAMES,
    DECK,
    DIAGONAL_ENDS,
    GATE_NAMES,
    GOLDEN_XADLAS,
    HOUSE_NAMES,
    MORALE_NAMES,
    MORALE_TYPES,
    NONE,
    RESOURCE_NAMES,
    SEASON_NAMES,
    SILVER_XADLAS,
    SPACE_NAMES,
    SPACES,
    STRUCTURE_NAMES,
    STRUCTURE_OF_TERRAIN,
    STRUCTURE_SUPPLY,
    TECH_NAMES,
    TERRAIN_NAMES,
    TILE_NAMES,
    TOKEN_NAMES,
    UNIT_NAMES,
    UNITS,
)
from pentarch.engine.tradewarz.validity import check_state, check_terrain
from pentarch.engine.tradewarz.year import income

HIDDEN: Final = "?"

# What is dumped, by name; `State.lists` and `State.scalars` give the values in this order.
LIST_NAMES: Final[Words] = (
    "army", "kind", "owner", "built", "silos", "structures", "post_square", "post_owner",
    "gate_owner", "conquered", "unit_space", "unit_holder", "resources", "reserve", "golden",
    "tokens", "schools", "tech_owner", "castles_built", "gate_of", "house", "ship", "friends",
    "barred", "order", "deck", "drawn", "unseen", "known", "hand", "moved", "pledges", "ready",
    "morale", "placed",
)  # fmt: skip


def dump(state: State) -> Json:
    """The whole state."""
    lists: dict[str, Json] = {
        name: ints(values) for name, values in zip(LIST_NAMES, state.lists(), strict=True)
    }
    return {
        "seats": state.seats,
        "options": dict(state.settings.values.items()),
        "terrain": ints(state.land.terrain),
        "lists": lists,
        "scalars": ints(state.scalars()),
    }


def load(value: Json) -> State:
    """The state that `dump` gave, checked."""
    state = bare_state(int_field(value, "seats"), field(value, "options"), field(value, "terrain"))
    lists = field(value, "lists")
    for name, target in zip(LIST_NAMES, state.lists(), strict=True):
        target[:] = ints_field(lists, name)
    scalars = ints_field(value, "scalars")
    if len(scalars) != len(state.scalars()):
        raise InvalidValue("'scalars' has another length")
    state.set_scalars(scalars)
    check_state(state)
    return state


def bare_state(seats: int, options: Json, terrain: Json) -> State:
    """An empty state with checked seats, options and map."""
    if not 2 <= seats <= len(SEAT_NAMES):
        raise InvalidValue("'seats' must be from 2 to 6")
    tiles = as_ints(terrain, "terrain")
    check_terrain(tiles)
    return blank(read_settings(options), land_of(bytes(tiles)), seats)


def read_settings(options: Json) -> Settings:
    """The options of a view or dump."""
    try:
        return Settings(choose(OPTIONS, as_dict(options, "options")).values)
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error


def measures(state: State) -> "dict[str, list[int]]":
    """A few numbers per seat worth a chart."""
    seats = range(state.seats)
    return {
        "xadlas": [xadlas(state, seat) for seat in seats],
        "golden": [state.golden[seat] for seat in seats],
        "soldiers": [sum(state.army[seat * SPACES : (seat + 1) * SPACES]) for seat in seats],
        "resources": [sum(state.resources[seat * 4 : seat * 4 + 4]) for seat in seats],
        "income": [sum(income(state, seat)) for seat in seats],
        "techs": [state.tech_owner.count(seat) for seat in seats],
        "universities": [sum(state.schools[seat * 3 : seat * 3 + 3]) for seat in seats],
    }


def view(state: State, seat: "Seat | None") -> Json:
    """What the seat may know."""
    return {
        "seats_count": state.seats,
        "options": dict(state.settings.values.items()),
        "year": state.year,
        "season": SEASON_NAMES[state.season],
        "seasons_done": state.seasons_done,
        "decision": PHASE_NAMES[state.phase],
        "turn": state.turn,
        "seat": SEAT_NAMES[state.seat],
        "to_act": _acting(state),
        "order": [SEAT_NAMES[s] for s in state.order],
        "ending": ENDING_NAMES[state.ending],
        "winners": _mask(state.winners),
        "tiles": {
            name: TERRAIN_NAMES[kind]
            for name, kind in zip(TILE_NAMES, state.land.terrain, strict=True)
        },
        "posts": [
            {"square": _space(square), "owner": _seat(owner)}
            for square, owner in zip(state.post_square, state.post_owner, strict=True)
        ],
        "structures": _structures(state),
        "structures_left": {
            name: STRUCTURE_SUPPLY[kind] - structures_laid(state, kind)
            for kind, name in enumerate(STRUCTURE_NAMES)
        },
        "golden_left": GOLDEN_XADLAS - sum(state.golden),
        "silver_left": SILVER_XADLAS
        - sum(state.castles[s] + posts_of(state, s) for s in range(state.seats)),
        "buildings": _buildings(state),
        "armies": [
            {"space": SPACE_NAMES[space], "seat": SEAT_NAMES[s], "soldiers": count}
            for space in range(SPACES)
            if state.here[space]
            for s in range(state.seats)
            if (count := state.army[s * SPACES + space])
        ],
        "units": [
            {
                "unit": UNIT_NAMES[unit],
                "owner": SEAT_NAMES[state.tech_owner[tech]],
                "holder": _seat(state.unit_holder[unit]),
                "space": _space(state.unit_space[unit]),
            }
            for unit, tech in enumerate(UNITS)
            if state.tech_owner[tech] != NONE
        ],
        "conquered": {GATE_NAMES[g]: y for g, y in enumerate(state.conquered) if y},
        "morale_deck": {
            "count": len(state.morale),
            "cards": [MORALE_NAMES[c] for c in state.morale] if seat == OMNISCIENT else None,
        },
        "seats": [_seat_view(state, other, seat) for other in range(state.seats)],
        "free": {
            "offers": state.offers,
            "proposed": state.proposed,
            "barters": state.barters,
            "exchanges": state.exchanges,
            "masons": state.masons,
            "scholars": state.scholars,
            "gained": state.gained,
            "appointed": _unit(state.appointed),
        },
        "march": _march(state),
        "battle": _battle(state, seat),
        "loose": {
            "seat": _seat(state.loose_seat),
            "soldiers": state.loose,
            "unit": _unit(state.loose_unit),
            "placed": [SPACE_NAMES[space] for space in state.placed],
        },
        "recall": {
            "seat": _seat(state.recaller),
            "then": None if state.after_recall == NONE else PHASE_NAMES[state.after_recall],
        },
        "offer": {
            "partner": _seat(state.partner),
            "give": _resource(state.give),
            "give_count": state.give_count,
            "want": _resource(state.want),
            "want_count": state.want_count,
            "asked": _mask(state.asked),
        },
    }


def _seat(seat: int) -> "str | None":
    return None if seat == NONE else SEAT_NAMES[seat]


def _space(space: int) -> "str | None":
    if space == CAPITAL:
        return "capital"
    return None if space == NONE else SPACE_NAMES[space]


def _unit(unit: int) -> "str | None":
    return None if unit == NONE else UNIT_NAMES[unit]


def _resource(resource: int) -> "str | None":
    return None if resource == NONE else RESOURCE_NAMES[resource]


def _mask(mask: int) -> "list[Json]":
    return [name for seat, name in enumerate(SEAT_NAMES) if mask >> seat & 1]


def _acting(state: State) -> "list[Json]":
    """The seats that must decide; who is ready for a battle is public."""
    if state.phase == OVER:
        return []
    if state.phase == BATTLE:
        waiting = 0
        for side, seat in enumerate((state.attacker, state.defender)):
            if not state.ready[side]:
                waiting |= 1 << seat
        return _mask(waiting)
    seat = state.seat
    if state.recaller != NONE:
        seat = state.recaller
    elif state.loose:
        seat = state.defender if state.defender != NONE else state.loose_seat
    elif state.phase == ANSWERING:
        seat = state.partner
    elif state.phase == ALLYING:
        seat = answering_seat(state)
    return [SEAT_NAMES[seat]]


def _structures(state: State) -> "list[Json]":
    found: list[Json] = []
    for diagonal, laid in enumerate(state.structures):
        if laid:
            place, one, other = DIAGONAL_ENDS[diagonal]
            kind = STRUCTURE_OF_TERRAIN[state.land.terrain[place]]
            found.append(
                {
                    "kind": STRUCTURE_NAMES[kind],
                    "tile": TILE_NAMES[place],
                    "ends": [SPACE_NAMES[one], SPACE_NAMES[other]],
                }
            )
    return found


def _buildings(state: State) -> "list[Json]":
    found: list[Json] = []
    for space in range(SPACES):
        if state.kind[space]:
            silos = state.silos[2 * space : 2 * space + 2]
            found.append(
                {
                    "square": SPACE_NAMES[space],
                    "kind": BUILDING_NAMES[state.kind[space]],
                    "owner": SEAT_NAMES[state.owner[space]],
                    "year": state.built[space],
                    "silos": [TILE_NAMES[silo] for silo in silos if silo != NONE],
                }
            )
    return found


def _seat_view(state: State, seat: int, viewer: "Seat | None") -> Json:
    """TW-CARD.2, TW-RES.5: cards are for their seat alone, all else is public."""
    own = viewer in (seat, OMNISCIENT)
    hand = state.hand[seat * MORALE_TYPES : (seat + 1) * MORALE_TYPES]
    six = state.deck[seat * DECK : (seat + 1) * DECK]
    drawn = state.drawn[seat]
    known = state.known[seat * BATTLE_TYPES : (seat + 1) * BATTLE_TYPES]
    gate = state.gate_of[seat]
    return {
        "seat": SEAT_NAMES[seat],
        "house": None if state.house[seat] == NONE else HOUSE_NAMES[state.house[seat]],
        "gate": _space(gate),
        "ship": state.ship[seat],
        "xadlas": xadlas(state, seat),
        "golden": state.golden[seat],
        "silver": state.castles[seat] + posts_of(state, seat),
        "resources": dict(
            zip(RESOURCE_NAMES, state.resources[seat * 4 : seat * 4 + 4], strict=True)
        ),
        "tokens": dict(zip(TOKEN_NAMES, state.tokens[seat * 6 : seat * 6 + 6], strict=True)),
        "universities": dict(
            zip(CATEGORY_NAMES, state.schools[seat * 3 : seat * 3 + 3], strict=True)
        ),
        "techs": [TECH_NAMES[t] for t, owner in enumerate(state.tech_owner) if owner == seat],
        "castles_built": state.castles_built[seat],
        "reserve": state.reserve[seat],
        "field": state.field[seat],
        "capacity": capacity(state, seat),
        "allies": _mask(state.friends[seat] & ~(1 << seat)),
        "barred": state.barred[seat],
        "battle_cards": {
            "six": [BATTLE_NAMES[card] for card in sorted(six)] if own else None,
            "known": [BATTLE_NAMES[c] for c, count in enumerate(known) for _ in range(count)],
            "used": [
                HIDDEN
                if state.unseen[seat] >> place & 1 and viewer != OMNISCIENT
                else BATTLE_NAMES[six[place]]
                for place in range(drawn)
            ],
            "unseen": [place for place in range(drawn) if state.unseen[seat] >> place & 1],
            "stack_count": DECK - drawn,
            "stack": [BATTLE_NAMES[card] for card in six[drawn:]] if viewer == OMNISCIENT else None,
        },
        "morale_count": sum(hand) + _committed_count(state, seat),
        "morale": [MORALE_NAMES[c] for c, count in enumerate(hand) for _ in range(count)]
        if own
        else None,
    }


def _committed_count(state: State, seat: int) -> int:
    """Committed cards still count as held, so that their number does not show."""
    if seat == state.attacker:
        return 2 - state.pledges[:2].count(NONE)
    return 2 - state.pledges[2:].count(NONE) if seat == state.defender else 0


def _march(state: State) -> Json:
    return {
        "roll": state.roll,
        "grouped": state.grouped,
        "moved": {SPACE_NAMES[space]: n for space, n in enumerate(state.moved) if n},
        "at": _space(state.group_at),
        "size": state.group_size,
        "unit": _unit(state.group_unit),
        "left": state.group_left,
        "made": state.group_made,
    }


def _battle(state: State, viewer: "Seat | None") -> Json:
    sides = (state.attacker, state.defender)
    return {
        "at": _space(state.battle_at),
        "from": _space(state.battle_from),
        "attacker": _seat(state.attacker),
        "defender": _seat(state.defender),
        "attackers": state.attackers,
        "unit": _unit(state.attack_unit),
        "ready": ints(state.ready),
        "committed": [
            [MORALE_NAMES[card] for card in state.pledges[2 * side : 2 * side + 2] if card != NONE]
            if viewer == OMNISCIENT or (viewer is not None and viewer == sides[side])
            else None
            for side in range(2)
        ],
    }
