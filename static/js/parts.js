// What comes when it is needed: the pages, the settlement, the effects. Until a part is here the table plays on without.

import { dress } from "./dress.js";
import { openBook } from "./i18n/index.js";
import { calm, element, store } from "./page.js";

/** @import { State } from "./state.js" */

const AGAIN_MS = 2000;

/** What there is about rooms. @typedef {typeof import("./view/room.js") & typeof import("./view/roomform.js") & typeof import("./rooming.js")} Rooms */
/**
 * @typedef {object} Parts
 * @property {typeof import("./view/signin.js").signIn | null} signIn
 * @property {typeof import("./view/members.js").members | null} members
 * @property {typeof import("./view/lobby.js").lobby | null} lobby
 * @property {typeof import("./view/me.js").me | null} me
 * @property {Rooms | null} rooms
 * @property {typeof import("./view/table.js").table | null} table
 * @property {typeof import("./view/result.js").result | null} result
 * @property {typeof import("./view/phrases.js").phrases | null} phrases
 * @property {ReturnType<typeof import("./fx.js").createEffects> | null} fx
 */

/** @type {Parts} */
export const parts = {
  signIn: null,
  members: null,
  lobby: null,
  me: null,
  rooms: null,
  table: null,
  result: null,
  phrases: null,
  fx: null,
};

const loaders = {
  signIn: () => import("./view/signin.js").then(({ signIn }) => Object.assign(parts, { signIn })),
  members: () =>
    Promise.all([import("./view/members.js"), openBook("account"), dress("hall"), dress("account")]).then(
      ([{ members }]) => Object.assign(parts, { members }),
    ),
  me: () =>
    Promise.all([import("./view/me.js"), openBook("account"), dress("hall"), dress("account")]).then(
      ([{ me }]) => Object.assign(parts, { me }),
    ),
  lobby: () =>
    Promise.all([import("./view/lobby.js"), openBook("hall"), dress("hall")]).then(([{ lobby }]) =>
      Object.assign(parts, { lobby }),
    ),
  rooms: () =>
    Promise.all([
      ...[import("./view/room.js"), import("./view/roomform.js"), import("./rooming.js")],
      ...[openBook("hall"), openBook("room"), dress("hall"), dress("room")],
    ]).then(([page, form, rooming]) =>
      Object.assign(parts, { rooms: Object.assign({}, page, form, rooming) }),
    ),
  table: () => import("./view/table.js").then(({ table }) => Object.assign(parts, { table })),
  result: () => import("./view/result.js").then(({ result }) => Object.assign(parts, { result })),
  phrases: () =>
    Promise.all([import("./view/phrases.js"), openBook("phrases"), dress("phrases")]).then(([{ phrases }]) =>
      Object.assign(parts, { phrases }),
    ),
  fx: () =>
    import("./fx.js").then(({ createEffects }) => {
      const isOn = () => store.get().settings.effects && !calm.matches && !document.hidden;
      parts.fx ??= createEffects(element("fx"), { isOn });
    }),
};

/** Fetch a part, unless it is here; one that cannot be had is asked for again a little later. @param {keyof Parts} name */
export async function need(name) {
  if (parts[name]) return;
  await loaders[name]().then(store.redraw, () => setTimeout(store.redraw, AGAIN_MS));
}
