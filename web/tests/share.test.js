// Links that carry a puzzle, and solving that takes its time.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { serve } from "./dev.js";
import { withMouse } from "./hands.js";
import { Server, WIDE, drawing, notified, openText, released, settled, shown } from "./harness.js";
import { casesOf } from "./puzzles.js";
import { inBrowser } from "./suite.js";

/** @import {Page} from "playwright-core" */

const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

test("a puzzle of any family is shared as a link to this page", () => inBrowser(WIDE, async (page, profile) => {
  for (const { puzzle, name } of cases) {
    const titled = { ...puzzle, title: "Für Elise <b>" };
    await openText(page, server.url, JSON.stringify(titled));
    await page.getByRole("button", { name: "Share or save" }).click();
    const link = await page.getByRole("textbox", { name: "Link to Gridwright" }).inputValue();
    assert(link.startsWith(`${server.url}#/puzzle/`) && link.length < 1_000, `${name}: ${link}`);
    const other = await profile.page();
    await other.goto(link);
    await shown(other);
    assert.equal(await drawing(other), await drawing(page), name);
    assert.equal(await other.locator("h1").textContent(), "Für Elise <b>");
    await other.close();
  }
}));

test("a damaged link is said to be damaged", () => inBrowser(WIDE, async (page) => {
  const bomb = deflateRawSync(Buffer.alloc(50_000_000, " ")).toString("base64url");
  for (const code of ["", "x", "%%%", "AAAA", bomb]) {
    await page.goto("about:blank");
    await page.goto(`${server.url}#/puzzle/${code}`);
    await notified(page, "This link is damaged");
    await page.locator(".family").first().waitFor();
  }
  await page.goto(`${server.url}#/open/%E0%A4%A`);
  await page.locator(".family").first().waitFor();
}));

test("whoever follows a link again goes on with the board they left", () => inBrowser(WIDE, async (page) => {
  const [{ text, strokes }] = cases;
  await openText(page, server.url, text);
  await withMouse(page, strokes.slice(0, 2));
  const mine = await drawing(page);
  await page.goto(server.url);
  await released(page);
  await openText(page, server.url, text);
  assert.equal(await drawing(page), mine);
  await notified(page, "You have already started this puzzle");
}));

/** From now on plain requests to solve end without an answer. @param {Page} page */
async function solvingTakesLong(page) {
  await page.route("**/api", async (route) => {
    if (route.request().postDataJSON()?.op === "solve") await route.fulfill({ json: { ok: true, status: "unknown", solutions: [] } });
    else await route.continue();
  });
}

test("what takes longer is solved as a job", () => inBrowser(WIDE, async (page) => {
  await solvingTakesLong(page);
  await openText(page, server.url, cases[0].text);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText("The solution", { exact: true }).waitFor();
  assert(await page.locator(".scene .solution").count() > 0);
}));

test("a long job shows how long it has been at it, and can be cancelled", () => inBrowser(WIDE, async (page) => {
  let seconds = 0;
  /** @type {() => void} */
  let cancel;
  const cancelled = new Promise((resolve) => { cancel = () => resolve(undefined); });
  const front = await serve(server.port, 0, (incoming, response) => {
    if (!incoming.url?.startsWith("/api/jobs")) return false;
    if (incoming.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const beat = setInterval(() => response.write(`event: progress\ndata: {"seconds": ${seconds += 1}}\n\n`), 20);
      response.on("close", () => {
        clearInterval(beat);
        cancel();
      });
      return true;
    }
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ok: true, job: "7" }));
    return true;
  });
  after(() => front.close());
  const at = /** @type {import("node:net").AddressInfo} */ (front.address());
  await solvingTakesLong(page);
  await openText(page, `http://127.0.0.1:${at.port}/`, cases[0].text);
  const mine = await drawing(page);
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.getByText(/Solving … \d+ s/).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Solving").waitFor({ state: "detached" });
  await settled(page);
  // Nobody listens to it any more.
  await cancelled;
  assert.equal(await drawing(page), mine);
  front.closeAllConnections();
}));
