// The whole state of the page and how each event changes it. Pure: sounds, effects and requests are elsewhere.

import { arrange, keyed, sortCards } from "./cards.js";
import { answers, openRoom, reduceRoom } from "./reducer.js";
import { keepHeld, offerFor } from "./select.js";

/**
 * @import { Account } from "./account.js"
 * @import { Keyed, Sorting } from "./cards.js"
 * @import { Page } from "./guide.js"
 * @import { Language } from "./i18n/index.js"
 * @import { Offer, Options } from "./plays.js"
 * @import { Room } from "./reducer.js"
 * @import { Selection } from "./select.js"
 * @import { Draft } from "./roomoptions.js"
 * @import { Invitation } from "./rooms.js"
 * @import { Card, Combo, HandRequest, Ladder, Left, Level, Lobby, Notice, Preview, Queued, RoomCard, RoomInfo, Seat,
 *   Said, SeatState, Seen, Standing, TierState, View } from "./wire.js"
 */

/** What who has run short may ask for: so many beans, so often today. @typedef {{ beans: number, left: number }} Relief */
/**
 * @typedef {object} Session
 * @property {string} player
 * @property {'guest' | 'member'} kind
 * @property {string} name
 * @property {number} beans
 * @property {string | null} room
 * @property {Relief | null} relief
 * @property {Record<Ladder, Level>} levels
 * @property {Conduct} conduct
 */
/**
 * Escapes from public tables that count against a player, until when they keep him from being matched (null: not at
 * all), and for how many minutes one more would.
 * @typedef {{ escapes: number, until_ms: number | null, next_minutes: number }} Conduct
 */
/**
 * A public table: what it is played for, and, as soon as the lobby has told it, who is there.
 * @typedef {Pick<TierState, 'game' | 'tier' | 'coefficient' | 'fee' | 'entry'> & Partial<TierState>} Tier
 */
/** Which rooms are listed, of `game` ("" for any) and only with a `free` seat, and by which figure. @typedef {{ game: string, free: boolean, by: 'room' | SortBy, down: boolean }} Filter */
/** @typedef {'game' | 'coefficient' | 'fee' | 'entry' | 'seconds' | 'taken'} SortBy */
/** A room that is looked into, and why it cannot be. @typedef {{ invitation: Invitation, info: RoomInfo | null, problem: string }} Visit */
/** What the server refuses about a form, and what it would take. @typedef {{ code: string, field: string, low: string | number | null, high: string | number | null }} Wrong */
/**
 * The form of a room, of one that is there or (null) a new one, and what it comes to.
 * @typedef {{ draft: Draft, room: string | null, preview: Preview | null, wrong: Wrong | null }} Form
 */
/** @typedef {'opening' | 'resuming' | 'up' | 'lost' | 'final'} LinkState */
/** @typedef {'settings' | 'rules' | 'keys' | 'leave' | 'factors' | 'reading' | 'options' | 'seat' | 'phrases'} Dialog */
/**
 * @typedef {object} Settings
 * @property {Language} language
 * @property {string} game the game chosen in the lobby
 * @property {string} tier the tables chosen there
 * @property {boolean} sound
 * @property {boolean} fourColours
 * @property {boolean} effects
 * @property {boolean} letterKeys
 * @property {boolean} complete
 * @property {Sorting} sorting
 * @property {string[]} muted players whose phrases are not heard
 * @property {boolean} quiet nobody's are
 */
/**
 * A request of this hand that has not been answered. Cards of a play are away while it stands, in the `reading` that
 * was chosen; `cut` says that the link was lost meanwhile, so that its outcome has to be told.
 * @typedef {{ id: string, type: HandRequest['type'], keys: Selection, reading: Combo | null, hand: number,
 *   cut: boolean, slow: boolean }} Pending
 */
/** @typedef {{ id: number, text: string }} Toast */
/** The rules page: the game that is asked for, and what is there to read. @typedef {{ game: string, page: Page | null, failed: boolean }} Rules */
/**
 * @typedef {object} State
 * @property {'loading' | 'signin' | 'lobby' | 'rooms' | 'visit' | 'form' | 'table' | 'members' | 'me'} page
 * @property {Session | null} session
 * @property {Partial<Account>} account the pages around it
 * @property {Tier[]} tiers
 * @property {RoomCard[]} rooms that the lobby lists
 * @property {number} online how many people are here, 0 before the lobby has told it
 * @property {Filter} filter
 * @property {Queued | null} queued he waits for a match
 * @property {Visit | null} visit
 * @property {Form | null} form
 * @property {Preview | null} terms what the options of the own room come to
 * @property {Seat | null} chosenSeat whom the owner of the room does something about
 * @property {string} parting how the last room has been left, unless the player did it himself
 * @property {boolean} busy something has been asked for that the page waits on
 * @property {string} problem why the last form was refused
 * @property {{ state: LinkState, attempt: number, code: number }} link
 * @property {number | null} lag
 * @property {number | null} restartsIn seconds until an announced restart
 * @property {string | null} joining the room whose snapshot is awaited
 * @property {Room | null} room
 * @property {boolean} closed the room has closed; its last hand may still be looked at
 * @property {Selection} selected
 * @property {string | null} completed the card that the last tap has completed
 * @property {number} hint the hint shown, -1 for none
 * @property {Combo | null} reading the reading chosen among several
 * @property {Pending | null} pending
 * @property {Dialog | null} dialog
 * @property {Rules} rules
 * @property {number | null} price what leaving costs at least
 * @property {string | null} priceId
 * @property {'none' | 'open' | 'aside' | 'done'} result the settlement panel; done with: the room waits for the next hand
 * @property {Standing | null} standing what the last hand that counted has made of the own level
 * @property {Said[]} said phrases that are in sight
 * @property {Toast[]} toasts
 * @property {Settings} settings
 */

/**
 * What happens on the page itself.
 * @typedef {{ type: 'page', page: State['page'] }
 *   | { type: 'session', session: Session | null }
 *   | { type: 'account', account: Partial<Account> }
 *   | { type: 'tiers', tiers: Tier[] }
 *   | { type: 'filter', filter: Partial<Filter> }
 *   | { type: 'visit', visit: Visit }
 *   | { type: 'form', form: Form }
 *   | { type: 'terms', preview: Preview | null }
 *   | { type: 'choose_seat', seat: Seat }
 *   | { type: 'busy', busy: boolean }
 *   | { type: 'problem', code: string }
 *   | { type: 'link', link: State['link'] }
 *   | { type: 'lag', ms: number }
 *   | { type: 'restart', seconds: number | null }
 *   | { type: 'joining', room: string | null }
 *   | { type: 'select', selected: Selection, completed?: string | null }
 *   | { type: 'hint', index: number, selected: Selection }
 *   | { type: 'reading', reading: Combo }
 *   | { type: 'sent', pending: Pending }
 *   | { type: 'slow', id: string }
 *   | { type: 'asking_price', id: string }
 *   | { type: 'dialog', dialog: Dialog | null }
 *   | { type: 'rules', rules: Rules }
 *   | { type: 'left_behind' }
 *   | { type: 'result', result: State['result'] }
 *   | { type: 'said', said: Said[] }
 *   | { type: 'toast', toast: Toast }
 *   | { type: 'toasted', id: number }
 *   | { type: 'settings', settings: Partial<Settings> }} PageEvent
 */
/** @typedef {PageEvent | Notice | Seen} AppEvent */

/** @type {Selection} */
export const NONE = new Set();

/** @param {Settings} settings @returns {State} */
export const openState = (settings) => ({
  page: "loading",
  session: null,
  account: {},
  tiers: [],
  rooms: [],
  online: 0,
  filter: { game: "", free: false, by: "room", down: false },
  queued: null,
  visit: null,
  form: null,
  terms: null,
  chosenSeat: null,
  parting: "",
  busy: false,
  problem: "",
  link: { state: "opening", attempt: 0, code: 0 },
  lag: null,
  restartsIn: null,
  joining: null,
  room: null,
  closed: false,
  selected: NONE,
  completed: null,
  hint: -1,
  reading: null,
  pending: null,
  dialog: null,
  rules: { game: "", page: null, failed: false },
  price: null,
  priceId: null,
  result: "none",
  standing: null,
  said: [],
  toasts: [],
  settings,
});

/** @param {State} state @param {AppEvent} event @returns {State} */
export function reduce(state, event) {
  switch (event.type) {
    case "page":
      return openPage(state, event.page);
    case "session":
      return { ...state, session: event.session };
    case "account":
      return { ...state, account: { ...state.account, ...event.account } };
    case "tiers":
      return { ...state, tiers: event.tiers };
    case "filter":
      return { ...state, filter: { ...state.filter, ...event.filter } };
    case "visit":
      return { ...state, visit: event.visit };
    case "form":
      return { ...state, form: event.form };
    case "terms":
      return { ...state, terms: event.preview };
    case "choose_seat":
      return { ...state, chosenSeat: event.seat, dialog: "seat" };
    case "busy":
      return { ...state, busy: event.busy, problem: "" };
    case "problem":
      return { ...state, busy: false, problem: event.code };
    case "link":
      return { ...state, link: event.link, pending: cutPending(state, event.link.state) };
    case "lag":
      return { ...state, lag: Math.round(event.ms) };
    case "restart":
      return { ...state, restartsIn: event.seconds };
    case "joining":
      return { ...state, joining: event.room };
    case "select":
      return {
        ...state,
        selected: event.selected,
        completed: event.completed ?? null,
        hint: -1,
        reading: null,
      };
    case "hint":
      return { ...state, selected: event.selected, hint: event.index, completed: null, reading: null };
    case "reading":
      return { ...state, reading: event.reading, dialog: null };
    case "sent":
      // What was said about this move has been read, and would lie over what comes next.
      return { ...state, pending: event.pending, toasts: isMove(event.pending) ? [] : state.toasts };
    case "slow":
      return state.pending?.id === event.id ? { ...state, pending: { ...state.pending, slow: true } } : state;
    case "asking_price":
      return { ...state, price: null, priceId: event.id };
    case "dialog":
      return { ...state, dialog: event.dialog };
    case "rules":
      return { ...state, rules: event.rules };
    case "left_behind":
      return leaveTable(state);
    case "result":
      return { ...state, result: event.result };
    case "said":
      return { ...state, said: event.said };
    case "toast":
      return { ...state, toasts: [...otherToasts(state, event.toast).slice(-2), event.toast] };
    case "toasted":
      return { ...state, toasts: state.toasts.filter(({ id }) => id !== event.id) };
    case "settings":
      return { ...state, settings: { ...state.settings, ...event.settings } };
    default:
      return reduceNotice(state, event);
  }
}

/** @param {Pending} pending */
const isMove = ({ type }) => type === "play" || type === "pass";

/** The lines in sight that say something else: what is said again stands once. @param {State} state @param {Toast} toast */
const otherToasts = ({ toasts }, { text }) => toasts.filter((toast) => toast.text !== text);

/** @param {State} state @param {State['page']} page @returns {State} */
const openPage = (state, page) => ({
  ...state,
  page,
  busy: false,
  problem: "",
  dialog: null,
  form: page === "form" ? state.form : null,
  parting: page === "lobby" ? state.parting : "",
});

/** @param {State} state @param {Notice | Seen} notice @returns {State} */
function reduceNotice(state, notice) {
  switch (notice.type) {
    case "welcome": {
      const { player, name, beans, room } = notice;
      const session = state.session && { ...state.session, player, name, beans, room };
      return { ...state, session, queued: null };
    }
    case "lobby":
      return lookAround(state, notice);
    case "queued":
      return { ...state, queued: notice, busy: false };
    case "unqueued":
      return { ...state, queued: null, busy: false };
    case "standing":
      return stand(state, notice);
    case "snapshot":
      return openTable(state, notice);
    case "ack":
      return state.pending?.id === notice.id && state.pending.type !== "play"
        ? { ...state, pending: null }
        : state;
    case "refused":
      return refuse(state, notice.id);
    case "price":
      return state.priceId === notice.id ? { ...state, price: notice.at_least } : state;
    case "left":
      return closeRoom(state, notice);
    case "presence":
    case "turn":
      return inRoom(state, notice);
    case "seated":
      return { ...state, joining: notice.room, queued: null };
    case "pong":
    case "phrase":
    case "maintenance":
      return state;
    default:
      return inRoom(state, notice);
  }
}

/** What the lobby shows, whole or changed. @param {State} state @param {Lobby} lobby @returns {State} */
function lookAround(state, { whole, online, tiers, rooms, removed }) {
  const listed = whole ? [] : state.rooms.filter(({ room }) => !removed.includes(room));
  return {
    ...state,
    online,
    tiers: whole ? tiers : renew(state.tiers, tiers, ({ game, tier }) => `${game} ${tier}`),
    rooms: renew(listed, rooms, ({ room }) => room),
  };
}

/**
 * A list with some of its items replaced, in their places, and new ones behind them.
 * @template T
 * @param {T[]} list @param {T[]} items @param {(item: T) => string} nameOf
 */
function renew(list, items, nameOf) {
  const fresh = new Map(items.map((item) => [nameOf(item), item]));
  const kept = list.map((item) => {
    const name = nameOf(item);
    const found = fresh.get(name);
    fresh.delete(name);
    return found ?? item;
  });
  return [...kept, ...fresh.values()];
}

/** A hand has counted for the own level. @param {State} state @param {Standing} standing @returns {State} */
function stand(state, standing) {
  const { session } = state;
  const levels = session && { ...session.levels, [standing.ladder]: standing.after };
  return { ...state, standing, session: session && levels && { ...session, levels } };
}

/** @param {State} state @param {Notice | Seen} notice @returns {State} */
function inRoom(state, notice) {
  if (!state.room) return state;
  const room = reduceRoom(state.room, notice);
  if (room === state.room) return state;
  // A hand does not wait for somebody who changes the room.
  const page = room.hand === state.room.hand ? state.page : /** @type {const} */ ("table");
  return settle({ ...state, room, page, form: page === "form" ? state.form : null });
}

/** @param {State} state @param {Extract<Notice, { type: 'snapshot' }>} notice @returns {State} */
function openTable(state, notice) {
  const room = openRoom(notice, state.room);
  const same = state.room?.room === room.room && state.room.hand === room.hand;
  const over = room.view?.public.finish != null;
  return settle({
    ...state,
    page: "table",
    busy: false,
    joining: null,
    queued: null,
    parting: "",
    room,
    closed: false,
    selected: same ? state.selected : NONE,
    result: over ? (same && state.result !== "none" ? state.result : "open") : "none",
    form: null,
    terms: state.room?.room === room.room ? state.terms : null,
  });
}

/** What follows from a changed room: cards that have left are not chosen, answered requests do not pend. */
function settle(/** @type {State} */ state) {
  const { room } = state;
  if (!room?.view) return { ...state, selected: NONE, pending: null, hint: -1 };
  const own = keyed(ownCards(room));
  const selected = keepHeld(state.selected, own);
  const pending = stillPending(state.pending, room, own);
  const over = room.view.public.finish !== null;
  return {
    ...state,
    selected,
    pending,
    completed: selected === state.selected ? state.completed : null,
    hint: room.turn ? state.hint : -1,
    reading: room.turn ? state.reading : null,
    result: over ? state.result : /** @type {const} */ ("none"),
    dialog: over && state.dialog === "reading" ? null : state.dialog,
  };
}

/** @param {Pending | null} pending @param {Room} room @param {Keyed[]} own */
function stillPending(pending, room, own) {
  if (!pending) return null;
  const between = pending.type === "leave" || pending.type === "again";
  if (pending.hand !== room.hand || (room.view?.public.finish && !between)) return null;
  if (pending.type !== "play") return pending;
  const held = new Set(own.map(({ key }) => key));
  return [...pending.keys].every((key) => held.has(key)) ? pending : null;
}

/** @param {State} state @param {LinkState} link */
function cutPending(state, link) {
  return state.pending && link === "lost" ? { ...state.pending, cut: true } : state.pending;
}

/** @param {State} state @param {string | null} id @returns {State} */
function refuse(state, id) {
  if (!state.pending || state.pending.id !== id) return { ...state, busy: false };
  return {
    ...state,
    busy: false,
    pending: null,
    selected: new Set([...state.selected, ...state.pending.keys]),
  };
}

/**
 * The room is no more, or not for this player. A hand that has just ended stays in sight, the own escape too; leaving
 * after it does not.
 * @param {State} state
 * @param {Left} left
 */
function closeRoom(state, { room, reason }) {
  if (state.room && state.room.room !== room) return state;
  const finish = state.room?.view?.public.finish;
  const escaped = finish?.end === "escape" && finish.seat === state.room?.seat;
  const leaves = (state.pending?.type === "leave" || reason === "left") && !escaped;
  if (!finish || leaves || waits(state)) return { ...leaveTable(state), parting: reason };
  return { ...state, closed: true, busy: false, dialog: null, pending: null };
}

/** @param {State} state @returns {State} */
export const leaveTable = (state) => ({
  ...state,
  page: "lobby",
  busy: false,
  room: null,
  closed: false,
  joining: null,
  selected: NONE,
  pending: null,
  dialog: null,
  result: "none",
  form: null,
  terms: null,
  session: state.session && { ...state.session, room: null },
});

// --- What follows from a state ---

/** Whether the own room waits for a hand, and is one that its players share. @param {State} state */
export const waits = ({ room, result }) =>
  room !== null &&
  room.owner !== null &&
  (!room.view || (room.view.public.finish !== null && result === "done"));

/** @param {Room} room */
export const ownCards = (room) => sortCards(room.view?.hands[room.seat]?.cards ?? []);

/** The own hand as it is shown: without cards that are on their way. @param {State} state @returns {Keyed[]} */
export function shownHand(state) {
  if (!state.room?.view) return [];
  const own = keyed(ownCards(state.room));
  const away = state.pending?.keys ?? NONE;
  return arrange(away.size ? own.filter(({ key }) => !away.has(key)) : own, state.settings.sorting);
}

/** @type {Options} */
const NO_CHANCE = { actions: [], plays: [], factor: 1, why_not: null };

/** What may be done now. @param {State} state @returns {Options} */
export const chance = (state) => state.room?.turn?.options ?? NO_CHANCE;

/** Whether cards may be played now. @param {State} state */
export const mayPlay = (state) => {
  const { plays, actions } = chance(state);
  return plays.length > 0 || actions.some(({ type }) => type === "pass");
};

/** Whether points are asked for. @param {State} state */
export const asksForBid = (state) => chance(state).actions.some(({ type }) => type === "bid");

/** Whether an answer to other cards is due. @param {State} state */
export const isFollowing = (state) => chance(state).actions.some(({ type }) => type === "pass");

/** Whether the buttons wait for an answer. @param {State} state */
export const isLocked = (state) => state.pending !== null && !state.pending.slow;

/** The play that is chosen, if it is legal now. @param {State} state @returns {Offer | null} */
export const chosen = (state) => (state.selected.size ? offerFor(chance(state).plays, state.selected) : null);

/** Its reading. @param {State} state */
export function chosenReading(state) {
  const readings = chosen(state)?.readings ?? [];
  const { reading } = state;
  return (
    readings.find(
      (r) => reading && r.kind === reading.kind && r.rank === reading.rank && r.size === reading.size,
    ) ??
    readings[0] ??
    null
  );
}

/** @param {State} state @returns {boolean} whether the own seat plays by itself */
export const onAuto = (state) => mySeat(state)?.auto ?? false;

/** How far the two clocks may be apart. */
const CLOCKS_MS = 300;

/**
 * Whether a fact is an answer that the server gave for this player because his time was over.
 * @param {State} state before the fact
 * @param {AppEvent} fact
 * @param {number} now the server's time in ms
 */
export function isTimeOut(state, fact, now) {
  const { room, pending } = state;
  const deadline = room?.clock.deadline_ms;
  if (!room || !deadline || pending || onAuto(state) || fact.type === "identity_answered") return false;
  return answers(fact) && fact.seat === room.seat && now > deadline - CLOCKS_MS;
}

/** @param {State} state @returns {SeatState | undefined} */
export const mySeat = (state) => state.room?.seats.find(({ seat }) => seat === state.room?.seat);

/** Whether a hand is played for points alone. @param {import("./wire.js").Public} open */
export const isFriendly = ({ stakes }) => stakes.coefficient === 0;

/** A player's name. @param {State} state @param {Seat | null} seat */
export const nameOf = (state, seat) => state.room?.cast.find((other) => other.seat === seat)?.name ?? "";

/** A name that leaves room for the rest of its sentence. @param {string} name */
export const clip = (name) => (name.length > 8 ? `${name.slice(0, 7)}…` : name);

/**
 * What a seat is. `landlord` and `farmer` are of every game; where a card is turned, the landlord is `open`, or
 * `alone` if he holds its twin as well, and whoever else holds the twin is `hidden`; `unknown` is who may be.
 * @typedef {'landlord' | 'open' | 'alone' | 'hidden' | 'farmer' | 'unknown'} Role
 */

/**
 * What the viewer knows of a seat's part, null before there is a landlord. `secret` says that not everybody knows it.
 * @param {View} view
 * @param {Seat} seat
 * @returns {{ role: Role, secret: boolean } | null}
 */
export function roleOf({ seat: own, public: open, holds_twin: holdsTwin }, seat) {
  const { landlord, finish } = open;
  const known = open.hidden ?? finish?.hidden ?? null;
  const hidden = known ?? (holdsTwin ? own : null);
  const secret = known === null;
  if (landlord === null) return null;
  if (!open.open_card) return { role: seat === landlord ? "landlord" : "farmer", secret: false };
  if (seat === landlord) {
    return hidden === landlord ? { role: "alone", secret } : { role: "open", secret: false };
  }
  if (hidden !== null) return { role: seat === hidden ? "hidden" : "farmer", secret };
  return seat === own ? { role: "farmer", secret } : { role: "unknown", secret: false };
}

/**
 * The card that had better stay in the hand: the twin of the open card, while playing it would tell who holds it.
 * @param {State} state
 * @returns {Card | null}
 */
export function shyCard({ room }) {
  const view = room?.view;
  return view?.holds_twin && view.public.hidden === null ? (view.public.open_card?.card ?? null) : null;
}
/** The bid to be topped, or the one that won; null while nobody has bid. @param {import("./wire.js").Public} open */
export const standingBid = (open) => open.bids.findLast(({ value }) => value > 0) ?? null;

/** What the multiple multiplies. @param {import("./wire.js").Public} open */
export const baseOf = (open) => open.score?.base ?? open.stakes.base * (standingBid(open)?.value ?? 1);

/** The multiple so far, before any cap. @param {import("./wire.js").Public} open */
export const multipleOf = (open) =>
  open.factors.reduce((product, { factor }) => product * factor, open.stakes.initial);

/**
 * The last move of each seat that still lies on the table: those of the running trick, or, before its first
 * card, those of the one before. A seat whose turn it is has cleared its place.
 * @param {import("./wire.js").Public} open
 * @returns {Map<Seat, import("./wire.js").Move>}
 */
export function lying(open) {
  const seats = open.carried.length;
  let trick = /** @type {import("./wire.js").Move[]} */ ([]);
  let over = false;
  let passes = 0;
  for (const move of open.moves) {
    if (over) trick = [];
    trick.push(move);
    passes = move.cards.length ? 0 : passes + 1;
    over = passes === seats - 1;
  }
  const last = new Map(trick.map((move) => [move.seat, move]));
  if (open.turn !== null) last.delete(open.turn);
  return last;
}

/** The cards of a play that has been sent and not been answered. @param {State} state */
export const awayCards = (state) =>
  state.pending?.type === "play" ? sortCards([...state.pending.keys].map((key) => key.slice(0, 2))) : [];

/** The game that is chosen: the last one, as far as it is still played here. @param {State} state */
export const gameOf = ({ tiers, settings }) =>
  tiers.some(({ game }) => game === settings.game) ? settings.game : (tiers[0]?.game ?? "");
