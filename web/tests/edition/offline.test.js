// An edition: a page that carries its engine, from a plain static host, under a path of its own. Opened once
// it needs no host any more; a newer one takes over when told to; and it asks nobody else for anything.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { judge } from "../axe.js";
import { withFinger, withMouse } from "../hands.js";
import { ARTEFACTS, PHONE, Server, WIDE, drawing, kept, notified, openText, settled, shown } from "../harness.js";
import { casesOf } from "../puzzles.js";
import { host } from "../static.js";
import { inBrowser } from "../suite.js";

/** @import {Page} from "playwright-core" */

const EDITION = process.env.GRIDWRIGHT_EDITION ?? "";

/** Only to know solutions. */
const server = new Server();
/** @type {Awaited<ReturnType<typeof casesOf>>} */
let cases;
before(async () => {
  await mkdir(ARTEFACTS, { recursive: true });
  await server.start();
  cases = await casesOf(server);
});
after(() => server.stop());

/** What Playwright says when a page may keep nothing. */
const BLOCKED = /Service Worker registration blocked by Playwright/;

/** Until the browser has kept the edition and gives it out. @param {Page} page */
async function keptByBrowser(page) {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (!serviceWorker.controller) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  });
}

/** @param {import("node:http").Server} server */
async function end(server) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test("opened once, then without a host: played to the end, hints, drawn, made, kept, analysed, exported", () => inBrowser(WIDE, async (page) => {
  const { server: static_, url, asked } = await host(EDITION);
  await page.goto(url);
  await page.locator(".family").first().waitFor();
  await keptByBrowser(page);
  await end(static_);
  assert(!asked.some((path) => /\/api($|\/)/.test(path)), "no server was looked for");

  await page.reload();
  await page.locator(".family").nth(cases.length - 1).waitFor();
  await settled(page);
  await page.screenshot({ path: join(ARTEFACTS, "edition-start.png") });
  for (const { id, text, strokes } of cases) {
    await openText(page, url, text);
    await withMouse(page, strokes.slice(0, 1));
    await page.keyboard.press("h");
    await page.locator(".coach:not([hidden]) .coach-words").waitFor();
    await settled(page);
    assert.match(await page.locator(".coach-words").innerText(), /\w+ .*/, `${id}: a hint`);
    if (id === cases[0].id) await page.screenshot({ path: join(ARTEFACTS, "edition-hint.png") });
    await page.keyboard.press("Escape");
    await withMouse(page, strokes.slice(1));
    await page.getByText("Solved", { exact: true }).waitFor();
    assert((await kept(page)).complete);
  }
  await page.getByRole("button", { name: "Share or save" }).click();
  const link = await page.getByRole("textbox", { name: "Link to Gridwright" }).inputValue();
  assert(link.startsWith(`${url}#/puzzle/`), link);
  await settled(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Analyse" }).click();
  await page.locator('.analyse[data-shown="0"]:not([data-tracing])').waitFor();
  await settled(page);
  await page.screenshot({ path: join(ARTEFACTS, "edition-analyse.png") });

  await page.goto(`${url}#/draw`);
  await page.getByRole("textbox").fill(cases[0].text);
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/draft\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await settled(page);
  assert.equal(await page.locator(".verdict-words b").textContent(), "One solution");
  await page.screenshot({ path: join(ARTEFACTS, "edition-draw.png") });

  await page.goto(`${url}#/generate`);
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(/puzzles? generated\./).waitFor();
  await settled(page);
  await page.screenshot({ path: join(ARTEFACTS, "edition-generate.png") });
  await page.getByRole("button", { name: "Save all" }).click();
  await notified(page, "puzzles saved to the library");

  await page.goto(`${url}#/library`);
  await page.locator(".library-card svg").first().waitFor();
  await settled(page);
  await page.screenshot({ path: join(ARTEFACTS, "edition-library.png") });
  await page.locator(".library-card").first().click();
  await page.locator(".details").getByRole("button", { name: "Export" }).click();
  await page.waitForFunction(() => /"type":/.test(/** @type {HTMLTextAreaElement | null} */ (document.querySelector("dialog textarea"))?.value ?? ""));
  await page.keyboard.press("Escape");
  assert(await page.locator("#offline").isHidden(), "nobody is missed");
}));

test("a shared link opens in another edition, on a phone without a net", () => inBrowser(PHONE, async (page) => {
  const { server: static_, url } = await host(EDITION);
  const [{ text, strokes }] = cases;
  await page.goto(url);
  await keptByBrowser(page);
  await end(static_);
  await openText(page, url, text);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Share or save" }).click();
  const link = await page.getByRole("textbox", { name: "Link to Gridwright" }).inputValue();
  const other = await host(EDITION);
  await page.goto(other.url + new URL(link).hash);
  await shown(page);
  await withFinger(page, strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "edition-phone.png") });
  await end(other.server);
}));

test("the first view is there before the engine, and waits for it when it is needed", () => inBrowser({ ...WIDE, serviceWorkers: "block" }, async (page, profile) => {
  profile.expected = [BLOCKED];
  const { server: static_, url } = await host(EDITION);
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/engine.wasm.gz", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(url);
  await page.locator(".sample .thumb svg").first().waitFor();
  await page.locator(".family-picture svg").first().waitFor();
  assert((await page.locator(".sample .thumb svg").count()) > 0);
  await page.locator(".sample").first().click();
  await page.waitForURL(/#\/play\//);
  release();
  await shown(page);
  assert(await page.locator("#offline").isHidden());
  await end(static_);
}));

test("an engine that cannot be fetched is missed, and fetched as soon as it can be", () => inBrowser({ ...WIDE, serviceWorkers: "block" }, async (page, profile) => {
  profile.expected = [BLOCKED, /Failed to load resource/];
  const { server: static_, url } = await host(EDITION);
  let gone = true;
  await page.route("**/engine.wasm.gz", (route) => (gone ? route.abort() : route.continue()));
  await page.goto(`${url}#/open/${encodeURIComponent(cases[0].text)}`);
  await page.getByText("Waiting for the engine of this page").waitFor();
  await page.getByText("The engine of this page cannot be loaded. Trying again").waitFor();
  await page.screenshot({ path: join(ARTEFACTS, "edition-no-engine.png") });
  assert.doesNotMatch(await page.locator("body").innerText(), /server/, "there is none");
  gone = false;
  await shown(page);
  assert(await page.locator("#offline").isHidden());
  await end(static_);
}));

test("a newer edition is announced, and taken over without losing a game", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gridwright-edition-"));
  try {
    await cp(EDITION, folder, { recursive: true });
    const { server: static_, url } = await host(folder);
    await inBrowser(WIDE, async (page, profile) => {
      const [{ text, strokes }] = cases;
      await openText(page, url, text);
      await keptByBrowser(page);
      await withMouse(page, strokes.slice(0, 3));
      const mine = await drawing(page);
      const other = await profile.page();
      await other.goto(url);
      await other.locator(".family").first().waitFor();

      const change = async (/** @type {string} */ name, /** @type {(text: string) => string} */ how) =>
        writeFile(join(folder, name), how(await readFile(join(folder, name), "utf8")));
      await change("index.html", (html) => html.replace("<title>Gridwright</title>", "<title>Gridwright</title>\n<meta name=\"newer\">"));
      // Its files do not fit those of the older one.
      const renamed = async (/** @type {string[]} */ names, /** @type {RegExp} */ was, /** @type {string} */ is) => {
        for (const name of names) {
          await change(name, (js) => {
            assert.match(js, was, name);
            return js.replaceAll(was, is);
          });
        }
      };
      await renamed(["main.js", "views/draw/draw-start.js"], /\bdrawStart\b/g, "beginDrawing");
      await renamed(["engine/worker.js"], /\bdata\.module\b/g, "data.engine");
      await renamed(["engine/engine.js"], /\{ module \}/g, "{ engine: module }");
      await renamed(["engine/worker.js", "engine/instance.js"], /\bInstance\b/g, "OneEngine");
      await change("engine/instance.js", (js) => js.replace("WebAssembly.OneEngine", "WebAssembly.Instance"));
      await change("service-worker.js", (js) => js.replace(/version: "\w+"/, 'version: "newer"'));
      await page.bringToFront();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      const use = page.getByRole("button", { name: "Use it now" });
      await use.waitFor();
      await judge(page, "a newer edition");
      await page.screenshot({ path: join(ARTEFACTS, "edition-update.png") });
      await withMouse(page, strokes.slice(3, 4));
      const more = await drawing(page);
      assert.notEqual(more, mine, "one can go on playing");
      assert.equal(await page.locator('meta[name="newer"]').count(), 0, "with the old one");

      await use.click();
      await page.locator('meta[name="newer"]').waitFor({ state: "attached" });
      await shown(page);
      assert.equal(await drawing(page), more);
      assert.equal((await kept(page)).moves, 4);
      await other.getByText("Another tab has moved on").waitFor();
      const editions = () => page.evaluate(async () => (await window.caches.keys()).filter((name) => name.startsWith("gridwright ")).length);
      assert.equal(await editions(), 2, "the old one is still in use");

      // The other tab goes on with the older one: with views that it has not opened before, and new workers.
      await other.bringToFront();
      await other.getByRole("link", { name: "Draw", exact: true }).click();
      await other.getByRole("button", { name: "Start drawing" }).click();
      await other.waitForURL(/#\/draft\//);
      await other.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
      const answers = await other.evaluate(async () => {
        const { answer } = await import(String(new URL("engine/engine.js", document.baseURI)));
        return Promise.all([1, 2, 3].map(async (_, at) => (await answer({ op: "blank", family: "hashi", rows: 5 + at, cols: 5 })).ok));
      });
      assert.deepEqual(answers, [true, true, true]);
      const before = await drawing(other);
      await other.locator(".board").focus();
      await other.keyboard.press("3");
      await settled(other);
      const drawn = await drawing(other);
      assert.notEqual(drawn, before, "it can be drawn on");
      assert.equal(await other.locator('meta[name="newer"]').count(), 0);
      await other.screenshot({ path: join(ARTEFACTS, "edition-update-other.png") });
      await other.getByRole("button", { name: "Reload" }).click();
      await other.locator('meta[name="newer"]').waitFor({ state: "attached" });
      await other.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
      await settled(other);
      assert.equal(await drawing(other), drawn, "and it is there after the reload");
      await page.reload();
      await shown(page);
      for (let again = 0; again < 100 && (await editions()) > 1; again += 1) await page.waitForTimeout(50);
      assert.equal(await editions(), 1, "the older one is not kept when nobody uses it");
    });
    await end(static_);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("over plain http from another machine there is nothing to keep it, and it plays", () => inBrowser(WIDE, async (page) => {
  const { server: static_, port, url } = await host(EDITION);
  const there = url.replace(`127.0.0.1:${port}`, `plain.test:${port}`);
  const [{ text, strokes }] = cases;
  await openText(page, there, text);
  assert.equal(await page.evaluate(() => isSecureContext), false);
  await withMouse(page, strokes);
  await page.getByText("Solved", { exact: true }).waitFor();
  await end(static_);
}));

test("the first view takes less than 200 KB to fetch, and the engine less than 1 MB", () => inBrowser({ ...WIDE, serviceWorkers: "block" }, async (page, profile) => {
  profile.expected = [BLOCKED];
  const { server: static_, url, asked, sent } = await host(EDITION, 0, undefined, true);
  await page.goto(url);
  await page.locator(".sample .thumb svg").first().waitFor();
  await settled(page);
  const engine = (await stat(join(EDITION, "engine/engine.wasm.gz"))).size;
  assert(asked.some((path) => path.endsWith("/engine.wasm.gz")) && engine < 1_000_000, `${engine} bytes`);
  const bytes = sent.bytes - engine;
  console.log(`the first view: ${asked.length} files, ${bytes} bytes sent`);
  assert(asked.length > 30 && bytes < 200_000, `${bytes} bytes`);
  await end(static_);
}));

test("a first visit that is kept takes less than 1.2 MB in all, every file once", () => inBrowser(WIDE, async (page) => {
  const { server: static_, url, asked, sent } = await host(EDITION, 0, undefined, true);
  await page.goto(url);
  await keptByBrowser(page);
  await settled(page);
  console.log(`kept: ${new Set(asked).size} files, ${sent.bytes} bytes sent`);
  assert(new Set(asked).size > 90 && sent.bytes < 1_200_000, `${sent.bytes} bytes`);
  await end(static_);
}));

test("Chromium would install it", () => inBrowser(WIDE, async (page) => {
  const { server: static_, url } = await host(EDITION);
  await page.goto(url);
  await keptByBrowser(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  for (const { src } of JSON.parse(data ?? "{}").icons) {
    const response = await page.request.get(new URL(src, url).href);
    assert(response.ok(), src);
  }
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // A profile without a history is as good as a private window, where nothing can be installed.
  assert.deepEqual(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  await end(static_);
}));

/** What the page needs, and some browser does not have: Firefox 120 to 124 know no popovers. @type {Record<string, () => void>} */
const LACKS = {
  DecompressionStream: () => Reflect.deleteProperty(window, "DecompressionStream"),
  popover: () => Reflect.deleteProperty(HTMLElement.prototype, "popover"),
};

for (const [what, takeAway] of Object.entries(LACKS)) {
  test(`a browser that is too old gets words: without ${what}`, () => inBrowser({ ...WIDE, serviceWorkers: "block" }, async (page, profile) => {
    profile.expected = [BLOCKED];
    const { server: static_, url } = await host(EDITION);
    await page.addInitScript(takeAway);
    await page.goto(url);
    await page.getByText("This browser is too old for Gridwright.").waitFor();
    await page.getByText("Firefox 125").waitFor();
    assert(await page.locator("main").isHidden(), "there is nothing that would not work");
    await page.screenshot({ path: join(ARTEFACTS, "edition-too-old.png") });
    await end(static_);
  }));
}
