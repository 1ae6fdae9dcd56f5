"""The kinds of decisions in TradeWarz: whom they ask, and what main actions have in common."""

from abc import abstractmethod
from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch, Choice
from pentarch.engine.tradewarz import refusals
from pentarch.engine.tradewarz.state import House, State


class OwnChoice(Choice[State]):
    """Asked of the seat whose turn it is."""

    def actors(self, state: State) -> list[Seat]:
        return [state.seat]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return seat == state.seat


class Reaction(Choice[State]):
    """Asked of one seat, whose turn it need not be."""

    @abstractmethod
    def actor(self, state: State) -> Seat:
        """Who is asked."""

    def actors(self, state: State) -> list[Seat]:
        return [self.actor(state)]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return seat == self.actor(state)


class MainAction(Branch[State]):
    """TW-TURN.4, TW-TURN.6: a main action that takes a token and opens a decision of its own."""

    def __init__(self, verb: Verb, token: int) -> None:
        super().__init__(verb)
        self.token: Final = token
        self.listed: Final = [verb.of()]

    @abstractmethod
    def obstacle(self, state: State, house: House) -> "Refusal | None":
        """Why the action would lead nowhere, or None."""

    @abstractmethod
    def begin(self, state: State, house: House, chance: Chance, events: list[Event]) -> None:
        """Open the decision that follows."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return self.listed

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return self.listed if self.refusal(state, seat, self.listed[0]) is None else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        if not house.tokens[self.token]:
            return refusals.NO_TOKEN
        return self.obstacle(state, house)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house = state.houses[seat]
        house.tokens[self.token] -= 1
        self.begin(state, house, chance, events)
