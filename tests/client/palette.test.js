import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const css = readFileSync(new URL("../../static/css/base.css", import.meta.url), "utf8");
const colours = new Map(
  [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
);

/** @param {string} colour */
function light(colour) {
  const hex = colour.startsWith("#") ? colour : colours.get(colour);
  assert(hex, `no colour ${colour}`);
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [low = 0, high = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Text, what it stands on, and the least contrast; 3 where it is only ever large. @type {[string, string, number][]} */
const PAIRS = [
  ["txt", "felt-1", 4.5],
  ["txt", "felt-2", 4.5],
  ["txt", "panel-1", 4.5],
  ["txt", "panel-2", 4.5],
  ["dim", "felt-2", 4.5],
  ["dim", "panel-1", 4.5],
  ["dim", "dark", 4.5],
  ["txt", "dark", 4.5],
  ["bean", "felt-1", 4.5],
  ["bean", "panel-1", 4.5],
  ["gold", "felt-1", 3],
  ["gold", "panel-1", 4.5],
  ["gold", "dark", 4.5],
  ["up", "panel-1", 4.5],
  ["down", "panel-1", 4.5],
  ["go-ink", "go-1", 4.5],
  ["go-ink", "go-2", 4.5],
  ["go-ink", "gold", 4.5],
  ["hint-ink", "hint-1", 4.5],
  ["hint-ink", "hint-2", 4.5],
  ["pass-ink", "pass-1", 4.5],
  ["pass-ink", "pass-2", 4.5],
  ["stop-ink", "stop-1", 4.5],
  ["stop-ink", "stop-2", 4.5],
  ["lord-ink", "lord-1", 4.5],
  ["farm-ink", "farm-1", 4.5],
  ["tag-ink", "tag-1", 4.5],
  ["ink", "#eef1f4", 5],
  ["red", "#eef1f4", 5],
  ["green", "#eef1f4", 4.5],
  ["blue", "#eef1f4", 5],
  ["wild", "#ffe9a8", 5],
  ["ink", "#fff5d0", 5],
  ["red", "#fff5d0", 5],
  ["green", "#fff5d0", 4.5],
  ["blue", "#fff5d0", 5],
];

test("every text can be read on what it stands on", () => {
  for (const [text, ground, least] of PAIRS) {
    const found = contrast(text, ground);
    assert(found >= least, `${text} on ${ground}: ${found.toFixed(2)} < ${least}`);
  }
});

test("the four colours of suits differ from each other in light or hue enough to be told apart in grey", () => {
  const lights = ["ink", "red", "blue", "green"].map(light).sort((a, b) => a - b);
  assert(new Set(lights.map((value) => value.toFixed(3))).size === 4);
});
