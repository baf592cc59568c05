// The library opens in a browser in which the printed address has been opened, and in no other.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Server, TOKEN, WIDE, openText, settled } from "./harness.js";
import { inBrowser } from "./suite.js";

const folder = await mkdtemp(join(tmpdir(), "gridwright-token-"));
const server = new Server(["--library", join(folder, "mine.library")]);
before(() => server.start());
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the browser says by itself about an answer 401. */
const LOCKED = /status of 401/;

test("without the token one can play, but not see the library", () => inBrowser(WIDE, async (page, profile) => {
  profile.expected.push(LOCKED);
  await openText(page, server.url, "3x1m2:1a1");
  await page.goto(`${server.url}#/library`);
  await page.getByText("may not use it yet").waitFor();
  assert.equal(await page.getByText("mine.library").count(), 0);
}, false));

test("the printed address opens the library once and for all", () => inBrowser(WIDE, async (page, profile) => {
  await page.goto(`${server.url}#/token/${TOKEN}`);
  await page.waitForURL(/#\/$/);
  assert(!page.url().includes(TOKEN), "it does not stay in the address");
  const other = await profile.page();
  await other.goto(`${server.url}#/library`);
  await other.getByText("mine.library").first().waitFor();
  await settled(other);
}, false));

test("a wrong token opens nothing, and what waits for the library goes on waiting", () => inBrowser(WIDE, async (page, profile) => {
  profile.expected.push(LOCKED);
  await page.goto(server.url);
  const due = JSON.stringify({ puzzle: { type: "hashi", rows: 1, cols: 3, problem: [["1", "-", "1"]] }, play: { solved: true } });
  await page.evaluate((text) => localStorage.setItem("gw:due:left", text), due);
  await page.goto(`${server.url}#/token/guessed`);
  await page.waitForURL(/#\/$/);
  await settled(page);
  assert.equal(await page.evaluate(() => localStorage.getItem("gw:due:left")), due);
  await page.goto(`${server.url}#/token/${TOKEN}`);
  await page.waitForFunction(() => localStorage.getItem("gw:due:left") === null);
  const { entries } = await server.ask("list", {}, "/api/library");
  assert.equal(entries.length, 1);
}, false));

test("on a network nothing is shown without the token", async () => {
  // This machine, too, but not under its usual address.
  const room = new Server(["--lan=127.0.0.2"], true);
  await room.start();
  const url = `http://127.0.0.2:${room.port}/`;
  try {
    await inBrowser(WIDE, async (page, profile) => {
      profile.expected.push(LOCKED);
      await page.goto(url);
      await page.getByText("This opens only in a browser in which the address that the server printed has been opened.").waitFor();
      await page.goto(`${url}#/token/${TOKEN}`);
      await page.getByRole("textbox").waitFor();
      await openText(page, url, "3x1m2:1a1");
    }, false);
  } finally {
    await room.stop();
  }
});
