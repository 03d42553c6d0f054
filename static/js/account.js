// What a player does with his account, and what he is told of it. It comes with the pages that show it.

import * as api from "./api.js";
import { t } from "./i18n/index.js";
import { net } from "./link.js";
import { dispatch, sound, store, toast } from "./page.js";
import { go, show, signedOut, start } from "./session.js";

/**
 * @import { Params } from "./i18n/index.js"
 * @import { Session, State } from "./state.js"
 * @import { Ladder, Level } from "./wire.js"
 */

/** @typedef {{ game: string, side: 'landlord' | 'farmer' | null, hands: number, won: number }} GameRecord */
/**
 * @typedef {object} Profile
 * @property {string} player
 * @property {'guest' | 'member'} kind
 * @property {string} name
 * @property {number} since_ms
 * @property {number} beans
 * @property {number} best
 * @property {Record<Ladder, Level>} levels
 * @property {{ hands: number, won: number, escaped: number, auto: number, games: GameRecord[] }} statistics
 */
/**
 * @typedef {object} PastHand
 * @property {string} room
 * @property {number} hand
 * @property {number} ended_ms
 * @property {string} game
 * @property {'landlord' | 'farmer' | null} side
 * @property {'won' | 'lost' | 'escaped' | 'void'} outcome
 * @property {number | null} multiple
 * @property {number} beans
 * @property {number} points
 */
/**
 * The pages around the account. `asked` is what is under way, a form or a list; `wrong` the form that was refused, and
 * why. Of the own hands `past` are those read so far, `next` where those before begin.
 * @typedef {object} Account
 * @property {'enter' | 'register'} form
 * @property {string} asked
 * @property {{ form: string, code: string, params: Params } | null} wrong
 * @property {{ reason: string, until: number } | null} ban
 * @property {Profile | null} profile
 * @property {PastHand[]} past
 * @property {string | null} next
 * @property {{ game: string, outcome: string }} filter
 */

/** @type {Account} */
const EMPTY = {
  form: "enter",
  asked: "",
  wrong: null,
  ban: null,
  profile: null,
  past: [],
  next: null,
  filter: { game: "", outcome: "" },
};

/** @param {State} state @returns {Account} */
export const accountOf = (state) => ({ ...EMPTY, ...state.account });

/** @param {Partial<Account>} account */
const change = (account) => dispatch({ type: "account", account });

/**
 * Ask for something on behalf of a form or a list; undefined where it was refused.
 * @template T
 * @param {string} form
 * @param {Promise<T>} answer
 * @returns {Promise<T | undefined>}
 */
async function ask(form, answer) {
  sound.wake();
  change({ asked: form, wrong: null });
  try {
    return await answer;
  } catch (error) {
    const { code, params } = error instanceof api.RefusedError ? error : { code: "internal", params: {} };
    if (code === "banned" || code === "signed_out") await start();
    change({ wrong: { form, code, params } });
    return undefined;
  } finally {
    change({ asked: "" });
  }
}

/** What a form holds. @param {SubmitEvent} event @returns {Record<string, string>} */
function taken(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** @param {Session} session */
async function begin(session) {
  dispatch({ type: "account", account: EMPTY });
  dispatch({ type: "session", session });
  await start();
}

/** The newest of the own hands that the filter leaves, or those before the ones in sight. @param {boolean} more */
async function readPast(more) {
  const { past, next, filter } = accountOf(store.get());
  const chosen = Object.entries({ ...filter, before: more ? next : "" }).filter(([, value]) => value);
  const page = await ask(
    "past",
    api.ask("GET", `/api/me/hands?${new URLSearchParams(/** @type {any} */ (chosen))}`),
  );
  if (!page || accountOf(store.get()).filter !== filter) return;
  change({ past: more ? [...past, ...page.hands] : page.hands, next: page.next });
}

/** Read everything that the own page shows. */
async function look() {
  const profile = await ask("profile", api.ask("GET", "/api/me"));
  if (!profile) return;
  change({ profile });
  await readPast(false);
}

export const account = {
  /** @param {Account['form']} form */
  choose: (form) => change({ form, wrong: null }),
  look,
  more: () => readPast(true),
  /** @param {Partial<Account['filter']>} filter */
  async filter(filter) {
    change({ filter: { ...accountOf(store.get()).filter, ...filter } });
    await readPast(false);
  },
  /** Come in as a member, who one is or becomes. @param {SubmitEvent} event */
  async enter(event) {
    const path = accountOf(store.get()).form === "enter" ? "/api/session" : "/api/members";
    const session = await ask("enter", api.ask("POST", path, taken(event)));
    if (session) await begin(session);
  },
  /** A guest becomes a member, and stays on his page. @param {SubmitEvent} event */
  async upgrade(event) {
    const session = await ask("upgrade", api.ask("POST", "/api/members", taken(event)));
    if (!session) return;
    dispatch({ type: "session", session });
    toast(t("me.upgraded"));
    await look();
  },
  /** @param {SubmitEvent} event */
  async changePassword(event) {
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const done = await ask("password", api.ask("PUT", "/api/me/password", taken(event)));
    if (done === undefined) return;
    form.reset();
    form.closest("details")?.removeAttribute("open");
    toast(t("me.password.changed"));
  },
  async signOutEverywhere() {
    await goodbye("everywhere", "DELETE", "/api/sessions");
  },
  /** @param {SubmitEvent} event */
  async remove(event) {
    const { password = null } = taken(event);
    if (await goodbye("remove", "POST", "/api/me/deletion", { password })) toast(t("me.removed"));
  },
  /** Sign out here; who is banned may do that too. */
  async signOut() {
    net.stop();
    await api.signOut().catch(() => null);
    leave();
  },
  back: () => (store.get().session ? go("lobby") : show("signin")),
};

/**
 * Ask for what ends the session. Its socket goes first, so that nobody has to be told why it has closed.
 * @param {string} form
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function goodbye(form, method, path, body) {
  net.stop();
  const done = (await ask(form, api.ask(method, path, body))) !== undefined;
  if (done) leave();
  else if (store.get().session) net.start();
  return done;
}

function leave() {
  dispatch({ type: "account", account: EMPTY });
  signedOut();
}

// Each time that one comes to the own page, and now if this has just come for it.
store.watch((event) => {
  if (event.type === "page" && event.page === "me") look();
});
if (store.get().page === "me") look();
