// How long a gesture takes on large boards, from the pointer's release to the changed page and to the painted
// frame, and where the time goes. Of an edition also how long the first visit takes until a hand can play,
// and hints and verdicts, beside those of the program. Prints figures; judges nothing.
//   cargo xtask latency
//   cargo xtask latency --edition
// The medians are also left in the file that LATENCY_FIGURES names, for the baseline.

import { writeFileSync } from "node:fs";
import { firstGesture, hintsAndVerdicts } from "./edition-figures.js";
import { largeHashi, largeYajilin } from "./large.js";
import { Profile, Server, WIDE, at, closeBrowser, openText, settled } from "./harness.js";

/** @import {Page} from "playwright-core" */

/** @type {{ name: string, value: number, unit: string, of: string }[]} */
const figures = [];
const server = await new Server().start();
try {
  for (const large of [largeHashi(30), largeYajilin(20)]) await measure(large);
  if (process.env.GRIDWRIGHT_EDITION) {
    row("first visit", "first gesture seen, processor slowed four times", await firstGesture(process.env.GRIDWRIGHT_EDITION), "ms");
    await hintsAndVerdicts(server, (what, numbers, unit) => row("engine", what, numbers, unit));
  }
} finally {
  await server.stop();
  await closeBrowser();
}
if (process.env.LATENCY_FIGURES) writeFileSync(process.env.LATENCY_FIGURES, JSON.stringify(figures));

/** @param {import("./large.js").Large} large */
async function measure({ name, puzzle, strokes }) {
  const profile = await Profile.open({ ...WIDE, reducedMotion: "no-preference" });
  const page = await profile.page();
  await openText(page, server.url, JSON.stringify(puzzle));
  await page.evaluate(watch);
  for (const stroke of strokes) {
    if (stroke.do === "key") continue;
    const path = stroke.do === "drag" ? stroke.path : [stroke.at];
    const [first, ...rest] = await Promise.all(path.map((cell) => at(page, ...cell)));
    const button = stroke.do === "alt" ? "right" : "left";
    await page.mouse.move(first.x, first.y);
    await page.mouse.down({ button });
    for (const { x, y } of rest) await page.mouse.move(x, y);
    await held(page, stroke.do === "drag");
    await page.mouse.up({ button });
    await settled(page);
  }
  /** @type {{ dragged: boolean, changed: number, total: number, asked: number, bytes: number }[]} */
  const times = await page.evaluate(() => /** @type {any} */ (window).gestures);
  const solved = await page.getByText("Solved", { exact: true }).count();
  console.log(`${name}: ${times.length} gestures of ${strokes.length}${solved ? ", solved" : ""}`);
  // While a drag goes on, the server has often been asked already what it would do.
  for (const [what, some] of /** @type {const} */ ([["drags", times.filter((each) => each.dragged)], ["clicks", times.filter((each) => !each.dragged)]])) {
    row(name, `${some.length} ${what}: release to painted frame`, some.map(({ total }) => total), "ms");
    row(name, `  release to changed page (${what})`, some.map(({ changed }) => changed), "ms");
    row(name, `  of it waiting for the server (${what})`, some.map(({ asked }) => asked), "ms");
  }
  row(name, "size of an answer", times.map(({ bytes }) => bytes / 1000), "KB");
  await profile.context.close();
}

/**
 * As long as the quickest hand holds a button: until what the pointer has done so far has been painted.
 * @param {Page} page
 * @param {boolean} dragged
 */
async function held(page, dragged) {
  await page.evaluate(async (drag) => {
    /** @type {any} */ (window).dragged = drag;
    for (const _ of [1, 2]) await new Promise((painted) => { requestAnimationFrame(painted); });
  }, dragged);
}

/** @param {string} name @param {string} what @param {number[]} numbers @param {string} unit */
function row(name, what, numbers, unit) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const share = (/** @type {number} */ part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(1);
  console.log(`  ${what.padEnd(48)} median ${share(0.5)} ${unit}, 95 % ${share(0.95)} ${unit}, 99 % ${share(0.99)} ${unit}, worst ${share(1)} ${unit}`);
  figures.push({ name: `${name}, ${what.trim().replace(/^\d+ /, "")}`, value: Number(share(0.5)), unit, of: `${sorted.length} gestures` });
}

/** Runs in the page. */
function watch() {
  const page = /** @type {any} */ (window);
  page.gestures = [];
  let from = 0;
  let asked = 0;
  let bytes = 0;
  const send = window.fetch;
  window.fetch = async (...request) => {
    const began = performance.now();
    const response = await send(...request);
    const text = await response.text();
    // What was on its way already when the pointer was lifted counts from then on.
    if (from) asked += performance.now() - Math.max(began, from);
    bytes = text.length;
    return new Response(text, response);
  };
  addEventListener("pointerup", (event) => {
    from = event.timeStamp;
    asked = 0;
  }, true);
  // A move is written down and then drawn; the next frame shows it. What was dragged may be drawn already.
  let moves = 0;
  /** @type {{ began: number, changed: number } | null} */
  let drawn = null;
  new MutationObserver(() => {
    if (drawn) drawn.changed = performance.now() - drawn.began;
  }).observe(/** @type {Element} */ (document.querySelector(".board")), { subtree: true, childList: true, attributes: true });
  const put = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItem(/** @type {string} */ name, /** @type {string} */ text) {
    put.call(this, name, text);
    const now = name.startsWith("gw:play:") ? JSON.parse(text).moves : moves;
    if (!from || now === moves) return;
    moves = now;
    const began = from;
    const spent = asked;
    const move = { began, changed: performance.now() - began };
    drawn = move;
    from = 0;
    requestAnimationFrame(() => {
      drawn = null;
      const channel = new MessageChannel();
      channel.port1.onmessage = () => page.gestures.push({ dragged: page.dragged, changed: move.changed, total: performance.now() - began, asked: spent, bytes });
      channel.port2.postMessage(null);
    });
  };
}
