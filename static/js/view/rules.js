// The rules page: written on the server's side from what its engine uses, drawn here. Nobody loads this module, its style
// or a page before he opens one.

import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { rankList } from "../a11y.js";
import { rankOf } from "../cards.js";
import { number, t } from "../i18n/index.js";
import { cardClass, face, use } from "./card.js";

/** @import { Block, Card, Chapter, Duel, Grid, Item, Page, Sample, Tab, Tables } from "../guide.js" */
/** @import { Tier } from "../state.js" */

/**
 * @typedef {object} RulesActions
 * @property {() => void} close
 * @property {(game: string) => void} turnTo
 */

/**
 * A page of rules, and under way to the page of another game the one before.
 * @param {Page} page
 * @param {string} game the game that is asked for
 * @param {Tier[]} tiers the public tables of this server, empty as long as they are not known
 * @param {RulesActions} act
 */
export const rules = (page, game, tiers, act) => html`<div class="pan book" role="document">
  <header>
    <h2 id="dialog-title">${t("rules.title")}</h2>
    ${tabs(page.tabs, game, act)}
    <button class="ib" autofocus aria-label=${t("close")} @click=${act.close}>${use("i-close")}</button>
  </header>
  ${leaf(
    page,
    tiers.filter((tier) => tier.game === page.game && tier.open !== false),
    page.game !== game,
  )}
</div>`;

/** The games; arrows go from one to the next. @param {Tab[]} games @param {string} game @param {RulesActions} act */
function tabs(games, game, act) {
  const names = games.map((tab) => tab.game);
  const turn = (/** @type {KeyboardEvent} */ event) => {
    const at = names.indexOf(game);
    const last = names.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    const next = to === undefined ? undefined : names[to > last ? 0 : to < 0 ? last : to];
    if (next === undefined) return;
    event.preventDefault();
    document.getElementById(`tab-${next}`)?.focus();
    act.turnTo(next);
  };
  return html`<div class="tabs" role="tablist" aria-label=${t("rules.games")} @keydown=${turn}>
    ${games.map(
      (tab) => html`<button
        id=${`tab-${tab.game}`}
        role="tab"
        aria-controls="leaf"
        aria-selected=${tab.game === game}
        tabindex=${tab.game === game ? 0 : -1}
        @click=${() => act.turnTo(tab.game)}
      >
        ${tab.name}
      </button>`,
    )}
  </div>`;
}

/** One game's rules. A new page is a new element, so that it is read from its top. @param {Page} page @param {Tier[]} tiers @param {boolean} old */
const leaf = (page, tiers, old) =>
  html`${repeat(
    [page],
    ({ game, language }) => `${game}.${language}`,
    () => html`<div id="leaf" class="leaf" role="tabpanel" aria-labelledby=${`tab-${page.game}`} aria-busy=${old}>
      <nav aria-label=${t("rules.contents")}>
        ${page.chapters.map(({ id, title }) => html`<button @click=${() => goTo(id)}>${title}</button>`)}
      </nav>
      <div class="text" tabindex="0">${page.chapters.map((each) => chapter(each, tiers))}</div>
    </div>`,
  )}`;

/** Show a chapter and read on from there. @param {string} id */
function goTo(id) {
  const title = document.getElementById(`chapter-${id}`);
  title?.scrollIntoView({ block: "start" });
  title?.focus({ preventScroll: true });
}

/** @param {Chapter} chapter @param {Tier[]} tiers */
const chapter = ({ id, title, blocks }, tiers) => html`<section aria-labelledby=${`chapter-${id}`}>
  <h3 id=${`chapter-${id}`} tabindex="-1">${title}</h3>
  ${blocks.map((each) => block(each, tiers))}
</section>`;

/** @param {Block} block @param {Tier[]} tiers */
function block(block, tiers) {
  switch (block.type) {
    case "text":
      return html`<p>${block.text}</p>`;
    case "points":
      return block.steps
        ? html`<ol>${block.items.map(point)}</ol>`
        : html`<ul class="points">${block.items.map(point)}</ul>`;
    case "samples":
      return block.ranked
        ? html`<ol class="samples">${block.samples.map(sample)}</ol>`
        : html`<ul class="samples">${block.samples.map(sample)}</ul>`;
    case "duels":
      return html`<ul class="duels">${block.duels.map(duel)}</ul>`;
    case "grid":
      return grid(block);
    case "tables":
      return grid({ ...block, rows: tiers.length ? tiers.map((tier) => figures(tier, block)) : block.rows });
  }
}

/** @param {Item} item */
const point = ({ name, text }) => html`<li><b>${name}</b> ${text}</li>`;

/** @param {Sample} sample */
const sample = ({ name, note, cards }) => html`<li>
  <span class="said"><b>${name}</b>${note ? html`<small>${note}</small>` : nothing}</span>
  ${little(cards)}
</li>`;

/** @param {Duel} duel */
const duel = ({ play, lead, beats, verdict, why }) => html`<li>
  ${little(play)}<b class=${beats ? "up" : "dn"}>${verdict}</b>${little(lead)}<small>${why}</small>
</li>`;

/** A public table's figures, written out. @param {Tier} tier @param {Tables} tables */
const figures = (tier, tables) =>
  tables.figures.map((name) => number(Number(tier[/** @type {keyof Tier} */ (name)])));

/** @param {Pick<Grid, 'title' | 'head' | 'rows'>} grid */
const grid = ({ title, head, rows }) => html`<table>
  <caption>${title}</caption>
  <thead>
    <tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr>
  </thead>
  <tbody>
    ${rows.map(
      ([name, ...cells]) => html`<tr>
        <th scope="row">${name}</th>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
    )}
  </tbody>
</table>`;

/** Cards of an example; a reader is told their ranks in one breath. @param {Card[]} cards */
const little = (cards) => html`<span class="fan xs" role="img" aria-label=${rankList(cards)}>
  ${cards.map((card, at) => html`<span class="${cardClass(card)}${isUnder(cards, at) ? " under" : ""}">${face(card)}</span>`)}
</span>`;

/** Whether the next card covers this one; a joker lies open, since its picture tells which it is. @param {Card[]} cards @param {number} at */
const isUnder = (cards, at) => at < cards.length - 1 && !"BR".includes(rankOf(cards[at] ?? ""));
