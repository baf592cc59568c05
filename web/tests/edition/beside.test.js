// An edition that the program gives out: the engine in the page answers whatever a hand waits for, the server
// keeps the library and does long work. When the server is gone, all goes on but the library, and what was
// played arrives when it is back.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { withMouse } from "../hands.js";
import { ARTEFACTS, Server, WIDE, kept, notified, openText, released, settled, shown } from "../harness.js";
import { casesOf } from "../puzzles.js";
import { host } from "../static.js";
import { inBrowser } from "../suite.js";

const EDITION = process.env.GRIDWRIGHT_EDITION ?? "";

const folder = await mkdtemp(join(tmpdir(), "gridwright-beside-"));
const server = new Server(["--edition", EDITION, "--library", join(folder, "beside.library")], true);
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
  cases = await casesOf(server);
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the browser says about a server that is gone. */
const GONE = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource|ERR_SOCKET/;

test("the engine plays, the server keeps; killed and started again it gets what was played", () => inBrowser(WIDE, async (page, profile) => {
  profile.expected = [GONE];
  /** Requests to the server that are no files. @type {string[]} */
  const asked = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api")) asked.push(`${request.method()} ${pathname} ${JSON.parse(request.postData() ?? "{}").op ?? ""}`);
  });
  const { added: [{ id }] } = await server.ask("add", { puzzles: [{ puzzle: cases[0].puzzle }] }, "/api/library");
  await page.goto(`${server.url}#/library`);
  await page.getByText("beside.library").waitFor();
  await page.locator(".library-card").first().click();
  await page.locator(".details").getByRole("button", { name: "Play" }).click();
  await shown(page);
  assert.equal((await kept(page)).library, id);
  asked.length = 0;
  await withMouse(page, cases[0].strokes.slice(0, 2));
  await page.keyboard.press("h");
  await page.locator(".coach:not([hidden]) .coach-words").waitFor();
  await settled(page);
  assert.deepEqual(asked, [], "nothing of this is asked of the server");
  await page.keyboard.press("Escape");

  await page.goto(`${server.url}#/generate`);
  await page.getByRole("spinbutton", { name: "How many" }).fill("1");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("One puzzle generated.").waitFor();
  assert(asked.some((each) => each === "POST /api/jobs generate"), "long work is the server's");

  await server.kill();
  await openText(page, server.url, cases[1].text);
  await withMouse(page, cases[1].strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  // Long work is done here if the server cannot.
  await page.goto(`${server.url}#/generate`);
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText("One puzzle generated.").waitFor();
  await page.getByRole("button", { name: "Save:" }).first().click();
  await page.getByText("The server that keeps the library cannot be reached").waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "beside-away.png") });
  await page.goto(`${server.url}#/library`);
  await page.getByText("Waiting for the server").waitFor();
  await page.goto(`${server.url}#/`);
  await page.locator(".family").first().waitFor();
  await page.locator(".kept-card").first().click();
  await shown(page);
  await withMouse(page, cases[0].strokes.slice(2));
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.goto(`${server.url}#/library`);
  await page.getByText("Waiting for the server").waitFor();

  await server.start();
  await page.locator("#offline").waitFor({ state: "hidden" });
  await page.locator(".library-card[data-state=solved]").waitFor();
  const { entries: [{ plays }] } = await server.ask("get", { ids: [id] }, "/api/library");
  assert.equal(plays.at(-1).solved, true);
}));

test("what a browser kept before there was a file moves into it, with how it was played", () => inBrowser(WIDE, async (page) => {
  // The same page at the same address, from a plain host: as long as there is no file, the browser keeps.
  await server.stop();
  const plain = await host(EDITION, server.port, "/");
  await page.goto(`${plain.url}#/library`);
  await page.getByText("In this browser").waitFor();
  await page.locator(".view-head").getByRole("button", { name: "Import" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Puzzles" }).fill(cases.map(({ puzzle }) => JSON.stringify(puzzle)).join("\n"));
  await page.getByRole("dialog").getByRole("button", { name: "Import" }).click();
  await page.locator(".library-card").nth(cases.length - 1).waitFor();
  await page.locator(".library-card").first().click();
  await page.locator(".details").getByRole("button", { name: "Play" }).click();
  await shown(page);
  await withMouse(page, cases[cases.length - 1].strokes.slice(0, 1));
  await page.goto(`${plain.url}#/`);
  await page.locator(".family").first().waitFor();
  await released(page);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);
  plain.server.closeAllConnections();
  await new Promise((resolve) => plain.server.close(resolve));

  await server.start();
  // Numbers are not the same in both.
  const { id: family, puzzle: { problem } } = cases[cases.length - 1];
  const { puzzle } = await server.ask("blank", { family, rows: problem.length, cols: problem[0].length });
  await server.ask("add", { puzzles: [{ puzzle }] }, "/api/library");
  // The service worker of the plain host retires, and the page is that of the program.
  await page.goto(`${server.url}#/library`);
  await page.waitForFunction(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.update().catch(() => {});
    return document.querySelector('meta[name="gridwright-server"]') !== null;
  });
  await page.getByText(`${cases.length} puzzles are kept in this browser, not here.`).waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "beside-left.png") });
  // A record that is on its way in another tab is waited for, or it would be removed with the puzzle.
  await page.evaluate(() => new Promise((held) => {
    const page = /** @type {any} */ (window);
    navigator.locks.request("gw:sending", () => new Promise((release) => { page.recorded = release; held(undefined); }));
  }));
  await page.getByRole("button", { name: "Move into this library" }).click();
  await page.waitForFunction(async () => (await navigator.locks.query()).pending?.some(({ name }) => name === "gw:sending"));
  await page.evaluate(() => /** @type {any} */ (window).recorded());
  await notified(page, `${cases.length} puzzles were moved.`);
  await page.getByText("are kept in this browser").waitFor({ state: "hidden" });
  const { entries } = await server.ask("list", {}, "/api/library");
  assert(entries.length >= cases.length);
  assert.equal(entries.filter((/** @type {any} */ { state }) => state === "started").length, 1, "with what was played");

  // Whoever goes on playing it does so in the file, where it has another number.
  const own = entries.find((/** @type {any} */ { state }) => state === "started").id;
  await page.goto(`${server.url}#/`);
  await page.locator(".kept-card").first().click();
  await shown(page);
  assert.notEqual((await kept(page)).library, own);
  await withMouse(page, cases[cases.length - 1].strokes.slice(1));
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.goto(`${server.url}#/library`);
  await page.locator(".library-card").first().waitFor();
  await settled(page);
  const after = await server.ask("list", {}, "/api/library");
  assert.equal(after.entries.length, entries.length, "nothing is there twice");
  assert.equal(after.entries.find((/** @type {any} */ { id }) => id === own).state, "solved");
}));
