// What a player has set, kept in the browser where it lets us.

import { preferred } from "./i18n/index.js";

/** @import { Settings } from "./state.js" */

const PLACE = "doudizhu.settings";

const kindOf = (/** @type {unknown} */ value) => (Array.isArray(value) ? "list" : typeof value);

/** @param {Settings} otherwise @returns {Settings} */
function read(otherwise) {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    /** @type {Record<string, unknown>} */
    const settings = { ...otherwise };
    for (const [name, value] of Object.entries(otherwise)) {
      if (kindOf(kept[name]) === kindOf(value)) settings[name] = kept[name];
    }
    return /** @type {Settings} */ (/** @type {unknown} */ (settings));
  } catch {
    return otherwise;
  }
}

export const readSettings = () =>
  read({
    language: preferred(navigator.languages),
    game: "happy",
    tier: "starter",
    sound: true,
    fourColours: false,
    effects: true,
    letterKeys: true,
    complete: true,
    sorting: "down",
    muted: [],
    quiet: false,
  });

/** @param {Settings} settings */
export function keepSettings(settings) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // A private window forgets; so be it.
  }
}
