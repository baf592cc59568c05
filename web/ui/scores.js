// A rating in words and bars.

import { h } from "./dom.js";

/** @import {KeptRating, Rating} from "../protocol.d.ts" */

/** The scales, with their grades from low to high: `SCORES` of crates/puzzles/src/reason/rating.rs, with which a test compares them. @type {{ id: "difficulty" | "fun" | "looks", name: string, grades: string[] }[]} */
export const SCALES = [
  { id: "difficulty", name: "Difficulty", grades: ["easy", "medium", "hard", "extreme"] },
  { id: "fun", name: "Fun", grades: ["boring", "fair", "fun"] },
  { id: "looks", name: "Looks", grades: ["plain", "fair", "striking"] },
];

/** What the parts of a score measure. @type {Record<string, Record<string, string>>} */
const PARTS = {
  difficulty: {
    hardest: "hardest rule that it takes", passage: "the hardest fifth of the way", early: "how early it gets hard",
    narrow: "few steps open for their weight", missing: "clues left out", trial: "trial, how often and how deep",
  },
  fun: {
    challenge: "challenge for your level", surprise: "looks as hard as it is, or harder", length: "length for your level",
    moments: "key moments", variety: "variety of rules", flow: "several places to go on", ending: "not only filled in at the end",
    trial: "needs trial",
  },
  looks: { balance: "balance of the clues", symmetry: "symmetry", variety: "variety of the numbers" },
};

/** How much fun, and how good it looks: a grade is not a verdict on whoever likes the puzzle. @type {Record<"fun" | "looks", Record<string, string>>} */
const GRADE_WORDS = {
  fun: { boring: "a little", fair: "some", fun: "a lot" },
  looks: { plain: "plain", fair: "good", striking: "striking" },
};

/** What is worth saying of a puzzle that has just been solved: "Medium · a lot of fun" @param {Rating} rating */
export function gradeLine({ difficulty, fun, looks }) {
  const praise = [
    ...(fun.grade === "fun" ? [`${gradeWord("fun", fun.grade)} of fun`] : []),
    ...(looks.grade === "striking" ? [`${gradeWord("looks", looks.grade)} looks`] : []),
  ];
  return h("span", { class: "grades" }, h("b", null, difficulty.grade), ...praise.map((word) => ` · ${word}`));
}

/** @param {"difficulty" | "fun" | "looks"} id @param {string} grade */
export function gradeWord(id, grade) {
  return id === "difficulty" ? grade : GRADE_WORDS[id][grade] ?? grade;
}

/**
 * What somebody can say about a puzzle: the values of a form.
 * @param {{ difficulty?: string, fun?: string, looks?: string }} said so far
 * @param {() => void} onchange
 * @param {Partial<Record<"difficulty" | "fun" | "looks", string>>} [questions] instead of the names of the scales
 */
export function opinionFields(said, onchange, questions = {}) {
  return SCALES.map(({ id, name, grades }) => h("fieldset", { class: "segments" }, h("legend", null, questions[id] ?? name),
    ...grades.map((grade) => h("label", null,
      h("input", { type: "radio", name: id, value: grade, checked: said[id] === grade, onchange }),
      h("span", null, gradeWord(id, grade))))));
}

/** "easy · fun: a lot · looks: good" @param {{ difficulty?: string | null, fun?: string | null, looks?: string | null }} said */
export function opinionWords(said) {
  return SCALES.flatMap(({ id, name }) => {
    const grade = said[id];
    return grade ? [id === "difficulty" ? grade : `${name.toLowerCase()}: ${gradeWord(id, grade)}`] : [];
  }).join(" · ");
}

/** "easy (11)" @param {Rating} rating */
export function ratingWords({ difficulty }) {
  return `${difficulty.grade} (${Math.round(difficulty.score)})`;
}

/**
 * Each with its grade and score, without its parts, as far as they are known.
 * @param {Rating | KeptRating} rating
 * @param {("difficulty" | "fun" | "looks")[]} [wanted]
 */
export function gradeTable(rating, wanted = ["difficulty", "fun", "looks"]) {
  return h("dl", { class: "scores" }, ...SCALES.map(({ id, name }) => {
    const one = wanted.includes(id) && rating[id];
    return one && h("div", null, h("dt", null, name),
      // Points of fun and looks mean nothing without their parts, which an analysis shows.
      h("dd", null, gradeWord(id, one.grade),
        id === "difficulty" && h("span", { class: "score" }, ` ${Math.round(one.score)}`)));
  }));
}

/** All three scores with their parts. @param {Rating} rating */
export function ratingTable(rating) {
  return h("div", { class: "rating" }, ...SCALES.map(({ id, name }) => {
    const { score, grade, parts } = rating[id];
    return h("section", null,
      h("h2", null, name, h("b", null, gradeWord(id, grade)), h("span", null, score.toFixed(0))),
      h("table", null,
        h("caption", { class: "unseen" }, `Parts of ${name.toLowerCase()}`),
        h("thead", { class: "unseen" }, h("tr", null, ...["Part", "Value", "Weight"].map((text) => h("th", { scope: "col" }, text)))),
        h("tbody", null, ...Object.entries(parts).map(([part, { value, weight }]) => h("tr", { class: weight < 0 ? "against" : null },
          h("th", { scope: "row" }, PARTS[id][part] ?? part),
          h("td", null, bar(value), h("span", null, value.toFixed(0))),
          h("td", { class: "weight" }, `${weight < 0 ? "−" : "×"}${Math.abs(weight)}`))))));
  }));
}

/** @param {number} share of 100 */
export function bar(share) {
  const element = h("span", { class: "meter", "aria-hidden": "true" });
  element.style.setProperty("--share", `${Math.max(0, Math.min(100, share))}%`);
  return element;
}
