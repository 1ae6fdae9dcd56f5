// The protocol: a JSON message a line on standard input, an answer a line on standard output.
// `pentarch bot types .` writes this folder anew.

import { createInterface } from 'node:readline';

/**
 * A match begins.
 * @typedef {object} Start
 * @property {string} ruleset
 * @property {number} seat the bot's own, counted from 0
 * @property {number} seats how many there are
 * @property {Record<string, string>} options
 * @property {bigint} seed for the bot's own luck: the same match, the same play
 */

/**
 * In seconds; what is without limit is infinite.
 * @typedef {{ left: number, increment: number, cap: number }} Clock
 */

/**
 * Something that happened; the seat is undefined where it concerns nobody in particular.
 * @typedef {{ name: string, seat?: number, values: string[] }} Event
 */

/**
 * A decision.
 * @typedef {object} Turn
 * @property {number} sequence 1, 2, 3 and so on
 * @property {unknown} view all that the seat may know; its types are in pentarch/views
 * @property {string[]} legal what the rules allow now
 * @property {Event[]} events what has happened since the last decision
 * @property {Clock} clock
 */

/**
 * Plays one match: `decide` gives one of `turn.legal`.
 * @typedef {{ decide(turn: Turn): string | Promise<string> }} Bot
 */

/**
 * Plays until the input ends. Every match gets a bot of its own.
 * @param {(start: Start) => Bot} make
 */
export async function run(make) {
  console.log = console.error; // what a bot prints is no answer
  /** @type {Map<string, Bot>} */
  const bots = new Map();
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line) continue;
    const { match_start: start, turn, match_end: end } = JSON.parse(line);
    if (start) bots.set(start.match_id, make(startOf(start)));
    if (turn) {
      const text = await /** @type {Bot} */ (bots.get(turn.match_id)).decide(turnOf(turn));
      const decide = { match_id: turn.match_id, sequence: turn.sequence, text };
      process.stdout.write(`${JSON.stringify({ decide })}\n`);
    }
    if (end) bots.delete(end.match_id);
  }
}

/** @param {any} message @returns {Start} */
function startOf({ ruleset, seat = 0, seats, options = {}, bot_seed = '0' }) {
  return { ruleset, seat, seats, options, seed: BigInt(bot_seed) };
}

/** @param {any} message @returns {Turn} */
function turnOf({ sequence, view, legal, events = [], clock = {} }) {
  const happened = events.map((/** @type {object} */ event) => ({ values: [], ...event }));
  return { sequence, view, legal, events: happened, clock: clockOf(clock) };
}

/** @param {any} clock @returns {Clock} */
function clockOf({ left = 'Infinity', increment = '0s', cap = 'Infinity' }) {
  return { left: parseFloat(left), increment: parseFloat(increment), cap: parseFloat(cap) };
}
