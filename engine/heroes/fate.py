"""Death and defeat: Heroes killed and replaced, seats out of the match, Cities conquered."""

from pentarch.engine.heroes.growth import add_equipment, add_stock, gain_experience, progress_quest
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    ARRIVED,
    AVAILABLE,
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_RAZED,
    C_STOCK,
    C_STORED,
    C_UNITS,
    CITY_SIZE,
    DEAD,
    GROUND_MERCS,
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
    H_TRANSFERS,
    HERO_SIZE,
    IN_PLAY,
    O_GRACE,
    OVER_ALL,
    OVER_LAST,
    S_OVER,
    T_REPLACE,
    State,
    city_at,
    feature_at,
    hex_of,
    holds_capital,
    in_play,
    is_alive,
    living,
)
from pentarch.engine.heroes.tables import (
    APPEAR_DISTANCE,
    ARMY_MASK,
    CONQUEST,
    HERO_KILL_EP,
    HERO_START,
    LETTERS,
    Q_DUEL,
    RESOURCES,
    SECTIONS,
    SEQUENCES,
    UNIT_COUNT,
)
from pentarch.engine.heroes.tiles import F_CAMP, F_NONE, HEXES
from pentarch.engine.heroes.world import HEX_NAMES, TERRAIN_SLOTS, WORLD_HEXES


def reset_hero(state: State, hero: int) -> None:
    """Start values of T7, an empty display, nothing done yet (HW-4.1.c)."""
    row = hero * HERO_SIZE
    heroes = state.heroes
    heroes[row + H_LEVEL] = 1
    heroes[row + H_EP] = 0
    for which in range(4):
        heroes[row + H_ABILITY + which] = HERO_START[state.race[hero // 2]][which]
        heroes[row + H_GEAR + which] = 0
    for skill in range(3):
        heroes[row + H_SKILL + skill] = 0
    for slot in (H_HONOR, H_QUEST, H_PROGRESS, H_MP, H_MOVED, H_TRANSFERS, H_SPENT, H_DROPPED):
        heroes[row + slot] = 0
    for slot in (H_ENTERED, H_FINISHED):
        heroes[row + slot] = 0
    heroes[row + H_FROM] = -1
    heroes[row + H_HEX] = -1
    for slot in range(2 * SECTIONS):
        heroes[row + H_SECTION + slot] = 0
    state.gear[hero] = ()


def place_hero(p: Play, hero: int, hex: int) -> None:
    """A Hero comes into play later on: no action before his owner's next turn (HW-4.1.u)."""
    row = hero * HERO_SIZE
    heroes = p.state.heroes
    heroes[row + H_STATUS] = IN_PLAY
    heroes[row + H_HEX] = hex
    heroes[row + H_FROM] = hex
    heroes[row + H_MP] = 0
    heroes[row + H_FINISHED] = ARRIVED


def kill_hero(p: Play, hero: int, killer: int) -> None:
    """A Hero dies (HW-8.13.a, b). `killer` is the winners' leading Hero, or -1."""
    state = p.state
    row = hero * HERO_SIZE
    gear = state.gear[hero]
    p.note("hero_killed", hero // 2, hero % 2 + 1)
    for marker in gear:
        if killer >= 0:
            roll = p.chance.die(6)
            p.note("loot_roll", killer // 2, roll)
            if roll % 2 == 0:
                add_equipment(p, killer, marker)
    if state.heroes[row + H_QUEST]:
        state.discards.append(state.heroes[row + H_QUEST] - 1)
    reset_hero(state, hero)
    state.heroes[row + H_STATUS] = DEAD
    state.heroes[row + H_DIED] = 1
    state.deaths[hero // 2] += 1
    if killer >= 0:
        progress_quest(p, killer, Q_DUEL, 1)


def mourn(p: Play, seat: int) -> None:
    """After a Hero's death: a free replacement, or defeat (HW-4.1.m, q; HW-12.1.b)."""
    state = p.state
    first, second = 2 * seat, 2 * seat + 1
    if not is_alive(state, seat) or in_play(state, first) or in_play(state, second):
        return
    if state.heroes[second * HERO_SIZE + H_STATUS] == AVAILABLE:
        p.push(T_REPLACE, seat, 0)
    elif state.heroes[first * HERO_SIZE + H_DIED] and state.heroes[second * HERO_SIZE + H_DIED]:
        defeat(p, [seat])


def defeat(p: Play, seats: list[int]) -> None:
    """Seats are out, all at the same moment (HW-8.13.c to f, HW-E.2)."""
    state = p.state
    state.stamp += 1
    for seat in seats:
        state.fallen[seat] = state.stamp
        p.note("defeated", seat)
        _clear_away(state, seat)
    left = living(state)
    if len(left) == 1:
        finish(p, OVER_LAST)
    elif not left:
        finish(p, OVER_ALL)


def finish(p: Play, reason: int) -> None:
    """The match is over."""
    state = p.state
    state.over = reason
    state.stage = S_OVER
    state.combat = None
    state.agenda = []


def _clear_away(state: State, seat: int) -> None:
    for hero in (2 * seat, 2 * seat + 1):
        quest = state.heroes[hero * HERO_SIZE + H_QUEST]
        if quest:
            state.discards.append(quest - 1)
        reset_hero(state, hero)
        state.heroes[hero * HERO_SIZE + H_STATUS] = DEAD
    for city in range(3):
        row = city * CITY_SIZE
        if state.cities[row + C_HOLDER] == seat:
            state.cities[row + C_HOLDER] = -1
            _empty_garrison(state, city)
    for hex in range(WORLD_HEXES):
        if state.owner[hex] == seat + 1:
            state.owner[hex] = 0
            state.mark[hex] = 0
            state.units[hex * 6 : hex * 6 + 6] = bytes(6)
    ground = 2 * state.race[seat]
    state.grounds[ground] = GROUND_MERCS
    state.grounds[ground + 1] = 1


def _empty_garrison(state: State, city: int) -> None:
    row = city * CITY_SIZE + C_UNITS
    for unit in range(UNIT_COUNT):
        state.cities[row + unit] = 0


def storm(p: Play, city: int, hero: int) -> None:
    """A Hero enters a City/Camp without units: Heroes in it die, then it falls (HW-7.5.a)."""
    state = p.state
    hex = state.cities[city * CITY_SIZE + C_HEX]
    seat = hero // 2
    bereft: list[int] = []
    base = len(state.agenda)
    for other in range(2 * state.seats):
        if other // 2 != seat and in_play(state, other) and hex_of(state, other) == hex:
            kill_hero(p, other, hero)
            gain_experience(p, hero, HERO_KILL_EP)
            bereft.append(other // 2)
    conquer(p, city, seat)
    for loser in bereft:
        mourn(p, loser)
    put_replacements_last(state, base)


def put_replacements_last(state: State, base: int) -> None:
    """HW-4.1.m: of the tasks above `base`, replacements come after all others."""
    tasks = state.agenda[base:]
    later = [task for task in tasks if task[0] == T_REPLACE]
    state.agenda[base:] = later + [task for task in tasks if task[0] != T_REPLACE]


def conquer(p: Play, city: int, seat: int) -> None:
    """A City/Camp changes hands (HW-8.12.*)."""
    state = p.state
    row = city * CITY_SIZE
    p.note("conquered", seat, LETTERS[city])
    original = state.seat_of[city]
    if original != seat and holds_capital(state, seat):
        for kind in range(4):
            roll = p.chance.die(6)
            p.note("conquest_roll", seat, RESOURCES[kind], roll)
            share = (state.cities[row + C_STOCK + kind] * CONQUEST[kind][roll - 1] + 99) // 100
            state.cities[row + C_STOCK + kind] -= share
            add_stock(p, seat, kind, share)
    state.cities[row + C_HOLDER] = seat
    state.cities[row + C_BUILT] &= ARMY_MASK
    state.cities[row + C_STORED] = 0
    state.cities[row + C_RAZED] = 1
    _empty_garrison(state, city)
    if original == seat:
        state.grace[seat] = 0
    elif state.opt[O_GRACE] and not has_turn_left(state, original):
        state.grace[original] = 1


def has_turn_left(state: State, seat: int) -> bool:
    """Whether a seat still has a turn to come in this Round."""
    if state.sequence < SEQUENCES:
        return True
    return seat in state.sequence_order[state.turn_index + 1 :]


def appear_hexes(state: State, seat: int) -> list[int]:
    """Where a replacement may be placed (HW-4.1.n): the ring rule of the `appear` command."""
    centre = state.cities[state.race[seat] * CITY_SIZE + C_HEX]
    world = state.world
    taken = [hex_of(state, hero) for hero in range(2 * state.seats) if in_play(state, hero)]
    free: list[int] = []
    for hex in world.hexes:
        if not state.face[hex // HEXES] or hex in taken or city_at(state, hex) >= 0:
            continue
        if feature_at(state, hex) in (F_NONE, F_CAMP):
            free.append(hex)
    close = [hex for hex in free if world.distance(hex, centre) <= APPEAR_DISTANCE]
    if close:
        return close
    nearest = min(world.distance(hex, centre) for hex in free)
    return [hex for hex in free if world.distance(hex, centre) == nearest]


def replace_hero(p: Play, seat: int, hex: int) -> None:
    """Hero 2 enters with the army just bought (HW-4.1.m, n, o)."""
    state = p.state
    place_hero(p, 2 * seat + 1, hex)
    p.note("replaced", seat, HEX_NAMES[hex])
    if not holds_capital(state, seat) and not has_turn_left(state, seat):
        state.grace[seat] = 1


def face_down(state: State) -> int:
    """Terrain tiles not turned over yet."""
    return state.opt[0] - sum(state.face[:TERRAIN_SLOTS])
