// The pages that have nothing to offer: while something is fetched, and after the connection has ended for good.

import { html } from "../../vendor/lit-html/lit-html.js";
import { t } from "../i18n/index.js";

/** @import { State } from "../state.js" */

/** The connection has ended for good. @param {State} state @param {{ reopen: () => void }} act */
export function stopped(state, act) {
  const { code } = state.link;
  const what = code === 4001 ? "taken" : code === 4401 ? "signedOut" : "stopped";
  const button = code === 4001 ? t("taken.back") : t(code === 4401 ? "signedOut.again" : "stopped.again");
  return html`<main class="page felted">
    <div class="stop-page">
      <div class="box" role="alert">
        <h1 class="vh">${t("title")}</h1>
        <h2>${t(`${what}.title`)}</h2>
        <p>${t(`${what}.note`, { code: String(code) })}</p>
        <button class="btn big go" data-act="reopen" @click=${act.reopen}>${button}</button>
      </div>
    </div>
  </main>`;
}

export const loading = () => html`<main class="page felted">
  <h1 class="vh">${t("title")}</h1>
  <div class="stop-page"><span class="spin" role="img" aria-label=${t("loading")}></span></div>
</main>`;
