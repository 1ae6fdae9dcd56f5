-- Drop deliveries up to a number: 0 when it is old news, -1 when it was never sent.
local number = tonumber(args.delivery)
local sent = redis.call('HGET', session_key(args.sid), 'delivery')
if not sent or number < 0 or number > tonumber(sent) then return -1 end
return acknowledge(args.sid, number)
