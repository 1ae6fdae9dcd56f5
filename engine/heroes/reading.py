"""From plain values back to a state: `load` for dumps, `sample` for what a seat sees.

Every number is held to its range, so that a hostile value is refused by name. What is left, a state
whose parts do not fit together, is found by asking for its commands once.
"""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.core import SEAT_NAMES, Numbers, Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes.commands import SECTION_WORDS
from pentarch.engine.heroes.display import BATTLE_NAMES
from pentarch.engine.heroes.state import (
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_RAZED,
    C_STOCK,
    C_STORED,
    C_UNITS,
    CITY_SIZE,
    H_ABILITY,
    H_FROM,
    H_GEAR,
    H_HEX,
    H_QUEST,
    H_SECTION,
    H_SKILL,
    H_STATUS,
    HERO_LIMIT,
    HERO_SIZE,
    NO_WORLD,
    O_TILES,
    PHASES,
    POOL,
    S_PLACE,
    STAGES,
    T_AGREE,
    T_COMBAT,
    T_METHOD,
    T_PRODUCE,
    T_VOTE,
    TASKS,
    Combat,
    State,
    fresh_lists,
)
from pentarch.engine.heroes.strikes import on_display
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDINGS,
    EQUIPMENT,
    EQUIPMENT_ABILITY,
    EQUIPMENT_BONUS,
    LETTERS,
    QUESTS,
    RACE_SKILL,
    RACES,
    RESOURCES,
    SECTIONS,
    SKILLS,
    START_BUDGET,
    UNIT_COUNT,
    UNIT_NAMES,
    UNIT_WORDS,
)
from pentarch.engine.heroes.tiles import TERRAIN_TILES, TILE_NAMES
from pentarch.engine.heroes.views import (
    COMBAT_NUMBERS,
    ENDINGS,
    GROUNDS,
    HERO_NUMBERS,
    MARKS,
    OPT_NAMES,
    STACK_FLAGS,
    STATUS,
    STRIKE_KEYS,
    hero_names,
    hidden_slots,
    is_secret_army,
)
from pentarch.engine.heroes.world import (
    FEWEST_TILES,
    HEX_NAMES,
    SLOT_NAMES,
    SLOTS,
    START_PLACES,
    TERRAIN_SLOTS,
    WORLD_HEXES,
    world_of,
)
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

_HEX_OF: Final = {name: hex for hex, name in enumerate(HEX_NAMES)}
_UNIT_OF: Final = {name: unit for unit, name in enumerate(UNIT_NAMES)}
_OPT_HIGH: Final[Numbers] = (24, 40, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 40, 100, 1, 1)
_OPT_LOW: Final[Numbers] = (12, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 10, 0, 0)
_MOST: Final = 9_999


def load(value: Json) -> State:
    """The state of a dump."""
    state = _read(value)
    for slot in hidden_slots(state):
        state.tile[slot] = _index(
            str_field(list_field(value, "slots")[slot], "tile"), TILE_NAMES[:TERRAIN_TILES], "tile"
        )
    if len(set(state.tile[: state.opt[O_TILES]])) != state.opt[O_TILES]:
        raise InvalidValue("every tile lies once")
    state.deck = _cards(field(value, "deck"), "deck")
    before = field(value, "before")
    if before is not None:
        _read_before(state, before)
    return state


def sample(value: Json, seat: Seat, chance: Chance) -> State:
    """A state that agrees with a seat's view; tiles and the deck are shuffled."""
    state = _read(value)
    names = [as_str(name, "face_down") for name in list_field(value, "face_down")]
    terrain = TILE_NAMES[:TERRAIN_TILES]
    tiles = [_index(name, terrain, "face_down") for name in names]
    slots = hidden_slots(state)
    shown = [state.tile[s] for s in range(state.opt[O_TILES]) if state.face[s]]
    if len(tiles) != len(slots) or len(set(tiles + shown)) != state.opt[O_TILES]:
        raise InvalidValue("'face_down' does not fit the slots")
    chance.shuffle(tiles)
    for slot, tile in zip(slots, tiles, strict=True):
        state.tile[slot] = tile
    held = [state.heroes[hero * HERO_SIZE + H_QUEST] - 1 for hero in range(HERO_LIMIT)]
    state.deck = [
        card for card in range(len(QUESTS)) if card not in held and card not in state.discards
    ]
    chance.shuffle(state.deck)
    if state.agenda and state.agenda[-1][0] == T_PRODUCE:
        state.shown_cities = state.cities.copy()
        state.shown_heroes = state.heroes.copy()
    return state


# Small readers.


def _within(value: Json, low: int, high: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidValue(f"{what} must be a whole number")
    if not low <= value <= high:
        raise InvalidValue(f"{what!r} must be {low} to {high}")
    return value


def _number(value: Json, key: str, low: int, high: int) -> int:
    return _within(field(value, key), low, high, key)


def _index(word: Json, words: "tuple[str, ...] | list[str]", what: str) -> int:
    name = as_str(word, what)
    if name not in words:
        raise InvalidValue(f"{what!r} must be one of {', '.join(words)}")
    return words.index(name)


def _hex(value: Json, what: str) -> int:
    """A hex's number; None is -1."""
    if value is None:
        return -1
    name = as_str(value, what)
    if name not in _HEX_OF:
        raise InvalidValue(f"{what!r} is no hex")
    return _HEX_OF[name]


def _seat_or_nobody(value: Json, seats: int, what: str) -> int:
    return -1 if value is None else _index(value, SEAT_NAMES[:seats], what)


def _numbers(value: Json, what: str, count: int, low: int, high: int) -> list[int]:
    items = as_list(value, what)
    if count >= 0 and len(items) != count:
        raise InvalidValue(f"{what!r} must hold {count} numbers")
    return [_within(item, low, high, what) for item in items]


def _bits(value: Json, words: "tuple[str, ...] | list[str]", what: str) -> int:
    """Flags from their words."""
    bits = 0
    for name in as_list(value, what):
        bits |= 1 << _index(name, words, what)
    return bits


def _cards(value: Json, what: str) -> list[int]:
    cards = [_index(name, QUESTS, what) for name in as_list(value, what)]
    if len(set(cards)) != len(cards):
        raise InvalidValue(f"{what!r} holds a card twice")
    return cards


# The state.


def _read(value: Json) -> State:
    state = State()
    state.agenda = []
    seats = list_field(value, "seats")
    if not 2 <= len(seats) <= 3:
        raise InvalidValue("there must be 2 or 3 seats")
    state.seats = len(seats)
    options = as_dict(field(value, "options"), "options")
    state.opt = [
        _number(options, name, _OPT_LOW[index], _OPT_HIGH[index])
        for index, name in enumerate(OPT_NAMES)
    ]
    fresh_lists(state)
    state.method = _number(value, "method", 1, 4)
    state.race = [_index(field(item, "race"), RACES, "race") for item in seats]
    if len(set(state.race)) != state.seats:
        raise InvalidValue("each seat plays another race")
    state.seat_of = [state.race.index(race) if race in state.race else -1 for race in range(3)]
    _read_clock(state, value)
    _read_agenda(state, value)
    _read_map(state, value)
    for city, item in enumerate(_exactly(list_field(value, "cities"), 3, "cities")):
        _read_city(state.cities, state.seats, city, item)
    for hero in range(HERO_LIMIT):
        state.heroes[hero * HERO_SIZE + H_STATUS] = STATUS.index("absent")
        state.heroes[hero * HERO_SIZE + H_HEX] = -1
    for seat, item in enumerate(seats):
        _read_seat(state, seat, item)
    _fill_hidden(state)
    combat = field(value, "combat")
    if combat is not None:
        state.combat = _read_combat(state, combat)
    if (state.combat is not None) != any(task[0] == T_COMBAT for task in state.agenda):
        raise InvalidValue("'combat' and 'agenda' do not fit together")
    return state


def _exactly(items: "list[Json]", count: int, what: str) -> "list[Json]":
    if len(items) != count:
        raise InvalidValue(f"{what!r} must hold {count} items")
    return items


def _read_clock(state: State, value: Json) -> None:
    state.round = _number(value, "round", 0, 40)
    state.sequence = _number(value, "sequence", 0, 3)
    state.turn_index = _number(value, "turn", -1, 3)
    state.stage = _index(field(value, "stage"), STAGES, "stage")
    state.active = _seat_or_nobody(field(value, "active"), state.seats, "active")
    order = list_field(value, "order")
    state.sequence_order = [_index(name, SEAT_NAMES[: state.seats], "order") for name in order]
    state.war = 1 if bool_field(value, "war") else 0
    over = field(value, "over")
    state.over = 0 if over is None else _index(over, ENDINGS[1:], "over") + 1
    cup = field(value, "cup")
    state.cup = [_number(cup, name, 0, 3) for name in EQUIPMENT]
    state.discards = _cards(field(value, "discards"), "discards")
    tried = _exactly(list_field(value, "tried"), HERO_LIMIT, "tried")
    heroes = hero_names(state)
    state.tried = [_bits(item, heroes, "tried") for item in tried]
    state.entries = _number(value, "entries", 0, _MOST)
    state.stamp = _number(value, "defeats", 0, 9)
    state.fresh = _hex(field(value, "fresh"), "fresh")
    state.left = []
    for item in list_field(value, "left_units"):
        hero, hex, units = _exactly(as_list(item, "left_units"), 3, "left_units")
        state.left.append(
            (
                _index(hero, heroes, "left_units"),
                _hex(as_str(hex, "left_units"), "left_units"),
                _within(units, -_MOST, _MOST, "left_units"),
            )
        )
    checked = list_field(value, "checked")
    state.checked = [_hex(as_str(name, "checked"), "checked") for name in checked]
    state.deck = []
    state.shown_cities = []
    state.shown_heroes = []


def _read_agenda(state: State, value: Json) -> None:
    for item in list_field(value, "agenda"):
        task, one, other = _exactly(as_list(item, "agenda"), 3, "agenda")
        state.agenda.append(
            (
                _index(task, TASKS, "agenda"),
                _within(one, -1, WORLD_HEXES - 1, "agenda"),
                _within(other, -1, WORLD_HEXES - 1, "agenda"),
            )
        )
    if bool(state.agenda) == bool(state.over):
        raise InvalidValue("'agenda' and 'over' do not fit together")


def _read_map(state: State, value: Json) -> None:
    tiles = state.opt[O_TILES]
    most = len(START_PLACES[tiles - FEWEST_TILES]) - 1
    state.places = _numbers(field(value, "places"), "places", 3, -1, most)
    for slot, item in enumerate(_exactly(list_field(value, "slots"), SLOTS, "slots")):
        if not bool_field(item, "face_up"):
            continue
        name = str_field(item, "tile")
        if slot >= TERRAIN_SLOTS:
            if state.seat_of[slot - TERRAIN_SLOTS] < 0 or name != TILE_NAMES[slot]:
                raise InvalidValue(f"slot {SLOT_NAMES[slot]!r} holds another tile")
        elif slot >= tiles:
            raise InvalidValue(f"slot {SLOT_NAMES[slot]!r} is not in this world")
        state.face[slot] = 1
        state.tile[slot] = _index(name, TILE_NAMES, "tile")
    state.world = NO_WORLD
    laid = [state.places[race] for race in state.race]
    if all(place >= 0 for place in laid):
        if len(set(laid)) != len(laid) or state.stage < S_PLACE:
            raise InvalidValue("'places' do not fit")
        state.world = world_of(tiles, (state.places[0], state.places[1], state.places[2]))
    elif state.stage > S_PLACE:
        raise InvalidValue("'places' are missing")
    for race, item in enumerate(_exactly(list_field(value, "grounds"), 3, "grounds")):
        state.grounds[2 * race] = _index(field(item, "status"), GROUNDS, "status")
        state.grounds[2 * race + 1] = _number(item, "units", 0, 20)
    heroes = hero_names(state)
    for name, item in as_dict(field(value, "hexes"), "hexes").items():
        hex = _hex(name, "hexes")
        state.owner[hex] = _seat_or_nobody(field(item, "owner"), state.seats, "owner") + 1
        state.mark[hex] = _bits(field(item, "marks"), MARKS, "marks")
        state.used[hex] = _bits(field(item, "used_by"), heroes, "used_by")
        state.units[hex * 6 : hex * 6 + 6] = bytes(
            _numbers(field(item, "units"), "units", 6, 0, 20)
        )


def _read_city(cities: list[int], seats: int, city: int, item: Json) -> None:
    row = city * CITY_SIZE
    if str_field(item, "city") != LETTERS[city]:
        raise InvalidValue("'cities' are in the order k, a, b")
    cities[row + C_HOLDER] = _seat_or_nobody(field(item, "holder"), seats, "holder")
    cities[row + C_HEX] = _hex(field(item, "hex"), "hex")
    built = 0
    for name in list_field(item, "buildings"):
        built |= 1 << _index(name, BUILDINGS, "buildings")
    cities[row + C_BUILT] = built
    stock = field(item, "stock")
    for kind, name in enumerate(RESOURCES):
        cities[row + C_STOCK + kind] = _number(stock, name, 0, _MOST)
    cities[row + C_STORED] = _number(item, "stored_honor", 0, 20)
    cities[row + C_RAZED] = 1 if bool_field(item, "razed") else 0
    for unit in range(UNIT_COUNT):
        cities[row + C_UNITS + unit] = 0
    for name, count in as_dict(field(item, "garrison"), "garrison").items():
        if name not in _UNIT_OF:
            raise InvalidValue(f"{name!r} is no unit")
        cities[row + C_UNITS + _UNIT_OF[name]] = _within(count, 1, 60, "garrison")


def _read_seat(state: State, seat: Seat, item: Json) -> None:
    if str_field(item, "seat") != SEAT_NAMES[seat]:
        raise InvalidValue("'seats' are in seat order")
    if seat == 0:
        state.fallen, state.deaths, state.grace = [], [], []
        state.budget, state.pending, state.votes = [], [], []
    state.fallen.append(_number(item, "defeat", 0, 9))
    if bool_field(item, "alive") != (state.fallen[seat] == 0):
        raise InvalidValue("'alive' and 'defeat' do not fit together")
    state.deaths.append(_number(item, "deaths", 0, _MOST))
    state.grace.append(_number(item, "grace", 0, 2))
    budget = field(item, "budget")
    state.budget.append(-1 if budget is None else _within(budget, 0, START_BUDGET, "budget"))
    pending = field(item, "pending")
    state.pending.append(-1 if pending is None else int(bool_field(item, "pending")))
    vote = field(item, "vote")
    state.votes.append(0 if vote is None else _within(vote, 0, 5, "vote"))
    heroes = _exactly(list_field(item, "heroes"), 2, "heroes")
    for number in range(2):
        _read_hero(state, state.heroes, 2 * seat + number, heroes[number])


def _fill_hidden(state: State) -> None:
    """What others entered is unknown: as if they had entered nothing."""
    task = state.agenda[-1][0] if state.agenda else -1
    is_open = is_secret_army(state) or task in (T_VOTE, T_METHOD, T_AGREE, T_PRODUCE)
    for seat in range(state.seats):
        if state.pending[seat] < 0:
            state.pending[seat] = 1 if is_open and state.fallen[seat] == 0 else 0
        if state.budget[seat] < 0:
            state.budget[seat] = START_BUDGET if is_secret_army(state) else 0


def _read_hero(state: State, heroes: list[int], hero: int, item: Json) -> None:
    row = hero * HERO_SIZE
    race = state.race[hero // 2]
    heroes[row + H_STATUS] = _index(field(item, "status"), STATUS, "status")
    heroes[row + H_HEX] = _hex(field(item, "hex"), "hex")
    heroes[row + H_FROM] = _hex(field(item, "from"), "from")
    in_world = heroes[row + H_HEX] in state.world.hexes and state.world is not NO_WORLD
    if (heroes[row + H_STATUS] == STATUS.index("in_play")) != in_world:
        raise InvalidValue("'hex' and 'status' of a Hero do not fit together")
    abilities = field(item, "abilities")
    for which, name in enumerate(ABILITIES):
        heroes[row + H_ABILITY + which] = _number(abilities, name, 0, 15)
    skills = field(item, "skills")
    for skill, name in enumerate(("trade", "diplomacy", SKILLS[RACE_SKILL[race]])):
        heroes[row + H_SKILL + skill] = _number(skills, name, 0, 6)
    quest = field(item, "quest")
    heroes[row + H_QUEST] = 0 if quest is None else _index(quest, QUESTS, "quest") + 1
    for name, slot, most in HERO_NUMBERS:
        heroes[row + slot] = _number(item, name, 0, most)
    gear = [_index(name, EQUIPMENT, "equipment") for name in list_field(item, "equipment")]
    state.gear[hero] = tuple(gear)
    for which in range(4):
        heroes[row + H_GEAR + which] = 0
    for marker in gear:
        heroes[row + H_GEAR + EQUIPMENT_ABILITY[marker]] += EQUIPMENT_BONUS[marker]
    for section, stack in enumerate(_exactly(list_field(item, "sections"), SECTIONS, "sections")):
        slot = row + H_SECTION + 2 * section
        heroes[slot] = 0
        heroes[slot + 1] = 0
        if stack is not None:
            word = _index(field(stack, "unit"), UNIT_WORDS, "unit")
            heroes[slot] = 24 if word == 6 else race * 6 + word
            heroes[slot + 1] = _number(stack, "count", 1, 20)


def _read_before(state: State, value: Json) -> None:
    state.shown_cities = state.cities.copy()
    state.shown_heroes = state.heroes.copy()
    for city, item in enumerate(_exactly(list_field(value, "cities"), 3, "cities")):
        _read_city(state.shown_cities, state.seats, city, item)
    heroes = _exactly(list_field(value, "heroes"), 2 * state.seats, "heroes")
    for hero, item in enumerate(heroes):
        _read_hero(state, state.shown_heroes, hero, item)


# Combat.


def _read_combat(state: State, value: Json) -> Combat:
    c = Combat()
    c.hex = _hex(str_field(value, "hex"), "hex")
    c.home = _hex(field(value, "guards_from"), "guards_from")
    city = field(value, "city")
    c.city = -1 if city is None else _index(city, LETTERS, "city")
    names = (*SEAT_NAMES[: state.seats], "guards")
    sides = _exactly(list_field(value, "seats"), 2, "seats")
    c.seat = [_index(name, names, "seats") for name in sides]
    c.seat = [-1 if seat == state.seats else seat for seat in c.seat]
    heroes = hero_names(state)
    leading = _exactly(list_field(value, "leading"), 2, "leading")
    c.lead = [-1 if name is None else _index(name, heroes, "leading") for name in leading]
    c.heroes = [_index(name, heroes, "heroes") for name in list_field(value, "heroes")]
    c.phase = _index(field(value, "phase"), PHASES, "phase")
    aim = field(value, "aim")
    c.aim = -1 if aim is None else _index(aim, BATTLE_NAMES, "aim")
    c.tower_state = _numbers(field(value, "towers"), "towers", 2, 0, 2)
    c.works = _numbers(field(value, "works"), "works", 11, 0, 2)
    c.seized = _numbers(field(value, "seized"), "seized", 2, 0, 1)
    c.used = _numbers(field(value, "skill_used"), "skill_used", 2, 0, 1)
    c.killed = _numbers(field(value, "killed"), "killed", 2, 0, _MOST)
    c.worth = _numbers(field(value, "worth"), "worth", 2, 0, _MOST)
    numbers = [_number(value, name, 0, 999) for name in COMBAT_NUMBERS]
    c.reaction, c.actor, c.round, c.initiative, c.quiet, c.busy = numbers[:6]
    c.passes, c.sub, c.cursor, c.wall, c.breached, c.giants = numbers[6:]
    if c.actor > 1 or c.initiative > 1 or c.wall > 2:
        raise InvalidValue("a combat has two sides and one wall")
    _read_stacks(state, c, list_field(value, "stacks"))
    most = len(c.side) - 1
    strike = field(value, "strike")
    c.strike = []
    if strike is not None:
        c.strike = [_number(strike, key, -1, _MOST) for key in STRIKE_KEYS]
        if any(not 0 <= stack <= most for stack in c.strike[:2]) or c.strike[7] > most:
            raise InvalidValue("'strike' names stacks that are not there")
    for pair in list_field(value, "plan"):
        stack, target = _numbers(pair, "plan", 2, 0, most)
        c.plan.append((stack, target))
    return c


def _read_stacks(state: State, c: Combat, items: "list[Json]") -> None:
    is_display = on_display(state)
    heroes = hero_names(state)
    c.order = [[], []]
    c.side, c.unit, c.count, c.start, c.damage = [], [], [], [], []
    c.source, c.place, c.state, c.bonus, c.pressed = [], [], [], [], []
    for item in items:
        name = str_field(item, "stack")
        side = 0 if name.startswith("att") else 1
        c.order[side].append(len(c.side))
        if name != f"{'att' if side == 0 else 'def'}{len(c.order[side])}":
            raise InvalidValue("'stacks' are not in the order of their ids")
        c.side.append(side)
        c.unit.append(_index(field(item, "unit"), UNIT_NAMES, "unit"))
        c.count.append(_number(item, "count", 0, 60))
        c.start.append(_number(item, "start", 0, 60))
        c.damage.append(_number(item, "damage", 0, 9))
        source = str_field(item, "from")
        if source == "garrison":
            c.source.append(POOL)
        else:
            hero, _, section = source.partition(".")
            number = _index(hero, heroes, "from")
            c.source.append(number * SECTIONS + _index(section, SECTION_WORDS, "from"))
        hex = field(item, "hex")
        tower = _number(item, "tower", 0, 2)
        place = tower if tower else -1
        if hex is not None and is_display:
            place = _index(hex, BATTLE_NAMES, "hex")
        c.place.append(place)
        c.state.append(_bits(field(item, "flags"), STACK_FLAGS, "flags"))
        c.bonus.append(_number(item, "bonus", 0, 20))
        c.pressed.append(_number(item, "pressed", 0, 99))
