// What a player does about rooms: looking into one, sitting down, making one, getting ready. It comes with the first
// page about a room.

import * as api from "./api.js";
import { t } from "./i18n/index.js";
import { net } from "./link.js";
import { newId } from "./net.js";
import { dispatch, sound, store, toast } from "./page.js";
import { asDraft, asOptions, firstWrong, revive } from "./roomoptions.js";
import { readInvitation, writeInvitation } from "./rooms.js";
import { go, problem, show } from "./session.js";
import { waits } from "./state.js";

/**
 * @import { Draft } from "./roomoptions.js"
 * @import { Form, State } from "./state.js"
 * @import { Request, RoomOptions, Seat } from "./wire.js"
 */

const PLACE = "doudizhu.room";
/** So long after the last change of the form the server is asked what it comes to. */
const SETTLED_MS = 250;

/** @returns {Draft} */
function kept() {
  try {
    return revive(JSON.parse(localStorage.getItem(PLACE) ?? "null"));
  } catch {
    return revive(null);
  }
}

/** @param {Draft} draft */
function keep(draft) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(draft));
  } catch {
    // A private window forgets; so be it.
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof api.RefusedError ? error.code : "internal");

// --- Looking into a room ---

/** Ask what the room of the address is like. */
async function look() {
  const invitation = readInvitation(location.hash);
  if (!invitation) {
    show("lobby");
    return;
  }
  dispatch({ type: "visit", visit: { invitation, info: null, problem: "" } });
  const found = await api.readRoom(invitation).then(
    (info) => ({ invitation, info, problem: "" }),
    (error) => ({ invitation, info: null, problem: codeOf(error) }),
  );
  if (store.get().visit?.invitation === invitation) dispatch({ type: "visit", visit: found });
}

// --- The form ---

/** @param {string | null} room that is changed; null: a new one */
function fill(room) {
  const { session, tiers, settings, room: own } = store.get();
  const last = kept();
  const draft = room && own ? asDraft(own.options, last) : last;
  if (!room) {
    draft.name ||= t("form.name.usual", { name: session?.name ?? "" });
    if (!localGame(draft.game)) draft.game = settings.game;
    if (session?.kind === "guest") draft.beans = false;
  }
  dispatch({ type: "form", form: { draft, room, preview: null, wrong: null } });
  weighSoon(0);

  function localGame(/** @type {string} */ game) {
    return tiers.some((tier) => tier.game === game);
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let weighing;

/** Ask what the form comes to, once it has been left alone for a moment. @param {number} [ms] */
function weighSoon(ms = SETTLED_MS) {
  clearTimeout(weighing);
  weighing = setTimeout(weigh, ms);
}

async function weigh() {
  const { form } = store.get();
  if (!form || firstWrong({ ...form.draft, name: form.draft.name || "-" })) return;
  const { draft } = form;
  const found = await weighOptions(asOptions({ ...draft, name: draft.name || "-" }));
  const now = store.get().form;
  if (now?.draft === draft) dispatch({ type: "form", form: { ...now, ...found } });
}

/**
 * What options come to, and what is wrong with them. Bots change no figure: what they are refused in is weighed all
 * the same.
 * @param {RoomOptions} options @returns {Promise<Pick<Form, 'preview' | 'wrong'>>}
 */
async function weighOptions(options) {
  try {
    return { preview: await api.previewRoom(options), wrong: null };
  } catch (error) {
    const wrong = wrongOf(error);
    if (wrong.field !== "bots") return { preview: null, wrong };
    return { ...(await weighOptions({ ...options, bots: false })), wrong };
  }
}

/** What the server does not like about a form. @param {unknown} error */
function wrongOf(error) {
  const { field = "", low = null, high = null } = error instanceof api.RefusedError ? error.params : {};
  return { code: codeOf(error), field: String(field).replace("seconds.", ""), low, high };
}

// --- What the own room comes to ---

/** @type {RoomOptions | null} */
let weighed = null;

/** @param {RoomOptions} options */
async function weighRoom(options) {
  if (weighed === options) return;
  weighed = options;
  const preview = await api.previewRoom(options).catch(() => null);
  if (store.get().room?.options === options) dispatch({ type: "terms", preview });
}

/** A request to the own room. @param {{ type: Request['type'], on?: boolean, seat?: Seat }} request */
function ask(request) {
  const { room } = store.get();
  sound.wake();
  if (room) net.send(/** @type {Request} */ ({ ...request, id: newId(), room: room.room }));
}

export const rooming = {
  sit() {
    const { visit } = store.get();
    if (!visit) return;
    const { room, code } = visit.invitation;
    sound.wake();
    dispatch({ type: "busy", busy: true });
    net.send({ type: "sit", id: newId(), room, ...(code ? { code } : {}) });
  },
  look,

  /** @param {Partial<Draft>} change */
  change(change) {
    const { form } = store.get();
    if (!form) return;
    dispatch({ type: "form", form: { ...form, draft: { ...form.draft, ...change }, wrong: null } });
    weighSoon();
  },
  edit() {
    fill(store.get().room?.room ?? null);
    show("form");
  },
  cancel() {
    if (store.get().form?.room) show("table");
    else go("lobby");
  },
  async submit() {
    const { form } = store.get();
    if (!form) return;
    const field = firstWrong(form.draft);
    if (field) {
      dispatch({
        type: "form",
        form: { ...form, wrong: { code: "bad_options", field, low: null, high: null } },
      });
      return;
    }
    sound.wake();
    keep(form.draft);
    dispatch({ type: "busy", busy: true });
    try {
      const options = asOptions(form.draft);
      if (form.room) {
        await api.changeRoom(form.room, options);
        show("table");
      } else {
        const { room } = await api.openRoom(options);
        dispatch({ type: "joining", room });
        net.resume();
      }
    } catch (error) {
      problem(error);
      const now = store.get().form;
      if (now) dispatch({ type: "form", form: { ...now, wrong: wrongOf(error) } });
    }
  },

  /** @param {boolean} on */
  ready: (on) => ask({ type: "ready", on }),
  /** @param {import("./wire.js").SeatState} who */
  choose: ({ seat }) => dispatch({ type: "choose_seat", seat }),
  begin: () => ask({ type: "start" }),
  addBot: () => ask({ type: "add_bot" }),
  /** @param {Seat} seat */
  kick(seat) {
    ask({ type: "kick", seat });
    dispatch({ type: "dialog", dialog: null });
  },
  /** @param {Seat} seat */
  handOver(seat) {
    ask({ type: "owner", seat });
    dispatch({ type: "dialog", dialog: null });
  },
  /** Give the link away: as the device does it, or by copying it. @param {string} link */
  async share(link) {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ url: link });
        return;
      }
      await navigator.clipboard.writeText(link);
      toast(t("room.copied"));
    } catch {
      // Without a secure page there is no clipboard: what is selected can still be copied.
      const field = Object.assign(document.createElement("input"), { className: "vh", value: link });
      document.body.append(field);
      field.select();
      if (document.execCommand("copy")) toast(t("room.copied"));
      field.remove();
    }
  },
};

/** @param {{ room: string, code: string | null }} invitation */
export const linkOf = (invitation) =>
  `${location.origin}${location.pathname}#join=${writeInvitation(invitation)}`;

/** What a page about rooms needs to know. @param {State} state @param {boolean} opened the page has just been opened */
function attend(state, opened) {
  const { page, form, room, dialog } = state;
  if (page === "visit" && opened) look();
  if (page === "form" && opened && !form) fill(null);
  if (room && (waits(state) || dialog === "options")) weighRoom(room.options);
}

store.watch((event, _was, now) => attend(now, event.type === "page"));
attend(store.get(), true);
