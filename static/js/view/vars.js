// A directive that sets custom properties through the CSSOM, since a strict policy refuses style attributes.

import { Directive, directive } from "../../vendor/lit-html/directive.js";
import { noChange } from "../../vendor/lit-html/lit-html.js";

class Vars extends Directive {
  /** @type {Map<string, string>} */
  known = new Map();

  /** @param {Record<string, string | number>} _values @returns {unknown} */
  render(_values) {
    return noChange;
  }

  /**
   * @override
   * @param {import("../../vendor/lit-html/directive.js").Part} part
   * @param {unknown[]} props
   */
  update(part, props) {
    const { style } = /** @type {{ element: HTMLElement }} */ (/** @type {unknown} */ (part)).element;
    const [values] = /** @type {[Record<string, string | number>]} */ (props);
    for (const [name, value] of Object.entries(values)) {
      const text = typeof value === "number" ? `${value}px` : value;
      if (this.known.get(name) === text) continue;
      this.known.set(name, text);
      style.setProperty(name, text);
    }
    return noChange;
  }
}

/** `<div ${vars({ left: 10, "--x": "3px" })}>`; numbers are pixels. */
export const vars = directive(/** @type {any} */ (Vars));
