// What the page offers around a board that is played: comparing, a full board that is wrong, other hands,
// trials within trials, printing, saving with what was entered, the way of the Tab key, room on a large screen, and Back.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "./axe.js";
import { withFinger, withKeysFromAnywhere, withMouse } from "./hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, drawing, handsOff, kept, notified, openText, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */
/** @import {Stroke} from "./drivers.js" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

/** @param {string} id */
const caseOf = (id) => /** @type {typeof cases[number]} */ (cases.find((each) => each.id === id));

/** Choose in the settings. @param {Page} page @param {string} label */
async function set(page, label) {
  await page.getByRole("button", { name: "Settings", exact: true }).first().click();
  await page.getByRole("dialog").getByLabel(label).check();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("a comparison marks what differs, not what lies beside it", () => inBrowser(WIDE, async (page) => {
  const { text, strokes } = caseOf("yajilin");
  await openText(page, server.url, text);
  // A shaded cell that is right, and one beside it that can only be wrong.
  const [right] = strokes.flatMap((/** @type {Stroke} */ stroke) => (stroke.do === "alt" ? [stroke.at] : []));
  const path = strokes.flatMap((/** @type {Stroke} */ stroke) => (stroke.do === "drag" ? stroke.path : []));
  const wrong = path.find((/** @type {[number, number]} */ [row, col]) => Math.abs(row - right[0]) + Math.abs(col - right[1]) === 1);
  assert(wrong, "the loop passes a shaded cell");
  await withMouse(page, [{ do: "alt", at: right }, { do: "alt", at: wrong }]);
  await page.getByRole("button", { name: "Compare with the solution" }).click();
  await page.getByText("One cell does not match the solution.").waitFor();
  await handsOff(page);
  const marked = await page.locator(".board .scene rect.wrong").evaluateAll((nodes) => nodes.map((node) => [Number(node.getAttribute("y")), Number(node.getAttribute("x"))]));
  assert.deepEqual(marked, [wrong]);
}));

test("a full board that is wrong is said to be wrong, even to whoever wants to hear nothing", () => inBrowser(WIDE, async (page) => {
  const { text, strokes, puzzle } = caseOf("skyscrapers");
  await openText(page, server.url, text);
  await set(page, "Say nothing");
  const keys = strokes.flatMap((/** @type {Stroke} */ stroke) => (stroke.do === "key" ? [stroke] : []));
  const [first, ...rest] = keys;
  const slip = { ...first, value: String((Number(first.value) % puzzle.rows) + 1) };
  await withMouse(page, [slip, ...rest.slice(0, -1)]);
  assert.equal(await page.locator(".message").count(), 0, "nothing is said while something is missing");
  await withMouse(page, rest.slice(-1));
  await page.getByText("Nothing is missing, but something is wrong.").waitFor();
  assert.equal(await page.locator(".board .scene rect.wrong").count(), 0, "but not where");
  await withMouse(page, [first]);
  await page.getByText("Solved", { exact: true }).waitFor();
}));

for (const [hand, options, enter] of /** @type {const} */ ([["a mouse", WIDE, withMouse], ["a finger", PHONE, withFinger], ["keys", WIDE, withKeysFromAnywhere]])) {
  test(`other hands, for one family, with ${hand}`, () => inBrowser(options, async (page) => {
    const { text, strokes, name } = caseOf("yajilin");
    const shaded = strokes.filter((/** @type {Stroke} */ stroke) => stroke.do === "alt").slice(0, 1);
    const tapped = shaded.map((/** @type {Stroke} */ stroke) => ({ ...stroke, do: "tap" }));
    await openText(page, server.url, text);
    const blank = await drawing(page);
    await enter(page, shaded);
    const dark = await drawing(page);
    await page.keyboard.press("Control+z");
    await enter(page, tapped);
    const dot = await drawing(page);
    assert.notEqual(dot, dark);
    await page.keyboard.press("Control+z");
    await settled(page);
    assert.equal(await drawing(page), blank);

    await choose(page, /^Left shades/);
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await page.getByRole("dialog").getByText("dots, or remove them").waitFor();
    await judge(page, `rules of ${name}`);
    await page.screenshot({ path: join(ARTEFACTS, `rules-hands-${hand.replace("a ", "")}.png`) });
    await page.keyboard.press("Escape");
    await page.locator(".board").focus();
    await enter(page, tapped);
    assert.equal(await drawing(page), dark, "a click shades");
    await page.keyboard.press("Control+z");
    await enter(page, shaded);
    assert.equal(await drawing(page), dot, "a right click sets a dot");
    await page.keyboard.press("Control+z");
    await settled(page);

    const other = caseOf("fobidoshi");
    const tap = other.strokes.find((/** @type {Stroke} */ stroke) => stroke.do === "tap") ?? { do: "tap", at: [0, 0] };
    await openText(page, server.url, other.text);
    await enter(page, [tap]);
    assert(await page.locator(".board .scene circle.entered").count() > 0, "other families are as they were");
  }));
}

/** Choose hands in the rules. @param {Page} page @param {RegExp} hands */
async function choose(page, hands) {
  await page.getByRole("button", { name: "Rules", exact: true }).click();
  await page.getByRole("dialog").getByRole("radio", { name: hands }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("every family that has other hands does what they mean, and remembers them", () => inBrowser(WIDE, async (page) => {
  const has = async (/** @type {string} */ selector, /** @type {string} */ words) => {
    await settled(page);
    assert(await page.locator(`.board .scene ${selector}`).count() > 0, words);
  };
  const click = (/** @type {[number, number]} */ at, /** @type {"tap" | "alt"} */ how = "tap") => withMouse(page, [{ do: how, at }]);

  const yajilin = caseOf("yajilin");
  const [free] = yajilin.strokes.flatMap((/** @type {Stroke} */ stroke) => (stroke.do === "alt" ? [stroke.at] : []));
  await openText(page, server.url, yajilin.text);
  await choose(page, /^Every tap goes on/);
  await click(free);
  await has("rect.entered.fill-ink", "shaded");
  await page.reload();
  await shown(page);
  await click(free);
  await has("circle.note, path.note, .note", "a dot, after a reload");
  await click(free);
  assert.equal((await kept(page)).moves, 3);

  const hashi = caseOf("hashi");
  const span = hashi.strokes.find((/** @type {Stroke} */ stroke) => stroke.do === "drag" && stroke.path.length > 2);
  assert(span?.do === "drag");
  await openText(page, server.url, hashi.text);
  await choose(page, /forbids a bridge/);
  await click(span.path[1]);
  assert.equal(await page.locator(".board .scene line.entered").count(), 0, "no bridge");
  assert.equal((await kept(page)).moves, 1);

  const skyscrapers = caseOf("skyscrapers");
  await openText(page, server.url, skyscrapers.text);
  await choose(page, /second click counts up/);
  const cell = skyscrapers.strokes.find((/** @type {Stroke} */ stroke) => stroke.do === "key" && (stroke.at[0] > 0 || stroke.at[1] > 0));
  assert(cell?.do === "key");
  await click(cell.at);
  assert.equal((await kept(page)).moves, 0, "the first click chooses");
  for (const _ of [1, 2]) await click(cell.at);
  assert.deepEqual(await page.locator(".board .scene text.entered").allTextContents(), ["2"]);
  await click(cell.at, "alt");
  assert.deepEqual(await page.locator(".board .scene text.entered").allTextContents(), ["1"]);

  const fobidoshi = caseOf("fobidoshi");
  const blank = fobidoshi.strokes.find((/** @type {Stroke} */ stroke) => stroke.do === "tap")?.at ?? fobidoshi.strokes[0].path[0];
  await openText(page, server.url, fobidoshi.text);
  await choose(page, /^Left puts circles/);
  const circles = () => page.locator(".board .scene circle.entered").count();
  await click(blank);
  assert.equal(await circles(), 1);
  await click(blank);
  assert.equal(await circles(), 0, "none, and no cross either");
  assert.equal(await page.locator(".board .scene .entered").count(), 0);
}));

test("a trial within a trial has a colour of its own", () => inBrowser(WIDE, async (page) => {
  const { text, strokes } = caseOf("hashi");
  await openText(page, server.url, text);
  const bridges = new Map(strokes.map((/** @type {Stroke} */ stroke) => [JSON.stringify(stroke), stroke]));
  for (const stroke of [...bridges.values()].slice(0, 3)) {
    await page.keyboard.press("t");
    await withMouse(page, [stroke]);
  }
  const colours = await page.locator(".board .scene line.trial").evaluateAll((nodes) => [...new Set(nodes.map((node) => getComputedStyle(node).color))]);
  assert.equal(colours.length, 3, colours.join());
  await page.screenshot({ path: join(ARTEFACTS, "play-trials.png") });
}));

test("who solves it within a trial has nothing left to keep or drop", () => inBrowser(WIDE, async (page) => {
  const { text, strokes } = cases[0];
  await openText(page, server.url, text);
  await withMouse(page, strokes.slice(0, 1));
  await page.keyboard.press("t");
  await page.locator(".trial-bar").waitFor();
  await withMouse(page, strokes.slice(1));
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.locator(".trial-bar").waitFor({ state: "hidden" });
  assert(await page.getByRole("button", { name: "Pause" }).isDisabled(), "there is no time to stop");
  await page.keyboard.press("Control+z");
  await page.locator(".trial-bar").waitFor();
}));

for (const [width, options] of /** @type {const} */ ([["wide", WIDE], ["phone", PHONE]])) {
  test(`what is said to everybody does not lie over the board, ${width}`, () => inBrowser(options, async (page, profile) => {
    await openText(page, server.url, caseOf("yajilin").text);
    const copy = await profile.page();
    await copy.addInitScript(() => { /** @type {any} */ (window).impatient = true; });
    await copy.goto(page.url());
    await shown(copy);
    await notified(copy, "open in another tab");
    // It goes by itself after a while; here it stays.
    await copy.evaluate(() => document.getElementById("notice")?.classList.add("on"));
    await copy.locator("#notice.on").waitFor();
    const boxes = await Promise.all(["#notice", ".board .scene"].map((what) => copy.locator(what).first().boundingBox()));
    const [notice, board] = boxes;
    assert(notice && board && notice.width > 0);
    await copy.screenshot({ path: join(ARTEFACTS, `notice-${width}.png`) });
    const apart = notice.y >= board.y + board.height || notice.y + notice.height <= board.y || notice.x >= board.x + board.width || notice.x + notice.width <= board.x;
    assert(apart, JSON.stringify(boxes));
  }));
}

test("printed with or without entries, with or without the rules", () => inBrowser(WIDE, async (page) => {
  await page.addInitScript(() => {
    // What a printer would be sent.
    window.print = () => {
      const sheet = document.querySelector(".print-sheet");
      /** @type {any} */ (window).printed = { entries: sheet?.querySelectorAll(".entered").length, text: sheet?.textContent };
    };
  });
  const { text, strokes, name } = caseOf("hashi");
  const { families } = await server.ask("families");
  const { rules } = families.find((/** @type {any} */ each) => each.id === "hashi");
  await openText(page, server.url, text);
  const dialog = page.getByRole("dialog");
  const print = async (/** @type {Record<string, boolean>} */ wishes) => {
    await page.getByRole("button", { name: "Print", exact: true }).first().click();
    for (const [label, on] of Object.entries(wishes)) await dialog.getByRole("switch", { name: label }).setChecked(on);
    await dialog.getByRole("button", { name: "Print" }).click();
    await page.locator(".print-sheet").waitFor({ state: "attached" });
    const printed = await page.evaluate(() => /** @type {any} */ (window).printed);
    await page.emulateMedia({ media: "print" });
    await page.screenshot({ path: join(ARTEFACTS, `print-${Object.values(wishes).join("-")}.png`) });
    assert(!(await page.locator(".board-page").isVisible()), "nothing but the sheet");
    await page.emulateMedia({ media: "screen" });
    assert(!(await page.locator(".print-sheet").isVisible()));
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await page.locator(".print-sheet").waitFor({ state: "detached" });
    return printed;
  };
  const first = await print({ "With the rules": true });
  assert(first.text.includes(name) && first.text.includes(rules), "the rules of this puzzle");
  await withMouse(page, strokes.slice(0, 2));
  assert((await print({ "With my entries": true, "With the rules": false })).entries > 0);
  const blank = await print({ "With my entries": false, "With the rules": false });
  assert.equal(blank.entries, 0);
  assert(!blank.text.includes(rules));
}));

test("what is saved holds what was entered, unless one does not want that", () => inBrowser(WIDE, async (page) => {
  const { text, strokes } = caseOf("hashi");
  await openText(page, server.url, text);
  await withMouse(page, strokes.slice(0, 2));
  const mine = await drawing(page);
  await page.getByRole("button", { name: "Share or save" }).click();
  const box = page.getByRole("dialog").getByRole("textbox", { name: "The puzzle as text" });
  await box.waitFor();
  /** The text, as soon as it is another one. @param {string} old */
  const written = async (old) => {
    await page.waitForFunction((before) => /** @type {HTMLTextAreaElement} */ (document.querySelector("dialog textarea")).value !== before, old);
    return box.inputValue();
  };
  const saved = await written("");
  await page.getByRole("dialog").getByRole("switch", { name: "Include my entries" }).uncheck();
  await written(saved);
  await page.keyboard.press("Escape");
  await openText(page, server.url, saved);
  assert.equal(await drawing(page), mine);
}));

test("the Tab key goes through what is beside the board as it is seen, wide and narrow", () => inBrowser(WIDE, async (page) => {
  await openText(page, server.url, caseOf("skyscrapers").text);
  for (const width of [1280, 600, 1280]) {
    await page.setViewportSize({ width, height: 860 });
    await page.waitForFunction((narrow) => document.documentElement.hasAttribute("data-narrow") === narrow, width === 600);
    await page.locator(".board").focus();
    /** Where each stop is: the part it belongs to. @type {string[]} */
    const stops = [];
    const tops = [];
    for (let i = 0; i < 12; i += 1) {
      await page.keyboard.press("Tab");
      const [part, top] = await page.evaluate(() => {
        const focused = /** @type {Element} */ (document.activeElement);
        const part = focused.closest(".tools, .pad");
        return [part?.classList[0] ?? "", part?.getBoundingClientRect().top ?? 0];
      });
      if (part && part !== stops.at(-1)) {
        stops.push(String(part));
        tops.push(Number(top));
      }
    }
    assert.deepEqual(stops, width === 600 ? ["pad", "tools"] : ["tools", "pad"]);
    assert(tops[0] < tops[1], "from top to bottom");
  }
}));

test("rows and columns are numbered for whoever wants that, and while a hint counts them", () => inBrowser(WIDE, async (page) => {
  for (const { text, name, puzzle, strokes } of cases) {
    await openText(page, server.url, text);
    if (name === cases[0].name) {
      assert.equal(await page.locator(".board .numbers text").count(), 0);
      await page.getByRole("button", { name: "Hint", exact: true }).click();
      await settled(page);
      assert.equal(await page.locator(".board .numbers text").count(), puzzle.rows + puzzle.cols, "a hint counts them");
      await page.keyboard.press("Escape");
      assert.equal(await page.locator(".board .numbers text").count(), 0);
      await set(page, "Number rows and columns");
    }
    const numbers = await page.locator(".board .numbers text").evaluateAll((nodes) => nodes.map((node) => {
      const frame = /** @type {Element} */ (node.closest(".board")).getBoundingClientRect();
      const foot = new DOMPoint(Number(node.getAttribute("x")), Number(node.getAttribute("y")));
      const { x, y } = foot.matrixTransform(/** @type {DOMMatrix} */ (/** @type {SVGGraphicsElement} */ (node).getScreenCTM()));
      return { number: Number(node.textContent), seen: x > frame.left && y > frame.top && x < frame.right && y < frame.bottom };
    }));
    const upTo = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i + 1);
    assert.deepEqual(numbers.map(({ number }) => number), [...upTo(puzzle.cols), ...upTo(puzzle.rows)], name);
    assert(numbers.every(({ seen }) => seen), `${name}: all can be seen`);
    await withMouse(page, strokes.slice(0, 2));
    await page.screenshot({ path: join(ARTEFACTS, `numbered-${name.toLowerCase()}-wide-light.png`) });
    assert((await kept(page)).moves > 0, "hands meet the cells they mean");
  }
  await page.reload();
  await shown(page);
  assert(await page.locator(".board .numbers text").count() > 0, "it is remembered");
}));

test("a digit after another makes a number of two where the puzzle has it, but not a mark", () => inBrowser(WIDE, async (page) => {
  await openText(page, server.url, JSON.stringify({ type: "skyscrapers", rows: 16, cols: 16 }));
  const written = async (/** @type {string} */ role) => {
    await settled(page);
    return page.locator(`.board .scene text.${role}`).allTextContents();
  };
  await page.locator(".board").focus();
  await page.keyboard.type("16");
  assert.deepEqual(await written("entered"), ["16"]);
  await page.keyboard.type("2");
  assert.deepEqual(await written("entered"), ["2"]);
  await page.keyboard.type("1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("3");
  assert.deepEqual(await written("entered"), ["1", "3"]);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("p12");
  assert.deepEqual(await written("note"), ["1", "2"]);
  await page.locator(".pad").getByRole("button", { name: "16", exact: true }).click();
  assert.deepEqual(await written("note"), ["1", "2", "16"]);
  await page.screenshot({ path: join(ARTEFACTS, "play-skyscrapers-16.png") });
}));

test("a small board makes use of a large screen", () => inBrowser({ viewport: { width: 1920, height: 1080 } }, async (page) => {
  const { text } = caseOf("skyscrapers");
  await openText(page, server.url, text);
  const sheet = await page.locator(".board .scene .frame").first().evaluate((node) => /** @type {SVGGraphicsElement} */ (node).ownerSVGElement?.getBoundingClientRect().height ?? 0);
  assert(sheet > 640, `${sheet} pixels of 1080`);
  await page.screenshot({ path: join(ARTEFACTS, "play-1920.png") });
}));

test("going back closes a dialog, and only then leaves the puzzle", () => inBrowser(WIDE, async (page) => {
  await page.goto(server.url);
  await page.locator(".families").waitFor();
  await page.locator(".sample").first().click();
  await shown(page);
  const dialog = page.getByRole("dialog");
  const rules = page.getByRole("button", { name: "Rules", exact: true });
  const here = page.url();

  await rules.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  assert.equal(page.url(), here);
  assert(await page.locator(".board").isVisible());

  // Closed otherwise it leaves no trace: one step back is the page before.
  await rules.click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await rules.click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.goBack();
  await page.locator(".families").waitFor();

  // A page opened from a dialog; back over both of them.
  await page.locator(".sample").first().click();
  await shown(page);
  await withMouse(page, caseOf("hashi").strokes.slice(0, 1));
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.locator(".sample").first().click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await shown(page);
  assert.equal((await kept(page)).moves, 1);
  await page.goBack();
  await page.locator(".families").waitFor();
}));
