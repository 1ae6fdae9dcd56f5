// A bot that plays every ruleset by a list of wishes. Make it yours.

import { run } from './pentarch/pentarch.js';

/** @typedef {import('./pentarch/pentarch.js').Start} Start */
/** @typedef {import('./pentarch/pentarch.js').Turn} Turn */
/** @typedef {import('./pentarch/views/kingdom.js').View} KingdomView */

/**
 * The beginnings of commands, dearest first. What there is: `pentarch describe township verbs`.
 * @type {Record<string, string[]>}
 */
const WISHES = {
  township: [
    'feast', 'repair house', 'repair school', 'repair', 'produce woodlot', 'recruit', 'produce',
    'break house', 'break school', 'break monument', 'skip',
  ],
  kingdom: ['halt', 'train swordsman', 'move all', 'done'],
  capital: [
    'upgrade', 'settle', 'build farming_village', 'build', 'quest', 'take', 'war', 'send', 'guard',
    'charge', 'hold', 'raze city', 'raze', 'save', 'done', 'keep farming_village', 'keep',
  ],
  heroes: [
    'buy', 'recruit', 'hero', 'fight', 'attack', 'stay', 'seize', 'raise', 'take', 'move 1', 'end',
  ],
  tradewarz: [
    'resources gold gold', 'resources lumber lumber', 'resources mining mining',
    'resources wheat wheat', 'build castle', 'build village', 'build', 'recruit gate', 'decline',
    'ready',
  ],
};

/** Units that march together. */
const ENOUGH = 3;

class MyBot {
  /** @param {Start} start */
  constructor(start) {
    this.ruleset = start.ruleset;
    this.seat = `p${start.seat + 1}`; // as commands and views write it
  }

  /**
   * `turn.view` is what the seat may know; pentarch/views has its types for every ruleset.
   * @param {Turn} turn
   */
  decide(turn) {
    let choices = turn.legal;
    if (this.ruleset === 'kingdom') {
      choices = withoutIdleMoves(choices, /** @type {KingdomView} */ (turn.view), this.seat);
    }
    for (const wish of WISHES[this.ruleset]) {
      const found = choices.find((text) => text.startsWith(wish));
      if (found) return found;
    }
    return turn.legal[0];
  }
}

/**
 * The commands without moves, but for those of armies towards a castle.
 * @param {string[]} legal
 * @param {KingdomView} view
 * @param {string} seat
 */
function withoutIdleMoves(legal, view, seat) {
  const away = distances(view, seat);
  /** @param {string} area */
  const distance = (area) => away.get(area) ?? Infinity;
  /** @param {string} area */
  const units = (area) =>
    view.units.filter((unit) => unit.kingdom === seat && unit.area === area).length;
  return legal.filter((text) => {
    const [verb, number, , from, to] = text.split(' ');
    if (verb !== 'move') return true;
    return number === 'all' && units(from) >= ENOUGH && distance(to) < distance(from);
  });
}

/**
 * How far each area is from the nearest castle that somebody else holds.
 * @param {KingdomView} view
 * @param {string} seat
 */
function distances(view, seat) {
  const land = new Map(
    view.board.areas
      .filter((area) => area.kind === 'land')
      .map((area) => [area.id, area.neighbours]),
  );
  const queue = view.castles.filter((castle) => castle.owner !== seat).map(({ id }) => id);
  const found = new Map(queue.map((area) => [area, 0]));
  for (const area of queue) {
    for (const next of land.get(area) ?? []) {
      if (!land.has(next) || found.has(next)) continue;
      found.set(next, (found.get(area) ?? 0) + 1);
      queue.push(next);
    }
  }
  return found;
}

await run((start) => new MyBot(start));
