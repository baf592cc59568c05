// What is said when something asked for was not done.

import { Refused, Unreachable } from "../server/api.js";

/** @import {Shell} from "./shell.d.ts" */

export const NEEDS_SERVER = "This needs the server, which cannot be reached right now.";

/** @param {unknown} error @param {Shell} app */
export function complain(error, app) {
  if (error instanceof Refused) app.notify(error.message);
  else if (error instanceof Unreachable) app.notify(NEEDS_SERVER);
  else throw error;
}

/** Where it was asked for, instead of to everybody. @param {unknown} error @param {HTMLElement} element */
export function complainIn(error, element) {
  if (error instanceof Refused) element.textContent = error.message;
  else if (error instanceof Unreachable) element.textContent = "The server cannot be reached; try again in a moment.";
  else throw error;
}
