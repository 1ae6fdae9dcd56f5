"""Programs at the seats of matches on this machine, and as bots of this process."""

import time
import weakref
from math import inf
from typing import Final

from pentarch.arbiter.referee import UNTIMED, Port, Reply, Terms
from pentarch.author.launch import Launch, launch_of
from pentarch.author.program import LocalPort, RunningProgram
from pentarch.bots.registry import is_program, make
from pentarch.bots.sdk import Answer, Bot, Ending, Start, Turn
from pentarch.engine.commands import Command

_START_WAIT: Final = 30.0
_END_WAIT: Final = 5.0


def program_seat(spec: str, terms: Terms) -> Port:
    """The seat of a bot that is a program. Raises UnknownBot."""
    return ProgramSeat(launch_of(spec), terms)


def bot_of(spec: str, ruleset: str) -> Bot:
    """A bot of this process, also where a program must be started for it. Raises UnknownBot."""
    return ProgramBot(launch_of(spec)) if is_program(spec) else make(spec, ruleset)


class ProgramSeat(Port):
    """The seat of a program that runs for one match."""

    def __init__(self, launch: Launch, terms: Terms, *, is_remote: bool = False) -> None:
        self._launch: Final = launch
        self._terms: Final = terms
        self._is_remote: Final = is_remote
        self._program: RunningProgram | None = None
        self._port: LocalPort | None = None
        self._is_thinking = False

    def start(self, start: Start, deadline: float) -> None:
        # Starting a program takes longer than any one decision may.
        deadline = max(deadline, time.perf_counter() + _START_WAIT)
        self._program = RunningProgram(self._launch, is_remote=self._is_remote)
        self._port = LocalPort(self._program, 1, self._terms)
        self._port.expect_hello(deadline)
        self._port.start(start, deadline)

    def ask(self, turn: Turn) -> None:
        self._is_thinking = True
        self._seated().ask(turn)

    def answer(self, deadline: float) -> Reply:
        reply = self._seated().answer(deadline)
        self._is_thinking = False
        return reply

    def finish(self, ending: Ending) -> None:
        self._seated().finish(ending)

    def close(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            # Nobody wants the answer that it still thinks about.
            program.end(0.0 if self._is_thinking else _END_WAIT)

    def _seated(self) -> LocalPort:
        assert self._port is not None, "started"
        return self._port


class ProgramBot(Bot):
    """A program as a bot of this process, for where no port can sit. What it does wrong is a Fault.

    The program ends with the match, or when nobody holds the bot any more.
    """

    def __init__(self, launch: Launch, *, is_remote: bool = False) -> None:
        self._seat: Final = ProgramSeat(launch, UNTIMED, is_remote=is_remote)
        self._end: Final = weakref.finalize(self, self._seat.close)

    def start(self, start: Start) -> None:
        self._seat.start(start, inf)

    def decide(self, turn: Turn) -> Answer:
        self._seat.ask(turn)
        reply = self._seat.answer(inf)
        if isinstance(reply.notes, dict):
            turn.notes.update(reply.notes)
        assert isinstance(reply.answer, Command | str | list), "read by the dialogue"
        return reply.answer

    def finish(self, ending: Ending) -> None:
        self._seat.finish(ending)
        self._end()
