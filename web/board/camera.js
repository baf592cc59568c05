// Which part of the board is seen: all of it, or a part after zooming in.

import { viewBox } from "./scene.js";

/** @import {Point, Rect} from "../protocol.d.ts" */

/** The largest a cell gets, in pixels, unless somebody zooms in. */
const LARGEST = 128;
/** How large a cell may become by zooming in, in pixels. */
const NEAREST = 144;

export class Camera {
  #zoom = 1;
  #x = 0;
  #y = 0;
  /** @type {Rect} */
  #view = { x: 0, y: 0, w: 1, h: 1 };

  /**
   * @param {HTMLElement} frame what the board is seen through
   * @param {SVGSVGElement} svg shows `view` when nothing is zoomed
   * @param {SVGGElement} group what is moved
   */
  constructor(frame, svg, group) {
    this.frame = frame;
    this.svg = svg;
    this.group = group;
    /** Called after every change. */
    this.onchange = () => {};
  }

  get zoomed() {
    return this.#zoom > 1.001;
  }

  /** Pixels per cell. */
  get scale() {
    return this.group.getScreenCTM()?.a ?? 1;
  }

  /** @param {Rect} view @returns {boolean} whether it is another one */
  setView(view) {
    const box = viewBox(view);
    if (box === this.svg.getAttribute("viewBox")) return false;
    this.svg.setAttribute("viewBox", box);
    this.svg.style.maxWidth = `${view.w * LARGEST}px`;
    this.svg.style.maxHeight = `${view.h * LARGEST}px`;
    this.svg.style.setProperty("--cols", String(view.w));
    this.#view = view;
    this.fit();
    return true;
  }

  fit() {
    this.#zoom = 1;
    this.#x = this.#y = 0;
    this.#apply();
  }

  /** From the page's pixels to the board's cells. @param {Point} at @returns {Point} */
  toBoard({ x, y }) {
    const matrix = this.group.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /**
   * Zoom and keep what was at `from` under `to` (both in the page's pixels).
   * @param {number} factor
   * @param {Point} from
   * @param {Point} [to]
   */
  zoomBy(factor, from, to = from) {
    const held = this.toBoard(from);
    const nearest = Math.max(1, (NEAREST * this.#zoom) / this.scale);
    this.#zoom = Math.min(nearest, Math.max(1, this.#zoom * factor));
    this.#apply();
    const now = this.toBoard(to);
    this.#x += (now.x - held.x) * this.#zoom;
    this.#y += (now.y - held.y) * this.#zoom;
    this.#apply();
  }

  /** Zoom on a cell. @param {number} factor @param {[number, number]} cell */
  zoomOn(factor, [row, col]) {
    const matrix = this.group.getScreenCTM();
    if (matrix) this.zoomBy(factor, new DOMPoint(col + 0.5, row + 0.5).matrixTransform(matrix));
  }

  /** @param {number} dx @param {number} dy in the page's pixels */
  panBy(dx, dy) {
    const unit = this.scale / this.#zoom;
    this.#x += dx / unit;
    this.#y += dy / unit;
    this.#apply();
  }

  /** Bring a cell into sight. @param {[number, number]} cell */
  reveal([row, col]) {
    if (!this.zoomed) return;
    const frame = this.frame.getBoundingClientRect();
    const matrix = this.group.getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(matrix);
    const room = Math.min(matrix.a * 1.5, frame.width / 3, frame.height / 3);
    const into = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high) =>
      at < low + room ? low + room - at : at > high - room ? high - room - at : 0;
    this.panBy(into(x, frame.left, frame.right), into(y, frame.top, frame.bottom));
  }

  #apply() {
    const { x, y, w, h } = this.#view;
    // What the frame shows, in cells at zoom 1; it is larger than the board in one direction.
    const box = this.frame.getBoundingClientRect();
    const svg = this.svg.getBoundingClientRect();
    const unit = Math.min(svg.width / w, svg.height / h) || 1;
    const [seenW, seenH] = [box.width / unit, box.height / unit];
    this.#x = inside(this.#x, x, w, seenW, this.#zoom);
    this.#y = inside(this.#y, y, h, seenH, this.#zoom);
    this.group.style.transform = this.zoomed
      ? `translate(${this.#x}px, ${this.#y}px) scale(${this.#zoom})`
      : "";
    this.onchange();
  }
}

/**
 * A shift along one axis that keeps the frame filled with board, or the board in the middle.
 * @param {number} shift
 * @param {number} start of the board
 * @param {number} length of the board
 * @param {number} seen length of the frame
 * @param {number} zoom
 */
function inside(shift, start, length, seen, zoom) {
  const middle = start + length / 2;
  const centred = middle - middle * zoom;
  const play = Math.max(0, (length * zoom - seen) / 2);
  return Math.min(centred + play, Math.max(centred - play, shift));
}
