// Asking for answers. Views do not know who gives them: the engine in the page, if it carries one, otherwise
// the server. Where there are both, the engine answers whatever a hand waits for, and the server keeps the
// library file and does long work, which it is quicker at; if it is away, the engine does that, too.

import { EngineMissing, answer as answerHere, carriesEngine, hasServer, longAnswer } from "../engine/engine.js";
import { ENGINE, SERVER, Unreachable, refusal } from "./errors.js";
import { follow, get, post, server } from "./http.js";
import { askRows, canKeepRows } from "./own-library.js";
import { Reach, connection } from "./reach.js";
import { keepForGood } from "../storage/rows.js";
import { keepToken } from "./token.js";

export { Full, Locked, Refused, Unreachable } from "./errors.js";
export { connection };

/** @import {LibraryRequests, Requests} from "../protocol.d.ts" */

/** Whoever answers what a hand waits for. */
const answering = carriesEngine ? new Reach(() => here(() => answerHere({ op: "open", text: "" }))) : server;

/** Who that is, for words about it. */
export const answerer = carriesEngine ? ENGINE : SERVER;

/** Does nobody answer what a hand waits for? */
export function isAway() {
  return answering.away;
}

/** Is the server away that keeps the library, while all else goes on? */
export function isLibraryAway() {
  return server !== answering && server.away;
}

/**
 * @template {keyof Requests} Op
 * @param {Op} op
 * @param {Requests[Op][0]} request
 * @returns {Promise<Requests[Op][1]>}
 */
export async function call(op, request) {
  const body = { op, ...request };
  return good(await (carriesEngine ? here(() => answerHere(body)) : post("/api", body)));
}

/** @param {any} answer */
function good(answer) {
  if (!answer.ok) throw refusal(answer);
  return answer;
}

/**
 * Let the engine in the page do something. It is away as long as it has not been fetched.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function here(work) {
  try {
    const answer = await work();
    answering.found();
    return answer;
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    answering.lost();
    throw new Unreachable(ENGINE);
  }
}

/**
 * The same in the background, for what may take longer. Aborting cancels it.
 * @template {keyof Requests} Op
 * @param {Op} op
 * @param {Requests[Op][0]} request
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<Requests[Op][1]>}
 */
export async function job(op, request, signal, onprogress) {
  const body = { op, ...request };
  if (hasServer && !server.away) {
    try {
      return await follow("/api/jobs", body, signal, onprogress);
    } catch (error) {
      if (!carriesEngine || !(error instanceof Unreachable) || signal.aborted) throw error;
    }
  }
  if (!carriesEngine) throw new Unreachable();
  return good(await here(() => longAnswer(body, signal, onprogress)));
}

/**
 * At once if that is enough for an answer, otherwise in the background.
 * @template {keyof Requests} Op
 * @param {Op} op
 * @param {Requests[Op][0]} request
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} [onprogress]
 * @returns {Promise<Requests[Op][1]>}
 */
export async function patiently(op, request, signal, onprogress = () => {}) {
  const quick = await call(op, request);
  signal.throwIfAborted();
  return "status" in quick && quick.status === "unknown" ? job(op, request, signal, onprogress) : quick;
}

// ---- the library ----

/** Where puzzles are kept: the name of the server's file, or in this browser. @typedef {{ name: string, inBrowser: boolean }} Place */

/** @type {Promise<Place | null> | null} */
let libraryAsked = null;
/** There is one, but this browser does not have its token. */
let locked = false;
// The server may have been started again, with another library or none.
connection.addEventListener("back", () => { libraryAsked = null; });

export function isLibraryLocked() {
  return locked;
}

/** From now on the library is asked with this token. @param {string} token */
export function openLibrary(token) {
  keepToken(token);
  libraryAsked = null;
}

/** Null: nowhere. The server was started without a file or keeps it locked, or this browser keeps nothing. */
export async function libraryPlace() {
  return (libraryAsked ??= findLibrary()).catch((error) => {
    libraryAsked = null;
    throw error;
  });
}

/** The name of what keeps puzzles; null: nothing. @returns {Promise<string | null>} */
export async function libraryName() {
  return (await libraryPlace())?.name ?? null;
}

/** @returns {Promise<Place | null>} */
async function findLibrary() {
  if (hasServer) {
    const { status, answer } = await get("/api/library");
    locked = status === 401;
    if (locked) return null;
    if (answer.library) return { name: String(answer.name ?? "library"), inBrowser: false };
  }
  return carriesEngine && (await canKeepRows()) ? { name: "In this browser", inBrowser: true } : null;
}

/** Operations on many puzzles, which may take their time. */
const LONG = new Set(["add", "import", "export", "report", "opinions", "cluster", "rate"]);

/**
 * Ask the library, wherever it is.
 * @template {keyof LibraryRequests} Op
 * @param {Op} op
 * @param {LibraryRequests[Op][0]} request
 * @returns {Promise<LibraryRequests[Op][1]>}
 */
export async function library(op, request) {
  const place = await libraryPlace();
  return place?.inBrowser ? libraryHere(op, request) : good(await post("/api/library", { op, ...request }));
}

/**
 * Ask the library in this browser, even if there is another.
 * @template {keyof LibraryRequests} Op
 * @param {Op} op
 * @param {LibraryRequests[Op][0]} request
 * @param {AbortSignal} [signal]
 * @param {(seconds: number) => void} [onprogress]
 * @returns {Promise<LibraryRequests[Op][1]>}
 */
export async function libraryHere(op, request, signal = new AbortController().signal, onprogress = () => {}) {
  const ask = (/** @type {object} */ body) => here(() => (LONG.has(op) ? longAnswer(body, signal, onprogress) : answerHere(body)));
  const answer = await askRows({ op, ...request }, async (body) => good(await ask(body)));
  if (op === "add" || op === "import") keepForGood();
  return answer;
}

/** How many puzzles this browser keeps beside the library that is shown. @returns {Promise<number>} */
export async function leftInBrowser() {
  const place = await libraryPlace();
  if (!carriesEngine || !place || place.inBrowser || !(await canKeepRows())) return 0;
  return (await libraryHere("list", {})).total;
}

/**
 * The same in the background.
 * @template {keyof LibraryRequests} Op
 * @param {Op} op
 * @param {LibraryRequests[Op][0]} request
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<LibraryRequests[Op][1]>}
 */
export async function libraryJob(op, request, signal, onprogress) {
  const place = await libraryPlace();
  return place?.inBrowser ? libraryHere(op, request, signal, onprogress) : follow("/api/library/jobs", { op, ...request }, signal, onprogress);
}
