// A puzzle of a trial being played. Whatever is done is kept in this browser at once, and told to the
// server in order, again and again until it says that it is kept. So neither a reload nor a killed server
// loses anything; and whoever comes back with another device goes on with what the server has.

import { Refused, Unreachable, connection } from "../../server/api.js";
import { Session } from "../../storage/sessions.js";
import { tell } from "./desk.js";

/** @import {Deed} from "../../board/board-model.js" */
/** @import {Entry} from "../../storage/history.js" */
/** @import {Happening, State, ToPlay} from "./desk.js" */

/** Moves told at once. */
const MOST = 200;
/** Whoever thinks for longer than this, in seconds, is not forgotten: the time is told. */
const LONG = 30;

/**
 * What the browser keeps of the puzzle that a participant is at.
 * @typedef {object} Kept
 * @property {string} name of the puzzle
 * @property {number} visit that wrote it
 * @property {Entry[]} entries
 * @property {number} elapsed milliseconds
 * @property {number} hints
 * @property {readonly Deed[]} waiting
 * @property {Happening[]} untold
 */

const key = (/** @type {string} */ code) => `gw:trial:${code}`;

/** @param {string} code @returns {Kept | null} */
function keptFor(code) {
  try {
    return JSON.parse(localStorage.getItem(key(code)) ?? "null");
  } catch {
    return null;
  }
}

/** Nothing is kept for this participant any more. @param {string} code */
export function forgetKept(code) {
  try {
    localStorage.removeItem(key(code));
  } catch {
    // Then nothing was.
  }
}

export class ToldSession extends Session {
  /** @type {Kept} */
  #kept;
  /** How many entries the server has. */
  #have;
  /** The seconds that the server knows. */
  #known;
  #telling = false;
  #closed = false;

  /** The trial goes on: something else is to be shown. @type {(state: State) => void} */
  onstate = () => {};
  /** Somebody went on with this code on another page. */
  onelsewhere = () => {};
  /** @type {(why: string) => void} */
  onrefused = () => {};

  /**
   * @param {{ code: string, visit: number }} who
   * @param {ToPlay} state
   */
  constructor(who, state) {
    const before = keptFor(who.code);
    const told = /** @type {Entry[]} */ (state.entries ?? []);
    // What this browser did not get told is more than what the server has, unless another one went on since.
    const mine = before && before.name === state.name && before.visit >= state.visit && before.entries.length >= told.length ? before : null;
    const elapsed = Math.max(mine?.elapsed ?? 0, Math.round(state.seconds * 1000));
    const hints = Math.max(mine?.hints ?? 0, state.hints);
    super({ id: `trial-${who.code}-${state.name}`, name: "", title: "", updated: Date.now(), elapsed, moves: 0, complete: false, hints }, state.puzzle, null);
    this.who = who;
    this.begun = state.begun || (mine?.untold.some(({ event }) => event === "began") ?? false);
    this.#have = told.length;
    this.#known = state.seconds;
    this.#kept = {
      name: state.name, visit: who.visit, entries: mine?.entries ?? told, elapsed, hints,
      waiting: mine?.waiting ?? [],
      untold: (mine?.untold ?? []).filter(({ event }) => !(state.begun && event === "began")),
    };
    this.#keep();
    connection.addEventListener("back", this.#goOn);
  }

  #goOn = () => {
    this.#tellAll();
  };

  /** Tell what an earlier visit did not get told. */
  start() {
    this.#goOn();
  }

  close() {
    this.#closed = true;
    connection.removeEventListener("back", this.#goOn);
  }

  get seconds() {
    return Math.round(this.clock()) / 1000;
  }

  /** Is it over, whether or not the server knows? */
  get ended() {
    return this.#kept.untold.some(({ event }) => event === "ended");
  }

  entries() {
    return [...this.#kept.entries];
  }

  /** @param {Entry} entry */
  append(entry) {
    this.#kept.entries.push(entry);
    this.#keep();
    this.#tellAll();
  }

  waiting() {
    return [...this.#kept.waiting];
  }

  /** @param {readonly Deed[]} deeds */
  keepWaiting(deeds) {
    this.#kept.waiting = deeds;
    this.#keep();
  }

  save() {
    this.summary.elapsed = Math.round(this.clock());
    this.#keep();
    if (this.begun && !this.ended && this.seconds - this.#known > LONG) this.#tellAll(true);
  }

  /** @param {Happening} happening */
  tell(happening) {
    if (happening.event === "began") this.begun = true;
    this.#kept.untold.push(happening);
    this.#keep();
    return this.#tellAll();
  }

  #keep() {
    this.#kept.elapsed = this.summary.elapsed;
    this.#kept.hints = this.summary.hints ?? 0;
    try {
      localStorage.setItem(key(this.who.code), JSON.stringify(this.#kept));
    } catch {
      // Then only the server keeps it.
    }
  }

  /** What is to be told next. @param {boolean} time only how late it is @returns {Happening | null} */
  #next(time) {
    const { entries, untold } = this.#kept;
    const [first] = untold;
    if (first?.event === "began") return first;
    if (this.#have < entries.length || (time && !first)) {
      return { event: "moved", seconds: this.seconds, from: this.#have, entries: entries.slice(this.#have, this.#have + MOST) };
    }
    return first ?? null;
  }

  async #tellAll(time = false) {
    if (this.#telling || this.#closed) return;
    this.#telling = true;
    try {
      for (let late = time; ; late = false) {
        const next = this.#next(late);
        if (next === null) break;
        const answer = await tell(this.who, this.#kept.name, next);
        if (answer.elsewhere) {
          this.close();
          this.onelsewhere();
          break;
        }
        if (next.event === "moved") {
          this.#have = answer.have ?? this.#have;
          this.#known = Number(next.seconds);
        } else {
          this.#kept.untold = this.#kept.untold.filter((each) => each !== next);
        }
        this.#keep();
        if (answer.state) {
          forgetKept(this.who.code);
          this.close();
          this.onstate(answer.state);
          break;
        }
      }
    } catch (error) {
      // When the server is back it goes on.
      if (error instanceof Refused) this.onrefused(error.message);
      else if (!(error instanceof Unreachable)) throw error;
    } finally {
      this.#telling = false;
    }
  }
}
