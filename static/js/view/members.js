// The door of members: signing in by name and password, or becoming one; and what is told to whom it is closed.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { account, accountOf } from "../account.js";
import { t } from "../i18n/index.js";
import { use } from "./card.js";
import { go, passwordField, textField, wrong } from "./forms.js";
import { hero, languageButton } from "./hall.js";

/** @import { State } from "../state.js" */

/** @param {State} state @param {{ language: () => void }} act */
export function members(state, act) {
  const { form, ban } = accountOf(state);
  return html`<main class="page felted">
    <div class="bar">
      <button class="ib" aria-label=${t("me.back")} @click=${ban ? account.signOut : account.back}>${use("i-back")}</button>
      <span class="sp"></span>${languageButton(act)}
    </div>
    <div class="hall">${hero()} ${ban ? banned(ban) : door(state, form)}</div>
  </main>`;
}

/** @param {State} state @param {'enter' | 'register'} form */
const door = (state, form) => html`<form class="box members" @submit=${account.enter}>
  <div class="tiers" role="group" aria-label=${t("members.which")}>
    ${
      /** @type {const} */ (["enter", "register"]).map(
        (which) => html`<button
        type="button"
        data-act=${`form-${which}`}
        aria-pressed=${which === form}
        @click=${() => account.choose(which)}
      >
        ${t(`members.${which}`)}
      </button>`,
      )
    }
  </div>
  ${textField("name", t("members.name"), "username")}
  ${passwordField("password", t("members.password"), form === "register")}
  ${wrong(state, "enter", form === "register" ? t("members.note") : nothing)}
  ${go(state, "enter", t(`members.${form}`), "big")}
</form>`;

/** @param {{ reason: string, until: number }} ban */
const banned = ({ reason, until }) => html`<div class="box" role="alert">
  <h2>${t("banned.title")}</h2>
  <p><bdi>${reason}</bdi></p>
  <p>${until ? t("banned.until", { time: new Date(until).toLocaleString() }) : t("banned.forGood")}</p>
  <button class="btn" @click=${account.signOut}>${t("me.signOut")}</button>
</div>`;
