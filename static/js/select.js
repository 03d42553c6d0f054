// Choosing cards: pure functions on sets of keys. Nothing here knows a rule; what may be played is looked up
// in the plays that the server has listed.

import { cardOf, RANKS, rankOf, ranksOf } from "./cards.js";

/**
 * @import { Keyed } from './cards.js'
 * @import { Offer } from './plays.js'
 */

/** @typedef {ReadonlySet<string>} Selection keys of the chosen cards */

/** @param {Selection} selected @param {string} key @returns {Selection} */
export function toggle(selected, key) {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/**
 * A swipe: every card from the first to the current one becomes what the first one became. `base` is the
 * selection before the swipe, so that going back undoes it.
 * @param {readonly string[]} order the keys of the hand as it lies
 * @param {Selection} base
 * @param {number} from
 * @param {number} to
 * @returns {Selection}
 */
export function sweep(order, base, from, to) {
  const first = order[from];
  const on = first !== undefined && !base.has(first);
  const next = new Set(base);
  for (let i = Math.min(from, to); i <= Math.max(from, to); i++) {
    const key = order[i];
    if (key === undefined) continue;
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

/**
 * One more card of a rank, `shy` last, and after the last of them none.
 * @param {readonly Keyed[]} hand
 * @param {Selection} selected
 * @param {string} rank
 * @param {string | null} [shy]
 * @returns {Selection}
 */
export function addRank(hand, selected, rank, shy = null) {
  const same = hand.filter(({ card }) => rankOf(card) === rank);
  if (!same.length) return selected;
  const next = new Set(selected);
  const left = same.filter(({ key }) => !next.has(key));
  const free = left.findLast(({ card }) => card !== shy) ?? left.at(-1);
  if (free) next.add(free.key);
  else for (const { key } of same) next.delete(key);
  return next;
}

/** The selection without cards that have left the hand. @param {Selection} selected @param {readonly Keyed[]} hand */
export function keepHeld(selected, hand) {
  if (!selected.size) return selected;
  const held = new Set(hand.map(({ key }) => key));
  const next = new Set([...selected].filter((key) => held.has(key)));
  return next.size === selected.size ? selected : next;
}

/**
 * Keys of cards that make up a rank string, lowest suits first, cards of `prefer` before others, `shy` only where no
 * other will do.
 * @param {readonly Keyed[]} hand from high to low
 * @param {string} ranks
 * @param {{ prefer?: Selection, shy?: string | null }} [wish]
 * @returns {Set<string>}
 */
export function keysFor(hand, ranks, { prefer = new Set(), shy = null } = {}) {
  const place = (/** @type {Keyed} */ { card, key }) => (prefer.has(key) ? 0 : 2) + (card === shy ? 1 : 0);
  const left = [...hand].reverse().sort((a, b) => place(a) - place(b));
  const keys = new Set();
  for (const rank of ranks) {
    const at = left.findIndex(({ card }) => rankOf(card) === rank);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (found) keys.add(found.key);
  }
  return keys;
}

/** The ranks of a selection. @param {Selection} selected */
export const ranksOfKeys = (selected) => ranksOf([...selected].map(cardOf));

/** The play that a selection makes up, if it may be played. @param {readonly Offer[]} plays @param {Selection} selected */
export function offerFor(plays, selected) {
  const ranks = ranksOfKeys(selected);
  return plays.find((offer) => offer.ranks === ranks) ?? null;
}

const isBomb = (/** @type {Offer} */ offer) => offer.readings.every(({ kind }) => /BOMB|ROCKET/.test(kind));

/**
 * A tap on a card. Where an answer of several cards is due and nothing is chosen, the first tap completes the
 * card to the first answer that holds it, the second keeps the card alone, the third clears.
 * @param {readonly Keyed[]} hand
 * @param {Selection} selected
 * @param {string} key
 * @param {{ plays: readonly Offer[], following: boolean, completed: string | null, shy?: string | null }} turn
 *   `completed` is the card that the tap before this one has completed
 * @returns {{ selected: Selection, completed: string | null }}
 */
export function tap(hand, selected, key, { plays, following, completed, shy = null }) {
  if (completed === key && selected.size > 1) return { selected: new Set([key]), completed: null };
  if (following && selected.size === 0) {
    const rank = rankOf(cardOf(key));
    const answer = plays.find((offer) => offer.ranks.includes(rank) && !isBomb(offer));
    if (answer && answer.ranks.length > 1) {
      return { selected: keysFor(hand, answer.ranks, { prefer: new Set([key]), shy }), completed: key };
    }
  }
  return { selected: toggle(selected, key), completed: null };
}

/**
 * What a swipe proposes: if the swiped cards are no play themselves, the longest chain within them, so that a
 * swipe over 3 4 5 6 7 J 8 takes the straight; bombs are left whole. The swiped cards if there is none.
 * @param {readonly Keyed[]} hand
 * @param {Selection} swiped
 * @param {{ plays: readonly Offer[], shy?: string | null }} turn
 * @returns {Selection}
 */
export function narrow(hand, swiped, { plays, shy = null }) {
  if (swiped.size < 5 || offerFor(plays, swiped)) return swiped;
  const have = tally(ranksOfKeys(swiped));
  const fours = [...have].filter(([, count]) => count >= 4).map(([rank]) => rank);
  /** @type {Offer | null} */
  let best = null;
  for (const offer of plays) {
    const kind = offer.readings[0]?.kind;
    if (
      kind !== "STRAIGHT" &&
      kind !== "PAIR_CHAIN" &&
      kind !== "PLANE" &&
      kind !== "PLANE_SINGLES" &&
      kind !== "PLANE_PAIRS"
    )
      continue;
    if (offer.ranks.length < 5 || offer.ranks.length <= (best?.ranks.length ?? 0)) continue;
    if (fours.some((rank) => offer.ranks.includes(rank))) continue;
    const need = tally(offer.ranks);
    if ([...need].every(([rank, count]) => (have.get(rank) ?? 0) >= count)) best = offer;
  }
  return best ? keysFor(hand, best.ranks, { prefer: swiped, shy }) : swiped;
}

/** @param {string} ranks */
function tally(ranks) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return counts;
}

/** The rank that a key of the keyboard stands for, or null. @param {string} key */
export function rankOfKey(key) {
  /** @type {Record<string, string>} */
  const special = { 0: "T", "-": "B", "=": "R", W: "L" };
  const rank = special[key.toUpperCase()] ?? key.toUpperCase();
  return rank.length === 1 && RANKS.includes(rank) && !"BR".includes(key.toUpperCase()) ? rank : null;
}
