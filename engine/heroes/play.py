"""What applying a command carries along: the state, the chance, and the events so far."""

from typing import final

from pentarch.engine.chance import Chance
from pentarch.engine.core import Event, Seat
from pentarch.engine.heroes.state import State


@final
class Play:
    """One command being applied. Rules push tasks on the agenda; the flow takes the last one."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    def note(self, name: str, seat: Seat, *values: "int | str") -> None:
        """Tell everybody that something happened."""
        self.events.append(Event(name, seat, values))

    def whisper(self, name: str, seat: Seat, *values: "int | str") -> None:
        """Tell only the seat it concerns."""
        self.events.append(Event(name, seat, values, (seat,)))

    def push(self, task: int, one: int, other: int) -> None:
        """Put a task on the agenda: it is done before everything already there."""
        self.state.agenda.append((task, one, other))
