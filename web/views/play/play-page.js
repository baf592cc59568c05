// The page on which a puzzle is played.

import { call } from "../../server/api.js";
import { holdOrCopy, unlessFailing } from "../../storage/locks.js";
import { note, send } from "../../storage/play-records.js";
import { Session, headline } from "../../storage/sessions.js";
import { settings } from "../../storage/settings.js";
import { complain } from "../../ui/complain.js";
import { ask, showSettings, showShare, showShortcuts } from "../../ui/dialogs.js";
import { h, icon } from "../../ui/dom.js";
import { solvedHow } from "../../ui/times.js";
import { AfterSolved } from "./after-solved.js";
import { anotherButton, makeAhead, stopMakingAhead } from "./another.js";
import { Coach } from "./coach.js";
import { Game } from "./game.js";
import { showPrint } from "./print.js";
import { PuzzlePage } from "./puzzle-page.js";
import { findSolution } from "./solution.js";

/** @import {Family} from "../../protocol.d.ts" */
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

class PlayPage extends PuzzlePage {
  hintButton = this.tool("hint", "Hint", () => this.#hint(), { title: "A hint; press again for more (H)" });
  helpButton = this.tool("wand", "Fill in", () => this.#help(), { title: "Let easy steps be filled in (F)", class: "tool wide-only" });
  solutionBar = h("div", { class: "bar solution-bar", hidden: true },
    h("b", null, "The solution"),
    h("button", { type: "button", onclick: () => this.#hideSolution() }, icon("back"), "Back to my board"));
  solvedTime = h("span");
  solvedBar = h("div", { class: "bar solved-bar", hidden: true }, h("b", null, "Solved"), this.solvedTime);

  /**
   * @param {Game} game
   * @param {string} name of the family
   * @param {Family | undefined} family
   * @param {Shell} app
   * @param {() => void} release
   */
  constructor(game, name, family, app, release) {
    super(game, name, family, app, release);
    const { session } = game;
    this.title = headline(session.summary);
    this.coach = new Coach(game, this.board, app);
    this.afterSolved = new AfterSolved(game, app, () => this.#makeAhead());
    this.element = this.#build();
    this.#listen();
    game.start();
    this.timer.start();
    this.tick();
  }

  close() {
    this.timer.stop();
    this.model.session.save();
    this.coach.close();
    this.afterSolved.close();
    stopMakingAhead();
    this.#note();
    send(this.model.session, this.app.notify);
    super.close();
  }

  /** How it was played, for the library. */
  #note() {
    note(this.model.session, this.model.history);
  }

  #build() {
    const { model: game } = this;
    this.bars.append(h("div", { class: "bars-in" }, this.messages, this.coach.element, this.solvedBar, this.afterSolved.element, this.solutionBar, this.trialBar));
    this.tools.append(this.undoButton, this.redoButton, this.trial, this.checkButton, this.hintButton, this.helpButton,
      ...(game.pad.length > 0 ? [this.pencil] : []), this.moreButton);
    const { family } = this;
    if (family && family.methods.length > 0) {
      this.solvedBar.append(anotherButton({ label: "Another one", family, wish: () => this.#wish(), signal: this.signal, app: this.app }));
    } else {
      this.solvedBar.append(h("a", { class: "button", href: "#/" }, "All puzzles"));
    }
    this.menu.append(
      this.entry("book", "Rules and how to play", () => this.showRules()),
      this.entry("compare", "Compare with the solution", () => this.check("solution")),
      this.entry("wand", "Fill in easy steps", () => this.#help(), { class: "entry narrow-only" }),
      this.entry("eye", "Show the solution", () => this.#solve()),
      this.entry("chart", "Analyse", () => this.app.goTo(`#/analyse/${game.session.id}`)),
      this.entry("restart", "Start again", () => this.#restart()),
      this.entry("share", "Share or save", () => this.#share()),
      this.entry("print", "Print", () => this.#print()),
      this.entry("settings", "Settings", showSettings, { class: "entry narrow-only" }),
      this.entry("keys", "Keyboard", showShortcuts));
    const [rows, cols] = game.scene.size;
    return this.frame({
      title: this.title,
      subtitle: this.#subtitle(rows, cols),
      before: h("a", { class: "quiet round", href: "#/", "aria-label": "All puzzles" }, icon("back")),
    });
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
    game.addEventListener("solved", () => this.#solved());
    // Whoever plays one that was made for them will want the next.
    if (game.session.summary.wish) game.addEventListener("change", () => game.history.canUndo && this.#makeAhead(), { signal });
    addEventListener("pagehide", () => {
      game.session.save();
      this.#note();
    }, { signal });
  }

  show() {
    super.show();
    const { locked, model: game } = this;
    this.hintButton.disabled = this.helpButton.disabled = locked || game.complete;
    this.afterSolved.show(game.complete && !locked);
    this.solutionBar.hidden = game.solution === null;
    this.solvedBar.hidden = !game.complete || locked;
    if (game.complete) this.solvedTime.textContent = this.#solvedHow() || "well done";
  }

  #solvedHow() {
    return solvedHow({ ...this.model.session.summary, elapsed: this.timer.elapsed }, settings.timer);
  }

  #solved() {
    this.timer.stop();
    this.tick();
    this.model.session.save();
    this.#note();
    this.board.cheer();
    this.app.say(`Solved ${this.#solvedHow()}.`.replace(" .", "."));
  }

  #hint() {
    if (!this.paused) this.coach.hint();
  }

  /** A stray key does not spoil a puzzle: whoever wants help says so once. */
  async #help() {
    const { model: game } = this;
    if (this.paused || game.solution || game.complete) return;
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
    this.tell();
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
      this.tick();
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

  escape() {
    if (this.paused) this.pause(false);
    else if (this.model.solution) this.#hideSolution();
    else if (this.coach.open) this.coach.close();
    else if (this.model.verdict) this.model.forgetVerdict();
  }

  get letters() {
    return {
      ...super.letters,
      "h": () => this.#hint(),
      "w": () => { this.coach.writeIn(); },
      "f": () => this.#help(),
    };
  }
}
