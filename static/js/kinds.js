// What the client shows of kinds and decks. Which play is legal comes from the server alone.

import { RANKS, rankOf } from "./cards.js";

/** @import { Card, Combo, Kind, View } from './wire.js' */

/**
 * A game's deck: how many cards of each suited rank, of each joker and of laizi it holds, and how many of them
 * are bottom cards; `most` is how many a landlord begins with.
 * @typedef {{ suited: number, jokers: number, laizi: number, bottom: number, most: number }} Deck
 */
/** @type {Deck} */
const ONE_DECK = { suited: 4, jokers: 1, laizi: 0, bottom: 3, most: 20 };
/** @type {Record<string, Deck>} */
const DECKS = {
  classic: ONE_DECK,
  happy: ONE_DECK,
  five: { suited: 8, jokers: 2, laizi: 0, bottom: 3, most: 24 },
  laizi: { suited: 4, jokers: 1, laizi: 2, bottom: 5, most: 22 },
};

/** @param {string} game */
export const deckOf = (game) => DECKS[game] ?? ONE_DECK;

/** Kinds that are celebrated, and how. @type {Partial<Record<Kind, 'bomb' | 'rocket' | 'plane' | 'chain'>>} */
export const EFFECTS = {
  BOMB: "bomb",
  ROCKET: "rocket",
  KING_BOMB2: "bomb",
  KING_BOMB3: "rocket",
  KING_BOMB4: "rocket",
  SOFT_BOMB: "bomb",
  LAIZI_BOMB: "bomb",
  PLANE: "plane",
  PLANE_SINGLES: "plane",
  PLANE_PAIRS: "plane",
  STRAIGHT: "chain",
  PAIR_CHAIN: "chain",
};

/** Kinds whose deciding rank says something to a reader. @type {ReadonlySet<Kind>} */
export const RANKED = new Set(
  /** @type {Kind[]} */ ([
    "SINGLE",
    "PAIR",
    "TRIO",
    "TRIO_SINGLE",
    "TRIO_PAIR",
    "BOMB",
    "SOFT_BOMB",
    "LAIZI_BOMB",
    "KING_BOMB2",
    "FOUR_TWO",
    "FOUR_TWO_PAIRS",
  ]),
);
/** Kinds whose rank says nothing: there is one of each. @type {ReadonlySet<Kind>} */
export const UNRANKED = new Set(/** @type {Kind[]} */ (["ROCKET", "KING_BOMB3", "KING_BOMB4"]));
/** Bombs of more than one size. @type {ReadonlySet<Kind>} */
export const SIZED = new Set(/** @type {Kind[]} */ (["BOMB", "LAIZI_BOMB"]));

/** @param {Combo} a @param {Combo} b */
export const sameReading = (a, b) => a.kind === b.kind && a.size === b.size && a.rank === b.rank;

/**
 * The card counter: how many cards of each rank have not been seen. Seen are the own hand, what has been
 * played, and hands that lie open; the bottom cards are not counted out, whoever holds them.
 * @param {View} view
 * @param {readonly Card[]} own the own hand as it is shown, without cards that have just been sent
 * @returns {{ rank: string, left: number, full: boolean }[]} from the jokers down
 */
export function unseen(view, own) {
  const deck = deckOf(view.public.game);
  /** @type {Map<string, number>} */
  const left = new Map();
  const total = (/** @type {string} */ rank) =>
    rank === "L" ? deck.laizi : "BR".includes(rank) ? deck.jokers : deck.suited;
  for (const rank of RANKS) left.set(rank, total(rank));
  const see = (/** @type {readonly Card[]} */ cards) => {
    for (const card of cards) left.set(rankOf(card), (left.get(rankOf(card)) ?? 0) - 1);
  };
  see(own);
  for (const move of view.public.moves) see(move.cards);
  view.hands.forEach((held, seat) => {
    if (seat !== view.seat && held.cards) see(held.cards);
  });
  const get = (/** @type {string} */ rank) => left.get(rank) ?? 0;
  const rows = [{ rank: "jokers", left: get("R") + get("B"), full: get("R") + get("B") === 2 * total("B") }];
  if (deck.laizi) rows.push({ rank: "L", left: get("L"), full: false });
  for (const rank of [...RANKS.slice(0, 13)].reverse()) {
    rows.push({ rank, left: get(rank), full: get(rank) === total(rank) });
  }
  return rows;
}
