// The lobby: the games, the tables of each, and the way to one; and beside it, or a tap away, the rooms of other people.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number, refusal, t, tell, timeOfDay } from "../i18n/index.js";
import { gameOf } from "../state.js";
import { fan, use } from "./card.js";
import { hero, languageButton } from "./hall.js";
import { rung } from "./levels.js";
import { roomList } from "./rooms.js";
import { avatar, beanCount } from "./seats.js";

/** @import { Queued } from "../wire.js" */
/** @import { RoomListActions } from "./rooms.js" */
/** @import { Dialog, Relief, Settings, State, Tier } from "../state.js" */

/**
 * @typedef {object} OwnActions
 * @property {(tier: Tier) => void} queue
 * @property {() => void} unqueue
 * @property {(room: string) => void} back
 * @property {() => void} relief
 * @property {() => void} me
 * @property {() => void} language
 * @property {(dialog: Dialog) => void} open
 * @property {(settings: Partial<Settings>) => void} set
 */
/** @typedef {OwnActions & RoomListActions} LobbyActions */

/** What each game is known by: how many sit down, and cards that tell it from the others. */
const GAMES = /** @type {Record<string, { seats: number, cards: string[] }>} */ ({
  classic: { seats: 3, cards: ["AS", "2H", "3C"] },
  happy: { seats: 3, cards: ["RJ", "BJ"] },
  five: { seats: 5, cards: ["8H", "8H"] },
  laizi: { seats: 3, cards: ["LZ", "7S", "7H"] },
});

/** @param {State} state @param {LobbyActions} act */
export function lobby(state, act) {
  const { session } = state;
  return html`<main class="page felted lobby at-${state.page}">
    <header class="bar">
      <button class="self" data-act="me" title=${t("lobby.me")} @click=${act.me}>
        ${avatar(session?.name ?? "", { own: true })}
        <span>
          <b><bdi>${session?.name ?? ""}</bdi></b>
          <span class="worth">
            ${beanCount(session?.beans ?? 0, true)}${session ? rung(session.levels[ladderOf(state)]) : nothing}
          </span>
        </span>
      </button>
      <span class="sp"></span>
      <button class="lang rules" aria-label=${t("lobby.rules")} @click=${() => act.open("rules")}>
        ${use("i-book")}<span class="word">${t("lobby.rules")}</span>
      </button>
      ${languageButton(act)}
      <button class="ib" aria-label=${t("settings")} @click=${() => act.open("settings")}>${use("i-gear")}</button>
    </header>
    <div class="hall">
      ${hero()}
      <div class="box quick">
        ${state.queued ? waiting(state.queued, act) : html`${games(state, act)} ${tiers(state, act)} ${way(state, act)}`}
        ${state.parting && state.parting !== "left" ? html`<p class="told" role="status">${tell(`left.${state.parting}`, {}, t("left.room"))}</p>` : nothing}
        ${state.problem ? html`<p class="wrong" role="alert">${refusal(state.problem)}</p>` : nothing}
      </div>
      <nav class="ways">
        <button class="pill" data-act="rooms" @click=${() => act.go("rooms")}>
          ${use("i-table")}${t("rooms")}${state.rooms.length ? html`<b>${number(state.rooms.length)}</b>` : nothing}
        </button>
        <button class="pill" data-act="create" @click=${() => act.go("form")}>${use("i-plus")}${t("rooms.create")}</button>
      </nav>
      ${roomList(state, act)}
    </div>
  </main>`;
}

/** The ladder that the chosen game counts for. @param {State} state */
const ladderOf = (state) => (GAMES[gameOf(state)]?.seats === 5 ? "five" : "three");

/** The tables of the chosen game. @param {State} state */
const tiersOf = (state) => state.tiers.filter(({ game }) => game === gameOf(state));

/** The games as cards, one of them chosen. @param {State} state @param {LobbyActions} act */
function games(state, act) {
  const names = [...new Set(state.tiers.map(({ game }) => game))];
  return html`<div class="games" role="group" aria-label=${t("lobby.games")}>
    ${names.map((game) => {
      const { seats = 3, cards = [] } = GAMES[game] ?? {};
      return html`<button
        class="game"
        data-act=${`game-${game}`}
        aria-pressed=${game === gameOf(state)}
        @click=${() => act.set({ game })}
      >
        <b>${tell(`game.${game}`)}</b>
        <small>${tell(`game.${game}.note`)}</small>
        <small class="people">${people(state, game) || t("lobby.seats", { n: seats })}</small>
        <span class="emblem" aria-hidden="true">${fan(cards, "xs")}</span>
      </button>`;
    })}
  </div>`;
}

/** How many people play a game and wait for it, as far as anybody does. @param {State} state @param {string} game */
function people({ tiers }, game) {
  const own = tiers.filter((tier) => tier.game === game);
  const sum = (/** @type {'playing' | 'waiting'} */ which) =>
    own.reduce((total, tier) => total + (tier[which] ?? 0), 0);
  const [playing, waiting] = [sum("playing"), sum("waiting")];
  return [
    playing ? t("lobby.playing", { n: playing }) : "",
    waiting ? t("lobby.waiting", { n: waiting }) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** While he waits for a match. @param {Queued} queued @param {LobbyActions} act */
function waiting({ game, tier, people, bots_ms: bots, expect_ms: expect }, act) {
  const { seats = 3, cards = [] } = GAMES[game] ?? {};
  return html`<div class="wait">
    <h2>${tell(`game.${game}`)} · ${tell(`tier.${tier}`)}</h2>
    <span class="emblem" aria-hidden="true">${fan(cards, "xs")}</span>
    <p class="waited" role="timer" aria-label=${t("wait.waited")}></p>
    <ul class="chairs" role="img" aria-label=${t("wait.people", { n: people })}>
      ${Array.from({ length: seats }, (_, i) => html`<li class=${i < people ? "taken" : ""}>${use("i-user")}</li>`)}
    </ul>
    <p>${t("wait.people", { n: people })}</p>
    <p class="note">${
      bots !== null
        ? html`<span class="until-bots"></span>`
        : expect === null
          ? t("wait.title")
          : t("wait.expect", { n: Math.max(1, Math.round(expect / 1000)) })
    }</p>
    <button class="btn" data-act="unqueue" @click=${act.unqueue}>${t("wait.cancel")}</button>
  </div>`;
}

/** The tables that are chosen: the last ones, as far as this game has them. @param {State} state */
function tierOf(state) {
  const all = tiersOf(state);
  return all.find(({ tier }) => tier === state.settings.tier) ?? all[0];
}

/** What is played for, where there is a choice. @param {State} state @param {LobbyActions} act */
function tiers(state, act) {
  const all = tiersOf(state);
  if (all.length < 2) return nothing;
  return html`<div class="tiers" role="group" aria-label=${t("lobby.tiers")}>
    ${all.map(
      (tier) => html`<button
        data-act=${`tier-${tier.tier}`}
        aria-pressed=${tier === tierOf(state)}
        @click=${() => act.set({ tier: tier.tier })}
      >
        ${tell(`tier.${tier.tier}`)}
      </button>`,
    )}
  </div>`;
}

/** The way to a table, or to the beans that it takes. @param {State} state @param {LobbyActions} act */
function way(state, act) {
  const tier = tierOf(state);
  const { room = null, beans = 0, relief = null } = state.session ?? {};
  if (!tier) return nothing;
  if (room) {
    return html`<button class="held" data-act="continue" @click=${() => act.back(room)}>
      <b>${t("lobby.continue")} →</b>${t("lobby.continue.note", { room })}
    </button>`;
  }
  const until = state.session?.conduct.until_ms;
  if (until)
    return html`<div class="told" role="status">${t("lobby.banned", { n: state.session?.conduct.escapes ?? 0, time: timeOfDay(until) })}</div>`;
  const short = beans < tier.entry;
  if (short && relief?.left) {
    return html`<button class="btn big go two" data-act="relief" ?disabled=${state.busy} @click=${act.relief}>
      <span>${t("relief.ask", { beans: relief.beans })}</span><small>${t("relief.left", { n: relief.left })}</small>
    </button>`;
  }
  return html`<button class="btn big go two" data-act="play-now" ?disabled=${state.busy || short} @click=${() => act.queue(tier)}>
    <span>${state.busy ? html`<span class="spin"></span>${t("lobby.queueing")}` : t("lobby.play")}</span>
    <small>${short ? lacking(tier, relief) : terms(tier)}</small>
  </button>`;
}

/** What a table is played for. @param {Tier} tier */
const terms = ({ coefficient, fee, entry }) => t("tier.terms", { n: coefficient, a: fee, entry });

/** Why one cannot sit down. @param {Tier} tier @param {Relief | null} relief */
const lacking = ({ entry }, relief) =>
  `${t("lobby.short", { entry })}${relief ? t("lobby.and", { text: refusal("relief_used_up") }) : ""}`;
