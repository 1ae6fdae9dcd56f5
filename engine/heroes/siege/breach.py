"""Step 1 of a round in a siege: the attacker tries to breach walls and towers."""

from typing import final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.commands import HOLD, SHIFT, TOWER
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.siege.wall import breach
from pentarch.engine.heroes.siege.works import hit_works, shift_targets
from pentarch.engine.heroes.state import State


@final
class Breach(Phase):
    """HW-8.7.1, HW-19.17.2: one attempt a round, as the battlefield has it."""

    def asks(self, play: Play, combat: Combat) -> bool:
        if not combat.is_siege():
            return False
        return combat.method.battlefield.can_breach(play.state, combat) and combat.wait(0)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        combat = the_combat(state)
        return combat.method.battlefield.breach_candidates(state, combat)

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        combat = the_combat(state)
        return combat.method.battlefield.breach_refusal(state, combat, command)

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is HOLD:
            combat.enter(self.then)
        else:
            combat.method.battlefield.order_breach(play, combat, command)


@final
class ChooseTower(Phase):
    """HW-8.7.h: which of two whole manned towers shares the wall's fate."""

    def asks(self, play: Play, combat: Combat) -> bool:
        return True

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [TOWER.of(0), TOWER.of(1)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if command.verb is TOWER else WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        play.combat.enter(self.then)
        breach(play, play.combat, command.args[0] + 1)


@final
class Shift(Phase):
    """HW-19.17.2.b: the defender moves a missed aim."""

    def asks(self, play: Play, combat: Combat) -> bool:
        return combat.wait(1)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [SHIFT.of(hex) for hex in shift_targets(state, the_combat(state))]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not SHIFT:
            return WRONG_DECISION
        is_near = command.args[0] in shift_targets(state, the_combat(state))
        return None if is_near else refusals.BAD_SHIFT

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        play.combat.enter(self.then)
        hit_works(play, play.combat, command.args[0])
