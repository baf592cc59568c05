// One puzzle being played: what the player does goes through here, in order, one thing at a time.
//
// The server says what a gesture means; everything else (undo, trials, saving) happens here and
// goes on while the server is away. What was seen before is kept, so going back is immediate.

import { Refused, Unreachable, call, connection } from "./api.js";
import { History } from "./history.js";
import { settings } from "./settings.js";

/** @import {Board, Cell, Gesture, Look, Move, Requests, Scene, Violation} from "./protocol.d.ts" */
/** @import {Session} from "./store.js" */
/** @import {Entry} from "./history.js" */

/** @typedef {{ scene: Scene, complete: boolean }} Sight */
/** @typedef {{ kind: "rules" | "solution" | "live", violations: Violation[], differs: Cell[], unique: boolean, known: boolean, complete: boolean }} Verdict */

/** So many pictures are kept for going back and forth. */
const SIGHTS = 200;

/**
 * Fires `change` (board, scene or trial), `verdict`, `solved`, `puzzled` (a request was refused:
 * `detail` says why), `nothing` (a gesture meant nothing: `detail` is its kind).
 */
export class Game extends EventTarget {
  /** @type {(() => Promise<void> | void)[]} */
  #queue = [];
  #busy = false;
  /** @type {Map<number, Sight>} by position in the history */
  #sights = new Map();
  /** What the drag under the pointer would do. @type {{ text: string, at: number, answer: Requests["gesture"][1] } | null} */
  #preview = null;
  /** The same, while the server is still thinking. @type {{ text: string, at: number, answer: Promise<Requests["gesture"][1]> } | null} */
  #asked = null;
  /** @type {Gesture | null} */
  #previewing = null;
  #previewBusy = false;
  #away = () => {
    this.#queue.length = 0;
  };
  #back = () => this.#do(() => this.#look());

  /** @type {Scene} */
  scene;
  /** @type {Verdict | null} */
  verdict = null;
  /** @type {Board | null} while the solution is shown */
  solution = null;
  complete = false;
  /** The picture is older than the board, because the server is away. */
  behind = false;

  /**
   * @param {Session} session
   * @param {Requests["show"][1]} shown the board it began with
   */
  constructor(session, shown) {
    super();
    this.session = session;
    this.pad = shown.pad;
    this.rules = shown.rules;
    this.history = new History(shown.board);
    for (const entry of session.entries()) this.history.replay(entry);
    this.scene = shown.scene;
    // A finished puzzle is shown otherwise, see below.
    if (this.history.at === 0 && !shown.complete) this.#sights.set(0, { scene: shown.scene, complete: shown.complete });
    connection.addEventListener("away", this.#away);
    connection.addEventListener("back", this.#back);
  }

  get puzzle() {
    return this.session.puzzle;
  }

  /** Show the board as it stands. */
  start() {
    return this.#do(() => this.#look());
  }

  close() {
    connection.removeEventListener("away", this.#away);
    connection.removeEventListener("back", this.#back);
  }

  /** @param {Gesture[]} readings the first that does something counts */
  gesture(readings) {
    if (this.solution || readings.length === 0) return;
    this.#do(async () => {
      for (const gesture of readings) {
        const answer = await this.#ask(gesture);
        if (answer.move && answer.move.length > 0) {
          const stale = this.history.surprises(answer.move);
          this.#write(this.history.move(answer.move));
          await this.#look(stale ? null : answer);
          return;
        }
      }
      this.#changed();
      this.dispatchEvent(new CustomEvent("nothing", { detail: readings[0].kind }));
    });
  }

  /** Show what a drag would do if it ended now; nothing is entered. @param {Gesture | null} gesture */
  async preview(gesture) {
    this.#previewing = gesture;
    if (!gesture) {
      // A drag that ends becomes a move at once: what was foreseen stays until that is entered.
      queueMicrotask(() => {
        if (!this.#previewing && !this.#busy) this.#changed();
      });
      return;
    }
    if (this.#previewBusy || this.#busy) return;
    this.#previewBusy = true;
    try {
      for (let next = this.#previewing; next; next = this.#previewing === next ? null : this.#previewing) {
        const at = this.history.at;
        const text = JSON.stringify(next);
        const asked = { text, at, answer: this.#send(next) };
        this.#asked = asked;
        const answer = await asked.answer;
        if (at !== this.history.at) return;
        this.#preview = { text, at, answer };
        if (this.#previewing) this.#fire("change");
      }
    } catch {
      // It was only a look ahead.
    } finally {
      this.#previewBusy = false;
      this.#asked = null;
    }
  }

  /** What is to be seen now. */
  get shown() {
    const ahead = this.#preview;
    return ahead && (this.#previewing || this.#busy) && ahead.at === this.history.at ? ahead.answer.scene : this.scene;
  }

  undo() {
    this.#step(() => this.history.undo());
  }

  redo() {
    this.#step(() => this.history.redo());
  }

  beginTrial() {
    this.#step(() => this.history.begin());
  }

  keepTrial() {
    this.#step(() => (this.history.depth > 0 ? this.history.keep() : undefined));
  }

  dropTrial() {
    this.#step(() => (this.history.depth > 0 ? this.history.drop() : undefined));
  }

  restart() {
    this.#step(() => this.history.restart());
  }

  /** Back over several steps at once; redo goes forth over them again. @param {number} at */
  goBackTo(at) {
    return this.#do(async () => {
      if (this.solution || at >= this.history.at) return;
      while (this.history.at > at) this.#write(/** @type {Entry} */ (this.history.undo()));
      await this.#look();
    });
  }

  /** Enter what somebody else has worked out, unless the board has changed since. @param {Move} move */
  enter(move) {
    return this.#do(async () => {
      if (this.solution || move.length === 0 || move.some(([slot, old]) => this.history.board[slot] !== old)) return;
      this.#write(this.history.move(move));
      await this.#look();
    });
  }

  /** Until everything the player has done is on the board. */
  settled() {
    return this.#do(() => {});
  }

  /** The look has changed, not the board. */
  redraw() {
    this.#sights.clear();
    this.#do(() => this.#look());
  }

  /** @param {"rules" | "solution"} against */
  async check(against) {
    await this.#do(async () => {
      const answer = await call("check", { puzzle: this.puzzle, board: this.history.board, against });
      this.#judge(against, answer);
    });
  }

  forgetVerdict() {
    this.verdict = null;
    this.#fire("verdict");
  }

  /** @param {Board | null} board */
  showSolution(board) {
    this.solution = board;
    this.verdict = null;
    this.#fire("verdict");
    return this.#do(() => this.#look());
  }

  /** @param {() => Entry | undefined} how */
  #step(how) {
    if (this.solution) return;
    this.#do(() => {
      const entry = how();
      if (entry === undefined) return undefined;
      this.#write(entry);
      return this.#look();
    });
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

  /** @param {Gesture} gesture */
  async #ask(gesture) {
    const text = JSON.stringify(gesture);
    // The look ahead has mostly asked already.
    for (const ahead of [this.#preview, this.#asked]) {
      if (ahead && ahead.at === this.history.at && ahead.text === text) return ahead.answer;
    }
    return this.#send(gesture);
  }

  /** @param {Gesture} gesture */
  #send(gesture) {
    return call("gesture", { puzzle: this.puzzle, board: this.history.board, gesture, look: this.#lookOf() });
  }

  /** @returns {Look} */
  #lookOf() {
    if (this.solution) return { solution: true };
    return { met: settings.met, layers: this.history.layersAhead };
  }

  /** Bring the picture up to the board. @param {Sight | null} [sight] if it is known already */
  async #look(sight = null) {
    if (this.solution) {
      this.scene = (await call("show", { puzzle: this.puzzle, board: this.solution, look: this.#lookOf() })).scene;
      this.#changed();
      return;
    }
    const at = this.history.at;
    this.behind = true;
    const seen = sight ?? this.#sights.get(at) ?? await call("show", {
      puzzle: this.puzzle, board: this.history.board, look: this.#lookOf(),
    });
    const finished = seen.complete && settings.met && !this.#sights.has(at)
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
    this.#changed();
    this.#fire("verdict");
    if (this.complete && !before) this.#fire("solved");
    else if (settings.check === "rules" && !this.complete) this.#watch();
  }

  /** Look for broken rules on the side, without keeping the player waiting. */
  async #watch() {
    const { at } = this.history;
    try {
      const answer = await call("check", { puzzle: this.puzzle, board: this.history.board, against: "rules" });
      if (at === this.history.at && !this.#busy && !this.verdict) this.#judge("live", answer);
    } catch {
      // The next move asks again.
    }
  }

  /**
   * @param {Verdict["kind"]} kind
   * @param {Requests["check"][1]} answer
   */
  #judge(kind, { violations, differs = [], unique = true, status = "unique", complete }) {
    const told = kind === "live" ? violations.filter((violation) => violation.kind === "wrong") : violations;
    this.verdict = { kind, violations: told, differs, unique, known: status !== "unknown", complete };
    this.#fire("verdict");
  }

  /** @param {() => Promise<void> | void} task @returns {Promise<void>} */
  #do(task) {
    return new Promise((resolve) => {
      this.#queue.push(async () => {
        try {
          await task();
        } finally {
          resolve();
        }
      });
      this.#run();
    });
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    for (let task = this.#queue.shift(); task; task = this.#queue.shift()) {
      try {
        await task();
      } catch (error) {
        if (error instanceof Unreachable) {
          // What was meant for a server that is away might surprise when it comes back.
          this.#queue.length = 0;
          this.#changed();
        } else if (error instanceof Refused) {
          this.dispatchEvent(new CustomEvent("puzzled", { detail: error.message }));
        } else {
          this.#busy = false;
          throw error;
        }
      }
    }
    this.#busy = false;
  }

  #changed() {
    this.#preview = null;
    this.#fire("change");
  }

  /** @param {string} name */
  #fire(name) {
    this.dispatchEvent(new Event(name));
  }
}
