// A bot in Node.js, made from the .proto files alone. `decide` is the bot; `session.js` is the protocol.
'use strict';

const { run } = require('./session');

/** Plays one match: any legal command, with luck that comes from the match. */
class Chance {
  /** @param start a MatchStart: ruleset, seat, seats, options, bot_seed, clock */
  constructor(start) {
    this.luck = BigInt(start.bot_seed);
  }

  /**
   * @param turn a Turn: sequence, legal, clock; JSON.parse(turn.view) is what the seat may know, and
   * turn.events what has happened since: { name, seat, values }, a command as { name: 'command' }
   */
  decide(turn) {
    return { index: Number(this.next() % BigInt(turn.legal.length)) };
  }

  /** SplitMix64: the same match, the same play. */
  next() {
    this.luck = BigInt.asUintN(64, this.luck + 0x9e3779b97f4a7c15n);
    let z = this.luck;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }
}

run((start) => new Chance(start), {
  name: process.env.BOT_NAME || 'node-chance',
  build: '1',
  rulesets: ['township', 'kingdom', 'capital', 'heroes', 'tradewarz'],
  maxMatches: 4,
});
