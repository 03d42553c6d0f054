// The seats of a room between hands: who sits there, who is ready, which are empty.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { number, t, tell } from "../i18n/index.js";
import { use } from "./card.js";
import { avatar, beanCount } from "./seats.js";

/** @import { Seat, SeatState } from "../wire.js" */

/**
 * @typedef {object} Chairs
 * @property {(SeatState | null)[]} seats
 * @property {Seat | null} owner
 * @property {Seat | null} [own]
 * @property {boolean} beans whether they are told
 * @property {(seat: SeatState) => unknown} [more] what else may be done with somebody
 * @property {() => unknown} [empty] what may be done with the first empty seat
 */

/** @param {Chairs} chairs */
export function chairs({ seats, owner, own = null, beans, more = () => nothing, empty = () => nothing }) {
  const first = seats.indexOf(null);
  return html`<ul class="chairs of${seats.length}">
    ${seats.map((who, seat) => (who ? taken(who) : free(seat)))}
  </ul>`;

  /** @param {SeatState} who */
  function taken(who) {
    const state = who.away ? "badge.away" : null;
    return html`<li class="chair ${who.ready ? "ready" : ""} ${who.away ? "away" : ""}" data-seat=${who.seat}>
      ${avatar(who.name, {
        own: who.seat === own,
        colour: who.seat,
        sign: who.bot
          ? html`<span class="sign" role="img" aria-label=${t("badge.bot")}>${use("i-bot")}</span>`
          : state
            ? html`<span class="doing">${t(state)}</span>`
            : nothing,
      })}
      <b><bdi>${who.name}</bdi>${who.seat === owner ? html`<span class="crown" role="img" aria-label=${t("room.owner")} title=${t("room.owner")}>${use("e-K", "")}</span>` : nothing}</b>
      <span class="worth">
        ${who.title ? html`<span class="title">${tell(`title.${who.title}`)}</span>` : nothing}${beans ? beanCount(who.beans, true) : nothing}
      </span>
      <span class="mark">${who.ready ? html`${use("i-check")}${t("badge.ready")}` : t("room.notReady")}</span>
      ${more(who)}
    </li>`;
  }

  /** @param {number} seat */
  function free(seat) {
    return html`<li class="chair free" data-seat=${seat}>
      <div class="av">${use("i-user")}</div>
      <b>${t("room.free")}</b>
      ${seat === first ? empty() : nothing}
      <span class="vh">${number(seat + 1)}</span>
    </li>`;
  }
}
