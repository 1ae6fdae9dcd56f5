"""The Arena: stacks attack each other wherever they are; archers are protected by the others."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.battlefield import Battlefield
from pentarch.engine.heroes.combat.combat import P_STEP2, P_TOWER, Combat
from pentarch.engine.heroes.combat.phase import follows_policy
from pentarch.engine.heroes.combat.policy import best_target, first_attacker
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.combat.strike import start_strike
from pentarch.engine.heroes.commands import BREACH, DONE, HOLD, STRIKE
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.siege.wall import DESTROYED, breach, manned_towers, needs_tower_choice
from pentarch.engine.heroes.siege.wall import tower_of as standing_tower
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import RANGED, TOWER_BONUS, WORKS_BONUS


def attackers(combat: Combat, side: int, kind: int) -> list[Stack]:
    """A side's stacks of one kind that can attack now (HW-8.4.*, HW-8.7.a to d)."""
    stacks = [
        stack
        for stack in combat.sides[side]
        if stack.unit.kind == kind and stack.count and not stack.attacked
    ]
    if stacks and combat.is_siege() and combat.wall < DESTROYED:
        if kind != RANGED:
            return []
        if side == 1:
            return [stack for stack in stacks if standing_tower(combat, stack)]
    return stacks


def targets(combat: Combat, side: int, kind: int) -> list[Stack]:
    """Whom a side's stacks of one kind can attack (HW-8.4.*, HW-8.7.a to d)."""
    stacks = [stack for stack in combat.sides[1 - side] if stack.count]
    if combat.is_siege() and combat.wall < DESTROYED and side == 0:
        stacks = [stack for stack in stacks if standing_tower(combat, stack)]
    if kind != RANGED and _front(combat, side) <= _front(combat, 1 - side):
        stacks = [stack for stack in stacks if stack.unit.kind != RANGED]
    return stacks


def _front(combat: Combat, side: int) -> int:
    """Cavalry and Close stacks of a side."""
    front = 0
    for stack in combat.sides[side]:
        if stack.count and stack.unit.kind != RANGED:
            front += 1
    return front


@final
class Arena(Battlefield):
    """HW-8.4: in each step every stack of a kind may attack once."""

    def mannable(self, state: State, combat: Combat, tower: int) -> list[Stack]:
        """HW-8.7.e, f."""
        if not combat.is_siege() or state.cities[combat.city].towers() < tower:
            return []
        return [
            stack
            for stack in combat.sides[1]
            if stack.unit.is_ranged and stack.count and not stack.tower
        ]

    def join(self, state: State, combat: Combat, stack: Stack) -> None:
        """Nobody needs a place."""

    def run_step(self, play: Play, combat: Combat, side: int, kind: int) -> bool:
        able = attackers(combat, side, kind)
        enemies = targets(combat, side, kind) if able else []
        if not enemies:
            return False
        if not follows_policy(play.state, combat, side):
            return combat.wait(side)
        stack = first_attacker(able)
        target = best_target(combat, stack, enemies, ranged=kind == RANGED)
        start_strike(play, stack, target, ranged=kind == RANGED)
        return True

    def step_candidates(self, state: State, combat: Combat, side: int, kind: int) -> list[Command]:
        able = attackers(combat, side, kind)
        words = [target.word() for target in targets(combat, side, kind)] if able else []
        commands: list[Command] = []
        for stack in able:
            word = stack.word()
            for other in words:
                commands.append(STRIKE.of(word, other))
        commands.append(DONE.of())
        return commands

    def step_refusal(
        self, state: State, combat: Combat, side: int, kind: int, command: Command
    ) -> "Refusal | None":
        if command.verb is DONE:
            return None
        if command.verb is not STRIKE:
            return WRONG_DECISION
        stack, target = combat.stack_at(command.args[0]), combat.stack_at(command.args[1])
        is_able = stack in attackers(combat, side, kind)
        is_open = is_able and target in targets(combat, side, kind)
        return None if is_open else refusals.BAD_TARGET

    def order_step(
        self, play: Play, combat: Combat, kind: int, then: str, command: Command
    ) -> None:
        if command.verb is DONE:
            combat.enter(then)
            return
        stack, target = combat.named(command.args[0]), combat.named(command.args[1])
        start_strike(play, stack, target, ranged=kind == RANGED)

    def tower_of(self, state: State, combat: Combat, stack: Stack) -> int:
        return standing_tower(combat, stack)

    def halved(self, hits: int) -> int:
        return (hits + 1) // 2

    def tower_defense(self, city: City) -> int:
        return TOWER_BONUS[city.towers()]

    def siege_defense(self, state: State, combat: Combat, stack: Stack) -> int:
        city = state.cities[combat.city]
        if standing_tower(combat, stack):
            return TOWER_BONUS[city.towers()]
        return WORKS_BONUS[city.works_level() - 1]

    def can_breach(self, state: State, combat: Combat) -> bool:
        """HW-8.7.1.f."""
        return combat.wall < DESTROYED or bool(manned_towers(combat))

    def breach_candidates(self, state: State, combat: Combat) -> list[Command]:
        return [BREACH.of(), HOLD.of()]

    def breach_refusal(self, state: State, combat: Combat, command: Command) -> "Refusal | None":
        return None if command.verb is BREACH or command.verb is HOLD else WRONG_DECISION

    def order_breach(self, play: Play, combat: Combat, command: Command) -> None:
        if needs_tower_choice(combat):
            combat.enter(P_TOWER)
        else:
            combat.enter(P_STEP2)
            breach(play, combat, 0)


ARENA: Final = Arena()
