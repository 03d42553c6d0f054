// The recorded hands and plays of `record.py`.

import { readdirSync, readFileSync } from "node:fs";

/** @import { Room } from "../../static/js/reducer.js" */
/** @import { Offer } from "../../static/js/plays.js" */
/** @import { Plays, RoomOptions, Seen, View } from "../../static/js/wire.js" */

/** @typedef {{ name: string, room: string, hand: number, seat: number, views: Record<string, View>, frames: Seen[] }} Recorded */

const folder = new URL("fixtures/", import.meta.url);

/** @type {Recorded[]} */
export const RECORDED = readdirSync(folder)
  .filter((name) => name.endsWith(".json") && name !== "plays.json")
  .map((name) => ({ name, ...JSON.parse(readFileSync(new URL(name, folder), "utf8")) }));

/** Legal plays as they travel, and what they are. @type {{ name: string, plays: Plays, offers: Offer[] }[]} */
export const PLAYS = JSON.parse(readFileSync(new URL("plays.json", folder), "utf8"));

/** What rooms in tests are played under. @type {RoomOptions} */
export const OPTIONS = {
  game: "happy",
  name: "starter",
  public: true,
  beans: true,
  coefficient: 10,
  fee: 5,
  entry: 100,
  initial: 1,
  seconds: { bid: 15, play: 20, double: 8 },
  spare_seconds: 0,
  auto_after: 2,
  bots: true,
  watch: false,
  hints: true,
  counter: true,
  phrases: true,
  cap: null,
  absence: null,
  base: 1,
  double_above: 500,
  show: true,
};

/** A room before its first hand. @param {Pick<Recorded, 'room' | 'seat'>} hand @param {number} [number] @returns {Room} */
export const emptyRoom = ({ room, seat }, number = 0) => ({
  room,
  game: "happy",
  stakes: { base: 1, initial: 1, cap: null, coefficient: 10, fee: 5, double_above: 0, show: true },
  entry: 100,
  seat,
  hand: number,
  version: 0,
  view: null,
  clock: { asked: [], deadline_ms: null, allowed_ms: null },
  autoAfter: 2,
  turn: null,
  options: OPTIONS,
  code: null,
  owner: null,
  chairs: 0,
  seats: [],
  cast: [],
  behind: false,
});
