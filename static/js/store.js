// One store: what happens goes in as an event, the state comes out, and the page is drawn once a frame.

/**
 * @template S, E
 * @param {S} initial
 * @param {(state: S, event: E) => S} reduce pure
 */
export function createStore(initial, reduce) {
  let state = initial;
  let drawing = false;
  /** @type {((event: E, before: S, after: S) => void)[]} */
  const watchers = [];
  /** @type {(state: S) => void} */
  let draw = () => {};

  function redraw() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      draw(state);
    });
  }

  return {
    get: () => state,
    /** @param {E} event */
    dispatch(event) {
      const before = state;
      state = reduce(state, event);
      if (state !== before) redraw();
      for (const watch of watchers) watch(event, before, state);
    },
    /** Be told of each event, after it has been taken in. @param {(event: E, before: S, after: S) => void} watch */
    watch(watch) {
      watchers.push(watch);
    },
    /** @param {(state: S) => void} how */
    drawWith(how) {
      draw = how;
      redraw();
    },
    redraw,
  };
}
