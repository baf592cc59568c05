// The page on which a puzzle is drawn: the board, the setter's tools, the verdict.

import { BoardView } from "../../board/board-view.js";
import { press } from "../../board/keys.js";
import { Refused, Unreachable, call, library, libraryName } from "../../server/api.js";
import { pairs, showShare } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { codeOf } from "../../ui/link.js";
import { showHowTo, showKeys, showName, showSize } from "./draw-dialogs.js";
import { LiveVerdict } from "./live-verdict.js";
import { Repair } from "./repair.js";
import { VerdictPanel } from "./verdict-panel.js";
import { begin } from "../play/begin.js";

/** @import {Family, Gesture, Symmetry} from "../../protocol.d.ts" */
/** @import {DraftSession} from "./draft-session.js" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** @type {[Symmetry, string][]} */
const SYMMETRIES = [["none", "No symmetry"], ["turn", "Half turn"], ["mirror", "Mirror"]];

/** Keys of the pad that are drawn rather than written. @type {Record<string, string>} */
const SIGNS = { delete: "erase", north: "north", east: "east", south: "south", west: "west" };

/** Is it a key among keys, or a word on a button? @param {string} key */
function isShort(key) {
  return key.length <= 2 || key in SIGNS;
}

export class DrawPage {
  #ends = new AbortController();
  #saying = 0;
  #byKeys = false;
  #pad = "";

  /**
   * @param {DraftSession} session
   * @param {Family | undefined} family
   * @param {Shell} app
   */
  constructor(session, family, app) {
    this.session = session;
    this.draft = session.draft;
    this.family = family;
    this.app = app;
    this.liveVerdict = new LiveVerdict();
    this.draft.onfull = () => app.notify("The browser’s storage is full: delete some drawings, or this one will be lost when the page is reloaded.");
    this.board = new BoardView(session, {
      live: () => session.front === null,
      gesture: (readings) => {
        this.#byKeys = false;
        session.gesture(readings);
      },
    });
    this.verdictPanel = new VerdictPanel({
      mark: (wrong, unsure) => this.#mark(wrong, unsure),
      solution: (board) => this.#showSolution(board),
      repair: () => this.#repair(),
      again: () => this.liveVerdict.look(this.draft.puzzle),
    });
    this.repair = new Repair({
      show: (scene, added) => {
        session.front = scene;
        this.board.highlight = added;
        this.#show();
      },
      end: () => {
        session.front = null;
        this.verdictPanel.element.hidden = false;
        this.#tell();
        this.#show();
        if (document.activeElement === document.body) this.board.element.focus();
      },
      accept: (puzzle) => {
        session.replace(puzzle);
        this.board.element.focus();
      },
      notify: app.notify,
      complain: (error) => this.#complain(error),
    });
    this.#build();
    this.#listen();
    this.#show();
    this.liveVerdict.look(this.draft.puzzle);
  }

  get title() {
    return this.draft.kept.words.title || this.draft.kept.name;
  }

  close() {
    this.#ends.abort();
    this.repair.end();
    this.liveVerdict.close();
    this.session.close();
    clearTimeout(this.#saying);
  }

  #build() {
    const { session } = this;
    /** @param {string} name @param {string} label @param {() => void} onclick @param {Record<string, any>} [more] */
    const tool = (name, label, onclick, more = {}) =>
      h("button", { type: "button", class: "tool", onclick, ...more }, icon(name), h("span", null, label));
    this.undo = tool("undo", "Undo", () => session.step(-1), { title: "Undo (Ctrl+Z)" });
    this.redo = tool("redo", "Redo", () => session.step(1), { title: "Redo (Ctrl+Y)" });
    this.symmetry = h("select", {
      "aria-label": "Symmetry",
      onchange: () => {
        this.draft.kept.symmetry = this.symmetry.value;
        this.draft.save();
        this.#show();
        this.board.element.focus();
      },
    }, ...SYMMETRIES.map(([value, label]) => h("option", { value, selected: value === this.draft.kept.symmetry }, label)));
    const more = tool("more", "More", () => {}, { class: "tool for-more", popovertarget: "more" });

    this.pad = h("div", { class: "pad", role: "group", "aria-label": "Clues" });

    /** @param {string} name @param {string} label @param {() => void} run @param {Record<string, any>} [with_] */
    const entry = (name, label, run, with_ = {}) => h("button", {
      type: "button", class: "entry", ...with_,
      onclick: () => {
        if (this.menu.matches("[popover]:popover-open")) this.menu.hidePopover();
        run();
      },
    }, icon(name), label);
    this.save = entry("keep", "Save to the library", () => this.#save(), { hidden: true });
    this.menu = h("div", { class: "menu", id: "more" },
      entry("go", "Play it", () => this.#play()),
      this.save,
      entry("share", "Share or export", () => this.#share()),
      entry("chart", "Analyse", async () => this.app.goTo(`#/analyse/${await codeOf(this.draft.finished)}`)),
      entry("pencil", "Title and author", () => this.#name()),
      entry("erase", "Clear the board", () => this.#clear()),
      entry("keys", "Keyboard", showKeys));

    this.fit = h("button", { type: "button", class: "fit", hidden: true, "aria-label": "Show the whole board", title: "Show the whole board", onclick: () => this.board.camera.fit() }, icon("fit"));
    this.board.camera.onchange = () => { this.fit.hidden = !this.board.camera.zoomed; };
    this.heading = h("h1", null, this.title);
    this.subtitle = h("p");
    this.how = h("section", { class: "how", "aria-labelledby": "how-title" });

    this.element = h("div", { class: "play draw" },
      h("header", { class: "play-head" },
        h("a", { class: "quiet round", href: "#/draw", "aria-label": "All drawings" }, icon("back")),
        h("div", { class: "names" }, this.heading, this.subtitle),
        h("button", { type: "button", class: "quiet round", "aria-label": "Title and author", title: "Title and author", onclick: () => this.#name() }, icon("pencil")),
        h("button", { type: "button", class: "quiet round", "aria-label": "How to draw", title: "How to draw", onclick: () => this.family && showHowTo(session.howTo, this.family) }, icon("help"))),
      h("div", { class: "stage" }, this.board.element, this.fit,
        h("p", { id: "board-help", hidden: true }, "Arrow keys move, Enter is a click, X a right click, Shift with an arrow key drags. Press ? for all keys.")),
      h("div", { class: "side" },
        h("div", { class: "bars" }, h("div", { class: "bars-in" }, this.verdictPanel.element, this.repair.element)),
        this.pad,
        h("div", { class: "tools", role: "toolbar", "aria-label": "Tools" },
          this.undo, this.redo,
          h("label", { class: "tool for-select" }, icon("mirror"), this.symmetryName = h("span", { "aria-hidden": "true" }), this.symmetry),
          tool("grow", "Size", () => this.#resize(), { title: "Rows and columns" }), more),
        this.menu,
        this.how));
    libraryName().then((name) => { this.save.hidden = name === null; }, () => {});
  }

  #listen() {
    const { session } = this;
    const { signal } = this.#ends;
    session.addEventListener("change", () => this.#show());
    session.addEventListener("edit", () => {
      this.repair.end();
      this.liveVerdict.look(this.draft.puzzle);
    });
    session.addEventListener("puzzled", (event) => this.app.notify(/** @type {CustomEvent} */ (event).detail));
    this.liveVerdict.addEventListener("change", () => this.#tell());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    const narrow = matchMedia("(max-width: 859px)");
    const fold = () => {
      if (narrow.matches) this.menu.setAttribute("popover", "");
      else this.menu.removeAttribute("popover");
    };
    narrow.addEventListener("change", fold, { signal });
    fold();
  }

  #tell() {
    this.verdictPanel.show(this.liveVerdict.finding, this.draft.untouched);
  }

  #show() {
    const { session, draft } = this;
    this.board.show();
    const locked = session.front !== null;
    this.undo.disabled = locked || !draft.canUndo;
    this.redo.disabled = locked || !draft.canRedo;
    const [rows, cols] = session.scene.size;
    const name = draft.kept.words.title ? `${draft.kept.name} · ` : "";
    this.subtitle.textContent = `${name}${rows} × ${cols}${draft.kept.words.author ? ` · ${draft.kept.words.author}` : ""}`;
    this.heading.textContent = this.title;
    this.board.element.setAttribute("aria-label", `Drawing of ${this.title}, ${rows} rows, ${cols} columns`);
    const { symmetry } = draft.kept;
    this.symmetryName.textContent = symmetry === "none" ? "Symmetry" : SYMMETRIES.find(([value]) => value === symmetry)?.[1];
    this.symmetry.parentElement.classList.toggle("on", symmetry !== "none");
    this.#showPad();
    if (this.#byKeys) this.#sayCell();
  }

  #showPad() {
    const { pad, howTo } = this.session;
    const text = JSON.stringify([pad, howTo]);
    if (text === this.#pad) return;
    this.#pad = text;
    const wanted = [...pad.filter((key) => key !== "delete"), "delete"];
    const short = wanted.filter(isShort);
    this.pad.hidden = pad.length === 0;
    this.pad.replaceChildren(
      h("div", { class: "pad-keys" }, ...short.map((key) => this.#padKey(key))),
      h("div", { class: "pad-words" }, ...wanted.filter((key) => !isShort(key)).map((key) => this.#padKey(key))));
    const lines = Math.ceil(short.length / 8);
    this.pad.style.setProperty("--keys", String(Math.ceil(short.length / lines)));
    this.how.hidden = howTo.length === 0;
    this.how.replaceChildren(h("h2", { id: "how-title" }, "How to draw"),
      pairs(howTo.map(({ gesture, meaning }) => [gesture, meaning])));
  }

  /** @param {string} key */
  #padKey(key) {
    const sign = SIGNS[key];
    return h("button", {
      type: "button", class: isShort(key) ? "key" : "word-key", "aria-label": sign ? key.charAt(0).toUpperCase() + key.slice(1) : null,
      onclick: () => this.#enter(key),
    }, sign ? icon(sign) : key);
  }

  /**
   * @param {import("../../protocol.d.ts").Cell[]} wrong
   * @param {import("../../protocol.d.ts").Cell[]} unsure
   */
  #mark(wrong, unsure) {
    this.session.verdict = wrong.length > 0 ? { violations: [], differs: wrong } : null;
    this.board.highlight = unsure;
    this.board.show();
  }

  /** @param {import("../../protocol.d.ts").Board | null} board none: back to the drawing */
  async #showSolution(board) {
    const { puzzle } = this.draft;
    try {
      const front = board && (await call("show", { puzzle, board, look: { solution: true } })).scene;
      if (puzzle !== this.draft.puzzle) return;
      this.session.front = front;
    } catch (error) {
      this.#complain(error);
    }
    this.#show();
  }

  #repair() {
    this.verdictPanel.lookAt(null);
    this.verdictPanel.element.hidden = true;
    this.repair.begin(this.draft.puzzle);
  }

  #resize() {
    showSize(this.session.scene.size, this.family?.sides ?? [1, 100], (rows, cols) => {
      this.session.replace(async () => (await call("resize", { puzzle: this.draft.puzzle, rows, cols })).puzzle);
    });
  }

  #name() {
    showName(this.draft.kept.words, (words) => {
      this.draft.kept.words = words;
      this.draft.save();
      document.title = `${this.title} – Gridwright`;
      this.#show();
    });
  }

  #clear() {
    const [rows, cols] = this.session.scene.size;
    const { family } = this;
    if (family) this.session.replace(async () => (await call("blank", { family: family.id, rows, cols })).puzzle);
    this.board.element.focus();
  }

  #play() {
    const { finished, kept } = this.draft;
    begin({ puzzle: finished, name: kept.name, title: kept.words.title, ...(kept.library !== undefined && { library: kept.library }) }, this.app);
  }

  async #save() {
    const { finished, kept } = this.draft;
    const { finding } = this.liveVerdict;
    const answer = finding.kind === "known" ? finding.answer : null;
    try {
      const { added: [{ id, new: fresh }] } = await library("add", {
        puzzles: [{
          puzzle: finished,
          ...(answer?.status === "unique" && { solution: answer.solutions?.[0], rating: answer.rating }),
          origin: { command: "draw" },
        }],
      });
      kept.library = id;
      this.draft.save();
      this.app.notify(fresh ? `Saved to the library as number ${id}.` : `It is already in the library, as number ${id}.`);
    } catch (error) {
      this.#complain(error);
    }
  }

  #share() {
    showShare(this.draft.finished, null, this.title).catch((error) => this.#complain(error));
  }

  /** @param {unknown} error */
  #complain(error) {
    if (error instanceof Refused) this.app.notify(error.message);
    else if (error instanceof Unreachable) this.app.notify("This needs the server, which cannot be reached right now.");
    else throw error;
  }

  /** @param {string} value */
  #enter(value) {
    // Pencil marks are the player's.
    this.#act({ kind: "key", targets: [this.board.here], value: value.replace(/^~/, "") });
  }

  /** @param {Gesture} gesture */
  #act(gesture) {
    this.session.gesture([gesture]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || document.querySelector("dialog[open]") || target.matches("input, textarea, select")) return;
    if (event.key === "?" && !this.session.pad.includes("?")) {
      event.preventDefault();
      showKeys();
      return;
    }
    if (event.key === "Escape") {
      this.board.pointer.cancel();
      this.repair.end();
      this.verdictPanel.lookAt(null);
      return;
    }
    if (this.session.front) return;
    this.#byKeys = true;
    const did = press(event, this.board, {
      gesture: (gesture) => this.#act(gesture),
      enter: (value) => this.#enter(value),
      moved: () => this.#sayCell(),
      undo: () => this.session.step(-1),
      redo: () => this.session.step(1),
      letters: {
        "u": () => this.session.step(-1),
        "r": () => this.session.step(1),
        "+": () => this.board.camera.zoomOn(1.3, this.board.cursor),
        "-": () => this.board.camera.zoomOn(1 / 1.3, this.board.cursor),
      },
    });
    if (did) event.preventDefault();
  }

  /** Tell a screen reader where the cursor is and what is there. */
  #sayCell() {
    clearTimeout(this.#saying);
    this.#saying = window.setTimeout(async () => {
      const { puzzle } = this.draft;
      const cell = this.board.cursor;
      const [rows] = this.session.scene.size;
      const where = "cell" in this.board.here
        ? `Row ${cell[0] + 1}, column ${cell[1] + 1}`
        : cell[0] < 0 ? `Above column ${cell[1] + 1}`
          : cell[0] >= rows ? `Below column ${cell[1] + 1}`
            : `${cell[1] < 0 ? "Left" : "Right"} of row ${cell[0] + 1}`;
      try {
        const { board } = await call("show", { puzzle });
        const { text } = await call("say", { puzzle, board, cell });
        this.app.say(`${where}: ${text}`);
      } catch {
        this.app.say(where);
      }
    }, 80);
  }
}
