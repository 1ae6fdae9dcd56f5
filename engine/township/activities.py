"""Phase 4: what a unit can do in a building (TS-8 to TS-11), each rule as one predicate."""

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.township.commands import (
    DONE,
    FEAST,
    FEASTS,
    FINISHED,
    MUSTER,
    MUSTERS,
    PRODUCE,
    PRODUCE_TOOLED,
    PRODUCES,
    PRODUCES_TOOLED,
    RECRUIT,
    RECRUITS,
    REPAIR,
    REPAIR_TOOLED,
    REPAIRS,
    REPAIRS_TOOLED,
)
from pentarch.engine.township.refusals import (
    DAMAGED,
    NO_FEAST,
    NO_GRAIN,
    NO_INPUTS,
    NO_MATERIALS,
    NO_PLACE,
    NO_RECIPE,
    NO_SCHOOL,
    NO_TOOL,
    NOT_A_HOUSE,
    NOT_A_TOWNHALL,
    NOT_AN_ACADEMY,
    NOT_BUILT,
    ONE_TOKEN,
    PEACE,
    UNDAMAGED,
)
from pentarch.engine.township.state import State, Town
from pentarch.engine.township.tables import (
    ACADEMY,
    ALE,
    FEAST_LAURELS,
    FINERY,
    GRAIN,
    HOUSE,
    KIND_OF,
    LUMBER,
    RAW_SITES,
    RECIPES,
    SITE_LUMBER,
    SITE_STONE,
    STONE,
    TOOLS,
    TOWNHALL,
    UNIT_PRICE,
    Recipe,
)


def legal_activities(state: State, town: Town) -> list[Command]:
    """Every activity the active seat may perform, site by site, and `done`."""
    tooled = tool_refusal(town) is None
    commands: list[Command] = []
    for site in town.sites:
        if town.places(site) <= 0:
            continue
        if town.damage[site]:
            if repair_refusal(town, site, 1) is None:
                commands.append(REPAIRS[site])
                if tooled and repair_refusal(town, site, 2) is None:
                    commands.append(REPAIRS_TOOLED[site])
            continue
        kind = KIND_OF[site]
        for index, recipe in enumerate(RECIPES[kind]):
            if inputs_refusal(town, recipe, 1) is None:
                commands.append(PRODUCES[site][index])
                if tooled and inputs_refusal(town, recipe, 2) is None:
                    commands.append(PRODUCES_TOOLED[site][index])
        if kind == HOUSE and recruit_refusal(town) is None:
            commands.append(RECRUITS[site])
        elif kind == ACADEMY and muster_refusal(state) is None:
            commands.append(MUSTERS[site])
        elif kind == TOWNHALL and feast_refusal(town) is None:
            commands.append(FEASTS[site])
    commands.append(FINISHED)
    return commands


def check_activity(state: State, town: Town, command: Command) -> "Refusal | None":
    """Why the activity is refused, or None."""
    verb = command.verb
    if verb is DONE:
        return None
    if not is_activity(verb):
        return WRONG_DECISION
    site = command.args[0]
    if not town.has(site):
        return NOT_BUILT
    if town.places(site) <= 0:
        return NO_PLACE
    if verb is REPAIR:
        return repair_refusal(town, site, 1)
    if verb is REPAIR_TOOLED:
        return repair_refusal(town, site, 2) or tool_refusal(town)
    if town.damage[site]:
        return DAMAGED
    if verb is PRODUCE:
        return produce_refusal(town, site, command.args[1], 1)
    if verb is PRODUCE_TOOLED:
        return produce_refusal(town, site, command.args[1], 2) or tool_refusal(town)
    kind = KIND_OF[site]
    if verb is RECRUIT:
        return recruit_refusal(town) if kind == HOUSE else NOT_A_HOUSE
    if verb is MUSTER:
        return muster_refusal(state) if kind == ACADEMY else NOT_AN_ACADEMY
    return feast_refusal(town) if kind == TOWNHALL else NOT_A_TOWNHALL


def is_activity(verb: Verb) -> bool:
    """Whether the verb is an activity in a building."""
    return (
        verb is PRODUCE
        or verb is PRODUCE_TOOLED
        or verb is REPAIR
        or verb is REPAIR_TOOLED
        or verb is RECRUIT
        or verb is MUSTER
        or verb is FEAST
    )


def tool_refusal(town: Town) -> "Refusal | None":
    """TS-4.1, TS-4.4."""
    if not town.has_school():
        return NO_SCHOOL
    if town.tools_used >= town.stock[TOOLS]:
        return NO_TOOL
    return None


def repair_refusal(town: Town, site: int, tokens: int) -> "Refusal | None":
    """TS-9.1, TS-9.3, TS-9.4."""
    if town.damage[site] == 0:
        return UNDAMAGED
    if town.damage[site] < tokens:
        return ONE_TOKEN
    if (
        town.stock[LUMBER] < tokens * SITE_LUMBER[site]
        or town.stock[STONE] < tokens * SITE_STONE[site]
    ):
        return NO_MATERIALS
    return None


def produce_refusal(town: Town, site: int, good: int, batches: int) -> "Refusal | None":
    """TS-10.2, TS-10.4."""
    for recipe in RECIPES[KIND_OF[site]]:
        if recipe.good == good:
            return inputs_refusal(town, recipe, batches)
    return NO_RECIPE


def inputs_refusal(town: Town, recipe: Recipe, batches: int) -> "Refusal | None":
    """TS-10.4, TS-10.5."""
    for good, amount in recipe.inputs:
        if town.stock[good] < amount * batches:
            return NO_INPUTS
    return None


def recruit_refusal(town: Town) -> "Refusal | None":
    """TS-11.1."""
    return NO_GRAIN if town.stock[GRAIN] < UNIT_PRICE else None


def muster_refusal(state: State) -> "Refusal | None":
    """TS-11.6."""
    return PEACE if state.round <= state.settings.peace_rounds else None


def feast_refusal(town: Town) -> "Refusal | None":
    """TS-11.7."""
    return NO_FEAST if town.stock[ALE] < 1 or town.stock[FINERY] < 1 else None


def perform(town: Town, command: Command) -> None:
    """Carry out an activity: one unit, one place, its costs and its effect (TS-8.1, TS-8.3)."""
    verb = command.verb
    site = command.args[0]
    town.idle -= 1
    town.worked[site] += 1
    if verb is REPAIR:
        _repair(town, site, 1)
    elif verb is REPAIR_TOOLED:
        town.tools_used += 1
        _repair(town, site, 2)
    elif verb is PRODUCE:
        _produce(town, site, command.args[1], 1)
    elif verb is PRODUCE_TOOLED:
        town.tools_used += 1
        _produce(town, site, command.args[1], 2)
    elif verb is RECRUIT:
        town.stock[GRAIN] -= UNIT_PRICE
        town.units += 1  # TS-11.2: `idle` does not grow
    elif verb is MUSTER:
        town.mustered += 1
    else:
        town.stock[ALE] -= 1
        town.stock[FINERY] -= 1
        town.laurels += FEAST_LAURELS


def _repair(town: Town, site: int, tokens: int) -> None:
    town.damage[site] -= tokens
    town.stock[LUMBER] -= tokens * SITE_LUMBER[site]
    town.stock[STONE] -= tokens * SITE_STONE[site]


def _produce(town: Town, site: int, good: int, batches: int) -> None:
    for recipe in RECIPES[KIND_OF[site]]:
        if recipe.good == good:
            for wanted, amount in recipe.inputs:
                town.stock[wanted] -= amount * batches
            town.stock[good] += recipe.output * batches
    if site < RAW_SITES:
        town.produced[site] = 1
