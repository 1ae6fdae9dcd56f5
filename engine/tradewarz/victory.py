"""Victory: who has won, when a match ends without it, and how seats are ranked."""

from pentarch.engine.core import Event, Outcome, Seat, ranks_of
from pentarch.engine.tradewarz.lattice import SPACES
from pentarch.engine.tradewarz.places import distances
from pentarch.engine.tradewarz.seats import NOBODY, Seats
from pentarch.engine.tradewarz.settings import FOR_SEASONS, FOR_YEARS, UNTIL_TARGET
from pentarch.engine.tradewarz.state import OVER, State
from pentarch.engine.tradewarz.tables import (
    ALLIANCE_EXTRA,
    BUILDINGS,
    BY_ALLIANCE,
    BY_CAP,
    BY_SEASONS,
    BY_SUPPLY,
    BY_TARGET,
    BY_YEARS,
    CASTLE,
    GOLDEN_XADLAS,
    NONE,
    SETTLEMENT,
    VILLAGE,
    Ending,
)
from pentarch.engine.tradewarz.techs import TECHS


def is_won(state: State, events: list[Event]) -> bool:
    """TW-LEN.6, TW-LEN.7, TW-LEN.8, TW-ALL.12, TW-ALL.13: whether somebody has won."""
    settings = state.settings
    if settings.length != UNTIL_TARGET:
        return False
    for house in state.houses:
        circle = house.friends
        if circle.count == 1 or not settings.alliance_victory:
            if state.xadlas(house.seat) >= settings.target:
                return finish(state, BY_TARGET, NOBODY, events)
        else:
            total = sum(state.xadlas(seat) for seat in circle.members)
            if total >= circle.count * settings.target + ALLIANCE_EXTRA:
                return finish(state, BY_ALLIANCE, circle, events)
    return False


def is_out_of_seasons(state: State, events: list[Event]) -> bool:
    """TW-LEN.4, TW-LEN.12: the budget of seasons and the golden supply."""
    settings = state.settings
    if settings.length == FOR_SEASONS and state.seasons_done >= settings.budget:
        return finish(state, BY_SEASONS, NOBODY, events)
    if state.golden_out() >= GOLDEN_XADLAS:
        return finish(state, BY_SUPPLY, NOBODY, events)
    return False


def is_out_of_years(state: State, events: list[Event]) -> bool:
    """TW-LEN.9, TW-LEN.11: the years agreed on, the seasons, and the cap on years."""
    settings = state.settings
    if settings.length == FOR_YEARS and state.year >= settings.years:
        return finish(state, BY_YEARS, NOBODY, events)
    if is_out_of_seasons(state, events):
        return True
    if state.year >= settings.cap:
        return finish(state, BY_CAP, NOBODY, events)
    return False


def finish(state: State, ending: Ending, winners: Seats, events: list[Event]) -> bool:
    """The match is over."""
    state.decision = OVER
    state.ending = ending
    state.winners = winners
    events.append(Event("over", -1, (ending.name,)))
    return True


def standing(state: State, seat: Seat) -> "tuple[int, ...]":
    """What ranks a seat: Xadlas, then the tie-breaks.

    TW-LEN.10, TW-TIE.1: golden ones. TW-TIE.2: strength. TW-TIE.3: size. TW-TIE.4: distance.
    """
    house = state.houses[seat]
    strength = house.field
    if house.gate != NONE:
        strength += house.army[house.gate]
    for tech, owner in enumerate(state.tech_owner):
        if owner == seat:
            strength += TECHS[tech].might.strength
    size = (
        BUILDINGS[SETTLEMENT].size * house.settlements
        + BUILDINGS[VILLAGE].size * house.villages
        + BUILDINGS[CASTLE].size * house.castles
    )
    return (state.xadlas(seat), house.golden, strength, size, farthest(state, seat))


def farthest(state: State, seat: Seat) -> int:
    """TW-TIE.4: march distance from the gate to the farthest own building that can be reached."""
    sites = state.buildings_of(seat)
    if not sites:
        return 0
    far = distances(state, state.houses[seat].gate)
    return max([far[site] for site in sites if far[site] <= SPACES], default=0)


def result(state: State) -> Outcome:
    """TW-LEN.1, TW-TIE.5: the ranking as things stand; a winning alliance shares rank 1."""
    keys = [(0, *standing(state, seat)) for seat in range(state.seats)]
    for seat in state.winners.members:
        keys[seat] = (1,)
    return Outcome(
        ranks=ranks_of(keys),
        scores=[state.xadlas(seat) for seat in range(state.seats)],
        rule=state.ending.rule,
        reason=state.ending.name,
        natural=state.ending.natural,
    )
