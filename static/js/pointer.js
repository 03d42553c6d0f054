// How the page is pointed at, and what a pointer leaves behind.

import { sound, store } from "./page.js";
import { NONE } from "./state.js";

/** @import { Selection } from "./select.js" */

/** Two clicks within so many ms are a double click. */
const DOUBLE_MS = 500;

/** `before` is the selection before the first of two clicks. @type {{ active: boolean, last: string, before: Selection }} */
export const pointer = { active: false, last: "", before: NONE };
let clickedAt = Number.NEGATIVE_INFINITY;

/** A button that was pushed by a pointer keeps no focus: Enter plays cards, and does not push it again. */
export function letGo() {
  const active = document.activeElement;
  if (pointer.active && active instanceof HTMLElement && active.closest(".table")) active.blur();
}

addEventListener(
  "keydown",
  () => {
    pointer.active = false;
  },
  { capture: true },
);
addEventListener("click", letGo);
addEventListener(
  "pointerdown",
  (event) => {
    pointer.active = true;
    pointer.last = event.pointerType;
    sound.wake();
    if (event.timeStamp - clickedAt > DOUBLE_MS) pointer.before = store.get().selected;
    clickedAt = event.timeStamp;
  },
  { capture: true },
);
