// The table as this seat knows it: a pure fold over notices. `publish` and `learn` mirror those of the server
// exactly (app/rules/table.py and views.py); a test holds both to the same recorded hands.

import { sortCards, without } from "./cards.js";
import { openTurn } from "./plays.js";

/**
 * @import { OpenTurn } from './plays.js'
 * @import { Clock, Fact, HandOpened, Held, Notice, Presence, Public, RoomOptions, Seat, SeatState, Seen, Snapshot,
 *   Stakes, Turn, View } from './wire.js'
 */

/**
 * What a seat knows of its room. `behind` says that a notice is missing and the room has to be resumed.
 * @typedef {object} Room
 * @property {string} room
 * @property {string} game
 * @property {Stakes} stakes
 * @property {number} entry
 * @property {Seat} seat
 * @property {number} hand
 * @property {number} version
 * @property {View | null} view
 * @property {Clock} clock
 * @property {number} autoAfter
 * @property {OpenTurn | null} turn
 * @property {RoomOptions} options
 * @property {string | null} code what others need to sit down, where they need something
 * @property {Seat | null} owner who decides about the room; nobody does at public tables
 * @property {number} chairs how many seats there are, empty ones too
 * @property {SeatState[]} seats those who sit
 * @property {SeatState[]} cast those who play the hand, or have played the last one
 * @property {boolean} behind
 */

/** @type {Clock} */
export const NO_CLOCK = { asked: [], deadline_ms: null, allowed_ms: null };

/**
 * The room as a snapshot shows it; what is not in a snapshot is kept from before.
 * @param {Snapshot} snapshot
 * @param {Room | null} before
 * @returns {Room}
 */
export function openRoom(snapshot, before) {
  const same = before?.room === snapshot.room;
  return {
    room: snapshot.room,
    game: snapshot.game,
    stakes: snapshot.stakes,
    entry: snapshot.options.entry,
    seat: snapshot.seat,
    hand: snapshot.hand,
    version: snapshot.version,
    view: snapshot.view,
    clock: snapshot.clock,
    autoAfter: snapshot.options.auto_after,
    turn: null,
    options: snapshot.options,
    code: snapshot.code,
    owner: same ? before.owner : null,
    chairs: same ? before.chairs : 0,
    seats: same ? before.seats : [],
    cast: same ? before.cast : [],
    behind: false,
  };
}

/**
 * The room after one notice; the same object if the notice is of another room or hand, or already known.
 * @param {Room} room
 * @param {Notice | Seen} notice
 * @returns {Room}
 */
export function reduceRoom(room, notice) {
  if (!("room" in notice) || notice.room !== room.room) return room;
  switch (notice.type) {
    case "snapshot":
      return openRoom(notice, room);
    case "presence":
      return seatAll(room, notice);
    case "turn":
      return takeTurn(room, notice);
    case "price":
    case "left":
    case "seated":
      return room;
    default:
      return "version" in notice ? takeFact(room, notice) : room;
  }
}

/** Who sits where. Those who have played a hand stay its players, whoever gets up after it. @param {Room} room @param {Presence} presence @returns {Room} */
function seatAll(room, { owner, seats: all }) {
  const seats = all.flatMap((seat) => seat ?? []);
  const over = room.view !== null && room.view.public.finish !== null;
  const cast = over && room.cast.length === all.length ? room.cast : seats;
  return { ...room, owner, chairs: all.length, seats, cast };
}

/** @param {Room} room @param {Turn} turn */
function takeTurn(room, turn) {
  if (turn.hand < room.hand || (turn.hand === room.hand && turn.version < room.version)) return room;
  if (turn.hand > room.hand || turn.version > room.version) return lag(room);
  return { ...room, turn: openTurn(turn), clock: turn.clock };
}

/** @param {Room} room @param {Seen} seen @returns {Room} */
function takeFact(room, seen) {
  const opens = seen.type === "hand_opened" && seen.version === 1;
  if (seen.hand < room.hand) return room;
  if (seen.hand > room.hand) {
    if (!opens) return lag(room);
    return advance({ ...room, hand: seen.hand, turn: null }, seen, openView(seen, room.seat));
  }
  if (seen.version <= room.version) return room;
  if (seen.version > room.version + 1) return lag(room);
  if (!room.view) return opens ? advance(room, seen, openView(seen, room.seat)) : lag(room);
  return advance(room, seen, learn(room.view, seen));
}

/** @param {Room} room @returns {Room} */
const lag = (room) => (room.behind ? room : { ...room, behind: true });

/** @param {Room} room @param {Seen} seen @param {View} view @returns {Room} */
function advance(room, seen, view) {
  const over = seen.type === "finished" || seen.type === "passed_out";
  const spent = over || (answers(seen) && seen.seat === room.seat);
  return {
    ...room,
    view,
    version: seen.version,
    clock: seen.clock ?? room.clock,
    turn: spent ? null : room.turn,
    behind: false,
  };
}

/**
 * Whether a fact is a seat's answer to what it was asked.
 * @param {{ type: string }} fact
 * @returns {fact is Extract<Fact, { type: 'played' | 'passed' | 'bid_made' | 'called' | 'robbed' | 'identity_answered' | 'doubled' | 'shown' | 'show_declined' }>}
 */
export function answers(fact) {
  return [
    "played",
    "passed",
    "bid_made",
    "called",
    "robbed",
    "identity_answered",
    "doubled",
    "shown",
    "show_declined",
  ].includes(fact.type);
}

/** @param {HandOpened} fact @returns {Public} */
export function openPublic(fact) {
  return {
    game: fact.game,
    stakes: fact.stakes,
    carried: fact.carried,
    first: fact.first,
    phase: "",
    step_closed: false,
    deal_no: 0,
    dealt: 0,
    shows: [],
    declined: [],
    bids: [],
    calls: [],
    robs: [],
    doubles: [],
    landlord: null,
    claim: null,
    open_card: null,
    identities: [],
    hidden: null,
    bottom: [],
    bottom_taken: false,
    factors: [],
    moves: [],
    lead: null,
    passes: 0,
    turn: null,
    escape: null,
    finish: null,
    score: null,
    settled: null,
  };
}

/** @param {HandOpened} fact @param {Seat | null} seat @returns {View} */
export function openView(fact, seat) {
  return {
    seat,
    public: openPublic(fact),
    hands: emptyHands(seat, fact.carried.length),
    holds_twin: false,
    identity: null,
  };
}

/** What lies open after one more fact. @param {Public} open @param {Fact} fact @returns {Public} */
export function publish(open, fact) {
  const after = (/** @type {Seat} */ seat) => (seat + 1) % open.carried.length;
  switch (fact.type) {
    case "hand_opened":
      return openPublic(fact);
    case "phase_opened":
      return { ...open, phase: fact.phase, step_closed: false, declined: [] };
    case "step_closed":
      return { ...open, step_closed: true };
    case "shuffled":
      return { ...open, deal_no: fact.deal_no, first: fact.first };
    case "dealt":
      return fact.seat === 0 ? { ...open, dealt: open.dealt + fact.count } : open;
    case "shown": {
      const { seat, moment, factor } = fact;
      return { ...open, shows: [...open.shows, { seat, moment, factor }] };
    }
    case "show_declined":
      return { ...open, declined: [...open.declined, fact.seat] };
    case "bid_made":
      return { ...open, bids: [...open.bids, { seat: fact.seat, value: fact.value }] };
    case "called":
      return { ...open, calls: [...open.calls, { seat: fact.seat, yes: fact.yes }] };
    case "robbed":
      return { ...open, robs: [...open.robs, { seat: fact.seat, yes: fact.yes }] };
    case "doubled":
      return { ...open, doubles: [...open.doubles, { seat: fact.seat, yes: fact.yes }] };
    case "multiplied": {
      const { factor, cause, seat } = fact;
      return { ...open, factors: [...open.factors, { factor, cause, seat }] };
    }
    case "passed_out":
      return { ...openPublic(open), deal_no: open.deal_no };
    case "landlord_chosen":
      return { ...open, landlord: fact.seat, claim: fact.claim };
    case "open_card_turned":
      return { ...open, open_card: { seat: fact.seat, card: fact.card } };
    case "hidden_landlord_told":
    case "identity_answered":
      return open;
    case "identity_shown":
      return { ...open, identities: [...open.identities, fact.seat] };
    case "hidden_landlord_known":
      return { ...open, hidden: fact.seat };
    case "bottom_taken":
      return { ...open, bottom_taken: true, bottom: fact.open ? (fact.cards ?? []) : [] };
    case "lead_taken":
      return { ...open, turn: fact.seat, lead: null, passes: 0 };
    case "played": {
      const { seat, cards, reading } = fact;
      const move = { seat, cards, reading };
      return { ...open, moves: [...open.moves, move], lead: move, passes: 0, turn: after(seat) };
    }
    case "passed": {
      const move = { seat: fact.seat, cards: [], reading: null };
      return { ...open, moves: [...open.moves, move], passes: open.passes + 1, turn: after(fact.seat) };
    }
    case "escaped":
      return { ...open, escape: bare(fact) };
    case "finished":
      return { ...open, finish: bare(fact), turn: null };
    case "scored":
      return { ...open, score: bare(fact) };
    case "settled":
      return { ...open, settled: bare(fact) };
  }
}

/**
 * A fact without its type and its envelope, as a view holds it.
 * @template {Fact & Partial<Omit<Seen, keyof Fact>>} F
 * @param {F} fact
 */
function bare(fact) {
  const { type: _type, room: _room, hand: _hand, version: _version, clock: _clock, ...body } = fact;
  return body;
}

/** What a seat knows after one more fact. @param {View} before @param {Fact} fact @returns {View} */
export function learn(before, fact) {
  const known = { ...before, public: publish(before.public, fact) };
  const { hands, seat } = known;
  const holding = (/** @type {Seat} */ owner, /** @type {Held} */ held) => ({
    ...known,
    hands: put(hands, owner, held),
  });
  switch (fact.type) {
    case "hand_opened":
      return openView(fact, seat);
    case "dealt":
    case "bottom_taken":
      return holding(fact.seat, gain(hands[fact.seat], fact.count, fact.cards));
    case "shown":
      return holding(fact.seat, openHand(fact.cards));
    case "played": {
      const held = hands[fact.seat] ?? NOTHING;
      const cards = held.cards && without(held.cards, fact.cards);
      return holding(fact.seat, { count: held.count - fact.cards.length, cards });
    }
    case "hidden_landlord_told":
      return { ...known, holds_twin: true };
    case "identity_answered":
      return { ...known, identity: fact.yes };
    case "hidden_landlord_known": {
      const [hidden, landlord] = fact.hands;
      if (!hidden || !landlord) return known;
      const open = put(hands, fact.seat, openHand(hidden));
      return { ...known, hands: put(open, fact.landlord, openHand(landlord)) };
    }
    case "passed_out":
      return {
        ...known,
        hands: emptyHands(seat, hands.length),
        holds_twin: false,
        identity: null,
      };
    default:
      return known;
  }
}

/** @param {string[]} cards @returns {Held} */
const openHand = (cards) => ({ count: cards.length, cards });

/** @type {Held} */
const NOTHING = { count: 0, cards: null };

/** @param {Held | undefined} held @param {number} count @param {string[] | null} cards @returns {Held} */
function gain(held = NOTHING, count, cards) {
  const known = cards && held.cards ? sortCards([...held.cards, ...cards]) : null;
  return { count: held.count + count, cards: known };
}

/** @param {Seat | null} viewer @param {number} seats @returns {Held[]} */
const emptyHands = (viewer, seats) =>
  Array.from({ length: seats }, (_, seat) => ({ count: 0, cards: seat === viewer ? [] : null }));

/** @param {Held[]} hands @param {Seat} seat @param {Held} held */
const put = (hands, seat, held) => hands.map((other, at) => (at === seat ? held : other));
