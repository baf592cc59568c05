// What every page has on which a puzzle is played: tools, pad, trials, the clock with its pauses, and what
// is wrong, in words. The two of them are Play, and the page of a trial's participant.

import { call, connection, isAway } from "../../server/api.js";
import { settings, settingsChanged } from "../../storage/settings.js";
import { needs } from "../../ui/complain.js";
import { showRules, showShortcuts } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { clock } from "../../ui/times.js";
import { BoardPage } from "../board-page.js";
import { checkMessages, comparisonMessages } from "./check-messages.js";
import { Timer } from "./timer.js";

/** @import {Cell, Family, Gesture} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */
/** @import {Game, Verdict} from "./game.js" */

/** @extends {BoardPage<Game>} */
export class PuzzlePage extends BoardPage {
  #pencil = false;
  #paused = false;

  trial = this.tool("trial", "Try", () => this.model.beginTrial(), { title: "Try something out (T)" });
  checkButton = this.tool("check", "Check", () => this.check("rules"), { title: "Look for broken rules (C)" });
  pencil = this.tool("pencil", "Pencil", () => this.#setPencil(!this.#pencil), { title: "Pencil marks (P)", "aria-pressed": "false", class: "tool wide-tool" });

  time = h("span", { class: "time", role: "timer", "aria-label": "Time" }, "0:00");
  pauseButton = h("button", { type: "button", class: "quiet round", onclick: () => this.pause(!this.#paused), "aria-label": "Pause" }, icon("pause"));
  clock = h("div", { class: "clock" }, this.time, this.pauseButton);
  resumeWords = h("span", null, "Resume");
  resumeButton = h("button", { type: "button", class: "primary", onclick: () => this.pause(false) }, icon("go"), this.resumeWords);
  coverWords = h("p", null, "Paused");
  cover = h("div", { class: "cover", hidden: true }, this.coverWords, this.resumeButton);

  trialName = h("b", null, "Trial");
  trialBar = h("div", { class: "bar trial-bar", hidden: true, role: "group", "aria-label": "Trial" }, this.trialName,
    h("button", { type: "button", onclick: () => this.model.keepTrial(), title: "Keep what was tried (K)" }, "Keep"),
    h("button", { type: "button", onclick: () => this.model.dropTrial(), title: "Drop what was tried (D)" }, "Drop"),
    h("button", { type: "button", onclick: () => this.model.beginTrial(), title: "Try deeper (T)" }, "Deeper"));
  messages = h("div", { class: "messages", role: "status" });
  bars = h("div", { class: "bars" });
  tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Tools" });

  /** Of whatever is made after all fields are there. @type {HTMLElement} */
  element = h("div");

  /**
   * @param {Game} game
   * @param {string} name of the family
   * @param {Family | undefined} family
   * @param {Shell} app
   * @param {() => void} release
   */
  constructor(game, name, family, app, release) {
    super(game, app, release);
    this.name = name;
    this.family = family;
    const { session } = game;
    this.timer = new Timer(session.summary.elapsed);
    session.clock = () => this.timer.elapsed;
    this.pad = this.#padOf(game.pad);
    this.#listen();
  }

  get paused() {
    return this.#paused;
  }

  /** @param {string[]} keys */
  #padOf(keys) {
    const count = keys.filter((key) => key !== "delete").length + 1;
    const pad = h("div", { class: "pad", role: "group", "aria-label": "Numbers", hidden: keys.length === 0 },
      ...keys.filter((key) => key !== "delete").map((key) =>
        h("button", { type: "button", class: "key", onclick: () => this.enter(key) }, key)),
      h("button", { type: "button", class: "key", "aria-label": "Delete", onclick: () => this.enter("delete") }, icon("erase")));
    pad.style.setProperty("--keys", String(count > 6 ? Math.ceil(count / 2) : count));
    return pad;
  }

  showRules() {
    showRules(this.family, this.model.rules, this.name);
  }

  /**
   * Head, board and what is beside it.
   * @param {{ title: string, subtitle: string, before?: HTMLElement }} head
   */
  frame({ title, subtitle, before }) {
    const [rows, cols] = this.model.scene.size;
    this.board.element.setAttribute("aria-label", `${title}, ${rows} rows, ${cols} columns`);
    return h("div", { class: "board-page play" },
      h("header", { class: "page-head" },
        before,
        h("div", { class: "names" }, h("h1", null, title), h("p", null, subtitle)),
        h("button", { type: "button", class: "quiet round", "aria-label": "Rules", title: "Rules and how to play", onclick: () => this.showRules() }, icon("help")),
        this.clock),
      this.stage(this.cover),
      this.buildSide());
  }

  /** @param {boolean} narrow */
  parts(narrow) {
    return narrow ? [this.bars, this.pad, this.tools, this.menu] : [this.tools, this.pad, this.bars, this.menu];
  }

  #listen() {
    const { model: game, signal } = this;
    game.addEventListener("verdict", () => this.tell());
    game.addEventListener("nothing", (event) => {
      // Where a right click has no meaning of its own, it changes from pen to pencil and back.
      if (game.pad.length > 0 && /** @type {CustomEvent} */ (event).detail === "alt") this.#setPencil(!this.#pencil);
    });
    document.addEventListener("visibilitychange", () => {
      this.timer.seen(!document.hidden);
      game.session.save();
    }, { signal });
    let look = settings.met;
    let check = settings.check;
    settingsChanged.addEventListener("change", () => {
      this.board.show();
      if (look !== settings.met || check !== settings.check) game.redraw();
      look = settings.met;
      check = settings.check;
      this.tick();
    }, { signal });
    const ticking = setInterval(() => this.tick(), 1_000);
    signal.addEventListener("abort", () => clearInterval(ticking));
    connection.addEventListener("back", () => this.tick(), { signal });
  }

  tick() {
    this.clock.hidden = !this.timed;
    this.time.textContent = clock(this.timer.elapsed);
    if (this.timer.running && Math.floor(this.timer.elapsed / 1000) % 10 === 9) this.model.session.save();
  }

  /** Is the clock to be seen? */
  get timed() {
    return settings.timer;
  }

  show() {
    super.show();
    const { locked, model: game } = this;
    const { history: past } = game;
    this.trial.disabled = locked || past.depth > 0;
    this.checkButton.disabled = locked;
    this.pauseButton.disabled = !this.#paused && (locked || game.complete);
    // What was tried turned out to be right: there is nothing left to keep or drop.
    this.trialBar.hidden = past.depth === 0 || locked || game.complete;
    this.trialName.textContent = past.depth > 1 ? `Trial ${past.depth}` : "Trial";
    this.element.classList.toggle("trying", past.depth > 0);
    if (!locked && !game.complete && !this.timer.running) this.timer.start();
    if (game.complete && !locked && this.timer.running) this.timer.stop();
  }

  /** What is wrong, in words. */
  tell() {
    const { verdict } = this.model;
    if (this.board.highlight.length > 0) this.board.highlight = [];
    this.messages.replaceChildren();
    this.messages.classList.toggle("live", verdict?.kind === "live");
    if (verdict) {
      this.messages.append(...this.linesOf(verdict).map(({ text, cells, tone }) =>
        cells.length > 0
          ? h("button", {
            type: "button", class: `message ${tone}`,
            onclick: () => this.point(cells), onfocus: () => this.point(cells),
            onpointerenter: () => this.point(cells), onpointerleave: () => this.point([]),
            onblur: () => this.point([]),
          }, text)
          : h("p", { class: `message ${tone}` }, text)));
    }
    this.board.show();
  }

  /** @param {Verdict} verdict */
  linesOf(verdict) {
    return verdict.kind === "solution" ? comparisonMessages(verdict) : checkMessages(verdict);
  }

  /** @param {"rules" | "solution"} against */
  check(against) {
    if (this.model.solution || this.#paused) return;
    if (isAway()) this.app.notify(needs());
    else this.model.check(against);
  }

  /** @param {boolean} on */
  pause(on) {
    if (on && (this.model.complete || this.model.solution)) return;
    this.#paused = on;
    this.board.pointer.cancel();
    this.cover.hidden = !on;
    this.element.classList.toggle("paused", on);
    this.board.element.inert = on;
    this.pauseButton.replaceChildren(icon(on ? "go" : "pause"));
    this.pauseButton.setAttribute("aria-label", on ? "Resume" : "Pause");
    if (on) {
      this.timer.stop();
      this.resumeButton.focus();
    } else {
      this.timer.start();
      this.board.element.focus();
    }
    this.model.session.save();
    this.tick();
    this.show();
  }

  /** @param {boolean} on */
  #setPencil(on) {
    this.#pencil = on;
    this.pencil.setAttribute("aria-pressed", String(on));
    this.pad.classList.toggle("pencilling", on);
    this.app.say(on ? "Pencil mode on" : "Pencil mode off");
  }

  get locked() {
    return this.#paused || this.model.locked;
  }

  /** Some are used to other hands. @param {Gesture} gesture @returns {Gesture} */
  withHands(gesture) {
    const hands = settings.hands[this.name];
    if (!hands || gesture.kind === "key") return gesture;
    return { ...gesture, hands, ...((this.board.byKeys || this.board.wasHere) && { again: true }) };
  }

  get marking() {
    return this.#pencil;
  }

  /** @param {string} value */
  enter(value) {
    const marked = this.marking && !value.startsWith("~") && value !== "delete" ? `~${value}` : value;
    this.act({ kind: "key", targets: [this.board.here], value: marked, tidy: settings.tidy });
  }

  showKeys() {
    showShortcuts();
  }

  escape() {
    if (this.#paused) this.pause(false);
    else if (this.model.verdict) this.model.forgetVerdict();
  }

  /** @returns {Record<string, () => void>} */
  get letters() {
    const pencil = () => this.#setPencil(!this.#pencil);
    return {
      "p": pencil,
      "~": pencil,
      "t": () => this.model.beginTrial(),
      "k": () => this.model.keepTrial(),
      "d": () => this.model.dropTrial(),
      "c": () => this.check("rules"),
    };
  }

  /** @param {Cell} cell */
  async whatIsAt(cell) {
    const { puzzle, history: { board } } = this.model;
    return (await call("say", { puzzle, board, cell })).text;
  }
}
