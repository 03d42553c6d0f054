// The rims and figures of the clock, and the seconds to an announced restart.

import { t } from "./i18n/index.js";
import { clock, dispatch, element, say, sound, store } from "./page.js";

let lastSecond = -1;

/** Move the rims and figures of the clocks; nothing else on the page is touched. */
export function moveTimers() {
  moveWait();
  const { room, settings } = store.get();
  const rings = element("app").querySelectorAll(".ringlet .rest");
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
  const timer = element("app").querySelector(".ring");
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

/** Since when he waits for a match, and when bots come, by the monotonic clock. @type {{ since: number, bots: number | null }} */
let waits = { since: 0, bots: null };

/** @param {import("./wire.js").Queued} queued */
export function expectMatch({ waited_ms: waited, bots_ms: bots }) {
  const now = clock.monotonic();
  waits = { since: now - waited, bots: bots === null ? null : now + bots };
}

/** Move the time waited and the seconds until bots come. */
function moveWait() {
  const waited = element("app").querySelector(".waited");
  if (!waited) return;
  const now = clock.monotonic();
  waited.textContent = minutes(Math.max(0, Math.floor((now - waits.since) / 1000)));
  const bots = element("app").querySelector(".until-bots");
  const left = Math.max(0, Math.ceil(((waits.bots ?? now) - now) / 1000));
  if (bots) bots.textContent = left ? t("wait.bots", { n: left }) : t("wait.bots.now");
}

/** 0:07 @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** When an announced restart comes, by the monotonic clock. @type {number | null} */
let restartsAt = null;

/** A restart has been announced, in so many seconds, or has happened (null). @param {number | null} seconds */
export function expectRestart(seconds) {
  restartsAt = seconds === null ? null : clock.monotonic() + seconds * 1000;
  countDown();
}

function countDown() {
  const left = restartsAt === null ? null : Math.max(0, Math.ceil((restartsAt - clock.monotonic()) / 1000));
  if (left !== store.get().restartsIn) dispatch({ type: "restart", seconds: left });
}

setInterval(() => {
  moveTimers();
  countDown();
}, 250);
