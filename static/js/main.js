// The page begins: what happens is drawn, heard and answered from here on.

import "./events.js";
import "./keyboard.js";
import { draw } from "./drawing.js";
import { net } from "./link.js";
import { element, store } from "./page.js";
import { start } from "./session.js";

addEventListener("online", () => net.hurry());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  net.hurry();
  store.redraw();
});

element("app").replaceChildren();
store.drawWith(draw);
start();
