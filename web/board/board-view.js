// The board on the page: the drawing, the cursor, what is under the pointer.

import { Camera } from "./camera.js";
import { listen } from "./gestures.js";
import { Drawing, LETTERS, hasOutside, letters, numbersOf, withRoom } from "./scene.js";
import { settings } from "../storage/settings.js";
import { h, s } from "../ui/dom.js";

/** @import {BoardModel} from "./board-model.js" */
/** @import {Cell, Gesture, Scene, Target} from "../protocol.d.ts" */
/** @import {Marked} from "./scene.js" */

/** From the first to the last shape of a solved board, in milliseconds. */
const WAVE = 900;

export class BoardView {
  /** @type {Cell} */
  cursor = [0, 0];
  /** @type {Cell[]} what is pointed at */
  highlight = [];
  /** What a hint marks. @type {Marked} */
  marked = {};
  /** What is shown instead of the board while a hint imagines something. @type {Scene | null} */
  imagined = null;
  /** Somebody speaks of rows and columns by their numbers. */
  counted = false;
  #drawing = new Drawing();
  #overlay = s("g", { class: "overlay" });
  #trail = s("polyline", { class: "trail" });
  /** What the hand has done and the board does not show yet. */
  #strokes = s("g", { class: "strokes" });
  /** The numbers of rows and columns, as hints count them. */
  #numbers = s("g", { class: "numbers" });
  #ring = s("rect", { class: "cursor", width: 1, height: 1, rx: 0.08 });
  /** What is drawn now: scene, verdict, marks. @type {unknown[]} */
  #drawn = [];
  /** May the board be touched? */
  #live = () => true;
  #withHands;
  /** The digit typed just now, if the next one can go on with it. */
  typed = "";
  /** Was the cursor where the pointer went down? */
  wasHere = false;

  /**
   * @param {BoardModel<any>} model
   * @param {object} player
   * @param {() => boolean} player.live
   * @param {(readings: Gesture[]) => void} player.gesture
   * @param {(gesture: Gesture) => Gesture} player.withHands the gesture, and whose hands these are
   */
  constructor(model, player) {
    this.model = model;
    this.#live = player.live;
    this.#withHands = player.withHands;
    this.#overlay.append(this.#numbers, this.#strokes, this.#trail, this.#ring);
    const group = s("g", { class: "camera" }, this.#drawing.element, this.#overlay);
    this.svg = s("svg", { class: "sheet", "aria-hidden": "true" }, group);
    this.element = h("div", {
      class: "board", role: "application", tabindex: "0", "aria-describedby": "board-help",
    }, this.svg);
    this.camera = new Camera(this.element, this.svg, group);
    this.pointer = listen(this.element, this.camera, {
      scene: () => (this.#live() ? this.model.scene : null),
      press: (at, readings) => {
        this.byKeys = false;
        this.typed = "";
        const [row, col] = this.cursor;
        this.wasHere = at[0] === row && at[1] === col;
        this.moveCursor(at);
        this.model.foresee(readings.map(this.#withHands));
      },
      gesture: player.gesture,
      trail: (cells, alt) => this.#follow(cells, alt),
    });
    // Whoever reaches the board with the Tab key sees that they are there.
    this.element.classList.add("by-pointer");
    this.element.addEventListener("keyup", (/** @type {KeyboardEvent} */ { key }) => {
      if (key === "Tab") this.element.classList.remove("by-pointer");
    });
    new ResizeObserver(() => this.camera.fit()).observe(this.element);
  }

  /** The cursor is seen once it is used, and always where numbers are typed. @param {boolean} on */
  set byKeys(on) {
    this.element.classList.toggle("by-keys", on || this.model.pad.length > 0);
    this.element.classList.toggle("by-pointer", !on);
  }

  /** Was the last thing done with keys? */
  get byKeys() {
    return !this.element.classList.contains("by-pointer");
  }

  show() {
    const scene = this.imagined ?? this.model.shown;
    const { verdict } = this.model;
    this.element.classList.toggle("behind", this.model.behind);
    const { numbers } = settings;
    const counted = numbers || this.counted;
    const drawn = [scene, verdict, this.highlight, this.marked, counted];
    if (drawn.every((part, i) => part === this.#drawn[i])) return;
    this.#drawn = drawn;
    // Whoever has zoomed in stays there: then numbers that are there for a while get no room of their own.
    const hasRoom = numbers || counted && !this.camera.zoomed;
    if (this.camera.setView(hasRoom ? withRoom(scene.view) : scene.view)) this.moveCursor(this.cursor);
    this.#numbers.replaceChildren(...(counted ? numbersOf(scene, !hasRoom) : []));
    const wrong = verdict ? [...verdict.violations.filter(({ kind }) => kind === "wrong").flatMap(({ cells }) => cells), ...verdict.differs] : [];
    const { marked } = this;
    this.#drawing.show(scene, {
      wrong: [...wrong, ...marked.wrong ?? []],
      highlight: [...this.highlight, ...marked.highlight ?? []],
      concluded: marked.concluded,
      marks: marked.marks,
    });
  }

  /** The strokes that wait for the server, as the hand made them. */
  showWaiting() {
    const strokes = this.model.strokes.flatMap(strokeOf);
    if (strokes.length > 0 || this.#strokes.firstChild) this.#strokes.replaceChildren(...strokes);
  }

  /** Where the cursor is, as a target. @returns {Target} */
  get here() {
    const [row, col] = this.cursor;
    const [rows, cols] = this.model.scene.size;
    return row >= 0 && row < rows && col >= 0 && col < cols ? { cell: [row, col] } : { outside: [row, col] };
  }

  /** @param {Cell} cell */
  moveCursor([row, col]) {
    const [rows, cols] = this.model.scene.size;
    const ring = hasOutside(this.model.scene) ? 1 : 0;
    const to = (/** @type {number} */ at, /** @type {number} */ n) => Math.min(n - 1 + ring, Math.max(-ring, at));
    /** @type {Cell} */
    const next = [to(row, rows), to(col, cols)];
    const outside = (/** @type {number} */ at, /** @type {number} */ n) => at < 0 || at >= n;
    // There is nothing at the corners around the board.
    if (outside(next[0], rows) && outside(next[1], cols)) return;
    this.cursor = next;
    this.#ring.setAttribute("x", String(next[1]));
    this.#ring.setAttribute("y", String(next[0]));
  }

  /**
   * @param {Cell[] | null} cells
   * @param {boolean} alt
   */
  #follow(cells, alt) {
    const points = (cells ?? []).map(([row, col]) => `${col + 0.5},${row + 0.5}`).join(" ");
    if (points !== (this.#trail.getAttribute("points") ?? "")) this.#trail.setAttribute("points", points);
    this.#trail.classList.toggle("alt", alt);
    if (cells && cells.length > 1) this.moveCursor(cells[cells.length - 1]);
    const targets = (cells ?? []).map((cell) => ({ cell }));
    this.model.preview(targets.length > 1 ? this.#withHands({ kind: alt ? "alt" : "drag", targets }) : null);
  }

  /** A wave runs over what the player has entered. */
  cheer() {
    const { view } = this.model.scene;
    for (const node of this.#drawing.element.children) {
      if (!(node instanceof SVGGraphicsElement)) continue;
      const { x, y, width, height } = node.getBBox();
      const unit = node instanceof SVGTextElement ? LETTERS : 1;
      const along = ((x + width / 2) / unit - view.x + (y + height / 2) / unit - view.y) / (view.w + view.h);
      node.style.animationDelay = `${Math.round(along * WAVE)}ms`;
    }
    this.element.classList.add("cheer");
    setTimeout(() => this.element.classList.remove("cheer"), WAVE + 1_200);
  }
}

/** A stroke as it can be drawn without knowing what it means. @param {Gesture} gesture @returns {SVGElement[]} */
function strokeOf({ kind, targets = [], value }) {
  const points = targets.map(middleOf);
  if (points.length === 0) return [];
  const [[x, y]] = points;
  const name = kind === "alt" ? "stroke alt" : "stroke";
  if (points.length > 1) return [s("polyline", { class: name, points: points.map((point) => point.join()).join(" ") })];
  if (kind !== "key" || !value || value === "delete") return [s("circle", { class: name, cx: x, cy: y, r: 0.16 })];
  const [size, text] = value.startsWith("~") ? [0.3, value.slice(1)] : [0.6, value];
  return [letters(x, y + size * 0.35, size, text, "stroke")];
}

/** @param {Target} target @returns {[number, number]} x and y */
function middleOf(target) {
  if ("border" in target) {
    const [row, col, side] = target.border;
    return side === "e" ? [col + 1, row + 0.5] : [col + 0.5, row + 1];
  }
  const [row, col] = "cell" in target ? target.cell : target.outside;
  return [col + 0.5, row + 0.5];
}
