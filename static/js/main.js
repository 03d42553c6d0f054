// The page: one store, one socket, and what a player does turned into requests.

import { html, render } from "../vendor/lit-html/lit-html.js";
import {
  isNews,
  netOf,
  promotion,
  question,
  readCounts,
  readHand,
  readingName,
  readLead,
  readTime,
  sentence,
} from "./a11y.js";
import * as api from "./api.js";
import { cardOf, keyed } from "./cards.js";
import { createServerClock } from "./clock.js";
import { effectsOf } from "./effects.js";
import { refusal, setLanguage, signed, t } from "./i18n/index.js";
import { meaningOf } from "./keys.js";
import { createNet, newId } from "./net.js";
import { addRank, keysFor, narrow, sweep, tap, toggle } from "./select.js";
import { keepSettings, readSettings } from "./settings.js";
import { createSound } from "./sound.js";
import {
  asksForBid,
  chance,
  chosen,
  chosenReading,
  isFollowing,
  isLocked,
  mayPlay,
  NONE,
  nameOf,
  onAuto,
  openState,
  ownCards,
  reduce,
  shownHand,
  shyCard,
} from "./state.js";
import { createStore } from "./store.js";
import { handOrder, settleHand } from "./view/hand.js";
import { gameOf, loading, lobby, signIn, stopped } from "./view/lobby.js";
import { loadRules, panel } from "./view/panels.js";
import { table } from "./view/table.js";

/**
 * @import { Selection } from "./select.js"
 * @import { AppEvent, Dialog, Settings, State } from "./state.js"
 * @import { HandRequest } from "./wire.js"
 */

const LOCK_MS = 3000;
const TOAST_MS = 2600;
const RESULT_AFTER_MS = 1700;
const NAMES = {
  zh: "青竹 柚子 老王 小满 阿福 石榴 大雁 白露 铁柱 翠花 半夏 南山 清风 花生 锦鲤".split(" "),
  en: "Bamboo Pomelo Maple Egret Chestnut Willow Plum Sparrow Peanut Koi Lotus Heron Ginger Otter".split(" "),
};

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const root = element("app");
const clock = createServerClock();
const settings = readSettings();
await setLanguage(settings.language);

/** @type {ReturnType<typeof createStore<State, AppEvent>>} */
const store = createStore(openState(settings), reduce);
const { dispatch } = store;
const sound = createSound({ isOn: () => store.get().settings.sound });
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** Draws effects. It comes with the first table; until it is here, and without it, the table plays on. @type {ReturnType<typeof import("./fx.js").createEffects> | null} */
let fx = null;
async function loadEffects() {
  const { createEffects } = await import("./fx.js");
  fx ??= createEffects(element("fx"), {
    isOn: () => store.get().settings.effects && !calm.matches && !document.hidden,
  });
}

/** Draws the settlement. It comes with the first table too, long before a hand can end. @type {typeof import("./view/result.js").result | null} */
let result = null;
async function loadResult() {
  ({ result } = await import("./view/result.js"));
  store.redraw();
}

const net = createNet({
  clock,
  url: () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
  position,
  onNotice: (notice) => dispatch(notice),
  onLink: (link) => dispatch({ type: "link", link }),
  onLag: (ms) => dispatch({ type: "lag", ms }),
  stillSignedIn: () =>
    api.readSession().then(
      (session) => session !== null,
      () => true,
    ),
});

/** Where this page stands in its room, for the server to say what is missing. */
function position() {
  const { room, joining } = store.get();
  if (joining) return { room: joining };
  if (!room) return null;
  return room.view ? { room: room.room, hand: room.hand, version: room.version } : { room: room.room };
}

// --- Saying things ---

let toasts = 0;

/** A line that goes by itself. @param {string} text */
function toast(text) {
  const id = ++toasts;
  dispatch({ type: "toast", toast: { id, text } });
  setTimeout(() => dispatch({ type: "toasted", id }), TOAST_MS);
  say(text);
}

/** A sentence for readers. @param {string} text @param {boolean} [urgent] */
function say(text, urgent = false) {
  if (!text) return;
  const place = element(urgent ? "alert" : "live");
  place.textContent = "";
  place.textContent = text;
}

// --- Requests ---

/**
 * A request of the running hand; the buttons wait for its answer, but not for ever.
 * @template {Omit<HandRequest, 'id' | 'room' | 'hand'>} R
 * @param {R} request
 * @param {Selection} [keys] cards that are away until the answer
 * @param {import("./wire.js").Combo | null} [reading] theirs
 */
function request(request, keys = NONE, reading = null) {
  const { room } = store.get();
  if (!room) return "";
  const id = newId();
  const { type } = /** @type {HandRequest} */ (/** @type {unknown} */ (request));
  const frame = /** @type {HandRequest} */ (
    /** @type {unknown} */ ({ ...request, id, room: room.room, hand: room.hand })
  );
  if (type !== "price" && type !== "auto") {
    dispatch({
      type: "sent",
      pending: { id, type, keys, reading, hand: room.hand, cut: false, slow: false },
    });
    setTimeout(() => dispatch({ type: "slow", id }), LOCK_MS);
  }
  net.send(frame);
  return id;
}

/** @param {State['page']} page */
function show(page) {
  dispatch({ type: "page", page });
}

/** @param {unknown} error */
const problem = (error) =>
  dispatch({ type: "problem", code: error instanceof api.RefusedError ? error.code : "internal" });

async function toLobby() {
  if (store.get().room) dispatch({ type: "left_behind" });
  show("lobby");
  markTable(false);
  const session = await api.readSession().catch(() => store.get().session);
  if (session) dispatch({ type: "session", session });
  else signedOut();
}

function signedOut() {
  net.stop();
  dispatch({ type: "session", session: null });
  show("signin");
}

/** A reload at the table comes back to the table. @param {boolean} at */
function markTable(at) {
  history.replaceState(null, "", at ? "#table" : location.pathname);
}

/** A language whose words cannot be had now changes nothing. @param {Partial<Settings>} change */
async function set(change) {
  if (change.language) {
    const spoken = await setLanguage(change.language).then(
      () => true,
      () => false,
    );
    if (!spoken) return;
  }
  dispatch({ type: "settings", settings: change });
  keepSettings(store.get().settings);
  if (change.sound) sound.wake();
}

const act = {
  // Around the table
  /** @param {string} name */
  async enter(name) {
    sound.wake();
    if (!name.trim()) {
      dispatch({ type: "problem", code: "bad_name" });
      return;
    }
    dispatch({ type: "busy", busy: true });
    try {
      dispatch({ type: "session", session: await api.enter(name.trim()) });
      await start();
    } catch (error) {
      if (error instanceof api.RefusedError && error.code === "already_signed_in") await start();
      else problem(error);
    }
  },
  suggest() {
    const names = NAMES[store.get().settings.language];
    return `${names[Math.floor(Math.random() * names.length)] ?? ""}${Math.floor(10 + Math.random() * 90)}`;
  },
  /** @param {import("./state.js").Tier} tier */
  queue(tier) {
    sound.wake();
    dispatch({ type: "busy", busy: true });
    net.send({ type: "queue", id: newId(), game: tier.game, tier: tier.tier });
  },
  async relief() {
    sound.wake();
    dispatch({ type: "busy", busy: true });
    try {
      const before = store.get().session?.beans ?? 0;
      const session = await api.askRelief();
      dispatch({ type: "busy", busy: false });
      dispatch({ type: "session", session });
      toast(t("relief.given", { beans: session.beans - before }));
    } catch (error) {
      problem(error);
    }
  },
  /** @param {string} room */
  back(room) {
    sound.wake();
    dispatch({ type: "joining", room });
    net.resume();
  },
  async signOut() {
    net.stop();
    await api.signOut().catch(() => null);
    signedOut();
  },
  language: () => set({ language: store.get().settings.language === "zh" ? "en" : "zh" }),
  reopen() {
    dispatch({ type: "link", link: { state: "opening", attempt: 0, code: 0 } });
    start();
  },

  // Panels
  /** @param {Dialog} dialog */
  open(dialog) {
    dispatch({ type: "dialog", dialog });
    const state = store.get();
    if (dialog === "rules") act.turnTo(state.room?.game ?? gameOf(state));
  },
  close: () => dispatch({ type: "dialog", dialog: null }),
  /** Another page of the rules; the one before stays in sight until it is there. @param {string} game */
  async turnTo(game) {
    const { rules, settings } = store.get();
    const stays = rules.page?.language === settings.language ? rules.page : null;
    dispatch({ type: "rules", rules: { game, page: stays, failed: false } });
    const [page] = await Promise.all([api.readRules(game, settings.language), loadRules()]).catch(() => [
      null,
    ]);
    if (store.get().rules.game !== game) return;
    dispatch({ type: "rules", rules: { game, page, failed: !page } });
  },
  set,
  /** @param {import("./wire.js").Combo} reading */
  read: (reading) => dispatch({ type: "reading", reading }),
  leave() {
    const { closed, room } = store.get();
    if (closed || !room) {
      toLobby();
      return;
    }
    if (!room.view || room.view.public.finish) {
      act.leaveNow();
      return;
    }
    const id = request(/** @type {any} */ ({ type: "price" }));
    dispatch({ type: "asking_price", id });
    dispatch({ type: "dialog", dialog: "leave" });
  },
  leaveNow() {
    dispatch({ type: "busy", busy: true });
    dispatch({ type: "dialog", dialog: null });
    request(/** @type {any} */ ({ type: "leave" }));
  },

  // The settlement
  again: () => request(/** @type {any} */ ({ type: "again" })),
  look: () => dispatch({ type: "result", result: "aside" }),
  showResult: () => dispatch({ type: "result", result: "open" }),

  // The hand
  hand: {
    /** @param {string} key */
    tap(key) {
      const state = store.get();
      base = state.selected;
      const { plays } = chance(state);
      const following = isFollowing(state) && state.settings.complete;
      const hand = keyed(state.room ? ownCards(state.room) : []);
      const { completed } = state;
      const next = tap(hand, base, key, { plays, following, completed, shy: shyCard(state) });
      dispatch({ type: "select", ...next });
      sound.play("pick");
    },
    /** @param {number} from @param {number} to */
    sweep(from, to) {
      dispatch({ type: "select", selected: sweep(handOrder(), base, from, to) });
      sound.play("pick");
    },
    sweepEnd() {
      const state = store.get();
      const { plays } = chance(state);
      const fresh = base.size === 0 && state.settings.complete;
      const selected = fresh
        ? narrow(keyed(state.room ? ownCards(state.room) : []), state.selected, {
            plays,
            shy: shyCard(state),
          })
        : state.selected;
      if (selected !== state.selected) dispatch({ type: "select", selected });
      saySelection();
    },
    /** @param {string} key */
    doubleTap(key) {
      if (!before.has(key) || isLocked(store.get())) return;
      dispatch({ type: "select", selected: before });
      if (chosen(store.get())) act.play();
    },
    /** @param {string} key */
    press(key) {
      choose(toggle(store.get().selected, key));
    },
  },
  clear() {
    if (store.get().selected.size) choose(NONE);
  },
  /** @param {number} step */
  hint(step) {
    const state = store.get();
    const { plays } = chance(state);
    if (isLocked(state) || !mayPlay(state) || onAuto(state)) return;
    if (!plays.length) {
      toast(t("hint.none"));
      return;
    }
    const index =
      state.hint < 0 ? (step > 0 ? 0 : plays.length - 1) : (state.hint + step + plays.length) % plays.length;
    const hand = keyed(state.room ? ownCards(state.room) : []);
    const selected = keysFor(hand, plays[index]?.ranks ?? "", { shy: shyCard(state) });
    dispatch({ type: "hint", index, selected });
    sound.play("pick");
    saySelection();
  },
  play() {
    const state = store.get();
    if (isLocked(state) || onAuto(state)) return;
    if (!mayPlay(state)) {
      toast(refusal("not_your_turn"));
      return;
    }
    if (!state.selected.size) {
      toast(t("play.none"));
      return;
    }
    const offer = chosen(state);
    const reading = chosenReading(state);
    const keys = [...state.selected];
    const cards = shownHand(state)
      .filter(({ key }) => state.selected.has(key))
      .map(({ card }) => card);
    const as = offer && offer.readings.length > 1 && reading ? { as: reading } : {};
    request(
      /** @type {any} */ ({ type: "play", cards: cards.length ? cards : keys.map(cardOf), ...as }),
      offer ? new Set(keys) : NONE,
      reading,
    );
  },
  /** The right button of a mouse plays; a long press of a finger means nothing. */
  rightClick() {
    if (lastPointer === "mouse" && chosen(store.get())) act.play();
  },
  pass() {
    const state = store.get();
    if (isLocked(state) || onAuto(state)) return;
    if (isFollowing(state)) request(/** @type {any} */ ({ type: "pass" }));
    else if (mayPlay(state)) toast(refusal("must_lead"));
  },
  /** @param {boolean} yes */
  answer(yes) {
    const state = store.get();
    const choice = chance(state).actions.find((action) => action.yes === yes);
    if (!choice || isLocked(state) || onAuto(state)) return;
    const { type, moment } = choice;
    request(/** @type {any} */ (moment ? { type, moment, yes } : { type, yes }));
  },
  /** @param {number} value points, 0 for none */
  bid(value) {
    const state = store.get();
    const { actions, why_not } = chance(state);
    if (isLocked(state) || onAuto(state)) return;
    if (actions.some((action) => action.value === value)) {
      request(/** @type {any} */ ({ type: "bid", value }));
    } else toast(refusal(value ? "bid_too_low" : (why_not ?? "not_now")));
  },
  sort() {
    const order = /** @type {const} */ (["down", "up", "count"]);
    const sorting = order[(order.indexOf(store.get().settings.sorting) + 1) % order.length] ?? "down";
    set({ sorting });
    say(t(`live.sort.${sorting}`));
  },
  /** @param {boolean} on */
  auto: (on) => request(/** @type {any} */ ({ type: "auto", on })),
  sound() {
    const on = !store.get().settings.sound;
    set({ sound: on });
    say(t(on ? "live.sound.on" : "live.sound.off"));
  },
};

/** The selection before the tap that a swipe may have begun with. @type {Selection} */
let base = NONE;
/** The selection before the first of two clicks. @type {Selection} */
let before = NONE;
let clickedAt = Number.NEGATIVE_INFINITY;

/** @param {Selection} selected */
function choose(selected) {
  dispatch({ type: "select", selected });
  sound.play("pick");
  saySelection();
}

function saySelection() {
  const state = store.get();
  const reading = chosenReading(state);
  const n = state.selected.size;
  say(reading ? t("live.selectedAs", { n, kind: readingName(reading) }) : t("live.selected", { n }));
}

// --- What follows from events ---

store.watch((event, was, now) => {
  switch (event.type) {
    case "welcome":
      if (!now.joining && !now.room && event.room && location.hash === "#table") act.back(event.room);
      break;
    case "seated":
      net.resume();
      break;
    case "snapshot":
      markTable(true);
      if (fx) fx.clear();
      else loadEffects().catch(() => {});
      if (!result) loadResult().catch(() => {});
      caughtUp = true;
      tellPending(was, now);
      break;
    case "turn":
      ask(was, now);
      break;
    case "refused":
      refused(event, was);
      break;
    case "left":
      if (was.page === "table" && now.page === "lobby") toLobby();
      if (!was.pending) toast(t("left.room"));
      break;
    case "ack": {
      const running = now.room?.view && !now.room.view.public.finish;
      // Whoever leaves in mid-hand stays for the settlement, which says what it has cost.
      if (was.pending?.id === event.id && was.pending.type === "leave" && !running) {
        dispatch({ type: "left", room: now.room?.room ?? "", reason: "left" });
      }
      break;
    }
    case "maintenance":
      restartsAt = clock.monotonic() + event.seconds * 1000;
      toast(t("maintenance", { n: event.seconds }));
      countDown();
      break;
    case "link":
      linked(was, now);
      break;
    case "standing": {
      const change = promotion(event);
      if (change && was.standing?.hand !== event.hand)
        say(`${t("live.settled", { n: signed(netOf(now)) })} ${change}`);
      break;
    }
    case "presence":
      break;
    default:
      happened(event, was, now);
  }
  if (now.room?.behind && !was.room?.behind) net.resume();
});

/** A fact of the hand: hear it, see it, read it. @param {AppEvent} event @param {State} was @param {State} now */
function happened(event, was, now) {
  if (!("version" in event) || was.room === now.room) return;
  tellPending(was, now);
  if (now.link.state !== "up") return;
  const text = sentence(event, now);
  if (text) (isNews(event) ? toast : say)(text);
  if (event.type === "shuffled" && event.deal_no > 1) {
    const same = was.room?.view?.public.first === event.first;
    toast(t(same ? "redeal.same" : "redeal", { name: nameOf(now, event.first) }));
  }
  if (event.type === "finished") endsSoon(now);
  const effects = effectsOf(event, now);
  if (!effects.length || document.hidden) return;
  for (const effect of effects) if (effect.sound) sound.play(effect.sound);
  afterDraw.push(() => {
    for (const effect of effects) fx?.show(effect);
  });
}

/** The settlement waits for the last cards to be seen. @param {State} state */
function endsSoon({ room }) {
  if (!result) loadResult().catch(() => {}); // The link was down when it was asked for.
  const hand = room?.hand;
  const wait = room?.view?.public.finish?.end === "out" ? RESULT_AFTER_MS : 500;
  setTimeout(() => {
    const now = store.get();
    if (now.room?.hand === hand && now.room?.view?.public.finish && now.result === "none") {
      dispatch({ type: "result", result: "open" });
    }
  }, wait);
}

/** The hand and the phase of the last question: while others answer the same one it is not put again. */
let askedLast = "";

/** A turn has come: ask. @param {State} was @param {State} now */
function ask(was, now) {
  const before = was.room?.turn;
  const turn = now.room?.turn;
  if (!turn || turn === before || now.link.state === "resuming") return;
  const text = question(turn, now);
  if (!text || (before?.version === turn.version && before.hand === turn.hand)) return;
  const phase = now.room?.view?.public.phase ?? "";
  const key = `${turn.hand} ${phase}`;
  if (key === askedLast && phase !== "tricks") return;
  askedLast = key;
  say(text, true);
  // Who may answer in the identity step is secret: a sound would tell the whole room.
  if (!onAuto(now) && phase !== "identity") sound.play("turn");
}

/** @param {import("./wire.js").Refused} refusedNotice @param {State} was */
function refused({ id, code, params }, was) {
  if (was.dialog === "leave" && was.priceId === id) dispatch({ type: "dialog", dialog: null });
  if (was.joining || (was.page === "table" && (code === "no_such_room" || code === "not_your_seat"))) {
    dispatch({ type: "joining", room: null });
    if (was.page === "table") dispatch({ type: "left", room: was.room?.room ?? "", reason: code });
    markTable(false);
  }
  toast(
    was.pending?.cut && was.pending.id === id
      ? `${t("play.notSent")}：${refusal(code, params)}`
      : refusal(code, params),
  );
}

/** After a cut: did the play count? @param {State} was @param {State} now */
function tellPending(was, now) {
  if (was.pending?.type === "play" && was.pending.cut && !now.pending) toast(t("play.sent"));
}

/** @param {State} was @param {State} now */
function linked(was, now) {
  const { state } = now.link;
  if (state === "up" && was.link.state !== "up") {
    if (was.link.attempt > 0) say(t("live.back"));
    restartsAt = null;
    countDown();
  }
  if (state === "final" && now.link.code === 4401) dispatch({ type: "session", session: null });
}

// --- Drawing ---

/** @type {(() => void)[]} */
const afterDraw = [];
let size = { width: innerWidth, height: innerHeight };

/** @param {State} state */
function draw(state) {
  document.title = state.page === "table" ? `${t("table")} · ${t("title")}` : t("title");
  render(html`${page(state)}${toastsOf(state)}${banner(state)}${dialogOf(state)}`, root);
  const felt = /** @type {HTMLElement | null} */ (root.querySelector(".felt"));
  if (felt && measure(felt)) {
    store.redraw();
    draw(store.get());
    return;
  }
  settleDialog(state);
  settleCards(state);
  moveTimers();
  for (const then of afterDraw.splice(0)) then();
  document.body.dataset.drawn = state.page;
}

/** @param {HTMLElement} felt @returns {boolean} whether the felt has another size than it was drawn for */
function measure(felt) {
  const { clientWidth: width, clientHeight: height } = felt;
  if (width === size.width && height === size.height) return false;
  size = { width, height };
  return true;
}

/** @param {State} state */
function page(state) {
  if (state.link.state === "final") return stopped(state, act);
  switch (state.page) {
    case "loading":
      return loading();
    case "signin":
      return signIn(state, act);
    case "lobby":
      return state.joining ? loading() : lobby(state, act);
    case "table":
      return table(state, size, act);
  }
}

/** @param {State} state */
const toastsOf = (state) => html`<div class="toasts" aria-hidden="true">
  ${state.toasts.map(({ text }) => html`<div class="toast">${text}</div>`)}
</div>`;

/** @param {State} state */
function banner(state) {
  const { link, page, restartsIn: n } = state;
  const off = link.state === "lost" || (link.state === "opening" && link.attempt > 0);
  if (off && (page === "table" || page === "lobby")) {
    const again = link.attempt > 1 ? t("link.lostAgain", { n: link.attempt }) : t("link.lost");
    return html`<div class="banner" role="alert">
      <span class="spin"></span>
      <span>${again}${page === "table" ? html`<small>${t("link.note")}</small>` : ""}</span>
    </div>`;
  }
  if (n === null || page === "table") return "";
  return html`<div class="banner calm" role="status">${n ? t("maintenance", { n }) : t("maintenance.now")}</div>`;
}

/** @param {State} state */
function dialogOf(state) {
  const body = state.dialog ? panel(state, act) : state.page === "table" ? result?.(state, act) : "";
  return html`<dialog
    id="dialog"
    class=${state.settings.fourColours ? "four" : ""}
    aria-labelledby="dialog-title"
    @cancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      closeDialog();
    }}
    @click=${(/** @type {MouseEvent} */ event) => {
      if (event.target === event.currentTarget) closeDialog();
    }}
  >
    ${body}
  </dialog>`;
}

function closeDialog() {
  if (store.get().dialog) act.close();
  else act.look();
}

/** The panel that was drawn last, by its name and as it is drawn: rules that have just come are drawn anew. */
let panelShown = "";
/** @type {Element | null} */
let panShown = null;

/** Open and close the dialog element as its content comes and goes. @param {State} state */
function settleDialog(state) {
  const dialog = /** @type {HTMLDialogElement} */ (element("dialog"));
  const pan = state.link.state === "final" ? null : dialog.querySelector(".pan");
  const name = pan ? (state.dialog ?? "result") : "";
  if (pan && !dialog.open) dialog.showModal();
  else if (pan && (name !== panelShown || pan !== panShown)) {
    pan.scrollTop = 0;
    /** @type {HTMLElement | null} */ (pan.querySelector("[autofocus]"))?.focus();
  }
  if (!pan && dialog.open) {
    dialog.close();
    letGo();
  }
  panelShown = name;
  panShown = pan;
}

/** A button that was pushed by a pointer keeps no focus: Enter plays cards, and does not push it again. */
function letGo() {
  const active = document.activeElement;
  if (byPointer && active instanceof HTMLElement && active.closest(".table")) active.blur();
}

/** The page has just been told how things stand: nothing that is new to it is new at the table. */
let caughtUp = false;

/** @param {State} state */
function settleCards(state) {
  const open = state.room?.view?.public;
  const dealing = open?.phase === "deal";
  const taking = open?.landlord === state.room?.seat && open?.bottom_taken === true && !open.moves.length;
  const kitty = root.querySelector(".kitty")?.getBoundingClientRect();
  const still =
    caughtUp || state.link.state !== "up" || calm.matches || document.hidden || !state.settings.effects;
  const came = settleHand(root.querySelector(".hand"), {
    animate: !still && (dealing || taking),
    glow: taking,
    from: kitty ? { x: kitty.left + kitty.width / 2, y: taking ? kitty.top : innerHeight * 0.3 } : null,
  });
  caughtUp = false;
  if (came && dealing && !still) for (let i = 0; i < came; i++) setTimeout(() => sound.play("deal"), i * 70);
}

// --- Time ---

let lastSecond = -1;

/** Move the rims and figures of the clock; nothing else on the page is touched. */
function moveTimers() {
  const { room, settings } = store.get();
  const rings = root.querySelectorAll(".ringlet .rest");
  if (!room || !rings.length) return;
  const { deadline_ms: deadline, allowed_ms: allowed } = room.clock;
  if (deadline === null) return;
  const left = Math.max(0, deadline - clock.now());
  const share = allowed ? Math.min(1, left / allowed) : 0;
  const seconds = Math.ceil(left / 1000);
  for (const ring of rings) {
    /** @type {SVGElement} */ (ring).style.strokeDashoffset = String(100 - share * 100);
    ring.closest(".av, .ring")?.classList.toggle("urgent", seconds <= 5);
  }
  const timer = root.querySelector(".ring");
  if (!timer) {
    lastSecond = -1;
    return;
  }
  const figure = timer.querySelector(".secs");
  if (!figure || figure.textContent === String(seconds)) return;
  figure.textContent = String(seconds);
  timer.setAttribute("aria-label", t("table.timer", { n: seconds }));
  if (seconds <= 5 && lastSecond > seconds && seconds > 0) {
    if (settings.sound && !document.hidden) sound.play("tick");
    if (seconds === 5) say(t("live.five"), true);
  }
  lastSecond = seconds;
}

/** When an announced restart comes, by the monotonic clock. @type {number | null} */
let restartsAt = null;

function countDown() {
  const left = restartsAt === null ? null : Math.max(0, Math.ceil((restartsAt - clock.monotonic()) / 1000));
  if (left !== store.get().restartsIn) dispatch({ type: "restart", seconds: left });
}

setInterval(() => {
  moveTimers();
  countDown();
}, 250);

// --- Keys ---

addEventListener("keydown", (event) => {
  const state = store.get();
  if (state.page !== "table" || state.dialog || state.result === "open" || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select")) return;
  const onButton = target.closest("button:not(.hand .card)");
  const meaning = meaningOf(event, state.settings.letterKeys, asksForBid(state));
  if (!meaning || (onButton && event.key === "Enter")) return;
  event.preventDefault();
  sound.wake();
  const seconds = state.room?.clock.deadline_ms
    ? Math.max(0, Math.round((state.room.clock.deadline_ms - clock.now()) / 1000))
    : null;
  switch (meaning.do) {
    case "rank":
      choose(
        addRank(keyed(state.room ? ownCards(state.room) : []), state.selected, meaning.rank, shyCard(state)),
      );
      break;
    case "play":
      act.play();
      break;
    case "pass":
      act.pass();
      break;
    case "yes":
    case "no":
      if (asksForBid(state)) act.bid(meaning.do === "yes" ? 3 : 0);
      else act.answer(meaning.do === "yes");
      break;
    case "bid":
      act.bid(meaning.value);
      break;
    case "hint":
    case "unhint":
      act.hint(meaning.do === "hint" ? 1 : -1);
      break;
    case "clear":
      act.clear();
      break;
    case "reading":
      if ((chosen(state)?.readings.length ?? 0) > 1) act.open("reading");
      break;
    case "sort":
      act.sort();
      break;
    case "auto":
      act.auto(!onAuto(state));
      break;
    case "sound":
      act.sound();
      break;
    case "keys":
      act.open("keys");
      break;
    case "hand":
      say(readHand(state));
      break;
    case "lead":
      say(readLead(state));
      break;
    case "counts":
      say(readCounts(state));
      break;
    case "time":
      say(readTime(state, seconds));
      break;
  }
});

// --- The page as a whole ---

let byPointer = false;
let lastPointer = "";
addEventListener(
  "keydown",
  () => {
    byPointer = false;
  },
  { capture: true },
);
addEventListener("click", letGo);
addEventListener(
  "pointerdown",
  (event) => {
    byPointer = true;
    lastPointer = event.pointerType;
    sound.wake();
    if (event.timeStamp - clickedAt > 500) before = store.get().selected;
    clickedAt = event.timeStamp;
  },
  { capture: true },
);
addEventListener("resize", () => {
  size = { width: 0, height: 0 };
  store.redraw();
});
addEventListener("online", () => net.hurry());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  net.hurry();
  store.redraw();
});

async function start() {
  try {
    const session = await api.readSession();
    if (!session) {
      show("signin");
      return;
    }
    // Before the lobby is drawn, so that nothing in it moves.
    if (!store.get().tiers.length) dispatch({ type: "tiers", tiers: await api.readTiers() });
    if (store.get().room) dispatch({ type: "left_behind" });
    dispatch({ type: "session", session });
    if (session.room && location.hash === "#table") dispatch({ type: "joining", room: session.room });
    else markTable(false);
    net.start();
    show("lobby");
  } catch {
    if (store.get().page === "loading") setTimeout(start, 2000);
  }
}

root.replaceChildren();
store.drawWith(draw);
start();
