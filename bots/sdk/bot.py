"""What a bot is, and what it is told: the same for every ruleset and every way of connecting."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pentarch.bots.sdk.text import choices, happened, identity
from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset

Answer: TypeAlias = Command | str | Sequence[Command | str]
"""What a bot decides: one command, or a plan of several, as commands or as their text.

A plan is played as far as it goes: when a later command of it is refused, the rest is dropped,
and the next `Turn` says why.

Examples:
    >>> from pentarch import Answer, Bot, Turn, play
    >>> class Planner(Bot):
    ...     def decide(self, turn: Turn) -> Answer:
    ...         return [turn.legal[0].text, turn.legal[-1]]
    >>> play("township", [Planner, "random"], seed=1, options={"round_cap": 5}).forfeits
    []
"""


@dataclass(frozen=True)
class Clock:
    """Seconds: `left` in the bank, what each decision adds, and the most one may take."""

    left: float
    increment: float
    cap: float


@dataclass(frozen=True)
class Start:
    """What a bot learns when a match begins. `seed` is its own, for its own randomness.

    Examples:
        >>> import random
        >>> from pentarch import Bot, Start, Turn, play
        >>> class Lucky(Bot):
        ...     def start(self, start: Start) -> None:
        ...         self.luck = random.Random(start.seed)
        ...     def decide(self, turn: Turn):
        ...         return self.luck.choice(turn.legal)
        >>> matches = [play("township", [Lucky, "random"], seed=5) for _ in range(2)]
        >>> bytes(matches[0]) == bytes(matches[1])
        True
    """

    ruleset: Ruleset[Any]
    seat: Seat
    seats: int
    options: dict[str, Json]
    bots: list[str]
    seed: int


@dataclass(frozen=True)
class Ending:
    """How the match ended for everybody.

    Examples:
        >>> from pentarch import Bot, Ending, Turn, play
        >>> class Modest(Bot):
        ...     def decide(self, turn: Turn):
        ...         return turn.legal[0]
        ...     def finish(self, ending: Ending) -> None:
        ...         print("rank", ending.outcome.ranks[ending.seat])
        >>> record = play("township", [Modest, "random"], seed=1)
        rank 2
    """

    outcome: Outcome
    seat: Seat


@dataclass
class Turn:
    """One decision: what the seat sees, what it may do, and how much time it has.

    Examples:
        >>> from pentarch import Bot, Turn, play
        >>> class Looker(Bot):
        ...     def decide(self, turn: Turn):
        ...         if turn.sequence == 1:
        ...             print(len(turn.legal), "commands, such as", turn.legal[0])
        ...             trial = turn.sample()  # a state to try things on
        ...             print("seats to act:", turn.ruleset.to_act(trial))
        ...         turn.note("choices", len(turn.legal))  # shown beside the step in a replay
        ...         return turn.legal[0]
        >>> record = play("township", [Looker, "random"], seed=1)
        15 commands, such as break farm
        seats to act: [0]
    """

    ruleset: Ruleset[Any]
    seat: Seat
    seats: int
    sequence: int
    legal: list[Command]
    clock: Clock
    look: Callable[[], Json]
    hear: Callable[[], list[Event]] = list
    notes: dict[str, Json] = field(default_factory=dict)
    refused: str = ""
    """Why the rest of the seat's latest plan was dropped; empty when nothing was."""

    @property
    def view(self) -> Json:
        """What the seat may know, as plain values; made when first asked for."""
        if not hasattr(self, "_view"):
            self._view = self.look()
        return self._view

    @property
    def events(self) -> list[Event]:
        """What the seat may know of all that happened since its decision before this one.

        In the order in which it happened: `command` for every command that the seat may know, its
        own too, with the text as the only value, then the events that followed from it. What would
        be too much is left out from the front, and `left_out` says how many.

            for event in turn.events:
                if event.name == "command" and event.seat != turn.seat:
                    print(event)  # p2 command build inn
        """
        if not hasattr(self, "_events"):
            self._events = self.hear()
        return self._events

    @property
    def text(self) -> str:
        """The decision in words: who one is, what has happened, what one sees, what one may do.

        Made of `view`, `events`, `refused` and `legal` and of nothing else, so that it tells what
        the seat may know. The legal commands are numbered as in `legal`.
        """
        news = happened(self.ruleset, self.events) or ["- Nothing."]
        if self.refused:
            news.append(f"- The rest of your plan was dropped: {self.refused}")
        return "\n".join(
            [
                identity(self.ruleset, self.seat, self.seats),
                "\nWhat has happened since your last decision:",
                *news,
                "\nWhat you see:",
                self.ruleset.text(self.view),
                "\nYour legal commands:",
                *choices(self.ruleset, self.legal),
            ]
        )

    def sample(self, chance: Chance | None = None) -> Any:
        """A state that agrees with all the seat knows; what it does not know is drawn.

        Bots that never look at hidden things can leave `chance` out.
        """
        return self.ruleset.sample(self.view, self.seat, chance or Seeded(self.sequence))

    def note(self, name: str, value: Json) -> None:
        """Attach a value to this decision; the replay shows it."""
        self.notes[name] = value


class Bot(ABC):
    """Base of every bot. Only `decide` is needed.

    Examples:
        >>> from pentarch import Bot, Turn, play
        >>> class First(Bot):
        ...     def decide(self, turn: Turn):
        ...         return turn.legal[0]
        >>> play("township", [First, First], seed=1, options={"round_cap": 5}).outcome.ranks
        [1, 1]
    """

    def start(self, start: Start) -> None:  # noqa: B027 - most bots need nothing here
        """A match begins. One bot object plays one match at a time."""

    @abstractmethod
    def decide(self, turn: Turn) -> Answer:
        """The command to give, out of `turn.legal`, or a plan of several."""

    def finish(self, ending: Ending) -> None:  # noqa: B027
        """The match is over."""
