// What the player did, in order, and where in it they stand. Undo and redo need nobody else.
//
// A step changes the board, the trial layer of slots and the depth of trials, each as old and new,
// so going back and forth is the same for a move, for beginning, keeping or dropping a trial and
// for starting again.

/** @import {Board, Change, Move} from "../protocol.d.ts" */

/**
 * @typedef {object} Step
 * @property {Change[]} [m] slots of the board
 * @property {Change[]} [l] layers of slots
 * @property {[number, number]} [d] depth of trials
 */

/** What is written down: a step, or going back (−1) or forth (1) over one. @typedef {Step | -1 | 1} Entry */

export class History {
  /** @type {Step[]} */
  #steps = [];
  /** How many of the steps hold. */
  at = 0;
  depth = 0;
  /** @type {number[]} the trial layer of each slot, 0 for none */
  layers;

  /** @param {Board} board */
  constructor(board) {
    this.start = [...board];
    this.board = [...board];
    this.layers = board.map(() => 0);
  }

  get canUndo() {
    return this.at > 0;
  }

  get canRedo() {
    return this.at < this.#steps.length;
  }

  /** The board after this many of the steps that hold. @param {number} at */
  boardAt(at) {
    const board = [...this.start];
    for (const step of this.#steps.slice(0, at)) for (const [slot, , now] of step.m ?? []) board[slot] = now;
    return board;
  }

  /** What was done to the board and still holds, in order. @returns {Move[]} */
  moves() {
    return this.#steps.slice(0, this.at).flatMap(({ m }) => (m && m.length > 0 ? [m] : []));
  }

  /**
   * The layers, with all that is still blank in the present one: what a move writes there is then
   * drawn as it will be after the move. None where there is no trial.
   */
  get layersAhead() {
    if (this.depth === 0) return [];
    return this.layers.map((layer, slot) => (this.board[slot] === 0 ? this.depth : layer));
  }

  /** Was that not enough to foresee the picture after this move? @param {Move} move */
  surprises(move) {
    return move.some(([slot, old]) => old !== 0 && this.layers[slot] !== this.depth);
  }

  /** @param {Move} move */
  move(move) {
    const l = move
      .map(([slot]) => /** @type {Change} */ ([slot, this.layers[slot], this.depth]))
      .filter(([, old, now]) => old !== now);
    return this.#push({ m: move, ...(l.length > 0 && { l }) });
  }

  begin() {
    return this.#push({ d: [this.depth, this.depth + 1] });
  }

  /** What was tried counts as if it had been entered before the trial. */
  keep() {
    /** @type {Change[]} */
    const l = [];
    this.layers.forEach((layer, slot) => {
      if (layer === this.depth) l.push([slot, layer, layer - 1]);
    });
    return this.#push({ l, d: [this.depth, this.depth - 1] });
  }

  /** Back to how it was before the trial. */
  drop() {
    let from = this.at - 1;
    while (this.#steps[from].d?.[1] !== this.depth || this.#steps[from].d?.[0] !== this.depth - 1) from -= 1;
    const before = new History(this.start);
    for (const step of this.#steps.slice(0, from)) before.#push(step);
    return this.#push(this.#wayTo(before));
  }

  restart() {
    return this.#push(this.#wayTo(new History(this.start)));
  }

  /** @returns {Entry | undefined} */
  undo() {
    if (!this.canUndo) return undefined;
    this.at -= 1;
    this.#set(this.#steps[this.at], 1, 0);
    return -1;
  }

  /** @returns {Entry | undefined} */
  redo() {
    if (!this.canRedo) return undefined;
    this.#set(this.#steps[this.at], 2, 1);
    this.at += 1;
    return 1;
  }

  /** Do again what was written down. @param {Entry} entry */
  replay(entry) {
    if (entry === -1) this.undo();
    else if (entry === 1) this.redo();
    else this.#push(entry);
  }

  /** @param {Step} step */
  #push(step) {
    this.#steps.length = this.at;
    this.#steps.push(step);
    this.#set(step, 2, 1);
    this.at += 1;
    return step;
  }

  /** @param {History} other @returns {Step} */
  #wayTo(other) {
    return {
      m: changes(this.board, other.board),
      l: changes(this.layers, other.layers),
      d: [this.depth, other.depth],
    };
  }

  /**
   * @param {Step} step
   * @param {1 | 2} side of changes
   * @param {0 | 1} end of the depth
   */
  #set(step, side, end) {
    for (const change of step.m ?? []) this.board[change[0]] = change[side];
    for (const change of step.l ?? []) this.layers[change[0]] = change[side];
    if (step.d) this.depth = step.d[end];
  }
}

/**
 * @param {number[]} from
 * @param {number[]} to
 * @returns {Change[]}
 */
function changes(from, to) {
  /** @type {Change[]} */
  const list = [];
  from.forEach((old, slot) => {
    if (old !== to[slot]) list.push([slot, old, to[slot]]);
  });
  return list;
}
