"""The words every ruleset shares: seats, refusals, events, outcomes."""

from typing import Final, TypeAlias, final

# Tables are declared as of any length: compiled, one of a known length is built anew whenever it
# is indexed with a variable.
Numbers: TypeAlias = "tuple[int, ...]"
Words: TypeAlias = "tuple[str, ...]"

Seat: TypeAlias = int
MAX_SEATS: Final = 6
SEAT_NAMES: Final = tuple(f"p{number}" for number in range(1, MAX_SEATS + 1))


@final
class Refusal:
    """Why a command is refused. Refusals are named constants; compare them with `is`."""

    def __init__(self, rule: str, reason: str) -> None:
        self.rule: Final = rule
        self.reason: Final = reason

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.reason!r})"


NOT_TO_ACT: Final = Refusal("CORE-1", "it is not this seat's turn to decide")
WRONG_DECISION: Final = Refusal("CORE-2", "this command answers another decision")

COMMAND: Final = "command"
"""The name of the event that says that a seat has given a command; its value is the text."""


@final
class Event:
    """Something that happened while a command was applied.

    `name` is a stable word (`depleted`), `seat` whom it concerns (-1: nobody in particular),
    `values` what it says of it: numbers, and words that are never the text of a number. `to` lists
    the seats that may know; None means everybody.
    """

    __slots__ = ("name", "seat", "to", "values")

    def __init__(
        self,
        name: str,
        seat: Seat,
        values: "tuple[int | str, ...]" = (),
        to: "tuple[Seat, ...] | None" = None,
    ) -> None:
        self.name = name
        self.seat = seat
        self.values = values
        self.to = to

    def seen_by(self, seat: "Seat | None") -> bool:
        """Whether a seat (None: a spectator) may know of it."""
        return self.to is None or (seat is not None and seat in self.to)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event)
            and self.name == other.name
            and self.seat == other.seat
            and self.values == other.values
            and self.to == other.to
        )

    def __hash__(self) -> int:
        return hash((self.name, self.seat, self.values, self.to))

    def __str__(self) -> str:
        words = [str(value) for value in self.values]
        who = [SEAT_NAMES[self.seat]] if self.seat >= 0 else []
        return " ".join([*who, self.name, *words])

    def __repr__(self) -> str:
        return f"Event({str(self)!r})"


@final
class Outcome:
    """How a match ended.

    `ranks` has one entry per seat: 1 is best, ties share a rank and the next rank is left out
    (1, 1, 3). `scores` are the ruleset's own points, for display. `rule` and `reason` say what
    ended it; `natural` is false when a cap did.
    """

    __slots__ = ("natural", "ranks", "reason", "rule", "scores")

    def __init__(
        self, *, ranks: list[int], scores: list[int], rule: str, reason: str, natural: bool
    ) -> None:
        self.ranks = ranks
        self.scores = scores
        self.rule = rule
        self.reason = reason
        self.natural = natural

    def winners(self) -> list[Seat]:
        """The seats of rank 1."""
        return [seat for seat, rank in enumerate(self.ranks) if rank == 1]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Outcome)
            and self.ranks == other.ranks
            and self.scores == other.scores
            and self.rule == other.rule
            and self.reason == other.reason
            and self.natural == other.natural
        )

    def __hash__(self) -> int:
        return hash((tuple(self.ranks), tuple(self.scores), self.rule, self.reason, self.natural))

    def __repr__(self) -> str:
        return f"Outcome({self.reason}, ranks={self.ranks}, scores={self.scores}, {self.rule})"


def ranks_of(keys: "list[tuple[int, ...]]") -> list[int]:
    """Ranks from sort keys, one per seat, larger is better: equal keys share a rank (1, 1, 3)."""
    return [1 + sum(1 for other in keys if other > key) for key in keys]
