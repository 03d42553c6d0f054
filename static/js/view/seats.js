// The seats: who sits there, in which role, with how many cards, and how he is doing.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { rankList } from "../a11y.js";
import { brief, number, t, tell } from "../i18n/index.js";
import { nameOf, roleOf } from "../state.js";
import { tiles, use } from "./card.js";
import { vars } from "./vars.js";

/** @import { Role, State } from "../state.js" */
/** @import { Room } from "../reducer.js" */
/** @import { Seat, SeatState } from "../wire.js" */

const COLOURS = [
  ["#f2884b", "#b3402a"],
  ["#5b8def", "#2c4ba8"],
  ["#58b57a", "#1f6f48"],
  ["#a374e0", "#5a34a0"],
  ["#e0719a", "#99325f"],
  ["#d6a531", "#8a5a10"],
];
const OWN = ["#35b3a8", "#12615f"];

/** The first character of a name as a reader sees it. @param {string} name */
const initial = (name) => {
  if (typeof Intl.Segmenter === "function") {
    for (const { segment } of new Intl.Segmenter().segment(name)) return segment;
  }
  return Array.from(name)[0] ?? "?";
};

/** @param {number} which @param {boolean} own */
function colours(which, own) {
  const [c1 = "", c2 = ""] = own ? OWN : (COLOURS[which % COLOURS.length] ?? OWN);
  return vars({ "--c1": c1, "--c2": c2 });
}

/** A round picture. @param {string} name @param {{ own?: boolean, colour?: number, hat?: unknown, ring?: unknown, sign?: unknown }} [more] */
export const avatar = (
  name,
  { own = false, colour = 0, hat = nothing, ring = nothing, sign = nothing } = {},
) =>
  html`<div class="av" ${colours(colour, own)}><span aria-hidden="true">${initial(name)}</span>${ring}${hat}${sign}</div>`;

/** The rim that shrinks as time runs; main.js moves it. */
export const ringlet = () => html`<svg class="ringlet" viewBox="0 0 40 40" aria-hidden="true">
  <circle cx="20" cy="20" r="17.5"></circle>
  <circle class="rest" cx="20" cy="20" r="17.5" pathLength="100"></circle>
</svg>`;

/** Beans, in few characters where there is little room. @param {number} beans @param {boolean} [short] */
export const beanCount = (beans, short = false) =>
  html`<span class="beans" title=${number(beans)}>${use("bean", "")}<span>${short ? brief(beans) : number(beans)}</span></span>`;

/**
 * One seat at the table.
 * @param {State} state
 * @param {Seat} seat
 * @param {{ own?: boolean, right?: boolean, place?: unknown }} how
 */
export function seatView(state, seat, { own = false, right = false, place = nothing }) {
  const { room } = state;
  if (!room) return nothing;
  const who = playerAt(room, seat);
  const open = room.view?.public;
  const held = room.view?.hands[seat];
  const name = nameOf(state, seat);
  const role = room.view && roleOf(room.view, seat);
  const asked = !open?.finish && room.clock.asked.includes(seat) && room.clock.deadline_ms !== null;
  const shows = open?.shows.some((showing) => showing.seat === seat) ?? false;
  const doubled = open?.doubles.some((answer) => answer.seat === seat && answer.yes) ?? false;
  const ready = open?.finish && who?.ready;
  const few = (held?.count ?? 9) <= 2;
  const classes = `seat ${own ? "me" : ""} ${right ? "right" : ""} ${who?.away ? "away" : ""}`;
  return html`<section class=${classes} data-seat=${seat} aria-label=${name} ${place}>
    <div class="head">
      ${avatar(name, {
        own,
        colour: (seat - room.seat + 6) % 6,
        hat: role ? hat(role) : nothing,
        ring: asked && !(own && hasTimer(room) && !who?.auto) ? ringlet() : nothing,
        sign: signs(who, doubled),
      })}
      <div class="who">
        <b><bdi>${name}</bdi></b>
        ${who && room.options.beans ? beanCount(who.beans, true) : nothing}
        <div class="tags">
          ${role ? roleTag(role) : nothing} ${own && shows ? html`<span class="tag">${t("badge.open")}</span>` : nothing}
          ${ready ? html`<span class="tag farm">${t("badge.ready")}</span>` : nothing}
          ${who?.title ? titleOf(who.title) : nothing}
        </div>
        ${bubble(state, seat)}
      </div>
      ${
        own || !held || open?.finish || (!held.count && open?.phase !== "tricks")
          ? nothing
          : html`<div class="left ${few ? "low" : ""}" role="img" aria-label=${t("table.left", { n: held.count })}>
              ${held.count}
            </div>`
      }
    </div>
    ${
      !own && held?.cards?.length && !open?.finish && !open?.open_card
        ? html`<div class="open">${tiles(held.cards, t("table.open", { cards: rankList(held.cards) }))}</div>`
        : nothing
    }
  </section>`;
}

/** What a person is called by his level, where there is room. @param {string} title */
function titleOf(title) {
  const words = tell(`title.${title}`);
  return html`<span class="title" title=${words}>${words}</span>`;
}

/** What somebody is just saying; readers are told it elsewhere, once. @param {State} state @param {Seat} seat */
function bubble({ said, room }, seat) {
  const phrase = said.find((each) => each.seat === seat && each.room === room?.room)?.phrase;
  return phrase ? html`<div class="bubble" aria-hidden="true">${t(`phrase.${phrase}`)}</div>` : nothing;
}

/** Who plays there, as he is now; once he has got up, as he was. @param {Room} room @param {Seat} seat */
function playerAt({ cast, seats }, seat) {
  const played = cast.find((other) => other.seat === seat);
  const sits = seats.find((other) => other.seat === seat);
  return sits?.player === played?.player ? sits : played;
}

/** Marks on the picture: a bot, a seat that plays by itself, a player who is away, a doubled stake. @param {SeatState | undefined} who @param {boolean} doubled */
function signs(who, doubled) {
  const state = who?.away ? "badge.away" : who?.auto ? "badge.auto" : null;
  return html`${
    who?.bot && !state
      ? html`<span class="sign" role="img" aria-label=${t("badge.bot")}>${use("i-bot")}</span>`
      : nothing
  }${state ? html`<span class="doing">${t(state)}</span>` : nothing}${
    doubled ? html`<span class="twice" role="img" aria-label=${t("badge.doubled")}>×2</span>` : nothing
  }`;
}

/** Whether the own time runs among the own buttons. @param {Room} room */
const hasTimer = (room) => Boolean(room.turn) || room.view?.public.phase === "identity";

/** @type {Record<Role, { hat: string, tag: string }>} */
const PARTS = {
  landlord: { hat: "hat-l", tag: "lord" },
  open: { hat: "hat-l", tag: "lord" },
  alone: { hat: "hat-l", tag: "lord" },
  hidden: { hat: "hat-l", tag: "lord" },
  farmer: { hat: "hat-f", tag: "farm" },
  unknown: { hat: "", tag: "" },
};

/** @param {{ role: Role, secret: boolean }} part */
const hat = ({ role, secret }) =>
  PARTS[role].hat ? use(PARTS[role].hat, `hat ${secret ? "ghost" : ""}`) : nothing;

/** What a seat is, in a word; a secret is marked as one. @param {{ role: Role, secret: boolean }} part */
export const roleTag = ({ role, secret }) =>
  html`<span class="tag ${PARTS[role].tag} ${secret ? "secret" : ""}" title=${secret ? t("role.secret") : tell(`role.${role}.title`)}
    >${t(`role.${role}`)}</span
  >`;
