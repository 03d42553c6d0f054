// Saying a quick phrase, and what follows from one that is said.

import { refusal, t } from "./i18n/index.js";
import { net } from "./link.js";
import { newId } from "./net.js";
import { clock, dispatch, say, store, toast } from "./page.js";
import { hear, PHRASES } from "./phrases.js";
import { nameOf, waits } from "./state.js";

/** @import { Phrase } from "./wire.js" */

const SHOWN_MS = 3000;
/** A little longer than the server asks for, as the way there is not always equally long. */
const PAUSE_MS = 3300;

let silentUntil = 0;

/** Say something to everybody at the table; nothing is said later than now. @param {Phrase} phrase */
export function speak(phrase) {
  const { link, room } = store.get();
  dispatch({ type: "dialog", dialog: null });
  if (!room || link.state !== "up") return;
  const now = clock.monotonic();
  if (now < silentUntil) {
    toast(refusal("slow_down"));
    return;
  }
  silentUntil = now + PAUSE_MS;
  net.send({ type: "phrase", id: newId(), room: room.room, hand: room.hand, phrase });
}

store.watch((event, _, now) => {
  if (event.type !== "phrase") return;
  const said = hear(now, event);
  if (said === now.said) return;
  dispatch({ type: "said", said });
  setTimeout(() => {
    dispatch({ type: "said", said: store.get().said.filter((other) => other !== event) });
  }, SHOWN_MS);
  const text = t("phrases.heard", { name: nameOf(now, event.seat), phrase: t(`phrase.${event.phrase}`) });
  // Between hands a room is shown without the seats that could speak.
  (waits(now) ? toast : say)(text);
});

addEventListener("keydown", (event) => {
  const { dialog, settings } = store.get();
  if (dialog !== "phrases" || !settings.letterKeys || event.ctrlKey || event.altKey || event.metaKey) return;
  const phrase = /^[1-9]$/.test(event.key) ? PHRASES[Number(event.key) - 1] : undefined;
  if (phrase) speak(phrase);
});
