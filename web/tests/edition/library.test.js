// The library that a browser keeps where there is no server: saved from every view, filtered, tagged, played,
// told in numbers, exported and imported; kept through a reload and between tabs; moved into a file of the
// program and back. What is full or forbidden is said.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "../axe.js";
import { withMouse } from "../hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, kept, notified, settled, shown } from "../harness.js";
import { casesOf } from "../puzzles.js";
import { host } from "../static.js";
import { inBrowser } from "../suite.js";

/** @import {Page} from "playwright-core" */

const EDITION = process.env.GRIDWRIGHT_EDITION ?? "";

const folder = await mkdtemp(join(tmpdir(), "gridwright-moved-"));
/** To know solutions, and for a library in a file. */
const server = new Server(["--library", join(folder, "moved.library")]);
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
  await rm(folder, { recursive: true, force: true });
});

/** @param {Page} page */
async function open(page) {
  await page.goto(`${site.url}#/library`);
  await page.locator("#main[aria-busy=false] .library").waitFor();
  await settled(page);
}

/** Until so many puzzles are listed. @param {Page} page @param {string} words */
async function listed(page, words) {
  await page.locator(".count").filter({ hasText: new RegExp(`^${words}$`) }).waitFor();
}

/** Import a text as a person would. @param {Page} page @param {string} text @param {string} [tags] */
async function bring(page, text, tags = "") {
  await page.locator(".view-head").getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Puzzles" }).fill(text);
  if (tags) await dialog.getByRole("combobox", { name: "Tags" }).fill(tags);
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.waitFor({ state: "detached" });
  await settled(page);
}

/** Everything there is, as text. @param {Page} page @param {boolean} plays */
async function exported(page, plays) {
  await page.locator(".library-list").focus();
  await page.keyboard.press("Control+a");
  await page.locator(".chosen-bar").getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await settled(page);
  if (plays) await dialog.getByRole("switch", { name: "With how I played them" }).check();
  await settled(page);
  const text = await dialog.locator("textarea").inputValue();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  return text;
}

/** @param {string} op @param {object} request */
const shelf = (op, request) => server.ask(op, request, "/api/library");

test("saved from every view, and there after a reload: filters, tags, ratings, plays, statistics", () => inBrowser(WIDE, async (page) => {
  await open(page);
  await page.getByText("In this browser").first().waitFor();
  await page.getByText("On this device only").waitFor();
  await listed(page, "0 puzzles");
  await page.screenshot({ path: join(ARTEFACTS, "edition-library-empty.png") });
  await bring(page, cases.map(({ puzzle }) => JSON.stringify(puzzle)).join("\n"), "sample, mine");
  await listed(page, `${cases.length} puzzles`);
  await bring(page, JSON.stringify(mirrored(cases[0].puzzle)));
  await listed(page, `${cases.length} puzzles`);

  await page.goto(`${site.url}#/generate`);
  await page.getByRole("spinbutton", { name: "How many" }).fill("1");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("One puzzle generated.").waitFor();
  await page.getByRole("button", { name: "Save:" }).click();
  await notified(page, `Saved to the library as number ${cases.length + 1}`);

  await page.goto(`${site.url}#/draw`);
  await page.getByRole("textbox").fill("3x1m2:1a1");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/draft\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await settled(page);
  await page.getByRole("button", { name: "Save to the library" }).click();
  await notified(page, `Saved to the library as number ${cases.length + 2}`);

  // Played from the library, and it is noted.
  await open(page);
  await listed(page, `${cases.length + 2} puzzles`);
  await page.getByRole("combobox", { name: "Tag" }).selectOption("sample");
  await listed(page, `${cases.length} of ${cases.length + 2} puzzles`);
  const first = cases[0];
  await page.getByRole("combobox", { name: "Family" }).selectOption(first.id);
  await page.locator(".library-card").first().click();
  await page.locator(".details").getByRole("button", { name: "Play" }).click();
  await shown(page);
  assert.equal((await kept(page)).library, 1);
  await withMouse(page, first.strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.getByText("What did you think?").click();
  await page.locator(".word").getByLabel("hard", { exact: true }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved to the library. Thank you!").waitFor();

  await page.goto(site.url);
  await page.reload();
  await open(page);
  await listed(page, `${cases.length + 2} puzzles`);
  await page.getByRole("combobox", { name: "Played" }).selectOption("solved");
  await listed(page, `1 of ${cases.length + 2} puzzles`);
  await page.locator(".library-card").first().click();
  await page.locator(".plays").getByText(/solved in \d/).waitFor();
  await page.locator(".plays").getByText("hard").waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "edition-library-details.png") });
  await judge(page, "the library in the browser");
  await page.locator(".details").getByRole("button", { name: "Edit tags" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove sample" }).click();
  await settled(page);
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "All puzzles" }).click();
  await page.getByRole("combobox", { name: "Tag" }).selectOption("sample");
  await listed(page, `${cases.length - 1} of ${cases.length + 2} puzzles`);

  await page.getByRole("link", { name: "Statistics" }).click();
  await page.locator(".usage table").first().waitFor();
  await page.locator(".usage .note").filter({ hasText: /^$/ }).waitFor({ state: "attached" });
  await page.goBack();
  await page.locator(".library-card").first().waitFor();
  await page.locator(".library-list").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await listed(page, "0 of 3 puzzles");
  await page.getByRole("button", { name: "All puzzles" }).click();
  await listed(page, "3 puzzles");
}));

/** @param {any} puzzle */
function mirrored(puzzle) {
  const { title: _, ...rest } = puzzle;
  return { ...rest, problem: puzzle.problem.map((/** @type {string[]} */ row) => [...row].reverse()) };
}

test("into a file of the program and back: nothing is lost, nothing is there twice", () => inBrowser(WIDE, async (page) => {
  await open(page);
  await bring(page, cases.map(({ puzzle }) => JSON.stringify(puzzle)).join("\n"), "moved");
  const [first] = cases;
  await page.locator(".library-card").last().click();
  await page.locator(".details").getByRole("button", { name: "Play" }).click();
  await shown(page);
  await withMouse(page, first.strokes.slice(0, 2));
  await open(page);
  await page.locator(".library-card[data-state=started]").waitFor();
  // What was played last is kept a moment after the page has been left.
  let text = await exported(page, true);
  for (let again = 0; again < 20 && !text.includes('"moves":'); again += 1) text = await exported(page, true);
  assert.match(text, /"plays":\[\{.*"moves":/, "how it was played goes along");
  assert(!(await exported(page, false)).includes('"plays"'), "but only if that is wanted");

  // One of them is there already, the other way round, and played.
  const { added: [{ id }] } = await shelf("add", { puzzles: [{ puzzle: mirrored(first.puzzle), tags: ["before"] }] });
  await shelf("play", { id, play: { at: 1_000, seconds: 5, solved: true } });
  for (const fresh of [cases.length - 1, 0]) {
    const { added, errors } = await shelf("import", { text });
    assert.deepEqual(errors, []);
    assert.equal(added.filter((/** @type {any} */ each) => each.new).length, fresh);
  }
  const { entries } = await shelf("list", {});
  assert.equal(entries.length, cases.length);
  const { entries: [one] } = await shelf("get", { ids: [id] });
  assert.deepEqual(one.tags, ["before", "moved"]);
  assert.deepEqual(one.plays.map((/** @type {any} */ { solved }) => solved), [true, false], "the play of either");
  assert.equal(one.plays[1].moves ?? null, null, "moves fit only as it lay there");

  const back = (await shelf("export", { ids: entries.map((/** @type {any} */ each) => each.id), format: "json", plays: true })).text;
  for (const _ of [1, 2]) {
    await bring(page, back);
    await listed(page, `${cases.length} puzzles`);
  }
  await page.getByRole("combobox", { name: "Tag" }).selectOption("before");
  await page.locator(".library-card").first().click();
  await page.locator(".plays li").nth(1).waitFor();
  assert.equal(await page.locator(".plays li").count(), 2);
  assert.equal(await page.locator(".library-card[data-state=solved]").count(), 1);
}));

test("two tabs at once lose nothing of each other", () => inBrowser(WIDE, async (page, profile) => {
  await open(page);
  const other = await profile.page();
  await open(other);
  const many = (/** @type {number} */ from) => Array.from({ length: 15 }, (_, i) => ({
    puzzle: { type: "hashi", rows: 3, cols: 30, depth: 2, problem: [row(from + i), row(0), row(0)] },
  }));
  const row = (/** @type {number} */ n) => Array.from({ length: 30 }, (_, i) => (n > 0 && (i === 0 || i === n) ? "1" : "-"));
  const add = (/** @type {Page} */ tab, /** @type {any[]} */ puzzles) => tab.evaluate(async (list) => {
    const { library } = await import(String(new URL("server/api.js", document.baseURI)));
    const ids = [];
    for (const each of list) ids.push((await library("add", { puzzles: [each] })).added[0].id);
    return ids;
  }, puzzles);
  const ids = (await Promise.all([add(page, many(1)), add(other, many(15))])).flat();
  assert.equal(new Set(ids).size, 29, "one of them is the same in both");
  await open(page);
  await page.reload();
  await listed(page, "29 puzzles");
}));

test("what does not fit is said and not half saved; a browser that keeps nothing says so", () => inBrowser(WIDE, async (page) => {
  // As full as a browser can be. It must be full from the start: Chromium looks only now and then.
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(site.url).origin, quotaSize: 1 });
  await open(page);
  await page.locator(".view-head").getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Puzzles" }).fill(JSON.stringify({ ...cases[1].puzzle, remarks: "x".repeat(200_000) }));
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText("There is no more room in this browser").waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "edition-library-full.png") });
  await page.keyboard.press("Escape");
  await page.reload();
  await listed(page, "0 puzzles");

  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
  });
  await page.reload();
  await page.getByText("This browser does not let the page keep one").waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "edition-library-none.png") });
  await page.goto(`${site.url}#/generate`);
  await page.getByRole("button", { name: "Generate" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /Save/ }).count(), 0, "nothing is offered that does not work");
}));

test("how one played waits until there is room for it, and that is said", () => inBrowser(WIDE, async (page) => {
  await open(page);
  await bring(page, JSON.stringify(cases[0].puzzle));
  await page.locator(".library-card").first().click();
  await page.locator(".details").getByRole("button", { name: "Play" }).click();
  await shown(page);
  await withMouse(page, cases[0].strokes.slice(0, 2));
  // Chromium looks only now and then how much room there is, so the browser itself says no here.
  await page.evaluate(() => {
    const page = /** @type {any} */ (window);
    const { put } = IDBObjectStore.prototype;
    page.full = true;
    IDBObjectStore.prototype.put = function (/** @type {any} */ what, /** @type {IDBValidKey | undefined} */ key) {
      const done = put.call(this, what, key);
      if (page.full && this.name === "about") {
        Object.defineProperty(this.transaction, "error", { configurable: true, value: new DOMException("full", "QuotaExceededError") });
        this.transaction.abort();
      }
      return done;
    };
  });
  await page.goto(`${site.url}#/`);
  await notified(page, "There is no more room in this browser for how you played. It waits");
  const due = () => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("gw:due:")).length);
  assert.equal(await due(), 1, "it is not thrown away");
  await page.evaluate(() => { /** @type {any} */ (window).full = false; });
  await open(page);
  await page.locator(".library-card[data-state=started]").waitFor();
  assert.equal(await due(), 0);
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`on a phone, ${colorScheme}`, () => inBrowser({ ...PHONE, colorScheme }, async (page) => {
    await open(page);
    await bring(page, cases.map(({ puzzle }) => JSON.stringify(puzzle)).join("\n"), "sample");
    await page.locator(".library-card svg").nth(cases.length - 1).waitFor();
    await judge(page, "the library in the browser, on a phone");
    await page.screenshot({ path: join(ARTEFACTS, `edition-library-phone-${colorScheme}.png`) });
  }));
}
