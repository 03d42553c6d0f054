// A room between hands, for those who sit there; and as somebody sees it who has been asked to come.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { refusal, t, tell } from "../i18n/index.js";
import { linkOf } from "../rooming.js";
import { writeInvitation } from "../rooms.js";
import { use } from "./card.js";
import { chairs } from "./chairs.js";
import { languageButton } from "./hall.js";
import { example, stakesLine, terms } from "./terms.js";

/** @import { Room } from "../reducer.js" */
/** @import { Dialog, State } from "../state.js" */
/** @import { Preview, RoomOptions, Seat, SeatState } from "../wire.js" */

/**
 * @typedef {object} RoomActions
 * @property {(page: State['page']) => void} go
 * @property {(room: string) => void} back
 * @property {() => void} leave
 * @property {() => void} language
 * @property {(dialog: Dialog) => void} open
 * @property {() => void} sit
 * @property {() => void} look
 * @property {() => void} edit
 * @property {(on: boolean) => void} ready
 * @property {() => void} begin
 * @property {() => void} addBot
 * @property {(seat: SeatState) => void} choose
 * @property {(link: string) => void} share
 */

/** The room in which one sits, between hands. @param {State} state @param {RoomActions} act */
export function room(state, act) {
  const { room } = state;
  if (!room) return nothing;
  const { options, owner, seat } = room;
  const mine = owner === seat;
  return html`<main class="page felted room-page">
    ${head(options.name, t("table.back"), act.leave, act)}
    <div class="halves">
      <section class="box sits" aria-label=${t("rooms.seats")}>
        ${chairs({
          seats: all(room),
          owner,
          own: seat,
          beans: options.beans,
          more: (who) => (mine && who.seat !== seat ? menu(who, act) : nothing),
          empty: () =>
            mine && options.bots
              ? html`<button class="pill" data-act="add-bot" @click=${act.addBot}>${use("i-bot")}${t("room.addBot")}</button>`
              : nothing,
        })}
        ${invite(room, act)} ${wayOn(state, room, act)}
      </section>
      ${playedFor(
        options,
        state.terms,
        mine
          ? html`<button class="pill" data-act="edit" @click=${act.edit}>${use("i-gear")}${t("room.edit")}</button>`
          : nothing,
      )}
    </div>
  </main>`;
}

/** Every seat of a room, empty ones too. @param {Room} room */
const all = ({ seats, chairs }) =>
  Array.from({ length: chairs }, (_, seat) => seats.find((other) => other.seat === seat) ?? null);

/** @param {string} name @param {string} way @param {() => void} back @param {RoomActions} act */
const head = (name, way, back, act) => html`<header class="bar">
  <button class="ib" data-act="back" aria-label=${way} @click=${back}>${use("i-back")}</button>
  <h1><bdi>${name}</bdi></h1>
  <span class="sp"></span>
  ${languageButton(act)}
  <button class="ib" aria-label=${t("settings")} @click=${() => act.open("settings")}>${use("i-gear")}</button>
</header>`;

/** What is played for: the figures, and what they come to. @param {RoomOptions} options @param {Preview | null} preview @param {unknown} [more] */
const playedFor = (
  options,
  preview,
  more = nothing,
) => html`<section class="box played-for" aria-labelledby="for-title">
  <header><h2 id="for-title">${t("room.for")}</h2>${more}</header>
  <p class="vh">${tell(`game.${options.game}`)} · ${stakesLine(options)}</p>
  ${example(options, preview)} ${terms(options)}
</section>`;

/** What the owner may do with somebody. @param {SeatState} who @param {RoomActions} act */
const menu = (who, act) => html`<button
  class="ib menu"
  aria-haspopup="dialog"
  data-act=${`seat-${who.seat}`}
  aria-label=${t("room.menu", { name: who.name })}
  @click=${() => act.choose(who)}
>
  ${use("i-more")}
</button>`;

/** How others come: by the link or the code. @param {Room} room @param {RoomActions} act */
function invite({ room, code, seats, chairs }, act) {
  if (seats.length === chairs) return nothing;
  const invitation = { room, code };
  const link = linkOf(invitation);
  return html`<div class="invite">
    <p>${t("room.invite")}<b class="code">${writeInvitation(invitation)}</b></p>
    <button class="btn hint" data-act="share" @click=${() => act.share(link)}>${use("i-link")}${t("room.share")}</button>
  </div>`;
}

/** What one can do for the hand to begin, and what it still waits for. @param {State} state @param {Room} room @param {RoomActions} act */
function wayOn(state, room, act) {
  const { seat, owner, seats, chairs, options } = room;
  const empty = chairs - seats.length;
  const ready = seats.find((who) => who.seat === seat)?.ready ?? false;
  const late = seats.filter((who) => !who.ready && who.seat !== seat);
  const may = owner === seat && !late.length && (!empty || options.bots);
  const waitsFor = late.length
    ? t("room.late", { names: late.map(({ name }) => name).join(t("list.comma")) })
    : empty
      ? t(may ? "room.fill" : "room.empty", { n: empty })
      : "";
  return html`<div class="way-on">
    <p role="status">${waitsFor || (ready ? "" : t("room.ask"))}</p>
    <div class="row">
      ${
        ready
          ? html`<button class="btn" data-act="unready" @click=${() => act.ready(false)}>${t("room.unready")}</button>`
          : html`<button class="btn ${may ? "" : "go big"}" data-act="ready" @click=${() => act.ready(true)}>${t("room.ready")}</button>`
      }
      ${may ? html`<button class="btn go big" data-act="start" ?disabled=${state.link.state !== "up"} @click=${act.begin}>${t("room.start")}</button>` : nothing}
    </div>
  </div>`;
}

// --- Before one sits down ---

/** A room that one has been asked to, or has found. @param {State} state @param {RoomActions} act */
export function visit(state, act) {
  const { info, problem } = state.visit ?? { info: null, problem: "" };
  return html`<main class="page felted room-page">
    ${head(info?.options.name ?? t("room"), t("rooms.back"), () => act.go("lobby"), act)}
    ${
      info
        ? html`<div class="halves">
            <section class="box sits" aria-label=${t("rooms.seats")}>
              ${chairs({ seats: info.seats, owner: info.owner, beans: info.options.beans })} ${sitDown(state, act)}
            </section>
            ${playedFor(info.options, info.preview)}
          </div>`
        : html`<div class="stop-page">
            ${
              problem
                ? html`<div class="box" role="alert">
                    <p>${problem === "no_such_room" ? t("visit.none") : refusal(problem)}</p>
                    <button class="btn go" data-act="to-lobby" @click=${() => act.go("lobby")}>${t("rooms.back")}</button>
                  </div>`
                : html`<span class="spin" role="img" aria-label=${t("loading")}></span>`
            }
          </div>`
    }
  </main>`;
}

/** @param {State} state @param {RoomActions} act */
function sitDown(state, act) {
  const { session, visit, busy } = state;
  const info = visit?.info;
  if (!info || !session) return nothing;
  const held = session.room;
  if (held) {
    const here = held === info.room;
    return html`<div class="way-on">
      ${here ? nothing : html`<p>${t("visit.elsewhere", { room: held })}</p>`}
      <div class="row"><button class="btn go big" data-act="back-to" @click=${() => act.back(held)}>${t("lobby.continue")}</button></div>
    </div>`;
  }
  const { beans, entry } = info.options;
  const full = info.seats.every(Boolean);
  const guest = beans && session.kind === "guest";
  const short = session.beans < entry ? t("lobby.short", { entry }) : "";
  const why = full ? t("visit.full") : guest ? refusal("registered_only") : short;
  return html`<div class="way-on">
    <p role="status">${why || (info.running ? t("visit.running") : t("visit.ask"))}</p>
    <div class="row">
      ${full ? html`<button class="btn" data-act="look-again" @click=${act.look}>${t("visit.again")}</button>` : nothing}
      ${guest ? html`<button class="btn" data-act="register" @click=${() => act.go("me")}>${t("form.register")}</button>` : nothing}
      <button class="btn go big" data-act="sit" ?disabled=${Boolean(why) || busy} @click=${act.sit}>
        ${busy ? html`<span class="spin"></span>` : nothing}${t("visit.sit")}
      </button>
    </div>
  </div>`;
}

// --- Panels ---

/** What the owner may do with somebody. @param {State} state @param {{ kick: (seat: Seat) => void, handOver: (seat: Seat) => void }} act */
export function seatMenu({ chosenSeat, room }, act) {
  const who = room?.seats.find(({ seat }) => seat === chosenSeat);
  if (!who) return nothing;
  return html`<div class="row">
    <button class="btn stop" data-act="kick" @click=${() => act.kick(who.seat)}>${t("room.kick")}</button>
    ${who.bot ? nothing : html`<button class="btn go" data-act="hand-over" @click=${() => act.handOver(who.seat)}>${t("room.handOver")}</button>`}
  </div>`;
}

/** What the own table is played under. @param {Room} room @param {Preview | null} preview */
export const optionsOf = ({ room, code, owner, options }, preview) => html`
  ${owner === null ? nothing : html`<p class="invited">${t("room.code")} <b class="code">${writeInvitation({ room, code })}</b></p>`}
  ${example(options, preview)} ${terms(options)}
`;
