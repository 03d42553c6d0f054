import assert from "node:assert/strict";
import { test } from "node:test";
import { reduceRoom } from "../../static/js/reducer.js";
import { landlordsOf, sumOf } from "../../static/js/sums.js";
import { emptyRoom, RECORDED } from "./recorded.js";

/** @import { Public } from "../../static/js/wire.js" */

/** @param {import("./recorded.js").Recorded} hand */
const ended = (hand) => /** @type {Public} */ (hand.frames.reduce(reduceRoom, emptyRoom(hand)).view?.public);

test("a sum comes to what the server says is due, in every game", () => {
  let shown = 0;
  for (const hand of RECORDED) {
    const open = ended(hand);
    if (open.finish?.end !== "out" || !open.score || !open.settled) continue;
    for (const seat of open.carried.keys()) {
      const sum = sumOf(open, seat);
      if (!sum) continue;
      const due = (sum.points * sum.doubling * sum.farmers) / sum.landlords;
      const points = Math.abs(open.score.x[seat] ?? 0);
      const whole = seat === open.landlord ? Math.ceil(due) : Math.floor(due);
      assert.equal(points, whole, `${hand.name}, seat ${seat}`);
      shown++;
    }
  }
  assert(shown > 20);
});

test("whoever holds the twin is a landlord, and may be alone", () => {
  const five = RECORDED.filter(({ name }) => name.startsWith("five")).map(ended);
  const lords = new Map(five.map((open) => [landlordsOf(open).length, open]));
  assert.deepEqual([...lords.keys()].sort(), [1, 2]);
  assert.equal(lords.get(1)?.finish?.hidden, lords.get(1)?.landlord);
});

test("where farmers play for different stakes a landlord's sum is theirs together", () => {
  const open = ended(/** @type {any} */ (RECORDED.find(({ name }) => name === "classic.json")));
  assert(open.score && open.landlord !== null);
  const next = (open.landlord + 1) % 3;
  const doubling = [0, 1, 2].map((seat) => (seat === next ? 2 : 1));
  const uneven = { ...open, score: { ...open.score, doubling } };
  assert.equal(sumOf(uneven, open.landlord), null);
  assert.equal(sumOf(uneven, next)?.doubling, 2);
  const points = open.score.base * open.score.counted;
  assert.deepEqual(sumOf(open, open.landlord), { points, doubling: 1, farmers: 2, landlords: 1 });
});
