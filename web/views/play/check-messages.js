// What a check found, in lines to be read.

/** @import {Cell, Violation} from "../../protocol.d.ts" */

/**
 * @typedef {{ text: string, cells: Cell[], tone: "wrong" | "open" | "good" }} Line
 */

/**
 * @param {import("./game.js").Verdict} verdict
 * @returns {Line[]}
 */
export function checkMessages({ kind, violations, complete }) {
  const wrong = violations.filter((violation) => violation.kind === "wrong");
  const open = violations.filter((violation) => violation.kind === "unfinished");
  if (kind === "full") return [{ text: "Nothing is missing, but something is wrong. Check says what.", cells: [], tone: "wrong" }];
  if (complete) return [{ text: "Everything is correct.", cells: [], tone: "good" }];
  if (kind === "live") return some(wrong, 3, "wrong", "broken rule");
  /** @type {Line[]} */
  const head = wrong.length === 0 ? [{ text: "No rule is broken so far.", cells: [], tone: "good" }] : [];
  return [
    ...head,
    ...some(wrong, 6, "wrong", "broken rule"),
    // What is missing does not matter as long as something is wrong.
    ...(wrong.length > 0 ? [] : some(open, 2, "open", "thing to do")),
  ];
}

/**
 * The first of them, and how many more there are.
 * @param {Violation[]} all
 * @param {number} most
 * @param {Line["tone"]} tone
 * @param {string} what one of them is
 * @returns {Line[]}
 */
function some(all, most, tone, what) {
  const lines = all.slice(0, most).map(({ message, cells }) => ({ text: message, cells, tone }));
  const left = all.slice(most);
  if (left.length === 0) return lines;
  const text = left.length === 1 ? `And one more ${what}.` : `And ${left.length} more ${what.replace("thing", "things").replace("rule", "rules")}.`;
  return [...lines, { text, cells: left.flatMap(({ cells }) => cells), tone }];
}

/**
 * @param {import("./game.js").Verdict} verdict
 * @returns {Line[]}
 */
export function comparisonMessages({ differs, unique, known }) {
  if (!known) return [{ text: "The solution was not found in time.", cells: [], tone: "open" }];
  if (!unique) return [{ text: "This puzzle does not have exactly one solution, so there is nothing to compare with.", cells: [], tone: "open" }];
  if (differs.length === 0) return [{ text: "Everything you entered matches the solution.", cells: [], tone: "good" }];
  return [{ text: differs.length === 1 ? "One cell does not match the solution." : `${differs.length} cells do not match the solution.`, cells: differs, tone: "wrong" }];
}
