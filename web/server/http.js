// The server: one request and one answer, or a job that is listened to. It keeps nothing: every request
// carries what it needs, so any request may be sent again after the server was away.

import { Locked, Refused, SERVER, Unreachable, refusal } from "./errors.js";
import { Reach } from "./reach.js";
import { keyFor } from "./token.js";

const TIMEOUT = 8_000;

/** Whether it can be reached. */
export const server = new Reach(() => post("/api", { op: "open", text: "" }));

/**
 * @param {string} address
 * @param {object} body
 * @param {RequestInit} [more]
 * @returns {Promise<any>} the answer, which may be a refusal
 */
export async function post(address, body, more = {}) {
  let answer;
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...keyFor(address) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
      ...more,
    });
    if (response.status === 401) throw new Locked();
    if (response.status === 404) throw new Refused("The server does not know this request.");
    if (response.status === 413) throw new Refused("This is too large.");
    if (response.status >= 500) throw new Unreachable(SERVER, response.status === 500);
    answer = await response.json();
  } catch (error) {
    if (error instanceof Refused) throw error;
    server.lost();
    throw error instanceof Unreachable ? error : new Unreachable();
  }
  server.found();
  return answer;
}

/** @param {string} address @returns {Promise<{ status: number, answer: any }>} */
export async function get(address) {
  try {
    const response = await fetch(address, { headers: keyFor(address), signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status >= 500) throw new Unreachable();
    return { status: response.status, answer: response.ok ? await response.json() : {} };
  } catch {
    server.lost();
    throw new Unreachable();
  }
}

/**
 * Work in the background. Aborting cancels it: the server notices that nobody is listening any more.
 * @param {string} where it is started
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(seconds: number) => void} onprogress
 * @returns {Promise<any>}
 */
export async function follow(where, body, signal, onprogress) {
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
        server.lost();
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
