"""What a ruleset is: the interface that each of them implements and everything else relies on."""

from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, CommandTable
from pentarch.engine.core import COMMAND, NOT_TO_ACT, Event, Outcome, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.errors import InvalidSeats
from pentarch.engine.manual import Manual
from pentarch.engine.options import Option, Options
from pentarch.engine.plain import Json

S = TypeVar("S")

OMNISCIENT: Final = -1


@final
class Info:
    """Static facts of a ruleset.

    `version` changes whenever any record could replay differently. `is_open` says that nothing is
    ever hidden: every seat's view is the same; `is_simultaneous` that several seats may be asked at
    once.
    """

    def __init__(
        self,
        *,
        id: str,
        version: int,
        title: str,
        prefix: str,
        summary: str,
        min_seats: int,
        max_seats: int,
        max_steps: int,
        options: "tuple[Option, ...]",
        is_open: bool = False,
        is_simultaneous: bool = False,
    ) -> None:
        self.id: Final = id
        self.version: Final = version
        self.title: Final = title
        self.prefix: Final = prefix
        self.summary: Final = summary
        self.min_seats: Final = min_seats
        self.max_seats: Final = max_seats
        self.max_steps: Final = max_steps
        self.options: Final = options
        self.is_open: Final = is_open
        self.is_simultaneous: Final = is_simultaneous

    def check_seats(self, seats: int) -> None:
        """Raise InvalidSeats unless the ruleset can be played by that many."""
        if not self.min_seats <= seats <= self.max_seats:
            raise InvalidSeats(
                f"{self.id} is played by {self.min_seats} to {self.max_seats} seats, not {seats}"
            )


class Ruleset(ABC, Generic[S]):
    """The rules of one kind of match, without any state of their own.

    A rule is written once: `check` decides, `legal` is made of candidates that pass the same
    predicates, `apply` trusts its caller. States are changed in place; `copy` first to look ahead.
    """

    info: Info
    commands: CommandTable

    @abstractmethod
    def setup(self, seats: int, options: Options, chance: Chance) -> S:
        """The first state. Raises InvalidOption for a combination that does not fit."""

    @abstractmethod
    def decision(self, state: S) -> "Decision[S] | None":
        """What is being decided, None once the match is over: the object the state names."""

    def to_act(self, state: S) -> list[Seat]:
        """The seats that must decide now, ascending.

        Empty: the match is over. One: a turn or a reaction. Several: they decide simultaneously;
        what one of them enters neither shows to the others nor changes what they may enter, and the
        order in which they enter it does not change the result.
        """
        decision = self.decision(state)
        return [] if decision is None else decision.actors(state)

    def legal(self, state: S, seat: Seat) -> list[Command]:
        """All commands the seat may give now, in a fixed order, without duplicates.

        Never empty for a seat in `to_act`, always empty for any other.
        """
        decision = self.decision(state)
        if decision is None or not decision.is_asked(state, seat):
            return []
        return decision.legal(state, seat)

    def check(self, state: S, seat: Seat, command: Command) -> "Refusal | None":
        """Why the command is refused, or None. Never changes the state.

        Accepts exactly what `legal` lists, for every seat and every command of the table.
        """
        decision = self.decision(state)
        if decision is None or not decision.is_asked(state, seat):
            return NOT_TO_ACT
        return decision.refusal(state, seat, command)

    def apply(self, state: S, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        """Carry out a command that `check` accepts, and what follows until the next decision."""
        events: list[Event] = []
        decision = self.decision(state)
        assert decision is not None
        decision.carry_out(state, seat, command, chance, events)
        return events

    @abstractmethod
    def outcome(self, state: S) -> "Outcome | None":
        """The result once `to_act` is empty, None before."""

    @abstractmethod
    def adjudicate(self, state: S) -> Outcome:
        """The ranking as things stand, for a match cut off by the step cap or by forfeits."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """An independent state. Hand-written; costs microseconds."""

    @abstractmethod
    def fingerprint(self, state: S) -> bytes:
        """Bytes that are equal exactly when two states of a match are. Fast: once per step."""

    @abstractmethod
    def view(self, state: S, seat: "Seat | None") -> Json:
        """What the seat may know, as plain values.

        None is a spectator, who sees only what is public; OMNISCIENT sees everything, for replays
        of matches that are over. All have the same shape, so that one renderer draws them. Two
        states that differ only in what the seat may not know give equal views.
        """

    @abstractmethod
    def sample(self, view: Json, seat: Seat, chance: Chance) -> S:
        """A state that the seat could be in for all it knows: `view(sample(v, s, c), s) == v`.

        Raises InvalidValue when the view is not one of this ruleset.
        """

    @abstractmethod
    def dump(self, state: S) -> Json:
        """The whole state as plain values."""

    @abstractmethod
    def load(self, value: Json) -> S:
        """The state that `dump` gave. Raises InvalidValue for anything else."""

    @abstractmethod
    def measures(self, state: S) -> "dict[str, list[int]]":
        """A few numbers per seat worth a chart (`renown`, `units`), always under the same names."""

    @abstractmethod
    def text(self, view: Json) -> str:
        """A view that `view` gave, in plain text for people and language models.

        It says whose turn it is, what everybody has, and of hidden things how many there are, in
        lines that fit a terminal. Being made of the view, it cannot tell more than that.
        """

    @abstractmethod
    def manual(self) -> Manual:
        """The ruleset described for those who write bots."""

    @abstractmethod
    def chart(self, state: S) -> Json:
        """What a picture of the board needs beside views and never changes in a match: lattices,
        borders, prices, strengths, effects. Nothing of it is hidden."""

    @abstractmethod
    def sentence(self, event: Event) -> str:
        """An event in a sentence for people: "p2's farm is depleted." """

    @abstractmethod
    def phrase(self, command: Command) -> str:
        """A command as people would say it, without the seat: "train a swordsman in r1"."""

    def audience(self, state: S, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        """The seats that may know that a seat has given this command; None: everybody.

        It is the same in every state of a match. Without anything hidden all commands are public;
        elsewhere a ruleset names those that say no more than all may know.
        """
        return None if self.info.is_open else (seat,)

    def told(
        self, state: S, seat: Seat, command: Command, events: list[Event], eye: "Seat | None"
    ) -> list[Event]:
        """What a seat (None: a spectator) is told of a step: its command, then what happened."""
        given = Event(COMMAND, seat, (command.text,), self.audience(state, seat, command))
        heard: list[Event] = []
        for event in [given, *events]:
            if event.to is None:
                heard.append(event)
            elif event.seen_by(eye):
                # Who else was told is not for this seat to know.
                heard.append(Event(event.name, event.seat, event.values))
        return heard

    def groups(self, state: S) -> "dict[str, list[str]]":
        """What seats of a first state can be told apart by besides their places (`race`).

        By name of the grouping, the group of each seat. Most rulesets have none.
        """
        return {}

    def fallback(self, state: S, seat: Seat) -> Command:
        """What is played for a seat that has forfeited: a fixed, harmless choice."""
        return self.legal(state, seat)[0]

    def expand(self, state: S, seat: Seat, texts: list[str]) -> list[str]:
        """A plan with its short forms written out. Most rulesets have none."""
        return texts

    def read(self, text: str) -> Command:
        """The command a text spells. Raises InvalidCommand."""
        return self.commands.read(text)

    def write(self, command: Command) -> str:
        """The one text of a command."""
        return command.text
