// What every part of the page shares: one store, one clock, the sound, and ways to say something.

import { createServerClock } from "./clock.js";
import { setLanguage } from "./i18n/index.js";
import { readSettings } from "./settings.js";
import { createSound } from "./sound.js";
import { openState, reduce } from "./state.js";
import { createStore } from "./store.js";

/** @import { AppEvent, State } from "./state.js" */

const TOAST_MS = 2600;

export const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
export const clock = createServerClock();
const settings = readSettings();
await setLanguage(settings.language);

/** @type {ReturnType<typeof createStore<State, AppEvent>>} */
export const store = createStore(openState(settings), reduce);
export const { dispatch } = store;
export const sound = createSound({ isOn: () => store.get().settings.sound });
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

let toasts = 0;

/** A line that goes by itself. @param {string} text */
export function toast(text) {
  const id = ++toasts;
  dispatch({ type: "toast", toast: { id, text } });
  setTimeout(() => dispatch({ type: "toasted", id }), TOAST_MS);
  say(text);
}

/** A sentence for readers. @param {string} text @param {boolean} [urgent] */
export function say(text, urgent = false) {
  if (!text) return;
  const place = element(urgent ? "alert" : "live");
  place.textContent = "";
  place.textContent = text;
}
