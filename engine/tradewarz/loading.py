"""From plain values to a state, checked so that the rules can go on from whatever is accepted."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.options import choose
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_ints,
    field,
    int_field,
    ints_field,
    require,
    spanned,
    within,
)
from pentarch.engine.tradewarz.board import land_of
from pentarch.engine.tradewarz.cards import (
    BATTLE_TYPES,
    BATTLE_WINDOW,
    MORALE,
    MORALE_TYPES,
)
from pentarch.engine.tradewarz.columns import Reader
from pentarch.engine.tradewarz.lattice import DIAGONALS, GATES, SPACES, TILES, TOUCHING
from pentarch.engine.tradewarz.settings import OPTIONS, Settings
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    APPOINTING,
    BATTLE,
    DISPLACING,
    GIVING,
    GROUPS,
    HOUSES,
    MOVING_OUT,
    OVER,
    POSTS,
    RECALLING,
    SAILING,
    STEPS,
    WANTING,
    House,
    State,
)
from pentarch.engine.tradewarz.tables import (
    BUILDINGS,
    CAPITAL,
    CASTLE,
    CATEGORY_NAMES,
    DECK,
    DIAL_TOP,
    GOES_ON,
    GOLDEN_XADLAS,
    HOUSE_NAMES,
    LAKE,
    LONGEST_ROLL,
    LUMBER,
    MOST_CASTLES,
    MOST_COMMITTED,
    MOST_TRADED,
    MOUNTAIN,
    NONE,
    NOTHING,
    RESOURCE_NAMES,
    SOLDIER_LIMIT,
    SPRING,
    TERRAINS,
    TOKENS,
    TOP_LEVEL,
    post_count,
)
from pentarch.engine.tradewarz.techs import MUSTER, TECHS, UNITS

_MOST_SOLDIERS: Final = SOLDIER_LIMIT + MUSTER
_LAST_YEAR: Final = 20
_LONGEST_VOYAGE: Final = 250
_MOST_AT_ONCE: Final = 6
"""Soldiers of a group, an attack or a gate; steps of a roll at sea."""


def load(value: Json) -> State:
    """The state that `dump` gave, checked."""
    state = bare_state(int_field(value, "seats"), field(value, "options"), field(value, "terrain"))
    columns = as_dict(field(value, "lists"), "lists")
    lists = {name: as_ints(column, name) for name, column in columns.items()}
    reader = Reader(lists, ints_field(value, "scalars"))
    state.load(reader)
    reader.finish()
    check_state(state)
    return state


def bare_state(seats: int, options: Json, terrain: Json) -> State:
    """An empty state with checked seats, options and map."""
    if not 2 <= seats <= len(SEAT_NAMES):
        raise InvalidValue("'seats' must be from 2 to 6")
    tiles = as_ints(terrain, "terrain")
    _check_terrain(tiles)
    return State(_settings(options), land_of(bytes(tiles)), seats)


def _settings(options: Json) -> Settings:
    try:
        return Settings(choose(OPTIONS, as_dict(options, "options")).values)
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error


def _check_terrain(terrain: list[int]) -> None:
    """TW-MAP.1: a full map, or InvalidValue."""
    if len(terrain) != TILES or any(not LUMBER <= kind <= LAKE for kind in terrain):
        raise InvalidValue("the map has 49 tiles of known terrain")
    if any(terrain.count(kind) != TERRAINS[kind].count for kind in range(LUMBER, LAKE + 1)):
        raise InvalidValue("the map has other tiles than it should")


def check_state(state: State) -> None:
    """Raise InvalidValue unless the rules can go on from the state; counts what is counted."""
    _check_calendar(state)
    _check_map(state)
    for house in state.houses:
        _check_house(state, house)
    _check_affairs(state)
    _check_houses_together(state)
    _check_buildings(state)
    state.recount()
    _check_armies(state)
    _check_stations(state)
    _check_cards(state)
    _check_decision(state)


def _or_none(number: int, high: int, what: str) -> None:
    """A number from 0 to high, or NONE."""
    if number != NONE:
        within(number, 0, high, what)


# Each number by itself.


def _check_calendar(state: State) -> None:
    last = state.seats - 1
    within(state.year, 1, _LAST_YEAR, "year")
    within(state.season, 0, SPRING, "season")
    within(state.seasons_done, 0, 5 * _LAST_YEAR, "seasons_done")
    within(state.turn, 0, last, "turn")
    within(state.seat, 0, last, "seat")
    require(sorted(state.order) == list(range(state.seats)), "the order names every seat once")
    require(state.winners.fits(state.seats), "somebody has won who does not play")
    spanned(state.morale, len(state.morale), 0, MORALE_TYPES - 1, "morale")


def _check_map(state: State) -> None:
    last = state.seats - 1
    spanned(state.structures, DIAGONALS, 0, 1, "structures")
    require(len(state.posts) == post_count(state.seats), "there are more or fewer posts")
    for post in state.posts:
        _or_none(post.square, SPACES - 1, "post_square")
        _or_none(post.owner, last, "post_owner")
    for gate in state.gates:
        _or_none(gate.owner, last, "gate_owner")
        within(gate.conquered, 0, _LAST_YEAR, "conquered")
        require(gate.owner != NONE or gate.conquered == 0, "nobody's capital was conquered")
    for station in state.stations:
        within(station.space, 0, CAPITAL, "unit_space")
        _or_none(station.holder, last, "unit_holder")
    for owner in state.tech_owner:
        _or_none(owner, last, "tech_owner")
    require(len(state.tech_owner) == len(TECHS), "'tech_owner' has another length")


def _check_house(state: State, house: House) -> None:
    spanned(house.army, SPACES, 0, _MOST_SOLDIERS, "army")
    spanned(house.goods, len(RESOURCE_NAMES), 0, DIAL_TOP - 1, "resources")
    within(house.reserve, 0, _MOST_SOLDIERS, "reserve")
    within(house.golden, 0, GOLDEN_XADLAS, "golden")
    spanned(house.tokens, len(TOKENS), 0, max(token.count for token in TOKENS), "tokens")
    for left, token in zip(house.tokens, TOKENS, strict=True):
        require(left <= token.count, "too many tokens")
    spanned(house.schools, len(CATEGORY_NAMES), 0, TOP_LEVEL, "schools")
    within(house.castles_built, 0, MOST_CASTLES, "castles_built")
    _or_none(house.gate, GATES - 1, "gate_of")
    _or_none(house.banner, len(HOUSE_NAMES) - 1, "house")
    within(house.ship, 0, _LONGEST_VOYAGE, "ship")
    require(house.friends.fits(state.seats), "an ally does not play")
    deck = house.deck
    spanned(deck.cards, DECK, 0, BATTLE_TYPES - 1, "deck")
    within(deck.drawn, 0, DECK - 1, "drawn")
    spanned(deck.known, BATTLE_TYPES, 0, DECK, "known")
    spanned(house.hand, MORALE_TYPES, 0, max(card.copies for card in MORALE), "hand")


def _check_affairs(state: State) -> None:
    free, march, battle = state.free, state.march, state.battle
    strays, offer, last = state.strays, state.offer, state.seats - 1
    spanned([free.offers, free.barters, free.exchanges], 3, 0, 2, "the turn's counters")
    spanned([free.masons, free.scholars], 2, 0, 3, "the turn's cards")
    within(free.gained, 0, len(TECHS), "gained")
    for unit in (free.appointed, march.unit, battle.unit, strays.unit):
        _or_none(unit, len(UNITS) - 1, "a unit")
    spanned([march.roll, march.left, march.made], 3, 0, _MOST_AT_ONCE, "roll")
    spanned(march.moved, SPACES, 0, _MOST_SOLDIERS, "moved")
    for space in (march.at, battle.at, battle.origin):
        _or_none(space, SPACES - 1, "a space")
    sizes = [march.size, battle.attackers, strays.soldiers]
    spanned(sizes, 3, 0, _MOST_AT_ONCE, "the sizes")
    spanned(strays.placed, min(len(strays.placed), _MOST_SOLDIERS), 0, SPACES - 1, "placed")
    people = (battle.attacker.seat, battle.defender.seat, strays.seat, state.recall.seat)
    for seat in (*people, offer.partner, state.proposal.partner):
        _or_none(seat, last, "a seat")
    for side in battle.sides():
        spanned(side.laid, min(len(side.laid), MOST_COMMITTED), 0, MORALE_TYPES - 1, "pledges")
    for good in (offer.give, offer.want):
        _or_none(good, len(RESOURCE_NAMES) - 1, "the goods")
    spanned([offer.give_count, offer.want_count], 2, 0, MOST_TRADED, "the offer")
    require(state.proposal.asked.fits(state.seats), "somebody is asked who does not play")


# How they fit together.


def _check_houses_together(state: State) -> None:
    banners = [house.banner for house in state.houses if house.banner != NONE]
    require(len(set(banners)) == len(banners), "a house belongs to one seat")
    for number, gate in enumerate(state.gates):
        fits = gate.owner == NONE or state.houses[gate.owner].gate == number
        require(fits, "gates and seats disagree")
    for house in state.houses:
        fits = house.gate == NONE or state.gates[house.gate].owner == house.seat
        require(fits, "gates and seats disagree")
        require(house.friends.has(house.seat), "alliances disagree")
        for other in house.friends.members:
            require(state.houses[other].friends is house.friends, "alliances disagree")
    require(state.golden_out() <= GOLDEN_XADLAS, "too many golden Xadlas")


def _check_buildings(state: State) -> None:
    for space, square in enumerate(state.squares):
        building = square.building
        within(building.kind, NOTHING, CASTLE, "kind")
        _or_none(building.owner, state.seats - 1, "owner")
        within(building.year, 0, _LAST_YEAR, "built")
        built = building.kind != NOTHING
        require(built == (building.owner != NONE), "a building has an owner")
        require(built or building.year == 0, "nothing was built there")
        require(not built or space >= GATES, "buildings stand on squares")
        silos = building.silos()
        require(len(silos) == BUILDINGS[building.kind].silos, "silos and buildings disagree")
        require(not silos or building.silo != NONE, "the first silo comes first")
        for silo in silos:
            require(silo in TOUCHING[space], "a silo touches its square")
            require(state.land.terrain[silo] < MOUNTAIN, "a silo stands on a field")


def _check_armies(state: State) -> None:
    for space, square in enumerate(state.squares):
        for seat in square.here.members:
            friends = state.houses[seat].friends
            require(square.here.within(friends), "enemies share a space")
        manned = square.crowd > 0
        require(space >= GATES or not manned or state.gates[space].owner != NONE, "no such gate")
    placed = [post.square for post in state.posts if post.square != NONE]
    require(len(set(placed)) == len(placed), "posts share a square")
    require(all(square >= GATES for square in placed), "posts lie on squares")
    for house in state.houses:
        require(sum(house.army) + house.reserve <= _MOST_SOLDIERS, "too many soldiers")


def _check_stations(state: State) -> None:
    for unit, station in enumerate(state.stations):
        space, holder = station.space, station.holder
        require(space < SPACES or space == CAPITAL, "a super unit is nowhere")
        require((space == CAPITAL) == (holder == NONE), "a super unit on the map has a squad")
        if space < SPACES:
            owner = state.tech_owner[UNITS[unit].tech]
            require(owner != NONE, "a super unit on the map has an owner")
            require(state.squares[space].here.has(holder), "a super unit stands alone")
            require(state.squares[space].unit == unit, "two super units share a square")


def _check_cards(state: State) -> None:
    laid = state.battle.attacker.laid + state.battle.defender.laid
    for kind, card in enumerate(MORALE):
        count = state.morale.count(kind) + laid.count(kind)
        count += sum(house.hand[kind] for house in state.houses)
        require(count == card.copies, "morale cards are missing or too many")
    require(all(kind in BATTLE_WINDOW for kind in laid), "such a card is not committed")


def _check_decision(state: State) -> None:
    decision, march, offer = state.decision, state.march, state.offer
    over = state.ending is not GOES_ON
    require((decision == OVER) == over, "the ending and the decision disagree")
    missing = any(post.square == NONE for post in state.posts)
    require((decision == POSTS) == missing, "the posts and the decision disagree")
    if decision == HOUSES:
        require(state.acting().banner == NONE, "that seat has a house")
    if decision == SAILING:
        require(state.acting().gate == NONE, "that ship has docked")
    if decision not in (POSTS, HOUSES, SAILING):
        at_sea = any(house.gate == NONE for house in state.houses)
        require(not at_sea, "a ship is still at sea")
    if decision == GROUPS:
        require(1 <= march.roll <= LONGEST_ROLL, "a march has a roll")
    if decision == STEPS or state.recall.mid_march:
        require(march.at != NONE, "a group stands somewhere")
        require(1 <= march.size <= state.acting().army[march.at], "a group has soldiers")
    if decision in (BATTLE, DISPLACING):
        _check_battle(state)
    if decision in (DISPLACING, MOVING_OUT):
        lost = state.strays.soldiers > 0 and state.strays.seat != NONE
        require(lost, "somebody is displaced")
    if decision == RECALLING:
        require(state.recall.seat != NONE, "somebody recalls")
    if decision == APPOINTING:
        require(state.free.appointed != NONE, "a super unit is appointed")
    if decision in (GIVING, WANTING, ANSWERING):
        require(offer.partner not in (NONE, state.seat), "an offer has two sides")
    if decision in (WANTING, ANSWERING):
        require(offer.give != NONE and offer.give_count > 0, "an offer gives something")
    if decision == ANSWERING:
        require(offer.want != NONE and offer.want_count > 0, "an offer wants something")
    if decision == ALLYING:
        partner = state.proposal.partner
        require(partner not in (NONE, state.seat), "a proposal has two sides")
        require(state.proposal.asked.count > 0, "a proposal waits for somebody")


def _check_battle(state: State) -> None:
    battle = state.battle
    attacker, defender = battle.attacker, battle.defender
    there = NONE not in (attacker.seat, defender.seat, battle.at, battle.origin)
    require(there and attacker.seat != defender.seat, "a battle has two sides")
    if state.decision == BATTLE:
        standing = state.houses[attacker.seat].army[battle.origin]
        require(1 <= battle.attackers <= standing, "a battle has attackers")
        for side in battle.sides():
            require(state.houses[side.seat].deck.drawn >= 1, "a battle has burned cards")
        require(not (attacker.ready and defender.ready), "a battle waits for somebody")
