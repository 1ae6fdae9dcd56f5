"""Manning towers before a siege in the Arena."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.combat import P_DEPLOY1, Combat
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.commands import MAN, MAN_NONE, MAN_SPLIT
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State


@final
class Man(Phase):
    """HW-8.7.e, f: Ranged stacks of the defender can be put into a tower, one into each."""

    def __init__(self, phase: str, then: str, tower: int) -> None:
        super().__init__(phase, then)
        self.tower: Final = tower

    def stacks(self, state: State, combat: Combat) -> list[Stack]:
        """Those who can still be put into the tower."""
        return combat.method.battlefield.mannable(state, combat, self.tower)

    def asks(self, play: Play, combat: Combat) -> bool:
        return bool(self.stacks(play.state, combat)) and combat.wait(1)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        combat = the_combat(state)
        commands = [MAN.of(stack.word()) for stack in self.stacks(state, combat)]
        commands.append(MAN_NONE.of())
        if self.may_split(state, combat):
            commands.append(MAN_SPLIT.of())
        return commands

    def may_split(self, state: State, combat: Combat) -> bool:
        """HW-8.7.e: one Ranged stack of at least two units, and two towers."""
        if self.tower != 1 or state.cities[combat.city].towers() < 2:
            return False
        stacks = self.stacks(state, combat)
        return len(stacks) == 1 and stacks[0].count >= 2

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        combat = the_combat(state)
        if command.verb is MAN_NONE:
            return None
        if command.verb is MAN:
            is_there = combat.stack_at(command.args[0]) in self.stacks(state, combat)
            return None if is_there else refusals.NO_SUCH_STACK
        if command.verb is MAN_SPLIT and self.tower == 1:
            return None if self.may_split(state, combat) else refusals.NO_SPLIT
        return WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is MAN_SPLIT:
            _split(combat, self.stacks(play.state, combat)[0])
            combat.enter(P_DEPLOY1)
            return
        if command.verb is MAN:
            combat.named(command.args[0]).tower = self.tower
        combat.enter(self.then)


def _split(combat: Combat, stack: Stack) -> None:
    """HW-8.7.e: the larger half goes to tower 1."""
    half = stack.count // 2
    stack.count -= half
    stack.start = stack.count
    stack.tower = 1
    combat.add_stack(1, stack.unit, half, stack.hero, stack.section).tower = 2
