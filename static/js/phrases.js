// Quick phrases, without drawing them: which there are, and whose are heard.

/**
 * @import { State } from "./state.js"
 * @import { Phrase, Said, Seat } from "./wire.js"
 */

/** In the order of the menu; the first nine have the keys 1 to 9. @type {readonly Phrase[]} */
export const PHRASES = [
  ...["hurry", "well_played", "good_team", "thanks", "sorry", "thinking", "wow", "lucky", "courage"],
  ...["hello", "again", "bye"],
].map((phrase) => /** @type {Phrase} */ (phrase));

/** So many players are kept of those who are not to be heard. */
const MOST = 200;

/** Whether a seat is not to be heard; the own one always is. @param {State} state @param {Seat} seat */
export function isMuted({ room, settings: { quiet, muted } }, seat) {
  const player = room?.seats.find((other) => other.seat === seat)?.player;
  return seat !== room?.seat && (quiet || muted.includes(player ?? ""));
}

/** Who is not to be heard once one more is not, or is again. @param {readonly string[]} muted @param {string} player */
export const flip = (muted, player) =>
  muted.includes(player) ? muted.filter((other) => other !== player) : [...muted, player].slice(-MOST);

/** What is being said once somebody has said something: each seat says one thing. @param {State} state @param {Said} said @returns {Said[]} */
export function hear(state, said) {
  const { room, said: before } = state;
  if (said.room !== room?.room || isMuted(state, said.seat)) return before;
  return [...before.filter(({ seat }) => seat !== said.seat), said];
}
