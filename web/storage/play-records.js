// How puzzles were played, for the library, if there is one.
//
// A record is appended once and never changed, so it is sent when all is known: when the player has
// said what they think, or leaves the puzzle. Until the library has it, it lies in the browser's
// storage (gw:due:<session>), so neither a crash nor a server that is away loses it.
//
// A record goes with the whole puzzle, not with its number: by the time it is sent the puzzle may have moved
// into another library, where the number is that of another one. Whoever goes on playing a puzzle that was
// removed from the library has it there again.

import { Full, Locked, Refused, library, libraryName } from "../server/api.js";
import { alone, openElsewhere } from "./locks.js";
import { get, names, put, remove } from "./store.js";

/** @import {Play, Puzzle} from "../protocol.d.ts" */
/** @import {History} from "./history.js" */
/** @import {Session} from "./sessions.js" */

/** @typedef {{ puzzle: Puzzle, play: Play }} Due */
/** What the player is told. @typedef {(words: string) => void} Say */

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
  if (moves === 0 || get(NOTED + session.id) === String(moves)) return;
  const done = history.moves();
  const play = {
    at: Math.floor(Date.now() / 1000), solved: complete, ...word,
    // How quickly somebody was with the program's help is no record.
    ...(!helped && { seconds: Math.round(session.clock() / 1000) }),
    board: history.board, ...(done.flat().length <= MOST && { moves: done }),
  };
  /** @type {Due} */
  const due = { puzzle: session.puzzle, play };
  put(KEY + session.id, JSON.stringify(due));
}

/**
 * Send the note of a session.
 * @param {Session} session
 * @param {Say} say
 * @returns {Promise<boolean>} whether the library has it now
 */
export function send(session, say) {
  const { id, summary: { moves } } = session;
  return sendOne(id, say).then((sent) => {
    if (sent) put(NOTED + id, String(moves));
    return sent;
  });
}

/** The player has more to say than the last record knows. @param {Session} session */
export function noteAgain(session) {
  remove(NOTED + session.id);
}

/** Send what is left over from sessions that no tab has open. @param {Say} say */
export async function sendAll(say) {
  const open = await openElsewhere();
  const due = names().filter((name) => name.startsWith(KEY)).map((name) => name.slice(KEY.length));
  for (const id of due.filter((each) => !open.has(each))) await sendOne(id, say);
}

/** One tab at a time, so that nothing is sent twice. @param {string} id @param {Say} say */
function sendOne(id, say) {
  return alone("sending", async () => {
    const text = get(KEY + id);
    if (text === null) return false;
    try {
      if ((await libraryName()) === null) return false;
      await library("play", JSON.parse(text));
    } catch (error) {
      if (error instanceof Full) say("There is no more room in this browser for how you played. It waits until you have exported and deleted some puzzles of the library.");
      // All that may be taken later is tried again then.
      if (!(error instanceof Refused) || error instanceof Locked || error instanceof Full) return false;
      say(`The library did not take how you played: ${error.message}`);
      remove(KEY + id);
      return false;
    }
    remove(KEY + id);
    return true;
  });
}
