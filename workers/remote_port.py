"""A remote bot at a seat: messages through the mailbox, clocks of wall time.

The bot may lose its connection while it thinks. Then its disconnect bank runs instead of its clock;
when the bank is used up, the clock runs on. A bot that comes back without its session is seated
again, in the middle of the match. Trouble with Redis is nobody's fault.
"""

import contextlib
import time
from dataclasses import dataclass
from typing import Final

import redis

from pentarch.arbiter.referee import Fault, Port, Reply, Verdict
from pentarch.arbiter.relay.mailbox import FULL, NO_SEAT, Letter, Mailbox, Posted, Presence
from pentarch.arbiter.v1 import play_pb2
from pentarch.bots.sdk import Clock, Ending, Start, Turn, wire
from pentarch.engine.commands import Command

DISCONNECT_BANK: Final = 60.0
_GLANCE: Final = 0.5
_PAUSE: Final = 0.05
_MOVE_AFTER: Final = 5.0
_ROOM_WAIT: Final = 20.0
_SHORTEST: Final = 0.001
_LONGEST: Final = 1e8


@dataclass(frozen=True)
class RemoteSeat:
    """Where a remote bot sits, and who it is."""

    match_id: int
    attempt: int
    seat: int
    version_id: int
    ref: str
    is_rated: bool


class RemotePort(Port):
    """The seat of a remote bot. Times of answers are taken where they arrive, by Redis's clock.

    `missed` is how long the bot was found missing before: that much of its bank is used up.
    """

    def __init__(
        self,
        mailbox: Mailbox,
        place: RemoteSeat,
        clock: Clock,
        *,
        bank: float = DISCONNECT_BANK,
        missed: float = 0.0,
    ) -> None:
        self._mailbox: Final = mailbox
        self._place: Final = place
        self._clock: Final = clock
        self._whole: Final = bank
        self._bank = max(0.0, bank - missed)
        self._sid = ""
        self._start: Start | None = None
        self._turn = b""
        self._legal: list[Command] = []
        self._is_starting = False
        self._sequence = 0
        self._sent = 0.0
        self._meter = _Meter(0.0, 0.0)
        self._fault: Fault | None = None
        self._is_over = False
        self.is_full = False
        """Whether the bot is there and had no room for the match."""

    def start(self, start: Start, deadline: float) -> None:
        self._start = start
        try:
            self._take_seat()
            allowed = deadline - time.perf_counter()
            posted = self._post_start()
            self._meter = _Meter(posted.time, posted.away)
            self._receive(max(0.0, allowed))
        except redis.RedisError as error:
            raise _transport(error) from error
        self._charge_bank(self._meter.away)

    def ask(self, turn: Turn) -> None:
        self._sequence = turn.sequence
        self._legal = turn.legal
        allowed = min(turn.clock.cap, turn.clock.left + turn.clock.increment)
        deadline = time.time() + max(0.0, allowed) if allowed < _LONGEST else None
        asking = wire.asking(self._place.match_id, turn, deadline)
        self._turn = asking.SerializeToString()
        self._sent = time.perf_counter()
        try:
            if turn.refused:
                refused = wire.refused_message(self._place.match_id, turn)
                self._post("say", play_pb2.PlayResponse(refused=refused))
            posted = self._post_turn()
            self._meter = _Meter(posted.time, posted.away)
        except redis.RedisError as error:
            # Asking never fails: what goes wrong is told when the answer is wanted.
            self._fault = _transport(error)
        except Fault as fault:
            self._fault = fault

    def answer(self, deadline: float) -> Reply:
        if self._fault is not None:
            raise self._fault
        try:
            letter = self._receive(deadline - self._sent - self._bank)
        except redis.RedisError as error:
            raise _transport(error) from error
        self._turn = b""
        away = self._meter.away_until(letter.away)
        spent = max(0.0, letter.time - self._meter.time - self._charge_bank(away))
        received = time.perf_counter()
        try:
            decide = wire.parse_request(letter.body).decide
            answer = wire.answer_of(decide, self._legal)
        except wire.Garbled as error:
            raise Fault(
                Verdict.BOT_PROTOCOL, str(error), offending=error.offending, received=received
            ) from error
        return Reply(answer, received, spent, None, wire.notes_of(decide))

    def finish(self, ending: Ending) -> None:
        self._end(wire.end_message(self._place.match_id, ending))

    def close(self) -> None:
        self._end(play_pb2.MatchEnd(match_id=self._place.match_id, seat=self._place.seat))

    def patience(self, allowed: float) -> float:
        return allowed + self._bank

    def resume(self, sequence: int) -> bool:
        # The bot's process lives elsewhere and remembers: it goes on where it was.
        self._sequence = sequence
        return False

    def _take_seat(self) -> None:
        """Wait for a session that can play. The bank runs while the bot has none at all."""
        patience = _ROOM_WAIT
        while True:
            live = self._sit(first=1)
            if self._sid:
                return
            time.sleep(_PAUSE)
            if live:
                patience -= _PAUSE
            else:
                self._bank -= _PAUSE
            if self._bank <= 0:
                raise Fault(
                    Verdict.BOT_TIMEOUT,
                    f"{self._place.ref} is not connected: its disconnect bank of {self._whole:.1f} "
                    "seconds is used up",
                )
            if patience <= 0:
                self.is_full = True
                raise Fault(
                    Verdict.TRANSPORT_LOST,
                    f"{self._place.ref} plays as many matches as it said it can",
                )

    def _sit(self, *, first: int) -> int:
        """Find a session for this seat, if one has room; how many are live."""
        place = self._place
        sid, live = self._mailbox.seat(
            place.version_id,
            place.match_id,
            place.attempt,
            place.seat,
            first=first,
            leave=self._sid,
        )
        self._sid = sid or self._sid
        return live

    def _receive(self, allowed: float) -> Letter:
        """The answer that is due, within that many seconds of the clock. Raises Fault."""
        place, meter = self._place, self._meter
        wait = max(_SHORTEST, min(_GLANCE, allowed))
        while True:
            letter = self._mailbox.take(place.match_id, place.attempt, place.seat, wait)
            if letter is not None:
                if not self._is_starting:
                    return letter
                self._is_starting = False
                if not self._turn:
                    return letter
                # The bot came back without its session: it is ready, and decides anew.
                self._post_turn()
                continue
            presence = self._mailbox.look(self._sid, place.match_id)
            meter.look(presence)
            free = min(self._bank, meter.away)
            left = allowed - (presence.time - meter.time - free)
            if left < 0:
                raise self._too_late()
            if not presence.is_known or (not presence.is_live and meter.away > _MOVE_AFTER):
                self._move()
            bank = 0.0 if presence.is_live else self._bank - free
            wait = max(_SHORTEST, min(_GLANCE, left + bank))

    def _move(self) -> None:
        """Seat the bot again if it has another session by now: the match goes on there."""
        old = self._sid
        self._sit(first=max(1, self._sequence))
        if self._sid != old:
            self._meter.move(self._post_start().away)

    def _too_late(self) -> Fault:
        away = self._meter.away
        if away <= 0:
            return Fault(Verdict.BOT_TIMEOUT, "no answer came in time")
        return Fault(
            Verdict.BOT_TIMEOUT,
            f"no answer came in time: the bot was without a connection for {away:.1f} seconds, "
            f"and its disconnect bank of {self._bank:.1f} seconds is used up"
            if away >= self._bank
            else f"no answer came in time, beside {away:.1f} seconds without a connection",
        )

    def _charge_bank(self, away: float) -> float:
        """Take time without a connection off the bank; how much of it the bank could cover."""
        covered = min(self._bank, away)
        self._bank -= covered
        return covered

    def _post_start(self) -> Posted:
        assert self._start is not None, "started"
        self._is_starting = True
        message = wire.start_message(self._place.match_id, self._start, self._clock)
        message.first_sequence = max(1, self._sequence)
        message.rated = self._place.is_rated
        return self._post("start", play_pb2.PlayResponse(match_start=message))

    def _post_turn(self) -> Posted:
        return self._post_bytes("turn", self._turn)

    def _post(self, kind: str, response: play_pb2.PlayResponse) -> Posted:
        return self._post_bytes(kind, response.SerializeToString())

    def _post_bytes(self, kind: str, body: bytes) -> Posted:
        place = self._place
        posted = self._mailbox.post(
            self._sid,
            place.match_id,
            place.attempt,
            kind,
            self._sequence,
            body,
        )
        if posted.number == FULL:
            raise Fault(Verdict.BOT_PROTOCOL, "the bot does not acknowledge what it is sent")
        if posted.number == NO_SEAT:
            raise Fault(Verdict.TRANSPORT_LOST, "another attempt of this match has the seat")
        # A session that is gone is noticed when the answer is wanted.
        return posted

    def _end(self, message: play_pb2.MatchEnd) -> None:
        if self._is_over or not self._sid:
            return
        self._is_over = True
        # The match is decided; a bot that does not hear of it forgets it with its session.
        with contextlib.suppress(redis.RedisError, Fault):
            self._post("end", play_pb2.PlayResponse(match_end=message))


class _Meter:
    """How long the bot has been away while a message waits for its answer.

    `time` is when it was posted, `base` how long the session had been away by then. A bot that
    moves to another session carries along what it was away before.
    """

    def __init__(self, time: float, base: float) -> None:
        self.time: Final = time
        self.away = 0.0
        self._base = base
        self._carried = 0.0
        self._looked = time

    def away_until(self, away: float) -> float:
        """How long it has been away, by the latest that its session says."""
        return self._carried + max(0.0, away - self._base)

    def look(self, presence: Presence) -> None:
        """Take in how the session is doing."""
        if presence.is_known:
            self.away = self.away_until(presence.away)
        else:
            # A session that was forgotten has been away since somebody looked last.
            self.away += max(0.0, presence.time - self._looked)
        self._looked = presence.time

    def move(self, base: float) -> None:
        """The bot has another session."""
        self._carried = self.away
        self._base = base


def _transport(error: Exception) -> Fault:
    return Fault(Verdict.TRANSPORT_LOST, f"Redis does not answer: {error}"[:500])
