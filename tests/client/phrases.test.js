import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { zh } from "../../static/js/i18n/phrases/zh.js";
import { flip, hear, PHRASES } from "../../static/js/phrases.js";
import { openState, reduce } from "../../static/js/state.js";
import { emptyRoom } from "./recorded.js";

/** @import { State } from "../../static/js/state.js" */
/** @import { Phrase, Said, SeatState } from "../../static/js/wire.js" */

const ROOM = "K7Q2M9";

/** @param {number} seat @returns {SeatState} */
const person = (seat) => ({
  ...{ seat, player: `p${seat}`, name: `n${seat}`, title: null, beans: 1 },
  ...{ bot: false, away: false, auto: false, ready: false },
});

/** A table of three people, some of whom are not heard. @param {string[]} muted @param {boolean} [quiet] @returns {State} */
function table(muted, quiet = false) {
  const settings = /** @type {any} */ ({ muted, quiet });
  const seats = [0, 1, 2].map(person);
  return { ...openState(settings), room: { ...emptyRoom({ room: ROOM, seat: 0 }), seats, cast: seats } };
}

/** @param {number} seat @param {Phrase} phrase @param {string} [room] @returns {Said} */
const said = (seat, phrase, room = ROOM) => ({ type: "phrase", room, seat, phrase });

test("each seat says one thing, in its own room, and nobody hears who is muted", () => {
  const first = hear(table([]), said(1, "hello"));
  const both = hear({ ...table([]), said: first }, said(2, "wow"));
  assert.deepEqual(both, [said(1, "hello"), said(2, "wow")]);
  assert.deepEqual(hear({ ...table([]), said: both }, said(1, "bye")), [said(2, "wow"), said(1, "bye")]);
  assert.equal(hear({ ...table([]), said: both }, said(1, "bye", "OTHER")), both);
  for (const state of [table(["p1"]), table([], true)]) {
    assert.equal(hear(state, said(1, "hurry")), state.said);
    assert.equal(hear(state, said(0, "hurry")).length, 1, "the own seat is always heard");
  }
  assert.equal(hear(table(["p1"]), said(2, "hurry")).length, 1);
});

test("muting is taken back, and does not fill the browser", () => {
  assert.deepEqual(flip(flip([], "a"), "b"), ["a", "b"]);
  assert.deepEqual(flip(["a", "b"], "a"), ["b"]);
  const many = Array.from({ length: 500 }, (_, i) => `p${i}`).reduce(flip, /** @type {string[]} */ ([]));
  assert.equal(many.length, 200);
  assert.equal(many.at(-1), "p499");
});

test("a phrase changes nothing at the table by itself", () => {
  const state = table([]);
  assert.equal(reduce(state, said(1, "hurry")), state);
});

test("the menu has every phrase that there is, and each is worded", () => {
  const worded = Object.keys(zh).flatMap((key) => /^phrase\.(.*)/.exec(key)?.[1] ?? []);
  assert.deepEqual([...PHRASES].sort(), worded.sort());
  const types = readFileSync(new URL("../../static/js/wire.d.ts", import.meta.url), "utf8");
  const [, union = ""] = /^export type Phrase =([^;]*);/m.exec(types) ?? [];
  assert.deepEqual([...union.matchAll(/'(\w+)'/g)].map(([, phrase]) => phrase).sort(), worded);
});
