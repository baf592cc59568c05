// What is done in order, one thing at a time: each begins when the one before it has its answer.
//
// What is waiting when the server goes away is dropped: it might surprise when the server comes back.

import { Refused, Unreachable, connection } from "./api.js";

export class Queue {
  /** @type {{ task: () => Promise<void> | void, done: () => void }[]} */
  #waiting = [];
  #busy = false;
  #ends = new AbortController();

  /**
   * @param {(why: string | null) => void} onfailed something was not done: the server refused it in these
   *   words, or is away
   * @param {() => Promise<void>} onback what to do when the server is back
   */
  constructor(onfailed, onback) {
    this.onfailed = onfailed;
    const { signal } = this.#ends;
    connection.addEventListener("away", () => this.#drop(), { signal });
    connection.addEventListener("back", () => this.do(onback), { signal });
  }

  get busy() {
    return this.#busy;
  }

  close() {
    this.#ends.abort();
  }

  /** @param {() => Promise<void> | void} task @returns {Promise<void>} when it is done, or dropped */
  do(task) {
    return new Promise((done) => {
      this.#waiting.push({ task, done });
      this.#run();
    });
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        try {
          await next.task();
        } catch (error) {
          if (error instanceof Unreachable) this.#drop();
          else if (!(error instanceof Refused)) throw error;
          this.onfailed(error instanceof Refused ? error.message : null);
        } finally {
          next.done();
        }
      }
    } finally {
      this.#busy = false;
    }
  }

  #drop() {
    for (const { done } of this.#waiting.splice(0)) done();
  }
}
