"""A match as plain values: what a seat may know, and everything for OMNISCIENT.

Hidden from seats are the tiles on face-down slots, the order of the quest deck, and what others
enter while all decide at once: armies, votes, production. See reading.py for the way back.
"""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat, Words
from pentarch.engine.heroes.display import BATTLE_NAMES
from pentarch.engine.heroes.scoring import category_values
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
    H_DIED,
    H_DROPPED,
    H_ENTERED,
    H_EP,
    H_FINISHED,
    H_FROM,
    H_GEAR,
    H_HEX,
    H_HONOR,
    H_LEVEL,
    H_MOVED,
    H_MP,
    H_PROGRESS,
    H_QUEST,
    H_SECTION,
    H_SKILL,
    H_SPENT,
    H_STATUS,
    H_TRAINED,
    H_TRANSFERS,
    HERO_SIZE,
    O_TILES,
    PHASES,
    POOL,
    STAGES,
    T_ARMY,
    T_COMBAT,
    T_PRODUCE,
    TASKS,
    Combat,
    State,
)
from pentarch.engine.heroes.strikes import on_display, stack_name
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDINGS,
    EQUIPMENT,
    HERO_NAMES,
    LETTERS,
    MERC,
    QUESTS,
    RACE_SKILL,
    RACES,
    RESOURCES,
    SECTIONS,
    SKILLS,
    UNIT_COUNT,
    UNIT_NAMES,
    UNIT_WORDS,
)
from pentarch.engine.heroes.tiles import HEXES, TILE_NAMES, TILE_WORDS
from pentarch.engine.heroes.world import HEX_NAMES, SLOT_NAMES, SLOTS
from pentarch.engine.plain import Json, ints, strs
from pentarch.engine.ruleset import OMNISCIENT

STATUS: Final[Words] = ("available", "in_play", "dead", "absent")
GROUNDS: Final[Words] = ("idle", "active", "mercenaries")
ENDINGS: Final[Words] = ("", "last_standing", "all_defeated", "rounds", "agreed")
OPT_NAMES: Final[Words] = (
    "tiles",
    "rounds",
    "battle_terrain",
    "left_guards",
    "terrain",
    "holy_places",
    "skills",
    "honor",
    "mercenaries",
    "special_buildings",
    "quests",
    "capital_grace",
    "method_vote",
    "method_change",
    "end_by_agreement",
    "transfer_cap",
    "combat_round_cap",
    "auto_placement",
    "even_race_skills",
)
# Plain numbers of a Hero: key in the view, place in his row, largest value.
HERO_NUMBERS: Final[tuple[tuple[str, int, int], ...]] = (
    ("mp", H_MP, 99),
    ("level", H_LEVEL, 20),
    ("experience", H_EP, 99_999),
    ("honor", H_HONOR, 20),
    ("progress", H_PROGRESS, 9_999),
    ("trained", H_TRAINED, 1),
    ("moved", H_MOVED, 1),
    ("finished", H_FINISHED, 2),
    ("transfers", H_TRANSFERS, 99),
    ("spent", H_SPENT, 1),
    ("quest_dropped", H_DROPPED, 1),
    ("died", H_DIED, 1),
    ("entered", H_ENTERED, 9_999),
)
# Flags of hexes and of stacks in combat, from the lowest bit.
MARKS: Final[Words] = ("activated", "explored", "cleared", "visited")
_MARK_WORDS: Final = [
    [word for index, word in enumerate(MARKS) if (bits >> index) & 1]
    for bits in range(1 << len(MARKS))
]
STACK_FLAGS: Final[Words] = ("attacked", "moved", "fired", "adjacent", "freed", "gone", "blessed")
_NOBODY: Final = bytearray(6)
# A strike under way; attacker, target and victim are positions in `stacks`.
STRIKE_KEYS: Final[Words] = (
    "attacker",
    "target",
    "ranged",
    "attack_die",
    "defense_die",
    "stage",
    "hits",
    "victim",
    "attack_extra",
    "defense_extra",
)
# Plain numbers of a combat.
COMBAT_NUMBERS: Final[Words] = (
    "reaction",
    "actor",
    "round",
    "initiative",
    "quiet",
    "busy",
    "passes",
    "sub",
    "cursor",
    "wall",
    "breached",
    "giants",
)


def is_secret_army(state: State) -> bool:
    """Whether all seats are buying their first armies."""
    return bool(state.agenda) and state.agenda[-1] == (T_ARMY, 0, -1)


def is_production(state: State) -> bool:
    """Whether the seats are in production."""
    return bool(state.agenda) and state.agenda[-1][0] == T_PRODUCE


def view(state: State, seat: "Seat | None") -> Json:
    """What a seat may know; None: a spectator; OMNISCIENT: everything."""
    eye = -2 if seat is None else seat
    sees_all = eye == OMNISCIENT
    heroes = hero_names(state)
    return {
        "round": state.round,
        "sequence": state.sequence,
        "turn": state.turn_index,
        "stage": STAGES[state.stage],
        "active": SEAT_NAMES[state.active] if state.active >= 0 else None,
        "order": [SEAT_NAMES[other] for other in state.sequence_order],
        "war": state.war == 1,
        "over": ENDINGS[state.over] if state.over else None,
        "method": state.method,
        "options": dict(zip(OPT_NAMES, ints(state.opt), strict=True)),
        "decision": _decision(state),
        "agenda": [[TASKS[task], one, other] for task, one, other in state.agenda],
        "seats": [_view_seat(state, other, eye) for other in range(state.seats)],
        "cities": [_view_city(state, city, eye) for city in range(3)],
        "grounds": [
            {"status": GROUNDS[state.grounds[2 * race]], "units": state.grounds[2 * race + 1]}
            for race in range(3)
        ],
        "places": ints(state.places),
        "slots": [_view_slot(state, slot, sees_all) for slot in range(SLOTS)],
        "face_down": _face_down(state),
        "hexes": _view_hexes(state),
        "cup": dict(zip(EQUIPMENT, ints(state.cup), strict=True)),
        "deck": [QUESTS[card] for card in state.deck] if sees_all else None,
        "discards": [QUESTS[card] for card in state.discards],
        "categories": _view_categories(state),
        "left_units": [[heroes[hero], HEX_NAMES[hex], units] for hero, hex, units in state.left],
        "checked": [HEX_NAMES[hex] for hex in state.checked],
        "tried": [words_of(bits, heroes) for bits in state.tried],
        "fresh": HEX_NAMES[state.fresh] if state.fresh >= 0 else None,
        "entries": state.entries,
        "defeats": state.stamp,
        "combat": None if state.combat is None else _view_combat(state, state.combat),
        "before": _view_before(state) if sees_all else None,
    }


def _decision(state: State) -> "str | None":
    """What is decided now: the task on top of the agenda, or the phase of the combat."""
    if not state.agenda:
        return None
    if state.combat is not None and state.agenda[-1][0] == T_COMBAT:
        return "combat " + ("skill" if state.combat.strike else PHASES[state.combat.phase])
    return TASKS[state.agenda[-1][0]]


def _view_categories(state: State) -> Json:
    """The three categories of HW-12.1.c; not while armies or purchases are secret."""
    if is_secret_army(state) or is_production(state):
        return None
    values = category_values(state)
    return {"mines": ints(values[0]), "levels": ints(values[1]), "army": ints(values[2])}


def _view_before(state: State) -> Json:
    """What others still see of everybody during production."""
    if not state.shown_cities:
        return None
    return {
        "cities": [_city_row(state.shown_cities, city) for city in range(3)],
        "heroes": [_hero_row(state, state.shown_heroes, hero) for hero in range(2 * state.seats)],
    }


def _view_seat(state: State, other: Seat, eye: int) -> Json:
    is_own = eye in (other, OMNISCIENT)
    is_single = bool(state.agenda) and state.agenda[-1][0] == T_ARMY and state.agenda[-1][2] >= 0
    heroes = state.heroes
    if not is_own and state.shown_heroes:
        heroes = state.shown_heroes
    rows = [_hero_row(state, heroes, hero) for hero in (2 * other, 2 * other + 1)]
    if not is_own and is_secret_army(state):
        rows[0]["sections"] = [None] * SECTIONS
    return {
        "seat": SEAT_NAMES[other],
        "race": RACES[state.race[other]],
        "alive": state.fallen[other] == 0,
        "defeat": state.fallen[other],
        "deaths": state.deaths[other],
        "grace": state.grace[other],
        "budget": state.budget[other] if is_own or is_single else None,
        "pending": state.pending[other] == 1 if is_own or is_single else None,
        "vote": state.votes[other] if is_own else None,
        "heroes": [*rows],
    }


def _hero_row(state: State, heroes: list[int], hero: int) -> "dict[str, Json]":
    row = hero * HERO_SIZE
    race = state.race[hero // 2]
    quest = heroes[row + H_QUEST]
    result: dict[str, Json] = {
        "hero": HERO_NAMES[2 * race + hero % 2],
        "status": STATUS[heroes[row + H_STATUS]],
        "hex": _hex_name(heroes[row + H_HEX]),
        "from": _hex_name(heroes[row + H_FROM]),
        "abilities": {
            name: heroes[row + H_ABILITY + which] for which, name in enumerate(ABILITIES)
        },
        "with_equipment": {
            name: heroes[row + H_ABILITY + which] + heroes[row + H_GEAR + which]
            for which, name in enumerate(ABILITIES)
        },
        "equipment": [EQUIPMENT[marker] for marker in state.gear[hero]],
        "skills": {
            "trade": heroes[row + H_SKILL],
            "diplomacy": heroes[row + H_SKILL + 1],
            SKILLS[RACE_SKILL[race]]: heroes[row + H_SKILL + 2],
        },
        "quest": QUESTS[quest - 1] if quest else None,
        "sections": [
            _section(heroes[slot], heroes[slot + 1])
            for slot in range(row + H_SECTION, row + H_SECTION + 2 * SECTIONS, 2)
        ],
    }
    for name, slot, _ in HERO_NUMBERS:
        result[name] = heroes[row + slot]
    return result


def _hex_name(hex: int) -> "str | None":
    return HEX_NAMES[hex] if hex >= 0 else None


def _section(unit: int, count: int) -> Json:
    if not count:
        return None
    return {"unit": unit_word(unit), "name": UNIT_NAMES[unit], "count": count}


def unit_word(unit: int) -> str:
    """`l1`..`l6` or `merc`."""
    return UNIT_WORDS[6 if unit == MERC else unit % 6]


def _view_city(state: State, city: int, eye: int) -> Json:
    cities = state.cities
    holder = cities[city * CITY_SIZE + C_HOLDER]
    if state.shown_cities and eye not in (holder, OMNISCIENT):
        cities = state.shown_cities
    return _city_row(cities, city)


def _city_row(cities: list[int], city: int) -> Json:
    row = city * CITY_SIZE
    holder = cities[row + C_HOLDER]
    garrison: dict[str, Json] = {}
    for unit in range(UNIT_COUNT):
        count = cities[row + C_UNITS + unit]
        if count:
            garrison[UNIT_NAMES[unit]] = count
    return {
        "city": LETTERS[city],
        "holder": SEAT_NAMES[holder] if holder >= 0 else None,
        "hex": _hex_name(cities[row + C_HEX]),
        "buildings": [
            name for index, name in enumerate(BUILDINGS) if (cities[row + C_BUILT] >> index) & 1
        ],
        "stock": {name: cities[row + C_STOCK + kind] for kind, name in enumerate(RESOURCES)},
        "stored_honor": cities[row + C_STORED],
        "razed": cities[row + C_RAZED] == 1,
        "garrison": garrison,
    }


def _view_slot(state: State, slot: int, sees_all: bool) -> Json:
    tile = state.tile[slot]
    is_up = state.face[slot] == 1
    return {
        "slot": SLOT_NAMES[slot],
        "face_up": is_up,
        "tile": TILE_NAMES[tile] if tile < SLOTS and (is_up or sees_all) else None,
        "hexes": list(TILE_WORDS[tile]) if is_up else None,
        "centre": [state.world.q[slot * HEXES], state.world.r[slot * HEXES]] if is_up else None,
    }


def _face_down(state: State) -> "list[Json]":
    """Names of the tiles that still lie face down, not where."""
    left = [state.tile[s] for s in range(state.opt[O_TILES]) if not state.face[s]]
    return strs([TILE_NAMES[tile] for tile in sorted(left)])


def _view_hexes(state: State) -> Json:
    """Every hex on which something has changed."""
    found: dict[str, Json] = {}
    heroes = hero_names(state)
    owners, marks, uses, guards = state.owner, state.mark, state.used, state.units
    for slot in range(SLOTS):
        first = slot * HEXES
        beyond = first + HEXES
        is_guarded = any(guards[first * 6 : beyond * 6])
        for hex in range(first, beyond):
            owner, mark, used = owners[hex], marks[hex], uses[hex]
            units = guards[hex * 6 : hex * 6 + 6] if is_guarded else _NOBODY
            if owner or mark or used or (is_guarded and any(units)):
                found[HEX_NAMES[hex]] = {
                    "owner": SEAT_NAMES[owner - 1] if owner else None,
                    "marks": strs(_MARK_WORDS[mark]),
                    "used_by": words_of(used, heroes) if used else [],
                    "units": list(units),
                }
    return found


def _view_combat(state: State, c: Combat) -> Json:
    is_display = on_display(state)
    heroes = hero_names(state)
    numbers: dict[str, Json] = {
        "reaction": c.reaction,
        "actor": c.actor,
        "round": c.round,
        "initiative": c.initiative,
        "quiet": c.quiet,
        "busy": c.busy,
        "passes": c.passes,
        "sub": c.sub,
        "cursor": c.cursor,
        "wall": c.wall,
        "breached": c.breached,
        "giants": c.giants,
    }
    return {
        "hex": HEX_NAMES[c.hex],
        "guards_from": _hex_name(c.home),
        "city": LETTERS[c.city] if c.city >= 0 else None,
        "seats": [SEAT_NAMES[seat] if seat >= 0 else "guards" for seat in c.seat],
        "leading": [heroes[hero] if hero >= 0 else None for hero in c.lead],
        "heroes": [heroes[hero] for hero in c.heroes],
        "phase": PHASES[c.phase],
        "aim": BATTLE_NAMES[c.aim] if c.aim >= 0 else None,
        "towers": ints(c.tower_state),
        "works": ints(c.works),
        "seized": ints(c.seized),
        "skill_used": ints(c.used),
        "strike": dict(zip(STRIKE_KEYS, ints(c.strike), strict=True)) if c.strike else None,
        "plan": [[stack, target] for stack, target in c.plan],
        "killed": ints(c.killed),
        "worth": ints(c.worth),
        "stacks": [_view_stack(c, stack, heroes, is_display) for stack in range(len(c.side))],
        **numbers,
    }


def _view_stack(c: Combat, stack: int, heroes: list[str], is_display: bool) -> Json:
    place = c.place[stack]
    source = c.source[stack]
    return {
        "stack": stack_name(c, stack),
        "unit": UNIT_NAMES[c.unit[stack]],
        "count": c.count[stack],
        "start": c.start[stack],
        "damage": c.damage[stack],
        "from": "garrison"
        if source == POOL
        else f"{heroes[source // SECTIONS]}.s{source % SECTIONS + 1}",
        "hex": BATTLE_NAMES[place] if is_display and place >= 0 else None,
        "tower": place if not is_display and place > 0 else 0,
        "flags": words_of(c.state[stack], STACK_FLAGS),
        "bonus": c.bonus[stack],
        "pressed": c.pressed[stack],
    }


def hero_names(state: State) -> list[str]:
    """The names of all Heroes, by number."""
    return [HERO_NAMES[2 * state.race[hero // 2] + hero % 2] for hero in range(2 * state.seats)]


def words_of(bits: int, words: "tuple[str, ...] | list[str]") -> "list[Json]":
    """The words whose bits are set."""
    if not bits:
        return []
    return [word for index, word in enumerate(words) if (bits >> index) & 1]


def hidden_slots(state: State) -> list[int]:
    """Terrain slots whose tile is face down."""
    return [slot for slot in range(state.opt[O_TILES]) if not state.face[slot]]
