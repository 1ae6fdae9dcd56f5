"""Deployment on the Battle Display: where stacks are put before the first round, and later."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.board import (
    AREA,
    CITY_TENTS,
    GUARD_ARCHER_HEXES,
    GUARD_HEXES,
    OPEN_TENTS,
)
from pentarch.engine.heroes.combat.combat import P_DEPLOY1, Combat
from pentarch.engine.heroes.combat.line import occupant
from pentarch.engine.heroes.combat.phase import Phase, follows_policy, the_combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.commands import DEPLOY
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.siege.works import is_city_hex, is_tower_hex
from pentarch.engine.heroes.state import State


def deploy_hexes(state: State, combat: Combat, stack: Stack) -> list[int]:
    """Free hexes where a stack may be put at the start (HW-19.5.a)."""
    if stack.side != combat.right_side():
        area = CITY_TENTS if combat.is_siege() else OPEN_TENTS
    elif not combat.is_siege() or stack.unit.is_ranged:
        area = AREA
    else:
        area = [hex for hex in AREA if is_city_hex(state, combat, hex)]
    taken = [other.hex for other in combat.stacks if other.count]
    return [hex for hex in area if hex not in taken]


def next_undeployed(combat: Combat, side: int) -> "Stack | None":
    """The next stack of a side to be put on the display."""
    for stack in combat.sides[side]:
        if stack.hex < 0 and stack.count:
            return stack
    return None


def guard_deploy_hex(state: State, combat: Combat, stack: Stack) -> int:
    """Where the guards' policy puts a stack (HW-19.18.c): by level, highest first."""
    archers = stack.unit.is_ranged
    peers = [s for s in combat.sides[stack.side] if s.unit.is_ranged == archers and s.count]
    peers.sort(key=lambda other: -other.unit.level)
    hexes = GUARD_ARCHER_HEXES if archers else GUARD_HEXES
    place = peers.index(stack)
    if place < len(hexes) and occupant(combat, hexes[place]) is None:
        return hexes[place]
    return deploy_hexes(state, combat, stack)[0]


def let_waiting_in(state: State, combat: Combat) -> None:
    """HW-19.5.b: stacks without a hex enter at the start of a round."""
    for stack in combat.sides[0] + combat.sides[1]:
        if stack.count and stack.hex < 0:
            hexes = deploy_hexes(state, combat, stack)
            free = [hex for hex in hexes if not is_tower_hex(state, combat, hex)]
            if free:
                stack.hex = free[0]


class Deploy(Phase):
    """HW-19.5.a: the side in the defender's area first, one stack after the other."""

    def asks(self, play: Play, combat: Combat) -> bool:
        side = combat.right_side()
        if combat.phase != P_DEPLOY1:
            side = 1 - side
        return combat.method.battlefield.asks_to_deploy(play, combat, side)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        combat = the_combat(state)
        stack = combat.stacks[combat.cursor]
        word = stack.word()
        return [DEPLOY.of(word, hex) for hex in deploy_hexes(state, combat, stack)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not DEPLOY:
            return WRONG_DECISION
        combat = the_combat(state)
        stack = combat.stacks[combat.cursor]
        is_open = command.args[0] == stack.word() and command.args[1] in deploy_hexes(
            state, combat, stack
        )
        return None if is_open else refusals.BAD_BATTLE_HEX

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        play.combat.named(command.args[0]).hex = command.args[1]


def deploy_side(play: Play, combat: Combat, side: int) -> bool:
    """Put the guards' stacks down, or let a side decide."""
    state = play.state
    stack = next_undeployed(combat, side)
    while stack is not None and deploy_hexes(state, combat, stack):
        if not follows_policy(state, combat, side):
            combat.cursor = stack.number
            return combat.wait(side)
        stack.hex = guard_deploy_hex(state, combat, stack)
        stack = next_undeployed(combat, side)
    return False
