// The browser's storage, as far as it goes. What it does not take, because it is full or switched off, is held
// here until there is room, at the latest until the page is left; and that is said. So whoever writes something
// always finds it again on this page.

/** What the storage did not take, by its names. @type {Map<string, string>} */
const held = new Map();

/** @type {(words: string) => void} */
let say = () => {};

/** @param {(words: string) => void} tell what to do with the words that something is not kept */
export function onTrouble(tell) {
  say = tell;
}

/** Does this browser keep nothing at all, as some private windows do? */
export function keepsNothing() {
  try {
    localStorage.getItem("");
    return false;
  } catch {
    return true;
  }
}

/** @param {string} name @returns {string | null} */
export function get(name) {
  try {
    return held.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} text */
export function put(name, text) {
  if (write(name, text)) {
    catchUp();
    return;
  }
  const first = held.size === 0;
  held.set(name, text);
  if (!first) return;
  addEventListener("beforeunload", warn);
  say(keepsNothing()
    ? "This browser keeps nothing: what you play and draw is lost when the page is left."
    : "The browser’s storage is full: delete some started puzzles or drawings, or what you do now is lost when the page is left.");
}

/** @param {string} name */
export function remove(name) {
  held.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // Then it was never there.
  }
  catchUp();
}

/** There may be room now for what is held. */
function catchUp() {
  if (held.size === 0) return;
  for (const [name, text] of held) if (!write(name, text)) return;
  removeEventListener("beforeunload", warn);
}

/** @returns {string[]} */
export function names() {
  try {
    return [...new Set([...Object.keys(localStorage), ...held.keys()])];
  } catch {
    return [...held.keys()];
  }
}

/** @param {string} name @param {string} text */
function write(name, text) {
  try {
    localStorage.setItem(name, text);
    held.delete(name);
    return true;
  } catch {
    return false;
  }
}

/** The browser asks whether the page is really to be left. @param {Event} event */
function warn(event) {
  event.preventDefault();
}
