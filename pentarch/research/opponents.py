"""Bots of the registry as opponents: they are asked as the referee asks them, without a clock."""

from typing import Final

from pentarch.bots.registry import make
from pentarch.bots.sdk import Bot, Clock, Start, Turn
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError
from pentarch.research.course import Course

_CLOCK: Final = Clock(left=86_400.0, increment=0.0, cap=86_400.0)


class Opponent:
    """A bot that sits at a seat of a match."""

    def __init__(self, spec: str, course: Course, seat: Seat) -> None:
        ruleset, match = course.kind.ruleset, course.match
        self._course: Final = course
        self._seat: Final = seat
        self._bot: Final[Bot] = make(spec, ruleset.info.id)
        self._asked = 0
        self._plan: list[Command | str] = []
        names = [spec if other == seat else "environment" for other in range(match.seats)]
        options = match.options.plain()
        self._bot.start(
            Start(ruleset, seat, match.seats, options, names, (course.luck + seat) % 2**63)
        )

    def command(self) -> Command:
        """What it does now: the next command of its plan while that is legal, else it decides."""
        legal = self._course.legal(self._seat)
        if len(legal) == 1:
            return legal[0]
        planned = self._next(legal)
        if planned is not None:
            return planned
        self._plan = self._decided(legal)
        chosen = self._next(legal)
        if chosen is None:
            raise RuntimeError("the bot gave a command that is not legal")
        return chosen

    def _next(self, legal: list[Command]) -> Command | None:
        if not self._plan:
            return None
        first = self._plan.pop(0)
        try:
            command = self._course.kind.ruleset.read(first) if isinstance(first, str) else first
        except EngineError:
            command = None
        if command is None or not any(each is command for each in legal):
            self._plan = []
            return None
        return command

    def _decided(self, legal: list[Command]) -> list[Command | str]:
        course, seat = self._course, self._seat
        ruleset, match = course.kind.ruleset, course.match
        self._asked += 1
        turn = Turn(
            ruleset,
            seat,
            match.seats,
            self._asked,
            legal,
            _CLOCK,
            lambda: course.view(seat),
            lambda: course.heard(seat),
        )
        answer = self._bot.decide(turn)
        if isinstance(answer, Command | str):
            return [answer]
        texts = [part.text if isinstance(part, Command) else part for part in answer]
        return list(ruleset.expand(match.state, seat, texts))
