"""A person at a table: one match in this process, against reference bots, under the referee.

The referee runs in a thread. It asks the person through a port of its own and waits for what the
browser sends. A table is given up when its browser has gone, and when nobody touches it for long.
"""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final

import structlog

from pentarch.arbiter.referee import (
    Aborted,
    BotSeat,
    Fault,
    PlayedMatch,
    Port,
    Referee,
    Reply,
    Verdict,
    branch_of,
)
from pentarch.arbiter.referee.keys import Keys, chosen, drawn
from pentarch.bots.registry import make
from pentarch.bots.sdk import Ending, Start, Turn
from pentarch.dashboard.viewer import page
from pentarch.dashboard.viewer.component import Question
from pentarch.dashboard.viewer.frames import LivePayload
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES, Event, Outcome, Seat
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, encode, replay

PERSON: Final = "you"
OPPONENTS: Final = ("greedy", "random", "mcts:50", "mcts", "expert")
MOST_TABLES: Final = 32
_IDLE: Final = 1800.0
# As long as Streamlit keeps the session of a browser that has lost its connection.
_GRACE = 120.0
_GLANCE: Final = 1.0
_PATIENCE: Final = 2.0
_KEPT: Final = 80
_log = structlog.get_logger()


class NoTable(Exception):
    """All tables of this dashboard are taken."""


class NoSeat(Exception):
    """This seating is not possible. The message is for people."""


@dataclass(frozen=True)
class Origin:
    """A record to play on from, as it stood after that many steps."""

    record: Record
    step: int

    def match(self) -> Match[Any]:
        """The match there. Raises NoSeat if it was over, or never came so far."""
        for frame in replay(self.record, is_checked=False):
            if frame.step == self.step and frame.match.outcome is None:
                return frame.match
        raise NoSeat(f"the match has {len(self.record.steps)} steps: play on from an earlier one")


@dataclass(frozen=True)
class Seating:
    """What to play: the person sits at `seat`, the opponents fill the others in order."""

    ruleset: str
    seat: Seat
    opponents: tuple[str, ...]
    options: dict[str, Json] = field(default_factory=dict)
    seed: int | None = None
    origin: Origin | None = None


def seated(
    ruleset: str,
    takers: Sequence[str],
    options: dict[str, Json],
    seed: int | None,
    origin: Origin | None = None,
) -> Seating:
    """A seating of who takes each seat, empty for nobody. Raises NoSeat."""
    names = [name for name, taker in zip(SEAT_NAMES, takers, strict=False) if taker]
    taken = [taker for taker in takers if taker]
    if takers[: len(taken)] != taken:
        raise NoSeat(f"seats are taken in order: leave none empty before {names[-1]}")
    if taken.count(PERSON) != 1:
        raise NoSeat("sit down yourself, at one seat")
    seat = taken.index(PERSON)
    others = tuple(taken[:seat] + taken[seat + 1 :])
    return Seating(ruleset, seat, others, options, seed, origin)


class PlayTable:
    """A match of a person. Raises EngineError, UnknownBot and NoTable when it is set up.

    `is_present` tells whether the person's browser is connected. It is asked from other threads.
    """

    def __init__(self, seating: Seating, is_present: Callable[[], bool]) -> None:
        self.seating: Final = seating
        self.name: Final = secrets.token_hex(8)
        keys = drawn() if seating.seed is None else chosen(seating.seed)
        self._match: Final = _match(seating, keys)
        self._person: Final = SeatedPerson(is_present)
        ports: list[Port] = [BotSeat(make(spec, seating.ruleset)) for spec in seating.opponents]
        ports.insert(seating.seat, PersonSeat(self._person))
        self.bots: Final = list(seating.opponents)
        self.bots.insert(seating.seat, PERSON)
        self._lock: Final = threading.Lock()
        self._course: Final = LivePayload(self._match, seating.seat, self.bots, _KEPT)
        self._referee: Final = Referee(
            self._match, ports, bots=self.bots, watch=self._watch, bot_key=keys.bots
        )
        self._result: PlayedMatch | None = None
        self._trouble = ""
        _room.take(self)
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
    def choice(self) -> Question:
        """What the person may choose from now; nothing while others decide."""
        return self._person.choice(self.seating.seat)

    def payload(self) -> str:
        """What the viewer is fed, as JSON: the person's own view and nothing else."""
        with self._lock:
            return page.embed(self._course.payload())

    def record(self) -> bytes:
        """The record of a match that is over."""
        assert self._result is not None
        origin = self.seating.origin
        if origin is None:
            return encode(self._result.record(timed=False))
        return encode(branch_of(origin.record, origin.step + 1, self._result))

    def enter(self, turn: int, command: str) -> None:
        """The person's command for a turn; what comes late, twice or is not legal is ignored."""
        self._person.decide(turn, command)

    def wait(self, seconds: float) -> None:
        """Until the person is to decide or the match is over, at most so long."""
        ends = time.monotonic() + seconds
        while self._thread.is_alive() and self._person.turn is None and time.monotonic() < ends:
            self._thread.join(0.02)

    @property
    def is_abandoned(self) -> bool:
        """Whether the person's browser is not connected now."""
        return not self._person.is_present()

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
            _log.info("a table was given up", ruleset=self.seating.ruleset, why=self._trouble)
        finally:
            _room.clear(self)


def _match(seating: Seating, keys: Keys) -> Match[Any]:
    """A new match, or the one that is played on."""
    if seating.origin is not None:
        return seating.origin.match()
    return Match(
        registry.get(seating.ruleset),
        1 + len(seating.opponents),
        seating.options,
        keys.match if keys.seed is None else keys.seed,
    )


class Occupancy:
    """The tables of this process that are taken."""

    def __init__(self) -> None:
        self._tables: Final[list[PlayTable]] = []
        self._change: Final = threading.Condition()

    def take(self, table: PlayTable) -> None:
        """Set a table up; in a full room those that are abandoned make way. Raises NoTable."""
        with self._change:
            if len(self._tables) >= MOST_TABLES:
                for other in self._tables:
                    if other.is_abandoned:
                        other.leave()
                self._change.wait_for(lambda: len(self._tables) < MOST_TABLES, _PATIENCE)
            if len(self._tables) >= MOST_TABLES:
                raise NoTable("all tables are taken; try again later")
            self._tables.append(table)

    def clear(self, table: PlayTable) -> None:
        """Take a table away."""
        with self._change:
            self._tables.remove(table)
            self._change.notify_all()


_room: Final = Occupancy()


class Left(Exception):
    """The person has stood up, or has not been seen for long."""


class SeatedPerson:
    """What a person is asked, handed over to the browser, and the answer that comes back."""

    def __init__(self, is_present: Callable[[], bool]) -> None:
        self.is_present: Final = is_present
        self.turn: Turn | None = None
        self.asked = 0
        self._entered: Final[SimpleQueue[str | None]] = SimpleQueue()

    def ask(self, turn: Turn) -> None:
        """A decision waits for the person."""
        self.asked += 1
        self.turn = turn

    def answer(self) -> str:
        """The person's command. Raises Left: people are not hurried, but no table is for ever."""
        command = self._await_command()
        self.turn = None
        if command is None:
            raise Left("the person has left")
        return command

    def _await_command(self) -> str | None:
        """What was entered; None if the person has left, gone away or fallen asleep."""
        asked = seen = time.monotonic()
        while True:
            try:
                return self._entered.get(timeout=_GLANCE)
            except Empty:
                now = time.monotonic()
            if self.is_present():
                seen = now
            if now - seen > _GRACE or now - asked > _IDLE:
                return None

    def choice(self, seat: Seat) -> Question:
        """What the person may choose from now; nothing while others decide."""
        turn = self.turn
        legal = [] if turn is None else turn.legal
        phrases = [] if turn is None else [turn.ruleset.phrase(command) for command in legal]
        return Question(self.asked, SEAT_NAMES[seat], [one.text for one in legal], phrases)

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

    def __init__(self, person: SeatedPerson) -> None:
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
