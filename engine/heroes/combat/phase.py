"""The phases of a combat: one after the other, each asked only if somebody has a choice."""

from abc import abstractmethod
from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.combat.combat import GUARDS, Combat
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State


def guard_seat(state: State, combat: Combat) -> Seat:
    """The seat that decides for guards (HW-8.0.e), or -1: the policy does."""
    if not state.settings.left_guards:
        return -1
    foe = combat.seats[combat.hero_side()]
    for offset in range(1, state.seats + 1):
        seat = (state.active + offset) % state.seats
        if state.is_alive(seat) and seat != foe:
            return seat
    return -1


def follows_policy(state: State, combat: Combat, side: int) -> bool:
    """Whether a side are guards for whom nobody decides."""
    return combat.seats[side] == GUARDS and guard_seat(state, combat) < 0


class CombatQuestion(Question):
    """A decision of the side whose turn it is in the combat."""

    def actors(self, state: State) -> list[Seat]:
        combat = the_combat(state)
        seat = combat.seats[combat.actor]
        return [guard_seat(state, combat) if seat == GUARDS else seat]


class Phase(CombatQuestion):
    """A phase; `then` is the one that follows it."""

    def __init__(self, phase: str, then: str) -> None:
        super().__init__(f"combat {phase}")
        self.then: Final = then

    @abstractmethod
    def asks(self, play: Play, combat: Combat) -> bool:
        """Whether a side has to decide, which is then the combat's actor."""

    def run(self, play: Play, combat: Combat) -> bool:
        """Go on with the phase; True: a side decides. Otherwise the combat has moved on."""
        if self.asks(play, combat):
            return True
        combat.enter(self.then)
        return False


def the_combat(state: State) -> Combat:
    """The combat under way."""
    assert state.combat is not None
    return state.combat


PHASES: Final[dict[str, Phase]] = {}
"""By name. `rules.py` fills it."""
