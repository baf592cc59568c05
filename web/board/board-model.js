// What is on a board that hands can change: a puzzle being played, a puzzle being drawn. Gestures go
// through here in order, one at a time, and a drag shows what it would do before it ends. What a gesture
// leads to is for the two of them to say.
//
// Whatever the hand does is a deed: plain data that waits in a list until it is done. A server that is slow
// or away only makes the list longer; it is kept in the browser's storage, so not even a reload loses it.

import { Unreachable, isAway } from "../server/api.js";
import { DragPreview } from "../server/drag-preview.js";
import { Queue } from "../server/queue.js";

/** @import {Cell, Gesture, Move, Scene, Violation} from "../protocol.d.ts" */

/** Readings of a gesture, of which the first that does something counts. @typedef {{ do: "gesture", readings: Gesture[] }} Stroke */
/** What needs no server. @typedef {{ do: "undo" | "redo" | "begin" | "keep" | "drop" | "restart" } | { do: "enter", move: Move }} Step */
/** @typedef {Stroke | Step} Deed */

/**
 * Fires `change` (what is seen), `waiting` (what waits), `nothing` (a gesture meant nothing: `detail` is its
 * kind) and `puzzled` (a request was refused: `detail` says why).
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
    askPlainly: (gesture) => this.ask(gesture),
    busy: () => this.queue.busy,
    onchange: () => this.fire("change"),
  });

  /** What has been done by hand and is not on the board yet, in order. @type {readonly Deed[]} */
  waiting = [];
  /**
   * What was taken back since a stroke was that had waited, the first to come again last. Null is a step of
   * the board's own history.
   * @type {(Stroke | null)[]}
   */
  #undone = [];

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
    this.perform({ do: "gesture", readings });
  }

  undo() {
    // As long as the server is away, what it has not seen is all that can be meant.
    const last = this.waiting.at(-1);
    if (isAway() && last?.do === "gesture") {
      this.#undone.push(last);
      this.#setWaiting(this.waiting.slice(0, -1));
      this.queue.unblock();
    } else {
      if (this.#undone.length > 0) this.#undone.push(null);
      this.#add({ do: "undo" });
    }
  }

  redo() {
    this.#add(this.#undone.pop() ?? { do: "redo" });
  }

  /** Can something that waits be taken back? */
  get canWithdraw() {
    return this.waiting.at(-1)?.do === "gesture" && isAway();
  }

  /** Can something that was taken back come again? */
  get canBringBack() {
    return this.#undone.length > 0;
  }

  /** What waits and can be seen: a click that only chose the cell for a key is no stroke of its own. @returns {Gesture[]} */
  get strokes() {
    const gestures = this.waiting.flatMap((deed) => (deed.do === "gesture" ? [deed.readings[0]] : []));
    const place = (/** @type {Gesture | undefined} */ gesture) => JSON.stringify(gesture?.targets);
    return gestures.filter((gesture, i) => {
      const next = gestures[i + 1];
      return !(gesture.kind === "tap" && next?.kind === "key" && place(gesture) === place(next));
    });
  }

  /** What an earlier visit did not get done. @param {Deed[]} deeds */
  resume(deeds) {
    for (const deed of deeds) this.#add(deed);
  }

  /** In its turn. @param {Deed} deed @returns {Promise<void>} when it is done, or will never be */
  perform(deed) {
    this.#undone = [];
    return this.#add(deed);
  }

  /** @param {Deed} deed */
  async #add(deed) {
    this.#setWaiting([...this.waiting, deed]);
    await this.queue.insist(() => this.#carryOut(deed), () => this.waiting.includes(deed));
    if (!this.queue.closed) this.#ended(deed);
  }

  /** @param {Deed} deed */
  async #carryOut(deed) {
    let did = false;
    if (deed.do !== "gesture") {
      did = this.step(deed);
    } else {
      for (const gesture of deed.readings) {
        const answer = await (this.#preview.answerTo(gesture) ?? this.ask(gesture));
        // It may have been taken back meanwhile, or the page left.
        if (!this.waiting.includes(deed) || this.queue.closed) return;
        did = this.take(answer);
        if (did) break;
      }
    }
    this.#ended(deed);
    if (did) {
      await this.#lookIfPossible();
    } else if (deed.do === "gesture") {
      this.changed();
      this.fire("nothing", deed.readings[0].kind);
    }
  }

  /** Without a server the picture stays behind; what was done is done. */
  async #lookIfPossible() {
    try {
      await this.look();
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      this.changed();
    }
  }

  /** @param {Deed} deed */
  #ended(deed) {
    if (this.waiting.includes(deed)) this.#setWaiting(this.waiting.filter((each) => each !== deed));
  }

  /** @param {Deed[]} deeds */
  #setWaiting(deeds) {
    this.waiting = deeds;
    this.keepWaiting(deeds);
    this.fire("waiting");
  }

  /** The pointer is down: be ready for what it means if it does not move. @param {Gesture[]} readings */
  foresee(readings) {
    if (!this.locked && !isAway()) this.#preview.press(readings);
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

  /** Do what needs no server. @param {Step} _step @returns {boolean} whether it does anything */
  step(_step) {
    throw new Unsaid("step");
  }

  /** So that a reload does not lose it. @param {readonly Deed[]} _deeds */
  keepWaiting(_deeds) {}

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

  /** Do what the answer says. @param {Answer} _answer @returns {boolean} whether it does anything */
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
