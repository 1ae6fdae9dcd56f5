"""Bots of the registry as opponents: they are asked as the referee asks them, without a clock."""

from functools import partial
from typing import Final

from pentarch.arbiter.referee.answers import Plan, read_plan, readable
from pentarch.bots.registry import make
from pentarch.bots.sdk import Answer
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.errors import InvalidCommand
from pentarch.research.course import Course
from pentarch.seated_bot import SeatedBot


class Opponent:
    """A bot that sits at a seat of a match."""

    def __init__(self, spec: str, course: Course, seat: Seat, seed: int) -> None:
        kind = course.kind
        self._course: Final = course
        self._seat: Final = seat
        self._asked = 0
        self._plan: Plan = []
        self._look: Final = partial(course.view, seat)
        self._hear: Final = partial(course.heard, seat)
        self._bot: Final = SeatedBot(
            make(spec, kind.ruleset.info.id),
            kind.ruleset,
            seat,
            options=kind.options.plain(),
            bots=[spec if other == seat else "environment" for other in range(kind.seats)],
            seed=seed,
        )

    def command(self) -> Command:
        """What it does now: the next command of its plan while that is legal, else it decides.

        Raises what the bot raises, and Fault or InvalidCommand for what is no legal answer.
        """
        legal = self._course.legal(self._seat)
        if len(legal) == 1:
            return legal[0]
        planned = self._next(legal)
        if planned is not None:
            return planned
        answer = self._answer(legal)
        # The plain case first: a command that was offered.
        if type(answer) is Command and answer in legal:
            return answer
        ruleset = self._course.kind.ruleset
        self._plan = read_plan(ruleset, self._course.state, self._seat, answer)
        first = self._plan[0]
        chosen = self._next(legal)
        if chosen is None:
            raise InvalidCommand(f"the opponent's answer {str(first)!r} is not legal now")
        return chosen

    def _next(self, legal: list[Command]) -> Command | None:
        if not self._plan:
            return None
        item = self._plan.pop(0)
        try:
            command = readable(self._course.kind.ruleset, item)
        except InvalidCommand:
            command = None
        if command is None or command not in legal:
            self._plan = []
            return None
        return command

    def _answer(self, legal: list[Command]) -> Answer:
        self._asked += 1
        answer, _ = self._bot.decide(self._asked, legal, self._look, self._hear)
        return answer
