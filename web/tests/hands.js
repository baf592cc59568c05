// Three ways to do the same strokes: with a mouse, with a finger, with keys only.

import { at, settled } from "./harness.js";

/** @import {Page} from "playwright-core" */
/** @import {Cell, Stroke} from "./drivers.js" */

/**
 * @param {Page} page
 * @param {Stroke[]} strokes
 */
export async function withMouse(page, strokes) {
  for (const stroke of strokes) {
    if (stroke.do === "drag") {
      const [first, ...rest] = await Promise.all(stroke.path.map(([row, col]) => at(page, row, col)));
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of rest) await page.mouse.move(x, y, { steps: 3 });
      await page.mouse.up();
    } else {
      const { x, y } = await at(page, ...stroke.at);
      await page.mouse.click(x, y, { button: stroke.do === "alt" ? "right" : "left" });
      if (stroke.do === "key") await page.keyboard.press(stroke.value);
    }
    await settled(page);
  }
}

/** A finger that presses, moves and lifts. */
export class Finger {
  /** By its own watch, in seconds since 1970; none: as it comes. @type {number | null} */
  #watch = null;

  /** @param {import("playwright-core").CDPSession} session */
  constructor(session) {
    this.session = session;
  }

  /** @param {Page} page */
  static async on(page) {
    return new Finger(await page.context().newCDPSession(page));
  }

  /**
   * One that is never in a hurry: however quickly its touches are sent, to the browser they are a tenth of a
   * second apart, so that it takes no movement for a swipe. All of them lie behind us, so that what a test
   * does next comes after them.
   * @param {Page} page
   */
  static async slow(page) {
    const finger = await Finger.on(page);
    finger.#watch = Date.now() / 1000 - 60;
    return finger;
  }

  /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {...{ x: number, y: number }} points */
  async send(type, ...points) {
    if (this.#watch !== null) this.#watch += 0.1;
    await this.session.send("Input.dispatchTouchEvent", {
      type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      ...(this.#watch !== null && { timestamp: this.#watch }),
    });
  }
}

/** Pages whose clock is in our hands. @type {WeakSet<Page>} */
const clocked = new WeakSet();

/**
 * The page's clock stands still meanwhile: on a slow machine every touch would be a long one.
 * @param {Page} page
 * @param {Stroke[]} strokes
 */
export async function withFinger(page, strokes) {
  if (!clocked.has(page)) await page.clock.install();
  clocked.add(page);
  await settled(page);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await withClockedFinger(page, strokes);
  await page.clock.resume();
}

/**
 * The same where the page's clock stands still already.
 * @param {Page} page
 * @param {Stroke[]} strokes
 */
export async function withClockedFinger(page, strokes) {
  const finger = await Finger.on(page);
  for (const stroke of strokes) {
    if (stroke.do === "drag") {
      const points = await Promise.all(stroke.path.map(([row, col]) => at(page, row, col)));
      await finger.send("touchStart", points[0]);
      for (const [i, to] of points.entries()) {
        const from = points[Math.max(0, i - 1)];
        await finger.send("touchMove", { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
        await finger.send("touchMove", to);
      }
      await finger.send("touchEnd");
    } else {
      await finger.send("touchStart", await at(page, ...stroke.at));
      if (stroke.do === "alt") await page.clock.runFor(500);
      await finger.send("touchEnd");
      if (stroke.do === "key") await page.locator(".pad").getByRole("button", { name: stroke.value, exact: true }).tap();
    }
    await settled(page);
  }
}

/**
 * Starts with the cursor in the first cell.
 * @param {Page} page
 * @param {Stroke[]} strokes
 */
export async function withKeys(page, strokes) {
  /** @type {Cell} */
  let cursor = [0, 0];
  const arrow = (/** @type {number} */ down, /** @type {number} */ right) =>
    down < 0 ? "ArrowUp" : down > 0 ? "ArrowDown" : right < 0 ? "ArrowLeft" : "ArrowRight";
  const goTo = async (/** @type {Cell} */ [row, col]) => {
    while (cursor[0] !== row || cursor[1] !== col) {
      const [down, right] = [Math.sign(row - cursor[0]), Math.sign(col - cursor[1])];
      await page.keyboard.press(arrow(down, down ? 0 : right));
      cursor = down ? [cursor[0] + down, cursor[1]] : [cursor[0], cursor[1] + right];
    }
  };
  for (const stroke of strokes) {
    if (stroke.do === "drag") {
      await goTo(stroke.path[0]);
      for (const [row, col] of stroke.path.slice(1, stroke.once ? 2 : undefined)) {
        await page.keyboard.press(`Shift+${arrow(row - cursor[0], col - cursor[1])}`);
        cursor = [row, col];
        await settled(page);
      }
    } else {
      await goTo(stroke.at);
      await page.keyboard.press(stroke.do === "key" ? stroke.value : stroke.do === "tap" ? "Enter" : "x");
    }
    await settled(page);
  }
}

/**
 * The same wherever the cursor is: it stays at the edge when it cannot go any further.
 * @param {Page} page
 * @param {Stroke[]} strokes
 */
export async function withKeysFromAnywhere(page, strokes) {
  for (let steps = 0; steps < SMALL_BOARD; steps += 1) {
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
  }
  await withKeys(page, strokes);
}

/** As many rows and columns as boards have on which the cursor is sent home by hand. */
const SMALL_BOARD = 10;
