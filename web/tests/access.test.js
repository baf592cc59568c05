// axe-core finds nothing serious on any page or dialog, in light and dark and high contrast.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { withMouse } from "./hands.js";
import { PHONE, Server, WIDE, openText, settled } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
let axe = "";
before(async () => {
  await server.start();
  cases = await casesOf(server);
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
after(() => server.stop());

/** @param {Page} page @param {string} where */
async function judge(page, where) {
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

for (const [look, options, contrast] of /** @type {const} */ ([
  ["light", { ...WIDE, colorScheme: "light" }, "auto"],
  ["dark", { ...WIDE, colorScheme: "dark" }, "auto"],
  ["high contrast", { ...WIDE, colorScheme: "dark" }, "more"],
  ["phone", { ...PHONE, colorScheme: "light" }, "auto"],
])) {
  test(look, () => inBrowser(options, async (page) => {
    const narrow = look === "phone";
    await page.goto(server.url);
    await page.evaluate((contrast) => localStorage.setItem("gw:settings", JSON.stringify({ contrast })), contrast);
    await page.reload();
    assert.equal(await page.locator("html").getAttribute("data-contrast"), contrast);
    for (const { name, text, strokes, mistake } of cases) {
      await openText(page, server.url, text);
      await withMouse(page, strokes.slice(0, 2));
      await judge(page, `${name}, ${look}`);
      await page.keyboard.press("t");
      await withMouse(page, mistake);
      await judge(page, `${name} with a trial and a mistake, ${look}`);
    }
    for (const entry of ["Rules and how to play", "Settings", "Share or save", "Start again", "Keyboard"]) {
      if (narrow) await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("button", { name: entry, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      await judge(page, `${entry}, ${look}`);
      await page.keyboard.press("Escape");
    }
    if (narrow) await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByText("The solution", { exact: true }).waitFor();
    await judge(page, `solution, ${look}`);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Pause" }).click();
    await judge(page, `pause, ${look}`);
    await page.goto(server.url);
    await page.locator(".card").first().waitFor();
    await judge(page, `start, ${look}`);
  }));
}
