"""Phase 4: activities, one after the other (TS-8)."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.township import storage, tools
from pentarch.engine.township.activity import ACTIVITIES, BARE_OFFERS, OFFERS
from pentarch.engine.township.actors import ActiveDecision
from pentarch.engine.township.commands import (
    DONE,
    FEAST,
    FINISHED,
    MUSTER,
    PRODUCE,
    PRODUCE_TOOLED,
    RECRUIT,
    REPAIR,
    REPAIR_TOOLED,
)
from pentarch.engine.township.refusals import (
    DAMAGED,
    NO_PLACE,
    NO_RECIPE,
    NOT_A_HOUSE,
    NOT_A_TOWNHALL,
    NOT_AN_ACADEMY,
    NOT_BUILT,
    UNDAMAGED,
)
from pentarch.engine.township.state import State
from pentarch.engine.township.tables import SITES

# Why an activity cannot be done in buildings of another type.
MISPLACED: Final[dict[Verb, Refusal]] = {
    PRODUCE: NO_RECIPE,
    PRODUCE_TOOLED: NO_RECIPE,
    RECRUIT: NOT_A_HOUSE,
    MUSTER: NOT_AN_ACADEMY,
    FEAST: NOT_A_TOWNHALL,
}


@final
class Work(ActiveDecision):
    """One activity after the other, until the seat has enough or nobody is idle (TS-8.7)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for building in state.towns[seat].buildings:
            listed += [activity.command for activity in OFFERS[building.site.number].all()]
        return [*listed, FINISHED]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        """The same with fewer questions: it is asked at most steps of a match."""
        town = state.towns[seat]
        offers = OFFERS if tools.are_free(town) else BARE_OFFERS
        listed: list[Command] = []
        for building in town.buildings:
            if building.places > 0:
                offered = offers[building.site.number]
                for activity in offered.damaged if building.damage else offered.sound:
                    if activity.shortage(state, town, building) is None:
                        listed.append(activity.command)
        listed.append(FINISHED)
        return listed

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is DONE:
            return None
        activity = ACTIVITIES.get(command)
        if activity is None and command.verb not in MISPLACED:
            return WRONG_DECISION
        town = state.towns[seat]
        building = town.find(SITES[command.args[0]])
        if building is None:
            return NOT_BUILT
        if building.places <= 0:
            return NO_PLACE
        if building.damage and not is_repair(command.verb):
            return DAMAGED
        if building.damage == 0 and is_repair(command.verb):
            return UNDAMAGED
        if activity is None:
            return MISPLACED[command.verb]
        return activity.refusal(state, town, building)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        town = state.towns[seat]
        if command is FINISHED:
            town.idle = 0
        else:
            ACTIVITIES[command].perform(town)
        if town.idle == 0:
            tools.wear(state, town, chance, events)
            storage.begin(state, town, chance, events)


def is_repair(verb: Verb) -> bool:
    """Whether it takes damage off: all that a damaged building offers (TS-3.4, TS-9.1)."""
    return verb is REPAIR or verb is REPAIR_TOOLED
