import assert from "node:assert/strict";
import { test } from "node:test";
import { cardName, question, sentence } from "../../static/js/a11y.js";
import { setLanguage } from "../../static/js/i18n/index.js";
import { meaningOf } from "../../static/js/keys.js";
import { unseen } from "../../static/js/kinds.js";
import { lying, multipleOf, openState, ownCards, reduce, shownHand } from "../../static/js/state.js";
import { RECORDED } from "./recorded.js";

/** @import { Settings, State } from "../../static/js/state.js" */
/** @import { Notice, Seen } from "../../static/js/wire.js" */

/** @type {Settings} */
const SETTINGS = {
  language: "zh",
  game: "happy",
  sound: false,
  fourColours: false,
  effects: false,
  letterKeys: true,
  complete: true,
  sorting: "down",
};
const found = RECORDED.find(({ name }) => name === "out.json");
assert(found);
const out = found;

/** @param {number} frames how many notices have come @returns {State} */
function at(frames) {
  const stakes = { base: 1, initial: 1, cap: null, coefficient: 10, fee: 5, double_above: 0, show: true };
  const clock = { asked: [], deadline_ms: null, allowed_ms: null };
  /** @type {Notice} */
  const snapshot = {
    type: "snapshot",
    room: out.room,
    game: "happy",
    stakes,
    entry: 100,
    seat: out.seat,
    hand: out.hand - 1,
    version: 0,
    view: null,
    clock,
    auto_after: 2,
  };
  /** @type {Notice} */
  const presence = {
    type: "presence",
    room: out.room,
    hand: out.hand,
    seats: ["小满", "柚子", "老王"].map((name, seat) => ({
      seat,
      name,
      bot: seat > 0,
      beans: 3000,
      away: false,
      auto: false,
      again: false,
    })),
  };
  return [snapshot, presence, ...out.frames.slice(0, frames)].reduce(reduce, openState(SETTINGS));
}

const index = (/** @type {(frame: Seen) => boolean} */ what) => out.frames.findIndex(what);
const ownPlay = index((frame) => frame.type === "played" && frame.seat === out.seat);
const played = /** @type {Extract<Seen, { type: 'played' }>} */ (out.frames[ownPlay]);

test("played cards leave the hand at once and stay away when the server agrees", () => {
  const before = at(ownPlay);
  const count = shownHand(before).length;
  const pending = {
    id: "x",
    type: /** @type {const} */ ("play"),
    keys: new Set(played.cards),
    hand: out.hand,
    cut: false,
    slow: false,
  };
  const sent = reduce(before, { type: "sent", pending });
  assert.equal(shownHand(sent).length, count - played.cards.length);
  const acked = reduce(sent, { type: "ack", id: "x" });
  assert.equal(shownHand(acked).length, count - played.cards.length);
  const done = reduce(acked, played);
  assert.equal(done.pending, null);
  assert.equal(shownHand(done).length, count - played.cards.length);
});

test("a refused play comes back, selected as it was", () => {
  const before = reduce(at(ownPlay), { type: "select", selected: new Set(played.cards) });
  const pending = {
    id: "x",
    type: /** @type {const} */ ("play"),
    keys: new Set(played.cards),
    hand: out.hand,
    cut: false,
    slow: false,
  };
  const refused = [
    { type: /** @type {const} */ ("sent"), pending },
    { type: /** @type {const} */ ("refused"), id: "x", code: "not_larger", params: {} },
  ].reduce(reduce, before);
  assert.deepEqual(shownHand(refused), shownHand(before));
  assert.deepEqual([...refused.selected].sort(), [...played.cards].sort());
});

test("a selection made off turn outlives every message but the loss of its cards", () => {
  const start = index((frame) => frame.type === "phase_opened" && frame.phase === "tricks") + 1;
  let state = at(start);
  const own = state.room ? ownCards(state.room) : [];
  state = reduce(state, { type: "select", selected: new Set(own) });
  for (const frame of out.frames.slice(start)) {
    state = reduce(state, frame);
    const held = new Set(state.room ? ownCards(state.room) : []);
    assert.deepEqual(new Set(state.selected), held);
  }
});

test("a snapshot of the same hand keeps the selection, of another drops it", () => {
  const state = reduce(at(ownPlay), { type: "select", selected: new Set(played.cards) });
  assert(state.room);
  const { room, game, stakes, entry, seat, hand, version, view, clock } = state.room;
  const snapshot = /** @type {const} */ ({
    type: "snapshot",
    room,
    game,
    stakes,
    entry,
    seat,
    hand,
    version,
    view,
    clock,
    auto_after: 2,
  });
  assert.equal(reduce(state, snapshot).selected.size, played.cards.length);
  assert.equal(reduce(state, { ...snapshot, hand: hand + 1, view: null }).selected.size, 0);
});

test("the counter counts what has not been seen, and does not tell the bottom cards", () => {
  const dealt = index((frame) => frame.type === "step_closed") + 1;
  const before = at(dealt).room?.view;
  const taken = index((frame) => frame.type === "bottom_taken") + 1;
  const after = at(taken).room?.view;
  assert(before && after);
  const sum = (/** @type {ReturnType<typeof unseen>} */ rows) =>
    rows.reduce((total, { left }) => total + left, 0);
  const own = before.hands[out.seat]?.cards ?? [];
  assert.equal(sum(unseen(before, own)), 54 - 17);
  if (after.public.landlord !== out.seat) assert.deepEqual(unseen(after, own), unseen(before, own));
  const end = at(out.frames.length).room?.view;
  assert(end);
  for (const { left } of unseen(end, end.hands[out.seat]?.cards ?? [])) assert(left >= 0);
});

test("what lies on the table is the running trick, without the seat that is asked", () => {
  for (let frames = ownPlay; frames < out.frames.length; frames++) {
    const open = at(frames).room?.view?.public;
    assert(open);
    const last = lying(open);
    if (open.turn !== null) assert(!last.has(open.turn));
    if (open.lead && open.lead.seat !== open.turn)
      assert.deepEqual(last.get(open.lead.seat)?.cards, open.lead.cards);
    assert([...last.values()].filter(({ cards }) => cards.length).length <= 2 || open.finish);
  }
});

test("the multiple is the product of its factors", () => {
  const open = at(out.frames.length).room?.view?.public;
  assert(open);
  assert.equal(multipleOf(open), open.score?.multiple);
});

test("every event is told in at most 120 characters, in both languages", () => {
  for (const language of /** @type {const} */ (["zh", "en"])) {
    setLanguage(language);
    let told = 0;
    out.frames.forEach((frame, i) => {
      const text = sentence(frame, at(i + 1));
      assert(text.length <= 120, text);
      assert(!/[{}]|undefined|null/.test(text), text);
      if (
        ["played", "passed", "called", "robbed", "landlord_chosen", "finished", "settled"].includes(
          frame.type,
        )
      ) {
        assert(text.length > 3, frame.type);
        told++;
      }
    });
    assert(told > 20);
  }
});

test("the own turn names what is to be beaten", () => {
  setLanguage("en");
  const after = index((frame) => frame.type === "played") + 1;
  const state = at(after);
  const options = { actions: [{ type: "pass" }], plays: [], factor: 1, why_not: null };
  assert(state.room);
  const { room, hand, version, clock } = state.room;
  const text = question({ type: "turn", room, hand, version, clock, options }, state);
  assert.match(text, /^Your turn; .+ played .+: /);
});

test("cards have full names", () => {
  setLanguage("zh");
  assert.equal(cardName("TH"), "红桃10");
  assert.equal(cardName("RJ"), "大王");
  setLanguage("en");
  assert.equal(cardName("AS"), "A of spades");
});

test("keys mean what the list says, and letters can be switched off", () => {
  const press = (/** @type {string} */ key, more = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...more,
  });
  const does = (/** @type {string} */ key, more = {}) => meaningOf(press(key, more), true)?.do;
  assert.equal(does("Enter"), "play");
  assert.equal(does("p"), "pass");
  assert.equal(does("H", { shiftKey: true }), "unhint");
  assert.equal(does("h"), "hint");
  assert.equal(does("c", { ctrlKey: true }), undefined);
  assert.deepEqual(meaningOf(press("0"), true), { do: "rank", rank: "T" });
  assert.equal(meaningOf(press("p"), false), null);
  assert.deepEqual(meaningOf(press("Enter"), false), { do: "play" });
  assert.equal(does("q"), "rank");
  assert.equal(does("r"), "clear");
});
