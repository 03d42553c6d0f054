// Cards as they are drawn: stroke-drawn ranks and suits of one sprite.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cardName } from "../a11y.js";
import { rankOf, rankText } from "../cards.js";
import { t, tell } from "../i18n/index.js";
import { vars } from "./vars.js";

/** @import { Laid } from "../laid.js" */
/** @import { PlayLayout } from "../layout.js" */
/** @import { Card, Rank } from "../wire.js" */

/** @param {string} id a symbol of the sprite @param {string} name its class */
export const use = (id, name = "icon") =>
  html`<svg class=${name} aria-hidden="true"><use href=${`#${id}`}></use></svg>`;

const isJoker = (/** @type {Card} */ card) => card === "BJ" || card === "RJ";

/** The classes of a card: what it is. @param {Card} card */
export const cardClass = (card) =>
  isJoker(card) ? `card joker ${card}` : card === "LZ" ? "card LZ" : `card ${card.charAt(1)}`;

/** What is printed on a card, on a laizi that stands for a rank this rank. @param {Card} card @param {Rank} [as] */
export function face(card, as = "") {
  if (isJoker(card)) {
    return html`<span class="jt" aria-hidden="true">${tell(`card.word.${card}`)}</span>${use("e-X", "pip")}`;
  }
  if (card === "LZ") {
    if (as) return html`${use(`r-${rankText(as)}`, "rk")}${use("e-L", "st")}${use("e-L", "pip")}`;
    return html`${use("e-L", "ls")}<span class="jt" aria-hidden="true">${tell("card.word.LZ")}</span>${use("e-L", "pip")}`;
  }
  const suit = `s-${card.charAt(1).toLowerCase()}`;
  const rank = rankOf(card);
  const emblem = "JQK".includes(rank) ? use(`e-${rank}`, "em") : nothing;
  return html`${use(`r-${rankText(rank)}`, "rk")}${use(suit, "st")}${use(suit, "pip")}${emblem}`;
}

/** A card for the eye and the reader. @param {Card} card @param {boolean} [under] covered by its neighbour */
export const picture = (card, under = false) =>
  html`<span class="${cardClass(card)}${under ? " under" : ""}" role="img" aria-label=${cardName(card)}>${face(card)}</span>`;

/** A face-down card. */
export const back = () => html`<span class="card back" role="img" aria-label=${t("table.hidden")}></span>`;

/** A row of overlapping cards. @param {readonly Card[]} cards @param {string} [size] */
export const fan = (cards, size = "") =>
  html`<div class="fan ${size}">${cards.map((card, i) => picture(card, i < cards.length - 1))}</div>`;

/** A card of an open hand. @param {Card} card @param {unknown} [place] */
export function tile(card, place = nothing) {
  if (isJoker(card)) return html`<span class="tile joker ${card}" ${place}>${use("e-X", "pip")}</span>`;
  if (card === "LZ") return html`<span class="tile joker LZ" ${place}>${use("e-L", "pip")}</span>`;
  const suit = `s-${card.charAt(1).toLowerCase()}`;
  return html`<span class="tile ${card.charAt(1)}" ${place}>
    ${use(`r-${rankText(rankOf(card))}`, "rk")}${use(suit, "pip")}
  </span>`;
}

/** An open hand in little tiles. @param {readonly Card[]} cards @param {string} label */
export const tiles = (cards, label) =>
  html`<div class="tiles" role="img" aria-label=${label}>${cards.map((card) => tile(card))}</div>`;

/** Cards that lie on the table. @param {readonly Laid[]} cards @param {PlayLayout} layout */
export const spread = (cards, layout) =>
  html`<div class="cards" ${vars({ width: layout.width, height: layout.height, "--cw": layout.cw })}>
    ${cards.map(({ card, as }, i) => {
      const place = layout.cards[i] ?? { x: 0, y: 0, end: true };
      return html`<span
        class="${cardClass(card)}${place.end ? "" : " under"}"
        role="img"
        aria-label=${cardName(card, as)}
        ${vars({ "--cw": layout.cw, "--x": place.x, "--y": place.y })}
        >${face(card, as)}</span
      >`;
    })}
  </div>`;
