// What a room is played under, and what that comes to in beans.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { brief, number, signed, t, tell } from "../i18n/index.js";

/** @import { Amount, Preview, RoomOptions, Situation } from "../wire.js" */

/** Figures from here on are written short. */
const LONG = 100_000_000;

/** What is played for, in a line. @param {RoomOptions} options */
export function stakesLine({ beans, coefficient, fee, entry }) {
  return beans ? t("tier.terms", { n: coefficient, a: fee, entry }) : t("rooms.friendly");
}

/** The options in words, those first that differ from room to room. @param {RoomOptions} options */
export function terms(options) {
  const { game, beans, base, initial, cap, seconds, spare_seconds: spare, absence } = options;
  /** @type {[string, string][]} */
  const rows = [[t("terms.game"), tell(`game.${game}`)]];
  const add = (/** @type {string} */ name, /** @type {string} */ text) => rows.push([name, text]);
  if (beans) {
    add(t("terms.coefficient"), t("terms.beans", { n: options.coefficient }));
    add(t("terms.fee"), t("terms.fee.each", { n: options.fee }));
    add(t("terms.entry"), t("terms.beans", { n: options.entry }));
  } else add(t("terms.coefficient"), t("rooms.friendly"));
  if (base !== null && base > 1) add(t("terms.base"), number(base));
  if (initial > 1) add(t("terms.initial"), `×${number(initial)}`);
  add(t("terms.cap"), cap === null ? t("terms.cap.none") : `×${number(cap)}`);
  if (options.double_above) add(t("terms.double"), t("terms.double.above", { n: options.double_above }));
  if (options.show === false) add(t("terms.show"), t("terms.off"));
  add(t("terms.time"), timeOf(seconds, spare));
  add(t("terms.auto"), t("terms.auto.after", { n: options.auto_after }));
  add(
    t("terms.absence"),
    absence === null ? t("terms.absence.never") : t("terms.absence.after", { n: absence }),
  );
  add(t("terms.bots"), t(options.bots ? "terms.on" : "terms.off"));
  return html`<dl class="terms">
    ${rows.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}
  </dl>`;
}

/** @param {RoomOptions['seconds']} seconds @param {number} spare */
function timeOf({ bid, play, double }, spare) {
  const times = [
    bid === null ? "" : t("terms.time.bid", { n: bid }),
    t("terms.time.play", { n: play }),
    double === null ? "" : t("terms.time.double", { n: double }),
    spare ? t("terms.time.spare", { n: spare }) : "",
  ];
  return times.filter(Boolean).join(t("list.comma"));
}

/** What a hand may come to, as the server has reckoned it. @param {RoomOptions} options @param {Preview | null} preview */
export function example(options, preview) {
  if (!options.beans) return html`<p class="note">${t("example.friendly")}</p>`;
  if (!preview) return html`<div class="example coming" aria-hidden="true"></div>`;
  const { landlord_wins: wins, farmers_win: loses, escape: leaving, dearest, entry_loss: most } = preview;
  return html`<div class="example">
    <table>
      <caption>${t("example", { base: wins.base, n: wins.multiple })}</caption>
      <thead>
        <tr><td></td><th scope="col">${t("role.landlord")}</th><th scope="col">${t("role.farmer")}</th></tr>
      </thead>
      <tbody>
        ${situation(t("example.wins"), wins)} ${situation(t("example.loses"), loses)}
        ${situation(t("example.escape"), leaving)}
      </tbody>
    </table>
    <p class="note">
      ${options.fee ? t("example.fee", { n: options.fee }) : nothing}
      ${dearest ? t("example.dearest", { n: -dearest.net }) : t("example.open")}
      ${t("example.most", { n: options.entry, most })}
    </p>
  </div>`;
}

/** @param {string} name @param {Situation} situation */
const situation = (name, { landlord, farmer }) =>
  html`<tr><th scope="row">${name}</th>${amount(landlord)}${amount(farmer)}</tr>`;

/** @param {Amount} amount */
const amount = ({ net }) =>
  html`<td class=${net < 0 ? "dn" : "up"} title=${signed(net)}>${Math.abs(net) < LONG ? signed(net) : brief(net)}</td>`;
