// A rating in a few words.

import { h } from "./dom.js";

/** @import {Rating} from "./protocol.d.ts" */

/** "easy, 11 of 100 · about 3 minutes". @param {Rating} rating */
export function ratingWords({ difficulty, minutes }) {
  const time = typeof minutes === "number" ? `about ${minutesWords(minutes)}` : null;
  return [`${difficulty.grade} (${Math.round(difficulty.score)})`, time].filter(Boolean).join(" · ");
}

/** @param {number} minutes */
function minutesWords(minutes) {
  const whole = Math.max(1, Math.round(minutes));
  return whole === 1 ? "a minute" : whole < 90 ? `${whole} minutes` : `${Math.round(minutes / 60)} hours`;
}

/** Difficulty, fun and looks, each with its grade. @param {Rating} rating */
export function ratingTable({ difficulty, fun, looks }) {
  const line = (/** @type {string} */ name, /** @type {{ score: number, grade: string }} */ { score, grade }) =>
    h("div", null, h("dt", null, name), h("dd", null, grade, " ", h("span", { class: "score" }, String(Math.round(score)))));
  return h("dl", { class: "scores" }, line("Difficulty", difficulty), line("Fun", fun), line("Looks", looks));
}
