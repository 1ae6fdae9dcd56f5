-- Post a message that is of no match.
if redis.call('EXISTS', session_key(args.sid)) == 0 then return 0 end
return post(args.sid, args.body)
