// Why there is no answer.

/** Who answers, and what is said of them when they do not. @typedef {{ name: string, away: string }} Answerer */

/** @type {Answerer} */
export const SERVER = { name: "the server", away: "cannot be reached" };
/** @type {Answerer} */
export const ENGINE = { name: "the engine of this page", away: "cannot be loaded" };

/** Nobody answered at all, or not as they should. */
export class Unreachable extends Error {
  /**
   * @param {Answerer} [who]
   * @param {boolean} [broken] it did answer, and said that it broke down over this very request
   */
  constructor(who = SERVER, broken = false) {
    super(`T${who.name.slice(1)} ${who.away}.`);
    this.who = who;
    this.broken = broken;
  }
}

/** There is an answer, and it is no. */
export class Refused extends Error {}

/** The server has a library, or is on a network, but not for this browser. */
export class Locked extends Refused {
  constructor() {
    super("This opens only in a browser in which the address that the server printed has been opened.");
  }
}

/** There is no room for it now. */
export class Full extends Refused {
  constructor() {
    super("There is no more room in this browser: nothing was saved. Export and delete some puzzles, then try again.");
  }
}

/** @param {{ error?: { message?: string, line?: number, column?: number } }} answer */
export function refusal({ error }) {
  const place = error?.line ? ` (line ${error.line}, column ${error.column ?? 1})` : "";
  return new Refused((error?.message ?? "This was refused.") + place);
}
