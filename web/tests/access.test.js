// axe-core finds nothing serious on any page or dialog, in light and dark and high contrast.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { withMouse } from "./hands.js";
import { PHONE, Server, WIDE, openText } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

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
      if (entry === "Settings") {
        const heights = await page.locator("dialog .segments").evaluateAll((groups) => groups.map((group) =>
          new Set([...group.querySelectorAll("label > span")].map((choice) => Math.round(choice.getBoundingClientRect().height))).size));
        assert(heights.length > 1 && heights.every((different) => different === 1), "choices of one kind are equally high");
      }
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
    await page.locator(".kept-card").first().waitFor();
    await judge(page, `start, ${look}`);
  }));
}
