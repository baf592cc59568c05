// A browser whose storage is full or switched off: everything works as long as the page is open, and it is said
// that nothing of it is kept.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { withFinger, withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, drawing, notified, openText, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

/** Until not one more letter fits. @param {Page} page */
function fill(page) {
  return page.evaluate(() => {
    let text = "x".repeat(8_000_000);
    for (let size = text.length; size > 0; size = Math.floor(size / 2)) {
      const before = localStorage.getItem("filler") ?? "";
      try {
        localStorage.setItem("filler", before + text.slice(0, size));
      } catch {
        // Half of it may fit.
      }
    }
    text = "";
  });
}

/** Does the browser ask before it leaves the page? @param {Page} page */
function warns(page) {
  return page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
}

/** What is kept under such names. @param {Page} page @param {string} prefix */
function names(page, prefix) {
  return page.evaluate((begin) => Object.keys(localStorage).filter((name) => name.startsWith(begin)), prefix);
}

test("with a full storage a puzzle is begun and played, it is said, and kept as soon as there is room", () => inBrowser(WIDE, async (page) => {
  const [{ text, strokes }] = cases;
  await page.goto(server.url);
  await page.locator(".family").first().waitFor();
  await settled(page);
  await fill(page);
  assert(!(await warns(page)));
  await page.locator(".sample").first().click();
  await shown(page);
  await notified(page, "The browser’s storage is full");
  await page.screenshot({ path: join(ARTEFACTS, "storage-full.png") });

  await openText(page, server.url, text);
  await withMouse(page, strokes.slice(0, 2));
  const mine = await drawing(page);
  const here = page.url();
  assert.deepEqual(await names(page, "gw:log:"), [], "there is no room for it");
  assert(await warns(page), "whoever leaves the page is asked first");
  await page.goto(`${server.url}#/`);
  await page.locator(".kept-card").first().click();
  await shown(page);
  assert.equal(page.url(), here);
  assert.equal(await drawing(page), mine, "on this page it is all there");

  await page.evaluate(() => localStorage.removeItem("filler"));
  await withMouse(page, strokes.slice(2, 3));
  await settled(page);
  assert(!(await warns(page)), "now it is kept");
  const more = await drawing(page);
  await page.reload();
  await shown(page);
  assert.equal(await drawing(page), more);
}));

test("with a full storage a drawing goes on", () => inBrowser(WIDE, async (page) => {
  await page.goto(`${server.url}#/draw`);
  await page.getByRole("button", { name: "Start drawing" }).waitFor();
  await settled(page);
  await fill(page);
  await page.getByRole("button", { name: "Start drawing" }).click();
  await page.waitForURL(/#\/draft\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await notified(page, "The browser’s storage is full");
  assert(await warns(page));
  await page.getByRole("link", { name: "All drawings" }).click();
  await page.locator(".kept-card").first().waitFor();
}));

for (const [name, options, hands] of /** @type {const} */ ([["wide", WIDE, withMouse], ["on a phone", PHONE, withFinger]])) {
  test(`where nothing is kept at all every view works, and it is said, ${name}`, () => inBrowser(options, async (page) => {
    await page.addInitScript(() => {
      const no = () => { throw new DOMException("no", "SecurityError"); };
      Object.defineProperty(window, "localStorage", { get: no });
      LockManager.prototype.request = async () => no();
      LockManager.prototype.query = async () => no();
    });
    const [{ text, strokes }] = cases;
    await page.goto(server.url);
    await page.locator(".family").first().waitFor();
    await openText(page, server.url, text);
    await notified(page, "This browser keeps nothing");
    await page.screenshot({ path: join(ARTEFACTS, `storage-none-${name.replaceAll(" ", "-")}.png`) });
    await hands(page, strokes.slice(0, 1));
    await page.goto(`${server.url}#/`);
    await page.locator(".kept-card").first().click();
    await shown(page);
    await hands(page, strokes.slice(1));
    await page.getByText("Solved", { exact: true }).waitFor();
    assert.doesNotMatch(await page.locator("#notice").innerText(), /another tab/);
    for (const view of ["draw", "generate", "analyse", "library"]) {
      await page.goto(`${server.url}#/${view}`);
      await page.locator(`#main[aria-busy=false] .view`).waitFor();
      await settled(page);
    }
    assert(await warns(page));
  }));
}
