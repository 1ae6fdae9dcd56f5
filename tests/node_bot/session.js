// The protocol for bots in Node.js: over gRPC as a remote bot, or over stdin and stdout when hosted.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const protoLoader = require('@grpc/proto-loader');

const ACKNOWLEDGE_EVERY = 16;
const LONGEST_PAUSE = 5000;

/** Trying again would not help with these. */
const FATAL = [
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'INVALID_ARGUMENT',
  'FAILED_PRECONDITION',
  'NOT_FOUND',
  'UNIMPLEMENTED',
];

/** The matches of one bot: messages in, answers out, whatever carries them. */
class Matches {
  constructor(make) {
    this.make = make;
    this.bots = new Map();
  }

  /** The PlayRequest that answers a PlayResponse; undefined when there is nothing to say. */
  take(response) {
    const kind = response.message;
    const message = response[kind];
    if (kind === 'match_start') {
      this.bots.set(message.match_id, this.make(message));
      return { ready: { match_id: message.match_id } };
    }
    if (kind === 'turn' && this.bots.has(message.match_id)) {
      const answer = this.bots.get(message.match_id).decide(message);
      return { decide: { match_id: message.match_id, sequence: message.sequence, ...answer } };
    }
    if (kind === 'match_end') this.bots.delete(message.match_id);
    if (kind === 'ping') return { pong: { number: message.number } };
    return undefined;
  }
}

/** Plays until the arbiter or the user ends it. `make(start)` makes a bot for each match. */
function run(make, { name, build, rulesets, maxMatches }) {
  const definition = load();
  if (process.env.PENTARCH_HOSTED === '1') {
    playHosted(make, definition['pentarch.arbiter.v1.PlayService'].Play);
    return;
  }
  const hello = { bot: name, build, rulesets, max_matches: maxMatches, client: 'node-example' };
  new Remote(make, hello, definition).connect();
}

/** The service, from the .proto files beside the bot or in the project. */
function load() {
  const folders = [process.env.PENTARCH_PROTO, './proto', '../../proto'].filter(Boolean);
  const folder = folders
    .map((each) => path.resolve(__dirname, each))
    .find((each) => fs.existsSync(path.join(each, 'pentarch/arbiter/v1/play.proto')));
  if (!folder) throw new Error('no .proto files: set PENTARCH_PROTO to the folder that has them');
  return protoLoader.loadSync('pentarch/arbiter/v1/play.proto', {
    includeDirs: [folder],
    keepCase: true,
    longs: String, // JavaScript's numbers cannot hold 64 bits
    enums: String,
    defaults: true,
    oneofs: true,
  });
}

/** A remote bot: one stream for all matches, resumed when it breaks. */
class Remote {
  constructor(make, hello, definition) {
    // Hosted bots do without gRPC.
    this.grpc = require('@grpc/grpc-js');
    this.make = make;
    this.matches = new Matches(make);
    this.hello = { ...hello, session_token: '', last_delivery: '0' };
    this.metadata = new this.grpc.Metadata();
    this.metadata.set('authorization', `Bearer ${process.env.PENTARCH_TOKEN || ''}`);
    const { PlayService } = this.grpc.loadPackageDefinition(definition).pentarch.arbiter.v1;
    const address = process.env.PENTARCH_ARBITER || '127.0.0.1:50051';
    this.client = new PlayService(address, this.credentials());
    this.unconfirmed = new Map();
    this.last = 0n;
    this.acknowledged = 0n;
    this.pause = 50;
  }

  credentials() {
    const [ca, key, certificate] = ['CA', 'CLIENT_KEY', 'CLIENT_CERTIFICATE']
      .map((each) => process.env[`PENTARCH_TLS_${each}`])
      .map((file) => (file ? fs.readFileSync(file) : null));
    const { credentials } = this.grpc;
    return ca || certificate ? credentials.createSsl(ca, key, certificate) : credentials.createInsecure();
  }

  connect() {
    const stream = this.client.Play(this.metadata);
    stream.write({ hello: this.hello });
    stream.on('data', (response) => this.take(response, stream));
    stream.on('error', () => {}); // the status says the same
    stream.on('status', (status) => this.ended(status));
  }

  take(response, stream) {
    if (response.message === 'welcome') {
      this.welcome(response.welcome, stream);
      return;
    }
    const delivery = BigInt(response.delivery);
    if (delivery > 0n) {
      if (delivery <= this.last) return; // sent again after a resume
      this.last = delivery;
      this.hello.last_delivery = response.delivery;
    }
    const about = response[response.message];
    // What comes next in a match shows that the answer before it has arrived.
    if (about && about.match_id) this.unconfirmed.delete(about.match_id);
    const answer = this.matches.take(response);
    if (answer) {
      if (!answer.pong) this.unconfirmed.set(about.match_id, answer);
      stream.write(answer);
    }
    const isEnd = response.message === 'match_end';
    if (isEnd || this.last - this.acknowledged >= ACKNOWLEDGE_EVERY) {
      this.acknowledged = this.last;
      stream.write({ acknowledge: { delivery: String(this.last) } });
    }
  }

  welcome(welcome, stream) {
    console.error(`${welcome.resumed ? 'back' : 'connected'} as ${welcome.version}`);
    this.pause = 50;
    this.hello.session_token = welcome.session_token;
    if (!welcome.resumed) {
      // Matches of a lost session start again from the arbiter's side.
      this.matches = new Matches(this.make);
      this.unconfirmed.clear();
      this.last = this.acknowledged = 0n;
      this.hello.last_delivery = '0';
    }
    for (const answer of this.unconfirmed.values()) stream.write(answer);
  }

  ended(status) {
    const name = this.grpc.status[status.code];
    if (FATAL.includes(name)) {
      console.error(`the arbiter does not let the bot play: ${name}: ${status.details}`);
      process.exitCode = 1;
      this.client.close();
      return;
    }
    setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }
}

/** A hosted bot: the same messages on stdin and stdout, each with its length as a varint before it. */
function playHosted(make, method) {
  console.log = console.error; // stdout belongs to the protocol
  const matches = new Matches(make);
  let buffer = Buffer.alloc(0);
  const say = (request) => {
    const body = method.requestSerialize(request);
    fs.writeSync(1, Buffer.concat([varint(body.length), body]));
  };
  say({ hello: { max_matches: 1, client: 'node-example' } });
  process.stdin.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (let found = frame(buffer); found; found = frame(buffer)) {
      buffer = buffer.subarray(found.end);
      const answer = matches.take(method.responseDeserialize(found.body));
      if (answer) say(answer);
    }
  });
}

function varint(size) {
  const bytes = [];
  for (; size >= 0x80; size >>>= 7) bytes.push((size & 0x7f) | 0x80);
  return Buffer.from([...bytes, size]);
}

/** The first whole message of a buffer, and where it ends. */
function frame(buffer) {
  let size = 0;
  for (let at = 0; at < buffer.length; at += 1) {
    if (at >= 4) throw new Error('no length where a message should begin');
    size |= (buffer[at] & 0x7f) << (7 * at);
    if (buffer[at] < 0x80) {
      const end = at + 1 + size;
      return end <= buffer.length ? { body: buffer.subarray(at + 1, end), end } : undefined;
    }
  }
  return undefined;
}

module.exports = { run };
