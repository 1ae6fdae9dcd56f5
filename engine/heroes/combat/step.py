"""The steps 2 to 7 of a round: each side's Ranged, Cavalry and Close stacks in turn."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal, Seat
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State


@final
class Step(Phase):
    """HW-8.3.a: the side with the initiative has the first step of each kind of stack."""

    def __init__(self, phase: str, then: str, kind: int, *, is_first: bool) -> None:
        super().__init__(phase, then)
        self.kind: Final = kind
        self.is_first: Final = is_first

    def side(self, combat: Combat) -> int:
        """The side whose step it is."""
        return combat.initiative if self.is_first else 1 - combat.initiative

    def asks(self, play: Play, combat: Combat) -> bool:
        battlefield = combat.method.battlefield
        return battlefield.run_step(play, combat, self.side(combat), self.kind)

    def run(self, play: Play, combat: Combat) -> bool:
        # A strike that has just begun is resolved before anything else.
        return super().run(play, combat) and combat.strike is None

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        combat = the_combat(state)
        battlefield = combat.method.battlefield
        return battlefield.step_candidates(state, combat, self.side(combat), self.kind)

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        combat = the_combat(state)
        side = self.side(combat)
        return combat.method.battlefield.step_refusal(state, combat, side, self.kind, command)

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        combat.method.battlefield.order_step(play, combat, self.kind, self.then, command)
