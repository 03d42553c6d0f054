// The settlement: how the multiple came about, what each seat pays or gets, and why a figure is smaller than due.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { netOf, outcome, promotion, rankList } from "../a11y.js";
import { number, signed, t, tell } from "../i18n/index.js";
import { isFriendly, mySeat, nameOf, roleOf } from "../state.js";
import { landlordsOf, sumOf } from "../sums.js";
import { tiles, use } from "./card.js";
import { rung } from "./levels.js";
import { roleTag } from "./seats.js";

/** @import { Room } from "../reducer.js" */
/** @import { State } from "../state.js" */
/** @import { Cause, Public, Seat, Standing } from "../wire.js" */

/**
 * @typedef {object} ResultActions
 * @property {() => void} again
 * @property {() => void} toRoom
 * @property {() => void} leave
 * @property {() => void} look
 */

/** @param {State} state @param {ResultActions} act */
export function result(state, act) {
  const { room, standing } = state;
  const open = room?.view?.public;
  if (!room?.seats.length || !open?.finish || state.result !== "open") return nothing;
  return html`<div class="pan wide result" role="document">
    ${verdict(state, room, open)}
    ${standing?.room === room.room && standing.hand === room.hand ? gained(standing) : nothing}
    <div class="body">
    ${open.settled && open.score ? accounts(state, room, open) : html`<p>${tell(`result.${open.finish.end}.note`)}</p>`}
    ${remaining(state, room, open)}
    </div>
    <div class="row">
      <button class="btn" data-act="look" @click=${act.look}>${t("result.look")}</button>
      <button class="btn" data-act="leave" ?autofocus=${state.closed} @click=${act.leave}>${t("result.leave")}</button>
      ${state.closed ? nothing : again(state, act)}
    </div>
  </div>`;
}

/** @param {State} state @param {ResultActions} act */
function again(state, act) {
  const waits = mySeat(state)?.ready || state.pending?.type === "again";
  const { seats = [], chairs = 0, owner = null } = state.room ?? {};
  const ready = seats.filter((seat) => seat.ready).length;
  if (waits && owner !== null) {
    return html`<button class="btn go" data-act="to-room" autofocus @click=${act.toRoom}>
      ${t("result.room")}<small>${ready}/${chairs}</small>
    </button>`;
  }
  return html`<button class="btn go" data-act="again" autofocus ?disabled=${waits} @click=${act.again}>
    ${waits ? html`${t("result.againWait")}<small>${ready}/${chairs}</small>` : t("result.again")}
  </button>`;
}

/** @param {State} state @param {Room} room @param {Public} open */
function verdict(state, room, open) {
  const how = outcome(state);
  const own = how === "escape" && open.finish?.seat === room.seat;
  const title =
    how === "none"
      ? tell(`result.${open.finish?.end}`)
      : how === "escape"
        ? own
          ? t("result.escape.own")
          : t("result.escape", { name: nameOf(state, open.finish?.seat ?? null) })
        : t(open.finish?.winners.includes(room.seat) ? "result.win" : "result.lose");
  const side = how === "landlord" || how === "farmers" ? `${t(`result.${how}`)} · ` : "";
  const net = netOf(state);
  return html`<div class="verdict">
    <h2 id="dialog-title">${title}</h2>
    ${open.settled ? html`<span class=${net < 0 ? "lost" : "won"}>${isFriendly(open) ? t("result.points", { n: signed(net) }) : signed(net)}</span>` : nothing}
    <small>${side}${t("result.hand", { game: tell(`game.${open.game}`), n: room.hand })} · <span class="name">${room.room}:${room.hand}</span></small>
  </div>`;
}

/** @param {State} state @param {Room} room @param {Public} open */
function accounts(state, room, open) {
  const order = [room.seat, ...open.carried.map((_, seat) => seat).filter((seat) => seat !== room.seat)];
  return html`${formula(open)}
    <table>
      <thead>
        <tr>
          <th>${t("result.player")}</th>
          <th>${t("result.role")}</th>
          ${
            isFriendly(open)
              ? html`<th></th><th>${t("result.score")}</th>`
              : html`<th>${open.escape ? nothing : t("result.stake")}</th>
                <th>${t("result.due")}</th>
                <th>${t("result.moved")}</th>
                <th>${t("result.fee")}</th>
                <th>${t("result.net")}</th>
                <th>${t("result.balance")}</th>`
          }
        </tr>
      </thead>
      <tbody>
        ${order.map((seat) => row(state, room, open, seat))}
      </tbody>
    </table>
    ${caps(state, open).map((text) => html`<p class="caps">${text}</p>`)}`;
}

/** The points of each farmer as a product, causes together. @param {Public} open */
function formula(open) {
  const { stakes, score, escape: escaped } = open;
  if (!score) return nothing;
  const chips = [t("result.base", { n: score.base }), t("result.initial", { n: stakes.initial })];
  if (escaped) {
    chips.push(t("result.rate", { k: escaped.rate, m: escaped.multiple }));
    if (!isFriendly(open)) chips.push(t("result.n", { n: stakes.coefficient }));
    return html`<p class="sum">${chips.map((chip, i) => html`${i ? "×" : nothing}<span>${chip}</span>`)}</p>`;
  }
  /** @type {Map<Cause, number>} */
  const causes = new Map();
  for (const { cause, factor } of open.factors) causes.set(cause, (causes.get(cause) ?? 1) * factor);
  for (const [cause, n] of causes) chips.push(t("result.product", { cause: tell(`cause.${cause}`), n }));
  return html`<p class="sum">
    ${chips.map((chip, i) => html`${i ? "×" : nothing}<span>${chip}</span>`)} =
    <b>${t("result.points", { n: score.base * score.counted })}</b>
    ${
      score.counted === score.multiple
        ? nothing
        : html`<span>${t("result.counted", { m: score.multiple, n: score.counted })}</span>`
    }
    ${
      isFriendly(open)
        ? nothing
        : html`<span>${t("result.n", { n: stakes.coefficient })}</span><span>${t("result.a", { n: stakes.fee })}</span>`
    }
  </p>`;
}

/** @param {State} state @param {Room} room @param {Public} open @param {Seat} seat */
function row(state, room, open, seat) {
  const role = room.view && roleOf(room.view, seat);
  const name = nameOf(state, seat);
  return html`<tr class=${seat === room.seat ? "mine" : ""} data-seat=${seat}>
    <td><bdi>${seat === room.seat ? t("result.me", { name }) : name}</bdi>${room.cast[seat]?.bot ? botSign() : nothing}</td>
    <td class="role">${role ? roleTag(role) : nothing}</td>
    <td class="stake">${open.escape ? nothing : stake(open, seat)}</td>
    ${isFriendly(open) ? scored(open, seat) : paid(open, seat)}
  </tr>`;
}

/** The points of a seat, where nothing else is played for. @param {Public} open @param {Seat} seat */
function scored({ score }, seat) {
  const x = score?.x[seat] ?? 0;
  return html`<td class="net"><span class=${x < 0 ? "dn" : "up"}>${signed(x)}</span></td>`;
}

/** The beans of a seat. @param {Public} open @param {Seat} seat */
function paid({ settled, carried, escape: escaped }, seat) {
  const moved = settled?.moved[seat] ?? 0;
  const due = settled?.due[seat] ?? 0;
  const fee = settled?.fees[seat] ?? 0;
  const net = moved - fee;
  return html`<td class="due" data-of=${t("result.due")}>${signed(due)}</td>
    <td class="moved" data-of=${t("result.moved")}>
      ${signed(moved)}${moved === due || (escaped && seat !== escaped.seat) ? nothing : html` <span class="tag warn">${t("result.capped")}</span>`}
    </td>
    <td class="fee" data-of=${t("result.fee")}>${signed(-fee)}</td>
    <td class="net"><span class=${net < 0 ? "dn" : "up"}>${signed(net)}</span></td>
    <td class="balance" data-of=${t("result.balance")}>${number((carried[seat] ?? 0) + net)}</td>`;
}

/** Whether anybody's stake is another than the table's. @param {Public} open */
const isDoubled = ({ score }) => score?.doubling.some((factor) => factor > 1) ?? false;

/** A due as a product. @param {Public} open @param {Seat} seat */
function stake(open, seat) {
  const sum = sumOf(open, seat);
  if (!sum) return t("result.sum");
  const { points, doubling, farmers, landlords } = sum;
  const product = [
    number(points),
    isDoubled(open) ? t("result.product", { cause: tell("cause.double"), n: doubling }) : [],
    farmers > 1 ? t("result.farmers.of", { n: farmers }) : [],
    isFriendly(open) ? [] : number(open.stakes.coefficient),
  ];
  return `${product.flat().join(" × ")}${landlords > 1 ? ` ÷ ${landlords}` : ""}`;
}

/** What the hand has made of the own level. @param {Standing} standing */
function gained(standing) {
  const { before, after } = standing;
  const change = promotion(standing);
  return html`<p class="gained">
    ${t("level.gained", { n: signed(after.points - before.points) })} · ${rung(after)}
    ${change ? html`<b class="tag ${after.rank > before.rank ? "rise" : "warn"}">${change}</b>` : nothing}
  </p>`;
}

/** Beside the name of a bot. */
const botSign = () =>
  html` <span class="botsign" role="img" aria-label=${t("badge.bot")}>${use("i-bot")}</span>`;

/** Each figure that is not what the sum beside it says, in words. @param {State} state @param {Public} open */
function caps(state, open) {
  const { settled } = open;
  if (!settled) return [];
  /** @type {string[]} */
  const told = [];
  open.carried.forEach((carried, seat) => {
    const due = settled.due[seat] ?? 0;
    const moved = settled.moved[seat] ?? 0;
    if (due === moved || (open.escape && seat !== open.escape.seat)) return;
    const name = nameOf(state, seat);
    const n = Math.abs(moved);
    if (n === carried) told.push(t(due < 0 ? "result.cap.all" : "result.cap.gain", { name, n: carried }));
    else told.push(t(due < 0 ? "result.cap.less" : "result.cap.share", { name, due: Math.abs(due), n }));
  });
  const [one, other] = landlordsOf(open).map((seat) => Math.abs(settled.due[seat] ?? 0));
  if (!open.escape && one !== other && other !== undefined) {
    told.push(t("result.odd", { name: nameOf(state, open.landlord) }));
  }
  if (open.escape && settled.penalty > 0) {
    const shared = settled.moved.some((moved) => moved > 0);
    told.push(t(shared ? "result.penalty.system" : "result.penalty.all", { n: settled.penalty }));
  }
  return told;
}

/** What everybody still held. @param {State} state @param {Room} room @param {Public} open */
function remaining(state, room, open) {
  const hands = open.finish?.hands ?? [];
  if (!hands.some((cards) => cards.length)) return nothing;
  return html`<dl class="remain" aria-label=${t("result.remaining")}>
    ${hands.map((cards, seat) =>
      seat === room.seat && !cards.length
        ? nothing
        : html`<div>
            <dt><bdi>${nameOf(state, seat)}</bdi></dt>
            <dd>${cards.length ? tiles(cards, rankList(cards)) : t("result.out")}</dd>
          </div>`,
    )}
  </dl>`;
}
