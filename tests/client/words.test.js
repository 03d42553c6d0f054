import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { en as accountInEnglish } from "../../static/js/i18n/account/en.js";
import { zh as accountInChinese } from "../../static/js/i18n/account/zh.js";
import { en as gameInEnglish } from "../../static/js/i18n/en.js";
import { en as hallInEnglish } from "../../static/js/i18n/hall/en.js";
import { zh as hallInChinese } from "../../static/js/i18n/hall/zh.js";
import {
  number,
  openBook,
  preferred,
  refusal,
  setLanguage,
  signed,
  t,
  tell,
} from "../../static/js/i18n/index.js";
import { en as phrasesInEnglish } from "../../static/js/i18n/phrases/en.js";
import { zh as phrasesInChinese } from "../../static/js/i18n/phrases/zh.js";
import { zh as gameInChinese } from "../../static/js/i18n/zh.js";

const zh = { ...gameInChinese, ...hallInChinese, ...accountInChinese, ...phrasesInChinese };
const en = { ...gameInEnglish, ...hallInEnglish, ...accountInEnglish, ...phrasesInEnglish };
const BOOKS = { zh, en };

test("both languages have the same keys in each book, none is empty, and none stands in two", () => {
  const books = [
    [gameInChinese, gameInEnglish],
    [hallInChinese, hallInEnglish],
    [accountInChinese, accountInEnglish],
    [phrasesInChinese, phrasesInEnglish],
  ];
  for (const [chinese, english] of books) {
    assert.deepEqual(Object.keys(english ?? {}).sort(), Object.keys(chinese ?? {}).sort());
  }
  const keys = books.flatMap(([chinese]) => Object.keys(chinese ?? {}));
  assert.equal(new Set(keys).size, keys.length);
  for (const book of Object.values(BOOKS))
    for (const [key, text] of Object.entries(book)) assert(text.trim(), key);
});

test("a book is spoken once it has been opened, and from then on in every language", async () => {
  await setLanguage("zh");
  assert.equal(tell("lobby.play"), "");
  await openBook("hall");
  assert.equal(tell("lobby.play"), "开始游戏");
  await setLanguage("en");
  assert.equal(tell("lobby.play"), "Play now");
  assert.equal(tell("act.play"), "Play");
  await Promise.all([setLanguage("zh"), setLanguage("en")]);
  assert.equal(tell("act.play"), "Play");
});

test("both languages use the same values in each text", () => {
  const values = (/** @type {string} */ text) =>
    [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
  for (const key of /** @type {(keyof typeof zh)[]} */ (Object.keys(zh))) {
    assert.deepEqual(values(en[key]), values(zh[key]), key);
  }
});

test("English holds no Chinese but the name of the other language", () => {
  for (const [key, text] of Object.entries(en)) {
    if (!key.startsWith("language")) assert(!/[\u4e00-\u9fff]/.test(text), `${key}: ${text}`);
  }
});

/** Codes that the server may send, read from its own lists. @param {string} path @param {RegExp} pattern */
function codes(path, pattern) {
  const source = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  return [...source.matchAll(pattern)].map(([, code]) => /** @type {string} */ (code));
}

test("every refusal of the server is worded", async () => {
  const told = [
    ...codes("app/rules/refusals.py", /^ {4}[A-Z_]+ = "(\w+)"/gm),
    ...codes("app/rooms/host.py", /Place\(code="(\w+)"/g),
    ...codes("app/rooms/lobby.py", /RefusedError\("(\w+)"/g),
    ...codes("app/rooms/answers.py", /RefusedError\("(\w+)"/g),
    ...codes("app/rooms/phrases.py", /RefusedError\("(\w+)"/g),
    ...codes("app/rooms/waiting.py", /(?:RefusedError\(|Place\(code=)"(\w+)"/g),
    ...codes("app/rooms/entry.py", /return (?:None if is_rich else )?"(\w+)"/g),
    ...codes("app/rooms/opener.py", /Place\(code="(\w+)"/g),
    ...codes("app/rooms/dealer.py", /CannotOpenError\("(\w+)"/g),
    ...codes("app/gateway/connection.py", /_refuse\(.*"(\w+)"\)$/gm),
    ...codes("app/gateway/errors.py", /^ {4}"(\w+)": Answer\(\d/gm),
  ];
  assert(told.length > 20, `${told.length} codes found`);
  for (const language of /** @type {const} */ (["zh", "en"])) {
    await setLanguage(language);
    for (const code of told) assert(`refused.${code}` in BOOKS[language], `${code} in ${language}`);
    assert(refusal("never_heard_of").includes("never_heard_of"));
  }
});

/** The members of a union on the wire. @param {string} name */
function members(name) {
  const [union = ""] = codes("static/js/wire.d.ts", new RegExp(`^export type ${name} =([^;]*);`, "gm"));
  return [...union.matchAll(/'(\w+)'/g)].map(([, member]) => member);
}

test("every kind, cause, claim and game that is shown is worded", () => {
  const worded = {
    kind: members("Kind"),
    cause: members("Cause"),
    claim: members("Claim"),
    game: codes("app/rooms/config.py", /^(BASES.*)$/gm)
      .flatMap((line) => [...line.matchAll(/"(\w+)":/g)])
      .flatMap(([, game]) => [game, `${game}.note`]),
  };
  assert.deepEqual(
    Object.values(worded).map(({ length }) => length),
    [19, 8, 5, 8],
  );
  for (const [group, names] of Object.entries(worded)) {
    for (const name of names) assert(`${group}.${name}` in zh, `${group}.${name}`);
  }
});

test("titles and tables are called as the server calls them", () => {
  const source = readFileSync(new URL("../../app/rules/levels.py", import.meta.url), "utf8");
  const titles = [...source.matchAll(/Title\("(\w+)", Words\("([^"]+)", "([^"]+)"\)/g)];
  assert.equal(titles.length, 23);
  for (const [, name, english, chinese] of titles) {
    assert.deepEqual(
      [Reflect.get(en, `title.${name}`), Reflect.get(zh, `title.${name}`)],
      [english, chinese],
    );
  }
  const tiers = codes("app/rooms/config.py", /^(TIER_NAMES.*)$/gm).flatMap((line) => [
    ...line.matchAll(/"(\w+)"/g),
  ]);
  assert.equal(tiers.length, 3);
  for (const [, name] of tiers) assert(`tier.${name}` in zh, name);
});

test("values are put in as text, once, and numbers have separators", async () => {
  await setLanguage("en");
  assert.equal(t("lobby.continue.note", { room: "{n} <b>" }), "Table {n} <b> keeps your seat");
  assert.equal(t("tier.terms", { n: 12345, a: 5, entry: 1 }), "12,345 beans a point · fee 5 · entry 1");
  assert.equal(t("table.left", { n: 1 }), "1 card left");
  assert.equal(t("table.left", { n: 2 }), "2 cards left");
  assert.equal(number(128450000), "128,450,000");
  assert.equal(signed(-50), "−50");
  assert.equal(signed(50), "+50");
  assert.equal(signed(0), "0");
});

test("the browser's first wish decides the language", () => {
  assert.equal(preferred(["zh-TW", "en"]), "zh");
  assert.equal(preferred(["de"]), "en");
  assert.equal(preferred([]), "en");
});
