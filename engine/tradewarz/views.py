"""The state as plain values: what a seat may see, everything for keeping, numbers for charts."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.plain import Json, ints
from pentarch.engine.ruleset import OMNISCIENT
from pentarch.engine.tradewarz.cards import BATTLE_NAMES, MORALE_NAMES
from pentarch.engine.tradewarz.chart import TABLES
from pentarch.engine.tradewarz.columns import Columns
from pentarch.engine.tradewarz.economy import income
from pentarch.engine.tradewarz.lattice import (
    CHANNELS,
    DIAGONAL_WAYS,
    GATE_NAMES,
    SPACE_NAMES,
    TILE_NAMES,
)
from pentarch.engine.tradewarz.places import unit_owner
from pentarch.engine.tradewarz.seats import Seats
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    BATTLE,
    DISPLACING,
    MOVING_OUT,
    OVER,
    RECALLING,
    STEPS,
    TURN,
    Deck,
    House,
    Recall,
    Side,
    State,
)
from pentarch.engine.tradewarz.tables import (
    BUILDING_NAMES,
    CAPITAL,
    CATEGORY_NAMES,
    GOLDEN_XADLAS,
    HOUSE_NAMES,
    MOUNTAIN,
    NONE,
    NOTHING,
    RESOURCE_NAMES,
    SEASON_NAMES,
    SILVER_XADLAS,
    STRUCTURE_NAMES,
    STRUCTURES,
    TERRAIN_NAMES,
    TOKEN_NAMES,
    links,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, UNIT_NAMES
from pentarch.engine.tradewarz.ways import structures_laid

HIDDEN: Final = "?"


def dump(state: State) -> Json:
    """The whole state."""
    columns = Columns()
    state.dump(columns)
    lists: dict[str, Json] = {name: ints(column) for name, column in columns.lists.items()}
    return {
        "seats": state.seats,
        "options": dict(state.settings.values.items()),
        "terrain": ints(state.land.terrain),
        "lists": lists,
        "scalars": ints(columns.scalars),
    }


def measures(state: State) -> "dict[str, list[int]]":
    """A few numbers per seat worth a chart."""
    houses, seats = state.houses, range(state.seats)
    return {
        "xadlas": [state.xadlas(seat) for seat in seats],
        "golden": [house.golden for house in houses],
        "soldiers": [sum(house.army) for house in houses],
        "resources": [sum(house.goods) for house in houses],
        "income": [sum(income(state, seat)) for seat in seats],
        "techs": [state.tech_owner.count(seat) for seat in seats],
        "universities": [sum(house.schools) for house in houses],
    }


# Views.


def view(state: State, seat: "Seat | None") -> Json:
    """What the seat may know."""
    return {
        "seats_count": state.seats,
        "options": dict(state.settings.values.items()),
        "year": state.year,
        "season": SEASON_NAMES[state.season],
        "seasons_done": state.seasons_done,
        "decision": state.decision,
        "turn": state.turn,
        "seat": SEAT_NAMES[state.seat],
        "to_act": _acting(state),
        "order": [SEAT_NAMES[s] for s in state.order],
        "ending": state.ending.name,
        "winners": _names(state.winners),
        "tiles": {
            name: TERRAIN_NAMES[kind]
            for name, kind in zip(TILE_NAMES, state.land.terrain, strict=True)
        },
        "posts": [{"square": _space(p.square), "owner": _seat(p.owner)} for p in state.posts],
        "structures": _structures(state),
        "structures_left": {
            structure.name: structure.supply - structures_laid(state, kind)
            for kind, structure in enumerate(STRUCTURES)
        },
        "golden_left": GOLDEN_XADLAS - state.golden_out(),
        "silver_left": SILVER_XADLAS - sum(_silver(state, house) for house in state.houses),
        "buildings": _buildings(state),
        "armies": _armies(state),
        "units": _units(state),
        "conquered": {
            name: gate.conquered
            for name, gate in zip(GATE_NAMES, state.gates, strict=True)
            if gate.conquered
        },
        "morale_deck": {
            "count": len(state.morale),
            "cards": [MORALE_NAMES[c] for c in state.morale] if seat == OMNISCIENT else None,
        },
        "seats": [_house(state, house, seat) for house in state.houses],
        "free": _free(state),
        "march": _march(state),
        "battle": _battle(state, seat),
        "loose": _strays(state),
        "recall": {"seat": _seat(state.recall.seat), "then": resumed(state.recall)},
        "offer": _offer(state),
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


def _names(seats: Seats) -> "list[Json]":
    return [SEAT_NAMES[seat] for seat in seats.members]


def resumed(recall: Recall) -> "str | None":
    """The decision that goes on after a recall."""
    if recall.seat == NONE:
        return None
    return STEPS if recall.mid_march else TURN


def _acting(state: State) -> "list[Json]":
    """The seats that must decide; who is ready for a battle is public."""
    if state.decision == OVER:
        return []
    if state.decision == BATTLE:
        waiting = sorted([side.seat for side in state.battle.sides() if not side.ready])
        return [SEAT_NAMES[seat] for seat in waiting]
    asked = {
        RECALLING: state.recall.seat,
        DISPLACING: state.battle.defender.seat,
        MOVING_OUT: state.strays.seat,
        ANSWERING: state.offer.partner,
    }
    seat = asked.get(state.decision, state.seat)
    if state.decision == ALLYING:
        seat = state.proposal.answering()
    return [SEAT_NAMES[seat]]


def _silver(state: State, house: House) -> int:
    """TW-XAD.2: the silver Xadlas of castles and posts."""
    return house.castles + state.posts_of(house.seat)


def _structures(state: State) -> "list[Json]":
    found: list[Json] = []
    for number, diagonal in enumerate(DIAGONAL_WAYS):
        if state.structures[number]:
            found.append(
                {
                    "kind": STRUCTURE_NAMES[state.land.structures[number]],
                    "tile": TILE_NAMES[diagonal.tile],
                    "ends": [SPACE_NAMES[diagonal.one], SPACE_NAMES[diagonal.other]],
                }
            )
    return found


def _buildings(state: State) -> "list[Json]":
    found: list[Json] = []
    for space, square in enumerate(state.squares):
        building = square.building
        if building.kind != NOTHING:
            found.append(
                {
                    "square": SPACE_NAMES[space],
                    "kind": BUILDING_NAMES[building.kind],
                    "owner": SEAT_NAMES[building.owner],
                    "year": building.year,
                    "silos": [TILE_NAMES[silo] for silo in building.silos()],
                }
            )
    return found


def _armies(state: State) -> "list[Json]":
    found: list[Json] = []
    for space, square in enumerate(state.squares):
        for seat in square.here.members:
            soldiers = state.houses[seat].army[space]
            found.append(
                {"space": SPACE_NAMES[space], "seat": SEAT_NAMES[seat], "soldiers": soldiers}
            )
    return found


def _units(state: State) -> "list[Json]":
    found: list[Json] = []
    for unit, station in enumerate(state.stations):
        owner = unit_owner(state, unit)
        if owner != NONE:
            found.append(
                {
                    "unit": UNIT_NAMES[unit],
                    "owner": SEAT_NAMES[owner],
                    "holder": _seat(station.holder),
                    "space": _space(station.space),
                }
            )
    return found


def _house(state: State, house: House, viewer: "Seat | None") -> Json:
    """TW-CARD.2, TW-RES.5: cards are for their seat alone, all else is public."""
    seat = house.seat
    own = viewer in (seat, OMNISCIENT)
    side = state.battle.side_of(seat)
    # Committed cards still count as held, so that their number does not show.
    committed = 0 if side is None else len(side.laid)
    return {
        "seat": SEAT_NAMES[seat],
        "house": None if house.banner == NONE else HOUSE_NAMES[house.banner],
        "gate": _space(house.gate),
        "ship": house.ship,
        "xadlas": state.xadlas(seat),
        "golden": house.golden,
        "silver": _silver(state, house),
        "resources": dict(zip(RESOURCE_NAMES, house.goods, strict=True)),
        "tokens": dict(zip(TOKEN_NAMES, house.tokens, strict=True)),
        "universities": dict(zip(CATEGORY_NAMES, house.schools, strict=True)),
        "techs": [TECH_NAMES[t] for t, owner in enumerate(state.tech_owner) if owner == seat],
        "castles_built": house.castles_built,
        "reserve": house.reserve,
        "field": house.field,
        "capacity": house.capacity(),
        "allies": _names(house.friends.minus(seat)),
        "barred": int(house.barred),
        "battle_cards": _deck(house.deck, own=own, all_seen=viewer == OMNISCIENT),
        "morale_count": sum(house.hand) + committed,
        "morale": _cards(house.hand, MORALE_NAMES) if own else None,
    }


def _cards(counts: list[int], names: "tuple[str, ...]") -> "list[Json]":
    """So many of each card, by name."""
    return [names[card] for card, count in enumerate(counts) for _ in range(count)]


def _deck(deck: Deck, *, own: bool, all_seen: bool) -> Json:
    used: list[Json] = []
    for place, card in enumerate(deck.used()):
        hidden = place in deck.unseen and not all_seen
        used.append(HIDDEN if hidden else BATTLE_NAMES[card])
    return {
        "six": [BATTLE_NAMES[card] for card in sorted(deck.cards)] if own else None,
        "known": _cards(deck.known, BATTLE_NAMES),
        "used": used,
        "unseen": list(deck.unseen),
        "stack_count": len(deck.stack()),
        "stack": [BATTLE_NAMES[card] for card in deck.stack()] if all_seen else None,
    }


def _free(state: State) -> Json:
    free = state.free
    return {
        "offers": free.offers,
        "proposed": int(free.proposed),
        "barters": free.barters,
        "exchanges": free.exchanges,
        "masons": free.masons,
        "scholars": free.scholars,
        "gained": free.gained,
        "appointed": _unit(free.appointed),
    }


def _march(state: State) -> Json:
    march = state.march
    return {
        "roll": march.roll,
        "grouped": int(march.grouped),
        "moved": {SPACE_NAMES[space]: n for space, n in enumerate(march.moved) if n},
        "at": _space(march.at),
        "size": march.size,
        "unit": _unit(march.unit),
        "left": march.left,
        "made": march.made,
    }


def _battle(state: State, viewer: "Seat | None") -> Json:
    battle = state.battle
    return {
        "at": _space(battle.at),
        "from": _space(battle.origin),
        "attacker": _seat(battle.attacker.seat),
        "defender": _seat(battle.defender.seat),
        "attackers": battle.attackers,
        "unit": _unit(battle.unit),
        "ready": [int(side.ready) for side in battle.sides()],
        "committed": [_committed(side, viewer) for side in battle.sides()],
    }


def _committed(side: Side, viewer: "Seat | None") -> "list[Json] | None":
    if viewer != OMNISCIENT and (viewer is None or viewer != side.seat):
        return None
    return [MORALE_NAMES[card] for card in side.laid]


def _strays(state: State) -> Json:
    strays = state.strays
    return {
        "seat": _seat(strays.seat),
        "soldiers": strays.soldiers,
        "unit": _unit(strays.unit),
        "placed": [SPACE_NAMES[space] for space in strays.placed],
    }


def _offer(state: State) -> Json:
    """An offer, or a proposal: one partner for both."""
    offer, proposal = state.offer, state.proposal
    return {
        "partner": _seat(offer.partner if offer.partner != NONE else proposal.partner),
        "give": _resource(offer.give),
        "give_count": offer.give_count,
        "want": _resource(offer.want),
        "want_count": offer.want_count,
        "asked": _names(proposal.asked),
    }


def chart(state: State) -> Json:
    """What a picture of the board needs beside views: the tables, and what this map makes of them.

    `shut` are the blocked channels, by the tiles on both sides; `links` the linked posts.
    """
    terrain = state.land.terrain
    shut: list[Json] = [
        [TILE_NAMES[channel.left], TILE_NAMES[channel.right]]
        for channel in CHANNELS
        if terrain[channel.left] >= MOUNTAIN and terrain[channel.right] >= MOUNTAIN
    ]
    linked: list[Json] = [
        [post, other]
        for post, others in enumerate(links(state.seats))
        for other in others
        if post < other
    ]
    return {**TABLES, "shut": shut, "links": linked}
