// What the player prefers, on this browser, for all puzzles and tabs.

import { call } from "../server/api.js";

/** @import {LevelsResponse, Player} from "../protocol.d.ts" */

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "more"} contrast
 * @property {"off" | "rules"} check while playing
 * @property {boolean} met grey out clues that are met
 * @property {boolean} tidy pencil marks after each entry
 * @property {boolean} timer shown
 * @property {boolean} numbers of rows and columns beside the board
 * @property {Record<string, string>} hands what click, right click and drag mean, by the names of families, where it is not as usual
 * @property {Player["id"]} level of the player: which rules hints take first
 */

const KEY = "gw:settings";

/** @type {Settings} */
const DEFAULTS = { theme: "auto", contrast: "auto", check: "rules", met: true, tidy: false, timer: true, numbers: false, hands: {}, level: "practised" };

/** @type {Settings} */
export const settings = { ...DEFAULTS };

/** Fires `change`. */
export const settingsChanged = new EventTarget();

/** @type {Promise<LevelsResponse> | null} */
let asked = null;

/** The levels of rules, and the kinds of players, as the server knows them. @returns {Promise<LevelsResponse>} */
export function scale() {
  return (asked ??= call("levels", {})).catch((error) => {
    asked = null;
    throw error;
  });
}

/** What the server knows about players like this one. */
export async function player() {
  const { players } = await scale();
  const find = (/** @type {string} */ name) => players.find(({ id }) => id === name);
  return /** @type {Player} */ (find(settings.level) ?? find(DEFAULTS.level));
}

/** @param {Partial<Settings>} some */
export function change(some) {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // They hold until the page is left.
  }
  use();
}

function load() {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
  } catch {
    // As if never set.
  }
  use();
}

function use() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.contrast = settings.contrast;
  settingsChanged.dispatchEvent(new Event("change"));
}

addEventListener("storage", (event) => {
  if (event.key === KEY) load();
});
load();
