// Asking for answers: of the engine in the page, if it carries one, otherwise of the server. Views do not
// know which. Neither keeps anything: every request carries what it needs, so any request may be sent again
// after the server was away.

import { EngineMissing, answer as answerHere, carriesEngine, longAnswer } from "../engine/engine.js";

import { keyFor, keepToken } from "./token.js";

/** @import {LibraryRequests, Requests} from "../protocol.d.ts" */

/** The server did not answer at all, or not as it should. */
export class Unreachable extends Error {
  /** @param {boolean} [broken] it did answer, and said that it broke down over this very request */
  constructor(broken = false) {
    super();
    this.broken = broken;
  }
}

/** The server answered, and its answer is no. */
export class Refused extends Error {}

/** The server has a library, but not for this browser. */
export class Locked extends Refused {
  constructor() {
    super("The library opens only in a browser in which the address that the server printed has been opened.");
  }
}

const TIMEOUT = 8_000;
/** How long to wait between attempts to reach a server that is away; the last one is repeated. */
const PATIENCE = [500, 1_000, 2_000, 3_000];

/** Fires `away` and `back`. */
export const connection = new EventTarget();

let away = false;

export function isAway() {
  return away;
}

/**
 * @template {keyof Requests} Op
 * @param {Op} op
 * @param {Requests[Op][0]} request
 * @returns {Promise<Requests[Op][1]>}
 */
export async function call(op, request) {
  const body = { op, ...request };
  const answer = await (carriesEngine ? here(() => answerHere(body)) : post("/api", body));
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
    found();
    return answer;
  } catch (error) {
    if (!(error instanceof EngineMissing)) throw error;
    lost();
    throw new Unreachable();
  }
}

/**
 * The same for the server's library.
 * @template {keyof LibraryRequests} Op
 * @param {Op} op
 * @param {LibraryRequests[Op][0]} request
 * @returns {Promise<LibraryRequests[Op][1]>}
 */
export async function library(op, request) {
  const answer = await post("/api/library", { op, ...request });
  if (!answer.ok) throw refusal(answer);
  return answer;
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
export function libraryJob(op, request, signal, onprogress) {
  return follow("/api/library/jobs", { op, ...request }, signal, onprogress);
}

/** @type {Promise<string | null> | null} */
let libraryAsked = null;
/** There is one, but this browser does not have its token. */
let locked = false;

export function isLibraryLocked() {
  return locked;
}

/** From now on the library is asked with this token. @param {string} token */
export function openLibrary(token) {
  keepToken(token);
  libraryAsked = null;
}

/** The name of the server's library file; null: it was started without one, keeps it locked, or there is no server. @returns {Promise<string | null>} */
export async function libraryName() {
  if (carriesEngine) return null;
  return (libraryAsked ??= askForLibrary()).catch((error) => {
    libraryAsked = null;
    throw error;
  });
}

async function askForLibrary() {
  let response;
  try {
    const address = "/api/library";
    response = await fetch(address, { headers: keyFor(address), signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status >= 500) throw new Unreachable();
  } catch {
    lost();
    throw new Unreachable();
  }
  locked = response.status === 401;
  const answer = response.ok ? await response.json() : {};
  return answer.library ? String(answer.name ?? "library") : null;
}

/**
 * The same in the background, for what may take longer. Aborting cancels it: the engine's worker is ended,
 * and a server notices that nobody is listening any more.
 * @template {keyof Requests} Op
 * @param {Op} op
 * @param {Requests[Op][0]} request
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<Requests[Op][1]>}
 */
export async function job(op, request, signal, onprogress) {
  const body = { op, ...request };
  if (!carriesEngine) return follow("/api/jobs", body, signal, onprogress);
  const answer = await here(() => longAnswer(body, signal, onprogress));
  if (!answer.ok) throw refusal(answer);
  return answer;
}

/**
 * @param {string} where it is started
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<any>}
 */
async function follow(where, body, signal, onprogress) {
  const started = await post(where, body);
  if (!started.ok) throw refusal(started);
  const events = new EventSource(`/api/jobs/${started.job}`);
  const over = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const cancel = () => reject(signal.reason);
      // It may have been cancelled while the job was being started.
      if (signal.aborted) cancel();
      else signal.addEventListener("abort", cancel, { signal: over.signal });
      events.addEventListener("progress", (event) => onprogress(JSON.parse(event.data).seconds));
      events.addEventListener("done", (event) => {
        const answer = JSON.parse(event.data);
        if (answer.ok) resolve(answer);
        else reject(refusal(answer));
      });
      events.addEventListener("error", () => {
        lost();
        reject(new Unreachable());
      });
    });
  } finally {
    over.abort();
    // A job ends with its listener. One that has none yet gets one that leaves at once.
    if (signal.aborted && events.readyState === EventSource.CONNECTING) {
      for (const what of ["open", "error"]) events.addEventListener(what, () => events.close());
    } else {
      events.close();
    }
  }
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

/**
 * @param {string} address
 * @param {object} body
 * @returns {Promise<any>}
 */
export async function post(address, body) {
  let answer;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...keyFor(address) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.status === 401) throw new Locked();
    if (response.status === 404) throw new Refused("The server does not know this request.");
    if (response.status === 413) throw new Refused("This is too large.");
    if (response.status >= 500) throw new Unreachable(response.status === 500);
    answer = await response.json();
  } catch (error) {
    if (error instanceof Refused) throw error;
    lost();
    throw error instanceof Unreachable ? error : new Unreachable();
  }
  found();
  return answer;
}

/** @param {{ error?: { message?: string, line?: number, column?: number } }} answer */
export function refusal({ error }) {
  const place = error?.line ? ` (line ${error.line}, column ${error.column ?? 1})` : "";
  return new Refused((error?.message ?? "This was refused.") + place);
}

function found() {
  if (!away) return;
  away = false;
  // It may have been started again, with another library or none.
  libraryAsked = null;
  connection.dispatchEvent(new Event("back"));
}

function lost() {
  if (away) return;
  away = true;
  connection.dispatchEvent(new Event("away"));
  knock(0);
}

/** @param {number} attempt */
function knock(attempt) {
  setTimeout(async () => {
    if (!away) return;
    try {
      await call("open", { text: "" });
    } catch (error) {
      if (error instanceof Unreachable) knock(attempt + 1);
    }
  }, PATIENCE[Math.min(attempt, PATIENCE.length - 1)]);
}
