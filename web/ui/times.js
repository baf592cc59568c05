// Times in words and figures.

/** @import {Summary} from "../storage/sessions.js" */

/** "4:05" or "1:04:05". @param {number} milliseconds */
export function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** How a puzzle was solved: "in 4:05 with a hint". @param {Pick<Summary, "elapsed" | "hints" | "helped">} summary @param {boolean} [timed] the time is wanted */
export function solvedHow({ elapsed, hints = 0, helped }, timed = true) {
  if (helped) return "with help";
  const asked = hints === 0 ? "" : hints === 1 ? "with a hint" : `with ${hints} hints`;
  return [timed ? `in ${clock(elapsed)}` : "", asked].filter(Boolean).join(" ");
}

/** "5 minutes ago". @param {number} time of the clock, in milliseconds */
export function when(time) {
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((time - Date.now()) / 60_000);
  if (minutes > -60) return words.format(minutes, "minute");
  if (minutes > -60 * 24) return words.format(Math.round(minutes / 60), "hour");
  return words.format(Math.round(minutes / 60 / 24), "day");
}
