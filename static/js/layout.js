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
/** How much of a card its neighbour leaves in sight where there is room. */
const STEP = 0.46;
/** How far down the next row lies, in widths of a card: rank and suit stay in sight, or where it is low the rank. */
const GAP = 0.66;
const LOW_GAP = 0.5;

/**
 * @typedef {{ cw: number, width: number, height: number, cards: { x: number, y: number, end: boolean }[] }} PlayLayout
 */

/**
 * Cards on the table: one row while their indices can be read, else two or three rows of smaller cards.
 * @param {number} n
 * @param {{ width: number, height?: number }} room the largest they may be
 * @param {number} cw width of a card
 * @returns {PlayLayout}
 */
export function layoutPlay(n, { width, height = Number.POSITIVE_INFINITY }, cw) {
  let rows = 0;
  let w = cw;
  let gap = GAP;
  let per = n;
  let step = 0;
  do {
    w = cw * (ROW_SCALE[rows] ?? 1);
    gap = w * (ASPECT + rows * GAP) > height ? LOW_GAP : GAP;
    w = Math.min(w, height / (ASPECT + rows * gap));
    rows++;
    per = Math.ceil(n / rows);
    step = per < 2 ? 0 : Math.min(w * STEP, (width - w) / (per - 1));
  } while (per > 1 && rows < ROW_SCALE.length && step < Math.min(w * STEP, Math.max(12, w * 0.29)));
  const cards = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / per);
    return { x: (i - row * per) * step, y: row * gap * w, end: i === n - 1 || (i + 1) % per === 0 };
  });
  return { cw: w, width: w + step * (per - 1), height: w * (ASPECT + (rows - 1) * gap), cards };
}

/** Gap between the tiles of an open hand. */
const TILE_GAP = 1;

/**
 * An open hand in tiles, in so many rows; the fewer cards are left, the larger they are.
 * @param {number} n
 * @param {{ width: number, height: number }} room
 * @param {{ rows: number, right: boolean }} how many rows, and whether they end at the right
 * @returns {{ width: number, height: number, tiles: { x: number, y: number }[] }} of a tile, and their corners
 */
export function layoutTiles(n, room, { rows, right }) {
  const per = Math.ceil(n / rows);
  const width = Math.min(20, room.width / per - TILE_GAP);
  const height = Math.min(width * 1.5 + 2, room.height / rows - TILE_GAP);
  const tiles = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / per);
    const count = Math.min(per, n - per * row);
    const x = (i - row * per) * (width + TILE_GAP);
    return { x: right ? room.width - count * (width + TILE_GAP) + x : x, y: row * (height + TILE_GAP) };
  });
  return { width, height, tiles };
}

/**
 * @typedef {{ side: 'left' | 'right', x: number, y: number, width: number, height?: number }} Spot a corner on that
 *   side of the felt, from its edge and from the top, and how large things there may be
 */
/**
 * @typedef {object} TableLayout
 * @property {Mode} mode
 * @property {number} cw width of cards on the table
 * @property {Spot[]} seats the other seats in play order from the next one
 * @property {Spot[]} plays where they put their cards
 * @property {boolean} inRows whether plays lie in rows close below each other, so that their names stand beside them
 * @property {Spot[]} opens where the open hand of each lies; none: under the seat
 * @property {{ bottom: number, width: number, height?: number }} own where the own cards lie, above the hand
 * @property {number} status how far down the middle a question stands
 * @property {number} wait how far down it says who is awaited
 */

/**
 * Where the other seats and all plays lie. The next seat sits on the right.
 * @param {number} seats
 * @param {{ width: number, height: number, hand: number }} felt size of the felt, and the hand's height
 * @param {readonly number[]} [laid] how many cards each other seat has put down; the long ones get more room
 * @returns {TableLayout}
 */
export function layoutTable(seats, { width, height, hand }, laid = []) {
  const mode = modeOf(width, height);
  return seats > 3 ? layoutFive(mode, width, height, hand, laid) : layoutThree(mode, width, height, hand);
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
      inRows: false,
      opens: [],
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
    inRows: false,
    opens: [],
    own: { bottom: hand + (desk ? 26 : 8), width: width - (desk ? 640 : 2 * (narrow ? 168 : 196)) },
    status: desk ? height * 0.42 : narrow ? 150 : 156,
    wait: desk ? height * 0.42 : narrow ? height - hand - 58 : 145,
  };
}

/** Below this height a portrait screen has no bar of its own for the bottom cards, with five at the table. */
export const SHORT = 700;
/** Room for the word of a pass beside a long play, at least a card's width. */
const WORD = 48;
/** Room for the name of a play beside its cards. */
export const NAME = 104;

/**
 * Two seats on each side: the next one low on the right, then high on the right, high and low on the left.
 * @param {Mode} mode @param {number} width @param {number} height @param {number} hand @param {readonly number[]} laid
 * @returns {TableLayout}
 */
function layoutFive(mode, width, height, hand, laid) {
  const felt = { port: fivePort, land: fiveLand, desk: fiveDesk }[mode](width, height, hand);
  const { cw, low, high, own, status } = felt;
  const [right = 0, farRight = 0, farLeft = 0, left = 0] = laid;
  const near = share(width - 2 * low.play.x, cw, left, right);
  const far = share(width - 2 * high.play.x, cw, farLeft, farRight);
  const around = (/** @type {(row: Row) => Place} */ place, /** @type {number[]} */ wide = []) =>
    [low, high, high, low].map((row, i) => {
      const { width, ...spot } = { width: 0, ...place(row) };
      return {
        side: /** @type {Spot['side']} */ (i < 2 ? "right" : "left"),
        ...spot,
        width: wide[i] ?? width,
      };
    });
  return {
    mode,
    cw,
    seats: around(({ seat }) => seat),
    plays: around(({ play }) => play, [near[1], far[1], far[0], near[0]]),
    inRows: true,
    opens: around(({ open }) => open),
    own,
    status,
    wait: status,
  };
}

/**
 * How wide two plays in one row may be: what they wish while both fit, else half of it each, and what one of them
 * does not need is the other's.
 * @param {number} width @param {number} cw @param {number} left @param {number} right how many cards
 * @returns {[number, number]}
 */
function share(width, cw, left, right) {
  const room = width - 8;
  const wish = (/** @type {number} */ n) => Math.max(WORD, cw * (1 + STEP * Math.max(0, n - 1)));
  const l = Math.min(wish(left), Math.max(room / 2, room - wish(right)));
  const r = Math.min(wish(right), room - l);
  const spare = room - l - r;
  const named = left ? Math.min(NAME, right ? Math.max(spare - NAME, spare / 2) : spare) : 0;
  return [l + named, r + Math.min(NAME, spare - named)];
}

/**
 * @typedef {Omit<Spot, 'side' | 'width'> & { width?: number }} Place two plays of a row share its width
 * @typedef {{ seat: Place, play: Place, open: Place }} Row
 * @typedef {Pick<TableLayout, 'cw' | 'own' | 'status'> & { low: Row, high: Row }} Felt
 */

/** Plays lie under the seats, and an open hand above all of them. @param {number} width @param {number} height @param {number} hand @returns {Felt} */
function fivePort(width, height, hand) {
  const short = height < SHORT;
  const low = height < 600;
  const top = short ? 112 : 178;
  const me = height - hand - 108;
  const step = (me - top) / 2;
  const open = { x: 8, y: short ? 87 : 138, width: width - 16, height: 22 };
  const row = (/** @type {number} */ y) => ({
    seat: { x: 8, y, width: width / 2 - 12 },
    play: { x: 12, y: y + 49, height: step - 52 },
    open,
  });
  return {
    cw: low ? 30 : short ? 34 : 52,
    low: row(top + step),
    high: row(top),
    own: { bottom: hand + 6, width: width - 24, height: 50 },
    status: top + 2 * step - (step - 48) / 2,
  };
}

/** Plays lie beside the seats, and an open hand between the two seats of its side. @param {number} width @param {number} height @param {number} hand @returns {Felt} */
function fiveLand(width, height, hand) {
  const seat = width < NARROW ? 156 : 184;
  const edge = seat + 16;
  const high = 48;
  const low = height - hand - 109;
  const top = 90;
  const tall = (height - hand - 58 - top) / 2;
  const row = (/** @type {number} */ y, /** @type {number} */ play) => ({
    seat: { x: 8, y, width: seat },
    play: { x: edge, y: play, height: tall - 3 },
    open: { x: 8, y: high + 51, width: seat, height: low - high - 52 },
  });
  return {
    cw: 36,
    low: row(low, top + tall),
    high: row(high, top),
    own: { bottom: hand + 6, width: width - 2 * edge, height: 50 },
    status: top + tall,
  };
}

/** As on a phone on its side, with the far seats drawn in like those of a round table. @param {number} width @param {number} height @param {number} hand @returns {Felt} */
function fiveDesk(width, height, hand) {
  const seat = width < 1200 ? 244 : 286;
  const top = 110;
  const step = (height - hand - 70 - top) / 2;
  const bend = Math.min(96, (width - 1000) * 0.16);
  const row = (/** @type {number} */ y, /** @type {number} */ dx) => ({
    seat: { x: 16 + dx, y, width: seat },
    play: { x: 30 + dx + seat, y: y + 4, height: step - 20 },
    open: { x: 16 + dx, y: y + 82, width: seat, height: 62 },
  });
  return {
    cw: height < 900 ? (width < 1200 ? 66 : 74) : 96,
    low: row(top + step, 0),
    high: row(top, bend),
    own: { bottom: hand + 26, width: width - 640 },
    status: top + step - 10,
  };
}
