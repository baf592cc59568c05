// Analyse: a trace step by step to its end for each family, rules on and off and in another order,
// the rating; with keys only, on a phone, as pictures.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { judge } from "./axe.js";
import { DRIVERS } from "./drivers.js";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, openText, settled } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
  await mkdir(ARTEFACTS, { recursive: true });
});
after(() => server.stop());

/** Open a puzzle, and analyse it as a player would. @param {Page} page @param {string} text */
async function analyse(page, text) {
  await openText(page, server.url, text);
  if (await page.locator(":root[data-narrow]").count()) await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await reached(page, 0);
}

/** Until the board of this step is shown. @param {Page} page @param {number} step */
async function reached(page, step) {
  await page.locator(`.analyse[data-shown="${step}"]:not([data-tracing])`).waitFor();
  await settled(page);
}

/** @param {Page} page */
const verdict = (page) => page.locator(".analyse .outcome").innerText();
/** @param {Page} page */
const caption = (page) => page.locator(".caption-of-step .words").innerText();

/** What is drawn, without what a step marks. @param {Page} page */
const drawn = (page) => page.evaluate(() => [...document.querySelectorAll(".analyse .stage .scene > :not(.highlight, .concluded, .area, .beyond, .way, .wall)")]
  .map((node) => node.outerHTML.replace(/ (data-fresh|style)="[^"]*"/g, "")).sort());

/** A scene as the page draws it. @param {Page} page @param {any} scene */
const asDrawn = (page, scene) => page.evaluate(async (each) => {
  const { picture } = await import(String("/board/scene.js"));
  return [...picture(each).children].map((/** @type {Element} */ node) => node.outerHTML).sort();
}, scene);

/** @param {any} trace */
function boardAfter({ start, steps }) {
  const board = [...start];
  for (const { move } of steps) for (const [slot, , now] of move ?? []) board[slot] = now;
  return board;
}

for (const id of Object.keys(DRIVERS)) {
  describe(id, () => {
    const item = () => /** @type {typeof cases[number]} */ (cases.find((each) => each.id === id));

    test("step by step to the solution", () => inBrowser(WIDE, async (page) => {
      const { text, puzzle } = item();
      const trace = await server.ask("trace", { puzzle });
      await analyse(page, text);
      assert.match(await verdict(page), new RegExp(`^Solved in ${trace.steps.length} steps`));
      assert.equal(await page.locator(".step").count(), trace.steps.length + 1);
      for (const [index, step] of trace.steps.entries()) {
        await page.keyboard.press("ArrowRight");
        await reached(page, index + 1);
        assert.equal(await caption(page), step.text);
        assert.equal(await page.locator(".step[aria-current] .at").textContent(), String(index + 1));
        assert(step.marks.some((/** @type {any} */ { role }) => role === "concluded" || role === "wrong"), "what is concluded is marked");
        for (const role of ["concluded", "highlight", "area", "beyond"]) {
          const marks = step.marks.filter((/** @type {any} */ mark) => mark.role === role && mark.kind === "cells");
          const cells = marks.reduce((/** @type {number} */ sum, /** @type {any} */ mark) => sum + mark.cells.length, 0);
          assert.equal(await page.locator(`.stage rect.${role}`).count(), cells, `${role}: as the step says`);
        }
      }
      const board = boardAfter(trace);
      const { complete, differs } = await server.ask("check", { puzzle, board, against: "solution" });
      assert(complete && differs.length === 0, "the last board is the solution");
      const { scene } = await server.ask("show", { puzzle, board });
      assert.deepEqual(await drawn(page), await asDrawn(page, scene), "and the page shows it");
    }));

    test("rules switched off: stuck; switched on again: solved", () => inBrowser(WIDE, async (page) => {
      await analyse(page, item().text);
      await page.getByRole("tab", { name: "Rules" }).click();
      const chips = page.getByRole("group", { name: "Levels" }).locator(".chip");
      const solved = await verdict(page);
      for (const chip of await chips.all()) if ((await chip.getAttribute("aria-pressed")) === "true") await chip.click();
      await page.getByText("Stuck at the start").waitFor();
      assert.equal(await page.locator(".rule input:checked").count(), 0);
      await page.getByRole("button", { name: "Reset" }).click();
      await page.getByText(solved, { exact: true }).waitFor();

      // Without a rule that was used, the trace is another one.
      const used = page.locator(".rule:not(.unused)").first();
      const name = await used.locator("summary").innerText();
      await used.getByRole("checkbox").click();
      await page.locator(".rule.off").waitFor();
      await settled(page);
      await page.getByRole("tab", { name: "Steps" }).click();
      const names = await page.locator(".step b").allTextContents();
      assert(!names.includes(name), "a rule that is off is not used");
      assert.equal(await page.locator(".chip[aria-pressed=mixed]").count() > 0, true, "its group says so");
    }));
  });
}

test("buttons, list and slider all lead to a step", () => inBrowser(WIDE, async (page) => {
  await analyse(page, cases[0].text);
  await page.getByRole("button", { name: "Next (" }).click();
  await reached(page, 1);
  await page.getByRole("button", { name: "Last (" }).click();
  const last = await page.locator(".step").count() - 1;
  await reached(page, last);
  assert(await page.getByRole("button", { name: "Next (" }).isDisabled(), "there is no more");
  await page.getByRole("button", { name: "Previous (" }).click();
  await reached(page, last - 1);
  await page.locator(".step").nth(3).click();
  await reached(page, 3);
  await page.getByRole("slider").fill("5");
  await reached(page, 5);
  await page.getByRole("button", { name: "First (" }).click();
  await reached(page, 0);
  assert.equal(await page.locator(".stage rect.concluded").count(), 0);
}));

test("with keys only", () => inBrowser(WIDE, async (page) => {
  await analyse(page, cases[0].text);
  const last = await page.locator(".step").count() - 1;
  await page.keyboard.press("End");
  await reached(page, last);
  await page.keyboard.press("Home");
  await reached(page, 0);
  await page.keyboard.press("PageDown");
  await reached(page, Math.min(10, last));
  await page.keyboard.press("ArrowLeft");
  await reached(page, Math.min(10, last) - 1);
  const rules = page.getByRole("tab", { name: "Steps" });
  for (let i = 0; i < 40 && !(await rules.evaluate((node) => node === document.activeElement)); i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { selected: true }).innerText(), "Rules");
  const box = page.locator(".rule:not(.unused)").first().getByRole("checkbox");
  for (let i = 0; i < 80 && !(await box.evaluate((node) => node === document.activeElement)); i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.locator(".rule.off").waitFor();
  await settled(page);
  assert.equal(await page.locator(".rule.off").count(), 1);
}));

test("rules in another order are asked in that order", () => inBrowser(WIDE, async (page) => {
  const { text, puzzle } = cases[0];
  const { families } = await server.ask("families");
  const { deductions } = families.find((/** @type {any} */ { id }) => id === cases[0].id);
  const order = deductions.map((/** @type {any} */ { id }) => id);
  await analyse(page, text);
  await page.getByRole("tab", { name: "Rules" }).click();
  const request = page.waitForRequest((each) => each.postDataJSON()?.op === "trace");
  const later = page.getByRole("button", { name: `${deductions[0].name}: move down` });
  await later.click();
  [order[0], order[1]] = [order[1], order[0]];
  assert.deepEqual((await request).postDataJSON().rules, { order });
  assert(await later.evaluate((node) => node === document.activeElement), "the focus goes with the rule");
  for (let i = 1; i < 4; i += 1) {
    await later.click();
    [order[i], order[i + 1]] = [order[i + 1], order[i]];
  }
  await settled(page);
  await reached(page, 0);
  const trace = await server.ask("trace", { puzzle, rules: { order } });
  await page.getByRole("tab", { name: "Steps" }).click();
  // Steps that are out of sight are not laid out, and have no inner text.
  assert.deepEqual(await page.locator(".step .text").allTextContents(), trace.steps.map((/** @type {any} */ { text: words }) => words));
}));

test("from the player's entries; a wrong board says so", () => inBrowser(WIDE, async (page) => {
  const { text, strokes, mistake } = cases[0];
  await openText(page, server.url, text);
  await withMouse(page, strokes.slice(0, -2));
  await page.getByRole("button", { name: "Analyse" }).click();
  await reached(page, 0);
  const whole = await page.locator(".step").count();
  await page.getByRole("combobox").selectOption("From my entries");
  await page.waitForFunction((n) => document.querySelectorAll(".step").length < n, whole);
  assert.match(await verdict(page), /^Solved in/);
  await page.getByRole("link", { name: "Play", exact: true }).last().click();
  await page.locator(".play").waitFor();
  await settled(page);
  while (await page.getByRole("button", { name: "Undo" }).isEnabled()) {
    await page.keyboard.press("Control+z");
    await settled(page);
  }
  await withMouse(page, mistake);
  await page.getByRole("button", { name: "Analyse" }).click();
  await reached(page, 0);
  await page.getByRole("combobox").selectOption("From my entries");
  await page.getByText(/wrong|no solution/i).waitFor();
}));

test("a link carries the puzzle", () => inBrowser(WIDE, async (page) => {
  await openText(page, server.url, cases[0].text);
  const code = await page.evaluate(async (puzzle) => {
    const { codeOf } = await import(String("/ui/link.js"));
    return codeOf(puzzle);
  }, cases[0].puzzle);
  await page.goto(`${server.url}#/analyse/${code}`);
  await reached(page, 0);
  assert.match(await verdict(page), /^Solved/);
  await page.getByRole("link", { name: "Play", exact: true }).last().click();
  await page.waitForURL(/#\/play\//);
}));

/** Nobody is told that what they play is boring. @type {Record<string, string>} */
const FUN = { boring: "a little", fair: "some", fun: "a lot" };
/** @type {Record<string, string>} */
const LOOKS = { plain: "plain", fair: "good", striking: "striking" };

test("the rating with its parts", () => inBrowser(WIDE, async (page) => {
  for (const { text, puzzle } of cases) {
    const { rating } = await server.ask("rate", { puzzle, player: 2 });
    await analyse(page, text);
    await page.getByRole("tab", { name: "Rating" }).click();
    await page.locator(".rating").waitFor();
    assert.deepEqual(await page.locator(".rating h2 b").allInnerTexts(), [rating.difficulty.grade, FUN[rating.fun.grade], LOOKS[rating.looks.grade]]);
    const parts = Object.keys({ ...rating.difficulty.parts }).length + Object.keys(rating.fun.parts).length + Object.keys(rating.looks.parts).length;
    assert.equal(await page.locator(".rating tbody tr").count(), parts);
  }
}));

test("no sentence is cut off on a phone", () => inBrowser(PHONE, async (page) => {
  const item = /** @type {typeof cases[number]} */ (cases.find(({ id }) => id === "satogaeri"));
  await analyse(page, item.text);
  const { steps } = await server.ask("trace", { puzzle: item.puzzle });
  const lengths = steps.map((/** @type {any} */ { text }) => text.length);
  const longest = lengths.indexOf(Math.max(...lengths)) + 1;
  await page.locator("input[type=range]").fill(String(longest));
  await page.locator(`.analyse[data-shown="${longest}"]`).waitFor();
  const { inside, frame } = await page.locator(".caption-of-step").evaluate((box) => ({ inside: box.scrollHeight, frame: box.clientHeight }));
  assert(inside <= frame, `${inside} pixels in ${frame}`);
}));

test("layers beside the board, where there are any", () => inBrowser(WIDE, async (page) => {
  for (const { text, puzzle } of cases) {
    const { board } = await server.ask("show", { puzzle });
    const { layers } = await server.ask("scratch", { puzzle, board, steps: 2 });
    await analyse(page, text);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await reached(page, 2);
    assert.deepEqual(await page.locator(".layer-title").allTextContents(), layers.map((/** @type {any} */ { title }) => title));
    if (layers.length === 0) continue;
    // Each can be looked at large, step by step, in place of the board.
    const large = page.locator(".large-layer");
    const first = page.locator(".layers button").first();
    assert(!(await large.isVisible()));
    await first.click();
    await large.locator("svg").waitFor();
    const [small, wide] = await Promise.all([first, large].map((each) => each.locator("svg").evaluate((svg) => svg.getBoundingClientRect().height)));
    assert(wide > 2 * small, `${wide} pixels`);
    await page.screenshot({ path: join(ARTEFACTS, "analyse-large-layer.png") });
    const before = await large.locator("svg").innerHTML();
    await page.keyboard.press("End");
    await page.waitForFunction((old) => document.querySelector(".large-layer svg")?.innerHTML !== old, before);
    await settled(page);
    assert.equal(await large.locator("p").textContent(), layers[0].title, "the same sheet, later on");
    await page.keyboard.press("Escape");
    await large.waitFor({ state: "hidden" });
    assert(await page.locator(".analyse .board").isVisible());
  }
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`pictures and axe-core, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      const shoot = (/** @type {string} */ what) => page.screenshot({ path: join(ARTEFACTS, `${what}-${width}-${colorScheme}.png`) });
      for (const { id, name, text } of cases) {
        await analyse(page, text);
        const middle = Math.floor(await page.locator(".step").count() / 2);
        await page.getByRole("slider").fill(String(middle));
        await reached(page, middle);
        await shoot(`analyse-${id}`);
        await judge(page, `analyse, ${name}`);
        await page.getByRole("tab", { name: "Rules" }).click();
        await page.locator(".rule input").nth(1).click();
        await page.locator(".rule summary").nth(2).click();
        await settled(page);
        await shoot(`analyse-${id}-rules`);
        await judge(page, `rules, ${name}`);
        await page.getByRole("tab", { name: "Rating" }).click();
        await page.locator(".rating").waitFor();
        await shoot(`analyse-${id}-rating`);
        await judge(page, `rating, ${name}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert(over <= 0, "nothing hangs out of the page");
      }
    }));
  }
}
