import assert from "node:assert/strict";
import { test } from "node:test";
import { hitTest, layoutHand, layoutPlay, layoutTable, MIN_STRIP, modeOf } from "../../static/js/layout.js";

const SIZES = /** @type {[number, number][]} */ ([
  [320, 568],
  [360, 640],
  [375, 667],
  [390, 844],
  [667, 375],
  [812, 375],
  [844, 390],
  [1024, 768],
  [1280, 720],
  [1600, 1080],
]);

for (const [width, height] of SIZES) {
  for (let n = 1; n <= 25; n++) {
    test(`${n} cards at ${width}x${height}: all on screen, every strip wide enough`, () => {
      const hand = layoutHand(n, { width, height, mode: modeOf(width, height) });
      assert.equal(hand.cards.length, n);
      assert(hand.strip >= MIN_STRIP, `strip ${hand.strip}`);
      assert(hand.rows <= (width <= 320 && n > 22 ? 3 : 2), `${hand.rows} rows`);
      assert(hand.cw * 0.36 >= (width >= 360 ? 20 : 15), "rank is high enough");
      for (const { x, y } of hand.cards) {
        assert(x >= 0 && x + hand.cw <= width + 0.01, `x ${x}`);
        assert(y >= hand.lift && y + hand.ch <= hand.height + 0.01, `y ${y}`);
      }
    });
  }
}

test("the hand keeps its height while cards leave", () => {
  const box = { width: 390, height: 844, mode: /** @type {const} */ ("port"), reserve: 20 };
  const heights = [20, 14, 9, 3, 1].map((n) => layoutHand(n, box).height);
  assert.equal(new Set(heights).size, 1);
});

test("every card is hit on its strip, covered ones too, lifted ones higher up", () => {
  for (const [width, height] of SIZES) {
    const hand = layoutHand(20, { width, height, mode: modeOf(width, height) });
    hand.cards.forEach(({ x, y }, i) => {
      assert.equal(hitTest(hand, x + hand.strip / 2, y + hand.ch / 2), i);
      assert.equal(hitTest(hand, x + 1, y - hand.lift + 1, { lifted: (at) => at === i }), i);
    });
    assert.equal(hitTest(hand, width / 2, -5), -1);
  }
});

test("a swipe that leaves the hand above or below still means a card", () => {
  const hand = layoutHand(20, { width: 390, height: 844, mode: "port" });
  const top = hand.cards[3];
  const low = hand.cards[13];
  assert(top && low);
  assert.equal(hitTest(hand, top.x + 4, -200, { loose: true }), 3);
  assert.equal(hitTest(hand, low.x + 4, 2000, { loose: true }), 13);
});

test("20 cards fit their place on the table, and their indices can be read", () => {
  for (const [width, height] of SIZES) {
    const { plays, own, cw } = layoutTable(3, { width, height, hand: 140 });
    for (const area of [...plays, own]) {
      for (let n = 1; n <= 20; n++) {
        const laid = layoutPlay(n, area, cw);
        assert(laid.width <= area.width + 0.01, `${n} in ${area.width} at ${width}: ${laid.width}`);
        laid.cards.forEach((card, i) => {
          const next = laid.cards[i + 1];
          if (next && next.y === card.y)
            assert(next.x - card.x >= 11.5, `step ${next.x - card.x} at ${width}x${height}`);
        });
      }
    }
  }
});

test("the next seat sits on the right, the one before on the left", () => {
  for (const seats of [3, 5]) {
    const sides = layoutTable(seats, { width: 844, height: 390, hand: 140 }).seats.map(({ side }) => side);
    assert.equal(sides[0], "right");
    assert.equal(sides.at(-1), "left");
    assert.equal(sides.length, seats - 1);
  }
});
