// Started puzzles in the browser's storage. Each opening of a puzzle is a session of its own with
// keys of its own, and only the tab that holds its lock writes them (locks.js).
//
//   gw:play:<id>        what the list shows; small, rewritten after every move
//   gw:puzzle:<id>      the puzzle and the board it began with; written once
//   gw:log:<id>:<n>     the history in chunks; a move rewrites only the last one
//   gw:waiting:<id>     what was done and is not in the history yet, because the server was slow or away

import { openElsewhere } from "./locks.js";
import { get, names, put, remove } from "./store.js";

/** @import {Board, Play, Puzzle} from "../protocol.d.ts" */
/** @import {Deed} from "../board/board-model.js" */
/** @import {Entry} from "./history.js" */

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} name of the family
 * @property {string} title
 * @property {number} updated
 * @property {number} elapsed milliseconds
 * @property {number} moves that hold now
 * @property {boolean} complete
 * @property {number} [hints] that were asked for
 * @property {boolean} [helped] the program entered something, or showed the solution
 * @property {number} [library] its number in the library, if it came from there
 * @property {Word} [word] what the player said about it
 * @property {Wish} [wish] what it was made for
 */

/** What kind of puzzle is wanted; no difficulty: any. @typedef {{ rows: number, cols: number, difficulty: string | null }} Wish */

/** What a player thinks of a puzzle, if they care to say. @typedef {Pick<Play, "difficulty" | "fun" | "looks">} Word */

const CHUNK = 64;
/** Sessions in which nothing was done are forgotten after this time. */
const DAY = 86_400_000;

const key = (/** @type {string} */ kind, /** @type {(string | number)[]} */ ...rest) => ["gw", kind, ...rest].join(":");

export class Session {
  /** @type {string[]} the lines of the last chunk */
  #chunk = [];
  #chunks = 0;

  /**
   * @param {Summary} summary
   * @param {Puzzle} puzzle
   * @param {Board | null} board what came along with the puzzle
   */
  constructor(summary, puzzle, board) {
    this.summary = summary;
    this.puzzle = puzzle;
    this.board = board;
    /** How long it has been played. */
    this.clock = () => summary.elapsed;
  }

  get id() {
    return this.summary.id;
  }

  /**
   * @param {{ puzzle: Puzzle, name: string, title?: string | null, board?: Board | null, library?: number, wish?: Wish }} opened
   */
  static begin({ puzzle, name, title, board, library, wish }) {
    /** @type {Summary} */
    const summary = {
      id: newId(), name, title: title ?? "", updated: Date.now(), elapsed: 0, moves: 0, complete: false,
      ...(library !== undefined && { library }), ...(wish && { wish }),
    };
    const session = new Session(summary, puzzle, board ?? null);
    put(key("puzzle", session.id), JSON.stringify({ puzzle, board: session.board }));
    session.save();
    return session;
  }

  /** @param {string} id */
  static find(id) {
    const summary = read(key("play", id));
    const opened = read(key("puzzle", id));
    return summary && opened ? new Session(summary, opened.puzzle, opened.board) : null;
  }

  /** What was written down, to be done again. @returns {Entry[]} */
  entries() {
    /** @type {Entry[]} */
    const entries = [];
    this.#chunks = 0;
    for (;;) {
      const text = get(key("log", this.id, this.#chunks));
      if (text === null) break;
      this.#chunk = text.split("\n");
      for (const line of this.#chunk) entries.push(JSON.parse(line));
      this.#chunks += 1;
    }
    return entries;
  }

  /** @param {Entry} entry */
  append(entry) {
    if (this.#chunks === 0 || this.#chunk.length >= CHUNK) {
      this.#chunk = [];
      this.#chunks += 1;
    }
    this.#chunk.push(JSON.stringify(entry));
    put(key("log", this.id, this.#chunks - 1), this.#chunk.join("\n"));
  }

  /** What was done and did not get into the history. @returns {Deed[]} */
  waiting() {
    return read(key("waiting", this.id)) ?? [];
  }

  /** @param {readonly Deed[]} deeds */
  keepWaiting(deeds) {
    if (deeds.length > 0) put(key("waiting", this.id), JSON.stringify(deeds));
    else remove(key("waiting", this.id));
  }

  save() {
    this.summary.updated = Date.now();
    this.summary.elapsed = Math.round(this.clock());
    put(key("play", this.id), JSON.stringify(this.summary));
  }

  /** The same puzzle, as far as it was played, under a name of its own. */
  copy() {
    const copy = new Session({ ...this.summary, id: newId() }, this.puzzle, this.board);
    put(key("puzzle", copy.id), JSON.stringify({ puzzle: this.puzzle, board: this.board }));
    for (const entry of this.entries()) copy.append(entry);
    copy.save();
    return copy;
  }
}

/** A puzzle without a name comes with its size instead; the family says more. @param {{ title: string, name: string }} summary */
export function headline({ title, name }) {
  return /^(\d+×\d+)?$/.test(title) ? name : title;
}

/** The started puzzles, the last one first. @returns {Summary[]} */
export function started() {
  return summaries().filter(({ id }) => isPlayed(id)).sort((a, b) => b.updated - a.updated);
}

/** The puzzles that were solved, by `JSON.stringify`. @returns {Set<string>} */
export function solvedPuzzles() {
  return new Set(summaries().filter(({ complete }) => complete).map(({ id }) => JSON.stringify(read(key("puzzle", id))?.puzzle)));
}

/** Do these two hold the same puzzle? @param {string} id @param {Puzzle} puzzle */
export function holds(id, puzzle) {
  return JSON.stringify(read(key("puzzle", id))?.puzzle) === JSON.stringify(puzzle);
}

/** @param {string} id */
export function forget(id) {
  const exact = ["play", "puzzle", "noted", "waiting"].map((kind) => key(kind, id));
  for (const name of names()) {
    if (exact.includes(name) || name.startsWith(key("log", id, ""))) remove(name);
  }
}

/** Drop what was opened long ago and never played. */
export async function tidyUp() {
  const open = await openElsewhere();
  for (const { id, updated } of summaries()) {
    if (!isPlayed(id) && !open.has(id) && Date.now() - updated > DAY) forget(id);
  }
}

/** @param {string} id */
function isPlayed(id) {
  return get(key("log", id, 0)) !== null || get(key("waiting", id)) !== null;
}

/** @returns {Summary[]} */
function summaries() {
  return names().filter((name) => name.startsWith(key("play", ""))).map(read).filter(Boolean);
}

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(get(name) ?? "null");
  } catch {
    return null;
  }
}

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => (byte % 36).toString(36)).join("");
}
