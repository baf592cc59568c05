// How puzzles were played, for the library behind the server, if there is one.
//
// A record is appended once and never changed, so it is sent when all is known: when the player has
// said what they think, or leaves the puzzle. Until the server has it, it lies in the browser's
// storage (gw:due:<session>), so neither a crash nor a server that is away loses it.

import { Locked, Refused, library, libraryName } from "../server/api.js";
import { openElsewhere } from "./locks.js";

/** @import {Play, Puzzle} from "../protocol.d.ts" */
/** @import {History} from "./history.js" */
/** @import {Session} from "./sessions.js" */

/** @typedef {{ id?: number, puzzle?: Puzzle, play: Play }} Due */

const KEY = "gw:due:";
/** The library takes no more changes of slots in one record. */
const MOST = 50_000;
/** How many moves the last record of a session knew of. */
const NOTED = "gw:noted:";

/**
 * Note how a session stands, to be sent when it is left. Only puzzles from the library are noted without
 * being asked; others if the player says what they think, and they are added to the library then.
 * @param {Session} session
 * @param {History} history
 */
export function note(session, history) {
  const { summary } = session;
  const { library: number, word, complete, moves, helped } = summary;
  if (number === undefined && !word) return;
  if (moves === 0 || localStorage.getItem(NOTED + session.id) === String(moves)) return;
  const done = history.moves();
  const play = {
    at: Math.floor(Date.now() / 1000), solved: complete, ...word,
    // How quickly somebody was with the program's help is no record.
    ...(!helped && { seconds: Math.round(session.clock() / 1000) }),
    board: history.board, ...(done.flat().length <= MOST && { moves: done }),
  };
  /** @type {Due} */
  const due = { ...(number === undefined ? { puzzle: session.puzzle } : { id: number }), play };
  try {
    localStorage.setItem(KEY + session.id, JSON.stringify(due));
  } catch {
    // No room for it; the board itself is more important.
  }
}

/**
 * Send the note of a session.
 * @param {Session} session
 * @returns {Promise<boolean>} whether the library has it now
 */
export function send(session) {
  const { id, summary: { moves } } = session;
  return sendOne(id).then((sent) => {
    if (sent) localStorage.setItem(NOTED + id, String(moves));
    return sent;
  });
}

/** The player has more to say than the last record knows. @param {Session} session */
export function noteAgain(session) {
  localStorage.removeItem(NOTED + session.id);
}

/** Send what is left over from sessions that no tab has open. */
export async function sendAll() {
  const open = await openElsewhere();
  for (const name of Object.keys(localStorage)) {
    if (name.startsWith(KEY) && !open.has(name.slice(KEY.length))) await sendOne(name.slice(KEY.length));
  }
}

/** One tab at a time, so that nothing is sent twice. @param {string} id */
function sendOne(id) {
  const run = async () => {
    const text = localStorage.getItem(KEY + id);
    if (text === null) return false;
    try {
      if ((await libraryName()) === null) return false;
      await library("play", JSON.parse(text));
    } catch (error) {
      // What the library will never take is not kept for it; all else is tried again later.
      if (error instanceof Refused && !(error instanceof Locked)) localStorage.removeItem(KEY + id);
      return false;
    }
    localStorage.removeItem(KEY + id);
    return true;
  };
  return navigator.locks ? navigator.locks.request("gw:sending", run) : run();
}
