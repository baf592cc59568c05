// Whether somebody can be reached who answers: the server, or the engine in the page as long as it has not
// been fetched. Whoever is away is asked again and again until they are back.

import { Unreachable } from "./errors.js";

/** How long to wait between attempts; the last one is repeated. In milliseconds. */
const PATIENCE = [500, 1_000, 2_000, 3_000];

/** Fires `away` and `back`, whoever it is. */
export const connection = new EventTarget();

export class Reach {
  away = false;

  /** @param {() => Promise<unknown>} knock is anybody there? Rejected with `Unreachable` if not */
  constructor(knock) {
    this.knock = knock;
  }

  found() {
    if (!this.away) return;
    this.away = false;
    connection.dispatchEvent(new Event("back"));
  }

  lost() {
    if (this.away) return;
    this.away = true;
    connection.dispatchEvent(new Event("away"));
    this.#try(0);
  }

  /** @param {number} attempt */
  #try(attempt) {
    setTimeout(async () => {
      if (!this.away) return;
      try {
        await this.knock();
        this.found();
      } catch (error) {
        if (error instanceof Unreachable) this.#try(attempt + 1);
      }
    }, PATIENCE[Math.min(attempt, PATIENCE.length - 1)]);
  }
}
