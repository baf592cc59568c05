// Workers of the engine that hang, or want more memory than there is: they are ended within their budget, the
// page says so, and the next gesture finds another one.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { withMouse } from "../hands.js";
import { ARTEFACTS, Server, WIDE, drawing, notified, openText, settled } from "../harness.js";
import { casesOf } from "../puzzles.js";
import { host } from "../static.js";
import { inBrowser } from "../suite.js";

/** @import {Page} from "playwright-core" */
/** @import {Profile} from "../harness.js" */

const EDITION = process.env.GRIDWRIGHT_EDITION ?? "";

/** Only to know solutions. */
const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
/** @type {Awaited<ReturnType<typeof host>>} */
let site;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  [site] = await Promise.all([host(EDITION), server.start()]);
  cases = await casesOf(server);
});
after(async () => {
  site.server.closeAllConnections();
  site.server.close();
  await server.stop();
});

/**
 * The engine's own worker, which does this first when it is asked for a hint or for puzzles.
 * @param {Page} page
 * @param {Profile} profile
 * @param {string} deed
 */
async function spoil(page, profile, deed) {
  profile.expected = [/Service Worker registration blocked by Playwright/];
  await page.route(/\/engine\/worker\.js$/, (route) => route.fulfill({
    contentType: "text/javascript",
    body: `
      import { Instance } from "./instance.js";
      const { answer } = Instance.prototype;
      Instance.prototype.answer = function (request, milliseconds) {
        if (/"op":"(hint|generate)"/.test(request)) { ${deed} }
        return answer.call(this, request, milliseconds);
      };
      import "./worker.js?as-it-is";`,
  }));
  // Patience as players have it, and it is written down who had how much. Nobody waits a minute for a test.
  await page.addInitScript(() => {
    const page = /** @type {any} */ (window);
    const { timeout } = AbortSignal;
    page.impatient = true;
    page.budgets = [];
    AbortSignal.timeout = (milliseconds) => {
      page.budgets.push(milliseconds);
      return timeout.call(AbortSignal, milliseconds > 10_000 ? milliseconds / 10 : milliseconds);
    };
  });
}

/** @param {Page} page @returns {Promise<number[]>} */
const budgets = (page) => page.evaluate(() => /** @type {any} */ (window).budgets);

test("a worker that hangs is ended after its budget, and it is said", () => inBrowser({ ...WIDE, serviceWorkers: "block" }, async (page, profile) => {
  await spoil(page, profile, "for (;;);");
  const [{ text, strokes }] = cases;
  await openText(page, site.url, text);
  const before = await drawing(page);
  await page.evaluate(() => { /** @type {any} */ (window).budgets = []; });
  await page.keyboard.press("h");
  await notified(page, "This took too long and was stopped.");
  assert.deepEqual(await budgets(page), [5_000], "two seconds, and three to stop");
  await page.screenshot({ path: join(ARTEFACTS, "edition-hangs.png") });
  await withMouse(page, strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  assert.notEqual(await drawing(page), before);

  await page.goto(`${site.url}#/generate`);
  await page.getByRole("button", { name: "Generate" }).waitFor();
  await settled(page);
  await page.evaluate(() => { /** @type {any} */ (window).budgets = []; });
  await page.getByRole("button", { name: "Generate" }).click();
  await page.locator("main").getByText("This took too long and was stopped.").waitFor();
  assert.deepEqual((await budgets(page)).filter((each) => each > 10_000).slice(0, 1), [63_000], "a minute, and three seconds to stop");
}));

test("a worker that wants more memory than there is breaks down, and it is said", () => inBrowser({ ...WIDE, serviceWorkers: "block" }, async (page, profile) => {
  // As if the request were longer than the memory that the engine may have.
  await spoil(page, profile, "TextEncoder.prototype.encode = () => ({ length: 600 * 2 ** 20 });");
  const [{ text, strokes }] = cases;
  await openText(page, site.url, text);
  await page.keyboard.press("h");
  await notified(page, "too large for this browser");
  await page.screenshot({ path: join(ARTEFACTS, "edition-no-memory.png") });
  await withMouse(page, strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
}));
