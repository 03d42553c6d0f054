// Plays as a player chooses among them, taken out of the bundles in which they travel (app/wire/plays.py).

import { RANKS } from "./cards.js";

/** @import { Chance, Combo, Plays, Turn } from './wire.js' */

/**
 * A legal play: its ranks from low to high ("33344456") and its legal readings, the default first.
 * @typedef {{ ranks: string, readings: readonly Combo[] }} Offer
 */
/** @typedef {Omit<Chance, 'plays'> & { plays: readonly Offer[] }} Options what may be done, the plays unbundled */
/** @typedef {Omit<Turn, 'options'> & { options: Options }} OpenTurn a turn, its plays unbundled */

/** @param {Plays} plays @returns {Offer[]} */
export function unbundle({ families, ranks, readings }) {
  const all = families.flatMap(({ kind, size, ranks }) => [...ranks].map((rank) => ({ kind, size, rank })));
  return ranks.flatMap((words, at) => {
    const [shared = "", ...rests] = words.split(" ");
    const same = (readings[at] ?? []).flatMap((number) => all[number] ?? []);
    if (!rests.length) return { ranks: shared, readings: same };
    return rests.map((rest) => ({ ranks: sortIn(shared, rest), readings: same }));
  });
}

/** @param {Turn} turn @returns {OpenTurn} */
export const openTurn = (turn) => ({
  ...turn,
  options: { ...turn.options, plays: unbundle(turn.options.plays) },
});

/** Two rank strings from low to high as one. @param {string} shared @param {string} rest */
function sortIn(shared, rest) {
  let ranks = "";
  let at = 0;
  for (const rank of rest) {
    const place = RANKS.indexOf(rank);
    while (at < shared.length && RANKS.indexOf(shared.charAt(at)) <= place) ranks += shared.charAt(at++);
    ranks += rank;
  }
  return ranks + shared.slice(at);
}
