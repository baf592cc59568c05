// How a puzzle is solved by rules, step by step: the board and what it rests on at every step, the
// pictures beside it, the rules switched on and off and put in another order, and the rating.
//
// The trace comes at once, the pictures one by one as they are looked at.

import { casesShown, imagined } from "../../board/argument.js";
import { ReadOnlyBoard } from "../../board/read-only-board.js";
import { picture } from "../../board/scene.js";
import { Refused, Unreachable, call, connection, patiently } from "../../server/api.js";
import { Prefetch } from "../../server/prefetch.js";
import { gradesFor } from "../../storage/grades.js";
import { History } from "../../storage/history.js";
import { Session, headline } from "../../storage/sessions.js";
import { player, scale } from "../../storage/settings.js";
import { unreadable } from "../../ui/complain.js";
import { h, icon, reachable } from "../../ui/dom.js";
import { textIn } from "../../ui/link.js";
import { ratingTable } from "../../ui/scores.js";
import { RulesPanel } from "./rules-panel.js";

/** @import {Board, Family, Level, Move, Puzzle, Rules, Scene, Step, TraceResponse as Trace} from "../../protocol.d.ts" */
/** @import {Page, Shell} from "../../ui/shell.d.ts" */

/** How far Page Up and Page Down go. */
const FAR = 10;
/** The list of steps fades out so far above its lower edge, in pixels (ui/style.css). */
const FADE = 28;

/** @typedef {{ puzzle: Puzzle, name: string, title: string, back: string, boards: { name: string, board: Board }[] }} Subject */

/**
 * @param {string} rest a session or the code of a puzzle
 * @param {Shell} app
 * @returns {Promise<Page | null>}
 */
export async function analysePage(rest, app) {
  const subject = await subjectOf(rest);
  const [families, { levels }] = await Promise.all([app.families(), scale()]);
  const family = families.find(({ name }) => name === subject.name);
  const page = new AnalysePage(subject, family, levels, app);
  return { element: page.element, title: `${subject.title}, analysed`, close: () => page.close() };
}

/** @param {string} rest @returns {Promise<Subject>} */
async function subjectOf(rest) {
  const session = Session.find(rest);
  if (session) {
    const { puzzle } = session;
    const { board: blank } = await call("show", { puzzle });
    const past = new History(session.board ?? blank);
    for (const entry of session.entries()) past.replay(entry);
    const mine = past.board.some((value, slot) => value !== blank[slot]) && !session.summary.complete;
    return {
      puzzle, name: session.summary.name, title: headline(session.summary), back: `#/play/${rest}`,
      boards: [{ name: "From the clues", board: blank }, ...mine ? [{ name: "From my entries", board: past.board }] : []],
    };
  }
  const text = await textIn(rest);
  const { puzzles: [opened], errors } = await call("open", { text });
  if (!opened) throw new Refused(errors[0] ? unreadable(errors[0], text) : "There is no puzzle in this link.");
  const { puzzle, name } = opened;
  const { board } = await call("show", { puzzle });
  return {
    puzzle, name, title: headline({ title: opened.title ?? "", name }), back: `#/puzzle/${rest}`,
    boards: [{ name: "From the clues", board }],
  };
}

class AnalysePage {
  #ends = new AbortController();
  /** @type {AbortController | null} */
  #tracing = null;
  /** Does this puzzle have pictures beside the board? Once it is known to have none, nobody asks again. */
  #layered = true;
  /** @type {Trace | null} */
  trace = null;
  /** The rules it was made with. @type {Rules} */
  traced = {};
  at = 0;

  first = control("first", "First (Home)", () => this.go(0));
  before = control("before", "Previous (left arrow)", () => this.go(this.at - 1));
  after = control("after", "Next (right arrow)", () => this.go(this.at + 1));
  last = control("last", "Last (End)", () => this.go(Infinity));
  /** @type {HTMLInputElement} */
  slider = h("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
  outcome = h("p", { class: "outcome", role: "status" }, "Solving …");
  number = h("p", { class: "number" });
  words = h("p", { class: "words" });
  caption = h("div", { class: "caption-of-step", role: "status" }, this.number, this.words);
  cases = h("div", { class: "cases-place" });
  layers = h("div", { class: "layers", hidden: true, role: "group", "aria-label": "Layers at this step" });
  /** One of the layers in place of the board, by its title. @type {string | null} */
  #large = null;
  /** @type {{ title: string, scene: Scene }[]} */
  #shownLayers = [];
  largeLayer = h("div", { class: "large-layer", hidden: true });
  list = h("ol", { class: "steps" });
  listFrame = h("div", { class: "steps-place" }, this.list);
  rating = h("div", { class: "rating-place" }, h("p", { class: "note" }, "Rating it …"));

  /**
   * @param {Subject} subject
   * @param {Family | undefined} family
   * @param {Level[]} levels
   * @param {Shell} app
   */
  constructor(subject, family, levels, app) {
    this.subject = subject;
    this.start = subject.boards[0].board;
    this.app = app;
    this.rules = new RulesPanel(family?.deductions ?? [], levels, () => this.retrace());
    this.board = new ReadOnlyBoard(`${subject.title}, the board at this step`);
    const fail = (/** @type {unknown} */ error) => {
      if (error instanceof Refused) this.app.notify(error.message);
      else if (!(error instanceof Unreachable)) throw error;
    };
    this.boards = new Prefetch((at) => this.#boardAt(at), (scene, at) => this.#showBoard(scene, at), fail);
    this.scratch = new Prefetch((at) => this.#layersAt(at), (layers) => this.#showLayers(layers), fail);
    this.element = this.#build();
    this.#listen();
    this.retrace();
    this.#rate();
  }

  close() {
    this.#tracing?.abort();
    this.#ends.abort();
    this.boards.forget();
    this.scratch.forget();
  }

  #build() {
    const { title, back, boards } = this.subject;
    return h("div", { class: "analyse" },
      h("header", { class: "page-head" },
        h("a", { class: "quiet round", href: back, "aria-label": "Back to the puzzle", title: "Back to the puzzle" }, icon("back")),
        h("div", { class: "names" }, h("h1", null, title), this.outcome),
        boards.length > 1 && h("label", { class: "field" }, h("span", { class: "unseen" }, "Start from"),
          h("select", {
            onchange: (/** @type {Event} */ event) => {
              this.start = boards[/** @type {HTMLSelectElement} */ (event.target).selectedIndex].board;
              this.at = 0;
              this.retrace();
            },
          }, ...boards.map((each) => h("option", null, each.name)))),
        h("a", { class: "button", href: back }, icon("go"), "Play")),
      h("div", { class: "analyse-left" },
        h("div", { class: "stage" }, this.board.element, this.largeLayer),
        h("div", { class: "stepper", role: "group", "aria-label": "Steps" }, this.first, this.before, this.slider, this.after, this.last),
        this.caption, this.cases, this.layers),
      tabs([
        ["Steps", this.listFrame],
        ["Rules", this.rules.element],
        ["Rating", this.rating],
      ]));
  }

  #listen() {
    const { signal } = this.#ends;
    document.addEventListener("keydown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (target.matches("select, textarea, input:not([type=checkbox])") || target.closest("[role=tablist]")) return;
      const to = {
        ArrowRight: this.at + 1, ArrowDown: this.at + 1, ArrowLeft: this.at - 1, ArrowUp: this.at - 1,
        PageDown: this.at + FAR, PageUp: this.at - FAR, Home: 0, End: Infinity,
      }[event.key];
      if (event.key === "Escape" && this.#large !== null) this.#enlarge(null);
      if (to === undefined) return;
      event.preventDefault();
      this.go(to);
    }, { signal });
    connection.addEventListener("back", () => (this.trace ? this.go(this.at) : this.retrace()), { signal });
  }

  /** Solve it again, with the rules that are switched on now. */
  async retrace() {
    this.#tracing?.abort();
    const stop = new AbortController();
    this.#tracing = stop;
    this.element.dataset.tracing = "";
    const rules = this.rules.chosen;
    try {
      const trace = await patiently("trace", { puzzle: this.subject.puzzle, board: this.start, rules }, stop.signal, (seconds) => {
        if (seconds >= 1) this.outcome.textContent = `Solving … ${Math.floor(seconds)} s`;
      });
      stop.signal.throwIfAborted();
      delete this.element.dataset.tracing;
      this.trace = trace;
      this.traced = rules;
      this.boards.forget();
      this.scratch.forget();
      this.#tell(trace);
      this.go(this.at);
    } catch (error) {
      if (stop.signal.aborted) return;
      delete this.element.dataset.tracing;
      if (error instanceof Refused) this.outcome.textContent = error.message;
      else if (!(error instanceof Unreachable)) throw error;
    }
  }

  /** @param {Trace} trace */
  #tell(trace) {
    const { steps } = trace;
    this.outcome.textContent = inWords(trace);
    this.slider.max = String(steps.length);
    this.list.replaceChildren(
      h("li", null, h("button", { type: "button", class: "step", onclick: () => this.go(0) }, h("span", { class: "at" }, "0"), h("b", null, "Before the first step"))),
      ...steps.map((step, index) => h("li", null, h("button", { type: "button", class: "step", onclick: () => this.go(index + 1) },
        h("span", { class: "at" }, String(index + 1)),
        h("b", null, step.name),
        h("span", { class: `level level-${step.level}`, title: `Level ${step.level}` }, String(step.level)),
        h("span", { class: "text" }, step.text)))));
    this.rules.used(steps);
  }

  /** @param {number} to */
  go(to) {
    const steps = this.trace?.steps ?? [];
    this.at = Math.max(0, Math.min(steps.length, to));
    const { at } = this;
    /** @type {Step | undefined} */
    const step = steps[at - 1];
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `Step ${at} of ${steps.length}`);
    // A button that is disabled loses the focus, and the keyboard its place with it.
    for (const button of [this.first, this.before]) button.setAttribute("aria-disabled", String(at === 0));
    for (const button of [this.after, this.last]) button.setAttribute("aria-disabled", String(at === steps.length));
    this.number.textContent = step ? `Step ${at} of ${steps.length} · ${step.name}` : steps.length === 1 ? "Before the only step" : `Before the first of ${steps.length} steps`;
    this.words.textContent = step?.text ?? "Use the buttons or the arrow keys to step through it.";
    reachable(this.caption);
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = this.list.children[at]?.firstElementChild;
    current?.setAttribute("aria-current", "step");
    if (current) this.#bringIntoView(/** @type {HTMLElement} */ (current));
    if (!this.trace) return;
    this.boards.want(at, steps.length);
    if (this.#layered) this.scratch.want(at, steps.length);
  }

  /** Within the list only: the page itself stays where it is. @param {HTMLElement} entry */
  #bringIntoView(entry) {
    const frame = this.listFrame;
    if (frame.scrollHeight <= frame.clientHeight) return;
    const [inner, outer] = [entry.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (inner.top < outer.top) frame.scrollTop -= outer.top - inner.top + 8;
    else if (inner.bottom > outer.bottom - FADE) frame.scrollTop += inner.bottom - outer.bottom + FADE;
  }

  /** @param {number} at */
  async #boardAt(at) {
    const { start, steps } = /** @type {Trace} */ (this.trace);
    const board = [...start];
    const { puzzle } = this.subject;
    const write = (/** @type {Move | null | undefined} */ move) => {
      for (const [slot, , now] of move ?? []) board[slot] = now;
    };
    for (const { move } of steps.slice(0, Math.max(0, at - 1))) write(move);
    const step = steps[at - 1];
    const cases = step?.cases?.length ? await casesShown(puzzle, board, step.cases) : null;
    // What is crossed out, or only supposed, is shown on the board before the step.
    const isBefore = step?.imagine || step?.marks.some(({ kind }) => kind === "cross");
    if (!isBefore) write(step?.move);
    return { scene: await imagined(puzzle, board, step?.imagine), cases };
  }

  /** @param {number} at */
  async #layersAt(at) {
    const { layers = [] } = await call("scratch", { puzzle: this.subject.puzzle, board: this.start, steps: at, rules: this.traced });
    this.#layered = layers.length > 0;
    return layers;
  }

  /** @param {{ scene: Scene, cases: HTMLElement | null }} shown @param {number} at */
  #showBoard({ scene, cases }, at) {
    this.board.show(scene, { marks: this.trace?.steps[at - 1]?.marks });
    this.cases.replaceChildren(...(cases ? [cases] : []));
    this.element.dataset.shown = String(at);
  }

  /** @param {string | null} title null: the board */
  #enlarge(title) {
    this.#large = title;
    this.#showLayers(this.#shownLayers);
  }

  /** @param {{ title: string, scene: Scene }[]} layers */
  #showLayers(layers) {
    this.#shownLayers = layers;
    this.layers.hidden = layers.length === 0;
    const from = this.layers.scrollLeft;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement?.closest(".layers button"))?.title;
    this.layers.replaceChildren(...layers.map(({ scene, title }) => h("button", {
      type: "button", class: "quiet", title, "aria-pressed": String(title === this.#large),
      onclick: () => this.#enlarge(this.#large === title ? null : title),
    }, picture(scene), h("span", { class: "layer-title" }, title))));
    this.layers.scrollLeft = from;
    for (const button of this.layers.children) if (button instanceof HTMLElement && button.title === focused) button.focus({ preventScroll: true });
    const large = layers.find(({ title }) => title === this.#large);
    this.largeLayer.hidden = !large;
    this.board.element.style.visibility = large ? "hidden" : "";
    this.largeLayer.replaceChildren(...(large ? [picture(large.scene, `${large.title}, at this step`), h("p", null, large.title)] : []));
  }

  /** @param {string} [grades] the text of a file of grades, to take instead of the family's own */
  async #rate(grades = gradesFor(this.subject.puzzle.type).grades) {
    const { signal } = this.#ends;
    try {
      const { rating } = await patiently("rate", { puzzle: this.subject.puzzle, player: (await player()).player, ...(grades && { grades }) }, signal);
      const facts = rating && [
        rating.solved_by_rules ? "Rules alone solve it, and no trial is needed"
          : rating.needs_trial ? "Rules alone do not solve it: trial is needed" : "Neither rules nor trial solve it",
        rating.minutes && rating.minutes_range ? `. People take about ${rating.minutes.toFixed(1)} minutes, most of them ${rating.minutes_range.map((m) => m.toFixed(1)).join(" to ")}` : "",
      ].join("");
      const file = h("input", {
        type: "file", "aria-label": "Grades from a file",
        onchange: async () => { if (file.files?.[0]) await this.#rate(await file.files[0].text()); },
      });
      this.rating.replaceChildren(...rating
        ? [ratingTable(rating), h("p", { class: "note" }, `${facts}. Every part is a number from 0 to 100 with a weight. Fun is rated for your level, which you can change in the settings.`),
          h("p", { class: "note" }, grades ? "By grades of your own. Others, from a file: " : "Other grades, from a file as the statistics of the library write it: ", file)]
        : [h("p", { class: "note" }, "It could not be rated in time.")]);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof Refused) this.rating.replaceChildren(h("p", { class: "note" }, error.message));
      else if (!(error instanceof Unreachable)) throw error;
    }
  }
}

/** @param {string} image @param {string} label @param {() => void} onclick */
function control(image, label, onclick) {
  return h("button", { type: "button", "aria-label": label, title: label, onclick }, icon(image));
}

/** @param {Trace} trace */
function inWords({ status, steps, hardest }) {
  const many = steps.length === 1 ? "one step" : `${steps.length} steps`;
  const name = steps.find(({ rule }) => rule === hardest)?.name ?? hardest;
  const hard = name ? `; the hardest rule is ${name}` : "";
  switch (status) {
    case "solved": return `Solved in ${many}${hard}`;
    case "stuck": return steps.length === 0 ? "Stuck at the start: these rules find nothing" : `Stuck after ${many}${hard}`;
    case "contradiction": return `There is no solution: a contradiction after ${many}`;
    default: return `Not finished in time; ${many} so far`;
  }
}

let number = 0;

/**
 * @param {[string, HTMLElement][]} entries
 */
function tabs(entries) {
  const group = (number += 1);
  const buttons = entries.map(([name], i) => h("button", {
    type: "button", role: "tab", id: `tab-${group}-${i}`, "aria-controls": `panel-${group}-${i}`, onclick: () => choose(i),
  }, name));
  const panels = entries.map(([, content], i) => h("div", {
    role: "tabpanel", class: "panel", id: `panel-${group}-${i}`, "aria-labelledby": `tab-${group}-${i}`, tabindex: "0",
  }, content));
  /** @param {number} chosen */
  function choose(chosen) {
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === chosen));
      button.tabIndex = i === chosen ? 0 : -1;
      panels[i].hidden = i !== chosen;
    });
  }
  choose(0);
  return h("div", { class: "tabs" },
    h("div", {
      role: "tablist", class: "tab-row",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        const now = (buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target)) + by + buttons.length) % buttons.length;
        choose(now);
        buttons[now].focus();
      },
    }, ...buttons),
    ...panels);
}
