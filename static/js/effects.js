// What is celebrated, and how it sounds: the effects of an event, drawn by fx.js.

import { kindName } from "./a11y.js";
import { t } from "./i18n/index.js";
import { EFFECTS } from "./kinds.js";

/** @import { AppEvent, State } from "./state.js" */
/** @import { Sound } from "./sound.js" */

/**
 * One effect: something to show, something to hear, a word to shout; `count` is of cards.
 * @typedef {object} Effect
 * @property {'bomb' | 'rocket' | 'plane' | 'chain' | 'spring' | 'deal' | 'landlord' | 'known' | 'turned' | 'bottom' | 'lay' | 'multiple' | 'win' | 'lose' | 'none'} show
 * @property {number} [seat]
 * @property {string} [word]
 * @property {Sound} [sound]
 * @property {number} [count]
 */

/**
 * The effects of an event, from the event alone and not from a comparison of states.
 * @param {AppEvent} event
 * @param {State} state after it
 * @returns {Effect[]}
 */
export function effectsOf(event, state) {
  const seat = state.room?.seat;
  switch (event.type) {
    case "dealt":
      return [{ show: "deal", seat: event.seat, count: event.count }];
    case "bid_made":
      return [{ show: "none", sound: event.value ? "yes" : "no" }];
    case "called":
    case "robbed":
    case "doubled":
      return [{ show: "none", sound: event.yes ? "yes" : "no" }];
    case "shown":
      return [{ show: "none", sound: "yes" }];
    case "landlord_chosen":
      return [{ show: "landlord", seat: event.seat, sound: "landlord" }];
    case "open_card_turned":
      return [{ show: "turned" }];
    case "hidden_landlord_known": {
      const word = t(event.seat === event.landlord ? "effect.alone" : "effect.hidden");
      return [{ show: "known", seat: event.seat, sound: "landlord", word }];
    }
    case "bottom_taken":
      return event.open ? [{ show: "bottom", seat: event.seat }] : [];
    case "multiplied":
      return event.cause === "spring" || event.cause === "anti_spring"
        ? [{ show: "multiple" }, { show: "spring", word: t(`cause.${event.cause}`) }]
        : [{ show: "multiple" }];
    case "played": {
      const kind = EFFECTS[event.reading.kind];
      if (!kind) return [{ show: "lay", seat: event.seat, sound: "play" }];
      const word = kind === "plane" ? t("effect.plane") : kindName(event.reading);
      return [
        { show: "lay", seat: event.seat, sound: "play" },
        { show: kind, seat: event.seat, sound: kind, word, count: event.cards.length },
      ];
    }
    case "passed":
      return [{ show: "none", sound: "pass" }];
    case "finished":
      if (event.end !== "out") return [];
      return event.winners.includes(seat ?? -1)
        ? [{ show: "win", sound: "win", word: t("result.win") }]
        : [{ show: "lose", sound: "lose", word: t("result.lose") }];
    default:
      return [];
  }
}
