import assert from "node:assert/strict";
import { test } from "node:test";
import { cardName, question, sentence } from "../../static/js/a11y.js";
import { setLanguage } from "../../static/js/i18n/index.js";
import { meaningOf } from "../../static/js/keys.js";
import { unseen } from "../../static/js/kinds.js";
import {
  baseOf,
  isTimeOut,
  lying,
  multipleOf,
  openState,
  ownCards,
  reduce,
  shownHand,
  standingBid,
} from "../../static/js/state.js";
import { OPTIONS, RECORDED } from "./recorded.js";

/** @import { Settings, State } from "../../static/js/state.js" */
/** @import { Notice, Seen } from "../../static/js/wire.js" */

/** @type {Settings} */
const SETTINGS = {
  language: "zh",
  game: "happy",
  tier: "starter",
  sound: false,
  fourColours: false,
  effects: false,
  letterKeys: true,
  complete: true,
  sorting: "down",
  muted: [],
  quiet: false,
};
/** @param {string} name */
function recorded(name) {
  const found = RECORDED.find((hand) => hand.name === `${name}.json`);
  assert(found);
  return found;
}
const out = recorded("out");

/** @param {number} frames how many notices have come @param {import("./recorded.js").Recorded} [hand] @returns {State} */
function at(frames, hand = out) {
  const stakes = { base: 1, initial: 1, cap: null, coefficient: 10, fee: 5, double_above: 0, show: true };
  const clock = { asked: [], deadline_ms: null, allowed_ms: null };
  /** @type {Notice} */
  const snapshot = {
    type: "snapshot",
    room: hand.room,
    game: "happy",
    stakes,
    options: OPTIONS,
    code: null,
    seat: hand.seat,
    hand: hand.hand - 1,
    version: 0,
    view: null,
    clock,
  };
  /** @type {Notice} */
  const presence = {
    type: "presence",
    room: hand.room,
    hand: hand.hand,
    owner: null,
    seats: ["小满", "柚子", "老王", "阿白", "雪碧"].slice(0, seatsOf(hand)).map((name, seat) => ({
      seat,
      player: seat ? null : "p0",
      name,
      title: seat ? null : "hunter",
      bot: seat > 0,
      beans: 3000,
      away: false,
      auto: false,
      ready: false,
    })),
  };
  return [snapshot, presence, ...hand.frames.slice(0, frames)].reduce(reduce, openState(SETTINGS));
}

/** @param {import("./recorded.js").Recorded} hand */
const seatsOf = (hand) => Object.values(hand.views)[0]?.hands.length ?? 3;

const index = (/** @type {(frame: Seen) => boolean} */ what) => out.frames.findIndex(what);
const ownPlay = index((frame) => frame.type === "played" && frame.seat === out.seat);
const played = /** @type {Extract<Seen, { type: 'played' }>} */ (out.frames[ownPlay]);

/** @param {import("../../static/js/state.js").Pending["type"]} type */
const pendingOf = (type) => ({
  id: "x",
  type,
  keys: new Set(),
  reading: null,
  hand: out.hand,
  cut: false,
  slow: false,
});

test("played cards leave the hand at once and stay away when the server agrees", () => {
  const before = at(ownPlay);
  const count = shownHand(before).length;
  const pending = {
    id: "x",
    type: /** @type {const} */ ("play"),
    keys: new Set(played.cards),
    reading: played.reading,
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
    reading: played.reading,
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
  const { room, game, stakes, seat, hand, version, view, clock } = state.room;
  const snapshot = /** @type {const} */ ({
    type: "snapshot",
    room,
    game,
    stakes,
    options: OPTIONS,
    code: null,
    seat,
    hand,
    version,
    view,
    clock,
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

test("the counter knows every deck: what one seat does not hold is all the rest", () => {
  for (const [name, cards] of /** @type {const} */ ([
    ["classic", 54],
    ["laizi", 56],
    ["five-farmer", 108],
  ])) {
    const hand = recorded(name);
    const end = hand.frames.findIndex(({ type }) => type === "step_closed") + 1;
    const view = at(end, hand).room?.view;
    assert(view);
    const own = view.hands[hand.seat]?.cards ?? [];
    const left = unseen(view, own).reduce((sum, row) => sum + row.left, 0);
    assert.equal(left, cards - own.length, name);
  }
});

test("bottom cards that only the landlord has seen stay unseen for the others", () => {
  const hand = recorded("five-farmer");
  const taken = hand.frames.findIndex(({ type }) => type === "bottom_taken");
  const before = at(taken, hand).room?.view;
  const after = at(taken + 1, hand).room?.view;
  assert(before && after && after.public.landlord !== hand.seat);
  const own = after.hands[hand.seat]?.cards ?? [];
  assert.deepEqual(unseen(after, own), unseen(before, own));
});

test("the highest bid stands, and is the base of the score", () => {
  const hand = recorded("laizi");
  const bids = hand.frames.flatMap((frame, i) => (frame.type === "bid_made" ? i : []));
  const open = at((bids.at(-1) ?? 0) + 1, hand).room?.view?.public;
  const end = at(hand.frames.length, hand).room?.view?.public;
  assert(open && end?.score);
  assert.deepEqual(standingBid(open), { seat: 0, value: 3 });
  assert.equal(standingBid({ ...open, bids: [{ seat: 1, value: 0 }] }), null);
  assert.equal(standingBid({ ...open, bids: [...open.bids, { seat: 1, value: 0 }] })?.value, 3);
  assert.equal(baseOf(open), end.score.base);
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

const TOLD = new Set(
  /** @type {Seen["type"][]} */ ([
    "bid_made",
    "called",
    "robbed",
    "landlord_chosen",
    "played",
    "passed",
    "finished",
    "settled",
  ]),
);

test("every event is told in at most 120 characters, in both languages", async () => {
  for (const language of /** @type {const} */ (["zh", "en"])) {
    await setLanguage(language);
    for (const hand of [out, recorded("classic"), recorded("laizi")]) {
      let told = 0;
      hand.frames.forEach((frame, i) => {
        const text = sentence(frame, at(i + 1, hand));
        assert(text.length <= 120, text);
        assert(!/[{}]|undefined|null/.test(text), text);
        if (TOLD.has(frame.type)) {
          assert(text.length > 3, frame.type);
          told++;
        }
      });
      assert(told > 20);
    }
  }
});

test("the own turn names what is to be beaten", async () => {
  await setLanguage("en");
  const after = index((frame) => frame.type === "played") + 1;
  const state = at(after);
  const options = { actions: [{ type: "pass" }], plays: [], factor: 1, why_not: null };
  assert(state.room);
  const { room, hand, version, clock } = state.room;
  const text = question({ type: "turn", room, hand, version, clock, options }, state);
  assert.match(text, /^Your turn; .+ played .+: /);
});

test("the own bid is asked with what stands and what may be pressed", async () => {
  const hand = recorded("classic");
  const bid = hand.frames.findIndex((frame) => frame.type === "bid_made" && frame.value > 0);
  const state = at(bid + 1, hand);
  assert(state.room);
  const { room, hand: number, version, clock } = state.room;
  const ask = (/** @type {number[]} */ values, /** @type {string | null} */ why_not = null) => {
    const actions = values.map((value) => ({ type: "bid", value }));
    const options = { actions, plays: [], factor: 1, why_not };
    return question({ type: "turn", room, hand: number, version, clock, options }, state);
  };
  await setLanguage("en");
  assert.match(ask([2, 3, 0]), /^.+ has bid \d\. Bid more with 2, 3, or 0 to pass$/);
  assert.match(ask([3, 0]), / with 3, or 0 to pass$/);
});

test("a hand that must bid is told so before anybody has bid", async () => {
  const hand = recorded("laizi");
  const asked = hand.frames.findIndex((frame) => frame.type === "phase_opened" && frame.phase === "bid");
  const state = at(asked + 1, hand);
  assert(state.room);
  const { room, hand: number, version, clock } = state.room;
  const actions = [1, 2, 3].map((value) => ({ type: "bid", value }));
  const options = { actions, plays: [], factor: 1, why_not: "forced_bid" };
  await setLanguage("en");
  const text = question({ type: "turn", room, hand: number, version, clock, options }, state);
  assert.equal(text, "You must bid: keys 1, 2, 3");
});

test("a line that is said again stands once", () => {
  const lines = ["one", "two", "one"].map((text, id) => ({
    type: /** @type {const} */ ("toast"),
    toast: { id, text },
  }));
  const { toasts } = lines.reduce(reduce, openState(SETTINGS));
  assert.deepEqual(
    toasts.map(({ text }) => text),
    ["two", "one"],
  );
});

test("what was said about a move goes with the next move", () => {
  const said = reduce(at(0), { type: "toast", toast: { id: 1, text: "no" } });
  const after = (/** @type {import("../../static/js/state.js").Pending["type"]} */ type) =>
    reduce(said, { type: "sent", pending: pendingOf(type) }).toasts.length;
  assert.deepEqual([after("play"), after("pass"), after("rob"), after("auto")], [0, 0, 1, 1]);
});

test("an answer that nobody gave is told as a time-out", () => {
  const state = at(ownPlay);
  const { room } = state;
  assert(room);
  const asked = { ...state, room: { ...room, clock: { ...room.clock, deadline_ms: 20_000 } } };
  const seats = room.seats.map((seat) => ({ ...seat, auto: true }));
  const other = { ...played, seat: (out.seat + 1) % 3 };
  assert(isTimeOut(asked, played, 20_000));
  assert(!isTimeOut(asked, played, 12_000), "in time, from elsewhere");
  assert(!isTimeOut(asked, other, 20_000), "of somebody else");
  assert(!isTimeOut({ ...asked, pending: pendingOf("play") }, played, 20_000), "just sent");
  assert(!isTimeOut({ ...asked, room: { ...asked.room, seats } }, played, 20_000), "on auto-play");
  assert(!isTimeOut(state, played, 20_000), "untimed");
});

test("cards have full names", async () => {
  await setLanguage("zh");
  assert.equal(cardName("TH"), "红桃10");
  assert.equal(cardName("RJ"), "大王");
  await setLanguage("en");
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
  assert.deepEqual(meaningOf(press("3"), true, true), { do: "bid", value: 3 });
  assert.deepEqual(meaningOf(press("0"), true, true), { do: "bid", value: 0 });
  assert.deepEqual(meaningOf(press("4"), true, true), { do: "rank", rank: "4" });
  assert.equal(meaningOf(press("3"), false, true), null);
});

/** @param {number} points @param {number} rank @returns {import("../../static/js/wire.js").Level} */
const level = (points, rank) => ({ points, title: "day_labourer", rank, since: null, next: 10 });

test("a hand that counts moves the level of its ladder, and a welcome leaves levels as they are", () => {
  const session = {
    conduct: { escapes: 0, until_ms: null, next_minutes: 0 },
    player: "P",
    kind: /** @type {const} */ ("guest"),
    name: "N",
    beans: 5,
    room: null,
    relief: null,
    levels: { three: level(4, 0), five: level(7, 0) },
  };
  /** @type {Notice} */
  const standing = {
    type: "standing",
    room: "R",
    hand: 2,
    ladder: "three",
    before: level(4, 0),
    after: level(12, 1),
  };
  /** @type {Notice} */
  const welcome = { type: "welcome", protocol: 1, player: "P", name: "N", beans: 9, room: "R", now_ms: 1 };
  const signedIn = reduce(openState(SETTINGS), { type: "session", session });
  const state = reduce(reduce(signedIn, standing), welcome);
  assert.equal(state.standing, standing);
  assert.deepEqual(state.session, {
    ...session,
    beans: 9,
    room: "R",
    levels: { three: level(12, 1), five: level(7, 0) },
  });
  const signedOut = reduce(reduce(openState(SETTINGS), standing), welcome);
  assert.equal(signedOut.session, null, "who is not signed in is not signed in by a notice");
});

test("the lobby is told whole at first and then as it changes, and keeps its order", () => {
  const tier = {
    coefficient: 10,
    fee: 5,
    entry: 100,
    double_above: 500,
    bots: true,
    open: true,
    waiting: 0,
    expect_ms: null,
  };
  const told = (/** @type {string} */ name, /** @type {number} */ playing) => ({
    ...tier,
    game: "happy",
    tier: name,
    playing,
  });
  const card = (/** @type {string} */ room, /** @type {number} */ taken) => ({
    ...{ room, taken, name: room, game: "happy", coefficient: 10, fee: 5, entry: 100, seconds: 20, seats: 3 },
    ...{ bots: true, watch: false, running: false },
  });
  const lobby = { type: /** @type {const} */ ("lobby"), whole: false, online: 0, tiers: [], removed: [] };
  let state = reduce(openState(SETTINGS), { ...lobby, whole: true, rooms: [card("GONE", 1)] });
  state = reduce(state, {
    ...lobby,
    whole: true,
    online: 7,
    tiers: [told("starter", 1), told("high", 2)],
    rooms: [card("AAA", 1), card("BBB", 2), card("CCC", 3)],
  });
  assert.deepEqual(
    state.rooms.map(({ room }) => room),
    ["AAA", "BBB", "CCC"],
  );
  state = reduce(state, {
    ...lobby,
    online: 8,
    tiers: [told("starter", 5)],
    rooms: [card("BBB", 3), card("DDD", 1)],
    removed: ["AAA"],
  });
  assert.deepEqual(
    state.rooms.map(({ room, taken }) => [room, taken]),
    [
      ["BBB", 3],
      ["CCC", 3],
      ["DDD", 1],
    ],
  );
  assert.deepEqual(
    state.tiers.map((each) => [each.tier, each.playing]),
    [
      ["starter", 5],
      ["high", 2],
    ],
  );
  assert.equal(state.online, 8);
});

test("who waits for a match does so until he is seated, has had enough, or is on a new socket that knows nothing of it", () => {
  const queued = {
    ...{ type: /** @type {const} */ ("queued"), game: "happy", tier: "starter", people: 1 },
    ...{ waited_ms: 0, expect_ms: null, bots_ms: 5000 },
  };
  const waits = reduce({ ...openState(SETTINGS), busy: true }, queued);
  assert.equal(waits.queued?.people, 1);
  assert.equal(waits.busy, false);
  assert.equal(reduce(waits, { type: "seated", room: "K7Q2M9" }).queued, null);
  assert.equal(reduce(waits, { type: "unqueued", reason: "cancelled" }).queued, null);
  const me = { player: "P1", name: "小满", beans: 1, room: null, now_ms: 0, protocol: 1 };
  assert.equal(reduce(waits, { type: "welcome", ...me }).queued, null);
});
