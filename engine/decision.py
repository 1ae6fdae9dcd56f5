"""Decisions: what seats are asked, each an object that knows its own rules.

A state names the decision that is open; the ruleset finds the object of that name and asks it who
acts, what is legal, why something is refused, and what a command does. Nothing else in a ruleset
asks which decision it is.
"""

from abc import ABC, abstractmethod
from typing import Final, Generic, TypeVar

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat

S = TypeVar("S")


class Decision(ABC, Generic[S]):
    """Something that one or several seats are asked. One object for all matches, without a state.

    `name` is the word that dumps and views show. A subclass says what might be answered
    (`candidates`), what speaks against an answer (`refusal`) and what it does (`carry_out`); that
    is the whole rule, and `legal` and `check` follow from it.
    """

    def __init__(self, name: str) -> None:
        self.name: Final = name

    @abstractmethod
    def actors(self, state: S) -> list[Seat]:
        """The seats that are asked, ascending; never empty."""

    def is_asked(self, state: S, seat: Seat) -> bool:
        """Whether the seat is one of them."""
        return seat in self.actors(state)

    @abstractmethod
    def candidates(self, state: S, seat: Seat) -> list[Command]:
        """Every command that could be legal, in the order in which they are listed."""

    @abstractmethod
    def refusal(self, state: S, seat: Seat, command: Command) -> "Refusal | None":
        """Why an asked seat may not answer with this command, or None. Never changes the state."""

    @abstractmethod
    def carry_out(
        self, state: S, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """Do what a legal command says, and what follows until the next decision."""

    def legal(self, state: S, seat: Seat) -> list[Command]:
        """What an asked seat may answer. A faster way is allowed where a profile asks for it."""
        return [
            command
            for command in self.candidates(state, seat)
            if self.refusal(state, seat, command) is None
        ]


class Branch(ABC, Generic[S]):
    """One way to answer a decision: the commands of one verb, and their rule."""

    def __init__(self, verb: Verb) -> None:
        self.verb: Final = verb

    @abstractmethod
    def candidates(self, state: S, seat: Seat) -> list[Command]:
        """Every command of the verb that could be legal, in order."""

    @abstractmethod
    def refusal(self, state: S, seat: Seat, command: Command) -> "Refusal | None":
        """Why a command of the verb is refused, or None."""

    @abstractmethod
    def carry_out(
        self, state: S, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """Do what it says, and what follows until the next decision."""

    def legal(self, state: S, seat: Seat) -> list[Command]:
        """The legal commands of the verb."""
        return [
            command
            for command in self.candidates(state, seat)
            if self.refusal(state, seat, command) is None
        ]


class Choice(Decision[S]):
    """A decision that can be answered in several ways, listed in the order of its branches."""

    def __init__(self, name: str, branches: "list[Branch[S]]") -> None:
        super().__init__(name)
        self.branches: Final = branches
        self._by_verb: Final = {branch.verb: branch for branch in branches}

    def candidates(self, state: S, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for branch in self.branches:
            listed += branch.candidates(state, seat)
        return listed

    def legal(self, state: S, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for branch in self.branches:
            listed += branch.legal(state, seat)
        return listed

    def refusal(self, state: S, seat: Seat, command: Command) -> "Refusal | None":
        branch = self._by_verb.get(command.verb)
        if branch is None:
            return WRONG_DECISION
        return branch.refusal(state, seat, command)

    def carry_out(
        self, state: S, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        self._by_verb[command.verb].carry_out(state, seat, command, chance, events)
