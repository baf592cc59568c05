// One puzzle being drawn: the setter's gestures go through here, in order, one request at a time.
// To the board on the page it looks like a game; what changes is the puzzle.

import { Refused, Unreachable, call, connection } from "./api.js";

/** @import {Cell, Gesture, HowTo, Item, Puzzle, Scene} from "./protocol.d.ts" */
/** @import {Draft} from "./draft.js" */

/** What a gesture leads to. @typedef {{ text: string, from: Puzzle, puzzle: Puzzle, changed: boolean, scene: Scene | null }} Ahead */
/** @typedef {{ scene: Scene, pad: string[], howTo: HowTo[] }} Sight */

/** What a setter sees of a puzzle. @param {Puzzle} puzzle @returns {Promise<Sight>} */
export async function sightOf(puzzle) {
  const sight = await call("canvas", { puzzle });
  return { ...sight, scene: ruled(sight.scene) };
}

/**
 * Some boards have no lines between their cells; who draws on one needs to see where they are.
 * @param {Scene} scene
 * @returns {Scene}
 */
export function ruled(scene) {
  if (scene.items.some(({ role }) => role === "grid" || role === "frame")) return scene;
  const [rows, cols] = scene.size;
  /** @param {number} x @param {number} y @param {number} toX @param {number} toY @returns {Item} */
  const line = (x, y, toX, toY) => ({ kind: "line", role: "grid", width: 0.015, from: { x, y }, to: { x: toX, y: toY } });
  const lines = [
    ...Array.from({ length: rows + 1 }, (_, row) => line(0, row, cols, row)),
    ...Array.from({ length: cols + 1 }, (_, col) => line(col, 0, col, rows)),
  ];
  const [sheet, ...rest] = scene.items;
  return { ...scene, items: [sheet, ...lines, ...rest] };
}

/**
 * Fires `change` (what is seen), `edit` (another puzzle), `nothing` (a gesture meant nothing) and
 * `puzzled` (a request was refused: `detail` says why).
 */
export class Easel extends EventTarget {
  /** @type {(() => Promise<void>)[]} */
  #queue = [];
  #busy = false;
  /** @type {WeakMap<Puzzle, Sight>} */
  #sights = new WeakMap();
  /** What the drag under the pointer would do. @type {Ahead | null} */
  #ahead = null;
  /** @type {Gesture | null} */
  #previewing = null;
  #previewBusy = false;
  #away = () => {
    this.#queue.length = 0;
  };
  #back = () => this.#do(() => this.#look());

  /** The picture is older than the puzzle. */
  behind = false;
  /** Cells to be marked as wrong. @type {{ violations: [], differs: Cell[] } | null} */
  verdict = null;
  /** Another picture in front: a solution, a proposal. @type {Scene | null} */
  front = null;

  /**
   * @param {Draft} draft
   * @param {Sight} sight
   */
  constructor(draft, sight) {
    super();
    this.draft = draft;
    this.#sights.set(draft.puzzle, sight);
    this.scene = sight.scene;
    this.pad = sight.pad;
    this.howTo = sight.howTo;
    connection.addEventListener("away", this.#away);
    connection.addEventListener("back", this.#back);
  }

  close() {
    connection.removeEventListener("away", this.#away);
    connection.removeEventListener("back", this.#back);
  }

  /** What is to be seen now. */
  get shown() {
    const ahead = this.#ahead;
    if (this.front) return this.front;
    return ahead?.scene && (this.#previewing || this.#busy) && ahead.from === this.draft.puzzle ? ahead.scene : this.scene;
  }

  /** @param {Gesture[]} readings the first that does something counts */
  gesture(readings) {
    if (this.front || readings.length === 0) return;
    this.#do(async () => {
      for (const gesture of readings) {
        const { puzzle, changed, scene } = await this.#ask(gesture);
        if (changed) {
          if (scene) this.#sights.set(puzzle, { scene, pad: this.pad, howTo: this.howTo });
          await this.#take(puzzle);
          return;
        }
      }
      this.#ahead = null;
      this.#fire("change");
      this.dispatchEvent(new CustomEvent("nothing", { detail: readings[0].kind }));
    });
  }

  /** @param {Puzzle | (() => Promise<Puzzle>)} next another puzzle in place of this one; can be undone */
  replace(next) {
    return this.#do(async () => this.#take(typeof next === "function" ? await next() : next));
  }

  /** @param {-1 | 1} way */
  step(way) {
    this.#do(async () => {
      if (this.front || !this.draft.step(way)) return;
      this.#fire("edit");
      await this.#look();
    });
  }

  /** Show what a drag would do if it ended now. @param {Gesture | null} gesture */
  async preview(gesture) {
    this.#previewing = gesture;
    if (!gesture) {
      // A drag that ends becomes an edit at once: what was foreseen stays until that is done.
      queueMicrotask(() => {
        if (this.#previewing || this.#busy) return;
        this.#ahead = null;
        this.#fire("change");
      });
      return;
    }
    if (this.#previewBusy || this.#busy) return;
    this.#previewBusy = true;
    try {
      for (let next = this.#previewing; next; next = this.#previewing === next ? null : this.#previewing) {
        const ahead = await this.#send(next);
        if (ahead.changed) ahead.scene = ruled((await call("canvas", { puzzle: ahead.puzzle })).scene);
        if (ahead.from !== this.draft.puzzle) return;
        this.#ahead = ahead;
        if (this.#previewing) this.#fire("change");
      }
    } catch {
      // It was only a look ahead.
    } finally {
      this.#previewBusy = false;
    }
  }

  /** @param {Gesture} gesture */
  async #ask(gesture) {
    const ahead = this.#ahead;
    return ahead && ahead.from === this.draft.puzzle && ahead.text === JSON.stringify(gesture) ? ahead : this.#send(gesture);
  }

  /** @param {Gesture} gesture @returns {Promise<Ahead>} */
  async #send(gesture) {
    const from = this.draft.puzzle;
    const { puzzle, changed } = await call("set", { puzzle: from, gesture, symmetry: this.draft.kept.symmetry });
    return { text: JSON.stringify(gesture), from, puzzle, changed, scene: null };
  }

  /** @param {Puzzle} puzzle */
  async #take(puzzle) {
    this.draft.push(puzzle);
    this.#fire("edit");
    await this.#look();
  }

  /** Bring the picture up to the puzzle. */
  async #look() {
    const { puzzle } = this.draft;
    this.behind = true;
    const sight = this.#sights.get(puzzle) ?? await sightOf(puzzle);
    this.#sights.set(puzzle, sight);
    this.behind = false;
    this.scene = sight.scene;
    this.pad = sight.pad;
    this.howTo = sight.howTo;
    this.#ahead = null;
    this.#fire("change");
  }

  /** @param {() => Promise<void>} task @returns {Promise<void>} */
  #do(task) {
    return new Promise((resolve) => {
      this.#queue.push(async () => {
        try {
          await task();
        } finally {
          resolve();
        }
      });
      this.#run();
    });
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let task = this.#queue.shift(); task; task = this.#queue.shift()) {
        try {
          await task();
        } catch (error) {
          if (error instanceof Unreachable) this.#queue.length = 0;
          else if (error instanceof Refused) this.dispatchEvent(new CustomEvent("puzzled", { detail: error.message }));
          else throw error;
          this.#fire("change");
        }
      }
    } finally {
      this.#busy = false;
    }
  }

  /** @param {string} name */
  #fire(name) {
    this.dispatchEvent(new Event(name));
  }
}
