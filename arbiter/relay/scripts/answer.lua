-- Hand an answer to its worker (sequence -1: Ready): what became of it, and the delivery that it
-- acknowledges.
local sid, match, sequence = args.sid, args.match, tonumber(args.sequence)
local seat = seat_of(sid, match)
if not seat then return {-2, 0} end
if sequence < 0 then
  if seat.is_starting == 0 then return {0, 0} end
  seat.is_starting = 0
else
  if sequence <= seat.answered then return {0, 0} end
  if seat.is_starting == 1 or sequence ~= seat.asked then return {-1, 0} end
  seat.answered = sequence
end
keep_seat(sid, match, seat)
local answers = PREFIX .. ':answers:' .. match .. ':' .. whole(seat.attempt)
  .. ':' .. whole(seat.seat)
redis.call('RPUSH', answers, text(now) .. ' ' .. text(presence(sid).away) .. '\n' .. args.body)
redis.call('EXPIRE', answers, SEAT_TTL)
acknowledge(sid, seat.delivery)
return {1, seat.delivery}
