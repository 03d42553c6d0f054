import assert from "node:assert/strict";
import { test } from "node:test";
import { effectsOf } from "../../static/js/effects.js";
import { FLASH_GAP_MS } from "../../static/js/fx.js";
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

test("effects follow from events, and every sound they name exists", () => {
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
  const bomb = {
    type: "played",
    seat: 1,
    cards: ["3S", "3H", "3D", "3C"],
    reading: { kind: "BOMB", size: 4, rank: "3" },
  };
  assert.deepEqual(
    effectsOf(/** @type {any} */ (bomb), state).map(({ show }) => show),
    ["lay", "bomb"],
  );
});

test("light does not flash more than three times a second", () => {
  assert(1000 / FLASH_GAP_MS <= 3);
});
