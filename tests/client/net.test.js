import assert from "node:assert/strict";
import { test } from "node:test";
import { createServerClock } from "../../static/js/clock.js";
import { backoff, createNet, newId } from "../../static/js/net.js";

/** @import { Request } from "../../static/js/wire.js" */

class FakeSocket {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static all = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  /** @type {any} */ onopen = null;
  /** @type {any} */ onmessage = null;
  /** @type {any} */ onclose = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  /** @param {string} frame */
  send(frame) {
    this.sent.push(JSON.parse(frame));
  }
  /** @param {object} notice */
  tell(notice) {
    this.onmessage?.({ data: JSON.stringify(notice) });
  }
  /** @param {number} code */
  lose(code) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  close() {
    this.readyState = 3;
  }
  requests() {
    return this.sent.filter(({ type }) => type !== "ping");
  }
}

/** @param {{ position?: any, stillSignedIn?: () => Promise<boolean> }} [how] */
function page({ position = null, stillSignedIn = async () => true } = {}) {
  FakeSocket.all = [];
  /** @type {any[]} */
  const links = [];
  /** @type {any[]} */
  const notices = [];
  const net = createNet({
    clock: createServerClock(),
    url: () => "ws://test/ws",
    position: () => position,
    onNotice: (notice) => notices.push(notice),
    onLink: ({ state, code }) => links.push(code ? `${state} ${code}` : state),
    onLag: () => {},
    stillSignedIn,
    Socket: /** @type {any} */ (FakeSocket),
  });
  return { net, links, notices, socket: () => /** @type {FakeSocket} */ (FakeSocket.all.at(-1)) };
}

const WELCOME = { type: "welcome", protocol: 1, player: "P", name: "N", beans: 1, room: null, now_ms: 1 };
const settled = () => new Promise((done) => setImmediate(done));

test("hello comes first, and the welcome makes the link", () => {
  const { net, links, socket } = page();
  net.start();
  socket().open();
  assert.deepEqual(socket().sent[0], { type: "hello", protocol: 1 });
  socket().tell(WELCOME);
  assert.deepEqual(links, ["opening", "up"]);
  net.stop();
});

test("with a room the link is up only when the room is in step", () => {
  const { net, links, socket } = page({ position: { room: "ROOM", hand: 3, version: 9 } });
  net.start();
  socket().open();
  assert.deepEqual(socket().sent[0], { type: "hello", protocol: 1, room: "ROOM", hand: 3, version: 9 });
  socket().tell(WELCOME);
  assert.deepEqual(links, ["opening", "resuming"]);
  socket().tell({ type: "presence", room: "ROOM", hand: 3, seats: [] });
  assert.deepEqual(links.at(-1), "up");
  net.stop();
});

test("a page that is turned away from its room is connected all the same", () => {
  const { net, links, socket } = page({ position: { room: "GONE" } });
  net.start();
  socket().open();
  socket().tell(WELCOME);
  socket().tell({ type: "refused", id: null, code: "no_such_room", params: {} });
  assert.deepEqual(links, ["opening", "resuming", "up"]);
  net.stop();
});

test("an unanswered request is sent again unchanged, an answered one is not", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { net, socket } = page();
  net.start();
  socket().open();
  socket().tell(WELCOME);
  /** @type {Request} */
  const first = { type: "pass", id: "a", room: "R", hand: 1 };
  /** @type {Request} */
  const second = { type: "auto", id: "b", room: "R", hand: 1, on: true };
  net.send(first);
  net.send(second);
  socket().tell({ type: "ack", id: "b" });
  socket().lose(1012);
  await settled();
  test.mock.timers.tick(400);
  socket().open();
  assert.deepEqual(socket().requests(), [{ type: "hello", protocol: 1 }]);
  socket().tell(WELCOME);
  assert.deepEqual(socket().requests().slice(1), [first]);
  socket().tell({ type: "refused", id: "a", code: "too_late", params: {} });
  assert.equal(net.isOpen("a"), false);
  net.stop();
});

test("final codes end it, others are tried again", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  for (const code of [4001, 4401, 4403, 1008, 1009]) {
    const { net, links, socket } = page();
    net.start();
    socket().open();
    socket().tell(WELCOME);
    socket().lose(code);
    await settled();
    test.mock.timers.tick(20_000);
    assert.equal(links.at(-1), `final ${code}`);
    assert.equal(FakeSocket.all.length, 1);
    net.stop();
  }
  for (const code of [1006, 1012, 1013, 1000]) {
    const { net, links, socket } = page();
    net.start();
    socket().open();
    socket().tell(WELCOME);
    socket().lose(code);
    await settled();
    test.mock.timers.tick(400);
    assert.equal(FakeSocket.all.length, 2, String(code));
    assert.equal(links.at(-1), "opening");
    net.stop();
  }
});

test("a lost socket asks whether the page is still signed in", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { net, links, socket } = page({ stillSignedIn: async () => false });
  net.start();
  socket().lose(1006);
  await settled();
  test.mock.timers.tick(20_000);
  assert.equal(links.at(-1), "final 4401");
  assert.equal(FakeSocket.all.length, 1);
  net.stop();
});

test("silence is a lost link", async (test) => {
  test.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let now = 0;
  FakeSocket.all = [];
  /** @type {string[]} */
  const links = [];
  const net = createNet({
    clock: createServerClock(() => now),
    url: () => "ws://test/ws",
    position: () => null,
    onNotice: () => {},
    onLink: ({ state }) => links.push(state),
    onLag: () => {},
    stillSignedIn: async () => true,
    Socket: /** @type {any} */ (FakeSocket),
  });
  net.start();
  FakeSocket.all[0]?.open();
  FakeSocket.all[0]?.tell(WELCOME);
  for (let step = 0; step < 4; step++) {
    now += 2500;
    test.mock.timers.tick(2500);
  }
  await settled();
  assert(links.includes("lost"), links.join());
  assert(now <= 10_000);
  net.stop();
});

test("waits are short at first, then spread, then long", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => backoff(n, 0, 0.5)),
    [300, 600, 1200],
  );
  for (const luck of [0, 0.5, 1]) {
    const wait = backoff(7, 5000, luck);
    assert(wait >= 2400 * 0.7 - 1 && wait <= 2400 * 1.3 + 1);
  }
  assert.equal(backoff(40, 130_000, 0.5), 8000);
});

test("ids are new each time and fit the wire", () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{1,40}$/);
});

test("the server's time is right within the asymmetry of the best of the last samples", () => {
  let now = 5_000;
  const clock = createServerClock(() => now);
  const truth = () => now + 1_764_500_000_000;
  for (const [there, back] of [
    [200, 700],
    [20, 30],
    [900, 10],
  ]) {
    const sent = now;
    now += there ?? 0;
    const told = truth();
    now += back ?? 0;
    clock.sample(sent, told);
  }
  assert(Math.abs(clock.now() - truth()) <= 5, String(clock.now() - truth()));
});
