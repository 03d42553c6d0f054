// How a seat's due comes about, for the settlement to show. The amounts themselves are the server's.

/** @import { Public, Seat } from './wire.js' */

/**
 * A due as a product: points for each farmer, times the doubling of that stake, times as many farmers as the seat
 * plays against, shared among so many landlords; a farmer plays for one, alone.
 * @typedef {{ points: number, doubling: number, farmers: number, landlords: number }} Sum
 */

/** The landlords of a hand that is over. @param {Public} open @returns {Seat[]} */
export function landlordsOf({ landlord, finish }) {
  if (landlord === null) return [];
  const hidden = finish?.hidden ?? landlord;
  return hidden === landlord ? [landlord] : [landlord, hidden];
}

/**
 * The sum behind a seat's due; null where there is none: the farmers' stakes differ, and a landlord's is all of them.
 * @param {Public} open a hand that went out
 * @param {Seat} seat
 * @returns {Sum | null}
 */
export function sumOf(open, seat) {
  const { score } = open;
  if (!score) return null;
  const lords = landlordsOf(open);
  const points = score.base * score.counted;
  if (!lords.includes(seat)) {
    return { points, doubling: score.doubling[seat] ?? 1, farmers: 1, landlords: 1 };
  }
  const stakes = score.doubling.filter((_, other) => !lords.includes(other));
  const [doubling = 1] = stakes;
  if (stakes.some((other) => other !== doubling)) return null;
  return { points, doubling, farmers: stakes.length, landlords: lords.length };
}
