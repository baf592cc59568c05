// What the player prefers, on this browser, for all puzzles and tabs.

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "more"} contrast
 * @property {"off" | "rules"} check while playing
 * @property {boolean} met grey out clues that are met
 * @property {boolean} tidy pencil marks after each entry
 * @property {boolean} timer shown
 * @property {"beginner" | "practised" | "expert"} level of the player: which rules hints take first
 */

const KEY = "gw:settings";

/** @type {Settings} */
const DEFAULTS = { theme: "auto", contrast: "auto", check: "rules", met: true, tidy: false, timer: true, level: "practised" };

/** @type {Settings} */
export const settings = { ...DEFAULTS };

/** Fires `change`. */
export const settingsChanged = new EventTarget();

/** The player's level as a number, and the highest level of rules that goes with it. */
export function player() {
  const level = { beginner: 1, practised: 2, expert: 3 }[settings.level] ?? 2;
  return { level, rules: level + 1 };
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
