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
from pentarch.engine.tradewarz.board import Building, Gate, Post, Station
from pentarch.engine.tradewarz.cards import (
    BATTLE_COPIES,
    BATTLE_NAMES,
    BATTLE_TYPES,
    MORALE,
    MORALE_NAMES,
    MORALE_TYPES,
)
from pentarch.engine.tradewarz.lattice import (
    GATE_NAMES,
    SPACE_NAMES,
    TILE_NAMES,
)
from pentarch.engine.tradewarz.loading import bare_state, check_state
from pentarch.engine.tradewarz.seats import NOBODY, Seats
from pentarch.engine.tradewarz.state import ALLYING, DECISION_NAMES, STEPS, Deck, House, State
from pentarch.engine.tradewarz.tables import (
    BUILDING_NAMES,
    CAPITAL,
    CATEGORY_NAMES,
    DECK,
    ENDINGS,
    HOUSE_NAMES,
    MOST_COMMITTED,
    NONE,
    RESOURCE_NAMES,
    SEASON_NAMES,
    TERRAIN_NAMES,
    TOKEN_NAMES,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, UNIT_NAMES
from pentarch.engine.tradewarz.views import HIDDEN, resumed
from pentarch.engine.tradewarz.ways import diagonal_to


def _index(names: "tuple[str, ...]") -> "dict[str, int]":
    return {name: index for index, name in enumerate(names)}


_SEATS: Final = _index(SEAT_NAMES)
_SPACES: Final = _index(SPACE_NAMES)
_STATIONS: Final = _SPACES | {"capital": CAPITAL}
_TILES: Final = _index(TILE_NAMES)
_TERRAINS: Final = _index(TERRAIN_NAMES)
_UNITS: Final = _index(UNIT_NAMES)
_TECHS: Final = _index(TECH_NAMES)
_BATTLE: Final = _index(BATTLE_NAMES)
_MORALE: Final = _index(MORALE_NAMES)
_DECISIONS: Final = _index(DECISION_NAMES)
_SEASONS: Final = _index(SEASON_NAMES)
_ENDINGS: Final = {ending.name: ending.number for ending in ENDINGS}
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
    seats = list_field(view, "seats")
    if len(seats) != state.seats:
        raise InvalidValue("'seats' must list every seat")
    for house in state.houses:
        _read_house(state, house, seats[house.seat])
    _read_calendar(state, view)
    _read_map(state, view)
    _read_armies(state, view)
    _read_free(state, field(view, "free"))
    _read_march(state, field(view, "march"))
    _read_strays(state, field(view, "loose"))
    _read_recall(state, field(view, "recall"))
    _read_offer(state, field(view, "offer"))
    _read_battle(state, field(view, "battle"), seat)
    _draw_battle_cards(state, seats, seat, chance)
    _draw_morale(state, seats, seat, chance)
    check_state(state)
    return state


# Words and numbers.


def _or_none(names: "dict[str, int]", value: Json, what: str) -> int:
    return NONE if value is None else number_of(value, names, what)


def _seats(value: Json, key: str) -> Seats:
    seats = NOBODY
    for name in strs_field(value, key):
        seats = seats.plus(number_of(name, _SEATS, key))
    return seats


def _small(value: Json, key: str) -> int:
    return within(int_field(value, key), 0, _MOST, key)


def _flag(value: Json, key: str) -> bool:
    return within(int_field(value, key), 0, 1, key) == 1


def _words(value: Json) -> list[str]:
    """A list of texts inside a view."""
    if not isinstance(value, list):
        raise InvalidValue("a list of words is missing")
    return [as_str(item, "a word") for item in value]


def _seat_of(state: State, value: Json, what: str) -> Seat:
    """A seat that plays."""
    seat = number_of(value, _SEATS, what)
    if seat >= state.seats:
        raise InvalidValue(f"{what} of nobody")
    return seat


# What the view says.


def _read_calendar(state: State, view: Json) -> None:
    state.year = _small(view, "year")
    state.season = number_of(field(view, "season"), _SEASONS, "season")
    state.seasons_done = _small(view, "seasons_done")
    state.decision = DECISION_NAMES[number_of(field(view, "decision"), _DECISIONS, "decision")]
    state.turn = _small(view, "turn")
    state.seat = number_of(field(view, "seat"), _SEATS, "seat")
    state.order = [number_of(name, _SEATS, "order") for name in strs_field(view, "order")]
    state.ending = ENDINGS[number_of(field(view, "ending"), _ENDINGS, "ending")]
    state.winners = _seats(view, "winners")


def _read_map(state: State, view: Json) -> None:
    state.posts = []
    for post in list_field(view, "posts"):
        square = _or_none(_SPACES, field(post, "square"), "a post")
        state.posts.append(Post(square, _or_none(_SEATS, field(post, "owner"), "a post")))
    for structure in list_field(view, "structures"):
        ends = strs_field(structure, "ends")
        if len(ends) != 2:
            raise InvalidValue("a structure has two ends")
        one, other = [number_of(end, _SPACES, "a structure") for end in ends]
        diagonal = diagonal_to(one, other)
        if diagonal != NONE:
            state.structures[diagonal] = 1
    for entry in list_field(view, "buildings"):
        space = number_of(field(entry, "square"), _SPACES, "a building")
        state.squares[space] = state.squares[space].with_building(_building(entry))
    for name, year in as_dict(field(view, "conquered"), "conquered").items():
        number = number_of(name, _GATES, "conquered")
        state.gates[number] = Gate(state.gates[number].owner, as_int(year, "conquered"))


def _building(entry: Json) -> Building:
    kind = number_of(field(entry, "kind"), _BUILDINGS, "a building")
    owner = number_of(field(entry, "owner"), _SEATS, "a building")
    silos = [number_of(silo, _TILES, "a silo") for silo in strs_field(entry, "silos")]
    silo, second, *_ = [*silos, NONE, NONE]
    return Building(kind, owner, _small(entry, "year"), silo, second)


def _read_armies(state: State, view: Json) -> None:
    for army in list_field(view, "armies"):
        space = number_of(field(army, "space"), _SPACES, "an army")
        house = state.houses[_seat_of(state, field(army, "seat"), "an army")]
        house.army[space] = _small(army, "soldiers")
    for entry in list_field(view, "units"):
        unit = number_of(field(entry, "unit"), _UNITS, "a unit")
        space = number_of(field(entry, "space"), _STATIONS, "a unit")
        holder = _or_none(_SEATS, field(entry, "holder"), "a unit")
        state.stations[unit] = Station(space, holder)


def _read_free(state: State, free: Json) -> None:
    state.free.offers = _small(free, "offers")
    state.free.proposed = _flag(free, "proposed")
    state.free.barters = _small(free, "barters")
    state.free.exchanges = _small(free, "exchanges")
    state.free.masons = _small(free, "masons")
    state.free.scholars = _small(free, "scholars")
    state.free.gained = _small(free, "gained")
    state.free.appointed = _or_none(_UNITS, field(free, "appointed"), "appointed")


def _read_march(state: State, march: Json) -> None:
    state.march.roll = _small(march, "roll")
    state.march.grouped = _flag(march, "grouped")
    state.march.moved = state.march.moved.copy()
    for name, count in as_dict(field(march, "moved"), "moved").items():
        state.march.moved[number_of(name, _SPACES, "moved")] = as_int(count, "moved")
    state.march.at = _or_none(_SPACES, field(march, "at"), "the group")
    state.march.size = _small(march, "size")
    state.march.unit = _or_none(_UNITS, field(march, "unit"), "the group")
    state.march.left = _small(march, "left")
    state.march.made = _small(march, "made")


def _read_strays(state: State, loose: Json) -> None:
    state.strays.seat = _or_none(_SEATS, field(loose, "seat"), "loose")
    state.strays.soldiers = _small(loose, "soldiers")
    state.strays.unit = _or_none(_UNITS, field(loose, "unit"), "loose")
    placed = strs_field(loose, "placed")
    state.strays.placed = [number_of(name, _SPACES, "placed") for name in placed]


def _read_recall(state: State, recall: Json) -> None:
    seat, then = _or_none(_SEATS, field(recall, "seat"), "recall"), field(recall, "then")
    if seat != NONE:
        state.recall.ask(seat, mid_march=then == STEPS)
    if then != resumed(state.recall):
        raise InvalidValue("the march goes on after a recall, or the turn ends")


def _read_offer(state: State, offer: Json) -> None:
    partner = _or_none(_SEATS, field(offer, "partner"), "offer")
    if state.decision == ALLYING:
        state.proposal.partner = partner
    else:
        state.offer.partner = partner
    state.offer.give = _or_none(_RESOURCES, field(offer, "give"), "offer")
    state.offer.give_count = _small(offer, "give_count")
    state.offer.want = _or_none(_RESOURCES, field(offer, "want"), "offer")
    state.offer.want_count = _small(offer, "want_count")
    state.proposal.asked = _seats(offer, "asked")


def _read_battle(state: State, value: Json, seat: Seat) -> None:
    battle = state.battle
    battle.at = _or_none(_SPACES, field(value, "at"), "battle")
    battle.origin = _or_none(_SPACES, field(value, "from"), "battle")
    battle.attacker.seat = _or_none(_SEATS, field(value, "attacker"), "battle")
    battle.defender.seat = _or_none(_SEATS, field(value, "defender"), "battle")
    battle.attackers = _small(value, "attackers")
    battle.unit = _or_none(_UNITS, field(value, "unit"), "battle")
    ready, committed = ints_field(value, "ready"), list_field(value, "committed")
    if len(ready) != 2 or len(committed) != 2:
        raise InvalidValue("a battle has two sides")
    for side, flag, cards in zip(battle.sides(), ready, committed, strict=True):
        side.ready = within(flag, 0, 1, "ready") == 1
        if side.seat == seat and isinstance(cards, list):
            names = _words(cards)[:MOST_COMMITTED]
            side.laid = [number_of(name, _MORALE, "committed") for name in names]


def _read_house(state: State, house: House, value: Json) -> None:
    if str_field(value, "seat") != SEAT_NAMES[house.seat]:
        raise InvalidValue("the seats are listed in order")
    house.banner = _or_none(_HOUSES, field(value, "house"), "house")
    house.gate = _or_none(_GATES, field(value, "gate"), "gate")
    if house.gate != NONE:
        state.gates[house.gate] = Gate(house.seat, 0)
    house.ship = _small(value, "ship")
    house.golden = _small(value, "golden")
    resources, tokens = field(value, "resources"), field(value, "tokens")
    house.goods = [_small(resources, name) for name in RESOURCE_NAMES]
    house.tokens = [_small(tokens, name) for name in TOKEN_NAMES]
    universities = field(value, "universities")
    house.schools = [_small(universities, name) for name in CATEGORY_NAMES]
    for name in strs_field(value, "techs"):
        state.tech_owner[number_of(name, _TECHS, "techs")] = house.seat
    house.castles_built = _small(value, "castles_built")
    house.reserve = _small(value, "reserve")
    house.friends = _seats(value, "allies").plus(house.seat)
    house.barred = _flag(value, "barred")


# What it does not say.


def _draw_battle_cards(state: State, seats: "list[Json]", seat: Seat, chance: Chance) -> None:
    """Fill every deck: the seat's own six are known, of the others only what has been seen."""
    shown = [field(value, "battle_cards") for value in seats]
    known = [[number_of(c, _BATTLE, "known") for c in strs_field(s, "known")] for s in shown]
    sixes = [sorted(cards) for cards in known]
    own = _words(field(shown[seat], "six"))
    sixes[seat] = [number_of(name, _BATTLE, "six") for name in own]
    pool = [BATTLE_COPIES] * BATTLE_TYPES
    for six in sixes:
        for card in six:
            pool[card] -= 1
    rest = [card for card in range(BATTLE_TYPES) for _ in range(pool[card])]
    chance.shuffle(rest)
    for house, six, seen, value in zip(state.houses, sixes, known, shown, strict=True):
        while len(six) < DECK and rest:
            six.append(rest.pop())
        counts = [seen.count(card) for card in range(BATTLE_TYPES)]
        house.deck = _deck(six, counts, value, chance)


def _deck(six: list[int], known: list[int], value: Json, chance: Chance) -> Deck:
    """The used pile as seen, the rest of the six in any order."""
    used, unseen = strs_field(value, "used"), ints_field(value, "unseen")
    if len(six) != DECK or len(used) >= DECK:
        raise InvalidValue("a battle deck has six cards")
    if [place for place, name in enumerate(used) if name == HIDDEN] != unseen:
        raise InvalidValue("the used pile and its unseen cards disagree")
    left = list(six)
    cards = [NONE] * DECK
    for place, name in enumerate(used):
        if name != HIDDEN:
            cards[place] = number_of(name, _BATTLE, "used")
            if cards[place] not in left:
                raise InvalidValue("a used card is not of the six")
            left.remove(cards[place])
    chance.shuffle(left)
    for place in range(DECK):
        if cards[place] == NONE:
            cards[place] = left.pop()
    return Deck(cards, len(used), tuple(unseen), known)


def _draw_morale(state: State, seats: "list[Json]", seat: Seat, chance: Chance) -> None:
    """Deal what is not in the seat's own hand to the other hands and the deck."""
    left = [card.copies for card in MORALE]
    own = [number_of(n, _MORALE, "morale") for n in _words(field(seats[seat], "morale"))]
    for card in own:
        state.houses[seat].hand[card] += 1
    for card in own + state.battle.attacker.laid + state.battle.defender.laid:
        left[card] -= 1
    rest = [card for card in range(MORALE_TYPES) for _ in range(left[card])]
    chance.shuffle(rest)
    for house in state.houses:
        if house.seat == seat:
            continue
        for _ in range(_small(seats[house.seat], "morale_count")):
            if not rest:
                raise InvalidValue("there are not so many morale cards")
            house.hand[rest.pop()] += 1
    state.morale = rest
