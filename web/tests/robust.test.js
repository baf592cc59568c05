// What must hold whatever happens: two tabs, a killed server, hostile text, slips of the hand.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { DRIVERS } from "./drivers.js";
import { Finger, withFinger, withMouse } from "./hands.js";
import { PHONE, Server, WIDE, at, drawing, kept, notified, openText, paste, released, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
/** @type {typeof cases[number]} */
let item;
before(async () => {
  await server.start();
  cases = await casesOf(server);
  [item] = cases;
});
after(() => server.stop());

test("two tabs on one puzzle keep their own boards", () => inBrowser(WIDE, async (page, profile) => {
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 2));
  const mine = await drawing(page);

  const copy = await profile.page();
  await copy.addInitScript(() => { /** @type {any} */ (window).impatient = true; });
  await copy.goto(page.url());
  await shown(copy);
  assert.notEqual(copy.url(), page.url(), "the same address in a second tab is a copy");
  assert.equal(await drawing(copy), mine, "that goes on from the same board");
  await notified(copy, "open in another tab");
  await copy.keyboard.press("Control+z");
  await copy.keyboard.press("Control+z");
  await settled(copy);

  const fresh = await profile.page();
  await openText(fresh, server.url, item.text);
  assert.equal((await kept(fresh)).moves, 0, "opened anew it is another session");
  await withMouse(fresh, item.strokes.slice(0, 1));

  await page.bringToFront();
  await page.reload();
  await shown(page);
  assert.equal(await drawing(page), mine, "the first tab has its own board");
  assert.equal((await kept(page)).moves, 2);
  assert.equal((await kept(copy)).moves, 0);
  assert.equal((await kept(fresh)).moves, 1);
}));

/** What the browser says about a server that is gone. */
const GONE = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource|ERR_SOCKET/;

/** Until so many moves are on the board. @param {Page} page @param {number} moves */
async function counted(page, moves) {
  await page.waitForFunction((n) => JSON.parse(localStorage.getItem(`gw:play:${location.hash.split("/")[2]}`) ?? "{}").moves === n, moves);
}

test("a killed server: moves wait for it to come back, undo takes back what waits and then goes on", () => inBrowser(WIDE, async (page, profile) => {
  const server = await new Server().start();
  after(() => server.stop());
  profile.expected = [GONE];
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 1));
  const one = await drawing(page);
  await withMouse(page, item.strokes.slice(1, 2));
  const two = await drawing(page);
  const strokes = page.locator(".board .stroke");
  const undo = page.getByRole("button", { name: "Undo" });
  const redo = page.getByRole("button", { name: "Redo" });

  await server.kill();
  await withMouse(page, item.strokes.slice(2, 3));
  await page.getByText("The server cannot be reached. Trying again … Your last move is saved").waitFor();
  await withMouse(page, item.strokes.slice(3, 4));
  await page.getByText("Your last 2 moves are saved").waitFor();
  assert.equal(await strokes.count(), 2, "both are drawn as the hand made them");
  assert.equal((await kept(page)).moves, 2, "but not entered yet");
  assert.equal(await drawing(page), two);
  await undo.click();
  assert.equal(await strokes.count(), 1, "the last one is taken back");
  await undo.click();
  assert.equal(await strokes.count(), 0);
  await undo.click();
  await counted(page, 1);
  assert.equal(await drawing(page), one, "undo goes on without the server");
  for (const _ of [1, 2, 3]) await redo.click();
  await counted(page, 2);
  assert.equal(await strokes.count(), 2, "redo brings back all of it");

  await server.start();
  await page.locator("#offline").waitFor({ state: "hidden" });
  await counted(page, 4);
  await settled(page);
  assert.equal(await strokes.count(), 0, "nothing waits any more");
  const played = await drawing(page);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await settled(page);
  await withMouse(page, item.strokes.slice(2, 4));
  assert.equal(await drawing(page), played, "the same as with a server that was there all the time");
  await withMouse(page, item.strokes.slice(4));
  await page.getByText("Solved", { exact: true }).waitFor();
}));

test("moves that wait outlive a reload, in order, on a board that is played and on one that is drawn", () => inBrowser(WIDE, async (page, profile) => {
  profile.expected = [/Failed to load resource/];
  let down = false;
  await page.route("**/api", (route) => (down ? route.abort() : route.continue()));
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 4));
  const whole = await drawing(page);
  for (const _ of [1, 2, 3, 4]) await page.keyboard.press("Control+z");
  await withMouse(page, item.strokes.slice(0, 1));
  down = true;
  await withMouse(page, item.strokes.slice(1, 4));
  await page.getByText("Your last 3 moves are saved").waitFor();
  await page.reload();
  await page.getByText("Waiting for the server").waitFor();
  down = false;
  await shown(page);
  await counted(page, 4);
  await settled(page);
  assert.equal(await drawing(page), whole);
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("gw:waiting:"))), [], "nothing waits any more");

  const clue = cases.find(({ strokes: [stroke] }) => stroke.do === "key");
  assert(clue);
  await page.goto(`${server.url}#/draw`);
  await page.getByRole("textbox").fill(JSON.stringify((await server.ask("blank", { family: clue.id, rows: 4, cols: 4 })).puzzle));
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/draft\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await settled(page);
  const blank = await drawing(page);
  down = true;
  await withMouse(page, [{ do: "key", at: [1, 1], value: "3" }]);
  await page.getByText("Your last move is saved").waitFor();
  await page.reload();
  await page.getByText("Waiting for the server").waitFor();
  down = false;
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).and(page.locator(":enabled")).waitFor();
  await settled(page);
  assert.notEqual(await drawing(page), blank);
}));

test("a slow server: quick strokes are all seen at once, and none is lost", () => inBrowser(WIDE, async (page) => {
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 3));
  const three = await drawing(page);
  for (const _ of [1, 2, 3]) await page.keyboard.press("Control+z");
  await settled(page);
  /** @type {(() => void)[]} */
  const held = [];
  let slow = true;
  await page.route("**/api", async (route) => {
    if (slow && route.request().postDataJSON().op === "gesture") await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.continue();
  });
  for (const stroke of item.strokes.slice(0, 3)) await hastily(page, stroke);
  await page.locator(".board .stroke").nth(2).waitFor({ state: "attached" });
  assert.equal((await kept(page)).moves, 0, "the server has not said anything yet");
  assert(await page.locator("#offline").isHidden(), "slow is not away");
  slow = false;
  for (const go of held) go();
  await counted(page, 3);
  await settled(page);
  assert.equal(await drawing(page), three);
  assert.equal(await page.locator(".board .stroke").count(), 0);
}));

/** As a hand that does not wait for an answer. @param {Page} page @param {import("./drivers.js").Stroke} stroke */
async function hastily(page, stroke) {
  assert(stroke.do === "drag");
  const [first, ...rest] = await Promise.all(stroke.path.map(([row, col]) => at(page, row, col)));
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.up();
}

test("a reload while the server is down loses nothing", () => inBrowser(WIDE, async (page, profile) => {
  const server = await new Server().start();
  after(() => server.stop());
  profile.expected = [GONE];
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 2));
  const mine = await drawing(page);
  const url = page.url();
  await server.kill();
  await assert.rejects(page.reload(), /ERR_/, "there is no page without a server");
  // The browser may still be busy with its own page about that.
  await page.close();
  await server.start();
  const again = await profile.page();
  await again.goto(url);
  await shown(again);
  assert.equal(await drawing(again), mine);
  await withMouse(again, item.strokes.slice(2));
  await again.getByText("Solved", { exact: true }).waitFor();
}));

test("a page whose server goes down while it opens waits for it", () => inBrowser(WIDE, async (page, profile) => {
  profile.expected = [/Failed to load resource/];
  let down = true;
  await page.route("**/api", (route) => (down ? route.abort() : route.continue()));
  await page.goto(server.url);
  await page.getByText("Waiting for the server").waitFor();
  down = false;
  await page.locator(".family").first().waitFor();
}));

test("a crashed tab finds its board again", () => inBrowser(WIDE, async (page, profile) => {
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 3));
  const before = await drawing(page);
  const url = page.url();
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => {});
  await crashed;
  const again = await profile.page();
  await again.goto(url);
  await shown(again);
  assert.equal(await drawing(again), before);
  await page.close();
}));

test("text from an import never becomes markup", () => inBrowser(WIDE, async (page) => {
  const evil = `<img src=x onerror="document.title='evil'"><script>document.title='evil'</script>`;
  const text = JSON.stringify({ ...item.puzzle, title: evil, author: evil });
  await openText(page, server.url, text);
  assert.equal(await page.locator("h1").textContent(), evil);
  await withMouse(page, item.strokes.slice(0, 1));
  await page.getByRole("button", { name: "Share or save" }).click();
  await page.getByRole("dialog").locator("textarea").waitFor();
  await settled(page);
  await page.keyboard.press("Escape");
  await page.goto(server.url);
  await page.locator(".kept-card b").waitFor();
  assert.equal(await page.locator(".kept-card b").textContent(), evil);
  await page.getByRole("textbox").fill(`${evil}\n${evil}`);
  await page.keyboard.press("Enter");
  await page.locator(".complaint").filter({ hasText: /\w/ }).waitFor();
  assert.equal(await page.locator("main img, main script").count(), 0);
  assert(!(await page.title()).includes("evil") || (await page.title()).includes("<"), "nothing ran");
}));

test("a second finger takes back what the first began, and zooms", () => inBrowser(PHONE, async (page) => {
  await openText(page, server.url, item.text);
  const before = await drawing(page);
  const finger = await Finger.slow(page);
  const [a, b] = [await at(page, 0, 0), await at(page, 1, 1)];
  const far = { x: b.x + 90, y: b.y + 140 };
  await finger.send("touchStart", a);
  await finger.send("touchMove", { x: a.x + 30, y: a.y });
  await finger.send("touchStart", { x: a.x + 30, y: a.y }, b);
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await finger.send("touchMove", a, { x: b.x + (far.x - b.x) * part, y: b.y + (far.y - b.y) * part });
  }
  // The fingers come to rest: the browser takes a tap after a swift movement as a stop to it.
  for (const shake of [0, 1, 0, 1]) await finger.send("touchMove", a, { x: far.x + shake, y: far.y });
  await finger.send("touchEnd");
  await settled(page);
  assert.equal(await drawing(page), before, "nothing was entered");
  assert.equal((await kept(page)).moves, 0);
  const fit = page.getByRole("button", { name: "Show the whole board" });
  await fit.waitFor();
  await fit.tap();
  await fit.waitFor({ state: "hidden" });

  await finger.send("touchStart", a);
  await finger.send("touchMove", { x: a.x + 3, y: a.y + 2 });
  await finger.send("touchEnd");
  await withFinger(page, item.strokes.slice(0, 1));
  assert((await kept(page)).moves >= 1, "afterwards one finger enters again");
}));

test("a drag back takes back: circles painted, bridges, lines, whatever it was", () => inBrowser(WIDE, async (page) => {
  for (const { name, text, strokes, mistake } of cases) {
    const stroke = [...mistake, ...strokes].find((each) => each.do === "drag" && each.path.length > 2);
    if (stroke?.do !== "drag") continue;
    const { path } = stroke;
    await openText(page, server.url, text);
    const blank = await drawing(page);
    const back = [...path].reverse().slice(1);
    await withMouse(page, [{ do: "drag", path: [...path, ...back] }]);
    assert.equal(await drawing(page), blank, `${name}: back where it began`);
    assert.equal((await kept(page)).moves, 0);
    await withMouse(page, [{ do: "drag", path: path.slice(0, -1) }]);
    const shorter = await drawing(page);
    while (await page.getByRole("button", { name: "Undo" }).isEnabled()) {
      await page.keyboard.press("Control+z");
      await settled(page);
    }
    await withMouse(page, [{ do: "drag", path: [...path, back[0]] }]);
    assert.equal(await drawing(page), shorter, `${name}: as if it had ended earlier`);
  }
}));

test("a right click takes the pencil where it means nothing else; U undoes, R redoes", () => inBrowser(WIDE, async (page) => {
  const numbers = cases.find(({ strokes: [stroke] }) => stroke.do === "key");
  assert(numbers);
  const [stroke] = numbers.strokes;
  assert(stroke.do === "key");
  await openText(page, server.url, numbers.text);
  const blank = await drawing(page);
  await withMouse(page, [{ do: "alt", at: stroke.at }]);
  await page.locator("[aria-pressed=true]").filter({ hasText: "Pencil" }).waitFor();
  await page.keyboard.press(stroke.value);
  await settled(page);
  assert(await page.locator(".scene .note").count() > 0, "a mark, not an entry");
  const marked = await drawing(page);
  await page.keyboard.press("u");
  await settled(page);
  assert.equal(await drawing(page), blank);
  await page.keyboard.press("r");
  await settled(page);
  assert.equal(await drawing(page), marked);
  await withMouse(page, [{ do: "alt", at: stroke.at }]);
  await page.locator("[aria-pressed=false]").filter({ hasText: "Pencil" }).waitFor();
}));

test("the time runs; pause hides the board and stops it", () => inBrowser(WIDE, async (page) => {
  await page.clock.install();
  await openText(page, server.url, item.text);
  await settled(page);
  // From now on the time is in our hands; how long it took to come here does not matter.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.clock.runFor(1_000);
  const time = page.locator(".time");
  const seconds = async () => ((await time.textContent()) ?? "").split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  const before = await seconds();
  await page.clock.runFor(62_000);
  assert.equal(await seconds(), before + 62);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".cover").waitFor();
  await page.clock.runFor(300_000);
  assert.equal(await seconds(), before + 62);
  assert(!(await page.locator(".sheet").isVisible()));
  await page.keyboard.press("Escape");
  await page.locator(".cover").waitFor({ state: "hidden" });
  await page.clock.runFor(3_600_000);
  assert.equal(await seconds(), before + 3_662);
  assert.match((await time.textContent()) ?? "", /^1:\d\d:\d\d$/);
}));

test("a long history is saved in pieces", () => inBrowser(WIDE, async (page) => {
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 1));
  for (let i = 0; i < 150; i += 1) await page.keyboard.press(i % 2 ? "Control+y" : "Control+z");
  await settled(page);
  const before = await drawing(page);
  const chunks = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("gw:log:")).length);
  assert(chunks >= 3, `${chunks} pieces`);
  await page.reload();
  await shown(page);
  assert.equal(await drawing(page), before);
}));

test("started puzzles are listed, gone on with and deleted", () => inBrowser(WIDE, async (page) => {
  await openText(page, server.url, item.text);
  await withMouse(page, item.strokes.slice(0, 1));
  await page.goto(server.url);
  await page.locator(".kept-card").waitFor();
  await released(page);
  await paste(page, server.url, item.text);
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await shown(page);
  assert.equal((await kept(page)).moves, 1);
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.locator(".kept-card").waitFor({ state: "detached" });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => /^gw:(play|log|puzzle)/.test(key))), []);
}));

test("a file dropped on the page is opened", () => inBrowser(WIDE, async (page) => {
  await page.goto(server.url);
  await page.locator(".puzzle-box").waitFor();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "puzzle.txt"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, JSON.stringify(item.puzzle));
  await shown(page);
}));

test("the client is small, even on its way, and names no family", () => inBrowser(WIDE, async (page) => {
  const folder = join(import.meta.dirname, "..");
  const served = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|html|svg)$/.test(name) && !/^(node_modules|tests)/.test(name));
  assert(served.length > 50, "all files are read");
  for (const name of served) {
    const text = await readFile(join(folder, name), "utf8");
    for (const id of Object.keys(DRIVERS)) assert(!text.toLowerCase().includes(id), `${id} in ${name}`);
  }
  /** @type {Promise<[string, number]>[]} */
  const loaded = [];
  const count = (/** @type {import("playwright-core").Response} */ response) =>
    loaded.push(response.body().then((body) => [new URL(response.url()).pathname, body.length]));
  page.on("response", count);
  await page.goto(server.url);
  // Every picture in sight.
  await page.waitForFunction(() => {
    const seen = [...document.querySelectorAll(".sample .thumb")].filter((thumb) => thumb.getBoundingClientRect().top < innerHeight);
    return seen.length > 0 && seen.every((thumb) => thumb.querySelector("svg"));
  });
  await settled(page);
  page.off("response", count);
  const sizes = await Promise.all(loaded);
  const sum = (/** @type {[string, number][]} */ some) => some.reduce((total, [, size]) => total + size, 0);
  const files = sizes.filter(([path]) => !path.startsWith("/api"));
  assert(files.length > 10, "all files are counted");
  console.log(`${files.length} files of ${(sum(files) / 1000).toFixed(0)} KB; with what the first page shows ${(sum(sizes) / 1000).toFixed(0)} KB`);
  const fonts = sizes.filter(([path]) => path.startsWith("/fonts/"));
  assert(fonts.length > 0, "the fonts are counted");
  assert(sum(fonts) < 75_000, `fonts of ${sum(fonts)} bytes`);
  assert(sum(sizes) - sum(fonts) < 300_000, `${sum(sizes) - sum(fonts)} bytes beside the fonts`);
}));
