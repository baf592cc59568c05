// The library in the page: five thousand puzzles to scroll through, filters, import, export, tags,
// deletion, and what was played; with a mouse, with keys only, on a phone.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, kept, notified, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const MANY = 5_000;

const folder = await mkdtemp(join(tmpdir(), "gridwright-library-"));
/** A few of everything; tests change it. */
const server = new Server(["--library", join(folder, "few.library")]);
const large = new Server(["--library", join(folder, "many.library")]);
const without = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;

before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await Promise.all([server, large, without].map((each) => each.start()));
  cases = await casesOf(server);
  await fill(large, MANY);
});
after(async () => {
  await Promise.all([server, large, without].map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** @param {Server} to @param {string} op @param {object} request */
const ask = (to, op, request) => to.ask(op, request, "/api/library");

/**
 * Puzzles without much sense, no two alike.
 * @param {Server} to
 * @param {number} count
 */
async function fill(to, count) {
  let state = 1n;
  const below = (/** @type {number} */ n) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(n));
  };
  const puzzle = (/** @type {number} */ i) => {
    const side = 6 + below(5);
    const problem = Array.from({ length: side }, () => Array.from({ length: side }, () => (below(3) === 0 ? String(1 + below(4)) : "-")));
    problem[0][0] = "2";
    return { type: "hashi", rows: side, cols: side, depth: 2, problem, title: `No. ${i + 1}` };
  };
  for (let from = 0; from < count; from += 200) {
    const puzzles = Array.from({ length: Math.min(200, count - from) }, (_, i) => ({ puzzle: puzzle(from + i), tags: [i % 2 ? "odd" : "even"] }));
    await ask(to, "add", { puzzles });
  }
}

/** Begin with these, whatever was there. @param {any[]} puzzles */
async function only(puzzles) {
  const { entries } = await ask(server, "list", {});
  if (entries.length > 0) await ask(server, "remove", { ids: entries.map((/** @type {any} */ { id }) => id) });
  await ask(server, "add", { puzzles });
  return (await ask(server, "list", {})).entries;
}

/** @param {Page} page @param {Server} [at] */
async function open(page, at = server) {
  await page.goto(`${at.url}#/library`);
  await page.locator("#main[aria-busy=false] .library").waitFor();
  await settled(page);
}

/** Every card in sight has its picture. @param {Page} page */
const pictured = (page) => page.waitForFunction(() => {
  const seen = [...document.querySelectorAll(".library-card")].filter((card) => {
    const { top, bottom } = card.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
  return seen.length > 0 && seen.every((card) => card.querySelector("svg"));
});

test("five thousand puzzles", () => inBrowser(WIDE, async (page) => {
  await open(page, large);
  await page.getByText("5,000 puzzles").waitFor();
  await pictured(page);
  await page.evaluate(() => {
    const most = /** @type {any} */ (window);
    most.mostCards = 0;
    new MutationObserver(() => {
      most.mostCards = Math.max(most.mostCards, document.querySelectorAll(".library-card").length);
    }).observe(/** @type {Node} */ (document.querySelector(".library-list")), { childList: true });
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert(height > 50_000, "as long as all of them are");
  for (const part of [0.1, 0.35, 0.36, 0.5, 0.9, 1]) {
    await page.evaluate((to) => scrollTo(0, to), height * part);
    await pictured(page);
  }
  for (let i = 0; i < 40; i += 1) await page.mouse.wheel(0, i % 2 ? -1_500 : 2_500);
  await pictured(page);
  await page.locator(".library-list").press("End");
  await page.locator(".library-card:focus").getByText("No. 1", { exact: true }).waitFor();
  assert.equal(await page.locator(".library-card:focus").getAttribute("aria-posinset"), "5000");
  await page.keyboard.press("Home");
  await page.locator(".library-card:focus").getByText("No. 5000").waitFor();
  await pictured(page);
  assert(await page.evaluate(() => /** @type {any} */ (window).mostCards) <= 101, "few cards on the page");

  await page.getByLabel("Search in titles and tags").fill("No. 4999");
  await page.getByText("1 of 5,000 puzzles").waitFor();
  await page.getByLabel("Search in titles and tags").fill("");
  await page.getByLabel("Tag", { exact: true }).selectOption("odd");
  await page.getByText("2,500 of 5,000 puzzles").waitFor();
  await page.getByLabel("Order", { exact: true }).selectOption("size");
  await pictured(page);
  await page.screenshot({ path: join(ARTEFACTS, "library-many-wide-light.png") });
}));

test("without a library the page says how to get one", () => inBrowser(WIDE, async (page) => {
  await page.goto(`${without.url}#/library`);
  await page.getByText("gridwright serve --library my.library").waitFor();
  await judge(page, "no library");
  await page.screenshot({ path: join(ARTEFACTS, "library-none-wide-light.png") });
  await page.goto(`${without.url}#/draw`);
  await page.getByRole("button", { name: "Start drawing" }).click();
  await page.getByRole("button", { name: "Share or export" }).waitFor();
  await settled(page);
  assert.equal(await page.getByRole("button", { name: "Save to the library" }).count(), 0);
}));

test("import, filter, select, tag, export, delete", () => inBrowser(WIDE, async (page) => {
  await only([]);
  await open(page);
  await page.getByText("There is nothing here yet").waitFor();
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const text = cases.map(({ puzzle }) => JSON.stringify(puzzle)).join("\n");
  await dialog.getByLabel("Puzzles").fill(`${text}\n{"type": "hashi"`);
  await dialog.getByLabel("Tags", { exact: true }).fill("samples, first");
  await dialog.getByRole("button", { name: "Import" }).click();
  await dialog.getByText(/Line 6/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(`${cases.length} puzzles`, { exact: true }).waitFor();
  await pictured(page);

  // Files, and what is there already.
  await page.getByRole("button", { name: "Import" }).click();
  await dialog.locator("input[type=file]").setInputFiles({ name: "more.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
  await notified(page, `No new puzzles. ${cases.length} were already there.`);

  await page.getByLabel("Family").selectOption(cases[0].id);
  await page.getByText(`1 of ${cases.length} puzzles`).waitFor();
  await page.getByRole("button", { name: "All puzzles" }).click();

  const cards = page.locator(".library-card");
  await cards.nth(0).locator(".tick").click();
  await cards.nth(2).click({ modifiers: ["Shift"] });
  await page.getByText("3 selected").waitFor();
  const bar = page.locator(".chosen-bar");
  await bar.getByRole("button", { name: "Tag" }).click();
  await dialog.getByLabel("Tags", { exact: true }).fill("chosen");
  await page.keyboard.press("Enter");
  await dialog.locator(".tag-chip").getByText("chosen").waitFor();
  await dialog.getByRole("button", { name: "Remove first" }).click();
  await dialog.locator(".tag-chip").getByText("first").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByLabel("Tag", { exact: true }).selectOption("chosen");
  await page.getByText(`3 of ${cases.length} puzzles`).waitFor();
  const tagged = (await ask(server, "list", { tags: ["chosen"] })).entries;
  assert(tagged.every((/** @type {any} */ { tags }) => !tags.includes("first") && tags.includes("samples")));

  await bar.getByRole("button", { name: "Export" }).click();
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea"))?.value);
  const written = await dialog.getByLabel("The puzzles as text").inputValue();
  assert.equal((await server.ask("open", { text: written })).puzzles.length, 3, "what is exported can be opened");
  const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Save as file" }).click()]);
  assert.equal(await readFile(await file.path(), "utf8"), written);
  await dialog.getByLabel("Format").selectOption("janko");
  await page.waitForFunction((before) => {
    const { value } = /** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea"));
    return value !== before && value !== "";
  }, written);
  await page.keyboard.press("Escape");

  await bar.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  assert.equal((await ask(server, "list", {})).entries.length, cases.length, "not without a yes");
  await bar.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText(`${cases.length - 3} puzzles`, { exact: false }).first().waitFor();
  assert.equal((await ask(server, "list", {})).entries.length, cases.length - 3);
}));

test("played from here, and what is noted of it", () => inBrowser(WIDE, async (page) => {
  const [{ puzzle, strokes }] = cases;
  const [{ id }] = await only([{ puzzle }]);
  await open(page);
  await page.locator(".library-card").click();
  await page.locator(".details").getByRole("button", { name: "Play" }).click();
  await shown(page);
  assert.equal((await kept(page)).library, id, "the session knows where it came from");
  await withMouse(page, strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  // It is noted when the puzzle is left.
  await open(page);
  await page.waitForFunction(async (id) => {
    const response = await fetch("/api/library", { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${localStorage.getItem("gw:token")}` }, body: JSON.stringify({ op: "get", ids: [id] }) });
    return (await response.json()).entries[0].plays.length === 1;
  }, id);
  for (const word of [{ solved: false, seconds: 61 }, { solved: true, seconds: 250, difficulty: "hard" }]) await ask(server, "play", { id, play: word });
  await open(page);
  await page.reload();
  await page.locator(".library-card").click();
  const plays = page.locator(".plays li");
  await plays.getByText("solved in 4:10").waitFor();
  const lines = await plays.allTextContents();
  assert.equal(lines.length, 3);
  assert.match(lines[lines.length - 1], /solved in 4:10.*hard/, "the newest is the last");
  assert.match(lines[lines.length - 2], /not finished after 1:01/);
  assert.equal(await page.locator(".library-card").getAttribute("data-state"), "solved");
  await page.locator(".details").getByRole("button", { name: "Edit", exact: true }).click();
  await page.waitForURL(/#\/draft\//);
  await page.goBack();
  await page.locator(".library-card").waitFor();
}));

test("an opinion, beside the puzzle", () => inBrowser(WIDE, async (page) => {
  const [{ id }] = await only([{ puzzle: cases[0].puzzle }]);
  const plays = async () => (await ask(server, "get", { ids: [id] })).entries[0].plays.map((/** @type {any} */ { at, ...play }) => play);
  await open(page);
  await page.locator(".library-card").click();
  await page.getByText("What do you think of it?").click();
  const form = page.locator(".details .word");
  assert(await form.getByRole("button", { name: "Save" }).isDisabled(), "nothing was said yet");
  await form.getByLabel("hard", { exact: true }).check();
  await form.getByLabel("a little", { exact: true }).check();
  await form.getByRole("button", { name: "Save" }).click();
  await page.locator(".plays").getByText("hard · fun: a little").waitFor();
  assert.deepEqual(await plays(), [{ solved: false, difficulty: "hard", fun: "boring" }]);

  await page.getByText("What do you think of it?").click();
  await form.getByLabel("striking").check();
  await form.getByLabel("I have solved it").check();
  await form.getByRole("button", { name: "Save" }).click();
  await page.locator(".library-card[data-state=solved]").waitFor();
  assert.deepEqual((await plays())[1], { solved: true, looks: "striking" });
  await page.getByText("What do you think of it?").click();
  await form.getByLabel("easy", { exact: true }).waitFor();
  assert.equal(await form.getByLabel("I have solved it").count(), 0, "that is known");
}));

for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
  test(`grades: compared, made, used, read and written, ${width}`, () => inBrowser({ ...options, acceptDownloads: true }, async (page) => {
    const { families } = await server.ask("families");
    const { id: family, name, samples } = families[0];
    const entries = await only(samples.map((/** @type {any} */ { puzzle }) => ({ puzzle })));
    assert(entries.length >= 3);
    const grades = async () => (await ask(server, "list", {})).entries.map((/** @type {any} */ { grade }) => grade ?? null);
    assert(new Set(await grades()).has(null), "not rated yet");
    await open(page);
    await page.getByRole("link", { name: "Statistics and grades" }).click();
    const panel = page.locator(".judging");
    const press = (/** @type {string} */ label) => panel.getByRole("button", { name: label }).click();
    await panel.getByText("In use: the usual grades.").waitFor();

    await press("Compare with opinions");
    await panel.getByText("Nobody has said anything").waitFor();
    await ask(server, "play", { id: entries[0].id, play: { solved: true, difficulty: "extreme" } });
    await press("Compare with opinions");
    await panel.getByText(`${name}: difficulty`).waitFor();
    const compared = await ask(server, "opinions", { ids: entries.map((/** @type {any} */ { id }) => id) });
    const { agree, confusion } = compared.families[0].scales[0];
    await panel.getByText(`${agree} of 1 opinions on one puzzle agree`).waitFor();
    assert.deepEqual(await panel.locator("tbody td").allTextContents(), confusion.flat().map(String));
    await panel.getByText("Nothing was learnt").waitFor();

    await press("Rate again");
    await panel.getByText(`${entries.length} puzzles rated.`).waitFor();
    const usual = await grades();
    assert(!usual.includes(null), "all are rated");
    await page.locator(".report-parts").getByText("not rated").waitFor({ state: "detached" });

    await press("Group again");
    await panel.getByText(`Grades made of ${entries.length} puzzles.`).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), press("Save as a grades file")]);
    const text = await readFile(await download.path(), "utf8");
    assert.match(text, new RegExp(`^family ${family}$`, "m"));
    await judge(page, `grades, ${width}`);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(ARTEFACTS, `grades-${width}-${colorScheme}.png`), fullPage: true });
    }
    await press("Use these grades");
    await panel.getByText(`In use: Groups of the library, for ${name}.`).waitFor();

    // A file in which everything is hard.
    const file = text.replace(/^difficulty .*$/m, "difficulty cuts -2.00 -1.00");
    await panel.locator("input[type=file]").setInputFiles({ name: "strict.grades", mimeType: "text/plain", buffer: Buffer.from(file) });
    await panel.getByText(`In use: strict.grades, for ${name}.`).waitFor();
    await press("Rate again");
    await panel.getByText(`${entries.length} puzzles rated.`).waitFor();
    assert.notDeepEqual(await grades(), usual);
    assert((await grades()).every((/** @type {string} */ grade) => ["hard", "extreme"].includes(grade)));
    // Whatever this browser rates is rated by them.
    const asked = page.waitForRequest((request) => request.postDataJSON?.()?.op === "rate");
    await open(page);
    await page.locator(".library-card").first().click();
    await page.locator(".details").getByRole("button", { name: "Analyse" }).click();
    assert.equal((await asked).postDataJSON().grades, file);
    await page.getByText("By grades of your own").waitFor({ state: "attached" });

    await page.goto(`${server.url}#/report/`);
    await panel.locator("input[type=file]").setInputFiles({ name: "poem.txt", mimeType: "text/plain", buffer: Buffer.from("no grades") });
    await panel.getByText("There are no grades in this file").waitFor();
    await panel.getByText("In use: strict.grades").waitFor();
    await press("Back to the usual grades");
    await panel.getByText("In use: the usual grades.").waitFor();
    await press("Rate again");
    await panel.getByText(`${entries.length} puzzles rated.`).waitFor();
    assert.deepEqual(await grades(), usual);
  }));
}

test("analysed with one click, or one key", () => inBrowser(WIDE, async (page) => {
  await only(cases.map(({ puzzle }) => ({ puzzle })));
  await open(page);
  const card = page.locator(".library-card").first();
  await card.hover();
  await card.locator(".card-analyse").click();
  await page.waitForURL(/#\/analyse\//);
  await page.locator(".analyse").waitFor();
  await page.goBack();
  await card.focus();
  await page.keyboard.press("a");
  await page.waitForURL(/#\/analyse\//);
}));

test("with keys only", () => inBrowser(WIDE, async (page) => {
  await only(cases.map(({ puzzle }) => ({ puzzle })));
  await open(page);
  await page.locator(".library-card").first().waitFor();
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.matches(".library-list"))); i += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.locator(".library-card:focus[aria-posinset='1']").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator(".library-card:focus[aria-posinset='2']").waitFor();
  await page.locator(".details h2").waitFor();
  await page.keyboard.press(" ");
  await page.getByText("1 selected").waitFor();
  await page.keyboard.press("Control+a");
  await page.getByText(`${cases.length} selected`).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".chosen-bar").waitFor({ state: "hidden" });
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(".library-card[aria-posinset='2']").focus();
  await page.keyboard.press("Enter");
  await shown(page);
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`looked at, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      const shoot = async (/** @type {string} */ what) => {
        await judge(page, `${what}, ${width}, ${colorScheme}`);
        await page.screenshot({ path: join(ARTEFACTS, `library-${what}-${width}-${colorScheme}.png`) });
      };
      const { families } = await server.ask("families");
      const puzzles = families.flatMap((/** @type {any} */ { samples }) => samples.map((/** @type {any} */ { puzzle }) => ({ puzzle, tags: ["sample"] })));
      const entries = await only(puzzles);
      await ask(server, "play", { id: entries[0].id, play: { solved: true, seconds: 250, difficulty: "easy", fun: "fun" } });
      await open(page);
      await pictured(page);
      await shoot("shelf");
      await page.locator(".library-card").first().click();
      await page.locator(".details h2").waitFor();
      await shoot("details");
      await page.locator(".details").getByRole("button", { name: "Close" }).click();
      for (const i of [0, 1]) await page.locator(".library-card").nth(i).locator(".tick").click();
      await shoot("selection");
      const papers = await page.locator(".library-card[aria-selected=true] .scene .paper").evaluateAll((all) => all.map((paper) => getComputedStyle(paper).fill));
      assert(papers.length > 0 && papers.every((fill) => fill === "none"), "the card is seen through its picture");
      await page.locator(".chosen-bar").getByRole("button", { name: "Export" }).click();
      await page.getByRole("dialog").waitFor();
      await shoot("export");
      await page.keyboard.press("Escape");
      await page.locator(".chosen-bar").getByRole("button", { name: "Tag" }).click();
      await shoot("tags");
      await page.keyboard.press("Escape");
      await page.locator(".view-head").getByRole("button", { name: "Import" }).click();
      await shoot("import");
    }));
  }
}
