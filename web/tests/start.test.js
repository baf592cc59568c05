// The first page: what is pasted there, what is said about it, what was solved, and new puzzles of a size and
// a grade; "Another one" after one is solved, made ahead.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { DRIVERS } from "./drivers.js";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, openText, paste, released, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
/** @type {any[]} */
let families;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
  cases = await casesOf(server);
  ({ families } = await server.ask("families"));
});
after(() => server.stop());

/** @param {Page} page */
const puzzleOf = (page) => page.evaluate(() => JSON.parse(localStorage.getItem(`gw:puzzle:${location.hash.split("/")[2]}`) ?? "{}").puzzle);

/** Solve what is before us as a hand would. @param {Page} page */
async function solve(page) {
  const puzzle = await puzzleOf(page);
  const { solutions: [board] } = await server.ask("solve", { puzzle });
  const written = JSON.parse((await server.ask("export", { puzzle, board, format: "json" })).text);
  const family = families.find(({ samples: [sample] }) => sample.puzzle.type === puzzle.type);
  await withMouse(page, DRIVERS[family.id].solve(puzzle, written.solution ?? written.marks));
  await page.getByText("Solved", { exact: true }).waitFor();
}

test("a long link is pasted on a phone, and its button stays in sight", () => inBrowser(PHONE, async (page) => {
  await page.goto(server.url);
  await page.getByRole("textbox").fill(`https://puzz.link/p?hashi/30/30/${"g".repeat(400)}`);
  const box = await page.getByRole("button", { name: "Open" }).boundingBox();
  assert(box && box.x >= 0 && box.x + box.width <= PHONE.viewport.width, `the button is at ${box?.x}`);
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing hangs out at the side");
}));

test("what cannot be read is said in words for people who paste, not for those who type commands", () => inBrowser(WIDE, async (page) => {
  const said = async (/** @type {string} */ text) => {
    await paste(page, server.url, text);
    await page.locator(".complaint").filter({ hasText: /\w/ }).waitFor();
    await settled(page);
    return (await page.locator(".complaint").textContent()) ?? "";
  };
  assert.match(await said("hello world"), /^This does not look like a puzzle\./);
  assert.match(await said("https://example.com/"), /^There is no puzzle in this link/);
  assert.match(await said(""), /^Paste a link/);
  assert.match(await said("   "), /^Paste a link/);
  assert.match(await said("hello world\nhello world"), /^Line 1, column 1: This does not look/, "a place, where there is more than one line");
}));

test("what is solved is not offered to be continued, and its sample says so", () => inBrowser(WIDE, async (page) => {
  await page.goto(server.url);
  await page.locator(".sample").first().click();
  await shown(page);
  await solve(page);
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.locator(".families").waitFor();
  assert.equal(await page.getByRole("heading", { name: "Continue" }).count(), 0);
  await page.locator(".sample").first().getByText("Solved").waitFor();
  assert.equal(await page.locator(".solved-mark").count(), 1, "only this one");
  await page.getByText("One solved").click();
  await page.locator(".kept-card").getByText(/solved in \d/).waitFor();
  await page.locator(".kept-card").getByRole("button", { name: /^Analyse/ }).click();
  await page.waitForURL(/#\/analyse\//);
}));

test("every sample can be analysed from its card", () => inBrowser(WIDE, async (page) => {
  for (const [index, { samples: [{ title, puzzle }] }] of families.entries()) {
    await page.goto(server.url);
    await page.locator("article.family").nth(index).getByRole("button", { name: `Analyse ${title}`, exact: true }).click();
    await page.locator(".analyse[data-shown]").waitFor();
    const { steps } = await server.ask("trace", { puzzle });
    assert.equal(await page.locator(".step").count(), steps.length + 1, title);
  }
}));

test("a new puzzle of each family, of a size and a grade", () => inBrowser(WIDE, async (page) => {
  for (const { name, grades, samples: [{ puzzle: { type } }] } of families) {
    await page.goto(server.url);
    await page.getByRole("combobox", { name: `Size of a new ${name}` }).selectOption("6");
    await page.getByRole("combobox", { name: `Difficulty of a new ${name}` }).selectOption(grades[0]);
    await page.getByRole("button", { name: `Play a new ${name}` }).click();
    await shown(page);
    const puzzle = await puzzleOf(page);
    assert.deepEqual([puzzle.type, puzzle.rows, puzzle.cols], [type, 6, 6]);
    const { rating } = await server.ask("rate", { puzzle });
    assert.equal(rating.difficulty.grade, grades[0], name);
    assert.equal((await server.ask("solve", { puzzle })).status, "unique");
  }
  await page.goto(server.url);
  await page.locator(".families").waitFor();
  const { name, grades } = families[0];
  assert.equal(await page.getByRole("combobox", { name: `Size of a new ${name}` }).inputValue(), "6", "what was wanted is wanted again");
  assert.equal(await page.getByRole("combobox", { name: `Difficulty of a new ${name}` }).inputValue(), grades[0]);
}));

test("the next one is made while this one is played, and is there at once", () => inBrowser(WIDE, async (page) => {
  const { name } = families[0];
  /** Requests to make a puzzle. @type {any[]} */
  const made = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/jobs") && request.postDataJSON().op === "generate") made.push(request.postDataJSON());
  });
  await page.goto(server.url);
  await page.getByRole("combobox", { name: `Size of a new ${name}` }).selectOption("5");
  await page.getByRole("combobox", { name: `Difficulty of a new ${name}` }).selectOption("easy");
  await page.getByRole("button", { name: `Play a new ${name}` }).click();
  await shown(page);
  assert.equal(made.length, 1);
  const first = await puzzleOf(page);
  await solve(page);
  await settled(page);
  assert.equal(made.length, 2, "the next has been made, and only one");
  await page.route("**/api/jobs", (route) => route.abort());
  const { hash } = new URL(page.url());
  await page.getByRole("button", { name: "Another one" }).click();
  await page.waitForFunction((old) => location.hash.startsWith("#/play/") && location.hash !== old, hash);
  await page.unroute("**/api/jobs");
  await shown(page);
  const second = await puzzleOf(page);
  assert.notDeepEqual(second, first);
  for (const { family, rows, cols, difficulty } of made) assert.deepEqual([family, rows, cols, difficulty], [families[0].id, 5, 5, "easy"]);
  assert.notEqual(made[0].seed, made[1].seed);
}));

test("another one like a sample has its size and its grade; making one can be stopped", () => inBrowser(WIDE, async (page) => {
  const [{ text, puzzle }] = cases;
  await openText(page, server.url, text);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/jobs") && request.postDataJSON().op === "generate");
  await solve(page);
  const { family, rows, cols, difficulty } = (await asked).postDataJSON();
  const { rating } = await server.ask("rate", { puzzle });
  assert.deepEqual([family, rows, cols, difficulty], [cases[0].id, puzzle.rows, puzzle.cols, rating.difficulty.grade]);

  await page.goto(server.url);
  await released(page);
  // The answer never comes.
  await page.route("**/api/jobs/*", () => {});
  const { name } = families[1];
  const button = page.getByRole("button", { name: `Play a new ${name}` });
  await button.click();
  await button.and(page.locator("[aria-busy=true]")).waitFor();
  assert.match((await button.textContent()) ?? "", /Making one/);
  await button.click();
  await button.and(page.locator("[aria-busy=false]")).waitFor();
  assert.equal((await button.textContent())?.trim(), "Play");
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`looked at, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      await page.goto(server.url);
      await page.locator(".sample").first().click();
      await shown(page);
      await solve(page);
      await settled(page);
      await page.screenshot({ path: join(ARTEFACTS, `start-solved-${width}-${colorScheme}.png`) });
      await openText(page, server.url, cases[1].text);
      await withMouse(page, cases[1].strokes.slice(0, 2));
      await page.goto(server.url);
      await page.locator(".kept-card").first().waitFor();
      await page.getByText("One solved").click();
      await judge(page, `start, ${width}, ${colorScheme}`);
      await page.screenshot({ path: join(ARTEFACTS, `start-with-solved-${width}-${colorScheme}.png`), fullPage: true });
    }));
  }
}
