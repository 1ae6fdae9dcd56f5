"""Matches that a model plays by tools: one command after another, against reference bots.

The referee runs in a thread and asks the model through a port of its own, which waits for the next
call of a tool. Nothing here is rated, and nothing outlives the process.
"""

import re
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Final

from pentarch.arbiter.referee import Aborted, BotSeat, Fault, PlayedMatch, Port, Referee, Reply
from pentarch.arbiter.referee.keys import chosen, drawn
from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.bots.registry import UnknownBot, make
from pentarch.bots.sdk import Ending, Start, Turn
from pentarch.bots.sdk.spelling import named
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.errors import InvalidCommand, InvalidSeats
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record

MODEL: Final = "model"
MOST_TABLES: Final = 8
MOST_COMMANDS: Final = 50
PATIENCE: Final = 60.0
# Files would be run: whoever calls a tool may not have this machine do that.
_OPPONENT: Final = re.compile(r"random|greedy(:[a-z_]{1,30})?|(mcts|expert)(:[0-9]{1,3})?")


class NoTable(Exception):
    """There is no such table. The message is one clear line."""


@dataclass(frozen=True)
class Seating:
    """What to play: the model sits at `seat`, the opponents fill the others in order."""

    ruleset: str
    opponents: list[str]
    seat: Seat = 0
    options: dict[str, Json] = field(default_factory=dict)
    seed: int | None = None


class _ModelSeat(Port):
    """The model at a seat of the referee's."""

    def __init__(self) -> None:
        self.turn: Turn | None = None
        self.change: Final = threading.Condition()
        self._answers: Final[SimpleQueue[list[str] | None]] = SimpleQueue()

    def start(self, start: Start, deadline: float) -> None:
        """See Port."""

    def ask(self, turn: Turn) -> None:
        """See Port."""
        with self.change:
            self.turn = turn
            self.change.notify_all()

    def answer(self, deadline: float) -> Reply:
        """See Port. A model is not hurried."""
        commands = self._answers.get()
        if commands is None:
            raise Fault(Verdict.TRANSPORT_LOST, "the table was left")
        return Reply(commands, 0.0, 0.0)

    def finish(self, ending: Ending) -> None:
        """See Port."""

    def decide(self, turn: Turn, commands: list[str]) -> None:
        """Hand in commands for a turn. Raises InvalidCommand if it was decided meanwhile."""
        with self.change:
            if self.turn is not turn:
                raise InvalidCommand("this was decided by another call: look at the table")
            self.turn = None
            self._answers.put(commands)

    def leave(self) -> None:
        """Answer nothing any more."""
        self._answers.put(None)


class PlayTable:
    """One match. Raises EngineError or UnknownBot when it is set up."""

    def __init__(self, seating: Seating) -> None:
        seats = len(seating.opponents) + 1
        if not 0 <= seating.seat < seats:
            raise InvalidSeats(f"you can sit at p1 to p{seats} of this table")
        keys = drawn() if seating.seed is None else chosen(seating.seed)
        self._match: Final[Match[Any]] = Match(
            registry.get(seating.ruleset),
            seats,
            seating.options,
            keys.match if keys.seed is None else keys.seed,
        )
        self._seat: Final = _ModelSeat()
        ports: list[Port] = [BotSeat(_opponent(it, seating.ruleset)) for it in seating.opponents]
        ports.insert(seating.seat, self._seat)
        names = list(seating.opponents)
        names.insert(seating.seat, MODEL)
        self._referee: Final = Referee(self._match, ports, bots=names, bot_key=keys.bots)
        self._result: PlayedMatch | None = None
        self._trouble = ""
        self._thread: Final = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def look(self, seconds: float = PATIENCE) -> str:
        """What the model is asked now, or how the match ended; waits for the others."""
        with self._seat.change:
            self._seat.change.wait_for(self._is_ready, seconds)
            turn = self._seat.turn
        if self._trouble:
            return f"The match was given up: {self._trouble}"
        if self._result is not None:
            return _ending(self._result)
        return turn.text if turn is not None else "The others are still thinking: look again."

    def play(self, commands: list[str]) -> str:
        """Give commands, the first of which must be legal; what is asked then."""
        turn = self._seat.turn
        if turn is None:
            raise InvalidCommand("nothing is asked of you now: look at the table first")
        if not 1 <= len(commands) <= MOST_COMMANDS:
            raise InvalidCommand(f"give 1 to {MOST_COMMANDS} commands, not {len(commands)}")
        self._seat.decide(turn, [named(turn, commands[0]).text, *commands[1:]])
        return self.look()

    def record(self) -> Record:
        """The record of a match that is over. Raises NoTable while it is not."""
        if self._result is None:
            raise NoTable("this match has no record: it is not over")
        return self._result.record(timed=False)

    def leave(self) -> None:
        """Give the match up, and wait for its end."""
        self._seat.leave()
        self._thread.join(PATIENCE)

    def _is_ready(self) -> bool:
        return self._seat.turn is not None or self._result is not None or bool(self._trouble)

    def _run(self) -> None:
        result, trouble = None, ""
        try:
            result = self._referee.run()
        except Aborted as error:
            trouble = str(error)
        with self._seat.change:
            self._result, self._trouble = result, trouble
            self._seat.change.notify_all()


class Tables:
    """Tables by names that nobody can guess; in a full room the oldest makes way."""

    def __init__(self) -> None:
        self._tables: Final[OrderedDict[str, PlayTable]] = OrderedDict()
        self._lock: Final = threading.Lock()

    def open(self, seating: Seating) -> str:
        """Set up a table; its name. Raises EngineError or UnknownBot."""
        table = PlayTable(seating)
        name = f"t-{secrets.token_hex(8)}"
        with self._lock:
            self._tables[name] = table
            oldest = (
                self._tables.popitem(last=False)[1] if len(self._tables) > MOST_TABLES else None
            )
        if oldest is not None:
            oldest.leave()
        return name

    def get(self, name: str) -> PlayTable:
        """The table of that name. Raises NoTable."""
        with self._lock:
            table = self._tables.get(name)
        if table is None:
            raise NoTable(f"there is no table {name[:40]!r}: the {MOST_TABLES} newest are kept")
        return table

    def close(self) -> None:
        """Leave all tables."""
        with self._lock:
            tables = list(self._tables.values())
            self._tables.clear()
        for table in tables:
            table.leave()


def _opponent(spec: str, ruleset: str) -> Any:
    if not _OPPONENT.fullmatch(spec):
        raise UnknownBot(
            "opponents are random, greedy, greedy:STYLE, mcts, mcts:SIMULATIONS, "
            "expert, expert:SIMULATIONS"
        )
    return make(spec, ruleset)


def _ending(result: PlayedMatch) -> str:
    outcome = result.outcome
    lines = [
        f"{SEAT_NAMES[seat]} ({name}): rank {outcome.ranks[seat]}, score {outcome.scores[seat]}"
        for seat, name in enumerate(result.bots)
    ]
    return "\n".join([f"The match is over: {outcome.reason} ({outcome.rule}).", *lines])
