"""The mailbox between workers and remote bots: sessions, deliveries and answers, in Redis.

A worker plays a match somewhere; the bot's stream ends at some replica of the arbiter. They meet
here. A session keeps its deliveries in a Redis stream whose ids are the delivery numbers, until
they are acknowledged. An answer goes to a list of its own attempt and seat. What must not come
apart happens in one script, so that replicas and workers can do all of it at the same time; the
time is always that of Redis. Everything is bounded and expires by itself.

session   who plays (version, owner), which stream holds it, since when it is away, how far it is
seats     the matches of a session: attempt, seat, what was asked last and what was answered
letters   the deliveries that were not acknowledged yet
"""

import hashlib
import secrets
from dataclasses import dataclass
from enum import IntEnum
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

# What every script begins with. A seat is kept as numbers in one text: attempt, seat, the sequence
# asked last, the one answered last, whether Ready is due, the delivery of the latest message, and
# until when the seat counts without any news from its worker.
_COMMON: Final = f"""
local P = '{_PREFIX}:'
local t = redis.call('TIME')
local now = tonumber(t[1]) + tonumber(t[2]) / 1000000
local function text(x) return string.format('%.6f', x) end
local function whole(x) return string.format('%.0f', x) end
local function session(sid) return P .. 'session:' .. sid end
local function seats(sid) return P .. 'seats:' .. sid end
local function letters(sid) return P .. 'letters:' .. sid end
local function presence(sid)
  local h = redis.call('HMGET', session(sid), 'seen', 'gone', 'away')
  if not h[1] then return false, 0, false end
  local since = nil
  if h[2] ~= '' then since = tonumber(h[2])
  elseif now - tonumber(h[1]) > {_LIVE} then since = tonumber(h[1]) end
  local away = tonumber(h[3])
  if since then return false, away + math.max(0, now - since), true end
  return true, away, true
end
local function seat_of(sid, match)
  local found = redis.call('HGET', seats(sid), match)
  if not found then return nil end
  local s = {{}}
  for word in string.gmatch(found, '%S+') do s[#s + 1] = tonumber(word) end
  return s
end
local function keep_seat(sid, match, s)
  s[7] = now + {_SEAT_TTL}
  local words = {{}}
  for i = 1, 7 do words[i] = whole(s[i]) end
  redis.call('HSET', seats(sid), match, table.concat(words, ' '))
end
local function post(sid, body)
  if redis.call('XLEN', letters(sid)) >= {MOST_KEPT} then return -1 end
  local n = redis.call('HINCRBY', session(sid), 'delivery', 1)
  redis.call('XADD', letters(sid), whole(n) .. '-0', 'm', body)
  -- An empty stream stays, and whoever holds the session renews it.
  if n == 1 then redis.call('EXPIRE', letters(sid), {_SEAT_TTL:.0f}) end
  return n
end
local function acknowledge(sid, n)
  if n > tonumber(redis.call('HGET', session(sid), 'acked')) then
    redis.call('XTRIM', letters(sid), 'MINID', whole(n + 1) .. '-0')
    redis.call('HSET', session(sid), 'acked', whole(n))
    return 1
  end
  return 0
end
local function expire(sid, ttl)
  redis.call('EXPIRE', session(sid), ttl)
  redis.call('EXPIRE', seats(sid), ttl)
  redis.call('EXPIRE', letters(sid), ttl)
end
"""

# sid, version, owner, limit, holder, ttl
_OPEN: Final = """
local sid, version = ARGV[1], ARGV[2]
redis.call('HSET', session(sid), 'version', version, 'owner', ARGV[3], 'limit', ARGV[4],
  'holder', ARGV[5], 'delivery', 0, 'acked', 0, 'seen', text(now), 'gone', '', 'away', 0,
  'drain', 0)
redis.call('ZADD', P .. 'version:' .. version, whole(now), sid)
redis.call('EXPIRE', P .. 'version:' .. version, 86400)
redis.call('DEL', P .. 'missed:' .. version)
expire(sid, ARGV[6])
return 1
"""

# sid, version, owner, limit, holder, ttl, last delivery
_RESUME: Final = """
local sid, last = ARGV[1], tonumber(ARGV[7])
local h = redis.call('HMGET', session(sid), 'version', 'owner', 'delivery')
if h[1] ~= ARGV[2] or h[2] ~= ARGV[3] then return 0 end
if last > tonumber(h[3]) then return -1 end
local live, away = presence(sid)
redis.call('HSET', session(sid), 'holder', ARGV[5], 'limit', ARGV[4], 'seen', text(now),
  'gone', '', 'away', text(away), 'drain', 0)
acknowledge(sid, last)
redis.call('DEL', P .. 'missed:' .. ARGV[2])
expire(sid, ARGV[6])
return 1
"""

# sid, holder, ttl
_RENEW: Final = """
local sid = ARGV[1]
local h = redis.call('HMGET', session(sid), 'holder', 'drain', 'version')
if not h[1] then return {0, 0, 0} end
if h[1] ~= ARGV[2] then return {-1, 0, 0} end
redis.call('HSET', session(sid), 'seen', text(now))
expire(sid, ARGV[3])
redis.call('EXPIRE', P .. 'version:' .. h[3], 86400)
return {1, tonumber(h[2]), redis.call('HLEN', seats(sid))}
"""

# sid, holder
_RELEASE: Final = """
local h = redis.call('HMGET', session(ARGV[1]), 'holder', 'gone')
if h[1] == ARGV[2] and h[2] == '' then
  redis.call('HSET', session(ARGV[1]), 'gone', text(now))
end
return 1
"""

# sid, match, sequence (-1: Ready), body
_ANSWER: Final = """
local sid, match, sequence = ARGV[1], ARGV[2], tonumber(ARGV[3])
local s = seat_of(sid, match)
if not s then return {-2, 0} end
if sequence < 0 then
  if s[5] == 0 then return {0, 0} end
  s[5] = 0
else
  if sequence <= s[4] then return {0, 0} end
  if s[5] == 1 or sequence ~= s[3] then return {-1, 0} end
  s[4] = sequence
end
keep_seat(sid, match, s)
local live, away = presence(sid)
local key = P .. 'answers:' .. match .. ':' .. whole(s[1]) .. ':' .. whole(s[2])
redis.call('RPUSH', key, text(now) .. ' ' .. text(away) .. '\\n' .. ARGV[4])
redis.call('EXPIRE', key, 600)
acknowledge(sid, s[6])
return {1, s[6]}
"""

# sid, delivery
_ACKNOWLEDGE: Final = """
local n = tonumber(ARGV[2])
local sent = redis.call('HGET', session(ARGV[1]), 'delivery')
if not sent or n < 0 or n > tonumber(sent) then return -1 end
return acknowledge(ARGV[1], n)
"""

# sid, body
_REFUSE: Final = """
if redis.call('EXISTS', session(ARGV[1])) == 0 then return 0 end
return post(ARGV[1], ARGV[2])
"""

# version, match, attempt, seat, first sequence, a session to leave
_SEAT: Final = """
local match, attempt, seat = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local live_ones, best, least = 0, nil, nil
for _, sid in ipairs(redis.call('ZRANGE', P .. 'version:' .. ARGV[1], 0, -1)) do
  local h = redis.call('HMGET', session(sid), 'limit', 'drain')
  if not h[1] then
    redis.call('ZREM', P .. 'version:' .. ARGV[1], sid)
  elseif presence(sid) then
    live_ones = live_ones + 1
    local taken = 0
    local fits = h[2] == '0'
    for _, other in ipairs(redis.call('HKEYS', seats(sid))) do
      local s = seat_of(sid, other)
      if s[7] < now then
        redis.call('HDEL', seats(sid), other)
      elseif other == match then
        -- An older attempt makes room; another seat of this attempt needs another session.
        if s[1] == attempt and s[2] ~= seat then fits = false end
        if s[1] > attempt then fits = false end
        if fits then taken = taken - 1 end
        taken = taken + 1
      else
        taken = taken + 1
      end
    end
    if fits and taken < tonumber(h[1]) and (not least or taken < least) then
      best, least = sid, taken
    end
  end
end
if not best then return {'', live_ones} end
if ARGV[6] ~= '' then redis.call('HDEL', seats(ARGV[6]), match) end
local first = tonumber(ARGV[5])
keep_seat(best, match, {attempt, seat, first - 1, first - 1, 1, 0, 0})
redis.call('EXPIRE', seats(best), redis.call('TTL', session(best)))
return {best, live_ones}
"""

# sid, match, attempt, kind, sequence, body
_POST: Final = """
local sid, match = ARGV[1], ARGV[2]
local live, away, known = presence(sid)
if not known then return {0, text(now), text(away)} end
local s = seat_of(sid, match)
if not s or s[1] ~= tonumber(ARGV[3]) then return {-2, text(now), text(away)} end
local n = post(sid, ARGV[6])
if n > 0 then
  if ARGV[4] == 'turn' then s[3] = tonumber(ARGV[5]) end
  s[6] = n
  if ARGV[4] == 'end' then redis.call('HDEL', seats(sid), match)
  else keep_seat(sid, match, s) end
end
return {n, text(now), text(away)}
"""

# sid, match
_LOOK: Final = """
local live, away, known = presence(ARGV[1])
local s = seat_of(ARGV[1], ARGV[2])
if s then keep_seat(ARGV[1], ARGV[2], s) end
return {known and 1 or 0, live and 1 or 0, text(away), text(now)}
"""

# version
_ROOM: Final = """
local live_ones, room = 0, 0
for _, sid in ipairs(redis.call('ZRANGE', P .. 'version:' .. ARGV[1], 0, -1)) do
  if presence(sid) then
    local h = redis.call('HMGET', session(sid), 'limit', 'drain')
    live_ones = live_ones + 1
    if h[2] == '0' then
      room = room + math.max(0, tonumber(h[1]) - redis.call('HLEN', seats(sid)))
    end
  end
end
return {live_ones, room}
"""

# version
_MISSED: Final = f"""
local missed = P .. 'missed:' .. ARGV[1]
for _, sid in ipairs(redis.call('ZRANGE', P .. 'version:' .. ARGV[1], 0, -1)) do
  if presence(sid) then
    redis.call('DEL', missed)
    return '-1'
  end
end
local since = redis.call('GET', missed)
if not since then
  redis.call('SET', missed, text(now), 'EX', {_MISSED_TTL:.0f})
  return '0'
end
return text(math.max(0, now - tonumber(since)))
"""


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
        self._scripts: Final = {
            name: self._client.register_script(_COMMON + body)
            for name, body in (
                ("open", _OPEN),
                ("resume", _RESUME),
                ("renew", _RENEW),
                ("release", _RELEASE),
                ("answer", _ANSWER),
                ("acknowledge", _ACKNOWLEDGE),
                ("refuse", _REFUSE),
            )
        }

    async def open(self, token: str, *, version: int, owner: int, matches: int) -> Holding:
        """Begin a session that can take so many matches."""
        holding = Holding(sid_of(token), secrets.token_hex(8))
        await self._run("open", holding.sid, version, owner, matches, holding.holder, _ttl())
        return holding

    async def resume(
        self, token: str, *, version: int, owner: int, matches: int, last: int
    ) -> Holding | None:
        """Take a session over; None when it is not known, or not of this version and owner.

        Raises ValueError when the last delivery is one that was never sent.
        """
        holding = Holding(sid_of(token), secrets.token_hex(8))
        found = await self._run(
            "resume", holding.sid, version, owner, matches, holding.holder, _ttl(), last
        )
        if found < 0:
            raise ValueError("that delivery was never sent")
        return holding if found else None

    async def version(self, token: str) -> int | None:
        """The version that a session plays for; None when it is not known."""
        found = await self._client.hget(f"{_PREFIX}:session:{sid_of(token)}", "version")
        return None if found is None else int(found)

    async def renew(self, holding: Holding) -> Renewal:
        """Say that the stream is there."""
        hold, drain, matches = await self._run("renew", holding.sid, holding.holder, _ttl())
        return Renewal(Hold(hold), bool(drain), matches)

    async def release(self, holding: Holding) -> None:
        """Say that the stream is gone; without effect when another has taken over."""
        await self._run("release", holding.sid, holding.holder)

    async def drain(self, holding: Holding) -> None:
        """No new matches for this session."""
        await self._client.hset(f"{_PREFIX}:session:{holding.sid}", "drain", "1")

    async def answer(
        self, sid: str, match_id: int, sequence: int, body: bytes
    ) -> tuple[Taken, int]:
        """Hand an answer to its worker (sequence -1: Ready); the delivery it acknowledges."""
        taken, delivery = await self._run("answer", sid, match_id, sequence, body)
        return Taken(taken), delivery

    async def acknowledge(self, sid: str, delivery: int) -> bool | None:
        """Drop deliveries up to a number; False when it is old news, None when it is nonsense."""
        done = await self._run("acknowledge", sid, delivery)
        return None if done < 0 else bool(done)

    async def refuse(self, sid: str, body: bytes) -> bool:
        """Post a message that is of no match; False when too many are waiting already."""
        return bool(await self._run("refuse", sid, body) > 0)

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

    async def _run(self, name: str, *values: str | int | bytes) -> Any:
        return await self._scripts[name](args=list(values))


class Mailbox:
    """A worker's end. Every method may raise redis.RedisError."""

    def __init__(self, address: str) -> None:
        self._client: Final = redis.Redis.from_url(
            address, socket_timeout=10.0, socket_connect_timeout=5.0
        )
        self._seat: Final = self._client.register_script(_COMMON + _SEAT)
        self._post: Final = self._client.register_script(_COMMON + _POST)
        self._look: Final = self._client.register_script(_COMMON + _LOOK)
        self._room: Final = self._client.register_script(_COMMON + _ROOM)
        self._missed: Final = self._client.register_script(_COMMON + _MISSED)

    def room(self, version: int) -> tuple[int, int]:
        """How many live sessions a version has, and how many more matches they can take."""
        sessions, room = self._room(args=[version])
        return sessions, room

    def missed(self, version: int) -> float | None:
        """Since how many seconds workers find nobody there; None when a session is live."""
        seconds = float(self._missed(args=[version]))
        return None if seconds < 0 else seconds

    def seat(
        self, version: int, match_id: int, attempt: int, seat: int, *, first: int, leave: str = ""
    ) -> tuple[str, int]:
        """Seat a version at a match: the session that plays it, the least busy one.

        The session is empty when none has room; the second value is how many are live. `first` is
        the sequence number of the first decision, `leave` a session that sat there before.
        """
        args: list[int | str] = [version, match_id, attempt, seat, first, leave]
        sid, live = self._seat(args=args)
        if sid:
            self._client.delete(_answers(match_id, attempt, seat))
        return sid.decode(), live

    def post(
        self, sid: str, match_id: int, attempt: int, kind: str, sequence: int, body: bytes
    ) -> Posted:
        """Deliver a message; `kind` is `start`, `turn`, `say` or `end`."""
        number, time, away = self._post(args=[sid, match_id, attempt, kind, sequence, body])
        return Posted(number, float(time), float(away))

    def take(self, match_id: int, attempt: int, seat: int, wait: float) -> Letter | None:
        """The next answer; waits so many seconds for it."""
        found: Any = self._client.blpop([_answers(match_id, attempt, seat)], timeout=wait)
        if found is None:
            return None
        head, _, body = found[1].partition(b"\n")
        time, away = head.split(b" ")
        return Letter(float(time), float(away), body)

    def look(self, sid: str, match_id: int) -> Presence:
        """How a session is doing; keeps its seat at the match."""
        known, live, away, time = self._look(args=[sid, match_id])
        return Presence(bool(known), bool(live), float(away), float(time))

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()


def _answers(match_id: int, attempt: int, seat: int) -> str:
    return f"{_PREFIX}:answers:{match_id}:{attempt}:{seat}"


def _ttl() -> int:
    return round(SESSION_TTL)
