"""Where a combat is fought: the Arena and the Battle Display have this in common."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.tables import Unit

if TYPE_CHECKING:
    from pentarch.engine.heroes.play import Play
    from pentarch.engine.heroes.state import State


class Battlefield(ABC):
    """Chosen once, when a combat begins. A step is one side's turn with its stacks of one kind."""

    # Before the first round.

    def mannable(self, state: "State", combat: Combat, tower: int) -> list[Stack]:
        """Stacks that can be put into a tower (1 or 2) before the combat."""
        return []

    def asks_to_deploy(self, play: "Play", combat: Combat, side: int) -> bool:
        """Whether a side has to put stacks somewhere before the combat."""
        return False

    def begin_round(self, state: "State", combat: Combat) -> None:
        """Forget what stacks did in the last round."""
        for stack in combat.stacks:
            stack.begin_round()

    @abstractmethod
    def join(self, state: "State", combat: Combat, stack: Stack) -> None:
        """A stack appears in the midst of the combat."""

    # A step.

    @abstractmethod
    def run_step(self, play: "Play", combat: Combat, side: int, kind: int) -> bool:
        """Go on with a step; True: its side must decide."""

    @abstractmethod
    def step_candidates(
        self, state: "State", combat: Combat, side: int, kind: int
    ) -> list[Command]:
        """What the side may do, all of it legal."""

    @abstractmethod
    def step_refusal(
        self, state: "State", combat: Combat, side: int, kind: int, command: Command
    ) -> "Refusal | None":
        """Why it may not do something."""

    @abstractmethod
    def order_step(
        self, play: "Play", combat: Combat, kind: int, then: str, command: Command
    ) -> None:
        """Carry out a command of a step; `then` is the phase that follows."""

    # Sieges.

    @abstractmethod
    def tower_of(self, state: "State", combat: Combat, stack: Stack) -> int:
        """The undestroyed tower (1 or 2) a stack stands in, or 0."""

    @abstractmethod
    def halved(self, hits: int) -> int:
        """Hits on a stack in a tower (HW-8.7.g, HW-19.17.1.a)."""

    @abstractmethod
    def tower_defense(self, city: City) -> int:
        """What a tower adds against fire."""

    @abstractmethod
    def siege_defense(self, state: "State", combat: Combat, stack: Stack) -> int:
        """What works and towers add in Close Combat."""

    @abstractmethod
    def can_breach(self, state: "State", combat: Combat) -> bool:
        """Whether there is something to breach."""

    @abstractmethod
    def breach_candidates(self, state: "State", combat: Combat) -> list[Command]:
        """The ways to try it, all of them legal."""

    @abstractmethod
    def breach_refusal(self, state: "State", combat: Combat, command: Command) -> "Refusal | None":
        """Why it may not be tried like that."""

    @abstractmethod
    def order_breach(self, play: "Play", combat: Combat, command: Command) -> None:
        """Try it."""

    # The ground.

    def is_led(self, unit: Unit) -> bool:
        """Whether such a unit fights with its Hero's abilities in Close Combat, else with half."""
        return True

    def woods(self, state: "State", combat: Combat, stack: Stack) -> int:
        """What woods add to a stack's defense."""
        return 0

    def pressure(self, stack: Stack) -> int:
        """What earlier attacks of a step take from a stack's defense."""
        return 0

    def fire(self, state: "State", combat: Combat, stack: Stack, victim: Stack, hits: int) -> int:
        """Hits that fire scores at its distance."""
        return hits
