// What all browser tests share: a server of their own, a browser, and pages that must not complain.
//
// GRIDWRIGHT_SERVE  how to start a server, `{port}` in it is replaced (0: any free port);
//                   default: $GRIDWRIGHT_BIN serve --port {port}
// GRIDWRIGHT_DEV    if set, the client comes from this folder through dev.js, not from the server
// CHROMIUM          default /usr/bin/chromium

import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { serve } from "./dev.js";

/** @import {BrowserContext, Page} from "playwright-core" */

export const ARTEFACTS = join(import.meta.dirname, "../../artefacts/web");

const COMMAND = process.env.GRIDWRIGHT_SERVE ?? `${process.env.GRIDWRIGHT_BIN ?? "gridwright"} serve --port {port}`;
const ARGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export const WIDE = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** Requests without an answer yet. @type {WeakMap<Page, number>} */
const underWay = new WeakMap();

/** A server that can be killed and started again at the same address. */
export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  /** @type {import("node:http").Server | null} */
  #front = null;
  port = 0;
  url = "";

  async start() {
    const [program, ...args] = COMMAND.replace("{port}", String(this.port)).split(" ");
    const process_ = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#process = process_;
    const address = await new Promise((resolve, reject) => {
      let text = "";
      process_.on("error", reject);
      process_.on("exit", () => reject(new Error(`the server ended: ${text}`)));
      process_.stdout.on("data", (data) => {
        text += data;
        const found = /http:\/\/[\w.]+:(\d+)/.exec(text);
        if (found) resolve(found);
      });
    });
    this.port = Number(address[1]);
    if (process.env.GRIDWRIGHT_DEV) {
      this.#front ??= await serve(this.port, 0);
      const at = this.#front.address();
      assert(at && typeof at === "object");
      this.url = `http://127.0.0.1:${at.port}/`;
    } else {
      this.url = `${address[0]}/`;
    }
    return this;
  }

  /** As abruptly as a crash. */
  async kill() {
    const process_ = this.#process;
    if (!process_ || process_.exitCode !== null || process_.signalCode !== null) return;
    const ended = new Promise((resolve) => process_.once("exit", resolve));
    process_.kill("SIGKILL");
    await ended;
  }

  async stop() {
    await this.kill();
    this.#front?.closeAllConnections();
    this.#front?.close();
  }

  /**
   * Ask it directly, without a browser.
   * @param {string} op
   * @param {object} [request]
   * @returns {Promise<any>}
   */
  async ask(op, request = {}) {
    const response = await fetch(`http://127.0.0.1:${this.port}/api`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ op, ...request }),
    });
    const answer = /** @type {any} */ (await response.json());
    assert(answer.ok, `${op}: ${JSON.stringify(answer.error)}`);
    return answer;
  }
}

/** A browser with an empty profile, and what its pages complained about. */
export class Browser {
  /** @type {string[]} */
  complaints = [];
  /** Complaints that a test brings about itself. @type {RegExp[]} */
  expected = [];
  /** @type {string} */
  #profile = "";
  /** @type {BrowserContext} */
  context = /** @type {any} */ (null);

  /** @param {import("playwright-core").BrowserContextOptions} [options] */
  async open(options = WIDE) {
    this.#profile = await mkdtemp(join(tmpdir(), "gridwright-test-"));
    this.context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: ARGS, ...options,
    });
    for (const page of this.context.pages()) this.#watch(page);
    this.context.on("page", (page) => this.#watch(page));
    return this;
  }

  /** @param {Page} page */
  #watch(page) {
    page.setDefaultTimeout(8_000);
    const count = (/** @type {number} */ by) => () => underWay.set(page, (underWay.get(page) ?? 0) + by);
    page.on("request", count(1));
    page.on("requestfinished", count(-1));
    page.on("requestfailed", count(-1));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  async page() {
    return this.context.newPage();
  }

  /** Nothing may have gone to the console. */
  async close() {
    await this.context.close();
    await rm(this.#profile, { recursive: true, force: true });
    const left = this.complaints.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(left, [], "complaints on the console");
  }
}

/**
 * Run with a browser of its own.
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {(page: Page, browser: Browser) => Promise<void>} test
 */
export async function inBrowser(options, test) {
  const browser = await new Browser().open(options);
  try {
    const page = await browser.page();
    await test(page, browser);
  } catch (error) {
    const [page] = browser.context.pages().slice(-1);
    await mkdir(ARTEFACTS, { recursive: true });
    await page?.screenshot({ path: join(ARTEFACTS, "failed.png") }).catch(() => {});
    await browser.context.close();
    throw error;
  }
  await browser.close();
}

/**
 * Open a text as a person would: paste it and press Enter.
 * @param {Page} page
 * @param {string} url
 * @param {string} text
 */
export async function openText(page, url, text) {
  await page.goto(url);
  await page.getByRole("textbox").fill(text);
  await page.keyboard.press("Enter");
  await page.locator(".board .scene > *").first().waitFor();
}

/**
 * Where a point of the board is on the page.
 * @param {Page} page
 * @param {number} row
 * @param {number} col
 * @returns {Promise<{ x: number, y: number }>}
 */
export function at(page, row, col) {
  return page.evaluate(([y, x]) => {
    const group = /** @type {SVGGElement} */ (document.querySelector(".board .camera"));
    const point = new DOMPoint(x, y).matrixTransform(/** @type {DOMMatrix} */ (group.getScreenCTM()));
    return { x: point.x, y: point.y };
  }, [row + 0.5, col + 0.5]);
}

/** What is kept of the puzzle in this tab. @param {Page} page */
export function kept(page) {
  return page.evaluate(() => {
    const id = location.hash.split("/")[2];
    return JSON.parse(localStorage.getItem(`gw:play:${id}`) ?? "null");
  });
}

/** The drawing, as text to compare. @param {Page} page */
export function drawing(page) {
  return page.evaluate(() => [...document.querySelectorAll(".board .scene > *")].map((node) => {
    const copy = /** @type {Element} */ (node.cloneNode(true));
    copy.removeAttribute("style");
    copy.removeAttribute("data-fresh");
    return copy.outerHTML;
  }).join("\n"));
}

/** Until nothing has been under way for a moment. @param {Page} page */
export async function settled(page) {
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    quiet = (underWay.get(page) ?? 0) === 0 ? quiet + 1 : 0;
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}
