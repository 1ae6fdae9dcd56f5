"""The flow of a match: set-up, Rounds of three sequences, production, clean up, victory check."""

from typing import Final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.heroes import production, refusals, turns
from pentarch.engine.heroes.commands import (
    AGREE,
    APPEAR,
    BUY,
    CONTINUE,
    DONE,
    PLACE,
    VOTE,
    VOTE_KEEP,
)
from pentarch.engine.heroes.entering import go_on_entering
from pentarch.engine.heroes.fate import appear_hexes, defeat, finish, replace_hero, reset_hero
from pentarch.engine.heroes.growth import can_learn, can_raise
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.rounds import go_on_fighting
from pentarch.engine.heroes.state import (
    C_HEX,
    C_HOLDER,
    CITY_SIZE,
    GROUND_IDLE,
    H_FROM,
    H_HEX,
    H_SECTION,
    H_STATUS,
    HERO_SIZE,
    IN_PLAY,
    O_AGREE,
    O_AUTO_PLACE,
    O_CHANGE,
    O_ROUNDS,
    O_TILES,
    O_VOTE,
    OVER_AGREED,
    OVER_ROUNDS,
    S_ARMY,
    S_CHECK,
    S_CLEAN,
    S_NEXT,
    S_PLACE,
    S_PRODUCE,
    S_ROUND,
    S_TURNS,
    T_AGREE,
    T_APPEAR,
    T_ARMY,
    T_CAMP,
    T_COMBAT,
    T_ENTER,
    T_FLEE,
    T_FLOW,
    T_METHOD,
    T_PLACE,
    T_PRODUCE,
    T_RAISE,
    T_REACT,
    T_REPLACE,
    T_SKILL,
    T_TURN,
    T_VOTE,
    VISITED,
    State,
    holds_capital,
    in_play,
    is_alive,
    living,
)
from pentarch.engine.heroes.tables import (
    ARCHER_LIMIT,
    HEX_LIMIT,
    REPLACEMENT_BUDGET,
    SECTIONS,
    SEQUENCES,
    START_BUDGET,
    START_DISTANCE,
)
from pentarch.engine.heroes.tiles import HEXES
from pentarch.engine.heroes.walking import has_guards
from pentarch.engine.heroes.world import (
    FEWEST_TILES,
    START_PLACES,
    TERRAIN_SLOTS,
    WORLD_HEXES,
    place_distance,
    world_of,
)

# What an entry in `votes` means.
_UNVISITED: Final = bytes([marks & ~VISITED for marks in range(256)])
NO_VOTE: Final = 0
VOTED_KEEP: Final = 5
VOTED_YES: Final = 1
VOTED_NO: Final = 2


def go_on(p: Play) -> None:
    """Do what is on the agenda until a seat must decide or the match is over."""
    state = p.state
    while state.agenda:
        task, one, other = state.agenda[-1]
        if task == T_COMBAT:
            if go_on_fighting(p):
                return
        elif task == T_TURN:
            if is_alive(state, one):
                return
            state.agenda.pop()
            state.active = -1
        elif task == T_ENTER:
            go_on_entering(p, one, other)
        elif task == T_FLOW:
            _next_stage(p)
        elif _waits(state, task, one):
            return
        elif task == T_REPLACE:
            _start_replacement(p, one)
        elif task == T_APPEAR:
            _finish_replacement(p, one)
        elif task == T_ARMY:
            state.agenda.pop()
            if state.agenda[-1][0] == T_VOTE:
                open_votes(state)
        elif task in (T_VOTE, T_METHOD, T_AGREE, T_PRODUCE):
            state.agenda.pop()
            _close_ballot(p, task)
        else:
            state.agenda.pop()


def _waits(state: State, task: int, one: int) -> bool:
    """Whether a task needs a seat's decision; otherwise it is done or void."""
    if task in (T_ARMY, T_VOTE, T_METHOD, T_AGREE, T_PRODUCE):
        return any(state.pending)
    if task == T_RAISE:
        return in_play(state, one) and any(can_raise(state, one, which) for which in range(4))
    if task == T_SKILL:
        return in_play(state, one) and any(can_learn(state, one, skill) for skill in range(3))
    if task == T_REACT:
        return in_play(state, one)
    if task == T_APPEAR:
        return is_alive(state, one) and not holds_capital(state, one)
    if task == T_PLACE:
        return True
    return task in (T_CAMP, T_FLEE)


# The stages.


def _next_stage(p: Play) -> None:
    state = p.state
    stage = state.stage
    if stage == S_ARMY:
        _begin_placing(p)
    elif stage == S_PLACE:
        state.stage = S_ROUND
    elif stage == S_ROUND:
        _begin_round(p)
    elif stage == S_TURNS:
        _next_turn(p)
    elif stage == S_PRODUCE:
        state.stage = S_CLEAN
    elif stage == S_CLEAN:
        _clean_up(state)
        state.stage = S_CHECK
    elif stage == S_CHECK:
        _check_victory(p)
    elif stage == S_NEXT:
        if state.round >= state.opt[O_ROUNDS]:
            finish(p, OVER_ROUNDS)
        else:
            state.stage = S_ROUND


def begin_setup(p: Play) -> None:
    """Army purchase, and the vote on the method behind it (Setup, HW-5.1.a, HW-19.0.b)."""
    state = p.state
    state.stage = S_ARMY
    state.agenda = [(T_FLOW, 0, 0)]
    if state.opt[O_VOTE]:
        state.agenda.append((T_VOTE, 0, 0))
    state.agenda.append((T_ARMY, 0, -1))
    state.budget = [START_BUDGET] * state.seats
    state.pending = [1] * state.seats


def _roll_initiative(p: Play) -> None:
    """HW-5.2.a: the highest d20 is first, the others follow clockwise."""
    state = p.state
    seats = living(state)
    tied = seats
    while len(tied) > 1:
        rolls = [p.chance.die(20) for _ in tied]
        for seat, roll in zip(tied, rolls, strict=True):
            p.note("init_roll", seat, roll)
        best = max(rolls)
        tied = [seat for seat, roll in zip(tied, rolls, strict=True) if roll == best]
    first = tied[0]
    state.sequence_order = [
        (first + offset) % state.seats
        for offset in range(state.seats)
        if is_alive(state, (first + offset) % state.seats)
    ]


def _begin_placing(p: Play) -> None:
    state = p.state
    _roll_initiative(p)
    state.stage = S_PLACE
    if state.opt[O_AUTO_PLACE]:
        length = len(START_PLACES[state.opt[O_TILES] - FEWEST_TILES])
        for seat in range(state.seats):
            state.places[state.race[seat]] = seat * length // state.seats
        settle_world(state)
        return
    for seat in reversed(state.sequence_order):
        p.push(T_PLACE, seat, 0)


def settle_world(state: State) -> None:
    """All start tiles lie: the world is known, capitals and Heroes stand (HW-5.3.2.f)."""
    tiles = state.opt[O_TILES]
    state.world = world_of(tiles, (state.places[0], state.places[1], state.places[2]))
    for seat in range(state.seats):
        race = state.race[seat]
        slot = TERRAIN_SLOTS + race
        state.tile[slot] = slot
        state.face[slot] = 1
        centre = slot * HEXES
        state.cities[race * CITY_SIZE + C_HEX] = centre
        row = 2 * seat * HERO_SIZE
        state.heroes[row + H_STATUS] = IN_PLAY
        state.heroes[row + H_HEX] = centre
        state.heroes[row + H_FROM] = centre


def _begin_round(p: Play) -> None:
    state = p.state
    state.round += 1
    state.sequence = 1
    state.turn_index = -1
    state.stage = S_TURNS
    p.note("round", -1, state.round)
    _roll_initiative(p)
    if state.opt[O_CHANGE]:
        _open_ballot(state, T_METHOD)


def _next_turn(p: Play) -> None:
    """The next turn of the sequence, then Turn 4, then the next sequence (HW-6.0.a)."""
    state = p.state
    state.turn_index += 1
    while state.turn_index < len(state.sequence_order):
        seat = state.sequence_order[state.turn_index]
        if is_alive(state, seat):
            turns.begin_turn(p, seat)
            return
        state.turn_index += 1
    production.collect_income(p)
    if state.sequence < SEQUENCES:
        state.sequence += 1
        state.turn_index = -1
        return
    state.stage = S_PRODUCE
    state.shown_cities = state.cities.copy()
    state.shown_heroes = state.heroes.copy()
    _open_ballot(state, T_PRODUCE)


def _clean_up(state: State) -> None:
    """HW-12.0.*: markers off, recruits and mercenaries arrive, guards grow."""
    state.mark = state.mark.translate(_UNVISITED)
    for hex in range(WORLD_HEXES):
        if has_guards(state, hex):
            _add_guard(state, hex)
    for race in range(3):
        if state.seat_of[race] >= 0 and state.grounds[2 * race] != GROUND_IDLE:
            state.grounds[2 * race + 1] = min(HEX_LIMIT, state.grounds[2 * race + 1] + 1)


def _add_guard(state: State, hex: int) -> None:
    """HW-12.0.d: one more unit of the lowest level there."""
    for slot in range(hex * 6, hex * 6 + 6):
        if state.units[slot]:
            state.units[slot] = min(HEX_LIMIT, state.units[slot] + 1)
            return


def _check_victory(p: Play) -> None:
    """HW-12.1.a with the terms of HW-4.1.o."""
    state = p.state
    state.stage = S_NEXT
    lost: list[int] = []
    for seat in living(state):
        holder = state.cities[state.race[seat] * CITY_SIZE + C_HOLDER]
        if holder < 0 or holder == seat:
            # The term is over: if the capital falls again, that is another loss.
            state.grace[seat] = 0
            continue
        if state.grace[seat] == 1 and state.round < state.opt[O_ROUNDS]:
            state.grace[seat] = 2
        else:
            lost.append(seat)
    if lost:
        defeat(p, lost)
    if not state.over and state.opt[O_AGREE] and state.round < state.opt[O_ROUNDS]:
        _open_ballot(state, T_AGREE)


# Simultaneous decisions.


def _open_ballot(state: State, task: int) -> None:
    state.pending = [1 if is_alive(state, seat) else 0 for seat in range(state.seats)]
    state.votes = [NO_VOTE] * state.seats
    state.agenda.append((task, 0, 0))


def _close_ballot(p: Play, task: int) -> None:
    state = p.state
    votes = [state.votes[seat] for seat in living(state)]
    state.votes = [NO_VOTE] * state.seats
    if task == T_PRODUCE:
        state.shown_cities = []
        state.shown_heroes = []
        production.cut_stocks(state)
    elif task == T_VOTE:
        counts = [votes.count(method) for method in range(5)]
        best = [method for method in range(1, 5) if counts[method] == max(counts)]
        state.method = best[p.chance.below(len(best))] if len(best) > 1 else best[0]
        p.note("method", -1, state.method)
    elif task == T_METHOD:
        wanted = votes[0]
        if wanted != VOTED_KEEP and all(vote == wanted for vote in votes):
            state.method = wanted
            p.note("method", -1, state.method)
    elif all(vote == VOTED_YES for vote in votes):
        finish(p, OVER_AGREED)


def open_votes(state: State) -> None:
    """The vote on the method follows the purchase of armies."""
    state.pending = [1] * state.seats
    state.votes = [NO_VOTE] * state.seats


def legal_ballot(task: int) -> list[Command]:
    """HW-D.vote, HW-D.method, HW-D.agree."""
    if task == T_AGREE:
        return [AGREE.of(), CONTINUE.of()]
    votes = [VOTE.of(method) for method in range(4)]
    return votes if task == T_VOTE else [VOTE_KEEP.of(), *votes]


def apply_ballot(state: State, seat: int, command: Command) -> None:
    """Enter a vote; it shows when all have voted."""
    state.pending[seat] = 0
    if command.verb is VOTE:
        state.votes[seat] = command.args[0] + 1
    elif command.verb is VOTE_KEEP:
        state.votes[seat] = VOTED_KEEP
    else:
        state.votes[seat] = VOTED_YES if command.verb is AGREE else VOTED_NO


# Armies.


def bought_archers(state: State, hero: int) -> int:
    """Level 3 units bought so far."""
    unit = state.race[hero // 2] * 6 + 2
    start = hero * HERO_SIZE + H_SECTION
    return sum(
        state.heroes[start + 2 * section + 1]
        for section in range(SECTIONS)
        if state.heroes[start + 2 * section] == unit
    )


def check_army(state: State, hero: int, command: Command) -> "Refusal | None":
    """HW-D.army."""
    seat = hero // 2
    if command.verb is DONE:
        empty = not any(state.heroes[hero * HERO_SIZE + H_SECTION + 1 :][: 2 * SECTIONS : 2])
        return refusals.EMPTY_ARMY if empty else None
    if command.verb is not BUY:
        return WRONG_DECISION
    level, number = command.args[0] + 1, command.args[1] + 1
    if level * number > state.budget[seat]:
        return refusals.OVER_BUDGET
    if level == 3 and bought_archers(state, hero) + number > ARCHER_LIMIT:
        return refusals.TOO_MANY_ARCHERS
    return None


def legal_army(state: State, hero: int) -> list[Command]:
    """HW-D.army."""
    budget = state.budget[hero // 2]
    commands: list[Command] = []
    for level in range(1, 4):
        most = budget // level
        if level == 3:
            most = min(most, ARCHER_LIMIT - bought_archers(state, hero))
        commands += [BUY.of(level - 1, number) for number in range(min(most, 20))]
    if check_army(state, hero, DONE.of()) is None:
        commands.append(DONE.of())
    return commands


def apply_army(state: State, hero: int, command: Command) -> None:
    """Buy units, each level in one section (HW-5.1.c); an empty budget ends the purchase."""
    seat = hero // 2
    if command.verb is DONE:
        state.pending[seat] = 0
    else:
        unit = state.race[seat] * 6 + command.args[0]
        number = command.args[1] + 1
        start = hero * HERO_SIZE + H_SECTION
        for section in range(SECTIONS):
            slot = start + 2 * section
            if state.heroes[slot + 1] == 0 or state.heroes[slot] == unit:
                state.heroes[slot] = unit
                state.heroes[slot + 1] += number
                break
        state.budget[seat] -= (command.args[0] + 1) * number
        if state.budget[seat] == 0:
            state.pending[seat] = 0
    if not state.pending[seat]:
        state.budget[seat] = 0


def _start_replacement(p: Play, seat: int) -> None:
    """HW-4.1.m: Hero 2 with an army for 10 Gold."""
    state = p.state
    state.agenda.pop()
    if not is_alive(state, seat):
        return
    reset_hero(state, 2 * seat + 1)
    state.budget[seat] = REPLACEMENT_BUDGET
    state.pending = [1 if other == seat else 0 for other in range(state.seats)]
    p.push(T_APPEAR, seat, 0)
    p.push(T_ARMY, 1, seat)


def _finish_replacement(p: Play, seat: int) -> None:
    state = p.state
    state.agenda.pop()
    if is_alive(state, seat):
        replace_hero(p, seat, state.cities[state.race[seat] * CITY_SIZE + C_HEX])


# Start tiles and arrivals.


def open_places(state: State) -> list[int]:
    """Places where the next start tile may lie (HW-5.3.2.e)."""
    tiles = state.opt[O_TILES]
    count = len(START_PLACES[tiles - FEWEST_TILES])
    taken = [place for place in state.places if place >= 0]
    free = [place for place in range(count) if place not in taken]
    if not taken:
        return free
    gaps = [min([place_distance(tiles, place, other) for other in taken]) for place in free]
    limit = min(START_DISTANCE, max(gaps))
    return [place for place, gap in zip(free, gaps, strict=True) if gap >= limit]


def check_place(state: State, command: Command) -> "Refusal | None":
    """HW-D.place."""
    if command.verb is not PLACE:
        return WRONG_DECISION
    return None if command.args[0] in open_places(state) else refusals.BAD_PLACE


def apply_place(p: Play, seat: int, command: Command) -> None:
    """A start tile is put down; the last one settles the world."""
    state = p.state
    state.agenda.pop()
    state.places[state.race[seat]] = command.args[0]
    p.note("placed", seat, command.args[0] + 1)
    if state.agenda[-1][0] != T_PLACE:
        settle_world(state)


def check_appear(state: State, seat: int, command: Command) -> "Refusal | None":
    """HW-D.appear."""
    if command.verb is not APPEAR:
        return WRONG_DECISION
    return None if command.args[0] in appear_hexes(state, seat) else refusals.BAD_APPEAR
