// What forms are made of: a labelled field, a password that may be looked at, why it was refused, the button.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { accountOf } from "../account.js";
import { refusal, t } from "../i18n/index.js";

/** @import { State } from "../state.js" */

/** @param {string} name @param {string} label @param {string} completion @param {string} [value] */
export const textField = (name, label, completion, value = "") => html`<label class="labelled">
  <span>${label}</span>
  <span class="field">
    <input name=${name} value=${value} autocomplete=${completion} maxlength="40" autocapitalize="none" spellcheck="false" required />
  </span>
</label>`;

/** @param {string} name @param {string} label @param {boolean} fresh whether it is thought up now */
export const passwordField = (name, label, fresh) => html`<label class="labelled">
  <span>${label}</span>
  <span class="field">
    <input
      name=${name}
      type="password"
      autocomplete=${fresh ? "new-password" : "current-password"}
      minlength=${fresh ? 8 : nothing}
      maxlength="256"
      required
    />
    <button class="peek" type="button" aria-pressed="false" @click=${peek}>${t("form.peek")}</button>
  </span>
</label>`;

/** Show a password, or hide it again. @param {MouseEvent} event */
function peek(event) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const field = /** @type {HTMLInputElement} */ (button.previousElementSibling);
  const hidden = field.type === "password";
  field.type = hidden ? "text" : "password";
  button.setAttribute("aria-pressed", String(hidden));
}

/** Why a form was refused, or else a remark on it. @param {State} state @param {string} form @param {unknown} [note] */
export function wrong(state, form, note = nothing) {
  const refused = accountOf(state).wrong;
  if (refused?.form === form)
    return html`<p class="wrong" role="alert">${refusal(refused.code, refused.params)}</p>`;
  return note === nothing ? nothing : html`<p class="note">${note}</p>`;
}

/** The button that sends a form. @param {State} state @param {string} form @param {string} label @param {string} [more] */
export const go = (state, form, label, more = "") => html`<button
  class="btn ${more || "go"} ${more === "big" ? "go" : ""}"
  type="submit"
  data-act=${form}
  ?disabled=${accountOf(state).asked === form}
>
  ${accountOf(state).asked === form ? html`<span class="spin"></span>` : nothing}${label}
</button>`;
