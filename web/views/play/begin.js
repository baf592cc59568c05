// Beginning to play a puzzle. Whoever has begun it before is not made to start over.

import { Refused, call } from "../../server/api.js";
import { openElsewhere } from "../../storage/locks.js";
import { Session, holds, started } from "../../storage/sessions.js";
import { ask } from "../../ui/dialogs.js";
import { unreadable } from "../../ui/complain.js";
import { clock } from "../../ui/times.js";

/** @import {Opened, Puzzle} from "../../protocol.d.ts" */
/** @import {Shell} from "../../ui/shell.d.ts" */

/** The last unfinished attempt at a puzzle that no tab has open. @param {Puzzle} puzzle */
async function begun(puzzle) {
  const open = await openElsewhere();
  return started().find(({ id, complete }) => !complete && !open.has(id) && holds(id, puzzle));
}

/**
 * @param {Omit<Opened, "title"> & { title?: string | null, library?: number }} opened its title may be missing
 * @param {Shell} app
 */
export async function begin(opened, app) {
  const before = await begun(opened.puzzle);
  if (before) {
    const goOn = await ask("You have already started this puzzle", `Continue after ${clock(before.elapsed)}, or start again? Your first attempt is kept either way.`, "Continue", "Start again");
    if (goOn === null) return;
    if (goOn) {
      app.goTo(`#/play/${before.id}`);
      return;
    }
  }
  app.goTo(`#/play/${Session.begin(opened).id}`);
}

/**
 * Open the puzzle in the address. Whoever comes a second time continues where they left off.
 * @param {string} text
 * @param {Shell} app
 * @returns {Promise<string>} the session
 */
export async function openText(text, app) {
  const { puzzles, errors } = await call("open", { text });
  if (puzzles.length === 0) throw new Refused(errors[0] ? unreadable(errors[0], text) : "There is no puzzle in this link.");
  const before = await begun(puzzles[0].puzzle);
  if (before) app.notify("You have already started this puzzle: here is your board.");
  return before?.id ?? Session.begin(puzzles[0]).id;
}
