// What a player does with his cards and his turn: choosing, hints, playing, answering, bidding.

import { readingName } from "./a11y.js";
import { cardOf, keyed } from "./cards.js";
import { refusal, t } from "./i18n/index.js";
import { request } from "./link.js";
import { dispatch, say, sound, store, toast } from "./page.js";
import { pointer } from "./pointer.js";
import { keysFor, narrow, sweep, tap, toggle } from "./select.js";
import {
  chance,
  chosen,
  chosenReading,
  isFollowing,
  isLocked,
  mayPlay,
  NONE,
  onAuto,
  ownCards,
  shownHand,
  shyCard,
} from "./state.js";
import { handOrder } from "./view/hand.js";

/** @import { Selection } from "./select.js" */

/** The selection before the tap that a swipe may have begun with. @type {Selection} */
let base = NONE;

/** @param {Selection} selected */
export function choose(selected) {
  dispatch({ type: "select", selected });
  sound.play("pick");
  saySelection();
}

function saySelection() {
  const state = store.get();
  const reading = chosenReading(state);
  const n = state.selected.size;
  say(reading ? t("live.selectedAs", { n, kind: readingName(reading) }) : t("live.selected", { n }));
}

export const choosing = {
  hand: {
    /** @param {string} key */
    tap(key) {
      const state = store.get();
      base = state.selected;
      const { plays } = chance(state);
      const following = isFollowing(state) && state.settings.complete;
      const hand = keyed(state.room ? ownCards(state.room) : []);
      const { completed } = state;
      const next = tap(hand, base, key, { plays, following, completed, shy: shyCard(state) });
      dispatch({ type: "select", ...next });
      sound.play("pick");
    },
    /** @param {number} from @param {number} to */
    sweep(from, to) {
      dispatch({ type: "select", selected: sweep(handOrder(), base, from, to) });
      sound.play("pick");
    },
    sweepEnd() {
      const state = store.get();
      const { plays } = chance(state);
      const fresh = base.size === 0 && state.settings.complete;
      const selected = fresh
        ? narrow(keyed(state.room ? ownCards(state.room) : []), state.selected, {
            plays,
            shy: shyCard(state),
          })
        : state.selected;
      if (selected !== state.selected) dispatch({ type: "select", selected });
      saySelection();
    },
    /** @param {string} key */
    doubleTap(key) {
      if (!pointer.before.has(key) || isLocked(store.get())) return;
      dispatch({ type: "select", selected: pointer.before });
      if (chosen(store.get())) choosing.play();
    },
    /** @param {string} key */
    press(key) {
      choose(toggle(store.get().selected, key));
    },
  },
  clear() {
    if (store.get().selected.size) choose(NONE);
  },
  /** @param {number} step */
  hint(step) {
    const state = store.get();
    const { plays } = chance(state);
    if (!state.room?.options.hints || isLocked(state) || !mayPlay(state) || onAuto(state)) return;
    if (!plays.length) {
      toast(t("hint.none"));
      return;
    }
    const index =
      state.hint < 0 ? (step > 0 ? 0 : plays.length - 1) : (state.hint + step + plays.length) % plays.length;
    const hand = keyed(state.room ? ownCards(state.room) : []);
    const selected = keysFor(hand, plays[index]?.ranks ?? "", { shy: shyCard(state) });
    dispatch({ type: "hint", index, selected });
    sound.play("pick");
    saySelection();
  },
  play() {
    const state = store.get();
    if (isLocked(state) || onAuto(state)) return;
    if (!mayPlay(state)) {
      toast(refusal("not_your_turn"));
      return;
    }
    if (!state.selected.size) {
      toast(t("play.none"));
      return;
    }
    const offer = chosen(state);
    const reading = chosenReading(state);
    const keys = [...state.selected];
    const cards = shownHand(state)
      .filter(({ key }) => state.selected.has(key))
      .map(({ card }) => card);
    const as = offer && offer.readings.length > 1 && reading ? { as: reading } : {};
    request(
      /** @type {any} */ ({ type: "play", cards: cards.length ? cards : keys.map(cardOf), ...as }),
      offer ? new Set(keys) : NONE,
      reading,
    );
  },
  /** The right button of a mouse plays; a long press of a finger means nothing. */
  rightClick() {
    if (pointer.last === "mouse" && chosen(store.get())) choosing.play();
  },
  pass() {
    const state = store.get();
    if (isLocked(state) || onAuto(state)) return;
    if (isFollowing(state)) request(/** @type {any} */ ({ type: "pass" }));
    else if (mayPlay(state)) toast(refusal("must_lead"));
  },
  /** @param {boolean} yes */
  answer(yes) {
    const state = store.get();
    const choice = chance(state).actions.find((action) => action.yes === yes);
    if (!choice || isLocked(state) || onAuto(state)) return;
    const { type, moment } = choice;
    request(/** @type {any} */ (moment ? { type, moment, yes } : { type, yes }));
  },
  /** @param {number} value points, 0 for none */
  bid(value) {
    const state = store.get();
    const { actions, why_not } = chance(state);
    if (isLocked(state) || onAuto(state)) return;
    if (actions.some((action) => action.value === value)) {
      request(/** @type {any} */ ({ type: "bid", value }));
    } else toast(refusal(value ? "bid_too_low" : (why_not ?? "not_now")));
  },
};
