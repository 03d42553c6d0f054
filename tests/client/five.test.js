import assert from "node:assert/strict";
import { test } from "node:test";
import { isNews, sentence } from "../../static/js/a11y.js";
import { setLanguage } from "../../static/js/i18n/index.js";
import { layoutHand, layoutPlay, layoutTable, modeOf } from "../../static/js/layout.js";
import { reduceRoom } from "../../static/js/reducer.js";
import { openState, roleOf, shyCard } from "../../static/js/state.js";
import { emptyRoom, RECORDED } from "./recorded.js";

/** @import { Spot } from "../../static/js/layout.js" */
/** @import { State } from "../../static/js/state.js" */

const HANDS = RECORDED.filter(({ name }) => name.startsWith("five-"));
const SETTINGS = /** @type {any} */ ({ sorting: "down" });

/** Every state of a recorded hand with the notice that has led to it. @param {(typeof HANDS)[number]} hand */
function* states(hand) {
  const seats = ["小满", "柚子茶", "老王", "雪碧", "阿白"].map((name, seat) => ({
    seat,
    player: seat ? null : "p0",
    name,
    title: seat ? null : "hunter",
    bot: seat > 0,
    beans: 3000,
    away: false,
    auto: false,
    ready: false,
  }));
  let room = { ...emptyRoom(hand), chairs: seats.length, seats, cast: seats };
  for (const frame of hand.frames) {
    room = { ...reduceRoom(room, frame), seats };
    assert(room.view);
    /** @type {State} */
    const state = { ...openState(SETTINGS), room };
    yield { frame, state, view: room.view };
  }
}

test("there is a hand of each part", () => {
  assert.deepEqual(HANDS.map(({ name }) => name).sort(), [
    "five-alone.json",
    "five-farmer.json",
    "five-hidden.json",
    "five-landlord.json",
  ]);
});

test("a seat sees of each part what it may know, and a secret is marked as one", () => {
  const own = new Set();
  for (const hand of HANDS) {
    for (const { view } of states(hand)) {
      const { landlord, hidden, finish } = view.public;
      const parts = view.hands.map((_, seat) => roleOf(view, seat));
      if (landlord === null) {
        assert(parts.every((part) => part === null));
        continue;
      }
      own.add(parts[hand.seat]?.role);
      parts.forEach((part, seat) => {
        assert(part);
        const known = hidden !== null || finish !== null;
        if (known || (seat === landlord && part.role === "open")) assert(!part.secret);
        if (known) assert.notEqual(part.role, "unknown");
        if (!known && !view.holds_twin && seat !== hand.seat && seat !== landlord)
          assert.equal(part.role, "unknown");
        if (!known && view.holds_twin && seat !== landlord) assert(part.secret);
        assert.equal(seat === landlord, ["open", "alone"].includes(part.role));
      });
      const others = parts.filter((part) => part?.role === "hidden").length;
      assert(others <= 1);
      if (hidden !== null) assert.equal(others, hidden === landlord ? 0 : 1);
    }
  }
  assert.deepEqual([...own].sort(), ["alone", "farmer", "hidden", "open"]);
});

test("in other games everybody's part is open", () => {
  const happy = RECORDED.find(({ name }) => name === "out.json");
  assert(happy);
  const view = Object.values(happy.views).at(-1);
  assert(view);
  const parts = view.hands.map((_, seat) => roleOf(view, seat));
  assert.deepEqual(parts.map((part) => part?.role).sort(), ["farmer", "farmer", "landlord"]);
  assert(parts.every((part) => part && !part.secret));
});

test("the twin is held back while it would tell", () => {
  let held = 0;
  for (const hand of HANDS) {
    for (const { state, view } of states(hand)) {
      const card = shyCard(state);
      assert.equal(card !== null, view.holds_twin && view.public.hidden === null);
      if (card) assert.equal(card, view.public.open_card?.card);
      if (card) held++;
    }
  }
  assert(held > 10);
});

const TOLD = [
  "open_card_turned",
  "hidden_landlord_told",
  "identity_answered",
  "identity_shown",
  "hidden_landlord_known",
];

test("all that is new in this game is told, in both languages", async () => {
  for (const language of /** @type {const} */ (["zh", "en"])) {
    await setLanguage(language);
    const seen = new Set();
    for (const hand of HANDS) {
      for (const { frame, state } of states(hand)) {
        const text = sentence(frame, state);
        assert(text.length <= 120, text);
        assert(!/[{}]|undefined|null/.test(text), text);
        if (TOLD.includes(frame.type)) {
          assert(text, frame.type);
          seen.add(frame.type);
        }
        if (frame.type === "phase_opened" && frame.phase === "identity") assert(text);
        if (frame.type === "multiplied" && frame.cause === "double") assert.match(text, /\d/);
        if (frame.type === "doubled") assert.equal(text === "", frame.yes);
        if (frame.type === "landlord_chosen") assert.equal(text, "", "the open card has told it");
      }
    }
    assert.deepEqual([...seen].sort(), [...TOLD].sort());
  }
});

test("what has come of the identity step is told to all, once", async () => {
  await setLanguage("zh");
  for (const hand of HANDS) {
    let told = 0;
    for (const { frame, state } of states(hand)) {
      if (isNews(frame) && sentence(frame, state) && frame.type === "phase_opened") told++;
      if (frame.type === "hidden_landlord_known" && state.room?.view?.public.phase === "identity") told++;
    }
    assert.equal(told, 1, hand.name);
  }
});

// --- Where five seats lie ---

const SIZES = /** @type {[number, number][]} */ ([
  [320, 568],
  [360, 640],
  [375, 667],
  [390, 844],
  [667, 375],
  [812, 375],
  [844, 390],
  [1024, 768],
  [1280, 720],
  [1600, 1080],
]);

/** @param {number} width @param {number} height @param {number[]} [laid] */
function five(width, height, laid = []) {
  const { height: hand } = layoutHand(24, { width, height, mode: modeOf(width, height) });
  return { ...layoutTable(5, { width, height, hand }, laid), hand };
}

/** @param {Spot} spot @param {number} of */
const left = (spot, of) => (spot.side === "left" ? spot.x : of - spot.x - spot.width);

test("the next seat sits low on the right, and play goes round", () => {
  for (const [width, height] of SIZES) {
    const { seats } = five(width, height);
    assert.deepEqual(
      seats.map(({ side }) => side),
      ["right", "right", "left", "left"],
    );
    const [near, far, over, last] = seats.map(({ y }) => y);
    assert(near === last && far === over && (near ?? 0) > (far ?? 0));
  }
});

test("any two plays have room beside each other, and above the hand", () => {
  for (const [width, height] of SIZES) {
    for (const laid of [
      [20, 20, 20, 20],
      [20, 0, 0, 5],
      [8, 1, 24, 2],
      [0, 0, 0, 24],
    ]) {
      const { plays, cw, hand } = five(width, height, laid);
      const boxes = plays.map((spot, i) => {
        const play = layoutPlay(laid[i] ?? 0, spot, cw);
        const x = left({ ...spot, width: play.width }, width);
        return { x, y: spot.y, width: laid[i] ? play.width : 0, height: play.height };
      });
      boxes.forEach((a, i) => {
        assert(a.x >= 0 && a.x + a.width <= width, `${i} at ${width}`);
        assert(a.y + a.height <= height - hand, `${i} at ${width}x${height}`);
        for (const b of boxes.slice(i + 1)) {
          if (!a.width || !b.width) continue;
          const apart =
            a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
          assert(apart, `${laid} at ${width}x${height}`);
        }
      });
    }
  }
});

test("the indices of any play can be read, a lone one lies in one row where there is little height", () => {
  for (const [width, height] of SIZES) {
    for (let n = 1; n <= 24; n++) {
      const lone = five(width, height, [n, 0, 0, 0]);
      const both = five(width, height, [n, 0, 0, n]);
      for (const { plays, cw } of [lone, both]) {
        const [spot] = plays;
        assert(spot);
        const play = layoutPlay(n, spot, cw);
        assert(play.width <= spot.width + 0.01 && play.height <= (spot.height ?? 0) + 0.01);
        play.cards.forEach((card, i) => {
          const next = play.cards[i + 1];
          if (next && next.y === card.y) assert(next.x - card.x >= 9.5, `${n} at ${width}x${height}`);
        });
        assert(play.cw >= 21, `cards of ${play.cw} at ${width}x${height}`);
      }
      const [spot] = lone.plays;
      if (width >= 360 && n <= 20 && spot && (spot.height ?? 0) < 70) {
        const rows = new Set(layoutPlay(n, spot, lone.cw).cards.map(({ y }) => y)).size;
        assert.equal(rows, 1, `${n} at ${width}x${height}`);
      }
    }
  }
});

test("what a short play leaves is the long one's, and then its name's; two long ones are treated alike", () => {
  const [alone] = five(844, 390, [20, 0, 0, 0]).plays;
  const [beside, , , other] = five(844, 390, [20, 0, 0, 3]).plays;
  assert(alone && beside && other);
  assert(alone.width > beside.width && beside.width > other.width);
  const [right, , , left] = five(844, 390, [20, 0, 0, 20]).plays;
  assert.equal(left?.width, right?.width);
});
