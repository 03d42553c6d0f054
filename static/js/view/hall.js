// What the pages around the table share.

import { html } from "../../vendor/lit-html/lit-html.js";
import { t } from "../i18n/index.js";
import { picture } from "./card.js";

const HERO = ["TS", "JH", "RJ", "QC", "KD"];

export const hero = () => html`<div class="hero">
  <div class="spread" aria-hidden="true">${HERO.map((card) => picture(card))}</div>
  <h1>${t("title")}</h1>
  <p>${t("tagline")}</p>
</div>`;

/** @param {{ language: () => void }} act */
export const languageButton = (act) =>
  html`<button class="lang" lang=${t("language") === "English" ? "en" : "zh-Hans"} aria-label=${t("language.label")} @click=${act.language}>
    ${t("language")}
  </button>`;
