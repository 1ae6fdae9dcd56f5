"""Who is asked: the active seat, or the one it attacks (TS-1.4)."""

from pentarch.engine.core import Seat
from pentarch.engine.decision import Choice, Decision
from pentarch.engine.township.state import State


class ActiveDecision(Decision[State]):
    """A decision of the active seat."""

    def actors(self, state: State) -> list[Seat]:
        return [state.active]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return seat == state.active


class ActiveChoice(Choice[State]):
    """A decision of the active seat that several verbs answer."""

    def actors(self, state: State) -> list[Seat]:
        return [state.active]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return seat == state.active


class DefenderDecision(Decision[State]):
    """A decision of the seat that is attacked."""

    def actors(self, state: State) -> list[Seat]:
        return [state.current().defender]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return seat == state.current().defender
