// Chance that can be had again: a small generator with a seed.

/** @param {number} seed @returns {() => number} from 0 to 1, 1 excluded */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @template T @param {() => number} next @param {readonly T[]} from @returns {T} */
export function pick(next, from) {
  const found = from[Math.floor(next() * from.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}
