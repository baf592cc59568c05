// What a check found, in lines to be read.

/** @import {Cell} from "../../protocol.d.ts" */

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
  if (kind === "live") return wrong.slice(0, 3).map(({ message, cells }) => ({ text: message, cells, tone: "wrong" }));
  /** @type {Line[]} */
  const head = wrong.length === 0 ? [{ text: "No rule is broken so far.", cells: [], tone: "good" }] : [];
  return [
    ...head,
    ...wrong.slice(0, 6).map(({ message, cells }) => ({ text: message, cells, tone: /** @type {const} */ ("wrong") })),
    ...open.slice(0, wrong.length > 0 ? 0 : 2).map(({ message, cells }) => ({ text: message, cells, tone: /** @type {const} */ ("open") })),
  ];
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
