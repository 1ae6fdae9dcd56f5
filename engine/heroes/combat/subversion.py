"""Subversion of mercenaries with honour points, before the first and after each round."""

from typing import final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.combat.round import start_round
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.combat.strike import lead_ability
from pentarch.engine.heroes.commands import PASS, SUBVERT
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import INITIATIVE, MERC, SECTIONS, STACK_LIMIT, UNITS


def merc_stack(combat: Combat, side: int) -> "Stack | None":
    """The first mercenary stack of a side."""
    for stack in combat.sides[side]:
        if stack.unit.is_merc and stack.count:
            return stack
    return None


def subvert_limit(state: State, combat: Combat, side: int) -> int:
    """The most mercenaries a side can try to turn (HW-19.8.a); 0: none."""
    lead = combat.leads[side]
    if not (state.settings.mercenaries and state.settings.honor) or lead < 0:
        return 0
    stack = merc_stack(combat, 1 - side)
    return 0 if stack is None else min(state.heroes[lead].honor, stack.count)


def _pass(combat: Combat) -> None:
    """A side lets the window go."""
    combat.passes += 1
    combat.cursor = 1 - combat.cursor


class Subvert(Phase):
    """HW-19.8.c: the sides alternate until both passed in a row."""

    def asks(self, play: Play, combat: Combat) -> bool:
        while combat.passes < 2:
            if subvert_limit(play.state, combat, combat.cursor):
                return combat.wait(combat.cursor)
            _pass(combat)
        return False

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        combat = the_combat(state)
        limit = subvert_limit(state, combat, combat.actor)
        return [*[SUBVERT.of(number) for number in range(limit)], PASS.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is PASS:
            return None
        if command.verb is not SUBVERT:
            return WRONG_DECISION
        combat = the_combat(state)
        is_paid = command.args[0] < subvert_limit(state, combat, combat.actor)
        return None if is_paid else refusals.TOO_MUCH_HONOR

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        if command.verb is PASS:
            _pass(play.combat)
        else:
            _subvert(play, play.combat, command.args[0] + 1)


@final
class Opening(Subvert):
    """The window before the first round, which begins after it."""

    def run(self, play: Play, combat: Combat) -> bool:
        if self.asks(play, combat):
            return True
        start_round(play.state, combat)
        return False


def _subvert(play: Play, combat: Combat, number: int) -> None:
    """Try to turn mercenaries (HW-19.8.b, d)."""
    side = combat.actor
    hero = play.state.heroes[combat.leads[side]]
    victim = merc_stack(combat, 1 - side)
    assert victim is not None
    hero.honor -= number
    own = play.chance.die(20) + hero.ability(INITIATIVE)
    other = play.chance.die(20) + lead_ability(play.state, combat, 1 - side, INITIATIVE)
    play.note("subvert_roll", hero.seat, own, other)
    if own > other:
        # Whoever has gone is not dead: the Shaman Tent cannot bring them back.
        victim.count -= number
        victim.start -= number
        if victim.count == 0:
            victim.gone = True
            victim.damage = 0
        _enlist(play.state, combat, side, number)
    else:
        combat.kill(victim, number)
    combat.passes = 0
    combat.cursor = 1 - side


def _enlist(state: State, combat: Combat, side: int, number: int) -> None:
    """Turned mercenaries join a stack or form one; the surplus is lost (HW-19.8.d)."""
    stack = merc_stack(combat, side)
    if stack is not None:
        stack.count += min(number, STACK_LIMIT - stack.count)
        stack.start = max(stack.start, stack.count)
        return
    lead = combat.leads[side]
    taken = [stack.section for stack in combat.stacks if stack.count and stack.hero == lead]
    free = [section for section in range(SECTIONS) if section not in taken]
    if free:
        stack = combat.add_stack(side, UNITS[MERC], number, lead, free[0])
        combat.method.battlefield.join(state, combat, stack)
