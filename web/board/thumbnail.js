// Small pictures of puzzles in lists, drawn when they come into sight.

import { picture } from "./scene.js";
import { call } from "../server/api.js";

/** @import {Puzzle} from "../protocol.d.ts" */

/**
 * Nothing is fetched that nobody scrolls to.
 * @param {HTMLElement} element
 * @param {() => void} run
 */
export function whenSeen(element, run) {
  const watcher = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    watcher.disconnect();
    run();
  }, { rootMargin: "100px" });
  watcher.observe(element);
}

/**
 * Draw a puzzle into an element, when the server gets to it.
 * @param {HTMLElement} element
 * @param {Puzzle} puzzle
 * @param {number[]} [board]
 * @param {boolean} [met] grey out the clues that are met
 */
export async function sketch(element, puzzle, board, met = true) {
  try {
    const { scene } = await call("show", { puzzle, ...(board && { board }), look: { met } });
    element.replaceChildren(picture(scene));
  } catch {
    // A name without a picture will do.
  }
}
