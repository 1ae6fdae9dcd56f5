"""Tools, which double the work of a unit, and their wear (TS-4)."""

from pentarch.engine.chance import Chance
from pentarch.engine.core import Event, Refusal
from pentarch.engine.township.refusals import NO_SCHOOL, NO_TOOL
from pentarch.engine.township.state import State, Town
from pentarch.engine.township.tables import DIE, GOODS, TOOLS


def refusal(town: Town) -> "Refusal | None":
    """TS-4.1, TS-4.4."""
    if not town.has_school():
        return NO_SCHOOL
    if town.tools_used >= town.stock[TOOLS]:
        return NO_TOOL
    return None


def are_free(town: Town) -> bool:
    """Whether there is nothing against using a tool, asked in the quicker order."""
    return town.stock[TOOLS] > town.tools_used and town.has_school()


def wear(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """TS-4.5 to TS-4.7."""
    rule = state.settings.tool_wear
    dice = chance.dice(rule.dice(town.tools_used), DIE)
    if dice:
        events.append(Event("wear_dice", state.active, tuple(dice)))
    worn = rule.worn(town.tools_used, dice)
    if worn:
        town.stock[TOOLS] -= worn
        events.append(Event("worn", state.active, (worn, GOODS[TOOLS])))
