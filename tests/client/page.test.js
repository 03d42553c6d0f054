import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const html = readFileSync(join(ROOT, "static/index.html"), "utf8");

/** A module without its comments, which name types in imports of their own. @param {string} path */
const code = (path) => readFileSync(join(ROOT, path), "utf8").replaceAll(/\/\*[\s\S]*?\*\//g, "");

/** Every module that the page loads at once, from its first one on. @param {string} path @param {Set<string>} [seen] */
function modules(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, from = ""] of code(path).matchAll(
    /(?:^|[;}])\s*(?:import|export)\b[^"';(]*["'](\.[^"']+)["']/gm,
  )) {
    modules(normalize(join(dirname(path), from)), seen);
  }
  return seen;
}

test("every module is asked for at once, and nothing that is not needed", () => {
  const preloaded = [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path]) => path);
  const needed = [...modules("static/js/main.js")].filter((path) => path !== "static/js/main.js");
  assert.deepEqual([...preloaded].sort(), needed.sort());
});

test("the page holds no script and no style of its own, and names no other host", () => {
  assert(!/\sstyle=|<style|\son\w+=/.test(html));
  assert(!/<script(?![^>]*src=)/.test(html));
  assert(!/https?:/.test(html.replaceAll("http://www.w3.org/2000/svg", "")));
});

test("every drawing that is used exists", () => {
  const drawn = new Set([...html.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id));
  const views = readdirSync(join(ROOT, "static/js/view")).map((name) => `static/js/view/${name}`);
  for (const path of [...modules("static/js/main.js"), ...views]) {
    const source = code(path);
    for (const [, id] of source.matchAll(/use\("([\w-]+)"/g)) assert(drawn.has(id), `${id} in ${path}`);
    for (const [, id] of source.matchAll(/"#([\w-]+) [\w-]+"/g)) assert(drawn.has(id), `${id} in ${path}`);
  }
});

test("styles that come with one page dress nothing of another", () => {
  const sheets = ["hall", "room", "account", "rules"];
  const leads = new Map(sheets.map((sheet) => [sheet, selectorsOf(sheet).map(leadOf)]));
  for (const sheet of sheets) {
    const others = [...leads].filter(([other]) => other !== sheet).flatMap(([, lead]) => lead);
    const taken = new Set([...selectorsOf("table"), ...others].flatMap(classesOf));
    for (const selector of selectorsOf(sheet)) {
      const own = classesOf(selector).some((name) => !taken.has(name));
      assert(own, `${selector} in ${sheet}.css`);
    }
  }
});

/** @param {string} sheet */
const selectorsOf = (sheet) =>
  [
    ...readFileSync(join(ROOT, "static/css", `${sheet}.css`), "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/@[^{]+\{/g, "")
      .matchAll(/([^{}]+)\{/g),
  ].flatMap(([, all = ""]) => all.split(",").map((selector) => selector.trim()));

/** @param {string} selector */
const classesOf = (selector) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name);

/** The outermost part of a selector, whatever the language. @param {string} selector */
const leadOf = (selector) => selector.replace(/^html\[[^\]]+\]\s+/, "").split(/[\s>+~]+/)[0] ?? "";
