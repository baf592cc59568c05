// Clues that would make a drawing unique: looked for in the background, shown on the board, accepted
// or discarded.

import { job } from "../../server/api.js";
import { h } from "../../ui/dom.js";
import { sightOf } from "./draft-session.js";

/** @import {Cell, Puzzle, Requests, Scene} from "../../protocol.d.ts" */

/**
 * @typedef {object} Deeds
 * @property {(scene: Scene, added: Cell[]) => void} show the proposal in place of the drawing
 * @property {() => void} end the drawing again
 * @property {(puzzle: Puzzle) => void} accept
 * @property {(text: string) => void} notify
 * @property {(error: unknown) => void} complain
 */

/** How many clues are listed. */
const LISTED = 8;

export class Repair {
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

  /** @param {Puzzle} puzzle */
  async begin(puzzle) {
    this.end();
    const stop = new AbortController();
    this.#stop = stop;
    stop.signal.addEventListener("abort", () => {
      this.#stop = null;
      this.element.hidden = true;
      this.deeds.end();
    });
    const told = h("b", null, "Looking for clues …");
    this.element.hidden = false;
    this.element.replaceChildren(told, h("button", { type: "button", onclick: () => stop.abort() }, "Cancel"));
    try {
      const answer = await job("repair", { puzzle }, stop.signal, (seconds) => {
        if (seconds >= 1) told.textContent = `Looking for clues … ${Math.floor(seconds)} s`;
      });
      if (answer.status === "repaired" && answer.puzzle) {
        const { scene } = await sightOf(answer.puzzle);
        if (stop.signal.aborted) return;
        this.#propose(answer, answer.puzzle);
        this.deeds.show(scene, (answer.added ?? []).map(({ cell }) => cell));
      } else if (!stop.signal.aborted) {
        stop.abort();
        /** @type {Partial<Record<typeof answer.status, string>>} */
        const why = {
          unique: "It already has exactly one solution.",
          none: "It has no solution, and more clues will not give it one.",
          hopeless: "No clues that could be added would make it unique.",
        };
        this.deeds.notify(why[answer.status] ?? "No repair was found in time.");
      }
    } catch (error) {
      if (stop.signal.aborted) return;
      stop.abort();
      this.deeds.complain(error);
    }
  }

  /** @param {Requests["repair"][1]} answer @param {Puzzle} repaired */
  #propose({ added = [], smallest }, repaired) {
    const accept = h("button", {
      type: "button", class: "primary",
      onclick: () => {
        this.end();
        this.deeds.accept(repaired);
      },
    }, "Accept");
    this.element.replaceChildren(
      h("b", null, added.length === 1 ? "One more clue makes it unique" : `${added.length} more clues make it unique`),
      h("ul", { class: "added" }, ...added.slice(0, LISTED).map(({ text }) => h("li", null, text)),
        added.length > LISTED && h("li", null, `and ${added.length - LISTED} more`)),
      smallest && added.length > 1 ? h("p", null, "Fewer would not be enough.") : "",
      accept,
      h("button", { type: "button", onclick: () => this.end() }, "Discard"));
    accept.focus();
  }
}
