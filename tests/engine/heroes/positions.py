"""Positions drawn at random: any armies, garrisons, honour, walls, not only those play leads to.

They are put together from what a state is made of, and hold what the rules always hold: nobody
stands among guards or in an enemy's mine, markers and cards are as many as there are, a seat that
lives has a Hero.
"""

from pentarch.engine.chance import Seeded, derive
from pentarch.engine.core import Seat
from pentarch.engine.heroes import RULESET, fate, flow
from pentarch.engine.heroes.commands import MOVE
from pentarch.engine.heroes.growth import add_equipment, level_price
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.rounds import enter_phase, start_round
from pentarch.engine.heroes.settings import RACE_WORDS
from pentarch.engine.heroes.state import (
    ACTIVATED,
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_RAZED,
    C_STOCK,
    C_STORED,
    C_UNITS,
    CITY_SIZE,
    CLEARED,
    DEAD,
    EXPLORED,
    GROUND_ACTIVE,
    GROUND_IDLE,
    H_ABILITY,
    H_DIED,
    H_EP,
    H_FROM,
    H_HEX,
    H_HONOR,
    H_LEVEL,
    H_QUEST,
    H_SECTION,
    H_SKILL,
    H_STATUS,
    H_TRAINED,
    HERO_LIMIT,
    HERO_SIZE,
    IN_PLAY,
    O_HONOR,
    O_MERCS,
    O_QUESTS,
    O_SKILLS,
    O_SPECIAL,
    P_DEPLOY1,
    P_DEPLOY2,
    P_OPENING,
    P_SEIZE,
    S_TURNS,
    T_COMBAT,
    T_FLOW,
    VISITED,
    Combat,
    State,
    capital,
    city_at,
    feature_at,
    heroes_at,
    hex_of,
    in_play,
    is_mine,
    living,
)
from pentarch.engine.heroes.strikes import kill_units
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    EQUIPMENT_COPIES,
    GARDE,
    HONOR_CAP,
    MERC,
    PREREQUISITE,
    QUESTS,
    SKILL_CAP,
    SPECIAL_OF_RACE,
    STOCK_LIMIT,
)
from pentarch.engine.heroes.tiles import (
    F_CAMP,
    F_HOLY,
    F_NONE,
    F_OUTPOST,
    F_RECRUIT,
    F_RUIN,
    F_TOWER,
    HEXES,
)
from pentarch.engine.heroes.turns import begin_turn
from pentarch.engine.heroes.world import TERRAIN_SLOTS
from pentarch.engine.plain import Json
from tests.playing import new_state

SWITCHES = ("terrain", "holy_places", "skills", "honor", "mercenaries", "quests")


def position(seed: int) -> State:
    """A position; the same one for the same seed."""
    draw = Seeded(derive(seed, "position"))
    state = _first_turn(draw)
    scene = draw.choice(["turn", "siege", "siege", "field", "guards", "produce"])
    is_war = scene in ("siege", "field") or draw.below(2) == 0
    for slot in range(state.opt[0]):
        state.face[slot] = 1 if is_war or draw.below(2) else 0
    if state.seats == 3 and draw.below(5) == 0:
        fate.defeat(Play(state, draw), [draw.below(3)])
    for city in range(3):
        _furnish_city(state, city, draw)
    _furnish_heroes(state, draw)
    for hex in state.world.hexes:
        if state.face[hex // HEXES]:
            _furnish_hex(state, hex, draw)
    _furnish_grounds(state, draw)
    _deal_cards(state, draw)
    _begin_turn(state, draw)
    if scene == "produce":
        _produce(state, draw)
    elif scene != "turn":
        _begin_combat(state, scene, draw)
    return state


def _options(draw: Seeded) -> "dict[str, Json]":
    # Many rules meet only when all are on, so half of the positions have them all.
    words = ["on", "off"] if draw.below(2) else ["on"]
    options: dict[str, Json] = {name: draw.choice(words) for name in SWITCHES}
    options["special_buildings"] = draw.choice(words) if options["honor"] == "on" else "off"
    options["combat_method"] = draw.die(4)
    options["battle_terrain"] = draw.choice(["auto", "on", "off"])
    options["guard_control"] = draw.choice(["policy", "left_player"])
    options["race_skills"] = draw.choice(["printed", "even"])
    options["capital_grace"] = draw.choice(["rulebook", "always"])
    options["races"] = draw.choice(list(RACE_WORDS[:-1]))
    options["tiles"] = draw.choice([12, 18])
    options["tile_pick"] = draw.choice(["first", "random"])
    options["transfer_cap"] = draw.choice([4, 12])
    options["combat_round_cap"] = draw.choice([10, 30])
    for name in ("method_vote", "method_change", "end_by_agreement"):
        options[name] = draw.below(4) == 0
    return {**options, "start_placement": "auto"}


def _first_turn(draw: Seeded) -> State:
    state: State = new_state(RULESET, 2 + draw.below(2), _options(draw), draw)
    while state.stage < S_TURNS or state.active < 0:
        seat = RULESET.to_act(state)[0]
        RULESET.apply(state, seat, draw.choice(RULESET.legal(state, seat)), draw)
    return state


# The parts.


def _furnish_city(state: State, city: int, draw: Seeded) -> None:
    row = city * CITY_SIZE
    owner = state.seat_of[city]
    if owner < 0 or state.cities[row + C_HOLDER] < 0:
        return
    holder = draw.choice(living(state)) if draw.below(8) == 0 else owner
    if draw.below(25) == 0:
        holder = -1
    state.cities[row + C_HOLDER] = holder
    for building in range(1, SPECIAL_OF_RACE[0]):
        needed = PREREQUISITE[building]
        if draw.below(2) and (needed < 0 or state.cities[row + C_BUILT] >> needed & 1):
            state.cities[row + C_BUILT] |= 1 << building
    if holder != owner:
        # HW-8.12.c: conquest left the army facilities only, and what was built since.
        state.cities[row + C_RAZED] = 1
    elif state.opt[O_SPECIAL] and draw.below(4):
        state.cities[row + C_BUILT] |= 1 << SPECIAL_OF_RACE[city]
        state.cities[row + C_STORED] = draw.below(HONOR_CAP + 1)
    for kind in range(4):
        state.cities[row + C_STOCK + kind] = draw.below(STOCK_LIMIT + 1)
    if holder >= 0:
        units = [city * 6 + level for level in range(GARDE + 1)]
        units += [state.race[holder] * 6 + level for level in range(3)]
        if state.opt[O_MERCS]:
            units += [MERC] * 9
        for _ in range(draw.below(5)):
            state.cities[row + C_UNITS + draw.choice(units)] = draw.choice([1, 2, 5, 9, 20, 21, 45])


def _furnish_heroes(state: State, draw: Seeded) -> None:
    state.cup = list(EQUIPMENT_COPIES)
    for seat in living(state):
        status = draw.choice([(True, True), (True, True), (True, False), (False, True)])
        for number in range(2):
            hero = 2 * seat + number
            fate.reset_hero(state, hero)
            row = hero * HERO_SIZE
            if status[number]:
                _furnish_hero(state, hero, draw)
            elif number == 0 or draw.below(2):
                state.heroes[row + H_STATUS] = DEAD
                state.heroes[row + H_DIED] = 1
                state.deaths[seat] += 1
            else:
                state.heroes[row + H_STATUS] = 0


def _furnish_hero(state: State, hero: int, draw: Seeded) -> None:
    row = hero * HERO_SIZE
    heroes = state.heroes
    heroes[row + H_STATUS] = IN_PLAY
    hexes = [hex for hex in state.world.hexes if _may_stand(state, hero, hex)]
    hex = draw.choice(hexes)
    heroes[row + H_HEX] = heroes[row + H_FROM] = hex
    heroes[row + H_LEVEL] = draw.die(8)
    heroes[row + H_EP] = draw.below(level_price(state, heroes[row + H_LEVEL]))
    heroes[row + H_TRAINED] = draw.below(2)
    for which, cap in enumerate(ABILITY_CAPS):
        heroes[row + H_ABILITY + which] = 1 + draw.below(cap)
    if state.opt[O_SKILLS]:
        for skill in range(3):
            heroes[row + H_SKILL + skill] = draw.below(SKILL_CAP + 1)
    if state.opt[O_HONOR]:
        heroes[row + H_HONOR] = draw.below(HONOR_CAP + 1)
    for marker, count in enumerate(state.cup):
        if count and draw.below(8) == 0:
            state.cup[marker] -= 1
            add_equipment(Play(state, draw), hero, marker)
    race = state.race[hero // 2]
    units = [race * 6 + level for level in range(6)]
    mercs = [MERC] * 3 if state.opt[O_MERCS] else []
    # HW-4.1.j: outside of Cities at least one unit.
    for section in range(draw.below(4) if city_at(state, hex) >= 0 else draw.die(3)):
        unit = draw.choice(units + mercs)
        if unit == MERC:
            mercs = []
        heroes[row + H_SECTION + 2 * section] = unit
        heroes[row + H_SECTION + 2 * section + 1] = draw.choice([1, 2, 3, 5, 9, 20])


def _may_stand(state: State, hero: int, hex: int) -> bool:
    if not state.face[hex // HEXES]:
        return False
    seat = hero // 2
    if any(other // 2 != seat for other in heroes_at(state, hex)):
        return False
    city = city_at(state, hex)
    if city >= 0:
        return state.cities[city * CITY_SIZE + C_HOLDER] == seat
    if feature_at(state, hex) != F_RECRUIT:
        return True
    return state.seat_of[hex // HEXES - TERRAIN_SLOTS] == seat


def _furnish_hex(state: State, hex: int, draw: Seeded) -> None:
    feature = feature_at(state, hex)
    here = heroes_at(state, hex)
    if is_mine(state, hex):
        owner = here[0] // 2 if here else draw.choice([*living(state), -1, -1])
        state.owner[hex] = owner + 1
        state.mark[hex] = ACTIVATED if owner >= 0 or draw.below(2) else 0
        if state.mark[hex] and draw.below(2):
            _put_units(state, hex, draw)
    elif feature == F_RUIN:
        state.mark[hex] = EXPLORED if here else draw.choice([0, 0, EXPLORED, CLEARED])
        if not state.mark[hex] and draw.below(3) == 0:
            _put_units(state, hex, draw)
    elif feature == F_TOWER:
        for hero in range(2 * state.seats):
            if hero in here or draw.below(3) == 0:
                state.used[hex] |= 1 << hero
        if not here and draw.below(3) == 0:
            _put_units(state, hex, draw)
        elif draw.below(4) == 0:
            state.mark[hex] = CLEARED
    elif feature in (F_OUTPOST, F_HOLY):
        state.mark[hex] = draw.choice([0, VISITED])


def _put_units(state: State, hex: int, draw: Seeded) -> None:
    for _ in range(draw.die(2)):
        state.units[hex * 6 + draw.below(6)] = draw.choice([1, 2, 4, 8, 20])


def _furnish_grounds(state: State, draw: Seeded) -> None:
    for seat in living(state):
        race = state.race[seat]
        state.grounds[2 * race] = draw.choice([GROUND_IDLE, GROUND_ACTIVE])
        if state.grounds[2 * race] == GROUND_ACTIVE:
            state.grounds[2 * race + 1] = draw.below(21)


def _deal_cards(state: State, draw: Seeded) -> None:
    state.deck = list(range(len(QUESTS)))
    draw.shuffle(state.deck)
    state.discards = [state.deck.pop() for _ in range(draw.below(10))]
    if state.opt[O_QUESTS]:
        for hero in range(HERO_LIMIT):
            if in_play(state, hero) and draw.below(2):
                state.heroes[hero * HERO_SIZE + H_QUEST] = state.deck.pop() + 1


# The moment.


def _begin_turn(state: State, draw: Seeded) -> None:
    state.agenda = [(T_FLOW, 0, 0)]
    state.round = draw.die(state.opt[1])
    state.sequence = draw.die(3)
    state.sequence_order = living(state)
    draw.shuffle(state.sequence_order)
    state.turn_index = draw.below(len(state.sequence_order))
    for seat in living(state):
        holder = state.cities[capital(state, seat) * CITY_SIZE + C_HOLDER]
        state.grace[seat] = draw.below(3) if holder not in (-1, seat) else 0
    begin_turn(Play(state, draw), state.sequence_order[state.turn_index])


def _produce(state: State, draw: Seeded) -> None:
    state.agenda = [(T_FLOW, 0, 0)]
    state.active = -1
    state.sequence = 3
    state.turn_index = len(state.sequence_order) - 1
    flow.go_on(Play(state, draw))


def _begin_combat(state: State, scene: str, draw: Seeded) -> None:
    """A Hero of the active seat walks into a City, an enemy or guards, and the fight has a past."""
    seat = state.active
    mover = 2 * seat if in_play(state, 2 * seat) else 2 * seat + 1
    ways = [
        (near, way)
        for target in _targets(state, scene, seat)
        for near in state.world.near[target]
        if _may_wait(state, mover, near)
        for way in range(6)
        if state.world.neighbours[near * 6 + way] == target
    ]
    if not ways:
        return
    row = mover * HERO_SIZE
    origin, way = draw.choice(ways)
    home = state.heroes[row + H_HEX]
    state.heroes[row + H_HEX] = state.heroes[row + H_FROM] = origin
    if state.heroes[row + H_SECTION + 1] == 0:
        state.heroes[row + H_SECTION] = state.race[seat] * 6 + 1
        state.heroes[row + H_SECTION + 1] = 9
    while state.agenda[-1][0] != T_FLOW and len(state.agenda) > 2:
        state.agenda.pop()
    command = MOVE.of(mover % 2, way)
    if RULESET.check(state, seat, command) is not None:
        state.heroes[row + H_HEX] = state.heroes[row + H_FROM] = home
        return
    RULESET.apply(state, seat, command, draw)
    if draw.below(2):
        _deploy(state, draw)
    c = state.combat
    if c is not None and not c.strike and state.agenda[-1][0] == T_COMBAT:
        _give_a_past(state, c, draw)
        flow.go_on(Play(state, draw))


def _targets(state: State, scene: str, seat: Seat) -> list[int]:
    if scene == "siege":
        holders = [(state.cities[c * CITY_SIZE + C_HOLDER], c) for c in range(3)]
        held = [city for holder, city in holders if holder not in (-1, seat)]
        return [state.cities[city * CITY_SIZE + C_HEX] for city in held]
    if scene == "field":
        enemies = [hero for hero in range(2 * state.seats) if hero // 2 != seat]
        return [hex_of(state, hero) for hero in enemies if in_play(state, hero)]
    return [hex for hex in state.world.hexes if not state.owner[hex] and _has_units(state, hex)]


def _has_units(state: State, hex: int) -> bool:
    return any(state.units[hex * 6 : hex * 6 + 6])


def _may_wait(state: State, hero: int, hex: int) -> bool:
    """A clear hex where a Hero can stand before he walks on."""
    if not state.face[hex // HEXES] or feature_at(state, hex) not in (F_NONE, F_CAMP):
        return False
    return not heroes_at(state, hex) and city_at(state, hex) < 0


def _deploy(state: State, draw: Seeded) -> None:
    """Put all stacks on the display, wherever they may stand."""
    while state.combat is not None and state.combat.phase in (P_DEPLOY1, P_DEPLOY2):
        seat = RULESET.to_act(state)[0]
        RULESET.apply(state, seat, draw.choice(RULESET.legal(state, seat)), draw)


def _give_a_past(state: State, c: Combat, draw: Seeded) -> None:
    """Some are dead already, and works are damaged."""
    for stack in range(len(c.side)):
        lost = draw.below(c.count[stack] + 1) if draw.below(3) == 0 else 0
        if c.units(c.side[stack]) > lost:
            kill_units(c, stack, lost)
    if c.city < 0:
        return
    if draw.below(2):
        c.wall = draw.below(3)
    for work in range(len(c.works)):
        if draw.below(3) == 0:
            c.works[work] = draw.below(3)
    if c.phase == P_OPENING and draw.below(2):
        # Later on: the steps of the first round are over.
        start_round(state, c)
        enter_phase(c, P_SEIZE)
