"""The calendar: how turns, seasons and years end, and the conquerors who move out in spring."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.affairs import FreeActions
from pentarch.engine.tradewarz.decisions import Reaction
from pentarch.engine.tradewarz.economy import (
    award,
    draw_morale,
    gain,
    income,
    settle_posts,
    wealth_line,
)
from pentarch.engine.tradewarz.lattice import GATES
from pentarch.engine.tradewarz.places import (
    buildings_with_room,
    disband_strays,
    is_occupied,
    lift_unit,
    place_strays,
    put,
    room,
    take,
    unit_with,
)
from pentarch.engine.tradewarz.state import MOVING_OUT, RECALLING, TURN, House, State
from pentarch.engine.tradewarz.tables import (
    NONE,
    POSTS_FOR_XADLA,
    SEASON_NAMES,
    SPONSORSHIP,
    SPRING,
    TOKENS,
)
from pentarch.engine.tradewarz.victory import is_out_of_seasons, is_out_of_years, is_won

# Turns.


def begin_turn(state: State) -> None:
    """The seat whose turn it is starts with fresh free actions."""
    state.seat = state.order[state.turn]
    state.free = FreeActions()
    state.acting().barred = False
    state.decision = TURN


def end_main_action(state: State, events: list[Event]) -> None:
    """TW-TURN.3, TW-TURN.5: the main action is over, and the turn with it."""
    state.march.clear()
    state.battle.clear()
    end_turn(state, events)


def end_turn(state: State, events: list[Event]) -> None:
    """TW-TURN.9: support, posts, victory; then the next turn, season or year."""
    seat = _overstretched(state)
    if seat != NONE:
        state.recall.ask(seat, mid_march=False)
        state.decision = RECALLING
        return
    settle_posts(state, events)
    if is_won(state, events):
        return
    if state.turn + 1 < state.seats:
        state.turn += 1
        begin_turn(state)
        return
    _end_season(state, events)


def _overstretched(state: State) -> int:
    """TW-SUP.3: the first seat, from the acting one in turn order, with too many in the field."""
    for ahead in range(state.seats):
        seat = state.order[(state.turn + ahead) % state.seats]
        if state.houses[seat].is_overstretched():
            return seat
    return NONE


def _end_season(state: State, events: list[Event]) -> None:
    """TW-TURN.2, TW-TURN.7, TW-LEN.5: the next season, or the year end after spring."""
    state.seasons_done += 1
    if state.season == SPRING:
        _reward_year(state, events)
        if not _lift_conquerors(state):
            _finish_year(state, events)
        return
    if is_out_of_seasons(state, events):
        return
    state.season += 1
    _begin_season(state, events)


def _begin_season(state: State, events: list[Event]) -> None:
    state.turn = 0
    events.append(Event("season", -1, (SEASON_NAMES[state.season], state.year)))
    begin_turn(state)


# The year end.


def _reward_year(state: State, events: list[Event]) -> None:
    """Income, golden Xadlas, soldiers and morale cards, each in turn order."""
    houses = [state.houses[seat] for seat in state.order]
    for house in houses:
        _pay_income(state, house, events)
    for house in houses:
        if state.posts_of(house.seat) >= POSTS_FOR_XADLA:  # TW-YEAR.4, TW-TP.9
            award(state, house, 1, "posts", events)
    for house in houses:
        if min(house.goods) > wealth_line(house):
            award(state, house, 1, "wealth", events)
    for house in houses:
        _sponsor(state, house, events)


def _holder_of(state: State, house: House) -> Seat:
    """TW-CAP.9: who draws the benefits of the house's capital."""
    if is_occupied(state, house):
        return state.squares[house.gate].here.members[0]
    return house.seat


def _pay_income(state: State, house: House, events: list[Event]) -> None:
    """TW-YEAR.3: the house's own income, and that of every capital it holds."""
    yields = income(state, house.seat)
    for owner in state.houses:
        if _holder_of(state, owner) == house.seat:
            for resource, gift in enumerate(SPONSORSHIP):
                yields[resource] += gift
    events.append(Event("income", house.seat, (yields[0], yields[1], yields[2], yields[3])))
    for resource, count in enumerate(yields):
        gain(state, house, resource, count, events)


def _sponsor(state: State, house: House, events: list[Event]) -> None:
    """TW-YEAR.6, TW-CAP.3: a free soldier and a morale card, or the occupier's card."""
    if house.reserve and room(state, house, house.gate) > 0:
        house.reserve -= 1
        put(state, house, house.gate, 1)
    draw_morale(state, _holder_of(state, house), events)


def _finish_year(state: State, events: list[Event]) -> None:
    """TW-YEAR.7: posts and tokens after everybody has moved out; then victory and the caps."""
    settle_posts(state, events)
    for house in state.houses:
        house.tokens = [token.count for token in TOKENS]
    if is_won(state, events) or is_out_of_years(state, events):
        return
    state.year += 1
    state.season = 0
    if state.settings.rotate:  # TW-SEA.11
        state.order = [*state.order[1:], state.order[0]]
    _begin_season(state, events)


# Moving out of a conquered capital.


def _lift_conquerors(state: State) -> bool:
    """TW-CAP.11: lift the next conquering army off its gate. False when none is left."""
    for seat in state.order:
        house = state.houses[seat]
        for gate in range(GATES):
            if gate == house.gate or not house.army[gate]:
                continue
            unit = unit_with(state, seat, gate)
            if unit != NONE:
                lift_unit(state, unit)
            state.strays.lift(seat, house.army[gate], unit)
            take(state, house, gate, house.army[gate])
            if _can_move_out(state, house):
                state.decision = MOVING_OUT
                return True
            disband_strays(state)
    return False


def _can_move_out(state: State, house: House) -> bool:
    """Whether any place has room for one of the conquerors."""
    return room(state, house, house.gate) > 0 or len(buildings_with_room(state, house)) > 0


class MoveOut(Branch[State]):
    """TW-CAP.11, TW-CAP.12: own buildings first, then the own gate; as many as fit."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        house = state.houses[seat]
        sites = buildings_with_room(state, house) or [house.gate]
        return [commands.MOVEOUT.of(space) for space in sites]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house, space = state.houses[seat], command.args[0]
        if space == house.gate:
            if buildings_with_room(state, house):
                return refusals.BUILDINGS_FIRST
        elif state.building(space).owner != seat:
            return refusals.NOT_OWN_BUILDING
        return None if room(state, house, space) > 0 else refusals.NO_ROOM

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        place_strays(state, command.args[0])
        if state.strays.soldiers and _can_move_out(state, state.houses[seat]):
            return
        disband_strays(state)
        if not _lift_conquerors(state):
            _finish_year(state, events)


class MoveConquerorsOut(Reaction):
    """Asked of the seat whose soldiers hold another's capital at the year end."""

    def __init__(self) -> None:
        super().__init__(MOVING_OUT, [MoveOut(commands.MOVEOUT)])

    def actor(self, state: State) -> Seat:
        return state.strays.seat
