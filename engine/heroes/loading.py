"""From plain values back to a state.

Every number is held to its range, so that a hostile value is refused by name. What is left, a state
whose parts do not fit together, is found by asking for its commands once.
"""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.loading import load_combat
from pentarch.engine.heroes.hero import IN_PLAY, STATUS, Hero
from pentarch.engine.heroes.player import Player
from pentarch.engine.heroes.readers import (
    MOST,
    cards,
    exactly,
    hex_of,
    index,
    number,
    numbers,
    seat_or_nobody,
    within,
    word_of,
    words_in,
)
from pentarch.engine.heroes.settings import SETTINGS, Settings
from pentarch.engine.heroes.state import (
    ENDINGS,
    S_ARMY,
    S_PLACE,
    STAGES,
    T_AGREE,
    T_COMBAT,
    T_METHOD,
    T_PRODUCE,
    T_VOTE,
    TASKS,
    State,
)
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDING_WORDS,
    EQUIPMENT_WORDS,
    HERO_LIMIT,
    LETTERS,
    QUEST_WORDS,
    RACE_NAMES,
    RESOURCES,
    SECTIONS,
    START_BUDGET,
    UNIT_NAMES,
    UNIT_WORDS,
    UNITS,
    unit_of,
)
from pentarch.engine.heroes.views import hidden_slots, is_secret_army
from pentarch.engine.heroes.world.map import (
    FEWEST_TILES,
    NO_WORLD,
    SLOT_NAMES,
    SLOTS,
    START_PLACES,
    TERRAIN_SLOTS,
    WORLD_HEXES,
    world_of,
)
from pentarch.engine.heroes.world.site import BLANK, GROUNDS, MARKS, Ground, Site
from pentarch.engine.heroes.world.tile import TERRAIN_TILES, TILE_NAMES, TILES
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_list,
    as_str,
    bool_field,
    field,
    list_field,
    str_field,
)

_UNIT_OF: Final = {name: unit for unit, name in enumerate(UNIT_NAMES)}
_SETTLED: Final = (S_ARMY, S_PLACE)


def load(value: Json) -> State:
    """The state of a dump."""
    state = read(value)
    slots = list_field(value, "slots")
    for slot in hidden_slots(state):
        name = str_field(slots[slot], "tile")
        state.lay(slot, TILES[index(name, TILE_NAMES[:TERRAIN_TILES], "tile")])
    tiles = state.settings.tiles
    if len({tile.number for tile in state.tiles[:tiles]}) != tiles:
        raise InvalidValue("every tile lies once")
    state.deck = cards(field(value, "deck"), "deck")
    before = field(value, "before")
    if before is not None:
        _read_before(state, before)
    return state


def read(value: Json) -> State:
    """What a dump and a view have in common; tiles, the deck and `before` are missing."""
    state = State([BLANK] * WORLD_HEXES)
    seats = list_field(value, "seats")
    if not 2 <= len(seats) <= 3:
        raise InvalidValue("there must be 2 or 3 seats")
    options = as_dict(field(value, "options"), "options")
    state.settings = Settings([number(options, name, low, high) for name, low, high, _ in SETTINGS])
    state.method = number(value, "method", 1, 4)
    for seat, item in enumerate(seats):
        state.players.append(Player(index(field(item, "race"), RACE_NAMES, "race")))
        race = state.players[seat].race
        state.seat_of[race] = seat
        state.heroes += [Hero(2 * seat, race), Hero(2 * seat + 1, race)]
    if len({player.race for player in state.players}) != len(seats):
        raise InvalidValue("each seat plays another race")
    _read_clock(state, value)
    _read_turn(state, value)
    _read_agenda(state, value)
    _read_slots(state, value)
    _read_world(state, value)
    for race, item in enumerate(exactly(list_field(value, "cities"), 3, "cities")):
        state.cities.append(_read_city(state.seats, race, item))
    for seat, item in enumerate(seats):
        _read_seat(state, seat, item)
    _fill_hidden(state, seats)
    combat = field(value, "combat")
    if combat is not None:
        state.combat = load_combat(state, combat)
    if (combat is not None) != any(task.name == T_COMBAT for task in state.agenda):
        raise InvalidValue("'combat' and 'agenda' do not fit together")
    return state


def _read_clock(state: State, value: Json) -> None:
    state.round = number(value, "round", 0, 40)
    state.sequence = number(value, "sequence", 0, 3)
    state.turn_index = number(value, "turn", -1, 3)
    state.stage = word_of(field(value, "stage"), STAGES, "stage")
    state.active = seat_or_nobody(field(value, "active"), state.seats, "active")
    order = list_field(value, "order")
    state.order = [index(name, SEAT_NAMES[: state.seats], "order") for name in order]
    state.war = bool_field(value, "war")
    over = field(value, "over")
    state.over = "" if over is None else word_of(over, ENDINGS, "over")
    cup = field(value, "cup")
    state.cup = [number(cup, name, 0, 3) for name in EQUIPMENT_WORDS]
    state.discards = cards(field(value, "discards"), "discards")
    state.defeats = number(value, "defeats", 0, 9)


def _read_turn(state: State, value: Json) -> None:
    heroes = state.hero_names()
    tried = exactly(list_field(value, "tried"), HERO_LIMIT, "tried")
    movers = [tuple(words_in(item, heroes, "tried")) for item in tried]
    for hero in state.heroes:
        hero.tried = movers[hero.number]
    state.entries = number(value, "entries", 0, MOST)
    state.fresh = hex_of(field(value, "fresh"), "fresh")
    for item in list_field(value, "left_units"):
        name, hex, units = exactly(as_list(item, "left_units"), 3, "left_units")
        state.left.append(
            (
                index(name, heroes, "left_units"),
                hex_of(as_str(hex, "left_units"), "left_units"),
                within(units, -MOST, MOST, "left_units"),
            )
        )
    checked = list_field(value, "checked")
    state.checked = [hex_of(as_str(name, "checked"), "checked") for name in checked]


def _read_agenda(state: State, value: Json) -> None:
    for item in list_field(value, "agenda"):
        task, who, what = exactly(as_list(item, "agenda"), 3, "agenda")
        state.push(
            word_of(task, TASKS, "agenda"),
            within(who, -1, WORLD_HEXES - 1, "agenda"),
            within(what, -1, WORLD_HEXES - 1, "agenda"),
        )
    if bool(state.agenda) == bool(state.over):
        raise InvalidValue("'agenda' and 'over' do not fit together")


def _read_slots(state: State, value: Json) -> None:
    for slot, item in enumerate(exactly(list_field(value, "slots"), SLOTS, "slots")):
        if not bool_field(item, "face_up"):
            continue
        name = str_field(item, "tile")
        if slot >= TERRAIN_SLOTS:
            if state.seat_of[slot - TERRAIN_SLOTS] < 0 or name != TILE_NAMES[slot]:
                raise InvalidValue(f"slot {SLOT_NAMES[slot]!r} holds another tile")
        elif slot >= state.settings.tiles:
            raise InvalidValue(f"slot {SLOT_NAMES[slot]!r} is not in this world")
        state.turn(slot)
        state.lay(slot, TILES[index(name, TILE_NAMES, "tile")])


def _read_world(state: State, value: Json) -> None:
    tiles = state.settings.tiles
    most = len(START_PLACES[tiles - FEWEST_TILES]) - 1
    places = numbers(field(value, "places"), "places", 3, -1, most)
    state.places = places
    laid = [places[player.race] for player in state.players]
    if all(place >= 0 for place in laid):
        if len(set(laid)) != len(laid) or state.stage == S_ARMY:
            raise InvalidValue("'places' do not fit")
        state.world = world_of(tiles, (places[0], places[1], places[2]))
    elif state.stage not in _SETTLED:
        raise InvalidValue("'places' are missing")
    for item in exactly(list_field(value, "grounds"), 3, "grounds"):
        status = word_of(field(item, "status"), GROUNDS, "status")
        state.grounds.append(Ground(status, number(item, "units", 0, 20)))
    heroes = state.hero_names()
    for name, item in as_dict(field(value, "hexes"), "hexes").items():
        state.sites[hex_of(name, "hexes")] = _read_site(state.seats, heroes, item)


def _read_site(seats: int, heroes: list[str], item: Json) -> Site:
    site = Site()
    site.owner = seat_or_nobody(field(item, "owner"), seats, "owner")
    marks = words_in(field(item, "marks"), MARKS, "marks")
    site.activated, site.explored = 0 in marks, 1 in marks
    site.cleared, site.visited = 2 in marks, 3 in marks
    site.used = tuple(words_in(field(item, "used_by"), heroes, "used_by"))
    site.units = tuple(numbers(field(item, "units"), "units", 6, 0, 20))
    return site


def _read_city(seats: int, race: int, item: Json) -> City:
    city = City(race)
    if str_field(item, "city") != LETTERS[race]:
        raise InvalidValue("'cities' are in the order k, a, b")
    city.holder = seat_or_nobody(field(item, "holder"), seats, "holder")
    city.hex = hex_of(field(item, "hex"), "hex")
    for building in words_in(field(item, "buildings"), BUILDING_WORDS, "buildings"):
        city.build(building)
    stock = field(item, "stock")
    city.stock = tuple([number(stock, name, 0, MOST) for name in RESOURCES])
    city.stored = number(item, "stored_honor", 0, 20)
    city.razed = bool_field(item, "razed")
    for name, count in as_dict(field(item, "garrison"), "garrison").items():
        if name not in _UNIT_OF:
            raise InvalidValue(f"{name!r} is no unit")
        city.station(UNITS[_UNIT_OF[name]], within(count, 1, 60, "garrison"))
    return city


def _read_seat(state: State, seat: Seat, item: Json) -> None:
    if str_field(item, "seat") != SEAT_NAMES[seat]:
        raise InvalidValue("'seats' are in seat order")
    player = state.players[seat]
    player.fallen = number(item, "defeat", 0, 9)
    if bool_field(item, "alive") != player.is_alive():
        raise InvalidValue("'alive' and 'defeat' do not fit together")
    player.deaths = number(item, "deaths", 0, MOST)
    player.grace = number(item, "grace", 0, 2)
    vote = field(item, "vote")
    player.vote = 0 if vote is None else within(vote, 0, 5, "vote")
    heroes = exactly(list_field(item, "heroes"), 2, "heroes")
    for hero, values in zip(state.pair(seat), heroes, strict=True):
        _read_hero(state, hero, values)


def _fill_hidden(state: State, seats: "list[Json]") -> None:
    """What others entered is unknown: as if they had entered nothing."""
    task = state.agenda[-1].name if state.agenda else ""
    is_army = is_secret_army(state)
    is_open = is_army or task in (T_VOTE, T_METHOD, T_AGREE, T_PRODUCE)
    for player, item in zip(state.players, seats, strict=True):
        is_hidden = field(item, "pending") is None
        player.pending = is_open and player.is_alive()
        if not is_hidden:
            player.pending = bool_field(item, "pending")
        budget = field(item, "budget")
        player.budget = START_BUDGET if is_army else 0
        if budget is not None:
            player.budget = within(budget, 0, START_BUDGET, "budget")


def _read_hero(state: State, hero: Hero, item: Json) -> None:
    hero.status = word_of(field(item, "status"), STATUS, "status")
    hero.hex = hex_of(field(item, "hex"), "hex")
    hero.origin = hex_of(field(item, "from"), "from")
    is_there = hero.hex in state.world.hexes and state.world is not NO_WORLD
    if (hero.status == IN_PLAY) != is_there:
        raise InvalidValue("'hex' and 'status' of a Hero do not fit together")
    if not is_there:
        hero.hex = -1
    abilities = field(item, "abilities")
    hero.abilities = tuple([number(abilities, name, 0, 15) for name in ABILITIES])
    skills = field(item, "skills")
    hero.skills = tuple([number(skills, name, 0, 6) for name in hero.skill_names()])
    quest = field(item, "quest")
    hero.quest = -1 if quest is None else index(quest, QUEST_WORDS, "quest")
    _read_hero_numbers(hero, item)
    for name in list_field(item, "equipment"):
        hero.equip(index(name, EQUIPMENT_WORDS, "equipment"))
    sections = exactly(list_field(item, "sections"), SECTIONS, "sections")
    for place, stack in enumerate(sections):
        if stack is not None:
            unit = unit_of(hero.race, index(field(stack, "unit"), UNIT_WORDS, "unit"))
            hero.put(place, unit, number(stack, "count", 1, 20))


def _read_hero_numbers(hero: Hero, item: Json) -> None:
    hero.mp = number(item, "mp", 0, 99)
    hero.level = number(item, "level", 0, 20)
    hero.experience = number(item, "experience", 0, 99_999)
    hero.honor = number(item, "honor", 0, 20)
    hero.progress = number(item, "progress", 0, 9_999)
    hero.trained = number(item, "trained", 0, 1) == 1
    hero.moved = number(item, "moved", 0, 1) == 1
    hero.finished = number(item, "finished", 0, 2)
    hero.transfers = number(item, "transfers", 0, 99)
    hero.spent = number(item, "spent", 0, 1) == 1
    hero.quest_dropped = number(item, "quest_dropped", 0, 1) == 1
    hero.died = number(item, "died", 0, 1) == 1
    hero.entered = number(item, "entered", 0, 9_999)


def _read_before(state: State, value: Json) -> None:
    cities = exactly(list_field(value, "cities"), 3, "cities")
    state.shown_cities = [_read_city(state.seats, race, item) for race, item in enumerate(cities)]
    heroes = exactly(list_field(value, "heroes"), 2 * state.seats, "heroes")
    for number_, item in enumerate(heroes):
        hero = Hero(number_, state.heroes[number_].race)
        hero.tried = state.heroes[number_].tried
        _read_hero(state, hero, item)
        state.shown_heroes.append(hero)
