const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => {
  if ('turn' in JSON.parse(line)) process.stdout.write('0\n');
});
