"""MARCH: the roll, then groups one after another, each step by step.

The seat rolls (`StartMarch`), forms a group (`ChooseGroup`) and moves it (`ChooseStep` in `step`)
until it stops or meets an enemy; then the next group, until no more can be formed or the seat ends
the march.
"""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.cards import MARCH_CARDS, MORALE, MORALE_NAMES, ON_MARCH
from pentarch.engine.tradewarz.decisions import MainAction, OwnChoice
from pentarch.engine.tradewarz.economy import discard
from pentarch.engine.tradewarz.places import (
    unit_with,
    units_kept,
)
from pentarch.engine.tradewarz.state import GROUPS, STEPS, House, State
from pentarch.engine.tradewarz.tables import MARCH, NONE, SEASONS
from pentarch.engine.tradewarz.ways import (
    Group,
    can_step,
)
from pentarch.engine.tradewarz.year import end_main_action


class StartMarch(MainAction):
    """TW-MAR.1: roll the season's die."""

    def __init__(self) -> None:
        super().__init__(commands.MARCH, MARCH)

    def obstacle(self, state: State, house: House) -> "Refusal | None":
        return None if house.squads or house.army[house.gate] else refusals.NO_SOLDIER

    def begin(self, state: State, house: House, chance: Chance, events: list[Event]) -> None:
        roll = SEASONS[state.season].die[chance.die(6) - 1]
        events.append(Event("march_roll", house.seat, (roll,)))
        state.march.begin(max(roll, house.powers.least_roll))
        state.decision = GROUPS
        end_without_groups(state, house, events)


def end_without_groups(state: State, house: House, events: list[Event]) -> None:
    """TW-MAR.18: a march ends when no group can be formed."""
    for group in _rested(state, house):
        if group_refusal(state, group) is None:
            return
    end_main_action(state, events)


# Forming a group.


def _rested(state: State, house: House) -> "list[Group]":
    """Every group of soldiers who have not moved, by space, size and super unit."""
    found: list[Group] = []
    limit = house.squad_limit()
    for space, standing in enumerate(house.army):
        if not standing:
            continue
        units = [NONE]
        if space == house.gate:
            units += units_kept(state, house.seat)
        elif unit_with(state, house.seat, space) != NONE:
            units.append(state.squares[space].unit)
        for size in range(1, min(limit, standing - state.march.moved[space]) + 1):
            for unit in units:
                found.append(Group(house, space, size, unit))
    return found


def group_refusal(state: State, group: Group) -> "Refusal | None":
    """TW-MAR.3, TW-MAR.4, TW-MAR.5, TW-MAR.19: whether it may be formed."""
    house, space, unit = group.house, group.at, group.unit
    standing = house.army[space]
    if group.size > standing - state.march.moved[space]:
        return refusals.NO_SUCH_GROUP
    if group.size > house.squad_limit():
        return refusals.SQUAD_TOO_LARGE
    if unit == NONE:
        if group.size == standing and unit_with(state, house.seat, space) != NONE:
            return refusals.UNIT_GOES_ALONG
    elif space == house.gate:
        if unit not in units_kept(state, house.seat):
            return refusals.NO_SUCH_UNIT
    elif unit_with(state, house.seat, space) != unit:
        return refusals.NO_SUCH_UNIT
    return None if can_step(state, group) else refusals.NO_STEP


def group_command(group: Group) -> Command:
    """The command that forms a group."""
    if group.unit == NONE:
        return commands.MOVE.of(group.at, group.size - 1)
    return commands.MOVE_WITH.of(group.at, group.size - 1, group.unit)


class FairWinds(Branch[State]):
    """TW-MAR.2: fair winds come after the roll and before the first group."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        hand = state.houses[seat].hand
        return [commands.PLAY.of(card) for card in MARCH_CARDS if hand[card]]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        card = command.args[0]
        if MORALE[card].window != ON_MARCH:
            return refusals.WRONG_WINDOW
        if not state.houses[seat].hand[card]:
            return refusals.NO_CARD
        if state.march.grouped:
            return refusals.TOO_LATE_FOR_WINDS
        return refusals.WINDS_AT_BEST if state.march.roll >= MORALE[card].roll else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        card = command.args[0]
        discard(state, state.houses[seat], card)
        state.march.roll = MORALE[card].roll
        events.append(Event("morale", seat, (MORALE_NAMES[card],)))


class FormGroup(Branch[State]):
    """Soldiers of one space set out together, with a super unit if the verb names one."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed = [group_command(group) for group in _rested(state, state.houses[seat])]
        return [command for command in listed if command.verb is self.verb]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        unit = command.args[2] if len(command.args) > 2 else NONE
        house, size = state.houses[seat], command.args[1] + 1
        return group_refusal(state, Group(house, command.args[0], size, unit))

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        unit = command.args[2] if len(command.args) > 2 else NONE
        state.march.form(command.args[0], command.args[1] + 1, unit)
        state.decision = STEPS


class EndMarch(Branch[State]):
    """TW-MAR.18: a march may end before everybody has moved."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.END.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        end_main_action(state, events)


class ChooseGroup(OwnChoice):
    """Fair winds, every group that can be formed, and the end of the march."""

    def __init__(self) -> None:
        self.winds = FairWinds(commands.PLAY)
        groups: list[Branch[State]] = [FormGroup(commands.MOVE), FormGroup(commands.MOVE_WITH)]
        super().__init__(GROUPS, [self.winds, *groups, EndMarch(commands.END)])

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        groups = [group_command(group) for group in _rested(state, state.houses[seat])]
        return [*self.winds.candidates(state, seat), *groups, commands.END.of()]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        listed = self.winds.legal(state, seat)
        for group in _rested(state, state.houses[seat]):
            if group_refusal(state, group) is None:
                listed.append(group_command(group))
        listed.append(commands.END.of())
        return listed
