// The hands that one has played, newest first.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { account } from "../account.js";
import { currentLanguage, signed, t, tell } from "../i18n/index.js";
import { wrong } from "./forms.js";

/**
 * @import { Account, PastHand } from "../account.js"
 * @import { State } from "../state.js"
 */

const OUTCOMES = /** @type {const} */ (["won", "lost", "escaped", "void"]);

/** @param {State} state @param {Account} own */
export function past(state, { past: hands, next, filter, asked }) {
  const games = [...new Set(state.tiers.map(({ game }) => game))];
  return html`<section class="box past">
    <h2>${t("past")}</h2>
    <div class="filters">
      ${choice(
        "game",
        t("past.game"),
        games.map((game) => [game, tell(`game.${game}`)]),
        filter.game,
      )}
      ${choice(
        "outcome",
        t("past.outcome"),
        OUTCOMES.map((outcome) => [outcome, t(`outcome.${outcome}`)]),
        filter.outcome,
      )}
    </div>
    ${
      hands.length
        ? html`<ol>
            ${hands.map(row)}
          </ol>`
        : asked
          ? nothing
          : html`<p class="note">${t(filter.game || filter.outcome ? "past.noneSuch" : "past.none")}</p>`
    }
    ${wrong(state, "past")}
    ${
      next || asked === "past"
        ? html`<button class="btn" data-act="more" ?disabled=${asked === "past"} @click=${account.more}>
            ${asked === "past" ? html`<span class="spin"></span>` : t("past.more")}
          </button>`
        : nothing
    }
  </section>`;
}

/**
 * @param {'game' | 'outcome'} name
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} chosen
 */
const choice = (name, label, options, chosen) => html`<label>
  <span class="vh">${label}</span>
  <select
    name=${name}
    @change=${(/** @type {Event} */ event) =>
      account.filter({ [name]: /** @type {HTMLSelectElement} */ (event.currentTarget).value })}
  >
    <option value="" ?selected=${!chosen}>${t(`past.every.${name}`)}</option>
    ${options.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}
  </select>
</label>`;

/** @param {PastHand} hand */
const row = ({ ended_ms, game, side, outcome, multiple, beans, points }) => html`<li>
  <span class="what"
    ><b>${tell(`game.${game}`)}</b>${side ? html` · ${t(`role.${side}`)}` : nothing}${multiple ? html` <span class="times">×${multiple}</span>` : nothing}</span
  >
  <span class="gain ${beans > 0 ? "plus" : beans < 0 ? "minus" : ""}">${signed(beans)}</span>
  <small
    ><time datetime=${new Date(ended_ms).toISOString()}>${when(ended_ms)}</time> ·
    <span class="how ${outcome}">${t(`outcome.${outcome}`)}</span></small
  >
  <small>${points ? t("past.points", { n: signed(points) }) : nothing}</small>
</li>`;

/** The day and the minute. @param {number} ms */
const when = (ms) =>
  new Intl.DateTimeFormat(currentLanguage() === "zh" ? "zh-CN" : "en-GB", {
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).format(ms);
