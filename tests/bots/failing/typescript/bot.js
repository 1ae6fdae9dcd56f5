// A bot that fails in the way that FAIL names: never answers, or does wrong at its third decision.

import { run } from './pentarch/pentarch.js';

class Failing {
  decide(turn) {
    const how = process.env.FAIL;
    if (how === 'sleep') return new Promise((resolve) => setTimeout(resolve, 3600e3));
    return turn.sequence < 3 ? turn.legal[0] : this.fail(turn, how);
  }

  fail(turn, how) {
    if (how === 'crash') return turn.legal[turn.legal.length].trim();
    if (how === 'print') process.stdout.write('thinking about it\n');
    return 'break castle';
  }
}

await run(() => new Failing());
