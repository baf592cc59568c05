// The verdict beside the drawing: how many solutions, where they differ, how hard it is.

import { h, icon } from "../../ui/dom.js";
import { gradeTable, ratingWords } from "../../ui/scores.js";

/** @import {Board, Cell} from "../../protocol.d.ts" */
/** @import {Answer, Finding} from "./live-verdict.js" */
/** @import {Way} from "./proposal.js" */

/**
 * @typedef {object} Deeds
 * @property {(wrong: Cell[], unsure: Cell[]) => void} mark cells of the board
 * @property {(board: Board | null) => void} solution show it, or the drawing again
 * @property {(way: Way) => void} propose clues to be added or taken away
 * @property {() => void} again ask once more
 */

/** What is shown: a finding, or that there is nothing to judge yet. @typedef {Finding | { kind: "empty" }} Shown */
/** @type {Shown} */
const EMPTY = { kind: "empty" };

export class VerdictPanel {
  /** Which solution is looked at. @type {number | null} */
  #seen = null;
  /** @type {Answer | null} */
  #answer = null;

  head = h("b", null, "…");
  words = h("p");
  more = h("div", { class: "verdict-more" });
  buttons = h("div", { class: "verdict-buttons" });
  /** @type {HTMLElement} */
  element = h("section", { class: "verdict", "aria-label": "Verdict" },
    h("div", {
      role: "status", class: "verdict-words",
      // Where there is little room, a long text is cut off until it is touched.
      onclick: () => this.element.classList.toggle("unfolded"),
    }, this.head, this.words), this.more, this.buttons);

  /** @param {Deeds} deeds */
  constructor(deeds) {
    this.deeds = deeds;
  }

  /** @param {Finding} found @param {boolean} [untouched] nothing has been drawn yet */
  show(found, untouched = false) {
    // That there are no islands on an empty board is no news.
    const finding = untouched ? EMPTY : found;
    const answer = finding.kind === "known" ? finding.answer : null;
    if (this.#seen !== null && answer?.solutions !== this.#answer?.solutions) {
      this.#seen = null;
      this.deeds.solution(null);
    }
    this.#answer = answer;
    this.element.dataset.status = answer?.status ?? finding.kind;
    this.element.classList.remove("unfolded");
    const [head, words] = inWords(finding);
    set(this.head, head);
    set(this.words, words);
    this.words.hidden = words === "";
    this.deeds.mark(
      answer?.status === "none" ? answer.clash?.cells ?? [] : [],
      answer?.status === "multiple" ? answer.differs ?? [] : []);
    this.more.replaceChildren(answer?.rating ? gradeTable(answer.rating, ["fun", "looks"]) : "");
    this.#showButtons(answer, finding.kind);
  }

  /** @param {number | null} index of the solution to be looked at, none: the drawing */
  lookAt(index) {
    if (index === this.#seen) return;
    this.#seen = index;
    this.deeds.solution(index === null ? null : this.#answer?.solutions?.[index] ?? null);
    for (const [i, button] of [...this.buttons.querySelectorAll(".look")].entries()) {
      button.setAttribute("aria-pressed", String(i === index));
    }
  }

  /**
   * @param {Answer | null} answer
   * @param {Shown["kind"]} kind
   */
  #showButtons(answer, kind) {
    const { solutions = [], status } = answer ?? {};
    // What has the focus stays, as long as it means the same.
    const key = `${kind} ${status} ${solutions.length}`;
    if (this.buttons.dataset.key === key) return;
    this.buttons.dataset.key = key;
    const way = (/** @type {Way} */ which, /** @type {string} */ sign, /** @type {string} */ label, /** @type {string} */ title) =>
      h("button", { type: "button", title, onclick: () => this.deeds.propose(which) }, icon(sign), label);
    const names = solutions.length > 1 ? ["One", "Another"] : ["Show it"];
    this.buttons.replaceChildren(
      ...solutions.map((_, i) => h("button", {
        type: "button", class: "look", "aria-pressed": "false",
        ...(solutions.length > 1 && { "aria-label": `Show ${names[i].toLowerCase()} solution` }),
        onclick: () => this.lookAt(this.#seen === i ? null : i),
      }, icon("eye"), names[i])),
      ...(status === "multiple" ? [way("repair", "wand", "Repair", "Find the fewest clues to add that make it unique"), way("fill", "plus", "Fill", "Reveal clues of one solution until there is no other")] : []),
      ...(status === "unique" ? [way("strip", "erase", "Strip", "Take away clues that are not needed")] : []),
      status === "unknown" || kind === "refused" ? h("button", { type: "button", onclick: () => this.deeds.again() }, "Try again") : "");
  }
}

/** Live regions speak again whenever they are touched. @param {HTMLElement} element @param {string} text */
function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Shown} finding @returns {[string, string]} */
function inWords(finding) {
  switch (finding.kind) {
    case "empty": return ["An empty board", "Place the first clues, and you will see here how many solutions there are."];
    case "asked": return ["…", ""];
    case "thinking": return ["Still thinking …", finding.seconds >= 1 ? `${Math.floor(finding.seconds)} s` : ""];
    case "away":
    case "refused": return ["Not known", finding.why];
    default: return known(finding.answer, finding.rated);
  }
}

/** @param {Answer} answer @param {boolean} rated @returns {[string, string]} */
function known({ status, clash, differs, rating, trial }, rated) {
  const many = differs?.length ?? 0;
  switch (status) {
    case "none": return ["No solution", clash?.text ?? "These clues cannot all be true."];
    case "multiple": return ["Several solutions", many === 1 ? "They differ in the marked cell." : `They differ in ${many} marked cells.`];
    case "unique":
      if (!rated) return ["One solution", "Rating it …"];
      if (!rating) return ["One solution", "It could not be rated in time."];
      return ["One solution", `${trial ? "Needs trial" : "Solvable without trial"} · ${ratingWords(rating)}`];
    default: return ["Not known", "The search was stopped before it was finished."];
  }
}
