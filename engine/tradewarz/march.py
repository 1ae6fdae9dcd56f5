"""MARCH: the roll, then groups one after another, each step by step.

The seat rolls (`StartMarch`), forms a group (`ChooseGroup`) and moves it (`ChooseStep`) until it
stops or meets an enemy; then the next group, until no more can be formed or the seat ends it.
"""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.battle import start_battle
from pentarch.engine.tradewarz.cards import MARCH_CARDS, MORALE, MORALE_NAMES, ON_MARCH
from pentarch.engine.tradewarz.decisions import MainAction, OwnChoice
from pentarch.engine.tradewarz.economy import discard, gain
from pentarch.engine.tradewarz.lattice import CROSSINGS, GATES, SPACE_NAMES
from pentarch.engine.tradewarz.places import (
    destroy,
    place_unit,
    put,
    take,
    unit_owner,
    unit_with,
    units_kept,
)
from pentarch.engine.tradewarz.state import GROUPS, RECALLING, STEPS, House, State
from pentarch.engine.tradewarz.tables import GOLD, MARCH, NONE, SEASONS, STRUCTURE_NAMES
from pentarch.engine.tradewarz.techs import UNIT_NAMES
from pentarch.engine.tradewarz.ways import (
    Group,
    can_step,
    diagonal_to,
    entry_refusal,
    has_structure,
    is_defended,
    linked_squares,
    structure_cost,
    structure_refusal,
    warp_refusal,
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
        _end_without_groups(state, house, events)


def _end_without_groups(state: State, house: House, events: list[Event]) -> None:
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


# Moving the group.


def marching(state: State) -> Group:
    """The group under way."""
    march = state.march
    return Group(state.acting(), march.at, march.size, march.unit)


class Step(Branch[State]):
    """TW-MAR.6, TW-MAR.7: a step over a channel, a structure or out of a gate."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        start = state.march.at
        goals = list(state.land.near[start])
        if marching(state).crosses():
            goals += state.land.shut[start]
        for crossing in CROSSINGS[start]:
            if state.structures[crossing.diagonal]:
                goals.append(crossing.goal)
        return [commands.STEP.of(goal) for goal in goals]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        goal, start = command.args[0], state.march.at
        group = marching(state)
        if not state.march.left:
            return refusals.NO_STEPS_LEFT
        if goal not in state.land.near[start] and not has_structure(state, start, goal):
            if goal not in state.land.shut[start]:
                return refusals.NOT_JOINED
            if not group.crosses():
                return refusals.BLOCKED
        return entry_refusal(state, group, goal)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        walk(state, command.args[0], events)


class Lay(Branch[State]):
    """TW-MAR.8, TW-MAR.11: building on a diagonal and marching over it in one step."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for crossing in CROSSINGS[state.march.at]:
            if not state.structures[crossing.diagonal]:
                structure = state.land.structures[crossing.diagonal]
                listed.append(commands.LAY.of(structure, crossing.goal - GATES))
        return listed

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        structure, goal = command.args[0], command.args[1] + GATES
        if not state.march.left:
            return refusals.NO_STEPS_LEFT
        diagonal = diagonal_to(state.march.at, goal)
        if diagonal == NONE:
            return refusals.NO_DIAGONAL
        refusal = structure_refusal(state, state.houses[seat], structure, diagonal)
        return refusal or entry_refusal(state, marching(state), goal)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        structure, goal, start = command.args[0], command.args[1] + GATES, state.march.at
        house = state.houses[seat]
        house.pay(structure_cost(house, structure))
        state.structures[diagonal_to(start, goal)] = 1
        ends = (SPACE_NAMES[start], SPACE_NAMES[goal])
        events.append(Event("laid", seat, (STRUCTURE_NAMES[structure], *ends)))
        walk(state, goal, events)


class Warp(Branch[State]):
    """TW-TP.4, TW-TP.5: teleporting is a step like any other."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.WARP.of(goal - GATES) for goal in linked_squares(state, state.march.at)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if not state.march.left:
            return refusals.NO_STEPS_LEFT
        return warp_refusal(state, marching(state), command.args[0] + GATES)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        walk(state, command.args[0] + GATES, events)


class Lend(Branch[State]):
    """TW-ALL.10: an own super unit may stay with an ally's squad."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        unit = state.march.unit
        return [] if unit == NONE else [commands.LEND.of(unit)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        march, unit = state.march, command.args[0]
        if march.unit != unit or unit_owner(state, unit) != seat:
            return refusals.NOT_OWN_UNIT
        if march.at < GATES or not state.squares[march.at].here.has_other(seat):
            return refusals.NOBODY_TO_LEND
        bare = Group(state.houses[seat], march.at, march.size, NONE)
        if not march.made and not can_step(state, bare):
            return refusals.NO_STEP
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """The ally of the lowest seat on the square takes the super unit over."""
        unit, space = command.args[0], state.march.at
        ally = state.squares[space].here.minus(seat).members[0]
        place_unit(state, unit, state.houses[ally], space)
        events.append(Event("lent", seat, (UNIT_NAMES[unit], SPACE_NAMES[space])))
        state.march.unit = NONE


class Stop(Branch[State]):
    """TW-MAR.5: the group rests, after one step at least."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.STOP.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if state.march.made else refusals.STEP_FIRST

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.march.rest()
        state.decision = GROUPS
        if state.settings.one_group:
            end_main_action(state, events)
        else:
            _end_without_groups(state, state.houses[seat], events)


class ChooseStep(OwnChoice):
    """What the group under way does next; steps over diagonals and new structures are listed by
    the square they lead to."""

    def __init__(self) -> None:
        self.others: list[Branch[State]] = [
            Warp(commands.WARP),
            Lend(commands.LEND),
            Stop(commands.STOP),
        ]
        super().__init__(STEPS, [Step(commands.STEP), Lay(commands.LAY), *self.others])

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        start = state.march.at
        listed = [commands.STEP.of(goal) for goal in state.land.near[start]]
        if marching(state).crosses():
            listed += [commands.STEP.of(goal) for goal in state.land.shut[start]]
        for crossing in CROSSINGS[start]:
            if state.structures[crossing.diagonal]:
                listed.append(commands.STEP.of(crossing.goal))
            else:
                structure = state.land.structures[crossing.diagonal]
                listed.append(commands.LAY.of(structure, crossing.goal - GATES))
        for branch in self.others:
            listed += branch.candidates(state, seat)
        return listed

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return [
            command
            for command in self.candidates(state, seat)
            if self.refusal(state, seat, command) is None
        ]


def walk(state: State, goal: int, events: list[Event]) -> None:
    """One step of the group, with the battle or raid (TW-RAID.3, TW-RAID.5) it leads to."""
    march, house = state.march, state.acting()
    march.left -= 1
    march.made += 1
    if is_defended(state, house, goal):
        start_battle(state, marching(state), goal, events)
        return
    take(state, house, march.at, march.size)
    put(state, house, goal, march.size)
    march.at = goal
    if march.unit != NONE:
        place_unit(state, march.unit, house, goal)
        if goal == house.gate and unit_owner(state, march.unit) != house.seat:
            march.unit = NONE
    owner = state.building(goal).owner
    if owner != NONE and not house.friends.has(owner):
        raid(state, house, goal, events)


def raid(state: State, house: House, space: int, events: list[Event]) -> None:
    """TW-RAID.1, TW-RAID.4: an unguarded settlement or village falls; its owner settles support."""
    victim = state.houses[state.building(space).owner]
    destroy(state, space)
    events.append(Event("raid", house.seat, (SPACE_NAMES[space],)))
    if house.powers.plunder:
        gain(state, house, GOLD, house.powers.plunder, events)  # TW-BAT.25
    if victim.is_overstretched():
        state.recall.ask(victim.seat, mid_march=True)
        state.decision = RECALLING
