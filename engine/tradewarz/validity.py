"""Whether lists of numbers from outside are a state the rules can go on from."""

from typing import Final

from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import require, spanned
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    APPOINTING,
    BATTLE,
    DISPLACING,
    ENDING_NAMES,
    GIVING,
    GOES_ON,
    GROUPS,
    HOUSES,
    MOVING_OUT,
    OVER,
    POSTS,
    RECALLING,
    SAILING,
    STEPS,
    TURN,
    WANTING,
    State,
)
from pentarch.engine.tradewarz.tables import (
    BATTLE_TYPES,
    CAPITAL,
    DECK,
    DIAGONALS,
    DIAL_TOP,
    GATES,
    GOLDEN_XADLAS,
    HOUSE_NAMES,
    LAKE,
    LUMBER,
    MANY_SEATS,
    MORALE_COPIES,
    MORALE_TYPES,
    MOST_CASTLES,
    MOUNTAIN,
    MUSTER,
    NONE,
    POSTS_FEW,
    POSTS_MANY,
    SETTLEMENT,
    SOLDIER_LIMIT,
    SPACES,
    SPRING,
    TECHS,
    TERRAIN_COUNTS,
    TILES,
    TOKENS,
    TOP_LEVEL,
    TOUCHING,
    UNITS,
    WINDOW_BATTLE,
)

_MOST_SOLDIERS: Final = SOLDIER_LIMIT + MUSTER
_LAST_YEAR: Final = 20


def check_terrain(terrain: list[int]) -> None:
    """TW-MAP.1: a full map, or InvalidValue."""
    if len(terrain) != TILES or any(not LUMBER <= kind <= LAKE for kind in terrain):
        raise InvalidValue("the map has 49 tiles of known terrain")
    if any(terrain.count(kind) != TERRAIN_COUNTS[kind] for kind in range(LUMBER, LAKE + 1)):
        raise InvalidValue("the map has other tiles than it should")


def check_state(state: State) -> None:
    """Raise InvalidValue unless the rules can go on from the state; counts what is counted."""
    _check_lists(state)
    _check_scalars(state)
    _check_seats(state)
    state.recount()
    _check_board(state)
    _check_units(state)
    _check_cards(state)
    _check_phase(state)


def _span_or_none(name: str, values: list[int], length: int, high: int) -> None:
    """So many numbers, each from 0 to high or NONE."""
    known = [value for value in values if value != NONE]
    if len(values) != length or (known and (min(known) < 0 or max(known) > high)):
        raise InvalidValue(f"{name!r} must be {length} numbers up to {high}, or none")


def _check_lists(state: State) -> None:
    seats = state.seats
    last = seats - 1
    posts = POSTS_MANY if seats >= MANY_SEATS else POSTS_FEW
    spanned(state.army, SPACES * seats, 0, _MOST_SOLDIERS, "army")
    spanned(state.kind, SPACES, 0, 3, "kind")
    _span_or_none("owner", state.owner, SPACES, last)
    spanned(state.built, SPACES, 0, _LAST_YEAR, "built")
    _span_or_none("silos", state.silos, SPACES * 2, TILES - 1)
    spanned(state.structures, DIAGONALS, 0, 1, "structures")
    _span_or_none("post_square", state.post_square, posts, SPACES - 1)
    _span_or_none("post_owner", state.post_owner, posts, last)
    _span_or_none("gate_owner", state.gate_owner, GATES, last)
    spanned(state.conquered, GATES, 0, _LAST_YEAR, "conquered")
    spanned(state.unit_space, len(UNITS), 0, CAPITAL, "unit_space")
    _span_or_none("unit_holder", state.unit_holder, len(UNITS), last)
    spanned(state.resources, seats * 4, 0, DIAL_TOP - 1, "resources")
    spanned(state.reserve, seats, 0, _MOST_SOLDIERS, "reserve")
    spanned(state.golden, seats, 0, GOLDEN_XADLAS, "golden")
    spanned(state.tokens, seats * len(TOKENS), 0, max(TOKENS), "tokens")
    spanned(state.schools, seats * 3, 0, TOP_LEVEL, "schools")
    _span_or_none("tech_owner", state.tech_owner, TECHS, last)
    spanned(state.castles_built, seats, 0, MOST_CASTLES, "castles_built")
    _span_or_none("gate_of", state.gate_of, seats, GATES - 1)
    _span_or_none("house", state.house, seats, len(HOUSE_NAMES) - 1)
    spanned(state.ship, seats, 0, 250, "ship")
    spanned(state.friends, seats, 1, (1 << seats) - 1, "friends")
    spanned(state.barred, seats, 0, 1, "barred")
    spanned(state.order, seats, 0, last, "order")
    spanned(state.deck, seats * DECK, 0, BATTLE_TYPES - 1, "deck")
    spanned(state.drawn, seats, 0, DECK - 1, "drawn")
    spanned(state.unseen, seats, 0, (1 << DECK) - 1, "unseen")
    spanned(state.known, seats * BATTLE_TYPES, 0, DECK, "known")
    spanned(state.hand, seats * MORALE_TYPES, 0, max(MORALE_COPIES), "hand")
    spanned(state.moved, SPACES, 0, _MOST_SOLDIERS, "moved")
    _span_or_none("pledges", state.pledges, 4, MORALE_TYPES - 1)
    spanned(state.ready, 2, 0, 1, "ready")
    spanned(state.morale, len(state.morale), 0, MORALE_TYPES - 1, "morale")
    spanned(state.placed, min(len(state.placed), _MOST_SOLDIERS), 0, SPACES - 1, "placed")


def _check_scalars(state: State) -> None:
    last = state.seats - 1
    spanned([state.phase], 1, POSTS, OVER, "phase")
    spanned([state.year], 1, 1, _LAST_YEAR, "year")
    spanned([state.season], 1, 0, SPRING, "season")
    spanned([state.seasons_done], 1, 0, 5 * _LAST_YEAR, "seasons_done")
    spanned([state.turn, state.seat], 2, 0, last, "turn")
    spanned([state.ending], 1, GOES_ON, len(ENDING_NAMES) - 1, "ending")
    spanned([state.winners, state.asked], 2, 0, (1 << state.seats) - 1, "winners")
    flags = [state.offers, state.proposed, state.barters, state.exchanges, state.grouped]
    spanned(flags, 5, 0, 2, "the turn's counters")
    spanned([state.masons, state.scholars], 2, 0, 3, "the turn's cards")
    spanned([state.gained], 1, 0, TECHS, "gained")
    units = [state.appointed, state.group_unit, state.attack_unit, state.loose_unit]
    _span_or_none("the units", units, 4, len(UNITS) - 1)
    spanned([state.roll, state.group_left, state.group_made], 3, 0, 6, "roll")
    spaces = [state.group_at, state.battle_at, state.battle_from]
    _span_or_none("the spaces", spaces, 3, SPACES - 1)
    spanned([state.group_size, state.attackers, state.loose], 3, 0, 6, "the sizes")
    people = [state.attacker, state.defender, state.loose_seat, state.recaller, state.partner]
    _span_or_none("the seats", people, 5, last)
    _span_or_none("after_recall", [state.after_recall], 1, OVER)
    _span_or_none("the goods", [state.give, state.want], 2, 3)
    spanned([state.give_count, state.want_count], 2, 0, 3, "the offer")


def _check_seats(state: State) -> None:
    seats = state.seats
    require(sorted(state.order) == list(range(seats)), "the order names every seat once")
    houses = [house for house in state.house if house != NONE]
    require(len(set(houses)) == len(houses), "a house belongs to one seat")
    for gate in range(GATES):
        owner = state.gate_owner[gate]
        require(owner == NONE or state.gate_of[owner] == gate, "gates and seats disagree")
    for seat in range(seats):
        gate = state.gate_of[seat]
        require(gate == NONE or state.gate_owner[gate] == seat, "gates and seats disagree")
        for other in range(seats):
            if state.friends[seat] >> other & 1:
                require(state.friends[other] == state.friends[seat], "alliances disagree")
        require(bool(state.friends[seat] >> seat & 1), "alliances disagree")
        for token, most in enumerate(TOKENS):
            require(state.tokens[seat * len(TOKENS) + token] <= most, "too many tokens")
    require(sum(state.golden) <= GOLDEN_XADLAS, "too many golden Xadlas")


def _check_board(state: State) -> None:
    for space in range(SPACES):
        kind, owner, here = state.kind[space], state.owner[space], state.here[space]
        silos = state.silos[2 * space : 2 * space + 2]
        if not kind and not here and owner == NONE and silos == [NONE, NONE]:
            continue
        require((kind > 0) == (owner != NONE), "a building has an owner")
        require(not kind or space >= GATES, "buildings stand on squares")
        expected = 0 if not kind else 1 if kind == SETTLEMENT else 2
        require(
            sum(1 for silo in silos if silo != NONE) == expected, "silos and buildings disagree"
        )
        require(expected != 1 or silos[0] != NONE, "the first silo comes first")
        for silo in silos:
            if silo != NONE:
                require(silo in TOUCHING[space], "a silo touches its square")
                require(state.land.terrain[silo] < MOUNTAIN, "a silo stands on a field")
        for seat in range(state.seats):
            if here >> seat & 1:
                require(not here & ~state.friends[seat], "enemies share a space")
        require(space >= GATES or not here or state.gate_owner[space] != NONE, "no such gate")
    placed = [square for square in state.post_square if square != NONE]
    require(len(set(placed)) == len(placed), "posts share a square")
    require(all(square >= GATES for square in placed), "posts lie on squares")
    for seat in range(state.seats):
        men = sum(state.army[seat * SPACES : (seat + 1) * SPACES]) + state.reserve[seat]
        require(men <= _MOST_SOLDIERS, "too many soldiers")


def _check_units(state: State) -> None:
    for unit, tech in enumerate(UNITS):
        space, holder = state.unit_space[unit], state.unit_holder[unit]
        require(space < SPACES or space == CAPITAL, "a super unit is nowhere")
        require((space == CAPITAL) == (holder == NONE), "a super unit on the map has a squad")
        if space < SPACES:
            require(state.tech_owner[tech] != NONE, "a super unit on the map has an owner")
            require(state.here[space] >> holder & 1 == 1, "a super unit stands alone")
            require(state.unit_at[space] == unit, "two super units share a square")


def _check_cards(state: State) -> None:
    for kind in range(MORALE_TYPES):
        count = state.morale.count(kind) + state.pledges.count(kind)
        count += sum(state.hand[kind::MORALE_TYPES])
        require(count == MORALE_COPIES[kind], "morale cards are missing or too many")
    for card in state.pledges:
        require(card == NONE or card in WINDOW_BATTLE, "such a card is not committed")


def _check_phase(state: State) -> None:
    phase = state.phase
    require((phase == OVER) == (state.ending != GOES_ON), "the ending and the phase disagree")
    require((phase == POSTS) == (NONE in state.post_square), "the posts and the phase disagree")
    if phase == HOUSES:
        require(state.house[state.seat] == NONE, "that seat has a house")
    if phase == SAILING:
        require(state.gate_of[state.seat] == NONE, "that ship has docked")
    if phase >= TURN:
        require(NONE not in state.gate_of, "a ship is still at sea")
    if phase == GROUPS:
        require(1 <= state.roll <= 3, "a march has a roll")
    if phase == STEPS or state.after_recall == STEPS:
        at = state.group_at
        require(at != NONE, "a group stands somewhere")
        standing = state.army[state.seat * SPACES + at] if at != NONE else 0
        require(1 <= state.group_size <= standing, "a group has soldiers")
    if phase in (BATTLE, DISPLACING):
        require(
            NONE not in (state.attacker, state.defender, state.battle_at, state.battle_from)
            and state.attacker != state.defender,
            "a battle has two sides",
        )
    if phase == BATTLE:
        standing = state.army[state.attacker * SPACES + state.battle_from]
        require(1 <= state.attackers <= standing, "a battle has attackers")
        for seat in (state.attacker, state.defender):
            require(state.drawn[seat] >= 1, "a battle has burned cards")
        require(not (state.ready[0] and state.ready[1]), "a battle waits for somebody")
    if phase in (DISPLACING, MOVING_OUT):
        require(state.loose > 0 and state.loose_seat != NONE, "somebody is displaced")
    if phase == RECALLING:
        require(state.recaller != NONE, "somebody recalls")
        require(state.after_recall in (STEPS, TURN), "something follows a recall")
    if phase == APPOINTING:
        require(state.appointed != NONE, "a super unit is appointed")
    if phase in (GIVING, WANTING, ANSWERING, ALLYING):
        require(state.partner not in (NONE, state.seat), "an offer has two sides")
    if phase in (WANTING, ANSWERING):
        require(state.give != NONE and state.give_count > 0, "an offer gives something")
    if phase == ANSWERING:
        require(state.want != NONE and state.want_count > 0, "an offer wants something")
    if phase == ALLYING:
        require(state.asked > 0, "a proposal waits for somebody")
