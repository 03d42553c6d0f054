// The server's time without trust in the device's: it is `performance.now()` plus an offset from pings.

const KEPT = 8;

/** A clock that follows the server's. @param {() => number} monotonic milliseconds that only run forward */
export function createServerClock(monotonic = () => performance.now()) {
  /** @type {{ rtt: number, offset: number }[]} */
  let samples = [];
  const best = () => samples.reduce((a, b) => (b.rtt < a.rtt ? b : a), samples[0] ?? { rtt: 0, offset: 0 });
  return {
    monotonic,
    /** A question sent at `sent` was answered with the server's time. @param {number} sent @param {number} nowMs */
    sample(sent, nowMs) {
      const received = monotonic();
      const rtt = Math.max(0, received - sent);
      samples = [...samples.slice(1 - KEPT), { rtt, offset: nowMs - (received - rtt / 2) }];
      return rtt;
    },
    /** A rough first idea, used until the first sample. @param {number} nowMs */
    hint(nowMs) {
      if (!samples.length) samples = [{ rtt: 60_000, offset: nowMs - monotonic() }];
    },
    /** Start afresh: the device may have slept. */
    forget() {
      samples = samples.length ? [{ ...best(), rtt: 60_000 }] : [];
    },
    /** The server's time in ms since 1970. */
    now: () => monotonic() + best().offset,
  };
}
/** @typedef {ReturnType<typeof createServerClock>} ServerClock */
