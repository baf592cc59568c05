// Generating puzzles: what can be chosen comes from what the families say about themselves. One
// request makes one puzzle; they are asked for one after the other.

import { picture } from "../../board/scene.js";
import { job, library, libraryName } from "../../server/api.js";
import { gradesFor } from "../../storage/grades.js";
import { complain, complainIn } from "../../ui/complain.js";
import { h, icon } from "../../ui/dom.js";
import { codeOf } from "../../ui/link.js";
import { ratingWords } from "../../ui/scores.js";
import { RecipeForm } from "./recipe-form.js";
import { begin } from "../play/begin.js";

/** @import {Board, Family, Puzzle, Rating, Requests, Scene} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/**
 * @typedef {object} Made
 * @property {Family} family
 * @property {Puzzle} puzzle
 * @property {Scene} scene
 * @property {Board | null} [solution]
 * @property {Rating | null} [rating]
 * @property {number} seed
 * @property {number} index
 * @property {string} method
 * @property {number} [library] its number there, once it is kept
 */

/** What was made stays as long as the page is open, the newest first. @type {Made[]} */
const made = [];

/** @param {Shell} app */
export async function generatePage(app) {
  // A server that keeps the library may be away while all else goes on.
  const [families, file] = await Promise.all([app.families(), libraryName().catch(() => "")]);
  const page = new GeneratePage(families.filter(({ methods }) => methods.length > 0), file !== null, app);
  return { element: page.element, title: "Generate", close: () => page.close() };
}

class GeneratePage {
  /** @type {AbortController | null} */
  #stop = null;

  /** @param {Family[]} families @param {boolean} keeps is there a library? @param {Shell} app */
  constructor(families, keeps, app) {
    this.keeps = keeps;
    this.app = app;
    this.recipe = new RecipeForm(families);
    this.go = h("button", { type: "submit", class: "primary" }, icon("dice"), "Generate");
    this.cancel = h("button", { type: "button", hidden: true, onclick: () => this.#stop?.abort() }, "Cancel");
    this.bar = h("progress", { hidden: true, "aria-label": "Puzzles generated" });
    this.status = h("p", { class: "making", role: "status" });
    this.failures = h("ul", { class: "failures" });
    this.list = h("ul", { class: "results" });
    this.none = h("p", { class: "lead" }, "What you generate appears here, to be played, analysed or edited.");
    this.head = h("div", { class: "results-head" },
      h("h2", null, "Results"),
      keeps && h("button", { type: "button", onclick: () => this.#keep(made.filter((each) => each.library === undefined)) }, icon("keep"), "Save all"),
      h("button", { type: "button", class: "quiet", onclick: () => this.#throwAll() }, icon("trash"), "Discard all"));
    const form = h("form", {
      class: "recipe",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.#make();
      },
    }, this.recipe.element, h("div", { class: "recipe-go" }, this.go, this.cancel), this.status, this.bar, this.failures);
    this.element = h("div", { class: "view generate" },
      h("section", { class: "view-head" },
        h("h1", null, "Generate"),
        h("p", { class: "lead" }, "New puzzles, each proved to have exactly one solution.")),
      h("div", { class: "generate-in" }, form,
        h("section", { class: "made", "aria-label": "Results" }, this.none, this.head, this.list)));
    this.#show();
  }

  close() {
    this.#stop?.abort();
  }

  async #make() {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    const { family, count, request } = this.recipe.read();
    this.go.disabled = true;
    this.cancel.hidden = false;
    this.bar.hidden = false;
    this.bar.max = count;
    this.failures.replaceChildren();
    let [done, fine] = [0, 0];
    const tell = (/** @type {number} */ seconds) => {
      this.bar.value = done;
      const time = seconds >= 1 ? ` ${Math.floor(seconds)} s` : "";
      this.status.textContent = count > 1 ? `Generating ${done + 1} of ${count} …${time}` : `Generating …${time}`;
    };
    try {
      for (; done < count; done += 1) {
        tell(0);
        const index = request.index + done;
        const answer = await job("generate", { ...request, ...gradesFor(family.id, Boolean(request.difficulty)), index }, stop.signal, tell);
        if (answer.status === "made" && answer.puzzle && answer.scene) {
          fine += 1;
          made.unshift({
            family, puzzle: answer.puzzle, scene: answer.scene, solution: answer.solution, rating: answer.rating,
            seed: request.seed, index, method: request.method ?? "",
          });
          this.#show();
        } else {
          this.#failed(index, answer, count > 1);
          // What failed three times at the beginning fails every time.
          if (done === 2 && fine === 0 && count > 3) {
            this.failures.append(h("li", null, "The rest were not tried."));
            break;
          }
        }
      }
      this.status.textContent = fine === 0 ? "No puzzle was generated." : fine === 1 ? "One puzzle generated." : `${fine} puzzles generated.`;
    } catch (error) {
      if (stop.signal.aborted) this.status.textContent = fine === 0 ? "Cancelled." : `Cancelled after ${fine}.`;
      else complainIn(error, this.status);
    } finally {
      this.#stop = null;
      this.go.disabled = false;
      this.cancel.hidden = true;
      this.bar.hidden = true;
      if (fine > 0) this.recipe.goOn(fine === 0 ? 0 : done + Number(stop.signal.aborted));
    }
  }

  /**
   * @param {number} index
   * @param {Requests["generate"][1]} answer
   * @param {boolean} many
   */
  #failed(index, answer, many) {
    const words = failure(answer);
    this.failures.append(h("li", null, many ? `Index ${index}: ${words}` : words));
  }

  #show() {
    this.head.hidden = made.length === 0;
    this.none.hidden = made.length > 0;
    /** What is on the page already stays. @type {Map<Made | undefined, Element>} */
    const before = new Map([...this.list.children].map((card) => [cards.get(card), card]));
    this.list.replaceChildren(...made.map((each) => before.get(each) ?? this.#card(each)));
  }

  /** @param {Made} each @returns {HTMLElement} */
  #card(each) {
    const { family, scene, rating, seed, index } = each;
    const [rows, cols] = scene.size;
    const deed = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: `quiet deed-${name}`, onclick, title: label, "aria-label": `${label}: ${family.name}, seed ${seed}, index ${index}` }, icon(name), h("span", null, label));
    const kept = each.library === undefined
      ? deed("keep", "Save", () => this.#keep([each]))
      : h("span", { class: "kept" }, icon("check"), `Saved, no. ${each.library}`);
    const card = h("li", { class: "result" },
      h("div", { class: "thumb" }, picture(scene, `${family.name}, ${rows} × ${cols}, index ${index}`)),
      h("div", { class: "caption" },
        h("b", null, `${family.name} ${rows} × ${cols}`),
        h("span", null, rating ? `${ratingWords(rating)}${rating.needs_trial ? " · needs trial" : ""}` : "not rated"),
        h("span", null, `Seed ${seed}, index ${index}`)),
      h("div", { class: "deeds" },
        deed("go", "Play", () => begin({ puzzle: each.puzzle, name: family.name, ...(each.library !== undefined && { library: each.library }) }, this.app)),
        deed("chart", "Analyse", async () => this.app.goTo(`#/analyse/${await codeOf(each.puzzle)}`)),
        deed("draw", "Edit", async () => this.app.goTo(`#/draw/${await codeOf(each.puzzle)}`)),
        this.keeps && kept,
        deed("trash", "Discard", () => this.#throw(each))));
    cards.set(card, each);
    return card;
  }

  /** @param {Made[]} list */
  async #keep(list) {
    if (list.length === 0) return;
    try {
      const { added } = await library("add", {
        puzzles: list.map(({ puzzle, solution, rating, seed, index, method, family }) => ({
          puzzle, ...(solution && { solution }), ...(rating && { rating }),
          origin: { command: ["generate", family.id, method].filter(Boolean).join(" "), seed, index },
        })),
      });
      for (const [i, { id }] of added.entries()) list[i].library = id;
      for (const card of [...this.list.children]) if (list.includes(/** @type {Made} */ (cards.get(card)))) card.remove();
      this.#show();
      this.app.notify(added.length === 1 ? `Saved to the library as number ${added[0].id}.` : `${added.length} puzzles saved to the library.`);
    } catch (error) {
      complain(error, this.app);
    }
  }

  /** @param {Made} each */
  #throw(each) {
    const index = made.indexOf(each);
    made.splice(index, 1);
    this.#show();
    const next = this.list.children[Math.min(index, made.length - 1)] ?? this.element;
    /** @type {HTMLElement | null} */ (next.querySelector("button"))?.focus();
  }

  #throwAll() {
    made.length = 0;
    this.#show();
    this.go.focus();
  }
}

/**
 * Why there is no puzzle, in words for people.
 * @param {Requests["generate"][1]} answer
 */
function failure({ status, tally: { attempts, rejected } }) {
  const number = (/** @type {number} */ n) => n.toLocaleString("en");
  const tried = attempts === 1 ? "one puzzle" : `${number(attempts)} puzzles`;
  const reasons = Object.entries(rejected).sort(([, a], [, b]) => b - a);
  const [only] = reasons;
  const why = reasons.length === 1 && attempts > 1 && only[1] === attempts ? `, each time for the same reason: ${only[0]}`
    : reasons.length > 0 ? ` (${reasons.map(([reason, count]) => `${reason}: ${number(count)}`).join("; ")})` : "";
  return status === "unknown" ? `Time ran out after ${tried}, none of which would do${why}.` : `None of ${tried} would do${why}. Ask for less, or for another size.`;
}

/** @type {WeakMap<Element, Made>} */
const cards = new WeakMap();
