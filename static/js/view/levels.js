// Levels: the title that a player's points hold, and how far it is to the next.

import { html } from "../../vendor/lit-html/lit-html.js";
import { number, signed, tell } from "../i18n/index.js";
import { vars } from "./vars.js";

/** @import { Level } from "../wire.js" */

/** The points, and those that the next title takes: 52/80. @param {Level} level */
function figures({ points, next }) {
  const held = points < 0 ? signed(points) : number(points);
  return next === null ? held : `${held}/${number(next)}`;
}

/** How much of the way from one title to the next lies behind, from 0 to 1. @param {Level} level */
function progress({ points, since, next }) {
  if (next === null) return 1;
  const from = since ?? 0;
  return Math.min(Math.max((points - from) / (next - from), 0), 1);
}

/** A title and the way to the next. @param {Level} level */
export const rung = (level) => html`<span class="rung">
  <span>${tell(`title.${level.title}`)}</span> <span class="figures">${figures(level)}</span>
  <span class="way" aria-hidden="true" ${vars({ "--done": `${progress(level)}` })}></span>
</span>`;
