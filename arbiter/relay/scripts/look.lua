-- How a session is doing: known, live, time away, time. Keeps its seat at the match.
local found = presence(args.sid)
local seat = seat_of(args.sid, args.match)
if seat then keep_seat(args.sid, args.match, seat) end
return {found.is_known and 1 or 0, found.is_live and 1 or 0, text(found.away), text(now)}
