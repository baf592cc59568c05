// What is on a board that hands can change: a puzzle being played, a puzzle being drawn. Gestures go
// through here in order, one at a time, and a drag shows what it would do before it ends. What a gesture
// leads to is for the two of them to say.

import { DragPreview } from "../server/drag-preview.js";
import { Queue } from "../server/queue.js";

/** @import {Cell, Gesture, Scene, Violation} from "../protocol.d.ts" */

/**
 * Fires `change` (what is seen), `nothing` (a gesture meant nothing: `detail` is its kind) and `puzzled`
 * (a request was refused: `detail` says why).
 * @template Answer what the server says to a gesture
 */
export class BoardModel extends EventTarget {
  /** Everything that changes the board. */
  queue = new Queue((why) => {
    this.changed();
    if (why !== null) this.fire("puzzled", why);
  }, () => this.look());
  /** @type {DragPreview<Answer>} */
  #preview = new DragPreview({
    at: () => this.at,
    ask: (gesture) => this.askAhead(gesture),
    busy: () => this.queue.busy,
    onchange: () => this.fire("change"),
  });

  /** The picture is older than what it shows. */
  behind = false;
  /** What is marked as wrong. @type {{ violations: Violation[], differs: Cell[] } | null} */
  verdict = null;

  /**
   * @param {Scene} scene
   * @param {string[]} pad the keys that can be entered
   */
  constructor(scene, pad) {
    super();
    this.scene = scene;
    this.pad = pad;
  }

  close() {
    this.queue.close();
  }

  /** What is to be seen now, even if only foreseen. @returns {Scene} */
  get shown() {
    const foreseen = this.#preview.shown;
    return (foreseen && this.pictureOf(foreseen)) ?? this.scene;
  }

  /** @param {Gesture[]} readings the first that does something counts */
  gesture(readings) {
    if (this.locked || readings.length === 0) return;
    this.queue.do(async () => {
      for (const gesture of readings) {
        if (await this.take(await (this.#preview.answerTo(gesture) ?? this.ask(gesture)))) return;
      }
      this.changed();
      this.fire("nothing", readings[0].kind);
    });
  }

  /** Show what a drag would do if it ended now; nothing is entered. @param {Gesture | null} gesture */
  preview(gesture) {
    this.#preview.follow(gesture);
  }

  /** Another picture is there: what was foreseen is out of date. */
  changed() {
    this.#preview.forget();
    this.fire("change");
  }

  /** @param {string} name @param {unknown} [detail] */
  fire(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // What each kind of board says for itself.

  /** Is something in front of the board, so that it cannot be touched? @returns {boolean} */
  get locked() {
    return false;
  }

  /** What a gesture is about: an answer about something else is of no use. @returns {unknown} */
  get at() {
    throw new Unsaid("at");
  }

  /** @returns {boolean} */
  get canUndo() {
    throw new Unsaid("canUndo");
  }

  /** @returns {boolean} */
  get canRedo() {
    throw new Unsaid("canRedo");
  }

  undo() {
    throw new Unsaid("undo");
  }

  redo() {
    throw new Unsaid("redo");
  }

  /** Ask the server what a gesture does. @param {Gesture} _gesture @returns {Promise<Answer>} */
  ask(_gesture) {
    throw new Unsaid("ask");
  }

  /** The same, with the picture that a preview needs. @param {Gesture} gesture @returns {Promise<Answer>} */
  askAhead(gesture) {
    return this.ask(gesture);
  }

  /** The picture in an answer, if there is one. @param {Answer} _answer @returns {Scene | null} */
  pictureOf(_answer) {
    throw new Unsaid("pictureOf");
  }

  /** Do what the answer says. @param {Answer} _answer @returns {Promise<boolean>} whether it does anything */
  take(_answer) {
    throw new Unsaid("take");
  }

  /** Bring the picture up to date. @returns {Promise<void>} */
  look() {
    throw new Unsaid("look");
  }
}

class Unsaid extends Error {
  /** @param {string} what */
  constructor(what) {
    super(`this kind of board does not say ${what}`);
  }
}
