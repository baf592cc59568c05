// The library that this browser keeps, for pages without a server. What the requests mean is the engine's
// business (docs/protocol.md, `shelf`): it is given the rows that it needs, and says what is to be written.

import { canOpen, read, write } from "../storage/rows.js";

/** @import {Lacks, ShelfResponse} from "../protocol.d.ts" */

/** Another tab may be quicker this often, before something must be wrong. */
const ATTEMPTS = 50;

/** Does this browser keep anything at all? */
export function canKeepRows() {
  return canOpen();
}

/**
 * @param {object} request to the library
 * @param {(body: object) => Promise<ShelfResponse>} ask the engine
 * @returns {Promise<any>}
 */
export async function askRows(request, ask) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    /** @type {Lacks} */
    const wanted = { lines: false, ids: [], keys: [] };
    for (;;) {
      const { known, age } = await read(wanted);
      const now = Math.floor(Date.now() / 1000);
      const { answer, lacks, changes } = await ask({ op: "shelf", request, known, now });
      if (lacks) {
        wanted.lines ||= lacks.lines;
        wanted.ids.push(...lacks.ids);
        wanted.keys.push(...lacks.keys);
        continue;
      }
      if (!changes || (await write(changes, age))) return answer;
      // Another tab has changed something meanwhile: all over again.
      break;
    }
  }
  throw new Error("the library never stands still");
}
