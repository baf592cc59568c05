// From a point on the board to what is meant by it.

import { hasOutside } from "./scene.js";

/** @import {Cell, Point, Scene, Target} from "../protocol.d.ts" */

/** This near to a border, in cells, a click means the border rather than the cell … */
const ON_BORDER = 0.15;
/** … if that is at least this many pixels; on small cells nobody can aim that well. */
const AIMED = 4;
/** This near, the border is tried if the cell itself means nothing. */
const BY_BORDER = 0.3;
/** This near to a corner no border is meant. */
const CORNER = 0.25;
/** A drag enters the next cell only this far beyond the border, so that it does not tremble back. */
const STICKY = 0.1;

/**
 * @param {Scene} scene
 * @param {Point} point
 * @returns {Cell | null} a cell of the board
 */
export function cellAt({ size: [rows, cols] }, { x, y }) {
  const [row, col] = [Math.floor(y), Math.floor(x)];
  return row >= 0 && row < rows && col >= 0 && col < cols ? [row, col] : null;
}

/**
 * What a click there may mean, the likeliest first; the first one that does something counts.
 * @param {Scene} scene
 * @param {Point} point
 * @param {number} scale pixels per cell
 * @returns {Target[]}
 */
export function meant(scene, point, scale) {
  const cell = cellAt(scene, point);
  if (!cell) {
    const around = outsideAt(scene, point);
    return around ? [{ outside: around }] : [];
  }
  const [near, border] = nearestBorder(scene, point);
  if (!border || near > BY_BORDER) return [{ cell }];
  return near <= ON_BORDER && ON_BORDER * scale >= AIMED ? [border, { cell }] : [{ cell }, border];
}

/**
 * @param {Scene} scene
 * @param {Point} point
 * @returns {Cell | null}
 */
function outsideAt(scene, { x, y }) {
  if (!hasOutside(scene)) return null;
  const [rows, cols] = scene.size;
  const [row, col] = [Math.floor(y), Math.floor(x)];
  const [beside, above] = [row >= 0 && row < rows, col >= 0 && col < cols];
  return (beside && (col === -1 || col === cols)) || (above && (row === -1 || row === rows)) ? [row, col] : null;
}

/**
 * @param {Scene} scene
 * @param {Point} point in a cell
 * @returns {[number, Target | null]} how far away, and which; none at the edge or near a corner
 */
function nearestBorder({ size: [rows, cols] }, { x, y }) {
  const [row, col] = [Math.floor(y), Math.floor(x)];
  const [right, down] = [x - col, y - row];
  const toSide = Math.min(right, 1 - right);
  const toLevel = Math.min(down, 1 - down);
  const near = Math.min(toSide, toLevel);
  if (Math.max(toSide, toLevel) < CORNER) return [near, null];
  if (toSide < toLevel) {
    const west = right < 0.5 ? col - 1 : col;
    return [near, west >= 0 && west + 1 < cols ? { border: [row, west, "e"] } : null];
  }
  const north = down < 0.5 ? row - 1 : row;
  return [near, north >= 0 && north + 1 < rows ? { border: [north, col, "s"] } : null];
}

/** The cells that a drag passed, each beside the one before it. */
export class Trail {
  /** @type {Point} */
  #last;

  /**
   * @param {Scene} scene
   * @param {Cell} cell
   * @param {Point} point
   */
  constructor(scene, cell, point) {
    this.scene = scene;
    /** @type {Cell[]} */
    this.cells = [cell];
    this.#last = point;
    /** Did it ever leave its first cell? */
    this.left = false;
  }

  /** @param {Point} point @returns {boolean} whether the trail changed */
  moveTo(point) {
    const before = this.cells.length;
    const head = this.#head.join();
    const from = this.#last;
    const steps = Math.max(1, Math.ceil(Math.hypot(point.x - from.x, point.y - from.y) / 0.1));
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.#pass({ x: from.x + (point.x - from.x) * part, y: from.y + (point.y - from.y) * part });
    }
    this.#last = point;
    if (this.cells.length > 1) this.left = true;
    return this.cells.length !== before || this.#head.join() !== head;
  }

  get #head() {
    return this.cells[this.cells.length - 1];
  }

  /** Beside the board, the trail follows its edge. @param {Point} point */
  #pass(point) {
    const [rows, cols] = this.scene.size;
    const x = Math.min(cols, Math.max(0, point.x));
    const y = Math.min(rows, Math.max(0, point.y));
    for (;;) {
      const [row, col] = this.#head;
      const right = beyond(x, col);
      const down = beyond(y, row);
      if (right === 0 && down === 0) return;
      const sideways = Math.abs(x - col - 0.5) > Math.abs(y - row - 0.5);
      /** @type {Cell} */
      const next = right !== 0 && (sideways || down === 0) ? [row, col + right] : [row + down, col];
      this.#step(next);
    }
  }

  /** Going back shortens the trail. @param {Cell} next */
  #step(next) {
    const previous = this.cells[this.cells.length - 2];
    if (previous && previous[0] === next[0] && previous[1] === next[1]) this.cells.pop();
    else this.cells.push(next);
  }
}

/**
 * On which side of a cell's stretch something lies.
 * @param {number} at
 * @param {number} start
 */
function beyond(at, start) {
  return at < start - STICKY ? -1 : at > start + 1 + STICKY ? 1 : 0;
}
