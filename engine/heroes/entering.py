"""Entering a hex: sieges, battles, guards, benefits and reactions, in that order (HW-7.1.3.b)."""

from typing import Final

from pentarch.engine.heroes.combat import begin_combat
from pentarch.engine.heroes.fate import conquer, storm
from pentarch.engine.heroes.growth import (
    add_stock,
    draw_equipment,
    progress_quest,
    reach_quest,
)
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    ACTIVATED,
    C_HEX,
    C_HOLDER,
    CITY_SIZE,
    CLEARED,
    EXPLORED,
    GROUND_ACTIVE,
    GROUND_IDLE,
    GUARD_SEAT,
    H_ENTERED,
    H_FINISHED,
    H_FROM,
    H_HEX,
    H_MOVED,
    H_MP,
    H_SKILL,
    H_SPENT,
    HERO_SIZE,
    O_SKILLS,
    T_ENTER,
    T_FLEE,
    T_RAISE,
    T_REACT,
    VISITED,
    State,
    ability,
    army_units,
    capital,
    city_at,
    feature_at,
    garrison_units,
    heroes_at,
    hex_of,
    in_play,
    is_mine,
)
from pentarch.engine.heroes.tables import (
    BARBARIANS,
    DISPLAY_SHARE,
    GUARDS,
    HERO_NAMES,
    OUTPOST,
    Q_ARMORY,
    Q_EYES,
    Q_MUSTER,
    Q_RAIDER,
    Q_RIDE,
    Q_SURVEYOR,
    Q_TOLL,
    Q_VEIN,
    REACTION_PER_LEVEL,
    START_TILE_GUARDS,
)
from pentarch.engine.heroes.tiles import (
    F_GOLD,
    F_OUTPOST,
    F_RECRUIT,
    F_RUIN,
    F_TOWER,
    F_WOOD,
    GUARD_COLUMN,
    HEXES,
    TILE_NAMES,
)
from pentarch.engine.heroes.walking import (
    flee_hexes,
    guard_level,
    has_guards,
    is_passable,
    step_cost,
)
from pentarch.engine.heroes.world import HEX_NAMES, SLOT_NAMES, TERRAIN_SLOTS

# Stages of an entry.
E_SIEGE: Final = 0
E_FIELD: Final = 1
E_GUARDS: Final = 2
E_BENEFIT: Final = 3
E_HEROES: Final = 4
E_REACTION: Final = 5
E_PARTNER: Final = 6
E_FRESH: Final = 7
E_FLIGHT: Final = 8
E_DONE: Final = 9


def step(p: Play, hero: int, way: int) -> None:
    """A Hero takes one step: he pays, turns the tile over, and enters."""
    state = p.state
    row = hero * HERO_SIZE
    heroes = state.heroes
    origin = heroes[row + H_HEX]
    target = state.world.neighbours[origin * 6 + way]
    slot = target // HEXES
    if not state.face[slot]:
        state.face[slot] = 1
        p.note("turned", hero // 2, SLOT_NAMES[slot], TILE_NAMES[state.tile[slot]])
        progress_quest(p, hero, Q_SURVEYOR, 1)
    # HW-18.0.a: one MP is enough for any hex.
    heroes[row + H_MP] = max(0, heroes[row + H_MP] - step_cost(state, origin, target))
    heroes[row + H_SPENT] = 1
    heroes[row + H_MOVED] = 1
    heroes[row + H_FROM] = origin
    heroes[row + H_HEX] = target
    state.entries += 1
    heroes[row + H_ENTERED] = state.entries
    p.note(
        "entered", hero // 2, HERO_NAMES[2 * state.race[hero // 2] + hero % 2], HEX_NAMES[target]
    )
    state.fresh = -1
    p.push(T_ENTER, hero, E_SIEGE)


def go_on_entering(p: Play, hero: int, stage: int) -> None:
    """The stages of an entry until something interrupts it; its task is on top of the agenda."""
    state = p.state
    depth = len(state.agenda)
    while stage < E_DONE:
        if stage < E_PARTNER and not _still_there(state, hero):
            stage = E_PARTNER
        state.agenda[-1] = (T_ENTER, hero, stage + 1)
        if stage == E_SIEGE:
            _enter_city(p, hero)
        elif stage == E_FIELD:
            _enter_enemies(p, hero)
        elif stage == E_GUARDS:
            _enter_guards(p, hero)
        elif stage == E_BENEFIT:
            _gain_benefit(p, hero)
        elif stage == E_HEROES:
            _ask_heroes(p, hero)
        elif stage == E_REACTION:
            _check_guards(p, hero)
        elif stage == E_PARTNER:
            _turn_on_partner(p, hero)
        elif stage == E_FRESH:
            _react_fresh(p, hero)
        else:
            _flee_fresh(p)
        if len(state.agenda) != depth:
            return
        stage += 1
    state.agenda.pop()
    state.fresh = -1


def _still_there(state: State, hero: int) -> bool:
    return in_play(state, hero) and not state.heroes[hero * HERO_SIZE + H_FINISHED]


def _enter_city(p: Play, hero: int) -> None:
    state = p.state
    hex = hex_of(state, hero)
    city = city_at(state, hex)
    if city < 0:
        return
    seat = hero // 2
    holder = state.cities[city * CITY_SIZE + C_HOLDER]
    if holder == seat:
        return
    if holder < 0:
        conquer(p, city, seat)
        return
    defenders = [other for other in heroes_at(state, hex) if other // 2 == holder]
    if garrison_units(state, city) or any(army_units(state, other) for other in defenders):
        begin_combat(p, hex, hero, holder, city, -1)
    else:
        storm(p, city, hero)


def _enter_enemies(p: Play, hero: int) -> None:
    state = p.state
    hex = hex_of(state, hero)
    seat = hero // 2
    for other in heroes_at(state, hex):
        if other // 2 != seat:
            begin_combat(p, hex, hero, other // 2, -1, -1)
            return
    owner = state.owner[hex] - 1
    if owner >= 0 and owner != seat and any(state.units[hex * 6 : hex * 6 + 6]):
        begin_combat(p, hex, hero, owner, -1, -1)


def needs_guard_roll(state: State, hero: int, hex: int) -> bool:
    """Whether entering would call for a roll on the Guards Table (HW-3.3.1.b, 3.a, 4.a)."""
    feature = feature_at(state, hex)
    mark = state.mark[hex]
    if has_guards(state, hex):
        return False
    if F_GOLD <= feature <= F_WOOD:
        return state.owner[hex] == 0 and not mark & ACTIVATED
    if feature == F_RUIN:
        return not mark & (EXPLORED | CLEARED)
    if feature == F_TOWER:
        return not mark & CLEARED and not (state.used[hex] >> hero) & 1
    return False


def _enter_guards(p: Play, hero: int) -> None:
    state = p.state
    hex = hex_of(state, hero)
    if needs_guard_roll(state, hero, hex):
        _place_guards(p, hero, hex)
    if has_guards(state, hex):
        begin_combat(p, hex, hero, GUARD_SEAT, -1, hex)


def _place_guards(p: Play, hero: int, hex: int) -> None:
    state = p.state
    feature = feature_at(state, hex)
    if feature <= F_WOOD:
        state.mark[hex] |= ACTIVATED
        if hex // HEXES >= TERRAIN_SLOTS:
            state.units[hex * 6] = START_TILE_GUARDS
            state.fresh = hex
            return
    roll = p.chance.die(6)
    p.note("guard_roll", hero // 2, roll)
    for level, number in GUARDS[GUARD_COLUMN[feature]][roll - 1]:
        state.units[hex * 6 + level - 1] = guard_number(state.method, level, number)
        state.fresh = hex


def guard_number(method: int, level: int, number: int) -> int:
    """Guards that appear: strong ones come in smaller numbers on the Battle Display (T9)."""
    if level < 4 or method not in (2, 4):
        return number
    share = DISPLAY_SHARE[level] if method == 4 else 2
    return (number + share - 1) // share


def _gain_benefit(p: Play, hero: int) -> None:
    state = p.state
    hex = hex_of(state, hero)
    seat = hero // 2
    feature = feature_at(state, hex)
    if F_GOLD <= feature <= F_WOOD:
        if state.owner[hex] != seat + 1 and not has_guards(state, hex):
            _take_control(p, hero, hex)
    elif feature == F_RUIN:
        if not state.mark[hex] & EXPLORED and not has_guards(state, hex):
            state.mark[hex] = EXPLORED
            p.note("explored", seat, HEX_NAMES[hex])
            draw_equipment(p, hero)
            progress_quest(p, hero, Q_ARMORY, 1)
    elif feature == F_TOWER:
        if not (state.used[hex] >> hero) & 1 and not has_guards(state, hex):
            state.used[hex] |= 1 << hero
            state.mark[hex] &= ~CLEARED & 255
            p.push(T_RAISE, hero, 0)
            progress_quest(p, hero, Q_EYES, 1)
    elif feature == F_OUTPOST:
        if not state.mark[hex] & VISITED:
            _collect(p, hero, hex)
    elif feature == F_RECRUIT:
        race = hex // HEXES - TERRAIN_SLOTS
        if state.seat_of[race] == seat and state.grounds[2 * race] == GROUND_IDLE:
            state.grounds[2 * race] = GROUND_ACTIVE
            state.grounds[2 * race + 1] = 1
            p.note("recruiting", seat, HEX_NAMES[hex])
    home = state.cities[capital(state, seat) * CITY_SIZE + C_HEX]
    if hex == home:
        reach_quest(p, hero, Q_MUSTER, army_units(state, hero))
    reach_quest(p, hero, Q_RIDE, state.world.distance(hex, home))


def _take_control(p: Play, hero: int, hex: int) -> None:
    state = p.state
    previous = state.owner[hex]
    state.owner[hex] = hero // 2 + 1
    state.mark[hex] |= ACTIVATED
    p.note("controlled", hero // 2, HEX_NAMES[hex])
    progress_quest(p, hero, Q_VEIN, 1)
    if previous:
        progress_quest(p, hero, Q_RAIDER, 1)


def _collect(p: Play, hero: int, hex: int) -> None:
    state = p.state
    roll = p.chance.die(6)
    kind, amount = OUTPOST[roll - 1]
    p.note("outpost_roll", hero // 2, roll)
    if state.opt[O_SKILLS]:
        amount += state.heroes[hero * HERO_SIZE + H_SKILL]
    state.mark[hex] |= VISITED
    add_stock(p, hero // 2, kind, amount)
    progress_quest(p, hero, Q_TOLL, 1)


# Reactions.


def may_react(state: State, hero: int, mover: int) -> bool:
    """Whether a Hero could try to react against a mover's entry (HW-7.3.2.a, d; HW-15.1.d)."""
    row = hero * HERO_SIZE
    if hero // 2 == mover // 2 or not in_play(state, hero) or state.heroes[row + H_FINISHED]:
        return False
    hex = hex_of(state, mover)
    own = hex_of(state, hero)
    if own not in state.world.near[hex] or (state.tried[hero] >> mover) & 1:
        return False
    return army_units(state, hero) > 0 and is_passable(state, own, hex)


def _ask_heroes(p: Play, mover: int) -> None:
    state = p.state
    if not state.war or city_at(state, hex_of(state, mover)) >= 0:
        return
    asked: list[int] = []
    left = [hero for hero in range(2 * state.seats) if may_react(state, hero, mover)]
    while left:
        best = max([ability(state, hero, 2) for hero in left])
        tied = [hero for hero in left if ability(state, hero, 2) == best]
        hero = tied[p.chance.below(len(tied))] if len(tied) > 1 else tied[0]
        asked.append(hero)
        left.remove(hero)
    for hero in reversed(asked):
        p.push(T_REACT, hero, mover)


def react(p: Play, hero: int, mover: int) -> None:
    """A Hero tries to react; nobody else may on this entry (HW-7.3.2.c to h)."""
    state = p.state
    while state.agenda[-1][0] == T_REACT:
        state.agenda.pop()
    # HW-7.3.2.h: guards check only if no Hero tried.
    state.agenda[-1] = (T_ENTER, mover, E_FRESH)
    state.tried[hero] |= 1 << mover
    roll = p.chance.die(20)
    p.note("react_roll", hero // 2, roll)
    if roll <= ability(state, hero, 2):
        begin_combat(p, hex_of(state, mover), hero, mover // 2, -1, -1)


def _check_guards(p: Play, mover: int) -> None:
    """Guard groups next to the mover check, the highest level first (HW-7.3.1.*)."""
    state = p.state
    hex = hex_of(state, mover)
    if city_at(state, hex) >= 0:
        return
    groups = [
        near
        for near in state.world.near[hex]
        if has_guards(state, near) and near not in state.checked and is_passable(state, near, hex)
    ]
    while groups:
        best = max([guard_level(state, group) for group in groups])
        tied = [group for group in groups if guard_level(state, group) == best]
        group = tied[p.chance.below(len(tied))] if len(tied) > 1 else tied[0]
        groups.remove(group)
        if _guards_react(p, group, mover):
            return


def _guards_react(p: Play, group: int, hero: int) -> bool:
    state = p.state
    state.checked.append(group)
    roll = p.chance.die(20)
    p.note("guard_react", hero // 2, HEX_NAMES[group], roll)
    if roll > REACTION_PER_LEVEL * guard_level(state, group):
        return False
    begin_combat(p, hex_of(state, hero), GUARD_SEAT, hero // 2, -1, group)
    return True


def _turn_on_partner(p: Play, mover: int) -> None:
    """HW-7.1.2.b: new guards in a tower fight the mover's other Hero, if he stands there."""
    state = p.state
    group = state.fresh
    partner = mover ^ 1
    if group >= 0 and has_guards(state, group) and partner in heroes_at(state, group):
        begin_combat(p, group, GUARD_SEAT, mover // 2, -1, group)


def _react_fresh(p: Play, mover: int) -> None:
    """HW-7.3.1.f: new guards that were not beaten turn on a Hero of another seat."""
    state = p.state
    group = state.fresh
    if group < 0 or not has_guards(state, group) or group in state.checked:
        return
    victims = [
        hero
        for hero in range(2 * state.seats)
        if hero // 2 != mover // 2
        and in_play(state, hero)
        and hex_of(state, hero) in state.world.near[group]
        and city_at(state, hex_of(state, hero)) < 0
        and is_passable(state, group, hex_of(state, hero))
    ]
    if victims:
        victim = victims[p.chance.below(len(victims))] if len(victims) > 1 else victims[0]
        _guards_react(p, group, victim)


def _flee_fresh(p: Play) -> None:
    """HW-7.4.e: a Camp next to new guards of a mine must get away."""
    state = p.state
    group = state.fresh
    if group < 0 or not has_guards(state, group) or group // HEXES == TERRAIN_SLOTS + BARBARIANS:
        return
    if not is_mine(state, group):
        return
    row = BARBARIANS * CITY_SIZE
    if state.cities[row + C_HOLDER] < 0 or state.cities[row + C_HEX] not in state.world.near[group]:
        return
    if flee_hexes(state, group):
        p.push(T_FLEE, group, 0)
