"""From a seat's view back to a state: what the seat does not know is drawn."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_int,
    as_str,
    field,
    int_field,
    ints_field,
    list_field,
    number_of,
    str_field,
    strs_field,
    within,
)
from pentarch.engine.tradewarz.state import ENDING_NAMES, PHASE_NAMES, State
from pentarch.engine.tradewarz.tables import (
    BATTLE_COPIES,
    BATTLE_NAMES,
    BATTLE_TYPES,
    BUILDING_NAMES,
    CAPITAL,
    CATEGORY_NAMES,
    CROSSINGS,
    DECK,
    GATE_NAMES,
    HOUSE_NAMES,
    MORALE_COPIES,
    MORALE_NAMES,
    MORALE_TYPES,
    NONE,
    RESOURCE_NAMES,
    SEASON_NAMES,
    SPACE_NAMES,
    SPACES,
    TECH_NAMES,
    TERRAIN_NAMES,
    TILE_NAMES,
    TOKEN_NAMES,
    UNIT_NAMES,
)
from pentarch.engine.tradewarz.validity import check_state
from pentarch.engine.tradewarz.views import HIDDEN, bare_state


def _index(names: "tuple[str, ...]") -> "dict[str, int]":
    return {name: index for index, name in enumerate(names)}


_SEATS: Final = _index(SEAT_NAMES)
_SPACES: Final = _index(SPACE_NAMES)
_TILES: Final = _index(TILE_NAMES)
_TERRAINS: Final = _index(TERRAIN_NAMES)
_UNITS: Final = _index(UNIT_NAMES)
_TECHS: Final = _index(TECH_NAMES)
_BATTLE: Final = _index(BATTLE_NAMES)
_MORALE: Final = _index(MORALE_NAMES)
_PHASES: Final = _index(PHASE_NAMES)
_SEASONS: Final = _index(SEASON_NAMES)
_ENDINGS: Final = _index(ENDING_NAMES)
_BUILDINGS: Final = _index(BUILDING_NAMES)
_HOUSES: Final = _index(HOUSE_NAMES)
_RESOURCES: Final = _index(RESOURCE_NAMES)
_GATES: Final = _index(GATE_NAMES)
_MOST: Final = 250


def sample(view: Json, seat: Seat, chance: Chance) -> State:
    """A state the seat could be in."""
    tiles = as_dict(field(view, "tiles"), "tiles")
    terrain: list[Json] = [number_of(tiles.get(name), _TERRAINS, "a tile") for name in TILE_NAMES]
    state = bare_state(int_field(view, "seats_count"), field(view, "options"), terrain)
    if not 0 <= seat < state.seats:
        raise InvalidValue("the seat is not one of the match")
    _read_calendar(state, view)
    _read_board(state, view)
    _read_turn(state, view)
    _read_battle(state, view, seat)
    seats = list_field(view, "seats")
    if len(seats) != state.seats:
        raise InvalidValue("'seats' must list every seat")
    for other in range(state.seats):
        _read_seat(state, other, seats[other])
    _draw_battle_cards(state, seats, seat, chance)
    _draw_morale(state, view, seats, seat, chance)
    check_state(state)
    return state


def _number_or_none(names: "dict[str, int]", value: Json, what: str) -> int:
    return NONE if value is None else number_of(value, names, what)


def _mask(value: Json, key: str) -> int:
    mask = 0
    for name in strs_field(value, key):
        mask |= 1 << number_of(name, _SEATS, key)
    return mask


def _small(value: Json, key: str) -> int:
    return within(int_field(value, key), 0, _MOST, key)


def _read_calendar(state: State, view: Json) -> None:
    state.year = _small(view, "year")
    state.season = number_of(field(view, "season"), _SEASONS, "season")
    state.seasons_done = _small(view, "seasons_done")
    state.phase = number_of(field(view, "decision"), _PHASES, "decision")
    state.turn = _small(view, "turn")
    state.seat = number_of(field(view, "seat"), _SEATS, "seat")
    state.order = [number_of(name, _SEATS, "order") for name in strs_field(view, "order")]
    state.ending = number_of(field(view, "ending"), _ENDINGS, "ending")
    state.winners = _mask(view, "winners")


def _read_board(state: State, view: Json) -> None:
    posts = list_field(view, "posts")
    squares = [field(post, "square") for post in posts]
    state.post_square = [_number_or_none(_SPACES, square, "a post") for square in squares]
    owners = [field(post, "owner") for post in posts]
    state.post_owner = [_number_or_none(_SEATS, owner, "a post") for owner in owners]
    for structure in list_field(view, "structures"):
        ends = strs_field(structure, "ends")
        if len(ends) != 2:
            raise InvalidValue("a structure has two ends")
        one, other = [number_of(end, _SPACES, "a structure") for end in ends]
        for diagonal, end in CROSSINGS[one]:
            if end == other:
                state.structures[diagonal] = 1
    for building in list_field(view, "buildings"):
        space = number_of(field(building, "square"), _SPACES, "a building")
        state.kind[space] = number_of(field(building, "kind"), _BUILDINGS, "a building")
        state.owner[space] = number_of(field(building, "owner"), _SEATS, "a building")
        state.built[space] = _small(building, "year")
        for place, silo in enumerate(strs_field(building, "silos")[:2]):
            state.silos[2 * space + place] = number_of(silo, _TILES, "a silo")
    for army in list_field(view, "armies"):
        space = number_of(field(army, "space"), _SPACES, "an army")
        owner = number_of(field(army, "seat"), _SEATS, "an army")
        if owner >= state.seats:
            raise InvalidValue("an army of nobody")
        state.army[owner * SPACES + space] = _small(army, "soldiers")
    for entry in list_field(view, "units"):
        unit = number_of(field(entry, "unit"), _UNITS, "a unit")
        where = field(entry, "space")
        state.unit_space[unit] = (
            CAPITAL if where == "capital" else number_of(where, _SPACES, "a unit")
        )
        state.unit_holder[unit] = _number_or_none(_SEATS, field(entry, "holder"), "a unit")
    for name, year in as_dict(field(view, "conquered"), "conquered").items():
        state.conquered[number_of(name, _GATES, "conquered")] = as_int(year, "conquered")


def _read_turn(state: State, view: Json) -> None:
    free = field(view, "free")
    state.offers = _small(free, "offers")
    state.proposed = _small(free, "proposed")
    state.barters = _small(free, "barters")
    state.exchanges = _small(free, "exchanges")
    state.masons = _small(free, "masons")
    state.scholars = _small(free, "scholars")
    state.gained = _small(free, "gained")
    state.appointed = _number_or_none(_UNITS, field(free, "appointed"), "appointed")
    march = field(view, "march")
    state.roll = _small(march, "roll")
    state.grouped = _small(march, "grouped")
    for name, count in as_dict(field(march, "moved"), "moved").items():
        state.moved[number_of(name, _SPACES, "moved")] = as_int(count, "moved")
    state.group_at = _number_or_none(_SPACES, field(march, "at"), "the group")
    state.group_size = _small(march, "size")
    state.group_unit = _number_or_none(_UNITS, field(march, "unit"), "the group")
    state.group_left = _small(march, "left")
    state.group_made = _small(march, "made")
    loose = field(view, "loose")
    state.loose_seat = _number_or_none(_SEATS, field(loose, "seat"), "loose")
    state.loose = _small(loose, "soldiers")
    state.loose_unit = _number_or_none(_UNITS, field(loose, "unit"), "loose")
    state.placed = [number_of(name, _SPACES, "placed") for name in strs_field(loose, "placed")]
    recall = field(view, "recall")
    state.recaller = _number_or_none(_SEATS, field(recall, "seat"), "recall")
    state.after_recall = _number_or_none(_PHASES, field(recall, "then"), "recall")
    offer = field(view, "offer")
    state.partner = _number_or_none(_SEATS, field(offer, "partner"), "offer")
    state.give = _number_or_none(_RESOURCES, field(offer, "give"), "offer")
    state.give_count = _small(offer, "give_count")
    state.want = _number_or_none(_RESOURCES, field(offer, "want"), "offer")
    state.want_count = _small(offer, "want_count")
    state.asked = _mask(offer, "asked")


def _read_battle(state: State, view: Json, seat: int) -> None:
    battle = field(view, "battle")
    state.battle_at = _number_or_none(_SPACES, field(battle, "at"), "battle")
    state.battle_from = _number_or_none(_SPACES, field(battle, "from"), "battle")
    state.attacker = _number_or_none(_SEATS, field(battle, "attacker"), "battle")
    state.defender = _number_or_none(_SEATS, field(battle, "defender"), "battle")
    state.attackers = _small(battle, "attackers")
    state.attack_unit = _number_or_none(_UNITS, field(battle, "unit"), "battle")
    state.ready = ints_field(battle, "ready")
    sides = list_field(battle, "committed")
    for side, owner in enumerate((state.attacker, state.defender)):
        if owner == seat and side < len(sides) and isinstance(sides[side], list):
            for place, name in enumerate(_words(sides[side])[:2]):
                state.pledges[2 * side + place] = number_of(name, _MORALE, "committed")


def _words(value: Json) -> list[str]:
    """A list of texts inside a view."""
    if not isinstance(value, list):
        raise InvalidValue("a list of words is missing")
    return [as_str(item, "a word") for item in value]


def _read_seat(state: State, seat: int, value: Json) -> None:
    if str_field(value, "seat") != SEAT_NAMES[seat]:
        raise InvalidValue("the seats are listed in order")
    state.house[seat] = _number_or_none(_HOUSES, field(value, "house"), "house")
    gate = _number_or_none(_GATES, field(value, "gate"), "gate")
    state.gate_of[seat] = gate
    if gate != NONE:
        state.gate_owner[gate] = seat
    state.ship[seat] = _small(value, "ship")
    state.golden[seat] = _small(value, "golden")
    resources, tokens = field(value, "resources"), field(value, "tokens")
    for index, name in enumerate(RESOURCE_NAMES):
        state.resources[seat * 4 + index] = _small(resources, name)
    for index, name in enumerate(TOKEN_NAMES):
        state.tokens[seat * len(TOKEN_NAMES) + index] = _small(tokens, name)
    for index, name in enumerate(CATEGORY_NAMES):
        state.schools[seat * 3 + index] = _small(field(value, "universities"), name)
    for name in strs_field(value, "techs"):
        state.tech_owner[number_of(name, _TECHS, "techs")] = seat
    state.castles_built[seat] = _small(value, "castles_built")
    state.reserve[seat] = _small(value, "reserve")
    state.friends[seat] = _mask(value, "allies") | 1 << seat
    state.barred[seat] = _small(value, "barred")
    cards = field(value, "battle_cards")
    for name in strs_field(cards, "known"):
        state.known[seat * BATTLE_TYPES + number_of(name, _BATTLE, "known")] += 1
    state.drawn[seat] = len(strs_field(cards, "used"))
    for place in ints_field(cards, "unseen"):
        if not 0 <= place < DECK:
            raise InvalidValue("'unseen' names a place of the used pile")
        state.unseen[seat] |= 1 << place


def _draw_battle_cards(state: State, seats: "list[Json]", seat: int, chance: Chance) -> None:
    """Fill every deck: the seat's own six are known, of the others only what has been seen."""
    sixes: list[list[int]] = []
    pool = [BATTLE_COPIES] * BATTLE_TYPES
    for other in range(state.seats):
        first = other * BATTLE_TYPES
        six = [c for c in range(BATTLE_TYPES) for _ in range(state.known[first + c])]
        if other == seat:
            names = _words(field(field(seats[other], "battle_cards"), "six"))
            six = [number_of(name, _BATTLE, "six") for name in names]
        sixes.append(six)
        for card in six:
            pool[card] -= 1
    rest = [card for card in range(BATTLE_TYPES) for _ in range(pool[card])]
    chance.shuffle(rest)
    for other in range(state.seats):
        six = sixes[other]
        while len(six) < DECK and rest:
            six.append(rest.pop())
        if len(six) != DECK or state.drawn[other] >= DECK:
            raise InvalidValue("a battle deck has six cards")
        used = strs_field(field(seats[other], "battle_cards"), "used")
        _lay_deck(state, other, six, used, chance)


def _lay_deck(state: State, seat: int, six: list[int], used: list[str], chance: Chance) -> None:
    """The used pile as seen, the rest of the six in any order."""
    left = list(six)
    first = seat * DECK
    for place, name in enumerate(used):
        hidden = state.unseen[seat] >> place & 1 == 1
        if hidden != (name == HIDDEN):
            raise InvalidValue("the used pile and its unseen cards disagree")
        if not hidden:
            card = number_of(name, _BATTLE, "used")
            if card not in left:
                raise InvalidValue("a used card is not of the six")
            left.remove(card)
            state.deck[first + place] = card
    chance.shuffle(left)
    for place in range(DECK):
        if place >= len(used) or used[place] == HIDDEN:
            state.deck[first + place] = left.pop()


def _draw_morale(state: State, view: Json, seats: "list[Json]", seat: int, chance: Chance) -> None:
    """Deal what is not in the seat's own hand to the other hands and the deck."""
    left = list(MORALE_COPIES)
    own = [number_of(n, _MORALE, "morale") for n in _words(field(seats[seat], "morale"))]
    for card in own:
        state.hand[seat * MORALE_TYPES + card] += 1
    for card in own + [card for card in state.pledges if card != NONE]:
        left[card] -= 1
    rest = [card for card in range(MORALE_TYPES) for _ in range(left[card])]
    chance.shuffle(rest)
    for other in range(state.seats):
        if other == seat:
            continue
        for _ in range(_small(seats[other], "morale_count")):
            if not rest:
                raise InvalidValue("there are not so many morale cards")
            state.hand[other * MORALE_TYPES + rest.pop()] += 1
    state.morale = rest
