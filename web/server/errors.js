// Why there is no answer.

/** Nobody answered at all, or not as they should. */
export class Unreachable extends Error {
  /** @param {boolean} [broken] it did answer, and said that it broke down over this very request */
  constructor(broken = false) {
    super();
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

/** @param {{ error?: { message?: string, line?: number, column?: number } }} answer */
export function refusal({ error }) {
  const place = error?.line ? ` (line ${error.line}, column ${error.column ?? 1})` : "";
  return new Refused((error?.message ?? "This was refused.") + place);
}
