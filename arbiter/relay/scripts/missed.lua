-- Since how many seconds workers find nobody there; -1 when a session is live.
local missed = missed_key(args.version)
for _, sid in ipairs(redis.call('ZRANGE', version_key(args.version), 0, -1)) do
  if presence(sid).is_live then
    redis.call('DEL', missed)
    return '-1'
  end
end
local since = redis.call('GET', missed)
if not since then
  redis.call('SET', missed, text(now), 'EX', MISSED_TTL)
  return '0'
end
return text(math.max(0, now - tonumber(since)))
