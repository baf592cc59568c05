// One puzzle being drawn: the setter's gestures go through here, in order, one request at a time.
// To the board on the page it looks like a game; what changes is the puzzle.

import { BoardModel } from "../../board/board-model.js";
import { call } from "../../server/api.js";

/** @import {Choice, Gesture, HowTo, Item, Puzzle, Scene} from "../../protocol.d.ts" */
/** @import {Draft} from "../../storage/drafts.js" */
/** @import {Deed, Step} from "../../board/board-model.js" */

/** @typedef {{ scene: Scene, pad: string[], howTo: HowTo[], choices: Choice[] }} Sight */
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
 * Fires what every board fires, and `edit` (another puzzle).
 * @extends {BoardModel<Outcome>}
 */
export class DraftSession extends BoardModel {
  /** @type {WeakMap<Puzzle, Sight>} */
  #sights = new WeakMap();

  /** Another picture in front: a solution, a proposal. @type {Scene | null} */
  front = null;

  /**
   * @param {Draft} draft
   * @param {Sight} sight
   */
  constructor(draft, sight) {
    super(sight.scene, sight.pad);
    this.draft = draft;
    this.#sights.set(draft.puzzle, sight);
    this.howTo = sight.howTo;
    this.choices = sight.choices;
  }

  /** What is to be seen now. */
  get shown() {
    return this.front ?? super.shown;
  }

  get locked() {
    return this.front !== null;
  }

  get at() {
    return this.draft.puzzle;
  }

  get canUndo() {
    return this.draft.canUndo;
  }

  get canRedo() {
    return this.draft.canRedo;
  }

  /** Go on with what waited when the drawing was left. */
  start() {
    this.resume(this.draft.waiting());
  }

  /** @param {readonly Deed[]} deeds */
  keepWaiting(deeds) {
    this.draft.keepWaiting(deeds);
  }

  /** @param {Step} step */
  step(step) {
    if (this.front || !this.draft.step(step.do === "undo" ? -1 : 1)) return false;
    this.fire("edit");
    return true;
  }

  /** @param {Puzzle | (() => Promise<Puzzle>)} next another puzzle in place of this one; can be undone */
  replace(next) {
    return this.queue.do(async () => {
      this.#put(typeof next === "function" ? await next() : next);
      await this.look();
    });
  }

  /** @param {Gesture} gesture @returns {Promise<Outcome>} */
  async askAhead(gesture) {
    const { puzzle, changed } = await this.ask(gesture);
    return { puzzle, changed, sight: changed ? await sightOf(puzzle) : null };
  }

  /** @param {Gesture} gesture @returns {Promise<Outcome>} */
  async ask(gesture) {
    const { puzzle, changed } = await call("set", { puzzle: this.draft.puzzle, gesture, symmetry: this.draft.kept.symmetry });
    return { puzzle, changed, sight: null };
  }

  /** @param {Outcome} outcome */
  pictureOf({ sight }) {
    return sight?.scene ?? null;
  }

  /** @param {Outcome} outcome */
  take({ puzzle, changed, sight }) {
    if (!changed) return false;
    if (sight) this.#sights.set(puzzle, sight);
    this.#put(puzzle);
    return true;
  }

  /** @param {Puzzle} puzzle */
  #put(puzzle) {
    this.draft.push(puzzle);
    this.fire("edit");
  }

  /** Bring the picture up to the puzzle. */
  async look() {
    const { puzzle } = this.draft;
    this.behind = true;
    const sight = this.#sights.get(puzzle) ?? await sightOf(puzzle);
    this.#sights.set(puzzle, sight);
    this.behind = false;
    this.scene = sight.scene;
    this.pad = sight.pad;
    this.howTo = sight.howTo;
    this.choices = sight.choices;
    this.changed();
  }
}
