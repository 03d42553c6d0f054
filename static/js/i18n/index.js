// Words in the language chosen. They stand in books: that of the game is open from the start, another one is opened
// by the part of the page that speaks its words. A book is loaded in a language when it is first spoken.

/**
 * @typedef {keyof typeof import("./zh.js").zh | keyof typeof import("./hall/zh.js").zh
 *   | keyof typeof import("./account/zh.js").zh | keyof typeof import("./room/zh.js").zh
 *   | keyof typeof import("./phrases/zh.js").zh} Key
 */
/** @typedef {'zh' | 'en'} Language */
/** @typedef {'game' | 'hall' | 'account' | 'room' | 'phrases'} Book */
/** @typedef {Record<string, string | number>} Params */

/** @type {Record<Book, Record<Language, () => Promise<Partial<Record<Key, string>>>>>} */
const LOAD = {
  game: {
    zh: async () => (await import("./zh.js")).zh,
    en: async () => (await import("./en.js")).en,
  },
  hall: {
    zh: async () => (await import("./hall/zh.js")).zh,
    en: async () => (await import("./hall/en.js")).en,
  },
  account: {
    zh: async () => (await import("./account/zh.js")).zh,
    en: async () => (await import("./account/en.js")).en,
  },
  room: {
    zh: async () => (await import("./room/zh.js")).zh,
    en: async () => (await import("./room/en.js")).en,
  },
  phrases: {
    zh: async () => (await import("./phrases/zh.js")).zh,
    en: async () => (await import("./phrases/en.js")).en,
  },
};

/** @type {Set<Book>} */
const open = new Set(["game"]);
/** @type {Language} */
let language = "zh";
let words = /** @type {Record<Key, string>} */ ({});
/** @type {Language} */
let wanted = language;
let asked = 0;

export const currentLanguage = () => language;

/** Speak a language once its words are here; of several asked for, the last. @param {Language} chosen */
export async function setLanguage(chosen) {
  wanted = chosen;
  const turn = ++asked;
  const loaded = await Promise.all([...open].map((book) => LOAD[book][chosen]()));
  if (turn !== asked) return;
  language = chosen;
  words = Object.assign({}, ...loaded);
  if (typeof document !== "undefined") {
    document.documentElement.lang = chosen === "zh" ? "zh-Hans" : "en";
  }
}

/** Have the words of one more book from now on. @param {Book} book */
export async function openBook(book) {
  open.add(book);
  await setLanguage(wanted);
}

/** The language a browser asks for. @param {readonly string[]} wishes @returns {Language} */
export const preferred = (wishes) => (wishes[0]?.toLowerCase().startsWith("zh") ? "zh" : "en");

/** A text with its values. @param {Key} key @param {Params} [params] */
export function t(key, params = {}) {
  return words[key].replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name, one, many) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (one !== undefined) return Number(value) === 1 ? one : many;
    return typeof value === "number" ? number(value) : value;
  });
}

/** A text whose key is put together; `otherwise` where there is none. @param {string} key @param {Params} [params] */
export const tell = (key, params, otherwise = "") =>
  key in words ? t(/** @type {Key} */ (key), params) : otherwise;

/** What a refusal is called. @param {string} code @param {Params} [params] */
export const refusal = (code, params) => tell(`refused.${code}`, params, t("refused.unknown", { code }));

/** A time as the reader's clock shows it: 19:45, on another day with its date. @param {number} ms since 1970 */
export function timeOfDay(ms) {
  const time = new Date(ms);
  const today = time.toDateString() === new Date().toDateString();
  const day = today ? {} : /** @type {const} */ ({ month: "short", day: "numeric" });
  return time.toLocaleString(language === "zh" ? "zh-CN" : "en", {
    ...day,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

const FORMAT = new Intl.NumberFormat("en");

/** A whole number with separators: 12,345. @param {number} value */
export const number = (value) => FORMAT.format(value);

/** A number with its sign: +12,345 or −50. @param {number} value */
export const signed = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + FORMAT.format(Math.abs(value));

/** A figure where there is little room: from a million on 123.5万 or 1.2M. @param {number} value */
export function brief(value) {
  if (Math.abs(value) < 1_000_000) return number(value);
  const locale = language === "zh" ? "zh-CN" : "en";
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}
