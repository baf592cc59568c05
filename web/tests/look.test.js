// Pictures of everything, to be looked at. Nothing is judged here but that it can be shown.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, openText, settled } from "./harness.js";
import { casesOf, showpieces } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
/** @type {Awaited<ReturnType<typeof showpieces>>} */
let pieces;
before(async () => {
  await server.start();
  cases = await casesOf(server);
  pieces = await showpieces(server);
  await mkdir(ARTEFACTS, { recursive: true });
});
after(() => server.stop());

/** @param {Page} page @param {string} name */
async function shoot(page, name) {
  await settled(page);
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`pictures, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      const name = (/** @type {string} */ what) => `${what}-${width}-${colorScheme}`;
      await page.goto(server.url);
      await page.locator(".family").first().waitFor();
      await shoot(page, name("start"));
      for (const { id, half, whole } of pieces) {
        await openText(page, server.url, half);
        await shoot(page, name(`${id}-half`));
        await openText(page, server.url, whole);
        await page.getByText("Solved", { exact: true }).waitFor();
        await shoot(page, name(`${id}-solved`));
      }
      for (const { id, text, strokes, mistake } of cases) {
        await openText(page, server.url, text);
        await withMouse(page, mistake);
        await shoot(page, name(`${id}-mistake`));
        for (const _ of mistake) await page.keyboard.press("Control+z");
        await settled(page);
        await withMouse(page, strokes.slice(0, 4));
        await page.keyboard.press("t");
        await settled(page);
        await withMouse(page, strokes.slice(4, 7));
        await shoot(page, name(`${id}-trial`));
      }
      await page.getByRole("button", { name: "Rules", exact: true }).click();
      await shoot(page, name("rules"));
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+z");
      await page.getByRole("button", { name: "Pause" }).click();
      await shoot(page, name("pause"));
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await shoot(page, name("keyboard"));
      await page.keyboard.press("Escape");
      for (const entry of ["Settings", "Share or save"]) {
        if (width === "phone") {
          await page.getByRole("button", { name: "More" }).click();
          if (entry === "Settings") await shoot(page, name("more"));
        }
        await page.getByRole("button", { name: entry, exact: true }).click();
        await page.getByRole("dialog").waitFor();
        await shoot(page, name(entry.split(" ")[0].toLowerCase()));
        await page.keyboard.press("Escape");
      }
      if (width === "wide") {
        await page.emulateMedia({ media: "print" });
        await shoot(page, name("print"));
        await page.emulateMedia({ media: "screen" });
      }
      await page.goto(server.url);
      await page.locator(".kept-card").first().waitFor();
      await shoot(page, name("start-again"));
      await page.locator(".sample").last().scrollIntoViewIfNeeded();
      await shoot(page, name("start-end"));
    }));
  }
}

test("high contrast", () => inBrowser({ ...WIDE, colorScheme: "dark" }, async (page) => {
  await page.goto(server.url);
  await page.evaluate(() => localStorage.setItem("gw:settings", JSON.stringify({ contrast: "more" })));
  await page.reload();
  for (const { id, text, strokes, mistake } of cases) {
    await openText(page, server.url, text);
    await withMouse(page, strokes.slice(0, 3));
    await page.keyboard.press("t");
    await withMouse(page, mistake);
    await shoot(page, `${id}-contrast`);
  }
}));
