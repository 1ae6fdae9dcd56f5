"""A seat's turn: the Camp, then its menu of steps, transfers and small deeds until `end`."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.heroes import entering, refusals, transfers, walking
from pentarch.engine.heroes.commands import (
    CAMP,
    CAMP_STAY,
    CAMP_WITH,
    DROP,
    END,
    GIVE,
    MOVE,
    PRAY,
    QUEST_DRAW,
    QUEST_DROP,
    STORE,
    TAKE,
    TRAIN,
)
from pentarch.engine.heroes.fate import defeat
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    C_HEX,
    C_HOLDER,
    CITY_SIZE,
    DONE_NOW,
    H_DROPPED,
    H_ENTERED,
    H_FINISHED,
    H_FROM,
    H_HEX,
    H_MOVED,
    H_MP,
    H_SECTION,
    H_SPENT,
    H_TRANSFERS,
    HERO_LIMIT,
    HERO_SIZE,
    IN_PLAY,
    O_HOLY,
    O_QUESTS,
    O_SPECIAL,
    O_TRANSFERS,
    T_CAMP,
    T_TURN,
    State,
    ability,
    army_units,
    has_built,
    in_play,
    is_alive,
    unit_code,
)
from pentarch.engine.heroes.tables import BARBARIANS, MERC, SECTIONS, TRAINING
from pentarch.engine.heroes.windows import amounts
from pentarch.engine.heroes.world import TERRAIN_SLOTS


def begin_turn(p: Play, seat: int) -> None:
    """A seat's turn begins: war may break out, Heroes get their MP (HW-7.1.1.a, HW-7.2.b)."""
    state = p.state
    state.active = seat
    if not state.war and sum(state.face[:TERRAIN_SLOTS]) == state.opt[0]:
        state.war = 1
        p.note("war", -1)
    state.checked = []
    state.tried = [0] * HERO_LIMIT
    heroes = state.heroes
    for hero in range(2 * state.seats):
        row = hero * HERO_SIZE
        own = hero // 2 == seat
        if own or heroes[row + H_FINISHED] == DONE_NOW:
            heroes[row + H_FINISHED] = 0
        if own and in_play(state, hero):
            heroes[row + H_MP] = ability(state, hero, 3)
            heroes[row + H_FROM] = heroes[row + H_HEX]
            for slot in (H_MOVED, H_TRANSFERS, H_SPENT, H_DROPPED, H_ENTERED):
                heroes[row + slot] = 0
    state.entries = 0
    state.left = []
    p.push(T_TURN, seat, 0)
    if state.cities[BARBARIANS * CITY_SIZE + C_HOLDER] == seat:
        p.push(T_CAMP, seat, 0)


def end_turn(p: Play, seat: int) -> None:
    """Unused MP are lost; Heroes who may not stay together part; a term may run out."""
    state = p.state
    if walking.shares_hex(state, seat):
        first, second = 2 * seat, 2 * seat + 1
        later = max((first, second), key=lambda hero: state.heroes[hero * HERO_SIZE + H_ENTERED])
        walking.step_back(state, later)
    for hero in (2 * seat, 2 * seat + 1):
        state.heroes[hero * HERO_SIZE + H_MP] = 0
    state.active = -1
    if state.grace[seat] == 2:
        state.grace[seat] = 0
        holder = state.cities[state.race[seat] * CITY_SIZE + C_HOLDER]
        if holder >= 0 and holder != seat and is_alive(state, seat):
            p.note("term_over", seat)
            defeat(p, [seat])


# The Camp.


def _camp_target(state: State, way: int) -> int:
    return state.world.neighbours[state.cities[BARBARIANS * CITY_SIZE + C_HEX] * 6 + way]


def legal_camp(state: State, seat: int) -> list[Command]:
    """HW-D.camp."""
    commands = [CAMP_STAY.of()]
    company = [hero % 2 for hero in walking.camp_company(state)]
    for way in range(6):
        if walking.check_camp_hex(state, seat, _camp_target(state, way)) is None:
            commands.append(CAMP.of(way))
            commands += [CAMP_WITH.of(way, hero) for hero in company]
            if len(company) == 2:
                commands.append(CAMP_WITH.of(way, 2))
    return commands


def check_camp(state: State, seat: int, command: Command) -> "Refusal | None":
    """Whether the Camp may do that."""
    if command.verb is CAMP_STAY:
        return None
    if command.verb is not CAMP and command.verb is not CAMP_WITH:
        return WRONG_DECISION
    refusal = walking.check_camp_hex(state, seat, _camp_target(state, command.args[0]))
    if refusal is not None or command.verb is CAMP:
        return refusal
    company = [hero % 2 for hero in walking.camp_company(state)]
    wanted = [0, 1] if command.args[1] == 2 else [command.args[1]]
    return None if all(hero in company for hero in wanted) else refusals.NOT_IN_CAMP


def apply_camp(p: Play, seat: int, command: Command) -> None:
    """The Camp stays or moves."""
    state = p.state
    state.agenda.pop()
    if command.verb is CAMP_STAY:
        return
    company: list[int] = []
    if command.verb is CAMP_WITH:
        who = command.args[1]
        company = [2 * seat, 2 * seat + 1] if who == 2 else [2 * seat + who]
    walking.move_camp(p, _camp_target(state, command.args[0]), company)


# The menu.


def legal_turn(state: State, seat: int) -> list[Command]:
    """HW-D.turn."""
    commands: list[Command] = []
    heroes = state.heroes
    enemies = walking.enemy_hexes(state, seat)
    for number in range(2):
        hero = 2 * seat + number
        row = hero * HERO_SIZE
        if heroes[row] != IN_PLAY or heroes[row + H_FINISHED]:
            continue
        if heroes[row + H_MP] > 0 and army_units(state, hero):
            for way in range(6):
                if walking.check_step(state, hero, way, enemies) is None:
                    commands.append(MOVE.of(number, way))
        city = transfers.own_city(state, hero)
        if heroes[row + H_TRANSFERS] < state.opt[O_TRANSFERS]:
            _add_takes(state, hero, city, commands)
            _add_drops(state, hero, city, commands)
            _add_gifts(state, hero, commands)
        if city >= 0:
            _add_city_deeds(state, hero, city, commands)
        elif state.opt[O_HOLY] and transfers.check_pray(state, hero) is None:
            commands.append(PRAY.of(number))
    if walking.check_end(state, seat) is None:
        commands.append(END.of())
    return commands


def _add_takes(state: State, hero: int, city: int, commands: list[Command]) -> None:
    pool = transfers.pool_of(state, hero, city)
    if not any(pool):
        return
    # HW-4.1.i: a mine's garrison only before any step.
    is_mine = city < 0 and transfers.is_own_mine(state, hero)
    if is_mine and state.heroes[hero * HERO_SIZE + H_SPENT]:
        return
    race = state.race[hero // 2]
    for word, waiting in enumerate(pool):
        if not waiting:
            continue
        unit = unit_code(race, word)
        for section in range(SECTIONS):
            limit = min(waiting, transfers.fits(state, hero, unit, section))
            commands += [TAKE.of(hero % 2, word, n - 1, section) for n in amounts(limit)]


def _add_drops(state: State, hero: int, city: int, commands: list[Command]) -> None:
    if city < 0 and not transfers.is_own_mine(state, hero):
        return
    start = hero * HERO_SIZE + H_SECTION
    for section in range(SECTIONS):
        if not state.heroes[start + 2 * section + 1]:
            continue
        # HW-17.1.b: mercenaries stay out of mines.
        if city >= 0 or state.heroes[start + 2 * section] != MERC:
            limit = transfers.drop_limit(state, hero, section)
            commands += [DROP.of(hero % 2, section, n - 1) for n in amounts(limit)]


def _add_gifts(state: State, hero: int, commands: list[Command]) -> None:
    if not transfers.has_partner(state, hero) or not transfers.has_transfers(state, hero ^ 1):
        return
    for section in range(SECTIONS):
        if transfers.section_count(state, hero, section):
            for target in range(SECTIONS):
                limit = transfers.give_limit(state, hero, section, target)
                commands += [GIVE.of(hero % 2, section, n - 1, target) for n in amounts(limit)]


def _add_city_deeds(state: State, hero: int, city: int, commands: list[Command]) -> None:
    number = hero % 2
    if has_built(state, city, TRAINING):
        for which in range(4):
            if transfers.check_train(state, hero, which) is None:
                commands.append(TRAIN.of(number, which))
    if state.opt[O_QUESTS]:
        if transfers.check_quest_draw(state, hero) is None:
            commands.append(QUEST_DRAW.of(number))
        if transfers.check_quest_drop(state, hero) is None:
            commands.append(QUEST_DROP.of(number))
    if state.opt[O_SPECIAL]:
        limit = transfers.store_limit(state, hero)
        commands += [STORE.of(number, n - 1) for n in amounts(limit)]


def check_turn(state: State, seat: int, command: Command) -> "Refusal | None":
    """Why a command of the menu is refused, or None."""
    verb = command.verb
    args = command.args
    if verb is END:
        return walking.check_end(state, seat)
    if not args:
        return WRONG_DECISION
    hero = 2 * seat + args[0]
    if verb is MOVE:
        return walking.check_move(state, hero, args[1])
    if verb is TAKE:
        return transfers.check_take(state, hero, args[1], args[2] + 1, args[3])
    if verb is DROP:
        return transfers.check_drop(state, hero, args[1], args[2] + 1)
    if verb is GIVE:
        return transfers.check_give(state, hero, args[1], args[2] + 1, args[3])
    if verb is TRAIN:
        return transfers.check_train(state, hero, args[1])
    if verb is PRAY:
        return transfers.check_pray(state, hero)
    if verb is QUEST_DRAW:
        return transfers.check_quest_draw(state, hero)
    if verb is QUEST_DROP:
        return transfers.check_quest_drop(state, hero)
    if verb is STORE:
        return transfers.check_store(state, hero, args[1] + 1)
    return WRONG_DECISION


def apply_turn(p: Play, seat: int, command: Command) -> None:
    """Carry out a command of the menu."""
    state = p.state
    verb = command.verb
    args = command.args
    if verb is END:
        state.agenda.pop()
        end_turn(p, seat)
        return
    hero = 2 * seat + args[0]
    if verb is MOVE:
        entering.step(p, hero, args[1])
    elif verb is TAKE:
        transfers.take(p, hero, args[1], args[2] + 1, args[3])
    elif verb is DROP:
        transfers.drop(p, hero, args[1], args[2] + 1)
    elif verb is GIVE:
        transfers.give(state, hero, args[1], args[2] + 1, args[3])
    elif verb is TRAIN:
        transfers.train(state, hero, args[1])
    elif verb is PRAY:
        transfers.pray(p, hero)
    elif verb is QUEST_DRAW:
        transfers.draw_quest(p, hero)
    elif verb is QUEST_DROP:
        transfers.drop_quest(state, hero)
    elif verb is STORE:
        transfers.store(state, hero, args[1] + 1)
