// What everything that uses a browser shares: a server of its own, a browser, and pages that must
// not complain.
//
// GRIDWRIGHT_SERVE  how to start a server, `{port}` in it is replaced (0: any free port);
//                   default: $GRIDWRIGHT_BIN serve --port {port}
// GRIDWRIGHT_DEV    if set, the client comes from this folder through dev.js, not from the server
// GRIDWRIGHT_PATIENCE  milliseconds until a test gives up waiting, for work on tests; default: a minute
// CHROMIUM          default: the chromium on the path

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { serve } from "./dev.js";

/** @import {Browser as Chromium, BrowserContext, BrowserContextOptions as Options, Page} from "playwright-core" */

export const ARTEFACTS = join(import.meta.dirname, "../../artefacts/web");

const COMMAND = process.env.GRIDWRIGHT_SERVE ?? `${process.env.GRIDWRIGHT_BIN ?? "gridwright"} serve --port {port}`;
const CHROMIUM = process.env.CHROMIUM
  ?? (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "chromium")).find((file) => existsSync(file));
const ARGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  // Letters as wide as they were drawn, not as the machine would round them.
  "--font-render-hinting=none",
];

export const WIDE = { viewport: { width: 1280, height: 860 } };
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** A server that can be killed and started again at the same address. */
export class Server {
  /** @type {import("node:child_process").ChildProcess | null} */
  #process = null;
  /** @type {import("node:http").Server | null} */
  #front = null;
  port = 0;
  url = "";

  /** @param {string[]} [more] arguments of the server */
  constructor(more = []) {
    this.more = more;
  }

  async start() {
    const [program, ...given] = COMMAND.replace("{port}", String(this.port)).split(" ");
    const args = [...given, ...this.more];
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
   * @param {string} [address] `/api/library` for what the library is asked
   * @returns {Promise<any>}
   */
  async ask(op, request = {}, address = "/api") {
    const response = await fetch(`http://127.0.0.1:${this.port}${address}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ op, ...request }),
    });
    const answer = /** @type {any} */ (await response.json());
    assert(answer.ok, `${op}: ${JSON.stringify(answer.error)}`);
    return answer;
  }
}

/** One browser for all tests of a file; each test has a profile of its own in it. @type {Promise<Chromium> | null} */
let running = null;

export async function closeBrowser() {
  await (await running)?.close();
}

/** An empty profile, and what its pages complained about. */
export class Profile {
  /** @type {string[]} */
  complaints = [];
  /** Complaints that a test brings about itself. @type {RegExp[]} */
  expected = [];

  /** @param {BrowserContext} context */
  constructor(context) {
    this.context = context;
    context.on("page", (page) => this.#watch(page));
  }

  /** @param {Options} options */
  static async open(options) {
    running ??= chromium.launch({ executablePath: CHROMIUM, args: ARGS });
    // Nothing moves by itself, unless a test wants it: there is less to wait for.
    const context = await (await running).newContext({ reducedMotion: "reduce", ...options });
    await context.addInitScript(countRequests);
    return new Profile(context);
  }

  /** @param {Page} page */
  #watch(page) {
    // Long, for a slow machine; a test that is right never waits so long.
    page.setDefaultTimeout(Number(process.env.GRIDWRIGHT_PATIENCE ?? 60_000));
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(`${message.text()} ${message.location().url}`.trim());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  page() {
    return this.context.newPage();
  }

  /** Nothing may have gone to the console. */
  async close() {
    await this.context.close();
    const left = this.complaints.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
    assert.deepEqual(left, [], "complaints on the console");
  }
}

/** Runs in the page before its own scripts: how many requests have no answer yet. */
function countRequests() {
  const page = /** @type {any} */ (window);
  page.underWay = 0;
  const send = window.fetch;
  window.fetch = async (...request) => {
    page.underWay += 1;
    try {
      const response = await send(...request);
      const text = await response.text();
      return new Response(response.status === 204 ? null : text, response);
    } finally {
      // The page goes on with the answer first. (Timers may stand still in a test.)
      const channel = new MessageChannel();
      channel.port1.onmessage = () => { page.underWay -= 1; };
      channel.port2.postMessage(null);
    }
  };
}

/**
 * Open a text as a person would: paste it and press Enter.
 * @param {Page} page
 * @param {string} url
 * @param {string} text
 */
export async function paste(page, url, text) {
  await page.goto(url);
  await page.getByRole("textbox").fill(text);
  await page.keyboard.press("Enter");
}

/**
 * Open a text through a link to the page that carries it.
 * @param {Page} page
 * @param {string} url
 * @param {string} text
 */
export async function openText(page, url, text) {
  await page.goto(`${url}#/open/${encodeURIComponent(text)}`);
  await shown(page);
}

/** Until the board is there and all it needs. @param {Page} page */
export async function shown(page) {
  await page.waitForURL(/#\/play\//);
  await page.locator("#main[aria-busy=false] .board .scene > *").first().waitFor();
  await settled(page);
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

/** Until every request has its answer, the page has used it, and its fonts are there. @param {Page} page */
export async function settled(page) {
  await page.evaluate(async () => {
    // Asked for by name: `ready` alone says yes before anything is written in them.
    await Promise.allSettled([...document.fonts].map((face) => face.load()));
    await document.fonts.ready;
    const turn = () => new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(null);
    });
    const page = /** @type {any} */ (window);
    for (let quiet = 0; quiet < 5; quiet = page.underWay === 0 ? quiet + 1 : 0) await turn();
  });
}
