// Stylesheets of views that are loaded when they are wanted.

import { h } from "./dom.js";

/** @type {Map<string, Promise<void>>} */
const wanted = new Map();

/** Until it is there. @param {string} href @returns {Promise<void>} */
export function stylesheet(href) {
  const before = wanted.get(href);
  if (before) return before;
  /** @type {Promise<void>} */
  const there = new Promise((resolve, reject) => {
    const link = h("link", { rel: "stylesheet", href });
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      // The next one to want it asks again.
      wanted.delete(href);
      reject(new Error(`${href} did not come`));
    });
    document.head.append(link);
  });
  wanted.set(href, there);
  return there;
}
