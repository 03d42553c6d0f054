// Rooms that people share, without drawing them: which are listed, who may sit down, and what an invitation says.

/**
 * @import { Filter, Session } from "./state.js"
 * @import { RoomCard } from "./wire.js"
 */

/** @typedef {{ room: string, code: string | null }} Invitation */

/** The rooms that are asked for, in the order that is asked for. @param {readonly RoomCard[]} rooms @param {Filter} filter */
export function listed(rooms, { game, free, by, down }) {
  const found = rooms.filter((card) => (!game || card.game === game) && (!free || card.taken < card.seats));
  if (by === "room") return found;
  const sign = down ? -1 : 1;
  const value = (/** @type {RoomCard} */ card) => (by === "taken" ? card.taken - card.seats : card[by]);
  return found.sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    return one === other ? 0 : one < other ? -sign : sign;
  });
}

/**
 * Why nobody can sit down there now, or he cannot; null: he can.
 * @param {RoomCard} card
 * @param {Session | null} session
 * @returns {'here' | 'elsewhere' | 'full' | 'guest' | 'entry' | null}
 */
export function obstacle(card, session) {
  if (session?.room) return session.room === card.room ? "here" : "elsewhere";
  if (card.taken >= card.seats) return "full";
  if (card.coefficient && session?.kind === "guest") return "guest";
  return (session?.beans ?? 0) < card.entry ? "entry" : null;
}

const INVITATION = /^([A-Z0-9]{6})[\s·-]*([A-Z0-9]{6})?$/;

/** What somebody has typed or pasted: a link, a room, or a room and its code. @param {string} text @returns {Invitation | null} */
export function readInvitation(text) {
  const typed = text.trim();
  const link = typed.lastIndexOf("#join=");
  const [, room, code] = INVITATION.exec((link < 0 ? typed : typed.slice(link + 6)).toUpperCase()) ?? [];
  return room ? { room, code: code ?? null } : null;
}

/** How an invitation is written. @param {Invitation} invitation */
export const writeInvitation = ({ room, code }) => (code ? `${room}-${code}` : room);
