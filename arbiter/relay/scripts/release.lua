-- Say that the stream is gone.
local session = fields_of(args.sid, 'holder', 'gone')
if session.holder == args.holder and session.gone == '' then
  redis.call('HSET', session_key(args.sid), 'gone', text(now))
end
return 1
