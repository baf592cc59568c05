// The page on which a puzzle is drawn: the board, the setter's tools, the verdict.

import { call, library, libraryName } from "../../server/api.js";
import { complain } from "../../ui/complain.js";
import { pairs, showShare } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { codeOf } from "../../ui/link.js";
import { BoardPage } from "../board-page.js";
import { begin } from "../play/begin.js";
import { showHowTo, showKeys, showName, showSize } from "./draw-dialogs.js";
import { LiveVerdict } from "./live-verdict.js";
import { Proposal } from "./proposal.js";
import { VerdictPanel } from "./verdict-panel.js";

/** @import {Board, Cell, Choice, Family, Gesture, Scene, Symmetry} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */
/** @import {DraftSession} from "./draft-session.js" */
/** @import {Way} from "./proposal.js" */

/** @type {[Symmetry, string][]} */
const SYMMETRIES = [["none", "No symmetry"], ["turn", "Half turn"], ["mirror", "Mirror"]];

/** Keys of the pad that are drawn rather than written. @type {Record<string, string>} */
const SIGNS = { delete: "erase", north: "north", east: "east", south: "south", west: "west" };

/** Is it a key among keys, or a word on a button? @param {string} key */
function isShort(key) {
  return key.length <= 2 || key in SIGNS;
}

/** @extends {BoardPage<DraftSession>} */
export class DrawPage extends BoardPage {
  /** What the pad was made from. */
  #pad = "";
  /** The last drag, until it is seen what came of it. @type {{ from: Cell, to: Cell, before: Scene } | null} */
  #dragged = null;

  symmetry = h("select", { "aria-label": "Symmetry", onchange: () => this.#setSymmetry() },
    ...SYMMETRIES.map(([value, label]) => h("option", { value }, label)));
  symmetryName = h("span", { "aria-hidden": "true" });
  symmetryTool = h("label", { class: "tool for-select" }, icon("mirror"), this.symmetryName, this.symmetry);
  saveEntry = this.entry("keep", "Save to the library", () => this.#save(), { hidden: true });
  pad = h("div", { class: "pad", role: "group", "aria-label": "Clues" });
  heading = h("h1");
  subtitle = h("p");
  bars = h("div", { class: "bars" });
  tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Tools" });
  how = h("section", { class: "how", "aria-labelledby": "how-title" });

  liveVerdict = new LiveVerdict();
  verdictPanel = new VerdictPanel({
    mark: (wrong, unsure) => this.#mark(wrong, unsure),
    solution: (board) => this.#showSolution(board),
    propose: (way) => this.#propose(way),
    again: () => this.liveVerdict.look(this.draft.puzzle),
  });
  proposal = new Proposal({
    show: (scene, added) => {
      this.model.front = scene;
      this.board.highlight = added;
      this.show();
    },
    end: () => {
      this.model.front = null;
      this.verdictPanel.element.hidden = false;
      this.#tell();
      this.show();
      if (document.activeElement === document.body) this.board.element.focus();
    },
    accept: (puzzle) => {
      this.model.replace(puzzle);
      this.board.element.focus();
    },
    notify: (text) => this.app.notify(text),
    complain: (error) => complain(error, this.app),
  });

  /**
   * @param {DraftSession} session
   * @param {Family | undefined} family
   * @param {Shell} app
   * @param {() => void} release
   */
  constructor(session, family, app, release) {
    super(session, app, release);
    this.draft = session.draft;
    this.family = family;
    this.symmetry.value = this.draft.kept.symmetry;
    this.element = this.#build();
    session.addEventListener("edit", () => {
      this.proposal.end();
      this.liveVerdict.look(this.draft.puzzle);
    });
    this.liveVerdict.addEventListener("change", () => this.#tell());
    libraryName().then((name) => { this.saveEntry.hidden = name === null; }, () => {});
    this.show();
    this.liveVerdict.look(this.draft.puzzle);
    session.start();
  }

  get title() {
    return this.draft.kept.words.title || this.draft.kept.name;
  }

  close() {
    this.proposal.end();
    this.liveVerdict.close();
    super.close();
  }

  #build() {
    this.menu.append(
      this.entry("go", "Play it", () => this.#play()),
      this.saveEntry,
      this.entry("share", "Share or export", () => this.#share()),
      this.entry("chart", "Analyse", async () => this.app.goTo(`#/analyse/${await codeOf(this.draft.finished)}`)),
      this.entry("pencil", "Title and author", () => this.#name()),
      this.entry("erase", "Clear the board", () => this.#clear()),
      this.entry("keys", "Keyboard", showKeys));
    this.bars.append(h("div", { class: "bars-in" }, this.verdictPanel.element, this.proposal.element));
    this.tools.append(this.undoButton, this.redoButton, this.symmetryTool,
      this.tool("grow", "Size", () => this.#resize(), { title: "Rows and columns" }), this.moreButton);
    return h("div", { class: "board-page draw" },
      h("header", { class: "page-head" },
        h("a", { class: "quiet round", href: "#/draw", "aria-label": "All drawings" }, icon("back")),
        h("div", { class: "names" }, this.heading, this.subtitle),
        h("button", { type: "button", class: "quiet round", "aria-label": "Title and author", title: "Title and author", onclick: () => this.#name() }, icon("pencil")),
        h("button", { type: "button", class: "quiet round", "aria-label": "How to draw", title: "How to draw", onclick: () => this.family && showHowTo(this.model.howTo, this.family) }, icon("help"))),
      this.stage(),
      this.buildSide());
  }

  parts() {
    return [this.bars, this.pad, this.tools, this.menu, this.how];
  }

  #tell() {
    this.verdictPanel.show(this.liveVerdict.finding, this.draft.untouched);
  }

  /** @param {Gesture} gesture */
  meant(gesture) {
    const { kind, targets = [] } = gesture;
    const [from, to] = [targets[0], targets[targets.length - 1]];
    // With keys the cursor is where it was moved to.
    const isDrag = kind === "drag" && targets.length > 1 && !this.board.byKeys && "cell" in from && "cell" in to;
    this.#dragged = isDrag ? { from: from.cell, to: to.cell, before: this.model.scene } : null;
    return gesture;
  }

  /** Whatever is typed next belongs to the clue that a drag has changed, wherever the drag has ended. */
  #followClue() {
    const { scene } = this.model;
    if (!this.#dragged || scene === this.#dragged.before) return;
    const { from, to, before } = this.#dragged;
    this.#dragged = null;
    const old = new Set(before.items.map((item) => JSON.stringify(item)));
    const isNew = (/** @type {Cell} */ [row, col]) => scene.items.some((item) => "centre" in item
      && Math.floor(item.centre.y) === row && Math.floor(item.centre.x) === col && !old.has(JSON.stringify(item)));
    if (isNew(from) && !isNew(to)) this.board.moveCursor(from);
  }

  show() {
    super.show();
    this.#followClue();
    const { model: session, draft } = this;
    const [rows, cols] = session.scene.size;
    const name = draft.kept.words.title ? `${draft.kept.name} · ` : "";
    this.subtitle.textContent = `${name}${rows} × ${cols}${draft.kept.words.author ? ` · ${draft.kept.words.author}` : ""}`;
    this.heading.textContent = this.title;
    this.board.element.setAttribute("aria-label", `Drawing of ${this.title}, ${rows} rows, ${cols} columns`);
    const { symmetry } = draft.kept;
    this.symmetryName.textContent = symmetry === "none" ? "Symmetry" : SYMMETRIES.find(([value]) => value === symmetry)?.[1] ?? symmetry;
    this.symmetryTool.classList.toggle("on", symmetry !== "none");
    this.#showPad();
  }

  #setSymmetry() {
    this.draft.kept.symmetry = SYMMETRIES[this.symmetry.selectedIndex][0];
    this.draft.save();
    this.show();
    this.board.element.focus();
  }

  #showPad() {
    const { pad, howTo, choices } = this.model;
    const text = JSON.stringify([pad, howTo, choices]);
    if (text === this.#pad) return;
    this.#pad = text;
    const wanted = [...pad.filter((key) => key !== "delete"), "delete"];
    const short = wanted.filter(isShort);
    this.pad.hidden = pad.length === 0;
    this.pad.replaceChildren(
      h("div", { class: "pad-keys" }, ...short.map((key) => this.#padKey(key))),
      h("div", { class: "pad-words" }, ...wanted.filter((key) => !isShort(key)).map((key) => this.#padKey(key)),
        ...choices.map((choice) => this.#choice(choice))));
    const lines = Math.ceil(short.length / 8);
    this.pad.style.setProperty("--keys", String(Math.ceil(short.length / lines)));
    this.how.hidden = howTo.length === 0;
    this.how.replaceChildren(h("h2", { id: "how-title" }, "How to draw"),
      pairs(howTo.map(({ gesture, meaning }) => [gesture, meaning])));
  }

  /** What the variant is, and what else it could be. @param {Choice} choice */
  #choice({ keys, now }) {
    /** @type {HTMLSelectElement} */
    const select = h("select", {
      class: "word-key", "aria-label": "Variant",
      onchange: () => {
        this.enter(select.value);
        this.board.element.focus();
      },
    }, ...keys.map((key, i) => h("option", { value: key, selected: i === now }, key.charAt(0).toUpperCase() + key.slice(1))));
    return select;
  }

  /** @param {string} key */
  #padKey(key) {
    const sign = SIGNS[key];
    return h("button", {
      type: "button", class: isShort(key) ? "key" : "word-key", "aria-label": sign ? key.charAt(0).toUpperCase() + key.slice(1) : null,
      onclick: () => this.enter(key),
    }, sign ? icon(sign) : key);
  }

  /**
   * @param {Cell[]} wrong
   * @param {Cell[]} unsure
   */
  #mark(wrong, unsure) {
    this.model.verdict = wrong.length > 0 ? { violations: [], differs: wrong } : null;
    this.board.highlight = unsure;
    this.board.show();
  }

  /** @param {Board | null} board none: back to the drawing */
  async #showSolution(board) {
    const { puzzle } = this.draft;
    try {
      const front = board && (await call("show", { puzzle, board, look: { solution: true } })).scene;
      if (puzzle !== this.draft.puzzle) return;
      this.model.front = front;
    } catch (error) {
      complain(error, this.app);
    }
    this.show();
  }

  /** @param {Way} way */
  #propose(way) {
    this.verdictPanel.lookAt(null);
    this.verdictPanel.element.hidden = true;
    this.proposal.begin(way, this.draft.puzzle);
  }

  #resize() {
    showSize(this.model.scene.size, this.family?.sides ?? [1, 100], (rows, cols) => {
      this.model.replace(async () => (await call("resize", { puzzle: this.draft.puzzle, rows, cols })).puzzle);
    });
  }

  #name() {
    showName(this.draft.kept.words, (words) => {
      this.draft.kept.words = words;
      this.draft.save();
      document.title = `${this.title} – Gridwright`;
      this.show();
    });
  }

  #clear() {
    const [rows, cols] = this.model.scene.size;
    const { family } = this;
    if (family) this.model.replace(async () => (await call("blank", { family: family.id, rows, cols })).puzzle);
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
      complain(error, this.app);
    }
  }

  #share() {
    showShare(this.draft.finished, null, this.title).catch((error) => complain(error, this.app));
  }

  showKeys() {
    showKeys();
  }

  escape() {
    this.proposal.end();
    this.verdictPanel.lookAt(null);
  }

  /** @param {string} value */
  enter(value) {
    // Pencil marks are the player's.
    super.enter(value.replace(/^~/, ""));
  }

  /** @param {Cell} cell */
  async whatIsAt(cell) {
    const { puzzle } = this.draft;
    const { board } = await call("show", { puzzle });
    return (await call("say", { puzzle, board, cell })).text;
  }
}
