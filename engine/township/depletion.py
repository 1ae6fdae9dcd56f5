"""Phase 6: raw material buildings wear out (TS-13)."""

from pentarch.engine.chance import Chance
from pentarch.engine.core import Event
from pentarch.engine.township.state import State, Town
from pentarch.engine.township.tables import DEPLETES, DIE


def roll(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """One die for each building that produced, in canonical order (TS-13.1 to TS-13.3, TS-13.6)."""
    for index, building in enumerate(town.buildings):
        if building.has_produced:
            name = building.site.name
            die = chance.die(DIE)
            events.append(Event("depletion_die", state.active, (name, die)))
            if die == DEPLETES:
                town.buildings[index] = building.depleted()
                events.append(Event("depleted", state.active, (name,)))
