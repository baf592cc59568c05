// The page on which a puzzle is played.

import { call, connection, isAway } from "../../server/api.js";
import { holdOrCopy, unlessFailing } from "../../storage/locks.js";
import { note, send } from "../../storage/play-records.js";
import { Session, headline } from "../../storage/sessions.js";
import { settings, settingsChanged } from "../../storage/settings.js";
import { NEEDS_SERVER, complain } from "../../ui/complain.js";
import { ask, showRules, showSettings, showShare, showShortcuts } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { clock, solvedHow } from "../../ui/times.js";
import { BoardPage } from "../board-page.js";
import { AfterSolved } from "./after-solved.js";
import { anotherButton, makeAhead, stopMakingAhead } from "./another.js";
import { checkMessages, comparisonMessages } from "./check-messages.js";
import { Coach } from "./coach.js";
import { Game } from "./game.js";
import { showPrint } from "./print.js";
import { findSolution } from "./solution.js";
import { Timer } from "./timer.js";

/** @import {Cell, Family, Gesture} from "../../protocol.d.ts" */
/** @import {Wish} from "../../storage/sessions.js" */
/** @import {Page, Shell} from "../../ui/shell.d.ts" */

/**
 * @param {string} id of the session
 * @param {Shell} app
 * @returns {Promise<Page | null>} null: there is no such session
 */
export async function playPage(id, app) {
  const found = Session.find(id);
  if (!found) return null;
  const { held: session, release } = await holdOrCopy(found, (copy) => {
    history.replaceState(null, "", `#/play/${copy.id}`);
    app.notify("This puzzle is open in another tab, so you are playing a copy here.");
  });
  return unlessFailing(release, async () => {
    const shown = await call("show", {
      puzzle: session.puzzle, look: { met: settings.met }, ...(session.board && { board: session.board }),
    });
    const families = await app.families();
    return new PlayPage(new Game(session, shown), shown.name, families.find(({ name }) => name === shown.name), app, release);
  });
}

/** @extends {BoardPage<Game>} */
class PlayPage extends BoardPage {
  #pencil = false;
  #paused = false;

  trial = this.tool("trial", "Try", () => this.model.beginTrial(), { title: "Try something out (T)" });
  checkButton = this.tool("check", "Check", () => this.#check("rules"), { title: "Look for broken rules (C)" });
  hintButton = this.tool("hint", "Hint", () => this.#hint(), { title: "A hint; press again for more (H)" });
  helpButton = this.tool("wand", "Fill in", () => this.#help(), { title: "Let easy steps be filled in (F)", class: "tool wide-only" });
  pencil = this.tool("pencil", "Pencil", () => this.#setPencil(!this.#pencil), { title: "Pencil marks (P)", "aria-pressed": "false", class: "tool wide-tool" });

  time = h("span", { class: "time", role: "timer", "aria-label": "Time" }, "0:00");
  pauseButton = h("button", { type: "button", class: "quiet round", onclick: () => this.#pause(!this.#paused), "aria-label": "Pause" }, icon("pause"));
  clock = h("div", { class: "clock" }, this.time, this.pauseButton);
  resumeButton = h("button", { type: "button", class: "primary", onclick: () => this.#pause(false) }, icon("go"), "Resume");
  cover = h("div", { class: "cover", hidden: true }, h("p", null, "Paused"), this.resumeButton);

  trialName = h("b", null, "Trial");
  trialBar = h("div", { class: "bar trial-bar", hidden: true, role: "group", "aria-label": "Trial" }, this.trialName,
    h("button", { type: "button", onclick: () => this.model.keepTrial(), title: "Keep what was tried (K)" }, "Keep"),
    h("button", { type: "button", onclick: () => this.model.dropTrial(), title: "Drop what was tried (D)" }, "Drop"),
    h("button", { type: "button", onclick: () => this.model.beginTrial(), title: "Try deeper (T)" }, "Deeper"));
  solutionBar = h("div", { class: "bar solution-bar", hidden: true },
    h("b", null, "The solution"),
    h("button", { type: "button", onclick: () => this.#hideSolution() }, icon("back"), "Back to my board"));
  solvedTime = h("span");
  solvedBar = h("div", { class: "bar solved-bar", hidden: true }, h("b", null, "Solved"), this.solvedTime);
  messages = h("div", { class: "messages", role: "status" });
  bars = h("div", { class: "bars" });
  tools = h("div", { class: "tools", role: "toolbar", "aria-label": "Tools" });

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
    this.title = headline(session.summary);
    this.timer = new Timer(session.summary.elapsed);
    session.clock = () => this.timer.elapsed;
    session.onfull = () => app.notify("The browser’s storage is full: delete some started puzzles, or this one will be lost when the page is reloaded.");
    this.coach = new Coach(game, this.board, app);
    this.afterSolved = new AfterSolved(game, () => this.#makeAhead());
    this.pad = this.#padOf(game.pad);
    this.element = this.#build();
    this.#listen();
    game.start();
    this.timer.start();
    this.#tick();
  }

  close() {
    this.timer.stop();
    this.model.session.save();
    this.coach.close();
    this.afterSolved.close();
    stopMakingAhead();
    this.#note();
    send(this.model.session);
    super.close();
  }

  /** How it was played, for the library. */
  #note() {
    note(this.model.session, this.model.history);
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

  #build() {
    const { model: game } = this;
    this.bars.append(h("div", { class: "bars-in" }, this.messages, this.coach.element, this.solvedBar, this.afterSolved.element, this.solutionBar, this.trialBar));
    this.tools.append(this.undoButton, this.redoButton, this.trial, this.checkButton, this.hintButton, this.helpButton,
      ...(game.pad.length > 0 ? [this.pencil] : []), this.moreButton);
    const rules = () => showRules(this.family, game.rules, this.name);
    const { family } = this;
    if (family && family.methods.length > 0) {
      this.solvedBar.append(anotherButton({ label: "Another one", family, wish: () => this.#wish(), signal: this.signal, app: this.app }));
    } else {
      this.solvedBar.append(h("a", { class: "button", href: "#/" }, "All puzzles"));
    }
    this.menu.append(
      this.entry("book", "Rules and how to play", rules),
      this.entry("compare", "Compare with the solution", () => this.#check("solution")),
      this.entry("wand", "Fill in easy steps", () => this.#help(), { class: "entry narrow-only" }),
      this.entry("eye", "Show the solution", () => this.#solve()),
      this.entry("chart", "Analyse", () => this.app.goTo(`#/analyse/${game.session.id}`)),
      this.entry("restart", "Start again", () => this.#restart()),
      this.entry("share", "Share or save", () => this.#share()),
      this.entry("print", "Print", () => this.#print()),
      this.entry("settings", "Settings", showSettings, { class: "entry narrow-only" }),
      this.entry("keys", "Keyboard", showShortcuts));
    const [rows, cols] = game.scene.size;
    this.board.element.setAttribute("aria-label", `${this.title}, ${rows} rows, ${cols} columns`);
    return h("div", { class: "board-page play" },
      h("header", { class: "page-head" },
        h("a", { class: "quiet round", href: "#/", "aria-label": "All puzzles" }, icon("back")),
        h("div", { class: "names" }, h("h1", null, this.title), h("p", null, this.#subtitle(rows, cols))),
        h("button", { type: "button", class: "quiet round", "aria-label": "Rules", title: "Rules and how to play", onclick: rules }, icon("help")),
        this.clock),
      this.stage(this.cover),
      this.buildSide());
  }

  /** @param {boolean} narrow */
  parts(narrow) {
    return narrow ? [this.bars, this.pad, this.tools, this.menu] : [this.tools, this.pad, this.bars, this.menu];
  }

  /** One more like this. @returns {Wish} */
  #wish() {
    const [rows, cols] = this.model.scene.size;
    return this.model.session.summary.wish ?? { rows, cols, difficulty: this.afterSolved.grade };
  }

  #makeAhead() {
    if (this.family) makeAhead(this.family, this.#wish());
  }

  /** @param {number} rows @param {number} cols */
  #subtitle(rows, cols) {
    const author = typeof this.model.puzzle.author === "string" ? this.model.puzzle.author : "";
    return [this.title === this.name ? null : this.name, `${rows} × ${cols}`, author].filter(Boolean).join(" · ");
  }

  #listen() {
    const { model: game, signal } = this;
    game.addEventListener("verdict", () => this.#tell());
    game.addEventListener("solved", () => this.#solved());
    // Whoever plays one that was made for them will want the next.
    if (game.session.summary.wish) game.addEventListener("change", () => game.history.canUndo && this.#makeAhead(), { signal });
    game.addEventListener("nothing", (event) => {
      // Where a right click has no meaning of its own, it changes from pen to pencil and back.
      if (game.pad.length > 0 && /** @type {CustomEvent} */ (event).detail === "alt") this.#setPencil(!this.#pencil);
    });
    document.addEventListener("visibilitychange", () => {
      this.timer.seen(!document.hidden);
      game.session.save();
    }, { signal });
    addEventListener("pagehide", () => {
      game.session.save();
      this.#note();
    }, { signal });
    let look = settings.met;
    let check = settings.check;
    settingsChanged.addEventListener("change", () => {
      this.board.show();
      if (look !== settings.met || check !== settings.check) game.redraw();
      look = settings.met;
      check = settings.check;
      this.#tick();
    }, { signal });
    const ticking = setInterval(() => this.#tick(), 1_000);
    signal.addEventListener("abort", () => clearInterval(ticking));
    connection.addEventListener("back", () => this.#tick(), { signal });
  }

  #tick() {
    this.clock.hidden = !settings.timer;
    this.time.textContent = clock(this.timer.elapsed);
    if (this.timer.running && Math.floor(this.timer.elapsed / 1000) % 10 === 9) this.model.session.save();
  }

  show() {
    super.show();
    const { locked, model: game } = this;
    const { history: past } = game;
    this.trial.disabled = locked || past.depth > 0;
    this.checkButton.disabled = locked;
    this.hintButton.disabled = this.helpButton.disabled = locked || game.complete;
    this.afterSolved.show(game.complete && !locked);
    this.trialBar.hidden = past.depth === 0 || locked;
    this.trialName.textContent = past.depth > 1 ? `Trial ${past.depth}` : "Trial";
    this.element.classList.toggle("trying", past.depth > 0);
    this.solutionBar.hidden = game.solution === null;
    this.solvedBar.hidden = !game.complete || locked;
    if (!locked && !game.complete && !this.timer.running) this.timer.start();
    if (game.complete && !locked && this.timer.running) this.timer.stop();
    if (game.complete) this.solvedTime.textContent = this.#solvedHow() || "well done";
  }

  /** What is wrong, in words. */
  #tell() {
    const { verdict } = this.model;
    if (this.board.highlight.length > 0) this.board.highlight = [];
    this.messages.replaceChildren();
    this.messages.classList.toggle("live", verdict?.kind === "live");
    if (verdict) {
      const lines = verdict.kind === "solution" ? comparisonMessages(verdict) : checkMessages(verdict);
      this.messages.append(...lines.map(({ text, cells, tone }) =>
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

  #solvedHow() {
    return solvedHow({ ...this.model.session.summary, elapsed: this.timer.elapsed }, settings.timer);
  }

  #solved() {
    this.timer.stop();
    this.#tick();
    this.model.session.save();
    this.#note();
    this.board.cheer();
    this.app.say(`Solved ${this.#solvedHow()}.`.replace(" .", "."));
  }

  /** @param {"rules" | "solution"} against */
  #check(against) {
    if (this.model.solution || this.#paused) return;
    if (isAway()) this.app.notify(NEEDS_SERVER);
    else this.model.check(against);
  }

  #hint() {
    if (!this.#paused) this.coach.hint();
  }

  /** A stray key does not spoil a puzzle: whoever wants help says so once. */
  async #help() {
    const { model: game } = this;
    if (this.#paused || game.solution || game.complete) return;
    const agreed = game.session.summary.helped || await ask("Fill in easy steps?",
      "What can be seen at once is entered for you; you go on from there. Undo takes it back, but the puzzle will then count as solved with help.", "Fill in");
    if (agreed) await this.coach.help();
  }

  async #solve() {
    const { model: game } = this;
    const solution = await findSolution(game.puzzle, this.messages, this.app);
    if (solution) {
      this.timer.stop();
      // Whoever has solved it may look.
      if (!game.complete) game.session.summary.helped = true;
      await game.showSolution(solution);
    }
    this.#tell();
  }

  #hideSolution() {
    this.model.showSolution(null);
    this.board.element.focus();
  }

  async #restart() {
    if (!this.model.history.canUndo) return;
    if (await ask("Start again?", "The board is cleared and the timer starts from zero. Undo brings the board back.", "Start again")) {
      this.model.restart();
      Object.assign(this.model.session.summary, { hints: 0, helped: false });
      this.timer.reset();
      this.#tick();
      this.board.element.focus();
    }
  }

  #print() {
    const { puzzle, rules, history: { board, start }, scene: { size: [rows, cols] } } = this.model;
    const entered = board.some((value, slot) => value !== start[slot]) || this.model.session.board !== null;
    showPrint({ puzzle, rules, board: entered ? board : null, title: this.title, subtitle: this.#subtitle(rows, cols) });
  }

  #share() {
    showShare(this.model.puzzle, this.model.history.board, this.title).catch((error) => complain(error, this.app));
  }

  /** @param {boolean} on */
  #pause(on) {
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
    this.#tick();
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

  /** @param {string} value */
  enter(value) {
    const marked = this.#pencil && !value.startsWith("~") && value !== "delete" ? `~${value}` : value;
    this.act({ kind: "key", targets: [this.board.here], value: marked, tidy: settings.tidy });
  }

  showKeys() {
    showShortcuts();
  }

  escape() {
    if (this.#paused) this.#pause(false);
    else if (this.model.solution) this.#hideSolution();
    else if (this.coach.open) this.coach.close();
    else if (this.model.verdict) this.model.forgetVerdict();
  }

  get letters() {
    const pencil = () => this.#setPencil(!this.#pencil);
    return {
      "p": pencil,
      "~": pencil,
      "t": () => this.model.beginTrial(),
      "k": () => this.model.keepTrial(),
      "d": () => this.model.dropTrial(),
      "c": () => this.#check("rules"),
      "h": () => this.#hint(),
      "w": () => { this.coach.writeIn(); },
      "f": () => this.#help(),
    };
  }

  /** @param {Cell} cell */
  async whatIsAt(cell) {
    const { puzzle, history: { board } } = this.model;
    return (await call("say", { puzzle, board, cell })).text;
  }
}
