"""Playing as a remote bot: one stream to the arbiter, many matches, resumed when it breaks."""

import logging
import random
import threading
from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from typing import Final

import grpc

from pentarch.arbiter.v1 import play_pb2, play_pb2_grpc
from pentarch.bots.sdk.hosted import CLIENT
from pentarch.bots.sdk.session import Maker, Session
from pentarch.bots.sdk.tls import Trust

_log = logging.getLogger("pentarch")
_FATAL: Final = (
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.NOT_FOUND,
    grpc.StatusCode.UNIMPLEMENTED,
)
_OPTIONS: Final = [
    # Every stream gets a connection of its own: a broken one must not be waited for.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.max_receive_message_length", 64 << 20),
]
_ACKNOWLEDGE_EVERY: Final = 16
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 5.0
# About a minute: then the matches of a bot that does not come back are lost anyway.
_MOST_TRIES: Final = 20

Outbox = SimpleQueue["play_pb2.PlayRequest | None"]


class ConnectionRefused(Exception):
    """The arbiter does not let this bot play; trying again would not help."""


class Remote:
    """A bot's connection. `run` blocks; `drain` and `close` may be called from other threads.

    `make` makes a bot for each match; up to `max_matches` of them think at once, in threads.
    """

    def __init__(
        self,
        make: Maker,
        address: str,
        token: str,
        name: str,
        rulesets: Sequence[str],
        max_matches: int = 1,
        *,
        build: str = "",
        trust: Trust | None = None,
    ) -> None:
        self._make: Final = make
        self._addresses: Final = [part.strip() for part in address.split(",")]
        self._metadata: Final = (("authorization", f"Bearer {token}"),)
        self._hello: Final = play_pb2.Hello(
            bot=name, build=build, rulesets=rulesets, max_matches=max_matches, client=CLIENT
        )
        self._credentials: Final = None if trust is None else trust.credentials()
        self._lock: Final = threading.Lock()
        self._outbox: Outbox | None = None
        self._call: grpc.Call | None = None
        self._matches: Final[dict[int, _Thinker]] = {}
        self._unconfirmed: Final[dict[int, play_pb2.PlayRequest]] = {}
        self._last = 0
        self._acknowledged = 0
        self.is_draining = False
        self._is_closed: Final = threading.Event()
        # Of its own: the bot may count on what it does with the module's.
        self._luck: Final = random.Random()
        self.version = ""
        self.streams = 0

    def run(self) -> None:
        """Play until the arbiter or the user ends it. Raises ConnectionRefused."""
        pause = _FIRST_PAUSE
        address = failed = 0
        try:
            while not self.is_closed:
                before = self.streams
                if self._stream(self._addresses[address]):
                    return
                if self.streams > before:
                    pause, failed = _FIRST_PAUSE, 0
                else:
                    failed += 1
                    address = (address + 1) % len(self._addresses)
                if self.is_draining and (not self._matches or failed >= _MOST_TRIES):
                    _log.info("the arbiter is away; not finished: %d", len(self._matches))
                    return
                self._is_closed.wait(pause * self._luck.uniform(0.5, 1.0))
                pause = min(_LONGEST_PAUSE, pause * 2)
        finally:
            for thinker in self._matches.values():
                thinker.stop()

    @property
    def is_closed(self) -> bool:
        """Whether it was ended at once."""
        return self._is_closed.is_set()

    def drain(self) -> None:
        """Take no new matches; `run` returns when the last one is over.

        While the arbiter is away only matches under way are waited for, about a minute long.
        """
        with self._lock:
            self.is_draining = True
            self._put(play_pb2.PlayRequest(drain=play_pb2.Drain()))

    def close(self) -> None:
        """End at once."""
        self._is_closed.set()
        call = self._call
        if call is not None:
            call.cancel()

    def _stream(self, address: str) -> bool:
        """One stream, from Hello to its end; True when the arbiter has ended it well."""
        outbox: Outbox = SimpleQueue()
        outbox.put(play_pb2.PlayRequest(hello=self._hello))
        with self._channel(address) as channel:
            call = play_pb2_grpc.PlayServiceStub(channel).Play(
                _requests(outbox), metadata=self._metadata
            )
            self._call = call
            try:
                if self.is_closed:
                    call.cancel()
                for response in call:
                    self._take(response, outbox)
                return self.is_draining
            except grpc.RpcError as error:
                code = call.code()
                if code in _FATAL:
                    raise ConnectionRefused(f"{code.name}: {call.details()}") from error
                _log.info("the stream ended (%s): %s", code.name, call.details())
                return False
            finally:
                with self._lock:
                    self._outbox = None
                outbox.put(None)
                call.cancel()

    def _channel(self, address: str) -> grpc.Channel:
        if self._credentials is None:
            return grpc.insecure_channel(address, options=_OPTIONS)
        return grpc.secure_channel(address, self._credentials, options=_OPTIONS)

    def _take(self, response: play_pb2.PlayResponse, outbox: Outbox) -> None:
        kind = response.WhichOneof("message")
        if kind == "welcome":
            self._welcome(response.welcome, outbox)
            return
        if kind == "ping":
            outbox.put(play_pb2.PlayRequest(pong=play_pb2.Pong(number=response.ping.number)))
            return
        if response.delivery:
            if response.delivery <= self._last:
                return
            self._last = response.delivery
        if kind == "match_start":
            self._start(response)
        elif kind in ("turn", "refused", "match_end"):
            self._pass_on(response, kind)
        if kind == "match_end" or self._last - self._acknowledged >= _ACKNOWLEDGE_EVERY:
            self._acknowledged = self._last
            outbox.put(play_pb2.PlayRequest(acknowledge=play_pb2.Acknowledge(delivery=self._last)))
        self._hello.last_delivery = self._last

    def _welcome(self, welcome: play_pb2.Welcome, outbox: Outbox) -> None:
        self.version = welcome.version
        _log.info("%s as %s", "back" if welcome.resumed else "connected", welcome.version)
        if not welcome.resumed:
            # Matches of a lost session start again from the arbiter's side.
            for thinker in self._matches.values():
                thinker.stop()
            self._matches.clear()
            self._last = self._acknowledged = self._hello.last_delivery = 0
        self._hello.session_token = welcome.session_token
        with self._lock:
            if not welcome.resumed:
                self._unconfirmed.clear()
            self._outbox = outbox
            for request in self._unconfirmed.values():
                self._put(request)
            if self.is_draining:
                self._put(play_pb2.PlayRequest(drain=play_pb2.Drain()))
            self.streams += 1

    def _start(self, response: play_pb2.PlayResponse) -> None:
        match_id = response.match_start.match_id
        thinker = self._matches.get(match_id)
        if thinker is None or response.match_start.first_sequence <= 1:
            _log.info("match %d of %s begins", match_id, response.match_start.ruleset)
            self._forget(match_id)
            thinker = _Thinker(self, Session(self._make), match_id)
            self._matches[match_id] = thinker
        with self._lock:
            self._unconfirmed.pop(match_id, None)
        thinker.put(response)

    def _pass_on(self, response: play_pb2.PlayResponse, kind: str) -> None:
        message = getattr(response, kind)  # a oneof is read by name
        thinker = self._matches.get(message.match_id)
        if thinker is None:
            return
        with self._lock:
            # What comes next in a match shows that the answer before it has arrived.
            self._unconfirmed.pop(message.match_id, None)
        thinker.put(response)
        if kind == "match_end":
            _log.info("match %d: %s", message.match_id, _result(response.match_end))
            self._forget(message.match_id)

    def _forget(self, match_id: int) -> None:
        thinker = self._matches.pop(match_id, None)
        with self._lock:
            self._unconfirmed.pop(match_id, None)
        if thinker is not None:
            thinker.stop()

    def answer(self, thinker: "_Thinker", request: play_pb2.PlayRequest) -> None:
        """Send what a bot has decided, now or when the stream is back."""
        with self._lock:
            if self._matches.get(thinker.match_id) is thinker:
                self._unconfirmed[thinker.match_id] = request
                self._put(request)

    def _put(self, request: play_pb2.PlayRequest) -> None:
        if self._outbox is not None:
            self._outbox.put(request)


class _Thinker:
    """A match with a thread of its own."""

    def __init__(self, remote: Remote, session: Session, match_id: int) -> None:
        self._remote: Final = remote
        self._session: Final = session
        self._inbox: Final[SimpleQueue[play_pb2.PlayResponse | None]] = SimpleQueue()
        self.match_id: Final = match_id
        threading.Thread(target=self._think, name=f"match-{match_id}", daemon=True).start()

    def put(self, response: play_pb2.PlayResponse) -> None:
        """A message about the match."""
        self._inbox.put(response)

    def stop(self) -> None:
        """Nothing more will come; a bot that thinks is not interrupted."""
        self._inbox.put(None)

    def _think(self) -> None:
        while (response := self._inbox.get()) is not None:
            try:
                for request in self._session.take(response):
                    self._remote.answer(self, request)
            except Exception:
                if self._remote.is_closed:
                    return
                _log.exception("the bot failed in match %d", self.match_id)
                if response.WhichOneof("message") == "turn":
                    # An empty answer: the match is lost, and the other side need not wait.
                    empty = play_pb2.Decide(match_id=self.match_id, sequence=response.turn.sequence)
                    self._remote.answer(self, play_pb2.PlayRequest(decide=empty))


def _requests(outbox: Outbox) -> Iterator[play_pb2.PlayRequest]:
    while (request := outbox.get()) is not None:
        yield request


def _result(end: play_pb2.MatchEnd) -> str:
    if not end.HasField("outcome"):
        return "no result"
    return f"rank {end.outcome.ranks[end.seat]} of {len(end.outcome.ranks)} ({end.outcome.reason})"
