// Drawing a scene as SVG, shape for shape as the program draws it (crates/scene/src/svg.rs).
// Colours, dashes and weights are the stylesheet's: a shape carries its role as a class.

import { s } from "../ui/dom.js";

/** @import {Cell, Item as Sent, Point, Rect, Scene} from "../protocol.d.ts" */

/** The size of the font as a part of the size of a text: digits of our typeface are low for it. */
const FONT_SIZE = 1.1;

/** From the middle of a line of digits down to its baseline, as a part of the font size. */
const HALF_DIGIT = 0.318;

/** The outline of an arrow to the east, one long. */
const ARROW = [[-0.5, -0.06], [0.1, -0.06], [0.1, -0.23], [0.5, 0], [0.1, 0.23], [0.1, 0.06], [-0.5, 0.06]];

const OUTLINE = 0.08;

/** Which way the neighbour lies (down, right), and the side towards it from (x, y) to (x, y). */
const SIDES = [[-1, 0, 0, 0, 1, 0], [1, 0, 0, 1, 1, 1], [0, -1, 0, 0, 0, 1], [0, 1, 1, 0, 1, 1]];

/**
 * What the page itself paints: cells that stand out. `concluded`, what a step concludes, is a role of
 * its own, while `highlight` is what the step rests on.
 * @typedef {"wrong" | "highlight" | "concluded"} MarkRole
 * @typedef {{ kind: "rect", rect: Rect, fill: "pale", stroke: number, role: MarkRole }} Square
 * @typedef {{ kind: "line", from: Point, to: Point, width: number, role: MarkRole }} Outline
 * @typedef {Sent | Square | Outline} Item
 */
/** Cells that stand out, in the order they are painted. @type {MarkRole[]} */
const MARKS = ["wrong", "highlight", "concluded"];
/** @typedef {{ wrong?: Cell[], highlight?: Cell[], concluded?: Cell[] }} Marked */

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
    const groups = MARKS.map((role) => /** @type {const} */ ([role, distinct(marked[role] ?? [])]));
    const items = [
      sheet, ...groups.flatMap(([role, cells]) => squares(role, cells)),
      ...rest, ...groups.flatMap(([role, cells]) => outlines(role, cells)),
    ];

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

/**
 * @param {MarkRole} role
 * @param {Cell[]} cells
 * @returns {Square[]}
 */
function squares(role, cells) {
  return cells.map(([row, col]) => ({
    kind: "rect", role, rect: { x: col, y: row, w: 1, h: 1 }, fill: "pale", stroke: 0,
  }));
}

/**
 * Around each group of cells, on top of everything: a shaded cell hides the square under it.
 * @param {MarkRole} role
 * @param {Cell[]} cells
 * @returns {Outline[]}
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
