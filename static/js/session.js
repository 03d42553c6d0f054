// Who is signed in, and which page that brings up.

import * as api from "./api.js";
import { net } from "./link.js";
import { dispatch, store } from "./page.js";

/** @import { State } from "./state.js" */

/** @param {State['page']} page */
export function show(page) {
  dispatch({ type: "page", page });
}

/** Pages that have an address, so that going back in the browser is going back here. @type {Partial<Record<State['page'], string>>} */
const ADDRESSES = { lobby: "", rooms: "#rooms", form: "#create", me: "#me" };
const JOIN = "#join=";

/** Go to a page around the table. @param {State['page']} page @param {string} [address] */
export function go(page, address = ADDRESSES[page] ?? "") {
  history.pushState(null, "", `${location.pathname}${address}`);
  show(page);
}

/** Go to where an invitation leads. @param {string} invitation */
export const goTo = (invitation) => go("visit", `${JOIN}${invitation}`);

/** The page that the address names. @returns {State['page']} */
function named() {
  if (location.hash.startsWith(JOIN)) return "visit";
  const pages = /** @type {(keyof typeof ADDRESSES)[]} */ (Object.keys(ADDRESSES));
  return pages.find((page) => ADDRESSES[page] === location.hash) ?? "lobby";
}

addEventListener("popstate", () => {
  const { room, session } = store.get();
  if (session && !room) show(named());
});

/** @param {unknown} error */
export const problem = (error) =>
  dispatch({ type: "problem", code: error instanceof api.RefusedError ? error.code : "internal" });

export async function toLobby() {
  if (store.get().room) dispatch({ type: "left_behind" });
  show("lobby");
  markTable(false);
  await refresh();
}

/** Ask how the player stands. */
export async function refresh() {
  const session = await api.readSession().catch(() => store.get().session);
  if (session) dispatch({ type: "session", session });
  else signedOut();
}

export function signedOut() {
  net.stop();
  dispatch({ type: "session", session: null });
  show("signin");
}

/** A reload at the table comes back to the table. @param {boolean} at */
export function markTable(at) {
  history.replaceState(null, "", at ? "#table" : location.pathname);
}

/** Find out who is signed in, and begin there. */
export async function start() {
  try {
    const session = await api.readSession();
    if (!session) {
      show("signin");
      return;
    }
    // Before the lobby is drawn, so that nothing in it moves.
    if (!store.get().tiers.length) dispatch({ type: "tiers", tiers: await api.readTiers() });
    if (store.get().room) dispatch({ type: "left_behind" });
    dispatch({ type: "session", session });
    if (session.room && location.hash === "#table") dispatch({ type: "joining", room: session.room });
    else if (location.hash === "#table") markTable(false);
    net.start();
    show(named());
  } catch (error) {
    if (error instanceof api.RefusedError && error.code === "banned") {
      const { reason, until_ms: until } = /** @type {any} */ (error.params);
      dispatch({ type: "account", account: { ban: { reason, until } } });
      show("members");
      return;
    }
    if (store.get().page === "loading") setTimeout(start, 2000);
  }
}
