-- Begin a session.
local sid = args.sid
redis.call('HSET', session_key(sid), 'version', args.version, 'owner', args.owner,
  'limit', args.limit, 'holder', args.holder, 'delivery', 0, 'acked', 0,
  'seen', text(now), 'gone', '', 'away', 0, 'drain', 0)
redis.call('ZADD', version_key(args.version), whole(now), sid)
redis.call('EXPIRE', version_key(args.version), 86400)
redis.call('DEL', missed_key(args.version))
expire(sid, args.ttl)
return 1
