"""The two hit systems: every hit kills a unit, or a unit takes as many hits as its level."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.settings import Settings
from pentarch.engine.heroes.tables import Unit


def _half(points: int) -> int:
    """Half of a skill, rounded up."""
    return (points + 1) // 2


class Hits(ABC):
    """What hits do to stacks, and what points of a race skill stand for."""

    is_advanced: bool

    @abstractmethod
    def capacity(self, stack: Stack) -> int:
        """Hits that a stack can take."""

    @abstractmethod
    def full(self, stack: Stack) -> int:
        """Hits that a winning stack scores (HW-8.6.1.a, HW-19.14.b)."""

    @abstractmethod
    def value(self, stack: Stack, target: Stack) -> int:
        """V of HW-8.0.d: what a stack would destroy of another."""

    @abstractmethod
    def take(self, combat: Combat, stack: Stack, hits: int) -> int:
        """Hits on a stack; what dies counts for the other side. The number of units killed."""

    @abstractmethod
    def furious(self, settings: Settings, points: int, victim: Unit) -> int:
        """Hits that points of fury add; evened out: units of the stack hit."""

    @abstractmethod
    def spared(self, settings: Settings, points: int, victim: Unit) -> int:
        """Hits that points of experience take away."""

    @abstractmethod
    def clever(self, settings: Settings, points: int) -> int:
        """What cleverness adds to a total; evened out: a turned advanced result weighs more."""

    @abstractmethod
    def attrition(self, taken: int) -> int:
        """Hits that the winner of a Close Combat takes himself (HW-19.16.1.a)."""


@final
class BasicHits(Hits):
    """HW-8.6: one hit, one unit."""

    def __init__(self) -> None:
        self.is_advanced = False

    def capacity(self, stack: Stack) -> int:
        return stack.count

    def full(self, stack: Stack) -> int:
        return stack.count

    def value(self, stack: Stack, target: Stack) -> int:
        return min(stack.count, target.count) * target.unit.level

    def take(self, combat: Combat, stack: Stack, hits: int) -> int:
        """HW-8.6.2.a."""
        killed = min(stack.count, hits)
        combat.kill(stack, killed)
        return killed

    def furious(self, settings: Settings, points: int, victim: Unit) -> int:
        return points

    def spared(self, settings: Settings, points: int, victim: Unit) -> int:
        return _half(points) if settings.even_race_skills else points

    def clever(self, settings: Settings, points: int) -> int:
        return points

    def attrition(self, taken: int) -> int:
        return 0


@final
class AdvancedHits(Hits):
    """HW-19.14, HW-19.15: a unit takes as many hits as its level, and damage stays."""

    def __init__(self) -> None:
        self.is_advanced = True

    def capacity(self, stack: Stack) -> int:
        return stack.count * stack.unit.level - stack.damage

    def full(self, stack: Stack) -> int:
        return stack.count * stack.unit.level

    def value(self, stack: Stack, target: Stack) -> int:
        return min(self.full(stack), self.capacity(target))

    def take(self, combat: Combat, stack: Stack, hits: int) -> int:
        """HW-19.15.1.a."""
        level = stack.unit.level
        pool = stack.damage + hits
        killed = min(stack.count, pool // level)
        stack.damage = pool - killed * level
        combat.kill(stack, killed)
        return killed

    def furious(self, settings: Settings, points: int, victim: Unit) -> int:
        return points * victim.level if settings.even_race_skills else points

    def spared(self, settings: Settings, points: int, victim: Unit) -> int:
        return self.furious(settings, points, victim)

    def clever(self, settings: Settings, points: int) -> int:
        return _half(points) if settings.even_race_skills else points

    def attrition(self, taken: int) -> int:
        return taken // 4


BASIC: Final = BasicHits()
ADVANCED: Final = AdvancedHits()
