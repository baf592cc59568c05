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

/** @type {Record<string, string>} */
const NAMES = { difficulty: "Difficulty", fun: "Fun", looks: "Looks" };

/**
 * Each with its grade and score.
 * @param {Rating} rating
 * @param {("difficulty" | "fun" | "looks")[]} [parts]
 */
export function ratingTable(rating, parts = ["difficulty", "fun", "looks"]) {
  return h("dl", { class: "scores" }, ...parts.map((part) => h("div", null, h("dt", null, NAMES[part]),
    h("dd", null, rating[part].grade, " ", h("span", { class: "score" }, String(Math.round(rating[part].score)))))));
}
