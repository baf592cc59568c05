// One puzzle being drawn: the setter's gestures go through here, in order, one request at a time.
// To the board on the page it looks like a game; what changes is the puzzle.

import { call } from "../../server/api.js";
import { DragPreview } from "../../server/drag-preview.js";
import { Queue } from "../../server/queue.js";

/** @import {Cell, Gesture, HowTo, Item, Puzzle, Scene} from "../../protocol.d.ts" */
/** @import {Draft} from "../../storage/drafts.js" */

/** @typedef {{ scene: Scene, pad: string[], howTo: HowTo[] }} Sight */
/** What a gesture leads to, and what it looks like if that is known. @typedef {{ puzzle: Puzzle, changed: boolean, sight: Sight | null }} Outcome */

/** What a setter sees of a puzzle. @param {Puzzle} puzzle @returns {Promise<Sight>} */
export async function sightOf(puzzle) {
  const sight = await call("canvas", { puzzle });
  return { ...sight, scene: ruled(sight.scene) };
}

/**
 * Some boards have no lines between their cells; whoever draws on one needs to see where they are.
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
export class DraftSession extends EventTarget {
  #queue = new Queue((why) => {
    this.#changed();
    if (why !== null) this.dispatchEvent(new CustomEvent("puzzled", { detail: why }));
  }, () => this.#look());
  /** @type {DragPreview<Outcome>} */
  #preview = new DragPreview({
    at: () => this.draft.puzzle,
    ask: (gesture) => this.#lookAhead(gesture),
    busy: () => this.#queue.busy,
    onchange: () => this.#fire("change"),
  });
  /** @type {WeakMap<Puzzle, Sight>} */
  #sights = new WeakMap();

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
  }

  close() {
    this.#queue.close();
  }

  /** What is to be seen now. */
  get shown() {
    return this.front ?? this.#preview.shown?.sight?.scene ?? this.scene;
  }

  /** @param {Gesture[]} readings the first that does something counts */
  gesture(readings) {
    if (this.front || readings.length === 0) return;
    this.#queue.do(async () => {
      for (const gesture of readings) {
        const { puzzle, changed, sight } = await (this.#preview.answerTo(gesture) ?? this.#send(gesture));
        if (changed) {
          if (sight) this.#sights.set(puzzle, sight);
          await this.#take(puzzle);
          return;
        }
      }
      this.#changed();
      this.dispatchEvent(new CustomEvent("nothing", { detail: readings[0].kind }));
    });
  }

  /** @param {Puzzle | (() => Promise<Puzzle>)} next another puzzle in place of this one; can be undone */
  replace(next) {
    return this.#queue.do(async () => this.#take(typeof next === "function" ? await next() : next));
  }

  /** @param {-1 | 1} way */
  step(way) {
    this.#queue.do(async () => {
      if (this.front || !this.draft.step(way)) return;
      this.#fire("edit");
      await this.#look();
    });
  }

  /** Show what a drag would do if it ended now. @param {Gesture | null} gesture */
  preview(gesture) {
    this.#preview.follow(gesture);
  }

  /** @param {Gesture} gesture @returns {Promise<Outcome>} */
  async #lookAhead(gesture) {
    const { puzzle, changed } = await this.#send(gesture);
    return { puzzle, changed, sight: changed ? await sightOf(puzzle) : null };
  }

  /** @param {Gesture} gesture @returns {Promise<Outcome>} */
  async #send(gesture) {
    const { puzzle, changed } = await call("set", { puzzle: this.draft.puzzle, gesture, symmetry: this.draft.kept.symmetry });
    return { puzzle, changed, sight: null };
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
    this.#changed();
  }

  #changed() {
    this.#preview.forget();
    this.#fire("change");
  }

  /** @param {string} name */
  #fire(name) {
    this.dispatchEvent(new Event(name));
  }
}
