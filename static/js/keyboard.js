// The keys of the table.

import { readCounts, readHand, readLead, readTime } from "./a11y.js";
import { act } from "./actions.js";
import { keyed } from "./cards.js";
import { choose } from "./choosing.js";
import { meaningOf } from "./keys.js";
import { clock, say, sound, store } from "./page.js";
import { addRank } from "./select.js";
import { asksForBid, chosen, onAuto, ownCards, shyCard } from "./state.js";

addEventListener("keydown", (event) => {
  const state = store.get();
  if (state.page !== "table" || state.dialog || state.result === "open" || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, textarea, select")) return;
  const onButton = target.closest("button:not(.hand .card)");
  const meaning = meaningOf(event, state.settings.letterKeys, asksForBid(state));
  if (!meaning || (onButton && event.key === "Enter")) return;
  event.preventDefault();
  sound.wake();
  const seconds = state.room?.clock.deadline_ms
    ? Math.max(0, Math.round((state.room.clock.deadline_ms - clock.now()) / 1000))
    : null;
  switch (meaning.do) {
    case "rank":
      choose(
        addRank(keyed(state.room ? ownCards(state.room) : []), state.selected, meaning.rank, shyCard(state)),
      );
      break;
    case "play":
      act.play();
      break;
    case "pass":
      act.pass();
      break;
    case "yes":
    case "no":
      if (asksForBid(state)) act.bid(meaning.do === "yes" ? 3 : 0);
      else act.answer(meaning.do === "yes");
      break;
    case "bid":
      act.bid(meaning.value);
      break;
    case "hint":
    case "unhint":
      act.hint(meaning.do === "hint" ? 1 : -1);
      break;
    case "clear":
      act.clear();
      break;
    case "reading":
      if ((chosen(state)?.readings.length ?? 0) > 1) act.open("reading");
      break;
    case "sort":
      act.sort();
      break;
    case "auto":
      act.auto(!onAuto(state));
      break;
    case "sound":
      act.sound();
      break;
    case "phrases":
      if (state.room?.options.phrases) act.open("phrases");
      break;
    case "keys":
      act.open("keys");
      break;
    case "hand":
      say(readHand(state));
      break;
    case "lead":
      say(readLead(state));
      break;
    case "counts":
      say(readCounts(state));
      break;
    case "time":
      say(readTime(state, seconds));
      break;
  }
});
