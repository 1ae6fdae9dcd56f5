-- What every script begins with. `PREFIX`, `LIVE`, `SEAT_TTL`, `MISSED_TTL` and `MOST_KEPT` stand
-- before it.

local args = {}
for i = 1, #ARGV, 2 do args[ARGV[i]] = ARGV[i + 1] end

local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000

local function text(number) return string.format('%.6f', number) end
local function whole(number) return string.format('%.0f', number) end

local function session_key(sid) return PREFIX .. ':session:' .. sid end
local function seats_key(sid) return PREFIX .. ':seats:' .. sid end
local function letters_key(sid) return PREFIX .. ':letters:' .. sid end
local function version_key(version) return PREFIX .. ':version:' .. version end
local function missed_key(version) return PREFIX .. ':missed:' .. version end

-- Fields of a session by name; those it does not have are false.
local function fields_of(sid, ...)
  local names = {...}
  local found = {}
  for i, value in ipairs(redis.call('HMGET', session_key(sid), unpack(names))) do
    found[names[i]] = value
  end
  return found
end

-- Whether a stream holds the session, how long it has been without one, and whether it is known.
local function presence(sid)
  local session = fields_of(sid, 'seen', 'gone', 'away')
  if not session.seen then return {is_live = false, away = 0, is_known = false} end
  local since = nil
  if session.gone ~= '' then since = tonumber(session.gone)
  elseif now - tonumber(session.seen) > LIVE then since = tonumber(session.seen) end
  local away = tonumber(session.away)
  if since then away = away + math.max(0, now - since) end
  return {is_live = not since, away = away, is_known = true}
end

-- A seat is kept as these numbers in one text: the sequence asked last, the one answered last,
-- whether Ready is due, the delivery of the latest message, and until when the seat counts without
-- any news from its worker.
local SEAT = {'attempt', 'seat', 'asked', 'answered', 'is_starting', 'delivery', 'expires'}

local function seat_of(sid, match)
  local found = redis.call('HGET', seats_key(sid), match)
  if not found then return nil end
  local seat, i = {}, 0
  for word in string.gmatch(found, '%S+') do
    i = i + 1
    seat[SEAT[i]] = tonumber(word)
  end
  return seat
end

local function keep_seat(sid, match, seat)
  seat.expires = now + SEAT_TTL
  local words = {}
  for i, name in ipairs(SEAT) do words[i] = whole(seat[name]) end
  redis.call('HSET', seats_key(sid), match, table.concat(words, ' '))
end

-- Add a delivery; its number, or -1 when too many are waiting.
local function post(sid, body)
  if redis.call('XLEN', letters_key(sid)) >= MOST_KEPT then return -1 end
  local number = redis.call('HINCRBY', session_key(sid), 'delivery', 1)
  redis.call('XADD', letters_key(sid), whole(number) .. '-0', 'm', body)
  -- An empty stream stays, and whoever holds the session renews it.
  if number == 1 then redis.call('EXPIRE', letters_key(sid), SEAT_TTL) end
  return number
end

-- Drop deliveries up to a number; 0 when that is old news.
local function acknowledge(sid, number)
  if number <= tonumber(redis.call('HGET', session_key(sid), 'acked')) then return 0 end
  redis.call('XTRIM', letters_key(sid), 'MINID', whole(number + 1) .. '-0')
  redis.call('HSET', session_key(sid), 'acked', whole(number))
  return 1
end

local function expire(sid, ttl)
  redis.call('EXPIRE', session_key(sid), ttl)
  redis.call('EXPIRE', seats_key(sid), ttl)
  redis.call('EXPIRE', letters_key(sid), ttl)
end
