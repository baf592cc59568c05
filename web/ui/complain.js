// What is said when something asked for was not done.

import { Refused, Unreachable, answerer } from "../server/api.js";

/** @import {Complaint} from "../protocol.d.ts" */
/** @import {Shell} from "./shell.d.ts" */

/** Something cannot be done, because nobody answers. */
export function needs(who = answerer) {
  return `This needs ${who.name}, which ${who.away} right now.`;
}

/**
 * What the program says to whoever types commands, and what is said here instead.
 * @type {[RegExp, string][]}
 */
const ON_THE_PAGE = [
  [/none of the formats that can be read/, "This does not look like a puzzle. Paste a link to one, a game ID, or the text of a puzzle file."],
  [/holds no puzzle/, "There is no puzzle in this link that can be read here."],
];

/** @param {unknown} error @param {Shell} app */
export function complain(error, app) {
  if (error instanceof Refused) app.notify(error.message);
  else if (error instanceof Unreachable) app.notify(needs(error.who));
  else throw error;
}

/** Where it was asked for, instead of to everybody. @param {unknown} error @param {HTMLElement} element */
export function complainIn(error, element) {
  if (error instanceof Refused) element.textContent = error.message;
  else if (error instanceof Unreachable) element.textContent = `${error.message} Try again in a moment.`;
  else throw error;
}

/**
 * Why a text cannot be read. A place in it helps only where there is more than one line.
 * @param {Complaint} complaint
 * @param {string} text
 */
export function unreadable({ message, line, column }, text) {
  const instead = ON_THE_PAGE.find(([pattern]) => pattern.test(message))?.[1];
  const words = instead ?? sentence(message);
  const lines = text.trim().split("\n").length;
  return line && lines > 1 ? `Line ${line}, column ${column ?? 1}: ${words}` : words;
}

/** Why parts of a text cannot be read: the first of them, and how many more there are. @param {Complaint[]} errors @param {string} text */
export function firstOf(errors, text) {
  const most = 3;
  const more = errors.length > most ? [`And ${errors.length - most} more.`] : [];
  return [...errors.slice(0, most).map((error) => unreadable(error, text)), ...more].join(" ");
}

/** @param {string} words */
function sentence(words) {
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
