// What is written on the page is written in its own fonts, whatever is installed: no sign is
// borrowed from another one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PHONE, Server, WIDE, openText, settled } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

/**
 * The elements with text of their own that is drawn in a font of the machine.
 * @param {Page} page
 */
async function borrowed(page) {
  await settled(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send("DOM.enable");
  await browser.send("CSS.enable");
  const { root } = await browser.send("DOM.getDocument", { depth: 0 });
  await page.evaluate(() => {
    for (const element of document.body.querySelectorAll("*")) {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      element.toggleAttribute("data-own-text", own);
    }
  });
  const { nodeIds } = await browser.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-own-text]" });
  assert(nodeIds.length > 3, "there is something to read");
  const found = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await browser.send("CSS.getPlatformFontsForNode", { nodeId });
    const foreign = fonts.filter((font) => !font.isCustomFont).map((font) => font.familyName);
    if (foreign.length > 0) {
      const { outerHTML } = await browser.send("DOM.getOuterHTML", { nodeId });
      found.push(`${foreign.join()}: ${outerHTML.slice(0, 200)}`);
    }
  }
  await browser.detach();
  return found;
}

for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
  test(`every view is written in the page's own fonts, ${width}`, () => inBrowser(options, async (page) => {
    for (const name of ["Logic puzzles", "Library", "Draw", "Generate", "Analyse"]) {
      await page.goto(`${server.url}#/${name === "Logic puzzles" ? "" : name.toLowerCase()}`);
      await page.getByRole("heading", { level: 1, name }).waitFor();
      assert.deepEqual(await borrowed(page), [], name);
    }
  }));
}

test("boards and dialogs are written in the page's own fonts", () => inBrowser(WIDE, async (page) => {
  for (const { id, text } of cases) {
    await openText(page, server.url, text);
    assert.deepEqual(await borrowed(page), [], id);
  }
  for (const entry of ["Rules", "Settings", "Share or save"]) {
    await page.getByRole("button", { name: entry, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await borrowed(page), [], entry);
    await page.keyboard.press("Escape");
  }
}));

test("the fonts carry every sign that the page has in its files", () => inBrowser(WIDE, async (page) => {
  await page.goto(server.url);
  await page.locator(".family").first().waitFor();
  await settled(page);
  // Everything a script or a stylesheet of the page says, comments too, written out on it.
  await page.evaluate(async () => {
    const files = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => /\.(js|css)$/.test(name));
    const texts = await Promise.all(files.map(async (file) => (await fetch(file)).text()));
    const signs = [...new Set(texts.join(""))].filter((sign) => sign > "~").sort();
    for (const family of ["sans", "serif"]) {
      for (const sign of signs) {
        const line = document.createElement("p");
        line.style.setProperty("font-family", `var(--${family})`);
        line.textContent = sign;
        document.body.append(line);
      }
    }
  });
  assert.deepEqual(await borrowed(page), []);
}));
