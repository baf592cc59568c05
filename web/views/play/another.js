// A new puzzle of a family, of a size and a grade, made when somebody wants to play: at once if it was made
// ahead while they played the one before.

import { Refused, Unreachable, job } from "../../server/api.js";
import { gradesFor } from "../../storage/grades.js";
import { Session } from "../../storage/sessions.js";
import { complain } from "../../ui/complain.js";
import { h, icon } from "../../ui/dom.js";

/** @import {Family, Puzzle, Requests} from "../../protocol.d.ts" */
/** @import {Wish} from "../../storage/sessions.js" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** Larger boards take too long to be made for somebody who may never want them. */
const LARGEST_AHEAD = 15 * 15;

/** What was made ahead, or is on its way. @type {Map<string, { puzzle: Promise<Puzzle | null>, done: boolean, stop: AbortController }>} */
const ahead = new Map();

/** @param {string} family @param {Wish} wish */
const keyOf = (family, { rows, cols, difficulty }) => [family, rows, cols, difficulty ?? ""].join(" ");

/** Make the next one while somebody plays. @param {Family} family @param {Wish} wish */
export function makeAhead(family, wish) {
  const key = keyOf(family.id, wish);
  if (family.methods.length === 0 || wish.rows * wish.cols > LARGEST_AHEAD || ahead.has(key)) return;
  const stop = new AbortController();
  const puzzle = make(family, wish, stop.signal).catch((error) => {
    // It was only for later: whoever wants one asks again, and hears of it then.
    if (error instanceof Refused || error instanceof Unreachable || stop.signal.aborted) return null;
    throw error;
  });
  const entry = { puzzle, done: false, stop };
  ahead.set(key, entry);
  puzzle.then((made) => {
    entry.done = made !== null;
    if (!made && ahead.get(key) === entry) ahead.delete(key);
  });
}

/** Whoever leaves needs no more of them; what is there already stays. */
export function stopMakingAhead() {
  for (const [key, { done, stop }] of ahead) {
    if (done) continue;
    ahead.delete(key);
    stop.abort();
  }
}

/**
 * @param {Family} family
 * @param {Wish} wish
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<Puzzle | null>} null: none was found
 */
async function another(family, wish, signal, onprogress) {
  const key = keyOf(family.id, wish);
  const waiting = ahead.get(key);
  ahead.delete(key);
  signal.addEventListener("abort", () => waiting?.stop.abort(), { once: true });
  const made = await waiting?.puzzle;
  signal.throwIfAborted();
  return made ?? make(family, wish, signal, onprogress);
}

/**
 * @param {Family} family
 * @param {Wish} wish
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} [onprogress]
 * @returns {Promise<Puzzle | null>}
 */
async function make(family, { rows, cols, difficulty }, signal, onprogress = () => {}) {
  /** @type {Requests["generate"][0]} */
  const request = { family: family.id, rows, cols, seed: crypto.getRandomValues(new Uint32Array(1))[0] >>> 1, index: 0, ...(difficulty && { difficulty, ...gradesFor(family.id, true) }) };
  const { puzzle } = await job("generate", request, signal, onprogress);
  return puzzle ?? null;
}

/**
 * A button that makes a puzzle and begins it. While it is at it, pressing it again stops it.
 * @param {object} what
 * @param {string} what.label
 * @param {string} [what.name] for whoever does not see where it stands
 * @param {string} [what.look] its class
 * @param {string} [what.sign] its icon
 * @param {Family} what.family
 * @param {() => Wish} what.wish
 * @param {AbortSignal} what.signal the page has been left
 * @param {Shell} what.app
 */
export function anotherButton({ label, name, look, sign = "dice", family, wish, signal, app }) {
  /** @type {AbortController | null} */
  let stop = null;
  const words = h("span", null, label);
  const button = h("button", { type: "button", class: look ?? null, "aria-label": name ?? null, onclick: () => (stop ? stop.abort() : run()) }, icon(sign), words);
  signal.addEventListener("abort", () => stop?.abort());

  /** @param {number | null} seconds null: not making any */
  function tell(seconds) {
    words.textContent = seconds === null ? label : `Making one …${seconds >= 1 ? ` ${Math.floor(seconds)} s` : ""}`;
    button.title = seconds === null ? "" : "Press again to stop";
    button.setAttribute("aria-busy", String(seconds !== null));
  }

  async function run() {
    const mine = new AbortController();
    stop = mine;
    tell(0);
    try {
      const chosen = wish();
      const puzzle = await another(family, chosen, mine.signal, tell);
      if (mine.signal.aborted) return;
      if (puzzle) app.goTo(`#/play/${Session.begin({ puzzle, name: family.name, wish: chosen }).id}`);
      else app.notify("None like this was found in time. Try another size or difficulty.");
    } catch (error) {
      if (!mine.signal.aborted) complain(error, app);
    } finally {
      stop = null;
      tell(null);
    }
  }

  return button;
}
