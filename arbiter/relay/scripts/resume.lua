-- Take a session over: 0 when it is not this caller's, -1 for a delivery that was never sent.
local sid, last = args.sid, tonumber(args.last)
local session = fields_of(sid, 'version', 'owner', 'delivery')
if session.version ~= args.version or session.owner ~= args.owner then return 0 end
if last > tonumber(session.delivery) then return -1 end
redis.call('HSET', session_key(sid), 'holder', args.holder, 'limit', args.limit,
  'seen', text(now), 'gone', '', 'away', text(presence(sid).away), 'drain', 0)
acknowledge(sid, last)
redis.call('DEL', missed_key(args.version))
expire(sid, args.ttl)
return 1
