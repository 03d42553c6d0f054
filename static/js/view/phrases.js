// The menu of quick phrases: what can be said, and who is not to be heard.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { t } from "../i18n/index.js";
import { flip, PHRASES } from "../phrases.js";
import { speak } from "../talking.js";

/** @import { Settings, State } from "../state.js" */

/** @param {State} state @param {{ set: (settings: Partial<Settings>) => void }} act */
export function phrases({ room, settings: { letterKeys, muted, quiet } }, act) {
  const others = room?.seats.flatMap(({ seat, name, player }) =>
    player && seat !== room.seat ? { name, player } : [],
  );
  return html`<div class="phrases">
      ${PHRASES.map(
        (phrase, i) => html`<button class="btn" data-act=${`say-${phrase}`} @click=${() => speak(phrase)}>
          ${t(`phrase.${phrase}`)}${letterKeys && i < 9 ? html`<kbd>${i + 1}</kbd>` : nothing}
        </button>`,
      )}
    </div>
    <h3 id="mutes">${t("phrases.mutes")}</h3>
    <div class="mutes" role="group" aria-labelledby="mutes">
      ${mute("quiet", t("phrases.quiet"), quiet, () => act.set({ quiet: !quiet }))}
      ${others?.map(({ name, player }) =>
        mute(
          player,
          name,
          quiet || muted.includes(player),
          () => act.set({ muted: flip(muted, player) }),
          quiet,
        ),
      )}
    </div>`;
}

/** @param {string} id @param {string} name @param {boolean} on @param {() => void} turn @param {boolean} [fixed] */
const mute = (id, name, on, turn, fixed = false) => html`<button
  class="set"
  role="switch"
  aria-checked=${on}
  data-mute=${id}
  ?disabled=${fixed}
  @click=${turn}
>
  <span><bdi>${name}</bdi></span><span class="switch"></span>
</button>`;
