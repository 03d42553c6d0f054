import assert from "node:assert/strict";
import { test } from "node:test";
import { openTurn, unbundle } from "../../static/js/plays.js";
import { PLAYS } from "./recorded.js";

test("plays are those that the server has bundled, in its order", () => {
  for (const { name, plays, offers } of PLAYS) assert.deepEqual(unbundle(plays), offers, name);
  assert(PLAYS.some(({ offers }) => offers.length === 0));
  assert(PLAYS.some(({ offers }) => offers.some(({ readings }) => readings.length > 3)));
});

test("what each play adds is sorted into what all share", () => {
  const plays = {
    families: [{ kind: /** @type {const} */ ("PLANE_SINGLES"), size: 2, ranks: "67" }],
    ranks: ["555666 34 6L 7B", " 3L", "BR"],
    readings: [[0], [1, 0], []],
  };
  const six = { kind: "PLANE_SINGLES", size: 2, rank: "6" };
  const seven = { ...six, rank: "7" };
  assert.deepEqual(unbundle(plays), [
    { ranks: "34555666", readings: [six] },
    { ranks: "5556666L", readings: [six] },
    { ranks: "5556667B", readings: [six] },
    { ranks: "3L", readings: [seven, six] },
    { ranks: "BR", readings: [] },
  ]);
});

test("all else of a turn stays as it is", () => {
  const plays = { families: [], ranks: [], readings: [] };
  const turn = {
    type: /** @type {const} */ ("turn"),
    room: "R",
    hand: 1,
    version: 7,
    clock: { asked: [0], deadline_ms: 5, allowed_ms: 5 },
    options: { actions: [{ type: "pass" }], plays, factor: 2, why_not: "may_not_double" },
  };
  assert.deepEqual(openTurn(turn), { ...turn, options: { ...turn.options, plays: [] } });
});
