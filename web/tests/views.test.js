// The navigation leads to every view and says where one is; Analyse begins with a puzzle.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { ARTEFACTS, PHONE, Server, WIDE, settled, shown } from "./harness.js";
import { inBrowser } from "./suite.js";

const VIEWS = ["Library", "Draw", "Generate", "Analyse"];

const server = new Server();
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
});
after(() => server.stop());

for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
  test(`from view to view, ${width}`, () => inBrowser(options, async (page) => {
    await page.goto(server.url);
    const links = page.getByRole("navigation", { name: "Views" });
    for (const name of VIEWS) {
      await links.getByRole("link", { name }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      await settled(page);
      assert.equal(await links.locator("[aria-current=page]").textContent(), name);
      assert.equal(await page.title(), `${name} – Gridwright`);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing hangs out at the side");
    }
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Generate" }).waitFor();
    await links.getByRole("link", { name: "Play" }).click();
    await page.getByRole("heading", { level: 1, name: "Logic puzzles" }).waitFor();
  }));
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`where an analysis begins, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      await page.goto(server.url);
      await page.locator(".sample").first().click();
      await shown(page);
      await page.keyboard.press("Enter");
      await settled(page);
      await page.goto(`${server.url}#/analyse`);
      await page.locator(".tile svg").first().waitFor();
      await judge(page, `analyse, ${width}, ${colorScheme}`);
      await page.screenshot({ path: join(ARTEFACTS, `analyse-start-${width}-${colorScheme}.png`) });
      await page.locator(".tile button").first().click();
      await page.waitForURL(/#\/analyse\/./);
    }));
  }
}
