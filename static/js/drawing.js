// The page as it is drawn: a page, what lies over it, and what moves after it.

import { html, render } from "../vendor/lit-html/lit-html.js";
import { act } from "./actions.js";
import { t, tell } from "./i18n/index.js";
import { calm, element, sound, store } from "./page.js";
import { need, parts } from "./parts.js";
import { letGo } from "./pointer.js";
import { waits } from "./state.js";
import { moveTimers } from "./timers.js";
import { settleHand } from "./view/hand.js";
import { panel } from "./view/panels.js";
import { loading, stopped } from "./view/waiting.js";

/** @import { State } from "./state.js" */

const root = element("app");
/** @type {(() => void)[]} */
const thens = [];

/** Do something once what has happened is on the page. @param {() => void} then */
export const afterDraw = (then) => thens.push(then);

let size = { width: innerWidth, height: innerHeight };

/** @param {State} state */
export function draw(state) {
  const name = nameOfPage(state);
  document.title = name ? `${name} · ${t("title")}` : t("title");
  render(html`${page(state)}${toastsOf(state)}${banner(state)}${dialogOf(state)}`, root);
  const felt = /** @type {HTMLElement | null} */ (root.querySelector(".felt"));
  if (felt && measure(felt)) {
    store.redraw();
    draw(store.get());
    return;
  }
  settleDialog(state);
  settleCards(state);
  moveTimers();
  for (const then of thens.splice(0)) then();
  document.body.dataset.drawn = state.page;
}

/** What the page is called that is in sight, "" for the first ones. @param {State} state */
function nameOfPage(state) {
  const { page, room, visit } = state;
  if (page === "table") return waits(state) ? (room?.options.name ?? "") : t("table");
  if (page === "visit") return visit?.info?.options.name ?? "";
  return page === "form" ? tell("form.title") : page === "rooms" || page === "me" ? tell(page) : "";
}

/** @param {HTMLElement} felt @returns {boolean} whether the felt has another size than it was drawn for */
function measure(felt) {
  const { clientWidth: width, clientHeight: height } = felt;
  if (width === size.width && height === size.height) return false;
  size = { width, height };
  return true;
}

/** @param {State} state */
function page(state) {
  if (state.link.state === "final") return stopped(state, act);
  if (state.joining && state.page !== "table") return coming("lobby");
  switch (state.page) {
    case "loading":
      return loading();
    case "signin":
      return parts.signIn ? parts.signIn(state, act) : coming("signIn");
    case "lobby":
    case "rooms":
      return parts.lobby ? parts.lobby(state, act) : coming("lobby");
    case "members":
      return parts.members ? parts.members(state, act) : coming("members");
    case "me":
      return parts.me ? parts.me(state, act) : coming("me");
    case "visit":
    case "form":
      return aboutRooms(state);
    case "table":
      if (waits(state)) return aboutRooms(state);
      return parts.table ? parts.table(state, size, act) : coming("table");
  }
}

/** @param {State} state */
function aboutRooms(state) {
  const { rooms } = parts;
  if (!rooms) return coming("rooms");
  const actions = { ...act, ...rooms.rooming };
  if (state.page === "form") return rooms.roomForm(state, actions);
  return state.page === "visit" ? rooms.visit(state, actions) : rooms.room(state, actions);
}

/** A page that is not here yet. @param {keyof typeof parts} name */
function coming(name) {
  need(name);
  return loading();
}

/** @param {State} state */
const toastsOf = (state) => html`<div class="toasts" aria-hidden="true">
  ${state.toasts.map(({ text }) => html`<div class="toast">${text}</div>`)}
</div>`;

/** @param {State} state */
function banner(state) {
  const { link, page, restartsIn: n } = state;
  const off = link.state === "lost" || (link.state === "opening" && link.attempt > 0);
  if (off && page !== "loading" && page !== "signin") {
    const again = link.attempt > 1 ? t("link.lostAgain", { n: link.attempt }) : t("link.lost");
    return html`<div class="banner" role="alert">
      <span class="spin"></span>
      <span>${again}${page === "table" ? html`<small>${t("link.note")}</small>` : ""}</span>
    </div>`;
  }
  if (n === null || page === "table") return "";
  return html`<div class="banner calm" role="status">${n ? t("maintenance", { n }) : t("maintenance.now")}</div>`;
}

/** @param {State} state */
function dialogOf(state) {
  const body = state.dialog
    ? panel(state, act, parts)
    : state.page === "table"
      ? parts.result?.(state, act)
      : "";
  return html`<dialog
    id="dialog"
    class=${state.settings.fourColours ? "four" : ""}
    aria-labelledby="dialog-title"
    @cancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      closeDialog();
    }}
    @click=${(/** @type {MouseEvent} */ event) => {
      if (event.target === event.currentTarget) closeDialog();
    }}
  >
    ${body}
  </dialog>`;
}

function closeDialog() {
  if (store.get().dialog) act.close();
  else act.look();
}

/** The panel that was drawn last, by its name and as it is drawn: rules that have just come are drawn anew. */
let panelShown = "";
/** @type {Element | null} */
let panShown = null;

/** Open and close the dialog element as its content comes and goes. @param {State} state */
function settleDialog(state) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
  const pan = state.link.state === "final" ? null : dialog.querySelector(".pan");
  const name = pan ? (state.dialog ?? "result") : "";
  if (pan && !dialog.open) dialog.showModal();
  else if (pan && (name !== panelShown || pan !== panShown)) {
    pan.scrollTop = 0;
    /** @type {HTMLElement | null} */ (pan.querySelector("[autofocus]"))?.focus();
  }
  if (!pan && dialog.open) {
    dialog.close();
    letGo();
  }
  panelShown = name;
  panShown = pan;
}

/** The page has just been told how things stand: nothing that is new to it is new at the table. */
let caughtUp = false;

export function catchUp() {
  caughtUp = true;
}

/** @param {State} state */
function settleCards(state) {
  const open = state.room?.view?.public;
  const dealing = open?.phase === "deal";
  const taking = open?.landlord === state.room?.seat && open?.bottom_taken === true && !open.moves.length;
  const kitty = root.querySelector(".kitty")?.getBoundingClientRect();
  const still =
    caughtUp || state.link.state !== "up" || calm.matches || document.hidden || !state.settings.effects;
  const came = settleHand(root.querySelector(".hand"), {
    animate: !still && (dealing || taking),
    glow: taking,
    from: kitty ? { x: kitty.left + kitty.width / 2, y: taking ? kitty.top : innerHeight * 0.3 } : null,
  });
  caughtUp = false;
  if (came && dealing && !still) for (let i = 0; i < came; i++) setTimeout(() => sound.play("deal"), i * 70);
}

addEventListener("resize", () => {
  size = { width: 0, height: 0 };
  store.redraw();
});
