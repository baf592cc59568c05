// The verdict while somebody draws. It is asked for after every edit, in the background, and the
// next edit cancels it. What is on the page may be older than the drawing for as long as nobody
// notices; after that it says that it is thinking.

import { Refused, Unreachable, connection, job } from "../../server/api.js";
import { gradesFor } from "../../storage/grades.js";

/** @import {Puzzle, Requests} from "../../protocol.d.ts" */

/** @typedef {Requests["verdict"][1]} Answer */

/** How long, in milliseconds, an older verdict may stay. */
const NOTICED = 300;
/** Verdicts that are remembered for undo and redo. */
const REMEMBERED = 60;

/**
 * `asked`: not known yet, and nobody has noticed. `thinking`: not known yet. `known`: `answer` has
 * it, and if there is one solution `rated` says whether the rating is there too. `away`: nobody answers, and
 * `why` says who. `refused`: `why`.
 * @typedef {{ kind: "asked" } | { kind: "thinking", seconds: number } | { kind: "known", answer: Answer, rated: boolean } | { kind: "away", why: string } | { kind: "refused", why: string }} Finding
 */

/** Fires `change`. */
export class LiveVerdict extends EventTarget {
  /** @type {Finding} */
  finding = { kind: "asked" };
  /** @type {Puzzle | null} */
  #puzzle = null;
  #stop = new AbortController();
  /** @type {Map<string, Answer>} */
  #known = new Map();
  #noticed = 0;
  #back = () => this.#puzzle && this.finding.kind === "away" && this.look(this.#puzzle);

  constructor() {
    super();
    connection.addEventListener("back", this.#back);
  }

  close() {
    this.#stop.abort();
    clearTimeout(this.#noticed);
    connection.removeEventListener("back", this.#back);
  }

  /** @param {Puzzle} puzzle */
  async look(puzzle) {
    this.#stop.abort();
    clearTimeout(this.#noticed);
    const stop = new AbortController();
    this.#stop = stop;
    this.#puzzle = puzzle;
    const text = JSON.stringify(puzzle);
    const known = this.#known.get(text);
    let seconds = 0;
    if (!known) {
      this.finding = { kind: "asked" };
      this.#noticed = window.setTimeout(() => this.#found({ kind: "thinking", seconds }), NOTICED);
    }
    try {
      const quick = known ?? await job("verdict", { puzzle }, stop.signal, (now) => {
        seconds = now;
        if (this.finding.kind === "thinking" && stop === this.#stop) this.#found({ kind: "thinking", seconds });
      });
      if (stop !== this.#stop) return;
      clearTimeout(this.#noticed);
      const rated = quick.status !== "unique" || Boolean(quick.rating);
      this.#remember(text, quick);
      this.#found({ kind: "known", answer: quick, rated });
      if (rated) return;
      const full = await job("verdict", { puzzle, rate: true, ...gradesFor(puzzle.type) }, stop.signal, () => {});
      if (stop !== this.#stop) return;
      // Rating may run out of time; that there is one solution stays true.
      const answer = full.status === "unique" ? { ...full, solutions: quick.solutions } : quick;
      this.#remember(text, answer);
      this.#found({ kind: "known", answer, rated: true });
    } catch (error) {
      if (stop !== this.#stop) return;
      clearTimeout(this.#noticed);
      if (error instanceof Refused) this.#found({ kind: "refused", why: error.message });
      else if (error instanceof Unreachable) this.#found({ kind: "away", why: error.message });
      else if (!stop.signal.aborted) throw error;
    }
  }

  /** @param {string} text @param {Answer} answer */
  #remember(text, answer) {
    if (answer.status === "unknown") return;
    this.#known.delete(text);
    this.#known.set(text, answer);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) break;
      this.#known.delete(old);
    }
  }

  /** @param {Finding} finding */
  #found(finding) {
    this.finding = finding;
    this.dispatchEvent(new Event("change"));
  }
}
