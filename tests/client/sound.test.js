import assert from "node:assert/strict";
import { test } from "node:test";
import { effectsOf } from "../../static/js/effects.js";
import { FLASH_GAP_MS } from "../../static/js/fx.js";
import { setLanguage } from "../../static/js/i18n/index.js";
import { createSound, SOUNDS } from "../../static/js/sound.js";
import { openState } from "../../static/js/state.js";
import { RECORDED } from "./recorded.js";

test("every sound has notes within bounds, and none lasts longer than two seconds", () => {
  assert.equal(Object.keys(SOUNDS).length, 15);
  for (const [name, notes] of Object.entries(SOUNDS)) {
    assert(notes.length > 0, name);
    for (const note of notes) {
      assert(note.at >= 0 && note.for > 0 && note.at + note.for <= 2, name);
      assert(note.from >= 20 && note.from <= 12_000 && (note.to ?? 20) >= 20, name);
      assert(note.gain > 0 && note.gain <= 0.6, name);
    }
  }
});

test("without audio nothing sounds and nothing breaks", () => {
  const sound = createSound({ isOn: () => true });
  sound.wake();
  sound.play("bomb");
});

test("effects follow from events, and every sound they name exists", async () => {
  await setLanguage("en");
  const state = openState(/** @type {any} */ ({ sorting: "down" }));
  const shown = new Set();
  for (const { frames } of RECORDED) {
    for (const frame of frames) {
      for (const effect of effectsOf(frame, state)) {
        shown.add(effect.show);
        if (effect.sound) assert(effect.sound in SOUNDS, effect.sound);
      }
    }
  }
  for (const show of ["deal", "landlord", "bottom", "lay", "multiple"]) assert(shown.has(show), show);
});

/** The kind and its size, how it is celebrated, what is shouted. @type {[string, number, string, string][]} */
const CELEBRATED = [
  ["BOMB", 4, "bomb", "Bomb"],
  ["BOMB", 6, "bomb", "Bomb of 6"],
  ["SOFT_BOMB", 4, "bomb", "Soft bomb"],
  ["LAIZI_BOMB", 5, "bomb", "Laizi bomb of 5"],
  ["ROCKET", 1, "rocket", "Rocket"],
  ["KING_BOMB2", 2, "bomb", "King bomb of 2"],
  ["KING_BOMB3", 3, "rocket", "King bomb of 3"],
  ["KING_BOMB4", 4, "rocket", "King bomb of 4"],
  ["PLANE_PAIRS", 2, "plane", "Plane"],
];

for (const [kind, size, show, word] of CELEBRATED) {
  test(`${kind} of ${size} is celebrated as "${word}"`, async () => {
    await setLanguage("en");
    const played = { type: "played", seat: 1, cards: ["3S"], reading: { kind, size, rank: "3" } };
    const state = openState(/** @type {any} */ ({ sorting: "down" }));
    const [lay, effect] = effectsOf(/** @type {any} */ (played), state);
    assert.equal(lay?.show, "lay");
    assert.deepEqual([effect?.show, effect?.word], [show, word]);
  });
}

test("light does not flash more than three times a second", () => {
  assert(1000 / FLASH_GAP_MS <= 3);
});
