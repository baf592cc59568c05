// Clues that could be added to a drawing, or taken away: looked for in the background, shown on the board,
// accepted or discarded.

import { job } from "../../server/api.js";
import { h } from "../../ui/dom.js";
import { sightOf } from "./draft-session.js";

/** @import {Cell, Puzzle, Requests, Scene} from "../../protocol.d.ts" */

/**
 * @typedef {object} Deeds
 * @property {(scene: Scene, changed: Cell[]) => void} show the proposal in place of the drawing
 * @property {() => void} end the drawing again
 * @property {(puzzle: Puzzle) => void} accept
 * @property {(text: string) => void} notify
 * @property {(error: unknown) => void} complain
 */

/** What is proposed: the puzzle, where it differs, and what is to be said about it. @typedef {{ puzzle: Puzzle, cells: Cell[], head: string, list: string[], more: string }} Found */

/** How many clues are listed. */
const LISTED = 8;

/** The fewest clues that make it unique. @param {Requests["repair"][1]} answer @returns {Found | string} or why there is nothing to propose */
function repaired({ status, puzzle, added, smallest }) {
  if (status === "repaired" && puzzle) return more(puzzle, added, smallest && added.length > 1 ? "Fewer would not be enough." : "");
  /** @type {Partial<Record<typeof status, string>>} */
  const why = {
    unique: "It already has exactly one solution.",
    none: "It has no solution, and more clues will not give it one.",
    hopeless: "No clues that could be added would make it unique.",
  };
  return why[status] ?? "No repair was found in time.";
}

/** Clues of one solution, until there is no other. @param {Requests["fill"][1]} answer @returns {Found | string} */
function filled({ status, puzzle, added }) {
  if (status === "filled" && puzzle && added.length > 0) return more(puzzle, added, "All of them are as in one of the solutions.");
  /** @type {Partial<Record<typeof status, string>>} */
  const why = {
    filled: "It already has exactly one solution.",
    ambiguous: "Whatever is revealed, there are still several solutions.",
    none: "It has no solution, and more clues will not give it one.",
  };
  return why[status] ?? "Nothing was found in time.";
}

/** @param {Puzzle} puzzle @param {{ text: string, cell: Cell }[]} added @param {string} words @returns {Found} */
function more(puzzle, added, words) {
  const head = added.length === 1 ? "One more clue makes it unique" : `${added.length} more clues make it unique`;
  return { puzzle, cells: added.map(({ cell }) => cell), head, list: added.map(({ text }) => text), more: words };
}

/** What can go. @param {Requests["strip"][1]} answer @returns {Found | string} */
function stripped({ status, puzzle, taken, minimal }) {
  if (status === "refused") return "It does not have exactly one solution.";
  if (status !== "stripped" || !puzzle) return "Time ran out before anything was found.";
  if (taken.length === 0) return minimal ? "Every clue is needed." : "Nothing was found in time.";
  const head = taken.length === 1 ? "One clue is not needed" : `${taken.length} clues are not needed`;
  return { puzzle, cells: taken, head, list: [], more: minimal ? "Of the others, every one is." : "Perhaps others are not needed either: time ran out." };
}

/**
 * What can be asked for.
 * @type {Record<"repair" | "fill" | "strip", { busy: string, ask: (puzzle: Puzzle, signal: AbortSignal, onprogress: (seconds: number) => void) => Promise<Found | string> }>}
 */
const WAYS = {
  repair: { busy: "Looking for clues …", ask: async (puzzle, ...rest) => repaired(await job("repair", { puzzle }, ...rest)) },
  fill: { busy: "Revealing clues …", ask: async (puzzle, ...rest) => filled(await job("fill", { puzzle, seed: anySeed() }, ...rest)) },
  strip: { busy: "Taking clues away …", ask: async (puzzle, ...rest) => stripped(await job("strip", { puzzle, seed: anySeed() }, ...rest)) },
};

/** @typedef {keyof typeof WAYS} Way */

/** Whoever asks again gets another answer. */
function anySeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

export class Proposal {
  /** Ends the search, or the proposal. @type {AbortController | null} */
  #stop = null;

  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.element = h("div", { class: "bar proposal", hidden: true, role: "group", "aria-label": "Proposal" });
  }

  end() {
    this.#stop?.abort();
  }

  /** @param {Way} way @param {Puzzle} puzzle */
  async begin(way, puzzle) {
    this.end();
    const stop = new AbortController();
    this.#stop = stop;
    stop.signal.addEventListener("abort", () => {
      this.#stop = null;
      this.element.hidden = true;
      this.deeds.end();
    });
    const { busy, ask } = WAYS[way];
    const told = h("b", null, busy);
    this.element.hidden = false;
    this.element.replaceChildren(told, h("button", { type: "button", onclick: () => stop.abort() }, "Cancel"));
    try {
      const found = await ask(puzzle, stop.signal, (seconds) => {
        if (seconds >= 1) told.textContent = `${busy} ${Math.floor(seconds)} s`;
      });
      if (stop.signal.aborted) return;
      if (typeof found === "string") {
        stop.abort();
        this.deeds.notify(found);
        return;
      }
      const { scene } = await sightOf(found.puzzle);
      if (stop.signal.aborted) return;
      this.#propose(found);
      this.deeds.show(scene, found.cells);
    } catch (error) {
      if (stop.signal.aborted) return;
      stop.abort();
      this.deeds.complain(error);
    }
  }

  /** @param {Found} found */
  #propose({ puzzle, head, list, more: words }) {
    const accept = h("button", {
      type: "button", class: "primary",
      onclick: () => {
        this.end();
        this.deeds.accept(puzzle);
      },
    }, "Accept");
    this.element.replaceChildren(
      h("b", null, head),
      list.length > 0 ? h("ul", { class: "added" }, ...list.slice(0, LISTED).map((text) => h("li", null, text)),
        list.length > LISTED && h("li", null, `and ${list.length - LISTED} more`)) : "",
      words ? h("p", null, words) : "",
      accept,
      h("button", { type: "button", onclick: () => this.end() }, "Discard"));
    accept.focus();
  }
}
