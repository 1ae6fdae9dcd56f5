-- Say that the stream is there: the hold (1, 0: lost, -1: taken over), draining, matches.
local sid = args.sid
local session = fields_of(sid, 'holder', 'drain', 'version')
if not session.holder then return {0, 0, 0} end
if session.holder ~= args.holder then return {-1, 0, 0} end
redis.call('HSET', session_key(sid), 'seen', text(now))
expire(sid, args.ttl)
redis.call('EXPIRE', version_key(session.version), 86400)
return {1, tonumber(session.drain), redis.call('HLEN', seats_key(sid))}
