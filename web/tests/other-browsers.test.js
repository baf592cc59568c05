// A puzzle of each family is solved in Firefox and in WebKit, where these are installed. With an edition the
// page carries its engine, otherwise it asks its server.
//
// WebKit's driver runs whatever it is told by `eval`, which the page's own policy forbids. So WebKit gets the
// page without its policy; that the page is drawn with it is seen by its picture.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { ARTEFACTS, PATIENCE, Server } from "./harness.js";
import { OTHERS } from "./other-browsers.js";
import { casesOf } from "./puzzles.js";

/** @import {Other} from "./other-browsers.js" */
/** @import {Cell, Stroke} from "./drivers.js" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

/** The same page without its policy. @returns {Promise<{ url: string, close: () => void }>} */
async function withoutPolicy() {
  const { hostname, port, pathname, host } = new URL(server.url);
  const front = createServer((incoming, response) => {
    const headers = { ...incoming.headers, host, "accept-encoding": "identity", ...(incoming.headers.origin && { origin: `http://${host}` }) };
    incoming.pipe(request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      const { "content-security-policy": _, "content-length": __, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 500, others);
      if (!/html/.test(answer.headers["content-type"] ?? "")) {
        answer.pipe(response);
        return;
      }
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part) => { text += part; });
      answer.on("end", () => response.end(text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")));
    }).on("error", () => response.destroy()));
  });
  await new Promise((resolve) => front.listen(0, "127.0.0.1", () => resolve(undefined)));
  const at = /** @type {import("node:net").AddressInfo} */ (front.address());
  return {
    url: `http://127.0.0.1:${at.port}${pathname}`,
    close: () => {
      front.closeAllConnections();
      front.close();
    },
  };
}

/** Until this is true in the page. @param {Other} browser @param {(...args: any[]) => unknown} what @param {...any} args */
async function until(browser, what, ...args) {
  const ends = Date.now() + PATIENCE;
  for (;;) {
    if (await browser.evaluate(what, ...args)) return;
    assert(Date.now() < ends, `never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Where cells are on the page. @param {Other} browser @param {Cell[]} cells @returns {Promise<{ x: number, y: number }[]>} */
function places(browser, cells) {
  return browser.evaluate((/** @type {Cell[]} */ list) => {
    const group = /** @type {SVGGElement} */ (document.querySelector(".board .camera"));
    return list.map(([row, col]) => {
      const { x, y } = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(/** @type {DOMMatrix} */ (group.getScreenCTM()));
      return { x: Math.round(x), y: Math.round(y) };
    });
  }, cells);
}

/** How many moves are on the board. @param {Other} browser @returns {Promise<number>} */
const moves = (browser) => browser.evaluate(() => JSON.parse(localStorage.getItem(`gw:play:${location.hash.split("/")[2]}`) ?? "{}").moves ?? -1);

/** As a hand would. @param {Other} browser @param {Stroke} stroke */
async function act(browser, stroke) {
  const [first, ...rest] = await places(browser, stroke.do === "drag" ? stroke.path : [stroke.at]);
  const move = (/** @type {{ x: number, y: number }} */ to) => ({ type: "pointerMove", ...to, duration: 0 });
  await browser.point([move(first), { type: "pointerDown" }, ...rest.map(move), { type: "pointerUp" }], stroke.do === "alt");
  if (stroke.do !== "key") return;
  // Keys are the same in every browser; the pad is a button.
  await browser.evaluate((/** @type {string} */ value) => {
    const keys = [...document.querySelectorAll(".pad button")];
    /** @type {HTMLElement} */ (keys.find((key) => key.textContent === value)).click();
  }, stroke.value);
}

for (const [name, other] of Object.entries(OTHERS)) {
  describe(name, { skip: "missing" in other ? other.missing : false }, () => {
    /** @type {Other} */
    let browser;
    /** @type {Awaited<ReturnType<typeof withoutPolicy>> | null} */
    let front = null;
    before(async () => {
      if (!("start" in other)) return;
      browser = await other.start();
      if (name === "WebKit") front = await withoutPolicy();
    });
    after(async () => {
      front?.close();
      await browser?.close();
    });

    for (const id of ["hashi", "skyscrapers", "yajilin", "satogaeri", "fobidoshi"]) {
      test(`solved: ${id}`, async () => {
        const { text, strokes } = /** @type {typeof cases[number]} */ (cases.find((each) => each.id === id));
        await browser.open(`${front?.url ?? server.url}?${id}#/open/${encodeURIComponent(text)}`);
        await until(browser, () => location.hash.startsWith("#/play/") && document.querySelector("#main[aria-busy=false] .board .scene > *") !== null);
        for (const stroke of strokes) {
          const before = await moves(browser);
          await act(browser, stroke);
          await until(browser, (/** @type {number} */ n) => JSON.parse(localStorage.getItem(`gw:play:${location.hash.split("/")[2]}`) ?? "{}").moves > n, before);
        }
        await until(browser, () => document.querySelector(".solved-bar:not([hidden])") !== null);
        await writeFile(join(ARTEFACTS, `${name.toLowerCase()}-${id}.png`), await browser.screenshot());
      });
    }

    test("drawn, with the page's own policy", async () => {
      await browser.open(server.url);
      const ends = Date.now() + PATIENCE;
      // A page without puzzles is a few kilobytes of paper.
      for (;;) {
        const picture = await browser.screenshot();
        await writeFile(join(ARTEFACTS, `${name.toLowerCase()}-start.png`), picture);
        if (picture.length > 40_000) break;
        assert(Date.now() < ends, `a picture of ${picture.length} bytes`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
  });
}
