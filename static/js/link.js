// The socket, and what a player does turned into requests.

import * as api from "./api.js";
import { createNet, newId } from "./net.js";
import { clock, dispatch, store } from "./page.js";
import { NONE } from "./state.js";

/**
 * @import { Selection } from "./select.js"
 * @import { HandRequest } from "./wire.js"
 */

const LOCK_MS = 3000;

export const net = createNet({
  clock,
  url: () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  position,
  onNotice: (notice) => dispatch(notice),
  onLink: (link) => dispatch({ type: "link", link }),
  onLag: (ms) => dispatch({ type: "lag", ms }),
  stillSignedIn: () =>
    api.readSession().then(
      (session) => session !== null,
      () => true,
    ),
});

/** Where this page stands in its room, for the server to say what is missing. */
function position() {
  const { room, joining } = store.get();
  if (joining) return { room: joining };
  if (!room) return null;
  return room.view ? { room: room.room, hand: room.hand, version: room.version } : { room: room.room };
}

/**
 * A request of the running hand; the buttons wait for its answer, but not for ever.
 * @template {Omit<HandRequest, 'id' | 'room' | 'hand'>} R
 * @param {R} request
 * @param {Selection} [keys] cards that are away until the answer
 * @param {import("./wire.js").Combo | null} [reading] theirs
 */
export function request(request, keys = NONE, reading = null) {
  const { room } = store.get();
  if (!room) return "";
  const id = newId();
  const { type } = /** @type {HandRequest} */ (/** @type {unknown} */ (request));
  const frame = /** @type {HandRequest} */ (
    /** @type {unknown} */ ({ ...request, id, room: room.room, hand: room.hand })
  );
  if (type !== "price" && type !== "auto") {
    dispatch({
      type: "sent",
      pending: { id, type, keys, reading, hand: room.hand, cut: false, slow: false },
    });
    setTimeout(() => dispatch({ type: "slow", id }), LOCK_MS);
  }
  net.send(frame);
  return id;
}
