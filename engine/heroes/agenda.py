"""The agenda: what is still to be done, and how a match goes on until somebody must decide.

The last task is done next. A task is a question to seats, or an errand that goes on by itself.
"""

from abc import ABC, abstractmethod
from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State, Task


class Question(Decision[State]):
    """A decision of Heroes vs Warlords: it is answered, and the agenda goes on.

    Its `candidates` are all legal, so that nothing is asked twice; the laws compare both.
    """

    @abstractmethod
    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        """What a legal command does at once."""

    def waits(self, play: Play, task: Task) -> bool:
        """Whether a seat must decide; otherwise the question is void, or all have answered."""
        return True

    def close(self, play: Play, task: Task) -> None:
        """Nobody is asked any more."""
        play.state.agenda.pop()

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return self.candidates(state, seat)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        play = Play(state, chance, events)
        self.answer(play, seat, command)
        go_on(play)


class Errand(ABC):
    """A task that needs no decision, or makes others decide in the midst of it."""

    @abstractmethod
    def run(self, play: Play, task: Task) -> bool:
        """Go on with it; True: a seat must decide."""


QUESTIONS: Final[dict[str, Question]] = {}
ERRANDS: Final[dict[str, Errand]] = {}
"""By the name of the task. `rules.py` fills them: chapters need not know each other."""


def go_on(play: Play) -> None:
    """Do what is on the agenda until a seat must decide or the match is over."""
    agenda = play.state.agenda
    while agenda:
        task = agenda[-1]
        question = QUESTIONS.get(task.name)
        if question is None:
            if ERRANDS[task.name].run(play, task):
                return
        elif question.waits(play, task):
            return
        else:
            question.close(play, task)
        agenda = play.state.agenda
