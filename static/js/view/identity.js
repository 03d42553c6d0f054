// The identity step: one panel, alike at all seats and for its whole time; only its words are each seat's own.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { t, tell } from "../i18n/index.js";
import { chance, clip, isLocked, nameOf, onAuto, roleOf } from "../state.js";
import { picture, use } from "./card.js";
import { ringlet } from "./seats.js";

/** @import { Room } from "../reducer.js" */
/** @import { State } from "../state.js" */

/**
 * @param {State} state
 * @param {Room} room
 * @param {{ answer: (yes: boolean) => void }} act
 */
export function identity(state, room, act) {
  const { view } = room;
  const turned = view?.public.open_card;
  if (!view || !turned || view.public.phase !== "identity" || view.public.finish) return nothing;
  const role = roleOf(view, room.seat)?.role ?? "farmer";
  const words = { name: clip(nameOf(state, turned.seat)) };
  return html`<section class="identity" role="group" aria-label=${t("identity")}>
    <div class="turned">${picture(turned.card)}${use("hat-l", "hat")}</div>
    <div class="told">
      <h2>${tell(`identity.${role}`, words)}</h2>
      <p>${tell(`identity.${role}.note`, words)}</p>
    </div>
    <div class="ring" role="timer" aria-live="off">${ringlet()}<span class="secs"></span></div>
    ${answers(state, view.identity, act)}
  </section>`;
}

/** The buttons of a landlord who has not answered, in the same room the word of anybody else. @param {State} state @param {boolean | null} answer @param {{ answer: (yes: boolean) => void }} act */
function answers(state, answer, act) {
  const { actions, factor } = chance(state);
  if (!actions.length || onAuto(state)) {
    const word = answer === null ? (actions.length ? "auto" : "wait") : answer ? "shown" : "kept";
    return html`<p class="acts quiet">${t(`identity.${word}`)}</p>`;
  }
  const locked = isLocked(state);
  return html`<div class="acts few" role="group" aria-label=${t("table.actions")}>
    <button class="btn" data-act="no" ?disabled=${locked} @click=${() => act.answer(false)}>
      ${t("act.identity.no")}<kbd>N</kbd>
    </button>
    <button class="btn go" data-act="yes" ?disabled=${locked} @click=${() => act.answer(true)}>
      ${t("act.identity")} ×${factor}<kbd>D</kbd>
    </button>
  </div>`;
}
