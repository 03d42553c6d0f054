// What follows from events: sounds, effects, sentences, and the next request.

import { isNews, netOf, promotion, question, sentence } from "./a11y.js";
import { act } from "./actions.js";
import { afterDraw, catchUp } from "./drawing.js";
import { effectsOf } from "./effects.js";
import { refusal, signed, t, tell } from "./i18n/index.js";
import { net } from "./link.js";
import { newId } from "./net.js";
import { clock, dispatch, say, sound, store, toast } from "./page.js";
import { need, parts } from "./parts.js";
import { markTable, refresh, toLobby } from "./session.js";
import { isTimeOut, nameOf, onAuto } from "./state.js";
import { expectMatch, expectRestart } from "./timers.js";

/** @import { AppEvent, State } from "./state.js" */

const RESULT_AFTER_MS = 1700;
/** Browsers wait no longer than this. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

store.watch((event, was, now) => {
  switch (event.type) {
    case "welcome":
      need("table"); // before there is a hurry
      if (!now.joining && !now.room && event.room && location.hash === "#table") act.back(event.room);
      break;
    case "seated":
      net.resume();
      break;
    case "session":
      if (event.session?.conduct.until_ms) refreshAt(event.session.conduct.until_ms);
      break;
    case "dialog":
      if (event.dialog === "options") need("rooms");
      if (event.dialog === "phrases") need("phrases");
      break;
    case "queued":
      expectMatch(event);
      if (!was.queued) say(t("wait.title"));
      break;
    case "unqueued": {
      const why = tell(`unqueued.${event.reason}`);
      if (why) toast(why);
      break;
    }
    case "snapshot":
      markTable(true);
      parts.fx?.clear();
      need("fx");
      need("result");
      if (event.options.phrases) need("phrases");
      catchUp();
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
      if (!was.pending) toast(tell(`left.${event.reason}`, {}, t("left.room")));
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
      toast(t("maintenance", { n: event.seconds }));
      expectRestart(event.seconds);
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
  lookAtLobby(now);
});

/** @type {ReturnType<typeof setTimeout> | undefined} */
let refreshing;

/** Ask how the player stands once he may be matched again. @param {number} ms by the server's clock */
function refreshAt(ms) {
  clearTimeout(refreshing);
  refreshing = setTimeout(refresh, Math.min(Math.max(ms - clock.now(), 0) + 1000, LONGEST_WAIT_MS));
}

/** Whether this socket is told what changes in the lobby. */
let looks = false;

/** Look at the lobby while it is in sight; a new socket has to ask anew. @param {State} state */
function lookAtLobby({ link, page, joining, room }) {
  if (link.state !== "up") {
    looks = false;
    return;
  }
  const on = page !== "table" && page !== "signin" && !joining && !room;
  if (on === looks) return;
  looks = on;
  net.send({ type: "look", id: newId(), on });
}

/** A fact of the hand: hear it, see it, read it. @param {AppEvent} event @param {State} was @param {State} now */
function happened(event, was, now) {
  if (!("version" in event) || was.room === now.room) return;
  tellPending(was, now);
  if (now.link.state !== "up") return;
  const text = sentence(event, now);
  if (isTimeOut(was, event, clock.now())) toast(t("time.out", { text }));
  else if (text) (isNews(event) ? toast : say)(text);
  if (event.type === "shuffled" && event.deal_no > 1) {
    const same = was.room?.view?.public.first === event.first;
    toast(t(same ? "redeal.same" : "redeal", { name: nameOf(now, event.first) }));
  }
  if (event.type === "finished") endsSoon(now);
  const effects = effectsOf(event, now);
  if (!effects.length || document.hidden) return;
  for (const effect of effects) if (effect.sound) sound.play(effect.sound);
  afterDraw(() => {
    for (const effect of effects) parts.fx?.show(effect);
  });
}

/** The settlement waits for the last cards to be seen. @param {State} state */
function endsSoon({ room }) {
  need("result"); // The link may have been down when it was asked for.
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
  if (code === "banned_from_matching") refresh();
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
    expectRestart(null);
  }
  if (state === "final" && now.link.code === 4401) dispatch({ type: "session", session: null });
}
