// A drag that ends while the server is still thinking about it, on a board that is played and on one that
// is drawn: nothing is asked twice, and what was foreseen goes if the drag is refused.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Server, WIDE, at, drawing, notified, openText, settled } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */
/** @import {Cell} from "./drivers.js" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

/** On both boards, a drag of three cells of which two would already do something. */
const BOARDS = {
  play: {
    op: "gesture",
    /** @param {Page} page @returns {Promise<Cell[]>} */
    async open(page) {
      const { text, puzzle: { problem } } = /** @type {typeof cases[number]} */ (cases.find(({ id }) => id === "fobidoshi"));
      await openText(page, server.url, text);
      const row = problem.findIndex((/** @type {string[]} */ signs) => signs.join("").includes("---"));
      const col = problem[row].join("").indexOf("---");
      return [[row, col], [row, col + 1], [row, col + 2]];
    },
  },
  draw: {
    op: "set",
    /** @param {Page} page @returns {Promise<Cell[]>} */
    async open(page) {
      const { puzzle } = await server.ask("blank", { family: "satogaeri", rows: 4, cols: 4 });
      await page.goto(`${server.url}#/draw`);
      await page.getByRole("textbox").fill(JSON.stringify(puzzle));
      await page.keyboard.press("Enter");
      await page.waitForURL(/#\/draft\//);
      await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
      await settled(page);
      return [[0, 0], [0, 1], [0, 2]];
    },
  },
};

for (const [name, { op, open }] of Object.entries(BOARDS)) {
  test(name, () => inBrowser(WIDE, async (page) => {
    const path = await open(page);
    const blank = await drawing(page);
    /** The drags that were asked about, by their length. @type {number[]} */
    const asked = [];
    /** What to do with the whole drag when somebody has asked about it. @type {(answer: (how: "yes" | "no") => void) => void} */
    let onasked = () => {};
    await page.route("**/api", async (route) => {
      const request = route.request().postDataJSON();
      if (request.op !== op) return route.continue();
      const { length } = request.gesture.targets;
      asked.push(length);
      const how = length < path.length ? "yes" : await new Promise((resolve) => onasked(resolve));
      return how === "yes" ? route.continue() : route.fulfill({ json: { ok: false, error: { message: "Not this one." } } });
    });

    /** Drag and let go before there is an answer; then answer. @param {"yes" | "no"} how */
    async function drag(how) {
      /** @type {Promise<(how: "yes" | "no") => void>} */
      const held = new Promise((resolve) => { onasked = resolve; });
      const [first, second, third] = await Promise.all(path.map((cell) => at(page, ...cell)));
      const before = await page.locator(".board .scene").innerHTML();
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      await page.mouse.move(second.x, second.y);
      await page.waitForFunction((old) => document.querySelector(".board .scene")?.innerHTML !== old, before);
      await page.mouse.move(third.x, third.y);
      const answer = await held;
      await page.mouse.up();
      answer(how);
      await settled(page);
    }

    await drag("no");
    await notified(page, "Not this one.");
    assert.equal(await drawing(page), blank, "what was foreseen is gone");
    assert.deepEqual(asked, [1, 2, 3], "when the pointer goes down, and whenever it has moved on");
    await drag("yes");
    assert.notEqual(await drawing(page), blank);
    assert.deepEqual(asked, [1, 2, 3, 1, 2, 3], "nothing is asked twice");
  }));
}
