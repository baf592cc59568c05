// Looking for the solution of a puzzle, with words and a way out if that takes long.

import { Refused, Unreachable, call, job } from "../../server/api.js";
import { h } from "../../ui/dom.js";

/** @import {Board, Puzzle} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** Whoever waits longer than this, in milliseconds, is told so. */
const NOTICED = 300;

/**
 * @param {Puzzle} puzzle
 * @param {HTMLElement} messages where it is told
 * @param {Shell} app
 * @returns {Promise<Board | null>} null: there is none to be shown, and it was said why
 */
export async function findSolution(puzzle, messages, app) {
  const stop = new AbortController();
  const told = h("p", { class: "message" }, "Solving …");
  const waiting = setTimeout(() => messages.replaceChildren(
    told, h("button", { type: "button", onclick: () => stop.abort() }, "Cancel")), NOTICED);
  const progress = (/** @type {number} */ seconds) => {
    if (seconds >= 1) told.textContent = `Solving … ${Math.floor(seconds)} s`;
  };
  try {
    const quick = await call("solve", { puzzle });
    const { status, solutions } = quick.status === "unknown" ? await job("solve", { puzzle }, stop.signal, progress) : quick;
    if (solutions.length === 0) app.notify(status === "none" ? "This puzzle has no solution." : "No solution was found in time.");
    else if (solutions.length > 1) app.notify("This puzzle has more than one solution; this is one of them.");
    return solutions[0] ?? null;
  } catch (error) {
    if (error instanceof Refused) app.notify(error.message);
    else if (!(error instanceof Unreachable) && !stop.signal.aborted) throw error;
    return null;
  } finally {
    clearTimeout(waiting);
  }
}
