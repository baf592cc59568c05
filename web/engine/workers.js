// The workers that the engine runs in. Whatever is asked takes one that is idle or starts another; when all
// are busy it waits. Long work never takes the last one, so that a gesture need not wait for it.
//
// A worker that breaks down, takes too long, has taken too much memory or is not wanted any more is ended.
// Nothing is lost with it: it keeps nothing between two requests.

/** @import {Reply} from "./worker.js" */

/**
 * @typedef {object} Task
 * @property {string} request
 * @property {boolean} long
 * @property {(answer: string) => void} answer
 * @property {(error: unknown) => void} fail
 */

/** How long the engine works on a plain request and on long work, in milliseconds; the same as the server. */
export const LIMITS = { plain: 2_000, long: 60_000 };
/** How long work that was to stop may take to do so, before its worker is ended. */
const GRACE = 3_000;
/** A worker with more memory than this is not used again, since it never gives any back. */
const LARGE = 128 << 20;

/** The engine could not be started: its files cannot be reached, or there is no room for it. */
export class EngineMissing extends Error {}

export class Workers {
  /** @type {Worker[]} */
  #idle = [];
  /** @type {Map<Task, Worker>} */
  #busy = new Map();
  /** @type {Task[]} */
  #waiting = [];

  /**
   * @param {() => Worker} start a worker that has been given the module
   * @param {number} [most] at once
   */
  constructor(start, most = Math.min(Math.max(navigator.hardwareConcurrency || 2, 2), 6) + 1) {
    this.start = start;
    this.most = most;
  }

  /** So that the first gesture finds a worker that is ready. */
  warmUp() {
    if (this.#idle.length + this.#busy.size > 0) return;
    const worker = this.start();
    this.#idle.push(worker);
    // One that cannot even begin must not be waited for.
    worker.onerror = () => {
      this.#idle = this.#idle.filter((other) => other !== worker);
    };
  }

  /**
   * @param {string} request
   * @param {boolean} [long] it may take longer, and others may go first
   * @param {AbortSignal} [signal] ends it
   * @returns {Promise<string>} the answer, or one that says why there is none
   */
  ask(request, long = false, signal) {
    return new Promise((resolve, reject) => {
      /** @type {Task} */
      const task = { request, long, answer: resolve, fail: reject };
      const cancel = () => {
        this.#drop(task);
        reject(signal?.reason);
      };
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      signal?.addEventListener("abort", cancel);
      for (const how of /** @type {const} */ (["answer", "fail"])) {
        const then = task[how];
        task[how] = (/** @type {any} */ what) => {
          signal?.removeEventListener("abort", cancel);
          then(what);
        };
      }
      this.#waiting.push(task);
      this.#next();
    });
  }

  /** Begin whatever can begin; what is quick comes first. */
  #next() {
    for (const long of [false, true]) {
      for (const task of this.#waiting.filter((task) => task.long === long)) {
        if (this.#busy.size >= (long ? this.most - 1 : this.most)) return;
        this.#waiting.splice(this.#waiting.indexOf(task), 1);
        this.#begin(task);
      }
    }
  }

  /** @param {Task} task */
  #begin(task) {
    const worker = this.#idle.pop() ?? this.start();
    const milliseconds = task.long ? LIMITS.long : LIMITS.plain;
    this.#busy.set(task, worker);
    worker.onmessage = ({ data }) => this.#heard(task, worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#drop(task);
      task.fail(new EngineMissing(event.message));
    };
    AbortSignal.timeout(milliseconds + GRACE).addEventListener("abort", () => {
      if (this.#busy.get(task) !== worker) return;
      this.#drop(task);
      task.answer(sorry("This took too long and was stopped."));
    });
    worker.postMessage({ request: task.request, milliseconds });
  }

  /** @param {Task} task @param {Worker} worker @param {Reply} reply */
  #heard(task, worker, reply) {
    if ("broken" in reply) {
      this.#drop(task);
      task.answer(sorry(`This hit a defect in Gridwright, or was too large for this browser: ${reply.broken}`));
      return;
    }
    this.#busy.delete(task);
    if (reply.bytes > LARGE) worker.terminate();
    else this.#idle.push(worker);
    this.#next();
    task.answer(reply.answer);
  }

  /** It is not wanted any more, nor is the worker that was at it. @param {Task} task */
  #drop(task) {
    this.#waiting = this.#waiting.filter((other) => other !== task);
    this.#busy.get(task)?.terminate();
    this.#busy.delete(task);
    this.#next();
  }
}

/** An answer as the engine would say it. @param {string} message */
function sorry(message) {
  return JSON.stringify({ ok: false, error: { message } });
}
