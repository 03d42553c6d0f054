// One's own page: who one is, what one has played, and what one can do with the account.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { account, accountOf } from "../account.js";
import { currentLanguage, number, t, tell } from "../i18n/index.js";
import { use } from "./card.js";
import { go, passwordField, textField, wrong } from "./forms.js";
import { languageButton } from "./hall.js";
import { rung } from "./levels.js";
import { past } from "./past.js";
import { avatar, beanCount } from "./seats.js";

/**
 * @import { Account, GameRecord, Profile } from "../account.js"
 * @import { State } from "../state.js"
 */

/** @param {State} state @param {{ language: () => void }} act */
export function me(state, act) {
  const own = accountOf(state);
  const { profile } = own;
  return html`<main class="page felted me-page">
    <header class="bar">
      <button class="ib" aria-label=${t("me.back")} data-act="back" @click=${account.back}>${use("i-back")}</button>
      <h1>${t("me")}</h1>
      <span class="sp"></span>${languageButton(act)}
    </header>
    ${
      profile
        ? html`<div class="columns">
      <div class="column">${who(profile)} ${record(profile)} ${doors(state, profile)}</div>
      <div class="column">${past(state, own)}</div>
    </div>`
        : waiting(own)
    }
  </main>`;
}

/** @param {Account} own */
const waiting = ({ asked }) => html`<div class="stop-page">
  ${
    asked
      ? html`<span class="spin" role="img" aria-label=${t("loading")}></span>`
      : html`<button class="btn go" @click=${account.look}>${t("me.again")}</button>`
  }
</div>`;

/** @param {Profile} profile */
const who = ({ name, kind, beans, levels }) => html`<section class="box" aria-label=${t("me.who")}>
  <div class="self">
    ${avatar(name, { own: true })}
    <div>
      <b><bdi>${name}</bdi></b>
      <div class="worth">${beanCount(beans)}<span class="kind">${t(`me.kind.${kind}`)}</span></div>
    </div>
  </div>
  <dl class="ladders">
    ${
      /** @type {const} */ (["three", "five"]).map(
        (ladder) => html`<div><dt>${t(`ladder.${ladder}`)}</dt><dd>${rung(levels[ladder])}</dd></div>`,
      )
    }
  </dl>
</section>`;

/** How much of it, in per cent. @param {number} part @param {number} whole */
const share = (part, whole) => (whole ? `${Math.round((100 * part) / whole)}%` : "–");

/** @param {Profile} profile */
function record({ statistics: { hands, won, escaped, auto, games }, best, since_ms }) {
  const figures = /** @type {const} */ ([
    ["hands", number(hands)],
    ["won", share(won, hands)],
    ["best", number(best)],
    ["escaped", number(escaped)],
    ["auto", share(auto, hands)],
    ["since", new Date(since_ms).toLocaleDateString(currentLanguage() === "zh" ? "zh-CN" : "en-GB")],
  ]);
  const names = [...new Set(games.map(({ game }) => game))];
  return html`<section class="box">
    <h2>${t("me.record")}</h2>
    <dl class="figures-of">
      ${figures.map(([name, value]) => html`<div><dt>${t(`me.${name}`)}</dt><dd>${value}</dd></div>`)}
    </dl>
    ${
      names.length
        ? html`<table>
            <thead>
              <tr>
                <th scope="col">${t("me.game")}</th>
                <th scope="col">${t("role.landlord")}</th>
                <th scope="col">${t("role.farmer")}</th>
              </tr>
            </thead>
            <tbody>
              ${names.map(
                (game) => html`<tr>
                  <th scope="row">${tell(`game.${game}`)}</th>
                  ${cell(games, game, "landlord")} ${cell(games, game, "farmer")}
                </tr>`,
              )}
            </tbody>
          </table>`
        : nothing
    }
  </section>`;
}

/** How often one has won on a side. @param {GameRecord[]} games @param {string} game @param {'landlord' | 'farmer'} side */
function cell(games, game, side) {
  const found = games.find((each) => each.game === game && each.side === side);
  if (!found) return html`<td>–</td>`;
  return html`<td><b>${share(found.won, found.hands)}</b> <small>${t("me.ofHands", { n: found.hands })}</small></td>`;
}

/** What can be done with the account. @param {State} state @param {Profile} profile */
const doors = (state, { kind, name }) => html`<section class="box doors">
  <h2>${t("me.account")}</h2>
  ${
    kind === "guest"
      ? html`<form class="stacked" @submit=${account.upgrade}>
          <p>${t("me.upgrade.note")}</p>
          ${textField("name", t("members.name"), "username", name)}
          ${passwordField("password", t("members.password"), true)} ${wrong(state, "upgrade")}
          ${go(state, "upgrade", t("me.upgrade"))}
        </form>`
      : fold(
          "password",
          t("me.password"),
          html`<form class="stacked" @submit=${account.changePassword}>
            <input name="username" autocomplete="username" value=${name} hidden disabled />
            ${passwordField("old", t("me.password.old"), false)} ${passwordField("new", t("me.password.new"), true)}
            ${wrong(state, "password", t("me.password.note"))} ${go(state, "password", t("me.password"))}
          </form>`,
        )
  }
  ${fold(
    "sign-out",
    t("me.signOut"),
    html`<div class="stacked">
      <p class="note">${t(kind === "guest" ? "me.signOut.guest" : "me.signOut.member")}</p>
      <button class="btn" data-act="sign-out" @click=${account.signOut}>${t("me.signOut.here")}</button>
      ${
        kind === "member"
          ? html`<button class="btn" data-act="everywhere" @click=${account.signOutEverywhere}>${t("me.signOut.everywhere")}</button>`
          : nothing
      }
    </div>`,
  )}
  ${fold(
    "remove",
    t("me.remove"),
    html`<form class="stacked" @submit=${account.remove}>
      <p class="note">${t("me.remove.note")}</p>
      ${kind === "member" ? passwordField("password", t("members.password"), false) : nothing}
      ${wrong(state, "remove")} ${go(state, "remove", t("me.remove.yes"), "stop")}
    </form>`,
  )}
</section>`;

/** A part that is opened when it is wanted. @param {string} name @param {string} title @param {unknown} body */
const fold = (name, title, body) => html`<details data-fold=${name}>
  <summary>${title}</summary>
  ${body}
</details>`;
