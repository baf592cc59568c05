// Drawing a scene as SVG, shape for shape as the program draws it (crates/scene/src/svg.rs).
// Colours, dashes and weights are the stylesheet's: a shape carries its role as a class.

import { s } from "../ui/dom.js";

/** @import {Cell, Item, Mark, Point, Rect, Role, Scene} from "../protocol.d.ts" */

/** The size of the font as a part of the size of a text: digits of our typeface are low for it. */
const FONT_SIZE = 1.1;

/** From the middle of a line of digits down to its baseline, as a part of the font size. */
const HALF_DIGIT = 0.318;

/** The outline of an arrow to the east, one long. */
const ARROW = [[-0.5, -0.06], [0.1, -0.06], [0.1, -0.23], [0.5, 0], [0.1, 0.23], [0.1, 0.06], [-0.5, 0.06]];

const OUTLINE = 0.08;

/** Which way the neighbour lies (down, right), and the side towards it from (x, y) to (x, y). */
const SIDES = [[-1, 0, 0, 0, 1, 0], [1, 0, 0, 1, 1, 1], [0, -1, 0, 0, 0, 1], [0, 1, 1, 0, 1, 1]];

/** Lines, walls and labels that an argument draws (crates/scene/src/mark.rs). */
const WAY = 0.06;
const WALL = 0.12;
const LABEL = 0.34;

/** Cells that stand out, in the order they are painted. @type {("wrong" | "highlight" | "concluded")[]} */
const MARKS = ["wrong", "highlight", "concluded"];
/** What stands out: cells, and what a step draws. @typedef {{ wrong?: Cell[], highlight?: Cell[], concluded?: Cell[], marks?: Mark[] }} Marked */

/** Room for the numbers of rows and columns, and their size, in cells. */
const MARGIN = 0.5;
const NUMBER = 0.3;

/**
 * A still picture.
 * @param {Scene} scene
 * @param {string} [label] none: the picture only decorates
 */
export function picture(scene, label) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const svg = s("svg", { class: "scene picture", viewBox: viewBox(scene.view), ...naming });
  for (const item of scene.items) svg.append(draw(item));
  return svg;
}

/**
 * A drawing that changes. What stays the same keeps its node, so that the rest can fade and the
 * page has little to do.
 */
export class Drawing {
  /** @type {Map<string, SVGElement[]>} the nodes by what they draw, role aside */
  #nodes = new Map();
  #first = true;
  /** What an item draws, role aside; the same scene is shown again and again. @type {WeakMap<Item, string>} */
  #keys = new WeakMap();

  constructor() {
    this.element = s("g", { class: "scene" });
  }

  /**
   * @param {Scene} scene
   * @param {Marked} [marked] cells that get a pale square and an outline
   */
  show(scene, marked = {}) {
    const [sheet, ...rest] = scene.items;
    /** @type {Mark[]} */
    const groups = MARKS.map((role) => ({ kind: "cells", role, cells: distinct(marked[role] ?? []) }));
    const given = marked.marks ?? [];
    // Nothing is drawn over a label.
    const marks = [...groups, ...given.filter(({ kind }) => kind !== "label"), ...given.filter(({ kind }) => kind === "label")];
    const items = [sheet, ...marks.flatMap(below), ...rest, ...marks.flatMap(above)];

    /** @type {Map<string, SVGElement[]>} */
    const nodes = new Map();
    const wanted = items.map((item) => {
      const key = this.#key(item);
      const node = this.#nodes.get(key)?.shift() ?? this.#fresh(item);
      setRole(node, item);
      const same = nodes.get(key);
      if (same) same.push(node);
      else nodes.set(key, [node]);
      return node;
    });
    for (const left of this.#nodes.values()) for (const node of left) node.remove();
    let next = this.element.firstChild;
    for (const node of wanted) {
      if (node === next) next = next.nextSibling;
      else this.element.insertBefore(node, next);
    }
    this.#nodes = nodes;
    this.#first = false;
  }

  /** @param {Item} item */
  #key(item) {
    const known = this.#keys.get(item);
    if (known) return known;
    const { role, ...shape } = item;
    const key = JSON.stringify(shape);
    this.#keys.set(item, key);
    return key;
  }

  /** @param {Item} item */
  #fresh(item) {
    const node = draw(item);
    if (!this.#first) node.dataset.fresh = "";
    return node;
  }
}

/** @param {Cell[]} cells @returns {Cell[]} */
function distinct(cells) {
  return [...new Map(cells.map((cell) => [cell.join(), cell])).values()];
}

/** What lies below everything on the board. @param {Mark} mark @returns {Item[]} */
function below(mark) {
  const { role } = mark;
  if (mark.kind === "spot") return [{ kind: "circle", role, centre: mark.at, radius: mark.size / 2, fill: "pale", stroke: 0 }];
  if (mark.kind !== "cells") return [];
  return mark.cells.map(([row, col]) => ({
    kind: "rect", role, rect: { x: col, y: row, w: 1, h: 1 }, fill: "pale", stroke: 0,
  }));
}

/** What lies above it: a shaded cell hides the square under it. @param {Mark} mark @returns {Item[]} */
function above(mark) {
  const { role } = mark;
  switch (mark.kind) {
    case "cells": return outlines(role, mark.cells);
    case "spot": return [{ kind: "circle", role, centre: mark.at, radius: mark.size / 2, fill: null, stroke: OUTLINE / 2 }];
    case "cross": return [{ kind: "symbol", role, centre: mark.at, size: mark.size, symbol: "cross" }];
    case "line": return mark.points.slice(1).map((to, i) => ({ kind: "line", role, from: mark.points[i], to, width: role === "wall" ? WALL : WAY }));
    case "label": return [
      { kind: "circle", role, centre: mark.at, radius: LABEL * (0.45 + 0.2 * mark.text.length), fill: "paper", stroke: 0.02 },
      { kind: "text", role, centre: mark.at, size: LABEL, text: mark.text },
    ];
  }
}

/**
 * Around a group of cells.
 * @param {Role} role
 * @param {Cell[]} cells
 * @returns {Item[]}
 */
function outlines(role, cells) {
  const inside = new Set(cells.map((cell) => cell.join()));
  return cells.flatMap(([row, col]) => SIDES
    .filter(([down, right]) => !inside.has([row + down, col + right].join()))
    .map(([, , x1, y1, x2, y2]) => ({
      kind: /** @type {const} */ ("line"), role, width: OUTLINE,
      from: { x: col + x1, y: row + y1 }, to: { x: col + x2, y: row + y2 },
    })));
}

/** The part of the sheet with room for the numbers of rows and columns. @param {Rect} view @returns {Rect} */
export function withRoom({ x, y, w, h }) {
  return { x: x - MARGIN, y: y - MARGIN, w: w + MARGIN, h: h + MARGIN };
}

/**
 * The numbers of rows and columns, as sentences count them.
 * @param {Scene} scene
 * @param {boolean} [within] where there is no room beside the board: small, at the edge of its first cells
 */
export function numbersOf({ size: [rows, cols], view }, within = false) {
  const size = within ? NUMBER * 0.7 : NUMBER;
  const off = within ? -size * 0.7 : MARGIN / 2;
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ n) =>
    letters(x, y + size * 0.35, size, String(n));
  return [
    ...Array.from({ length: cols }, (_, col) => text(col + 0.5, view.y - off, col + 1)),
    ...Array.from({ length: rows }, (_, row) => text(view.x - off, row + 0.5, row + 1)),
  ];
}

/** @param {Item} item */
function draw(item) {
  const node = shape(item);
  setRole(node, item);
  return node;
}

/**
 * @param {SVGElement} node
 * @param {Item} item
 */
function setRole(node, item) {
  const fill = "fill" in item && item.fill ? ` fill-${item.fill}` : "";
  // A trial within a trial looks like one, in a colour of its own.
  const name = item.role.replace(/^trial(?=\d)/, "trial trial") + fill;
  if (node.getAttribute("class") !== name) node.setAttribute("class", name);
}

/**
 * @param {Item} item
 * @returns {SVGElement}
 */
function shape(item) {
  switch (item.kind) {
    case "line":
      return s("line", {
        x1: item.from.x, y1: item.from.y, x2: item.to.x, y2: item.to.y,
        "stroke-width": item.width,
      });
    case "rect":
      return s("rect", {
        x: item.rect.x, y: item.rect.y, width: item.rect.w, height: item.rect.h,
        ...outline(item.stroke),
      });
    case "circle":
      return s("circle", {
        cx: item.centre.x, cy: item.centre.y, r: item.radius,
        ...outline(item.stroke),
      });
    case "text": {
      const { x, y } = item.centre;
      const size = item.size * FONT_SIZE;
      return letters(x, y + HALF_DIGIT * size, size, item.text);
    }
    case "symbol":
      return symbol(item.centre, item.size, item.symbol);
  }
}

/** What is written is a hundred times as large and made smaller again: WebKit cannot place letters of less than a pixel. */
export const LETTERS = 100;

/** @param {number} x @param {number} y of the line it stands on @param {number} size @param {string} text @param {string} [name] its class */
export function letters(x, y, size, text, name) {
  return s("text", { ...(name && { class: name }), x: x * LETTERS, y: y * LETTERS, "font-size": size * LETTERS, transform: `scale(${1 / LETTERS})` }, text);
}

/** @param {number} width */
function outline(width) {
  return width > 0 ? { stroke: "currentColor", "stroke-width": width } : {};
}

/**
 * Arrows are as long as `size`, a cross fills a square of that side, a dot is half as wide.
 * @param {Point} at
 * @param {number} size
 * @param {string} name
 */
function symbol({ x, y }, size, name) {
  const half = size / 2;
  switch (name) {
    case "cross":
      return s("path", {
        d: `M${x - half} ${y - half}l${size} ${size}M${x + half} ${y - half}l${-size} ${size}`,
        stroke: "currentColor", "stroke-width": size * 0.16,
      });
    case "dot":
      return s("circle", { cx: x, cy: y, r: size / 4, fill: "currentColor" });
    default: {
      const corners = ARROW.map(([along, across]) => {
        const [dx, dy] = turned(name, along, across);
        return `${x + dx * size} ${y + dy * size}`;
      });
      return s("path", { d: `M${corners.join("L")}Z`, fill: "currentColor" });
    }
  }
}

/**
 * @param {string} direction
 * @param {number} along
 * @param {number} across
 */
function turned(direction, along, across) {
  switch (direction) {
    case "north": return [across, -along];
    case "south": return [-across, along];
    case "west": return [-along, -across];
    default: return [along, across];
  }
}

/**
 * Is there room for a ring of places around the board?
 * @param {Scene} scene
 */
export function hasOutside({ view }) {
  return view.x <= -0.75;
}

/** @param {Rect} view */
export function viewBox({ x, y, w, h }) {
  return `${x} ${y} ${w} ${h}`;
}
