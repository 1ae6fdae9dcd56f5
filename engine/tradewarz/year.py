"""The calendar: turns, seasons, the year end, victory and ranking."""

from pentarch.engine.core import Event, Outcome, ranks_of
from pentarch.engine.tradewarz.cards import draw_morale
from pentarch.engine.tradewarz.economy import award, gain, settle_posts, xadlas
from pentarch.engine.tradewarz.places import buildings, distances, is_occupied, put, room
from pentarch.engine.tradewarz.state import (
    BY_ALLIANCE,
    BY_CAP,
    BY_SEASONS,
    BY_SUPPLY,
    BY_TARGET,
    BY_YEARS,
    ENDING_NAMES,
    ENDING_RULES,
    GOES_ON,
    OVER,
    TURN,
    State,
)
from pentarch.engine.tradewarz.tables import (
    ALLIANCE_EXTRA,
    BANK_GIFT,
    CASTLE_GOLD,
    CROP_GIFT,
    EC01,
    EC02,
    EC03,
    EC04,
    EC06,
    EC07,
    EC11,
    EC14,
    EC15,
    FESTIVAL_GIFT,
    GOLD,
    GOLDEN_XADLAS,
    LUMBER,
    MINING,
    NONE,
    POST_GOLD,
    POST_GOLD_ECONOMY,
    POST_GOLD_LEVEL,
    SEASON_NAMES,
    SPACES,
    SPONSORSHIP,
    SPRING,
    TECH_BATTLE,
    TECHS,
    TOKENS,
    WEALTH_ABOVE,
    WEALTH_ABOVE_BARTER,
    WHEAT,
)
from pentarch.engine.tradewarz.withdrawal import ask_recall, next_move_out, overstretched

# Turns.


def begin_turn(state: State) -> None:
    """The seat whose turn it is starts with fresh free actions."""
    state.seat = state.order[state.turn]
    state.offers = 0
    state.proposed = 0
    state.barters = 0
    state.exchanges = 0
    state.masons = 0
    state.scholars = 0
    state.gained = 0
    state.barred[state.seat] = 0
    state.phase = TURN


def end_turn(state: State, events: list[Event]) -> None:
    """TW-TURN.9: support, posts, victory; then the next turn, season or year."""
    seat = overstretched(state)
    if seat != NONE:
        ask_recall(state, seat, TURN)
        return
    settle_posts(state, events)
    if _victory(state, events):
        return
    if state.turn + 1 < state.seats:
        state.turn += 1
        begin_turn(state)
        return
    _end_season(state, events)


def _end_season(state: State, events: list[Event]) -> None:
    """TW-TURN.2, TW-TURN.7, TW-LEN.5: the next season, or the year end after spring."""
    state.seasons_done += 1
    if state.season == SPRING:
        _reward_year(state, events)
        if not next_move_out(state):
            finish_year(state, events)
        return
    if _season_limit(state, events):
        return
    state.season += 1
    state.turn = 0
    events.append(Event("season", -1, (SEASON_NAMES[state.season], state.year)))
    begin_turn(state)


def _season_limit(state: State, events: list[Event]) -> bool:
    """TW-LEN.4, TW-LEN.12: the budget of seasons and the golden supply."""
    settings = state.settings
    if settings.length == "seasons" and state.seasons_done >= settings.budget:
        return _finish(state, BY_SEASONS, 0, events)
    if sum(state.golden) >= GOLDEN_XADLAS:
        return _finish(state, BY_SUPPLY, 0, events)
    return False


# The year end.


def _reward_year(state: State, events: list[Event]) -> None:
    """Income, golden Xadlas, soldiers and morale cards, each in turn order."""
    for seat in state.order:
        _pay_income(state, seat, events)
    for seat in state.order:
        if state.post_owner.count(seat) >= 2:  # TW-YEAR.4, TW-TP.9
            award(state, seat, 1, "posts", events)
    for seat in state.order:
        if min(state.resources[seat * 4 : seat * 4 + 4]) > wealth_line(state, seat):
            award(state, seat, 1, "wealth", events)
    for seat in state.order:
        _sponsor(state, seat, events)


def wealth_line(state: State, seat: int) -> int:
    """TW-YEAR.5, TW-RES.4: what all four counters must exceed; Barter House lowers it."""
    return WEALTH_ABOVE_BARTER if state.tech_owner[EC06] == seat else WEALTH_ABOVE


def income(state: State, seat: int) -> list[int]:
    """TW-YEAR.1, TW-YEAR.2 without the capital's part: buildings, posts and techs.

    TW-BLD.12, TW-BLD.13: silos and villages. TW-TP.10: posts.
    """
    owners = state.tech_owner
    posts = state.post_owner.count(seat)
    rich = state.schools[seat * 3] >= POST_GOLD_LEVEL
    yields = [0, 0, 0, 0]
    yields[GOLD] = state.villages[seat] + CASTLE_GOLD * state.castles[seat]
    yields[GOLD] += posts * (POST_GOLD_ECONOMY if rich else POST_GOLD)
    for space in buildings(state, seat):
        for place in (state.silos[2 * space], state.silos[2 * space + 1]):
            if place != NONE:
                yields[state.land.terrain[place]] += 1
    if owners[EC01] == seat:
        yields[WHEAT] += CROP_GIFT
    if owners[EC02] == seat:
        yields[LUMBER] += CROP_GIFT
    if owners[EC03] == seat:
        yields[MINING] += CROP_GIFT
    if owners[EC04] == seat:
        yields[GOLD] += CROP_GIFT
    if owners[EC07] == seat:
        yields[GOLD] += state.settlements[seat]
    if owners[EC11] == seat:
        yields[GOLD] += posts
    if owners[EC14] == seat:
        yields[LUMBER] += FESTIVAL_GIFT
        yields[MINING] += FESTIVAL_GIFT
        yields[WHEAT] += FESTIVAL_GIFT
    if owners[EC15] == seat:
        yields[GOLD] += BANK_GIFT
    return yields


def holder_of(state: State, seat: int) -> int:
    """TW-CAP.9: who draws the benefits of the seat's capital."""
    if is_occupied(state, seat):
        here = state.here[state.gate_of[seat]]
        return (here & -here).bit_length() - 1
    return seat


def _pay_income(state: State, seat: int, events: list[Event]) -> None:
    """TW-YEAR.3: the seat's own income, and that of every capital it holds."""
    yields = income(state, seat)
    for owner in range(state.seats):
        if holder_of(state, owner) == seat:
            for resource in range(4):
                yields[resource] += SPONSORSHIP[resource]
    events.append(Event("income", seat, (yields[0], yields[1], yields[2], yields[3])))
    for resource in range(4):
        gain(state, seat, resource, yields[resource], events)


def _sponsor(state: State, seat: int, events: list[Event]) -> None:
    """TW-YEAR.6, TW-CAP.3: a free soldier and a morale card, or the occupier's card."""
    if state.reserve[seat] and room(state, seat, state.gate_of[seat]) > 0:
        state.reserve[seat] -= 1
        put(state, seat, state.gate_of[seat], 1)
    draw_morale(state, holder_of(state, seat), events)


def finish_year(state: State, events: list[Event]) -> None:
    """TW-YEAR.7: posts and tokens after everybody has moved out; then victory and the caps."""
    settle_posts(state, events)
    state.tokens = list(TOKENS) * state.seats
    if _victory(state, events) or _year_limit(state, events):
        return
    state.year += 1
    state.season = 0
    state.turn = 0
    if state.settings.rotate:  # TW-SEA.11
        state.order = [*state.order[1:], state.order[0]]
    events.append(Event("season", -1, (SEASON_NAMES[0], state.year)))
    begin_turn(state)


def _year_limit(state: State, events: list[Event]) -> bool:
    settings = state.settings
    if settings.length == "years" and state.year >= settings.years:  # TW-LEN.9
        return _finish(state, BY_YEARS, 0, events)
    if _season_limit(state, events):
        return True
    if state.year >= settings.cap:  # TW-LEN.11
        return _finish(state, BY_CAP, 0, events)
    return False


# Victory and ranking.


def _victory(state: State, events: list[Event]) -> bool:
    """TW-LEN.6, TW-LEN.7, TW-LEN.8, TW-ALL.12, TW-ALL.13: whether somebody has won."""
    settings = state.settings
    if settings.length != "xadlas":
        return False
    for seat in range(state.seats):
        circle = state.friends[seat]
        size = circle.bit_count()
        if size == 1 or not settings.alliance_victory:
            if xadlas(state, seat) >= settings.target:
                return _finish(state, BY_TARGET, 0, events)
        else:
            total = sum(xadlas(state, s) for s in range(state.seats) if circle >> s & 1)
            if total >= size * settings.target + ALLIANCE_EXTRA:
                return _finish(state, BY_ALLIANCE, circle, events)
    return False


def _finish(state: State, ending: int, winners: int, events: list[Event]) -> bool:
    state.phase = OVER
    state.ending = ending
    state.winners = winners
    events.append(Event("over", -1, (ENDING_NAMES[ending],)))
    return True


def standing(state: State, seat: int) -> "tuple[int, ...]":
    """What ranks a seat: Xadlas, then the tie-breaks.

    TW-LEN.10, TW-TIE.1: golden ones. TW-TIE.2: strength. TW-TIE.3: size. TW-TIE.4: distance.
    """
    strength = state.field[seat]
    if state.gate_of[seat] != NONE:
        strength += state.army[seat * SPACES + state.gate_of[seat]]
    for tech in range(TECHS):
        if state.tech_owner[tech] == seat:
            strength += TECH_BATTLE[tech][0]
    villages = state.villages[seat] - state.castles[seat]
    size = state.settlements[seat] + 2 * villages + 4 * state.castles[seat]
    return (xadlas(state, seat), state.golden[seat], strength, size, farthest(state, seat))


def farthest(state: State, seat: int) -> int:
    """TW-TIE.4: march distance from the gate to the farthest own building that can be reached."""
    sites = buildings(state, seat)
    if not sites:
        return 0
    far = distances(state, state.gate_of[seat])
    return max((far[site] for site in sites if far[site] <= SPACES), default=0)


def result(state: State, ending: int) -> Outcome:
    """TW-LEN.1, TW-TIE.5: the ranking as things stand; a winning alliance shares rank 1."""
    keys = [(0, *standing(state, seat)) for seat in range(state.seats)]
    for seat in range(state.seats):
        if state.winners >> seat & 1:
            keys[seat] = (1,)
    return Outcome(
        ranks=ranks_of(keys),
        scores=[xadlas(state, seat) for seat in range(state.seats)],
        rule=ENDING_RULES[ending],
        reason=ENDING_NAMES[ending],
        natural=ending not in (GOES_ON, BY_CAP),
    )
