import assert from "node:assert/strict";
import { test } from "node:test";
import { arrange, keyed, ranksOf, sortCards } from "../../static/js/cards.js";
import {
  addRank,
  keepHeld,
  keysFor,
  narrow,
  offerFor,
  rankOfKey,
  ranksOfKeys,
  sweep,
  tap,
  toggle,
} from "../../static/js/select.js";
import { chance } from "./chance.js";

/** @import { Keyed } from "../../static/js/cards.js" */
/** @import { Offer } from "../../static/js/plays.js" */
/** @import { Kind } from "../../static/js/wire.js" */

/** @param {string} cards @returns {Keyed[]} */
const hand = (cards) => keyed(sortCards(cards.split(" ")));
/** @param {Iterable<string>} keys */
const text = (keys) => sortCards([...keys]).join(" ");
/** @param {string} ranks @param {Kind} kind @param {number} [size] @returns {Offer} */
const offer = (ranks, kind, size = 1) => ({ ranks, readings: [{ kind, size, rank: ranks.slice(-1) }] });

const TWENTY = "RJ 2S 2H AS AH KC KD QH JS TH TS TC 9D 8S 6H 5H 4C 4S 3C 3D";

test("a tap selects and puts back", () => {
  assert.deepEqual([...toggle(new Set(["3S"]), "4S")], ["3S", "4S"]);
  assert.deepEqual([...toggle(new Set(["3S", "4S"]), "3S")], ["4S"]);
});

test("a swipe takes every card between its ends, and back again gives them back", () => {
  const order = hand(TWENTY).map(({ key }) => key);
  const base = new Set();
  assert.deepEqual([...sweep(order, base, 5, 12)], order.slice(5, 13));
  assert.deepEqual([...sweep(order, base, 12, 5)].sort(), order.slice(5, 13).sort());
  assert.deepEqual([...sweep(order, base, 5, 5)], [order[5]]);
  const some = new Set(order.slice(5, 13));
  assert.deepEqual([...sweep(order, some, 8, 10)], order.slice(5, 8).concat(order.slice(11, 13)));
});

test("1000 random paths of swipes equal the model", () => {
  const order = hand(TWENTY).map(({ key }) => key);
  for (let seed = 0; seed < 1000; seed++) {
    const next = chance(seed);
    const at = () => Math.floor(next() * order.length);
    let selected = /** @type {ReadonlySet<string>} */ (new Set());
    const model = new Array(order.length).fill(false);
    for (let swipe = 0; swipe < 6; swipe++) {
      const base = selected;
      const before = [...model];
      const from = at();
      const on = !before[from];
      let to = from;
      for (let step = 0; step < 5; step++) {
        to = at();
        selected = sweep(order, base, from, to);
      }
      for (let i = 0; i < order.length; i++) {
        model[i] = i >= Math.min(from, to) && i <= Math.max(from, to) ? on : before[i];
      }
      assert.deepEqual(
        order.map((key) => selected.has(key)),
        model,
        `seed ${seed}`,
      );
    }
  }
});

test("a rank key adds one card after another and then takes all away", () => {
  const cards = hand("TH TS TC 9D");
  let selected = /** @type {ReadonlySet<string>} */ (new Set(["9D"]));
  for (const count of [2, 3, 4, 1]) {
    selected = addRank(cards, selected, "T");
    assert.equal(selected.size, count);
  }
  assert.deepEqual([...selected], ["9D"]);
  assert.equal(addRank(cards, selected, "A"), selected);
});

test("keys of the keyboard name ranks", () => {
  const told = [..."3 9 0 j Q k a 2 - = l w".split(" ")].map(rankOfKey).join("");
  assert.equal(told, "39TJQKA2BRLL");
  for (const key of ["1", "b", "r", "x", "Enter", "t"])
    assert.equal(rankOfKey(key)?.length ?? 0, key === "t" ? 1 : 0);
});

test("a selection outlives everything but its cards", () => {
  const selected = new Set(["3S", "4S"]);
  assert.equal(keepHeld(selected, hand("5S 4S 3S")), selected);
  assert.deepEqual([...keepHeld(selected, hand("5S 4S"))], ["4S"]);
});

test("the cards of a hint are the lowest suits, or those that were touched", () => {
  const cards = hand("8S 8H 8D 8C 4S 4D");
  assert.equal(text(keysFor(cards, "488")), "8C 8D 4D");
  assert.equal(text(keysFor(cards, "488", { prefer: new Set(["8S"]) })), "8S 8D 4D");
});

test("a shy card is taken last, and yet if it is the one that was touched", () => {
  const cards = hand("KH KD KD KC 3D");
  assert.equal(text(keysFor(cards, "KK", { shy: "KD" })), "KH KC");
  assert.equal(text(keysFor(cards, "KKK", { shy: "KD" })), "KH KC KD1");
  assert.equal(text(keysFor(cards, "K", { prefer: new Set(["KD"]), shy: "KD" })), "KD");
  let selected = new Set();
  for (const wanted of ["KC", "KH KC"]) {
    selected = new Set(addRank(cards, selected, "K", "KD"));
    assert.equal(text(selected), wanted);
  }
  const turn = { plays: [offer("KK", "PAIR")], following: true, completed: null, shy: "KD" };
  assert.equal(text(tap(cards, new Set(), "KC", turn).selected), "KH KC");
  assert.equal(text(tap(cards, new Set(), "KD", turn).selected), "KC KD");
});

test("twins have keys of their own", () => {
  const cards = keyed(["RJ", "RJ", "5H", "5H"]);
  assert.equal(new Set(cards.map(({ key }) => key)).size, 4);
  assert.equal(ranksOfKeys(keysFor(cards, "55RR")), "55RR");
});

test("a play is looked up by its ranks", () => {
  const plays = [offer("33", "PAIR"), offer("333", "TRIO")];
  assert.equal(offerFor(plays, new Set(["3S", "3H"])), plays[0]);
  assert.equal(offerFor(plays, new Set(["3S", "4H"])), null);
  assert.equal(ranksOf(["RJ", "3S", "TH"]), "3TR");
});

const COMPLETIONS = /** @type {[string, Offer[], string, string][]} */ ([
  ["9S 9H 8S 8H 3S", [offer("88", "PAIR"), offer("99", "PAIR")], "8S", "8S 8H"],
  ["9S 9H 8S 8H 3S", [offer("88", "PAIR"), offer("99", "PAIR")], "9H", "9S 9H"],
  ["9S 9H 8S 8H 3S", [offer("88", "PAIR"), offer("99", "PAIR")], "3S", "3S"],
  ["9S 9H 9D 4S 3S", [offer("3999", "TRIO_SINGLE"), offer("4999", "TRIO_SINGLE")], "4S", "9S 9H 9D 4S"],
  ["9S 9H 9D 4S 3S", [offer("3999", "TRIO_SINGLE"), offer("4999", "TRIO_SINGLE")], "9S", "9S 9H 9D 3S"],
  ["KS 9S 8S", [offer("9", "SINGLE"), offer("K", "SINGLE")], "KS", "KS"],
  [
    "8S 7S 6S 5S 4S 3S",
    [offer("34567", "STRAIGHT", 5), offer("45678", "STRAIGHT", 5)],
    "3S",
    "7S 6S 5S 4S 3S",
  ],
  [
    "8S 7S 6S 5S 4S 3S",
    [offer("34567", "STRAIGHT", 5), offer("45678", "STRAIGHT", 5)],
    "8S",
    "8S 7S 6S 5S 4S",
  ],
  ["9S 9H 9D 9C 3S", [offer("9999", "BOMB", 4)], "9S", "9S"],
  ["RJ BJ 3S", [offer("BR", "ROCKET", 2)], "RJ", "RJ"],
]);

test("following, the first tap completes, the second keeps the card, the third puts it back", () => {
  for (const [cards, plays, key, wanted] of COMPLETIONS) {
    const how = { plays, following: true, completed: null };
    const first = tap(hand(cards), new Set(), key, how);
    assert.equal(text(first.selected), wanted, `${cards} ${key}`);
    if (first.selected.size === 1) continue;
    const second = tap(hand(cards), first.selected, key, { ...how, completed: first.completed });
    assert.deepEqual([...second.selected], [key]);
    const third = tap(hand(cards), second.selected, key, { ...how, completed: second.completed });
    assert.equal(third.selected.size, 0);
  }
});

test("a tap completes nothing on the lead, off turn, or beside other cards", () => {
  const plays = [offer("88", "PAIR")];
  const lead = tap(hand("8S 8H 3S"), new Set(), "8S", { plays, following: false, completed: null });
  assert.deepEqual([...lead.selected], ["8S"]);
  const more = tap(hand("8S 8H 3S"), new Set(["3S"]), "8S", { plays, following: true, completed: null });
  assert.deepEqual([...more.selected], ["3S", "8S"]);
});

const SWIPES = /** @type {[string, Offer[], string][]} */ ([
  [
    "JS 8S 7S 6S 5S 4S 3S",
    [offer("34567", "STRAIGHT", 5), offer("345678", "STRAIGHT", 6)],
    "8S 7S 6S 5S 4S 3S",
  ],
  ["8S 7S 6S 5S 4S", [offer("45678", "STRAIGHT", 5)], "8S 7S 6S 5S 4S"],
  ["8S 7S 6S 5S", [offer("45678", "STRAIGHT", 5)], "8S 7S 6S 5S"],
  ["9S 8S 7S 7H 7D 7C 6S 5S", [offer("56789", "STRAIGHT", 5)], "9S 8S 7S 7H 7C 7D 6S 5S"],
  ["KS QS QH JS JH TS TH 3S", [offer("TTJJQQ", "PAIR_CHAIN", 3)], "QS QH JS JH TS TH"],
  [
    "7S 7H 7D 6S 6H 6D 3S 9S JS",
    [offer("666777", "PLANE", 2), offer("3666777J", "PLANE_SINGLES", 2)],
    "JS 7S 7H 7D 6S 6H 6D 3S",
  ],
  ["KS QS JS TS 4S 3S", [offer("334", "TRIO")], "KS QS JS TS 4S 3S"],
]);

test("a swipe over a chain and more proposes the chain; bombs stay whole", () => {
  for (const [cards, plays, wanted] of SWIPES) {
    const held = hand(cards);
    assert.equal(text(narrow(held, new Set(held.map(({ key }) => key)), { plays })), wanted);
  }
});

test("a hand is arranged three ways without losing a card", () => {
  const held = hand("KS 9S 9H 9D 4S 4H 3S");
  const order = (/** @type {Keyed[]} */ cards) => cards.map(({ card }) => card).join(" ");
  assert.equal(order(arrange(held, "down")), "KS 9S 9H 9D 4S 4H 3S");
  assert.equal(order(arrange(held, "up")), "3S 4H 4S 9D 9H 9S KS");
  assert.equal(order(arrange(held, "count")), "9S 9H 9D 4S 4H KS 3S");
});
