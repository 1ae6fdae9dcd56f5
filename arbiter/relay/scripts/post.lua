-- Deliver a message: its number (0: no such session, -1: full, -2: no seat), time, time away.
local sid, match = args.sid, args.match
local found = presence(sid)
if not found.is_known then return {0, text(now), text(found.away)} end
local seat = seat_of(sid, match)
if not seat or seat.attempt ~= tonumber(args.attempt) then
  return {-2, text(now), text(found.away)}
end
local number = post(sid, args.body)
if number > 0 then
  if args.kind == 'turn' then seat.asked = tonumber(args.sequence) end
  seat.delivery = number
  if args.kind == 'end' then redis.call('HDEL', seats_key(sid), match)
  else keep_seat(sid, match, seat) end
end
return {number, text(now), text(found.away)}
