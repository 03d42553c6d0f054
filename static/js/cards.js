// Cards as text, as on the wire: rank then suit ("3S", "TH"), "BJ" and "RJ" the jokers, "LZ" a laizi.

/** @import { Card, Rank } from './wire.js' */

/** Every rank in order of strength as a single card; the laizi stands last. */
export const RANKS = "3456789TJQKA2BRL";
const SUITS = "DCHS";

/** @param {Card} card @returns {Rank} */
export const rankOf = (card) => card.charAt(0);

/** @param {Rank} rank what is printed on the card */
export const rankText = (rank) => (rank === "T" ? "10" : rank);

/** @param {Card} card its place in a sorted deck, low to high */
const place = (card) => RANKS.indexOf(card.charAt(0)) * 4 + Math.max(0, SUITS.indexOf(card.charAt(1)));

/** Cards from high to low, as a player holds them. @param {readonly Card[]} cards */
export const sortCards = (cards) => [...cards].sort((a, b) => place(b) - place(a));

/**
 * A hand after these cards have left it, its order kept; cards it does not hold are passed over.
 * @param {readonly Card[]} hand
 * @param {readonly Card[]} cards
 */
export function without(hand, cards) {
  const left = [...hand];
  for (const card of cards) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The ranks of cards from low to high, as an offer names them: "33344456". @param {readonly Card[]} cards */
export function ranksOf(cards) {
  return [...cards]
    .map(rankOf)
    .sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b))
    .join("");
}

/**
 * One card of a hand with a key of its own: two decks hold twins.
 * @typedef {{ card: Card, key: string }} Keyed
 */

/**
 * Cards with keys: the card, and for a twin its number behind it.
 * @param {readonly Card[]} cards
 * @returns {Keyed[]}
 */
export function keyed(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    return { card, key: nth ? `${card}${nth}` : card };
  });
}

/** The card that a key stands for. @param {string} key @returns {Card} */
export const cardOf = (key) => key.slice(0, 2);

/** @typedef {'down' | 'up' | 'count'} Sorting from high to low, from low to high, or by how many of a rank */

/**
 * A hand, given from high to low, in the order its player likes.
 * @param {readonly Keyed[]} hand
 * @param {Sorting} sorting
 */
export function arrange(hand, sorting) {
  if (sorting === "up") return [...hand].reverse();
  if (sorting === "down") return [...hand];
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { card } of hand) counts.set(rankOf(card), (counts.get(rankOf(card)) ?? 0) + 1);
  const many = (/** @type {Keyed} */ held) => counts.get(rankOf(held.card)) ?? 0;
  return hand
    .map((held, at) => ({ held, at }))
    .sort((a, b) => many(b.held) - many(a.held) || a.at - b.at)
    .map(({ held }) => held);
}
