// What a player does around the table, and everything that a view can ask for.

import * as api from "./api.js";
import { choosing } from "./choosing.js";
import { setLanguage, t } from "./i18n/index.js";
import { net, request } from "./link.js";
import { newId } from "./net.js";
import { dispatch, say, sound, store, toast } from "./page.js";
import { go, goTo, problem, show, start, toLobby } from "./session.js";
import { keepSettings } from "./settings.js";
import { gameOf } from "./state.js";
import { loadRules } from "./view/panels.js";

/** @import { Dialog, Filter, Settings, State } from "./state.js" */

const NAMES = {
  zh: "青竹 柚子 老王 小满 阿福 石榴 大雁 白露 铁柱 翠花 半夏 南山 清风 花生 锦鲤".split(" "),
  en: "Bamboo Pomelo Maple Egret Chestnut Willow Plum Sparrow Peanut Koi Lotus Heron Ginger Otter".split(" "),
};

/** A language whose words cannot be had now changes nothing. @param {Partial<Settings>} change */
async function set(change) {
  if (change.language) {
    const spoken = await setLanguage(change.language).then(
      () => true,
      () => false,
    );
    if (!spoken) return;
  }
  dispatch({ type: "settings", settings: change });
  keepSettings(store.get().settings);
  if (change.sound) sound.wake();
}

export const act = {
  ...choosing,

  // Around the table
  /** @param {string} name */
  async enter(name) {
    sound.wake();
    if (!name.trim()) {
      dispatch({ type: "problem", code: "bad_name" });
      return;
    }
    dispatch({ type: "busy", busy: true });
    try {
      dispatch({ type: "session", session: await api.enter(name.trim()) });
      await start();
    } catch (error) {
      if (error instanceof api.RefusedError && error.code === "already_signed_in") await start();
      else problem(error);
    }
  },
  suggest() {
    const names = NAMES[store.get().settings.language];
    return `${names[Math.floor(Math.random() * names.length)] ?? ""}${Math.floor(10 + Math.random() * 90)}`;
  },
  /** @param {import("./state.js").Tier} tier */
  queue(tier) {
    sound.wake();
    dispatch({ type: "busy", busy: true });
    net.send({ type: "queue", id: newId(), game: tier.game, tier: tier.tier });
  },
  unqueue: () => net.send({ type: "unqueue", id: newId() }),
  go,
  goTo,
  /** @param {Partial<Filter>} filter */
  filter: (filter) => dispatch({ type: "filter", filter }),
  async relief() {
    sound.wake();
    dispatch({ type: "busy", busy: true });
    try {
      const before = store.get().session?.beans ?? 0;
      const session = await api.askRelief();
      dispatch({ type: "busy", busy: false });
      dispatch({ type: "session", session });
      toast(t("relief.given", { beans: session.beans - before }));
    } catch (error) {
      problem(error);
    }
  },
  /** @param {string} room */
  back(room) {
    sound.wake();
    dispatch({ type: "joining", room });
    net.resume();
  },
  members: () => show("members"),
  me: () => go("me"),
  language: () => set({ language: store.get().settings.language === "zh" ? "en" : "zh" }),
  reopen() {
    dispatch({ type: "link", link: { state: "opening", attempt: 0, code: 0 } });
    start();
  },

  // Panels
  /** @param {Dialog} dialog */
  open(dialog) {
    dispatch({ type: "dialog", dialog });
    const state = store.get();
    if (dialog === "rules") act.turnTo(state.room?.game ?? gameOf(state));
  },
  close: () => dispatch({ type: "dialog", dialog: null }),
  /** Another page of the rules; the one before stays in sight until it is there. @param {string} game */
  async turnTo(game) {
    const { rules, settings } = store.get();
    const stays = rules.page?.language === settings.language ? rules.page : null;
    dispatch({ type: "rules", rules: { game, page: stays, failed: false } });
    const [page] = await Promise.all([api.readRules(game, settings.language), loadRules()]).catch(() => [
      null,
    ]);
    if (store.get().rules.game !== game) return;
    dispatch({ type: "rules", rules: { game, page, failed: !page } });
  },
  set,
  /** @param {import("./wire.js").Combo} reading */
  read: (reading) => dispatch({ type: "reading", reading }),
  leave() {
    const { closed, room } = store.get();
    if (closed || !room) {
      toLobby();
      return;
    }
    if (!room.view || room.view.public.finish) {
      act.leaveNow();
      return;
    }
    const id = request(/** @type {any} */ ({ type: "price" }));
    dispatch({ type: "asking_price", id });
    dispatch({ type: "dialog", dialog: "leave" });
  },
  leaveNow() {
    dispatch({ type: "busy", busy: true });
    dispatch({ type: "dialog", dialog: null });
    request(/** @type {any} */ ({ type: "leave" }));
  },

  // The settlement
  again() {
    request(/** @type {any} */ ({ type: "again" }));
    // Who plays on in a room that is shared sees there for whom it waits.
    if (store.get().room?.owner != null) act.toRoom();
  },
  toRoom: () => dispatch({ type: "result", result: "done" }),
  look: () => dispatch({ type: "result", result: "aside" }),
  showResult: () => dispatch({ type: "result", result: "open" }),

  // The own hand and seat
  sort() {
    const order = /** @type {const} */ (["down", "up", "count"]);
    const sorting = order[(order.indexOf(store.get().settings.sorting) + 1) % order.length] ?? "down";
    set({ sorting });
    say(t(`live.sort.${sorting}`));
  },
  /** @param {boolean} on */
  auto: (on) => request(/** @type {any} */ ({ type: "auto", on })),
  sound() {
    const on = !store.get().settings.sound;
    set({ sound: on });
    say(t(on ? "live.sound.on" : "live.sound.off"));
  },
};
