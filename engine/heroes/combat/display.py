"""The Battle Display: stacks move over its hexes, then fire, or announce and make their attacks."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.battlefield import Battlefield
from pentarch.engine.heroes.combat.board import (
    DISTANCE,
)
from pentarch.engine.heroes.combat.combat import P_SHIFT, P_STEP2, Combat
from pentarch.engine.heroes.combat.deployment import deploy_hexes, deploy_side, let_waiting_in
from pentarch.engine.heroes.combat.line import (
    acts_with,
    attackers,
    close_targets,
    fire_targets,
    in_woods,
    is_bound,
    is_free,
    must_attack,
    note_adjacent,
)
from pentarch.engine.heroes.combat.march import destinations, guard_destination, may_hold
from pentarch.engine.heroes.combat.phase import follows_policy
from pentarch.engine.heroes.combat.policy import best_target
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.combat.strike import start_strike
from pentarch.engine.heroes.commands import AIM, DONE, FIRE, GO, HOLD, HOLD_STACK, SKIP, STRIKE
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.siege.works import (
    aim,
    aim_targets,
    hit_works,
    is_city_hex,
    tower_of,
)
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import MAX_PRESSURE, RANGED, WORKS_BONUS, Unit

# Parts of a step: all its stacks move, fire or choose their attacks; the attacks are made.
MOVE: Final = 0
CHOOSE: Final = 1
RESOLVE: Final = 2


@final
class Display(Battlefield):
    """HW-19.6. The grand one goes with advanced hits: towers' fire by distance, and pressure."""

    def __init__(self, *, is_grand: bool) -> None:
        self.is_grand: Final = is_grand

    def asks_to_deploy(self, play: Play, combat: Combat, side: int) -> bool:
        return deploy_side(play, combat, side)

    def begin_round(self, state: State, combat: Combat) -> None:
        for stack in combat.stacks:
            stack.begin_round()
        let_waiting_in(state, combat)

    def join(self, state: State, combat: Combat, stack: Stack) -> None:
        """It needs a free hex; else it is lost."""
        hexes = deploy_hexes(state, combat, stack)
        if hexes:
            stack.hex = hexes[0]
        else:
            stack.leave()

    # A step: movement of all its stacks, then their fire or attacks (HW-19.6.a, c).

    def run_step(self, play: Play, combat: Combat, side: int, kind: int) -> bool:
        if combat.sub == MOVE:
            if combat.cursor == 0:
                if not any(stack.count and acts_with(stack, kind) for stack in combat.sides[side]):
                    return False
                note_adjacent(play.state, combat, side, kind)
            if _run_moves(play.state, combat, side, kind):
                return True
        if combat.sub == CHOOSE:
            if kind == RANGED:
                return _run_fire(play, combat, side)
            if _announce(play.state, combat, side, kind):
                return True
        return _make_next_attack(play, combat)

    def step_candidates(self, state: State, combat: Combat, side: int, kind: int) -> list[Command]:
        if combat.sub != MOVE and kind != RANGED:
            return _attack_candidates(combat, side, kind)
        stack = combat.sides[side][combat.cursor]
        word = stack.word()
        if combat.sub == MOVE:
            ends = destinations(state, combat, stack)
            commands = [GO.of(word, hex) for hex in ends]
            if may_hold(state, combat, stack, ends):
                commands.append(HOLD_STACK.of(word))
            return commands
        commands = [FIRE.of(word, target.word()) for target in fire_targets(state, combat, stack)]
        if is_free(combat, stack):
            commands.append(SKIP.of(word))
        return commands

    def step_refusal(
        self, state: State, combat: Combat, side: int, kind: int, command: Command
    ) -> "Refusal | None":
        if combat.sub == MOVE:
            return _move_refusal(state, combat, combat.sides[side][combat.cursor], command)
        if kind == RANGED:
            return _fire_refusal(state, combat, combat.sides[side][combat.cursor], command)
        if command.verb is DONE:
            return refusals.MUST_ATTACK if is_bound(combat, side, kind) else None
        if command.verb is not STRIKE:
            return WRONG_DECISION
        stack, target = combat.stack_at(command.args[0]), combat.stack_at(command.args[1])
        if stack is None or stack not in attackers(combat, side, kind):
            return refusals.BAD_TARGET
        return None if target in close_targets(combat, stack) else refusals.BAD_TARGET

    def order_step(
        self, play: Play, combat: Combat, kind: int, then: str, command: Command
    ) -> None:
        verb = command.verb
        if verb is DONE:
            combat.sub = RESOLVE
            return
        stack = combat.named(command.args[0])
        if verb is STRIKE:
            combat.plan.append((stack.number, combat.named(command.args[1]).number))
            return
        combat.cursor += 1
        if verb is GO:
            _move(stack, command.args[1])
        elif verb is FIRE:
            start_strike(play, stack, combat.named(command.args[1]), ranged=True)

    # Sieges.

    def tower_of(self, state: State, combat: Combat, stack: Stack) -> int:
        return tower_of(state, combat, stack)

    def halved(self, hits: int) -> int:
        return hits // 2

    def tower_defense(self, city: City) -> int:
        return WORKS_BONUS[city.works_level() - 1]

    def siege_defense(self, state: State, combat: Combat, stack: Stack) -> int:
        is_inside = stack.hex >= 0 and is_city_hex(state, combat, stack.hex)
        if is_inside or tower_of(state, combat, stack):
            return WORKS_BONUS[state.cities[combat.city].works_level() - 1]
        return 0

    def can_breach(self, state: State, combat: Combat) -> bool:
        return bool(aim_targets(state, combat))

    def breach_candidates(self, state: State, combat: Combat) -> list[Command]:
        return [*[AIM.of(hex) for hex in aim_targets(state, combat)], HOLD.of()]

    def breach_refusal(self, state: State, combat: Combat, command: Command) -> "Refusal | None":
        if command.verb is HOLD:
            return None
        if command.verb is not AIM:
            return WRONG_DECISION
        return None if command.args[0] in aim_targets(state, combat) else refusals.BAD_AIM

    def order_breach(self, play: Play, combat: Combat, command: Command) -> None:
        hex = command.args[0]
        if aim(play, combat, hex):
            combat.enter(P_STEP2)
            hit_works(play, combat, hex)
        else:
            combat.enter(P_SHIFT)

    # The ground.

    def is_led(self, unit: Unit) -> bool:
        return not unit.is_ranged

    def woods(self, state: State, combat: Combat, stack: Stack) -> int:
        return int(in_woods(state, combat, stack))

    def pressure(self, stack: Stack) -> int:
        return min(MAX_PRESSURE, stack.pressed) if self.is_grand else 0

    def fire(self, state: State, combat: Combat, stack: Stack, victim: Stack, hits: int) -> int:
        """Bands of tower fire (HW-19.17.1.2.a)."""
        if not self.is_grand or not tower_of(state, combat, stack):
            return hits
        reach = DISTANCE[stack.hex][victim.hex]
        if reach > stack.unit.attack:
            return stack.count
        return hits // 2 if reach > (stack.unit.attack + 1) // 2 else hits


DISPLAY: Final = Display(is_grand=False)
GRAND_DISPLAY: Final = Display(is_grand=True)


# Movement.


def _run_moves(state: State, combat: Combat, side: int, kind: int) -> bool:
    """Move the guards' stacks, or let a side decide; at the end the next part begins."""
    stacks = combat.sides[side]
    while combat.cursor < len(stacks):
        stack = stacks[combat.cursor]
        if stack.unit.kind == kind and stack.stands():
            if not follows_policy(state, combat, side):
                return combat.wait(side)
            target = guard_destination(state, combat, stack)
            if target >= 0:
                _move(stack, target)
        combat.cursor += 1
    combat.sub = CHOOSE
    combat.cursor = 0
    return False


def _move(stack: Stack, hex: int) -> None:
    stack.hex = hex
    stack.moved = True


def _move_refusal(state: State, combat: Combat, stack: Stack, command: Command) -> "Refusal | None":
    is_its = bool(command.args) and command.args[0] == stack.word()
    ends = destinations(state, combat, stack) if is_its else []
    if command.verb is GO:
        return None if is_its and command.args[1] in ends else refusals.BAD_DESTINATION
    if command.verb is HOLD_STACK:
        is_free_to = is_its and may_hold(state, combat, stack, ends)
        return None if is_free_to else refusals.MUST_ACT
    return WRONG_DECISION


# Fire.


def _run_fire(play: Play, combat: Combat, side: int) -> bool:
    """The next stack fires, or its side decides; False: all have had their turn."""
    stacks = combat.sides[side]
    while combat.cursor < len(stacks):
        stack = stacks[combat.cursor]
        if stack.unit.is_ranged and stack.count:
            targets = fire_targets(play.state, combat, stack)
            if targets:
                if not follows_policy(play.state, combat, side):
                    return combat.wait(side)
                combat.cursor += 1
                target = best_target(combat, stack, targets, ranged=True)
                start_strike(play, stack, target, ranged=True)
                return True
        combat.cursor += 1
    return False


def _fire_refusal(state: State, combat: Combat, stack: Stack, command: Command) -> "Refusal | None":
    is_its = bool(command.args) and command.args[0] == stack.word()
    if command.verb is FIRE:
        target = combat.stack_at(command.args[1])
        is_open = is_its and target in fire_targets(state, combat, stack)
        return None if is_open else refusals.BAD_TARGET
    if command.verb is SKIP:
        return None if is_its and is_free(combat, stack) else refusals.MUST_ACT
    return WRONG_DECISION


# Attacks.


def _attack_candidates(combat: Combat, side: int, kind: int) -> list[Command]:
    commands: list[Command] = []
    can_stop = True
    for stack in attackers(combat, side, kind):
        can_stop = can_stop and not must_attack(combat, stack)
        word = stack.word()
        commands += [STRIKE.of(word, other.word()) for other in close_targets(combat, stack)]
    if can_stop:
        commands.append(DONE.of())
    return commands


def _announce(state: State, combat: Combat, side: int, kind: int) -> bool:
    """All attacks are announced before the first is made: by a side, or by the guards' policy."""
    ready = attackers(combat, side, kind)
    if ready and not follows_policy(state, combat, side):
        return combat.wait(side)
    for stack in ready:
        target = best_target(combat, stack, close_targets(combat, stack), ranged=False)
        combat.plan.append((stack.number, target.number))
    combat.sub = RESOLVE
    return False


def _make_next_attack(play: Play, combat: Combat) -> bool:
    """The next announced attack; one whose attacker or target is gone is dropped (HW-19.11.b)."""
    while combat.plan:
        number, other = combat.plan.pop(0)
        stack, target = combat.stacks[number], combat.stacks[other]
        if stack.count and target.count:
            start_strike(play, stack, target, ranged=False)
            return True
    return False
