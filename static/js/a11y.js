// What a reader is told: one sentence for each thing that happens, at most 120 characters.

import { rankOf, rankText } from "./cards.js";
import { number, signed, t, tell } from "./i18n/index.js";
import { RANKED, SIZED, UNRANKED } from "./kinds.js";
import { layOut } from "./laid.js";
import { isFriendly, multipleOf, nameOf, ownCards, roleOf, standingBid } from "./state.js";

/** @import { OpenTurn } from "./plays.js" */
/** @import { AppEvent, State } from "./state.js" */
/** @import { Card, Combo, Public, Rank, Standing } from "./wire.js" */

/** A card's full name: "ten of hearts" in so many words. @param {Card} card @param {Rank} [as] what a laizi stands for */
export const cardName = (card, as = "") =>
  (as && t("card.LZ.as", { rank: rankText(as) })) ||
  tell(`card.${card}`) ||
  t("card.suited", { suit: tell(`card.${card.charAt(1)}`), rank: rankText(rankOf(card)) });

/** Ranks only, as players say them: "10 10 10 4". @param {readonly Card[]} cards */
export const rankList = (cards) =>
  cards.map((card) => tell(`card.${card}`) || rankText(rankOf(card))).join(" ");

/** What a kind is called; bombs of more than four cards name their number. @param {Combo} reading */
export const kindName = ({ kind, size }) =>
  SIZED.has(kind) && size > 4
    ? t("kind.sized", { n: size, kind: tell(`kind.${kind}`) })
    : tell(`kind.${kind}`);

/** What a reading is called: "Straight to 8". @param {Combo} reading */
export function readingName(reading) {
  const kind = kindName(reading);
  const rank = "BR".includes(reading.rank)
    ? t(reading.rank === "B" ? "card.BJ" : "card.RJ")
    : rankText(reading.rank);
  if (UNRANKED.has(reading.kind)) return kind;
  return t(RANKED.has(reading.kind) ? "reading.ranked" : "reading.chain", { kind, rank });
}

/** What a play is called: where a laizi stands in, the rank tells for what. @param {readonly Card[]} cards @param {Combo} reading */
export const playName = (cards, reading) => (cards.includes("LZ") ? readingName(reading) : kindName(reading));

/** The cards of a play by rank, as they lie. @param {readonly Card[]} cards @param {Combo} reading */
const playList = (cards, reading) => rankList(layOut(cards, reading).map(({ card }) => card));

/** @param {string} text */
const short = (text) => (text.length <= 120 ? text : `${text.slice(0, 119)}…`);

/**
 * What to say about an event, "" for nothing.
 * @param {AppEvent} event
 * @param {State} state after it
 */
export function sentence(event, state) {
  const open = state.room?.view?.public;
  if (!open) return "";
  const name = "seat" in event ? nameOf(state, event.seat) : "";
  const yes = "yes" in event && event.yes ? "" : ".no";
  switch (event.type) {
    case "doubled":
      if (event.yes && open.open_card) return ""; // It is told with the multiple that it makes.
      return short(tell(`live.doubled${yes}`, { name }));
    case "multiplied":
      if (event.cause !== "double") return "";
      return short(t("live.doubled.table", { name, n: multipleOf(open) }));
    case "bid_made":
      return short(t(event.value ? "live.bid" : "live.bid.no", { name, n: event.value }));
    case "called":
    case "robbed":
      return short(tell(`live.${event.type}${yes}`, { name }));
    case "shown":
      return short(t("live.shown", { name, n: event.factor }));
    case "show_declined":
      return event.moment === "landlord" ? short(t("live.declined", { name })) : "";
    case "step_closed":
      return event.phase === "deal" && state.room ? t("live.dealt", { n: ownCards(state.room).length }) : "";
    case "open_card_turned":
      return short(t("live.turned", { name, card: cardName(event.card) }));
    case "landlord_chosen":
      return open.open_card ? "" : short(t(`claim.${event.claim}`, { name }));
    case "hidden_landlord_told":
      return t(event.seat === open.landlord ? "live.told.alone" : "live.told.hidden");
    case "phase_opened":
      return phaseOpened(state, event.phase);
    case "identity_answered":
      return t(event.yes ? "live.identity" : "live.identity.no");
    case "identity_shown":
      return short(t("live.shows.identity", { name }));
    case "hidden_landlord_known":
      return short(t(event.seat === event.landlord ? "live.alone" : "live.hidden", { name }));
    case "bottom_taken":
      return event.cards ? short(t("live.bottom", { cards: rankList(event.cards) })) : "";
    case "played":
      return short(
        t("live.played", {
          name,
          kind: playName(event.cards, event.reading),
          cards: playList(event.cards, event.reading),
          n: state.room?.view?.hands[event.seat]?.count ?? 0,
        }),
      );
    case "passed":
      return short(t("live.passed", { name }));
    case "finished":
      return short(t(`live.finished.${outcome(state)}`, { name }));
    case "settled":
      return t(isFriendly(open) ? "live.scored" : "live.settled", { n: signed(netOf(state)) });
    default:
      return "";
  }
}

/** What the identity step says to every seat as it begins, and what has come of it. @param {State} state @param {string} phase */
function phaseOpened(state, phase) {
  const { room } = state;
  const open = room?.view?.public;
  if (!room?.view || !open?.open_card) return "";
  if (phase === "identity") return tell(`identity.${roleOf(room.view, room.seat)?.role}`);
  if (phase !== "double" || open.hidden !== null) return "";
  const [shown] = open.identities;
  return shown === undefined
    ? t("live.shows.nobody")
    : short(t("live.shows.partner", { name: nameOf(state, shown) }));
}

/** Whether an event has a line for every eye, not for readers alone. @param {AppEvent} event */
export const isNews = (event) =>
  event.type === "hidden_landlord_known" || (event.type === "phase_opened" && event.phase === "double");

/** How a hand ended, in one word. @param {State} state @returns {'landlord' | 'farmers' | 'escape' | 'none'} */
export function outcome(state) {
  const open = state.room?.view?.public;
  if (open?.finish?.end === "escape") return "escape";
  if (open?.finish?.end !== "out") return "none";
  return open.finish.winners.includes(open.landlord ?? -1) ? "landlord" : "farmers";
}

/** What the hand has brought the own seat: beans, or points where nothing else is played for. @param {State} state */
export function netOf(state) {
  const open = state.room?.view?.public;
  const seat = state.room?.seat ?? 0;
  if (open && isFriendly(open)) return open.score?.x[seat] ?? 0;
  return (open?.settled?.moved[seat] ?? 0) - (open?.settled?.fees[seat] ?? 0);
}

/** A promotion or a demotion in words, "" where the title is the same. @param {Standing} standing */
export function promotion({ before, after }) {
  if (before.rank === after.rank) return "";
  return t(after.rank > before.rank ? "level.up" : "level.down", { title: tell(`title.${after.title}`) });
}

/** What the own turn asks, "" if it asks nothing. @param {OpenTurn} turn @param {State} state */
export function question(turn, state) {
  const open = state.room?.view?.public;
  const { actions, plays } = turn.options;
  if (!open || (!actions.length && !plays.length)) return "";
  if (open.phase === "bid") return short(askBid(turn, state, open));
  if (open.phase !== "tricks") return open.phase === "deal" ? "" : tell(`live.asked.${open.phase}`);
  const { lead } = open;
  if (!lead?.reading) return t("live.lead");
  const told = {
    name: nameOf(state, lead.seat),
    kind: playName(lead.cards, lead.reading),
    cards: playList(lead.cards, lead.reading),
  };
  return short(t("live.follow", told));
}

/** The bids that may be made, and what stands. @param {OpenTurn} turn @param {State} state @param {Public} open */
function askBid({ options }, state, open) {
  const keys = options.actions.flatMap(({ value }) => value || []).join(t("list.comma"));
  const bid = standingBid(open);
  if (bid) return t("live.asked.bid.over", { name: nameOf(state, bid.seat), n: bid.value, keys });
  return t(options.why_not ? "live.asked.bid.forced" : "live.asked.bid", { keys });
}

/** Read back the own hand. @param {State} state */
export function readHand(state) {
  const cards = state.room ? ownCards(state.room) : [];
  return t("live.hand", { n: cards.length, cards: rankList(cards) });
}

/** Read back what is to be beaten. @param {State} state */
export function readLead(state) {
  const lead = state.room?.view?.public.lead;
  if (!lead?.reading) return t("live.noLead");
  return t("live.follow", {
    name: nameOf(state, lead.seat),
    kind: playName(lead.cards, lead.reading),
    cards: playList(lead.cards, lead.reading),
  });
}

/** Read back how many cards everybody holds. @param {State} state */
export function readCounts(state) {
  const hands = state.room?.view?.hands ?? [];
  const list = hands.map((held, seat) => t("live.count", { name: nameOf(state, seat), n: held.count }));
  return t("live.counts", { list: list.join(t("list.comma")) });
}

/** Read back the time left and the multiple. @param {State} state @param {number | null} seconds */
export function readTime(state, seconds) {
  const open = state.room?.view?.public;
  const n = number(open ? multipleOf(open) : 1);
  return seconds === null ? t("live.noTime", { n }) : t("live.time", { s: seconds, n });
}
