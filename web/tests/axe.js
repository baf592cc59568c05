// axe-core finds nothing on what a page shows now, and nothing is cut off or sticks out.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { settled } from "./harness.js";

/** @import {Page} from "playwright-core" */

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param {Page} page @param {string} where */
export async function judge(page, where) {
  await settled(page);
  // Not through a script tag: the page's own policy forbids it.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations
      .map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], where);
  assert.deepEqual(await page.evaluate(misfits), [], where);
}

/** Runs in the page: what does not fit where it is. @returns {string[]} */
function misfits() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide, its window ${clientWidth}`] : [];
  const scrolls = (/** @type {Element} */ element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
  const words = (/** @type {Element} */ element) => `“${element.textContent?.trim().slice(0, 60)}”`;
  for (const button of document.querySelectorAll("main button, main a.button, dialog[open] button, dialog[open] label")) {
    const parent = button.parentElement;
    if (!parent || !button.checkVisibility() || scrolls(parent) || getComputedStyle(button).position === "absolute") continue;
    if (button.getBoundingClientRect().right > parent.getBoundingClientRect().right + 1) found.push(`${words(button)} sticks out`);
    if (button.scrollWidth > button.clientWidth + 1) found.push(`${words(button)} does not fit`);
  }
  for (const text of document.querySelectorAll(".verdict-words, .verdict-words *")) {
    if (text.checkVisibility() && getComputedStyle(text).display !== "inline" && text.scrollHeight > text.clientHeight + 1) found.push(`${words(text)} is cut off`);
  }
  return found;
}
