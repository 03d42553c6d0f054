import assert from "node:assert/strict";
import { test } from "node:test";
import { openView, reduceRoom } from "../../static/js/reducer.js";
import { chance, pick } from "./chance.js";
import { emptyRoom, PLAYS, RECORDED } from "./recorded.js";

/** @import { Room } from "../../static/js/reducer.js" */
/** @import { Seen, Turn } from "../../static/js/wire.js" */

for (const hand of RECORDED) {
  test(`${hand.name}: the fold equals the view that Python folds`, () => {
    let room = emptyRoom(hand);
    for (const frame of hand.frames) {
      room = reduceRoom(room, frame);
      assert.equal(room.version, frame.version);
      const view = hand.views[frame.version];
      if (view) assert.deepEqual(room.view, view);
    }
    assert.equal(room.behind, false);
  });

  test(`${hand.name}: duplicates, gaps, wrong order and old hands change nothing in the end`, () => {
    const straight = hand.frames.reduce(reduceRoom, emptyRoom(hand)).view;
    for (let seed = 0; seed < 300; seed++) {
      assert.deepEqual(troubled(hand, chance(seed)).view, straight, `seed ${seed}`);
    }
  });
}

/**
 * A hand over a bad link; as soon as the room is behind it resumes from its version, as the socket does.
 * @param {import("./recorded.js").Recorded} hand
 * @param {() => number} next
 */
function troubled(hand, next) {
  let room = emptyRoom(hand);
  const queue = [...hand.frames];
  for (;;) {
    if (room.behind || !queue.length) queue.splice(0, queue.length, ...hand.frames.slice(room.version));
    const frame = queue.shift();
    if (!frame) return room;
    const trouble = next();
    if (trouble < 0.08) continue;
    if (trouble < 0.16) queue.splice(Math.floor(next() * 4), 0, frame);
    if (trouble < 0.24 && queue.length > 1) {
      queue.splice(1 + Math.floor(next() * 3), 0, pick(next, hand.frames));
    }
    if (trouble < 0.3) room = reduceRoom(room, { ...frame, hand: hand.hand - 1 });
    if (trouble < 0.33) room = reduceRoom(room, { ...frame, room: "OTHER" });
    room = reduceRoom(room, frame);
  }
}

const [out] = RECORDED.filter(({ name }) => name === "out.json");
assert(out);

test("a notice of another room or an old hand leaves the very same room", () => {
  const room = out.frames.slice(0, 40).reduce(reduceRoom, emptyRoom(out));
  const frame = /** @type {Seen} */ (out.frames[40]);
  assert.equal(reduceRoom(room, { ...frame, room: "OTHER" }), room);
  assert.equal(reduceRoom(room, { ...frame, hand: 41 }), room);
  assert.equal(reduceRoom(room, /** @type {Seen} */ (out.frames[3])), room);
});

test("a gap marks the room as behind, and so does a later hand that does not begin", () => {
  const room = out.frames.slice(0, 10).reduce(reduceRoom, emptyRoom(out));
  const later = /** @type {Seen} */ (out.frames[12]);
  assert.equal(reduceRoom(room, later).behind, true);
  assert.deepEqual(reduceRoom(room, later).view, room.view);
  assert.equal(reduceRoom(room, { ...later, hand: 43 }).behind, true);
});

test("the next hand begins with its first notice", () => {
  const over = out.frames.reduce(reduceRoom, emptyRoom(out));
  const opened = /** @type {Extract<Seen, { type: 'hand_opened' }>} */ ({ ...out.frames[0], hand: 43 });
  const room = reduceRoom(over, opened);
  assert.equal(room.hand, 43);
  assert.equal(room.version, 1);
  assert.deepEqual(room.view, openView(opened, out.seat));
});

const [lead] = PLAYS;
assert(lead);

/** @param {Room} room @param {Partial<Turn>} [change] @returns {Turn} */
const turnOf = (room, change = {}) => ({
  type: "turn",
  room: room.room,
  hand: room.hand,
  version: room.version,
  clock: { asked: [0], deadline_ms: 5, allowed_ms: 5 },
  options: { actions: [{ type: "pass" }], plays: lead.plays, factor: 1, why_not: null },
  ...change,
});

test("a turn is taken at its own version, dropped when late, and asks for what it is ahead of", () => {
  const room = out.frames.slice(0, 60).reduce(reduceRoom, emptyRoom(out));
  const turn = turnOf(room);
  const options = { ...turn.options, plays: lead.offers };
  assert.deepEqual(reduceRoom(room, turn).turn, { ...turn, options });
  assert.equal(reduceRoom(room, turnOf(room, { version: room.version - 1 })), room);
  assert.equal(reduceRoom(room, turnOf(room, { version: room.version + 1 })).behind, true);
});

test("the own answer ends the own turn at once; another seat's does not", () => {
  const at = out.frames.findIndex(({ type }) => type === "played");
  const before = out.frames.slice(0, at).reduce(reduceRoom, emptyRoom(out));
  const played = /** @type {Extract<Seen, { type: 'played' }>} */ (out.frames[at]);
  const asked = reduceRoom(before, turnOf(before));
  assert.equal(reduceRoom({ ...asked, seat: played.seat }, played).turn, null);
  assert.notEqual(reduceRoom({ ...asked, seat: (played.seat + 1) % 3 }, played).turn, null);
});
