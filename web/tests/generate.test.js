// Puzzles are generated: options as the families declare them, progress, cancel, failure; results are
// kept, thrown away, played and drawn on.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { DRIVERS } from "./drivers.js";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, notified, settled, shown } from "./harness.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const folder = await mkdtemp(join(tmpdir(), "gridwright-generate-"));
const server = new Server(["--library", join(folder, "made.library")]);
const without = new Server();
/** @type {any[]} */
let families;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await Promise.all([server.start(), without.start()]);
  ({ families } = await server.ask("families"));
});
after(async () => {
  await Promise.all([server.stop(), without.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** @param {Page} page @param {Record<string, string | number>} wishes */
async function choose(page, wishes) {
  for (const [label, value] of Object.entries(wishes)) {
    if (typeof value === "number") await page.getByRole("spinbutton", { name: label, exact: true }).fill(String(value));
    else await page.getByRole("combobox", { name: label, exact: true }).selectOption(value);
  }
}

/** @param {Page} page @param {Server} [at] */
async function open(page, at = server) {
  await page.goto(`${at.url}#/generate`);
  await page.getByRole("button", { name: "Generate" }).waitFor();
}

test("every family: made and played to the end", () => inBrowser(WIDE, async (page) => {
  await open(page);
  for (const { id, name } of families) {
    await choose(page, { Family: id, Rows: 5, Columns: 5, "How many": 1 });
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByText("One puzzle generated.").waitFor();
    const card = page.locator(".result").first();
    await card.getByText(`${name} 5 × 5`).waitFor();
    assert.match((await card.textContent()) ?? "", /(easy|medium|hard|extreme) \(\d+\)/, "it is rated");
    await card.getByRole("button", { name: /^Play/ }).click();
    await shown(page);
    const puzzle = await page.evaluate(() => JSON.parse(localStorage.getItem(`gw:puzzle:${location.hash.split("/")[2]}`) ?? "{}").puzzle);
    const { solutions: [board], status } = await server.ask("solve", { puzzle });
    assert.equal(status, "unique");
    const written = JSON.parse((await server.ask("export", { puzzle, board, format: "json" })).text);
    await withMouse(page, DRIVERS[id].solve(puzzle, written.solution ?? written.marks));
    await page.getByText("Solved", { exact: true }).waitFor();
    await page.goBack();
    await page.locator(".result").first().waitFor();
  }
  assert.equal(await page.locator(".result").count(), families.length, "what was made is still there");
}));

test("kept, thrown away, drawn on; the same seed gives the same", () => inBrowser(WIDE, async (page) => {
  await open(page);
  const { id } = families[0];
  await choose(page, { Family: id, Rows: 6, Columns: 6, "How many": 3 });
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("3 puzzles generated.").waitFor();
  const pictures = () => page.locator(".result .thumb").evaluateAll((list) => list.map((each) => each.innerHTML.replace(/aria-label="[^"]*"/, "")));
  const first = await pictures();
  await page.getByRole("button", { name: "Discard:" }).first().click();
  assert.equal(await page.locator(".result").count(), 2);
  await page.getByRole("button", { name: "Save:" }).first().click();
  await page.locator(".result .kept").waitFor();
  await notified(page, "Saved to the library as number");
  await page.getByRole("button", { name: "Save all" }).click();
  await page.locator(".result .kept").nth(1).waitFor();
  const { entries } = await server.ask("list", {}, "/api/library");
  assert.equal(entries.length, 2);
  assert(entries.every((/** @type {any} */ { grade }) => grade), "with their ratings");
  await page.getByRole("button", { name: "Discard all" }).click();
  assert.equal(await page.locator(".result").count(), 0);

  await page.getByText("More options").click();
  await choose(page, { "First index": 0 });
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("3 puzzles generated.").waitFor();
  assert.deepEqual(await pictures(), first);
  await page.getByRole("button", { name: "Analyse:" }).first().click();
  await page.waitForURL(/#\/analyse\//);
  await page.goBack();
  await page.getByRole("button", { name: "Edit:" }).first().click();
  await page.waitForURL(/#\/draft\//);
  await page.locator(".verdict-words").getByText("One solution").waitFor();
}));

/** How many of these rules a puzzle that is made can need. @param {{ made: boolean }[]} deductions */
const made = (deductions) => deductions.filter((each) => each.made).length;

test("options are what each family declares", () => inBrowser(WIDE, async (page) => {
  await open(page);
  await page.getByText("More options").click();
  for (const { id, methods, grades, sides, deductions } of families) {
    await choose(page, { Family: id });
    assert(await page.locator(".recipe-special").isVisible(), "what was unfolded stays unfolded for the next family");
    assert.deepEqual(await page.getByRole("spinbutton", { name: "Rows" }).evaluate((box) => [Number(/** @type {any} */ (box).min), Number(/** @type {any} */ (box).max)]), sides);
    assert.equal(await page.getByRole("combobox", { name: "Difficulty" }).locator("option").count(), grades.length + 1);
    assert.equal(await page.locator(".recipe-rules tbody tr").count(), made(deductions), "all that a puzzle can need");
    for (const method of methods) {
      if (methods.length > 1) await choose(page, { "Method": method.id });
      assert.equal(await page.locator(".recipe-special [name^=option-]").count(), method.options.length, `${id} ${method.id}`);
      assert.equal(await page.getByRole("combobox", { name: "Symmetry" }).count(), method.shapes.length > 0 ? 1 : 0);
      assert.equal(await page.getByRole("spinbutton", { name: "What percentage" }).count(), method.density ? 1 : 0);
    }
  }
}));

test("failure says why, and making can be cancelled", () => inBrowser(WIDE, async (page) => {
  await open(page);
  const { id } = families.find((each) => each.id === "hashi");
  // On the smallest of boards nothing needs the hardest of rules.
  await choose(page, { Family: id, Rows: 3, Columns: 3, "How many": 1 });
  await page.getByText("More options").click();
  assert.equal(await page.locator("[name=must-smallest-reason]").count(), 0, "no puzzle is made that needs it");
  await page.locator(".recipe-rules summary").click();
  await page.locator("[name=must-trial]").check();
  await page.getByText("that must be: 1").waitFor();
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("No puzzle was generated.").waitFor();
  assert.match((await page.locator(".failures").textContent()) ?? "", /^None of [\d,]+ puzzles would do(, each time for the same reason: [\w ]+| \([^)×]+\))\. Ask for less/);
  await page.screenshot({ path: join(ARTEFACTS, "generate-failed-wide-light.png") });

  // The answer never comes.
  await page.route("**/api/jobs/*", () => {});
  await page.locator("[name=must-trial]").uncheck();
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("Generating …").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled.").waitFor();
  assert(await page.getByRole("button", { name: "Generate" }).isEnabled());
}));

test("options that are no numbers are said in words", () => inBrowser(WIDE, async (page) => {
  await open(page);
  await page.getByText("More options").click();
  let named = 0;
  for (const { id, methods } of families) {
    await choose(page, { Family: id });
    for (const method of methods) {
      if (methods.length > 1) await choose(page, { "Method": method.id });
      for (const { id: option, names = [], least, most, usual } of method.options) {
        const box = page.locator(`[name=option-${option}]`);
        if (names.length < most - least + 1) {
          for (const { words } of names) await page.getByText(words, { exact: false }).first().waitFor();
          continue;
        }
        assert.equal(await box.inputValue(), String(usual));
        assert.deepEqual((await box.locator("option").allTextContents()).map((text) => text.toLowerCase()), names.map((/** @type {any} */ { words }) => words.toLowerCase()));
        named += 1;
      }
    }
  }
  assert(named > 1);
}));

test("rules that may not be needed are not needed", () => inBrowser(WIDE, async (page) => {
  await open(page);
  const { id, deductions } = families.find((each) => each.id === "hashi");
  await choose(page, { Family: id, Rows: 6, Columns: 6, "How many": 2 });
  await page.getByText("More options").click();
  await page.getByText("Rules that may be needed: all").click();
  const rules = page.locator(".recipe-rules");
  assert.equal(await rules.locator("[name^=rule-]").count(), made(deductions), "all that a puzzle can need");
  // Only the easiest.
  await rules.getByRole("button", { name: "None" }).click();
  const easy = deductions.filter((/** @type {any} */ { level }) => level === 1);
  for (const each of easy) await rules.locator(`[name="rule-${each.id}"]`).check();
  await page.getByText(`Rules that may be needed: ${easy.length} of ${made(deductions)}`, { exact: true }).waitFor();
  // What must be needed may be; what may not be needed need not be.
  const other = deductions.find((/** @type {any} */ { level }) => level === 2);
  await rules.locator(`[name="must-${other.id}"]`).check();
  assert(await rules.locator(`[name="rule-${other.id}"]`).isChecked());
  await page.getByText("that must be: 1").waitFor();
  await rules.locator(`[name="rule-${other.id}"]`).uncheck();
  assert(!(await rules.locator(`[name="must-${other.id}"]`).isChecked()));
  await judge(page, "rules of a recipe");
  await page.screenshot({ path: join(ARTEFACTS, "generate-rules-wide-light.png"), fullPage: true });
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("2 puzzles generated.").waitFor();
  const asked = await page.evaluate(() => JSON.parse(localStorage.getItem("gw:recipe") ?? "{}").of);
  assert.equal(Object.entries(asked[id]).filter(([name, value]) => name.startsWith("rule-") && value === "no").length, made(deductions) - easy.length);
  await page.locator(".result").first().getByRole("button", { name: /^Play/ }).click();
  await shown(page);
  const puzzle = await page.evaluate(() => JSON.parse(localStorage.getItem(`gw:puzzle:${location.hash.split("/")[2]}`) ?? "{}").puzzle);
  assert.equal((await server.ask("trace", { puzzle, rules: { only: easy.map((/** @type {any} */ each) => each.id) } })).status, "solved");
}));

test("everybody begins with a seed of their own", async () => {
  const seeds = new Set();
  for (const _ of [1, 2, 3]) {
    await inBrowser(WIDE, async (page) => {
      await open(page);
      seeds.add(await page.locator("input[name=seed]").inputValue());
    });
  }
  assert.equal(seeds.size, 3);
});

test("without a library nothing can be kept, all else works; with keys only", () => inBrowser(WIDE, async (page) => {
  await open(page, without);
  const reach = async (/** @type {string} */ selector) => {
    for (let i = 0; i < 40 && !(await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)); i += 1) await page.keyboard.press("Tab");
  };
  await reach("input[name=count]");
  await page.keyboard.insertText("1");
  await page.keyboard.press("Enter");
  await page.getByText("One puzzle generated.").waitFor();
  assert.equal(await page.getByRole("button", { name: /Save/ }).count(), 0);
  await reach(".result button");
  await page.keyboard.press("Enter");
  await shown(page);
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`looked at, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      const shoot = async (/** @type {string} */ what) => {
        await settled(page);
        await judge(page, `${what}, ${width}, ${colorScheme}`);
        await page.screenshot({ path: join(ARTEFACTS, `generate-${what}-${width}-${colorScheme}.png`), fullPage: what === "made" });
      };
      await open(page);
      await shoot("start");
      for (const { id } of families) {
        await choose(page, { Family: id, Rows: 6, Columns: 6, "How many": 1 });
        await page.getByRole("button", { name: "Generate" }).click();
        await page.getByText("One puzzle generated.").waitFor();
      }
      await shoot("made");
      await page.getByText("More options").click();
      await shoot("choices");
    }));
  }
}
