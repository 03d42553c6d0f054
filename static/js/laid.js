// How the cards of a play lie on the table: its body first, then what it carries, each laizi in the place of the
// card that it stands for. Nothing here says what is legal: a play comes with its reading.

import { RANKS, rankOf, sortCards } from "./cards.js";

/** @import { Card, Combo, Kind, Rank } from './wire.js' */

/**
 * A card of a play. `as` is the rank that a laizi stands for, "" for every other card, and for a laizi that is
 * carried along alone: what it stands for is no part of the reading.
 * @typedef {{ card: Card, as: Rank }} Laid
 */

/** How many cards of each rank the body of a kind has; bombs have as many as they are large. @type {Partial<Record<Kind, number>>} */
const COPIES = {
  SINGLE: 1,
  PAIR: 2,
  TRIO: 3,
  TRIO_SINGLE: 3,
  TRIO_PAIR: 3,
  STRAIGHT: 1,
  PAIR_CHAIN: 2,
  PLANE: 3,
  PLANE_SINGLES: 3,
  PLANE_PAIRS: 3,
  FOUR_TWO: 4,
  FOUR_TWO_PAIRS: 4,
};
const CHAINS = /STRAIGHT|CHAIN|PLANE/;
const BOMBS = /BOMB/;
const IN_PAIRS = /_PAIRS?$/;

/** @param {readonly Card[]} cards @param {Combo} reading @returns {Laid[]} */
export function layOut(cards, { kind, size, rank }) {
  const laizi = cards.filter((card) => card === "LZ");
  const left = sortCards(cards.filter((card) => card !== "LZ"));
  const copies = COPIES[kind] ?? (BOMBS.test(kind) && !kind.startsWith("KING") ? size : 0);
  const top = RANKS.indexOf(rank);
  const length = CHAINS.test(kind) ? size : 1;
  /** @type {Laid[]} */
  const body = [];
  for (let at = top; copies && at > top - length; at--) {
    const wanted = RANKS.charAt(at);
    const own = take(left, wanted, copies);
    const lent = laizi.splice(0, copies - own.length);
    body.push(...own.map(plain), ...lent.map((card) => ({ card, as: wanted })));
  }
  const groups = [...new Set(left.map(rankOf))].map((held) => {
    const own = take(left, held, left.length);
    const lent = IN_PAIRS.test(kind) && own.length % 2 ? laizi.splice(0, 1) : [];
    return [...own.map(plain), ...lent.map((card) => ({ card, as: held }))];
  });
  groups.sort((a, b) => b.length - a.length);
  return [...body, ...groups.flat(), ...laizi.map(plain)];
}

/** @param {Card} card @returns {Laid} */
const plain = (card) => ({ card, as: "" });

/** Take up to so many cards of a rank out of others. @param {Card[]} from @param {Rank} rank @param {number} most */
function take(from, rank, most) {
  /** @type {Card[]} */
  const taken = [];
  for (let at = 0; at < from.length && taken.length < most; ) {
    const card = from[at];
    if (card === undefined || rankOf(card) !== rank) at++;
    else taken.push(...from.splice(at, 1));
  }
  return taken;
}
