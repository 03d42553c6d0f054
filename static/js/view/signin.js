// Signing in.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { refusal, t } from "../i18n/index.js";
import { use } from "./card.js";
import { hero, languageButton } from "./hall.js";

/** @import { State } from "../state.js" */

/**
 * @typedef {object} SignInActions
 * @property {(name: string) => void} enter
 * @property {() => string} suggest
 * @property {() => void} members
 * @property {() => void} language
 */

/** @param {State} state @param {SignInActions} act */
export const signIn = (state, act) => html`<main class="page felted">
  <div class="bar"><span class="sp"></span>${languageButton(act)}</div>
  <div class="hall">
    ${hero()}
    <form
      class="box"
      @submit=${(/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        act.enter(nameField(event.currentTarget)?.value ?? "");
      }}
    >
      <h2 id="name-label">${t("guest.name")}</h2>
      <div class="field">
        <input
          name="name"
          aria-labelledby="name-label"
          aria-describedby="name-note"
          autocomplete="nickname"
          maxlength="40"
          enterkeyhint="go"
          spellcheck="false"
          value=${act.suggest()}
        />
        <button
          class="ib"
          type="button"
          aria-label=${t("guest.another")}
          @click=${(/** @type {MouseEvent} */ event) => {
            const field = nameField(/** @type {HTMLElement} */ (event.currentTarget).closest("form"));
            if (field) field.value = act.suggest();
          }}
        >
          ${use("i-dice")}
        </button>
      </div>
      <p id="name-note" class=${state.problem ? "wrong" : "note"} role=${state.problem ? "alert" : "note"}>
        ${state.problem ? refusal(state.problem) : t("guest.note")}
      </p>
      <button class="btn big go" type="submit" ?disabled=${state.busy}>
        ${state.busy ? html`<span class="spin"></span>` : nothing}${t("guest.enter")}
      </button>
      <button class="lang" type="button" data-act="members" @click=${act.members}>${t("guest.members")}</button>
    </form>
  </div>
</main>`;

/** @param {EventTarget | null} form @returns {HTMLInputElement | null} */
const nameField = (form) => /** @type {HTMLFormElement} */ (form).querySelector("input");
