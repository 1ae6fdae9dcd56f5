"""Where a turn begins and ends: phases 1, 2 and 8, and whose turn comes next (TS-1, 5, 6, 18)."""

from pentarch.engine.core import Event, Seat
from pentarch.engine.township import outcome
from pentarch.engine.township.state import BREAKING, Campaign, State, Town


def begin(state: State, seat: Seat, events: list[Event]) -> None:
    """Phases 1 and 2; phase 3 asks."""
    state.active = seat
    town = state.towns[seat]
    recall_units(town)
    remove_destroyed(state, town, events)
    state.decision = BREAKING


def recall_units(town: Town) -> None:
    """Phase 1 (TS-5)."""
    town.idle = town.units
    town.mustered = 0
    town.tools_used = 0
    for index, building in enumerate(town.buildings):
        if building.worked:
            town.buildings[index] = building.left()


def remove_destroyed(state: State, town: Town, events: list[Event]) -> None:
    """Phase 2 (TS-6)."""
    rule = state.settings.destroy_rule
    for ruin in [b for b in town.buildings if rule.destroys(b.damage, b.depletion)]:
        town.buildings.remove(ruin)
        events.append(Event("removed", state.active, (ruin.site.name,)))


def end(state: State, events: list[Event]) -> None:
    """Phase 8, then the next turn or the end of the round."""
    state.campaign = Campaign([0] * len(state.towns), -1)
    house_units(state, events)
    if outcome.is_over(state):
        return
    for seat in range(state.active + 1, len(state.towns)):
        if not state.towns[seat].out:
            begin(state, seat, events)
            return
    outcome.end_round(state, events)
    if not outcome.is_over(state):
        state.round += 1
        begin(state, state.living()[0], events)


def house_units(state: State, events: list[Event]) -> None:
    """Phase 8 (TS-18)."""
    town = state.towns[state.active]
    if town.out:  # TS-19.3
        return
    surplus = town.units - town.housing()
    if surplus > 0:
        town.units -= surplus
        events.append(Event("homeless", state.active, (surplus,)))
    if not town.units:
        outcome.eliminate(state, state.active, events)
