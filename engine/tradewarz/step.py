"""The steps of a march: channels, new structures, linked posts; lending, stopping, raids."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.battle import start_battle
from pentarch.engine.tradewarz.decisions import OwnChoice
from pentarch.engine.tradewarz.economy import gain
from pentarch.engine.tradewarz.lattice import CROSSINGS, GATES, SPACE_NAMES
from pentarch.engine.tradewarz.march import end_without_groups
from pentarch.engine.tradewarz.places import (
    destroy,
    place_unit,
    put,
    take,
    unit_owner,
)
from pentarch.engine.tradewarz.state import GROUPS, RECALLING, STEPS, House, State
from pentarch.engine.tradewarz.tables import GOLD, NONE, STRUCTURE_NAMES
from pentarch.engine.tradewarz.techs import UNIT_NAMES
from pentarch.engine.tradewarz.ways import (
    Group,
    can_step,
    diagonal_to,
    entry_refusal,
    has_structure,
    is_defended,
    lay_refusal,
    linked_squares,
    structure_cost,
    structure_refusal,
    warp_refusal,
)
from pentarch.engine.tradewarz.year import end_main_action


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
        state.lay(diagonal_to(start, goal))
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
            end_without_groups(state, state.houses[seat], events)


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
        listed = self._ways(state, marching(state)) if state.march.left else []
        for branch in self.others:
            for command in branch.candidates(state, seat):
                if branch.refusal(state, seat, command) is None:
                    listed.append(command)
        return listed

    def _ways(self, state: State, group: Group) -> list[Command]:
        """Where a group with steps left may set foot."""
        goals = state.land.near[group.at]
        if group.crosses():
            goals = goals + state.land.shut[group.at]
        listed = [
            commands.STEP.of(goal) for goal in goals if entry_refusal(state, group, goal) is None
        ]
        for crossing in CROSSINGS[group.at]:
            if entry_refusal(state, group, crossing.goal) is not None:
                continue
            diagonal, goal = crossing.diagonal, crossing.goal
            if state.structures[diagonal]:
                listed.append(commands.STEP.of(goal))
            elif lay_refusal(state, group.house, diagonal) is None:
                listed.append(commands.LAY.of(state.land.structures[diagonal], goal - GATES))
        return listed


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
