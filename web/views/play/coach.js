// The coach beside the board: hints in four depths, asked for one after another, writing in what the
// rules see at once, and the way back when entries contradict the puzzle. A puzzle remembers how much of
// that was used.
//
// A hint belongs to the board it was asked for. As soon as that changes it is put away; an answer
// that comes too late is never shown.

import { casesShown, imagined } from "../../board/argument.js";
import { Refused, Unreachable, call, isAway, patiently } from "../../server/api.js";
import { player, scale } from "../../storage/settings.js";
import { needs } from "../../ui/complain.js";
import { h, icon, reachable } from "../../ui/dom.js";

/** @import {Board, Case, HintResponse as Hint, Move} from "../../protocol.d.ts" */
/** @import {BoardView} from "../../board/board-view.js" */
/** @import {Game} from "./game.js" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** What the button asks for, by how much has been told. */
const NEXT = ["Where?", "Which rule?", "Why?", "What follows?"];
/** How many of the last moves say where the player is at work. */
const LAST = 3;
/** Whoever waits longer than this, in milliseconds, is told so. */
const NOTICED = 300;

export class Coach {
  /** @type {Hint | null} */
  #hint = null;
  #depth = 0;
  /** The hint needed rules above the player's level. */
  #beyond = false;
  /** The board it is about. */
  #at = -1;
  /** @type {AbortController | null} while the server is thinking */
  #thinking = null;

  /**
   * @param {Game} game
   * @param {BoardView} board
   * @param {Shell} app
   */
  constructor(game, board, app) {
    this.game = game;
    this.board = board;
    this.app = app;
    this.title = h("b");
    this.dots = h("span", { class: "depths", "aria-hidden": "true" });
    this.words = h("div", { class: "coach-words", role: "status" });
    this.next = h("button", { type: "button", onclick: () => this.hint() });
    this.write = h("button", { type: "button", title: "Write it in (W)", onclick: () => this.writeIn() }, icon("pencil"), "Write it in");
    this.others = h("span", { class: "coach-ways" });
    this.element = h("div", { class: "coach", hidden: true, role: "group", "aria-label": "Hint" },
      h("div", { class: "coach-head" }, this.title, this.dots,
        h("button", { type: "button", class: "quiet round", "aria-label": "Close", onclick: () => this.close() }, icon("close"))),
      this.words,
      h("div", { class: "coach-deeds" }, this.next, this.write, this.others));
    game.addEventListener("change", () => {
      if (game.history.at !== this.#at || game.solution) this.close();
    });
  }

  get open() {
    return !this.element.hidden;
  }

  close() {
    if (!this.open) return;
    this.#thinking?.abort();
    this.#thinking = null;
    const within = this.element.contains(document.activeElement);
    this.element.hidden = true;
    this.#hint = null;
    this.#mark({});
    if (within) this.board.element.focus();
  }

  /** The next step, or more about it. */
  async hint() {
    if (this.#hint?.status === "step" && this.open) {
      if (this.#depth < NEXT.length) this.#depth += 1;
      this.#show();
      return;
    }
    await this.#think("Looking for the next step", async (board, signal, onprogress) => {
      const { puzzle } = this.game;
      const { sees } = await player();
      const near = this.#atWork();
      const first = await call("hint", { puzzle, board, ...near, rules: { level: sees } });
      if (first.status === "step" || first.status === "wrong" || first.status === "finished") return { hint: first, sees };
      signal.throwIfAborted();
      return { hint: await patiently("hint", { puzzle, board, ...near }, signal, onprogress), sees };
    }, ({ hint, sees }) => {
      this.#hint = hint;
      this.#depth = 1;
      this.#beyond = hint.status === "step" && hint.level > sees;
      if (hint.status === "step") this.#count({ hints: (this.game.session.summary.hints ?? 0) + 1 });
      this.#show();
    });
  }

  /** Where the player is at work: a hint about that is worth more than one about a far corner. */
  #atWork() {
    const { history: past } = this.game;
    return past.at > 0 ? { near: [this.board.cursor], since: past.boardAt(Math.max(0, past.at - LAST)) } : {};
  }

  /** How much help there was. @param {{ hints?: number, helped?: boolean }} help */
  #count(help) {
    const { session } = this.game;
    Object.assign(session.summary, help);
    session.save();
  }

  /**
   * Write in what the rules see at once, those of the player's level first. What follows from that is left
   * to the player, or to the next time.
   */
  async help() {
    await this.#think("Working it out", async (board, signal, onprogress) => {
      const { puzzle } = this.game;
      const [{ sees }, { levels }] = await Promise.all([player(), scale()]);
      // The last level is left to the server, which takes its time for it.
      for (const { level } of levels.slice(0, -1)) {
        if (level < sees) continue;
        const rules = { level };
        const seen = await call("help", { puzzle, board, rules, once: true });
        signal.throwIfAborted();
        if (seen.status !== "step" && seen.status !== "stuck") return { answer: seen, beyond: false };
        if (seen.status === "step" && seen.move) return { answer: seen, beyond: level > sees };
        // What is seen at once may be nothing that can be written; the next step that can be is a hint.
        const next = await call("hint", { puzzle, board, rules });
        signal.throwIfAborted();
        if (next.status === "step" && next.move) return { answer: asHelp(next), beyond: level > sees };
      }
      return { answer: asHelp(await patiently("hint", { puzzle, board }, signal, onprogress)), beyond: true };
    }, async ({ answer, beyond }) => {
      if (answer.status === "wrong") {
        this.element.hidden = true;
        await this.hint();
        return;
      }
      if (answer.status !== "step") {
        this.#tell("Fill in", [answer.text]);
        return;
      }
      const { move, steps } = answer;
      if (!move) {
        this.#tell("Fill in", ["What the rules find here cannot be written on the board."]);
        return;
      }
      const cells = move.length === 1 ? "one entry" : `${move.length} entries`;
      this.#count({ helped: true });
      await this.game.enter(move);
      this.#at = this.game.history.at;
      if (this.game.complete) return;
      this.#tell("Fill in", [
        `${steps === 1 ? "One step" : `${steps} steps`}: ${cells} filled in. Undo takes ${move.length === 1 ? "it" : "them"} back.`,
        beyond ? "The rules for your level found nothing, so harder ones were used." : "",
      ]);
    });
  }

  /** Write in what the hint says, however much of it has been told. */
  async writeIn() {
    const move = this.#hint?.status === "step" && this.open ? this.#hint.move : null;
    if (!move) return;
    this.close();
    this.#count({ helped: true });
    await this.game.enter(move);
    this.board.element.focus();
  }

  /**
   * Think about the board as it stands, tell the player if it takes long, and use the answer if the
   * board is still the same.
   * @template T
   * @param {string} what
   * @param {(board: Board, signal: AbortSignal, onprogress: (seconds: number) => void) => Promise<T>} find
   * @param {(answer: T) => void | Promise<void>} use
   */
  async #think(what, find, use) {
    if (this.game.solution || this.#thinking) return;
    if (isAway()) {
      this.app.notify(needs());
      return;
    }
    const stop = new AbortController();
    this.#thinking = stop;
    let waiting = 0;
    try {
      await this.game.settled();
      if (this.game.complete) return;
      const { at } = this.game.history;
      const board = [...this.game.history.board];
      this.#at = at;
      waiting = window.setTimeout(() => this.#tell(what, ["…"], [["Cancel", () => this.close()]]), NOTICED);
      const answer = await find(board, stop.signal, (seconds) => {
        if (seconds >= 1 && this.open) this.words.replaceChildren(h("p", null, `${Math.floor(seconds)} s`));
      });
      stop.signal.throwIfAborted();
      clearTimeout(waiting);
      this.#thinking = null;
      const same = this.game.history.at === at && this.game.history.board.every((value, slot) => value === board[slot]);
      if (same && !this.game.solution) await use(answer);
    } catch (error) {
      clearTimeout(waiting);
      if (stop.signal.aborted) return;
      this.close();
      if (error instanceof Refused) this.app.notify(error.message);
      else if (!(error instanceof Unreachable)) throw error;
    } finally {
      if (this.#thinking === stop) this.#thinking = null;
    }
  }

  #show() {
    const hint = /** @type {Hint} */ (this.#hint);
    if (hint.status === "wrong") {
      this.#contradiction(hint);
      return;
    }
    if (hint.status !== "step") {
      this.#tell("Hint", [hint.text]);
      return;
    }
    const [where, rule, why, what] = hint.depths;
    // Each answer makes some of those before it superfluous.
    const told = [[where], [where, rule], [rule, why], [rule, why, what]][this.#depth - 1];
    this.#tell("Hint", [this.#beyond ? "The rules for your level find nothing here; this one is harder." : "", ...told], [], true);
    const { before, look, marks } = hint;
    if (before.length > 0 && this.#depth === 3) {
      // What cannot be seen on the board has to be told first.
      this.words.insertBefore(
        h("ol", { class: "coach-before" }, ...before.map(({ text }) => h("li", null, text))),
        this.words.lastChild);
    }
    for (const line of this.words.children) {
      if (line.textContent === rule) line.className = "coach-rule";
      else if (line.textContent === why && this.#depth > 3) line.className = "coach-why";
    }
    this.dots.replaceChildren(...NEXT.map((_, i) => h("i", { class: i < this.#depth ? "on" : null })));
    const focused = document.activeElement === this.next;
    this.next.hidden = this.#depth >= NEXT.length;
    this.next.textContent = NEXT[this.#depth] ?? "";
    this.write.hidden = !hint.move?.length;
    this.write.classList.toggle("primary", this.#depth >= NEXT.length);
    // First only where to look; the argument comes with the third question, what follows with the last.
    const isWhole = this.#depth === NEXT.length;
    this.#mark(this.#depth < 3 ? { highlight: look } : { marks: isWhole ? marks : marks.filter(({ role }) => role !== "concluded") });
    // Where something is supposed, what follows is the opposite, and cannot be seen beside it.
    if (this.#depth >= 3) this.#imagine(isWhole ? { ...hint, imagine: hint.imagine ?? hint.move } : hint);
    if (focused && this.next.hidden) this.write.focus();
  }

  /** @param {Extract<Hint, { status: "wrong" }>} hint */
  #contradiction({ text, cells, move, marks = [], imagine, cases }) {
    const { depth, canUndo } = this.game.history;
    /** @type {[string, () => void][]} */
    const ways = [];
    // If no entry is to blame, the clues themselves clash, and there is no way back.
    if (move?.length) {
      if (canUndo) ways.push(["Go back to before the mistake", () => this.#back()]);
      ways.push(["Remove only what is wrong", () => this.#take(move)]);
    }
    if (depth > 0) ways.unshift(["Drop the trial", () => this.game.dropTrial()]);
    this.#tell(depth > 0 ? "This trial does not work out" : "Something is wrong", [text], ways);
    this.element.classList.add("wrong");
    this.#mark({ wrong: cells, marks });
    this.#imagine({ imagine, cases });
  }

  /** Show what a hint imagines, or what it concludes. @param {{ imagine?: Move | null, cases?: Case[] }} hint */
  async #imagine({ imagine, cases = [] }) {
    const hint = this.#hint;
    const { puzzle, history: { board, layers, depth }, manner: { met } } = this.game;
    const [scene, shown] = await Promise.all([
      imagine ? imagined(puzzle, board, imagine, { layers, depth, met }) : null,
      cases.length > 0 ? casesShown(puzzle, board, cases) : null,
    ]);
    if (this.#hint !== hint || !this.open) return;
    this.words.querySelector(".cases")?.remove();
    if (shown) this.words.append(shown);
    this.board.imagined = scene;
    this.board.show();
  }

  /** @param {import("../../protocol.d.ts").Move} move */
  async #take(move) {
    await this.game.enter(move);
    this.board.element.focus();
    this.app.say("Removed. Undo brings it back.");
  }

  /**
   * Undo to the last state that does not contradict the puzzle. Steps back of growing length find a
   * sound state, halving finds the last one before the contradiction: few questions, and an early
   * slip that was mended long ago is not mistaken for this one.
   */
  async #back() {
    await this.#think("Looking for the mistake", async (_, signal) => {
      const past = this.game.history;
      const { levels } = await scale();
      const isWrong = async (/** @type {number} */ at) => {
        const { status } = await call("hint", { puzzle: this.game.puzzle, board: past.boardAt(at), rules: { level: levels[0].level } });
        signal.throwIfAborted();
        return status === "wrong";
      };
      let wrong = past.at;
      let sound = wrong;
      for (let stride = 1; ; stride *= 2) {
        sound = Math.max(0, past.at - stride);
        if (sound === 0 || !(await isWrong(sound))) break;
        wrong = sound;
      }
      while (wrong - sound > 1) {
        const middle = Math.floor((wrong + sound) / 2);
        if (await isWrong(middle)) wrong = middle;
        else sound = middle;
      }
      return sound;
    }, async (sound) => {
      const back = this.game.history.at - sound;
      this.close();
      await this.game.goBackTo(sound);
      this.board.element.focus();
      this.app.notify(back === 1 ? "One step undone. Redo brings it back." : `${back} steps undone. Redo brings them back.`);
    });
  }

  /**
   * @param {string} title
   * @param {string[]} lines
   * @param {[string, () => void][]} [ways]
   * @param {boolean} [asks] there may be more to ask
   */
  #tell(title, lines, ways = [], asks = false) {
    this.title.textContent = title;
    this.element.classList.remove("wrong");
    this.element.hidden = false;
    this.words.replaceChildren(...lines.filter(Boolean).map((line) => h("p", null, line)));
    this.dots.replaceChildren();
    // What stays keeps the focus.
    this.next.hidden = !asks;
    this.write.hidden = !asks;
    this.others.replaceChildren(...ways.map(([label, run]) => h("button", { type: "button", onclick: run }, label)));
    this.#mark({});
  }

  /** @param {import("../../board/scene.js").Marked} marked */
  #mark(marked) {
    reachable(this.words);
    this.board.marked = marked;
    this.board.imagined = null;
    this.board.counted = this.open;
    this.board.show();
  }
}

/** A hint, taken for all that is to be filled in. @param {Hint} hint */
function asHelp(hint) {
  return hint.status === "step" ? { status: hint.status, move: hint.move, steps: hint.before.length + 1 } : hint;
}
