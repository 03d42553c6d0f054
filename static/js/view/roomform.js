// The form of a room: what it is played under, and at its side what that comes to.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number, refusal, t, tell } from "../i18n/index.js";
import {
  ABSENCES,
  asOptions,
  boundsOf,
  CAPS,
  FIGURES,
  has,
  isWrong,
  LONGEST_NAME,
  turnTo,
} from "../roomoptions.js";
import { use } from "./card.js";
import { example } from "./terms.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Draft, Figure, Switch } from "../roomoptions.js" */
/** @import { Form, State } from "../state.js" */

/**
 * @typedef {object} FormActions
 * @property {(page: State['page']) => void} go
 * @property {(change: Partial<Draft>) => void} change
 * @property {() => void} cancel
 * @property {() => void} submit
 */

/** @param {State} state @param {FormActions} act */
export function roomForm(state, act) {
  const { form } = state;
  if (!form) return nothing;
  const { draft, room, preview, wrong } = form;
  const sends = state.busy;
  return html`<main class="page felted room-page">
    <header class="bar">
      <button class="ib" data-act="back" aria-label=${t("form.cancel")} @click=${act.cancel}>${use("i-back")}</button>
      <h1>${t(room ? "form.change" : "form.title")}</h1>
    </header>
    <form
      class="halves form"
      novalidate
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        act.submit();
      }}
    >
      <div class="box fields">
        ${what(state, form, act)} ${beans(state, form, act)}
        <details ?open=${isMore(wrong)}>
          <summary>${t("form.more")}</summary>
          ${rules(form, act)} ${times(form, act)} ${others(form, act)}
        </details>
      </div>
      <section class="box weighs" aria-labelledby="weighs-title">
        <h2 id="weighs-title">${t("form.example")}</h2>
        <div aria-live="polite">${example(asOptions(draft), preview)}</div>
        ${problemOf(state, form)}
      </section>
      <div class="row send">
          <button class="btn" type="button" data-act="cancel" @click=${act.cancel}>${t("form.cancel")}</button>
          <button class="btn go big" type="submit" data-act="create" ?disabled=${sends}>
            ${sends ? html`<span class="spin"></span>` : nothing}${t(room ? "form.save" : "form.create")}
          </button>
      </div>
    </form>
  </main>`;
}

/** Whether what is wrong stands among what few people change. @param {Form['wrong']} wrong */
const isMore = (wrong) =>
  wrong !== null && !["", "name", "game", "coefficient", "fee", "entry"].includes(wrong.field);

/** Why the form cannot be sent, or has been refused. @param {State} state @param {Form} form */
function problemOf({ problem }, { draft, wrong }) {
  const code = wrong?.code ?? problem;
  if (!code) return nothing;
  const field = FIGURES.find((name) => name === wrong?.field);
  const text = field ? figureWrong(draft, field) : tell(`form.wrong.${wrong?.field}`);
  return html`<p class="wrong" role="alert">${text || refusal(code)}</p>`;
}

/** What is wrong with a figure: it is out of its bounds, or, within them, goes with no other. @param {Draft} draft @param {Figure} name */
function figureWrong(draft, name) {
  const [low, high] = boundsOf(draft, name);
  return isWrong(draft, name)
    ? t("form.wrong.figure", { name: tell(`form.${name}`), low, high })
    : tell(`form.wrong.${name}`);
}

/** @param {State} state @param {Form} form @param {FormActions} act */
function what({ tiers }, { draft, room, wrong }, act) {
  const games = [...new Set(tiers.map(({ game }) => game))];
  return html`<fieldset>
    <legend class="vh">${t("form.what")}</legend>
    ${choice(
      "game",
      t("terms.game"),
      games.map((game) => [game, tell(`game.${game}`)]),
      draft.game,
      (game) => act.change(turnTo(draft, game)),
      room !== null,
    )}
    <label class="line">
      <span>${t("form.name")}</span>
      <input
        name="name"
        class=${wrong?.field === "name" ? "bad" : ""}
        aria-invalid=${wrong?.field === "name"}
        maxlength=${LONGEST_NAME * 2}
        autocomplete="off"
        spellcheck="false"
        .value=${draft.name}
        @input=${(/** @type {InputEvent} */ event) => act.change({ name: typed(event) })}
      />
    </label>
    ${choice(
      "public",
      t("form.who"),
      [
        ["no", t("form.byCode")],
        ["yes", t("form.public")],
      ],
      draft.public ? "yes" : "no",
      (who) => act.change({ public: who === "yes" }),
    )}
  </fieldset>`;
}

/** @param {State} state @param {Form} form @param {FormActions} act */
function beans({ session }, form, act) {
  const { draft } = form;
  const guest = session?.kind === "guest";
  return html`<fieldset>
    <legend>${t("form.beans")}</legend>
    ${flip("friendly", t("form.friendly"), t(guest ? "form.friendly.guest" : "form.friendly.note"), !draft.beans, (on) => act.change({ beans: !on }), guest)}
    ${
      guest
        ? html`<button class="pill" type="button" data-act="register" @click=${() => act.go("me")}>${t("form.register")}</button>`
        : nothing
    }
    ${figure(form, "coefficient", act)} ${figure(form, "fee", act)} ${figure(form, "entry", act)}
  </fieldset>`;
}

/** @param {Form} form @param {FormActions} act */
function rules(form, act) {
  const { draft } = form;
  return html`<fieldset>
    <legend>${t("form.rules")}</legend>
    ${figure(form, "base", act)} ${figure(form, "initial", act)}
    ${choice(
      "cap",
      t("terms.cap"),
      CAPS.map((cap) => [`${cap ?? ""}`, cap === null ? t("form.none") : number(cap)]),
      `${draft.cap ?? ""}`,
      (cap) => act.change({ cap: cap ? Number(cap) : null }),
    )}
    ${figure(form, "double_above", act)} ${toggle(form, "show", act)}
  </fieldset>`;
}

/** @param {Form} form @param {FormActions} act */
function times(form, act) {
  const { draft } = form;
  return html`<fieldset>
    <legend>${t("form.times")}</legend>
    ${figure(form, "bid", act)} ${figure(form, "play", act)} ${figure(form, "double", act)}
    ${figure(form, "spare_seconds", act)} ${figure(form, "auto_after", act)}
    ${choice(
      "absence",
      t("terms.absence"),
      ABSENCES.map((seconds) => [
        `${seconds ?? ""}`,
        seconds === null ? t("form.never") : t("form.minutes", { n: seconds / 60 }),
      ]),
      `${draft.absence ?? ""}`,
      (seconds) => act.change({ absence: seconds ? Number(seconds) : null }),
    )}
  </fieldset>`;
}

/** @param {Form} form @param {FormActions} act */
const others = (form, act) => html`<fieldset class="flips">
  <legend>${t("form.others")}</legend>
  ${(/** @type {Switch[]} */ (["bots", "hints", "counter", "phrases"])).map((name) => toggle(form, name, act))}
</fieldset>`;

// --- Fields ---

/** A number, with what it may be. @param {Form} form @param {Figure} name @param {FormActions} act */
function figure({ draft, wrong }, name, act) {
  if (!has(draft, name)) return nothing;
  const [low, high] = boundsOf(draft, name);
  const bad = isWrong(draft, name) || wrong?.field === name;
  const value = draft[name];
  return html`<label class="line">
    <span>${tell(`form.${name}`)}<small id=${`of-${name}`} class=${bad ? "wrong" : ""}>${t("form.bounds", { low, high })}</small></span>
    <input
      name=${name}
      class=${bad ? "bad" : ""}
      aria-describedby=${`of-${name}`}
      aria-invalid=${bad}
      inputmode="numeric"
      autocomplete="off"
      .value=${Number.isNaN(value) ? "" : `${value}`}
      @input=${(/** @type {InputEvent} */ event) => act.change({ [name]: whole(typed(event)) })}
    />
  </label>`;
}

/** @param {InputEvent} event */
const typed = (event) => /** @type {HTMLInputElement} */ (event.currentTarget).value;

/** A whole number as it is typed; NaN for anything else. @param {string} text */
const whole = (text) =>
  /^\d{1,12}$/.test(text.replaceAll(/[\s,]/g, "")) ? Number(text.replaceAll(/[\s,]/g, "")) : Number.NaN;

/** One of a few. @param {string} name @param {string} label @param {[string, string][]} values @param {string} now @param {(value: string) => void} choose @param {boolean} [fixed] */
const choice = (name, label, values, now, choose, fixed = false) => html`<div class="line choice">
  <span id=${`label-${name}`}>${label}</span>
  <div class="tiers" role="group" aria-labelledby=${`label-${name}`}>
    ${values.map(
      ([value, text]) => html`<button
        type="button"
        data-act=${`${name}-${value || "none"}`}
        aria-pressed=${value === now}
        ?disabled=${fixed && value !== now}
        @click=${() => choose(value)}
      >
        ${text}
      </button>`,
    )}
  </div>
</div>`;

/** @param {string} name @param {string} label @param {string} note @param {boolean} on @param {(on: boolean) => void} set @param {boolean} [fixed] */
const flip = (name, label, note, on, set, fixed = false) => html`<button
  class="set"
  type="button"
  role="switch"
  aria-checked=${on}
  data-act=${`switch-${name}`}
  ?disabled=${fixed}
  @click=${() => set(!on)}
>
  <span>${label}${note ? html`<small>${note}</small>` : nothing}</span><span class="switch"></span>
</button>`;

/** @param {Form} form @param {Switch} name @param {FormActions} act */
const toggle = ({ draft, wrong }, name, act) =>
  has(draft, name)
    ? flip(
        name,
        tell(`form.${name}`),
        tell(wrong?.field === name ? `form.wrong.${name}` : `form.${name}.note`),
        draft[name],
        (on) => act.change({ [name]: on }),
      )
    : nothing;
