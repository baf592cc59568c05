// What is done in order, one thing at a time: each begins when the one before it has its answer.
//
// What is done by hand is never dropped: if the server goes away meanwhile, it and everything behind it
// wait until the server is back. What only asks something is given up instead.

import { Refused, Unreachable, connection, isAway } from "./api.js";

/**
 * @typedef {object} Task
 * @property {() => Promise<void> | void} task
 * @property {boolean} insists
 * @property {() => boolean} wanted
 * @property {boolean} held it was begun, and waits for the server
 * @property {number} failures
 * @property {() => void} done
 */

/** A server that answers, but breaks this often over the same thing, will not do it. */
const ENOUGH = 3;

export class Queue {
  /** @type {Task[]} */
  #waiting = [];
  #running = false;
  #ends = new AbortController();

  /**
   * @param {(why: string | null) => void} onfailed something was not done: the server refused it in these
   *   words, or is away
   * @param {() => Promise<void>} onback what to do when the server is back and all that waited is done
   * @param {() => boolean} [away] is it away now?
   */
  constructor(onfailed, onback, away = isAway) {
    this.onfailed = onfailed;
    this.away = away;
    connection.addEventListener("back", () => this.do(onback), { signal: this.#ends.signal });
  }

  /** Is something being done, or waiting for the server? */
  get busy() {
    return this.#running || this.#waiting.length > 0;
  }

  get closed() {
    return this.#ends.signal.aborted;
  }

  /** What still waits is not done, and nobody waits for it. */
  close() {
    this.#ends.abort();
    for (const { done } of this.#waiting.splice(0)) done();
  }

  /** @param {() => Promise<void> | void} task given up if the server is away @returns {Promise<void>} when it is done, or given up */
  do(task) {
    return this.#add(task, false);
  }

  /**
   * @param {() => Promise<void> | void} task begun again when the server is back, if it goes away meanwhile
   * @param {() => boolean} [wanted] is it still to be done? What is not is not waited for (`unblock`)
   * @returns {Promise<void>} when it is done
   */
  insist(task, wanted) {
    return this.#add(task, true, wanted);
  }

  /** Something that waits for the server is not wanted any more. */
  unblock() {
    this.#run();
  }

  /** @param {Task["task"]} task @param {boolean} insists @param {Task["wanted"]} [wanted] @returns {Promise<void>} */
  #add(task, insists, wanted = () => true) {
    return new Promise((done) => {
      this.#waiting.push({ task, insists, wanted, held: false, failures: 0, done });
      this.#run();
    });
  }

  async #run() {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#waiting[0]; next && !this.closed; next = this.#waiting[0]) {
        if (next.wanted()) {
          if (next.held && this.away()) return;
          if (!(await this.#try(next))) continue;
        }
        if (this.#waiting[0] === next) this.#waiting.shift();
        next.done();
      }
    } finally {
      this.#running = false;
    }
  }

  /** @param {Task} next @returns {Promise<boolean>} false: it has to be begun again, once the server is back */
  async #try(next) {
    try {
      await next.task();
    } catch (error) {
      if (error instanceof Unreachable) {
        next.failures += Number(error.broken);
        const hopeless = next.failures >= ENOUGH;
        next.held = next.insists && !hopeless;
        this.onfailed(hopeless ? "The server cannot do this." : null);
        return !next.held;
      } else if (error instanceof Refused) {
        this.onfailed(error.message);
      } else {
        this.#waiting.shift();
        next.done();
        throw error;
      }
    }
    return true;
  }
}
