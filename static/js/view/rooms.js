// The rooms of other people: which there are, why one cannot sit down, and the way into one by its code.

import { repeat } from "../../vendor/lit-html/directives/repeat.js";
import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number, t, tell } from "../i18n/index.js";
import { listed, obstacle, readInvitation, writeInvitation } from "../rooms.js";
import { use } from "./card.js";

/** @import { Key } from "../i18n/index.js" */
/** @import { Filter, SortBy, State } from "../state.js" */
/** @import { RoomCard } from "../wire.js" */

/**
 * @typedef {object} RoomListActions
 * @property {(page: State['page']) => void} go
 * @property {(filter: Partial<Filter>) => void} filter
 * @property {(invitation: string) => void} goTo
 * @property {(room: string) => void} back
 */

/** @type {[SortBy, Key][]} */
const FIGURES = [
  ["game", "rooms.game"],
  ["coefficient", "rooms.coefficient"],
  ["fee", "rooms.fee"],
  ["entry", "rooms.entry"],
  ["seconds", "rooms.seconds"],
  ["taken", "rooms.seats"],
];

/** @param {State} state @param {RoomListActions} act */
export function roomList(state, act) {
  const rooms = listed(state.rooms, state.filter);
  return html`<section class="box rooms" aria-labelledby="rooms-title">
    <header>
      <button class="ib leave" aria-label=${t("rooms.back")} @click=${() => act.go("lobby")}>${use("i-back")}</button>
      <h2 id="rooms-title">${t("rooms")}</h2>
      <button class="pill make" data-act="make" @click=${() => act.go("form")}>${use("i-plus")}${t("rooms.create")}</button>
      ${state.online ? html`<span class="online">${t("rooms.online", { n: state.online })}</span>` : nothing}
    </header>
    ${byCode(act)} ${filters(state, act)}
    ${
      rooms.length
        ? table(rooms, state, act)
        : html`<p class="none">${use("i-table")}${t(state.rooms.length ? "rooms.none.such" : "rooms.none")}</p>`
    }
  </section>`;
}

/** The way into a room whose code one has been given. @param {RoomListActions} act */
const byCode = (act) => html`<form
  class="bycode"
  @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
      /** @type {HTMLFormElement} */ (event.currentTarget).elements[0]
    );
    const known = readInvitation(field.value);
    field.setCustomValidity(known ? "" : t("rooms.code.wrong"));
    if (known) act.goTo(writeInvitation(known));
    else field.reportValidity();
  }}
>
  <input
    name="invitation"
    aria-label=${t("rooms.code")}
    placeholder=${t("rooms.code.example")}
    autocomplete="off"
    autocapitalize="characters"
    spellcheck="false"
    enterkeyhint="go"
    maxlength="200"
    @input=${(/** @type {InputEvent} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).setCustomValidity("")}
  />
  <button class="btn hint" type="submit" data-act="join">${t("rooms.join")}</button>
</form>`;

/** @param {State} state @param {RoomListActions} act */
function filters({ tiers, filter }, act) {
  const games = ["", ...new Set(tiers.map(({ game }) => game))];
  return html`<div class="filters">
    <div class="tiers" role="group" aria-label=${t("lobby.games")}>
      ${games.map(
        (game) => html`<button
          data-act=${`only-${game || "any"}`}
          aria-pressed=${game === filter.game}
          @click=${() => act.filter({ game })}
        >
          ${game ? tell(`game.${game}`) : t("rooms.any")}
        </button>`,
      )}
    </div>
    <button class="set" role="switch" aria-checked=${filter.free} data-act="only-free" @click=${() => act.filter({ free: !filter.free })}>
      <span>${t("rooms.free")}</span><span class="switch"></span>
    </button>
  </div>`;
}

/** @param {RoomCard[]} rooms @param {State} state @param {RoomListActions} act */
function table(rooms, state, act) {
  const { by, down } = state.filter;
  const order = (/** @type {SortBy} */ key) => (by !== key ? "none" : down ? "descending" : "ascending");
  return html`<div class="scroll" tabindex="-1"><table>
    <thead>
      <tr>
        <th scope="col">${t("rooms.name")}</th>
        ${FIGURES.map(
          ([key, word]) => html`<th scope="col" aria-sort=${order(key)}>
            <button data-act=${`by-${key}`} @click=${() => act.filter(by === key && down ? { by: "room", down: false } : { by: key, down: by === key })}>
              ${t(word)}<i aria-hidden="true">${by === key ? (down ? "▾" : "▴") : ""}</i>
            </button>
          </th>`,
        )}
        <th scope="col"><span class="vh">${t("table.actions")}</span></th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rooms,
        ({ room }) => room,
        (card) => row(card, state, act),
      )}
    </tbody>
  </table></div>`;
}

/** @param {RoomCard} card @param {State} state @param {RoomListActions} act */
function row(card, { session }, act) {
  const why = obstacle(card, session);
  const friendly = !card.coefficient;
  return html`<tr data-room=${card.room} class=${why && why !== "here" ? "shut" : ""}>
    <th scope="row"><bdi>${card.name}</bdi></th>
    <td class="game-of">${tell(`game.${card.game}`)}</td>
    ${
      friendly
        ? html`<td class="friendly" colspan="3"><span class="tag farm">${t("rooms.friendly")}</span></td>`
        : html`<td data-of=${t("rooms.coefficient")}>${number(card.coefficient)}</td>
          <td data-of=${t("rooms.fee")}>${number(card.fee)}</td>
          <td data-of=${t("rooms.entry")}>${number(card.entry)}</td>`
    }
    <td class="seconds">${t("rooms.seconds.of", { n: card.seconds })}</td>
    <td class="chairs-of">
      <span class="chairs" role="img" aria-label=${t("rooms.seats.of", { n: card.taken, of: card.seats })}
        >${Array.from({ length: card.seats }, (_, i) => html`<i class=${i < card.taken ? "taken" : ""}></i>`)}</span
      >${card.running ? html`<small>${t("rooms.running")}</small>` : nothing}
    </td>
    <td class="do">${way(card, why, act)}</td>
  </tr>`;
}

/** The way into a room, or why there is none. @param {RoomCard} card @param {ReturnType<typeof obstacle>} why @param {RoomListActions} act */
function way(card, why, act) {
  if (why === "here") {
    return html`<button class="btn go" data-act="back" @click=${() => act.back(card.room)}>${t("rooms.here")}</button>`;
  }
  if (why) return html`<span class="why">${t(`rooms.why.${why}`, { entry: card.entry })}</span>`;
  const name = t("rooms.enter.of", { name: card.name });
  return html`<button class="btn go" data-act="visit" aria-label=${name} @click=${() => act.goTo(card.room)}>
    ${t("rooms.enter")}
  </button>`;
}
