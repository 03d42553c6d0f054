// Panels over the page: settings, keys, how the multiple came about, leaving.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { readingName } from "../a11y.js";
import { dress } from "../dress.js";
import { currentLanguage, number, t, tell } from "../i18n/index.js";
import { sameReading } from "../kinds.js";
import { baseOf, chosen, chosenReading, multipleOf, nameOf, standingBid } from "../state.js";
import { use } from "./card.js";

/**
 * @import { Key } from "../i18n/index.js"
 * @import { Parts } from "../parts.js"
 * @import { Dialog, Settings, State } from "../state.js"
 * @import { Combo } from "../wire.js"
 */

/**
 * @typedef {object} PanelActions
 * @property {() => void} close
 * @property {(dialog: Dialog) => void} open
 * @property {(settings: Partial<Settings>) => void} set
 * @property {(reading: Combo) => void} read
 * @property {() => void} leaveNow
 * @property {(game: string) => void} turnTo
 */

/** The panel that is open, if any. @param {State} state @param {PanelActions} act @param {Parts} parts */
export function panel(state, act, { rooms, phrases }) {
  switch (state.dialog) {
    case "settings":
      return settings(state, act);
    case "rules":
      return rules(state, act);
    case "keys":
      return keys(act);
    case "factors":
      return factors(state, act);
    case "reading":
      return readings(state, act);
    case "leave":
      return leave(state, act);
    case "options":
      return state.room
        ? pan(t("table.options"), act, rooms ? rooms.optionsOf(state.room, state.terms) : awaited())
        : nothing;
    case "phrases":
      return pan(t("table.phrases"), act, phrases ? phrases(state, act) : awaited(), "wide");
    case "seat":
      return rooms
        ? pan(nameOf(state, state.chosenSeat), act, rooms.seatMenu(state, rooms.rooming))
        : nothing;
    default:
      return nothing;
  }
}

/** @param {string} title @param {PanelActions} act @param {unknown} body @param {string} [size] */
const pan = (title, act, body, size = "") => html`<div class="pan ${size}" role="document">
  <header>
    <h2 id="dialog-title">${title}</h2>
    <button class="ib" autofocus aria-label=${t("close")} @click=${act.close}>${use("i-close")}</button>
  </header>
  ${body}
</div>`;

const awaited = () => html`<span class="spin" role="img" aria-label=${t("loading")}></span>`;

// --- Settings ---

/** @param {State} state @param {PanelActions} act */
function settings({ settings: now, page }, act) {
  const flip = (
    /** @type {'sound' | 'fourColours' | 'effects' | 'letterKeys' | 'complete'} */ name,
    /** @type {Key} */ label,
    /** @type {Key} */ note,
  ) =>
    html`<button class="set" role="switch" aria-checked=${now[name]} data-set=${name} @click=${() => act.set({ [name]: !now[name] })}>
      <span>${t(label)}${note ? html`<small>${t(note)}</small>` : nothing}</span><span class="switch"></span>
    </button>`;
  return pan(
    t("settings"),
    act,
    html`<div class="sets"><button class="set" data-set="language" @click=${() => act.set({ language: currentLanguage() === "zh" ? "en" : "zh" })}>
        <span>${t("settings.language")}</span><b>${t("language")}</b>
      </button>
      ${flip("sound", "settings.sound", /** @type {any} */ (""))}
      ${flip("effects", "settings.effects", "settings.effects.note")}
      ${flip("fourColours", "settings.deck", "settings.deck.note")}
      ${flip("complete", "settings.smart", "settings.smart.note")}
      ${flip("letterKeys", "settings.keys", /** @type {any} */ (""))}
      </div><div class="row">
        ${page === "table" ? html`<button class="btn" @click=${() => act.open("keys")}>${t("settings.keyList")}</button>` : nothing}
        <button class="btn hint" @click=${() => act.open("rules")}>${t("settings.rules")}</button>
      </div>`,
    "wide",
  );
}

// --- Keys ---

/** @type {[string[], Key][]} */
const KEYS = [
  [["←", "→", "Home", "End"], "keys.arrows"],
  [["␣", "↑", "↓"], "keys.space"],
  [["3–9", "0", "J", "Q", "K", "A", "2"], "keys.ranks"],
  [["-", "="], "keys.jokers"],
  [["L", "W"], "keys.laizi"],
  [["↵"], "keys.enter"],
  [["P"], "keys.p"],
  [["H", "⇧H"], "keys.h"],
  [["Esc", "R"], "keys.esc"],
  [["Y"], "keys.y"],
  [["D"], "keys.yes"],
  [["N"], "keys.no"],
  [["1", "2", "3", "0"], "keys.bid"],
  [["S"], "keys.s"],
  [["T"], "keys.t"],
  [["C", "1–9"], "table.phrases"],
  [["G"], "keys.g"],
  [["V"], "keys.v"],
  [["B"], "keys.b"],
  [["I"], "keys.i"],
  [["M"], "keys.m"],
  [["?"], "keys.help"],
];

/** @param {PanelActions} act */
const keys = (act) =>
  pan(
    t("keys"),
    act,
    html`<dl class="keys">
      ${KEYS.map(([caps, text]) => html`<dt>${caps.map((cap) => html`<kbd>${cap}</kbd> `)}</dt><dd>${t(text)}</dd>`)}
    </dl>`,
  );

// --- The rules ---

/** How the rules are drawn, which comes with their first page. @type {typeof import("./rules.js") | null} */
let book = null;

/** Load what draws the rules, and its style. */
export async function loadRules() {
  [book] = await Promise.all([import("./rules.js"), dress("rules")]);
}

/** @param {State} state @param {PanelActions} act */
function rules({ rules: { game, page, failed }, tiers }, act) {
  if (failed) {
    return pan(
      t("rules.title"),
      act,
      html`<p role="alert">${t("rules.failed")}</p>
        <div class="row"><button class="btn go" @click=${() => act.turnTo(game)}>${t("rules.again")}</button></div>`,
    );
  }
  if (page && book) return book.rules(page, game, tiers, act);
  return pan(t("rules.title"), act, awaited());
}

// --- The multiple ---

/** @param {State} state @param {PanelActions} act */
function factors(state, act) {
  const open = state.room?.view?.public;
  if (!open) return nothing;
  const { stakes } = open;
  // With five at the table a doubling is among the factors; else it is only of one stake.
  const doubled = open.open_card ? [] : open.doubles.filter(({ yes }) => yes);
  const bidder = nameOf(state, standingBid(open)?.seat ?? null);
  const row = (/** @type {string} */ name, /** @type {string} */ who, /** @type {string} */ value) =>
    html`<tr><td>${name}</td><td><bdi>${who}</bdi></td><td>${value}</td></tr>`;
  return pan(
    t("factors"),
    act,
    html`<table>
        <tbody>
          ${row(t("factors.initial"), "", `×${number(stakes.initial)}`)}
          ${open.factors.map(({ cause, factor, seat }) => row(tell(`cause.${cause}`), nameOf(state, seat), `×${factor}`))}
          <tr class="mine"><td><b>${t("table.multiple")}</b></td><td></td><td><b class="up">×${number(multipleOf(open))}</b></td></tr>
          ${open.landlord === null ? nothing : row(t("factors.base"), bidder, `×${number(baseOf(open))}`)}
        </tbody>
      </table>
      ${stakes.cap === null ? nothing : html`<p>${t("factors.cap", { n: stakes.cap })}</p>`}
      ${doubled.map(({ seat }) => html`<p>${t("factors.own", { name: nameOf(state, seat) })}</p>`)}`,
  );
}

// --- Readings ---

/** @param {State} state @param {PanelActions} act */
function readings(state, act) {
  const offer = chosen(state);
  const now = chosenReading(state);
  if (!offer || !now) return nothing;
  return pan(
    t("reading.choose"),
    act,
    html`<div role="radiogroup" aria-labelledby="dialog-title">
      ${offer.readings.map(
        (reading) => html`<button
          class="choice"
          role="radio"
          aria-checked=${sameReading(reading, now)}
          @click=${() => act.read(reading)}
        >
          ${use("i-check")}${readingName(reading)}
        </button>`,
      )}
    </div>`,
  );
}

// --- Leaving ---

/** @param {State} state @param {PanelActions} act */
function leave(state, act) {
  const { price, room, session } = state;
  const minutes = room?.owner === null ? session?.conduct.next_minutes : 0; // Rooms of one's own count no escapes.
  const text =
    price === null ? t("leave.asking") : price > 0 ? t("leave.cost", { n: price }) : t("leave.free");
  return pan(
    t("leave.title"),
    act,
    html`<p aria-live="polite">${text}</p>
      ${price && minutes ? html`<p>${t("leave.ban", { n: minutes })}</p>` : nothing}
      ${price ? html`<p class="note">${t("leave.disconnect")}</p>` : nothing}
      <div class="row">
        <button class="btn stop" data-act="leave-now" ?disabled=${price === null || state.busy} @click=${act.leaveNow}>
          ${t(price ? "leave.escape" : "leave.yes")}
        </button>
        <button class="btn go" data-act="stay" @click=${act.close}>${t("leave.no")}</button>
      </div>`,
  );
}
