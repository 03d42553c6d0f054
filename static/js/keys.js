// Keys of the table: a look-up from what was pressed to what is meant.

import { rankOfKey } from "./select.js";

/**
 * @typedef {{ do: 'play' | 'pass' | 'clear' | 'reading' | 'sort' | 'auto' | 'yes' | 'no' | 'hint' | 'unhint' | 'hand' | 'lead' | 'counts' | 'time' | 'sound' | 'keys' | 'phrases' }
 *   | { do: 'rank', rank: string }
 *   | { do: 'bid', value: number }} Meaning
 */

/** @type {Record<string, Exclude<Meaning['do'], 'rank' | 'bid'>>} */
const LETTERS = {
  p: "pass",
  r: "clear",
  y: "reading",
  s: "sort",
  t: "auto",
  c: "phrases",
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
 * @param {boolean} [bids] points are asked for: digits are bids, not ranks
 * @returns {Meaning | null}
 */
export function meaningOf({ key, shiftKey, ctrlKey, altKey, metaKey }, letters, bids = false) {
  if (ctrlKey || altKey || metaKey) return null;
  if (key === "Enter") return { do: "play" };
  if (key === "Escape") return { do: "clear" };
  if (key === "?") return { do: "keys" };
  if (!letters) return null;
  if (bids && "0123".includes(key)) return { do: "bid", value: Number(key) };
  const letter = LETTERS[key.toLowerCase()];
  if (letter === "hint") return { do: shiftKey ? "unhint" : "hint" };
  if (letter) return { do: letter };
  const rank = rankOfKey(key);
  return rank ? { do: "rank", rank } : null;
}
