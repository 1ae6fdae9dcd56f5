-- Seat a version at a match in its least busy session: the session, empty when none has room, and
-- how many are live.
local match, attempt, number = args.match, tonumber(args.attempt), tonumber(args.seat)

-- How many matches a session plays beside this one; nil when it cannot take the seat.
local function load_of(sid)
  local taken = 0
  for _, other in ipairs(redis.call('HKEYS', seats_key(sid))) do
    local seat = seat_of(sid, other)
    if seat.expires < now then
      redis.call('HDEL', seats_key(sid), other)
    elseif other ~= match then
      taken = taken + 1
    elseif seat.attempt > attempt or (seat.attempt == attempt and seat.seat ~= number) then
      -- An older attempt makes room; another seat of this attempt needs another session.
      return nil
    end
  end
  return taken
end

local live, best, least = 0, nil, nil
for _, sid in ipairs(redis.call('ZRANGE', version_key(args.version), 0, -1)) do
  local session = fields_of(sid, 'limit', 'drain')
  if not session.limit then
    redis.call('ZREM', version_key(args.version), sid)
  elseif presence(sid).is_live then
    live = live + 1
    local taken = load_of(sid)
    if taken and session.drain == '0' and taken < tonumber(session.limit)
        and (not least or taken < least) then
      best, least = sid, taken
    end
  end
end
-- A session that has come back by itself goes on with what it was asked and has answered.
if args.leave ~= '' and presence(args.leave).is_live then
  local seat = seat_of(args.leave, match)
  if seat and seat.attempt == attempt and seat.seat == number then return {args.leave, live} end
end
if not best then return {'', live} end
if args.leave ~= '' then redis.call('HDEL', seats_key(args.leave), match) end
local before = tonumber(args.first) - 1
keep_seat(best, match, {
  attempt = attempt, seat = number, asked = before, answered = before,
  is_starting = 1, delivery = 0,
})
redis.call('EXPIRE', seats_key(best), redis.call('TTL', session_key(best)))
return {best, live}
