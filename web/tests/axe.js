// axe-core finds nothing serious on what a page shows now.

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
      .filter((/** @type {any} */ each) => each.impact === "serious" || each.impact === "critical")
      .map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], where);
}
