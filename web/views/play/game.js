// One puzzle being played: what the player does goes through here, in order, one thing at a time.
//
// The server says what a gesture means; everything else (undo, trials, saving) happens here and
// goes on while the server is away. What was seen before is kept, so going back is immediate.

import { BoardModel } from "../../board/board-model.js";
import { call } from "../../server/api.js";
import { History } from "../../storage/history.js";
import { settings } from "../../storage/settings.js";

/** @import {Board, Cell, Gesture, Look, Move, Requests, Scene, Violation} from "../../protocol.d.ts" */
/** @import {Session} from "../../storage/sessions.js" */
/** @import {Entry} from "../../storage/history.js" */
/** @import {Settings} from "../../storage/settings.js" */
/** @import {Deed, Step} from "../../board/board-model.js" */

/** @typedef {{ scene: Scene, complete: boolean }} Sight */
/**
 * `live`: found without being asked. `full`: nothing is missing and something is wrong, but the player does
 * not want to be told what.
 * @typedef {{ kind: "rules" | "solution" | "live" | "full", violations: Violation[], differs: Cell[], unique: boolean, known: boolean, complete: boolean }} Verdict
 */

/** How many pictures are kept for going back and forth. */
const SIGHTS = 200;

/**
 * Fires what every board fires, `verdict` and `solved`.
 * @extends {BoardModel<Requests["gesture"][1]>}
 */
export class Game extends BoardModel {
  /** @type {Map<number, Sight>} by position in the history */
  #sights = new Map();
  /** What the last gesture leads to, if its answer says what that looks like. @type {Sight | null} */
  #foreseen = null;

  /** @type {Verdict | null} */
  verdict = null;
  /** @type {Board | null} while the solution is shown */
  solution = null;
  complete = false;

  /**
   * @param {Session} session
   * @param {Requests["show"][1]} shown the board it began with
   * @param {Pick<Settings, "met" | "check">} [manner] what the player is told
   */
  constructor(session, shown, manner = settings) {
    super(shown.scene, shown.pad);
    this.manner = manner;
    this.session = session;
    this.rules = shown.rules;
    this.history = new History(shown.board);
    for (const entry of session.entries()) this.history.replay(entry);
    // A finished puzzle is shown differently; see below.
    if (this.history.at === 0 && !shown.complete) this.#sights.set(0, { scene: shown.scene, complete: shown.complete });
  }

  get puzzle() {
    return this.session.puzzle;
  }

  /** Show the board as it stands, and go on with what waited. */
  start() {
    const shown = this.queue.do(() => this.look());
    this.resume(this.session.waiting());
    return shown;
  }

  /** @param {readonly Deed[]} deeds */
  keepWaiting(deeds) {
    this.session.keepWaiting(deeds);
  }

  get locked() {
    return this.solution !== null;
  }

  get at() {
    return this.history.at;
  }

  get canUndo() {
    return this.history.canUndo;
  }

  get canRedo() {
    return this.history.canRedo;
  }

  beginTrial() {
    this.perform({ do: "begin" });
  }

  keepTrial() {
    this.perform({ do: "keep" });
  }

  dropTrial() {
    this.perform({ do: "drop" });
  }

  restart() {
    this.perform({ do: "restart" });
  }

  /** Enter what somebody else has worked out, unless the board has changed since. @param {Move} move */
  enter(move) {
    return this.perform({ do: "enter", move });
  }

  /** @param {Step} step */
  step(step) {
    if (this.solution) return false;
    const entry = this.#entryFor(step);
    if (entry === undefined) return false;
    this.#write(entry);
    return true;
  }

  /** @param {Step} step @returns {Entry | undefined} */
  #entryFor(step) {
    const past = this.history;
    switch (step.do) {
      case "undo": return past.undo();
      case "redo": return past.redo();
      case "begin": return past.begin();
      case "keep": return past.depth > 0 ? past.keep() : undefined;
      case "drop": return past.depth > 0 ? past.drop() : undefined;
      case "restart": return past.restart();
      default: {
        const { move } = step;
        return move.length === 0 || move.some(([slot, old]) => past.board[slot] !== old) ? undefined : past.move(move);
      }
    }
  }

  /** Back over several steps at once; redo goes forward over them again. @param {number} at */
  goBackTo(at) {
    return this.queue.do(async () => {
      if (this.solution || at >= this.history.at) return;
      while (this.history.at > at) this.#write(/** @type {Entry} */ (this.history.undo()));
      await this.look();
    });
  }

  /** Until everything the player has done is on the board. */
  settled() {
    return this.queue.do(() => {});
  }

  /** The look has changed, not the board. */
  redraw() {
    this.#sights.clear();
    this.queue.do(() => this.look());
  }

  /** @param {"rules" | "solution"} against */
  async check(against) {
    await this.queue.do(async () => {
      const answer = await call("check", { puzzle: this.puzzle, board: this.history.board, against });
      this.#tell(against, answer);
    });
  }

  forgetVerdict() {
    this.verdict = null;
    this.fire("verdict");
  }

  /** @param {Board | null} board */
  showSolution(board) {
    this.solution = board;
    this.verdict = null;
    this.fire("verdict");
    return this.queue.do(() => this.look());
  }

  /** @param {Entry} entry */
  #write(entry) {
    this.session.append(entry);
    const { summary } = this.session;
    summary.moves = this.history.at;
    if (entry !== -1 && entry !== 1) {
      for (const at of this.#sights.keys()) if (at >= this.history.at) this.#sights.delete(at);
    }
    this.session.save();
  }

  /** @param {Requests["gesture"][1]} answer */
  pictureOf({ scene }) {
    return scene;
  }

  /** @param {Requests["gesture"][1]} answer */
  take(answer) {
    if (!answer.move?.length) return false;
    const stale = this.history.surprises(answer.move);
    this.#write(this.history.move(answer.move));
    this.#foreseen = stale ? null : answer;
    return true;
  }

  /** @param {Gesture} gesture */
  ask(gesture) {
    return call("gesture", { puzzle: this.puzzle, board: this.history.board, gesture, look: this.#lookOf() });
  }

  /** @returns {Look} */
  #lookOf() {
    if (this.solution) return { solution: true };
    return { met: this.manner.met, layers: this.history.layersAhead };
  }

  /** Bring the picture up to the board. */
  async look() {
    const foreseen = this.#foreseen;
    this.#foreseen = null;
    if (this.solution) {
      this.scene = (await call("show", { puzzle: this.puzzle, board: this.solution, look: this.#lookOf() })).scene;
      this.changed();
      return;
    }
    const at = this.history.at;
    this.behind = true;
    const seen = foreseen ?? this.#sights.get(at) ?? await call("show", {
      puzzle: this.puzzle, board: this.history.board, look: this.#lookOf(),
    });
    const finished = seen.complete && this.manner.met && !this.#sights.has(at)
      // A finished puzzle is shown as one would print it, with no clue greyed out.
      ? await call("show", { puzzle: this.puzzle, board: this.history.board, look: { ...this.#lookOf(), met: false } })
      : seen;
    this.#sights.set(at, { scene: finished.scene, complete: finished.complete });
    for (const old of this.#sights.keys()) {
      if (this.#sights.size <= SIGHTS) break;
      this.#sights.delete(old);
    }
    const { summary } = this.session;
    const before = summary.complete;
    this.behind = false;
    this.scene = finished.scene;
    this.complete = finished.complete;
    this.verdict = null;
    if (before !== this.complete) {
      summary.complete = this.complete;
      this.session.save();
    }
    this.changed();
    this.fire("verdict");
    if (this.complete && !before) this.fire("solved");
    else if (!this.complete) this.#watch();
  }

  /**
   * Look for broken rules in the background, without keeping the player waiting. Whoever does not want to
   * hear of them is told only that a board with nothing missing is not the solution.
   */
  async #watch() {
    const { at } = this.history;
    try {
      const answer = await call("check", { puzzle: this.puzzle, board: this.history.board, against: "rules" });
      if (at !== this.history.at || this.queue.busy || this.verdict) return;
      if (this.manner.check === "rules") this.#tell("live", answer);
      else if (answer.violations.every(({ kind }) => kind === "wrong")) this.#tell("full", answer);
    } catch {
      // The next move asks again.
    }
  }

  /**
   * @param {Verdict["kind"]} kind
   * @param {Requests["check"][1]} answer
   */
  #tell(kind, { violations, differs = [], unique = true, status = "unique", complete }) {
    const wrong = violations.filter((violation) => violation.kind === "wrong");
    // A comparison marks what differs and nothing else: a cell of a broken rule may well be right.
    const told = kind === "rules" ? violations : kind === "live" ? wrong : [];
    this.verdict = { kind, violations: told, differs, unique, known: status !== "unknown", complete };
    this.fire("verdict");
  }
}
