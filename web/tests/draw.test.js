// Puzzles are drawn: from a board without clues to "one solution", with a mouse, a finger and keys;
// made ambiguous and repaired, made impossible; saved, exported, played; kept through a reload.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { judge } from "./axe.js";
import { serve } from "./dev.js";
import { withFinger, withKeys, withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, at, drawing as everything, notified, settled, shown } from "./harness.js";
import { SETTERS } from "./setters.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const folder = await mkdtemp(join(tmpdir(), "gridwright-draw-"));
const server = new Server(["--library", join(folder, "drawn.library")]);
/** @type {any[]} */
let families;
before(async () => {
  await server.start();
  ({ families } = await server.ask("families"));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Begin a drawing as a person would. @param {Page} page @param {any} family @param {number} rows @param {number} cols @param {string} [url] */
async function begin(page, family, rows, cols, url = server.url) {
  await page.goto(`${url}#/draw`);
  await page.getByRole("radio", { name: family.name }).check();
  await page.getByLabel("Rows").fill(String(rows));
  await page.getByLabel("Columns").fill(String(cols));
  await page.getByRole("button", { name: "Start drawing" }).click();
  await ready(page);
}

/** @param {Page} page */
async function ready(page) {
  await page.waitForURL(/#\/draft\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await settled(page);
}

/** The verdict on the drawing as it is now: one on an earlier drawing may stay until it has come. @param {Page} page @param {string} text */
async function verdict(page, text) {
  await settled(page);
  assert.equal(await page.locator(".verdict-words b").textContent(), text);
}

/** The puzzle as it is drawn now. @param {Page} page */
const drawn = (page) => page.evaluate(() => {
  const id = location.hash.split("/")[2];
  const { steps, at } = JSON.parse(localStorage.getItem(`gw:draft:${id}`) ?? "{}");
  return steps[at];
});

/** The drawing without what the verdict marks. @param {Page} page */
const drawing = async (page) => (await everything(page)).split("\n").filter((line) => !/class="(highlight|wrong)/.test(line)).join("\n");

/** The signs of a puzzle, whatever areas are called. @param {any} puzzle */
function signs({ type, rows, cols, problem, areas, clabels, rlabels }) {
  /** @type {string[]} */
  const names = [];
  const number = (/** @type {string} */ name) => (names.includes(name) ? names.indexOf(name) : names.push(name) - 1);
  const none = (/** @type {string[][] | undefined} */ grid) => (grid?.flat().every((sign) => sign === "-") ? undefined : grid);
  return { type, rows, cols, problem: none(problem), clabels: none(clabels), rlabels: none(rlabels), areas: areas?.map((/** @type {string[]} */ row) => row.map(number)) };
}

test("every family is drawn", () => {
  const missing = families.map(({ id }) => id).filter((id) => !(id in SETTERS));
  assert.deepEqual(missing, [], "say in web/tests/setters.js how a hand draws them");
});

for (const id of Object.keys(SETTERS)) {
  describe(id, () => {
    const sample = () => {
      const family = families.find((each) => each.id === id);
      const { puzzle } = family.samples[0];
      return { family, puzzle, strokes: SETTERS[id](puzzle) };
    };

    test("drawn with the mouse, undone, redone, reloaded", () => inBrowser(WIDE, async (page) => {
      const { family, puzzle, strokes } = sample();
      await begin(page, family, puzzle.rows, puzzle.cols);
      const blank = await drawing(page);
      await withMouse(page, strokes);
      assert.deepEqual(signs(await drawn(page)), signs(puzzle));
      await verdict(page, "One solution");
      assert.match(await page.locator(".verdict-words p").innerText(), /Solvable without trial|Needs trial/);
      const whole = await drawing(page);

      await page.reload();
      await ready(page);
      assert.equal(await drawing(page), whole, "as it was before the reload");
      const undo = page.getByRole("button", { name: "Undo" });
      while (await undo.isEnabled()) {
        await page.keyboard.press("Control+z");
        await settled(page);
      }
      assert.equal(await drawing(page), blank, "all undone");
      const redo = page.getByRole("button", { name: "Redo" });
      while (await redo.isEnabled()) {
        await page.keyboard.press("Control+y");
        await settled(page);
      }
      await verdict(page, "One solution");
      assert.deepEqual(signs(await drawn(page)), signs(puzzle), "all redone");

      await page.getByRole("button", { name: "Show it" }).click();
      await page.locator(".scene .solution").first().waitFor({ state: "attached" });
      await page.keyboard.press("Escape");
      await settled(page);
      assert.equal(await page.locator(".scene .solution").count(), 0, "back to the drawing");

      await page.getByRole("button", { name: "Play it" }).click();
      await shown(page);
    }));

    test("drawn with keys only", () => inBrowser(WIDE, async (page) => {
      const { family, puzzle, strokes } = sample();
      await page.goto(`${server.url}#/draw`);
      await page.getByRole("radio", { name: families[0].name }).waitFor();
      const chosen = page.getByRole("radio", { checked: true });
      await tabTo(page, "input[name=family]:checked");
      while ((await chosen.getAttribute("value")) !== id) await page.keyboard.press("ArrowRight");
      await tabTo(page, "input[name=rows]");
      await page.keyboard.insertText(String(puzzle.rows));
      await tabTo(page, "input[name=cols]");
      await page.keyboard.insertText(String(puzzle.cols));
      await page.keyboard.press("Enter");
      await page.locator(".board:focus").waitFor();
      await ready(page);
      await withKeys(page, strokes);
      assert.deepEqual(signs(await drawn(page)), signs(puzzle));
      await verdict(page, "One solution");
      void family;
    }));

    test("drawn with a finger on a phone", () => inBrowser(PHONE, async (page) => {
      const { family, puzzle, strokes } = sample();
      await begin(page, family, puzzle.rows, puzzle.cols);
      // Some keys are words on the phone's pad.
      const words = new Map([["c", "country"], ["n", "North"], ["e", "East"], ["s", "South"], ["w", "West"]]);
      await withFinger(page, strokes.map((stroke) => (stroke.do === "key" ? { ...stroke, value: words.get(stroke.value) ?? stroke.value } : stroke)));
      assert.deepEqual(signs(await drawn(page)), signs(puzzle));
      await verdict(page, "One solution");
    }));
  });
}

/** @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let i = 0; i < 30; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`${selector} cannot be reached with Tab`);
}

/** Open a puzzle to be drawn on. @param {Page} page @param {any} puzzle */
async function open(page, puzzle) {
  await page.goto(`${server.url}#/draw`);
  await page.getByRole("textbox").fill(JSON.stringify(puzzle));
  await page.getByRole("button", { name: "Edit" }).click();
  await ready(page);
}

test("several solutions: where they differ, both to be looked at; repaired", () => inBrowser(WIDE, async (page) => {
  // A circle without number, where the puzzle has one with its number.
  const { samples: [{ puzzle }] } = families.find(({ id }) => id === "satogaeri");
  await open(page, puzzle);
  await verdict(page, "One solution");
  await withMouse(page, SETTERS.satogaeri(puzzle).filter((stroke) => stroke.do === "key").slice(0, 4).map((stroke) => ({ ...stroke, value: "?" })));
  await verdict(page, "Several solutions");
  const marked = await page.locator(".scene rect.highlight").count();
  assert(marked > 0, "the cells are marked");
  assert.match(await page.locator(".verdict-words p").innerText(), new RegExp(`differ in (${marked} marked cells|the marked cell)`));
  await page.getByRole("button", { name: "Show one solution" }).click();
  await page.locator(".scene .solution").first().waitFor({ state: "attached" });
  const one = await drawing(page);
  await page.getByRole("button", { name: "Show another solution" }).click();
  await page.waitForFunction((before) => [...document.querySelectorAll(".board .scene > .solution")].map((node) => node.outerHTML).join() !== before, one);
  await settled(page);
  assert.notEqual(await drawing(page), one, "they look different");
  await page.getByRole("button", { name: "Show another solution" }).click();
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByRole("button", { name: "Accept" }).waitFor();
  const added = await page.locator(".added li").count();
  assert(added > 0 && added <= 4);
  for (const words of await page.locator(".added li").allInnerTexts()) assert.doesNotMatch(words, /\d[nesw]\b/, "in words, not as in a file");
  assert.equal(await page.locator(".scene rect.highlight").count(), added, "what is added is marked");
  await page.screenshot({ path: join(ARTEFACTS, "draw-repair-wide-light.png") });
  await page.getByRole("button", { name: "Discard" }).click();
  await verdict(page, "Several solutions");
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await verdict(page, "One solution");
  await page.keyboard.press("Control+z");
  await verdict(page, "Several solutions");
}));

test("clues that are not needed are stripped, those of one solution filled in; each can be undone", () => inBrowser(WIDE, async (page) => {
  const { samples: [{ puzzle }] } = families.find(({ id }) => id === "fobidoshi");
  await open(page, puzzle);
  await verdict(page, "One solution");
  const signs = async () => (await drawn(page)).problem.flat().filter((/** @type {string} */ sign) => sign !== "-").length;
  const all = await signs();
  await page.getByRole("button", { name: "Strip" }).click();
  const accept = page.getByRole("button", { name: "Accept" });
  // Perhaps every clue is needed: then one more makes one that is not.
  await accept.or(page.locator("#notice").filter({ hasText: "Every clue is needed" })).first().waitFor();
  if (!(await accept.isVisible())) {
    const { solutions: [board] } = await server.ask("solve", { puzzle });
    const { solution, marks } = JSON.parse((await server.ask("export", { puzzle, board, format: "json" })).text);
    const grid = solution ?? marks;
    const free = puzzle.problem.flatMap((/** @type {string[]} */ row, /** @type {number} */ r) => row.flatMap((sign, c) => (sign === "-" && grid[r][c] === "o" ? [[r, c]] : [])))[0];
    await withMouse(page, [{ do: "key", at: free, value: "o" }]);
    await verdict(page, "One solution");
    await page.getByRole("button", { name: "Strip" }).click();
  }
  await accept.waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "draw-strip-wide-light.png") });
  await judge(page, "a proposal to strip");
  await accept.click();
  await verdict(page, "One solution");
  const few = await signs();
  assert(few <= all, `${few} of ${all}`);
  // Without one of them it is ambiguous.
  const clue = (await drawn(page)).problem.flatMap((/** @type {string[]} */ row, /** @type {number} */ r) => row.flatMap((sign, c) => (sign === "-" ? [] : [[r, c]])))[0];
  await withMouse(page, [{ do: "key", at: clue, value: "Delete" }]);
  await verdict(page, "Several solutions");
  await page.getByRole("button", { name: "Fill" }).click();
  await page.getByText(/more clues? makes? it unique/).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await verdict(page, "Several solutions");
  await page.getByRole("button", { name: "Fill" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await verdict(page, "One solution");
  await page.keyboard.press("Control+z");
  await verdict(page, "Several solutions");
}));

test("what holds of a variant is shown, and can be changed", () => inBrowser(WIDE, async (page) => {
  await begin(page, families.find(({ id }) => id === "hashi"), 5, 5);
  const [most, loops] = [page.getByLabel("Variant").first(), page.getByLabel("Variant").nth(1)];
  assert.deepEqual([await most.inputValue(), await loops.inputValue()], ["at most 2", "loops"]);
  await most.selectOption("at most 4");
  await settled(page);
  await loops.selectOption("no loops");
  await settled(page);
  assert.deepEqual([await most.inputValue(), await loops.inputValue()], ["at most 4", "no loops"]);
  const { depth, variant } = await drawn(page);
  assert.deepEqual([depth, variant], [4, "noloop"]);
  await page.getByRole("button", { name: "16", exact: true }).waitFor();
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.equal(await loops.inputValue(), "loops");
}));

test("no solution: the clues that clash", () => inBrowser(WIDE, async (page) => {
  const family = families.find(({ id }) => id === "hashi");
  await begin(page, family, 5, 5);
  await withMouse(page, [
    { do: "key", at: [0, 0], value: "1" }, { do: "key", at: [0, 4], value: "2" }, { do: "key", at: [4, 4], value: "5" },
  ]);
  await verdict(page, "No solution");
  assert(await page.locator(".scene rect.wrong").count() > 0, "the clues are marked");
  await page.locator(".verdict-words p").getByText(/\w/).waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "draw-clash-wide-light.png") });
}));

test("a symmetry, another size, a title; saved, shared, cleared", () => inBrowser(WIDE, async (page) => {
  const family = families.find(({ id }) => id === "hashi");
  await begin(page, family, 6, 6);
  await page.getByLabel("Symmetry").selectOption("turn");
  await withMouse(page, [{ do: "key", at: [0, 0], value: "2" }]);
  const { problem } = await drawn(page);
  assert.equal(problem[5][5], "2", "the same at the opposite corner");
  await page.getByLabel("Symmetry").selectOption("none");

  await page.getByRole("button", { name: "Size" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rows").fill("7");
  await dialog.getByLabel("Columns").fill("8");
  await dialog.getByRole("button", { name: "Change" }).click();
  await page.getByText("7 × 8").waitFor();
  const larger = await drawn(page);
  assert.deepEqual([larger.rows, larger.cols, larger.problem[0][0]], [7, 8, "2"]);

  await page.getByRole("button", { name: "Title and author" }).first().click();
  await dialog.getByLabel("Title").fill("Two ends");
  await dialog.getByLabel("Author").fill("A setter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Two ends" }).waitFor();
  await page.reload();
  await ready(page);
  await page.getByRole("heading", { name: "Two ends" }).waitFor();

  await page.getByRole("button", { name: "Share or export" }).click();
  await dialog.getByLabel("The puzzle as text").waitFor();
  await page.waitForFunction(() => /Two ends/.test(/** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea")).value));
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Save to the library" }).click();
  await notified(page, /Saved to the library as number \d+/);
  const { entries } = await server.ask("list", {}, "/api/library");
  assert(entries.some((/** @type {any} */ { title }) => title === "Two ends"));

  await page.getByRole("button", { name: "Clear the board" }).click();
  await settled(page);
  assert((await drawn(page)).problem.flat().every((/** @type {string} */ sign) => sign === "-"));
  await page.goto(`${server.url}#/draw`);
  await page.getByRole("link", { name: /Two ends/ }).waitFor();
  await page.getByRole("button", { name: "Analyse Two ends" }).click();
  await page.waitForURL(/#\/analyse\//);
  await page.locator(".analyse[data-shown]").waitFor();
}));

test("a verdict that takes long says so, and the next edit cancels it", () => inBrowser(WIDE, async (page) => {
  let hold = false;
  /** Ended, once nobody listens any more. @type {Promise<unknown>[]} */
  const held = [];
  const front = await serve(server.port, 0, (incoming, response) => {
    if (!hold || incoming.method !== "GET" || !incoming.url?.startsWith("/api/jobs/")) return false;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('event: progress\ndata: {"seconds": 7}\n\n');
    held.push(new Promise((resolve) => response.on("close", resolve)));
    return true;
  });
  after(() => front.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (front.address());
  await begin(page, families.find(({ id }) => id === "hashi"), 5, 5, `http://127.0.0.1:${port}/`);
  // However quick the server is, its verdict does not come.
  hold = true;
  await page.keyboard.press("1");
  for (const words of ["Still thinking …", "7 s"]) await page.locator(".verdict-words").getByText(words, { exact: true }).waitFor();
  assert.equal(held.length, 1);
  hold = false;
  await withMouse(page, [{ do: "key", at: [0, 4], value: "1" }]);
  await verdict(page, "One solution");
  // Nobody listens to the first any more.
  await held[0];
  front.closeAllConnections();
}));

test("what is typed after a drag belongs to the clue that the drag has changed", () => inBrowser(WIDE, async (page) => {
  const drawn = () => page.evaluate(() => {
    const { steps, at } = JSON.parse(localStorage.getItem(`gw:draft:${location.hash.split("/")[2]}`) ?? "{}");
    return steps[at];
  });
  /** An arrow is drawn away from its clue, an island is moved to where the drag ends. @type {[string, "from" | "to"][]} */
  const drags = [["yajilin", "from"], ["hashi", "to"]];
  for (const [id, where] of drags) {
    await begin(page, families.find((each) => each.id === id), 5, 5);
    const [from, to] = /** @type {[number, number][]} */ ([[1, 1], [1, 2]]);
    if (id === "hashi") await withMouse(page, [{ do: "key", at: from, value: "2" }]);
    let puzzle = await drawn();
    await withMouse(page, [{ do: "drag", path: [from, to] }]);
    await page.keyboard.press("3");
    await settled(page);
    const targets = [from, to].map((cell) => ({ cell }));
    ({ puzzle } = await server.ask("set", { puzzle, gesture: { kind: "drag", targets } }));
    ({ puzzle } = await server.ask("set", { puzzle, gesture: { kind: "key", targets: [targets[where === "from" ? 0 : 1]], value: "3" } }));
    assert.deepEqual(await drawn(), puzzle, id);
  }
}));

test("a killed server: undo goes on, edits wait for it to come back; two tabs keep their own", () => inBrowser(WIDE, async (page, profile) => {
  const mortal = await new Server().start();
  after(() => mortal.stop());
  profile.expected = [/ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource|ERR_SOCKET|ERR_INCOMPLETE/];
  await begin(page, families.find(({ id }) => id === "hashi"), 5, 5, mortal.url);
  await page.keyboard.press("1");
  await settled(page);
  const one = await drawing(page);
  await withMouse(page, [{ do: "key", at: [0, 4], value: "1" }]);
  const two = await drawing(page);

  const copy = await profile.page();
  await copy.addInitScript(() => { /** @type {any} */ (window).impatient = true; });
  await copy.goto(page.url());
  await notified(copy, "open in another tab");
  await ready(copy);
  assert.notEqual(copy.url(), page.url());
  await copy.close();

  await page.bringToFront();
  await mortal.kill();
  await page.keyboard.press("Delete");
  await page.getByText("Your last move is saved").waitFor();
  assert.equal(await page.locator(".board .stroke").count(), 1);
  for (const _ of ["delete", "?", "1"]) await page.keyboard.press("Control+z");
  await page.waitForFunction(() => JSON.parse(localStorage.getItem(`gw:draft:${location.hash.split("/")[2]}`) ?? "{}").at === 1);
  assert.equal(await drawing(page), one, "undo works without it");
  // What was taken back while it waited stays away, unless one brings it back, too.
  for (const _ of ["?", "1"]) await page.keyboard.press("Control+y");
  await page.locator(".verdict-words").getByText("Not known").or(page.locator(".verdict-words").getByText("One solution")).waitFor();

  await mortal.start();
  await page.locator("#offline").waitFor({ state: "hidden" });
  await verdict(page, "One solution");
  assert.equal(await drawing(page), two, "nothing was lost, nothing came late");
  await page.keyboard.press("3");
  await verdict(page, "No solution");
}));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
    test(`looked at, ${width}, ${colorScheme}`, () => inBrowser({ ...options, colorScheme }, async (page) => {
      const shoot = async (/** @type {string} */ what) => {
        await judge(page, `${what}, ${width}, ${colorScheme}`);
        await page.screenshot({ path: join(ARTEFACTS, `draw-${what}-${width}-${colorScheme}.png`) });
      };
      await page.goto(`${server.url}#/draw`);
      await page.getByRole("button", { name: "Start drawing" }).waitFor();
      await shoot("start");
      for (const { id, samples: [{ puzzle }] } of families) {
        await open(page, puzzle);
        await page.locator(".verdict-words p").getByText(/Solvable without trial|Needs trial/).waitFor();
        await shoot(`${id}-one`);
        const clue = SETTERS[id](puzzle).find((stroke) => stroke.do === "key");
        assert(clue?.do === "key");
        const { x, y } = await at(page, ...clue.at);
        await page.mouse.click(x, y);
        await page.keyboard.press("Delete");
        await settled(page);
        await page.locator(".verdict:not([data-status=asked], [data-status=thinking])").waitFor();
        await shoot(`${id}-changed`);
      }
      await page.getByRole("button", { name: "How to draw" }).click();
      await shoot("help");
      await page.keyboard.press("Escape");
      if (width === "phone") {
        await page.getByRole("button", { name: "More" }).click();
        await shoot("more");
        await page.keyboard.press("Escape");
      }
      await page.goto(`${server.url}#/draw`);
      await page.locator(".kept-card .thumb svg").first().waitFor();
      await shoot("drawings");
    }));
  }
}
