// The own hand: absolute places from layoutHand, pointers by geometry, one tab stop.

import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cardName } from "../a11y.js";
import { t } from "../i18n/index.js";
import { hitTest, layoutHand } from "../layout.js";
import { onAuto, shownHand } from "../state.js";
import { cardClass, face, use } from "./card.js";
import { vars } from "./vars.js";

/**
 * @import { Keyed } from "../cards.js"
 * @import { HandLayout, Mode } from "../layout.js"
 * @import { State } from "../state.js"
 */

/**
 * What the hand asks for. `tap` is a pointer put down and lifted on one card.
 * @typedef {object} HandActions
 * @property {(key: string) => void} tap
 * @property {(from: number, to: number) => void} sweep indices of the hand as it lies
 * @property {() => void} sweepEnd
 * @property {(key: string) => void} doubleTap
 * @property {(key: string) => void} press a card by the keyboard
 */

/** The hand as it was last drawn, for pointers and keys. @type {{ cards: Keyed[], layout: HandLayout | null, focus: string }} */
const drawn = { cards: [], layout: null, focus: "" };

/** Keys that have been dealt in already; only a new card flies. @type {Set<string>} */
let known = new Set();

export const handOrder = () => drawn.cards.map(({ key }) => key);
export const handLayout = () => drawn.layout;

/**
 * @param {State} state
 * @param {{ width: number, height: number, mode: Mode }} box
 * @param {number} reserve how many cards the hand may come to
 */
export function measureHand(state, box, reserve) {
  drawn.cards = shownHand(state);
  drawn.layout = layoutHand(drawn.cards.length, { ...box, reserve });
  if (!drawn.cards.some(({ key }) => key === drawn.focus)) drawn.focus = drawn.cards[0]?.key ?? "";
  return drawn.layout;
}

/** @param {State} state @param {HandLayout} layout @param {HandActions} act */
export function hand(state, layout, act) {
  const { cards } = drawn;
  const turned = state.room?.view?.public.open_card?.card;
  return html`<div
    class="hand ${onAuto(state) ? "auto" : ""}"
    role="group"
    aria-label=${t("table.hand", { n: cards.length })}
    @pointerdown=${(/** @type {PointerEvent} */ event) => down(event, state, act)}
    @pointermove=${(/** @type {PointerEvent} */ event) => move(event, act)}
    @pointerup=${(/** @type {PointerEvent} */ event) => up(event, act)}
    @pointercancel=${(/** @type {PointerEvent} */ event) => up(event, act)}
    @dblclick=${(/** @type {MouseEvent} */ event) => twice(event, state, act)}
    @keydown=${(/** @type {KeyboardEvent} */ event) => keydown(event, act)}
    @focusin=${(/** @type {FocusEvent} */ event) => focused(event)}
  >
    ${repeat(
      cards,
      ({ key }) => key,
      ({ card, key }, i) => {
        const place = layout.cards[i] ?? { x: 0, y: 0, end: true };
        return html`<button
          class="${cardClass(card)}${place.end ? "" : " under"}${card === turned ? " lord" : ""}"
          data-key=${key}
          aria-label=${card === turned ? t("card.turned", { card: cardName(card) }) : cardName(card)}
          aria-pressed=${state.selected.has(key)}
          tabindex=${key === drawn.focus ? 0 : -1}
          ${vars({ "--cw": layout.cw, "--x": place.x, "--y": place.y, "--lift": layout.lift })}
        >
          ${face(card)}${card === turned ? use("hat-l", "mark") : nothing}
        </button>`;
      },
    )}
  </div>`;
}

// --- Pointers ---

/** @type {{ pointer: number, from: number, last: number, moved: boolean } | null} */
let drag = null;

/** @param {{ clientX: number, clientY: number, currentTarget: EventTarget | null }} event @param {State | null} state */
function under(event, state) {
  const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
  const lifted = (/** @type {number} */ i) => state?.selected.has(drawn.cards[i]?.key ?? "") ?? false;
  if (!drawn.layout) return -1;
  return hitTest(drawn.layout, event.clientX - box.left, event.clientY - box.top, {
    lifted,
    loose: state === null,
  });
}

/** @param {PointerEvent} event @param {State} state @param {HandActions} act */
function down(event, state, act) {
  if (event.button !== 0 || drag) return;
  const at = under(event, state);
  const key = drawn.cards[at]?.key;
  if (key === undefined) return;
  event.stopPropagation();
  /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
  drag = { pointer: event.pointerId, from: at, last: at, moved: false };
  drawn.focus = key;
  act.tap(key);
}

/** @param {PointerEvent} event @param {HandActions} act */
function move(event, act) {
  if (drag?.pointer !== event.pointerId) return;
  const at = under(event, null);
  if (at < 0 || at === drag.last) return;
  drag.last = at;
  drag.moved = true;
  act.sweep(drag.from, at);
}

/** @param {PointerEvent} event @param {HandActions} act */
function up(event, act) {
  if (drag?.pointer !== event.pointerId) return;
  const { moved } = drag;
  drag = null;
  if (moved) act.sweepEnd();
}

/** @param {MouseEvent} event @param {State} state @param {HandActions} act */
function twice(event, state, act) {
  const key = drawn.cards[under(event, state)]?.key;
  if (key !== undefined) act.doubleTap(key);
}

// --- Keys ---

/** @param {FocusEvent} event */
function focused(event) {
  const key = /** @type {HTMLElement} */ (event.target).dataset.key;
  if (key !== undefined) drawn.focus = key;
}

/** @param {KeyboardEvent} event @param {HandActions} act */
function keydown(event, act) {
  const root = /** @type {HTMLElement} */ (event.currentTarget);
  const at = drawn.cards.findIndex(({ key }) => key === drawn.focus);
  const last = drawn.cards.length - 1;
  const goals = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const goal = goals[/** @type {keyof typeof goals} */ (event.key)];
  const key = drawn.cards[goal ?? -1]?.key;
  if (key !== undefined) {
    event.preventDefault();
    const next = /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${key}"]`));
    for (const other of root.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    drawn.focus = key;
    next?.setAttribute("tabindex", "0");
    next?.focus();
  } else if ([" ", "ArrowUp", "ArrowDown"].includes(event.key) && drawn.focus) {
    event.preventDefault();
    act.press(drawn.focus);
  }
}

// --- Motion ---

/**
 * After a drawing: cards that are new to the hand fly in one after another.
 * @param {HTMLElement | null} root
 * @param {{ animate: boolean, glow: boolean, from: { x: number, y: number } | null }} how
 * @returns {number} how many cards have come
 */
export function settleHand(root, { animate, glow, from }) {
  const keys = new Set(handOrder());
  const fresh = drawn.cards.filter(({ key }) => !known.has(key));
  known = keys;
  if (!root) return 0;
  if (!root.classList.contains("live")) requestAnimationFrame(() => root.classList.add("live"));
  if (!animate || !fresh.length || !drawn.layout) return fresh.length;
  const box = root.getBoundingClientRect();
  fresh.forEach(({ key }, nth) => {
    const card = /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${key}"]`));
    const place = drawn.layout?.cards[drawn.cards.findIndex((held) => held.key === key)];
    if (!card || !place) return;
    const x = from ? from.x - box.left - (drawn.layout?.cw ?? 0) / 2 : box.width / 2;
    const y = from ? from.y - box.top : -160;
    const goal = `translate(${place.x}px, ${place.y}px)`;
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(${nth % 2 ? 14 : -14}deg) scale(0.5)`, opacity: 0 },
        { opacity: 1, offset: 0.25 },
        { transform: goal, opacity: 1 },
      ],
      { duration: 260, delay: nth * 70, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)", fill: "backwards" },
    );
    if (glow) {
      card.classList.add("fresh");
      setTimeout(() => card.classList.remove("fresh"), 2600);
    }
  });
  return fresh.length;
}
