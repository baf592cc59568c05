// The page on which a puzzle is played.

import { BoardView } from "../../board/board-view.js";
import { press } from "../../board/keys.js";
import { Refused, Unreachable, call, connection, isAway, job } from "../../server/api.js";
import { note, send } from "../../storage/play-records.js";
import { Session, headline, hold } from "../../storage/sessions.js";
import { settings, settingsChanged } from "../../storage/settings.js";
import { ask, showRules, showSettings, showShare, showShortcuts } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { clock } from "../../ui/times.js";
import { AfterSolved } from "./after-solved.js";
import { checkMessages, comparisonMessages } from "./check-messages.js";
import { Coach } from "./coach.js";
import { Game } from "./game.js";
import { Timer } from "./timer.js";

/** @import {Cell, Family, Gesture} from "../../protocol.d.ts" */
/** @import {Page, Shell} from "../../ui/shell.d.ts" */

/**
 * @param {string} id of the session
 * @param {Shell} app
 * @returns {Promise<Page | null>} null: there is no such session
 */
export async function playPage(id, app) {
  let session = Session.find(id);
  if (!session) return null;
  let release = await hold(id);
  if (!release) {
    session = session.copy();
    release = await hold(session.id);
    history.replaceState(null, "", `#/play/${session.id}`);
    app.notify("This puzzle is open in another tab, so you are playing a copy here.");
  }
  const shown = await call("show", {
    puzzle: session.puzzle, look: { met: settings.met }, ...(session.board && { board: session.board }),
  });
  const families = await app.families();
  const page = new PlayPage(new Game(session, shown), shown.name, families.find(({ name }) => name === shown.name), app);
  const letGo = release;
  return {
    element: page.element,
    title: page.title,
    close: () => {
      page.close();
      if (letGo) letGo();
    },
  };
}

class PlayPage {
  #ends = new AbortController();
  #pencil = false;
  #paused = false;
  /** @type {number} */
  #saying = 0;
  #byKeys = false;

  /**
   * @param {Game} game
   * @param {string} name of the family
   * @param {Family | undefined} family
   * @param {Shell} app
   */
  constructor(game, name, family, app) {
    this.game = game;
    this.name = name;
    this.family = family;
    this.app = app;
    const { summary } = game.session;
    this.title = headline(summary);
    this.timer = new Timer(summary.elapsed);
    game.session.clock = () => this.timer.elapsed;
    game.session.onfull = () => app.notify("The browser’s storage is full: delete some started puzzles, or this one will be lost when the page is reloaded.");

    this.board = new BoardView(game, {
      live: () => !this.#paused && !game.solution,
      gesture: (readings) => {
        this.#byKeys = false;
        game.gesture(readings);
      },
    });
    this.coach = new Coach(game, this.board, app);
    this.afterSolved = new AfterSolved(game);
    this.#build();
    this.#listen();
    game.start();
    this.timer.start();
    this.#tick();
  }

  close() {
    this.timer.stop();
    this.game.session.save();
    this.#ends.abort();
    this.coach.close();
    this.afterSolved.close();
    this.game.close();
    this.#note();
    send(this.game.session);
  }

  /** How it was played, for the library. */
  #note() {
    note(this.game.session, this.game.history);
  }

  #build() {
    const { game } = this;
    /** @param {string} name @param {string} label @param {() => void} onclick @param {Record<string, any>} [more] */
    const tool = (name, label, onclick, more = {}) =>
      h("button", { type: "button", class: "tool", onclick, ...more }, icon(name), h("span", null, label));

    this.undo = tool("undo", "Undo", () => game.undo(), { title: "Undo (Ctrl+Z)" });
    this.redo = tool("redo", "Redo", () => game.redo(), { title: "Redo (Ctrl+Y)" });
    this.trial = tool("trial", "Try", () => game.beginTrial(), { title: "Try something out (T)" });
    this.checkButton = tool("check", "Check", () => this.#check("rules"), { title: "Look for broken rules (C)" });
    this.hintButton = tool("hint", "Hint", () => this.#hint(), { title: "A hint; press again for more (H)" });
    this.helpButton = tool("wand", "Fill in", () => this.#help(), { title: "Fill in what the rules find (F)", class: "tool wide-only" });
    this.pencil = tool("pencil", "Pencil", () => this.#setPencil(!this.#pencil), { title: "Pencil marks (P)", "aria-pressed": "false", class: "tool wide-tool" });
    const more = tool("more", "More", () => {}, { class: "tool for-more", popovertarget: "more" });

    this.time = h("span", { class: "time", role: "timer", "aria-label": "Time" }, "0:00");
    this.pauseButton = h("button", { type: "button", class: "quiet round", onclick: () => this.#pause(!this.#paused), "aria-label": "Pause" }, icon("pause"));
    this.clock = h("div", { class: "clock" }, this.time, this.pauseButton);

    this.pad = h("div", { class: "pad", role: "group", "aria-label": "Numbers", hidden: game.pad.length === 0 },
      ...game.pad.filter((key) => key !== "delete").map((key) =>
        h("button", { type: "button", class: "key", onclick: () => this.#enter(key) }, key)),
      h("button", { type: "button", class: "key", "aria-label": "Delete", onclick: () => this.#enter("delete") }, icon("erase")));

    const keys = this.pad.childElementCount;
    this.pad.style.setProperty("--keys", String(keys > 6 ? Math.ceil(keys / 2) : keys));

    this.trialBar = h("div", { class: "bar trial-bar", hidden: true, role: "group", "aria-label": "Trial" },
      this.trialName = h("b", null, "Trial"),
      h("button", { type: "button", onclick: () => game.keepTrial(), title: "Keep what was tried (K)" }, "Keep"),
      h("button", { type: "button", onclick: () => game.dropTrial(), title: "Drop what was tried (D)" }, "Drop"),
      h("button", { type: "button", onclick: () => game.beginTrial(), title: "Try deeper (T)" }, "Deeper"));
    this.solutionBar = h("div", { class: "bar solution-bar", hidden: true },
      h("b", null, "The solution"),
      h("button", { type: "button", onclick: () => this.#hideSolution() }, icon("back"), "Back to my board"));
    this.solvedBar = h("div", { class: "bar solved-bar", hidden: true },
      h("b", null, "Solved"), this.solvedTime = h("span"), h("a", { class: "button", href: "#/" }, "Another one"));
    this.messages = h("div", { class: "messages", role: "status" });

    /** @param {string} name @param {string} label @param {() => void} run @param {string} [also] */
    const entry = (name, label, run, also = "") => h("button", {
      type: "button", class: `entry ${also}`,
      onclick: () => {
        if (this.menu.matches("[popover]:popover-open")) this.menu.hidePopover();
        run();
      },
    }, icon(name), label);
    this.menu = h("div", { class: "menu", id: "more" },
      entry("book", "Rules and how to play", () => showRules(this.family, game.rules, this.name)),
      entry("compare", "Compare with the solution", () => this.#check("solution")),
      entry("wand", "Fill in what the rules find", () => this.#help(), "narrow-only"),
      entry("eye", "Show the solution", () => this.#solve()),
      entry("chart", "Analyse", () => this.app.goTo(`#/analyse/${game.session.id}`)),
      entry("restart", "Start again", () => this.#restart()),
      entry("share", "Share or save", () => this.#share()),
      entry("print", "Print", () => print()),
      entry("settings", "Settings", showSettings, "narrow-only"),
      entry("keys", "Keyboard", showShortcuts));

    this.cover = h("div", { class: "cover", hidden: true },
      h("p", null, "Paused"),
      h("button", { type: "button", class: "primary", onclick: () => this.#pause(false) }, icon("go"), "Resume"));
    this.fit = h("button", { type: "button", class: "fit", hidden: true, "aria-label": "Show the whole board", title: "Show the whole board", onclick: () => this.board.camera.fit() }, icon("fit"));
    this.board.camera.onchange = () => { this.fit.hidden = !this.board.camera.zoomed; };
    const [rows, cols] = game.scene.size;
    this.board.element.setAttribute("aria-label", `${this.title}, ${rows} rows, ${cols} columns`);

    this.element = h("div", { class: "play" },
      h("header", { class: "play-head" },
        h("a", { class: "quiet round", href: "#/", "aria-label": "All puzzles" }, icon("back")),
        h("div", { class: "names" }, h("h1", null, this.title), h("p", null, this.#subtitle(rows, cols))),
        h("button", { type: "button", class: "quiet round", "aria-label": "Rules", title: "Rules and how to play", onclick: () => showRules(this.family, game.rules, this.name) }, icon("help")),
        this.clock),
      h("div", { class: "stage" }, this.board.element, this.cover, this.fit,
        h("p", { id: "board-help", hidden: true }, "Arrow keys move, Enter is a click, X a right click, Shift with an arrow key drags. Press ? for all keys.")),
      h("div", { class: "side" },
        h("div", { class: "bars" }, h("div", { class: "bars-in" }, this.messages, this.coach.element, this.solvedBar, this.afterSolved.element, this.solutionBar, this.trialBar)),
        this.pad,
        h("div", { class: "tools", role: "toolbar", "aria-label": "Tools" },
          this.undo, this.redo, this.trial, this.checkButton, this.hintButton, this.helpButton, game.pad.length > 0 && this.pencil, more),
        this.menu));
  }

  /** @param {number} rows @param {number} cols */
  #subtitle(rows, cols) {
    const author = typeof this.game.puzzle.author === "string" ? this.game.puzzle.author : "";
    return [this.title === this.name ? null : this.name, `${rows} × ${cols}`, author].filter(Boolean).join(" · ");
  }

  #listen() {
    const { game } = this;
    const { signal } = this.#ends;
    game.addEventListener("change", () => this.#show());
    game.addEventListener("verdict", () => this.#tell());
    game.addEventListener("solved", () => this.#solved());
    game.addEventListener("nothing", (event) => {
      // Where a right click has no meaning of its own, it changes from pen to pencil and back.
      if (game.pad.length > 0 && /** @type {CustomEvent} */ (event).detail === "alt") this.#setPencil(!this.#pencil);
    });
    game.addEventListener("puzzled", (event) => this.app.notify(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
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
      if (look !== settings.met || check !== settings.check) game.redraw();
      look = settings.met;
      check = settings.check;
      this.#tick();
    }, { signal });
    const narrow = matchMedia("(max-width: 859px)");
    const fold = () => {
      if (narrow.matches) this.menu.setAttribute("popover", "");
      else this.menu.removeAttribute("popover");
    };
    narrow.addEventListener("change", fold, { signal });
    fold();
    const ticking = setInterval(() => this.#tick(), 1_000);
    signal.addEventListener("abort", () => clearInterval(ticking));
    connection.addEventListener("back", () => this.#tick(), { signal });
  }

  #tick() {
    this.clock.hidden = !settings.timer;
    this.time.textContent = clock(this.timer.elapsed);
    if (this.timer.running && Math.floor(this.timer.elapsed / 1000) % 10 === 9) this.game.session.save();
  }

  #show() {
    const { game } = this;
    const { history: past } = game;
    this.board.show();
    const locked = game.solution !== null || this.#paused;
    this.undo.disabled = locked || !past.canUndo;
    this.redo.disabled = locked || !past.canRedo;
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
    if (game.complete) this.solvedTime.textContent = settings.timer ? `in ${clock(this.timer.elapsed)}` : "well done";
    if (this.#byKeys) this.#sayCell();
  }

  /** What is wrong, in words. */
  #tell() {
    const { verdict } = this.game;
    if (this.board.highlight.length > 0) this.board.highlight = [];
    this.messages.replaceChildren();
    this.messages.classList.toggle("live", verdict?.kind === "live");
    if (verdict) {
      const lines = verdict.kind === "solution" ? comparisonMessages(verdict) : checkMessages(verdict);
      this.messages.append(...lines.map(({ text, cells, tone }) =>
        cells.length > 0
          ? h("button", {
            type: "button", class: `message ${tone}`,
            onclick: () => this.#point(cells), onfocus: () => this.#point(cells),
            onpointerenter: () => this.#point(cells), onpointerleave: () => this.#point([]),
            onblur: () => this.#point([]),
          }, text)
          : h("p", { class: `message ${tone}` }, text)));
    }
    this.board.show();
  }

  /** @param {Cell[]} cells */
  #point(cells) {
    this.board.highlight = cells;
    this.board.show();
  }

  #solved() {
    this.timer.stop();
    this.game.session.save();
    this.#note();
    this.board.cheer();
    this.app.say(`Solved in ${clock(this.timer.elapsed)}.`);
  }

  /** @param {"rules" | "solution"} against */
  #check(against) {
    if (this.game.solution || this.#paused) return;
    if (isAway()) this.app.notify("This needs the server, which cannot be reached right now.");
    else this.game.check(against);
  }

  #hint() {
    if (!this.#paused) this.coach.hint();
  }

  #help() {
    if (!this.#paused) this.coach.help();
  }

  async #solve() {
    const stop = new AbortController();
    const told = h("p", { class: "message" }, "Solving …");
    const waiting = setTimeout(() => this.messages.replaceChildren(
      told, h("button", { type: "button", onclick: () => stop.abort() }, "Cancel")), 300);
    const progress = (/** @type {number} */ seconds) => {
      if (seconds >= 1) told.textContent = `Solving … ${Math.floor(seconds)} s`;
    };
    try {
      const { puzzle } = this.game;
      const quick = await call("solve", { puzzle });
      const { status, solutions } = quick.status === "unknown" ? await job("solve", { puzzle }, stop.signal, progress) : quick;
      if (solutions.length === 0) {
        this.app.notify(status === "none" ? "This puzzle has no solution." : "No solution was found in time.");
      } else {
        if (solutions.length > 1) this.app.notify("This puzzle has more than one solution; this is one of them.");
        this.timer.stop();
        await this.game.showSolution(solutions[0]);
      }
    } catch (error) {
      if (error instanceof Refused) this.app.notify(error.message);
      else if (!(error instanceof Unreachable) && !stop.signal.aborted) throw error;
    } finally {
      clearTimeout(waiting);
      this.#tell();
    }
  }

  #hideSolution() {
    this.game.showSolution(null);
    this.board.element.focus();
  }

  async #restart() {
    if (!this.game.history.canUndo) return;
    if (await ask("Start again?", "The board is cleared and the timer starts from zero. Undo brings the board back.", "Start again")) {
      this.game.restart();
      this.timer.reset();
      this.#tick();
      this.board.element.focus();
    }
  }

  #share() {
    showShare(this.game.puzzle, this.game.history.board, this.title).catch((error) => {
      this.app.notify(error instanceof Refused ? error.message : "This needs the server, which cannot be reached right now.");
    });
  }

  /** @param {boolean} on */
  #pause(on) {
    if (on && (this.game.complete || this.game.solution)) return;
    this.#paused = on;
    this.board.pointer.cancel();
    this.cover.hidden = !on;
    this.element.classList.toggle("paused", on);
    this.board.element.inert = on;
    this.pauseButton.replaceChildren(icon(on ? "go" : "pause"));
    this.pauseButton.setAttribute("aria-label", on ? "Resume" : "Pause");
    if (on) {
      this.timer.stop();
      this.cover.querySelector("button").focus();
    } else {
      this.timer.start();
      this.board.element.focus();
    }
    this.game.session.save();
    this.#tick();
    this.#show();
  }

  /** @param {boolean} on */
  #setPencil(on) {
    this.#pencil = on;
    this.pencil.setAttribute("aria-pressed", String(on));
    this.pad.classList.toggle("pencilling", on);
    this.app.say(on ? "Pencil mode on" : "Pencil mode off");
  }

  /** @param {string} value */
  #enter(value) {
    const marked = this.#pencil && !value.startsWith("~") && value !== "delete" ? `~${value}` : value;
    this.#act({ kind: "key", targets: [this.board.here], value: marked, tidy: settings.tidy });
  }

  /** @param {Gesture} gesture */
  #act(gesture) {
    if (!this.#paused) this.game.gesture([gesture]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || document.querySelector("dialog[open]") || target.matches("input, textarea, select")) return;
    if (event.key === "?") {
      event.preventDefault();
      showShortcuts();
      return;
    }
    if (event.key === "Escape") {
      this.board.pointer.cancel();
      if (this.#paused) this.#pause(false);
      else if (this.game.solution) this.#hideSolution();
      else if (this.coach.open) this.coach.close();
      else if (this.game.verdict) this.game.forgetVerdict();
      return;
    }
    if (this.#paused || this.game.solution) return;
    this.#byKeys = true;
    const did = press(event, this.board, {
      gesture: (gesture) => this.#act(gesture),
      enter: (value) => this.#enter(value),
      moved: () => this.#sayCell(),
      undo: () => this.game.undo(),
      redo: () => this.game.redo(),
      letters: {
        "p": () => this.#setPencil(!this.#pencil),
        "~": () => this.#setPencil(!this.#pencil),
        "t": () => this.game.beginTrial(),
        "k": () => this.game.keepTrial(),
        "d": () => this.game.dropTrial(),
        "c": () => this.#check("rules"),
        "h": () => this.#hint(),
        "w": () => this.coach.writeIn(),
        "f": () => this.#help(),
        "u": () => this.game.undo(),
        "r": () => this.game.redo(),
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
      const { here } = this.board;
      const { game } = this;
      const cell = this.board.cursor;
      const where = "outside" in here ? beside(cell, game.scene.size) : `Row ${cell[0] + 1}, column ${cell[1] + 1}`;
      try {
        const { text } = await call("say", { puzzle: game.puzzle, board: game.history.board, cell });
        this.app.say(`${where}: ${text}`);
      } catch {
        this.app.say(where);
      }
    }, 80);
  }
}

/**
 * @param {Cell} cell around the board
 * @param {[number, number]} size
 */
function beside([row, col], [rows]) {
  if (row < 0) return `Above column ${col + 1}`;
  if (row >= rows) return `Below column ${col + 1}`;
  return col < 0 ? `Left of row ${row + 1}` : `Right of row ${row + 1}`;
}
