// The options of a room that a player makes: which of them a game has, what they may be, and how they are sent.

/** @import { RoomOptions } from "./wire.js" */

/**
 * What is on the form. It keeps the figures of what is not asked for now, so that they are there again when it is.
 * A figure that is not a number is NaN.
 * @typedef {object} Draft
 * @property {string} game
 * @property {string} name
 * @property {boolean} public
 * @property {boolean} beans
 * @property {number} coefficient
 * @property {number} fee
 * @property {number} entry
 * @property {number} base
 * @property {number} initial
 * @property {number | null} cap
 * @property {number} double_above
 * @property {boolean} show
 * @property {number} bid
 * @property {number} play
 * @property {number} double
 * @property {number} spare_seconds
 * @property {number} auto_after
 * @property {number | null} absence
 * @property {boolean} bots
 * @property {boolean} watch
 * @property {boolean} hints
 * @property {boolean} counter
 * @property {boolean} phrases
 */
/** @typedef {'coefficient' | 'fee' | 'entry' | 'base' | 'initial' | 'double_above' | 'bid' | 'play' | 'double' | 'spare_seconds' | 'auto_after'} Figure */
/** @typedef {'show' | 'bots' | 'hints' | 'counter' | 'phrases'} Switch */

/** How a form begins that nobody has filled in before. @type {Draft} */
export const USUAL = {
  game: "happy",
  name: "",
  public: false,
  beans: true,
  coefficient: 100,
  fee: 50,
  entry: 2000,
  base: 1,
  initial: 1,
  cap: null,
  double_above: 10_000,
  show: true,
  bid: 15,
  play: 20,
  double: 8,
  spare_seconds: 0,
  auto_after: 2,
  absence: null,
  bots: true,
  watch: false,
  hints: true,
  counter: true,
  phrases: true,
};

export const CAPS = [null, 64, 256, 1024, 65536];
/** How long, in seconds, an absence is until it is an escape; null: it never is. */
export const ABSENCES = [null, 60, 180, 600];
export const LONGEST_NAME = 24;

/** What not every game has. @type {Record<string, readonly (Figure | Switch)[]>} */
const OF_GAME = {
  classic: ["bid"],
  laizi: ["bid"],
  happy: ["base", "double_above", "show", "bid", "double"],
  five: ["base", "double"],
};
/** @type {readonly (Figure | Switch)[]} */
const NOT_OF_EVERY_GAME = ["base", "double_above", "show", "bid", "double"];
/** What only beans are asked for. @type {readonly string[]} */
const OF_BEANS = ["coefficient", "fee", "entry", "double_above"];
/** @type {readonly Figure[]} */
export const FIGURES = [
  ...["coefficient", "fee", "entry", "base", "initial", "double_above"],
  ...["bid", "play", "double", "spare_seconds", "auto_after"],
].map((name) => /** @type {Figure} */ (name));

/** Whether a room like this has such a figure or switch. @param {Draft} draft @param {Figure | Switch} name */
export const has = ({ game, beans }, name) =>
  (!NOT_OF_EVERY_GAME.includes(name) || (OF_GAME[game] ?? []).includes(name)) &&
  (beans || !OF_BEANS.includes(name));

const MOST_BEANS = 1_000_000_000;
/** @type {Record<Figure, (draft: Draft) => readonly [number, number]>} */
const BOUNDS = {
  coefficient: () => [1, 100_000],
  fee: ({ coefficient }) => [0, 10 * (coefficient || 0)],
  entry: () => [1, MOST_BEANS],
  base: () => [1, 100],
  initial: () => [1, 100],
  double_above: () => [0, MOST_BEANS],
  bid: () => [5, 120],
  play: () => [5, 120],
  double: () => [5, 120],
  spare_seconds: () => [0, 300],
  auto_after: () => [1, 5],
};

/** The least and the most that a figure may be. @param {Draft} draft @param {Figure} name */
export const boundsOf = (draft, name) => BOUNDS[name](draft);

/** Whether a figure is none, or out of its bounds. @param {Draft} draft @param {Figure} name */
export function isWrong(draft, name) {
  const [low, high] = boundsOf(draft, name);
  const value = draft[name];
  return !(Number.isInteger(value) && value >= low && value <= high);
}

/** The same for another game, with the base that is usual there. @param {Draft} draft @param {string} game @returns {Draft} */
export const turnTo = (draft, game) => ({ ...draft, game, base: game === "five" ? 2 : 1 });

/** The first thing on the form that cannot be sent, by its name. @param {Draft} draft */
export function firstWrong(draft) {
  if (!draft.name.trim()) return "name";
  return FIGURES.find((name) => has(draft, name) && isWrong(draft, name)) ?? null;
}

/** A draft as it is sent. @param {Draft} draft @returns {RoomOptions} */
export function asOptions(draft) {
  const { beans, bid, play, double, coefficient, fee, entry, name, ...rest } = draft;
  const own = (/** @type {Figure} */ figure) => (has(draft, figure) ? draft[figure] : null);
  return {
    ...rest,
    name: name.trim(),
    beans,
    coefficient: beans ? coefficient : 0,
    fee: beans ? fee : 0,
    entry: beans ? entry : 0,
    seconds: { play, bid: own("bid"), double: own("double") },
    base: own("base"),
    double_above: own("double_above"),
    show: has(draft, "show") ? draft.show : null,
  };
}

/** Options as a draft, in which what they do not have is as `before`. @param {RoomOptions} options @param {Draft} [before] @returns {Draft} */
export function asDraft({ seconds, ...options }, before = USUAL) {
  const { beans } = options;
  return {
    ...before,
    ...options,
    coefficient: beans ? options.coefficient : before.coefficient,
    fee: beans ? options.fee : before.fee,
    entry: beans ? options.entry : before.entry,
    bid: seconds.bid ?? before.bid,
    play: seconds.play,
    double: seconds.double ?? before.double,
    base: options.base ?? before.base,
    double_above: options.double_above ?? before.double_above,
    show: options.show ?? before.show,
  };
}

/** What is left of a form that was kept, whatever has been kept. @param {unknown} kept @returns {Draft} */
export function revive(kept) {
  const found = /** @type {Record<string, unknown>} */ (typeof kept === "object" && kept ? kept : {});
  /** @type {Record<string, unknown>} */
  const draft = { ...USUAL };
  for (const [name, usual] of Object.entries(USUAL)) {
    if (typeof found[name] === typeof usual && found[name] !== null) draft[name] = found[name];
  }
  if (CAPS.includes(/** @type {number} */ (found.cap))) draft.cap = found.cap;
  if (ABSENCES.includes(/** @type {number} */ (found.absence))) draft.absence = found.absence;
  const revived = /** @type {Draft} */ (/** @type {unknown} */ (draft));
  return revived.game in OF_GAME ? revived : { ...revived, game: USUAL.game };
}
