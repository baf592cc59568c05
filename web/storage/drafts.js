// Drawings in the browser's storage: each is a list of puzzles, one for every change, so that going
// back needs no server and a reload loses nothing.
//
//   gw:draft:<id>     rewritten after every change; of a large drawing only the last changes are kept
//   gw:undrawn:<id>   what was done and is not in the drawing yet, because the server was slow or away

import { newId } from "./sessions.js";
import { get, names, put, remove } from "./store.js";

/** @import {Deed} from "../board/board-model.js" */
/** @import {Puzzle, Symmetry} from "../protocol.d.ts" */

/**
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} name of the family
 * @property {{ title?: string, author?: string }} words
 * @property {Symmetry} symmetry
 * @property {number} updated
 * @property {Puzzle[]} steps oldest first
 * @property {number} at which of them is seen
 * @property {boolean} [blank] it began without clues
 * @property {number} [library] its number there, if it is saved as it stands
 */

/** This many changes can be undone … */
const MOST = 400;
/** … and this many characters of them are kept in the storage. */
const LARGEST = 200_000;

const PREFIX = "gw:draft:";
const WAITING = "gw:undrawn:";

export class Draft {
  /** @param {Kept} kept */
  constructor(kept) {
    this.kept = kept;
  }

  /** @param {{ puzzle: Puzzle, name: string, blank?: boolean }} opened */
  static begin({ puzzle, name, blank }) {
    const { title, author } = /** @type {Record<string, any>} */ (puzzle);
    const draft = new Draft({
      id: newId(), name, words: { ...(title && { title }), ...(author && { author }) },
      symmetry: "none", updated: Date.now(), steps: [puzzle], at: 0,
      ...(blank && { blank }),
    });
    draft.save();
    return draft;
  }

  /** @param {string} id */
  static find(id) {
    const kept = read(PREFIX + id);
    return kept ? new Draft(kept) : null;
  }

  get id() {
    return this.kept.id;
  }

  /** As it stands, without its words. */
  get puzzle() {
    return this.kept.steps[this.kept.at];
  }

  /** Has nothing been drawn yet? */
  get untouched() {
    return this.kept.blank === true && this.kept.at === 0;
  }

  /** As it is shared and saved. @returns {Puzzle} */
  get finished() {
    const { title, author, ...clues } = this.puzzle;
    return { ...clues, ...this.kept.words };
  }

  get canUndo() {
    return this.kept.at > 0;
  }

  get canRedo() {
    return this.kept.at + 1 < this.kept.steps.length;
  }

  /** @param {Puzzle} puzzle */
  push(puzzle) {
    const { kept } = this;
    kept.steps.splice(kept.at + 1, Infinity, puzzle);
    if (kept.steps.length > MOST) {
      kept.steps.shift();
      kept.blank = false;
    }
    kept.at = kept.steps.length - 1;
    delete kept.library;
    this.save();
  }

  /** @param {-1 | 1} way @returns {boolean} */
  step(way) {
    if (way < 0 ? !this.canUndo : !this.canRedo) return false;
    this.kept.at += way;
    delete this.kept.library;
    this.save();
    return true;
  }

  /** What was done and did not get into the drawing. @returns {Deed[]} */
  waiting() {
    try {
      return JSON.parse(get(WAITING + this.id) ?? "[]");
    } catch {
      return [];
    }
  }

  /** @param {readonly Deed[]} deeds */
  keepWaiting(deeds) {
    if (deeds.length > 0) put(WAITING + this.id, JSON.stringify(deeds));
    else remove(WAITING + this.id);
  }

  /** The same drawing under a name of its own. */
  copy() {
    const copy = new Draft({ ...structuredClone(this.kept), id: newId() });
    copy.save();
    return copy;
  }

  save() {
    const { kept } = this;
    kept.updated = Date.now();
    let { at, blank } = kept;
    // What is farthest from what is seen goes first; what is seen stays.
    const texts = kept.steps.map((step) => JSON.stringify(step));
    let length = texts.reduce((sum, text) => sum + text.length, 0);
    while (length > LARGEST && texts.length > 1) {
      const first = at >= texts.length - 1 - at;
      length -= /** @type {string} */ (first ? texts.shift() : texts.pop()).length;
      if (first) {
        at -= 1;
        blank = false;
      }
    }
    const { steps, ...rest } = kept;
    put(PREFIX + kept.id, `${JSON.stringify({ ...rest, at, blank }).slice(0, -1)},"steps":[${texts.join()}]}`);
  }
}

/** All drawings, the last one first. @returns {Kept[]} */
export function drafts() {
  const kept = names().filter((name) => name.startsWith(PREFIX)).map(read);
  return kept.filter((kept) => kept !== null).sort((a, b) => b.updated - a.updated);
}

/** @param {string} id */
export function forgetDraft(id) {
  remove(PREFIX + id);
  remove(WAITING + id);
}

/** @param {string} name @returns {Kept | null} */
function read(name) {
  try {
    const kept = JSON.parse(get(name) ?? "null");
    return kept?.steps?.[kept.at] ? kept : null;
  } catch {
    return null;
  }
}
