// Effects: what is felt when cards fall. They are made from events, never wait for anything, never take a
// click, and are left out where motion is unwelcome. Only transforms and opacity move.

/** @import { Effect } from "./effects.js" */

/** Light may not come more often than this; three times a second is where it starts to harm. */
export const FLASH_GAP_MS = 400;

/** @typedef {{ x: number, y: number }} Point */

/**
 * @param {HTMLElement} layer
 * @param {{ isOn: () => boolean }} how
 */
export function createEffects(layer, { isOn }) {
  let lastFlash = Number.NEGATIVE_INFINITY;

  const find = (/** @type {string} */ selector) =>
    /** @type {HTMLElement | null} */ (document.querySelector(selector));

  /** The middle of something on the page. @param {Element | null} element @returns {Point} */
  function middle(element) {
    const box = element?.getBoundingClientRect();
    if (!box?.width) return { x: innerWidth / 2, y: innerHeight * 0.42 };
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  /**
   * Something that moves and then is gone.
   * @param {string} name a class, or "#symbol class" for a drawing
   * @param {Point | null} at
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   * @param {string} [text]
   */
  function fling(name, at, frames, timing, text = "") {
    /** @type {HTMLElement | SVGSVGElement} */
    let thing;
    if (name.startsWith("#")) {
      const [symbol = "", ...classes] = name.split(" ");
      thing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      thing.classList.add("thing", ...classes);
      const drawing = document.createElementNS("http://www.w3.org/2000/svg", "use");
      drawing.setAttribute("href", symbol);
      thing.append(drawing);
    } else {
      thing = document.createElement("div");
      thing.className = name;
      thing.textContent = text;
    }
    if (at) {
      thing.style.left = `${at.x}px`;
      thing.style.top = `${at.y}px`;
    }
    layer.append(thing);
    const motion = thing.animate(frames, { fill: "forwards", ...timing });
    motion.onfinish = motion.oncancel = () => thing.remove();
  }

  /** A big word. @param {string} text @param {string} [tone] @param {number} [delay] */
  function shout(text, tone = "", delay = 0) {
    fling(
      `shout ${tone}`,
      null,
      [
        { transform: "translate(-50%, -50%) scale(2.6) rotate(-6deg)", opacity: 0 },
        { transform: "translate(-50%, -50%) scale(0.94) rotate(-4deg)", opacity: 1, offset: 0.16 },
        { transform: "translate(-50%, -50%) scale(1.04) rotate(-4deg)", opacity: 1, offset: 0.24 },
        { transform: "translate(-50%, -50%) scale(1) rotate(-4deg)", opacity: 1, offset: 0.78 },
        { transform: "translate(-50%, -62%) scale(1.06) rotate(-4deg)", opacity: 0 },
      ],
      { duration: 1250, delay, easing: "ease-out" },
      text,
    );
  }

  /** @param {number} strength in pixels @param {number} delay */
  function shake(strength, delay) {
    const felt = find(".table .felt");
    const steps = [0, -1, 0.9, -0.7, 0.55, -0.4, 0.25, -0.1, 0];
    felt?.animate(
      steps.map((step, i) => ({
        transform: `translate(${step * strength}px, ${(i % 2 ? 0.6 : -0.5) * step * strength}px)`,
      })),
      { duration: 460, delay, easing: "linear" },
    );
  }

  /** Fire, sparks, smoke and a wave around a point. @param {Point} at @param {number} size @param {number} [delay] */
  function blast(at, size, delay = 0) {
    const now = performance.now() + delay;
    const mayFlash = now - lastFlash >= FLASH_GAP_MS;
    if (mayFlash) lastFlash = now;
    fling(
      "blast",
      at,
      [
        { transform: "scale(0.1)", opacity: 0 },
        { transform: `scale(${0.9 * size})`, opacity: mayFlash ? 0.95 : 0.5, offset: 0.18 },
        { transform: `scale(${1.3 * size})`, opacity: 0 },
      ],
      { duration: 620, delay, easing: "cubic-bezier(0.1, 0.8, 0.3, 1)" },
    );
    fling(
      "wave",
      at,
      [
        { transform: "scale(0.1)", opacity: 0.9 },
        { transform: `scale(${2.6 * size})`, opacity: 0 },
      ],
      { duration: 700, delay, easing: "cubic-bezier(0.1, 0.7, 0.4, 1)" },
    );
    const reach = Math.min(innerWidth, innerHeight) * 0.42 * size;
    for (let i = 0; i < 26; i++) {
      const angle = (i / 26) * Math.PI * 2 + Math.random() * 0.3;
      const far = reach * (0.5 + Math.random() * 0.7);
      const x = Math.cos(angle) * far;
      const y = Math.sin(angle) * far;
      fling(
        "spark",
        at,
        [
          { transform: "translate(0, 0) scale(2)", opacity: 1 },
          { transform: `translate(${x * 0.8}px, ${y * 0.8}px) scale(1.3)`, opacity: 1, offset: 0.5 },
          { transform: `translate(${x}px, ${y + reach * 0.35}px) scale(0.2)`, opacity: 0 },
        ],
        { duration: 700 + Math.random() * 500, delay, easing: "cubic-bezier(0.1, 0.7, 0.4, 1)" },
      );
    }
    for (let i = 0; i < 7; i++) {
      const x = (Math.random() - 0.5) * reach * 1.3;
      const y = (Math.random() - 0.7) * reach * 0.9;
      fling(
        "smoke",
        at,
        [
          { transform: "scale(0.3)", opacity: 0 },
          { transform: `translate(${x * 0.6}px, ${y * 0.6}px) scale(1.1)`, opacity: 0.8, offset: 0.3 },
          { transform: `translate(${x}px, ${y - 30}px) scale(1.9)`, opacity: 0 },
        ],
        { duration: 1300, delay: delay + 60, easing: "ease-out" },
      );
    }
    shake(11 * size, delay);
  }

  /** The more cards, the larger. @param {Effect} effect */
  function bomb({ seat, word = "", count = 4 }) {
    const from = middle(find(`.seat[data-seat="${seat}"] .av`));
    const goal = { x: innerWidth / 2, y: innerHeight * 0.42 };
    fling(
      "#bomb bomb",
      goal,
      [
        {
          transform: `translate(${from.x - goal.x}px, ${from.y - goal.y}px) scale(0.5) rotate(-40deg)`,
          opacity: 1,
        },
        {
          transform: `translate(${(from.x - goal.x) / 2}px, ${(from.y - goal.y) / 2 - 90}px) scale(1) rotate(120deg)`,
          opacity: 1,
          offset: 0.55,
        },
        { transform: "scale(1.15) rotate(300deg)", opacity: 1 },
      ],
      { duration: 340, easing: "ease-in" },
    );
    blast(goal, 1.15 + 0.12 * Math.max(0, count - 4), 320);
    shout(word, "", 360);
  }

  /** @param {Effect} effect */
  function rocket({ word = "" }) {
    const x = innerWidth / 2;
    const goal = { x, y: innerHeight * 0.36 };
    const rise = innerHeight * 0.75;
    fling(
      "#rocket rocket",
      goal,
      [
        { transform: `translateY(${rise}px) scale(0.7)`, opacity: 0 },
        { transform: `translateY(${rise * 0.8}px) scale(0.9)`, opacity: 1, offset: 0.2 },
        { transform: "translateY(0) scale(1.15)", opacity: 1, offset: 0.9 },
        { transform: `translateY(${-rise * 0.3}px) scale(1.2)`, opacity: 0 },
      ],
      { duration: 820, easing: "cubic-bezier(0.6, 0, 0.8, 0.6)" },
    );
    for (let i = 0; i < 16; i++) {
      fling(
        "smoke",
        { x: x + (Math.random() - 0.5) * 40, y: goal.y + rise * (1 - i / 16) },
        [
          { transform: "scale(0.2)", opacity: 0 },
          { transform: "scale(0.8)", opacity: 0.6, offset: 0.3 },
          { transform: "translateY(30px) scale(1.4)", opacity: 0 },
        ],
        { duration: 900, delay: 120 + i * 38 },
      );
    }
    blast(goal, 1.6, 720);
    shout(word, "", 760);
  }

  /** @param {Effect} effect */
  function plane({ word = "" }) {
    const goal = { x: innerWidth / 2, y: innerHeight * 0.34 };
    const far = innerWidth * 0.75;
    fling(
      "#plane plane",
      goal,
      [
        { transform: `translate(${-far}px, 60px) rotate(-7deg)`, opacity: 1 },
        { transform: "translate(0, -8px) rotate(-3deg)", opacity: 1, offset: 0.5 },
        { transform: `translate(${far}px, -70px) rotate(-9deg)`, opacity: 1 },
      ],
      { duration: 1500, easing: "cubic-bezier(0.3, 0.2, 0.7, 0.8)" },
    );
    for (let i = 0; i < 12; i++) {
      fling(
        "smoke",
        { x: innerWidth * (i / 12), y: goal.y + 30 - i * 5 },
        [
          { transform: "scale(0.2)", opacity: 0 },
          { transform: "scale(0.5)", opacity: 0.45, offset: 0.3 },
          { transform: "scale(1)", opacity: 0 },
        ],
        { duration: 900, delay: 160 + i * 95 },
      );
    }
    shout(word, "soft", 250);
  }

  function chain() {
    fling(
      "sweep",
      { x: 0, y: 0 },
      [
        { transform: "translateX(-40vw)", opacity: 0.9 },
        { transform: "translateX(110vw)", opacity: 0.9 },
      ],
      { duration: 620, easing: "ease-in-out" },
    );
  }

  /** @param {Effect} effect */
  function spring({ word = "" }) {
    for (let i = 0; i < 26; i++) {
      const drift = (Math.random() - 0.5) * 260;
      fling(
        "#petal petal",
        { x: Math.random() * innerWidth, y: -30 },
        [
          { transform: "rotate(0deg)", opacity: 0 },
          { opacity: 0.95, offset: 0.1 },
          { opacity: 0.9, offset: 0.8 },
          {
            transform: `translate(${drift}px, ${innerHeight * (0.7 + Math.random() * 0.5)}px) rotate(${drift * 3}deg)`,
            opacity: 0,
          },
        ],
        { duration: 2200 + Math.random() * 1400, delay: Math.random() * 700, easing: "ease-in" },
      );
    }
    shout(word, "", 100);
  }

  /** Card backs fly from the middle to a seat. @param {Effect} effect */
  function deal({ seat, count = 1 }) {
    const goal = middle(find(`.seat[data-seat="${seat}"] .left`) ?? find(`.seat[data-seat="${seat}"] .av`));
    const from = { x: innerWidth / 2, y: innerHeight * 0.36 };
    for (let i = 0; i < count; i++) {
      fling(
        "card back flying",
        { x: from.x - 17, y: from.y - 24 },
        [
          { transform: "scale(0.9)", opacity: 0.2 },
          { transform: "scale(1)", opacity: 1, offset: 0.15 },
          {
            transform: `translate(${goal.x - from.x}px, ${goal.y - from.y}px) scale(0.6) rotate(200deg)`,
            opacity: 0.7,
          },
        ],
        { duration: 260, delay: i * 70, easing: "cubic-bezier(0.3, 0.6, 0.5, 1)" },
      );
    }
  }

  /** The hat falls on the new landlord's head. @param {Effect} effect */
  function landlord({ seat }) {
    const av = find(`.seat[data-seat="${seat}"] .av`);
    const hat = av?.querySelector(".hat");
    hat?.animate(
      [
        { transform: "translateY(-90px) rotate(-60deg) scale(2.4)", opacity: 0 },
        { transform: "translateY(3px) rotate(-3deg) scale(1)", opacity: 1, offset: 0.6 },
        { transform: "translateY(-7px) rotate(-11deg)", offset: 0.78 },
        { transform: "rotate(-7deg)" },
      ],
      { duration: 620, easing: "ease-in" },
    );
    fling(
      "rays",
      middle(av),
      [
        { transform: "rotate(0deg)", opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: "rotate(40deg)", opacity: 0 },
      ],
      { duration: 1500 },
    );
  }

  /** Everybody learns of a landlord. @param {Effect} effect */
  function known(effect) {
    landlord(effect);
    shout(effect.word ?? "", "", 200);
  }

  /** The open card turns over. */
  function turned() {
    for (const card of document.querySelectorAll(".turned .card")) {
      card.animate(
        [
          { transform: "rotateY(-90deg) scale(0.8)" },
          { transform: "rotateY(0deg) scale(1.2)", offset: 0.45 },
          { transform: "none" },
        ],
        { duration: 900, easing: "ease-out" },
      );
    }
  }

  /** The bottom cards turn over one after another. */
  function bottom() {
    document.querySelectorAll(".kitty .slot").forEach((slot, i) => {
      const card = slot.querySelector(".card");
      const cover = document.createElement("span");
      cover.className = "card back";
      slot.append(cover);
      const delay = i * 140;
      cover.animate([{ transform: "rotateY(0deg)" }, { transform: "rotateY(90deg)" }], {
        duration: 170,
        delay,
        fill: "both",
        easing: "ease-in",
      }).onfinish = () => cover.remove();
      card?.animate(
        [
          { transform: "rotateY(-90deg) scale(1)" },
          { transform: "rotateY(0deg) scale(1.45)", offset: 0.45 },
          { transform: "rotateY(0deg) scale(1)" },
        ],
        { duration: 420, delay: delay + 170, fill: "backwards", easing: "ease-out" },
      );
    });
  }

  /** Cards land where they are laid. @param {Effect} effect */
  function lay({ seat }) {
    const cards = find(`.play[data-of="${seat}"] .cards`);
    const head = find(`.seat[data-seat="${seat}"] .av`);
    if (!cards) return;
    const own = cards.parentElement?.classList.contains("own");
    const to = middle(cards);
    const from = own ? { x: to.x, y: to.y + 110 } : middle(head);
    cards.animate(
      [
        {
          transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${own ? 1.25 : 0.4})`,
          opacity: 0.4,
        },
        { transform: "translate(0, 0) scale(1.06)", opacity: 1, offset: 0.75 },
        { transform: "none" },
      ],
      { duration: 190, easing: "ease-out" },
    );
  }

  function multiple() {
    find(".mult")?.animate(
      [
        { transform: "scale(1)" },
        { transform: "scale(1.28) rotate(-3deg)", offset: 0.3 },
        { transform: "scale(0.96)", offset: 0.65 },
        { transform: "scale(1)" },
      ],
      { duration: 460, easing: "ease-out" },
    );
  }

  /** @param {Effect} effect */
  function win({ word = "" }) {
    const at = { x: innerWidth / 2, y: innerHeight * 0.4 };
    fling(
      "rays",
      at,
      [
        { transform: "rotate(0deg) scale(0.6)", opacity: 0 },
        { opacity: 1, offset: 0.15 },
        { opacity: 0.9, offset: 0.7 },
        { transform: "rotate(70deg) scale(1.1)", opacity: 0 },
      ],
      { duration: 2600 },
    );
    for (let i = 0; i < 34; i++) {
      const angle = -Math.PI / 2 + (Math.random() - 0.5) * 2.2;
      const speed = innerHeight * (0.45 + Math.random() * 0.5);
      const x = Math.cos(angle) * speed * 0.9;
      const y = Math.sin(angle) * speed * 0.7;
      fling(
        "#bean coin",
        at,
        [
          { transform: "translate(0, 0) scale(0.3)", opacity: 0 },
          { transform: `translate(${x * 0.7}px, ${y}px) scale(1) rotateY(360deg)`, opacity: 1, offset: 0.4 },
          {
            transform: `translate(${x}px, ${innerHeight * 0.65}px) scale(0.9) rotateY(1080deg)`,
            opacity: 0.9,
          },
        ],
        {
          duration: 1500 + Math.random() * 700,
          delay: Math.random() * 350,
          easing: "cubic-bezier(0.3, 0.2, 0.6, 1)",
        },
      );
    }
    shout(word, "", 100);
  }

  /** @param {Effect} effect */
  function lose({ word = "" }) {
    fling("veil", null, [{ opacity: 0 }, { opacity: 0.55, offset: 0.4 }, { opacity: 0 }], { duration: 2400 });
    shout(word, "grey", 150);
  }

  const shows = {
    bomb,
    rocket,
    plane,
    chain,
    spring,
    deal,
    landlord,
    known,
    turned,
    bottom,
    lay,
    multiple,
    win,
    lose,
  };

  return {
    /** @param {Effect} effect */
    show(effect) {
      if (!isOn() || !layer.animate || effect.show === "none") return;
      shows[effect.show](effect);
    },
    /** Nothing goes on, as after a reconnect. */
    clear() {
      layer.replaceChildren();
    },
  };
}
/** @typedef {ReturnType<typeof createEffects>} Effects */
