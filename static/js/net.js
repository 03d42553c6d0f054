// The socket: says hello, asks for the time, comes back when it is lost and never forgets a request.
//
// A request keeps its id until it is answered and is sent again unchanged on the next socket; the server
// answers a known id again and never applies it twice.

/** @import { ServerClock } from "./clock.js" */
/** @import { Notice, Request, Seen } from "./wire.js" */

const PROTOCOL = 1;
const PING_MS = 2500;
/** Nothing heard for so long after a ping: the link is a black hole. */
const SILENCE_MS = 7000;
const OPENING_MS = 8000;
/** What comes when the room has told everything that was missing. */
const IN_STEP = new Set(["snapshot", "presence", "turn"]);
/** Closing codes that no retry can mend. */
const FINAL = new Set([4001, 4401, 4403, 1008, 1009]);

/**
 * How long to wait before the nth try: short at first, then spread out so that a crowd does not come at once.
 * @param {number} attempt from 0
 * @param {number} elapsedMs since the link was lost
 * @param {number} chance from 0 to 1
 */
export function backoff(attempt, elapsedMs, chance) {
  const base = elapsedMs > 120_000 ? 8000 : ([300, 600, 1200][attempt] ?? 2400);
  return attempt < 3 ? base : base * (0.7 + 0.6 * chance);
}

/** An id for a request; works without a secure context, unlike `crypto.randomUUID`. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @typedef {object} Hooks
 * @property {() => string} url
 * @property {() => { room: string, hand?: number, version?: number } | null} position where to resume
 * @property {(notice: Notice | Seen) => void} onNotice
 * @property {(link: { state: 'opening' | 'resuming' | 'up' | 'lost' | 'final', attempt: number, code: number }) => void} onLink
 * @property {(rttMs: number) => void} onLag
 * @property {() => Promise<boolean>} stillSignedIn false only if the server says so
 * @property {ServerClock} clock
 * @property {typeof WebSocket} [Socket]
 */

/** @param {Hooks} hooks */
export function createNet(hooks) {
  const { clock } = hooks;
  const Socket = hooks.Socket ?? WebSocket;
  /** Requests without an answer, in the order they were made. @type {Map<string, string>} */
  const unanswered = new Map();
  /** @type {WebSocket | null} */
  let socket = null;
  let attempt = 0;
  let lostAt = 0;
  let heardAt = 0;
  let wanted = false;
  let welcomed = false;
  let resuming = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let beat;

  /** @param {'opening' | 'resuming' | 'up' | 'lost' | 'final'} state @param {number} [code] */
  const tell = (state, code = 0) => hooks.onLink({ state, attempt, code });

  function open() {
    clearTimeout(retry);
    drop();
    welcomed = false;
    resuming = false;
    const fresh = new Socket(hooks.url());
    socket = fresh;
    tell("opening");
    const tooLong = setTimeout(() => lose(fresh, 1006), OPENING_MS);
    fresh.onopen = () => {
      clearTimeout(tooLong);
      heardAt = clock.monotonic();
      hello();
      ping();
      beat = setInterval(tick, PING_MS);
    };
    fresh.onmessage = (event) => hear(fresh, String(event.data));
    fresh.onclose = (event) => {
      clearTimeout(tooLong);
      lose(fresh, event.code);
    };
    fresh.onerror = () => {};
  }

  /** Let go of the socket without waiting for its end. */
  function drop() {
    clearInterval(beat);
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = null;
    try {
      old.close();
    } catch {
      // It is closing already.
    }
  }

  /** @param {WebSocket} from @param {number} code */
  async function lose(from, code) {
    if (from !== socket) return;
    const wasUp = welcomed;
    drop();
    if (!wanted) return;
    if (FINAL.has(code)) {
      wanted = false;
      tell("final", code);
      return;
    }
    if (!lostAt) lostAt = clock.monotonic();
    if (wasUp) attempt = 0;
    const wait = backoff(attempt, clock.monotonic() - lostAt, Math.random());
    attempt++;
    tell("lost", code);
    if (code === 1006 && !(await hooks.stillSignedIn())) {
      if (!wanted || socket) return;
      wanted = false;
      tell("final", 4401);
      return;
    }
    if (wanted && !socket) {
      clearTimeout(retry);
      retry = setTimeout(open, wait);
    }
  }

  /** @param {WebSocket} from @param {string} data */
  function hear(from, data) {
    if (from !== socket) return;
    heardAt = clock.monotonic();
    /** @type {Notice | Seen} */
    const notice = JSON.parse(data);
    if (notice.type === "pong") {
      hooks.onLag(clock.sample(notice.t, notice.now_ms));
      return;
    }
    if (notice.type === "welcome") {
      clock.hint(notice.now_ms);
      welcomed = true;
      attempt = 0;
      lostAt = 0;
      for (const frame of unanswered.values()) write(frame);
      resuming = hooks.position() !== null;
      tell(resuming ? "resuming" : "up"); // What is sent on hearing this goes once.
    }
    if (notice.type === "ack" || notice.type === "refused") unanswered.delete(notice.id ?? "");
    hooks.onNotice(notice);
    const turnedAway = notice.type === "refused" && notice.id === null;
    if (resuming && (turnedAway || IN_STEP.has(notice.type))) {
      resuming = false;
      tell("up");
    }
  }

  function tick() {
    if (clock.monotonic() - heardAt > SILENCE_MS && socket) lose(socket, 1006);
    else ping();
  }

  const ping = () => write(JSON.stringify({ type: "ping", t: clock.monotonic() }));

  /** Say where this page stands; the server answers with what is missing, or with a snapshot. */
  function hello() {
    write(JSON.stringify({ type: "hello", protocol: PROTOCOL, ...hooks.position() }));
  }

  /** @param {string} frame */
  function write(frame) {
    if (socket?.readyState === Socket.OPEN) socket.send(frame);
  }

  /** The network, or the page, is back: do not wait any longer. */
  function hurry() {
    if (!wanted) return;
    if (!socket) {
      open();
      return;
    }
    if (socket.readyState !== Socket.OPEN) return;
    clock.forget();
    ping();
    const asked = clock.monotonic();
    const suspect = socket;
    setTimeout(() => {
      if (socket === suspect && heardAt < asked) lose(suspect, 1006);
    }, 1500);
  }

  return {
    /** Connect, and stay connected. */
    start() {
      wanted = true;
      attempt = 0;
      lostAt = 0;
      if (!socket) open();
    },
    stop() {
      wanted = false;
      clearTimeout(retry);
      unanswered.clear();
      drop();
    },
    /** Say hello again on the open socket, to take a seat or to fetch what is missing. */
    resume() {
      if (!welcomed) return;
      resuming = true;
      tell("resuming");
      hello();
    },
    /**
     * Send a request and keep it until it is answered. Without an id it is sent once.
     * @param {Request} request
     */
    send(request) {
      const frame = JSON.stringify(request);
      if ("id" in request) unanswered.set(request.id, frame);
      if (welcomed) write(frame);
    },
    /** Whether a request has had no answer yet. @param {string} id */
    isOpen: (id) => unanswered.has(id),
    hurry,
  };
}
/** @typedef {ReturnType<typeof createNet>} Net */
