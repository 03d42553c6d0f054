// Keys of the table: a look-up from what was pressed to what is meant.

import { rankOfKey } from "./select.js";

/**
 * @typedef {{ do: 'play' | 'pass' | 'clear' | 'reading' | 'sort' | 'auto' | 'yes' | 'no' | 'hint' | 'unhint' | 'hand' | 'lead' | 'counts' | 'time' | 'sound' | 'keys' }
 *   | { do: 'rank', rank: string }} Meaning
 */

/** @type {Record<string, Exclude<Meaning['do'], 'rank'>>} */
const LETTERS = {
  p: "pass",
  r: "clear",
  y: "reading",
  s: "sort",
  t: "auto",
  d: "yes",
  n: "no",
  h: "hint",
  g: "hand",
  v: "lead",
  b: "counts",
  i: "time",
  m: "sound",
};

/**
 * What a key means at the table; null for nothing. With letters switched off only Enter, Escape and ? are left.
 * @param {{ key: string, shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} event
 * @param {boolean} letters
 * @returns {Meaning | null}
 */
export function meaningOf({ key, shiftKey, ctrlKey, altKey, metaKey }, letters) {
  if (ctrlKey || altKey || metaKey) return null;
  if (key === "Enter") return { do: "play" };
  if (key === "Escape") return { do: "clear" };
  if (key === "?") return { do: "keys" };
  if (!letters) return null;
  const letter = LETTERS[key.toLowerCase()];
  if (letter === "hint") return { do: shiftKey ? "unhint" : "hint" };
  if (letter) return { do: letter };
  const rank = rankOfKey(key);
  return rank ? { do: "rank", rank } : null;
}
