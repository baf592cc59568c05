// How a puzzle was played comes into the library, once, whatever happens on the way; and statistics
// over a selection of the library.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PATIENCE, PHONE, Server, WIDE, kept, openText, released, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const folder = await mkdtemp(join(tmpdir(), "gridwright-records-"));
const server = new Server(["--library", join(folder, "some.library")]);
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
  await mkdir(ARTEFACTS, { recursive: true });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** @param {string} op @param {object} request */
const shelf = (op, request) => server.ask(op, request, "/api/library");
/** @param {number} id @returns {Promise<any[]>} */
const playsOf = async (id) => (await shelf("get", { ids: [id] })).entries[0].plays;

/** Until the library has this many records, and the page knows that it has. @param {Page} page @param {number} id @param {number} many */
async function noted(page, id, many) {
  const ends = Date.now() + PATIENCE;
  for (;;) {
    const plays = await playsOf(id);
    if (plays.length >= many) {
      await settled(page);
      return plays;
    }
    assert(Date.now() < ends, `${plays.length} records, not ${many}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Begin a puzzle of the library.
 * @param {Page} page
 * @param {typeof cases[number]} item
 * @param {number} [number] that it is said to have
 */
async function begin(page, { puzzle, name }, number) {
  const { added: [{ id }] } = await shelf("add", { puzzles: [{ puzzle }] });
  await page.goto(server.url);
  const session = await page.evaluate(async (opened) => {
    const { Session } = await import(String("/storage/sessions.js"));
    return Session.begin(opened).id;
  }, { puzzle, name, library: number ?? id });
  await page.goto(`${server.url}#/play/${session}`);
  await shown(page);
  return /** @type {number} */ (id);
}

test("left unfinished, solved later, with the player's word: two records", () => inBrowser(WIDE, async (page) => {
  const item = cases[0];
  const id = await begin(page, item);
  await withMouse(page, item.strokes.slice(0, 3));
  const url = page.url();
  await page.goto(`${server.url}#/`);
  const [first] = await noted(page, id, 1);
  assert.equal(first.solved, false);
  assert.equal(first.moves.length, 3, "with what was done");

  // Coming back and going again is nothing new.
  await page.goto(url);
  await shown(page);
  await page.goto(`${server.url}#/`);
  await page.locator(".start").waitFor();
  await settled(page);
  assert.equal((await playsOf(id)).length, 1);

  await page.goto(url);
  await shown(page);
  await withMouse(page, item.strokes.slice(3));
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.getByText("What did you think?").click();
  await page.locator(".word").getByLabel("medium", { exact: true }).check();
  await page.locator(".word").getByLabel("striking", { exact: true }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved to the library. Thank you!").waitFor();
  await page.goto(`${server.url}#/`);
  await page.locator(".start").waitFor();
  await settled(page);
  const plays = await playsOf(id);
  assert.equal(plays.length, 2, "leaving it adds nothing to what was kept");
  const { solved, difficulty, fun, looks, seconds, board, at } = plays[1];
  assert.deepEqual({ solved, difficulty, fun: fun ?? null, looks }, { solved: true, difficulty: "medium", fun: null, looks: "striking" });
  assert.equal(typeof seconds, "number");
  assert(at > 1_500_000_000, "in seconds since 1970");
  const { complete } = await server.ask("show", { puzzle: item.puzzle, board });
  assert(complete, "the board is the solved one");
}));

test("how quickly one was with the program's help is no record", () => inBrowser(WIDE, async (page) => {
  const item = cases[cases.length - 1];
  const id = await begin(page, item);
  await withMouse(page, item.strokes.slice(0, 1));
  await page.keyboard.press("h");
  await settled(page);
  await page.keyboard.press("w");
  await settled(page);
  assert.equal((await kept(page)).helped, true);
  await page.goto(server.url);
  const [{ seconds, solved, moves }] = await noted(page, id, 1);
  assert.deepEqual([seconds ?? null, solved, moves.length], [null, false, 2]);
}));

test("a word about a puzzle from elsewhere puts it into the library", () => inBrowser(WIDE, async (page) => {
  const item = cases[1];
  const { total } = await shelf("list", {});
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  assert.equal((await shelf("list", {})).total, total, "solving alone does not");
  await page.getByText("What did you think?").click();
  await page.locator(".word").getByLabel("a little", { exact: true }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved to the library. Thank you!").waitFor();
  const { entries } = await shelf("list", {});
  assert.equal(entries.length, total + 1);
  const [play] = await playsOf(entries[entries.length - 1].id);
  assert.equal(play.fun, "boring");
}));

test("a server that is away gets its record later, and once", () => inBrowser(WIDE, async (page, profile) => {
  profile.expected = [/Failed to load resource/];
  const item = cases[2];
  const id = await begin(page, item);
  await withMouse(page, item.strokes.slice(0, 2));
  let down = true;
  await page.route("**/api/library", (route) => (down ? route.abort() : route.continue()));
  await page.goto(`${server.url}#/generate`);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("gw:due:")));
  assert.equal((await playsOf(id)).length, 0);
  down = false;
  await page.reload();
  await noted(page, id, 1);
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("gw:due:")));
  await page.reload();
  await page.locator(".generate").waitFor();
  await settled(page);
  assert.equal((await playsOf(id)).length, 1);
}));

test("a closed tab leaves its record for the next one", () => inBrowser(WIDE, async (page, profile) => {
  const item = cases[3];
  const id = await begin(page, item);
  await withMouse(page, item.strokes.slice(0, 2));
  assert.equal((await kept(page)).moves, 2);
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  const next = await profile.page();
  await next.goto(server.url);
  await released(next);
  await next.reload();
  const plays = await noted(next, id, 1);
  assert.equal(plays[0].solved, false);
}));

test("a record goes to the puzzle that was played, even if another one has its number now", () => inBrowser(WIDE, async (page) => {
  // As large as the other, so that a board of one fits the other.
  const item = cases.find(({ id }) => id === "yajilin") ?? cases[0];
  const [rows, cols] = [item.puzzle.problem.length, item.puzzle.problem[0].length];
  const { puzzle } = await server.ask("blank", { family: item.id, rows, cols });
  const { added: [{ id: other }] } = await shelf("add", { puzzles: [{ puzzle }] });
  const id = await begin(page, item, other);
  assert.notEqual(id, other);
  const before = (await playsOf(id)).length;
  await withMouse(page, item.strokes.slice(0, 1));
  await page.goto(`${server.url}#/`);
  const plays = await noted(page, id, before + 1);
  assert.equal(plays[before].moves.length, 1, "with what was done");
  assert.deepEqual(await playsOf(other), []);
}));

for (const [width, colorScheme] of /** @type {const} */ ([["wide", "light"], ["wide", "dark"], ["phone", "light"], ["phone", "dark"]])) {
  test(`statistics, ${width}, ${colorScheme}`, () => inBrowser({ ...(width === "wide" ? WIDE : PHONE), colorScheme }, async (page) => {
    const { families } = await server.ask("families");
    const samples = families.flatMap((/** @type {any} */ family) => family.samples);
    await shelf("add", { puzzles: samples.map((/** @type {any} */ { puzzle }) => ({ puzzle, tags: ["sample"] })) });
    const { entries } = await shelf("list", { tags: ["sample"] });
    await page.goto(`${server.url}#/report/tags=sample`);
    await page.locator(".report").waitFor();
    assert.match(await page.locator(".report .names p").innerText(), new RegExp(`^${entries.length} puzzles`));
    await page.locator(".usage table").nth(families.length - 1).waitFor();
    await page.locator(".usage .note").filter({ hasText: /^$/ }).waitFor({ state: "attached" });
    // One family: the sums of the page are those of the server.
    const [family] = families;
    const ids = entries.filter((/** @type {any} */ each) => each.family === family.id).map((/** @type {any} */ each) => each.id);
    const { rules } = await shelf("report", { ids });
    const table = page.locator(".usage table").filter({ hasText: family.name }).first();
    const used = rules.filter((/** @type {any} */ { times }) => times > 0);
    assert(used.length > 3);
    assert.equal(await table.locator("tbody tr").count(), used.length);
    for (const { name, times } of used) {
      const row = table.locator("tbody tr").filter({ has: page.getByText(name, { exact: true }) });
      assert.equal(await row.locator("td").nth(1).innerText(), String(times), name);
    }
    await judge(page, "statistics");
    await page.screenshot({ path: join(ARTEFACTS, `report-${width}-${colorScheme}.png`), fullPage: true });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert(over <= 0, "nothing hangs out of the page");
    await page.goto(`${server.url}#/report/tags=nothing-has-this`);
    await page.getByText("No puzzle in the library matches").waitFor();
  }));
}
