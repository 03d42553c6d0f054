// Where things lie: pure functions from sizes to places, so that no card ever leaves the screen.

/** @typedef {'port' | 'land' | 'desk'} Mode portrait, a phone on its side, or a large screen */

/** @param {number} width @param {number} height @returns {Mode} */
export function modeOf(width, height) {
  if (height > width) return "port";
  return width >= 1000 && height >= 560 ? "desk" : "land";
}

/** A phone on its side that is narrower than this has little room beside the buttons. */
export const NARROW = 760;
/** The narrowest strip of a covered card that can still be hit. */
export const MIN_STRIP = 24;
/** Height of a card by its width. */
export const ASPECT = 1.42;
const MAX_ROWS = 3;

/**
 * @typedef {object} HandLayout
 * @property {number} cw width of a card
 * @property {number} ch height of a card
 * @property {number} rows
 * @property {number} strip width of the narrowest visible strip
 * @property {number} height of the whole hand with room for lifted cards
 * @property {number} lift how far a chosen card rises
 * @property {{ x: number, y: number, row: number, end: boolean }[]} cards left top corners; `end` is uncovered
 */

/**
 * A hand of n cards in a box: the fewest rows whose strips are wide enough to be hit. The height does not
 * change while cards leave, so that nothing jumps under a finger: it is that of `reserve` cards.
 * @param {number} n
 * @param {{ width: number, height: number, mode: Mode, reserve?: number }} box the box's width, the screen's height
 * @returns {HandLayout}
 */
export function layoutHand(n, { width, height, mode, reserve = n }) {
  const most = Math.max(n, reserve, 1);
  const pad = mode === "port" ? 4 : 8;
  const cw = cardWidth(most, width, height, mode);
  const ch = cw * ASPECT;
  const lift = mode === "port" ? 12 : 18;
  const widest = cw * (mode === "desk" ? 0.5 : 0.66);
  const step = (/** @type {number} */ k) =>
    k < 2 ? widest : Math.min(widest, (width - 2 * pad - cw) / (k - 1));
  const rowsFor = (/** @type {number} */ k) => {
    let rows = 1;
    while (rows < MAX_ROWS && step(Math.ceil(k / rows)) < MIN_STRIP) rows++;
    return rows;
  };
  const gap = mode === "port" ? ch : Math.min(60, ch * 0.6);
  const rows = rowsFor(Math.max(n, 1));
  const held = rowsFor(most);
  const tall = ch + (held - 1) * gap + lift + 12;
  const per = Math.ceil(n / rows);
  const cards = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / per);
    const count = Math.min(per, n - per * row);
    const x0 = (width - (cw + step(count) * (count - 1))) / 2;
    return {
      x: x0 + (i - row * per) * step(count),
      y: tall - 6 - ch - (rows - 1 - row) * gap,
      row,
      end: i - row * per === count - 1,
    };
  });
  return { cw, ch, rows, strip: n < 2 ? cw : step(per), height: tall, lift, cards };
}

/** @param {number} n @param {number} width @param {number} height @param {Mode} mode */
function cardWidth(n, width, height, mode) {
  if (mode === "desk") return Math.min(116, height * 0.165);
  if (mode === "land") return Math.min(78, height * 0.2);
  const per = Math.ceil(n / 2);
  return Math.max(44, Math.min(76, width * 0.19, height * 0.088, width - 8 - MIN_STRIP * (per - 1)));
}

/**
 * The index of the top-most card under a point, -1 for none. It is geometry, not what the browser hits, so that
 * a fast swipe skips nothing; `loose` takes points above and below a row for its nearest card.
 * @param {HandLayout} layout
 * @param {number} x
 * @param {number} y
 * @param {{ lifted?: (index: number) => boolean, loose?: boolean }} [how]
 */
export function hitTest(layout, x, y, { lifted = () => false, loose = false } = {}) {
  const { cards, cw, ch, lift, rows } = layout;
  for (let i = cards.length - 1; i >= 0; i--) {
    const card = cards[i];
    if (!card) continue;
    const top = card.y - (lifted(i) ? lift : 0);
    const above = loose && card.row === 0 ? Number.POSITIVE_INFINITY : 0;
    const below = loose && card.row === rows - 1 ? Number.POSITIVE_INFINITY : 0;
    if (x >= card.x && x < card.x + cw && y >= top - above && y < card.y + ch + below) return i;
  }
  return -1;
}

/** Cards on the table become smaller with each further row. */
const ROW_SCALE = [1, 0.84, 0.72];

/**
 * Cards on the table: one row while their indices can be read, else two or three rows of smaller cards.
 * @param {number} n
 * @param {number} width the widest they may be
 * @param {number} cw width of a card
 * @returns {{ cw: number, width: number, height: number, cards: { x: number, y: number, end: boolean }[] }}
 */
export function layoutPlay(n, width, cw) {
  let rows = 0;
  let w = cw;
  let per = n;
  let step = 0;
  do {
    w = cw * (ROW_SCALE[rows] ?? 1);
    rows++;
    per = Math.ceil(n / rows);
    step = per < 2 ? 0 : Math.min(w * 0.46, (width - w) / (per - 1));
  } while (per > 1 && rows < ROW_SCALE.length && step < Math.max(12, w * 0.29));
  const gap = w * 0.66;
  const cards = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / per);
    return { x: (i - row * per) * step, y: row * gap, end: i === n - 1 || (i + 1) % per === 0 };
  });
  return { cw: w, width: w + step * (per - 1), height: w * ASPECT + (rows - 1) * gap, cards };
}

/**
 * @typedef {{ side: 'left' | 'right', x: number, y: number, width: number }} Spot a corner on that side of the
 *   felt, from its edge and from the top, and how wide things there may be
 */
/**
 * @typedef {object} TableLayout
 * @property {Mode} mode
 * @property {number} cw width of cards on the table
 * @property {Spot[]} seats the other seats in play order from the next one
 * @property {Spot[]} plays where they put their cards
 * @property {{ bottom: number, width: number }} own where the own cards lie, above the hand
 * @property {number} status how far down the middle a question stands
 * @property {number} wait how far down it says who is awaited
 */

/**
 * Where the other seats and all plays lie. The next seat sits on the right.
 * @param {number} seats
 * @param {{ width: number, height: number, hand: number }} felt size of the felt, and the hand's height
 * @returns {TableLayout}
 */
export function layoutTable(seats, { width, height, hand }) {
  const mode = modeOf(width, height);
  return seats > 3 ? layoutFive(mode, width, hand) : layoutThree(mode, width, height, hand);
}

/** @param {Mode} mode @param {number} width @param {number} height @param {number} hand @returns {TableLayout} */
function layoutThree(mode, width, height, hand) {
  const both = (/** @type {Omit<Spot, 'side'>} */ spot) => [
    { side: /** @type {const} */ ("right"), ...spot },
    { side: /** @type {const} */ ("left"), ...spot },
  ];
  if (mode === "port") {
    const low = height < 600;
    const top = low ? 98 : height < 700 ? 148 : 156;
    const plays = top + (height > 700 ? 112 : 110);
    return {
      mode,
      cw: low ? 32 : height > 700 ? 50 : 40,
      seats: both({ x: low ? 8 : 10, y: top, width: width / 2 - 14 }),
      plays: both({ x: 14, y: plays, width: width / 2 - 20 }),
      own: { bottom: hand + (height > 700 ? 132 : 4), width: width - 24 },
      status: height > 700 ? plays + 110 : height - hand - (low ? 142 : 145),
      wait: plays + (low ? 46 : height > 700 ? 110 : 54),
    };
  }
  const desk = mode === "desk";
  const narrow = width < NARROW;
  const edge = desk ? (width < 1200 ? 304 : 330) : narrow ? 194 : 236;
  const top = desk ? Math.max(120, height * 0.19) : narrow ? 64 : 70;
  return {
    mode,
    cw: desk ? (height < 900 ? 74 : 96) : narrow ? 40 : 46,
    seats: both({ x: 14, y: top, width: edge - 18 }),
    plays: both({ x: edge, y: desk ? top : 94, width: width / 2 - edge - (desk ? 20 : 6) }),
    own: { bottom: hand + (desk ? 26 : 8), width: width - (desk ? 640 : 2 * (narrow ? 168 : 196)) },
    status: desk ? height * 0.42 : narrow ? 150 : 156,
    wait: desk ? height * 0.42 : narrow ? height - hand - 58 : 145,
  };
}

/** @param {Mode} mode @param {number} width @param {number} hand @returns {TableLayout} */
function layoutFive(mode, width, hand) {
  const places = {
    port: {
      seats: [
        [8, 258],
        [8, 152],
        [8, 152],
        [8, 258],
      ],
      plays: [
        [12, 304],
        [12, 196],
        [12, 194],
        [12, 304],
      ],
    },
    land: {
      seats: [
        [10, 134],
        [10, 68],
        [10, 68],
        [10, 134],
      ],
      plays: [
        [206, 150],
        [206, 90],
        [206, 90],
        [206, 150],
      ],
    },
    desk: {
      seats: [
        [16, 330],
        [200, 140],
        [200, 140],
        [16, 330],
      ],
      plays: [
        [260, 350],
        [430, 190],
        [430, 190],
        [250, 350],
      ],
    },
  }[mode];
  const spot = (/** @type {number[]} */ [x = 0, y = 0], /** @type {number} */ at) => ({
    side: at < 2 ? /** @type {const} */ ("right") : /** @type {const} */ ("left"),
    x,
    y,
    width: mode === "port" ? width / 2 - 16 : width / 2 - x - 8,
  });
  return {
    mode,
    cw: mode === "port" ? 34 : mode === "land" ? 40 : 74,
    seats: places.seats.map(spot),
    plays: places.plays.map(spot),
    own: { bottom: hand + (mode === "port" ? 4 : 8), width: width - (mode === "port" ? 24 : 392) },
    status: mode === "port" ? 380 : mode === "land" ? 150 : 300,
    wait: mode === "port" ? 380 : mode === "land" ? 150 : 300,
  };
}
