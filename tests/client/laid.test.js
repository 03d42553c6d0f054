import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut } from "../../static/js/laid.js";
import { RECORDED } from "./recorded.js";

/** @import { Kind } from "../../static/js/wire.js" */

/** Cards, the reading, and how they lie: a laizi as its rank in brackets. @type {[string, Kind, number, string, string][]} */
const PLAYS = [
  ["8H 5S 8D 5C 8C", "TRIO_PAIR", 1, "8", "8H 8C 8D 5S 5C"],
  ["AS 3S 3H 3D", "TRIO_SINGLE", 1, "3", "3S 3H 3D AS"],
  ["AS 2S 3H 3D 3C 4S 4H 4D", "PLANE_SINGLES", 2, "4", "4S 4H 4D 3H 3C 3D 2S AS"],
  ["2S KS KH 3H 3D 3C 4S 4H 4D 2H", "PLANE_PAIRS", 2, "4", "4S 4H 4D 3H 3C 3D 2S 2H KS KH"],
  ["6S 5S 8S 9S LZ", "STRAIGHT", 5, "9", "9S 8S [7] 6S 5S"],
  ["6S 7S 8S 9S LZ", "STRAIGHT", 5, "T", "[T] 9S 8S 7S 6S"],
  ["6S 7S 8S 9S LZ", "STRAIGHT", 5, "9", "9S 8S 7S 6S [5]"],
  ["LZ LZ 5H 5C 4S", "PAIR_CHAIN", 3, "5", "5H 5C 4S [4] [3]"],
  ["7S 7H 7D LZ", "SOFT_BOMB", 4, "7", "7S 7H 7D [7]"],
  ["3S 3H 3D LZ LZ", "LAIZI_BOMB", 5, "3", "3S 3H 3D [3] [3]"],
  ["3S 3H 3D LZ LZ", "TRIO_PAIR", 1, "3", "3S 3H 3D LZ LZ"],
  ["3S 3H 3D LZ 4S", "TRIO_PAIR", 1, "3", "3S 3H 3D 4S [4]"],
  ["3S 3H LZ LZ 4S", "TRIO_PAIR", 1, "3", "3S 3H [3] 4S [4]"],
  ["3S 3H 4D LZ 4S", "TRIO_PAIR", 1, "4", "4S 4D [4] 3S 3H"],
  ["5S 5H 5C 5D LZ LZ", "FOUR_TWO", 1, "5", "5S 5H 5C 5D LZ LZ"],
  ["5S 5H 5C LZ LZ 2S KD KH", "FOUR_TWO_PAIRS", 1, "5", "5S 5H 5C [5] 2S [2] KH KD"],
  ["LZ", "SINGLE", 1, "3", "[3]"],
  ["LZ LZ", "PAIR", 1, "3", "[3] [3]"],
  ["RJ BJ", "ROCKET", 1, "R", "RJ BJ"],
  ["BJ RJ BJ", "KING_BOMB3", 3, "R", "BJ BJ RJ"],
  ["5S 5S 5H 5H 5C", "BOMB", 5, "5", "5S 5S 5H 5H 5C"],
];

for (const [cards, kind, size, rank, wanted] of PLAYS) {
  test(`${cards} as ${kind} ${rank} lies as ${wanted}`, () => {
    const laid = layOut(cards.split(" "), { kind, size, rank });
    assert.equal(laid.map(({ card, as }) => (as ? `[${as}]` : card)).join(" "), wanted);
  });
}

test("every recorded play lies there whole, and a laizi only for a rank that can be held", () => {
  let seen = 0;
  for (const { frames } of RECORDED) {
    for (const frame of frames) {
      if (frame.type !== "played") continue;
      const laid = layOut(frame.cards, frame.reading);
      assert.deepEqual(laid.map(({ card }) => card).sort(), [...frame.cards].sort());
      for (const { card, as } of laid) assert(as === "" || (card === "LZ" && "3456789TJQKA2".includes(as)));
      seen++;
    }
  }
  assert(seen > 100);
});
