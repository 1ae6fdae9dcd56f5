"""What applying a command carries along: the state, the chance, and the events so far."""

from typing import final

from pentarch.engine.chance import Chance
from pentarch.engine.core import Event, Seat
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.state import State


@final
class Play:
    """One command being applied. Rules push tasks on the agenda; the last one is done next."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance, events: "list[Event] | None" = None) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = [] if events is None else events

    @property
    def combat(self) -> Combat:
        """The combat under way."""
        combat = self.state.combat
        assert combat is not None
        return combat

    def note(self, name: str, seat: Seat, *values: "int | str") -> None:
        """Tell everybody that something happened."""
        self.events.append(Event(name, seat, values))

    def whisper(self, name: str, seat: Seat, *values: "int | str") -> None:
        """Tell only the seat it concerns."""
        self.events.append(Event(name, seat, values, (seat,)))

    def one_of(self, count: int) -> int:
        """Any of so many; without a draw if there is but one."""
        return self.chance.below(count) if count > 1 else 0
