// The table: seats around, cards in the middle, the own hand below.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { cardName, kindName, playName, rankList, readingName } from "../a11y.js";
import { rankText } from "../cards.js";
import { number, refusal, t, tell } from "../i18n/index.js";
import { deckOf, unseen } from "../kinds.js";
import { layOut } from "../laid.js";
import { layoutPlay, layoutTable, layoutTiles, modeOf, NAME, NARROW, SHORT } from "../layout.js";
import {
  asksForBid,
  awayCards,
  baseOf,
  chance,
  chosen,
  chosenReading,
  clip,
  isFollowing,
  isLocked,
  lying,
  mayPlay,
  multipleOf,
  nameOf,
  onAuto,
  shownHand,
  standingBid,
} from "../state.js";
import { back, picture, spread, tile, use } from "./card.js";
import { hand, measureHand } from "./hand.js";
import { identity } from "./identity.js";
import { ringlet, seatView } from "./seats.js";
import { vars } from "./vars.js";

/**
 * @import { HandActions } from "./hand.js"
 * @import { Options } from "../plays.js"
 * @import { Room } from "../reducer.js"
 * @import { Spot, TableLayout } from "../layout.js"
 * @import { Dialog, State } from "../state.js"
 * @import { Card, Combo, Public, Seat } from "../wire.js"
 */

/**
 * @typedef {object} TableActions
 * @property {HandActions} hand
 * @property {() => void} play
 * @property {() => void} rightClick
 * @property {() => void} pass
 * @property {(step: number) => void} hint
 * @property {(yes: boolean) => void} answer
 * @property {(value: number) => void} bid
 * @property {() => void} clear
 * @property {() => void} sort
 * @property {(on: boolean) => void} auto
 * @property {() => void} sound
 * @property {() => void} leave
 * @property {() => void} showResult
 * @property {(dialog: Dialog) => void} open
 */

/**
 * @param {State} state
 * @param {{ width: number, height: number }} size of the felt
 * @param {TableActions} act
 */
export function table(state, size, act) {
  const { room } = state;
  if (!room?.seats.length) return opening(); // A snapshot comes before the names: both are drawn at once.
  const mode = modeOf(size.width, size.height);
  const seats = room.view?.hands.length ?? room.chairs;
  const hands = measureHand(state, { ...size, mode }, deckOf(room.game).most);
  const around = others(room.seat, seats);
  const laid = around.map((seat) => lastOf(room, seat)?.cards.length ?? 0);
  const layout = layoutTable(seats, { ...size, hand: hands.height }, laid);
  const narrow = mode === "land" && size.width < NARROW ? "narrow" : "";
  const low = mode === "port" && size.height < (seats > 3 ? SHORT : 600) ? "low" : "";
  const four = state.settings.fourColours ? "four" : "";
  return html`<main
    class="table felted m-${mode} ${narrow} ${low} ${four} s${seats}"
    data-seen=${`${room.hand}.${room.version}`}
    data-phase=${room.view?.public.phase ?? ""}
    ${vars({ "--hh": hands.height })}
    @pointerdown=${(/** @type {PointerEvent} */ event) => onFelt(event, act)}
    @contextmenu=${(/** @type {MouseEvent} */ event) => {
      event.preventDefault();
      act.rightClick();
    }}
  >
    <h1 class="vh">${t("title")} · ${t("table")}</h1>
    <div class="felt">
      ${topBar(state, room, act, mode !== "port")} ${counter(state, room)}
      ${around.map((seat, i) => {
        const spot = layout.seats[i];
        return spot
          ? seatView(state, seat, { right: spot.side === "right", place: at(spot, layout.inRows) })
          : nothing;
      })}
      ${around.map((seat, i) => openHand(state, room, seat, i, layout))}
      ${around.map((seat, i) => place(state, room, seat, layout.plays[i], layout))}
      ${ownPlace(state, room, layout)} ${status(state, room, layout)} ${identity(state, room, act)}
      ${seatView(state, room.seat, { own: true })} ${actions(state, room, act)} ${sides(state, act, mode === "port")}
      ${readingChip(state, act)} ${hand(state, hands, act.hand)} ${autoBar(state, act)}
    </div>
  </main>`;
}

const opening = () => html`<main class="page felted">
  <h1 class="vh">${t("title")}</h1>
  <div class="stop-page"><span class="spin" role="img" aria-label=${t("loading")}></span></div>
</main>`;

/** The other seats in play order. @param {Seat} own @param {number} seats */
export const others = (own, seats) => Array.from({ length: seats - 1 }, (_, i) => (own + 1 + i) % seats);

/** @param {Spot} spot @param {boolean} [whole] as wide as it may be, whatever is in it */
const at = (spot, whole = false) =>
  vars({ [spot.side]: spot.x, top: spot.y, ...(whole ? { width: spot.width } : {}) });

/** A click on the felt puts all cards back. @param {PointerEvent} event @param {TableActions} act */
function onFelt(event, act) {
  const target = /** @type {Element} */ (event.target);
  if (event.button === 0 && !target.closest("button, .hand .card, a, input")) act.clear();
}

// --- The top ---

/** @param {State} state @param {Room} room @param {TableActions} act @param {boolean} wide there is room for one more button */
function topBar(state, room, act, wide) {
  const { sound } = state.settings;
  return html`<header class="top">
    <button class="ib" aria-label=${t("table.back")} @click=${act.leave}>${use("i-back")}</button>
    <button class="room" aria-haspopup="dialog" title=${t("table.options")} @click=${() => act.open("options")}>
      <b><bdi>${room.owner === null ? tell(`game.${room.game}`) : room.options.name}</bdi></b>
      ${
        state.restartsIn === null
          ? html`<small>${stakes(room)}</small>`
          : html`<small class="soon">${restart(state.restartsIn)}</small>`
      }
    </button>
    <div class="mid">${room.view ? kitty(room.view.public) : nothing}${multiple(room, act)}</div>
    <span class="sp"></span>
    ${lag(state)} ${wide ? phrases(state, act, "ib") : nothing}
    <button
      class="ib"
      aria-label=${t("table.sound")}
      aria-pressed=${sound}
      title=${`${t("table.sound")} (M)`}
      @click=${act.sound}
    >
      ${use(sound ? "i-snd" : "i-mute")}
    </button>
    <button class="ib" aria-label=${t("table.settings")} @click=${() => act.open("settings")}>${use("i-gear")}</button>
  </header>`;
}

/** The way to quick phrases, where the room has them. @param {State} state @param {TableActions} act @param {'ib' | 'pill'} shape */
function phrases({ room }, act, shape) {
  if (!room?.options.phrases) return nothing;
  return html`<button
    class=${shape}
    data-act="phrases"
    aria-haspopup="dialog"
    aria-label=${t("table.phrases")}
    title=${`${t("table.phrases")} (C)`}
    @click=${() => act.open("phrases")}
  >
    ${use("i-talk")}
  </button>`;
}

/** What is played for: the base once the landlord is settled, where it is more than one. @param {Room} room */
function stakes({ view, stakes, options }) {
  if (!options.beans) return t("table.friendly");
  const base = view && view.public.landlord !== null ? baseOf(view.public) : 1;
  const point = t("table.stakes", { n: stakes.coefficient });
  return base > 1 ? `${t("result.base", { n: base })} · ${point}` : point;
}

/** @param {number} n seconds until an announced restart */
const restart = (n) => (n > 0 ? t("table.restart", { n }) : t("table.restart.now"));

/** @param {State} state */
function lag({ lag, link }) {
  const bars = link.state !== "up" || lag === null ? 0 : lag < 120 ? 4 : lag < 250 ? 3 : lag < 500 ? 2 : 1;
  const label = lag === null ? "" : t("table.lag", { n: lag });
  return html`<span class="lag ${bars < 3 ? "poor" : ""}" role="img" aria-label=${label}
      >${[1, 2, 3, 4].map((bar) => html`<i class=${bar <= bars ? "on" : ""}></i>`)}</span
    ><span class="lagms" aria-hidden="true">${lag === null ? "" : `${lag}ms`}</span>`;
}

/** @param {Public} open */
function kitty(open) {
  const { bottom } = deckOf(open.game);
  const cards =
    open.bottom_taken && open.bottom.length ? open.bottom : Array.from({ length: bottom }, () => null);
  return html`<div class="kitty xs ${bottom > 3 ? "many" : ""}" role="group" aria-label=${t("table.bottom")}>
      ${cards.map((card) => html`<span class="slot">${card ? picture(card) : back()}</span>`)}
    </div>
    ${turned(open)}`;
}

/** The open card, which tells the landlord. @param {Public} open */
function turned({ open_card: card }) {
  if (!card) return nothing;
  const label = t("table.turned", { card: cardName(card.card) });
  return html`<div class="turned xs" role="img" aria-label=${label} title=${label}>
    ${picture(card.card)}${use("hat-l", "hat")}
  </div>`;
}

/** @param {Room} room @param {TableActions} act */
function multiple(room, act) {
  const open = room.view?.public;
  if (!open) return nothing;
  const n = open.score?.multiple ?? multipleOf(open);
  return html`<button
    class="mult"
    aria-haspopup="dialog"
    aria-label=${t("table.multipleOf", { n })}
    @click=${() => act.open("factors")}
  >
    <small>${t("table.multiple")}</small>×${number(n)}
  </button>`;
}

/** @param {State} state @param {Room} room */
function counter(state, room) {
  const { view } = room;
  if (!room.options.counter || !view?.public.dealt || !view.hands[room.seat]?.count) return nothing;
  const own = [...shownHand(state).map(({ card }) => card), ...awayCards(state)];
  return html`<dl class="counter" aria-label=${t("table.counter")}>
    ${unseen(view, own).map(({ rank, left, full }) => {
      const name = rank === "jokers" ? t("jokers") : rank === "L" ? t("counter.laizi") : rankText(rank);
      return html`<div class="${left === 0 ? "none" : full ? "full" : ""} ${rank === "L" ? "wild" : ""}">
        <dt>${name}</dt>
        <dd>${left || "–"}</dd>
      </div>`;
    })}
  </dl>`;
}

// --- What lies on the table ---

/**
 * What a seat has said or played last.
 * @param {Room} room @param {Seat} seat
 * @returns {{ cards: Card[], reading: Combo | null, say: string, strong: boolean } | null}
 */
function lastOf(room, seat) {
  const open = room.view?.public;
  if (!open) return null;
  const say = (/** @type {string} */ key, strong = false) => ({
    cards: [],
    reading: null,
    say: tell(key),
    strong,
  });
  const yesNo = (/** @type {string} */ key, /** @type {boolean} */ yes) =>
    say(`say.${key}${yes ? "" : ".no"}`, yes);
  if (open.phase === "tricks" || open.finish) {
    const move = lying(open).get(seat);
    if (!move) return open.moves.length ? null : saidBid(open, seat);
    if (!move.cards.length) return say("say.pass");
    return { cards: move.cards, reading: move.reading, say: "", strong: false };
  }
  if (open.phase === "bid") return saidBid(open, seat);
  const told = (/** @type {{ seat: Seat, yes: boolean }[]} */ answers) =>
    answers.findLast((answer) => answer.seat === seat);
  const showing = open.shows.find((other) => other.seat === seat);
  const doubled = told(open.doubles);
  if (doubled) return yesNo("double", doubled.yes);
  if (open.phase === "double") return null;
  const robbed = told(open.robs);
  if (open.landlord === null && robbed) return yesNo("rob", robbed.yes);
  const called = told(open.calls);
  if (open.landlord === null && called) return yesNo("call", called.yes);
  if (open.landlord === seat && open.phase === "show_landlord" && showing) return say("say.show", true);
  if (open.landlord === null && showing) return say("say.show", true);
  if (open.phase === "show_start" && open.declined.includes(seat)) return say("act.show.start.no");
  return null;
}

/** What a seat has bid: it stands until the first card. @param {Public} open @param {Seat} seat */
function saidBid(open, seat) {
  const bid = open.bids.find((bidding) => bidding.seat === seat);
  if (!bid) return null;
  const say = bid.value ? t("say.bid", { n: bid.value }) : t("say.bid.no");
  return { cards: [], reading: null, say, strong: bid === standingBid(open) };
}

/** Whether what a seat has laid is no longer what is to be beaten. @param {Room} room @param {Seat} seat */
function isBeaten(room, seat) {
  const lead = room.view?.public.lead;
  return Boolean(lead) && lead?.seat !== seat;
}

/** Room for the name of whom an open hand is. */
const OWNER = 64;

/**
 * The hand of the other landlord, where it has a place of its own. It points at its seat, or names him from afar.
 * @param {State} state @param {Room} room @param {Seat} seat @param {number} at @param {TableLayout} layout
 */
function openHand(state, room, seat, at, layout) {
  const cards = room.view?.hands[seat]?.cards;
  const spot = layout.opens[at];
  if (!spot?.height || !cards?.length || room.view?.public.finish) return nothing;
  const named = layout.mode === "port";
  const size = { width: spot.width - (named ? OWNER : 0), height: spot.height };
  const right = spot.side === "right";
  const { width, height, tiles } = layoutTiles(cards.length, size, { rows: named ? 1 : 2, right });
  const name = nameOf(state, seat);
  const points = named ? "" : (layout.seats[at]?.y ?? 0) > spot.y ? "down" : "up";
  return html`<div
    class="partner at-${spot.side} ${points} ${height < 18 ? "flat" : ""}"
    data-of=${seat}
    ${vars({ [spot.side]: spot.x, top: spot.y, ...size, "--tw": width, "--th": height })}
  >
    <div class="tiles" role="img" aria-label=${t("table.partner", { name, cards: rankList(cards) })}>
      ${cards.map((card, i) => tile(card, vars({ "--x": tiles[i]?.x ?? 0, "--y": tiles[i]?.y ?? 0 })))}
    </div>
    ${named ? html`<b><bdi>${name}</bdi></b>` : nothing}
  </div>`;
}

/** @param {State} state @param {Room} room @param {Seat} seat @param {Spot | undefined} spot @param {TableLayout} layout */
function place(state, room, seat, spot, layout) {
  const last = lastOf(room, seat);
  if (!last || !spot) return nothing;
  return html`<div
    class="play at-${spot.side} ${isBeaten(room, seat) ? "older" : ""}"
    data-of=${seat}
    role="group"
    aria-label=${t("table.played", { name: nameOf(state, seat) })}
    ${at(spot)}
  >
    ${laid(last, spot, layout)}
  </div>`;
}

/** @param {State} state @param {Room} room @param {TableLayout} layout */
function ownPlace(state, room, layout) {
  const away = awayCards(state);
  const reading = state.pending?.reading ?? null;
  const last = away.length ? { cards: away, reading, say: "", strong: false } : lastOf(room, room.seat);
  if (!last || (!away.length && hasActions(state))) return nothing;
  return html`<div
    class="play own ${!away.length && isBeaten(room, room.seat) ? "older" : ""}"
    data-of=${room.seat}
    role="group"
    aria-label=${t("table.own")}
    ${vars({ bottom: layout.own.bottom })}
  >
    ${laid(last, layout.own, layout, 2)}
  </div>`;
}

/**
 * Cards with the name of the play, or a word.
 * @param {NonNullable<ReturnType<typeof lastOf>>} last
 * @param {{ width: number, height?: number }} room
 * @param {TableLayout} table
 * @param {number} [sides] on how many sides of the cards what they leave of the room lies
 */
function laid({ cards, reading, say, strong }, room, { cw, inRows }, sides = 1) {
  if (!cards.length) return html`<span class="say ${strong ? "strong" : ""}">${say}</span>`;
  const layout = layoutPlay(cards.length, room, cw);
  const placed = reading ? layOut(cards, reading) : cards.map((card) => ({ card, as: "" }));
  const hot = reading && /BOMB|ROCKET/.test(reading.kind) ? "hot" : "";
  const beside = inRows && room.width - layout.width >= NAME * sides ? "beside" : "";
  return html`${spread(placed, layout)}${
    reading ? html`<span class="lab ${hot} ${beside}">${playName(cards, reading)}</span>` : nothing
  }`;
}

/** A text that a game may have in words of its own. @param {Public} open @param {string} key */
const tellOf = ({ game }, key) => tell(`${key}.${game}`, {}, tell(key));

/** What is awaited, while no cards lie on the table. @param {State} state @param {Room} room @param {TableLayout} layout */
function status(state, room, layout) {
  const open = room.view?.public;
  const [text, asked] = statusText(state, room, open);
  const note = asked && open ? noteOf(state, open) : "";
  return text
    ? html`<p class="status ${asked ? "asked" : ""} ${note ? "noted" : ""}" ${vars({ top: asked ? layout.status : layout.wait })}>
        ${text}${note ? html`<small>${note}</small>` : nothing}
      </p>`
    : nothing;
}

/** What a question means. @param {State} state @param {Public} open */
function noteOf(state, open) {
  const { why_not } = chance(state);
  if (why_not) return refusal(why_not);
  const bid = open.phase === "bid" ? standingBid(open) : null;
  return bid
    ? t("note.bid.standing", { name: clip(nameOf(state, bid.seat)), n: bid.value })
    : tellOf(open, `note.${open.phase}`);
}

/** @param {State} state @param {Room} room @param {Public | undefined} open @returns {[string, boolean]} */
function statusText(state, room, open) {
  if (!open) return [t(room.seats.length < room.chairs ? "table.waiting" : "table.next"), false];
  const { phase } = open;
  if (open.finish || phase === "identity") return ["", false];
  if (phase === "tricks") return [leadsFresh(state) ? t("status.lead") : "", true];
  if (chance(state).actions.length && phase !== "deal") return [tellOf(open, `status.mine.${phase}`), true];
  if (phase === "double" && room.turn?.options.why_not) {
    const lord = open.landlord === room.seat;
    const n = open.stakes.double_above;
    return [t(lord ? "status.double.noLandlord" : "status.double.no", { n }), false];
  }
  if (phase === "deal" || phase === "shuffle")
    return [open.dealt || state.toasts.length ? "" : t("status.deal"), false];
  if (phase === "show_start") return [t("status.others"), false];
  const [first] = room.clock.asked;
  if (first === undefined || first === room.seat) return ["", false];
  const name = clip(nameOf(state, first));
  const bid = phase === "bid" ? standingBid(open) : null;
  return [bid ? t("status.bid.standing", { name, n: bid.value }) : tell(`status.${phase}`, { name }), false];
}

/** The own lead, before a card is chosen for it. @param {State} state */
const leadsFresh = (state) =>
  mayPlay(state) && !isFollowing(state) && !isLocked(state) && !onAuto(state) && !state.selected.size;

// --- What I may do ---

/** @param {State} state */
const hasActions = (state) => {
  const { actions, plays } = chance(state);
  return actions.length + plays.length > 0 && !onAuto(state);
};

/** @param {State} state @param {Room} room @param {TableActions} act */
function actions(state, room, act) {
  const open = room.view?.public;
  if (open?.finish || open?.phase === "identity") return nothing;
  if (!hasActions(state) || awayCards(state).length) return nothing;
  const options = chance(state);
  if (mayPlay(state)) return playActions(state, room, act);
  return asksForBid(state) ? bidActions(state, room, act) : choiceActions(state, room, options, act);
}

/** Every bid that may be made, passing first. @param {State} state @param {Room} room @param {TableActions} act */
function bidActions(state, room, act) {
  const values = chance(state).actions.map(({ value }) => value ?? 0);
  const locked = isLocked(state);
  return html`<div class="acts bids" role="group" aria-label=${t("table.actions")}>
    ${
      values.includes(0)
        ? html`<button class="btn" data-act="no" ?disabled=${locked} @click=${() => act.bid(0)}>
            ${t("act.bid.no")}<kbd>0</kbd>
          </button>`
        : nothing
    }
    ${timer(room)}
    ${values.filter(Boolean).map(
      (
        n,
      ) => html`<button class="btn go" data-act=${`bid-${n}`} ?disabled=${locked} @click=${() => act.bid(n)}>
        ${t("act.bid", { n })}<kbd>${n}</kbd>
      </button>`,
    )}
  </div>`;
}

/** @param {State} state @param {Room} room @param {TableActions} act */
function playActions(state, room, act) {
  const { plays } = chance(state);
  const follows = isFollowing(state);
  const locked = isLocked(state);
  const reading = chosenReading(state);
  const stuck = follows && !plays.length;
  return html`<div class="acts" role="group" aria-label=${t("table.actions")}>
    ${
      follows
        ? html`<button class="btn ${stuck ? "urged" : ""}" data-act="pass" ?disabled=${locked} @click=${act.pass}>
            ${t("act.pass")}${stuck ? html`<small>${t("status.none")}</small>` : html`<kbd>P</kbd>`}
          </button>`
        : nothing
    }
    ${
      room.options.hints
        ? html`<button
            class="btn hint"
            data-act="hint"
            aria-disabled=${stuck}
            ?disabled=${locked}
            @click=${(/** @type {MouseEvent} */ event) => act.hint(event.shiftKey ? -1 : 1)}
          >
            ${t("act.hint")}${
              state.hint >= 0
                ? html`<small>${t("hint.count", { i: state.hint + 1, n: plays.length })}</small>`
                : html`<kbd>H</kbd>`
            }
          </button>`
        : nothing
    }
    ${timer(room)}
    <button class="btn go" data-act="play" aria-disabled=${!reading} ?disabled=${locked} @click=${act.play}>
      ${t("act.play")}${reading ? html`<small>${kindName(reading)}</small>` : html`<kbd>↵</kbd>`}
    </button>
  </div>`;
}

/** @param {State} state @param {Room} room @param {Options} options @param {TableActions} act */
function choiceActions(state, room, options, act) {
  const yes = options.actions.find((choice) => choice.yes);
  const no = options.actions.find((choice) => choice.yes === false);
  const locked = isLocked(state);
  const type = yes?.type ?? no?.type ?? "";
  const start = yes?.moment === "start" ? ".start" : "";
  return html`<div class="acts few" role="group" aria-label=${t("table.actions")}>
    ${
      no
        ? html`<button class="btn ${start ? "hint" : ""}" data-act="no" ?disabled=${locked} @click=${() => act.answer(false)}>
            ${tell(`act.${type}${start}.no`)}<kbd>N</kbd>
          </button>`
        : nothing
    }
    ${timer(room)}
    ${
      yes
        ? html`<button class="btn go" data-act="yes" ?disabled=${locked} @click=${() => act.answer(true)}>
            ${tell(`act.${type}${start}`)}${options.factor > 1 ? ` ×${options.factor}` : ""}${
              yes.moment === "deal" ? html`<small>${t("note.deal")}</small>` : html`<kbd>D</kbd>`
            }
          </button>`
        : nothing
    }
  </div>`;
}

/** The time left; main.js moves it. @param {Room} room */
const timer = (room) =>
  room.clock.deadline_ms === null
    ? nothing
    : html`<div class="ring" role="timer" aria-live="off">${ringlet()}<span class="secs"></span></div>`;

/** @param {State} state @param {TableActions} act @param {boolean} upright the top is full */
function sides(state, act, upright) {
  const auto = onAuto(state);
  const over = state.room?.view?.public.finish || !state.room?.view;
  return html`<div class="side">
    <button class="pill" data-act="sort" aria-label=${t("table.sort")} title=${`${t("table.sort")} (S)`} @click=${act.sort}>
      ${use("i-sort")}<span class="word">${t("table.sort")}</span>
    </button>
    ${upright ? phrases(state, act, "pill") : nothing}
    ${
      state.result === "aside"
        ? html`<button class="pill gold" data-act="result" @click=${act.showResult}>${t("result.open")}</button>`
        : nothing
    }
    ${
      over
        ? nothing
        : html`<button
            class="pill"
            data-act="auto"
            aria-pressed=${auto}
            aria-label=${t("table.auto")}
            title=${`${t("table.auto")} (T)`}
            @click=${() => act.auto(!auto)}
          >
            ${use("i-bot")}<span class="word">${t("table.auto")}</span>
          </button>`
    }
  </div>`;
}

/** @param {State} state @param {TableActions} act */
function readingChip(state, act) {
  const offer = chosen(state);
  const reading = chosenReading(state);
  if (!offer || !reading || offer.readings.length < 2 || onAuto(state)) return nothing;
  return html`<button class="reading" aria-haspopup="dialog" @click=${() => act.open("reading")}>
    ${readingName(reading)} ▾
  </button>`;
}

/** @param {State} state @param {TableActions} act */
function autoBar(state, act) {
  if (!onAuto(state) || !state.room?.view || state.room.view.public.finish) return nothing;
  return html`<div class="autobar">
    <p>${t("table.autoOn")}</p>
    <button class="btn go" data-act="take-back" @click=${() => act.auto(false)}>${t("table.autoOff")}</button>
  </div>`;
}
