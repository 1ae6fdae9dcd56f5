"""The mailbox between workers and remote bots: sessions, deliveries and answers, in Redis.

A worker plays a match somewhere; the bot's stream ends at some replica of the arbiter. They meet
here. A session keeps its deliveries in a Redis stream whose ids are the delivery numbers, until
they are acknowledged. An answer goes to a list of its own attempt and seat. What must not come
apart happens in one script (`scripts/*.lua`), so that replicas and workers can do all of it at the
same time; the time is always that of Redis. Everything is bounded and expires by itself.

session   who plays (version, owner), which stream holds it, since when it is away, how far it is
seats     the matches of a session: attempt, seat, what was asked last and what was answered
letters   the deliveries that were not acknowledged yet
"""

import hashlib
import secrets
from dataclasses import dataclass
from enum import IntEnum
from importlib.resources import files
from typing import Any, Final

import redis
import redis.asyncio

SESSION_TTL: Final = 120.0
MOST_KEPT: Final = 1_000
FULL: Final = -1
NO_SEAT: Final = -2
MOST_MATCHES: Final = 100
_SEAT_TTL: Final = 600.0
_LIVE: Final = 4.0
_MISSED_TTL: Final = 600.0
_PREFIX: Final = "pentarch:play"

_CONSTANTS: Final = {
    "PREFIX": f"'{_PREFIX}'",
    "LIVE": f"{_LIVE:g}",
    "SEAT_TTL": f"{_SEAT_TTL:g}",
    "MISSED_TTL": f"{_MISSED_TTL:g}",
    "MOST_KEPT": str(MOST_KEPT),
}


class Taken(IntEnum):
    """What became of an answer."""

    TAKEN = 1
    REPEATED = 0
    NOT_ASKED = -1
    NO_SUCH_MATCH = -2


class Hold(IntEnum):
    """Whether a stream still holds its session."""

    HELD = 1
    LOST = 0
    TAKEN_OVER = -1


@dataclass(frozen=True)
class Holding:
    """A session as the stream that holds it knows it."""

    sid: str
    holder: str


@dataclass(frozen=True)
class Renewal:
    """What a stream learns when it renews its hold."""

    hold: Hold
    is_draining: bool
    matches: int


@dataclass(frozen=True)
class Posted:
    """A delivery: its number (0: no such session, FULL, or NO_SEAT) and Redis's time."""

    number: int
    time: float
    away: float


@dataclass(frozen=True)
class Presence:
    """Whether a session is known and has a stream, and how long it has been without one."""

    is_known: bool
    is_live: bool
    away: float
    time: float


@dataclass(frozen=True)
class Letter:
    """An answer with the time it came, and the time its session had been away by then."""

    time: float
    away: float
    body: bytes


def sid_of(token: str) -> str:
    """The name of a session in Redis: its token is a secret and is not kept."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()[:32]


def new_token() -> str:
    """A secret for a new session."""
    return secrets.token_urlsafe(24)


class Sessions:
    """An arbiter replica's end. Every method may raise redis.RedisError."""

    def __init__(self, address: str) -> None:
        self._client: Final = redis.asyncio.Redis.from_url(address)
        self._open: Final = self._client.register_script(_script("open"))
        self._resume: Final = self._client.register_script(_script("resume"))
        self._renew: Final = self._client.register_script(_script("renew"))
        self._release: Final = self._client.register_script(_script("release"))
        self._answer: Final = self._client.register_script(_script("answer"))
        self._acknowledge: Final = self._client.register_script(_script("acknowledge"))
        self._refuse: Final = self._client.register_script(_script("refuse"))

    async def open(self, token: str, *, version: int, owner: int, matches: int) -> Holding:
        """Begin a session that can take that many matches."""
        holding = Holding(sid_of(token), secrets.token_hex(8))
        await self._open(args=_session(holding, version, owner, matches))
        return holding

    async def resume(
        self, token: str, *, version: int, owner: int, matches: int, last: int
    ) -> Holding | None:
        """Take a session over; None when it is not known, or not of this version and owner.

        Raises ValueError when the last delivery is one that was never sent.
        """
        holding = Holding(sid_of(token), secrets.token_hex(8))
        args = _session(holding, version, owner, matches) + _named(last=last)
        found = await self._resume(args=args)
        if found < 0:
            raise ValueError("that delivery was never sent")
        return holding if found else None

    async def version(self, token: str) -> int | None:
        """The version that a session plays for; None when it is not known."""
        found = await self._client.hget(f"{_PREFIX}:session:{sid_of(token)}", "version")
        return None if found is None else int(found)

    async def renew(self, holding: Holding) -> Renewal:
        """Say that the stream is there."""
        args = _named(sid=holding.sid, holder=holding.holder, ttl=round(SESSION_TTL))
        hold, drain, matches = await self._renew(args=args)
        return Renewal(Hold(hold), bool(drain), matches)

    async def release(self, holding: Holding) -> None:
        """Say that the stream is gone; without effect when another has taken over."""
        await self._release(args=_named(sid=holding.sid, holder=holding.holder))

    async def drain(self, holding: Holding) -> None:
        """No new matches for this session."""
        await self._client.hset(f"{_PREFIX}:session:{holding.sid}", "drain", "1")

    async def answer(
        self, sid: str, match_id: int, sequence: int, body: bytes
    ) -> tuple[Taken, int]:
        """Hand an answer to its worker (sequence -1: Ready); the delivery it acknowledges."""
        args = _named(sid=sid, match=match_id, sequence=sequence, body=body)
        taken, delivery = await self._answer(args=args)
        return Taken(taken), delivery

    async def acknowledge(self, sid: str, delivery: int) -> bool | None:
        """Drop deliveries up to a number; False when it is old news, None when it is nonsense."""
        done = await self._acknowledge(args=_named(sid=sid, delivery=delivery))
        return None if done < 0 else bool(done)

    async def refuse(self, sid: str, body: bytes) -> bool:
        """Post a message that is of no match; False when too many are waiting already."""
        return bool(await self._refuse(args=_named(sid=sid, body=body)) > 0)

    async def deliveries(
        self, sid: str, after: int, *, most: int, wait: float
    ) -> list[tuple[int, bytes]]:
        """Deliveries after a number, in order; waits for the first of them so long."""
        key = f"{_PREFIX}:letters:{sid}"
        found: Any = await self._client.xread(
            {key: f"{after}-0"}, count=most, block=max(1, round(wait * 1000))
        )
        return [
            (int(id.partition(b"-")[0]), fields[b"m"])
            for _, entries in found or ()
            for id, fields in entries
        ]

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()


class Mailbox:
    """A worker's end. Every method may raise redis.RedisError."""

    def __init__(self, address: str) -> None:
        self._client: Final = redis.Redis.from_url(
            address, socket_timeout=10.0, socket_connect_timeout=5.0
        )
        self._seat: Final = self._client.register_script(_script("seat"))
        self._post: Final = self._client.register_script(_script("post"))
        self._look: Final = self._client.register_script(_script("look"))
        self._missed: Final = self._client.register_script(_script("missed"))

    def missed(self, version: int) -> float | None:
        """Since how many seconds workers find nobody there; None when a session is live."""
        seconds = float(self._missed(args=_named(version=version)))
        return None if seconds < 0 else seconds

    def seat(
        self, version: int, match_id: int, attempt: int, seat: int, *, first: int, leave: str = ""
    ) -> tuple[str, int]:
        """Seat a version at a match: the session that plays it, the least busy one.

        The session is empty when none has room; the second value is how many are live. `first` is
        the sequence number of the first decision, `leave` a session that sat there before: it keeps
        the seat, as it is, if it is live again.
        """
        args = _named(
            version=version, match=match_id, attempt=attempt, seat=seat, first=first, leave=leave
        )
        sid, live = self._seat(args=args)
        if sid and sid.decode() != leave:
            self._client.delete(_answers(match_id, attempt, seat))
        return sid.decode(), live

    def post(
        self, sid: str, match_id: int, attempt: int, kind: str, sequence: int, body: bytes
    ) -> Posted:
        """Deliver a message; `kind` is `start`, `turn`, `say` or `end`."""
        args = _named(
            sid=sid, match=match_id, attempt=attempt, kind=kind, sequence=sequence, body=body
        )
        number, time, away = self._post(args=args)
        return Posted(number, float(time), float(away))

    def take(self, match_id: int, attempt: int, seat: int, wait: float) -> Letter | None:
        """The next answer; waits that many seconds for it."""
        found: Any = self._client.blpop([_answers(match_id, attempt, seat)], timeout=wait)
        if found is None:
            return None
        head, _, body = found[1].partition(b"\n")
        time, away = head.split(b" ")
        return Letter(float(time), float(away), body)

    def look(self, sid: str, match_id: int) -> Presence:
        """How a session is doing; keeps its seat at the match."""
        known, live, away, time = self._look(args=_named(sid=sid, match=match_id))
        return Presence(bool(known), bool(live), float(away), float(time))

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()


def _answers(match_id: int, attempt: int, seat: int) -> str:
    return f"{_PREFIX}:answers:{match_id}:{attempt}:{seat}"


def _script(name: str) -> str:
    """A script with what all of them begin with."""
    folder = files(__package__) / "scripts"
    constants = [f"local {constant} = {value}\n" for constant, value in _CONSTANTS.items()]
    bodies = [(folder / f"{part}.lua").read_text() for part in ("common", name)]
    return "".join(constants) + "\n".join(bodies)


def _session(holding: Holding, version: int, owner: int, matches: int) -> list[str | int | bytes]:
    return _named(
        sid=holding.sid,
        version=version,
        owner=owner,
        limit=matches,
        holder=holding.holder,
        ttl=round(SESSION_TTL),
    )


def _named(**values: str | int | bytes) -> list[str | int | bytes]:
    """What a script reads as `args.name`: names and values in turn."""
    return [item for pair in values.items() for item in pair]
