// What is written on a board can be read: every text of every family's board stands out from what is painted
// under it by 4.5 : 1, in light, dark and high contrast, where it is played, drawn, analysed or listed.
// (axe-core does not look into drawings.)

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withMouse } from "./hands.js";
import { Server, WIDE, handsOff, openText, settled } from "./harness.js";
import { casesOf, showpieces } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const ENOUGH = 4.5;

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
/** @type {Awaited<ReturnType<typeof showpieces>>} */
let pieces;
before(async () => {
  await server.start();
  cases = await casesOf(server);
  pieces = await showpieces(server);
});
after(() => server.stop());

/** Every text in a drawing with its contrast. @param {Page} page @returns {Promise<{ text: string, role: string, ratio: number }[]>} */
function texts(page) {
  return page.evaluate(() => {
    const sheet = document.createElement("canvas");
    sheet.width = sheet.height = 1;
    const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d", { willReadFrequently: true }));
    /** @param {string} colour @returns {number[]} red, green, blue and how much covers */
    const parts = (colour) => {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      return [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255);
    };
    /** @param {number[]} below @param {Element} shape */
    const paint = (below, shape) => {
      const { fill, fillOpacity, opacity } = getComputedStyle(shape);
      if (fill === "none") return below;
      const [red, green, blue, alpha] = parts(fill);
      const covers = alpha * Number(fillOpacity) * Number(opacity);
      return [red, green, blue].map((part, i) => part * covers + below[i] * (1 - covers));
    };
    const light = (/** @type {number[]} */ colour) => {
      const [red, green, blue] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const paper = parts(getComputedStyle(document.documentElement).backgroundColor).slice(0, 3);
    /** What lies under a drawing. @param {Element} drawing @returns {number[]} */
    const under = (drawing) => {
      const above = [];
      for (let each = drawing.parentElement; each; each = each.parentElement) above.unshift(each);
      return above.reduce((below, each) => {
        const [red, green, blue, covers] = parts(getComputedStyle(each).backgroundColor);
        return [red, green, blue].map((part, i) => part * covers + below[i] * (1 - covers));
      }, paper);
    };
    const found = [];
    for (const drawing of document.querySelectorAll("main svg")) {
      if (!drawing.querySelector("text") || !drawing.checkVisibility({ visibilityProperty: true })) continue;
      const ground = under(drawing);
      /** @type {SVGGeometryElement[]} */
      const shapes = [];
      for (const node of drawing.querySelectorAll("*")) {
        if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (node instanceof SVGTextElement) {
          const { x, y, width, height } = node.getBBox();
          const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(/** @type {DOMMatrix} */ (node.getScreenCTM()));
          const lies = (/** @type {SVGGeometryElement} */ shape) => shape.isPointInFill(middle.matrixTransform(shape.getScreenCTM()?.inverse()));
          const below = shapes.filter(lies).reduce(paint, ground);
          const [dark, bright] = [light(below), light(paint(below, node))].sort((a, b) => a - b);
          const layer = node.closest(".overlay, .numbers, .thumb")?.getAttribute("class") ?? "";
          found.push({ text: node.textContent ?? "", role: `${layer} ${node.getAttribute("class") ?? ""}`.trim(), ratio: (bright + 0.05) / (dark + 0.05) });
        } else if (node instanceof SVGGeometryElement && !node.closest("defs")) {
          shapes.push(node);
        }
      }
    }
    return found;
  });
}

for (const [look, colorScheme, contrast] of /** @type {const} */ ([
  ["light", "light", "auto"], ["dark", "dark", "auto"], ["high contrast, light", "light", "more"], ["high contrast, dark", "dark", "more"],
])) {
  test(look, () => inBrowser({ ...WIDE, colorScheme }, async (page) => {
    await page.goto(server.url);
    await page.evaluate((chosen) => localStorage.setItem("gw:settings", JSON.stringify({ contrast: chosen, numbers: true })), contrast);
    await page.reload();
    /** @type {Map<string, number>} */
    const weak = new Map();
    let [counted, roles] = [0, new Set()];
    const read = async (/** @type {string} */ where) => {
      await settled(page);
      await handsOff(page);
      for (const { text, role, ratio } of await texts(page)) {
        counted += 1;
        roles.add(role);
        const name = `${where}: ${role}`;
        if (ratio < ENOUGH) weak.set(`${name} “${text}”`, Math.min(ratio, weak.get(name) ?? ratio));
      }
    };
    for (const { name, text, strokes, mistake, puzzle } of cases) {
      await openText(page, server.url, text);
      await read(`${name}, untouched`);
      const piece = pieces.find(({ id }) => id === puzzle.type);
      await withMouse(page, strokes.slice(0, Math.ceil(strokes.length / 2)));
      await read(`${name}, half way`);
      for (const _ of [1, 2, 3, 4]) await page.keyboard.press("h");
      await read(`${name}, hint`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("t");
      await withMouse(page, mistake);
      await read(`${name}, a mistake on trial`);
      const typed = mistake.find((/** @type {import("./drivers.js").Stroke} */ stroke) => stroke.do === "key");
      if (typed) {
        await page.keyboard.press("Control+z");
        await page.keyboard.press("p");
        for (const key of ["1", "2", "3"]) await page.keyboard.press(key);
        await page.keyboard.press("p");
        await read(`${name}, pencil marks`);
      }
      await page.getByRole("button", { name: "Show the solution" }).click();
      await page.getByText("The solution", { exact: true }).waitFor();
      await read(`${name}, solution`);
      if (piece) {
        await openText(page, server.url, piece.half);
        await read(`${name}, the other half way`);
      }
      await page.goto(`${server.url}#/draw`);
      await page.getByRole("textbox").fill(text);
      await page.keyboard.press("Enter");
      await page.waitForURL(/#\/draft\//);
      await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
      await read(`${name}, drawn`);
      await page.getByRole("button", { name: "Analyse" }).click();
      await page.locator('.analyse[data-shown="0"]:not([data-tracing])').waitFor();
      for (const _ of [1, 2, 3]) {
        await page.keyboard.press("ArrowRight");
        await read(`${name}, analysed`);
      }
    }
    await page.goto(server.url);
    await page.locator(".sample .thumb svg").first().waitFor();
    await read("listed");
    assert(counted > 200 && roles.size >= 5, `${counted} texts in the roles ${[...roles].join(", ")}`);
    assert.deepEqual([...weak].map(([what, ratio]) => `${what}: ${ratio.toFixed(2)}`), []);
  }));
}
