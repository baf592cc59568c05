// A puzzle of a trial, being played by a participant: the parts of Play, without anything that would tell
// what the puzzle is an example of, and with as much help as the trial allows.

import { call } from "../../server/api.js";
import { ask, showShortcuts } from "../../ui/dialogs.js";
import { h } from "../../ui/dom.js";
import { Coach } from "../play/coach.js";
import { Game } from "../play/game.js";
import { PuzzlePage } from "../play/puzzle-page.js";

/** @import {Family} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */
/** @import {About, ToPlay} from "./desk.js" */
/** @import {Verdict} from "../play/game.js" */
/** @import {ToldSession} from "./told-session.js" */

/** "Warm-up 1 of 6" @param {{ warmUp: boolean, number: number, of: number }} place */
export function placeWords({ warmUp, number, of }) {
  return `${warmUp ? "Warm-up" : "Puzzle"} ${number} of ${of}`;
}

/**
 * @param {ToldSession} session
 * @param {ToPlay} state
 * @param {About} about
 * @param {Shell} app
 * @param {() => void} leave
 */
export async function puzzlePage(session, state, about, app, leave) {
  // The same for everybody, whatever this browser is used to.
  const manner = { met: about.hints !== "none", check: about.hints === "none" ? /** @type {const} */ ("off") : /** @type {const} */ ("rules") };
  const shown = await call("show", { puzzle: session.puzzle, look: { met: manner.met } });
  const family = about.families.find(({ name }) => name === shown.name);
  return new ParticipantPuzzle(new Game(session, shown, manner), session, shown.name, family, { state, hints: about.hints, app, leave });
}

class ParticipantPuzzle extends PuzzlePage {
  hintButton = this.tool("hint", "Hint", () => this.#hint(), { title: "A hint; press again for more (H)" });
  keeping = h("div", { class: "bar solved-bar", hidden: true }, h("span", null, "Keeping your result …"));
  #over = false;

  /**
   * @param {Game} game
   * @param {ToldSession} session
   * @param {string} name
   * @param {Family | undefined} family
   * @param {{ state: ToPlay, hints: About["hints"], app: Shell, leave: () => void }} rest
   */
  constructor(game, session, name, family, { state, hints, app, leave }) {
    super(game, name, family, app, () => {});
    this.session = session;
    this.title = placeWords(state);
    this.coach = hints === "all" ? new Coach(game, this.board, app) : null;
    this.bars.append(h("div", { class: "bars-in" }, this.messages, this.coach?.element ?? "", this.keeping, this.trialBar));
    this.tools.append(this.undoButton, this.redoButton, this.trial, ...(hints === "none" ? [] : [this.checkButton]),
      ...(this.coach ? [this.hintButton] : []), ...(game.pad.length > 0 ? [this.pencil] : []), this.moreButton);
    this.menu.append(
      this.entry("book", "Rules and how to play", () => this.showRules()),
      this.entry("restart", "Clear the board", () => this.#restart()),
      this.entry("close", "Give up this puzzle", () => this.#giveUp()),
      this.entry("keys", "Keyboard", showShortcuts),
      this.entry("back", "Leave, and come back later", leave));
    this.element = this.frame({ title: this.title, subtitle: `${name} · your code ${session.who.code}` });
    game.addEventListener("solved", () => this.#end(true));
    const { signal } = this;
    document.addEventListener("visibilitychange", () => this.#seen(!document.hidden), { signal });
    addEventListener("pagehide", () => session.save(), { signal });
    game.start().then(() => {
      // It was solved when the server could not be told.
      if (game.complete && !session.ended) this.#end(true);
    });
    this.coverWords.textContent = session.begun ? "Welcome back" : this.title;
    this.resumeWords.textContent = session.begun ? "Go on" : "Start";
    if (session.ended) this.#over = true;
    else super.pause(true);
    session.start();
    this.tick();
  }

  close() {
    const { session } = this;
    this.timer.stop();
    session.save();
    if (session.begun && !this.#over && !this.paused) session.tell({ event: "paused", seconds: session.seconds, why: "left" });
    session.close();
    this.coach?.close();
    super.close();
  }

  /** Everybody sees how long it takes. */
  get timed() {
    return true;
  }

  show() {
    super.show();
    this.hintButton.disabled = this.locked || this.model.complete;
    this.keeping.hidden = !this.#over;
  }

  get locked() {
    return this.#over || super.locked;
  }

  /** A stray key does not tell what is not to be told. @param {"rules" | "solution"} against */
  check(against) {
    if (this.checkButton.isConnected) super.check(against);
  }

  /** Where nobody may ask what is wrong, nothing else is said. @param {Verdict} verdict */
  linesOf(verdict) {
    const lines = super.linesOf(verdict);
    if (verdict.kind !== "full" || this.checkButton.isConnected) return lines;
    return lines.map((line) => ({ ...line, text: "Nothing is missing, but something is wrong." }));
  }

  get letters() {
    return { ...super.letters, ...(this.coach && { "h": () => this.#hint() }) };
  }

  escape() {
    if (this.coach?.open) this.coach.close();
    else if (!this.paused) super.escape();
  }

  #hint() {
    if (!this.locked) this.coach?.hint();
  }

  /** @param {boolean} on */
  pause(on) {
    if (this.#over) return;
    const { session } = this;
    super.pause(on);
    if (on === this.paused) {
      if (on) session.tell({ event: "paused", seconds: session.seconds, why: "button" });
      else session.tell(session.begun ? { event: "went_on", seconds: session.seconds } : { event: "began" });
    }
    this.coverWords.textContent = "Paused";
    this.resumeWords.textContent = "Go on";
  }

  /** @param {boolean} visible */
  #seen(visible) {
    const { session } = this;
    if (this.#over || this.paused || !session.begun) return;
    session.tell(visible ? { event: "went_on", seconds: session.seconds } : { event: "paused", seconds: session.seconds, why: "hidden" });
  }

  /** @param {boolean} solved */
  #end(solved) {
    if (this.#over) return;
    this.#over = true;
    this.timer.stop();
    this.tick();
    this.coach?.close();
    const { session, model } = this;
    if (solved) this.board.cheer();
    this.app.say(solved ? "Solved." : "Given up.");
    session.tell({ event: "ended", seconds: session.seconds, solved, hints: session.summary.hints ?? 0, board: model.history.board });
    this.show();
  }

  async #restart() {
    if (this.locked || !this.model.history.canUndo) return;
    if (await ask("Clear the board?", "The clock goes on. Undo brings everything back.", "Clear")) {
      this.model.restart();
      this.board.element.focus();
    }
  }

  async #giveUp() {
    if (this.#over || !this.session.begun) return;
    if (await ask("Give up this puzzle?", "You will go on with the next one, and cannot come back to this one.", "Give up")) this.#end(false);
  }
}
