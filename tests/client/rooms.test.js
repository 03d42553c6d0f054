import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  asDraft,
  asOptions,
  boundsOf,
  CAPS,
  firstWrong,
  has,
  isWrong,
  LONGEST_NAME,
  revive,
  turnTo,
  USUAL,
} from "../../static/js/roomoptions.js";
import { listed, obstacle, readInvitation, writeInvitation } from "../../static/js/rooms.js";

import { openState, reduce, waits } from "../../static/js/state.js";
import { OPTIONS, RECORDED } from "./recorded.js";

/** @import { Session, State } from "../../static/js/state.js" */
/** @import { Notice, RoomCard, SeatState } from "../../static/js/wire.js" */

/** @param {string} room @param {Partial<RoomCard>} more @returns {RoomCard} */
const card = (room, more) => ({
  ...{
    room,
    name: room,
    game: "happy",
    coefficient: 10,
    fee: 5,
    entry: 100,
    seconds: 20,
    seats: 3,
    taken: 1,
  },
  ...{ bots: true, watch: false, running: false },
  ...more,
});
const CARDS = [
  card("A", { coefficient: 50, taken: 3 }),
  card("B", { game: "five", seats: 5, taken: 4, entry: 9000 }),
  card("C", { taken: 1, seconds: 15 }),
];
const ALL = /** @type {const} */ ({ game: "", free: false, by: "room", down: false });
const names = (/** @type {readonly RoomCard[]} */ cards) => cards.map(({ room }) => room).join("");

test("rooms are listed by game, by free seats and in the order of a figure", () => {
  assert.equal(names(listed(CARDS, ALL)), "ABC");
  assert.equal(names(listed(CARDS, { ...ALL, game: "happy" })), "AC");
  assert.equal(names(listed(CARDS, { ...ALL, free: true })), "BC");
  assert.equal(names(listed(CARDS, { ...ALL, by: "coefficient", down: true })), "ABC");
  assert.equal(names(listed(CARDS, { ...ALL, by: "seconds" })), "CAB");
  assert.equal(names(listed(CARDS, { ...ALL, by: "taken" })), "CBA", "most free seats first");
  assert.equal(names(CARDS), "ABC", "the list itself is left alone");
});

test("a room says why one cannot sit down there", () => {
  const [full, five, free] = CARDS;
  assert(full && five && free);
  const me = (/** @type {Partial<Session>} */ more) =>
    /** @type {any} */ ({ kind: "member", beans: 100, room: null, ...more });
  assert.equal(obstacle(free, me({})), null);
  assert.equal(obstacle(full, me({})), "full");
  assert.equal(obstacle(five, me({})), "entry");
  assert.equal(obstacle(free, me({ beans: 99 })), "entry");
  assert.equal(obstacle(free, me({ kind: "guest" })), "guest");
  assert.equal(obstacle({ ...free, coefficient: 0, entry: 0 }, me({ kind: "guest" })), null);
  assert.equal(obstacle(full, me({ room: "A" })), "here");
  assert.equal(obstacle(free, me({ room: "A" })), "elsewhere");
});

test("an invitation is read however it has been typed, and nothing else is", () => {
  const whole = { room: "K7Q2M9", code: "X4T8PA" };
  for (const text of [
    "K7Q2M9-X4T8PA",
    " k7q2m9 x4t8pa ",
    "K7Q2M9X4T8PA",
    "https://play.example/#join=K7Q2M9-X4T8PA",
    "#join=k7q2m9-x4t8pa",
  ]) {
    assert.deepEqual(readInvitation(text), whole, text);
  }
  assert.deepEqual(readInvitation("k7q2m9"), { room: "K7Q2M9", code: null });
  for (const text of ["", "K7Q2M", "K7Q2M9-X4T8P", "K7Q2M9-X4T8PAA", "<script>", "https://play.example/"]) {
    assert.equal(readInvitation(text), null, text);
  }
  assert.deepEqual(readInvitation(writeInvitation(whole)), whole);
  assert.equal(writeInvitation({ room: "K7Q2M9", code: null }), "K7Q2M9");
});

test("a form asks for what its game and its kind of room have, and sends nothing else", () => {
  const sent = (/** @type {string} */ game, beans = true) =>
    asOptions({ ...turnTo(USUAL, game), beans, name: " N " });
  assert.equal(sent("happy").name, "N");
  assert.deepEqual(sent("happy").seconds, { play: 20, bid: 15, double: 8 });
  assert.deepEqual(
    ["classic", "happy", "five", "laizi"].map((game) => {
      const { base, double_above, show, seconds } = sent(game);
      return [base, double_above, show, seconds.bid, seconds.double];
    }),
    [
      [null, null, null, 15, null],
      [1, 10_000, true, 15, 8],
      [2, null, null, null, 8],
      [null, null, null, 15, null],
    ],
  );
  const { coefficient, fee, entry, double_above } = sent("happy", false);
  assert.deepEqual([coefficient, fee, entry, double_above], [0, 0, 0, null]);
  assert(!has({ ...USUAL, beans: false }, "fee") && has(USUAL, "fee"));
});

test("what a friendly room has no use for is there again when it has beans", () => {
  const draft = { ...USUAL, name: "N", coefficient: 777, fee: 7 };
  const back = asDraft(asOptions({ ...draft, beans: false }), draft);
  assert.deepEqual(back, { ...draft, beans: false });
  assert.deepEqual(asDraft(asOptions(draft)), draft);
});

test("the bounds that a form says are those of the server", () => {
  const source = readFileSync(new URL("../../app/rooms/options.py", import.meta.url), "utf8");
  const value = (/** @type {string} */ name) => {
    const [, found = ""] = new RegExp(`^${name}: Final = ([\\d_*]+)`, "m").exec(source) ?? [];
    const [base = "", power = "1"] = found.replaceAll("_", "").split("**");
    return Number(base) ** Number(power);
  };
  const seconds = [value("FEWEST_SECONDS"), value("MOST_SECONDS")];
  assert.equal(LONGEST_NAME, value("LONGEST_NAME"));
  assert.deepEqual(boundsOf(USUAL, "coefficient"), [1, value("MAX_COEFFICIENT")]);
  assert.deepEqual(boundsOf(USUAL, "fee"), [0, value("MAX_FEE") * USUAL.coefficient]);
  assert.deepEqual(boundsOf(USUAL, "entry"), [1, value("MAX_ENTRY")]);
  for (const name of /** @type {const} */ (["bid", "play", "double"]))
    assert.deepEqual(boundsOf(USUAL, name), seconds);
  for (const name of /** @type {const} */ (["base", "initial"]))
    assert.deepEqual(boundsOf(USUAL, name), [1, value("MAX_FACTOR")]);
  assert.deepEqual(boundsOf(USUAL, "spare_seconds"), [0, value("MOST_SPARE")]);
  assert.deepEqual(boundsOf(USUAL, "auto_after"), [1, value("MOST_LAPSES")]);
  const caps = /^CAPS: Final = \(None, ([\d_, ]+)\)/m.exec(
    readFileSync(new URL("../../app/ledger/stakes.py", import.meta.url), "utf8"),
  );
  assert.deepEqual(CAPS, [null, ...(caps?.[1] ?? "").replaceAll("_", "").split(", ").map(Number)]);
});

test("the first thing that is wrong is named, and only what is asked for can be", () => {
  const draft = { ...USUAL, name: "N" };
  assert.equal(firstWrong(draft), null);
  assert.equal(firstWrong({ ...draft, name: "  " }), "name");
  assert.equal(firstWrong({ ...draft, fee: 1001 }), "fee");
  assert.equal(firstWrong({ ...draft, fee: 1001, beans: false }), null);
  assert.equal(firstWrong({ ...draft, bid: Number.NaN, game: "five" }), null);
  assert.equal(firstWrong({ ...draft, bid: Number.NaN }), "bid");
  assert(isWrong({ ...draft, play: 4 }, "play") && isWrong({ ...draft, play: 5.5 }, "play"));
  assert(!isWrong({ ...draft, play: 5 }, "play"));
});

test("a form that was kept comes back, and whatever else was kept does no harm", () => {
  const draft = { ...USUAL, name: "N", cap: 256, absence: 180, bots: false, play: 30 };
  assert.deepEqual(revive(JSON.parse(JSON.stringify(draft))), draft);
  for (const kept of [null, 7, "x", [], { play: "30", game: "chess", cap: 7, bots: null, other: 1 }]) {
    assert.deepEqual(revive(kept), USUAL);
  }
  assert.equal(revive(JSON.parse(JSON.stringify({ ...draft, fee: Number.NaN }))).fee, USUAL.fee);
});

// --- The own room ---

const [found = /** @type {never} */ (null)] = RECORDED.filter(({ name }) => name === "out.json");
const { frames, room, seat: own } = found;

/** @param {number} seat @param {Partial<SeatState>} [more] @returns {SeatState} */
const seated = (seat, more = {}) => ({
  ...{
    seat,
    player: `P${seat}`,
    name: `N${seat}`,
    title: null,
    bot: false,
    beans: 100,
    away: false,
    auto: false,
  },
  ready: false,
  ...more,
});
/** @param {(SeatState | null)[]} seats @param {number | null} [owner] @returns {Notice} */
const presence = (seats, owner = own) => ({ type: "presence", room, hand: found.hand, owner, seats });
const PEOPLE = [seated(0), seated(1), seated(2)];

/** In a room of people, after so many facts of its hand. @param {number} [facts] @param {number | null} [owner] @returns {State} */
function inRoom(facts = frames.length, owner = own) {
  const stakes = { base: 1, initial: 1, cap: null, coefficient: 10, fee: 5, double_above: 0, show: true };
  const clock = { asked: [], deadline_ms: null, allowed_ms: null };
  /** @type {Notice} */
  const snapshot = {
    ...{ type: "snapshot", room, game: "happy", stakes, options: OPTIONS, code: "X4T8PA", seat: own },
    ...{ hand: found.hand - 1, version: 0, view: null, clock },
  };
  /** @type {any} */
  const settings = { sorting: "down" };
  return [snapshot, presence(PEOPLE, owner), ...frames.slice(0, facts)].reduce(reduce, openState(settings));
}

test("a shared room waits before its first hand, and after one for whoever is done with its settlement", () => {
  assert(waits(inRoom(0)));
  assert(!waits(inRoom(0, null)), "a public table does not wait like that");
  assert(!waits(inRoom(1)));
  const over = inRoom();
  assert(!waits(over));
  assert(waits(reduce(over, { type: "result", result: "done" })));
});

test("those who have played a hand stay its players, whoever sits there now", () => {
  const cast = (/** @type {State} */ state) => state.room?.cast.map(({ name }) => name).join();
  const others = [seated(0), null, seated(2, { player: "Q", name: "new" })];
  const over = reduce(inRoom(), presence(others));
  assert.equal(cast(over), "N0,N1,N2");
  assert.deepEqual([over.room?.seats.length, over.room?.chairs], [2, 3]);
  assert.equal(cast(reduce(inRoom(0), presence(others))), "N0,new");
});

test("a hand that begins brings the owner back from the form", () => {
  const form = { draft: USUAL, room, preview: null, wrong: null };
  let state = reduce(inRoom(0), { type: "form", form });
  state = reduce(state, { type: "page", page: "form" });
  assert.deepEqual([state.page, state.form], ["form", form]);
  state = reduce(state, presence(PEOPLE));
  assert.equal(state.page, "form", "who sits where is no reason");
  const [opening] = frames;
  assert(opening);
  state = reduce(state, opening);
  assert.deepEqual([state.page, state.form], ["table", null]);
});

test("whoever is sent away from a waiting room is told why, and one who has just played keeps the settlement", () => {
  const kicked = /** @type {const} */ ({ type: "left", room, reason: "kicked" });
  const sent = reduce(inRoom(0), kicked);
  assert.deepEqual([sent.page, sent.room, sent.parting], ["lobby", null, "kicked"]);
  assert.equal(reduce(sent, { type: "page", page: "rooms" }).parting, "");
  const over = reduce(inRoom(), kicked);
  assert.deepEqual([over.page, over.closed], ["table", true]);
  assert.equal(reduce(inRoom(), { ...kicked, reason: "left" }).page, "lobby");
});
