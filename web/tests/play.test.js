// Every family is played: opened from a link or a text, solved with a mouse, a finger and keys,
// with undo, redo, a mistake and a reload in between.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { DRIVERS } from "./drivers.js";
import { withFinger, withKeys, withMouse } from "./hands.js";
import { PHONE, Server, WIDE, drawing, kept, openText, paste, settled, shown } from "./harness.js";
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

for (const id of Object.keys(DRIVERS)) {
  describe(id, () => {
    /** @param {import("node:test").TestContext} t @param {(item: typeof cases[number]) => Promise<void>} run */
    const withCase = async (t, run) => {
      const item = cases.find((each) => each.id === id);
      if (item) await run(item);
      else t.skip("the server does not have it yet");
    };

    test("with the mouse, undo and redo, a reload in the middle", (t) => withCase(t, ({ text, strokes }) => inBrowser(WIDE, async (page) => {
      await paste(page, server.url, text);
      await shown(page);
      const blank = await drawing(page);
      const half = Math.ceil(strokes.length / 2);
      await withMouse(page, strokes.slice(0, half));
      const middle = await drawing(page);
      assert.notEqual(middle, blank);

      const moves = (await kept(page)).moves;
      for (let i = 0; i < moves; i += 1) await page.keyboard.press("Control+z");
      await settled(page);
      assert.equal(await drawing(page), blank, "all undone");
      assert(await page.getByRole("button", { name: "Undo" }).isDisabled());
      for (let i = 0; i < moves; i += 1) await page.keyboard.press(i % 2 ? "Control+y" : "Control+Shift+z");
      await settled(page);
      assert.equal(await drawing(page), middle, "all redone");

      await page.reload();
      await shown(page);
      assert.equal(await drawing(page), middle, "as it was before the reload");
      await page.keyboard.press("Control+z");
      await settled(page);
      assert.notEqual(await drawing(page), middle, "undo still works");
      await page.keyboard.press("Control+y");

      await withMouse(page, strokes.slice(half));
      await page.getByText("Solved", { exact: true }).waitFor();
      assert((await kept(page)).complete);
    })));

    test("with a finger on a phone", (t) => withCase(t, ({ text, strokes }) => inBrowser(PHONE, async (page) => {
      await openText(page, server.url, text);
      await withFinger(page, strokes);
      await page.getByText("Solved", { exact: true }).waitFor();
    })));

    test("with keys only", (t) => withCase(t, ({ text, strokes }) => inBrowser(WIDE, async (page) => {
      await page.goto(server.url);
      const box = page.getByRole("textbox");
      for (let i = 0; i < 10 && !(await box.evaluate((node) => node === document.activeElement)); i += 1) await page.keyboard.press("Tab");
      await page.keyboard.insertText(text);
      await page.keyboard.press("Enter");
      await page.locator(".board:focus").waitFor();
      await settled(page);
      await page.keyboard.press("Home");
      await page.waitForFunction(() => /Row 1, column 1: ./.test(document.getElementById("spoken")?.textContent ?? ""));
      await withKeys(page, strokes);
      await page.getByText("Solved", { exact: true }).waitFor();
    })));

    test("a mistake is explained and shown", (t) => withCase(t, ({ text, mistake, puzzle }) => inBrowser(WIDE, async (page) => {
      await openText(page, server.url, text);
      await withMouse(page, mistake);
      const message = page.locator(".message.wrong").first();
      await message.waitFor();
      assert.match((await message.textContent()) ?? "", /\w+ .*\.$/);
      assert(await page.locator(".scene rect.wrong").count() > 0, "its cells are marked");
      await message.hover();
      assert(await page.locator(".scene rect.highlight").count() > 0, "pointing at it shows which");
      for (const _ of mistake) await page.keyboard.press("Control+z");
      await settled(page);
      assert.equal(await page.locator(".message.wrong").count(), 0, "gone with the mistake");
      void puzzle;
    })));

    test("trials: nested, dropped, kept; solution; restart", (t) => withCase(t, ({ text, strokes }) => inBrowser(WIDE, async (page) => {
      await openText(page, server.url, text);
      await withMouse(page, strokes.slice(0, 1));
      const sure = await drawing(page);
      await page.getByRole("button", { name: "Try" }).click();
      await withMouse(page, strokes.slice(1, 3));
      const first = await drawing(page);
      assert(await page.locator(".scene .trial").count() > 0, "tried things look different");
      await page.getByRole("button", { name: "Deeper" }).click();
      await withMouse(page, strokes.slice(3, 5));
      await page.getByRole("button", { name: "Drop" }).click();
      await settled(page);
      assert.equal(await drawing(page), first, "back in the first trial");
      await page.reload();
      await shown(page);
      assert.equal(await drawing(page), first, "a trial outlives a reload");
      await page.getByRole("button", { name: "Drop" }).click();
      await settled(page);
      assert.equal(await drawing(page), sure, "as before the trial");
      await page.keyboard.press("Control+z");
      await settled(page);
      assert.equal(await drawing(page), first, "even dropping can be undone");
      await page.getByRole("button", { name: "Keep" }).click();
      await settled(page);
      assert.equal(await page.locator(".scene .trial").count(), 0);

      const mine = await drawing(page);
      await page.getByRole("button", { name: "Show the solution" }).click();
      await page.getByText("The solution", { exact: true }).waitFor();
      await settled(page);
      assert(await page.locator(".scene .solution").count() > 0);
      await page.getByRole("button", { name: "Back to my board" }).click();
      await settled(page);
      assert.equal(await drawing(page), mine, "the player's board is untouched");
      await page.getByRole("button", { name: "Compare" }).click();
      await page.locator(".message.good").waitFor();
      await page.getByRole("button", { name: "Start again" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Start again" }).click();
      await page.waitForFunction(() => !document.querySelector(".scene .entered"));
    })));
  });
}
