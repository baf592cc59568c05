// What the pages share on which a puzzle is played and drawn: the board on its stage, undo and redo, a
// menu that folds away where there is little room, keys, and words for whoever does not see the board.

import { BoardView } from "../board/board-view.js";
import { press } from "../board/keys.js";
import { connection, isAway } from "../server/api.js";
import { h, icon } from "../ui/dom.js";
import { narrow } from "../ui/width.js";

/** @import {BoardModel} from "../board/board-model.js" */
/** @import {Cell, Gesture, Target} from "../protocol.d.ts" */
/** @import {Props} from "../ui/dom.js" */
/** @import {Shell} from "../ui/shell.d.ts" */

/** A cursor that hurries on, in milliseconds, is not spoken of at every cell. */
const HURRY = 80;
/**
 * An answer that takes longer than this, in milliseconds, is not waited for before a stroke is drawn. Before
 * that the page is left as it is: a browser that has something to paint lets the answer wait until it is
 * painted (Chromium, after every click and key), which costs a frame.
 */
const LATE = 30;
/** How much a key zooms. */
const ZOOM = 1.3;

/** @template {BoardModel<any>} Model */
export class BoardPage {
  #ends = new AbortController();
  #saying = 0;
  #late = 0;
  /** Whoever uses keys is told what they have done. */
  #byKeys = false;

  undoButton = this.tool("undo", "Undo", () => this.model.undo(), { title: "Undo (Ctrl+Z)" });
  redoButton = this.tool("redo", "Redo", () => this.model.redo(), { title: "Redo (Ctrl+Y)" });
  moreButton = this.tool("more", "More", () => {}, { class: "tool for-more", popovertarget: "more" });
  menu = h("div", { class: "menu", id: "more" });
  side = h("div", { class: "board-side" });
  fit = h("button", {
    type: "button", class: "fit", hidden: true, "aria-label": "Show the whole board", title: "Show the whole board",
    onclick: () => this.board.camera.fit(),
  }, icon("fit"));

  /**
   * @param {Model} model
   * @param {Shell} app
   * @param {() => void} release called when the page is left
   */
  constructor(model, app, release) {
    this.model = model;
    this.app = app;
    this.release = release;
    this.board = new BoardView(model, {
      live: () => !this.locked,
      gesture: (readings) => {
        this.#byKeys = false;
        model.gesture(readings.map((reading) => this.meant(this.withHands(reading))));
      },
      withHands: (gesture) => this.withHands(gesture),
    });
    this.board.camera.onchange = () => { this.fit.hidden = !this.board.camera.zoomed; };
    const { signal } = this;
    model.addEventListener("change", () => this.show());
    model.addEventListener("waiting", () => this.#showWaiting());
    for (const how of ["away", "back"]) connection.addEventListener(how, () => this.#showWaiting(), { signal });
    model.addEventListener("puzzled", (event) => app.notify(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    narrow.addEventListener("change", () => this.#fold(), { signal });
    this.#fold();
  }

  #fold() {
    if (narrow.matches) this.menu.setAttribute("popover", "");
    else this.menu.removeAttribute("popover");
    if (this.side.children.length > 0) this.side.append(...this.parts(narrow.matches));
  }

  /** Beside or below the board, in the order in which they are seen and reached by the Tab key. */
  buildSide() {
    this.side.append(...this.parts(narrow.matches));
    return this.side;
  }

  /** Ends with the page. */
  get signal() {
    return this.#ends.signal;
  }

  close() {
    this.#ends.abort();
    clearTimeout(this.#saying);
    clearTimeout(this.#late);
    this.app.waiting(0);
    this.model.close();
    this.release();
  }

  /** @param {string} name @param {string} label @param {() => void} onclick @param {Props} [more] */
  tool(name, label, onclick, more = {}) {
    return h("button", { type: "button", class: "tool", onclick, ...more }, icon(name), h("span", null, label));
  }

  /** Of the menu. @param {string} name @param {string} label @param {() => void} run @param {Props} [more] */
  entry(name, label, run, more = {}) {
    return h("button", {
      type: "button", class: "entry", ...more,
      onclick: () => {
        if (this.menu.matches("[popover]:popover-open")) this.menu.hidePopover();
        run();
      },
    }, icon(name), label);
  }

  /** The board and what lies over it. @param {HTMLElement[]} over */
  stage(...over) {
    return h("div", { class: "stage" }, this.board.element, ...over, this.fit,
      h("p", { id: "board-help", hidden: true }, "Arrow keys move, Enter is a click, X a right click, Shift with an arrow key drags. Press ? for all keys."));
  }

  show() {
    this.board.show();
    this.#showUndo();
    if (this.#byKeys) this.#sayCell();
  }

  #showUndo() {
    const { model, locked } = this;
    this.undoButton.disabled = locked || !(model.canUndo || model.canWithdraw);
    this.redoButton.disabled = locked || !(model.canRedo || model.canBringBack);
  }

  /** What is not on the board yet: at once if nobody answers, otherwise if the answer is late. */
  #showWaiting() {
    clearTimeout(this.#late);
    if (isAway() || this.model.strokes.length === 0) this.#drawWaiting();
    else this.#late = window.setTimeout(() => this.#drawWaiting(), LATE);
  }

  #drawWaiting() {
    this.board.showWaiting();
    this.#showUndo();
    this.app.waiting(this.model.strokes.length);
  }

  /** @param {Cell[]} cells */
  point(cells) {
    this.board.highlight = cells;
    this.board.show();
  }

  /** @param {Gesture} gesture */
  act(gesture) {
    if (!this.locked) this.model.gesture([this.meant(this.withHands(gesture))]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || document.querySelector("dialog[open]") || target.matches("input, textarea, select")) return;
    if (event.key === "?" && !this.model.pad.includes("?")) {
      event.preventDefault();
      this.showKeys();
      return;
    }
    if (event.key === "Escape") {
      this.board.pointer.cancel();
      this.escape();
      return;
    }
    if (this.locked) return;
    this.#byKeys = true;
    const undo = () => this.model.undo();
    const redo = () => this.model.redo();
    const did = press(event, this.board, {
      gesture: (gesture) => this.act(gesture),
      enter: (value) => this.enter(value),
      marking: this.marking,
      moved: () => this.#sayCell(),
      undo,
      redo,
      letters: {
        ...this.letters,
        "u": undo,
        "r": redo,
        "+": () => this.board.camera.zoomOn(ZOOM, this.board.cursor),
        "-": () => this.board.camera.zoomOn(1 / ZOOM, this.board.cursor),
      },
    });
    if (did) event.preventDefault();
  }

  /** Tell a screen reader where the cursor is and what is there. */
  #sayCell() {
    clearTimeout(this.#saying);
    this.#saying = window.setTimeout(async () => {
      const where = inWords(this.board.here, this.model.scene.size);
      try {
        this.app.say(`${where}: ${await this.whatIsAt(this.board.cursor)}`);
      } catch {
        this.app.say(where);
      }
    }, HURRY);
  }

  // What each of the two pages says for itself.

  /** What is beside the board, or below it where the page is narrow. @param {boolean} _narrow @returns {HTMLElement[]} */
  parts(_narrow) {
    return [];
  }

  /** Can nothing be entered now? @returns {boolean} */
  get locked() {
    return this.model.locked;
  }

  /** The gesture, and whose hands these are. @param {Gesture} gesture @returns {Gesture} */
  withHands(gesture) {
    return gesture;
  }

  /** A gesture is about to be done. @param {Gesture} gesture @returns {Gesture} */
  meant(gesture) {
    return gesture;
  }

  /** What else single letters do. @returns {Record<string, () => void>} */
  get letters() {
    return {};
  }

  /** Are pencil marks entered? */
  get marking() {
    return false;
  }

  /** The list of keys. */
  showKeys() {}

  /** Leave whatever is in front of the board. */
  escape() {}

  /** @param {string} value a key of the pad */
  enter(value) {
    this.act({ kind: "key", targets: [this.board.here], value });
  }

  /** For screen readers. @param {Cell} _cell @returns {Promise<string>} */
  async whatIsAt(_cell) {
    return "";
  }
}

/**
 * @param {Target} target a cell, or a place around the board
 * @param {[number, number]} size
 */
function inWords(target, [rows]) {
  if ("cell" in target) return `Row ${target.cell[0] + 1}, column ${target.cell[1] + 1}`;
  if (!("outside" in target)) return "";
  const [row, col] = target.outside;
  if (row < 0) return `Above column ${col + 1}`;
  if (row >= rows) return `Below column ${col + 1}`;
  return col < 0 ? `Left of row ${row + 1}` : `Right of row ${row + 1}`;
}
