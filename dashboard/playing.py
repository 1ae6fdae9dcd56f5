"""A person at a table: one match in this process, against reference bots, under the referee.

The referee runs in a thread. It asks the person through a port of its own and waits for what the
browser sends; a table that nobody touches for long is given up.
"""

import secrets
import threading
import time
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final

from arbiter.keys import chosen, drawn
from arbiter.referee import Aborted, BotSeat, Fault, MatchResult, Port, Referee, Reply, Verdict
from bots.registry import make
from bots.sdk import Ending, Start, Turn
from dashboard.viewer import page
from dashboard.viewer.component import Choice
from dashboard.viewer.frames import Course
from engine import registry
from engine.core import SEAT_NAMES, Event, Outcome, Seat
from engine.match import Match
from engine.plain import Json
from engine.record import encode

PERSON: Final = "you"
OPPONENTS: Final = ("greedy", "random", "mcts:50", "mcts")
_IDLE: Final = 1800.0
_MOST_TABLES: Final = 32
_KEPT: Final = 80
_open_tables: Final = threading.BoundedSemaphore(_MOST_TABLES)


class NoTable(Exception):
    """All tables of this dashboard are taken."""


@dataclass(frozen=True)
class Seating:
    """What to play: the person sits at `seat`, the opponents fill the others in order."""

    ruleset: str
    seat: Seat
    opponents: tuple[str, ...]
    options: dict[str, Json] = field(default_factory=dict)
    seed: int | None = None


class Table:
    """A match of a person. Raises EngineError, UnknownBot and NoTable when it is set up."""

    def __init__(self, seating: Seating) -> None:
        self.seating: Final = seating
        self.name: Final = secrets.token_hex(8)
        keys = drawn() if seating.seed is None else chosen(seating.seed)
        self._match: Final[Match[Any]] = Match(
            registry.get(seating.ruleset),
            1 + len(seating.opponents),
            seating.options,
            keys.match if keys.seed is None else keys.seed,
        )
        self._person: Final = Person()
        ports: list[Port] = [BotSeat(make(spec, seating.ruleset)) for spec in seating.opponents]
        ports.insert(seating.seat, PersonSeat(self._person))
        self.bots: Final = list(seating.opponents)
        self.bots.insert(seating.seat, PERSON)
        self._lock: Final = threading.Lock()
        self._course: Final = Course(self._match, seating.seat, self.bots, _KEPT)
        self._referee: Final = Referee(
            self._match, ports, bots=self.bots, watch=self._watch, bot_key=keys.bots
        )
        self._result: MatchResult | None = None
        self._trouble = ""
        if not _open_tables.acquire(blocking=False):
            raise NoTable("all tables are taken; try again later")
        self._thread: Final = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    @property
    def steps(self) -> int:
        """How many steps the match has come."""
        return self._course.steps

    @property
    def trouble(self) -> str:
        """Why the match was given up, in words; empty while all is well."""
        return self._trouble

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return None if self._result is None else self._result.outcome

    @property
    def choice(self) -> Choice:
        """What the person may choose from now; nothing while others decide."""
        return self._person.choice(self.seating.seat)

    def payload(self) -> str:
        """What the viewer is fed, as JSON: the person's own view and nothing else."""
        with self._lock:
            return page.embed(self._course.payload())

    def record(self) -> bytes:
        """The record of a match that is over."""
        assert self._result is not None
        return encode(self._result.record(timed=False))

    def enter(self, turn: int, command: str) -> None:
        """The person's command for a turn; what comes late, twice or is not legal is ignored."""
        self._person.decide(turn, command)

    def wait(self, seconds: float) -> None:
        """Until the person is to decide or the match is over, at most so long."""
        ends = time.monotonic() + seconds
        while self._thread.is_alive() and self._person.turn is None and time.monotonic() < ends:
            self._thread.join(0.02)

    def leave(self) -> None:
        """Give the match up; nothing of it is kept."""
        self._person.leave()

    def _watch(self, match: Match[Any], events: list[Event]) -> None:
        with self._lock:
            self._course.step(events)

    def _run(self) -> None:
        try:
            self._result = self._referee.run()
        except Aborted as aborted:
            self._trouble = str(aborted)
        finally:
            _open_tables.release()


class Left(Exception):
    """The person has stood up, or has not been seen for long."""


class Person:
    """What a person is asked, handed over to the browser, and the answer that comes back."""

    def __init__(self) -> None:
        self.turn: Turn | None = None
        self.asked = 0
        self._entered: Final[SimpleQueue[str | None]] = SimpleQueue()

    def ask(self, turn: Turn) -> None:
        """A decision waits for the person."""
        self.asked += 1
        self.turn = turn

    def answer(self) -> str:
        """The person's command. Raises Left: nobody hurries a person, but no table is for ever."""
        try:
            command = self._entered.get(timeout=_IDLE)
        except Empty:
            command = None
        self.turn = None
        if command is None:
            raise Left("the person has left")
        return command

    def choice(self, seat: Seat) -> Choice:
        """What the person may choose from now; nothing while others decide."""
        turn = self.turn
        legal = [] if turn is None else [command.text for command in turn.legal]
        return Choice(self.asked, SEAT_NAMES[seat], legal)

    def decide(self, turn: int, command: str) -> bool:
        """Hand in a command; whether it was taken: what is late, twice or illegal is not."""
        asked = self.turn
        if asked is None or turn != self.asked:
            return False
        if command not in [legal.text for legal in asked.legal]:
            return False
        self.turn = None
        self._entered.put(command)
        return True

    def leave(self) -> None:
        """Stand up."""
        self._entered.put(None)


class PersonSeat(Port):
    """A person at a seat of the referee's."""

    def __init__(self, person: Person) -> None:
        self._person: Final = person

    def start(self, start: Start, deadline: float) -> None:
        """See Port."""

    def ask(self, turn: Turn) -> None:
        """See Port."""
        self._person.ask(turn)

    def answer(self, deadline: float) -> Reply:
        """See Port."""
        try:
            command = self._person.answer()
        except Left as error:
            raise Fault(Verdict.TRANSPORT_LOST, str(error)) from error
        return Reply(command, time.perf_counter(), 0.0)

    def finish(self, ending: Ending) -> None:
        """See Port."""
